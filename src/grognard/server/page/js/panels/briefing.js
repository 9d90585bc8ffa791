/** What this is about, before the first decision and any time after: situation, aims, forces, rules, first steps. */
import { commonRule, goal, nowLine, scale } from "./aims.js";
import { cite } from "./rulebook.js";
import { when } from "../shared/dates.js";
import { focusQuestion, h, icon } from "../shared/dom.js";
import { attempt, remember, seats } from "../shared/net.js";
import { fit, small } from "../map/pieces.js";
import { people, t } from "../shared/texts.js";

const KINDS = 8; // kinds of counters shown of a force
const CITED = /\s?\(?\b([A-Z]{2,4}-[A-Z]{0,3}[\d.]+\d(?:\.\d+)*)\b\)?/g;

/** Words with the rules they name as links. @param {string} text @param {Page.Book} book */
export function withRules(text, book) {
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(CITED)) {
    if (!book.rule(found[1])) continue;
    parts.push(text.slice(from, found.index), " ", cite(found[1]));
    from = found.index + found[0].length;
  }
  return [...parts, text.slice(from)];
}

export class Briefing {
  /**
   * @param {Page.Known} known
   * @param {Page.Live} live
   * @param {{ pieces: Page.Pieces, book: Page.Book, card: Page.Card, aims: Page.Aims, gaze: Page.Gaze }} parts
   */
  constructor(known, live, { pieces, book, card, aims, gaze }) {
    this.known = known;
    this.live = live;
    this.pieces = pieces;
    this.board = pieces.board;
    this.book = book;
    this.card = card;
    this.aims = aims;
    this.gaze = gaze;
  }

  /** Before the first decision of a seat that was just taken. */
  maybe() {
    const { match, scene, replaying } = this.known;
    const seat = seats()[match];
    const side = scene.ask?.side ?? (seat?.guest ? scene.view.side : null); // a guest reads while he waits
    if (!side || scene.result || replaying || !seat?.fresh || seat.briefed?.includes(side)) return;
    remember(match, { briefed: [...(seat.briefed ?? []), side] });
    this.show();
  }

  async show() {
    const { scene, about } = this.known;
    const { side } = scene.view;
    if (!side || this.card.open) return;
    const got = await attempt(this.live.order("brief", {}));
    if (!got) return;
    const { scenario } = about;
    const { briefing } = got;
    const facts = [when(scenario.date), scenario.turns ? t("n_turns", { n: scenario.turns }) : "", briefing.length].filter(Boolean);
    const start = () => this.start();
    this.card.show({
      kind: "briefing",
      name: `${t("briefing")}: ${scenario.title}`,
      head: [
        h("p", { class: "eyebrow" }, t("briefing_of", { people: people(side) })),
        h("h2", { tabindex: -1 }, scenario.title),
        h("p", { class: "facts" }, facts.map((fact) => h("span", {}, fact))),
      ],
      body: this.body(briefing, side),
      foot: [
        h("button", { class: "go", type: "button", id: "begin", onclick: start }, t(scene.decision ? "go_on" : "start"), h("kbd", { "aria-hidden": "true" }, "Enter")),
        h("button", { class: "alt", type: "button", onclick: () => { this.start(); this.book.showRules(); } }, icon("rules"), t("rules")),
        h("small", { class: "quiet" }, t("any_time"), " ", h("kbd", {}, "I")),
      ],
      leave: start,
      look: () => this.look(),
    });
    fit([.../** @type {NodeListOf<SVGSVGElement>} */ (this.card.box.querySelectorAll(".token > svg"))]);
  }

  start() {
    this.card.shut();
    this.pieces.light([]);
    this.aims.mark();
    this.gaze.look();
    focusQuestion();
  }

  /** The places that count and one's own pieces, in what the card leaves free. */
  look() {
    const { board, aims } = this;
    const { views, you } = this.known;
    const places = aims.shown.flatMap((aim) => aim.hexes).filter((hex) => board.centre(hex));
    const mine = [...views.values()].filter((view) => you.includes(view.side) && board.centre(view.place)).map((view) => view.place);
    if (board.inch || !places.length) board.all();
    else board.show([...places, ...mine], 1, 0.2);
    aims.mark(true);
  }

  /** @param {Wire.Briefing} briefing @param {string} side */
  body(briefing, side) {
    const { aims, book } = this;
    const { scene, about } = this.known;
    const section = (/** @type {string} */ name, /** @type {Page.Inside[]} */ ...inside) => [h("h3", {}, t(name)), inside];
    const light = (/** @type {Wire.Aim | null} */ aim) => this.pieces.light(aim ? aim.hexes : []);
    const told = briefing.situation || about.scenario.blurb;
    const first = briefing.first.map((text) => this.step(text));
    const special = briefing.special.map((text) => h("li", {}, withRules(text, book)));
    return [
      told ? section("situation", h("p", {}, withRules(told, book))) : null,
      aims.shown.length ? section("how_you_win", h("ol", { class: "goals" }, aims.shown.map((aim, i) => goal(aim, i, light, commonRule(aims.shown)))), scale(aims.shown[0], [side]), nowLine(scene.view.stands.now, [side], false, aims.shown[0])) : null,
      section("forces", h("div", { class: "muster" }, this.muster("yours", (view) => view.side === side, briefing.force), this.muster("theirs", (view) => view.side !== side, briefing.enemy))),
      special.length ? section("special_rules", h("ul", { class: "rulelist" }, special)) : null,
      first.length ? section("first_steps", h("ol", { class: "firsts" }, first)) : null,
    ];
  }

  /** A first step; pointing at it lights the hexes it names. @param {string} text */
  step(text) {
    const hexes = [...text.matchAll(/\b\d{4}\b/g)].map(([hex]) => hex).filter((hex) => this.board.hexes[hex]);
    return h("li", { onpointerenter: () => this.pieces.light(hexes), onpointerleave: () => this.pieces.light([]) }, h("span", {}, withRules(text, this.book)));
  }

  /** A force: what it is, in counters and in words. @param {string} name @param {(view: Wire.PieceView) => boolean} whose @param {string} words */
  muster(name, whose, words) {
    const list = [...this.known.views.values()].filter(whose);
    /** @type {Map<string, { face: string, name: string, n: number }>} */
    const kinds = new Map();
    for (const view of list) {
      const key = view.hidden ? view.face : `${view.face.replace(/[-.]\d+$/, "")} ${view.values}`;
      kinds.set(key, { face: view.face, name: view.hidden ? t("hidden_piece") : view.name, n: (kinds.get(key)?.n ?? 0) + 1 });
    }
    const often = [...kinds.values()].sort((a, b) => b.n - a.n).slice(0, KINDS);
    const token = (/** @type {{ face: string, name: string, n: number }} */ { face, name: what, n }) => h("span", { class: "token", title: what }, small(face), n > 1 ? h("b", {}, `×${n}`) : null);
    if (!list.length && !words) return null;
    return h("div", {}, h("h4", {}, t(name), h("span", {}, list.length ? t("n_pieces", { n: list.length }) : "")), often.length ? h("div", { class: "tokens", "aria-hidden": "true" }, often.map(token)) : null, words ? h("p", { class: "quiet" }, words) : null);
  }
}
