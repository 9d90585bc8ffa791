/** Words that stand at a place of the map until the next click: a refusal with its rule, a choice between answers. */
import { byId, h, inside, s, swap } from "./dom.js";
import { ruleNumber, sentence, t } from "./words.js";

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

  /** @param {HTMLElement} bubble @param {Page.Point | null | undefined} point */
  put(bubble, point) {
    swap(this.box, bubble);
    const { clientWidth: w, clientHeight: room } = byId("map");
    const [x, y] = point ?? [w / 2, 160];
    const wide = bubble.offsetWidth, high = bubble.offsetHeight;
    bubble.style.left = `${Math.max(8, Math.min(w - wide - 8, x - 40))}px`;
    const above = y - high - 34;
    bubble.style.top = `${Math.max(8, Math.min(room - high - 8, above > 8 ? above : y + 34))}px`;
  }

  /** Close whatever is open; true if something was. */
  shut() {
    const had = this.box.childElementCount > 0;
    swap(this.box);
    this.pieces.above.querySelector("#ghost")?.remove();
    return had;
  }
}
