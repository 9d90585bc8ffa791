/** Who threatens a place: asked of the server once a position, and only when somebody wants to know. */
import { s, toast } from "./dom.js";
import { t, title } from "./words.js";

const WAIT = 220; // milliseconds the pointer rests before the server is asked
const NAMED = 6; // threats named one by one

export class Threats {
  constructor(table) {
    this.table = table;
    this.on = localStorage.getItem("threats") === "on";
    this.forget();
  }

  /** The position has changed: what was known no longer holds. */
  forget() {
    this.pieces = null;
    this.byPlace = new Map();
    clearTimeout(this.waiting);
    this.table.pieces?.danger.replaceChildren();
  }

  /** Everything each piece reaches now, from the server; null if it cannot be had. */
  async load() {
    const { live, scene } = this.table;
    if (this.pieces) return this.pieces;
    this.asked ??= live.order("reach").then(({ reach }) => reach).catch(() => null).finally(() => (this.asked = null));
    const found = await this.asked;
    if (!found || scene !== this.table.scene) return null;
    this.pieces = found;
    this.byPlace = new Map();
    for (const [piece, ways] of Object.entries(found)) {
      if (!this.isFoe(piece)) continue;
      for (const way of ways) for (const hex of way.hexes ?? []) this.add(hex, { piece, how: way.how, cite: way.cite });
    }
    return found;
  }

  add(hex, threat) {
    if (!this.byPlace.has(hex)) this.byPlace.set(hex, []);
    this.byPlace.get(hex).push(threat);
  }

  isFoe(piece) {
    const view = this.table.views.get(piece);
    return Boolean(view) && !this.table.you.includes(view.side);
  }

  /** The threats to a hex, or to a point of the table. */
  at(place) {
    if (!this.pieces || !place) return [];
    if (!this.table.board.inch) return this.byPlace.get(place) ?? [];
    const [x, y] = place.split(",").map(Number);
    return Object.entries(this.pieces)
      .filter(([piece]) => this.isFoe(piece))
      .flatMap(([piece, ways]) => ways.filter((way) => way.arcs.some((arc) => holds(arc, x, y))).map(({ how, cite }) => ({ piece, how, cite })));
  }

  /** The threats to a place as a phrase; nothing if there is none. */
  words(place) {
    const found = this.at(place);
    if (!found.length) return "";
    const name = ({ piece, how }) => {
      const view = this.table.views.get(piece);
      const where = this.table.board.inch ? "" : ` ${view.place}`;
      return `${view.hidden ? t("hidden_piece") : view.name}${where} (${how})`;
    };
    const named = [...new Set(found.slice(0, NAMED).map(name))].join(", ");
    return t("threatened_by", { who: named, more: found.length > NAMED ? t("and_more", { n: found.length - NAMED }) : "" });
  }

  // ------------------------------------------------------------ showing

  async flip() {
    this.on = !this.on;
    localStorage.setItem("threats", this.on ? "on" : "off");
    this.table.redrawStrip();
    await this.draw();
    const foes = Object.keys(this.pieces ?? {}).some((piece) => this.isFoe(piece) && this.pieces[piece].some((way) => way.hexes?.length || way.arcs?.length));
    toast(this.on ? t(foes ? "threats_on" : "threats_none") : "");
    this.table.redrawPrompt();
  }

  /** Hatch what is threatened, if that is wanted; on a table by inches show the arcs of the chosen unit anyway. */
  async draw() {
    const { board, pieces, scene, replay } = this.table;
    const subject = board.inch ? scene.ask?.subject[0] : null;
    if (replay.on || (!this.on && !subject)) return pieces.danger.replaceChildren();
    if (!(await this.load())) return undefined;
    const drawn = [];
    if (this.on && !board.inch && this.byPlace.size) drawn.push(this.hatch(new Set(this.byPlace.keys())));
    if (this.on && board.inch) for (const piece of Object.keys(this.pieces)) if (this.isFoe(piece)) drawn.push(...this.arcs(piece, "foe"));
    if (subject) drawn.push(...this.arcs(subject, "own"));
    return pieces.danger.replaceChildren(...drawn);
  }

