/** What a click on the map means: an answer, a look into a stack, a line of sight, or a refusal with its rule. */
import { byId, h, s, swap, toast } from "./dom.js";
import { drawPlace } from "./frame.js";
import { sentence, ruleNumber, t } from "./words.js";

export class Clicks {
  constructor(table) {
    this.table = table;
    this.aiming = null;
    this.bubbles = byId("bubbles");
  }

  get choices() {
    return this.table.replay.on ? [] : this.table.scene.ask?.choices ?? [];
  }

  at(place) {
    const { board } = this.table;
    if (!board.inch) return this.choices.filter((choice) => choice.action.hex === place);
    const [x, y] = board.centre(place) ?? [1e9, 1e9];
    const away = (choice) => {
      const to = board.centre(board.placeOf(choice.action));
      return to ? Math.hypot(to[0] - x, to[1] - y) : 1e9;
    };
    return this.choices.filter((choice) => away(choice) < board.inch * 0.7).sort((a, b) => away(a) - away(b)).slice(0, 1);
  }

  /** Any point of the table as an answer of the kind that is being asked for. */
  anywhere(place) {
    const { board, scene } = this.table;
    const like = scene.ask?.open && this.choices.find((choice) => choice.action.x !== undefined);
    if (!like || !board.inch || !place) return null;
    const [x, y] = place.split(",").map((inches) => Math.round(Number(inches) * 100));
    return { action: { ...like.action, x, y }, text: place };
  }

  on(view) {
    return this.choices.filter((choice) => choice.action.piece === view.id);
  }

  // ------------------------------------------------------------ clicks

  click(hex, target, point) {
    this.shut();
    if (this.aiming) return this.shoot(hex);
    const id = target.closest?.("[data-piece]")?.dataset.piece;
    const view = id && this.table.pieces.views.get(id);
    if (this.table.pieces.open && view && this.table.pieces.open === view.place) return this.piece(view, point);
    const place = view ? view.place : hex;
    const opened = this.table.pieces.open;
    this.table.pieces.closeTray();
    if (!place) return undefined;
    const stack = this.table.pieces.at(place);
    const found = [...stack.flatMap((item) => this.on(item)), ...this.at(place)];
    if (found.length === 1) return this.table.choose(found[0]);
    if (stack.length > 1) return opened === place ? undefined : this.table.pieces.showTray(place);
    if (found.length > 1) return this.menu(found, point);
    if (view) return this.why({ piece: view.id }, place);
    const free = this.anywhere(place);
    if (free) return this.table.choose(free);
    return this.why({ hex: place }, place);
  }

  /** A click on one piece of an opened stack, or off the map. */
  piece(view, point) {
    const found = [...this.on(view), ...this.at(view.place)];
    if (found.length === 1) return this.table.choose(found[0]);
    if (found.length > 1) return this.menu(found, point ?? [120, 200]);
    return this.why({ piece: view.id }, view.place);
  }

  async why(what, place) {
    try {
      const { refusal } = await this.table.live.order("why", { decision: this.table.scene.decision, ...what });
      if (refusal) this.refuse(refusal, place);
    } catch (error) {
      if (error.status !== 404) toast(error.message);
    }
  }

  // ------------------------------------------------------------ bubbles

  /** Say at the place clicked which rule forbids it. It stays until the next click. */
  refuse(refusal, place) {
    const sign = s(
      "svg",
      { viewBox: "0 0 20 20", "aria-hidden": "true" },
      s("circle", { cx: 10, cy: 10, r: 8, fill: "none", stroke: "currentColor", "stroke-width": 2.6 }),
      s("path", { d: "M4.6 15.4L15.4 4.6", stroke: "currentColor", "stroke-width": 2.6 }),
    );
    const told = h(
      "div",
      { class: "bubble", role: "alert", id: "refusal" },
      h("b", {}, sign, `${ruleNumber(refusal.rule)} ${t("not_allowed")}`),
      refusal.text,
      refusal.hint ? h("small", {}, refusal.hint) : null,
    );
    this.put(told, this.table.board.screen(place));
  }

