/** What has happened since one's last decision: at most three lines beside the question, and arrows on the map. */
import { arrow, burst, disc } from "../map/arrows.js";
import { points } from "./aims.js";
import { fallen } from "./working.js";
import { die, h, icon, s } from "../shared/dom.js";
import { people, percent, sentence, t } from "../shared/texts.js";

const ROWS = 3; // lines at most
const NAMES = 3; // names in a line at most
const ROLLS = 3; // rolls at most, the least likely
const FAR = 1.6; // sizes of a hex: what goes farther has moved two hexes
const TONES = ["bad", "bad", "good", "warn"]; // by what is told

/**
 * @typedef {{ text: string, places: string[], tone: string }} Row
 * @typedef {{ from: string, to: string, mine: boolean }} Moved
 */

export class Since {
  /** @param {Page.Known} known @param {Page.Pieces} pieces @param {Page.Book} book @param {(frame: number) => unknown} replay */
  constructor(known, pieces, book, replay) {
    this.known = known;
    this.book = book;
    this.pieces = pieces;
    this.board = pieces.board;
    this.replay = replay;
    this.layer = s("g", { id: "since", "pointer-events": "none" });
    this.pieces.ways.after(this.layer);
    /** @type {Page.Views | null} */
    this.before = null; // as one's last answer has left them, while others decide
    /** @type {Map<string, number>} */
    this.had = new Map(); // of each aim
    this.from = 0; // the step of the record at which one decided last
    this.frame = 0;
    this.decision = -1; // the question beside which it is told
    /** @type {Row[]} */
    this.rows = [];
    /** @type {Moved[]} */
    this.moved = [];
    /** @type {string[]} */
    this.gone = [];
    /** @type {Wire.Line[]} */
    this.thrown = []; // while others decide
    /** @type {Wire.Line[]} */
    this.rolls = []; // beside the question
  }

  /** Another scene has come: what others do is told beside the next question. @param {Page.Scene} scene */
  heard(scene) {
    const { known } = this;
    this.clear();
    if (scene.whole || !known.you.length || known.match.includes("/")) this.before = null;
    if (this.before || !scene.ask) this.thrown.push(...scene.log.lines.filter(({ working }) => working?.faces?.length));
    if (!scene.ask) {
      this.before ??= known.views; // as one's own answer has left them
      return;
    }
    this.rows = this.before && !scene.whole ? this.tell(scene, this.before) : [];
    this.rolls = this.before && !scene.whole ? this.thrown : [];
    this.thrown = [];
    this.from = this.frame;
    this.frame = this.decision = scene.decision;
    this.before = null;
    this.had = new Map(this.aims(scene.view).map((aim) => [aim.text, aim.have ?? 0]));
    this.draw();
  }

  /** @param {Page.Seen} view */
  aims(view) {
    return this.known.you.flatMap((side) => view.stands.aims[side] ?? []);
  }

  /** The names of some pieces, the first of them. @param {Wire.PieceView[]} list */
  names(list) {
    const shown = list.slice(0, NAMES).map((view) => view.name);
    const more = list.length - shown.length;
    return sentence(more ? t("and_others", { names: shown.join(", "), n: more }) : shown.join(", "));
  }

