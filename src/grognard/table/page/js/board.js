/** The map: a picture drawn once, moved and zoomed as a whole; pieces and overlays lie in a second picture above it. */
import { byId, s } from "./dom.js";
import { Ground } from "./ground.js";

const NEAR = 4, SETTLE = 180, STILL = 5;

export class Board {
  constructor(clicked, hovered) {
    this.view = byId("view");
    this.ground = byId("board");
    this.bitmaps = new Ground(this.ground);
    this.over = byId("over");
    this.clicked = clicked;
    this.hovered = hovered;
    this.hexes = {};
    this.frame = [0, 0, 1000, 700];
    this.scale = 1;
    this.raster = 1;
    this.x = this.y = 0;
    this.pointers = new Map();
    this.listen();
  }

  /** Where everything lies. */
  lay(grid) {
    this.frame = grid.frame;
    this.hexes = grid.hexes;
    this.size = grid.size;
    this.inch = grid.inch;
    this.high = grid.high;
    this.flat = grid.flat;
    const [x, y, w, h] = this.frame;
    this.over.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
    this.settle();
  }

  /** Put pictures of the ground and its lettering under everything. */
  async paint(terrain, letters) {
    await this.bitmaps.load(terrain, letters, this.frame);
    this.settle();
  }

  // ------------------------------------------------------------ moving

  get least() {
    const { clientWidth: w, clientHeight: h } = this.view;
    return Math.min(w / this.frame[2], h / this.frame[3]) * 0.96;
  }

