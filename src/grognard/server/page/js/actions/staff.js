/** Your staff: choose units by formation, box or click, say what they are to do, read the plan, and have it carried out. */
import { byId, h, inside, s, say, swap, toast } from "../shared/dom.js";
import { cite } from "../panels/rulebook.js";
import { keepAs, recall } from "../shared/json.js";
import { attempt } from "../shared/net.js";
import { GOES, PlanPanel } from "./plan_panel.js";
import { sentence, t } from "../shared/texts.js";

const KEYS = /** @type {const} */ ({ a: "go", t: "attack", r: "road", w: "withdraw", s: "screen", h: "hold", x: "shoot", f: "finish" });
const LEAST = 2; // units that can act before a staff is offered

export class Staff {
  /** @param {Page.Known} known @param {Page.Live} live @param {{ board: Page.Board, pieces: Page.Pieces, redraw: () => void }} parts */
  constructor(known, live, { board, pieces, redraw }) {
    this.known = known;
    this.live = live;
    this.board = board;
    this.redraw = redraw;
    this.box = byId("staff");
    this.cover = byId("boxing");
    this.layer = s("g", { class: "plan-arrows" });
    pieces.ways.after(this.layer);
    this.sheet = new PlanPanel(
      { box: this.box, layer: this.layer, board },
      {
        plan: () => this.plan,
        past: () => this.past,
        busy: () => this.busy,
        draw: () => this.draw(),
        change: (more) => this.change(more),
        carryOut: () => this.carryOut(),
        another: () => this.another(),
        also: () => this.also(),
        shut: () => this.shut(),
        halting: (why, halts) => this.halting(why, halts),
        typed: (given) => this.typed(given),
      },
    );
    /** @type {Set<string>} */
    this.chosen = new Set(); // none: everybody
    /** @type {Wire.Intent["do"] | null} */
    this.doing = null; // waits for a place
    /** @type {Wire.Planned | null} */
    this.plan = null;
    /** @type {Wire.Command | null} */
    this.before = null; // the order to which another is added
    /** @type {Wire.Commanded | null} */
    this.done = null;
    /** @type {Page.Passing[]} */
    this.past = recall("staff-past", /** @type {Page.Passing[]} */ ([])); // what an order need not halt for
    this.side = "";
    this.commander = ""; // the side that gave the last order
    this.busy = false;
    document.addEventListener("keydown", (event) => this.key(event), true);
    this.cover.addEventListener("pointerdown", (event) => this.begin(event));
  }

  get on() {
    return this.known.commanding;
  }

  // ------------------------------------------------------------ whom

  /** The units that can be ordered now: those that answers name, or in a question about others all on the map. */
  get able() {
    const { known } = this;
    const { ask } = known.scene;
    if (!ask || known.replaying) return [];
    const named = new Set([...ask.subject, ...ask.choices.map(({ action }) => action.piece)]);
    const own = [...known.views.values()].filter(({ side }) => side === ask.side);
    const found = own.filter(({ id }) => named.has(id));
    return found.length ? found : own.filter((view) => this.at(view));
  }

  /** Where a piece stands in the drawing. @param {Wire.PieceView} view @returns {Page.Point | null} */
  at(view) {
    const [box] = view.boxes ?? [];
    return box && this.board.inch ? [box[0] * this.board.inch, (this.board.high - box[1]) * this.board.inch] : this.board.centre(view.place);
  }

  /** The units by card or formation. @returns {Map<string, string[]>} */
  get groups() {
    const cards = new Map((this.known.scene.view.cards ?? []).flatMap((card) => (card.pieces ?? []).map((piece) => /** @type {[string, string]} */ ([piece, card.title]))));
    /** @type {Map<string, string[]>} */
    const found = new Map();
    for (const view of this.able) {
      const name = cards.get(view.id) ?? (view.formation || t("staff_others"));
      found.set(name, [...(found.get(name) ?? []), view.id]);
    }
    return found;
  }

  /** @param {string[]} units */
  choose(units) {
    const all = units.every((unit) => this.chosen.has(unit));
    for (const unit of units) all ? this.chosen.delete(unit) : this.chosen.add(unit);
    this.look([...this.chosen].flatMap((unit) => this.known.views.get(unit)?.place ?? []));
    this.drop();
  }

