/** Counters on the map: stacks, marks, states, the opened stack, and everything else that lies over the ground. */
import { s } from "../shared/dom.js";
import { cloth, Labels } from "./labels.js";
import { Layers } from "./layers.js";
import { onSheet, punch } from "./counter_sheet.js";
import { title } from "../shared/texts.js";

const BESIDE = 62; // from the middle of a counter: its marks hide no figure of it
const APART = 132; // counters of an opened stack
const COUNTER = 0.47, STEP = 8.5, SHOWN = 3;
const CROWD = 24; // so many glow without breathing
const MANY = 30; // markers of a kind; more of them are small signs
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** The id of a counter's symbol on the sheet. @param {string} key */
export function symbol(key) {
  return key.replace(/[^A-Za-z0-9_.-]/g, "_");
}

const PLAIN = ["#d6dbc8", "#e3bd99", "#c3cfe0", "#d9cbe4"]; // cards of sides whose counters nobody has drawn
/** @type {Map<string, string>} */
const plain = new Map();

/** The colour of a side's plain cards: sides take them in the order of their names. @param {string} side */
function card(side) {
  if (!plain.has(side)) plain.set(side, PLAIN[plain.size % PLAIN.length]);
  return plain.get(side);
}

/** A name in lines short enough for a card: at most three. @param {string} name */
function lines(name) {
  const found = [""];
  for (const word of name.split(" ")) {
    const last = found.at(-1);
    if (last && last.length + word.length > 8) found.push(word);
    else found[found.length - 1] = `${last} ${word}`.trim();
  }
  return found.slice(0, 3).map((line) => line.slice(0, 10));
}

/** A counter as a picture in a square of 100 round the middle; a plain card with a name where there is none. @param {string} face */
export function counter(face, name = title(face), side = "") {
  const id = symbol(face);
  if (onSheet(id)) return s("use", { href: `#${id}`, x: -50, y: -50, width: 100, height: 100 });
  const rows = lines(name);
  return s(
    "g",
    {},
    s("rect", { x: -50, y: -50, width: 100, height: 100, rx: 11, fill: card(side), stroke: "#1e1b16", "stroke-width": 3 }),
    rows.map((row, i) => s("text", { y: 7 + 22 * (i - (rows.length - 1) / 2), "text-anchor": "middle", "font-size": 19, "font-weight": 700, fill: "#1e1b16" }, row)),
  );
}

/** A counter to stand in a panel. @param {string} face */
export function small(face, cls = "mini") {
  return s("svg", { class: cls, viewBox: "-52 -52 104 110", "aria-hidden": "true" }, counter(face));
}

const DEEP = 120; // what is deeper than a counter with its shadow

/** Draw what is deeper than a counter, a gun and its crew, small enough for its place: all are measured first, with the next picture. @param {SVGSVGElement[]} drawn */
export function fit(drawn) {
  requestAnimationFrame(() => {
    const boxes = drawn.map((token) => token.getBBox());
    boxes.forEach(({ y, height }, i) => height > DEEP && drawn[i].setAttribute("viewBox", `${-height / 2} ${y} ${height} ${height}`));
  });
}

/** @param {string} kind @param {number} i */
function mark(kind, i) {
  const known = onSheet(`mark-${symbol(kind)}`);
  const at = `translate(${BESIDE} ${-40 + 29 * i}) scale(.88)`;
  if (known) return s("use", { href: `#mark-${symbol(kind)}`, x: -20, y: -20, width: 40, height: 40, transform: at });
  return s(
    "g",
    { transform: at },
    s("circle", { r: 15, fill: "#fff", stroke: "#14191e", "stroke-width": 2 }),
    s("text", { y: 7, "text-anchor": "middle", "font-size": 20, "font-weight": 700, fill: "#14191e" }, kind.charAt(0).toUpperCase()),
  );
}

/** What lies under or over a counter in a state. @param {string} where @param {string} state */
export function part(where, state) {
  const id = `${where}-${state}`;
  return state && onSheet(id) ? s("use", { href: `#${id}`, x: -50, y: -50, width: 100, height: 100 }) : null;
}

