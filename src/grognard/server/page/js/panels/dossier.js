/** All that may be known of a piece, beside the map: by resting on it, by a long press, or with a key. It never acts. */
import { cite } from "./rulebook.js";
import { around, byId, h, s, say, swap } from "../shared/dom.js";
import { small } from "../map/pieces.js";
import { clearest } from "../map/placement.js";
import { onSheet } from "../map/counter_sheet.js";
import { sentence, t, title } from "../shared/texts.js";

const REST = 450, PRESS = 400; // milliseconds a pointer rests, a finger presses
const WIDE = 400, EDGE = 14, HEAD = 56, FOOT = 80;

/** A mark as a small picture, if the counter sheet has it. @param {string} kind */
export function markPicture(kind) {
  const id = `mark-${kind.replace(/[^A-Za-z0-9_.-]/g, "_")}`;
  return onSheet(id) ? s("svg", { class: "sign", viewBox: "-20 -20 40 40", "aria-hidden": "true" }, s("use", { href: `#${id}`, x: -20, y: -20, width: 40, height: 40 })) : null;
}

/** The figures of a counter with their names. @param {Wire.Value[]} list */
export function values(list) {
  const row = (/** @type {Wire.Value} */ { name, value, note, cite: rule }) => h("div", {}, h("dt", {}, name), h("dd", {}, h("b", { class: "num" }, value), note ? h("small", {}, note) : null, cite(rule)));
  return list.length ? h("dl", { class: "values" }, list.map(row)) : null;
}

export class Dossier {
  /** @param {Page.Known} known @param {Page.Live} live @param {{ pieces: Page.Pieces, threats: Page.Threats, cursor: Page.Cursor, orders: (piece: string) => (() => void) | null }} parts */
  constructor(known, live, { pieces, threats, cursor, orders }) {
    this.known = known;
    this.live = live;
    this.pieces = pieces;
    this.board = pieces.board;
    this.threats = threats;
    this.cursor = cursor;
    this.orders = orders;
    this.box = byId("dossier");
    this.pinned = false;
    this.wanted = "";
    /** @type {Page.Topic | null} */
    this.now = null;
    /** @type {Map<string, Promise<Wire.Filed | null>>} */
    this.files = new Map();
    document.addEventListener("pointerover", (event) => this.over(event));
    document.addEventListener("pointerdown", (event) => this.down(event));
    for (const name of ["pointerup", "pointercancel", "scroll"]) document.addEventListener(name, () => clearTimeout(this.pressing), true);
    document.addEventListener("contextmenu", (event) => this.about(event.target) && event.preventDefault());
  }

  get open() {
    return !this.box.hidden;
  }

  /** The position has changed: what was known no longer holds. */
  forget() {
    this.files = new Map();
    this.shut();
  }

  /** What an element is about: a piece, or a counter that is only offered. @param {EventTarget | null} target */
  about(target) {
    const near = around(target, "[data-piece], [data-reserve], [data-about], [data-face]");
    if (!near) return null;
    const { piece, reserve, about, face } = near.dataset;
    const id = piece ?? reserve ?? about;
    return id ? { piece: id } : face ? { face } : null;
  }

  /** @param {PointerEvent} event */
  over(event) {
    if (event.pointerType !== "mouse" || this.pinned) return;
    const what = this.about(event.target);
    const key = JSON.stringify(what);
    if (key === this.wanted) return;
    this.wanted = key;
    clearTimeout(this.resting);
    if (this.known.scene.ask?.around && !this.board.inch && around(event.target, "#view")) return; // a chit is in hand
    if (what && !event.buttons) this.resting = setTimeout(() => this.show(what), this.open ? 120 : REST);
    else if (!around(event.target, "#dossier")) this.shut();
  }

  /** A click acts and looks away; a finger that stays looks and does not act. @param {PointerEvent} event */
  down(event) {
    clearTimeout(this.resting);
    if (this.open && !around(event.target, "#dossier")) this.shut();
    const what = event.pointerType === "mouse" ? null : this.about(event.target);
    if (what && !around(event.target, "#view")) {
      const target = /** @type {Element} */ (event.target);
      this.pressing = setTimeout(() => {
        target.addEventListener("click", (click) => click.stopPropagation(), { once: true, capture: true });
        this.show(what, true);
      }, PRESS);
    }
  }

  /** With a key: what has the focus, what the cursor stands on, or what the question is about. */
  toggle() {
    if (this.open && this.pinned) return this.shut();
    const { cursor, pieces } = this;
    const { scene } = this.known;
    const focused = this.about(document.activeElement);
    const here = document.activeElement === byId("view") ? pieces.at(cursor.place).at(-1)?.id : null;
    /** @type {Page.Topic | null} */
    const what = this.open ? this.now : focused ?? { piece: here ?? scene.ask?.subject[0] ?? scene.ask?.choices.find((choice) => choice.action.piece)?.action.piece };
    return what?.piece || what?.face ? this.show(what, true) : undefined;
  }

