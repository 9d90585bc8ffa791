/** The studio: a scenario is one text; every change makes a new one, which the server lays out and judges. */
import { Board } from "./board.js";
import { byId, h, icon, logo, say, swap, toast } from "./dom.js";
import { ask, attempt, remember, text } from "./net.js";
import { Pieces } from "./pieces.js";
import { keepSheet } from "./sheet.js";
import { Files } from "./studio_files.js";
import { ForcePanel } from "./studio_force.js";
import { handWords, StudioMap } from "./studio_map.js";
import { Painter } from "./studio_paint.js";
import { StudioPanel } from "./studio_panel.js";
import { TextPane } from "./studio_text.js";
import { flipTheme, mapTone, useTheme } from "./theme.js";
import { t, title, writeTexts } from "./words.js";

const DEEP = 200; // changes that can be undone
const DRAFT = "studio-draft"; // what was worked at last, in this browser

export class Desk {
  constructor() {
    this.board = new Board();
    this.pieces = new Pieces(this.board);
    this.painter = new Painter(this);
    this.map = new StudioMap(this.board, this.pieces, this);
    this.force = new ForcePanel(this);
    this.panel = new StudioPanel(this);
    this.text = new TextPane(this);
    this.files = new Files(this);
    /** @type {Wire.StudioTools | null} */
    this.tools = null;
    /** @type {Wire.StudioSheet | null} */
    this.sheet = null;
    /** @type {string[]} */
    this.past = [];
    /** @type {string[]} */
    this.future = [];
    /** @type {import("./studio_map.js").Hand | null} */
    this.hand = null;
    /** @type {(string | number)[] | null} */
    this.marked = null;
    this.tool = "place";
    this.side = this.plays = "";
    this.kept = ""; // the text that was saved
    this.faces = ""; // the game whose counters are known
    this.drawn = ""; // the picture that lies on the board
    this.queue = Promise.resolve();
  }

  /** The sides of the scenario; those of the game as long as it has none. */
  get sides() {
    return this.sheet?.sides.length ? this.sheet.sides : this.tools?.sides ?? [];
  }

  // ------------------------------------------------------------ the text

  /** Begin to work at a scenario. @param {Wire.StudioSheet} sheet */
  async open(sheet) {
    const game = String(sheet.data?.game ?? this.tools?.game ?? "");
    if (!game) return toast(sheet.problems[0]?.says ?? "");
    this.tools = await ask("GET", `/api/studio/${encodeURIComponent(game)}`);
    Object.assign(this, { past: [], future: [], hand: null, marked: null, tool: "place", drawn: "", sheet });
    this.side = this.plays = this.sides[0] ?? "";
    await this.paint();
    this.take(sheet);
    const places = sheet.counters.map((one) => one.place).concat(sheet.marks.flatMap((mark) => mark.places)).filter(Boolean);
    if (places.length) this.board.show(places);
    else this.board.all();
    byId("view").focus();
  }

  /** The ground of the game, or the table of the file. */
  async paint() {
    const { tools, sheet } = this;
    if (!tools || !sheet) return;
    const at = sheet.table ? `/api/studio/tables/${sheet.table}` : `/art/${tools.game}/${sheet.like || tools.scenario}`;
    const mark = sheet.table ? "" : `?v=${tools.art}`;
    const wanted = `${at} ${mapTone()}`;
    if (this.drawn === wanted) return;
    const fresh = this.drawn.split(" ")[0] !== at;
    this.drawn = wanted;
    if (this.faces !== tools.game) keepSheet(await text(`/art/${tools.game}/counters.svg?v=${tools.art}`));
    this.faces = tools.game;
    if (fresh) this.board.lay(JSON.parse(await text(`${at}/grid.json${mark}`)));
    await this.board.paint(`${at}/board-${mapTone()}.svg${mark}`, `${at}/letters-${mapTone()}.svg${mark}`);
  }

  /** Change the text; the changes of one act belong together. @param {object[]} edits */
  change(edits) {
    return this.work(async () => {
      const before = this.sheet?.text ?? "";
      const sheet = await attempt(ask("POST", "/api/studio/read", { text: before, edits }));
      if (sheet) this.turn(sheet, before);
    });
  }

  /** Another text altogether, as it was typed. @param {string} typed */
  replace(typed) {
    return this.work(async () => {
      const before = this.sheet?.text ?? "";
      const sheet = typed === before ? null : await attempt(ask("POST", "/api/studio/read", { text: typed }));
      if (sheet) this.turn(sheet, before);
    });
  }

