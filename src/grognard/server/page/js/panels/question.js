/** The question and its choices: as a list for eyes, keys and screen readers; the same choices glow on the map. */
import { byId, h, icon, swap } from "../shared/dom.js";
import { cite } from "./rulebook.js";
import { verdict } from "./ending.js";
import { small } from "../map/pieces.js";
import { same } from "../shared/same_action.js";
import { whole } from "../shared/results.js";
import { Digits, pinnedKey } from "./answer_keys.js";
import { groupsOf } from "./answer_groups.js";
import { percent, sentence, t } from "../shared/texts.js";

const TENTHS = 10; // of a degree in a facing
const AT_ONCE = 9; // rows that get their counter at once; the others when they come into sight
/** @type {WeakMap<Element, string>} */
const waiting = new WeakMap(); // the faces of rows that nobody has seen
const inSight = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    inSight.unobserve(target);
    target.replaceWith(small(waiting.get(target) ?? ""));
  }
});
const SHORT = 14; // letters of a result that stands beside its chance
const COUNTERS = 4; // that are shown beside a question
const CHIPS = 12; // places listed as chips; more of them only when they are asked for

/** Is a choice only a place on the map? @param {Wire.Choice} choice */
function isPlace(choice) {
  const { hex, x, piece } = choice.action;
  return (hex !== undefined || x !== undefined) && piece === undefined && !choice.rolls;
}

/** The chances of a row as a bar: solid, slanted, upright, the harder the darker. @param {number[]} spread */
function bar(spread) {
  const part = (/** @type {number} */ chance, /** @type {number} */ level) => {
    const piece = h("i", { class: `r${level}` });
    piece.style.width = `${(chance * 100).toFixed(1)}%`;
    return chance > 0 ? piece : null;
  };
  return h("span", { class: "stackbar", "aria-hidden": "true" }, part(spread[0], 3), part(spread[1], 2), part(spread[2], 1));
}

const LEAST = 0.005; // a chance that has changed by less has not changed
const RIVALS = 2; // answers that must be better or worse than giving nothing, to be compared with it

/** The result if nothing is spent: the button that passes, where its roll is shown beside those of other answers. @param {Wire.Choice[]} choices @param {Map<Wire.Choice, Wire.Outlook>} odds */
function nothingSpent(choices, odds) {
  const shown = choices.filter((choice) => odds?.has(choice));
  const passes = shown.filter(({ action }) => action.type === "Press");
  const last = passes.at(-1);
  return last && shown.length - passes.length >= RIVALS ? odds.get(last) ?? null : null;
}

/** What an answer buys beside spending nothing, in words. @param {Wire.Outlook} look @param {Wire.Outlook} base */
function bought(look, base) {
  const more = (/** @type {string} */ name, /** @type {number} */ by) => (Math.abs(by) < LEAST ? [] : [`${name} ${by > 0 ? "+" : "−"}${percent(Math.abs(by))}`]);
  const hardest = look.best ? more(look.best.name.toLowerCase(), look.best.chance - (base.best?.name === look.best.name ? base.best.chance : 0)) : [];
  const told = [...more(look.wanted, look.chance - base.chance), ...hardest];
  return told.length ? t("buys", { what: told.join(", ") }) : t(look === base ? "" : "buys_nothing");
}

/**
 * @typedef {[Wire.Choice, number]} Row
 * @typedef {{ ask: Wire.Question, pieces: Page.Views, armed: Wire.Choice | null, hint: Wire.HintTold | null, wanted: Wire.Act[], odds: Map<Wire.Choice, Wire.Outlook>, warning: (choice: Wire.Choice) => string }} Look
 */

