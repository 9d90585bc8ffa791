/** How one wins: a standing part of the panel, with the places lit on the map and what the result would be now. */
import { cite } from "./rulebook.js";
import { byId, h, icon, s, say, swap } from "../shared/dom.js";
import { aVictory, levelOf, victory, whole } from "../shared/results.js";
import { figure, people, sentence, t, title } from "../shared/texts.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const FRAMED = 12; // hexes of an aim that are framed one by one; more of them are one area
const TALL = 1000; // pixels of a window in which it stands unfolded beside a short question
const SHORT = 6; // answers of a short question
const PENNANT = "M1 1H21V19L11 25L1 19Z";

/**
 * The pennant that letters an aim; its colour says whether it is met, and so do the words beside it.
 * @param {string} letter
 * @param {boolean | null} met
 */
export function pennant(letter, met) {
  const look = met ? ["var(--good)", "var(--on-good)"] : ["var(--ink)", "var(--bg)"];
  return s(
    "svg",
    { class: "pennant", viewBox: "0 0 22 26", "aria-hidden": "true" },
    s("path", { d: PENNANT, fill: look[0] }),
    s("text", { x: 11, y: 16.5, "text-anchor": "middle", fill: look[1] }, letter),
  );
}

/** How far an aim is, in figures. @param {Wire.Aim} aim */
export function figures(aim) {
  if (aim.have === null && aim.points === null) return "";
  return progress(aim) || points(aim.points ?? 0);
}

/** How much of it there is. @param {Wire.Aim} aim */
export function progress({ have, need }) {
  return have === null ? "" : need === null ? figure(have) : t("of", { have: figure(have), need: figure(need) });
}

/** @param {number} n */
export function points(n) {
  return t(n && Math.abs(n) <= 1 ? "points_one" : "points", { n: `${n > 0 ? "+" : ""}${figure(n)}` });
}

/** One aim in a list; its rule is named unless the whole list follows it. @param {Wire.Aim} aim @param {number} i */
export function goal(aim, i, hover = (/** @type {Wire.Aim | null} */ _aim) => {}, rule = "") {
  const worth = aim.points && aim.have !== null ? h("small", {}, points(aim.points)) : null;
  return h(
    "li",
    { class: `goal ${aim.met ? "met" : ""}`.trim(), onpointerenter: () => hover(aim), onpointerleave: () => hover(null), onfocusin: () => hover(aim), onfocusout: () => hover(null) },
    pennant(LETTERS[i] ?? "·", aim.met),
    h("span", { class: "what-for" }, aim.text, aim.cite === rule ? null : [" ", cite(aim.cite)]),
    h("span", { class: "num figure" }, aim.met ? h("i", { class: "tick", role: "img", "aria-label": t("met") }, "✓") : null, figures(aim), worth),
  );
}

/** The rule that all aims follow, if it is one. @param {Wire.Aim[]} aims */
export function commonRule(aims) {
  return aims.length > 1 && aims.every((aim) => aim.cite === aims[0].cite) ? aims[0].cite : "";
}

/**
 * What it takes to come to the next better level of victory: "3 more make it a British marginal victory".
 * @param {Wire.Aim | undefined} aim
 * @param {string[]} mine
 */
function nextLevel(aim, mine) {
  const levels = aim?.levels ?? [], have = aim?.have ?? 0;
  const ours = levels.map(([name]) => mine.some((side) => name.toLowerCase().startsWith(side.toLowerCase())));
  const now = levels.findLastIndex(([, least]) => have >= least);
  if (mine.length !== 1 || now < 0 || !ours.includes(true)) return "";
  const up = ours.lastIndexOf(true) === levels.length - 1;
  const [name] = levels[up ? now + 1 : now - 1] ?? [];
  if (!name) return "";
  const n = up ? levels[now + 1][1] - have : have - levels[now][1] + 1;
  return t(up ? "more_make" : "fewer_make", { n: figure(n), level: aVictory(name) });
}

/** The levels of victory as parts of one scale. @param {Wire.Aim | undefined} aim @param {string[]} mine */
function parts(aim, mine) {
  if (!aim?.levels?.length) return null;
  const steps = aim.levels.map(([, least]) => least).slice(1), have = aim.have ?? 0, top = steps[steps.length - 1];
  const reach = Math.max(2, (top - steps[0]) * 0.4);
  const [low, high] = [Math.min(steps[0] - reach, have - 1), Math.max(top + reach, have + 1)];
  const at = (/** @type {number} */ n) => (100 * (Math.max(low, Math.min(high, n)) - low)) / (high - low);
  const now = aim.levels.findLastIndex(([, least]) => have >= least);
  const segments = aim.levels.map(([name], i) => {
    const [from, to] = [i ? at(steps[i - 1]) : 0, i < steps.length ? at(steps[i]) : 100];
    const ours = mine.some((side) => name.toLowerCase().startsWith(side.toLowerCase()));
    const bar = h("i", { class: `seg ${ours ? "mine" : ""} ${i === now ? "now" : ""}`, title: victory(name) });
    Object.assign(bar.style, { left: `${from}%`, width: `${to - from}%` });
    return bar;
  });
  return { segments, steps, have, at, label: t("scale_label", { have: figure(have), level: victory(aim.levels[now]?.[0] ?? "") }) };
}

