/** What a click on the map means: an answer, a look into a stack, an end of a line, or a refusal with its rule. */
import { around, byId } from "../shared/dom.js";
import { drawPlace } from "../panels/toolbars.js";
import { isStatus, Refused, tell } from "../shared/net.js";

/** The id of the piece that something on the map belongs to. @param {EventTarget | null | undefined} target */
function pieceOf(target) {
  return around(target, "[data-piece]")?.dataset.piece ?? "";
}

/**
 * What else hands may do, beside answering: `finish` what is being played back, `look` at a piece, `walk` and `enter`
 * with the cursor.
 */
export class Clicks {
  /** @param {Page.Known} known @param {Page.Live} live @param {Page.Hands} parts */
  constructor(known, live, { board, pieces, bubbles, sights, threats, journey, preview, choose, take, more }) {
    this.preview = preview;
    this.known = known;
    this.live = live;
    this.board = board;
    this.pieces = pieces;
    this.bubbles = bubbles;
    this.sights = sights;
    this.threats = threats;
    this.journey = journey;
    this.choose = choose;
    this.take = take;
    this.more = more;
    /** @type {Page.Place} */
    this.hex = null;
    this.over = "";
  }

  /** The choices that lead to a place. @param {Page.Place} place */
  at(place) {
    const { board, known } = this;
    if (!board.inch) return known.choices.filter((choice) => choice.action.hex === place);
    const asked = known.choices.find((choice) => choice.action.x !== undefined)?.action.type;
    const [x, y] = board.centre(place) ?? [1e9, 1e9];
    const away = (/** @type {Wire.Choice} */ choice) => {
      const to = board.centre(board.placeOf(choice.action));
      return to ? Math.hypot(to[0] - x, to[1] - y) : 1e9;
    };
    const near = (/** @type {Wire.Choice} */ choice) => away(choice) < board.inch * 0.7 && (choice.action.x === undefined || choice.action.type === asked);
    return known.choices.filter(near).sort((a, b) => away(a) - away(b)).slice(0, 1);
  }

  /** Any point of the table as an answer of the kind that is being asked for. @param {Page.Place} place */
  anywhere(place) {
    const { board, known } = this;
    const like = known.scene.ask?.open && known.choices.find((choice) => choice.action.x !== undefined);
    if (!like || !board.inch || !place) return null;
    const [x, y] = place.split(",").map((inches) => Math.round(Number(inches) * 100));
    return { action: { ...like.action, x, y }, text: place };
  }

  /** The answer that turns the unit that is asked about towards a point of the table. @param {Page.Place} place @returns {Wire.Choice | null} */
  faces(place) {
    const { board, known } = this;
    const like = known.scene.ask?.open && known.choices.find(({ action }) => action.facing !== undefined)?.action;
    const [from, to] = [known.views.get(known.scene.ask?.subject[0])?.place, place].map((at) => board.centre(at));
    if (!like || !from || !to) return null;
    const degrees = (Math.atan2(to[0] - from[0], from[1] - to[1]) * 180) / Math.PI;
    return { action: { ...like, facing: Math.round(((degrees + 360) % 360) * 10) % 3600 }, text: "" };
  }

  // ------------------------------------------------------------ clicks

  /** @param {Page.Place} hex @param {EventTarget | null} target @param {Page.Point} [point] @param {{ shiftKey?: boolean, altKey?: boolean }} [held] */
  click(hex, target, point, held = {}) {
    if (this.more.command(hex, pieceOf(target))) return undefined;
    const ghost = around(target, "#ghost");
    this.bubbles.shut();
    this.hover(hex, target);
    if (ghost && this.bubbles.instead) return this.choose(this.bubbles.instead);
    this.more.finish();
    if (this.sights.aiming) return this.sights.shoot(hex);
    const view = this.pieces.views.get(pieceOf(target));
    const faced = held.altKey ? this.faces(hex) : null;
    if (faced) return this.choose(faced);
    if (held.shiftKey) return this.journey.by(view ? view.place : hex);
    if (this.pieces.open && view && this.pieces.open === view.place) return this.piece(view, point);
    const opened = this.pieces.open;
    this.pieces.closeTray();
    return this.clickAt(view ? view.place : hex, view, point, opened);
  }

