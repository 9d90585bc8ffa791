/** The end of a match: the result, the score of every side line by line, and what can be done now. */
import { nowLine, points, scale } from "./aims.js";
import { cite } from "./book.js";
import { h } from "./dom.js";
import { minus, sentence, t, title } from "./words.js";

/** What the result is called. */
export function verdict(result, mine) {
  if (result.level) return sentence(result.level);
  if (result.winners.length) return t("won", { sides: result.winners.map(title).join(", ") });
  return t(mine.length === 1 ? "lost" : "nobody_won");
}

/** The score of one side, line by line. */
function score(side, aims, several) {
  const sum = aims.some((aim) => aim.points !== null) ? aims.reduce((total, aim) => total + (aim.points ?? 0), 0) : null;
  const figure = (aim) => (aim.have === null ? "" : aim.need === null ? minus(aim.have) : t("of", { have: minus(aim.have), need: minus(aim.need) }));
  const mark = (aim) => (aim.met === null ? "" : aim.met ? h("i", { class: "tick", role: "img", "aria-label": t("met") }, "✓") : h("i", { class: "cross", role: "img", "aria-label": t("not_met") }, "✗"));
  const row = (aim) => h("tr", {}, h("td", {}, mark(aim)), h("td", {}, aim.text, " ", cite(aim.cite)), h("td", { class: "num" }, figure(aim)), h("td", { class: "num" }, aim.points === null ? "" : points(aim.points)));
  return [
    several ? h("h3", {}, title(side)) : h("h3", {}, t("score")),
    h("table", { class: "score" }, h("tbody", {}, aims.map(row), sum === null ? null : h("tr", { class: "sum" }, h("td", {}), h("td", {}, t("sum")), h("td", {}), h("td", { class: "num" }, points(sum))))),
  ];
}

export class Ending {
  constructor(table) {
    this.table = table;
    this.seen = false;
  }

  /** Once, when it ends before one's eyes. */
  maybe(whole) {
    const { scene } = this.table;
    if (!scene.result || this.seen) return;
    this.seen = true;
    if (!whole) this.show();
  }

  show() {
    const { table } = this;
    const { result, view } = table.scene;
    const { aims } = view.stands;
    const sides = [...table.you, ...Object.keys(aims)].filter((side, i, all) => aims[side]?.length && all.indexOf(side) === i);
    const leave = () => this.leave();
    table.card.show({
      kind: "ending",
      name: t("draw"),
      head: [
        h("button", { class: "round close", type: "button", "aria-label": t("close"), onclick: leave }, "✕"),
        h("p", { class: "eyebrow" }, [t("draw"), view.turn ? t("turn", { n: view.turn }) : ""].filter(Boolean).join(" · ")),
        h("h2", { tabindex: -1 }, verdict(result, table.you)),
        h("p", { class: "facts" }, h("span", {}, sentence(result.reason), " ", cite(result.cite)), table.you.length === 1 ? h("span", {}, t("you_played", { side: title(table.you[0]) })) : null),
      ],
      body: [sides[0] ? scale(aims[sides[0]][0], table.you) : null, sides.map((side) => score(side, aims[side], sides.length > 1)), sides.length ? null : nowLine(result, table.you, true)],
      foot: table.endButtons(),
      leave,
      look: () => (table.board.inch ? table.look() : table.board.show([...aims[sides[0]] ?? []].flatMap((aim) => aim.hexes).filter((hex) => table.board.centre(hex)), 1, 0.2)),
    });
  }

  leave() {
    this.table.card.shut();
    this.table.focusQuestion();
  }
}
