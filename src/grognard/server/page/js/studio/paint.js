/** Painting the ground: brushes at the left, strokes on the board by hand or by keys; a table gets pieces of terrain. */
import { byId, h, s, say } from "../shared/dom.js";
import { at, listOf, textOf } from "../shared/unknown_data.js";
import { t, title } from "../shared/texts.js";

/** @typedef {Extract<Page.Edit, { edit: "paint" }>["layer"]} Layer */
/** @typedef {{ layer: Layer, kind: string, words: string }} Brush */

const PAIRS = ["line", "hexside", "bridge"]; // what lies between two hexes
const LAYERS = /** @type {const} */ (["terrain", "line", "hexside", "bridge", "marks"]);
const INNER = 0.45; // of a hex's size: nearer to the middle is the hex itself

export class Painter {
  /** @type {Brush | null} */
  brush = null;
  name = "";
  /** @type {string | null} */
  from = null; // the hex from which a road or a hexside is drawn
  /** @type {Set<string>} */
  stroke = new Set();
  /** @type {string | null} */
  last = null; // the hex that the stroke has reached

  /** @param {Page.Pieces} pieces @param {Page.StudioWork} work @param {() => unknown} saveMap the map as a file */
  constructor(pieces, work, saveMap) {
    this.board = pieces.board;
    this.pieces = pieces;
    this.work = work;
    this.saveMap = saveMap;
  }

  /** What can be painted here; nothing as long as another tool is in the hand. */
  get words() {
    return this.work.tool === "ground" ? this.work.tools?.words ?? null : null;
  }

  /** Are strokes painted on hexes? */
  get paints() {
    return Boolean(this.words && this.words.shape !== "table" && this.brush);
  }

  get pairs() {
    return PAIRS.includes(this.brush?.layer ?? "");
  }

  // ------------------------------------------------------------ brushes

  /** Everything at the left. */
  draw() {
    const { words } = this;
    if (!words) return [];
    const [low, high] = words.levels ?? [0, -1];
    const levels = Array.from({ length: high - low + 1 }, (_, i) => String(i + low));
    const heights = Object.fromEntries(levels.map((level) => [level, t("studio_level", { n: level })]));
    return [
      h("h1", {}, t("studio_paint")),
      LAYERS.map((layer) => this.group(layer, words[layer] ?? {})),
      this.group("elevation", heights),
      words.shape === "table" ? null : [this.names(words), this.group("all", { all: t("studio_bare") })],
      h("p", { id: "brush-hint" }, this.hint()),
      words.shape === "table" ? null : this.whole(words),
    ];
  }

  /** @param {Layer} layer @param {Record<string, string>} kinds */
  group(layer, kinds) {
    const names = Object.entries(kinds);
    if (!names.length) return null;
    const button = (/** @type {[string, string]} */ [kind, words]) =>
      h("button", { type: "button", "data-brush": `${layer} ${kind}`, "aria-pressed": String(this.is(layer, kind)), onclick: () => this.take({ layer, kind, words }) }, words);
    return [h("h2", {}, t(`studio_layer_${layer}`)), h("div", { class: "brushes" }, names.map(button))];
  }

  /** Names are written before they are put down. @param {Wire.Vocabulary} words */
  names(words) {
    const kinds = Object.entries(words.place ?? {});
    if (!kinds.length) return null;
    const [kind] = this.brush?.layer === "place" ? [this.brush.kind] : kinds[0];
    const pick = h("select", { "aria-label": t("studio_lettering"), onchange: () => this.take({ layer: "place", kind: pick.value, words: t("studio_layer_place") }) }, kinds.map(([id, say]) => h("option", { value: id, selected: id === kind }, say)));
    const field = h("input", { id: "place-name", maxlength: 60, "aria-label": t("studio_layer_place"), value: this.name, oninput: () => (this.name = field.value), onchange: () => this.take({ layer: "place", kind: pick.value, words: t("studio_layer_place") }) });
    return [h("h2", {}, t("studio_layer_place")), h("div", { class: "form names" }, field, pick)];
  }

