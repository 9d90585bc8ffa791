/** The ground as bitmaps: the whole map once, and a sharp piece of what is in sight, so that panning only moves them. */
import { h } from "./dom.js";
import { text } from "./net.js";

const MOST = 6_500_000; // pixels of the bitmap of the whole map
const ROUND = 0.35; // how much beyond the screen the sharp piece reaches

const MARGIN = 40; // between the edge of the drawing and the neat line
const STAMP = 16; // half the size of the square a plant is drawn in

/** A drawing in three: what lies under the plants, the plants as stamps (there are thousands), and what lies over them. */
class Picture {
  static async from(drawing, frame) {
    const made = new Picture();
    made.frame = frame;
    const from = drawing.indexOf('<g class="plants">');
    const head = drawing.slice(0, drawing.indexOf("</defs>") + 7);
    if (from < 0) {
      made.under = await image(drawing);
      return made;
    }
    const to = drawing.indexOf("</g>", from) + 4;
    const clip = drawing.match(/<g clip-path="[^"]*">/)[0];
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

  /** Draw a part of the map at so many pixels a unit. */
  draw(pen, dense, left, top, right, bottom) {
    const [x0, y0, w, high] = this.frame;
    pen.setTransform(dense, 0, 0, dense, -left * dense, -top * dense);
    pen.drawImage(this.under, 0, 0, w, high);
    if (!this.over) return;
    const size = Math.ceil(2 * STAMP * dense);
    const ready = new Map([...this.stamps].map(([kind, stamp]) => {
      const canvas = h("canvas", { width: size, height: size });
      canvas.getContext("2d").drawImage(stamp, 0, 0, size, size);
      return [kind, canvas];
    }));
    pen.save();
    pen.beginPath();
    pen.rect(MARGIN, MARGIN, w - 2 * MARGIN, high - 2 * MARGIN);
    pen.clip();
    for (const [kind, x, y] of this.plants) {
      const px = x - x0, py = y - y0;
      if (px < left - STAMP || px > right + STAMP || py < top - STAMP || py > bottom + STAMP) continue;
      pen.drawImage(ready.get(kind), px - STAMP, py - STAMP, 2 * STAMP, 2 * STAMP);
    }
    pen.restore();
    pen.drawImage(this.over, 0, 0, w, high);
  }
}

/** An SVG text as an image ready to be drawn. */
async function image(drawing) {
  const address = URL.createObjectURL(new Blob([drawing], { type: "image/svg+xml" }));
  const made = new Image();
  made.src = address;
  await made.decode();
  URL.revokeObjectURL(address);
  return made;
}

export class Ground {
  constructor(box) {
    this.box = box;
    this.whole = h("canvas", {});
    this.sharp = h("canvas", { class: "sharp" });
    this.letters = h("div", { class: "letters" });
    box.replaceChildren(this.whole, this.sharp, this.letters);
  }

  /** Fetch the pictures and draw the whole map. */
  async load(terrain, letters, frame) {
    const [written, drawing] = await Promise.all([text(letters), text(terrain)]);
    this.picture = await Picture.from(drawing, frame);
    this.frame = frame;
    const drawn = new DOMParser().parseFromString(written, "image/svg+xml").documentElement;
    this.letters.replaceChildren(document.adoptNode(drawn));
    const [, , w, high] = frame;
    this.detail = Math.min(1.25 * devicePixelRatio, Math.sqrt(MOST / (w * high)));
    this.whole.width = w * this.detail;
    this.whole.height = high * this.detail;
    this.picture.draw(this.whole.getContext("2d"), this.detail, 0, 0, w, high);
    this.sharp.hidden = true;
  }

  /** Draw what is in sight at the present zoom, if the bitmap of the whole map is too coarse for it. */
  sharpen(x, y, scale, wide, high) {
    if (!this.picture) return;
    const dense = scale * devicePixelRatio;
    this.sharp.hidden = dense <= this.detail * 1.08;
    if (this.sharp.hidden) return;
    const left = Math.max(0, (-x - wide * ROUND) / scale), top = Math.max(0, (-y - high * ROUND) / scale);
    const right = Math.min(this.frame[2], (-x + wide * (1 + ROUND)) / scale);
    const bottom = Math.min(this.frame[3], (-y + high * (1 + ROUND)) / scale);
    if (right <= left || bottom <= top) return;
    this.sharp.width = (right - left) * dense;
    this.sharp.height = (bottom - top) * dense;
    this.picture.draw(this.sharp.getContext("2d"), dense, left, top, right, bottom);
    const share = (part, of) => `${(100 * part) / of}%`;
    Object.assign(this.sharp.style, {
      left: share(left, this.frame[2]),
      top: share(top, this.frame[3]),
      width: share(right - left, this.frame[2]),
      height: share(bottom - top, this.frame[3]),
    });
    this.known = { left, top, right, bottom, scale };
  }

  /** Does the sharp piece still cover what is in sight? */
  covers(x, y, scale, wide, high) {
    if (!this.picture || scale * devicePixelRatio <= this.detail * 1.08) return true;
    const k = this.known;
    if (!k || this.sharp.hidden || Math.abs(k.scale / scale - 1) > 0.02) return false;
    const edge = (value, most) => Math.max(0, Math.min(most, value));
    return (
      k.left <= edge(-x / scale, this.frame[2]) + 1 &&
      k.top <= edge(-y / scale, this.frame[3]) + 1 &&
      k.right >= edge((-x + wide) / scale, this.frame[2]) - 1 &&
      k.bottom >= edge((-y + high) / scale, this.frame[3]) - 1
    );
  }
}
