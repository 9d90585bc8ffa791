/** A cursor on the map for those who play with keys: arrows walk from hex to hex, Enter is a click. */
import { byId, s, say } from "../shared/dom.js";
import { drawPlace } from "../panels/toolbars.js";
import { t } from "../shared/texts.js";

const BESIDE = 0.7; // of an inch

export class Cursor {
  /** @param {Page.Known} known @param {{ pieces: Page.Pieces, clicks: Page.Clicks, threats: Page.Threats, gaze: Page.Gaze }} parts */
  constructor(known, { pieces, clicks, threats, gaze }) {
    this.known = known;
    this.pieces = pieces;
    this.board = pieces.board;
    this.clicks = clicks;
    this.threats = threats;
    this.gaze = gaze;
    /** @type {string | null} */
    this.place = null;
    /** @type {Wire.Choice | null} */
    this.left = null; // what was shown with its odds when the cursor was moved
    this.line = { across: -1, at: 0 }; // the row or column that is being followed
    byId("view").addEventListener("blur", () => this.draw(false));
    byId("view").addEventListener("focus", () => this.draw(true));
  }

  /** Where to begin: at what the question is about, at what is offered, or in the middle of what is seen. */
  begin() {
    const { board } = this;
    const { scene, views } = this.known;
    const subject = (scene.ask?.subject ?? []).flatMap((id) => views.get(id)?.place ?? []);
    const places = [...subject, ...this.gaze.offered()].filter((place) => board.centre(place));
    const { left, top, wide, tall } = board.free;
    return places.find((place) => board.isFree(place)) ?? places[0] ?? board.hexAt(left + wide / 2, top + tall / 2);
  }

  /** @param {Page.Point} way */
  walk(way) {
    const { board } = this;
    const next = board.centre(this.place) ? this.step(way) : this.begin();
    if (next) this.go(next);
  }

  /** The next place in a direction; between two that lie askew, the one nearer to the line that is being followed. @param {Page.Point} parts */
  step([dx, dy]) {
    const { board } = this;
    const [x, y] = board.middle(this.place);
    if (board.inch) return this.unitBy([x + dx * board.inch, y + dy * board.inch]) ?? board.hexAt(...board.toScreen([x + dx * board.inch, y + dy * board.inch]));
    const across = dx ? 1 : 0;
    if (this.line.across !== across) this.line = { across, at: across ? y : x };
    const found = board.neighbours(this.place ?? "").flatMap((place) => (place ? [{ place, at: board.middle(place) }] : []));
    const ahead = found.filter(({ at }) => (at[0] - x) * dx + (at[1] - y) * dy > board.size * 0.4);
    const off = (/** @type {{ at: Page.Point }} */ { at }) => Math.abs(at[across] - this.line.at);
    return ahead.sort((a, b) => off(a) - off(b))[0]?.place ?? null;
  }

  /** Where a unit stands on a table, if hardly an inch away: nobody walks past it by a hair. @param {Page.Point} parts */
  unitBy([x, y]) {
    const { board } = this;
    const near = (/** @type {Page.Place} */ place) => Math.hypot(board.middle(place)[0] - x, board.middle(place)[1] - y) < board.inch * BESIDE;
    return [...this.known.views.values()].find(({ place }) => board.centre(place) && near(place))?.place ?? null;
  }

  /** Put the cursor somewhere and say what is there. @param {string} place */
  go(place) {
    const { board, pieces, clicks, threats } = this;
    this.place = place;
    this.left = this.known.armed;
    board.reveal(place);
    this.draw(true);
    const here = pieces.at(place);
    const choice = clicks.at(place)[0] ?? here.flatMap((view) => this.known.choicesOf(view))[0];
    drawPlace(board, here, place, choice, threats.words(place));
    clicks.journey.point(place);
    say([byId("place").textContent, choice ? t("can_be_chosen") : ""].filter(Boolean).join(". "));
  }

  /** A click at the cursor, with Shift a point to go by; what is shown with its odds is confirmed, unless the cursor has left it. */
  enter(shift = false) {
    const { armed } = this.known;
    if (shift) return this.clicks.journey.by(this.place);
    if (armed && armed !== this.left) return this.clicks.choose(armed);
    return this.place ? this.clicks.chooseAt(this.place) : undefined;
  }

  /** @param {boolean} on */
  draw(on) {
    const { board, pieces } = this;
    const at = on ? board.centre(this.place) : null;
    const [cx, cy] = at ?? [0, 0];
    const ring = (/** @type {string} */ cls) => (board.inch ? s("circle", { cx, cy, r: 13, class: cls }) : board.outline(this.place, 0, { class: cls }));
    pieces.cursor.replaceChildren(...(at ? [ring("cursor under"), ring("cursor")] : []));
  }
}
