/** Who threatens a place: asked of the server once a position, and only when somebody wants to know. */
import { s, toast } from "../shared/dom.js";
import { t, title } from "../shared/texts.js";

const WAIT = 220; // milliseconds the pointer rests before the server is asked
const NAMED = 6; // threats named one by one

export class Threats {
  /** @param {Page.Known} known @param {Page.Live} live @param {Page.Pieces} pieces @param {() => void} changed */
  constructor(known, live, pieces, changed) {
    this.known = known;
    this.live = live;
    this.field = pieces;
    this.board = pieces.board;
    this.changed = changed; // whoever shows whether threats are drawn
    /** @type {Record<string, Wire.Reach[]> | null} */
    this.pieces = null;
    /** @type {Map<Page.Place, Page.Threat[]>} */
    this.byPlace = new Map();
    /** @type {Promise<Record<string, Wire.Reach[]> | null> | null} */
    this.asked = null;
    this.on = localStorage.getItem("threats") === "on";
    this.forget();
  }

  /** The position has changed: what was known no longer holds. */
  forget() {
    this.pieces = null;
    this.byPlace = new Map();
    clearTimeout(this.waiting);
    this.clear();
  }

  clear() {
    this.field.danger.replaceChildren();
    this.write([]);
  }

  /** Write ranges on the arcs; plates of units keep off them. @param {[string, Page.Point][]} ranges */
  write(ranges) {
    this.field.bands.replaceChildren(...ranges.map(([words, at]) => range(words, at)));
    this.field.labels.ranges = ranges.map(([, at]) => at);
    this.field.label();
  }

  /** Everything each piece reaches now, from the server; null if it cannot be had. */
  async load() {
    const { scene } = this.known;
    if (this.pieces) return this.pieces;
    this.asked ??= this.live.order("reach", {}).then(({ reach }) => reach).catch(() => null).finally(() => (this.asked = null));
    const found = await this.asked;
    if (!found || scene !== this.known.scene) return null;
    this.pieces = found;
    this.byPlace = new Map();
    for (const [piece, ways] of Object.entries(found)) {
      if (!this.isFoe(piece)) continue;
      for (const way of ways) for (const hex of way.hexes ?? []) this.add(hex, { piece, how: way.how, cite: way.cite });
    }
    return found;
  }

  /** @param {string} hex @param {Page.Threat} threat */
  add(hex, threat) {
    this.byPlace.set(hex, [...(this.byPlace.get(hex) ?? []), threat]);
  }

  /** @param {string} piece */
  isFoe(piece) {
    const view = this.known.views.get(piece);
    return view !== undefined && !this.known.you.includes(view.side);
  }

  /** The threats to a hex, or to a point of the table. @param {Page.Place} place */
  at(place) {
    if (!this.pieces || !place) return [];
    if (!this.board.inch) return this.byPlace.get(place) ?? [];
    const [x, y] = place.split(",").map(Number);
    return Object.entries(this.pieces)
      .filter(([piece]) => this.isFoe(piece))
      .flatMap(([piece, ways]) => ways.filter((way) => way.arcs.some((arc) => holds(arc, x, y))).map(({ how, cite }) => ({ piece, how, cite })));
  }

  /** The threats to a place as a phrase; nothing if there is none. @param {Page.Place} place */
  words(place) {
    const found = this.at(place);
    const theirs = [...this.known.views.values()].some((view) => view.place === place && !this.known.you.includes(view.side));
    if (!found.length || (theirs && this.known.you.length === 1)) return ""; // nobody is threatened by his own side
    const name = (/** @type {Page.Threat} */ { piece, how }) => {
      const view = this.known.views.get(piece);
      if (!view) return "";
      const where = this.board.inch ? "" : ` ${view.place}`;
      return `${view.hidden ? t("hidden_piece") : view.name}${where} (${how})`;
    };
    const named = [...new Set(found.slice(0, NAMED).map(name))].join(", ");
    return t("threatened_by", { who: named, more: found.length > NAMED ? t("and_more", { n: found.length - NAMED }) : "" });
  }

