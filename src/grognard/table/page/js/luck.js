/** What the dice gave against what was to be expected of them: whoever chose a roll knew its chances. */
import { h } from "./dom.js";
import { people, sentence, t } from "./words.js";

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

/** The dice of a whole match, a line for each side. @param {Wire.Analysed} found */
export function luck({ sides = [], rolls = [] }) {
  const told = sides.map((side) => ({ side, what: fell(rolls, side) })).filter(({ what }) => what.n);
  const row = (/** @type {typeof told[0]} */ { side, what }) =>
    h("li", { class: what.came >= what.expected ? "better" : "worse" }, h("span", {}, figures(what, side), h("small", {}, t(what.came >= what.expected ? "dice_as_good" : "dice_as_bad", { share: Math.max(1, Math.round(share(what) * 100)) }))));
  return told.length ? [h("h3", {}, t("dice")), h("ul", { class: "swings luck" }, told.map(row))] : null;
}

/**
 * What the dice had to do with a stretch of a match, in short; nothing where none were rolled.
 * @param {Wire.Analysed} found
 * @param {Wire.Moment} from
 * @param {Wire.Moment} to
 */
export function diceIn({ sides = [], rolls = [] }, from, to) {
  const there = rolls.filter(({ frame }) => frame >= from.frame && frame < to.frame);
  const told = sides.map((side) => ({ side, what: fell(there, side) })).filter(({ what }) => what.n);
  return told.map(({ side, what }) => figures(what, side)).join(" ");
}
