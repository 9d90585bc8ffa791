/** What a question is about, as a picture: who acts on whom, the counter that is to be placed, and how far an answer works. */
import { arrow } from "./arrows.js";
import { s } from "../shared/dom.js";
import { counter } from "./pieces.js";

const MANY = 12; // arrows at most
const SIZE = 0.47; // of a counter on the map

export class Preview {
  /** @param {Page.Known} known @param {Page.Pieces} pieces */
  constructor(known, pieces) {
    this.known = known;
    this.pieces = pieces;
    this.board = pieces.board;
    this.layer = s("g", { id: "about-arrows", "pointer-events": "none" });
    this.ghosts = s("g", { id: "preview", "pointer-events": "none" });
    pieces.ways.before(this.layer);
    pieces.ways.after(this.ghosts);
    this.place = "";
  }

  /** Another question: an arrow from each of one's own that it names to the enemy it names. */
  draw() {
    const { board, known } = this;
    this.point(null);
    const { subject = [], against = [] } = known.choices.length ? known.scene.ask ?? {} : {};
    const on = (/** @type {string[]} */ ids) => [...new Set(ids.flatMap((id) => known.views.get(id)?.place ?? []))].filter((place) => board.centre(place));
    const [to, ...others] = on(against);
    const from = on(subject).filter((place) => place !== to);
    const size = board.inch ? board.inch * 1.4 : board.size * 0.8;
    const drawn = to && !others.length && from.length <= MANY ? from.map((place) => arrow(board.middle(place), board.middle(to), "planned", size)) : [];
    this.layer.replaceChildren(...drawn);
  }

  /** The hexes round a place within so many steps. @param {string} place @param {number} steps */
  within(place, steps) {
    const found = new Set([place]);
    let edge = [place];
    for (let i = 0; i < steps; i++) {
      edge = edge.flatMap((hex) => this.board.neighbours(hex)).flatMap((hex) => (hex && !found.has(hex) ? [hex] : []));
      for (const hex of edge) found.add(hex);
    }
    return found;
  }

  /** The pointer is on a place that can be chosen, or on no such place. @param {Page.Place} place */
  point(place) {
    const { board, known } = this;
    const { ask } = known.scene;
    const offered = place && known.choices.some(({ action }) => action.hex === place && action.piece === undefined) ? place : "";
    if (offered === this.place) return;
    this.place = offered;
    if (!offered || !ask) return this.ghosts.replaceChildren();
    const waits = ask.subject.flatMap((id) => known.views.get(id) ?? []).filter((view) => !board.centre(view.place));
    const ghost = waits.slice(0, 3).map((view, i) => this.ghost(view, offered, i));
    this.ghosts.replaceChildren(...(ask.around ? this.circle(offered, ask.around, ask.side) : []), ...ghost);
  }

  /** How far it works, and whom of one's own it reaches. @param {string} place @param {number} steps @param {string} side */
  circle(place, steps, side) {
    const { board, known, pieces } = this;
    const area = this.within(place, steps);
    const mine = new Set([...known.views.values()].filter((view) => view.side === side && area.has(view.place) && !view.marks?.includes("spent")).map((view) => view.place));
    const edge = pieces.layers.outline(area, 0);
    return [
      s("path", { d: edge, class: "circle-edge under" }),
      s("path", { d: edge, class: "circle-edge" }),
      ...[...mine].flatMap((hex) => [board.outline(hex, 2, { class: "spot-lit under" }), board.outline(hex, 2, { class: "spot-lit" })]),
    ];
  }

  /** The counter that would stand there. @param {Wire.PieceView} view @param {string} place @param {number} i */
  ghost(view, place, i) {
    const [x, y] = this.board.middle(place);
    return s("g", { class: "ghost-counter", transform: `translate(${x + 6 * i} ${y - 6 * i}) scale(${SIZE})` }, counter(view.face, view.name, view.side));
  }
}
