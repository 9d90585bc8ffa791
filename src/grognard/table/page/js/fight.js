/** Before the dice: every modifier with its rule, the chart with its column lit, and the exact odds as bars. */
import { byId, die, h, s, swap } from "./dom.js";
import { cite } from "./book.js";
import { small } from "./pieces.js";
import { minus, sentence, t } from "./words.js";

const TONES = ["var(--none)", "var(--pin)", "var(--ret)", "var(--elim)"];
const FLAT = ["var(--bg-3)", "var(--pin)", "var(--ret)", "var(--elim)"];
const UNKNOWN = 2; // how hard a result looks that a chart prints and does not explain
/** Results that do nothing, by their names. */
export const DULL = /^(no |nothing|miss|fail|none|not |[-–—]+$)/i;

/** Where a result stands in the chart's own list, the mildest first; -1 if it does not. */
function rank(name, chart) {
  return chart?.results.findIndex(([letter, words]) => words === name || letter === name) ?? -1;
}

/** Does a result, or a letter of the chart, stand for nothing at all? */
function dull(name, chart) {
  const words = chart?.results.find(([letter]) => letter === name)?.[1];
  return !name || DULL.test(words ?? name);
}

/** How hard a result is, 0 to 3: by its place in the chart's own list, or by its name. */
function weight(name, chart) {
  if (dull(name, chart)) return 0;
  const known = rank(name, chart);
  if (known >= 0) return Math.round((known * 3) / Math.max(1, chart.results.length - 1));
  return chart?.rows.some(([, cells]) => name.length > 1 && cells.includes(name)) ? UNKNOWN : -1;
}

/** A bar with its own pattern, so that it can be told without colour. */
function bar(chance, level) {
  const id = `hatch-${level}`;
  const tone = level < 0 ? "var(--good)" : TONES[level];
  const lines = level === 1 ? "M5.5 0V13" : level === 2 ? "M-2 15L15-2" : "";
  const pattern = lines
    ? s(
        "defs",
        {},
        s(
          "pattern",
          { id, width: level === 1 ? 6 : 9, height: 13, patternUnits: "userSpaceOnUse" },
          s("rect", { width: 9, height: 13, fill: tone }),
          s("path", { d: lines, stroke: "#000", "stroke-opacity": 0.34, "stroke-width": level === 1 ? 1 : 2 }),
        ),
      )
    : null;
  return s(
    "svg",
    { class: "rail", width: "100%", height: 13, "aria-hidden": "true" },
    pattern,
    s("rect", { width: `${(chance * 100).toFixed(2)}%`, height: 13, rx: 3, fill: lines ? `url(#${id})` : tone }),
  );
}

export function percent(chance) {
  return `${(chance * 100).toFixed(1)}%`;
}

function bars(chances, chart) {
  const ranked = [...chances].sort((a, b) => weight(b.name, chart) - weight(a.name, chart) || rank(b.name, chart) - rank(a.name, chart) || b.chance - a.chance);
  return h(
    "div",
    { class: "odds", role: "list" },
    ranked.map(({ name, chance, exact }) => [
      h("span", { role: "listitem" }, name === "nothing" ? t("nothing") : sentence(name)),
      bar(chance, weight(name, chart)),
      h("span", { class: "num", title: exact }, percent(chance)),
    ]),
  );
}

