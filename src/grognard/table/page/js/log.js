/** The log: one sentence an event, dice as faces, the rule it follows, and its hexes on the map. */
import { byId, die, h, swap } from "./dom.js";
import { cite } from "./book.js";
import { sentence, t } from "./words.js";

export class Log {
  constructor(light) {
    this.box = byId("log");
    this.light = light;
    this.lines = [];
    this.box.addEventListener("pointerover", (event) => this.point(event));
    this.box.addEventListener("pointerleave", () => this.light([]));
    this.box.addEventListener("focusin", (event) => this.point(event));
    this.box.addEventListener("focusout", () => this.light([]));
    this.box.addEventListener("click", (event) => this.jump(event));
    this.box.addEventListener("keydown", (event) => this.keyed(event));
  }

  /** Keep the first so many lines and add these; the newest stands on top. */
  update(from, lines, fresh) {
    this.lines.length = from;
    this.lines.push(...lines);
    while (this.box.childElementCount > from) this.box.firstElementChild.remove();
    const added = lines.map((line, i) => this.line(line, from + i, fresh));
    this.box.prepend(...added.reverse());
    this.box.scrollTop = 0;
  }

  /** Show other lines for a while: those of a replayed position. */
  showOnly(lines) {
    swap(this.box, lines.map((line, i) => this.line(line, i, false)).reverse());
  }

  restore() {
    swap(this.box, this.lines.map((line, i) => this.line(line, i, false)).reverse());
  }

  line(line, index, fresh) {
    const dice = (line.dice ?? []).map((n) => die(n, t("dice_of", { n })));
    if (fresh) for (const face of dice) face.classList.add("tumble");
    const cut = line.text.lastIndexOf(": ");
    const told = cut > 0 && line.text.length - cut < 60
      ? [sentence(line.text.slice(0, cut + 2)), h("b", {}, line.text.slice(cut + 2))]
      : [sentence(line.text)];
    const head = /^turn \d+$/i.test(line.text);
    return h(
      "p",
      { class: `${head ? "turn" : ""} ${fresh ? "new" : ""}`.trim(), "data-hexes": (line.hexes ?? []).join(" "), "data-line": index, tabindex: -1 },
      told, " ", dice, dice.length ? " " : "", head ? null : cite(line.cite),
    );
  }

  point(event) {
    const hexes = event.target.closest("[data-hexes]")?.dataset.hexes;
    this.light(hexes ? hexes.split(" ") : []);
  }

  /** Up and down walk through the lines; Enter looks at what a line is about. */
  keyed(event) {
    const line = event.target.closest("[data-line]");
    if (event.key === "Enter" && line) {
      event.stopPropagation(); // it confirms no roll
      return this.jump(event);
    }
    const next = { ArrowDown: line?.nextElementSibling, ArrowUp: line?.previousElementSibling }[event.key];
    const to = next ?? (line ? null : this.box.querySelector("[data-line]"));
    if (!to || !event.key.startsWith("Arrow")) return;
    event.preventDefault();
    to.focus();
  }

  jump(event) {
    if (event.target.closest("[data-cite]")) return;
    const hexes = event.target.closest("[data-hexes]")?.dataset.hexes;
    if (hexes) this.light(hexes.split(" "), true);
  }
}

/** Chat beside the log. */
export class Chat {
  constructor(send) {
    this.box = byId("chat");
    this.said = h("div", { class: "said", "aria-live": "polite" });
    const field = h("input", { type: "text", maxlength: 500, "aria-label": t("say"), placeholder: t("say") });
    const form = h("form", {}, field, h("button", { class: "alt", type: "submit" }, t("send")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (field.value.trim()) send(field.value.trim());
      field.value = "";
    });
    swap(this.box, this.said, form);
    this.known = 0;
  }

  add(lines) {
    for (const line of lines.filter((item) => item.kind === "say" && item.number > this.known)) {
      this.known = line.number;
      this.said.append(h("p", {}, h("b", {}, sentence(line.who)), ": ", line.text));
    }
    this.said.scrollTop = this.said.scrollHeight;
  }
}