  /** The map as a whole: name, size, season, and back to the printed one. @param {Wire.Vocabulary} words */
  whole(words) {
    const { work } = this;
    const own = work.data?.mapsheet;
    const count = (/** @type {string} */ key) => Number(at(own, "grid", key, 1)) - Number(at(own, "grid", key, 0)) + 1 || 2;
    const number = (/** @type {string} */ key) => h("label", {}, t(`studio_${key}`), h("input", { type: "number", id: `map-${key}`, min: 2, max: 99, value: count(key) }));
    const size = (bare = false) => work.change([{ edit: "survey", columns: words.grid ? count("columns") : this.size("columns"), rows: words.grid ? count("rows") : this.size("rows"), bare }]);
    const sizes = words.grid ? [] : [number("columns"), number("rows")]; // a game may be played on the hexes of its printed map alone
    const season = h("select", { onchange: () => work.change([{ edit: "put", path: ["mapsheet", "look", "palette"], value: season.value }]) }, Object.entries(words.palettes ?? {}).map(([id, say]) => h("option", { value: id, selected: id === at(own, "look", "palette") }, say)));
    const name = h("input", { id: "map-name", maxlength: 80, value: textOf(at(own, "name")), onchange: () => work.change([{ edit: "put", path: ["mapsheet", "name"], value: name.value }]) });
    const act = (/** @type {string} */ id, /** @type {string} */ say, /** @type {() => unknown} */ does) => h("button", { class: "alt add", type: "button", id, onclick: does }, t(say));
    const mine = [h("label", { class: "wide" }, t("studio_map_name"), name), sizes, words.grid ? null : act("resize", "studio_resize", () => size()), h("label", { class: "wide" }, t("studio_season"), season), act("map-file", "studio_map_file", this.saveMap), act("printed", "studio_printed", () => work.change([{ edit: "drop", path: ["mapsheet"] }]))];
    return [h("h2", {}, t("studio_map")), own ? h("div", { class: "form" }, mine, act("bare-map", "studio_bare_map", () => size(true))) : h("p", { class: "quiet" }, t("studio_map_printed"))];
  }

  /** @param {string} key */
  size(key) {
    return Math.max(2, Math.min(99, Math.round(Number(/** @type {HTMLInputElement} */ (byId(`map-${key}`)).value)) || 2));
  }

  /** @param {string} layer @param {string} kind */
  is(layer, kind) {
    return this.brush?.layer === layer && this.brush.kind === kind;
  }

  hint() {
    if (this.words?.shape === "table") return t("studio_hint_pieces");
    const layer = this.brush?.layer ?? "";
    return t(layer ? (layer === "bridge" && this.words?.bridges === "hex" ? "studio_hint_paint" : `studio_hint_${this.pairs ? layer : layer === "place" ? "name" : "paint"}`) : "studio_hint_brush");
  }

  /** @param {Brush} brush */
  take(brush) {
    if (this.words?.shape === "table") return this.piece(brush);
    this.brush = brush;
    this.from = null;
    say(`${brush.words}. ${this.hint()}`);
    return this.work.unmark();
  }

  /** Put the brush away; false if there was none. */
  letGo() {
    if (!this.brush) return false;
    this.brush = this.from = null;
    this.show([]);
    return true;
  }

  /** A new piece of terrain for a table; its corners are set by clicks. @param {Brush} brush */
  piece(brush) {
    const rows = listOf(this.work.data?.terrain);
    const taken = new Set(rows.map((row) => at(row, "name")));
    let n = 1;
    while (taken.has(`${brush.kind}_${n}`)) n += 1;
    const shape = brush.layer === "line" ? "polyline" : "polygon";
    say(`${brush.words}. ${t("studio_hint_outline")}`);
    const path = ["terrain", rows.length];
    return this.work.make(path, { name: `${brush.kind}_${n}`, type: brush.kind, [shape]: [] }, [...path, shape]);
  }

  // ------------------------------------------------------------ strokes

