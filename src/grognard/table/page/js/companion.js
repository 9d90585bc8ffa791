/** The coach in a first battle: he speaks when something comes up for the first time, each thing once, until he is told to say less. */
import { cite } from "./book.js";
import { byId, h, swap, toast } from "./dom.js";
import { remember } from "./net.js";
import { t } from "./words.js";

/** What he has said in this browser, game by game. */
function told(game) {
  try {
    return JSON.parse(localStorage.getItem(`said ${game}`) ?? "[]");
  } catch {
    return [];
  }
}

class Companion {
  constructor(table) {
    this.table = table;
    this.quiet = false;
    this.box = h("section", { id: "remark", class: "remark", role: "region", "aria-live": "polite", "aria-label": t("coach"), hidden: true });
    byId("map").append(this.box);
    const hear = table.live.hear;
    table.live.hear = async (message) => {
      await hear(message);
      if (message.type === "scene") this.listen();
    };
    byId("card").addEventListener("click", () => setTimeout(() => this.listen(), 50));
    byId("card").addEventListener("keyup", () => this.listen());
    document.addEventListener("keydown", (event) => this.key(event), { capture: true });
  }

  /** Enter thanks him, unless something else has the focus that Enter is for. */
  key(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.key !== "Enter" || this.box.hidden || this.table.fight.go || this.table.card.open) return;
    if (target !== document.body && !this.box.contains(target)) return;
    if (target.closest("button, a")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.thank();
  }

  /** When one is asked something and nothing else is open: has he anything to say? */
  async listen() {
    const { scene, table, card, replay } = this.table;
    if (this.quiet || !scene.ask || card.open || replay.on || !table || !this.box.hidden || this.asked === scene.decision) return;
    this.asked = scene.decision;
    const got = await this.table.live.order("remark", { said: told(table.game) }).catch(() => null);
    if (got?.remark && !this.quiet && this.box.hidden) this.speak(got.remark);
  }

  speak(remark) {
    const { game } = this.table.table;
    localStorage.setItem(`said ${game}`, JSON.stringify([...told(game), remark.id]));
    const lesson = this.lessonOf(remark);
    swap(
      this.box,
      h("p", { class: "verdict" }, t("first_time", { title: remark.title })),
      h("p", { class: "says" }, remark.say),
      remark.cite ? h("p", { class: "said-rule" }, cite(remark.cite), h("span", {}, remark.text)) : null,
      h(
        "footer",
        {},
        h("button", { class: "go", type: "button", id: "thanks", onclick: () => this.thank() }, t("thank_you"), h("kbd", { "aria-hidden": "true" }, "Enter")),
        lesson ? h("a", { class: "alt", href: `/learn/${game}/${lesson.id}`, target: "_blank" }, t("the_lesson")) : null,
        h("button", { class: "plain", type: "button", id: "say-less", onclick: () => this.silence() }, t("say_less")),
      ),
    );
    this.box.hidden = false;
  }

  lessonOf(remark) {
    return remark.lesson ? this.table.book.path[remark.lesson - 1] : null;
  }

  thank() {
    this.box.hidden = true;
    this.table.focusQuestion();
  }

  silence() {
    this.quiet = true;
    remember(this.table.match, { coached: false });
    this.thank();
    toast(t("coach_quiet"));
  }
}

/** Go along with a first battle. */
export function accompany(table) {
  table.companion = new Companion(table);
}
