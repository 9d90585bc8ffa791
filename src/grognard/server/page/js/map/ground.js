/** The ground as bitmaps: a sharp piece of what is in sight, pixel for pixel, and the whole map, so that panning only moves them. */
import { afterwards, h, idle } from "../shared/dom.js";
import { once, text } from "../shared/net.js";

const MOST = 6_500_000; // pixels of the bitmap of the whole map
const ROUND = 0.25, FIRST = 0.04; // how much beyond the screen the sharp piece reaches, and at first
const STRIPS = 10; // in which the whole map is drawn, so that none of them holds up the hand
const SOON = 700; // milliseconds until that begins: what is in sight comes first
const MARGIN = 40; // between the edge of the drawing and the neat line
const STAMP = 16; // half the size of the square a plant is drawn in
const EVEN = 30; // units of the map among which one is found that lies on a whole pixel, or all but

/** A drawing in three: what lies under the plants, the plants as stamps (there are thousands), and what lies over them. */
class Picture {
  /** @type {HTMLImageElement} */ under = new Image();
  /** @type {HTMLImageElement | null} */ over = null;
  /** @type {[string, number, number][]} */ plants = [];
  /** @type {Map<string, HTMLImageElement>} */ stamps = new Map();
  /** @type {{ size: number, stamps: Map<string, ImageBitmap> } | null} */ ready = null;

  /** @param {string} drawing */
  static async from(drawing) {
    const made = new Picture();
    drawing = drawing.replace(/<svg ([^>]*viewBox="\S+ \S+ (\S+) (\S+)")/, '<svg width="$2" height="$3" $1');
    const from = drawing.indexOf('<g class="plants">');
    const head = drawing.slice(0, drawing.indexOf("</defs>") + 7);
    if (from < 0) {
      made.under = await image(drawing);
      return made;
    }
    const to = drawing.indexOf("</g>", from) + 4;
    const clip = /<g clip-path="[^"]*">/.exec(drawing)?.[0] ?? "<g>";
    made.plants = [...drawing.slice(from, to).matchAll(/href="#([^"]+)" x="([^"]+)" y="([^"]+)"/g)].map(([, kind, x, y]) => [kind, Number(x), Number(y)]);
    const kinds = [...new Set(made.plants.map(([kind]) => kind))];
    const box = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-STAMP} ${-STAMP} ${2 * STAMP} ${2 * STAMP}">`;
    const defs = head.slice(head.indexOf("<defs>"));
    const [under, over, ...stamps] = await Promise.all([
      image(`${drawing.slice(0, from)}</g></svg>`),
      image(head + clip + drawing.slice(to)),
      ...kinds.map((kind) => image(`${box}${defs}<use href="#${kind}"/></svg>`)),
    ]);
    made.under = under;
    made.over = over;
    made.stamps = new Map(kinds.map((kind, i) => [kind, stamps[i]]));
    return made;
  }

  /**
   * Draw a part of the map at so many pixels a unit, where the pen's own map begins at a point.
   * @param {Page.Pen} pen
   * @param {Page.Box} frame
   * @param {number} dense
   * @param {Page.Point} parts
   * @param {Page.Part} part
   */
  draw(pen, frame, dense, [x, y], part) {
    const [, , w, high] = frame;
    pen.save();
    pen.setTransform(dense, 0, 0, dense, -x * dense, -y * dense);
    pen.beginPath();
    pen.rect(part.left, part.top, part.right - part.left, part.bottom - part.top);
    pen.clip();
    pen.drawImage(this.under, 0, 0, w, high);
    if (this.over) {
      this.plant(pen, frame, dense, [x, y], part);
      pen.drawImage(this.over, 0, 0, w, high);
    }
    pen.restore();
  }

  /**
   * Have a part of the map drawn beside everything else that is to be done; the plants, which are many and small, are left out.
   * @param {Page.Part} part in whole units
   * @param {number} dense
   * @returns {Promise<Page.Pressed>}
   */
  async press(part, dense) {
    const [wide, high] = [part.right - part.left, part.bottom - part.top];
    const size = { resizeWidth: Math.round(wide * dense), resizeHeight: Math.round(high * dense) };
    const of = (/** @type {HTMLImageElement | null} */ drawn) => drawn && createImageBitmap(drawn, part.left, part.top, wide, high, size);
    const [under, over] = await Promise.all([of(this.under), of(this.over)]);
    return { part, dense, under: /** @type {ImageBitmap} */ (under), over };
  }

  /**
   * Draw what was pressed.
   * @param {Page.Pen} pen
   * @param {Page.Box} frame
   * @param {Page.Pressed} pressed
   */
  put(pen, frame, { part, dense, under, over }) {
    pen.drawImage(under, 0, 0);
    if (!over) return;
    pen.setTransform(dense, 0, 0, dense, -part.left * dense, -part.top * dense);
    this.plant(pen, frame, dense, [part.left, part.top], part);
    pen.resetTransform();
    pen.drawImage(over, 0, 0);
  }

  /** Each plant on whole pixels: nothing need be scaled. @param {Page.Pen} pen @param {Page.Box} parts @param {number} dense @param {Page.Point} parts @param {Page.Part} parts */
  plant(pen, [x0, y0, w, high], dense, [x1, y1], { left, top, right, bottom }) {
    const ready = this.stampsAt(dense);
    const at = (/** @type {number} */ middle, /** @type {number} */ from) => Math.round((middle - STAMP - from) * dense);
    pen.save();
    pen.beginPath();
    pen.rect(MARGIN, MARGIN, w - 2 * MARGIN, high - 2 * MARGIN);
    pen.clip();
    pen.resetTransform();
    for (const [kind, x, y] of this.plants) {
      const px = x - x0, py = y - y0;
      if (px < left - STAMP || px > right + STAMP || py < top - STAMP || py > bottom + STAMP) continue;
      const stamp = ready.get(kind);
      if (stamp) pen.drawImage(stamp, at(px, x1), at(py, y1));
    }
    pen.restore();
  }

  /** The stamps as bitmaps, kept for the next piece at this density. @param {number} dense */
  stampsAt(dense) {
    const size = Math.ceil(2 * STAMP * dense);
    if (this.ready?.size !== size) {
      const pressed = [...this.stamps].map(([kind, stamp]) => {
        const canvas = new OffscreenCanvas(size, size);
        canvas.getContext("2d")?.drawImage(stamp, 0, 0, 2 * STAMP * dense, 2 * STAMP * dense);
        return /** @type {[string, ImageBitmap]} */ ([kind, canvas.transferToImageBitmap()]);
      });
      this.ready = { size, stamps: new Map(pressed) };
    }
    return this.ready.stamps;
  }
}

