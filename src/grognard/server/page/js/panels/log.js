/** The log: one sentence an event, dice as faces, the rule it follows, its hexes on the map, and how a roll was made. */
import { around, byId, die, h, swap, toTop } from "../shared/dom.js";
import { cite } from "./rulebook.js";
import { sentence, t } from "../shared/texts.js";
import { worked } from "./working.js";

const PLACE = /\b[A-Z]?\d{4}\b|−?\b\d+(\.\d+)?, −?\d+(\.\d+)?\b/g;

/** What a line says whatever the place: steps of one move say the same. @param {Wire.Line | undefined} line */
function sort(line) {
  return line && !line.dice && !line.working && line.hexes?.length ? line.text.replace(PLACE, "#").replace(/\d+(\.\d+)? points?/g, "#") : "";
}

export class Log {
  /** @param {(hexes: string[], jump?: boolean) => void} light @param {Page.Book} book */
  constructor(light, book) {
    this.box = byId("log");
    this.light = light;
    this.book = book;
    /** @type {Wire.Line[]} */
    this.lines = [];
    /** @type {Map<number, string[]>} */
    this.notes = new Map(); // what the table did by itself, by the number of the line it stands after
    this.box.addEventListener("pointerover", (event) => this.point(event));
    this.box.addEventListener("pointerleave", () => this.light([]));
    this.box.addEventListener("focusin", (event) => this.point(event));
    this.box.addEventListener("focusout", () => this.light([]));
    this.box.addEventListener("click", (event) => this.clicked(event));
    this.box.addEventListener("keydown", (event) => this.keyed(event));
  }

  /** Keep the first so many lines and add these; the newest stands on top. @param {number} from @param {Wire.Line[]} lines @param {boolean} fresh */
  update(from, lines, fresh) {
    const first = this.startOf(from);
    this.lines.length = from;
    this.lines.push(...lines);
    for (const after of [...this.notes.keys()]) if (after > from + lines.length) this.notes.delete(after);
    while (Number(this.box.firstElementChild?.getAttribute("data-line") ?? -1) >= first) this.box.firstElementChild?.remove();
    this.box.prepend(...this.drawn(this.lines, first, fresh ? from : Infinity).reverse());
    toTop(this.box);
  }

  /** Where the fold begins that a line belongs to. @param {number} index @returns {number} */
  startOf(index) {
    let at = index;
    while (at > 0 && sort(this.lines[at]) !== "" && sort(this.lines[at]) === sort(this.lines[at - 1])) at -= 1;
    return at > 0 && index === this.lines.length && sort(this.lines[index - 1]) ? this.startOf(index - 1) : at;
  }

  /** The lines from one on, moves folded. @param {Wire.Line[]} lines @param {number} from @param {number} fresh */
  drawn(lines, from, fresh) {
    const made = [];
    for (let i = from; i < lines.length; ) {
      let end = i + 1;
      while (end < lines.length && sort(lines[i]) && sort(lines[end]) === sort(lines[i]) && !this.notes.has(end)) end += 1;
      made.push(end - i > 1 ? this.fold(lines.slice(i, end), i, end > fresh) : this.line(lines[i], i, i >= fresh));
      i = end;
      for (const note of this.notes.get(i) ?? []) made.push(h("p", { class: "note", "data-line": i - 1, tabindex: -1 }, note));
    }
    return made;
  }

  /** The table gave the one possible answer. @param {string} text */
  note(text) {
    const at = this.lines.length;
    this.notes.set(at, [...(this.notes.get(at) ?? []), text]);
    this.box.prepend(h("p", { class: "note new", "data-line": at - 1, tabindex: -1 }, text));
  }

  /** Show other lines for a while: those of a replayed position. @param {Wire.Line[]} lines */
  showOnly(lines) {
    swap(this.box, this.drawn(lines, 0, Infinity).reverse());
  }

  clear() {
    this.lines.length = 0;
    this.notes.clear();
    swap(this.box);
  }

  restore() {
    swap(this.box, this.drawn(this.lines, 0, Infinity).reverse());
  }

  /** Several steps of one move as one line, with the steps inside. @param {Wire.Line[]} lines @param {number} index @param {boolean} fresh */
  fold(lines, index, fresh) {
    const last = lines[lines.length - 1];
    const hexes = [...new Set(lines.flatMap((line) => line.hexes ?? []))];
    const steps = h("ol", { class: "steps", hidden: true }, lines.map((line) => h("li", { "data-hexes": (line.hexes ?? []).join(" ") }, sentence(line.text))));
    return h(
      "div",
      { class: `line folded ${fresh ? "new" : ""}`.trim(), "data-hexes": hexes.join(" "), "data-line": index, tabindex: -1 },
      h("button", { type: "button", class: "unfold", "aria-expanded": "false", "aria-label": t("steps", { n: lines.length }) }),
      h("span", {}, sentence(last.text), " ", h("small", {}, t("steps", { n: lines.length }))),
      " ", cite(last.cite), steps,
    );
  }

