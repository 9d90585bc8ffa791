/** Words that stand at a place of the map until the next click: a refusal with its rule, a choice between answers. */
import { byId, h, inside, s, swap } from "../shared/dom.js";
import { clearest } from "../map/placement.js";
import { ruleNumber, sentence, t } from "../shared/texts.js";

export class Bubbles {
  /** @param {Page.Board} board @param {Page.Pieces} pieces @param {(choice: Wire.Choice) => unknown} choose */
  constructor(board, pieces, choose) {
    this.board = board;
    this.pieces = pieces;
    this.choose = choose;
    this.box = byId("bubbles");
    /** @type {Wire.Choice | null} */
    this.instead = null; // the nearest answer that is allowed
  }

  /** Say at the place clicked which rule forbids it. @param {Page.Refusal} refusal @param {Page.Place} place */
  refuse(refusal, place) {
    const sign = s(
      "svg",
      { viewBox: "0 0 20 20", "aria-hidden": "true" },
      s("circle", { cx: 10, cy: 10, r: 8, fill: "none", stroke: "currentColor", "stroke-width": 2.6 }),
      s("path", { d: "M4.6 15.4L15.4 4.6", stroke: "currentColor", "stroke-width": 2.6 }),
    );
    const told = h(
      "div",
      { class: "bubble", role: "alert", id: "refusal" },
      h("b", {}, sign, `${ruleNumber(refusal.rule)} ${t("not_allowed")}`),
      refusal.text,
      refusal.hint ? h("small", {}, refusal.hint) : null,
      refusal.instead ? this.offer(refusal.instead) : null,
    );
    this.put(told, this.board.screen(place));
  }

  /** The nearest thing that is allowed: a button in the bubble and a ghost on the map. @param {Wire.Choice} choice */
  offer(choice) {
    const place = this.board.placeOf(choice.action);
    if (this.board.centre(place)) this.pieces.above.append(this.board.outline(place, 4, { class: "ghost", id: "ghost" }));
    this.instead = choice;
    return h("button", { class: "alt", type: "button", id: "instead", onclick: () => this.choose(choice) }, t("instead", { text: choice.text }));
  }

  /**
   * What a gesture could mean, to choose from.
   * @param {Wire.Way[]} ways
   * @param {Page.Point | null} point
   * @param {(actions: Wire.Act[]) => unknown} take
   */
  ask(ways, point, take) {
    const button = (/** @type {Wire.Way} */ { actions, text }) => h("button", { class: "choice", type: "button", onclick: () => { this.shut(); take(actions); } }, sentence(text));
    const box = h("div", { class: "bubble choose", role: "menu" }, ways.map(button));
    this.put(box, point);
    inside(box, "button").focus();
  }

  /** @param {Wire.Choice[]} found @param {Page.Point | null | undefined} point */
  menu(found, point) {
    const list = found.map((choice) =>
      h("button", { class: "choice", type: "button", onclick: () => { this.shut(); this.choose(choice); } }, sentence(choice.text)),
    );
    const box = h("div", { class: "bubble choose", role: "menu" }, list);
    this.put(box, point);
    inside(box, "button").focus();
  }

  /**
   * Put a bubble near a point, where it covers as little as can be of what has to be seen.
   * @param {HTMLElement} bubble
   * @param {Page.Point | null | undefined} point
   * @param {Page.Point[]} seen
   */
  put(bubble, point, seen = []) {
    swap(this.box, bubble);
    const { clientWidth: w, clientHeight: room } = byId("map");
    const [x, y] = point ?? [w / 2, 160];
    const wide = bubble.offsetWidth, high = bubble.offsetHeight;
    const above = y - high - 34, below = y + 34, aside = y - high / 2;
    /** @type {Page.Point[]} */
    const spots = [[x - 40, above > 8 ? above : below], [x - 40, below], [x + 60, aside], [x - wide - 60, aside], [8, 8], [w - wide - 8, 8], [w - wide - 8, room - high - 90], [8, room - high - 90]];
    /** @type {Page.Point[]} */
    const inside = spots.map(([left, top]) => [Math.max(8, Math.min(w - wide - 8, left)), Math.max(8, Math.min(room - high - 8, top))]);
    const [left, top] = clearest(inside, [wide, high], seen);
    bubble.style.left = `${left}px`;
    bubble.style.top = `${top}px`;
  }

  /** Close whatever is open; true if something was. */
  shut() {
    const had = this.box.childElementCount > 0;
    swap(this.box);
    this.pieces.above.querySelector("#ghost")?.remove();
    return had;
  }
}
