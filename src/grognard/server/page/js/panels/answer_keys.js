/** The keys of answers: digits that stay with an answer while more is asked of the same, letters for what ends something. */

const MOST = 9;
/** @type {[string, RegExp][]} */
const PINNED = [
  ["e", /^(end|done|ready)\b/i],
  ["x", /^stop\b/i],
  ["p", /^(pass|no|hold fire|hold|let it|nobody|decline)\b/i],
  ["z", /^(back|not after all|cancel|call it off)\b/i],
];

/** The key of an answer that ends or passes something. @param {Wire.Choice} choice */
export function pinnedKey({ action, text, rolls }) {
  const away = action.hex !== undefined || action.x !== undefined || (rolls && action.type !== "Press");
  const found = away ? undefined : PINNED.find(([, words]) => words.test(text));
  return found && (action.piece === undefined || found[0] === "x") ? found[0] : "";
}

/** What an answer is about, however its figures change: only answers about pieces come again. @param {Wire.Choice} choice */
function nameOf({ action: { type, piece } }) {
  return piece === undefined ? "" : `${type} ${piece}`;
}

export class Digits {
  constructor() {
    /** @type {Map<string, number>[]} */
    this.last = []; // the digits of the questions before, the newest first
    /** @type {Map<string, number>} */
    this.now = new Map();
    /** @type {Wire.Question | null} */
    this.asked = null;
  }

  /**
   * The answers by their digits, the first at 0: those that a like question had keep theirs, the others take what is free.
   * @param {Wire.Question} ask
   * @param {Wire.Choice[]} choices
   * @param {number} taken
   * @returns {(Wire.Choice | undefined)[]}
   */
  give(ask, choices, taken) {
    if (ask !== this.asked) this.last = [this.now, ...this.last].slice(0, 2);
    this.asked = ask;
    const named = choices.filter((choice) => nameOf(choice));
    const known = this.last.find((map) => named.filter((choice) => map.has(nameOf(choice))).length * 2 > named.length) ?? new Map();
    /** @type {(Wire.Choice | undefined)[]} */
    const order = [];
    const rest = choices.filter((choice) => {
      const at = known.get(nameOf(choice));
      if (at === undefined || at >= MOST || order[at]) return true;
      order[at] = choice;
      return false;
    });
    for (let at = taken; rest.length; at++) if (!order[at]) order[at] = rest.shift();
    this.now = new Map(order.flatMap((choice, at) => (choice && nameOf(choice) ? [[nameOf(choice), at]] : [])));
    return order;
  }
}
