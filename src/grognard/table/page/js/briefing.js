/** What this is about, before the first decision and any time after: situation, aims, forces, rules, first steps. */
import { commonRule, goal, nowLine, scale } from "./aims.js";
import { cite } from "./book.js";
import { h, icon } from "./dom.js";
import { remember, seats } from "./net.js";
import { small } from "./pieces.js";
import { t, title, when } from "./words.js";

const KINDS = 8; // kinds of counters shown of a force
const CITED = /\s?\(?\b([A-Z]{2,4}-[A-Z]{0,3}[\d.]+\d(?:\.\d+)*)\b\)?/g;

/** Words with the rules they name as links. */
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
  constructor(table) {
    this.table = table;
  }

  /** Before the first decision of a seat that was just taken. */
  maybe() {
    const { match, scene, replay } = this.table;
    const seat = seats()[match];
    if (!scene.ask || scene.result || replay.on || !seat?.fresh || seat.briefed?.includes(scene.ask.side)) return;
    remember(match, { briefed: [...(seat.briefed ?? []), scene.ask.side] });
    this.show();
  }

  async show() {
    const { table } = this;
    const side = table.scene.view.side;
    if (!side || table.card.open) return;
    const got = await table.try(table.live.order("brief"));
    if (!got) return;
    const { scenario } = table.table;
    const { briefing } = got;
    const facts = [when(scenario.date), scenario.turns ? t("n_turns", { n: scenario.turns }) : "", briefing.length].filter(Boolean);
    const start = () => this.start();
    table.card.show({
      kind: "briefing",
      name: `${t("briefing")}: ${scenario.title}`,
      head: [
        h("p", { class: "eyebrow" }, t("briefing_of", { side: title(side) })),
        h("h2", { tabindex: -1 }, scenario.title),
        h("p", { class: "facts" }, facts.map((fact) => h("span", {}, fact))),
      ],
      body: this.body(briefing, side),
      foot: [
        h("button", { class: "go", type: "button", id: "begin", onclick: start }, t(table.scene.decision ? "go_on" : "start"), h("kbd", { "aria-hidden": "true" }, "Enter")),
        h("button", { class: "alt", type: "button", onclick: () => { this.start(); table.book.showRules(); } }, icon("rules"), t("rules")),
        h("small", { class: "quiet" }, t("any_time"), " ", h("kbd", {}, "I")),
      ],
      leave: start,
      look: () => this.look(),
    });
  }

  start() {
    const { table } = this;
    table.card.shut();
    table.light([]);
    table.aims.mark();
    table.look();
    table.focusQuestion();
  }

  /** The places that count and one's own pieces, in what the card leaves free. */
  look() {
    const { board, aims, views, you } = this.table;
    const places = aims.shown.flatMap((aim) => aim.hexes).filter((hex) => board.centre(hex));
    const mine = [...views.values()].filter((view) => you.includes(view.side) && board.centre(view.place)).map((view) => view.place);
    if (board.inch || !places.length) board.all();
    else board.show([...places, ...mine], 1, 0.2);
    aims.mark(true);
  }

  body(briefing, side) {
    const { table } = this;
    const { aims, scene, book } = table;
    const section = (name, ...inside) => [h("h3", {}, t(name)), inside];
    const light = (aim) => table.light(aim ? aim.hexes : []);
    const told = briefing.situation || table.table.scenario.blurb;
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

  /** A first step; pointing at it lights the hexes it names. */
  step(text) {
    const { table } = this;
    const hexes = [...text.matchAll(/\b\d{4}\b/g)].map(([hex]) => hex).filter((hex) => table.board.hexes[hex]);
    return h("li", { onpointerenter: () => table.light(hexes), onpointerleave: () => table.light([]) }, h("span", {}, withRules(text, table.book)));
  }

  /** A force: what it is, in counters and in words. */
  muster(name, whose, words) {
    const list = [...this.table.views.values()].filter(whose);
    const kinds = new Map();
    for (const view of list) {
      const key = view.hidden ? view.face : `${view.face.replace(/[-.]\d+$/, "")} ${view.values}`;
      kinds.set(key, { face: view.face, name: view.hidden ? t("hidden_piece") : view.name, n: (kinds.get(key)?.n ?? 0) + 1 });
    }
    const often = [...kinds.values()].sort((a, b) => b.n - a.n).slice(0, KINDS);
    const token = ({ face, name: what, n }) => h("span", { class: "token", title: what }, small(face), n > 1 ? h("b", {}, `×${n}`) : null);
    if (!list.length && !words) return null;
    return h("div", {}, h("h4", {}, t(name), h("span", {}, list.length ? t("n_pieces", { n: list.length }) : "")), often.length ? h("div", { class: "tokens", "aria-hidden": "true" }, often.map(token)) : null, words ? h("p", { class: "quiet" }, words) : null);
  }
}