const BASE = 80; // units of a base's picture an inch

/**
 * What shows on the bases themselves: a bar under those who lie, wheels under those limbered up, terror and shame
 * on the last, dashes round those who hide, a cross over those who are stuck, a shade over those who have acted.
 * @param {Wire.PieceView} view
 * @param {number} i
 * @param {number} w
 * @param {number} d
 */
function worn(view, i, w, d) {
  const has = (/** @type {string} */ kind) => (view.marks ?? []).some((mark) => mark.split(" ")[0] === kind);
  const last = i === view.boxes.length - 1;
  return [
    has("activated") ? s("rect", { x: -w / 2, y: -d / 2, width: w, height: d, rx: 2, class: "acted" }) : null,
    has("lying") ? s("rect", { x: -w / 2, y: d / 2 + 1, width: w, height: 2.6, class: "lies" }) : null,
    has("hidden") ? s("rect", { x: -w / 2, y: -d / 2, width: w, height: d, rx: 2, class: "lurks" }) : null,
    has("limbered") ? [-w / 4, w / 4].map((cx) => s("circle", { cx, cy: d / 2 + 2, r: 2.4, class: "wheel" })) : null,
    has("stuck") || has("broken") ? s("path", { d: `M${-w / 3} ${-d / 3}L${w / 3} ${d / 3}M${w / 3} ${-d / 3}L${-w / 3} ${d / 3}`, class: "stuck" }) : null,
    last && has("humiliated") ? s("path", { d: `M0 ${d / 2 + 8}L5 ${d / 2 - 1}H-5Z`, class: "shamed" }) : null,
    last && has("terror") ? s("path", { d: `M0 ${-d / 2 - 1}L5 ${-d / 2 + 8}H-5Z`, class: "afraid" }) : null,
  ];
}

/**
 * A formation of bases on an inch table, front edges thick. Its name stands on a plate of its own.
 * @param {Wire.PieceView} view
 * @param {string} state
 * @param {Page.Board} board
 * @param {string[]} sides
 */
function formation(view, state, board, sides) {
  const colour = cloth(view.side, sides);
  const bases = view.boxes.map(([x, y, facing, wide, deep], i) => {
    const [cx, cy] = board.middle(`${x},${y}`);
    const [w, d] = [wide * board.inch, deep * board.inch];
    const ring = state ? s("rect", { x: -w / 2 - 4, y: -d / 2 - 4, width: w + 8, height: d + 8, rx: 4, class: `ring ${state}` }) : null;
    const drawn = onSheet(symbol(view.face))
      ? s("use", { href: `#${symbol(view.face)}`, x: -50, y: -50, width: 100, height: 100, transform: `scale(${board.inch / BASE})` })
      : [
          s("rect", { x: -w / 2 + 1, y: -d / 2 + 2, width: w, height: d, rx: 2, fill: "#000", "fill-opacity": 0.35 }),
          s("rect", { x: -w / 2, y: -d / 2, width: w, height: d, rx: 2, fill: "#74843f", stroke: colour, "stroke-width": 2.4 }),
          [-0.3, 0, 0.3].map((at) => s("circle", { cx: at * w, cy: d * 0.12, r: Math.min(w, d) * 0.13, fill: colour, stroke: "#201a10", "stroke-width": 0.8 })),
          s("path", { d: `M${-w / 2 + 1} ${-d / 2 + 1}H${w / 2 - 1}`, stroke: colour, "stroke-width": 4 }),
        ];
    return s("g", { transform: `translate(${cx} ${cy}) rotate(${facing})` }, ring, drawn, worn(view, i, w, d));
  });
  return s("g", { "data-piece": view.id, "data-place": view.place, "data-mover": view.id }, bases);
}