  /** What a point of the window means to the brush: a hex, or the side nearest to it. @param {string} place @param {Page.Point} point */
  aim(place, point) {
    const { board, brush } = this;
    if (brush?.layer === "line" || !this.pairs || (brush?.layer === "bridge" && this.words?.bridges === "hex")) return place;
    const [x, y] = this.at(place);
    const [dx, dy] = [point[0] - x, point[1] - y];
    if (brush?.layer === "bridge" && this.words?.bridges !== "side" && Math.hypot(dx, dy) < INNER * board.size * board.scale) return place;
    const along = (/** @type {string} */ other) => {
      const [u, v] = this.at(other);
      return ((u - x) * dx + (v - y) * dy) / Math.hypot(u - x, v - y);
    };
    const beside = board.neighbours(place).flatMap((other) => (other ? [other] : []));
    return [place, beside.sort((a, b) => along(b) - along(a))[0]].sort().join("/");
  }

  /** The middle of a hex in the window. @param {string} place @returns {Page.Point} */
  at(place) {
    return this.board.toScreen(this.board.middle(place));
  }

  /** The hand goes over a hex with the button down. @param {string} place */
  over(place) {
    const { last } = this;
    if (this.brush?.layer === "line") {
      if (last && last !== place && this.board.neighbours(last).includes(place)) this.stroke.add(`${last}/${place}`);
      if (!last || this.board.neighbours(last).includes(place)) this.last = place;
    } else this.stroke.add(this.aim(place, this.board.now));
    this.show([...this.stroke, ...(this.last ? [this.last] : [])]);
  }

  /** The button is let go. */
  done() {
    const places = [...this.stroke];
    this.stroke = new Set();
    this.last = null;
    this.show([]);
    if (places.length) this.paint(places);
  }

  /** A click; of a road each click leads on from the one before. @param {string} place @param {Page.Point} point */
  click(place, point) {
    return this.brush?.layer === "line" ? this.enter(place) : this.paint([this.aim(place, point)]);
  }

  /** Enter at the cursor: what lies between two hexes is chosen by one after the other. @param {string} place */
  enter(place) {
    const { from } = this;
    const inHex = this.brush?.layer === "bridge" && this.words?.bridges === "hex";
    if (!this.pairs || inHex || (from === place && this.brush?.layer === "bridge" && this.words?.bridges !== "side")) return this.paint([place]);
    if (from && this.board.neighbours(from).includes(place)) {
      this.from = this.brush?.layer === "line" ? place : null;
      return this.paint([`${from}/${place}`]);
    }
    this.from = from === place ? null : place;
    this.show(this.from ? [this.from] : []);
    return say(this.from ? t("studio_hint_from", { place }) : "");
  }

  /** @param {string[]} places */
  paint(places) {
    const { brush } = this;
    if (!brush) return undefined;
    say(`${brush.words}: ${places.join(", ")}`);
    return this.work.change([{ edit: "paint", layer: brush.layer, kind: brush.kind, places, name: brush.layer === "place" ? this.name.trim() : "" }]);
  }

  /** What the stroke covers. @param {string[]} places */
  show(places) {
    const { board } = this;
    const drawn = places.map((place) => {
      const [a, b] = place.split("/");
      if (!b) return board.outline(a, 1, { class: "held", "data-hex": null });
      if (this.brush?.layer === "line") return s("path", { class: "stroke", d: `M${board.middle(a)}L${board.middle(b)}` });
      const corners = board.corners(a), i = board.neighbours(a).indexOf(b);
      return s("path", { class: "stroke", d: `M${corners[i]}L${corners[(i + 1) % 6]}` });
    });
    this.pieces.above.replaceChildren(...drawn);
  }

  /** What the brush would do under the hand. @param {string | null} place */
  hover(place) {
    const aimed = place ? this.aim(place, this.board.now) : null;
    this.show([...(aimed ? [aimed] : []), ...(this.from ? [this.from] : [])]);
    byId("place").textContent = [byId("place").textContent, title(this.brush?.words ?? "")].filter(Boolean).join(" · ");
  }
}
