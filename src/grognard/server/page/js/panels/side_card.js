/** A card over the left of the map (on a phone: a sheet): the briefing, and the end. The map stays in sight beside it. */
import { around, byId, h, isWide, swap } from "../shared/dom.js";

const WIDE = 580, EDGE = 20;

export class Card {
  /** @param {Page.Board} board */
  constructor(board) {
    this.board = board;
    this.box = byId("card");
    this.leave = () => {};
    this.box.addEventListener("keydown", (event) => this.keyed(event));
  }

  get open() {
    return !this.box.hidden;
  }

  /** Show a card; `leave` is what Esc and the close button do. @param {Page.CardParts} parts */
  show({ kind, name, head, body, foot, leave, look }) {
    this.leave = leave;
    this.back = document.activeElement;
    this.box.className = `sheetcard ${kind}`;
    this.box.setAttribute("aria-label", name);
    swap(this.box, h("header", {}, head), h("div", { class: "scroll", tabindex: 0 }, body), h("footer", {}, foot));
    this.box.hidden = false;
    document.body.classList.add("carded");
    this.board.measure();
    this.board.cover(isWide() ? { left: WIDE + EDGE } : {});
    look();
    /** @type {HTMLElement} */ (this.box.querySelector("h2")).focus();
  }

  /** No key reaches the table while a card is read. @param {KeyboardEvent} event */
  keyed(event) {
    event.stopPropagation();
    if (event.key === "Escape") this.leave();
    if (event.key === "Enter" && !around(event.target, "button, a")) /** @type {HTMLElement} */ (this.box.querySelector(".go"))?.click();
  }

  shut() {
    if (!this.open) return false;
    this.box.hidden = true;
    swap(this.box);
    document.body.classList.remove("carded");
    this.board.measure();
    this.board.cover();
    this.board.move(this.board.x, this.board.y);
    return true;
  }
}
