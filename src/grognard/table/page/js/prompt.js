/** The question and its choices: as a list for eyes, keys and screen readers; the same choices glow on the map. */
import { byId, h, idle, swap } from "./dom.js";
import { cite } from "./book.js";
import { DULL, percent } from "./fight.js";
import { small } from "./pieces.js";
import { sentence, t, title } from "./words.js";

const AT_ONCE = 12; // rows that get their counter at once; the others, mostly out of sight, when there is time

/** Is a choice only a place on the map? */
function isPlace(choice) {
  const { hex, x, piece } = choice.action;
  return (hex !== undefined || x !== undefined) && piece === undefined && !choice.rolls;
}

export class Prompt {
  constructor(choose, hover) {
    this.box = byId("prompt");
    this.choose = choose;
    this.hover = hover;
    this.choices = [];
  }

  /** Show what is asked of this seat. */
  ask(ask, eyebrow, pieces, armed, hint, odds, warning = (/** @type {any} */ _choice) => "") {
    this.choices = ask.choices;
    let number = 0;
    const late = [];
    const icon = (face, i) => {
      if (i < AT_ONCE) return small(face);
      const place = h("i", { class: "mini" });
      late.push(() => place.replaceWith(small(face)));
      return place;
    };
    const button = (choice, i) => {
      const key = number < 9 ? String(++number) : "";
      const view = choice.action.piece ? pieces.get(choice.action.piece) : null;
      const classes = ["choice", choice === armed ? "on" : "", hint && same(choice.action, hint.action) ? "hinted-choice" : ""];
      return h(
        "button",
        {
          class: classes.join(" ").trim(),
          type: "button",
          "data-choice": ask.choices.indexOf(choice),
          title: warning(choice) || null,
          onclick: () => this.choose(choice),
          onpointerenter: () => this.hover(choice),
          onpointerleave: () => this.hover(null),
          onfocus: () => this.hover(choice),
          onblur: () => this.hover(null),
        },
        view ? icon(view.face, i) : null,
        h("span", {}, sentence(choice.text), warning(choice) ? h("span", { class: "for-ears" }, `. ${warning(choice)}`) : null),
        choice.label ? h("span", { class: "num" }, choice.label) : odds?.has(choice) ? h("span", { class: "num" }, odds.get(choice)) : null,
        key ? h("kbd", {}, key) : null,
      );
    };
    const rows = ask.choices.filter((choice) => !isPlace(choice));
    const places = ask.choices.filter(isPlace);
    swap(
      this.box,
      h("div", { class: "eyebrow" }, h("span", {}, eyebrow), cite(ask.cite)),
      h("div", { class: "ask", id: "ask" }, ask.prompt),
      hint ? h("p", { class: "why" }, h("b", {}, t("hint_is", { text: hint.text })), " ", hint.why ? sentence(hint.why) : "", hint.expects ? h("small", {}, hint.expects) : null) : null,
      h(
        "ul",
        { class: "choices", "aria-label": t("choices") },
        places.length ? h("li", { class: "chips" }, places.map(button)) : null,
        rows.map((choice, i) => h("li", {}, button(choice, i))),
      ),
    );
    this.order = [...places, ...rows];
    if (late.length) idle(() => late.forEach((draw) => draw()));
  }

  /** The choice behind a number key. */
  numbered(n) {
    return this.order?.[n - 1];
  }

  wait(sides, watching, pace) {
    this.choices = [];
    this.order = [];
    swap(
      this.box,
      h("div", { class: "wait" }, h("i", { "aria-hidden": "true" }), h("span", {}, t("waiting_for", { side: sides.map(title).join(", ") }))),
      watching ? h("p", { class: "quiet" }, t("watching")) : null,
      pace ? h("div", { class: "menu-list" }, pace) : null,
    );
  }

  over(result, mine, buttons) {
    this.choices = [];
    this.order = [];
    const won = result.winners.some((side) => mine.includes(side));
    const head = result.winners.length
      ? t("won", { sides: result.winners.map(title).join(", ") })
      : mine.length ? t("lost") : t("nobody_won");
    swap(
      this.box,
      h(
        "div",
        { class: "over" },
        h("div", { class: "eyebrow" }, h("span", {}, t("draw")), cite(result.cite)),
        h("h2", {}, won && mine.length ? head : head),
        h("p", {}, sentence(result.reason), result.level ? ` (${result.level})` : ""),
        h("div", { class: "buttons" }, buttons),
      ),
    );
  }
}

/** Two actions are the same if all their fields are. */
export function same(a, b) {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => JSON.stringify(a[key]) === JSON.stringify(b[key]));
}

/** The headline of some odds: the best result that is not nothing. */
export function headline(odds) {
  const best = [...odds.chances].filter((c) => !DULL.test(c.name)).sort((a, b) => b.chance - a.chance)[0];
  return best && best.name.length <= 10 ? `${percent(best.chance)} ${best.name.toLowerCase()}` : "";
}
