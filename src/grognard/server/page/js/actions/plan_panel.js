/** A plan of the staff as it is read and changed: its lines, what each unit does, and its arrows, which can be dragged. */
import { h, s, swap } from "../shared/dom.js";
import { sentence, t } from "../shared/texts.js";

const HEAD = 15; // how long the head of an arrow is
const GRIP = 22; // how near to it a finger must come
/** Orders that need a place. @type {Page.Doing[]} */
export const GOES = ["go", "attack", "road", "withdraw", "screen"];
/** @type {Page.Doing[]} */
const INSTEAD = ["go", "attack", "withdraw", "hold", "shoot", "finish"];
/** @type {Page.Passing[]} */
const PASSING = ["die", "enemy", "asked"];

export class PlanPanel {
  /** @param {{ box: HTMLElement, layer: Element, board: Page.Board }} parts @param {Page.Planning} staff */
  constructor({ box, layer, board }, staff) {
    this.box = box;
    this.layer = layer;
    this.board = board;
    this.staff = staff;
    this.line = -1; // that is being changed
    this.row = -1; // the one act of that line that is being changed; -1 for all
    /** @type {Page.Doing | null} */
    this.sends = null; // what the units of the line are to do at the place that is waited for
  }

  get plan() {
    return /** @type {Wire.Planned} */ (this.staff.plan());
  }

  forget() {
    this.line = this.row = -1;
    this.sends = null;
  }

  /** Close what is open in the plan; false if nothing is. */
  shut() {
    const open = this.staff.plan() && (this.sends || this.row >= 0 || this.line >= 0);
    if (this.sends) this.sends = null;
    else if (this.row >= 0) this.row = -1;
    else this.line = -1;
    return Boolean(open);
  }

  /** Show the line of an act. @param {number} row */
  mark(row) {
    this.line = this.plan.lines.findIndex((line) => line.rows?.includes(row));
    this.row = (this.plan.lines[this.line]?.rows?.length ?? 0) > 1 ? row : -1;
    this.staff.draw();
  }

  /** @param {number} i */
  pick(i) {
    const { staff } = this;
    this.line = this.line === i ? -1 : i;
    this.row = -1;
    this.sends = null;
    staff.draw();
    /** @type {HTMLElement | undefined} */ ([...this.box.querySelectorAll("button.line")].filter((item) => item instanceof HTMLElement)[i])?.focus();
    const place = this.plan.rows[this.plan.lines[i]?.rows?.[0] ?? -1]?.to;
    if (place) this.board.reveal(place);
  }

  // ------------------------------------------------------------ changing

  /** The units that a change is about. */
  get chosen() {
    const rows = this.row >= 0 ? [this.row] : this.plan.lines[this.line]?.rows ?? [];
    return rows.flatMap((i) => this.plan.rows[i].units);
  }

  /** All units that the plan is about. */
  get units() {
    const { command, rows, stays } = this.plan;
    return command.units?.length ? command.units : [...new Set([...rows.flatMap((row) => row.units), ...stays.map(({ unit }) => unit)])];
  }

  /** What a unit is to do. @param {string} unit */
  does(unit) {
    const { doing, intent } = this.plan.command;
    return doing?.[unit] ?? intent.do;
  }

  /** Some units go elsewhere. @param {string[]} units @param {string} place @param {Page.Doing | null} how */
  sendTo(units, place, how = null) {
    const { goals, doing } = this.plan.command;
    const will = (/** @type {string} */ unit) => how ?? (GOES.includes(this.does(unit)) ? this.does(unit) : "go");
    return this.staff.change({
      units: this.units,
      goals: { ...goals, ...Object.fromEntries(units.map((unit) => [unit, place])) },
      doing: { ...doing, ...Object.fromEntries(units.map((unit) => [unit, will(unit)])) },
    });
  }

  /** The place that was waited for. @param {string} place */
  send(place) {
    return this.sendTo(this.chosen, place, this.sends);
  }

  /** The units of the line do something else. @param {Page.Doing} doing */
  instead(doing) {
    const units = this.chosen;
    if (GOES.includes(doing)) {
      this.sends = doing;
      return this.staff.draw();
    }
    return this.staff.change({ units: this.units, doing: { ...this.plan.command.doing, ...Object.fromEntries(units.map((unit) => [unit, doing])) } });
  }

  first() {
    const units = this.chosen;
    return this.staff.change({ units: [...units, ...this.units.filter((unit) => !units.includes(unit))], kept: true });
  }