/** One counter with its marks and its state. @param {Wire.PieceView} view @param {string} state */
function piece(view, state) {
  const wears = (view.marks ?? []).filter((kind) => kind !== "done");
  const marks = wears.slice(0, SHOWN).map(mark);
  const more = wears.length - SHOWN;
  return s(
    "g",
    { "data-piece": view.id, "data-place": view.place, class: state === "selectable" ? "glows" : null },
    part("under", state),
    counter(view.face, view.name, view.side),
    part("over", state),
    view.facing === null || view.facing === undefined ? null : s("path", { d: "M-17 -54L0 -74L17 -54Z", class: "facing", fill: "#ffcf33", stroke: "#14191e", "stroke-width": 3, transform: `rotate(${view.facing})` }),
    marks,
    more > 0 ? badge(`+${more}`, 55, 47, 13, 17) : null,
  );
}

/** @param {string} text @param {number} x @param {number} y */
function badge(text, x, y, r = 17, size = 23) {
  return s(
    "g",
    { transform: `translate(${x} ${y})` },
    s("circle", { r, fill: "#14191e", stroke: "#fff", "stroke-width": 2.6 }),
    s("text", { y: size / 3, "text-anchor": "middle", "font-size": size, "font-weight": 700, fill: "#fff" }, text),
  );
}

/** The number that tells a counter from those beside it that look like it. @param {Wire.PieceView} view @param {Wire.PieceView[]} stack */
function which(view, stack) {
  const number = stack.some((other) => other !== view && other.face === view.face) ? /\d+$/.exec(view.name)?.[0] : "";
  return number ? s("g", { class: "which", transform: "translate(42 -50)" }, s("circle", { r: 17 }), s("text", { y: 8 }, number)) : null;
}

export class Pieces {
  /** @param {Page.Board} board */
  constructor(board) {
    this.board = board;
    this.under = s("g", {});
    this.danger = s("g", { id: "danger" });
    this.stacks = s("g", {});
    this.above = s("g", {});
    this.bands = s("g", { "pointer-events": "none" });
    this.pointing = s("g", { id: "pointing" });
    this.tray = s("g", {});
    this.labels = new Labels(board);
    this.labelling = 0; // the frame that places them
    board.settled = () => this.label();
    this.aims = s("g", { id: "aims-on-map", "pointer-events": "none" });
    this.flags = s("g", { id: "flags-on-map", "pointer-events": "none" });
    this.reach = s("g", { id: "reach", "pointer-events": "none" });
    this.odds = s("g", { id: "odds-on-map" });
    this.ways = s("g", { id: "way", "pointer-events": "none" });
    this.cursor = s("g", { id: "cursor", "pointer-events": "none" });
    board.over.replaceChildren(this.under, this.danger, this.reach, this.aims, this.stacks);
    board.upper.replaceChildren(this.bands, this.labels.group, this.flags, this.pointing, this.odds, this.ways, this.above, this.cursor, this.tray);
    /** @type {Page.Views} */
    this.views = new Map();
    /** @type {Page.Marker[]} */
    this.marked = [];
    this.mapped = false; // is the map drawn?
    /** @type {{ node: SVGElement, order: number }[]} */
    this.drawn = []; // stacks, those farther north first
    /** @type {[string, Wire.PieceView[]][]} */
    this.late = []; // stacks that are still to be drawn
    this.layers = new Layers(board, () => this.draw(this.views, this.marked, this.state, false));
    /** @type {string | null} */
    this.open = null;
    /** @type {(view: Wire.PieceView) => string} */
    this.state = () => "";
  }

  /** The pieces at a place, the topmost last. @param {Page.Place} place */
  at(place) {
    return [...this.views.values()].filter((view) => view.place === place);
  }

  /** Of very many stacks only those in sight until the map is drawn, which is waited for. @param {[string, Wire.PieceView[]][]} stacks */
  firstSeen(stacks) {
    const shown = this.mapped || stacks.length <= CROWD ? stacks : stacks.filter(([place]) => this.board.holds(this.board.screen(place) ?? [0, 0], -this.board.size));
    this.late = stacks.filter((stack) => !shown.includes(stack));
    return shown;
  }

