/** The order of battle at the left: every unit of the box by side and group; those that take part fade. */
import { byId, h, swap } from "../shared/dom.js";
import { small } from "../map/pieces.js";
import { onSheet } from "../map/counter_sheet.js";
import { t, title } from "../shared/texts.js";

const FAR = 6; // pixels a pointer goes before it drags
const JUST = 80; // milliseconds after a drag in which a click is the end of it

/** Does a unit belong to a side, or to any? @param {Wire.StudioUnit} unit @param {string} side */
function ofSide(unit, side) {
  return [side.toLowerCase(), "any"].includes(unit.side.toLowerCase());
}

export class ForcePanel {
  box = byId("force");
  dropped = -JUST;

  /** @param {Page.StudioWork} work @param {Page.StudioMap} map */
  constructor(work, map) {
    this.work = work;
    this.map = map;
    this.painter = map.painter;
  }

  draw() {
    const { tools, sheet, side, way } = this.work;
    if (!tools || !sheet) return;
    if (this.painter.words) return this.brushes();
    const units = tools.roster.filter((unit) => ofSide(unit, side));
    const groups = [...new Set(units.map((unit) => unit.group))];
    const focused = document.activeElement?.getAttribute("data-unit");
    swap(
      this.box,
      h("h1", {}, t("studio_force")),
      this.tabs(),
      way === "listed" || way === "position" ? this.listed() : null,
      way === "position" ? null : groups.map((group) => this.group(group, units.filter((unit) => unit.group === group))),
      h("p", {}, t({ listed: "studio_hint_list", counted: "studio_hint_counted", position: "studio_hint_position" }[way] ?? "studio_hint_place")),
    );
    if (focused) /** @type {HTMLElement | null} */ (this.box.querySelector(`[data-unit="${CSS.escape(focused)}"]`))?.focus();
    return undefined;
  }

  /** Brushes instead of units, while the ground is painted. */
  brushes() {
    const focused = document.activeElement?.getAttribute("data-brush");
    const scroll = this.box.scrollTop;
    swap(this.box, this.painter.draw());
    this.box.scrollTop = scroll;
    if (focused) /** @type {HTMLElement | null} */ (this.box.querySelector(`[data-brush="${CSS.escape(focused)}"]`))?.focus();
  }

  tabs() {
    const { work } = this;
    if (work.sides.length < 2) return null;
    const tab = (/** @type {string} */ side) => h("button", { type: "button", "aria-pressed": String(side === work.side), onclick: () => work.turnTo(side) }, title(side));
    return h("div", { class: "sides", role: "group", "aria-label": t("studio_force") }, work.sides.map(tab));
  }

  /** Those that are in a list, to be taken out again. */
  listed() {
    const { work } = this;
    const here = work.sheet?.counters.filter((one) => one.side === work.side) ?? [];
    const button = (/** @type {Wire.StudioCounter} */ one) =>
      h("button", { type: "button", "aria-label": t("studio_remove", { name: one.name }), title: one.name, onclick: () => work.change([{ edit: "take", id: one.id }]) }, this.face(one.face, one.name));
    return [h("h2", {}, t("studio_force_of"), h("span", {}, here.length)), h("div", { class: this.kind() }, here.map(button))];
  }

  kind() {
    const [first] = (this.work.way === "position" ? this.work.sheet?.counters : this.work.tools?.roster) ?? [];
    return first && onSheet(first.face.replace("{side}", this.work.side).replace(/[^A-Za-z0-9_.-]/g, "_")) ? "chest" : "chest cards";
  }

  /** @param {string} face @param {string} name */
  face(face, name) {
    return this.kind() === "chest" ? small(face.replace("{side}", this.work.side), "mini") : name;
  }

  /** @param {string} name @param {Wire.StudioUnit[]} units */
  group(name, units) {
    const { work } = this;
    const count = (/** @type {Wire.StudioUnit} */ unit) => work.sheet?.counters.filter((one) => one.unit === unit.id && (!one.side || one.side === work.side)).reduce((sum, one) => sum + one.count, 0) ?? 0;
    const on = units.filter((unit) => count(unit)).length;
    const told = work.way === "standing" ? t("studio_n_on_map", { n: on, m: units.length }) : "";
    return [h("h2", {}, h("span", {}, title(name.replace(":", " "))), h("span", {}, told)), h("div", { class: this.kind() }, units.map((unit) => this.unit(unit, count(unit))))];
  }

  /** @param {Wire.StudioUnit} unit @param {number} count */
  unit(unit, count) {
    const { work } = this;
    const once = work.way === "standing";
    const used = count > 0 || (work.sheet?.later ?? []).includes(unit.id);
    const held = work.hand?.unit === unit.id && (once || !work.hand.id);
    return h(
      "button",
      {
        type: "button",
        class: used && once ? "used" : "",
        title: unit.name,
        "data-unit": unit.id,
        "aria-pressed": String(held),
        onclick: (/** @type {MouseEvent} */ event) => event.timeStamp - this.dropped > JUST && work.pickUp(unit),
        onpointerdown: (/** @type {PointerEvent} */ event) => this.grab(event, unit),
      },
      h("span", { class: "for-ears" }, unit.name),
      this.face(unit.face, unit.name),
      count > 0 && !once ? h("span", { class: "many" }, count) : null,
    );
  }

  /** A counter follows the pointer to the map. @param {PointerEvent} event @param {Wire.StudioUnit} unit */
  grab(event, unit) {
    if (event.button > 0 || this.work.way === "listed") return;
    const from = [event.clientX, event.clientY];
    /** @type {HTMLElement | null} */
    let ghost = null;
    const move = (/** @type {PointerEvent} */ now) => {
      if (!ghost && Math.hypot(now.clientX - from[0], now.clientY - from[1]) < FAR) return;
      if (!ghost) {
        ghost = h("div", { class: "ghost" }, this.face(unit.face, unit.name));
        document.body.append(ghost);
        this.work.hold(this.work.fresh(unit), false);
      }
      Object.assign(ghost.style, { left: `${now.clientX}px`, top: `${now.clientY}px` });
      this.map.hover(this.placeAt(now));
    };
    const up = (/** @type {PointerEvent} */ now) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      if (!ghost) return;
      ghost.remove();
      this.dropped = now.timeStamp;
      const place = this.placeAt(now);
      if (place) this.map.putDown(place);
      else this.work.hold(null);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
  }

  /** The place of the map under the pointer. @param {PointerEvent} event */
  placeAt(event) {
    const over = document.elementFromPoint(event.clientX, event.clientY)?.closest("#view");
    const { board } = this.map;
    return over ? board.hexAt(...board.point(event)) : null;
  }
}