  move(x, y, scale = this.scale) {
    const { clientWidth: w, clientHeight: h } = this.view;
    this.scale = Math.max(Math.min(this.least, 1), Math.min(NEAR, scale));
    const wide = this.frame[2] * this.scale, high = this.frame[3] * this.scale;
    const hold = (at, room, size) => (size < room ? (room - size) / 2 : Math.max(room - size - room / 3, Math.min(room / 3, at)));
    this.x = hold(x, w, wide);
    this.y = hold(y, h, high);
    this.over.classList.add("still");
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.over.classList.remove("still"), 400);
    if (!this.drawing) this.drawing = requestAnimationFrame(() => this.place());
  }

  place() {
    this.drawing = 0;
    const by = this.scale / this.raster;
    const transform = `translate3d(${this.x}px,${this.y}px,0) scale(${by})`;
    this.ground.style.transform = transform;
    this.over.style.transform = transform;
    const { clientWidth: w, clientHeight: h } = this.view;
    if (by !== 1 || !this.bitmaps.covers(this.x, this.y, this.scale, w, h)) {
      clearTimeout(this.settling);
      this.settling = setTimeout(() => this.settle(), SETTLE);
    }
  }

  /** Draw sharp at the present zoom. */
  settle() {
    this.raster = this.scale;
    for (const layer of [this.ground, this.over]) {
      layer.style.width = `${this.frame[2] * this.raster}px`;
      layer.style.height = `${this.frame[3] * this.raster}px`;
    }
    this.far();
    this.bitmaps.sharpen(this.x, this.y, this.scale, this.view.clientWidth, this.view.clientHeight);
    this.place();
  }

  /** Hex numbers go when the map is far away. */
  far() {
    const across = (this.size ?? 36) * 1.732 * this.scale;
    this.ground.classList.toggle("far", across < 46);
    this.over.classList.toggle("far", across < 30);
  }

  pan(dx, dy) {
    this.move(this.x + dx, this.y + dy);
  }

  /** Zoom round a point of the screen. */
  zoom(factor, at) {
    const { clientWidth: w, clientHeight: h } = this.view;
    const [px, py] = at ?? [w / 2, h / 2];
    const to = Math.max(Math.min(this.least, 1), Math.min(NEAR, this.scale * factor));
    const by = to / this.scale;
    this.move(px - (px - this.x) * by, py - (py - this.y) * by, to);
  }

  all() {
    this.move(0, 0, this.least);
  }

  /** Show these places: so near that counters can be read, and as many of them as fit. */
  show(places, near = 1.15) {
    const points = places.map((place) => this.centre(place)).filter(Boolean);
    if (!points.length) return this.all();
    const xs = points.map((p) => p[0]), ys = points.map((p) => p[1]);
    const { clientWidth: w, clientHeight: h } = this.view;
    const spread = Math.min(w / (Math.max(...xs) - Math.min(...xs) + 240), h / (Math.max(...ys) - Math.min(...ys) + 240));
    const scale = Math.max(this.least, 0.8, Math.min(near, spread));
    const fits = scale <= spread;
    const cx = fits ? (Math.max(...xs) + Math.min(...xs)) / 2 : xs[0], cy = fits ? (Math.max(...ys) + Math.min(...ys)) / 2 : ys[0];
    this.move(w / 2 - (cx - this.frame[0]) * scale, h / 2 - (cy - this.frame[1]) * scale, scale);
    return this.settle();
  }

  /** Bring a place into sight if it is out of it. */
  reveal(place) {
    const at = this.screen(place);
    if (!at) return;
    const { clientWidth: w, clientHeight: h } = this.view;
    if (at[0] > 60 && at[1] > 60 && at[0] < w - 60 && at[1] < h - 90) return;
    this.move(this.x + w / 2 - at[0], this.y + h / 2 - at[1]);
  }

  // ------------------------------------------------------------ places

  centre(place) {
    const hex = this.hexes[place];
    if (hex) return [hex[0], hex[1]];
    const point = this.inch && /^(-?[\d.]+),(-?[\d.]+)$/.exec(place ?? "");
    return point ? [point[1] * this.inch, (this.high - point[2]) * this.inch] : null;
  }

  /** Where an action leads: a hex, a point of the table in hundredths of an inch, or a feature by its name. */
  placeOf(action) {
    if (action.hex !== undefined) return action.hex;
    if (this.inch && action.x !== undefined) return `${action.x / 100},${action.y / 100}`;
    return action.place !== undefined && this.hexes[action.place] ? action.place : undefined;
  }

  /** A place on the screen, in pixels of the map. */
  screen(place) {
    const at = this.centre(place);
    return at ? [(at[0] - this.frame[0]) * this.scale + this.x, (at[1] - this.frame[1]) * this.scale + this.y] : null;
  }

  /** The hex, or the point of the table, under a point of the screen. */
  hexAt(px, py) {
    if (this.inch) {
      const x = ((px - this.x) / this.scale + this.frame[0]) / this.inch;
      const y = this.high - ((py - this.y) / this.scale + this.frame[1]) / this.inch;
      return x < 0 || y < 0 || y > this.high ? null : `${x.toFixed(2)},${y.toFixed(2)}`;
    }
    const x = (px - this.x) / this.scale + this.frame[0], y = (py - this.y) / this.scale + this.frame[1];
    let best = null, near = (this.size ?? 36) ** 2;
    for (const [name, [cx, cy]] of Object.entries(this.hexes)) {
      const away = (cx - x) ** 2 + (cy - y) ** 2;
      if (away < near) [best, near] = [name, away];
    }
    return best;
  }

  /** The outline of a hex, a little inside its sides. */
  outline(place, inset = 2, attributes = {}) {
    const at = this.centre(place);
    if (!at) return null;
    const r = (this.size ?? 36) - inset;
    if (this.inch) return s("circle", { cx: at[0], cy: at[1], r: 9, "data-hex": place, ...attributes });
    const first = this.flat ? 0 : 30;
    const points = [0, 1, 2, 3, 4, 5].map((i) => {
      const turn = ((first + 60 * i) * Math.PI) / 180;
      return `${(at[0] + r * Math.cos(turn)).toFixed(1)},${(at[1] + r * Math.sin(turn)).toFixed(1)}`;
    });
    return s("polygon", { points: points.join(" "), "data-hex": place, ...attributes });
  }

  // ------------------------------------------------------------ hands

  listen() {
    const view = this.view;
    view.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    view.addEventListener("pointerdown", (event) => this.down(event));
    view.addEventListener("pointermove", (event) => this.drag(event));
    for (const name of ["pointerup", "pointercancel"]) view.addEventListener(name, (event) => this.up(event));
    view.addEventListener("pointerleave", () => this.hovered(null));
    view.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.move(this.x, this.y)).observe(view);
  }

  point(event) {
    const box = this.view.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  wheel(event) {
    event.preventDefault();
    const step = event.deltaMode === 1 ? 18 : 1;
    if (event.shiftKey) this.pan(-event.deltaY * step, 0);
    else this.zoom(Math.exp(-event.deltaY * step * (event.ctrlKey ? 0.01 : 0.0016)), this.point(event));
  }

  down(event) {
    if (event.button > 0) return;
    this.pointers.set(event.pointerId, this.point(event));
    if (this.pointers.size === 1) {
      this.from = this.point(event);
      this.still = true;
      this.target = event.target;
    }
  }

  drag(event) {
    const now = this.point(event);
    const before = this.pointers.get(event.pointerId);
    if (!before) return this.hovered(this.hexAt(...now), event.target);
    if (this.still && Math.hypot(now[0] - this.from[0], now[1] - this.from[1]) < STILL) return undefined;
    if (this.still) {
      this.still = false;
      this.view.setPointerCapture(event.pointerId);
      this.view.classList.add("moving");
    }
    if (this.pointers.size === 2) this.pinch(event.pointerId, now);
    else this.pan(now[0] - before[0], now[1] - before[1]);
    this.pointers.set(event.pointerId, now);
    return undefined;
  }

  pinch(id, now) {
    const [other] = [...this.pointers].filter(([key]) => key !== id).map(([, at]) => at);
    const before = this.pointers.get(id);
    const was = Math.hypot(before[0] - other[0], before[1] - other[1]), is = Math.hypot(now[0] - other[0], now[1] - other[1]);
    if (was > 0) this.zoom(is / was, [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]);
  }

  up(event) {
    if (!this.pointers.delete(event.pointerId)) return;
    if (this.pointers.size) return;
    this.view.classList.remove("moving");
    if (this.still && event.type === "pointerup") this.clicked(this.hexAt(...this.point(event)), this.target, this.point(event));
    this.still = false;
  }

  key(event) {
    const step = 90;
    const moves = { ArrowLeft: [step, 0], ArrowRight: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
    if (moves[event.key]) this.pan(...moves[event.key]);
    else return;
    event.preventDefault();
  }
}