  /** Bring all of these places into sight, if some are not. @param {string[]} places */
  look(places) {
    const on = places.filter((place) => this.board.centre(place));
    if (on.length && !this.board.areFree(on)) this.board.show(on, Math.min(1.15, this.board.scale), 0.4);
  }

  // ------------------------------------------------------------ opening and closing

  /** The chip that offers a staff. */
  offer() {
    const { ask } = this.known.scene;
    if (!this.offered || !ask) return null;
    return h("button", { type: "button", class: "chip", id: "staff-offer", title: t("staff_about"), onclick: () => this.show() }, t("staff_offer"), h("kbd", { "aria-hidden": "true" }, "F"));
  }

  get offered() {
    const { known } = this;
    return Boolean(known.scene.ask) && (!known.match.includes("/") || known.ordered) && !known.replaying && (this.able.length >= LEAST || known.setsUp);
  }

  show() {
    if (this.on || !this.offered) return;
    this.known.commanding = true;
    this.done = null;
    this.chosen.clear();
    this.drop();
    inside(this.box, "h2").focus();
  }

  /** Close the uppermost: the box, the place that is waited for, the plan, the staff. */
  shut() {
    if (!this.on) return false;
    if (!this.cover.hidden) this.cover.hidden = true;
    else if (this.sheet.shut()) this.sheet.draw();
    else if (this.doing) this.doing = null;
    else if (this.plan || this.before) this.plan = this.before = null;
    else this.leave();
    this.draw();
    return true;
  }

  leave() {
    this.known.commanding = false;
    this.plan = this.doing = this.before = null;
    this.done = null;
    this.sheet.forget();
    this.cover.hidden = true;
    this.draw();
    this.redraw();
  }

  drop() {
    this.plan = this.doing = null;
    this.sheet.forget();
    this.draw();
  }

  // ------------------------------------------------------------ planning

  /** @param {Wire.Intent["do"]} doing */
  order(doing) {
    this.done = null;
    this.plan = null;
    this.doing = GOES.includes(doing) ? doing : null;
    if (this.doing) {
      this.draw();
      return undefined;
    }
    return this.ask(this.ordered(doing, ""));
  }

  /** A fresh order to the chosen units, with those that were given before. @param {Wire.Intent["do"]} doing @param {string} to @returns {Wire.Command} */
  ordered(doing, to) {
    const { before, past } = this;
    const units = [...this.chosen];
    if (!before || !units.length) return { intent: { do: doing, to }, units, goals: {}, doing: {}, kept: false, way: "", past, signed: null };
    const rest = (/** @type {Record<string, string>} */ of) => Object.entries(of).filter(([unit]) => !this.chosen.has(unit));
    const goals = Object.fromEntries([...rest(before.goals ?? {}), ...(GOES.includes(doing) ? units.map((unit) => [unit, to]) : [])]);
    const instead = /** @type {Wire.Command["doing"]} */ (Object.fromEntries([...rest(before.doing ?? {}), ...(doing === before.intent.do ? [] : units.map((unit) => [unit, doing]))]));
    return { ...before, units: [...new Set([...(before.units ?? []), ...units])], goals, doing: instead, past, signed: null };
  }

  /** Have an order planned. @param {Wire.Command} command */
  async ask(command) {
    const { decision } = this.known.scene;
    if (this.busy) return;
    this.busy = true;
    const plan = await attempt(this.live.order("plan", { decision, command }));
    this.busy = false;
    if (!plan || this.known.scene.decision !== decision) return;
    this.plan = plan;
    this.doing = this.before = this.done = null;
    this.sheet.forget();
    this.draw();
    say(t("staff_says", { n: plan.rows.length, says: plan.says }));
    this.look(plan.rows.flatMap((row) => [row.to, ...row.units.map((unit) => this.known.views.get(unit)?.place ?? "")]));
    byId("staff-go")?.focus();
  }

  /** The order as it stands, changed. @param {Partial<Wire.Command>} more */
  change(more) {
    return this.plan ? this.ask({ ...this.plan.command, signed: null, ...more }) : undefined;
  }

  /** Another order, to be accepted together with this one. */
  also() {
    const command = this.plan?.command;
    if (!command?.units?.length) return;
    this.before = command;
    this.chosen.clear();
    this.drop();
    inside(this.box, "h2").focus();
  }