/** The levels of victory on one scale, with a pin where things stand. @param {Wire.Aim | undefined} aim @param {string[]} mine */
export function scale(aim, mine) {
  const found = parts(aim, mine);
  if (!found) return null;
  const { segments, steps, have, at, label } = found;
  const tick = (/** @type {number} */ n) => placed(h("small", {}, figure(n)), at(n));
  return h("div", { class: "scale", role: "img", "aria-label": label }, segments, steps.map(tick), placed(h("b", { class: "pin" }, figure(have)), at(have)));
}

/** The same in a line, without figures. @param {Wire.Aim | undefined} aim @param {string[]} mine */
function bar(aim, mine) {
  const found = parts(aim, mine);
  return found && h("span", { class: "bar", "aria-hidden": "true" }, found.segments, placed(h("i", { class: "pin" }), found.at(found.have)));
}

/** @param {HTMLElement} element @param {number} percent */
function placed(element, percent) {
  element.style.left = `${percent}%`;
  return element;
}

/**
 * What the result would be now, in words.
 * @param {Wire.Result | null} now
 * @param {string[]} mine
 * @param {boolean} [over]
 * @param {Wire.Aim} [aim]
 */
export function nowLine(now, mine, over = false, aim = undefined) {
  if (!now) return null;
  const won = now.winners.some((side) => mine.includes(side));
  const who = now.winners.length ? t("victory_of", { people: people(...now.winners) }) : t("nobody_wins");
  const tone = !mine.length || !now.winners.length ? "" : won ? "good" : "bad";
  return h("p", { class: `now-line ${tone}` }, over ? null : `${t("if_now")} `, h("b", {}, sentence(levelOf(now) || who)), ". ", (over || !aim ? "" : nextLevel(aim, mine)) || whole(now.reason), " ", cite(now.cite));
}

/** How long it goes on: "3 turns left, this one included". @param {Page.Seen} view */
export function turnsLeft(view) {
  const left = view.turns - view.turn + 1;
  if (!view.turns || !view.turn || left < 1) return "";
  return left === 1 ? t("last_turn") : t("turns_left", { n: left });
}

export class Aims {
  /** @param {Page.Known} known @param {Page.Pieces} pieces */
  constructor(known, pieces) {
    this.known = known;
    this.pieces = pieces;
    this.board = pieces.board;
    /** @type {Wire.Aim[]} */
    this.shown = [];
    this.box = byId("aims");
    this.away = localStorage.getItem("aims") === "folded"; // folded by hand
    this.opened = -1; // the decision for which it was unfolded by hand
    this.lit = localStorage.getItem("aims-on-map") !== "off";
    this.said = "";
    /** @type {Map<string, [string, string]>} */
    this.areas = new Map(); // large areas as they are drawn: all of it, and its edge
  }

  /** The aims of whoever looks on: of one's own side, of all sides at the end. @param {Page.Seen} view */
  of(view) {
    const { aims } = view.stands;
    const side = this.mine.find((mine) => aims[mine]?.length) ?? Object.keys(aims).find((any) => aims[any].length);
    return side ? aims[side] : [];
  }

  /** In one line: wished, or because the answers need the room. It folds again at the next answer. */
  get folded() {
    const { ask, decision, result } = this.known.scene;
    if (this.opened === decision) return false;
    const rows = (ask?.choices ?? []).filter(({ action }) => action.hex === undefined && action.x === undefined).length;
    return this.away || (!result && (innerHeight < TALL || rows > SHORT));
  }

  get mine() {
    const { you, scene } = this.known;
    return you.length > 1 && scene.ask ? [scene.ask.side] : you;
  }

  /** @param {Page.Seen} view */
  draw(view) {
    const { now } = view.stands;
    this.shown = this.of(view);
    this.box.hidden = !this.shown.length && !now;
    if (!this.box.hidden) this.fill(view, now);
    this.mark();
  }

