/** Lines over the map: the line of sight with its working, what is seen from a hex, the tape measure, a line of fire. */
import { cite } from "../panels/rulebook.js";
import { byId, h, s, toast } from "../shared/dom.js";
import { tell } from "../shared/net.js";
import { pill } from "../map/badges.js";
import { t } from "../shared/texts.js";

export class Sights {
  /** @param {Page.Live} live @param {Page.Board} board @param {Page.Pieces} pieces @param {Page.Bubbles} bubbles @param {() => void} changed */
  constructor(live, board, pieces, bubbles, changed) {
    this.live = live;
    this.board = board;
    this.pieces = pieces;
    this.bubbles = bubbles;
    this.changed = changed; // whoever shows whether lines are being drawn
    /** @type {string[] | null} */
    this.aiming = null; // the ends chosen so far; null: none are asked for
  }

  aim() {
    this.aiming = this.aiming ? null : [];
    this.clear();
    byId("view").classList.toggle("aiming", this.aiming !== null);
    toast(this.aiming && this.board.inch ? t("measure_first") : "");
    if (this.aiming && !this.board.inch) this.askForHexes();
    else this.bubbles.shut();
    this.changed();
  }

  /** The two ends of a line of sight, to be clicked on the map or typed. */
  askForHexes() {
    const field = (/** @type {string} */ key) => h("input", { type: "text", size: 6, maxlength: 8, "aria-label": t(key), placeholder: t(key) });
    const [from, to] = [field("sight_from"), field("sight_to")];
    const look = async (/** @type {Event} */ event) => {
      event.preventDefault();
      this.aiming = [];
      const found = (/** @type {string} */ place) => (this.board.hexes[place.trim().toUpperCase()] ? place.trim().toUpperCase() : null);
      if (!found(from.value)) return void from.focus();
      await this.shoot(found(from.value));
      if (found(to.value)) await this.shoot(found(to.value));
    };
    const form = h("form", { class: "bubble choose hexes", onsubmit: look }, h("p", {}, t("sight_first")), from, to, h("button", { class: "alt", type: "submit" }, t("sight")));
    this.bubbles.put(form, [byId("map").clientWidth / 2, 120]);
    from.focus();
  }

  /** The pointer is over a place while the tape is out. @param {Page.Place} place */
  hover(place) {
    if (place && this.aiming?.length === 1 && this.board.inch) this.tape(this.aiming[0], place);
  }