/** @type {Map<string, Promise<Picture>>} */
const pictures = new Map();

/** The picture at an address, made ready once; it may be asked for before it is known where it will lie. @param {string} path */
export function picture(path) {
  return once(pictures, path, async () => Picture.from(await text(path)));
}

/** An SVG text as an image ready to be drawn. @param {string} drawing */
async function image(drawing) {
  const address = URL.createObjectURL(new Blob([drawing], { type: "image/svg+xml" }));
  const made = new Image();
  made.src = address;
  await made.decode();
  URL.revokeObjectURL(address);
  return made;
}

/** Does a part of the map hold another? @param {Page.Part} all @param {Page.Part} some */
function holds(all, some) {
  return all.left <= some.left && all.top <= some.top && all.right >= some.right && all.bottom >= some.bottom;
}

/** The whole number from a span that lies nearest to a whole pixel. @param {number} least @param {number} most @param {number} dense */
function even(least, most, dense) {
  const off = (/** @type {number} */ n) => Math.abs(n * dense - Math.round(n * dense));
  let best = least;
  for (let n = least + 1; n <= most; n++) if (off(n) < off(best) - 1e-9) best = n;
  return best;
}

/** @param {HTMLCanvasElement} canvas @param {CanvasRenderingContext2DSettings} [settings] */
function penOf(canvas, settings) {
  return /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", settings));
}

/** An SVG text as an element. @param {string} drawing */
function svgOf(drawing) {
  return document.adoptNode(new DOMParser().parseFromString(drawing, "image/svg+xml").documentElement);
}

