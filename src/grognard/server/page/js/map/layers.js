/** Zones, lines and areas that cover many hexes: drawn as outlines or lines, each with its own dash, and a key to them. */
import { byId, h, isWide, s, swap } from "../shared/dom.js";
import { recall } from "../shared/json.js";
import { t, title } from "../shared/texts.js";

const TONES = ["#1d5c8f", "#a3301c", "#2c6e49", "#6a3f8c", "#7a5a00", "#14606b"];
const DASHES = ["", "8 5", "2 5", "10 4 2 4", "5 3", "14 5"];
const WIDE = 120; // hexes; larger areas wait until they are asked for

/** What was shown or hidden by choice in this browser. @returns {Record<string, boolean>} */
function chosen() {
  return recall("layers", {});
}

export class Layers {
  /** @param {Page.Board} board @param {() => void} changed */
  constructor(board, changed) {
    this.board = board;
    this.changed = changed;
    this.box = byId("layers");
    /** @type {string[]} */
    this.known = [];
    /** @type {Map<string, Page.Marker[]>} */
    this.lines = new Map();
  }

  /** Markers by kind and text, each group with a tone and a dash of its own; the key beside the map names them. @param {Page.Marker[]} markers */
  draw(markers) {
    /** @type {Map<string, Set<string>>} */
    const groups = new Map();
    /** @type {Map<string, Page.Marker[]>} */
    const lines = new Map();
    for (const marker of markers) {
      const name = [t(`marker_${marker.kind}`, {}, marker.kind), marker.text].filter(Boolean).join(": ");
      groups.set(name, (groups.get(name) ?? new Set()).add(marker.place));
      if (marker.to) lines.set(name, [...(lines.get(name) ?? []), marker]);
    }
    this.lines = lines;
    const wish = chosen();
    const shows = (/** @type {string} */ name) => wish[name] ?? (lines.has(name) || (groups.get(name)?.size ?? 0) <= WIDE);
    this.key([...groups.keys()], shows, wish);
    return [...groups].filter(([name]) => shows(name)).map(([name, places]) => this.shape(name, places));
  }

  /** @param {string} name */
  look(name) {
    if (!this.known.includes(name)) this.known.push(name);
    const i = this.known.indexOf(name) % TONES.length;
    return { stroke: TONES[i], "stroke-dasharray": DASHES[i] || null };
  }

  /** @param {string} name @param {Set<string>} places */
  shape(name, places) {
    const d = this.lines.has(name) ? this.stretches(this.lines.get(name) ?? []) : this.outline(places, 2 + 2 * (this.known.indexOf(name) % 4));
    const label = s("title", {}, title(name));
    return s("g", { class: "zone", "data-layer": name }, s("path", { d, class: "zone-back" }), s("path", { d, ...this.look(name) }, label));
  }

  /** Lines that were given as lines. @param {Page.Marker[]} markers */
  stretches(markers) {
    const ends = markers.map(({ place, to }) => [this.board.centre(place), this.board.centre(to)]).filter(([a, b]) => a && b);
    return ends.map(([a, b]) => `M${a}L${b}`).join("");
  }

  /** @param {Set<Page.Place>} places @param {number} inset */
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

  /**
   * The key: what each line means, and a switch for it.
   * @param {string[]} names
   * @param {(name: string) => boolean} shows
   * @param {Record<string, boolean>} wish
   */
  key(names, shows, wish) {
    this.box.hidden = !names.length;
    const flip = (/** @type {string} */ name) => {
      localStorage.setItem("layers", JSON.stringify({ ...wish, [name]: !shows(name) }));
      this.changed();
    };
    const row = (/** @type {string} */ name) =>
      h(
        "button",
        { type: "button", "aria-pressed": String(shows(name)), onclick: () => flip(name) },
        s("svg", { viewBox: "0 0 26 8", "aria-hidden": "true" }, s("path", { d: "M1 4H25", ...this.look(name) })),
        title(name),
      );
    const open = this.box.querySelector("details")?.open ?? isWide();
    swap(this.box, h("details", { open }, h("summary", {}, t("layers")), names.map(row)));
  }
}
