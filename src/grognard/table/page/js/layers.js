/** Zones, lines and areas that cover many hexes: drawn as outlines or lines, each with its own dash, and a key to them. */
import { byId, h, s, swap } from "./dom.js";
import { t, title } from "./words.js";

const TONES = ["#1d5c8f", "#a3301c", "#2c6e49", "#6a3f8c", "#7a5a00", "#14606b"];
const DASHES = ["", "8 5", "2 5", "10 4 2 4", "5 3", "14 5"];
const THIN = 3.3; // neighbours of the same kind that a hex of an area has at least, on the average
const WIDE = 120; // hexes; larger areas wait until they are asked for

/** What was shown or hidden by choice in this browser. */
function chosen() {
  try {
    return JSON.parse(localStorage.getItem("layers") ?? "{}");
  } catch {
    return {};
  }
}

export class Layers {
  constructor(board, changed) {
    this.board = board;
    this.changed = changed;
    this.box = byId("layers");
    this.known = [];
  }

  /** Markers by kind and text, each group with a tone and a dash of its own; the key beside the map names them. */
  draw(markers) {
    const groups = new Map(), lines = new Map();
    for (const marker of markers) {
      const name = [t(`marker_${marker.kind}`, {}, marker.kind), marker.text].filter(Boolean).join(": ");
      if (!groups.has(name)) groups.set(name, new Set());
      groups.get(name).add(marker.place);
      if (marker.to) lines.set(name, [...(lines.get(name) ?? []), marker]);
    }
    this.lines = lines;
    const wish = chosen();
    const shows = (name) => wish[name] ?? (lines.has(name) || groups.get(name).size <= WIDE || this.isThin(groups.get(name)));
    this.key([...groups.keys()], shows, wish);
    return [...groups].filter(([name]) => shows(name)).map(([name, places]) => this.shape(name, places));
  }

  look(name) {
    if (!this.known.includes(name)) this.known.push(name);
    const i = this.known.indexOf(name) % TONES.length;
    return { stroke: TONES[i], "stroke-dasharray": DASHES[i] || null };
  }

  shape(name, places) {
    const d = this.lines.has(name) ? this.stretches(this.lines.get(name)) : this.isThin(places) ? this.links(places) : this.outline(places, 2 + 2 * (this.known.indexOf(name) % 4));
    const label = s("title", {}, title(name));
    return s("g", { class: "zone", "data-layer": name }, s("path", { d, class: "zone-back" }), s("path", { d, ...this.look(name) }, label));
  }

  /** The hexes round a hex that belong to the same places. */
  around(place, places) {
    return this.board.neighbours(place).filter((near) => near && places.has(near));
  }

  isThin(places) {
    const met = [...places].reduce((sum, place) => sum + this.around(place, places).length, 0);
    return met / places.size < THIN;
  }

  /** Lines that were given as lines. */
  stretches(markers) {
    const ends = markers.map(({ place, to }) => [this.board.centre(place), this.board.centre(to)]).filter(([a, b]) => a && b);
    return ends.map(([a, b]) => `M${a}L${b}`).join("");
  }

  links(places) {
    let d = "";
    for (const place of places) {
      const at = this.board.centre(place);
      if (!at) continue;
      const near = this.around(place, places);
      if (!near.length) d += `M${at[0] - 6} ${at[1]}h12M${at[0]} ${at[1] - 6}v12`;
      for (const other of near) if (place < other) d += `M${at}L${this.board.centre(other)}`;
    }
    return d;
  }

  outline(places, inset) {
    let d = "";
    for (const place of places) {
      if (!this.board.centre(place)) continue;
      const corners = this.board.corners(place, inset);
      this.board.neighbours(place).forEach((near, i) => {
        if (!near || !places.has(near)) d += `M${corners[i]}L${corners[(i + 1) % 6]}`;
      });
    }
    return d;
  }

  /** The key: what each line means, and a switch for it. */
  key(names, shows, wish) {
    this.box.hidden = !names.length;
    const flip = (name) => {
      localStorage.setItem("layers", JSON.stringify({ ...wish, [name]: !shows(name) }));
      this.changed();
    };
    const row = (name) =>
      h(
        "button",
        { type: "button", "aria-pressed": String(shows(name)), onclick: () => flip(name) },
        s("svg", { viewBox: "0 0 26 8", "aria-hidden": "true" }, s("path", { d: "M1 4H25", ...this.look(name) })),
        title(name),
      );
    const open = this.box.querySelector("details")?.open ?? innerWidth > 760;
    swap(this.box, h("details", { open }, h("summary", {}, t("layers")), names.map(row)));
  }
}