  /** @param {Page.Place} place @param {Wire.PieceView | undefined} view @param {Page.Point | undefined} point @param {string | null} opened */
  clickAt(place, view, point, opened) {
    if (!place) return undefined;
    if (this.journey.points.length) return this.journey.go(place);
    const stack = this.pieces.at(place);
    const found = [...stack.flatMap((item) => this.known.choicesOf(item)), ...this.at(place)];
    if (found.length === 1) return this.send(found[0]);
    if (stack.length > 1) return opened === place ? undefined : this.pieces.showTray(place);
    if (found.length > 1) return this.bubbles.menu(found, point);
    const free = this.anywhere(place); // also on another's base: as near as one may come
    if (view && !free) return this.why({ piece: view.id }, place);
    return free ? this.choose(free) : this.why({ hex: place }, place);
  }

  /** The one answer at a place; where it sends somebody there unseen, by another way. @param {Wire.Choice} choice */
  async send(choice) {
    if (!(this.journey.hides && (await this.journey.sneaks(choice.action)))) await this.choose(choice);
  }

  /** A click on one piece of an opened stack, or off the map. @param {Wire.PieceView} view @param {Page.Point} [point] */
  piece(view, point) {
    const found = [...this.known.choicesOf(view), ...this.at(view.place)];
    if (found.length === 1) return this.choose(found[0]);
    if (found.length > 1) return this.bubbles.menu(found, point ?? [120, 200]);
    return this.why({ piece: view.id }, view.place);
  }

  /** With keys: the answer at a place, a choice between several, or why there is none. @param {Page.Place} place */
  chooseAt(place) {
    const stack = this.pieces.at(place);
    const found = [...stack.flatMap((view) => this.known.choicesOf(view)), ...this.at(place)];
    this.bubbles.shut();
    if (this.journey.points.length) return this.journey.go(place);
    if (found.length === 1) return this.send(found[0]);
    if (found.length) return this.bubbles.menu(found, this.board.screen(place));
    const free = this.anywhere(place);
    if (free) return this.choose(free);
    return this.why({ piece: stack.at(-1)?.id, hex: place ?? "" }, place);
  }

  /**
   * What else a click may mean: an answer beyond the list, or a refusal with its rule.
   * @param {{ piece?: string, hex?: string }} what
   * @param {Page.Place} place
   */
  async why(what, place) {
    try {
      const { refusal, choice } = await this.live.order("why", { decision: this.known.scene.decision, ...what });
      if (choice) await this.choose(choice);
      else if (refusal) this.bubbles.refuse(refusal, place);
    } catch (error) {
      if (!isStatus(error, 404)) tell(error);
    }
  }

  /** What stands over the map and covers some of it. @returns {Page.Part[]} */
  covers() {
    const map = byId("map").getBoundingClientRect();
    const boxes = [...document.querySelectorAll("#reserve .box, #cards summary, #cards .hand, #layers, #zoom, #remark")].map((item) => item.getBoundingClientRect());
    return boxes.filter((box) => box.width).map(({ left, top, right, bottom }) => ({ left: left - map.left - 6, top: top - map.top - 6, right: right - map.left + 6, bottom: bottom - map.top + 6 }));
  }

  /** @param {Page.Point} way */
  walk(way) {
    this.more.walk(way);
  }

  enter(shift = false) {
    this.more.enter(shift);
  }

  /** A finger rests on the map: a look at what is there, or a point to go by. @param {Page.Place} hex @param {EventTarget | null} target */
  hold(hex, target) {
    const id = pieceOf(target) || this.pieces.at(hex).at(-1)?.id;
    if (id) this.more.look(id);
    else if (this.journey.to(hex)) this.journey.by(hex);
    else if (hex) this.hover(hex, target);
  }