export class Prompt {
  /** @param {(choice: Wire.Choice) => unknown} choose @param {(choice: Wire.Choice | null) => void} hover @param {() => unknown} arrange @param {() => unknown} follow @param {(choices: Wire.Choice[]) => void} lightAll @param {(place: string) => boolean} placed */
  constructor(choose, hover, arrange, follow, lightAll, placed) {
    this.placed = placed;
    this.lightAll = lightAll;
    this.box = byId("prompt");
    this.choose = choose;
    this.hover = hover;
    this.arrange = arrange;
    this.follow = follow; // do what the hint says
    /** @type {Wire.Choice[]} */
    this.choices = [];
    /** @type {(Wire.Choice | undefined)[]} */
    this.order = []; // as the keys count them
    this.digits = new Digits();
    /** @type {Map<string, Wire.Choice>} */
    this.pinned = new Map(); // those that end or pass something, by their keys
    this.opened = ""; // the group whose answers are listed
    this.listed = false;
    /** @type {Wire.Question | null} */
    this.asked = null;
    this.icons = 0; // drawn so far
    /** @type {(() => unknown)[]} */
    this.heads = []; // what the number keys do while groups are listed
    this.mapped = false; // is the map drawn?
    this.numbers = true;
    this.look = /** @type {Look} */ ({});
    /** @type {Wire.Outlook | null} */
    this.base = null; // what comes of spending nothing
    this.again = () => {};
    this.box.addEventListener("keydown", (event) => this.walk(event));
  }

  /** Show what is asked of this seat. @param {Page.Known} known @param {string} eyebrow @param {(choice: Wire.Choice) => string} warning @param {Page.Inside} ways */
  ask(known, eyebrow, warning, ways) {
    const { views: pieces, armed, hinted: hint, wanted, odds } = known;
    const { ask } = known.scene;
    if (!ask) return;
    if (this.asked !== ask) this.listed = false;
    this.asked = ask;
    this.choices = ask.choices;
    this.again = () => this.ask(known, eyebrow, warning, ways);
    this.icons = 0;
    this.heads = [];
    this.look = { ask, pieces, armed, hint, wanted, odds, warning };
    this.base = nothingSpent(ask.choices, odds);
    const places = ask.choices.filter(isPlace);
    this.pin(ask.choices.filter((choice) => !isPlace(choice)));
    const pinned = [...this.pinned.values()];
    const groups = groupsOf(this.merged(ask.choices.filter((choice) => !isPlace(choice) && !pinned.includes(choice))), pieces, odds);
    const points = places.some(({ action }) => action.x !== undefined); // of a table: their figures say nothing
    const shown = (places.length <= CHIPS && !points) || this.listed;
    this.numbers = !known.awaitsOdds; // a key that is shown keeps its row
    const folded = groups.some(({ folds }) => folds);
    const listed = [...(shown && !folded ? places : []), ...groups.flatMap(({ rows, folds }) => (folds ? [] : rows.map(([choice]) => choice)))];
    this.order = this.digits.give(ask, listed, folded ? groups.filter(({ folds }) => folds).length : 0);
    const kept = this.box.contains(document.activeElement);
    swap(
      this.box,
      h("div", { class: "eyebrow" }, h("span", {}, eyebrow), cite(ask.cite)),
      h("h2", { class: "ask", id: "ask", tabindex: -1 }, ask.prompt),
      this.counters(ask),
      hint ? this.advice(hint) : null,
      this.wanted(odds),
      ways,
      h(
        "ul",
        { class: "choices", "aria-label": t("choices") },
        known.setsUp ? h("li", {}, h("button", { class: "choice", type: "button", id: "arrange", onclick: () => this.arrange() }, h("span", { class: "who" }, t("arrange"), h("small", {}, t("arrange_about"))), h("kbd", { "aria-hidden": "true" }, "S"))) : null,
        places.length ? h("li", { class: "chips" }, shown ? places.map((choice) => this.button(choice)) : this.summary(places)) : null,
        groups.map((group) => (group.folds ? this.folded(group) : [group.name ? h("li", { class: "group" }, t(group.name)) : null, group.rows.map(([choice, n]) => h("li", {}, this.button(choice, n)))])),
        this.facing(ask),
        this.beyond(ask),
      ),
      pinned.length ? h("ul", { class: "choices pinned", "aria-label": t("ends") }, [...this.pinned].map(([key, choice]) => h("li", {}, this.button(choice, 1, key)))) : null,
    );
    if (kept) byId("ask").focus({ preventScroll: true });
  }

