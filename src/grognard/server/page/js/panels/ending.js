/** The end of a match: the result, the score of every side line by line, and what can be done now. */
import { nowLine, points, progress, scale } from "./aims.js";
import { cite } from "./rulebook.js";
import { focusQuestion, h, swap } from "../shared/dom.js";
import { tell } from "../shared/net.js";
import { showReport } from "../review/report.js";
import { levelOf, whole } from "../shared/results.js";
import { people, sentence, t, title } from "../shared/texts.js";

/** What the result is called. @param {Wire.Result} result @param {string[]} mine */
export function verdict(result, mine) {
  if (result.level) return sentence(levelOf(result));
  if (result.winners.length) return sentence(t("won", { people: people(...result.winners) }));
  return t(mine.length === 1 ? "lost" : "nobody_won");
}

/** The score of one side, line by line. @param {string} side @param {Wire.Aim[]} aims @param {boolean} several */
function score(side, aims, several) {
  const sum = aims.some((aim) => aim.points !== null) ? aims.reduce((total, aim) => total + (aim.points ?? 0), 0) : null;
  const mark = (/** @type {Wire.Aim} */ aim) => (aim.met === null ? "" : aim.met ? h("i", { class: "tick", role: "img", "aria-label": t("met") }, "✓") : h("i", { class: "cross", role: "img", "aria-label": t("not_met") }, "✗"));
  const row = (/** @type {Wire.Aim} */ aim) => h("tr", {}, h("td", {}, mark(aim)), h("td", {}, aim.text, " ", cite(aim.cite)), h("td", { class: "num" }, progress(aim)), h("td", { class: "num" }, aim.points === null ? "" : points(aim.points)));
  return [
    several ? h("h3", {}, title(side)) : h("h3", {}, t("score")),
    h("table", { class: "score" }, h("tbody", {}, aims.map(row), sum === null ? null : h("tr", { class: "sum" }, h("td", {}), h("td", {}, t("sum")), h("td", {}), h("td", { class: "num" }, points(sum))))),
  ];
}

export class Ending {
  /** @param {Page.Known} known @param {{ board: Page.Board, card: Page.Card, gaze: Page.Gaze, analysis: Page.Analysis, buttons: () => Page.Inside }} parts */
  constructor(known, { board, card, gaze, analysis, buttons }) {
    this.known = known;
    this.board = board;
    this.card = card;
    this.gaze = gaze;
    this.analysis = analysis;
    this.buttons = buttons;
    this.seen = false;
  }

  /** Once, when it ends before one's eyes. @param {boolean} whole */
  maybe(whole) {
    const { scene } = this.known;
    if (!scene.result || this.seen) return;
    this.seen = true;
    if (!whole) this.show();
  }

  show() {
    const { you, scene } = this.known;
    const { result, view } = scene;
    const { aims } = view.stands;
    if (!result) return;
    const sides = [...you, ...Object.keys(aims)].filter((side, i, all) => aims[side]?.length && all.indexOf(side) === i);
    const leave = () => this.leave();
    const moments = h("div", { class: "decided" });
    this.seek(moments);
    this.card.show({
      kind: "ending",
      name: t("draw"),
      head: [
        h("button", { class: "round close", type: "button", "aria-label": t("close"), onclick: leave }, "✕"),
        h("p", { class: "eyebrow" }, [t("draw"), view.turn ? t("turn", { n: view.turn }) : ""].filter(Boolean).join(" · ")),
        h("h2", { tabindex: -1 }, verdict(result, you)),
        h("p", { class: "facts" }, h("span", {}, whole(result.reason), " ", cite(result.cite)), you.length === 1 ? h("span", {}, t("you_played", { people: people(you[0]) })) : null, scene.onward ? h("span", { id: "onward" }, scene.onward.says) : null),
      ],
      body: [sides[0] ? scale(aims[sides[0]][0], you) : null, sides.map((side) => score(side, aims[side], sides.length > 1)), sides.length ? null : nowLine(result, you, true), moments],
      foot: [this.buttons(), h("button", { class: "alt", type: "button", id: "report", onclick: () => showReport(this.known) }, t("report"))],
      leave,
      look: () => (this.board.inch ? this.gaze.look() : this.board.show([...aims[sides[0]] ?? []].flatMap((aim) => aim.hexes).filter((hex) => this.board.centre(hex)), 1, 0.2)),
    });
  }

  /** The curve of the chances and what decided it, if that is known; else it can be asked for. @param {HTMLElement} box */
  async seek(box) {
    const found = await this.analysis.found();
    const ask = h("button", { class: "alt", type: "button", id: "seek", onclick: () => this.work(box) }, t("seek_decided"));
    if (found) this.tell(box, found);
    else swap(box, ask);
  }

  /** @param {HTMLElement} box */
  async work(box) {
    swap(box, h("p", { class: "quiet", role: "status" }, t("seeking_decided")));
    try {
      const found = await this.analysis.finish(() => box.isConnected);
      if (found) this.tell(box, found);
    } catch (error) {
      swap(box);
      tell(error);
    }
  }

  /** @param {HTMLElement} box @param {Wire.Analysed} found */
  tell(box, found) {
    swap(box, this.analysis.inShort(found, (frame) => this.go(frame)));
  }

  /** Look at a position. @param {number} frame */
  go(frame) {
    this.card.shut();
    this.analysis.goTo(frame);
  }

  leave() {
    this.card.shut();
    focusQuestion();
  }
}