  /** @param {Wire.Line} line @param {number} index @param {boolean} fresh */
  line(line, index, fresh) {
    const dice = (line.dice ?? []).map((n) => die(n, t("dice_of", { n })));
    if (fresh) for (const face of dice) face.classList.add("tumble");
    const { text } = line;
    const cut = text.lastIndexOf(": ");
    const told = cut > 0 && text.length - cut < 60 ? [sentence(text.slice(0, cut + 2)), h("b", {}, text.slice(cut + 2))] : [sentence(text)];
    const head = /^turn \d+\b/i.test(text) && !line.dice;
    const more = line.working ? h("button", { type: "button", class: "unfold", "aria-expanded": "false", "aria-label": t("how_rolled") }) : null;
    return h(
      line.working ? "div" : "p",
      { class: `line ${head ? "turn" : ""} ${more ? "folded" : ""} ${fresh ? "new" : ""}`.replace(/ +/g, " ").trim(), "data-hexes": (line.hexes ?? []).join(" "), "data-line": index, tabindex: -1 },
      more, h("span", {}, told), " ", dice, dice.length ? " " : "", head ? null : cite(line.cite),
    );
  }

  /** @param {Event} event */
  point(event) {
    const hexes = around(event.target, "[data-hexes]")?.dataset.hexes;
    this.light(hexes ? hexes.split(" ") : []);
  }

  /** Open or shut what a line holds: the steps of a move, the working of a roll. @param {HTMLElement | SVGElement} line @param {boolean} open */
  unfold(line, open) {
    const button = line.querySelector(".unfold");
    if (!button || (button.getAttribute("aria-expanded") === "true") === open) return false;
    button.setAttribute("aria-expanded", String(open));
    line.classList.toggle("open", open);
    const { working } = this.lines[Number(line.dataset.line)];
    const steps = line.querySelector(".steps");
    if (steps) steps.toggleAttribute("hidden", !open);
    else if (open && working) line.append(worked(working, this.book));
    else line.querySelector(".worked")?.remove();
    return true;
  }

  /** Up and down walk through the lines; right opens one, left shuts it; Enter looks at what it is about. @param {KeyboardEvent} event */
  keyed(event) {
    const line = around(event.target, "[data-line]");
    if (event.key === "Enter" && line && !around(event.target, "button")) {
      event.stopPropagation(); // it confirms no roll
      return this.jump(event);
    }
    if (line && (event.key === "ArrowRight" || event.key === "ArrowLeft")) {
      if (this.unfold(line, event.key === "ArrowRight")) event.preventDefault();
      return undefined;
    }
    const next = event.key === "ArrowDown" ? line?.nextElementSibling : event.key === "ArrowUp" ? line?.previousElementSibling : null;
    const to = next ?? (line ? null : this.box.querySelector("[data-line]"));
    if (!to || !event.key.startsWith("Arrow")) return undefined;
    event.preventDefault();
    /** @type {HTMLElement} */ (to).focus();
    return undefined;
  }

  /** @param {Event} event */
  clicked(event) {
    const line = around(event.target, "[data-line]");
    if (!line || around(event.target, "[data-cite], .worked")) return;
    if (line.querySelector(".unfold")) this.unfold(line, !line.classList.contains("open"));
    this.jump(event);
  }

  /** @param {Event} event */
  jump(event) {
    const hexes = around(event.target, "[data-hexes]")?.dataset.hexes;
    if (hexes) this.light(hexes.split(" "), true);
  }
}

/** Chat beside the log. */
export class Chat {
  /** `called` is how the player of a side is called. @param {(words: string) => void} send @param {(side: string) => string} called */
  constructor(send, called) {
    this.called = called;
    this.box = byId("chat");
    this.said = h("div", { class: "said", "aria-live": "polite", tabindex: 0 });
    const field = h("input", { type: "text", maxlength: 500, "aria-label": t("say"), placeholder: t("say") });
    const form = h("form", {}, field, h("button", { class: "alt", type: "submit" }, t("send")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (field.value.trim()) send(field.value.trim());
      field.value = "";
    });
    swap(this.box, this.said, form);
    this.known = 0;
    this.unread = 0;
  }

  /** New words; those that nobody looks at are counted. @param {Wire.ChatLine[]} lines */
  add(lines) {
    for (const line of lines.filter((item) => item.kind === "say" && item.number > this.known)) {
      this.known = line.number;
      this.unread += this.box.hidden ? 1 : 0;
      this.said.append(h("p", {}, h("b", {}, sentence(line.who.split(" and ").map((side) => this.called(side)).join(", "))), ": ", line.text));
    }
    this.said.scrollTop = this.said.scrollHeight;
  }
}
