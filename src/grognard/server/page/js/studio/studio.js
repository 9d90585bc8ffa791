/** The studio: a scenario is one text; every change makes a new one, which the server lays out and judges. None of its parts knows it. */
import { Board } from "../map/board.js";
import { byId, h, icon, logo, swap, toast } from "../shared/dom.js";
import { readLie } from "../shared/json.js";
import { ask, Refused, remember, tell, text, wordsOf } from "../shared/net.js";
import { Pieces } from "../map/pieces.js";
import { keepSheet } from "../map/counter_sheet.js";
import { Files } from "./files.js";
import { ForcePanel } from "./forces.js";
import { StudioMap } from "./map.js";
import { Painter } from "./paint.js";
import { StudioPanel } from "./panel.js";
import { TextPane } from "./text.js";
import { Work } from "./work.js";
import { flipTheme, mapTone, useTheme } from "../shared/theme.js";
import { t, title, writeTexts } from "../shared/texts.js";

const DRAFT = "studio-draft"; // what was worked at last, in this browser

class Desk {
  constructor() {
    this.faces = ""; // the game whose counters are known
    this.drawn = ""; // the picture that lies on the board
    const board = (this.board = new Board());
    const pieces = new Pieces(board);
    const work = (this.work = new Work((news) => this.show(news)));
    const files = (this.files = new Files(work, (sheet) => this.open(sheet)));
    const painter = (this.painter = new Painter(pieces, work, () => files.downloadMap()));
    const map = (this.map = board.hands = new StudioMap(pieces, work, painter));
    this.force = new ForcePanel(work, map);
    this.text = new TextPane(work, () => this.bar());
    this.panel = new StudioPanel(work, () => this.play(), (line) => this.text.show(line));
  }

  /** Begin to work at a scenario. @param {Wire.StudioSheet} sheet */
  async open(sheet) {
    const game = String(sheet.data?.game ?? this.work.tools?.game ?? "");
    const [wrong] = sheet.problems;
    if (!game) return toast(wrong ? `${t("studio_line", { n: wrong.line })}: ${wrong.says}` : "");
    this.work.begin(await ask("GET /api/studio/{game}", { game }), sheet);
    this.drawn = "";
    await this.paint();
    this.work.take(sheet);
    const places = sheet.counters.map((one) => one.place).concat(sheet.marks.flatMap((mark) => mark.places)).filter(Boolean);
    if (places.length) this.board.show(places);
    else this.board.all();
    byId("view").focus();
  }

  /** The ground of the game, or the table of the file. */
  async paint() {
    const { tools, sheet } = this.work;
    if (!tools || !sheet) return;
    const at = sheet.table ? `/api/studio/tables/${sheet.table}` : `/art/${tools.game}/${sheet.like || tools.scenario}`;
    const mark = sheet.table ? "" : `?v=${tools.art}`;
    const wanted = `${at} ${mapTone()}`;
    if (this.drawn === wanted) return;
    const fresh = this.drawn.split(" ")[0] !== at;
    this.drawn = wanted;
    if (this.faces !== tools.game) keepSheet(await text(`/art/${tools.game}/counters.svg?v=${tools.art}`));
    this.faces = tools.game;
    if (fresh) this.board.lay(readLie(await text(`${at}/grid.json${mark}`)));
    await this.board.paint(`${at}/board-${mapTone()}.svg${mark}`, `${at}/letters-${mapTone()}.svg${mark}`);
  }

  /** Draw what has become another. @param {import("./work.js").News} news */
  show(news) {
    const { sheet } = this.work;
    if (!sheet) return;
    if (news === "text") localStorage.setItem(DRAFT, sheet.text);
    const all = news === "text" || news === "choice";
    if (all || news === "hand") this.map.draw(sheet);
    if (all || news === "hand" || news === "side") this.force.draw();
    if (all) this.panel.draw();
    if (all) this.text.draw(sheet.text);
    if (all || news === "kept") this.bar();
    if (all || news === "hand") this.strip();
    if (news === "text") this.paint();
  }

  /** Nothing in the hand any more: first no brush, then no tool but the hand. */
  letGo() {
    if (this.painter.letGo()) this.force.draw();
    else this.work.hold(null);
  }

  // ------------------------------------------------------------ bar, tools, keys