  menu(found, point) {
    const list = found.map((choice) =>
      h("button", { class: "choice", type: "button", onclick: () => { this.shut(); this.table.choose(choice); } }, sentence(choice.text)),
    );
    const box = h("div", { class: "bubble choose", role: "menu" }, list);
    this.put(box, point);
    box.querySelector("button").focus();
  }

  put(bubble, point) {
    swap(this.bubbles, bubble);
    const { clientWidth: w } = byId("map");
    const [x, y] = point ?? [w / 2, 160];
    const wide = bubble.offsetWidth, high = bubble.offsetHeight;
    bubble.style.left = `${Math.max(8, Math.min(w - wide - 8, x - 40))}px`;
    const above = y - high - 34;
    bubble.style.top = `${above > 8 ? above : y + 34}px`;
  }

  /** Close whatever is open; true if something was. */
  shut() {
    const had = this.bubbles.childElementCount > 0;
    swap(this.bubbles);
    return had;
  }

  // ------------------------------------------------------------ line of sight

  aim() {
    this.aiming = this.aiming ? null : [];
    this.table.pieces.above.querySelector("#sight-line")?.remove();
    byId("view").classList.toggle("aiming", this.aiming !== null);
    toast(this.aiming ? t("sight_first") : "");
    this.table.redrawStrip();
  }

  async shoot(hex) {
    if (!hex) return;
    this.aiming.push(hex);
    if (this.aiming.length === 1) {
      toast(t("sight_second", { a: hex }));
      this.table.light([hex]);
      return;
    }
    const [a, b] = this.aiming;
    this.aiming = [];
    try {
      const { sight } = await this.table.live.order("sight", { a, b });
      this.line(sight);
    } catch (error) {
      toast(error.message);
    }
  }

  line(sight) {
    const { board, pieces } = this.table;
    const unit = board.size;
    const [from, to] = sight.ends.map(([x, y]) => [x * unit, y * unit]);
    const ends = Math.hypot(to[0] - from[0], to[1] - from[1]) > 0 ? [from, to] : [board.centre(sight.viewer), board.centre(sight.target)];
    const words = t(sight.clear ? (sight.distance === 1 ? "sight_one_clear" : "sight_clear") : "sight_blocked", { n: sight.distance });
    const [x, y] = [(ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2];
    pieces.above.querySelector("#sight-line")?.remove();
    const path = { x1: ends[0][0], y1: ends[0][1], x2: ends[1][0], y2: ends[1][1] };
    pieces.above.append(
      s(
        "g",
        { id: "sight-line", "pointer-events": "none" },
        sight.blocked_by.map((hex) => board.outline(hex, 3, { class: "los-stop" })),
        s("line", { ...path, class: "los-back" }),
        s("line", { ...path, class: "los" }),
        pill(words, x, y - 26),
      ),
    );
    const why = [words, sight.blocked_by.join(", "), sight.rule ? ruleNumber(sight.rule) : ""].filter(Boolean).join(" · ");
    toast(`${sight.viewer} → ${sight.target}: ${why}`);
  }

  hover(hex) {
    if (hex === this.hex) return;
    this.hex = hex;
    const choice = hex ? this.at(hex)[0] : null;
    drawPlace(this.table.board, this.table.pieces, hex, choice);
  }
}

/** Words in a dark pill on the map. */
export function pill(words, x, y) {
  const wide = words.length * 7.4 + 22;
  return s(
    "g",
    { class: "pill", transform: `translate(${x} ${y})`, "pointer-events": "none" },
    s("rect", { x: -wide / 2, y: -13, width: wide, height: 26, rx: 13 }),
    s("text", { y: 5.5, "font-size": 16 }, words),
  );
}
