/** A long list of answers in groups: by what they do, by formation, by kind. */

const LONG = 12; // rows of a list that is folded
const SEVERAL = 8; // rows of a list that has heads
const FEW = 3; // rows that make a group

/**
 * @typedef {[Wire.Choice, number]} Row
 * @typedef {{ name: string, rows: Row[], folds?: boolean }} Group
 */

/**
 * Rows in groups: those with odds, the best first; those that can do nothing; the others. A long list folds.
 * @param {Row[]} rows
 * @param {Page.Views} pieces
 * @param {Map<Wire.Choice, Wire.Outlook>} odds
 * @returns {Group[]}
 */
export function groupsOf(rows, pieces, odds) {
  const chance = (/** @type {Row} */ [choice]) => odds.get(choice)?.chance ?? -1;
  const known = rows.filter((row) => chance(row) >= 0);
  if (known.length < 2) return folded(rows, pieces);
  const able = known.filter((row) => chance(row) > 0).sort((a, b) => chance(b) - chance(a));
  const rest = rows.filter((row) => !known.includes(row));
  const first = rest.length > able.length && rows.length > SEVERAL; // what most can do comes first
  const groups = [{ name: first ? verb(able) : "", rows: able }, { name: first ? verb(rest) : able.length ? "or" : "", rows: rest }, { name: "cannot", rows: known.filter((row) => chance(row) === 0) }];
  if (first) groups.unshift(...groups.splice(1, 1));
  return groups.filter(({ rows: inside }) => inside.length);
}

/** What all of these answers begin with. @param {Row[]} rows */
function verb(rows) {
  const texts = rows.map(([{ text }]) => text.split(" "));
  const [first = []] = texts;
  const n = first.findIndex((word, i) => texts.some((words) => words[i] !== word));
  const words = (n < 0 ? first : first.slice(0, n)).join(" ");
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : "or";
}

/** Formation by formation, or else kind by kind, if the list is long and they are several. @param {Row[]} rows @param {Page.Views} pieces @returns {Group[]} */
function folded(rows, pieces) {
  if (rows.length <= LONG) return rows.length ? [{ name: "", rows }] : [];
  const formation = (/** @type {Row} */ [choice]) => pieces.get(choice.action.piece)?.formation ?? "";
  const kind = (/** @type {Row} */ [choice]) => (pieces.get(choice.action.piece)?.name ?? "").replace(/\s*#?\d+$/, "");
  for (const of of [formation, kind]) {
    const names = [...new Set(rows.map(of))];
    const groups = names.filter(Boolean).map((name) => ({ name, rows: rows.filter((row) => of(row) === name), folds: true }));
    const rest = rows.filter((row) => !of(row));
    if (groups.length < 2 || groups.length * FEW > rows.length * 2) continue;
    return [...groups, ...(rest.length ? [{ name: "or", rows: rest }] : [])];
  }
  return [{ name: "", rows }];
}
