/** Labels of units on an inch table: name, morale and state on a plate of one size, kept off bases, names and each other. */
import { s } from "../shared/dom.js";

const HIGH = 21, LINE = 13.6, LONG = 17, NEAREST = 8; // pixels: a plate, its letters; letters of a name; pixels an inch below which labels go
const PILL = [27, 13], RANGE = [38, 11]; // half of what a chance takes up, and a range
const CLOTHS = ["#c5332b", "#f4f1e2", "#6f9bd1", "#d9b13b"];
const NARROW = /[il.,:;'’·|! ]/, BROAD = /[mwMW%]/, CAPITAL = /[A-Z0-9]/;

/** The colour of a side's cloth. @param {string} side @param {string[]} sides */
export function cloth(side, sides) {
  return CLOTHS[Math.max(0, sides.indexOf(side)) % CLOTHS.length];
}

/** About how wide words are in the narrow face, in pixels. @param {string} text @param {number} size */
function wide(text, size) {
  const one = (/** @type {string} */ letter) => (NARROW.test(letter) ? 0.27 : BROAD.test(letter) ? 0.66 : CAPITAL.test(letter) ? 0.49 : 0.44);
  return [...text].reduce((sum, letter) => sum + one(letter), 0) * size;
}

/** A name short enough to stand beside others: small words go, what tells it apart stays. @param {string} name */
export function brief(name) {
  const words = name.replace(/ \(.*?\)/g, "").split(" ");
  while (words.join(" ").length > LONG && words.length > 2) {
    const at = words.findIndex((word, i) => i > 0 && i < words.length - 1 && /^[a-z]/.test(word));
    if (at < 0) break;
    words.splice(at, 1);
  }
  const bare = words.join(" ");
  return bare.length > LONG + 5 ? `${bare.slice(0, LONG + 3)}…` : bare;
}

/** A state as a small sign, about 12 across round the middle; null where there is none for it. @param {string} mark */
export function sign(mark) {
  const [kind] = mark.split(" ");
  /** @type {Record<string, string[]>} */
  const shapes = {
    terror: ["M0-6L6 5H-6Z", "#ff9b2e"],
    pinned: ["M0-6.5L6.5 0L0 6.5L-6.5 0Z", "#ffd54a"],
    lying: ["M-7 3H5L7 0M-7 3L-4 1H2", "", "#fff"],
    fired: ["M0-7L2-3L6-4L4 0L6 4L2 3L0 7L-2 3L-6 4L-4 0L-6-4L-2-3Z", "#ff8a5c"],
    activated: ["M-5 0L-1.5 4L5.5-4.5", "", "#b9e6c4"],
    routing: ["M-6 0L0-5L6 0M-6 5L0 0L6 5", "", "#ff7d7d"],
    routed: ["M-6 0L0-5L6 0M-6 5L0 0L6 5", "", "#ff7d7d"],
    dug: ["M-6 4L-3-4L0 4L3-4L6 4", "", "#d9b98a"],
    formed: ["M-5-4H5V4H-5Z", "", "#bfe0f5"],
    humiliated: ["M0 6L6-5H-6Z", "", "#ff9b2e"],
    hidden: ["M-7 0C-3.5-5 3.5-5 7 0C3.5 5-3.5 5-7 0M-6 6L6-6", "", "#fff"],
    limbered: ["M-6 3A3 3 0 1 0 0 3A3 3 0 1 0-6 3M0 3H7L5-5", "", "#e8d9b0"],
    on: ["M-7-3H7M-5-3V1M5-3V1M-5 4A2 2 0 1 0-5 3.9M5 4A2 2 0 1 0 5 3.9", "", "#e8d9b0"],
    stuck: ["M-5-5L5 5M5-5L-5 5", "", "#ff7d7d"],
    broken: ["M-5-5L5 5M5-5L-5 5", "", "#ff7d7d"],
  };
  const [d, fill, stroke] = shapes[kind] ?? [];
  if (!d) return null;
  return s("path", { d, fill: fill || "none", stroke: stroke || "#14191e", "stroke-width": stroke ? 2.2 : 0.8, "stroke-linejoin": "round", "stroke-linecap": "round" });
}

/** How many signs a state is: as many as its number says. @param {string} mark */
function times(mark) {
  return Math.min(4, Number(/ (\d+)$/.exec(mark)?.[1] ?? 1));
}

/** What stands on the plate of a unit, and how wide it is. @param {Wire.PieceView} view */
function plate(view) {
  const name = brief(view.name), morale = view.values ? view.values.split("-").at(-1) : "";
  const signs = (view.marks ?? []).flatMap((mark) => (sign(mark) ? Array.from({ length: times(mark) }, () => mark) : []));
  const parts = [];
  let x = 7;
  parts.push(s("text", { x, y: 15.2, class: "plate-name" }, name));
  x += wide(name, LINE) + 6;
  if (morale) parts.push(s("text", { x, y: 15, class: "plate-value" }, morale));
  if (morale) x += wide(morale, LINE) + 6;
  for (const mark of signs) {
    parts.push(s("g", { transform: `translate(${x + 6} 10.5)` }, sign(mark)));
    x += 14;
  }
  return { parts, wide: x + (signs.length ? 3 : 0) };
}

/** How much two boxes (left, top, right, bottom) cover each other. @param {Page.Box} a @param {Page.Box} b */
function shared(a, b) {
  const across = Math.min(a[2], b[2]) - Math.max(a[0], b[0]), down = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  return across > 0 && down > 0 ? across * down : 0;
}

export class Labels {
  /** @param {Page.Board} board */
  constructor(board) {
    this.board = board;
    this.group = s("g", { id: "unit-labels" });
    /** @type {Page.Point[]} */
    this.pills = []; // points of the map where chances stand
    /** @type {Page.Point[]} */
    this.ranges = []; // and where ranges do
  }

  /** The boxes of chances and ranges on the screen. @returns {Page.Box[]} */
  get chances() {
    return [...this.pills.map((point) => this.round(point, PILL)), ...this.ranges.map((point) => this.round(point, RANGE))];
  }

  /** A box round a point of the map, on the screen. @param {Page.Point} point @param {number[]} half @returns {Page.Box} */
  round(point, [across, down]) {
    const [x, y] = this.board.toScreen(point);
    return [x - across, y - down, x + across, y + down];
  }

  /** The box of a unit's bases on the screen. @param {Wire.PieceView} view @returns {Page.Box} */
  boxOf(view) {
    const { board } = this;
    const points = view.boxes.map(([x, y, , w, d]) => ({ at: board.toScreen(board.middle(`${x},${y}`)), half: (Math.max(w, d) * board.inch * board.scale) / 2 }));
    const all = (/** @type {number} */ i, /** @type {number} */ sign) => points.map(({ at, half }) => at[i] + sign * half);
    return [Math.min(...all(0, -1)), Math.min(...all(1, -1)), Math.max(...all(0, 1)), Math.max(...all(1, 1))];
  }

  /** The names of places, about where the drawing has them. @returns {Page.Box[]} */
  names() {
    const { board } = this;
    return Object.entries(board.hexes).filter(([, [, , about]]) => !/road|stream|river|track/.test(about)).map(([name, [x, y]]) => {
      const [px, py] = board.toScreen([x, y]), half = name.length * 4.2 * board.scale;
      return [px - half, py - 22 * board.scale, px + half, py - 4 * board.scale];
    });
  }

  /** Where a plate may stand: round the bases, and a line farther off. @param {Page.Box} parts @param {number} w @returns {Page.Spot[]} */
  spots([left, top, right, bottom], w) {
    const [cx, cy] = [(left + right) / 2, (top + bottom) / 2], gap = 4;
    const beside = [[cx - w / 2, top - HIGH - gap], [cx - w / 2, bottom + gap], [right + gap, cy - HIGH / 2], [left - w - gap, cy - HIGH / 2], [left, top - HIGH - gap], [right - w, top - HIGH - gap], [left, bottom + gap], [right - w, bottom + gap]];
    const farther = [[cx - w / 2, top - 2.3 * HIGH - gap], [cx - w / 2, bottom + 1.3 * HIGH + gap], [right + 18, top - HIGH - gap], [left - w - 18, top - HIGH - gap], [right + 18, bottom + gap], [left - w - 18, bottom + gap]];
    return [...beside, ...farther].map(([x, y], i) => ({ box: [x, y, x + w, y + HIGH], far: i >= beside.length, cost: i * 6 }));
  }

  /** @param {Wire.PieceView[]} views */
  draw(views) {
    const { board } = this;
    if (!board.inch) return;
    const sides = [...new Set(views.map((view) => view.side))].sort();
    if (board.inch * board.scale < NEAREST) return this.group.replaceChildren();
    const bases = new Map(views.map((view) => [view.id, this.boxOf(view)]));
    const names = this.names(), { wide: w, tall: h } = board;
    const taken = this.chances;
    const largest = [...views].sort((a, b) => b.boxes.length - a.boxes.length);
    const made = largest.map((view) => {
      const { parts, wide: across } = plate(view);
      const own = bases.get(view.id) ?? [0, 0, 0, 0];
      const cost = (/** @type {Page.Spot} */ { box, cost: worse }) =>
        worse + [...bases.values()].reduce((sum, other) => sum + shared(box, other), 0) * 1.5 + taken.reduce((sum, other) => sum + shared(box, other), 0) * 4 + names.reduce((sum, other) => sum + shared(box, other), 0) * 2 + (box[0] < 4 || box[1] < 4 || box[2] > w - 4 || box[3] > h - 4 ? 2000 : 0);
      const best = this.spots(own, across).reduce((a, b) => (cost(b) < cost(a) ? b : a));
      taken.push(best.box);
      return this.plateAt(view, best, own, parts, across, cloth(view.side, sides));
    });
    this.group.replaceChildren(...made);
    return undefined;
  }

  /**
   * @param {Wire.PieceView} view
   * @param {Page.Spot} spot
   * @param {Page.Box} own
   * @param {Page.Inside} parts
   * @param {number} across
   * @param {string} rim
   */
  plateAt(view, { box, far }, own, parts, across, rim) {
    const { board } = this;
    const onMap = (/** @type {number} */ x, /** @type {number} */ y) => [(x - board.x) / board.scale + board.frame[0], (y - board.y) / board.scale + board.frame[1]];
    const [x, y] = onMap(box[0], box[1]);
    const middle = [(own[0] + own[2]) / 2 - box[0], (own[1] + own[3]) / 2 - box[1]];
    const lead = far ? s("path", { d: `M${across / 2} ${HIGH / 2}L${middle}`, class: "lead" }) : null;
    return s("g", { transform: `translate(${x} ${y})`, "data-piece": view.id, "data-place": view.place }, s("g", { class: "steady" }, lead, s("rect", { width: across, height: HIGH, rx: 5, class: "plate", stroke: rim }), parts));
  }
}
