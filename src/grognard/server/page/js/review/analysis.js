/** Looking back at a finished match: who was winning when, and the decisions that cost most. */
import { dialogOf, h, icon, s, swap } from "../shared/dom.js";
import { luck } from "./dice_luck.js";
import { ask, wordsOf } from "../shared/net.js";
import { people, percent, sentence, t, title } from "../shared/texts.js";

const WIDE = 700, HIGH = 240, LEFT = 44, FOOT = 26, TOP = 10, AGAIN = 900;
const TONES = ["var(--accent)", "var(--link)", "var(--good)", "var(--elim)"];
const DASHES = ["", "9 5", "2 5", "12 4 2 4"];

/** Points of chance with their sign. @param {number} share */
function points(share) {
  const n = Math.round(share * 100);
  return `${n > 0 ? "+" : n < 0 ? "−" : "±"}${Math.abs(n)}`;
}

/** The greatest swings of a match for a side, in their order. @param {Wire.Analysed} found @param {string} side */
export function swings({ turnings = [] }, side) {
  return turnings.flatMap((at) => (at.sides[side] ? [{ ...at, part: at.sides[side] }] : []));
}

/** The most expensive mistake of a stretch that points the way it went: mine where it got worse, theirs where it got better. @param {Wire.Analysed} found @param {Wire.TurningTold} at @param {string} side */
function mistake({ costly = [] }, at, side) {
  const worse = at.sides[side].after < at.sides[side].before;
  const blamed = costly.filter((item) => item.frame >= at.start && item.frame < at.end && (item.side === side) === worse);
  const [dearest] = blamed.sort((a, b) => b.cost - a.cost);
  return dearest ? t(worse ? "swing_mistake" : "their_mistake", { text: `“${dearest.taken.text}”`, n: Math.round(dearest.cost * 100) }) : "";
}

/** How a swing is made up: the dice and what was decided add up to it. @param {Wire.Analysed} found @param {ReturnType<typeof swings>[0]} at @param {string} side */
function madeUp(found, at, side) {
  const { part } = at;
  const decided = Math.round((part.after - part.before) * 100) - Math.round(part.dice * 100);
  const advised = part.advised && part.after < part.before ? t("swing_advised") : "";
  return [t("swing_dice", { n: points(part.dice) }), t("swing_decided", { n: points(decided / 100) }), mistake(found, at, side), advised].filter(Boolean).join(" ");
}

/** The swings of a match as a list: what happened, and how much of it was dice; each can be looked at. @param {Wire.Analysed} found @param {string} side @param {(frame: number) => void} go */
export function decided(found, side, go) {
  const rows = swings(found, side);
  const row = (/** @type {typeof rows[0]} */ at) => {
    const { turn, start, part } = at;
    const told = part.events.length ? `${part.events.map(sentence).join(". ")}. ` : "";
    const chances = t("swing", { turn, people: people(side), from: Math.round(part.before * 100), to: Math.round(part.after * 100) });
    return h("li", { class: part.after > part.before ? "better" : "worse" }, h("span", {}, h("b", {}, chances), told ? h("span", { class: "told" }, told) : null, h("small", {}, madeUp(found, at, side))), h("button", { class: "alt", type: "button", onclick: () => go(start) }, t("look_at_it")));
  };
  return rows.length ? [h("h3", {}, t("decided")), h("ul", { class: "swings" }, rows.map(row))] : null;
}

export class Analysis {
  /** @param {Page.Known} known @param {(frame: number, better?: Wire.Act[]) => void} goTo @param {(frame: number) => void} playFrom */
  constructor(known, goTo, playFrom) {
    this.known = known;
    this.goTo = goTo;
    this.playFrom = playFrom;
    this.dialog = dialogOf("analysis");
    this.dialog.addEventListener("close", () => clearTimeout(this.timer));
  }

  show() {
    this.frame(h("p", { class: "quiet", role: "status" }, t("analysing")));
    if (!this.dialog.open) this.dialog.showModal();
    this.ask();
  }

  /** @param {...Page.Inside} body */
  frame(...body) {
    const close = h("button", { class: "round", type: "button", "aria-label": t("close"), onclick: () => this.dialog.close() }, icon("close"));
    swap(this.dialog, h("header", {}, h("h2", { id: "analysis-title" }, t("analysis")), close), h("div", { class: "body", tabindex: 0 }, body));
  }

  /** Ask until the work is done; it is done once and kept. */
  async ask() {
    try {
      const found = await ask("GET /api/matches/{match}/analysis", { match: this.known.match });
      if (found.error) return this.frame(h("p", { class: "quiet", role: "alert" }, found.error));
      if (found.done) return this.draw(found);
      const bar = h("progress", { max: 1, value: found.progress, "aria-label": t("analysing") });
      this.frame(h("p", { class: "quiet", role: "status" }, t("analysing")), bar);
      if (this.dialog.open) this.timer = setTimeout(() => this.ask(), AGAIN);
    } catch (error) {
      this.frame(h("p", { class: "quiet", role: "alert" }, wordsOf(error)));
    }
    return undefined;
  }

  /** @param {Wire.Analysed} found */
  draw(found) {
    const { sides = [], curve = [], costly = [] } = found;
    this.frame(
      h("p", { class: "quiet" }, t("curve_about")),
      this.key(sides),
      this.curve(sides, curve),
      decided(found, this.known.you[0] ?? sides[0], (frame) => this.go(frame)),
      luck(found),
      h("h3", {}, t("costly")),
      costly.length ? this.sorted(costly).map((item) => this.decision(item)) : h("p", { class: "quiet" }, t("nothing_costly")),
      h("details", {}, h("summary", {}, t("as_a_table")), this.numbers(sides, curve)),
    );
  }