  takeOut() {
    const units = this.chosen;
    const rest = this.units.filter((unit) => !units.includes(unit));
    if (!units.length || !rest.length) return undefined;
    const keep = (/** @type {Record<string, string> | undefined} */ of) => Object.fromEntries(Object.entries(of ?? {}).filter(([unit]) => !units.includes(unit)));
    const { goals, doing } = this.plan.command;
    return this.staff.change({ units: rest, goals: keep(goals), doing: /** @type {Wire.Command["doing"]} */ (keep(doing)) });
  }

  // ------------------------------------------------------------ drawing

  draw() {
    const { staff, plan } = this;
    const reasons = [...new Set(plan.stays.map(({ why }) => why))];
    const stay = (/** @type {string} */ why) => {
      const who = plan.stays.filter((one) => one.why === why);
      const names = who.slice(0, 3).map(({ name }) => name).join(", ") + (who.length > 3 ? ` +${who.length - 3}` : "");
      return h("li", { class: "line stays" }, h("b", {}, "–"), h("span", {}, names, h("small", {}, t(who.length > 1 ? "staff_stay" : "staff_stays", { why }))));
    };
    const button = (/** @type {string} */ id, /** @type {string} */ key, /** @type {() => unknown} */ act) => h("button", { type: "button", class: "alt", id: `staff-${id}`, onclick: act }, t(`staff_${id}`), key ? h("kbd", { "aria-hidden": "true" }, key) : null);
    swap(
      this.box,
      h("div", { class: "eyebrow" }, t("staff_plan")),
      h("h2", { tabindex: -1 }, sentence(plan.says)),
      plan.command.way ? h("p", { class: "quiet" }, sentence(t("staff_way", { way: plan.command.way }))) : null,
      plan.open.map((words) => h("p", { class: "open" }, words)),
      h("ol", { class: "lines" }, plan.lines.map((line, i) => this.item(line, i)), reasons.map(stay)),
      plan.rows.some((one) => one.halts) ? this.halts() : null,
      h(
        "div",
        { class: "buttons" },
        h("button", { type: "button", class: "go", id: "staff-go", disabled: !plan.rows.length, onclick: () => staff.carryOut() }, plan.rows.length ? t("staff_carry_out") : t("staff_nothing"), h("kbd", { "aria-hidden": "true" }, "Enter")),
        button("another", "P", () => staff.another()),
        plan.command.units?.length ? button("and", "A", () => staff.also()) : null,
        button("drop", "", () => staff.shut()),
      ),
    );
    this.layer.append(...plan.rows.flatMap((one, i) => (one.start && one.end ? [this.arrow(one, i)] : [])));
    if (this.sends) this.box.querySelector("#staff-to")?.scrollIntoView({ block: "nearest" });
  }

  /** A line of the plan, open where it is being changed. @param {Wire.PlanLine} line @param {number} i */
  item(line, i) {
    const on = i === this.line;
    const more = [sentence(line.reason ?? ""), line.halts ? t("staff_halts", { why: line.halts }) : ""].filter(Boolean).join(" · ");
    const head = h("button", { type: "button", class: `line${on ? " on" : ""}`, "aria-expanded": String(on), onclick: () => this.pick(i) }, h("b", {}, String(i + 1)), h("span", {}, line.text, more ? h("small", {}, more) : null), line.price ? h("em", {}, line.price) : null);
    return h("li", {}, head, on ? this.acts(line) : null, on ? this.changes() : null);
  }

  /** The acts of a line that stands for several: each can be changed by itself. @param {Wire.PlanLine} line */
  acts(line) {
    const rows = line.rows ?? [];
    if (rows.length < 2) return null;
    const chip = (/** @type {number} */ i) => {
      const one = this.plan.rows[i];
      return h("button", { type: "button", class: "chip", "aria-pressed": String(i === this.row), "data-row": String(i), onclick: () => ((this.row = this.row === i ? -1 : i), this.staff.draw()) }, one.to ? `${one.name} → ${one.to}` : `${one.name} ${one.text}`.trim());
    };
    return h("div", { class: "changes acts", role: "group", "aria-label": t("staff_acts") }, rows.map(chip));
  }

  /** What can be changed in a line. */
  changes() {
    const { plan } = this;
    const units = this.chosen;
    if (!units.length) return null;
    const button = (/** @type {string} */ name, /** @type {() => unknown} */ act) => h("button", { type: "button", class: "chip", "data-change": name, onclick: act }, t(`staff_${name}`));
    const others = this.units.length > units.length;
    const now = new Set(units.map((unit) => this.does(unit)));
    const instead = (/** @type {Page.Doing} */ doing) => h("button", { type: "button", class: "chip", "data-instead": doing, "aria-pressed": String(this.sends === doing || (!this.sends && now.size === 1 && now.has(doing))), onclick: () => this.instead(doing) }, t(`staff_${doing}`));
    return [
      h("div", { class: "changes" }, others ? button("first", () => this.first()) : null, others ? button("out", () => this.takeOut()) : null, plan.rows.some((one) => one.end) ? h("small", {}, t("staff_drag")) : null),
      h("div", { class: "changes", role: "group", "aria-label": t("staff_instead") }, INSTEAD.map(instead)),
      this.sends ? h("div", { class: "changes" }, h("p", { class: "quiet" }, t("staff_where")), this.staff.typed((place) => this.send(place))) : null,
    ];
  }