  bar() {
    const { sheet, tools, kept } = this.work;
    const saved = kept === sheet?.text;
    const button = (/** @type {string} */ id, /** @type {string} */ words, /** @type {() => unknown} */ act, pressed = "") => h("button", { class: "alt", type: "button", id, "aria-pressed": pressed || null, onclick: act }, words);
    swap(
      byId("top"),
      h("a", { class: "logo", href: "/", "aria-label": "Grognard" }, logo(), h("span", { class: "words" }, "grognard")),
      h("div", { class: "what" }, h("b", {}, t("studio")), h("small", {}, tools?.title ?? "")),
      h("h1", { class: "fill" }, String(sheet?.data?.title ?? ""), h("small", {}, sheet ? t(saved ? "studio_saved" : "studio_unsaved") : "")),
      button("to-open", t("studio_open"), () => this.files.open()),
      sheet ? [button("to-text", "Text", () => this.text.toggle(), String(this.text.shown)), button("to-save", t("studio_save"), () => this.files.save()), button("to-send", t("studio_send"), () => this.files.send())] : null,
      h("button", { class: "round", type: "button", "aria-label": t("theme"), onclick: flipTheme }, icon("theme")),
    );
  }

  strip() {
    const { work } = this;
    const tool = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {string} */ key) =>
      h("button", { type: "button", "data-tool": name, "aria-pressed": String(work.tool === name), onclick: () => work.use(name) }, icon(sign), h("span", {}, t(`studio_tool_${name}`)), h("kbd", {}, key));
    const act = (/** @type {string} */ id, /** @type {string} */ words, /** @type {string} */ sign, /** @type {string} */ key, /** @type {boolean} */ able, /** @type {() => unknown} */ does) =>
      h("button", { type: "button", id, disabled: !able, onclick: does }, icon(sign), h("span", {}, words), h("kbd", {}, key));
    const kinds = new Set(work.sheet?.marks.map((mark) => mark.kind));
    swap(
      byId("strip"),
      work.way === "listed" ? null : tool("place", "skip", "P"),
      tool("area", "all", "A"),
      work.tools?.aims ? tool("aim", "flag", "O") : null,
      kinds.has("ground") || work.tools?.words ? tool("ground", "measure", "E") : null,
      h("hr", {}),
      act("take", t("studio_take"), "close", "Del", Boolean(work.hand?.id), () => work.takeOff()),
      act("undo", t("undo"), "undo", "U", work.past.length > 0, () => work.undo()),
      act("redo", t("studio_redo"), "redo", "Y", work.future.length > 0, () => work.redo()),
    );
  }

  keys() {
    const { work } = this;
    /** @type {Record<string, () => unknown>} */
    const acts = { p: () => work.use("place"), a: () => work.use("area"), o: () => work.tools?.aims && work.use("aim"), e: () => work.use("ground"), u: () => work.undo(), y: () => work.redo(), delete: () => work.takeOff(), backspace: () => work.takeOff(), escape: () => this.letGo() };
    document.addEventListener("keydown", (event) => {
      const target = /** @type {Element} */ (event.target);
      if (event.altKey || document.querySelector("dialog[open]") || target.matches("input, select, textarea")) return;
      const key = event.key.toLowerCase();
      const act = event.ctrlKey || event.metaKey ? { z: acts.u, y: acts.y, s: () => this.files.save() }[key] : acts[key];
      if (!act) return;
      event.preventDefault();
      act();
    });
  }

  async play() {
    const { sheet, text: played, plays: side } = this.work;
    if (!sheet) return;
    try {
      const made = await ask("POST /api/studio/play", {}, { text: played, side });
      remember(made.match, { key: made.key, invites: made.invites, fresh: true });
      location.href = `/m/${made.match}`;
    } catch (error) {
      if (error instanceof Refused && error.problems.length) this.panel.wrong(error.problems);
      else tell(error);
    }
  }

  zoom() {
    const button = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ act) => h("button", { type: "button", "aria-label": t(label), onclick: act }, icon(name));
    swap(byId("zoom"), button("plus", "zoom_in", () => this.board.zoom(1.3)), button("minus", "zoom_out", () => this.board.zoom(1 / 1.3)), button("all", "whole_map", () => this.board.all()));
  }
}

/** What the address asks for: a link, a position of a match that was left here, or what was worked at last. @param {Files} files */
async function arrive(files) {
  const wanted = new URLSearchParams(location.search);
  const link = wanted.get("link");
  if (link) return files.follow(link);
  const game = wanted.get("game");
  if (game) return files.begin(ask("POST /api/studio/begin", {}, { game, scenario: wanted.get("from") ?? "" }));
  const draft = localStorage.getItem(DRAFT);
  return wanted.has("draft") && draft ? files.begin(ask("POST /api/studio/read", {}, { text: draft })) : files.open();
}

async function main() {
  useTheme();
  writeTexts();
  const desk = new Desk();
  Object.assign(window, { studio: desk }); // for whoever looks at the page from outside
  desk.bar();
  desk.zoom();
  desk.keys();
  document.title = `Grognard: ${title(t("studio"))}`;
  addEventListener("theme", () => desk.paint());
  await arrive(desk.files);
}

main().catch((/** @type {unknown} */ error) => toast(wordsOf(error), 60_000));
