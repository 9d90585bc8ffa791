/** Type a hex or a name: to answer with it, or to look at it. */
import { byId, h, swap } from "../shared/dom.js";
import { small } from "../map/pieces.js";
import { sentence, t } from "../shared/texts.js";

const SHOWN = 8;

/** @param {string} text */
function plain(text) {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

export class Finder {
  /** @param {Page.Known} known @param {Page.Board} board @param {(choice: Wire.Choice) => unknown} choose @param {(place: string) => void} go */
  constructor(known, board, choose, go) {
    this.known = known;
    this.board = board;
    this.choose = choose;
    this.go = go;
    this.box = byId("finder");
    this.field = h("input");
    this.list = h("ul");
    /** @type {Page.Finding[]} */
    this.found = [];
    this.at = 0;
  }

  get open() {
    return !this.box.hidden;
  }

  show(typed = "") {
    this.field = h("input", { type: "text", value: typed, "aria-label": t("find"), placeholder: t("find_what"), autocomplete: "off", role: "combobox", "aria-expanded": "true", "aria-controls": "found", oninput: () => this.fill(), onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event) });
    this.list = h("ul", { id: "found", role: "listbox", "aria-label": t("find") });
    swap(this.box, this.field, this.list);
    this.box.hidden = false;
    this.field.focus();
    this.fill();
  }

  shut() {
    if (!this.open) return false;
    this.box.hidden = true;
    swap(this.box);
    byId("view").focus();
    return true;
  }

  /** What fits: answers first, then pieces, then the hex itself. */
  matches() {
    const { board } = this;
    const { choices, views } = this.known;
    const wanted = plain(this.field.value);
    if (!wanted) return [];
    const place = (/** @type {Wire.Choice} */ choice) => board.placeOf(choice.action) ?? views.get(choice.action.piece)?.place ?? "";
    const fits = (/** @type {string} */ text) => plain(text).startsWith(wanted) || plain(text).includes(` ${wanted}`) || (wanted.length > 2 && plain(text).includes(wanted));
    const answers = choices.filter((choice) => plain(place(choice)) === wanted || fits(choice.text));
    const exact = (/** @type {Wire.Choice} */ choice) => Number(plain(place(choice)) === wanted && !choice.action.piece);
    const found = answers.sort((a, b) => exact(b) - exact(a)).map((choice) => ({ choice, text: choice.text, face: views.get(choice.action.piece)?.face ?? choice.face }));
    const named = [...views.values()].filter((view) => !view.hidden && board.centre(view.place) && fits(view.name) && !answers.some((choice) => choice.action.piece === view.id));
    const looks = named.map((view) => ({ place: view.place, text: `${view.name}, ${view.place}`, face: view.face }));
    const hexes = Object.keys(board.hexes).filter((hex) => plain(hex) === wanted).map((hex) => ({ place: hex, text: t("look_at", { place: hex }) }));
    return [...found, ...looks, ...hexes].slice(0, SHOWN);
  }

  fill() {
    this.found = this.matches();
    this.at = 0;
    this.draw();
  }

  draw() {
    const row = (/** @type {Page.Finding} */ { text, face, choice }, /** @type {number} */ i) =>
      h(
        "li",
        { role: "option", id: `found-${i}`, "aria-selected": String(i === this.at), class: i === this.at ? "on" : "", onpointerdown: (/** @type {KeyboardEvent} */ event) => { event.preventDefault(); this.take(i); } },
        face ? small(face) : h("i", { class: "mini" }),
        h("span", {}, sentence(text)),
        h("small", {}, t(choice ? "answers" : "looks")),
      );
    const nothing = plain(this.field.value) ? h("li", { class: "quiet" }, t("nothing_found")) : null;
    swap(this.list, this.found.length ? this.found.map(row) : nothing);
    this.field.setAttribute("aria-activedescendant", this.found.length ? `found-${this.at}` : "");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step && this.found.length) this.at = (this.at + step + this.found.length) % this.found.length;
    if (step) this.draw();
    else if (event.key === "Enter") this.take(this.at);
    else if (event.key === "Escape") this.shut();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} i */
  take(i) {
    const found = this.found[i];
    if (!found) return;
    this.shut();
    if (found.choice) this.choose(found.choice);
    else if (found.place) this.go(found.place);
  }
}