  /** @param {Page.Seen} view @param {Wire.Result | null} now */
  fill(view, now) {
    const left = this.known.scene.result ? "" : turnsLeft(view);
    const fold = h("button", { type: "button", class: "fold", "aria-expanded": String(!this.folded), "aria-controls": "aims-body", "aria-label": t("how_you_win"), onclick: () => this.fold() }, icon("fold"));
    const short = [this.shown[0] ? figures(this.shown[0]) : "", now ? t("now_is", { level: levelOf(now) || now.winners.map(title).join(", ") || t("nobody_wins") }) : ""].filter(Boolean).join(" · ");
    const rule = commonRule(this.shown);
    const head = h("header", {}, h("h2", {}, t("how_you_win"), " ", this.folded ? null : cite(rule)), this.folded ? bar(this.shown[0], this.mine) : null, h("span", {}, this.folded ? short : left), this.folded ? null : this.places(), fold);
    const rows = this.shown.map((aim, i) => goal(aim, i, (one) => this.point(one), rule));
    const body = h("div", { id: "aims-body" }, h("ol", { class: "goals" }, rows), scale(this.shown[0], this.mine), nowLine(now, this.mine, Boolean(this.known.scene.result), this.shown[0]));
    this.box.classList.toggle("one", this.folded);
    swap(this.box, head, this.folded ? null : body);
    this.tell(short);
  }

  /** A switch for what stands on the map. */
  places() {
    if (!this.shown.some((aim) => aim.hexes.length)) return null;
    return h("button", { type: "button", class: "fold on-the-map", "aria-pressed": String(this.lit), "aria-label": t("aims_on_map"), title: `${t("aims_on_map")} (W)`, onclick: () => this.flip() }, icon("flag"));
  }

  /** Those who do not see it hear it when a figure changes. @param {string} short */
  tell(short) {
    if (this.said && short !== this.said) say(short);
    this.said = short;
  }

  fold() {
    const open = this.folded;
    this.away = !open && innerHeight >= TALL;
    this.opened = open ? this.known.scene.decision : -1;
    localStorage.setItem("aims", this.away ? "folded" : "open");
    this.draw(this.known.scene.view);
    /** @type {HTMLElement} */ (this.box.querySelector(".fold"))?.focus();
  }

  flip() {
    this.lit = !this.lit;
    localStorage.setItem("aims-on-map", this.lit ? "on" : "off");
    this.draw(this.known.scene.view);
  }

  // ------------------------------------------------------------ on the map

  /** Frame the places that count, each with the letter of its aim, once there is a map to see them on. */
  mark(words = false) {
    const { pieces } = this;
    if (!pieces.mapped) return;
    const seen = this.lit || words ? this.shown.map((aim, i) => ({ aim, letter: LETTERS[i] ?? "·" })) : [];
    pieces.aims.replaceChildren(...seen.flatMap(({ aim }) => this.frame(aim)));
    pieces.flags.replaceChildren(...seen.flatMap(({ aim, letter }) => this.flags(aim, letter)));
  }

  /** @param {Wire.Aim} aim */
  on(aim) {
    return aim.hexes.filter((hex) => this.board.centre(hex));
  }

  /** @param {Wire.Aim} aim */
  frame(aim) {
    const { board, pieces } = this;
    const hexes = this.on(aim);
    if (hexes.length <= FRAMED || board.inch) return hexes.flatMap((hex) => [board.outline(hex, 1.5, { class: "aim-back" }), board.outline(hex, 1.5, { class: "aim-line" })]);
    const key = hexes.join();
    const [area, edge] = this.areas.get(key) ?? [hexes.map((hex) => `M${board.corners(hex, 0).join("L")}Z`).join(""), pieces.layers.outline(new Set(hexes), 0)];
    this.areas.set(key, [area, edge]);
    return [s("path", { d: area, class: "aim-area" }), s("path", { d: edge, class: "aim-back" }), s("path", { d: edge, class: "aim-line dashed" })];
  }

  /**
   * A pennant at the upper left corner of each hex, where it covers no counter; of one size at every zoom.
   * @param {Wire.Aim} aim
   * @param {string} letter
   */
  flags(aim, letter) {
    const { board } = this;
    const hexes = this.on(aim);
    const few = hexes.length > FRAMED ? [hexes[Math.floor(hexes.length / 2)]] : hexes;
    return few.map((hex) => {
      const at = board.inch ? board.middle(hex).join(",") : board.off(board.middle(hex), board.flat ? 8 : 6, board.size);
      return s(
        "g",
        { class: `flag ${aim.met ? "met" : ""}`.trim(), transform: `translate(${at})` },
        s("g", { class: "steady" }, s("path", { d: PENNANT, transform: "translate(-8.8 -14) scale(.8)" }), s("text", { y: -1.5, "text-anchor": "middle" }, letter)),
      );
    });
  }

  /** Light the places of one aim and let the others step back. @param {Wire.Aim | null} aim */
  point(aim) {
    this.pieces.light(aim ? aim.hexes : []);
  }
}
