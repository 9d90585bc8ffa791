/** What lies over the map and keeps its size at every zoom: what moves cost, and the chances of what can be fired at. */
import { s } from "../shared/dom.js";

const LOW = 0.25; // chances below it are grey

/** Words in a dark pill at a point of the map; `cls` says what kind, `more` is a second line. @param {string} words @param {Page.Point} parts */
export function pill(words, [x, y], cls = "", by = "", more = "") {
  const wide = Math.max(words.length * 8.2, more.length * 6.1) + 12;
  const high = more ? 40 : 24;
  return s(
    "g",
    { class: `tag ${cls}`, transform: `translate(${x} ${y})`, "pointer-events": "none", "data-for": by || null },
    s("g", { class: "steady" }, s("rect", { x: -wide / 2, y: -12, width: wide, height: high, rx: 6 }), s("text", { y: 6 }, words), more ? s("text", { y: 22, class: "more" }, more) : null),
  );
}

/** Where the choices lead, and what that costs. @param {Page.Known} known @param {Page.Pieces} pieces */
export function drawReach(known, pieces) {
  const { board } = pieces;
  const made = [];
  for (const choice of known.choices) {
    const place = board.placeOf(choice.action);
    const at = place && board.centre(place);
    if (!at) continue;
    made.push(board.outline(place, 2.5, { class: choice.rolls ? "reach rolls" : "reach" }));
    if (choice.label) made.push(price(choice.label, at));
  }
  pieces.under.replaceChildren(...field(known, board), ...made);
  pieces.above.replaceChildren();
  drawOdds(known, pieces);
}

/** On a table: how far the unit in hand may go on open ground. @param {Page.Known} known @param {Page.Board} board */
function field({ scene: { ask }, views }, board) {
  if (!board.inch || !ask?.around) return [];
  const unit = ask.subject.flatMap((id) => views.get(id) ?? []).find((view) => view.side === ask.side && view.boxes.length);
  if (!unit) return [];
  const points = unit.boxes.map(([x, y]) => board.middle(`${x},${y}`));
  const mean = (/** @type {0 | 1} */ i) => points.reduce((sum, point) => sum + point[i], 0) / points.length;
  return [s("circle", { cx: mean(0), cy: mean(1), r: ask.around * board.inch, class: "move-field", "pointer-events": "none" })];
}

/** The cost of going somewhere, in a pill on its hex. @param {string} label @param {Page.Point} parts */
function price(label, [x, y]) {
  const wide = label.length * 7 + 10;
  return s(
    "g",
    { class: "price", transform: `translate(${x} ${y + 20})` },
    s("rect", { x: -wide / 2, y: -9, width: wide, height: 18, rx: 9 }),
    s("text", { y: 4.5 }, label),
  );
}

/** The chance of what one hopes for at every place it can be had, the best of a place. @param {Page.Known} parts @param {Page.Pieces} pieces */
export function drawOdds({ odds, views }, pieces) {
  const { board } = pieces;
  /** @type {Map<string, Wire.Outlook>} */
  const best = new Map();
  for (const [choice, look] of odds) {
    const place = board.placeOf(choice.action) ?? views.get(choice.action.piece)?.place;
    if (place && board.centre(place) && look.chance > (best.get(place)?.chance ?? -1)) best.set(place, look);
  }
  const top = Math.max(0, ...[...best.values()].map((look) => look.chance));
  const cls = (/** @type {Wire.Outlook} */ look) => (look.chance > 0 && look.chance === top ? "best" : look.chance < LOW ? "dull" : "");
  const below = board.inch ? 16 : board.size * 0.6;
  /** @type {(place: string) => Page.Point} */
  const under = (place) => [board.middle(place)[0], board.middle(place)[1] + below];
  pieces.odds.replaceChildren(...[...best].map(([place, look]) => pill(look.says, under(place), `${cls(look)} ${board.inch ? "" : "hangs"}`, place)));
  pieces.label([...best.keys()].map(under));
}
