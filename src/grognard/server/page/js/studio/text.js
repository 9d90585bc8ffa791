/** The text of the file beside the map, both ways live. */
import { byId, h, icon, swap } from "../shared/dom.js";
import { t } from "../shared/texts.js";

const PAUSE = 350; // milliseconds after the last letter

export class TextPane {
  box = byId("text");
  /** @type {number | undefined} */
  waiting = undefined;

  /** @param {Page.StudioWork} work @param {() => void} turned told when it is opened or closed */
  constructor(work, turned) {
    this.work = work;
    this.turned = turned;
    this.field = h("textarea", { spellcheck: false, "aria-label": t("studio_text"), id: "toml", oninput: () => this.typed() });
  }

  get shown() {
    return !this.box.hidden;
  }

  toggle(show = !this.shown) {
    this.box.hidden = !show;
    if (show) {
      const close = h("button", { class: "round", type: "button", "aria-label": t("close"), onclick: () => this.toggle(false) }, icon("close"));
      swap(this.box, h("header", {}, h("b", {}, t("studio_text")), close), this.field);
      this.field.focus();
    }
    this.turned();
  }

  /** @param {string} text */
  draw(text) {
    if (document.activeElement !== this.field || !this.waiting) this.set(text);
  }

  /** @param {string} text */
  set(text) {
    if (this.field.value === text) return;
    const { selectionStart, selectionEnd, scrollTop } = this.field;
    this.field.value = text;
    this.field.setSelectionRange(selectionStart, selectionEnd);
    this.field.scrollTop = scrollTop;
  }

  typed() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      this.waiting = undefined;
      this.work.replace(this.field.value);
    }, PAUSE);
  }

  /** Open it at a line. @param {number} line */
  show(line) {
    this.toggle(true);
    const rows = this.field.value.split("\n");
    const from = rows.slice(0, line - 1).reduce((sum, row) => sum + row.length + 1, 0);
    this.field.focus();
    this.field.setSelectionRange(from, from + (rows[line - 1]?.length ?? 0));
    this.field.scrollTop = Math.max(0, (line - 6) * 20);
  }
}