/** A chart, small, with the column in use lit and a letter in every cell. */
function small_chart(chart, column) {
  const at = chart.columns.indexOf(column);
  const heads = chart.columns.map((name) => minus(name).split(" | "));
  const left = 11 + 5.7 * Math.max(...chart.rows.map(([label]) => label.length), 2.8);
  const high = 13.6, w = (330 - left) / heads.length, lines = Math.max(...heads.map((head) => head.length));
  const longest = Math.max(...heads.flat().map((text) => text.length));
  const size = Math.max(8.5, Math.min(14, (2.5 * w) / longest)), top = lines * size + 6;
  const out = [];
  if (at >= 0) out.push(s("rect", { x: left + w * at - 1.5, y: 0, width: w + 3, height: top + 3 + chart.rows.length * high, rx: 4, fill: "var(--lit)" }));
  heads.forEach((head, i) => {
    const look = { "text-anchor": "middle", "font-size": size, "font-weight": i === at ? 700 : 500, fill: i === at ? "var(--lit-ink)" : "var(--ink-2)" };
    head.forEach((text, line) => out.push(s("text", { x: left + w * (i + 0.5), y: size * (line + 0.95), ...look }, text)));
  });
  chart.rows.forEach(([label, cells], j) => {
    const y = top + j * high;
    out.push(s("text", { x: left - 8, y: y + 10.6, "text-anchor": "end", "font-size": 12.5, fill: "var(--ink-2)" }, minus(label)));
    cells.forEach((cell, i) => out.push(...cellOf(cell, chart, left + w * i, y, w, high, i === at)));
  });
  const label = `${chart.title}, ${t("column")} ${column}`;
  return s("svg", { class: "crt", viewBox: `0 0 332 ${top + 4 + chart.rows.length * high}`, role: "img", "aria-label": label }, out);
}

function cellOf(cell, chart, x, y, w, high, lit) {
  const level = Math.max(0, weight(cell, chart));
  const made = [s("rect", { x: x + 1, y, width: w - 2, height: high - 2, rx: 2, fill: FLAT[level], "fill-opacity": lit ? 1 : 0.34 })];
  if (!dull(cell, chart)) {
    const ink = lit && level ? (level === 3 ? "var(--on-elim)" : "#1a1206") : "var(--ink)";
    const look = { "text-anchor": "middle", "font-size": 11.5, "font-weight": lit ? 700 : 500, fill: ink };
    made.push(s("text", { x: x + w / 2, y: y + 9.8, ...look }, cell));
  }
  return made;
}

/** Where a piece stands; a point of a table says nothing in words. */
function places(view) {
  return view.place.includes(",") ? "" : view.place;
}

function modifiers(preview) {
  if (!preview?.modifiers.length && !preview?.column) return null;
  const signed = (value) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");
  return h(
    "table",
    { class: "mods" },
    h(
      "tbody",
      {},
      preview.modifiers.map((m) => h("tr", {}, h("td", {}, cite(m.cite)), h("td", {}, minus(m.text)), h("td", {}, signed(m.value)))),
      preview.column ? h("tr", { class: "sum" }, h("td", {}), h("td", {}, t("column")), h("td", {}, minus(preview.column))) : null,
      preview.needs ? h("tr", { class: "sum" }, h("td", {}), h("td", {}, t("needs", { n: preview.needs })), h("td", {}, "")) : null,
    ),
  );
}

export class Fight {
  constructor(book, cancel) {
    this.cancel = cancel;
    this.box = byId("fight");
    this.book = book;
  }

  /** Show what a choice leads to; `go` carries it out. */
  show(choice, odds, left, right, go) {
    const preview = odds?.preview;
    const chart = this.book.charts.find((item) => item.key === preview?.chart);
    const faces = Array.from({ length: preview?.dice || 0 }, (_, i) => die(3 + (i % 2), "", "currentColor", "var(--accent)"));
    this.box.hidden = false;
    byId("panel").classList.add("fighting");
    this.go = go;
    swap(
      this.box,
      h(
        "div",
        { class: "versus" },
        left ? small(left.face, "") : null,
        h("div", {}, preview?.title ?? sentence(choice.text), right ? h("small", {}, h("br"), [right.name, places(right)].filter(Boolean).join(", ")) : null),
        right ? small(right.face, "") : null,
      ),
      modifiers(preview),
      chart ? small_chart(chart, preview.column) : null,
      odds?.chances.length ? bars(odds.chances, chart) : null,
      h("button", { class: "go", type: "button", id: "confirm", onclick: go }, t(odds?.chances.length ? "roll" : "do_it"), faces, h("kbd", {}, "Enter")),
      h("button", { class: "alt back", type: "button", onclick: () => this.cancel() }, t("cancel")),
    );
    byId("panel").scrollTop = 0;
  }

  hide() {
    this.go = null;
    byId("panel").classList.remove("fighting");
    this.box.hidden = true;
    swap(this.box);
  }
}
