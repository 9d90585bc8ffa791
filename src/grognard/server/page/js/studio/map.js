/** The board in the studio: counters are put down and moved, areas and objectives are drawn, by hand or by keys. */
import { byId, s, say } from "../shared/dom.js";
import { pill } from "../map/badges.js";
import { title } from "../shared/texts.js";

const TONES = ["#8a4a00", "#1d5c8f", "#2c6e49", "#6a3f8c"];
const CLEAR = /[-_]/g;
const BRUSH = /** @type {Wire.PieceView} */ ({ id: "" }); // what is dragged while the map is painted

export class StudioMap {
  /** @type {string | null} */
  place = null; // the cursor
  /** @type {string | null} */
  under = null; // the place under the hand

  /** @param {Page.Pieces} pieces @param {Page.StudioWork} work @param {Page.StudioPainter} painter */
  constructor(pieces, work, painter) {
    this.board = pieces.board;
    this.pieces = pieces;
    this.work = work;
    this.painter = painter;
    byId("view").addEventListener("blur", () => this.cursor(false));
    byId("view").addEventListener("focus", () => this.cursor(true));
  }

  // ------------------------------------------------------------ drawing

  /** Everything that lies on the map. @param {Wire.StudioSheet} sheet */
  draw(sheet) {
    const views = new Map(sheet.counters.filter((one) => one.place).map((one) => [one.id, view(one)]));
    this.pieces.mapped = true;
    this.pieces.draw(/** @type {Page.Views} */ (views), [], (piece) => (piece.id === this.work.hand?.id ? "selected" : ""), false);
    this.pieces.under.replaceChildren(...sheet.marks.filter((mark) => mark.kind !== "aim").map((mark) => this.area(mark)));
    this.pieces.flags.replaceChildren(...sheet.marks.flatMap((mark) => (mark.kind === "aim" ? this.shields(mark) : [this.name(mark)])));
    this.cursor(document.activeElement === byId("view"));
  }

  /** The colour of a side's areas. @param {string} side */
  tone(side) {
    const i = this.work.sides.indexOf(side);
    return TONES[i < 0 ? 3 : i % 3];
  }

  /** @param {Wire.StudioMark} mark */
  area(mark) {
    const tone = mark.kind === "ground" ? TONES[2] : this.tone(mark.side);
    const now = this.work.isMarked(mark.path);
    if (mark.kind === "ground" && !now) return s("g");
    const d = mark.outline ? this.outline(mark.places) : this.pieces.layers.outline(new Set(mark.places), 3);
    const inside = mark.outline
      ? [s("path", { d, class: "inside", fill: tone, "stroke-dasharray": "none" })]
      : mark.places.map((place) => this.board.outline(place, 0, { fill: tone, "data-hex": null }));
    return s("g", { class: `area${now ? " now" : ""}`, "pointer-events": "none" }, inside, s("path", { d, class: "back" }), s("path", { d, stroke: tone }));
  }

  /** @param {string[]} corners */
  outline(corners) {
    const points = corners.map((corner) => this.board.centre(corner)).filter(Boolean);
    return points.length ? `M${points.join("L")}Z` : "";
  }

  /** The name of an area, above it. @param {Wire.StudioMark} mark */
  name(mark) {
    const points = mark.places.flatMap((place) => (this.board.centre(place) ? [this.board.middle(place)] : []));
    const drawn = mark.kind !== "ground" || this.work.isMarked(mark.path);
    if (!points.length || points.length > 90 || !drawn) return s("g");
    const x = points.reduce((sum, point) => sum + point[0], 0) / points.length;
    const y = Math.min(...points.map((point) => point[1])) - (this.board.inch ? 0 : 1.4 * this.board.size);
    const words = title(mark.name.replace(CLEAR, " "));
    return pill(mark.side && !words.toLowerCase().startsWith(mark.side.toLowerCase()) ? `${words} · ${title(mark.side)}` : words, [x, y]);
  }

  /** What is fought for: a shield with its points at the upper left of each hex. @param {Wire.StudioMark} mark */
  shields(mark) {
    const lit = this.work.isMarked(mark.path) ? mark.places.map((place) => this.board.outline(place, 1, { class: "held", "data-hex": null })) : [];
    const made = mark.places.filter((place) => this.board.centre(place)).map((place) => {
      const [x, y] = this.board.middle(place);
      const at = `translate(${x - this.board.size * 0.62} ${y - this.board.size * 0.5})`;
      return s("g", { class: "shield", transform: at }, s("path", { d: "M-11 -12H11V4Q11 10 0 14Q-11 10 -11 4Z" }), s("text", { y: 5 }, mark.worth && mark.worth !== "0" ? mark.worth : "★"));
    });
    return [...lit, ...made];
  }

  // ------------------------------------------------------------ hands