  /** A hint: what to do part by part, why, what it promises, and a button that does it. @param {Wire.HintTold} hint */
  advice(hint) {
    const parts = [...new Set(hint.steps)].map((text, i) => h("li", i ? {} : { "aria-current": "step" }, sentence(text)));
    return h(
      "div",
      { class: "why", role: "group", "aria-label": t("hint") },
      h("ol", { class: parts.length > 1 ? "parts" : "parts alone" }, parts),
      hint.why ? h("p", {}, sentence(hint.why)) : null,
      hint.expects ? h("small", {}, hint.expects) : null,
      h("button", { class: "alt", type: "button", id: "take-hint", onclick: () => this.follow() }, t("take_hint")),
    );
  }

  /** The counters that are to be placed: nobody sees them on the map yet. @param {Wire.Question} ask */
  counters(ask) {
    const waits = ask.subject.flatMap((id) => this.look.pieces.get(id) ?? []).filter((view) => !this.placed(view.place));
    if (!waits.length) return null;
    return h("p", { class: "to-place" }, waits.slice(0, COUNTERS).map((view) => h("span", {}, small(view.face), h("small", {}, [view.name, view.values].filter(Boolean).join(" ")))));
  }

  /** What the figures in the rows are the chance of. @param {Map<Wire.Choice, Wire.Outlook>} odds */
  wanted(odds) {
    const words = [...new Set([...(odds?.values() ?? [])].filter((look) => look.chance > 0).map((look) => look.wanted))];
    return words.length === 1 ? h("p", { class: "sortline" }, t("chance_of"), " ", h("b", {}, words[0])) : null;
  }

  /** Answers that end or pass something stand below the list; each has a key that is always the same. @param {Wire.Choice[]} choices */
  pin(choices) {
    this.pinned = new Map();
    if (choices.length < 2) return;
    for (const choice of choices) {
      const first = pinnedKey(choice);
      const key = first === "p" && this.pinned.has(first) ? "x" : first; // to pass for now, or for good
      if (key && !this.pinned.has(key)) this.pinned.set(key, choice);
    }
    if (this.pinned.size === choices.length) this.pinned = new Map();
  }

  /** A group as one row; opened, its counters stand below with their places. @param {import("./answer_groups.js").Group} group */
  folded({ name, rows }) {
    const { pieces } = this.look;
    const open = this.opened === name;
    const flip = () => {
      this.opened = open ? "" : name;
      this.again();
      const head = this.box.querySelector(`[data-group="${CSS.escape(name)}"]`);
      /** @type {HTMLElement | null | undefined} */ (open ? head : head?.parentElement?.querySelector("[data-choice]"))?.focus();
    };
    const digit = this.heads.push(flip);
    const face = pieces.get(rows[0][0].action.piece)?.face ?? rows[0][0].face;
    const count = rows.reduce((sum, [, n]) => sum + n, 0);
    const at = [...new Set(rows.map(([{ action }]) => pieces.get(action.piece)?.place ?? ""))].filter((place) => place && !place.includes(",")).slice(0, 4).join(" · ");
    const light = (/** @type {boolean} */ on) => this.lightAll(on ? rows.map(([choice]) => choice) : []);
    const head = h("button", { class: "choice head", type: "button", "data-group": name, "aria-expanded": String(open), onclick: flip, onpointerenter: () => light(true), onpointerleave: () => light(false) }, face ? this.icon(face) : null, h("span", { class: "who" }, t(name), at && !open ? h("small", {}, at) : null), h("b", { class: "num" }, String(count)), digit <= 9 ? h("kbd", { "aria-hidden": "true" }, String(digit)) : null);
    return h("li", { class: "group-of" }, head, open ? h("div", { class: "members" }, rows.map(([choice, n]) => this.button(choice, n))) : null);
  }

