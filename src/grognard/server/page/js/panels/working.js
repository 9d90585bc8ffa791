/** How a roll is made: what it starts from, every modifier with its rule, the column or the number needed, what came of it. */
import { cite } from "./rulebook.js";
import { die, h } from "../shared/dom.js";
import { minus, sentence, t } from "../shared/texts.js";

const TONES = ["", "r1", "r2", "r3"];
const MANY = 1296; // throws of some dice that are counted: four of six sides

/** @param {number} value */
export function signed(value) {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";
}

/** Does a result, or a letter of the chart, stand for nothing at all? @param {string} name @param {Wire.Chart | undefined} chart */
export function dull(name, chart) {
  const words = chart?.results.find(([letter]) => letter === name)?.[1];
  return !name || /^(no |nothing|miss|fail|none|not |[-–—]+$)/i.test(words ?? name);
}

/** How hard a letter of a chart is, 0 to 3, by its place in the chart's own list. @param {string} letter @param {Wire.Chart} chart */
export function weight(letter, chart) {
  if (dull(letter, chart)) return 0;
  const hits = chart.results.map(([one]) => one).filter((one) => !dull(one, chart) && !chart.backfires?.includes(one));
  const at = hits.indexOf(letter);
  return at < 0 ? 1 : Math.ceil((3 * (at + 1)) / hits.length);
}

/** @param {Required<Wire.Working>} working */
function rows(working) {
  const sum = (/** @type {string} */ on) => working.modifiers.filter((m) => m.on === on).reduce((total, m) => total + m.value, 0);
  const one = (/** @type {Wire.Modifier} */ m) => h("tr", {}, h("td", {}, cite(m.cite)), h("td", {}, minus(m.text)), h("td", {}, signed(m.value)));
  const last = (/** @type {Page.Inside} */ words, /** @type {Page.Inside} */ figure) => h("tr", { class: "sum" }, h("td", {}), h("td", {}, words), h("td", {}, figure));
  const die_ = sum("die");
  const needed = working.needs === null ? null : working.needs + sum("number");
  const faces = working.faces.length ? h("span", { class: "faces" }, working.faces.map((n) => die(n, t("dice_of", { n })))) : null;
  const total = working.faces.reduce((all, n) => all + n, 0) + die_;
  return [
    working.given.map((given) => h("tr", {}, h("td", {}, cite(given.cite)), h("td", {}, minus(given.name)), h("td", {}, minus(given.value)))),
    working.modifiers.map(one),
    working.column ? last([t("column"), working.base && working.base !== working.column ? h("small", {}, ` ${t("from_column", { base: minus(working.base) })}`) : null], minus(working.column)) : null,
    needed === null ? null : last(t(working.at_most ? (working.each ? "needs_most_each" : "needs_most") : working.each ? "needs_each" : "needs"), needed),
    faces ? last([t("rolled"), " ", faces, die_ && !working.each ? h("small", {}, ` ${signed(die_)}`) : null], working.each ? "" : total) : null,
  ];
}

/**
 * The column of a chart as a strip of cells, the one that was rolled lit.
 * @param {Required<Wire.Working>} working
 * @param {Wire.Chart | undefined} chart
 */
function strip(working, chart) {
  const at = chart?.columns.indexOf(working.column) ?? -1;
  if (!chart || at < 0 || !working.faces.length) return null;
  const hit = hitRow(working, chart);
  const cells = chart.rows.map(([label, cells], i) => h("div", { class: `${TONES[weight(cells[at], chart)]} ${i === hit ? "hit" : ""}`.trim() }, h("small", {}, minus(label.replace(" or less", "−").replace(" or more", "+").replace(" to ", "–"))), dull(cells[at], chart) ? "–" : cells[at]));
  return h("div", { class: "strip-crt", role: "img", "aria-label": `${chart.title}: ${working.result}` }, cells);
}

