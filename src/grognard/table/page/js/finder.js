/** Type a hex or a name: to answer with it, or to look at it. */
import { byId, h, swap } from "./dom.js";
import { small } from "./pieces.js";
import { sentence, t } from "./words.js";

const SHOWN = 8;

function plain(text) {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

export class Finder {
  constructor(table) {
    this.table = table;
    this.box = byId("finder");
  }

  get open() {
    return !this.box.hidden;
  }

  show(typed = "") {
    this.field = h("input", { type: "text", value: typed, "aria-label": t("find"), placeholder: t("find_what"), autocomplete: "off", role: "combobox", "aria-expanded": "true", "aria-controls": "found", oninput: () => this.fill(), onkeydown: (event) => this.key(event) });
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
    const { clicks, views, board } = this.table;
    const wanted = plain(this.field.value);
    if (!wanted) return [];
    const place = (choice) => board.placeOf(choice.action) ?? views.get(choice.action.piece)?.place ?? "";
    const fits = (text) => plain(text).startsWith(wanted) || plain(text).includes(` ${wanted}`) || (wanted.length > 2 && plain(text).includes(wanted));
    const answers = clicks.choices.filter((choice) => plain(place(choice)) === wanted || fits(choice.text));
    const exact = (choice) => Number(plain(place(choice)) === wanted && !choice.action.piece);
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
    const row = ({ text, face, choice }, i) =>
      h(
        "li",
        { role: "option", id: `found-${i}`, "aria-selected": String(i === this.at), class: i === this.at ? "on" : "", onpointerdown: (event) => { event.preventDefault(); this.take(i); } },
        face ? small(face) : h("i", { class: "mini" }),
        h("span", {}, sentence(text)),
        h("small", {}, t(choice ? "answers" : "looks")),
      );
    const nothing = plain(this.field.value) ? h("li", { class: "quiet" }, t("nothing_found")) : null;
    swap(this.list, this.found.length ? this.found.map(row) : nothing);
    this.field.setAttribute("aria-activedescendant", this.found.length ? `found-${this.at}` : "");
  }

  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && this.found.length) this.at = (this.at + step + this.found.length) % this.found.length;
    if (step) this.draw();
    else if (event.key === "Enter") this.take(this.at);
    else if (event.key === "Escape") this.shut();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  take(i) {
    const found = this.found[i];
    if (!found) return;
    this.shut();
    if (found.choice) this.table.choose(found.choice);
    else this.table.cursor.go(found.place);
  }
}