  /** The map is drawn: now the others too, each before those that stand south of it. */
  fillUp() {
    this.mapped = true;
    punch(this.late.flatMap(([, stack]) => stack.map((view) => symbol(view.face))));
    const late = this.late.map(([place, stack]) => this.stack(place, stack));
    this.drawn = [...this.drawn, ...late].sort((a, b) => a.order - b.order);
    this.drawn.toReversed().forEach(({ node }, i, all) => node.isConnected || this.stacks.insertBefore(node, all[i - 1]?.node ?? null));
    this.late = [];
  }

  /**
   * Show these pieces and markers; those that have moved glide to where they are.
   * @param {Page.Views} views
   * @param {Page.Marker[]} markers
   * @param {(view: Wire.PieceView) => string} state
   */
  draw(views, markers, state, glide = true) {
    const before = this.views;
    this.views = views;
    this.marked = markers;
    this.state = state;
    const sides = [...new Set([...views.values()].map((view) => view.side))].sort();
    sides.forEach(card);
    const onMap = [...views.values()].filter((view) => this.board.centre(view.place));
    /** @type {Map<string, Wire.PieceView[]>} */
    const places = new Map();
    for (const view of onMap) if (!view.boxes?.length) places.set(view.place, [...(places.get(view.place) ?? []), view]);
    const shown = this.firstSeen([...places]);
    const late = new Set(this.late.flatMap(([, stack]) => stack));
    punch([...views.values()].filter((view) => !late.has(view)).map((view) => symbol(view.face)));
    const formations = onMap.filter((view) => view.boxes?.length).map((view) => formation(view, this.state(view), this.board, sides));
    this.drawn = shown.map(([place, stack]) => this.stack(place, stack)).sort((a, b) => a.order - b.order);
    this.stacks.replaceChildren(...this.markers(markers, places), ...formations, ...this.drawn.map((item) => item.node));
    const glowing = [...views.values()].filter((view) => state(view) === "selectable").length;
    this.board.over.classList.toggle("crowded", glowing > CROWD);
    if (glide && !calm.matches) for (const view of views.values()) this.glide(before.get(view.id), view);
    if (this.open) this.showTray(this.open);
    this.label();
  }

  /** The plates of units on an inch table: placed again, once a frame, when they move, when the zoom changes and when chances come. @param {Page.Point[]} [pills] */
  label(pills = this.labels.pills) {
    this.labels.pills = pills;
    this.labelling ||= requestAnimationFrame(() => {
      this.labelling = 0;
      this.labels.draw([...this.views.values()].filter((view) => view.boxes?.length && this.board.centre(view.place)));
    });
  }

  /** @param {Page.Marker[]} markers @param {Map<string, Wire.PieceView[]>} places */
  markers(markers, places) {
    /** @type {Map<string, number>} */
    const many = new Map();
    /** @type {Map<string, number>} */
    const often = new Map();
    for (const { kind } of markers) often.set(kind, (often.get(kind) ?? 0) + 1);
    const drawn = markers.filter(({ kind }) => (often.get(kind) ?? 0) <= MANY && onSheet(symbol(kind)));
    const plain = markers.filter((marker) => !drawn.includes(marker));
    return [...this.layers.draw(plain.filter((marker) => this.board.centre(marker.place))), ...drawn.filter(({ place }) => this.board.centre(place)).map((marker) => {
      const at = this.board.middle(marker.place);
      const n = many.get(marker.place) ?? 0;
      many.set(marker.place, n + 1);
      const aside = places.has(marker.place) ? 0.3 : 0.4;
      const [dx, dy] = places.has(marker.place) ? [-17 + 12 * n, 17] : [6 * n, 6 * n];
      const text = this.corner(marker.text ?? "");
      return s(
        "g",
        { transform: `translate(${at[0] + dx} ${at[1] + dy}) scale(${aside})`, "data-marker": marker.kind, "data-place": marker.place },
        counter(marker.kind),
        text ? badge(text, 46, -46) : null,
      );
    })];
  }