  hatch(places) {
    const { board, pieces } = this.table;
    const d = [...places].filter((place) => board.centre(place)).map((place) => `M${board.corners(place, 0).join("L")}Z`).join("");
    return s("g", { class: "danger" }, hatching(), s("path", { d, fill: "url(#danger-hatch)" }), s("path", { d: pieces.layers.outline(places, 1), class: "danger-edge" }));
  }

  /** Sectors of the table, solid to the end of the close band, dashed beyond. */
  sectors(arcs, whose = "own") {
    const { board } = this.table;
    return arcs.flatMap((arc) => [
      s("path", { d: sector(board, arc, arc.far), class: `arc ${whose} far` }),
      ...(arc.near ? [s("path", { d: sector(board, arc, arc.near), class: `arc ${whose}` })] : []),
    ]);
  }

  arcs(piece, whose) {
    const { board } = this.table;
    const lines = [];
    for (const way of this.pieces[piece] ?? []) {
      lines.push(...this.sectors(way.arcs, whose));
      if (whose === "own" && way.arcs.length) lines.push(...bands(board, way.arcs[0]));
    }
    return lines;
  }

  /** The pointer rests on a place: name its threats, and draw lines to those who pose them. */
  rest(place, told) {
    clearTimeout(this.waiting);
    this.table.pieces.pointing.replaceChildren();
    if (!place || this.table.replay.on) return;
    this.waiting = setTimeout(async () => {
      if (!(await this.load())) return;
      const found = this.at(place);
      told(this.words(place));
      if (this.on || this.table.clicks.at(place).length) this.point(place, found);
    }, this.pieces ? 60 : WAIT);
  }

  point(place, found) {
    const { board, pieces, views } = this.table;
    const to = board.centre(place);
    const from = [...new Set(found.map(({ piece }) => views.get(piece).place))].map((at) => board.centre(at)).filter(Boolean);
    const d = from.map((at) => `M${at}L${to}`).join("");
    pieces.pointing.replaceChildren(s("path", { d, class: "aimed-back" }), s("path", { d, class: "aimed" }));
  }

  /** Every threatened place in words, for those who do not see the hatching. */
  list() {
    return [...this.byPlace.keys()].sort().map((place) => [place, this.words(place)]);
  }

  /** What a piece can do from where it is, in words: "fire, 38 hexes". */
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

/** Does an arc hold a point of the table? */
function holds(arc, x, y) {
  const [dx, dy] = [x - arc.x, y - arc.y];
  if (Math.hypot(dx, dy) > arc.far) return false;
  const turn = (Math.atan2(dx, dy) * 180) / Math.PI - arc.facing;
  return Math.abs(((((turn + 180) % 360) + 360) % 360) - 180) <= arc.half;
}

/** A point of the page, so many inches from the origin of an arc. */
function along(board, arc, degrees, inches) {
  const [x, y] = board.centre(`${arc.x},${arc.y}`);
  const turn = (degrees * Math.PI) / 180;
  return [x + Math.sin(turn) * inches * board.inch, y - Math.cos(turn) * inches * board.inch].map((n) => n.toFixed(1)).join(" ");
}

function sector(board, arc, inches) {
  const r = inches * board.inch;
  if (arc.half >= 180) return `M${along(board, arc, 0, inches)}A${r} ${r} 0 1 1 ${along(board, arc, 180, inches)}A${r} ${r} 0 1 1 ${along(board, arc, 0, inches)}`;
  const [from, to] = [arc.facing - arc.half, arc.facing + arc.half];
  return `M${along(board, arc, 0, 0)}L${along(board, arc, from, inches)}A${r} ${r} 0 ${arc.half > 90 ? 1 : 0} 1 ${along(board, arc, to, inches)}Z`;
}

/** The ranges written on an arc. */
function bands(board, arc) {
  const tag = (inches, word) => {
    const [x, y] = along(board, arc, arc.facing, inches).split(" ");
    const text = t(word, { n: inches });
    const wide = text.length * 6.6 + 16;
    return s("g", { class: "pill", transform: `translate(${x} ${y})` }, s("g", { class: "steady" }, s("rect", { x: -wide / 2, y: -10, width: wide, height: 20, rx: 10 }), s("text", { y: 4.5, "font-size": 13 }, text)));
  };
  return [arc.near ? tag(arc.near, "close_range") : null, tag(arc.far, arc.near ? "long_range" : "range_of")].filter(Boolean);
}