  /** @param {Page.Topic} what */
  async show(what, pin = false) {
    const view = this.known.views.get(what.piece);
    const key = JSON.stringify(what);
    if (!this.files.has(key)) this.files.set(key, this.live.order("dossier", what).catch(() => null));
    const got = await this.files.get(key);
    if (!got || (!pin && this.wanted !== key)) return;
    this.now = what;
    this.pinned = pin;
    swap(this.box, this.head(got.dossier, view, what), this.body(got.dossier, view));
    this.box.hidden = false;
    this.box.classList.toggle("pinned", pin);
    this.stand(view && this.board.screen(view.place), view?.place);
    this.reach(got.reach ?? []);
    if (pin) say(this.box.innerText);
  }

  /** In the half of the map where the piece is not, and over none of its neighbours or of what is asked about, if that can be. @param {Page.Point | null | undefined} at @param {string | undefined} place */
  stand(at, place) {
    const { board, box, known } = this;
    if (innerWidth <= 760) {
      box.style.left = box.style.top = "";
      return;
    }
    const [left, right] = [EDGE, board.wide - WIDE - EDGE - 60], [top, low] = [HEAD, Math.max(HEAD, board.tall - box.offsetHeight - FOOT)];
    const sides = at && at[0] < board.wide / 2 ? [right, left] : [left, right];
    /** @type {Page.Point[]} */
    const spots = [top, low].flatMap((y) => sides.map((x) => /** @type {Page.Point} */ ([x, y])));
    const about = (known.scene.ask?.against ?? []).map((id) => known.views.get(id)?.place);
    const seen = [place, ...(place && !board.inch ? board.neighbours(place) : []), ...about].flatMap((one) => (board.centre(one) ? [board.toScreen(board.middle(one))] : []));
    const [x, y] = clearest(spots, [WIDE, box.offsetHeight], seen);
    box.style.left = `${x}px`;
    box.style.top = `${y}px`;
  }

  /** @param {Wire.Dossier} dossier @param {Wire.PieceView | undefined} view @param {Page.Topic} what */
  head(dossier, view, what) {
    const place = view ? (view.place.includes(",") ? "" : title(view.place)) : "";
    const stack = view ? this.pieces.at(view.place) : [];
    const where = [place, stack.length > 1 ? t("in_stack", { i: stack.findIndex((one) => one === view) + 1, n: stack.length }) : ""].filter(Boolean).join(" · ");
    const face = view?.face ?? what.face;
    return h("header", {}, face ? small(face, "portrait") : null, h("div", {}, h("h2", {}, view?.hidden ? sentence(t("hidden_piece")) : sentence(dossier.title)), h("p", { class: "quiet" }, [dossier.kind, where].filter(Boolean).join(" · "))));
  }

  /** @param {Wire.Dossier} dossier @param {Wire.PieceView | undefined} view */
  body(dossier, view) {
    const part = (/** @type {string} */ name, /** @type {Page.Inside[]} */ ...inside) => h("section", {}, h("h3", {}, t(name)), inside);
    const list = (/** @type {string[]} */ items) => h("ul", {}, items.map((/** @type {string} */ item) => h("li", {}, sentence(item.replaceAll("_", " ")))));
    const plain = !dossier.values.length && view?.values ? h("p", { class: "num quiet" }, view.values) : null;
    const orders = view && this.pinned ? this.orders(view.id) : null;
    const command = () => (this.shut(), orders?.());
    const signs = (view?.marks ?? []).map(markPicture).filter(Boolean);
    return h(
      "div",
      { class: "parts" },
      orders ? h("button", { type: "button", class: "alt", id: "dossier-orders", onclick: command }, t("staff_about_unit")) : null,
      values(dossier.values) ?? plain,
      dossier.states.length ? part("state", signs.length ? h("p", { class: "signs" }, signs) : null, list(dossier.states)) : null,
      dossier.abilities.length ? part("abilities", list(dossier.abilities)) : null,
      dossier.can.length ? part("now_it_may", h("ul", { class: "acts" }, dossier.can.map((item) => h("li", {}, sentence(item))))) : null,
      dossier.carries.length ? part("carries", list(dossier.carries)) : null,
      dossier.note ? h("p", { class: "quiet" }, dossier.note) : null,
      h("p", { class: "hint" }, h("kbd", {}, "D"), ` ${t(this.pinned ? "unpin" : "pin")}`, " · ", h("kbd", {}, "K"), ` ${t("key")}`),
    );
  }

  /** Where it makes itself felt, drawn on the map. @param {Wire.Reach[]} ways */
  reach(ways) {
    const { board, pieces, threats } = this;
    const drawn = ways.flatMap((way) => {
      if (way.arcs?.length) return threats.sectors(way.arcs);
      const d = pieces.layers.outline(new Set(way.hexes ?? []), 0);
      return d && !board.inch ? [s("path", { d, class: "range-back" }), s("path", { d, class: "range" })] : [];
    });
    pieces.reach.replaceChildren(...drawn);
  }

  /** Left and right walk through the stack of what is shown. @param {number} step */
  walk(step) {
    const view = this.known.views.get(this.now?.piece);
    const stack = view ? this.pieces.at(view.place) : [];
    if (!view || !this.pinned || stack.length < 2) return false;
    this.show({ piece: stack[(stack.indexOf(view) + step + stack.length) % stack.length].id }, true);
    return true;
  }

  shut() {
    clearTimeout(this.resting);
    if (!this.open) return false;
    this.box.hidden = true;
    this.pinned = false;
    this.wanted = "";
    this.pieces.reach.replaceChildren();
    return true;
  }
}