  // ------------------------------------------------------------ showing

  async flip() {
    this.on = !this.on;
    localStorage.setItem("threats", this.on ? "on" : "off");
    await this.draw();
    const foes = Object.entries(this.pieces ?? {}).some(([piece, ways]) => this.isFoe(piece) && ways.some((way) => way.hexes.length || way.arcs.length));
    toast(this.on ? t(foes ? "threats_on" : "threats_none") : "");
    this.changed();
  }

  /** Hatch what is threatened, if that is wanted; on a table by inches show the arcs of the chosen unit anyway. */
  async draw() {
    const { board, field } = this;
    const { scene, replaying } = this.known;
    const subject = board.inch ? scene.ask?.subject[0] : null;
    if (replaying || (!this.on && !subject)) return this.clear();
    const found = await this.load();
    if (!found) return undefined;
    /** @type {SVGElement[]} */
    const drawn = [];
    if (this.on && !board.inch && this.byPlace.size) drawn.push(this.hatch(new Set(this.byPlace.keys())));
    if (this.on && board.inch) for (const piece of Object.keys(found)) if (this.isFoe(piece)) drawn.push(...this.arcs(piece, "foe"));
    if (subject) drawn.push(...this.arcs(subject, "own"));
    this.write(subject ? this.ranges(subject) : []);
    return field.danger.replaceChildren(...drawn);
  }

  /** @param {Set<Page.Place>} places */
  hatch(places) {
    const { board, field } = this;
    const d = [...places].filter((place) => board.centre(place)).map((place) => `M${board.corners(place, 0).join("L")}Z`).join("");
    return s("g", { class: "danger" }, hatching(), s("path", { d, fill: "url(#danger-hatch)" }), s("path", { d: field.layers.outline(places, 1), class: "danger-edge" }));
  }

  /** Sectors of the table, solid to the end of the close band, dashed beyond. @param {Wire.Arc[]} arcs */
  sectors(arcs, whose = "own") {
    const { board } = this;
    const line = (/** @type {Wire.Arc} */ arc, /** @type {number} */ inches, /** @type {string} */ cls) => s("path", { d: sector(board, arc, inches), class: `arc ${whose} ${cls}`.trim(), "clip-path": this.edge() });
    return arcs.flatMap((arc) => [line(arc, arc.far, "far"), ...(arc.near ? [line(arc, arc.near, "")] : [])]);
  }

  /** Nothing is drawn beyond the edge of the table. */
  edge() {
    const [x, y, width, height] = this.board.frame;
    if (!document.getElementById("table-edge")) this.board.over.append(s("clipPath", { id: "table-edge" }, s("rect", { x, y, width, height })));
    return "url(#table-edge)";
  }

  /** @param {string} piece @param {string} whose */
  arcs(piece, whose) {
    return (this.pieces?.[piece] ?? []).flatMap((way) => this.sectors(way.arcs, whose));
  }

  /** @param {string} piece @returns {[string, Page.Point][]} */
  ranges(piece) {
    return (this.pieces?.[piece] ?? []).filter((way) => way.arcs.length).flatMap((way) => bands(this.board, way.arcs[0]));
  }

  /**
   * The pointer rests on a place: name its threats, and draw lines to those who pose them.
   * @param {Page.Place} place
   * @param {boolean} offered
   * @param {(words: string) => void} told
   */
  rest(place, offered, told) {
    clearTimeout(this.waiting);
    this.field.pointing.replaceChildren();
    if (!place || this.known.replaying) return;
    this.waiting = setTimeout(async () => {
      if (!(await this.load())) return;
      const found = this.at(place);
      told(this.words(place));
      if (this.on || offered) this.point(place, found);
    }, this.pieces ? 60 : WAIT);
  }