  /** Choices about pieces that nobody could tell apart, as one row with their number. @param {Wire.Choice[]} choices */
  merged(choices) {
    const { pieces } = this.look;
    /** @type {Map<string | Wire.Choice, Row>} */
    const rows = new Map();
    for (const choice of choices) {
      const view = pieces.get(choice.action.piece);
      const key = view ? [choice.text, choice.action.type, view.face, view.place, (view.marks ?? []).join(), view.note].join("|") : choice;
      const [first, n] = rows.get(key) ?? [choice, 0];
      rows.set(key, [first, n + 1]);
    }
    return [...rows.values()];
  }

  /** @param {Wire.Choice[]} places */
  summary(places) {
    const list = () => {
      this.listed = true;
      this.again();
      /** @type {HTMLElement} */ (this.box.querySelector(".chips .choice")).focus();
    };
    return h("p", { class: "on-map" }, h("span", {}, t("places_on_map", { n: places.length })), " ", h("kbd", { "aria-hidden": "true" }, "G"), h("button", { class: "cite", type: "button", onclick: list }, t("list_them")));
  }

  /** @param {string} face */
  icon(face) {
    if (this.mapped && this.icons++ < AT_ONCE) return small(face);
    const place = h("i", { class: "mini" });
    waiting.set(place, face);
    if (this.mapped) inSight.observe(place);
    return place;
  }

  /** The map is drawn, which is waited for: now the rows get their counters. */
  fillUp() {
    this.mapped = true;
    for (const place of this.box.querySelectorAll("i.mini")) inSight.observe(place);
  }

  /** @param {Wire.Choice} choice */
  button(choice, n = 1, pinned = "") {
    const { ask, pieces, armed, hint, odds, warning } = this.look;
    const digit = this.order.indexOf(choice) + 1;
    const key = !this.numbers ? "" : pinned ? pinned.toUpperCase() : digit > 0 && digit <= 9 ? String(digit) : "";
    const view = choice.action.piece ? pieces.get(choice.action.piece) : null;
    const face = view?.face ?? choice.face;
    const look = odds?.get(choice);
    const classes = ["choice", look ? "odds-row" : "", look?.chance === 0 ? "dull" : "", choice === armed ? "on" : "", hint && same(choice.action, hint.action) ? "hinted-choice" : "", this.isAskedFor(choice) ? "wanted" : ""];
    const figure = choice.label ?? "";
    return h(
      "button",
      {
        class: classes.filter(Boolean).join(" "),
        type: "button",
        "data-choice": ask.choices.indexOf(choice),
        "data-about": view?.id ?? null,
        "data-face": view ? null : choice.face ?? null,
        title: warning(choice) || null,
        onclick: () => this.choose(choice),
        onpointerenter: () => this.hover(choice),
        onpointerleave: () => this.hover(null),
        onfocus: () => this.hover(choice),
        onblur: () => this.hover(null),
      },
      face ? this.icon(face) : null,
      h("span", { class: "who" }, sentence(choice.text), n > 1 ? h("b", { class: "times" }, ` ×${n}`) : null, this.small(choice, look), warning(choice) ? h("span", { class: "for-ears" }, `. ${warning(choice)}`) : null),
      look ? h("span", { class: "num pc" }, look.says, look.best && look.best.name.length <= SHORT ? h("small", {}, `${look.best.name.toLowerCase()} ${look.best.says}`) : null) : figure ? h("span", { class: "num" }, figure) : null,
      key ? h("kbd", { "aria-hidden": "true" }, key) : null,
      look ? bar(look.spread) : null,
    );
  }