  /** @param {string | null} place */
  hover(place) {
    if (this.painter.paints) {
      this.tell(place);
      return this.painter.hover(place);
    }
    if (place === this.under) return undefined;
    this.under = place;
    this.tell(place);
    const held = this.work.hand ? [this.board.outline(place, 1, { class: "held", "data-hex": null })] : [];
    this.pieces.above.replaceChildren(...held);
    return undefined;
  }

  /** What is at a place, in words. @param {string | null} place */
  tell(place) {
    const here = this.work.sheet?.counters.filter((one) => one.place === place).map((one) => (one.count > 1 ? `${one.name} × ${one.count}` : one.name)) ?? [];
    const marks = this.work.sheet?.marks.filter((mark) => !mark.outline && place && mark.places.includes(place)).map((mark) => title(mark.name)) ?? [];
    const what = place ? String(this.board.hexes[place]?.[2] ?? "") : "";
    byId("place").textContent = [place, what, ...marks, ...here].filter(Boolean).join(" · ");
  }

  /** @param {EventTarget | null} target */
  grabs(target) {
    const found = target instanceof Element ? target.closest("[data-piece]")?.getAttribute("data-piece") : null;
    if (this.painter.paints) return BRUSH;
    return this.work.tool === "place" && found ? this.pieces.views.get(found) ?? null : null;
  }

  /** @param {Wire.PieceView} piece @param {string | null} place */
  drag(piece, place) {
    if (piece === BRUSH) return place ? this.painter.over(place) : undefined;
    this.work.hold(this.work.handOf(piece.id), false);
    return this.hover(place);
  }

  /** @param {Wire.PieceView} piece @param {string | null} place */
  drop(piece, place) {
    if (piece === BRUSH) return this.painter.done();
    this.work.hold(this.work.handOf(piece.id), false);
    return place ? this.putDown(place) : this.work.takeOff();
  }

  /** @param {string | null} place @param {EventTarget | null} target @param {Page.Point} point */
  click(place, target, point) {
    if (this.painter.paints) return place ? this.painter.click(place, point) : undefined;
    const found = target instanceof Element ? target.closest("[data-piece]")?.getAttribute("data-piece") : null;
    if (this.work.tool !== "place") return place ? this.work.cover(place) : undefined;
    if (found && !(this.work.hand && this.work.hand.id !== found)) return this.work.hold(this.work.handOf(found));
    return place ? this.putDown(place) : undefined;
  }

  /** What is in the hand goes down; nothing is offered under it any more. @param {string} place */
  putDown(place) {
    this.pieces.above.replaceChildren();
    return this.work.putDown(place);
  }

  hold() {}

  covers() {
    return [];
  }

  // ------------------------------------------------------------ keys

  /** @param {Page.Point} way */
  walk(way) {
    const { board } = this;
    const next = board.centre(this.place) ? this.step(way) : this.begin();
    if (!next) return;
    this.place = next;
    board.reveal(next);
    this.cursor(true);
    this.tell(next);
    say(byId("place").textContent ?? "");
  }

  begin() {
    const { left, top, wide, tall } = this.board.free;
    return this.board.hexAt(left + wide / 2, top + tall / 2);
  }

  /** @param {Page.Point} parts */
  step([dx, dy]) {
    const { board } = this;
    const [x, y] = board.middle(this.place);
    if (board.inch) return board.hexAt(...board.toScreen([x + dx * board.inch, y + dy * board.inch]));
    const ahead = board.neighbours(this.place).flatMap((place) => (place ? [{ place, at: board.middle(place) }] : []));
    const along = (/** @type {{ at: Page.Point }} */ { at }) => (at[0] - x) * dx + (at[1] - y) * dy;
    const best = ahead.filter((one) => along(one) > board.size * 0.4).sort((a, b) => along(b) - along(a));
    return best[0]?.place ?? null;
  }

  enter() {
    if (!this.place) return this.walk([0, 0]);
    if (this.painter.paints) return this.painter.enter(this.place);
    const here = this.pieces.at(this.place).at(-1);
    if (this.work.tool === "place" && !this.work.hand && here) return this.work.hold(this.work.handOf(here.id));
    return this.work.tool === "place" ? this.putDown(this.place) : this.work.cover(this.place);
  }

  /** @param {boolean} on */
  cursor(on) {
    const { board, pieces } = this;
    const ring = (/** @type {string} */ cls) => board.outline(this.place, 0, { class: cls, "data-hex": null });
    pieces.cursor.replaceChildren(...(on && board.centre(this.place) ? [ring("cursor under"), ring("cursor")] : []));
  }
}

/** A counter as the board draws it. @param {Wire.StudioCounter} one */
function view(one) {
  const marks = one.count > 1 ? [`${one.count}`] : [];
  return { id: one.id, side: one.side, place: one.place, face: one.face, name: one.name, values: "", marks, note: "", hidden: false, boxes: [], facing: null, numbers: [], formation: "" };
}
