/** Standing orders: what a side lets pass without being asked. Given in a window, listed, and taken back at any time. */
import { byId, h, icon, inside, swap } from "../shared/dom.js";
import { attempt } from "../shared/net.js";
import { sentence, t } from "../shared/texts.js";

const FEW = 3; // units whose orders stand open
const CHANCE = 50; // per cent that is offered first
const LIMITS = { beyond: { min: 1, max: 60, step: 1 }, chance: { min: 5, max: 100, step: 5 } };

/** Are these the same order? @param {Wire.StandingOrder} a @param {Wire.StandingOrder} b */
function same(a, b) {
  return a.hold === b.hold && a.name === b.name && a.number === b.number;
}

export class Orders {
  /** @param {Page.Known} known @param {Page.Live} live */
  constructor(known, live) {
    this.known = known;
    this.live = live;
    this.box = byId("orders");
    this.listed = false;
    this.shown = "";
  }

  /** Again only where something else is to be shown: what is drawn again loses a click that has begun. */
  draw() {
    const { given, offered } = this.known.scene.orders;
    const wanted = JSON.stringify([this.listed, [given, offered].map((orders) => orders.map((told) => [told.order, this.words(told)]))]);
    if (wanted === this.shown) return;
    this.shown = wanted;
    const held = this.box.contains(document.activeElement);
    this.box.hidden = !given.length && !offered.length;
    swap(this.box, offered.length ? this.offer(offered, given.map(({ order }) => order)) : null, given.length ? this.list(given) : null);
    if (held) /** @type {HTMLElement | null} */ (this.box.querySelector("button"))?.focus();
  }

  // ------------------------------------------------------------ giving

  /** What could be let pass from now on. @param {Wire.OrderTold[]} offered @param {Wire.StandingOrder[]} given */
  offer(offered, given) {
    const fresh = offered.filter(({ order }) => order.hold !== "beyond" && !given.some((one) => same(one, order)));
    const button = (/** @type {Wire.OrderTold} */ told) =>
      h("button", { type: "button", class: "chip", "data-hold": told.order.hold, onclick: () => this.give([...given, told.order]) }, this.words(told));
    const beyond = offered.find(({ order }) => order.hold === "beyond")?.order.number;
    const units = fresh.filter(({ order }) => order.hold === "unit");
    const one = units.length > FEW ? h("details", {}, h("summary", { class: "chip" }, `${t("hold_one")} · ${units.length}`, icon("fold")), h("div", { class: "holds" }, units.map(button))) : null;
    return h(
      "div",
      { class: "offer" },
      h("h3", {}, t("hold_offer")),
      h("div", { class: "holds" }, fresh.filter((told) => !one || !units.includes(told)).map(button), one),
      beyond === undefined ? null : this.form("beyond", beyond, given),
      this.form("chance", CHANCE, given),
    );
  }

  /** An order with a figure that can be changed. @param {"beyond" | "chance"} hold @param {number} first @param {Wire.StandingOrder[]} given */
  form(hold, first, given) {
    const field = h("input", { type: "number", value: String(first), ...LIMITS[hold], "aria-label": t(`hold_${hold}`) });
    const give = (/** @type {Event} */ event) => {
      event.preventDefault();
      const number = Number(field.value) / (hold === "chance" ? 100 : 1);
      this.give([...given.filter((order) => order.hold !== hold), { hold, name: "", number }]);
    };
    return h("form", { class: "hold-until", "data-hold": hold, onsubmit: give }, h("span", {}, t(`hold_${hold}`)), field, h("span", {}, t(`hold_${hold}_unit`)), h("button", { class: "chip", type: "submit" }, t("hold_it")));
  }

  /** An order in words; a unit by its name. @param {Wire.OrderTold} told */
  words({ order, text }) {
    const unit = order.hold === "unit" ? this.known.views.get(order.name) : null;
    return unit ? t("hold_unit", { name: unit.name, place: unit.place.includes(",") ? "" : unit.place }).trim() : sentence(text);
  }

  /** @param {Wire.StandingOrder[]} orders */
  give(orders) {
    const side = this.known.scene.view.side;
    return side ? attempt(this.live.order("hold", { side, orders })) : undefined;
  }

  // ------------------------------------------------------------ those in force

  /** @param {Wire.OrderTold[]} given */
  list(given) {
    const orders = given.map(({ order }) => order);
    const row = (/** @type {Wire.OrderTold} */ told) =>
      h("li", {}, h("span", {}, this.words(told)), h("button", { type: "button", class: "round", "data-lift": told.order.hold, "aria-label": t("lift", { order: this.words(told) }), onclick: () => this.give(orders.filter((one) => one !== told.order)) }, icon("close")));
    const keep = () => {
      this.listed = !this.listed;
      this.shown = "";
    };
    return h(
      "details",
      { open: this.listed },
      h("summary", { class: "chip lit", onclick: keep }, t("standing_orders"), h("b", {}, String(given.length)), h("kbd", { "aria-hidden": "true" }, "O")),
      h("ul", {}, given.map(row)),
      h("p", { class: "quiet" }, t("orders_kept"), " ", given.length > 1 ? h("button", { class: "cite", type: "button", id: "lift-all", onclick: () => this.give([]) }, t("lift_all")) : null),
    );
  }

  /** With a key: to what can be ordered, or to the orders in force. */
  show() {
    if (this.box.hidden) return;
    this.listed = this.known.scene.orders.given.length > 0;
    this.draw();
    inside(this.box, "button, summary").focus();
  }
}