  /** @param {Wire.CostlyTold[]} costly */
  sorted(costly) {
    const mine = (/** @type {Wire.CostlyTold} */ item) => Number(this.known.you.includes(item.side));
    return [...costly].sort((a, b) => mine(b) - mine(a) || b.cost - a.cost);
  }

  /** @param {string[]} sides */
  key(sides) {
    const line = (/** @type {number} */ i) => s("svg", { viewBox: "0 0 30 8", "aria-hidden": "true" }, s("path", { d: "M1 4H29", ...look(i) }));
    return h("div", { class: "curve-key" }, sides.map((side, i) => h("span", {}, line(i), title(side))));
  }

  /** The chances of each side over the match; a click goes to the position. @param {string[]} sides @param {Wire.Moment[]} points */
  curve(sides, points, go = (/** @type {number} */ frame) => this.go(frame)) {
    const last = Math.max(1, points.at(-1)?.frame ?? 1);
    const x = (/** @type {number} */ frame) => LEFT + ((WIDE - LEFT - 8) * frame) / last;
    const y = (/** @type {number} */ chance) => TOP + (HIGH - TOP - FOOT) * (1 - chance);
    /** @type {Page.Inside[]} */
    const drawn = [0, 0.25, 0.5, 0.75, 1].map((level) => [
      s("path", { d: `M${LEFT} ${y(level)}H${WIDE - 8}`, class: level === 0.5 ? "even" : "rule" }),
      s("text", { x: LEFT - 6, y: y(level) + 4, "text-anchor": "end" }, percent(level)),
    ]);
    points.forEach((point, i) => {
      if (i && point.turn !== points[i - 1].turn) drawn.push([s("path", { d: `M${x(point.frame)} ${HIGH - FOOT}v5`, class: "rule" }), s("text", { x: x(point.frame) + 2, y: HIGH - 8 }, String(point.turn))]);
    });
    sides.forEach((side, i) => {
      const d = points.map((point, n) => `${n ? "L" : "M"}${x(point.frame).toFixed(1)} ${y(point.chances[side]).toFixed(1)}`).join("");
      drawn.push(s("path", { d, class: "line", ...look(i) }));
    });
    const picture = s("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "curve", role: "img", "aria-label": t("curve_label") }, drawn);
    picture.addEventListener("click", (event) => {
      const box = picture.getBoundingClientRect();
      const frame = (((event.clientX - box.left) / box.width) * WIDE - LEFT) / ((WIDE - LEFT - 8) / last);
      go(Math.max(0, Math.min(last, Math.round(frame))));
    });
    return picture;
  }

  /** One decision that cost much: what was done, what would have been better, and a way to look at it. @param {Wire.CostlyTold} parts */
  decision({ frame, turn, side, prompt, taken, better, cost, why }) {
    return h(
      "div",
      { class: "costly" },
      h("b", { class: "num" }, `−${Math.round(cost * 100)}`),
      h(
        "div",
        {},
        h("small", { class: "quiet" }, `${title(side)} · ${t("turn", { n: turn })} · ${prompt}`),
        h("p", {}, t("taken", { text: taken.text, chance: percent(taken.chance) })),
        h("p", {}, h("b", {}, t("better", { text: better.text, chance: percent(better.chance) })), why ? ` ${sentence(why)}` : ""),
      ),
      h("button", { class: "alt", type: "button", "data-frame": frame, onclick: () => this.go(frame, better.answers) }, t("look_at_it")),
      h("button", { class: "alt", type: "button", onclick: () => this.playFrom(frame) }, t("play_on_from")),
    );
  }

  /** The same as a table, for those who do not see the curve. @param {string[]} sides @param {Wire.Moment[]} points */
  numbers(sides, points) {
    const some = points.filter((point, i) => i === points.length - 1 || point.turn !== points[i + 1].turn);
    return h(
      "table",
      { class: "chart" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("turn", { n: "" })), sides.map((side) => h("th", { scope: "col" }, title(side))))),
      h("tbody", {}, some.map((point) => h("tr", {}, h("th", { scope: "row" }, String(point.turn)), sides.map((side) => h("td", {}, percent(point.chances[side])))))),
    );
  }

  /** What has been found out already; nothing is begun. @returns {Promise<Wire.Analysed | null>} */
  async found() {
    const found = await ask("GET /api/matches/{match}/analysis?known", { match: this.known.match }).catch(() => null);
    return found?.done && !found.error ? found : null;
  }

  /** What is found out, however long it takes; null if nobody waits for it any more. @param {() => boolean} waits @returns {Promise<Wire.Analysed | null>} */
  async finish(waits) {
    while (waits()) {
      const found = await ask("GET /api/matches/{match}/analysis", { match: this.known.match });
      if (found.error) throw new Error(found.error);
      if (found.done) return found;
      await new Promise((done) => setTimeout(done, AGAIN));
    }
    return null;
  }

  /** The curve and what decided it, for a card. @param {Wire.Analysed} found @param {(frame: number) => void} go */
  inShort(found, go) {
    const { sides = [], curve = [] } = found;
    return [h("h3", {}, t("curve_label")), this.key(sides), this.curve(sides, curve, go), decided(found, this.known.you[0] ?? sides[0] ?? "", go), luck(found)];
  }

  /** Go to a position; what would have been better there is lit. @param {number} frame @param {Wire.Act[]} [better] */
  go(frame, better) {
    this.dialog.close();
    this.goTo(frame, better);
  }
}

/** @param {number} i */
function look(i) {
  return { stroke: TONES[i % 4], "stroke-dasharray": DASHES[i % 4] || null };
}