export class Ground {
  /** @param {HTMLElement} box */
  constructor(box) {
    this.box = box;
    this.whole = h("canvas", {});
    this.sharp = h("canvas", { class: "sharp" });
    this.letters = h("div", { class: "letters" });
    /** @type {Picture | null} */
    this.picture = null;
    /** @type {Page.Box} */
    this.frame = [0, 0, 1, 1];
    /** @type {(Page.Part & { scale: number, sight: number[] }) | null} */
    this.known = null; // the sharp piece
    /** @type {Page.Pressed | null} */
    this.pressed = null; // for the first of them
    this.detail = 0;
    /** @type {Element | null} */
    this.numbers = null;
    this.near = false; // is the map so near that they can be read?
    box.replaceChildren(this.whole, this.sharp, this.letters);
  }

  /**
   * Fetch the pictures; whoever calls this draws what is in sight, and the whole map follows when there is time.
   * @param {string} terrain
   * @param {string} letters
   * @param {Page.Box} frame
   * @param {Page.Sight} sight what will be in sight
   */
  async load(terrain, letters, frame, sight) {
    const [written, drawn] = await Promise.all([text(letters), picture(terrain)]);
    this.pressed = await this.foresee(drawn, frame, sight).catch(() => null);
    this.picture = drawn;
    this.frame = frame;
    this.known = null;
    this.detail = 0;
    const [numbers] = /<g class="hexnum".*?<\/g>/s.exec(written) ?? [""];
    this.letters.replaceChildren(svgOf(written.replace(numbers, "")));
    this.numbers = null;
    afterwards(() => drawn === this.picture && this.write(numbers));
    this.fill(drawn);
  }