  /** @param {Page.Place} place @param {Page.Threat[]} found */
  point(place, found) {
    const { board, field } = this;
    const { views } = this.known;
    const to = board.centre(place);
    const from = [...new Set(found.map(({ piece }) => views.get(piece)?.place))].flatMap((at) => (board.centre(at) ? [board.middle(at)] : []));
    const d = from.map((at) => `M${at}L${to}`).join("");
    field.pointing.replaceChildren(s("path", { d, class: "aimed-back" }), s("path", { d, class: "aimed" }));
  }

  /** Every threatened place in words, for those who do not see the hatching. */
  list() {
    return [...this.byPlace.keys()].sort().map((place) => ({ place, words: this.words(place) }));
  }

  /** What a piece can do from where it is, in words: "fire, 38 hexes". @param {Wire.PieceView} view */
  of(view) {
    return (this.pieces?.[view.id] ?? []).map((way) => title(way.how)).join(", ");
  }
}

function hatching() {
  return s(
    "defs",
    {},
    s(
      "pattern",
      { id: "danger-hatch", width: 9, height: 9, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      s("rect", { width: 9, height: 9, fill: "#e2670a", "fill-opacity": 0.05 }),
      s("path", { d: "M0 0V9", stroke: "#e2670a", "stroke-width": 3.4, "stroke-opacity": 0.5 }),
    ),
  );
}

/** Does an arc hold a point of the table? @param {Wire.Arc} arc @param {number} x @param {number} y */
function holds(arc, x, y) {
  const [dx, dy] = [x - arc.x, y - arc.y];
  if (Math.hypot(dx, dy) > arc.far) return false;
  const turn = (Math.atan2(dx, dy) * 180) / Math.PI - arc.facing;
  return Math.abs(((((turn + 180) % 360) + 360) % 360) - 180) <= arc.half;
}

/**
 * A point of the page, so many inches from the origin of an arc.
 * @param {Page.Board} board
 * @param {Wire.Arc} arc
 * @param {number} degrees
 * @param {number} inches
 */
function along(board, arc, degrees, inches) {
  const [x, y] = board.middle(`${arc.x},${arc.y}`);
  const turn = (degrees * Math.PI) / 180;
  return [x + Math.sin(turn) * inches * board.inch, y - Math.cos(turn) * inches * board.inch].map((n) => n.toFixed(1)).join(" ");
}

/** @param {Page.Board} board @param {Wire.Arc} arc @param {number} inches */
function sector(board, arc, inches) {
  const r = inches * board.inch;
  if (arc.half >= 180) return `M${along(board, arc, 0, inches)}A${r} ${r} 0 1 1 ${along(board, arc, 180, inches)}A${r} ${r} 0 1 1 ${along(board, arc, 0, inches)}`;
  const [from, to] = [arc.facing - arc.half, arc.facing + arc.half];
  return `M${along(board, arc, 0, 0)}L${along(board, arc, from, inches)}A${r} ${r} 0 ${arc.half > 90 ? 1 : 0} 1 ${along(board, arc, to, inches)}Z`;
}

/** A range in words, at its point of the map. @param {string} words @param {Page.Point} at */
function range(words, [x, y]) {
  const wide = words.length * 6.6 + 16;
  return s("g", { class: "pill", transform: `translate(${x} ${y})` }, s("g", { class: "steady" }, s("rect", { x: -wide / 2, y: -10, width: wide, height: 20, rx: 10 }), s("text", { y: 4.5, "font-size": 13 }, words)));
}

/** The ranges of an arc, each with the point of the table where it ends. @param {Page.Board} board @param {Wire.Arc} arc @returns {[string, Page.Point][]} */
function bands(board, arc) {
  const [left, top, across, down] = board.frame;
  /** @type {[number, string][]} */
  const ends = [[arc.near, "close_range"], [arc.far, arc.near ? "long_range" : "range_of"]];
  return ends.filter(([inches]) => inches).flatMap(([inches, word]) => {
    const [x, y] = along(board, arc, arc.facing, inches).split(" ").map(Number);
    const isOn = x > left && x < left + across && y > top && y < top + down;
    return isOn ? [[t(word, { n: inches }), [x, y]]] : [];
  });
}
