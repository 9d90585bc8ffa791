/** What the dice gave against what was to be expected of them: whoever chose a roll knew its chances. */
import { h } from "../shared/dom.js";
import { people, sentence, t } from "../shared/texts.js";

/** How many rolls of a side came to what it hoped for, and how many should have. @param {Wire.RollTold[]} rolls @param {string} side */
export function fell(rolls, side) {
  const mine = rolls.filter((roll) => roll.side === side);
  const expected = mine.reduce((sum, { chance }) => sum + chance, 0);
  return { n: mine.length, came: mine.filter((roll) => roll.came).length, expected, chances: mine.map(({ chance }) => chance) };
}

/** How often so many rolls or more come out, or so many or fewer, if they are fewer than expected. @param {ReturnType<typeof fell>} what */
export function share({ came, expected, chances }) {
  /** @type {number[]} */
  let odds = [1]; // of each number of rolls that come out
  for (const p of chances) odds = [...odds, 0].map((chance, i) => chance * (1 - p) + (odds[i - 1] ?? 0) * p);
  return odds.filter((_, n) => (came >= expected ? n >= came : n <= came)).reduce((sum, chance) => sum + chance, 0);
}

/** @param {ReturnType<typeof fell>} what @param {string} side */
function figures({ n, came, expected }, side) {
  return sentence(t("rolls_came", { people: people(side), n, came, expected: expected.toFixed(1) }));
}

/** All that a side threw, and what that was worth to it. @param {Wire.ThrownTold[]} thrown @param {string} side */
function all(thrown, side) {
  const mine = thrown.filter((one) => one.side === side);
  const worth = Math.round(mine.reduce((sum, one) => sum + one.worth[side], 0) * 100);
  return sentence(t("dice_thrown", { people: people(side), n: mine.length, worth: `${worth < 0 ? "−" : "+"}${Math.abs(worth)}` }));
}

/** The dice of a whole match, a line for each side: every throw, and those whose chances a table shows. @param {Wire.Analysed} found */
export function luck({ sides = [], rolls = [], thrown = [] }) {
  const told = sides.map((side) => ({ side, what: fell(rolls, side) })).filter(({ side }) => thrown.some((one) => one.side === side));
  const good = (/** @type {typeof told[0]} */ { what }) => what.came >= what.expected;
  const shown = (/** @type {typeof told[0]} */ row) => (row.what.n ? `${figures(row.what, row.side)} ${t(good(row) ? "dice_as_good" : "dice_as_bad", { share: Math.max(1, Math.round(share(row.what) * 100)) })}` : "");
  const line = (/** @type {typeof told[0]} */ row) => h("li", { class: good(row) ? "better" : "worse" }, h("span", {}, all(thrown, row.side), h("small", {}, shown(row))));
  return told.length ? [h("h3", {}, t("dice")), h("ul", { class: "swings luck" }, told.map(line))] : null;
}
