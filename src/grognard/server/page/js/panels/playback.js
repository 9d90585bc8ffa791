/** What has happened, step by step: each line of the log with its dice, and the pieces on their way. Any act ends it. */
import { arrow, burst, rolled } from "../map/arrows.js";
import { byId, die, h, icon, s, swap } from "../shared/dom.js";
import { sound } from "../shared/sounds.js";
import { sentence, t } from "../shared/texts.js";

const QUIET = 90, PLACE = 420, DICE = 1300; // milliseconds a line without a place, with one, with dice
const LONGEST = 12_000; // more than that is played faster
const calm = matchMedia("(prefers-reduced-motion: reduce)");
export const SPEEDS = ["0", "1", "2", "4"];

/** How fast things happen: 0 is at once. */
export function speed() {
  return calm.matches ? 0 : Number(localStorage.getItem("speed") ?? 1);
}

/** @param {string} value */
export function setSpeed(value) {
  localStorage.setItem("speed", value);
}

/**
 * The line of the log at which each change of the pieces happens, and the hexes a piece passes on its way.
 * @param {Page.Views} before
 * @param {Page.Views} after
 * @param {Wire.Line[]} lines
 * @param {(place: string) => (string | null)[]} neighbours
 */
export function plan(before, after, lines, neighbours) {
  /** @type {Page.Beat[]} */
  const steps = lines.map((line) => ({ line, changes: [] }));
  const last = steps.length - 1;
  const speaks = (/** @type {Wire.Line} */ line, /** @type {Wire.PieceView} */ view) => line.text.includes(view.name) || line.hexes?.includes(view.place);
  for (const id of new Set([...before.values(), ...after.values()].map((view) => view.id))) {
    const was = before.get(id), is = after.get(id);
    if (was === is) continue;
    if (was && is && was.place !== is.place) {
      let at = was.place, when = -1;
      lines.forEach((line, i) => {
        const to = line.hexes?.at(-1);
        if (to && to !== at && line.text.includes(was.name) && neighbours(at).includes(to)) {
          steps[i].changes.push([id, { ...was, place: to }]);
          [at, when] = [to, i];
        }
      });
      const there = lines.findLastIndex((line) => line.hexes?.includes(is.place));
      steps[Math.max(when, there >= 0 ? there : last)].changes.push([id, is]);
    } else {
      const found = lines.findIndex((line) => speaks(line, /** @type {Wire.PieceView} */ (was ?? is)));
      steps[found >= 0 ? found : last].changes.push([id, is]);
    }
  }
  return steps;
}

export class Playback {
  /** @param {Page.Known} known @param {Page.Pieces} pieces @param {(views: Page.Views) => void} draw */
  constructor(known, pieces, draw) {
    this.known = known;
    this.pieces = pieces;
    this.board = pieces.board;
    this.draw = draw;
    this.box = byId("ticker");
    this.layer = s("g", { id: "happening", "pointer-events": "none" });
    pieces.ways.after(this.layer);
    /** @type {Page.Beat[]} */
    this.steps = [];
    /** @type {Page.Views | null} */
    this.shown = null;
  }

  get on() {
    return this.shown !== null;
  }

  /** Show a change of the position; true if it will take its time. @param {Page.Views} before @param {Page.Views} after @param {Wire.Line[]} lines */
  add(before, after, lines) {
    if (!speed() || !lines.some((line) => line.dice || line.hexes) || document.hidden) {
      this.finish();
      return false;
    }
    this.steps.push(...plan(before, after, lines, (place) => this.board.neighbours(place)));
    if (!this.on) {
      this.shown = new Map(before);
      this.next();
    }
    return true;
  }

  next() {
    const step = this.steps.shift();
    const { shown } = this;
    if (!step || !shown) return this.end();
    const before = new Map(shown);
    for (const [id, view] of step.changes) {
      if (view) shown.set(id, view);
      else shown.delete(id);
    }
    this.draw(shown);
    const took = this.time(step) / (speed() || 4);
    const lost = step.changes.flatMap(([id, view]) => (view && this.board.centre(view.place) ? [] : [before.get(id)?.place]));
    if (took > QUIET) this.tell(step.line, lost);
    if (step.line.dice?.length) sound("dice");
    else if (step.changes.length) sound("move");
    const waiting = this.steps.reduce((sum, item) => sum + this.time(item), 0) / (speed() || 4);
    const hurry = Math.max(1, waiting / LONGEST);
    this.timer = setTimeout(() => this.next(), took / hurry);
    return undefined;
  }

  /** @param {Page.Beat} parts */
  time({ line, changes }) {
    return line.dice ? DICE : line.hexes || changes.length ? PLACE : QUIET;
  }

  /** The line in words; and where it happened who acted on what, the dice, and what was lost. @param {Wire.Line} line @param {Page.Place[]} lost */
  tell(line, lost) {
    const { board } = this;
    const hexes = (line.hexes ?? []).filter((hex) => board.centre(hex));
    const to = hexes.at(-1);
    this.pieces.light(hexes);
    if (hexes.length && !board.areFree(hexes)) board.fit([], hexes, board.scale) || board.reveal(to);
    const size = board.inch ? board.inch * 2 : board.size;
    const from = line.dice ? hexes.slice(0, -1) : hexes.slice(0, 1);
    this.layer.replaceChildren(
      ...from.filter((hex) => hex !== to).map((hex) => arrow(board.middle(hex), board.middle(to), "theirs", size)),
      ...lost.filter((hex) => board.centre(hex)).map((hex) => burst(board.middle(hex))),
      ...(line.dice?.length && to ? [rolled(line.dice, board.middle(to), size * 0.8)] : []),
    );
    const dice = (line.dice ?? []).map((n) => die(n, t("dice_of", { n })));
    for (const face of dice) face.classList.add("tumble");
    const skip = h("button", { type: "button", tabindex: -1, onclick: () => this.finish() }, t("skip"), icon("skip"));
    this.box.hidden = false;
    swap(this.box, h("span", {}, sentence(line.text)), dice, skip);
  }

  /** Everything at once, now. */
  finish() {
    if (!this.on) return false;
    this.steps.length = 0;
    this.end();
    return true;
  }

  end() {
    clearTimeout(this.timer);
    this.shown = null;
    this.box.hidden = true;
    this.layer.replaceChildren();
    this.pieces.light([]);
    this.draw(this.known.views);
  }
}