  /** Have the first piece drawn while the table is being laid. @param {Picture} drawn @param {Page.Box} frame @param {Page.Sight} sight */
  async foresee(drawn, frame, { x, y, scale, wide, high }) {
    const dense = scale * devicePixelRatio;
    const from = (/** @type {number} */ at, /** @type {number} */ size) => {
      const first = Math.max(0, Math.floor((-at - size * FIRST) / scale));
      return even(Math.max(0, first - EVEN), first, dense);
    };
    const to = (/** @type {number} */ start, /** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ most) => {
      const long = Math.ceil(Math.min((-at + size * (1 + FIRST)) / scale, most)) + 1 - start;
      return start + even(long, long + EVEN, dense);
    };
    const [left, top] = [from(x, wide), from(y, high)];
    const [right, bottom] = [to(left, x, wide, frame[2]), to(top, y, high, frame[3])];
    return wide && high ? drawn.press({ left, top, right, bottom }, dense) : null;
  }

  /** The hex numbers, of which there are thousands, when the rest is seen. @param {string} numbers */
  write(numbers) {
    if (numbers) this.numbers = svgOf(`<svg xmlns="http://www.w3.org/2000/svg">${numbers}</svg>`).firstElementChild;
    this.number(this.near);
  }

  /** Put the hex numbers there, or take them away. @param {boolean} near */
  number(near) {
    this.near = near;
    if (!near) this.numbers?.remove();
    else if (this.numbers && !this.numbers.isConnected) this.letters.querySelector("g[clip-path]")?.prepend(this.numbers);
  }

  /** Draw the whole map strip by strip. @param {Picture} drawn */
  async fill(drawn) {
    const [, , w, high] = this.frame;
    const detail = Math.min(1.25 * devicePixelRatio, Math.sqrt(MOST / (w * high)));
    const whole = h("canvas", { width: w * detail, height: high * detail });
    const pen = penOf(whole);
    await new Promise((then) => setTimeout(then, SOON));
    for (let i = 0; i < STRIPS; i++) {
      await new Promise((then) => idle(() => then(null)));
      if (drawn !== this.picture) return;
      drawn.draw(pen, this.frame, detail, [0, 0], { left: 0, top: (high * i) / STRIPS, right: w, bottom: (high * (i + 1)) / STRIPS });
    }
    this.whole.replaceWith(whole);
    this.whole = whole;
    this.detail = detail;
  }

  /**
   * Draw what is in sight, and some of what is round it, pixel for pixel.
   * @param {number} x
   * @param {number} y
   * @param {number} scale
   * @param {number} wide
   * @param {number} high
   */
  sharpen(x, y, scale, wide, high) {
    if (!this.picture || !wide || !high || this.isSharp(x, y, scale, wide, high)) return;
    const dense = scale * devicePixelRatio;
    const [, , w, tall] = this.frame;
    const round = this.detail ? ROUND : FIRST;
    const down = (/** @type {number} */ value) => Math.max(0, Math.floor(value * dense)) / dense;
    const up = (/** @type {number} */ value, /** @type {number} */ most) => Math.ceil(Math.min(value, most) * dense) / dense;
    let part = {
      left: down((-x - wide * round) / scale),
      top: down((-y - high * round) / scale),
      right: up((-x + wide * (1 + round)) / scale, w),
      bottom: up((-y + high * (1 + round)) / scale, tall),
    };
    const pressed = this.pressed && this.pressed.dense === dense && holds(this.pressed.part, part) ? this.pressed : null;
    const edge = (/** @type {number} */ value, /** @type {number} */ most) => (value < most ? value : up(value, most));
    if (pressed) part = { ...pressed.part, right: edge(pressed.part.right, w), bottom: edge(pressed.part.bottom, tall) };
    this.pressed = null;
    const [across, along] = [Math.round((part.right - part.left) * dense), Math.round((part.bottom - part.top) * dense)];
    if (across <= 0 || along <= 0) return;
    this.sharp.width = across;
    this.sharp.height = along;
    const pen = penOf(this.sharp, { alpha: false });
    const k = this.detail;
    if (pressed) this.picture.put(pen, this.frame, pressed);
    else if (k * 1.08 < dense) this.picture.draw(pen, this.frame, dense, [part.left, part.top], part);
    else pen.drawImage(this.whole, part.left * k, part.top * k, (across * k) / dense, (along * k) / dense, 0, 0, across, along);
    const px = (/** @type {number} */ pixels) => `${pixels / devicePixelRatio}px`;
    Object.assign(this.sharp.style, { left: px(Math.round(part.left * dense)), top: px(Math.round(part.top * dense)), width: px(across), height: px(along) });
    this.known = { ...part, scale, sight: [x, y, scale, wide, high, devicePixelRatio, this.detail] };
  }

  /** Is the sharp piece still that of this very sight? @param {number} x @param {number} y @param {number} scale @param {number} wide @param {number} high */
  isSharp(x, y, scale, wide, high) {
    const same = this.known?.sight.join() === [x, y, scale, wide, high, devicePixelRatio, this.detail].join();
    return same && !this.pressed;
  }

  /**
   * Does the sharp piece still cover what is in sight?
   * @param {number} x
   * @param {number} y
   * @param {number} scale
   * @param {number} wide
   * @param {number} high
   */
  covers(x, y, scale, wide, high) {
    return !this.picture || (this.known !== null && Math.abs(this.known.scale / scale - 1) <= 0.02 && this.reaches(x, y, scale, wide, high));
  }

  /** Nobody need put the whole map under a piece that hides it. @param {number} x @param {number} y @param {number} scale @param {number} wide @param {number} high */
  spare(x, y, scale, wide, high) {
    const hides = this.reaches(x, y, scale, wide, high) ? "hidden" : "";
    if (this.whole.style.visibility !== hides) this.whole.style.visibility = hides;
  }

  /** Does the sharp piece reach to the edges of what is in sight, or of the map? @param {number} x @param {number} y @param {number} scale @param {number} wide @param {number} high */
  reaches(x, y, scale, wide, high) {
    const k = this.known;
    if (!k) return false;
    const edge = (/** @type {number} */ value, /** @type {number} */ most) => Math.max(0, Math.min(most, value));
    return (
      k.left <= edge(-x / scale, this.frame[2]) + 1 &&
      k.top <= edge(-y / scale, this.frame[3]) + 1 &&
      k.right >= edge((-x + wide) / scale, this.frame[2]) - 1 &&
      k.bottom >= edge((-y + high) / scale, this.frame[3]) - 1
    );
  }
}
