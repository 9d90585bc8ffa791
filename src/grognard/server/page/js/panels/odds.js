/** Before the dice: every modifier with its rule, the chart with its column lit, and the exact odds as bars. */
import { byId, die, h, s, swap, toTop } from "../shared/dom.js";
import { small } from "../map/pieces.js";
import { minus, percent, sentence, t } from "../shared/texts.js";
import { dull, weight, worked } from "./working.js";

const LETTER = 4.7; // pixels of a letter in a cell
const TONES = ["var(--none)", "var(--pin)", "var(--ret)", "var(--elim)"];
const FLAT = ["var(--bg-3)", "var(--pin)", "var(--ret)", "var(--elim)"];

/** A bar with its own pattern, so that it can be told without colour. @param {number} chance @param {number} level */
function bar(chance, level) {
  const id = `hatch-${level}`;
  const tone = level < 0 ? "var(--link)" : TONES[level];
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

/**
 * Every result with its chance, the best for whoever acts first. A chart's letter stands small beside its words.
 * @param {Wire.Outcome[]} chances
 * @param {Wire.Chart | undefined} chart
 */
function bars(chances, chart) {
  const row = (/** @type {Wire.Outcome} */ { name, chance, exact, weight: level }) => {
    const words = chart?.results.find(([letter]) => letter === name)?.[1];
    const told = name === "nothing" ? t("nothing") : words && words !== name ? [sentence(words), " ", h("small", {}, name)] : sentence(name);
    return [h("span", { role: "listitem" }, told), bar(chance, level), h("span", { class: "num", title: exact }, percent(chance, 1))];
  };
  const long = chances.some(({ name }) => (chart?.results.find(([letter]) => letter === name)?.[1] ?? name).length > 18);
  return h("div", { class: `odds ${long ? "long" : ""}`, role: "list" }, chances.map(row));
}

/** As many columns round the one in use as can be read. @param {Wire.Chart} chart @param {number} at @param {number} room */
export function columnsRound(chart, at, room) {
  const widest = Math.max(...chart.rows.flatMap(([, cells]) => cells.map((cell) => cell.length)));
  const n = Math.max(1, Math.min(chart.columns.length, Math.floor(room / (LETTER * widest + 2))));
  const from = Math.max(0, Math.min(chart.columns.length - n, at - Math.floor(n / 2)));
  const rows = chart.rows.map(([label, cells]) => /** @type {[string, string[]]} */ ([label, cells.slice(from, from + n)]));
  return { ...chart, columns: chart.columns.slice(from, from + n), rows };
}

/** A chart, small, with the column in use lit and a letter in every cell. @param {Wire.Chart} whole @param {string} column */
function small_chart(whole, column) {
  const left = 11 + 5.7 * Math.max(...whole.rows.map(([label]) => label.length), 2.8);
  const chart = columnsRound(whole, whole.columns.indexOf(column), 330 - left);
  const at = chart.columns.indexOf(column);
  const heads = chart.columns.map((name) => minus(name).split(" | "));
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

/** @param {string} cell @param {Wire.Chart} chart @param {number} x @param {number} y @param {number} w @param {number} high @param {boolean} lit */
function cellOf(cell, chart, x, y, w, high, lit) {
  const level = weight(cell, chart);
  const made = [s("rect", { x: x + 1, y, width: w - 2, height: high - 2, rx: 2, fill: FLAT[level], "fill-opacity": lit ? 1 : 0.34 })];
  if (!dull(cell, chart)) {
    const ink = lit && level ? (level === 3 ? "var(--on-elim)" : "#1a1206") : "var(--ink)";
    const look = { "text-anchor": "middle", "font-size": 11.5, "font-weight": lit ? 700 : 500, fill: ink };
    made.push(s("text", { x: x + w / 2, y: y + 9.8, ...look }, cell));
  }
  return made;
}

/** Where a piece stands; a point of a table says nothing in words. @param {Wire.PieceView} view */
function places(view) {
  return view.place.includes(",") ? "" : view.place;
}

/** What the chances below take for granted. @param {string[]} assumes */
function assumed(assumes) {
  return assumes.length ? h("p", { class: "assumed" }, t("if_so", { what: assumes.join(" and ") })) : null;
}

export class Fight {
  /** @param {Page.Book} book @param {() => void} cancel */
  constructor(book, cancel) {
    this.cancel = cancel;
    this.box = byId("fight");
    this.book = book;
    /** @type {(() => void) | null} */
    this.go = null;
  }

  /**
   * Show what a choice leads to; `go` carries it out.
   * @param {Wire.Choice} choice
   * @param {Wire.OddsTold | null | undefined} odds
   * @param {Wire.PieceView | undefined} left
   * @param {Wire.PieceView | undefined} right
   * @param {() => void} go
   */
  show(choice, odds, left, right, go) {
    const preview = odds?.preview;
    const chart = this.book.charts.find((item) => item.key === preview?.chart);
    const faces = Array.from({ length: odds?.at_once ? preview?.dice ?? 0 : 0 }, (_, i) => die(3 + (i % 2), "", "currentColor", "var(--accent)"));
    this.box.hidden = false;
    byId("panel").classList.add("fighting");
    this.go = go;
    const work = h(
      "div",
      { class: "work", tabindex: 0, role: "group", "aria-label": t("the_odds") },
      h(
        "div",
        { class: "versus" },
        left ? small(left.face, "") : null,
        h("div", {}, preview?.title ?? sentence(choice.text), right ? h("small", {}, h("br"), [right.name, places(right)].filter(Boolean).join(", ")) : null),
        right ? small(right.face, "") : null,
      ),
      odds && !odds.chances.length && preview ? h("p", { class: "cannot" }, t("no_odds")) : null,
      odds?.chances.length && odds.chances.every(({ weight: level }) => level === 0) ? h("p", { class: "cannot" }, t("does_nothing")) : null,
      preview ? worked(preview, this.book) : null,
      chart ? small_chart(chart, preview?.column ?? "") : null,
      odds?.chances.length ? [assumed(odds.assumes), bars(odds.chances, chart)] : null,
      odds?.worst ? [assumed(odds.worst.assumes), bars(odds.worst.chances, chart)] : null,
    );
    const confirm = h("button", { class: "go", type: "button", id: "confirm", onclick: go }, t(odds?.at_once ? "roll" : "do_it"), faces, h("kbd", {}, "Enter"));
    swap(this.box, work, h("div", { class: "foot" }, confirm, h("button", { class: "alt back", type: "button", onclick: () => this.cancel() }, t("cancel"))));
    toTop(byId("panel"));
  }

  hide() {
    this.go = null;
    byId("panel").classList.remove("fighting");
    this.box.hidden = true;
    swap(this.box);
  }
}
