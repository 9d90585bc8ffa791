/** What is worked at in the studio: a text as the server has laid it out, what it was before, and what is in the hand. */
import { say, toast } from "../shared/dom.js";
import { ask, attempt } from "../shared/net.js";
import { t, title } from "../shared/texts.js";

/** What is taken up to be put down. @typedef {{ unit: string, id: string, side: string, name: string, face: string }} Hand */
/** What has become another: the text and so everything, what is chosen, what is in the hand, whose units are shown, what is kept. @typedef {"text" | "choice" | "hand" | "side" | "kept"} News */

const DEEP = 200; // changes that can be undone

export class Work {
  /** @param {(news: News) => void} changed whoever draws it */
  constructor(changed) {
    this.changed = changed;
    /** @type {Wire.StudioTools | null} */
    this.tools = null;
    /** @type {Wire.StudioSheet | null} */
    this.sheet = null;
    /** @type {string[]} */
    this.past = [];
    /** @type {string[]} */
    this.future = [];
    /** @type {Hand | null} */
    this.hand = null;
    /** @type {Page.Path | null} */
    this.marked = null;
    this.tool = "place";
    this.side = this.plays = "";
    this.kept = ""; // the text that was saved
    this.queue = Promise.resolve();
  }

  /** The sides of the scenario; those of the game as long as it has none. */
  get sides() {
    return this.sheet?.sides.length ? this.sheet.sides : this.tools?.sides ?? [];
  }

  get text() {
    return this.sheet?.text ?? "";
  }

  /** What the file says; nothing as long as it cannot be read. */
  get data() {
    return this.sheet?.data ?? null;
  }

  // ------------------------------------------------------------ the text

  /** Begin again. @param {Wire.StudioTools} tools @param {Wire.StudioSheet} sheet */
  begin(tools, sheet) {
    Object.assign(this, { past: [], future: [], hand: null, marked: null, tool: "place", tools, sheet });
    this.side = this.plays = this.sides[0] ?? "";
  }

  /** Change the text; the changes of one act belong together. @param {Page.Edit[]} edits */
  change(edits) {
    return this.next(async () => this.turn(await attempt(ask("POST /api/studio/read", {}, { text: this.text, edits }))));
  }

  /** Another text altogether, as it was typed. @param {string} typed */
  replace(typed) {
    return this.next(async () => {
      if (typed !== this.text) this.turn(await attempt(ask("POST /api/studio/read", {}, { text: typed })));
    });
  }

  /** One thing after the other. @param {() => Promise<void>} act */
  next(act) {
    this.queue = this.queue.then(act, act);
    return this.queue;
  }

  /** @param {Wire.StudioSheet | null} sheet */
  turn(sheet) {
    if (!sheet) return;
    if (sheet.text !== this.text) {
      this.past = [...this.past.slice(-DEEP), this.text];
      this.future = [];
    }
    this.take(sheet);
  }

  /** A text as it has been laid out; one that cannot be read leaves the map as it was. @param {Wire.StudioSheet} sheet */
  take(sheet) {
    const { text, data, problems } = sheet;
    this.sheet = data || !this.sheet ? sheet : { ...this.sheet, text, data, problems };
    if (!this.sides.includes(this.side)) this.side = this.sides[0] ?? "";
    if (!this.sides.includes(this.plays)) this.plays = this.side;
    this.changed("text");
  }

  undo() {
    return this.step(this.past, this.future);
  }

  redo() {
    return this.step(this.future, this.past);
  }

  /** @param {string[]} from @param {string[]} to */
  step(from, to) {
    return this.next(async () => {
      const wanted = from.at(-1);
      const sheet = wanted === undefined ? null : await attempt(ask("POST /api/studio/read", {}, { text: wanted }));
      if (!sheet) return;
      from.pop();
      to.push(this.text);
      this.hand = null;
      this.take(sheet);
    });
  }

  /** Problems that only showed when it was played. @param {Wire.StudioProblem[]} problems */
  wrong(problems) {
    if (this.sheet) this.sheet = { ...this.sheet, problems };
  }

  /** It is kept as it was then. @param {string} text */
  keep(text) {
    this.kept = text;
    this.changed("kept");
    say(t("studio_saved"));
  }

  // ------------------------------------------------------------ units and places

  /** Show the units of a side. @param {string} side */
  turnTo(side) {
    this.side = side;
    this.changed("side");
  }

  /** How the file says who stands where. */
  get way() {
    return this.sheet?.begun ? "position" : this.tools?.way ?? "";
  }

