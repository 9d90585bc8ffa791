/** The counter key: one counter with its figures named, every mark on the table in words, and what the rings mean. */
import { byId, h, icon, s, swap } from "../shared/dom.js";
import { markPicture, values } from "./dossier.js";
import { sign } from "../map/labels.js";
import { part, small } from "../map/pieces.js";
import { sentence, t, title } from "../shared/texts.js";

const RINGS = [["selectable", "ring_selectable"], ["selected", "ring_selected"], ["target", "ring_target"], ["done", "ring_done"]];

/** @param {string} state */
function ring(state) {
  return s("svg", { class: "sign", viewBox: "-74 -74 148 148", "aria-hidden": "true" }, part("under", state), s("rect", { x: -46, y: -46, width: 92, height: 92, rx: 10, fill: "var(--bg-3)" }), part("over", state));
}

export class Key {
  /** @param {Page.Known} known @param {Page.Live} live @param {Page.Pieces} pieces */
  constructor(known, live, pieces) {
    this.known = known;
    this.live = live;
    this.pieces = pieces;
    this.board = pieces.board;
    this.box = byId("keycard");
  }

  get open() {
    return !this.box.hidden;
  }

  async toggle() {
    if (this.open) return this.shut();
    const views = [...this.known.views.values()].filter((view) => !view.hidden);
    const mine = views.find((view) => this.known.you.includes(view.side) && this.board.centre(view.place)) ?? views[0];
    const got = mine ? await this.live.order("dossier", { piece: mine.id }).catch(() => null) : null;
    const marks = [...new Set([...this.known.views.values()].flatMap((view) => view.marks ?? []))].filter((mark) => mark !== "done").sort();
    const row = (/** @type {Page.Inside} */ picture, /** @type {string} */ words) => h("li", {}, picture, h("span", {}, words));
    const inch = (/** @type {string} */ mark) => sign(mark) && s("svg", { class: "sign plate-sign", viewBox: "-10 -10 20 20", "aria-hidden": "true" }, s("rect", { x: -10, y: -10, width: 20, height: 20, rx: 4 }), sign(mark));
    const named = marks.map((mark) => ({ picture: this.board.inch ? inch(mark) : markPicture(mark), mark })).filter(({ picture }) => picture);
    const sides = this.sides(views);
    swap(
      this.box,
      h("header", {}, h("h2", {}, t("counter_key")), h("button", { class: "round", type: "button", "aria-label": t("close"), onclick: () => this.shut() }, icon("close"))),
      got ? h("div", { class: "specimen" }, small(mine.face, "portrait"), h("div", {}, h("b", {}, mine.name), values(got.dossier.values) ?? h("p", { class: "num" }, mine.values))) : null,
      sides.length > 1 ? [h("h3", {}, t("sides")), h("ul", {}, sides.map(({ face, name, light }) => h("li", { onpointerenter: light, onpointerleave: () => this.pieces.light([]) }, small(face), h("span", {}, name))))] : null,
      named.length ? [h("h3", {}, t("marks")), h("ul", { class: "two" }, named.map(({ picture, mark }) => row(picture, sentence(mark.replaceAll("_", " ")))))] : null,
      this.board.inch ? null : [h("h3", {}, t("rings")), h("ul", {}, RINGS.map(([state, words]) => row(ring(state), t(words))))],
    );
    this.box.hidden = false;
    return undefined;
  }

  /** A counter of every side, or of every formation where units are listed by it. @param {Wire.PieceView[]} views */
  sides(views) {
    /** @type {Map<string, { face: string, name: string, places: string[] }>} */
    const found = new Map();
    for (const view of views) {
      const name = view.formation || title(view.side);
      const side = found.get(name) ?? { face: view.face, name, places: [] };
      side.places.push(view.place);
      found.set(name, side);
    }
    return [...found.values()].map((side) => ({ ...side, light: () => this.pieces.light(side.places) }));
  }

  shut() {
    if (!this.open) return false;
    this.box.hidden = true;
    this.pieces.light([]);
    return true;
  }
}