  /** What an order halts for; the choice is kept. */
  halts() {
    const past = this.staff.past();
    const chip = (/** @type {Page.Passing} */ why, /** @type {boolean} */ halts) => h("button", { type: "button", class: "chip", "aria-pressed": String(halts), "data-halts": why, onclick: () => this.staff.halting(why, why === "expected" ? past.includes(why) : !halts) }, t(`staff_for_${why}`));
    const all = !past.includes("expected");
    return h("div", { class: "groups", role: "group", "aria-label": t("staff_halt_for") }, h("span", {}, t("staff_halt_for")), chip("expected", !all), all ? PASSING.map((why) => chip(why, !past.includes(why))) : null);
  }

  // ------------------------------------------------------------ arrows

  /** A planned way: white with a black edge, numbered at its start; its head can be dragged. @param {Wire.PlanRow} row @param {number} i */
  arrow(row, i) {
    const from = /** @type {Page.Point} */ (row.start), to = /** @type {Page.Point} */ (row.end);
    const line = this.plan.lines.findIndex((one) => one.rows?.includes(i));
    const on = line === this.line && (this.row < 0 || this.row === i) ? " on" : "";
    const grip = row.units.length ? s("circle", { class: "arrow-grip", r: GRIP / Math.min(1.4, this.board.scale), "data-grip": String(i) }, s("title", {}, t("staff_drag"))) : null;
    const drawn = s("g", { class: `plan-arrow${on}` }, s("path", { class: "under" }), s("path", { class: "over" }), s("polygon", { class: "head" }), s("g", { transform: `translate(${from.join(" ")})` }, s("g", { class: "steady" }, s("circle", { r: 11 }), s("text", { y: 5 }, String(line + 1)))), grip);
    this.aim(drawn, from, to);
    grip?.addEventListener("pointerdown", (event) => this.grab(/** @type {PointerEvent} */ (event), drawn, row));
    return drawn;
  }

  /** Lay an arrow from here to there. @param {Element} drawn @param {Page.Point} from @param {Page.Point} to */
  aim(drawn, from, to) {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const far = Math.hypot(dx, dy) || 1;
    const [u, v] = [dx / far, dy / far];
    const head = HEAD / Math.min(1.4, Math.max(0.5, this.board.scale));
    const [x, y] = [to[0] - u * head, to[1] - v * head];
    const points = [to, [x - v * head * 0.7, y + u * head * 0.7], [x + v * head * 0.7, y - u * head * 0.7]].map((point) => point.map((value) => value.toFixed(1)).join()).join(" ");
    for (const path of drawn.querySelectorAll("path")) path.setAttribute("d", `M${from.join()}L${x.toFixed(1)},${y.toFixed(1)}`);
    drawn.querySelector("polygon")?.setAttribute("points", points);
    const grip = drawn.querySelector(".arrow-grip");
    for (const [name, value] of [["cx", to[0]], ["cy", to[1]]]) grip?.setAttribute(String(name), String(value));
  }

  /** An arrow under a hand: it goes where it is let go. @param {PointerEvent} event @param {Element} drawn @param {Wire.PlanRow} row */
  grab(event, drawn, row) {
    if (event.button > 0 || this.staff.busy()) return;
    event.stopPropagation();
    event.preventDefault();
    const { board } = this;
    const grip = /** @type {Element} */ (event.currentTarget);
    grip.setPointerCapture(event.pointerId);
    drawn.classList.add("on");
    /** @type {Page.Place} */
    let place = null;
    const drag = (/** @type {Event} */ now) => {
      place = board.hexAt(...board.point(/** @type {PointerEvent} */ (now)));
      const at = board.centre(place);
      if (at) this.aim(drawn, /** @type {Page.Point} */ (row.start), at);
    };
    const end = (/** @type {Event} */ now) => {
      for (const name of ["pointermove", "pointerup", "pointercancel"]) grip.removeEventListener(name, name === "pointermove" ? drag : end);
      if (now.type === "pointerup" && place && place !== row.to) this.sendTo(row.units, place);
      else this.mark(this.plan.rows.indexOf(row));
    };
    grip.addEventListener("pointermove", drag);
    for (const name of ["pointerup", "pointercancel"]) grip.addEventListener(name, end);
  }
}
