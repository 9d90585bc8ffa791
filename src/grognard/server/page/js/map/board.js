/**
 * The map: a picture drawn once, moved and zoomed as a whole. Pieces lie in a second picture above it, and what keeps
 * its size at every zoom in a third: it alone is drawn again while the hand zooms.
 */
import { byId, isWide, s } from "../shared/dom.js";
import { fitted, span, thickest } from "./fitting.js";
import { Ground } from "./ground.js";

const NEAR = 4, SETTLE = 180, STILL = 5;
const LOOSE = 0.4; // of their size by which things of one size may differ from it while the hand zooms: drawing them again costs most of a frame
const READABLE = 30; // pixels across a hex in which a counter can be read
const INCH = 13; // pixels of an inch of a table on which bases can be told apart
const BESIDE = 64; // pixels by which the map's edge may be moved into the window: what stands over it needs no more
const STEP = 90; // pixels an arrow moves the map
const LONG = 400; // milliseconds a finger rests to look without acting
const PAD = { left: 14, right: 14, top: 14, bottom: 80 }; // how far inside the window the map's edge may lie: tools stand there
const TWELFTHS = Array.from({ length: 12 }, (_, i) => [Math.cos((i * Math.PI) / 6), Math.sin((i * Math.PI) / 6)]); // of a turn
const NOTHING = { left: 0, right: 0, top: 0, bottom: 0 };

export class Board {
  constructor() {
    this.view = byId("view");
    this.world = byId("world"); // the ground and the pieces on it: one picture for whoever puts pictures together
    this.bitmaps = new Ground(byId("board"));
    this.over = byId("over");
    this.upper = byId("upper");
    this.hands = /** @type {Page.MapHands} */ (/** @type {unknown} */ (null)); // whoever is told what pointers and keys do on the map
    /** @type {Wire.Lie["hexes"]} */
    this.hexes = {};
    /** @type {Record<string, string>} */
    this.today = {}; // what places are in this battle, where the map alone does not say
    /** @type {Map<number, string[]>} */
    this.cells = new Map();
    /** @type {Map<Page.Place, (string | null)[]>} */
    this.near = new Map();
    this.size = 36;
    this.inch = 0; // of an inch table
    this.high = 0;
    this.flat = false;
    /** @type {Page.Box} */
    this.frame = [0, 0, 1000, 700];
    this.scale = 1;
    this.raster = 1;
    this.steadied = 0; // the zoom for which things of one size are drawn
    this.x = this.y = 0;
    this.wide = this.tall = 0;
    /** @type {Map<number, Page.Point>} */
    this.pointers = new Map();
    /** @type {Page.Point} */
    this.from = [0, 0];
    /** @type {Page.Point} */
    this.now = [0, 0]; // where the pointer is
    this.still = false;
    this.handled = false; // a hand has moved the map since somebody last asked
    this.drawing = 0;
    /** @type {EventTarget | null} */
    this.target = null;
    /** @type {Wire.PieceView | null} */
    this.grabbed = null;
    this.inset = NOTHING;
    this.settled = () => {}; // whoever lays things out by the zoom
    this.listen();
  }

  /** Something stands over a part of the window: look at places in what is left free. @param {Partial<typeof NOTHING>} [inset] */
  cover(inset = NOTHING) {
    this.inset = { ...NOTHING, ...inset };
  }

  /** The part of the window in which the map can be seen: its corner and its size. */
  get free() {
    const pad = isWide() ? PAD : { ...PAD, bottom: 14 };
    const { inset } = this;
    const [left, top] = [inset.left + pad.left, inset.top + pad.top];
    return { left, top, wide: this.wide - left - inset.right - pad.right, tall: this.tall - top - inset.bottom - pad.bottom };
  }

  /** Where everything lies. @param {Wire.Lie} grid */
  lay(grid) {
    if (!this.wide) this.measure();
    this.frame = grid.frame;
    this.hexes = grid.hexes;
    this.size = grid.size;
    this.inch = grid.inch ?? 0;
    this.high = grid.high ?? 0;
    this.flat = grid.flat ?? false;
    this.near = new Map();
    this.cells = new Map();
    for (const [name, [cx, cy]] of Object.entries(this.hexes)) {
      const cell = this.cellOf(cx, cy);
      this.cells.set(cell, [...(this.cells.get(cell) ?? []), name]);
    }
    const [x, y, w, h] = this.frame;
    for (const layer of [this.over, this.upper]) layer.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
    this.settle();
  }