  /** A line between two places with its length, where lengths are inches. @param {Page.Place} a @param {Page.Place} b */
  tape(a, b) {
    const { board } = this;
    const [from, to] = [board.centre(a), board.centre(b)];
    if (!from || !to) return;
    const d = `M${from}L${to}`;
    const inches = board.inch ? `${(Math.hypot(to[0] - from[0], to[1] - from[1]) / board.inch).toFixed(1)}″` : "";
    const label = inches ? pill(inches, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2 - 20 / board.scale]) : null;
    this.draw(s("path", { d, class: "tape-back" }), s("path", { d, class: "tape" }), s("path", { d, class: "tape-tick" }), label);
  }

  /** An end of the line is chosen. @param {Page.Place} hex */
  async shoot(hex) {
    if (!hex) return;
    const ends = [...(this.aiming ?? []), hex];
    this.aiming = this.board.inch && ends.length === 2 ? [] : ends;
    if (this.board.inch) return;
    if (ends.length === 1) {
      toast(t("sight_second", { a: hex }));
      this.pieces.light([hex]);
      this.survey(hex);
      return;
    }
    const [a, b] = ends;
    this.aiming = [];
    try {
      const { sight } = await this.live.order("sight", { a, b });
      if (sight) this.line(sight);
    } catch (error) {
      tell(error);
    }
  }

  /**
   * Where a shot would go, with the working of its line if the game knows lines of sight and it is still `wanted` then.
   * @param {string} a
   * @param {string} b
   * @param {() => boolean} wanted
   */
  async lineOfFire(a, b, wanted) {
    const { board } = this;
    const [from, to] = [board.centre(a), board.centre(b)];
    if (!from || !to || a === b) return;
    const d = `M${from}L${to}`;
    this.draw(s("path", { d, class: "los-back" }), s("path", { d, class: "los" }));
    if (board.inch) return;
    const found = await this.live.order("sight", { a, b }).catch(() => null);
    if (found?.sight && wanted()) this.line(found.sight, false);
  }

  /** @param {...Page.Inside} inside */
  draw(...inside) {
    this.clear();
    this.pieces.above.append(s("g", { id: "sight-line", "pointer-events": "none" }, inside));
  }

  clear() {
    this.pieces.above.querySelector("#sight-line")?.remove();
  }

  /** What can be seen from a hex nearby; blind ground is hatched. @param {string} hex */
  async survey(hex) {
    const { board, pieces } = this;
    const found = await this.live.order("sight", { a: hex }).catch(() => null);
    if (!found || this.aiming?.[0] !== hex) return;
    const seen = new Set(found.seen ?? []);
    const blind = (found.near ?? []).filter((place) => !seen.has(place) && place !== hex);
    const d = blind.map((place) => `M${board.corners(place, 0).join("L")}Z`).join("");
    const pattern = s("pattern", { id: "blind-hatch", width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(-45)" }, s("path", { d: "M0 0V7", stroke: "#14191e", "stroke-width": 3, "stroke-opacity": 0.5 }));
    this.draw(s("defs", {}, pattern), s("path", { d, fill: "url(#blind-hatch)" }), s("path", { d: pieces.layers.outline(seen, 1), class: "seen-edge" }));
    toast(t("seen_from", { a: hex, n: seen.size, blind: blind.length }));
  }

  /** @param {Wire.SightLine} sight */
  line(sight, aloud = true) {
    const { board } = this;
    const unit = board.size;
    const [from, to] = sight.ends.map(([x, y]) => [x * unit, y * unit]);
    const ends = Math.hypot(to[0] - from[0], to[1] - from[1]) > 0 ? [from, to] : [board.middle(sight.viewer), board.middle(sight.target)];
    const words = t(sight.clear ? "sight_clear" : "sight_blocked", { n: sight.distance });
    const [x, y] = [(ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2];
    const path = { x1: ends[0][0], y1: ends[0][1], x2: ends[1][0], y2: ends[1][1] };
    this.draw(
      sight.blocked_by.map((hex) => board.outline(hex, 3, { class: "los-stop" })),
      s("line", { ...path, class: "los-back" }),
      s("line", { ...path, class: "los" }),
      sight.distance > 1 || aloud ? pill(words, [x, y - 26 / board.scale]) : null,
    );
    if (aloud) this.tell(sight, words);
  }

  /**
   * The working of a line of sight: what it meets, of which ground, and by which rule that blocks it.
   * @param {Wire.SightLine} sight
   * @param {string} words
   */
  tell(sight, words) {
    toast(`${sight.viewer} → ${sight.target}: ${words}`);
    const { blocked_by: stops, working } = sight;
    const met = working.length ? working : stops.map((hex) => ({ hexes: [hex], rule: sight.rule }));
    const ground = (/** @type {string[]} */ hexes) => [...new Set(hexes.map((hex) => this.board.terrain(hex)).filter(Boolean))].join(", ");
    const row = (/** @type {Wire.SightCheck} */ { hexes, rule }) => h("li", {}, hexes.join("/"), ground(hexes) ? ` (${ground(hexes)})` : "", " ", t(rule || !working.length ? "sight_blocks" : "sight_free"), " ", cite(rule));
    const told = h(
      "div",
      { class: "bubble working", role: "status", id: "working" },
      h("b", {}, `${sight.viewer} → ${sight.target}: ${words}`),
      met.length ? h("ul", {}, met.map(row)) : null,
      sight.rule && !met.some(({ rule }) => rule) ? cite(sight.rule) : null,
    );
    this.bubbles.put(told, [60, 40], [sight.viewer, sight.target].map((hex) => this.board.toScreen(this.board.middle(hex)))); // in a corner: it must cover neither end of the line
  }
}