  /** One thing after the other. @param {() => Promise<void>} act */
  work(act) {
    this.queue = this.queue.then(act, act);
    return this.queue;
  }

  /** @param {Wire.StudioSheet} sheet @param {string} before */
  turn(sheet, before) {
    if (sheet.text !== before) {
      this.past = [...this.past.slice(-DEEP), before];
      this.future = [];
    }
    this.take(sheet);
  }

  /** Show a text as it has been laid out; one that cannot be read leaves the map as it was. @param {Wire.StudioSheet} sheet */
  take(sheet) {
    const shown = sheet.data ? sheet : { ...sheet, ...(this.sheet ? { counters: this.sheet.counters, marks: this.sheet.marks, sides: this.sheet.sides, later: this.sheet.later, table: this.sheet.table, like: this.sheet.like } : {}) };
    this.sheet = shown;
    localStorage.setItem(DRAFT, shown.text);
    if (!this.sides.includes(this.side)) this.side = this.sides[0] ?? "";
    if (!this.sides.includes(this.plays)) this.plays = this.side;
    this.draw();
    this.paint();
  }

  draw() {
    if (!this.sheet) return;
    this.map.draw(this.sheet);
    this.force.draw();
    this.panel.draw();
    this.text.draw(this.sheet.text);
    this.bar();
    this.strip();
  }

  undo() {
    this.step(this.past, this.future);
  }

  redo() {
    this.step(this.future, this.past);
  }

  /** @param {string[]} from @param {string[]} to */
  step(from, to) {
    return this.work(async () => {
      const wanted = from.at(-1);
      if (wanted === undefined || !this.sheet) return;
      const sheet = await attempt(ask("POST", "/api/studio/read", { text: wanted }));
      if (!sheet) return;
      from.pop();
      to.push(this.sheet.text);
      this.hand = null;
      this.take(sheet);
    });
  }

  /** Problems that only showed when it was played. @param {Wire.StudioProblem[]} problems */
  wrong(problems) {
    if (!this.sheet) return;
    this.sheet = { ...this.sheet, problems };
    this.panel.turn("scenario");
    toast(problems[0]?.says ?? "");
  }

  // ------------------------------------------------------------ units and places

  /** @param {string} side */
  turnTo(side) {
    this.side = side;
    this.force.draw();
  }

  /** A unit of the box as it is taken into the hand. @param {Wire.StudioUnit} unit */
  fresh(unit) {
    const here = this.tools?.way === "standing" ? this.sheet?.counters.find((one) => one.unit === unit.id) : null;
    return { unit: unit.id, id: here?.id ?? "", side: this.side, name: unit.name, face: unit.face };
  }

  /** Somebody on the map as he is taken into the hand. @param {string} id */
  handOf(id) {
    const one = this.sheet?.counters.find((counter) => counter.id === id);
    return one ? { unit: one.unit, id, side: one.side, name: one.name, face: one.face } : null;
  }

  /** A click in the order of battle. @param {Wire.StudioUnit} unit */
  pickUp(unit) {
    if (this.tools?.way === "listed") return this.change([{ edit: "place", unit: unit.id, place: "", side: this.side }]);
    const hand = this.fresh(unit);
    return this.hold(this.hand?.unit === hand.unit ? null : hand);
  }

  /** @param {import("./studio_map.js").Hand | null} hand */
  hold(hand, aloud = true) {
    this.hand = hand;
    this.tool = "place";
    if (!aloud) return;
    if (this.sheet) this.map.draw(this.sheet);
    this.force.draw();
    this.strip();
    if (hand) say(handWords(hand));
  }

  /** Nothing in the hand any more: first no brush, then no tool but the hand. */
  letGo() {
    if (!this.painter.brush) return this.hold(null);
    this.painter.brush = this.painter.from = null;
    this.painter.show([]);
    return this.force.draw();
  }

  /** @param {string} place */
  putDown(place) {
    const { hand } = this;
    if (!hand) return undefined;
    const again = this.tools?.way !== "standing" && !hand.id;
    this.hand = again ? hand : null;
    this.pieces.above.replaceChildren();
    say(t("studio_placed", { name: hand.name, place }));
    return this.change([{ edit: "place", unit: hand.unit, place, side: hand.side, id: hand.id }]);
  }

  takeOff() {
    const { hand } = this;
    this.hand = null;
    if (!hand?.id) return this.hold(null);
    say(t("studio_taken", { name: hand.name }));
    return this.change([{ edit: "take", id: hand.id }]);
  }

  /** @param {(string | number)[]} path */
  isMarked(path) {
    return this.marked?.join("\n") === path.join("\n");
  }