  /** Does a coach ask for this, and is it nothing that he can light on the map? @param {Wire.Choice} choice */
  isAskedFor({ action }) {
    return action.hex === undefined && action.x === undefined && this.look.wanted.some((wish) => same(wish, action));
  }

  /** Where a unit may turn as it likes: any facing, in degrees from the top of the table. @param {Wire.Question} ask */
  facing(ask) {
    const like = ask.open && ask.choices.find(({ action }) => action.facing !== undefined)?.action;
    if (!like) return null;
    const field = h("input", { type: "number", name: "facing", min: "0", max: "359", step: "1", required: true, "aria-label": t("degrees") });
    const turn = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.choose({ action: { ...like, facing: Math.round(field.valueAsNumber * TENTHS) }, text: t("face_to", { n: field.value }) });
    };
    return h("li", {}, h("form", { class: "choice facing", onsubmit: turn }, h("span", { class: "who" }, t("face_any"), h("small", {}, t("face_about"))), field, h("button", { class: "alt", type: "submit" }, t("turn_it"))));
  }

  /** What is not available now, and why. @param {Wire.Question} ask */
  beyond(ask) {
    if (!ask.beyond.length) return null;
    const row = (/** @type {Wire.Beyond} */ { text, face, cite: rule, why }) => h("li", {}, h("div", { class: "choice dull", "data-face": face }, this.icon(face), h("span", { class: "who" }, sentence(text), h("small", {}, why, " ", cite(rule)))));
    return [h("li", { class: "group" }, t("not_now")), ask.beyond.map(row)];
  }

  /** A second line: what else there is to say. @param {Wire.Choice} choice @param {Wire.Outlook | undefined} look */
  small(choice, look) {
    if (choice.left) return h("small", {}, t("n_left", { n: choice.left }));
    if (look && this.base && choice.action.type !== "Press") return h("small", {}, bought(look, this.base));
    return look?.why ? h("small", {}, look.why) : null;
  }

  /** Up and down walk through the choices. @param {KeyboardEvent} event */
  walk(event) {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (!step) return;
    const rows = /** @type {HTMLElement[]} */ ([...this.box.querySelectorAll("[data-choice]")]);
    const at = rows.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    (rows[at < 0 && step < 0 ? rows.length - 1 : at + step] ?? rows[step > 0 ? 0 : rows.length - 1])?.focus();
    event.preventDefault();
  }

  /** The choice behind a number key; a group opens. @param {number} n */
  numbered(n) {
    if (this.numbers && this.heads.length) this.heads[n - 1]?.();
    return this.numbers ? this.order[n - 1] : undefined;
  }

  /** The choice that ends or passes something, by its key. @param {string} key */
  ending(key) {
    return this.numbers ? this.pinned.get(key.toLowerCase()) : undefined;
  }

  /** Nobody here is asked now. @param {string[]} sides @param {boolean} watching @param {Page.Inside} pace @param {Page.Inside} invites */
  wait(sides, watching, pace, invites) {
    this.choices = [];
    this.order = [];
    this.heads = [];
    this.pinned = new Map();
    swap(
      this.box,
      h("div", { class: "wait" }, h("i", { "aria-hidden": "true" }), h("span", {}, t("waiting_for", { people: sides.join(", ") }))),
      watching ? h("p", { class: "quiet" }, t("watching")) : null,
      invites,
      pace ? h("div", { class: "menu-list" }, pace) : null,
    );
  }

  /** @param {Wire.Result} result @param {string[]} mine @param {Page.Inside} buttons */
  over(result, mine, buttons) {
    this.choices = [];
    this.order = [];
    this.heads = [];
    this.pinned = new Map();
    swap(
      this.box,
      h(
        "div",
        { class: "over" },
        h("div", { class: "eyebrow" }, h("span", {}, t("draw")), cite(result.cite)),
        h("h2", { id: "ask", tabindex: -1 }, verdict(result, mine)),
        h("p", {}, whole(result.reason)),
        h("div", { class: "buttons" }, buttons),
      ),
    );
  }
}