  /** Put pictures of the ground and its lettering under everything. @param {string} terrain @param {string} letters */
  async paint(terrain, letters) {
    const { x, y, scale, wide, tall: high } = this;
    await this.bitmaps.load(terrain, letters, this.frame, { x, y, scale, wide, high });
    this.settle();
  }

  // ------------------------------------------------------------ moving

  get least() {
    const { wide, tall } = this.free;
    return Math.min(wide / this.frame[2], tall / this.frame[3]);
  }

  /** @param {number} x @param {number} y */
  move(x, y, scale = this.scale) {
    this.scale = this.held(scale);
    Object.assign(this, this.clamped(x, y, this.scale));
    this.over.classList.add("still");
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.over.classList.remove("still"), 400);
    if (!this.drawing) this.drawing = requestAnimationFrame(() => this.place());
  }

  /** A zoom within its bounds. @param {number} scale */
  held(scale) {
    return Math.max(Math.min(this.least, 1), Math.min(NEAR, scale));
  }

  /** Where the corner of the map may lie at most: its edges stay near those of the window. @param {number} x @param {number} y @param {number} scale */
  clamped(x, y, scale) {
    const { left, top, wide, tall } = this.free;
    const hold = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ room, /** @type {number} */ size) => (size < room ? from + (room - size) / 2 : Math.max(from + room - size - BESIDE, Math.min(from + BESIDE, at)));
    return { x: hold(x, left, wide, this.frame[2] * scale), y: hold(y, top, tall, this.frame[3] * scale) };
  }

  place() {
    this.drawing = 0;
    const by = this.scale / this.raster;
    const whole = (/** @type {number} */ value) => Math.round(value * devicePixelRatio) / devicePixelRatio;
    const transform = `translate3d(${whole(this.x)}px,${whole(this.y)}px,0) scale(${by})`;
    for (const layer of [this.world, this.upper]) layer.style.transform = transform;
    this.steady(by === 1 ? 0 : LOOSE);
    const { wide: w, tall: h } = this;
    this.bitmaps.spare(this.x, this.y, this.scale, w, h);
    if (by !== 1 || !this.bitmaps.covers(this.x, this.y, this.scale, w, h)) {
      clearTimeout(this.settling);
      this.settling = setTimeout(() => this.settle(), SETTLE);
    }
  }

  /** What keeps its size is drawn again where it would be off by more than this. @param {number} most */
  steady(most) {
    if (Math.abs(this.steadied / this.scale - 1) <= most) return;
    this.steadied = this.scale;
    this.upper.style.setProperty("--steady", String(1 / this.scale));
  }

  /** Draw sharp at the present zoom. */
  settle() {
    this.raster = this.scale;
    for (const layer of [this.world, this.upper]) {
      layer.style.width = `${this.frame[2] * this.raster}px`;
      layer.style.height = `${this.frame[3] * this.raster}px`;
    }
    this.far();
    this.bitmaps.sharpen(this.x, this.y, this.scale, this.wide, this.tall);
    this.place();
    this.settled();
  }

  /** Hex numbers go when the map is far away; there are thousands. */
  far() {
    const across = this.size * 1.732 * this.scale;
    this.bitmaps.number(across >= 46);
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.handled = true;
    this.move(this.x + dx, this.y + dy);
  }

  /** Zoom round a point of the screen. @param {number} factor @param {Page.Point} [at] */
  zoom(factor, at) {
    this.handled = true;
    const { wide: w, tall: h } = this;
    const [px, py] = at ?? [w / 2, h / 2];
    const to = Math.max(Math.min(this.least, 1), Math.min(NEAR, this.scale * factor));
    const by = to / this.scale;
    this.move(px - (px - this.x) * by, py - (py - this.y) * by, to);
  }

  all() {
    this.move(0, 0, this.least);
  }

  /** Show these places: so near that counters can be read, as many of them as fit, and nothing beyond the map. @param {string[]} places */
  show(places, near = 1.15, least = 0.72) {
    const points = places.flatMap((place) => (this.centre(place) ? [this.middle(place)] : []));
    if (!points.length) return this.all();
    const { left: x0, top: y0, wide: w, tall: h } = this.free;
    const [left, right] = span(points, 0), [top, bottom] = span(points, 1);
    const spread = Math.min(w / (right - left + 240), h / (bottom - top + 240));
    const cover = Math.max(w / this.frame[2], h / this.frame[3]);
    const scale = Math.min(NEAR, Math.max(this.least, least, Math.min(cover, near), Math.min(near, spread)));
    const [cx, cy] = scale <= spread ? [(left + right) / 2, (top + bottom) / 2] : thickest(points, w / scale, h / scale);
    this.move(x0 + w / 2 - (cx - this.frame[0]) * scale, y0 + h / 2 - (cy - this.frame[1]) * scale, scale);
    return this.settle();
  }

  /** Put all of these places into the free part, and those `also` if counters can be read then; false if it cannot be done. @param {string[]} places @param {string[]} also */
  fit(places, also = [], near = 1.15) {
    const on = (/** @type {string[]} */ list) => [...new Set(list)].filter((place) => this.centre(place));
    const must = on(places), all = on([...places, ...also]);
    const put = (all.length ? fitted(this, all, near, this.readable) : null) ?? (must.length ? fitted(this, must, near, 0) : null);
    if (!put) return false;
    this.move(put.x, put.y, put.scale);
    this.settle();
    return true;
  }

  /** The zoom at which counters can just be read. */
  get readable() {
    return this.inch ? INCH / this.inch : READABLE / (this.size * 1.732);
  }

  /** Would a point of the drawing lie in the free part, and under nothing, if the map were put so? @param {Page.Point} parts @param {{ x: number, y: number, scale: number }} put @param {Page.Part[]} covers */
  clearAt([x, y], put, covers) {
    const at = /** @type {Page.Point} */ ([(x - this.frame[0]) * put.scale + put.x, (y - this.frame[1]) * put.scale + put.y]);
    return this.holds(at, 8) && !covers.some((box) => at[0] > box.left && at[0] < box.right && at[1] > box.top && at[1] < box.bottom);
  }

  /** Are some of these places in sight and large enough to be clicked? @param {string[]} places */
  inSight(places, least = 0) {
    const covers = this.hands.covers();
    return this.size * this.scale > least && places.some((place) => this.isFree(place, 8, covers));
  }

  /** Are all of these places in sight? @param {string[]} places */
  areFree(places, margin = 8) {
    const covers = this.hands.covers(); // looked up once: there may be hundreds of places
    return places.every((place) => this.isFree(place, margin, covers));
  }

  /** Is a place in sight, and under nothing that stands over the map? @param {Page.Place} place */
  isFree(place, margin = 8, covers = this.hands.covers()) {
    const at = this.screen(place);
    if (at === null || !this.holds(at, margin)) return false;
    const [x, y] = at;
    return !covers.some((box) => x > box.left && x < box.right && y > box.top && y < box.bottom);
  }

  /** Does the free part of the window hold a point of the screen, so far from its edges? @param {Page.Point} at @param {number} margin */
  holds([x, y], margin) {
    const { left, top, wide, tall } = this.free;
    return x > left + margin && y > top + margin && x < left + wide - margin && y < top + tall - margin;
  }

  /** Bring a place into sight if it is out of it. @param {Page.Place} place */
  reveal(place) {
    const at = this.screen(place);
    if (!at || this.isFree(place, 46)) return;
    const { left, top, wide, tall } = this.free;
    this.move(this.x + left + wide / 2 - at[0], this.y + top + tall / 2 - at[1]);
  }

  /** Widen the frame until it holds all these places, and move no farther than that takes; not if counters could no longer be read. @param {string[]} places */
  hold(places) {
    const points = places.map((place) => this.middle(place)), around = this.size * 1.5;
    const { left, top, wide, tall } = this.free;
    const sides = [span(points, 0), span(points, 1)].map(([least, most]) => [least - around, most + around]);
    const [[west, east], [north, south]] = sides;
    const scale = Math.min(this.scale, wide / (east - west), tall / (south - north));
    if (scale < Math.min(this.scale, this.readable)) return false;
    this.zoom(scale / this.scale, [left + wide / 2, top + tall / 2]);
    const [x0, y0] = this.toScreen([west, north]), [x1, y1] = this.toScreen([east, south]);
    const off = (/** @type {number} */ low, /** @type {number} */ high, /** @type {number} */ from, /** @type {number} */ room) => Math.max(0, from - low) + Math.min(0, from + room - high);
    this.pan(off(x0, x1, left, wide), off(y0, y1, top, tall));
    this.settle();
    return true;
  }

  // ------------------------------------------------------------ places

  /** The middle of a place on the drawing. @param {Page.Place} place @returns {[number, number] | null} */
  centre(place) {
    const hex = place ? this.hexes[place] : null;
    if (hex) return [hex[0], hex[1]];
    const point = this.inch && /^(-?[\d.]+),(-?[\d.]+)$/.exec(place ?? "");
    return point ? [Number(point[1]) * this.inch, (this.high - Number(point[2])) * this.inch] : null;
  }

  /** The ground of a place in words, as it is in this battle, without the figures of what it holds. @param {string} place */
  terrain(place) {
    return this.today[place]?.split(", ").filter((word) => !/^\d/.test(word)).join(", ") ?? this.hexes[place]?.[2] ?? "";
  }

  /** The middle of a place that is on the map. @param {Page.Place} place */
  middle(place) {
    return this.centre(place) ?? [0, 0];
  }

  /** Where an action leads: a hex, a point of the table in hundredths of an inch, or a feature by its name. @param {Wire.Act} action */
  placeOf(action) {
    if (action.hex !== undefined) return action.hex;
    if (this.inch && action.x !== undefined) return `${action.x / 100},${(action.y ?? 0) / 100}`;
    return action.place !== undefined && this.hexes[action.place] ? action.place : undefined;
  }

  /** A point of the drawing on the screen, in pixels of the map. @returns {[number, number]} @param {Page.Point} parts */
  toScreen([x, y]) {
    return [(x - this.frame[0]) * this.scale + this.x, (y - this.frame[1]) * this.scale + this.y];
  }

  /** A place on the screen, in pixels of the map. @param {Page.Place} place */
  screen(place) {
    const at = this.centre(place);
    return at ? this.toScreen(at) : null;
  }

  /** The hex, or the point of the table, under a point of the screen. @param {number} px @param {number} py */
  hexAt(px, py) {
    if (this.inch) {
      const x = ((px - this.x) / this.scale + this.frame[0]) / this.inch;
      const y = this.high - ((py - this.y) / this.scale + this.frame[1]) / this.inch;
      return x < 0 || y < 0 || y > this.high ? null : `${x.toFixed(2)},${y.toFixed(2)}`;
    }
    return this.hexAtPoint((px - this.x) / this.scale + this.frame[0], (py - this.y) / this.scale + this.frame[1], this.size);
  }

  /** The square of the map that a point lies in, twice as wide as a hex is from its middle to a corner. @param {number} x @param {number} y */
  cellOf(x, y) {
    return Math.floor(y / (2 * this.size)) * 1000 + Math.floor(x / (2 * this.size));
  }

  /**
   * The hex whose middle is nearest to a point of the map, and nearer than `within`, which is a hex at most.
   * @param {number} x
   * @param {number} y
   * @param {number} within
   */
  hexAtPoint(x, y, within) {
    /** @type {string | null} */
    let best = null;
    let near = within ** 2;
    for (const cell of new Set([-within, within].flatMap((up) => [-within, within].map((along) => this.cellOf(x + along, y + up))))) {
      for (const name of this.cells.get(cell) ?? []) {
        const [cx, cy] = this.hexes[name];
        const away = (cx - x) ** 2 + (cy - y) ** 2;
        if (away < near) [best, near] = [name, away];
      }
    }
    return best;
  }

  /** A point so far from the middle of a place, in one of twelve directions. @param {Page.Point} parts @param {number} twelfth @param {number} far */
  off([x, y], twelfth, far) {
    const [along, down] = TWELFTHS[(twelfth + (this.flat ? 0 : 1)) % 12];
    return [x + far * along, y + far * down].map((value) => value.toFixed(1)).join();
  }

  /** The corners of a hex, a little inside its sides. @param {Page.Place} place */
  corners(place, inset = 0) {
    const at = this.middle(place);
    return [0, 2, 4, 6, 8, 10].map((twelfth) => this.off(at, twelfth, this.size - inset));
  }

  /** The six hexes round one, the i-th across the side between corners i and i + 1; null beyond the map. @param {Page.Place} place */
  neighbours(place) {
    const known = this.near.get(place);
    if (known) return known;
    const at = this.centre(place);
    const [x, y] = at ?? [0, 0];
    const across = (/** @type {number} */ twelfth) => {
      const [along, down] = TWELFTHS[(twelfth + (this.flat ? 0 : 1)) % 12];
      return this.hexAtPoint(x + along * this.size * Math.sqrt(3), y + down * this.size * Math.sqrt(3), this.size / 2);
    };
    const found = at && !this.inch ? [1, 3, 5, 7, 9, 11].map(across) : [];
    this.near.set(place, found);
    return found;
  }

  /** The outline of a hex, a little inside its sides; nothing off the map. @param {Page.Place} place */
  outline(place, inset = 2, attributes = {}) {
    const at = this.centre(place);
    if (!at || !place) return s("g");
    if (this.inch) return s("circle", { cx: at[0], cy: at[1], r: 9, "data-hex": place, ...attributes });
    return s("polygon", { points: this.corners(place, inset).join(" "), "data-hex": place, ...attributes });
  }

  // ------------------------------------------------------------ hands

  listen() {
    const view = this.view;
    view.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    view.addEventListener("pointerdown", (event) => this.down(event));
    view.addEventListener("pointermove", (event) => this.drag(event));
    view.addEventListener("pointerup", (event) => this.up(event));
    view.addEventListener("pointercancel", (event) => this.up(event));
    view.addEventListener("pointerleave", () => this.hands.hover(null, null));
    view.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => {
      this.measure();
      this.move(this.x, this.y);
    }).observe(view);
  }

  /** How large the window on the map is: asked only when it changes, for asking makes the browser lay out everything. */
  measure() {
    this.wide = this.view.clientWidth;
    this.tall = this.view.clientHeight;
  }

  /** @param {MouseEvent} event @returns {Page.Point} */
  point(event) {
    const box = this.view.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    const step = event.deltaMode === 1 ? 18 : 1;
    if (event.shiftKey) this.pan(-event.deltaY * step, 0);
    else this.zoom(Math.exp(-event.deltaY * step * (event.ctrlKey ? 0.01 : 0.0016)), this.point(event));
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button > 0) return;
    this.pointers.set(event.pointerId, this.point(event));
    if (this.pointers.size === 1) {
      this.from = this.point(event);
      this.still = true;
      this.target = event.target;
      this.grabbed = event.pointerType === "mouse" ? this.hands.grabs(event.target) : null;
      if (event.pointerType !== "mouse") this.pressing = setTimeout(() => this.press(), LONG);
    } else clearTimeout(this.pressing);
  }

  /** A finger rests on something: it is looked at, and nothing is done. */
  press() {
    if (!this.still || this.pointers.size !== 1) return;
    this.still = false;
    this.hands.hold(this.hexAt(...this.from), this.target);
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const now = (this.now = this.point(event));
    const before = this.pointers.get(event.pointerId);
    if (!before) return this.hands.hover(this.hexAt(...now), event.target);
    if (this.still && Math.hypot(now[0] - this.from[0], now[1] - this.from[1]) < STILL) return undefined;
    clearTimeout(this.pressing);
    if (this.still) {
      this.still = false;
      this.view.setPointerCapture(event.pointerId);
      this.view.classList.add("moving");
    }
    if (this.grabbed) this.hands.drag(this.grabbed, this.hexAt(...now));
    else if (this.pointers.size === 2) this.pinch(event.pointerId, now);
    else this.pan(now[0] - before[0], now[1] - before[1]);
    this.pointers.set(event.pointerId, now);
    return undefined;
  }

  /** @param {number} id @param {Page.Point} now */
  pinch(id, now) {
    const [other] = [...this.pointers].filter(([key]) => key !== id).map(([, at]) => at);
    const before = this.pointers.get(id) ?? now;
    const was = Math.hypot(before[0] - other[0], before[1] - other[1]), is = Math.hypot(now[0] - other[0], now[1] - other[1]);
    if (was > 0) this.zoom(is / was, [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]);
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (!this.pointers.delete(event.pointerId)) return;
    clearTimeout(this.pressing);
    if (this.pointers.size) return;
    this.view.classList.remove("moving");
    if (this.still && event.type === "pointerup") this.hands.click(this.hexAt(...this.point(event)), this.target, this.point(event), event);
    else if (this.grabbed && event.type === "pointerup") this.hands.drop(this.grabbed, this.hexAt(...this.point(event)));
    this.still = false;
    this.grabbed = null;
  }

  /** Arrows move the cursor from hex to hex, with Shift the map. @param {KeyboardEvent} event */
  key(event) {
    /** @type {Record<string, Page.Point>} */
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[event.key];
    if (way && event.shiftKey) this.pan(-way[0] * STEP, -way[1] * STEP);
    else if (way) this.hands.walk(way);
    else if (event.key === "Enter") this.hands.enter(event.shiftKey);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