  /** What stands in the corner of a marker: a few letters, or the first of the side it belongs to. @param {string} text */
  corner(text) {
    if (text.length < 4) return text;
    return [...this.views.values()].some(({ side }) => side === text) ? text.slice(0, 2) : "";
  }

  /** @param {string} place @param {Wire.PieceView[]} stack */
  stack(place, stack) {
    const [x, y] = this.board.middle(place);
    const lit = stack.findIndex((view) => ["selected", "target", "selectable"].includes(this.state(view)));
    const top = stack[lit >= 0 ? lit : stack.length - 1];
    const shown = [...stack.filter((view) => view !== top).slice(-(SHOWN - 1)), top];
    const half = (shown.length - 1) / 2;
    const cards = shown.map((view, i) => {
      const state = view === top ? this.state(view) : "";
      const card = view === top ? piece(view, state) : s("g", { "data-piece": view.id, "data-place": place }, counter(view.face, view.name, view.side));
      return s("g", { transform: `translate(${STEP * (i - half)} ${-STEP * (i - half)})` }, s("g", { class: "mover", "data-mover": view.id }, card));
    });
    const node = s(
      "g",
      { transform: `translate(${x} ${y}) scale(${COUNTER})`, "data-stack": place },
      cards,
      stack.length > 1 ? badge(String(stack.length), -52, -52) : null,
    );
    const order = (this.state(top) === "selected" ? 1e7 : 0) + y * 10 + x / 1000;
    return { node, order };
  }

  /** Light some hexes; jump to them if asked. @param {string[]} hexes */
  light(hexes, jump = false) {
    const rings = hexes.filter((hex) => this.board.centre(hex)).flatMap((hex) => [
      this.board.outline(hex, 1, { class: "spot-lit under" }),
      this.board.outline(hex, 1, { class: "spot-lit" }),
    ]);
    this.above.querySelector("#lit")?.remove();
    if (rings.length) this.above.append(s("g", { id: "lit" }, rings));
    if (jump && hexes[0]) this.board.reveal(hexes[0]);
  }

  /** Let a piece glide from where it was. @param {Wire.PieceView | undefined} before @param {Wire.PieceView} now */
  glide(before, now) {
    if (!before || before.place === now.place) return;
    const from = this.board.centre(before.place), to = this.board.centre(now.place);
    const mover = this.stacks.querySelector(`[data-mover="${CSS.escape(now.id)}"]`);
    if (!from || !to || !mover) return;
    const dx = (from[0] - to[0]) / COUNTER, dy = (from[1] - to[1]) / COUNTER;
    const hexes = Math.hypot(from[0] - to[0], from[1] - to[1]) / 62;
    const duration = Math.min(900, 140 * Math.max(1, hexes));
    mover.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { duration, easing: "ease-in-out" });
  }

  // ------------------------------------------------------------ an opened stack

  /** @param {string} place */
  showTray(place) {
    const stack = this.at(place);
    const at = this.board.centre(place);
    this.open = stack.length > 1 && at ? place : null;
    if (!this.open || !at) {
      this.tray.replaceChildren();
      return;
    }
    const wide = APART * stack.length + 18;
    const cards = stack.map((view, i) => s("g", { transform: `translate(${APART * (i - (stack.length - 1) / 2)} 0)` }, piece(view, this.state(view)), which(view, stack)));
    this.tray.replaceChildren(
      s(
        "g",
        { transform: `translate(${at[0]} ${at[1] - 62}) scale(${COUNTER})` },
        s("path", { d: "M-19 68L0 92L19 68Z", class: "tray-back" }),
        s("rect", { x: -wide / 2, y: -68, width: wide, height: 137, rx: 21, class: "tray-back" }),
        cards,
      ),
    );
  }

  closeTray() {
    const was = this.open;
    this.open = null;
    this.tray.replaceChildren();
    return was !== null;
  }
}
