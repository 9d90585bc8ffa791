/** A hint on the table: who goes where, as an arrow and a ring; what is left of it after an answer; and taking it. */
import { s } from "../shared/dom.js";
import { same } from "../shared/same_action.js";

const HEAD = 15; // length of the arrow's head, in pixels

/**
 * What is left of a hint after an answer: the rest, if the next part of it is asked now; nothing, if anything else was done.
 * @param {Wire.HintTold | null} hint
 * @param {Wire.Act | null} given
 * @param {Wire.Question | null} question
 */
export function rest(hint, given, question) {
  if (!hint || !given || !question || hint.answers.length < 2 || !same(given, hint.action)) return null;
  const [next, ...others] = hint.answers.slice(1);
  const open = next.x !== undefined && question.choices.some(({ action }) => action.x !== undefined);
  if (!open && !question.choices.some(({ action }) => same(action, next))) return null;
  return { ...hint, action: next, answers: [next, ...others], steps: hint.steps.slice(1) };
}

export class Advised {
  /** @param {Page.Known} known @param {Page.Pieces} pieces */
  constructor(known, pieces) {
    this.known = known;
    this.pieces = pieces;
    this.board = pieces.board;
  }

  /** Where a piece stands on the map. @param {string | undefined} piece @param {Page.Views} views */
  spot(piece, views) {
    const place = views.get(piece ?? "")?.place;
    return place !== undefined && this.board.centre(place) ? place : undefined;
  }

  /** The places that answers lead by, from where their unit stands. @param {Wire.Act[]} answers @param {Page.Views} views @param {string} [subject] */
  places(answers, views, subject) {
    const start = answers[0]?.piece === undefined ? this.spot(subject, views) : undefined;
    const by = answers.map((action) => this.board.placeOf(action) ?? this.spot(action.piece, views));
    return [start, ...by].filter((place) => place !== undefined && this.board.centre(place)).filter((place, i, all) => place !== all[i - 1]);
  }

  /** Draw the hint over the map, or nothing where there is none. */
  mark() {
    const { hinted, scene, views } = this.known;
    return this.draw(hinted ? this.places(hinted.answers, views, scene.ask?.subject[0]) : []);
  }

  /** Draw a way with its end, and say where it leads. @param {Page.Place[]} places */
  draw(places) {
    this.pieces.above.querySelector("#advised")?.remove();
    const end = places.at(-1);
    if (!end) return places;
    const points = places.map((place) => this.board.middle(place));
    const d = points.length > 1 ? `M${points.join("L")}` : "";
    const drawn = ["advised-back", "advised-line"].map((name) => s("path", { d, class: name }));
    const rings = ["advised-back", "advised-ring"].map((name) => this.board.outline(end, -4, { class: name }));
    this.pieces.above.append(s("g", { id: "advised", "pointer-events": "none" }, drawn, this.head(points), rings));
    return places;
  }

  /** The head of the arrow, short of its end so that the counter there is seen. @param {Page.Point[]} points */
  head(points) {
    const [from, to] = points.slice(-2);
    if (!to) return null;
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const long = Math.hypot(dx, dy) || 1;
    const [ux, uy, size] = [dx / long, dy / long, HEAD / this.board.scale];
    const corner = (/** @type {number} */ back, /** @type {number} */ side) => [to[0] - ux * back - uy * side, to[1] - uy * back + ux * side];
    return s("path", { d: `M${to}L${corner(size, size * 0.6)}L${corner(size, -size * 0.6)}Z`, class: "advised-head" });
  }
}
