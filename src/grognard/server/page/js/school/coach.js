/** The coach in a first battle: he speaks when something comes up for the first time, each thing once, until he is told to say less. */
import { cite } from "../panels/rulebook.js";
import { byId, focusQuestion, h, swap, toast } from "../shared/dom.js";
import { recall } from "../shared/json.js";
import { remember } from "../shared/net.js";
import { t } from "../shared/texts.js";

/** What he has said in this browser, game by game. @param {string} game @returns {string[]} */
function told(game) {
  return recall(`said ${game}`, []);
}

export class Companion {
  /** @param {Page.Company} parts */
  constructor({ known, live, book, card, fight, look }) {
    this.look = look;
    this.known = known;
    this.live = live;
    this.book = book;
    this.card = card;
    this.fight = fight;
    this.quiet = false;
    this.asked = -1; // the decision at which he was asked last
    this.box = h("section", { id: "remark", class: "remark", "aria-live": "polite", "aria-label": t("coach"), hidden: true });
    byId("map").append(this.box);
    const hear = live.hear;
    live.hear = async (message) => {
      await hear(message);
      if (message.type === "scene") this.listen();
    };
    new MutationObserver(() => this.listen()).observe(card.box, { attributes: true, attributeFilter: ["hidden"] });
    document.addEventListener("keydown", (event) => this.key(event), { capture: true });
  }

  /** Enter thanks him, unless something else has the focus that Enter is for. @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.key !== "Enter" || this.box.hidden || this.fight.go || this.card.open || target.closest("button, a, input, #view")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.thank();
  }

  /** When one is asked something and nothing else is open: has he anything to say? */
  async listen() {
    const { scene, about, met, replaying } = this.known;
    if (this.quiet || !met || !scene.ask || this.card.open || replaying || !this.box.hidden || this.asked === scene.decision) return;
    this.asked = scene.decision;
    const got = await this.live.order("remark", { said: told(about.game) }).catch(() => null);
    if (got?.remark && !this.quiet && this.box.hidden) this.speak(got.remark);
  }

  /** @param {Wire.RemarkTold} remark */
  speak(remark) {
    const { game } = this.known.about;
    localStorage.setItem(`said ${game}`, JSON.stringify([...told(game), remark.id]));
    const lesson = remark.lesson ? this.book.path[remark.lesson - 1] : null;
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
    this.look();
  }

  thank() {
    this.box.hidden = true;
    focusQuestion();
  }

  silence() {
    this.quiet = true;
    remember(this.known.match, { coached: false });
    this.thank();
    toast(t("coach_quiet"));
  }
}