  /** A unit of the box as it is taken into the hand. @param {Wire.StudioUnit} unit */
  fresh(unit) {
    const here = this.way === "standing" ? this.sheet?.counters.find((one) => one.unit === unit.id) : null;
    return { unit: unit.id, id: here?.id ?? "", side: this.side, name: unit.name, face: unit.face };
  }

  /** Somebody on the map as he is taken into the hand. @param {string} id */
  handOf(id) {
    const one = this.sheet?.counters.find((counter) => counter.id === id);
    return one ? { unit: one.unit, id, side: one.side, name: one.name, face: one.face } : null;
  }

  /** A click in the order of battle. @param {Wire.StudioUnit} unit */
  pickUp(unit) {
    if (this.way === "listed") return this.change([{ edit: "place", unit: unit.id, place: "", side: this.side }]);
    const hand = this.fresh(unit);
    return this.hold(this.hand?.unit === hand.unit ? null : hand);
  }

  /** @param {Hand | null} hand */
  hold(hand, aloud = true) {
    this.hand = hand;
    this.tool = "place";
    if (!aloud) return;
    this.changed("hand");
    if (hand) say(t("studio_hand", { name: hand.name }));
  }

  /** @param {string} place */
  putDown(place) {
    const { hand } = this;
    if (!hand) return undefined;
    const again = this.way !== "standing" && !hand.id;
    this.hand = again ? hand : null;
    return this.change([{ edit: "place", unit: hand.unit, place, side: hand.side, id: hand.id }]).then(() => this.told(hand, place));
  }

  /** Where it stands now; where units are counted, how many there are of it. @param {Hand} hand @param {string} place */
  told(hand, place) {
    const alike = this.sheet?.counters.filter((one) => one.unit === hand.unit && one.side === hand.side && one.count > 1) ?? [];
    const area = this.sheet?.marks.find((mark) => mark.kind === "area" && mark.places.includes(place));
    const here = alike.find((one) => one.place === place) ?? alike.find((one) => area?.places.includes(one.place));
    say(here && area ? t("studio_counted", { name: hand.name, n: here.count, area: title(area.name.replace(/[-_]/g, " ")) }) : t("studio_placed", { name: hand.name, place }));
  }

  takeOff() {
    const { hand } = this;
    this.hand = null;
    if (!hand?.id) return this.hold(null);
    say(t("studio_taken", { name: hand.name }));
    return this.change([{ edit: "take", id: hand.id }]);
  }

  // ------------------------------------------------------------ tools, and what is drawn with them

  /** Take a tool; with areas and objectives the first of them, if none is chosen. @param {string} tool */
  use(tool) {
    this.tool = tool;
    this.hand = null;
    const fitting = this.sheet?.marks.filter((mark) => mark.kind === tool) ?? [];
    if (tool !== "place" && !fitting.some((mark) => this.isMarked(mark.path))) this.marked = fitting[0]?.path ?? null; // no click may change what another tool draws
    if (tool !== "place" && !fitting.length && !(tool === "ground" && this.tools?.words)) toast(t("studio_no_mark"));
    this.changed("choice");
  }

  /** @param {Page.Path} path */
  isMarked(path) {
    return this.marked?.join("\n") === path.join("\n");
  }

  /** Choose what is drawn. @param {Page.Path} path */
  mark(path) {
    if (this.isMarked(path)) return;
    this.point(path);
    this.changed("choice");
  }

  /** Nothing is chosen any more. */
  unmark() {
    this.marked = null;
    this.changed("choice");
  }

  /** What is made new is what is drawn next. @param {Page.Path} path @param {unknown} value @param {Page.Path} [drawn] the part of it that is drawn @param {string} [tool] */
  make(path, value, drawn = path, tool) {
    this.point(drawn, tool);
    return this.change([{ edit: "put", path, value }]);
  }

  /** @param {Page.Path} path @param {string} [tool] the one that fits, unless this is said */
  point(path, tool) {
    this.marked = path;
    this.hand = null;
    this.tool = tool ?? this.sheet?.marks.find((mark) => this.isMarked(mark.path))?.kind ?? this.tool;
  }

  /** @param {string} place */
  cover(place) {
    const mark = this.sheet?.marks.find((one) => this.isMarked(one.path));
    if (!mark) return toast(t("studio_no_mark"));
    return this.change([{ edit: "cover", path: mark.path, place }]);
  }
}