  /** What has become of the pieces, the worst first. @param {Page.Scene} scene @param {Page.Views} before @returns {Row[]} */
  tell(scene, before) {
    const { known, board } = this;
    const now = known.views;
    const mine = (/** @type {Wire.PieceView} */ view) => known.you.includes(view.side);
    const on = (/** @type {Wire.PieceView | undefined} */ view) => Boolean(view && board.centre(view.place));
    const was = [...before.values()].filter((view) => on(view));
    const pairs = was.flatMap((old) => {
      const is = now.get(old.id);
      return is && on(is) && is.place !== old.place ? [{ old, is }] : [];
    });
    const asked = new Set(scene.ask?.subject ?? []);
    const gone = was.filter((view) => !view.hidden && !on(now.get(view.id)));
    const lost = gone.filter(mine), beaten = gone.filter((view) => !mine(view));
    const back = pairs.filter(({ old }) => mine(old) && !asked.has(old.id));
    const hurt = was.filter((view) => mine(view) && on(now.get(view.id)) && now.get(view.id)?.face !== view.face && !now.get(view.id)?.hidden);
    const far = (/** @type {{ old: Wire.PieceView, is: Wire.PieceView }} */ { old, is }) => Math.hypot(board.middle(old.place)[0] - board.middle(is.place)[0], board.middle(old.place)[1] - board.middle(is.place)[1]) > FAR * (board.inch || board.size);
    const moves = pairs.filter((pair) => !mine(pair.old) && far(pair));
    if (!moves.length && !gone.length && !hurt.length && !back.length) return [];
    this.gone = gone.map((view) => view.place);
    this.moved = [...moves, ...back].map(({ old, is }) => ({ from: old.place, to: is.place, mine: mine(old) }));
    const swung = this.aims(scene.view).filter((aim) => (aim.have ?? 0) !== (this.had.get(aim.text) ?? aim.have ?? 0));
    const row = (/** @type {number} */ kind, /** @type {string} */ text, /** @type {string[]} */ places) => ({ text: sentence(text), places, tone: TONES[kind] });
    const made = [
      lost.length ? row(0, t("since_lost", { n: lost.length, names: this.names(lost) }), lost.map((view) => view.place)) : null,
      swung.length ? row(this.better(swung[0]) ? 2 : 1, t("since_aim", { aim: swung[0].text, from: points(this.had.get(swung[0].text) ?? 0), to: points(swung[0].have ?? 0) }), swung[0].hexes.slice(0, 1)) : null,
      hurt.length ? row(1, t("since_hurt", { n: hurt.length, names: this.names(hurt) }), hurt.map((view) => now.get(view.id)?.place ?? view.place)) : null,
      back.length ? row(1, t("since_back", { n: back.length, names: this.names(back.map(({ is }) => is)) }), back.map(({ is }) => is.place)) : null,
      beaten.length ? row(2, t("since_beaten", { n: beaten.length, names: this.names(beaten), people: people(beaten[0].side) }), beaten.map((view) => view.place)) : null,
      moves.length ? row(3, t("since_moved", { n: moves.length, names: this.names(moves.map(({ is }) => is)), people: people(moves[0].old.side) }), moves.map(({ is }) => is.place)) : null,
    ];
    return made.flatMap((one) => one ?? []).slice(0, ROWS);
  }

  /** @param {Wire.Aim} aim */
  better(aim) {
    return (aim.have ?? 0) > (this.had.get(aim.text) ?? 0);
  }

  /** Arrows, bursts and numbers, until the next answer. */
  draw() {
    const { board } = this;
    const size = board.inch ? board.inch * 2 : board.size;
    const at = (/** @type {string} */ place) => board.middle(place);
    this.layer.replaceChildren(
      ...this.moved.map(({ from, to, mine }) => arrow(at(from), at(to), mine ? "back" : "theirs", size)),
      ...this.gone.map((place) => burst(at(place))),
      ...this.rows.flatMap(({ places, tone }, i) => (places.length && board.centre(places[0]) ? [disc(String(i + 1), at(places[0]), tone)] : [])),
    );
  }

  clear() {
    this.rows = [];
    this.rolls = [];
    this.moved = [];
    this.gone = [];
    this.layer.replaceChildren();
  }

  /** The dice that fell: what came of each roll, and how likely just that was. */
  strip() {
    const told = this.rolls.flatMap((line) => {
      const came = line.working && fallen(line.working, this.book.charts);
      return came ? [{ line, came, faces: line.working?.faces ?? [] }] : [];
    });
    const rare = told.toSorted((a, b) => a.came.chance - b.came.chance).slice(0, ROLLS);
    const row = (/** @type {typeof told[0]} */ { line, came, faces }) => h("li", { title: `${sentence(line.text)}: ${came.words}` }, h("span", { class: "faces" }, faces.map((n) => die(n, t("dice_of", { n })))), h("span", { class: "told" }, sentence(line.text)), h("small", {}, percent(came.chance)));
    return told.length ? h("ul", { class: "rolls", "aria-label": t("since_dice") }, told.filter((one) => rare.includes(one)).map(row)) : null;
  }

  /** Beside the question it was told with. */
  box() {
    const { rows, known } = this;
    if ((!rows.length && !this.rolls.length) || this.decision !== known.scene.decision) return null;
    const light = (/** @type {string[]} */ places) => this.pieces.light(places.filter((place) => this.board.centre(place)), true);
    const item = (/** @type {Row} */ { text, places, tone }, /** @type {number} */ i) => h("li", { class: tone }, h("button", { type: "button", onclick: () => light(places) }, h("b", { "aria-hidden": "true" }, String(i + 1)), h("span", {}, text)));
    const step = h("button", { type: "button", class: "cite", id: "step-through", onclick: () => this.replay(this.from) }, icon("replay"), t("step_through"));
    return h("section", { class: "since", "aria-label": t("since_last") }, h("header", {}, h("h3", {}, t("since_last")), step), h("ol", {}, rows.map(item)), this.strip());
  }
}