  /** All units that the plan is about, as a list. */
  get units() {
    const { plan } = this;
    if (!plan) return [];
    return plan.command.units?.length ? plan.command.units : [...new Set([...plan.rows.flatMap((row) => row.units), ...plan.stays.map(({ unit }) => unit)])];
  }

  async carryOut(command = this.plan?.command) {
    if (!command || this.busy) return;
    this.busy = true;
    const { decision, ask } = this.known.scene;
    this.commander = ask?.side ?? "";
    const done = await attempt(this.live.order("command", { decision, command }));
    this.busy = false;
    this.plan = null;
    if (!done) return this.draw();
    this.done = done;
    if (done.halt && done.left) {
      this.known.commanding = true;
      say(`${t("staff_halted")}. ${done.halt.words}`);
      return this.draw();
    }
    toast(`${t("staff_done", { n: done.answers })}${done.halt && done.halt.words.length < 120 ? `. ${done.halt.words}` : ""}`);
    const kept = this.done;
    this.leave();
    this.done = kept;
    return undefined;
  }

  async recall() {
    const { decision } = this.known.scene;
    await attempt(this.live.order("recall", { decision }));
    this.done = null;
    this.draw();
  }

  // ------------------------------------------------------------ hands

  /** A click on the map while an order is given; true if it was one. @param {Page.Place} place @param {string} piece */
  click(place, piece) {
    if (!this.on) return false;
    const view = this.known.views.get(piece);
    const doing = this.sheet.sends || this.doing;
    const to = doing === "attack" && view && view.side !== this.known.scene.ask?.side ? view.id : place;
    if (this.sheet.sends && to) this.sheet.send(to);
    else if (this.doing && to) this.ask(this.ordered(this.doing, to));
    else if (this.plan) this.sheet.mark(this.plan.rows.findIndex((row) => row.units.includes(piece)));
    else {
      const there = this.able.filter((one) => one.id === piece || (!piece && place && one.place === place));
      if (there.length) this.choose(there.map(({ id }) => id));
    }
    return true;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return undefined;
    const target = /** @type {Element} */ (event.target);
    const key = event.key.toLowerCase();
    if (key === "u" && event.shiftKey && this.done?.back && !target.matches("input")) return this.heard(event, () => this.recall());
    if (!this.on || target.matches("input, select, textarea")) return undefined;
    const act = this.acts(key, target);
    return act ? this.heard(event, act) : undefined;
  }

  /** What a key does now. @param {string} key @param {Element} target @returns {(() => unknown) | null} */
  acts(key, target) {
    const { plan, done } = this;
    if (done?.left && /^[1234]$/.test(key)) return [() => this.goOn(), () => this.leave(), () => this.again(), () => this.planAgain()][Number(key) - 1];
    if (plan && key === "enter" && !target.closest("button:not(#staff-go), a, summary")) return () => this.carryOut();
    if (plan && key === "p") return () => this.another();
    if (plan && key === "a" && plan.command.units?.length) return () => this.also();
    if (plan && key === "delete") return () => this.sheet.takeOut();
    if (plan && /^[1-9]$/.test(key)) return () => this.sheet.mark(plan.lines[Number(key) - 1]?.rows?.[0] ?? -1);
    if (plan || done?.left) return /^[a-z1-9]$/.test(key) ? () => {} : null;
    if (key === "b") return () => this.boxes();
    const doing = /** @type {Record<string, Wire.Intent["do"]>} */ (KEYS)[key];
    if (doing) return () => this.order(doing);
    return /^[a-z1-9]$/.test(key) && !target.closest("#board-view") ? () => {} : null;
  }