/** Which row of a chart a roll leads to. @param {Required<Wire.Working>} working @param {Wire.Chart} chart */
function hitRow(working, chart) {
  const roll = working.faces.reduce((all, n) => all + n, 0);
  const special = chart.natural?.find(([n]) => n === roll);
  if (special) return chart.rows.findIndex(([label]) => label === special[1]);
  const total = roll + working.modifiers.filter((m) => m.on === "die").reduce((all, m) => all + m.value, 0);
  const spans = chart.rows.map(([label]) => {
    const [, low, open, high] = /^(-?\d+)(?: (or less|or more)| to (-?\d+))?$/.exec(label) ?? [];
    return open === "or less" ? [-Infinity, Number(low)] : open === "or more" ? [Number(low), Infinity] : [Number(low), Number(high ?? low)];
  });
  const exact = spans.findIndex(([low, high]) => total >= low && total <= high);
  if (exact >= 0) return exact;
  const ends = spans.map(([low]) => low);
  return total < Math.min(...ends) ? ends.indexOf(Math.min(...ends)) : ends.indexOf(Math.max(...ends));
}

/** Every way some dice may fall. @param {number} count @param {number} sides @returns {number[][]} */
function throws(count, sides) {
  const faces = Array.from({ length: sides }, (_, i) => i + 1);
  return count ? throws(count - 1, sides).flatMap((one) => faces.map((face) => [...one, face])) : [[]];
}

/** What came of a roll in a word or two, and how likely just that was; null of a roll that nothing can be said of. @param {Wire.Working} told @param {Wire.Chart[]} charts */
export function fallen(told, charts) {
  const working = { ...EMPTY, ...told };
  const chart = charts.find((item) => item.key === working.chart);
  const at = chart?.columns.indexOf(working.column) ?? -1;
  const sides = working.sides || 6;
  if (!working.faces.length || working.each || sides ** working.faces.length > MANY) return null;
  const all = throws(working.faces.length, sides);
  if (chart && at >= 0) {
    const like = all.filter((faces) => chart.rows[hitRow({ ...working, faces }, chart)]?.[1][at] === working.result);
    const words = chart.results.find(([letter]) => letter === working.result)?.[1] ?? working.result;
    return { words: dull(working.result, chart) ? t("no_effect") : words, chance: like.length / all.length };
  }
  if (working.needs === null) return null;
  const needed = working.needs + working.modifiers.filter((m) => m.on === "number").reduce((sum, m) => sum + m.value, 0);
  const on = working.modifiers.filter((m) => m.on === "die").reduce((sum, m) => sum + m.value, 0);
  const made = (/** @type {number[]} */ faces) => {
    const total = faces.reduce((sum, n) => sum + n, 0) + on;
    return working.at_most ? total <= needed : total >= needed;
  };
  const came = made(working.faces);
  return { words: t(came ? "roll_made" : "roll_missed"), chance: all.filter((faces) => made(faces) === came).length / all.length };
}

/** A working as a table; after the roll with the chart's column and the result in words. @param {Wire.Working} told @param {Page.Book} book @returns {HTMLElement} */
export function worked(told, book) {
  const working = { ...EMPTY, ...told };
  const chart = book.charts.find((item) => item.key === working.chart);
  const body = rows(working);
  const meaning = chart?.results.find(([letter]) => letter === working.result)?.[1];
  const said = working.words || (meaning && meaning !== working.result ? `${working.result}: ${meaning}` : "");
  return h(
    "div",
    { class: "worked" },
    hasRows(body) ? h("table", { class: "mods" }, h("tbody", {}, body)) : null,
    strip(working, chart),
    said && working.faces.length ? h("p", { class: "outcome" }, sentence(said)) : null,
    working.further.map((more) => [h("h4", {}, more.title), worked(more, book)]),
  );
}

/** Is there anything in lists of lists? @param {Page.Inside} list @returns {boolean} */
function hasRows(list) {
  return Array.isArray(list) ? list.some(hasRows) : Boolean(list);
}

/** @type {Required<Wire.Working>} */
const EMPTY = { title: "", dice: 0, sides: 6,  modifiers: [], given: [], faces: [], further: [], needs: null, column: "", base: "", chart: "", result: "", words: "", each: false, at_most: false };