  // ------------------------------------------------------------ dragging

  /**
   * May this be dragged? A piece that is being moved, or that can be chosen, may. A closed stack is dragged by what is moving in it.
   * @param {EventTarget | null} target
   */
  grabs(target) {
    const { board, pieces, known } = this;
    const view = pieces.views.get(pieceOf(target));
    if (!view || this.sights.aiming || known.replaying || known.commanding) return null;
    const held = pieces.open === view.place ? [view] : [view, ...pieces.at(view.place)];
    const moving = held.find(({ id }) => known.scene.ask?.subject.includes(id));
    if (moving && known.choices.some((choice) => board.placeOf(choice.action))) return moving;
    return this.picks(view).length ? view : null;
  }

  /** The choices by which a piece of one's own is picked up. @param {Wire.PieceView} view */
  picks(view) {
    return this.known.choicesOf(view).filter((choice) => !choice.rolls && view.side === this.known.scene.ask?.side);
  }

  /** A piece is on its way under the pointer. @param {Wire.PieceView} view @param {Page.Place} place */
  drag(view, place) {
    if (place) this.sights.tape(view.place, place);
  }

  /** A piece was let go: it goes there, picked up by the same gesture if it was not chosen yet. @param {Wire.PieceView} view @param {Page.Place} place */
  async drop(view, place) {
    this.sights.clear();
    if (!place || place === view.place) return;
    const foes = this.pieces.at(place).filter((other) => other.side !== view.side);
    if (!this.known.scene.ask?.subject.includes(view.id)) {
      const [only, other] = this.picks(view);
      if ((!foes.length && !this.journey.hides) || other) return this.carry(view, place);
      await this.take(only.action); // what is done to an enemy is shown with its odds first
    }
    const found = [...this.at(place), ...foes.flatMap((foe) => this.known.choicesOf(foe))];
    const free = found[0] ?? this.anywhere(place);
    if (found.length > 1) this.bubbles.menu(found, this.board.screen(place));
    else if (free) await this.send(free);
    else await this.why({ hex: place }, place);
  }

  /** A piece that was not chosen yet is picked up here and put down there: two answers in one gesture. @param {Wire.PieceView} view @param {string} place */
  async carry(view, place) {
    this.journey.send(view.id, place);
    try {
      const { ways } = await this.live.order("carry", { decision: this.known.scene.decision, piece: view.id, to: place });
      if (ways) this.bubbles.ask(ways, this.board.screen(place), (actions) => this.takeAll(actions));
    } catch (error) {
      const refusal = error instanceof Refused ? error.refusal : null;
      if (refusal) this.bubbles.refuse(refusal, place);
      else if (!isStatus(error, 404)) tell(error);
    }
  }

  /** One answer after the other. @param {Wire.Act[]} actions */
  async takeAll(actions) {
    for (const action of actions) await this.take(action);
  }

  // ------------------------------------------------------------ looking

  /** @param {Page.Place} hex @param {EventTarget | null} target */
  hover(hex, target) {
    const id = pieceOf(target);
    if (hex === this.hex && id === this.over) return;
    this.preview.point(hex);
    this.hex = hex;
    this.over = id;
    this.sights.hover(hex);
    this.journey.point(this.sights.aiming ? null : hex);
    const { board, pieces, threats } = this;
    const choice = hex ? this.at(hex)[0] : null;
    const here = board.inch ? [...pieces.views.values()].filter((view) => view.id === id) : pieces.at(hex);
    drawPlace(board, here, hex, choice, threats.words(hex));
    if (board.inch || !this.known.scene.ask?.around) threats.rest(hex, Boolean(choice), (words) => this.hex === hex && drawPlace(board, here, hex, choice, words));
  }
}