  /** @param {KeyboardEvent} event @param {() => unknown} act */
  heard(event, act) {
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  another() {
    const ways = /** @type {const} */ (["", "closer", "safer"]);
    const way = this.plan?.command.way ?? "";
    return this.change({ way: ways[(ways.indexOf(way) + 1) % ways.length] });
  }

  /** On with the rest as it stands now, whatever was accepted before. */
  goOn() {
    const left = this.done?.left;
    return left ? this.carryOut({ ...left, past: this.past, signed: null }) : undefined;
  }

  /** The plan for the rest, to be read before it is carried out. */
  planAgain() {
    const left = this.done?.left;
    return left ? this.ask({ ...left, past: this.past, signed: null }) : undefined;
  }

  again() {
    this.chosen = new Set(this.done?.left?.units ?? []);
    this.done = null;
    this.drop();
  }

  // ------------------------------------------------------------ a box on the map

  boxes() {
    this.cover.hidden = !this.cover.hidden;
    swap(this.cover, h("p", {}, t("staff_box_now")));
  }

  /** @param {PointerEvent} event */
  begin(event) {
    const from = this.board.point(event);
    const frame = h("i", {});
    this.cover.append(frame);
    this.cover.setPointerCapture(event.pointerId);
    const part = (/** @type {PointerEvent} */ now) => {
      const to = this.board.point(now);
      return [Math.min(from[0], to[0]), Math.min(from[1], to[1]), Math.max(from[0], to[0]), Math.max(from[1], to[1])];
    };
    const drag = (/** @type {PointerEvent} */ now) => {
      const [left, top, right, bottom] = part(now);
      Object.assign(frame.style, { left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${bottom - top}px` });
    };
    const end = (/** @type {PointerEvent} */ now) => {
      this.cover.removeEventListener("pointermove", drag);
      this.cover.hidden = true;
      const [left, top, right, bottom] = part(now);
      const within = this.able.filter((view) => {
        const at = this.at(view);
        const [x, y] = at ? this.board.toScreen(at) : [-1, -1];
        return x >= left && x <= right && y >= top && y <= bottom;
      });
      this.chosen = new Set(within.map(({ id }) => id));
      this.drop();
    };
    this.cover.addEventListener("pointermove", drag);
    this.cover.addEventListener("pointerup", end, { once: true });
  }

  // ------------------------------------------------------------ drawing

  /** The panel and the arrows, as things stand. */
  draw() {
    const { ask, decision } = this.known.scene;
    const number = `${decision} ${ask?.side}`;
    if (number !== this.side) this.plan = null; // the match has gone on
    this.side = number;
    if (this.on && !ask && !this.done?.left) this.known.commanding = false;
    byId("panel").classList.toggle("commanding", this.on);
    this.box.hidden = !this.on;
    this.layer.replaceChildren();
    if (!this.on) return;
    const known = new Set(this.able.map(({ id }) => id));
    for (const unit of this.chosen) if (!known.has(unit)) this.chosen.delete(unit);
    if (this.done?.left && this.done.waits && ask?.side === this.commander && !this.busy) {
      const { left } = this.done;
      this.done = null;
      setTimeout(() => this.carryOut(left), 0); // it is this side's turn again
    } else if (this.done?.left) this.drawHalt(this.done);
    else if (this.plan) this.sheet.draw();
    else this.drawOrder();
  }

  drawOrder() {
    const { chosen, groups, doing } = this;
    const chip = (/** @type {string} */ name, /** @type {string[]} */ units, /** @type {boolean} */ on) =>
      h("button", { type: "button", class: "chip", "aria-pressed": String(on), "data-group": name, onclick: () => (units.length ? this.choose(units) : (chosen.clear(), this.drop())) }, name, this.able.length ? h("b", {}, String(units.length || this.able.length)) : null);
    const tile = (/** @type {string} */ key, /** @type {Wire.Intent["do"]} */ name) =>
      h("button", { type: "button", class: "doing", "data-doing": name, "aria-pressed": String(doing === name), onclick: () => this.order(name) }, h("span", {}, t(`staff_${name}`), h("small", {}, t(`staff_${name}_about`))), h("kbd", { "aria-hidden": "true" }, key.toUpperCase()));
    swap(
      this.box,
      this.before ? h("p", { class: "open" }, t("staff_and_about")) : null,
      h("div", { class: "eyebrow" }, chosen.size ? t("staff_chosen", { n: chosen.size }) : t("staff_all")),
      h("h2", { tabindex: -1 }, t("staff_ask")),
      h("p", { class: "quiet" }, doing ? t("staff_where") : t("staff_ask_about")),
      doing ? this.typed((place) => this.click(place, "")) : null,
      h("h3", {}, t("staff_groups")),
      h("div", { class: "groups", role: "group", "aria-label": t("staff_groups") }, chip(t("staff_everybody"), [], chosen.size === 0), groups.size > 1 || this.known.scene.view.cards?.length ? [...groups].map(([name, units]) => chip(name, units, units.every((unit) => chosen.has(unit)))) : null),
      h("h3", {}, t("staff_orders")),
      h("div", { class: "doings", role: "group", "aria-label": t("staff_orders") }, Object.entries(KEYS).map(([key, name]) => tile(key, name))),
      h("div", { class: "buttons" }, h("button", { type: "button", class: "alt", id: "staff-box", onclick: () => this.boxes() }, t("staff_box"), h("kbd", { "aria-hidden": "true" }, "B")), h("button", { type: "button", class: "alt", id: "staff-leave", onclick: () => this.leave() }, t("staff_leave"), h("kbd", { "aria-hidden": "true" }, "Esc"))),
    );
    this.plates(chosen);
  }

  /** A place that is typed instead of clicked. @param {(place: string) => unknown} given */
  typed(given) {
    const field = h("input", { type: "text", id: "staff-to", "aria-label": t("staff_place"), placeholder: t("staff_place"), maxlength: "40", autocomplete: "off" });
    const give = (/** @type {Event} */ event) => {
      event.preventDefault();
      if (field.value.trim()) given(field.value.trim());
    };
    return h("form", { onsubmit: give }, field, h("button", { type: "submit", class: "alt" }, t("staff_plan").split(" · ")[0]));
  }

  /** What an order need not halt for is kept for this person. @param {Page.Passing} why @param {boolean} halts */
  halting(why, halts) {
    this.past = halts ? this.past.filter((one) => one !== why) : [...this.past, why];
    keepAs("staff-past", this.past);
    if (this.plan) this.plan.command.past = this.past;
    this.draw();
  }

  /** What opens orders to one unit; null if it cannot be ordered now. @param {string} unit */
  orders(unit) {
    if (this.on || !this.offered || !this.able.some(({ id }) => id === unit)) return null;
    return () => {
      this.show();
      this.choose([unit]);
    };
  }

  /** @param {Wire.Commanded} done */
  drawHalt(done) {
    const { halt } = done;
    const question = this.known.scene.ask;
    const ask = question?.side === this.commander ? question : null; // two sides may share a screen
    const way = (/** @type {string} */ name, /** @type {number} */ n, /** @type {() => unknown} */ act, off = false) =>
      h("button", { type: "button", class: "doing", "data-halt": name, disabled: off, onclick: act }, h("span", {}, t(`staff_${name}`)), h("kbd", { "aria-hidden": "true" }, String(n)));
    swap(
      this.box,
      h("div", { class: "eyebrow" }, h("span", {}, t("staff_halted")), halt?.cite ? cite(halt.cite) : null),
      h("h2", { tabindex: -1, role: "alert" }, t("staff_left", { n: done.rows })),
      h("p", { class: "halted" }, halt?.words ?? ""),
      ask ? h("p", { class: "quiet" }, ask.prompt) : h("p", { class: "quiet" }, t(done.waits ? "staff_waits_alone" : "staff_waits")),
      done.told.length ? h("ul", { class: "told" }, done.told.map((words) => h("li", {}, words))) : null,
      way("go_on", 1, () => this.goOn(), !ask),
      way("stop", 2, () => this.leave()),
      way("again", 3, () => this.again(), !ask),
      way("look", 4, () => this.planAgain(), !ask),
      this.sheet.halts(),
      done.back ? h("button", { type: "button", class: "alt", id: "staff-undo", onclick: () => this.recall() }, t("staff_undo"), h("kbd", { "aria-hidden": "true" }, "Shift U")) : null,
    );
    const view = this.known.views.get(halt?.unit ?? "");
    if (view) {
      this.plates([view.id]);
      this.board.reveal(view.place);
    }
  }

  /** The gold plates of units that are commanded. @param {Iterable<string>} units */
  plates(units) {
    const r = this.board.size * 0.9;
    for (const unit of units) {
      const view = this.known.views.get(unit);
      const at = view && this.at(view);
      if (at) this.layer.append(...["commanded", "commanded rim"].map((cls) => s("rect", { class: cls, x: at[0] - r * 0.8, y: at[1] - r * 0.8, width: r * 1.6, height: r * 1.6, rx: 6 })));
    }
  }
}