  /** Choose what is drawn. @param {(string | number)[]} path */
  mark(path, shown = true) {
    if (this.isMarked(path) && shown) return;
    this.marked = path;
    this.hand = null;
    const kind = this.sheet?.marks.find((mark) => this.isMarked(mark.path))?.kind;
    this.tool = kind ?? this.tool;
    if (shown) this.draw();
  }

  /** @param {string} place */
  cover(place) {
    const mark = this.sheet?.marks.find((one) => this.isMarked(one.path));
    if (!mark) return toast(t("studio_no_mark"));
    return this.change([{ edit: "cover", path: mark.path, place }]);
  }

  // ------------------------------------------------------------ bar, tools, keys

  bar() {
    const { sheet, tools } = this;
    const saved = this.kept === sheet?.text;
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

  /** @param {string} kept */
  saved(kept) {
    this.kept = kept;
    this.bar();
    say(t("studio_saved"));
  }

  strip() {
    const tool = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {string} */ key) =>
      h("button", { type: "button", "data-tool": name, "aria-pressed": String(this.tool === name), onclick: () => this.use(name) }, icon(sign), h("span", {}, t(`studio_tool_${name}`)), h("kbd", {}, key));
    const act = (/** @type {string} */ id, /** @type {string} */ words, /** @type {string} */ sign, /** @type {string} */ key, /** @type {boolean} */ able, /** @type {() => unknown} */ does) =>
      h("button", { type: "button", id, disabled: !able, onclick: does }, icon(sign), h("span", {}, words), h("kbd", {}, key));
    const kinds = new Set(this.sheet?.marks.map((mark) => mark.kind));
    swap(
      byId("strip"),
      this.tools?.way === "listed" ? null : tool("place", "skip", "P"),
      tool("area", "all", "A"),
      tool("aim", "flag", "O"),
      kinds.has("ground") || this.tools?.words ? tool("ground", "measure", "E") : null,
      h("hr", {}),
      act("take", t("studio_take"), "close", "Del", Boolean(this.hand?.id), () => this.takeOff()),
      act("undo", t("undo"), "undo", "U", this.past.length > 0, () => this.undo()),
      act("redo", t("studio_redo"), "redo", "Y", this.future.length > 0, () => this.redo()),
    );
  }

  /** Take a tool; with areas and objectives the first of them, if none is chosen. @param {string} tool */
  use(tool) {
    this.tool = tool;
    this.hand = null;
    const fitting = this.sheet?.marks.filter((mark) => mark.kind === tool) ?? [];
    if (tool !== "place" && fitting.length && !fitting.some((mark) => this.isMarked(mark.path))) this.marked = fitting[0].path;
    if (tool !== "place" && !fitting.length && !this.painter.words) toast(t("studio_no_mark"));
    this.draw();
  }

  keys() {
    /** @type {Record<string, () => unknown>} */
    const acts = { p: () => this.use("place"), a: () => this.use("area"), o: () => this.use("aim"), e: () => this.use("ground"), u: () => this.undo(), y: () => this.redo(), delete: () => this.takeOff(), backspace: () => this.takeOff(), escape: () => this.letGo() };
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
    const { sheet } = this;
    if (!sheet) return;
    try {
      const made = await ask("POST", "/api/studio/play", { text: sheet.text, side: this.plays });
      remember(made.match, { key: made.key, invites: made.invites, fresh: true });
      location.href = `/m/${made.match}`;
    } catch (error) {
      if (error.problems?.length) this.wrong(error.problems);
      else toast(error.message);
    }
  }

  zoom() {
    const button = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ act) => h("button", { type: "button", "aria-label": t(label), onclick: act }, icon(name));
    swap(byId("zoom"), button("plus", "zoom_in", () => this.board.zoom(1.3)), button("minus", "zoom_out", () => this.board.zoom(1 / 1.3)), button("all", "whole_map", () => this.board.all()));
  }
}

/** What the address asks for: a link, a position of a match that was left here, or what was worked at last. @param {Desk} desk */
async function arrive(desk) {
  const wanted = new URLSearchParams(location.search);
  const link = wanted.get("link");
  if (link) return desk.files.follow(link);
  if (wanted.get("game")) return desk.files.begin(ask("POST", "/api/studio/begin", { game: wanted.get("game"), scenario: wanted.get("from") ?? "" }));
  const draft = localStorage.getItem(DRAFT);
  return wanted.has("draft") && draft ? desk.files.begin(ask("POST", "/api/studio/read", { text: draft })) : desk.files.open();
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
  await arrive(desk);
}

main().catch((error) => toast(error.message, 60_000));
