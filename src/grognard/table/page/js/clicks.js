/** What a click on the map means: an answer, a look into a stack, a line of sight, or a refusal with its rule. */
import { byId, h, s, swap, toast } from "./dom.js";
import { cite } from "./book.js";
import { drawPlace } from "./frame.js";
import { pill } from "./pills.js";
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
    const asked = this.choices.find((choice) => choice.action.x !== undefined)?.action.type;
    const [x, y] = board.centre(place) ?? [1e9, 1e9];
    const away = (choice) => {
      const to = board.centre(board.placeOf(choice.action));
      return to ? Math.hypot(to[0] - x, to[1] - y) : 1e9;
    };
    const near = (choice) => away(choice) < board.inch * 0.7 && (choice.action.x === undefined || choice.action.type === asked);
    return this.choices.filter(near).sort((a, b) => away(a) - away(b)).slice(0, 1);
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
    const ghost = target.closest?.("#ghost");
    this.shut();
    this.hover(hex, target);
    if (ghost) return this.table.choose(this.instead);
    this.table.playback.finish();
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

  /** With keys: the answer at a place, a choice between several, or why there is none. */
  chooseAt(place) {
    const stack = this.table.pieces.at(place);
    const found = [...stack.flatMap((view) => this.on(view)), ...this.at(place)];
    this.shut();
    if (found.length === 1) return this.table.choose(found[0]);
    if (found.length) return this.menu(found, this.table.board.screen(place));
    const free = this.anywhere(place);
    if (free) return this.table.choose(free);
    return this.why(stack.length ? { piece: stack.at(-1).id, hex: place } : { hex: place }, place);
  }

  /** What else a click may mean: an answer beyond the list, or a refusal with its rule. */
  async why(what, place) {
    try {
      const { refusal, choice } = await this.table.live.order("why", { decision: this.table.scene.decision, ...what });
      if (choice) await this.table.choose(choice);
      else if (refusal) this.refuse(refusal, place);
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
      refusal.instead ? this.offer(refusal.instead) : null,
    );
    this.put(told, this.table.board.screen(place));
  }

  /** The nearest thing that is allowed: a button in the bubble and a ghost on the map. */
  offer(choice) {
    const { board, pieces } = this.table;
    const place = board.placeOf(choice.action);
    if (board.centre(place)) pieces.above.append(board.outline(place, 4, { class: "ghost", id: "ghost" }));
    this.instead = choice;
    return h("button", { class: "alt", type: "button", id: "instead", onclick: () => this.table.choose(choice) }, t("instead", { text: choice.text }));
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
    this.table.pieces.above.querySelector("#ghost")?.remove();
    return had;
  }

  /** Does something that stands over the map cover a point of it? */
  covered([x, y]) {
    const map = byId("map").getBoundingClientRect();
    const over = [...document.querySelectorAll("#reserve .box, #cards details, #layers")].map((item) => item.getBoundingClientRect());
    return over.some((box) => box.width && x + map.left > box.left - 6 && x + map.left < box.right + 6 && y + map.top > box.top - 6 && y + map.top < box.bottom + 6);
  }

  walk(way) {
    this.table.cursor.walk(way);
  }

  enter() {
    this.table.cursor.enter();
  }

  /** A finger rests on the map: a look at what is there, and nothing is done. */
  hold(hex, target) {
    const id = target.closest?.("[data-piece]")?.dataset.piece ?? this.table.pieces.at(hex).at(-1)?.id;
    if (id) this.table.dossier.show({ piece: id }, true);
    else if (hex) this.hover(hex, target);
  }

  // ------------------------------------------------------------ dragging

  /** May this be dragged? A piece that is being moved, or that can be chosen, may. A closed stack is dragged by what is moving in it. */
  grabs(target) {
    const { board, pieces, replay } = this.table;
    const view = pieces.views.get(target.closest?.("[data-piece]")?.dataset.piece);
    if (!view || this.aiming || replay.on) return null;
    const held = pieces.open === view.place ? [view] : [view, ...pieces.at(view.place)];
    const moving = held.find(({ id }) => this.table.scene.ask?.subject.includes(id));
    if (moving && this.choices.some((choice) => board.placeOf(choice.action))) return moving;
    return this.picks(view) ? view : null;
  }

  picks(view) {
    const found = this.on(view).filter((choice) => !choice.rolls && view.side === this.table.scene.ask.side);
    return found.length === 1 ? found[0] : null;
  }

  /** A piece is on its way under the pointer. */
  drag(view, place) {
    if (place) this.tape(view.place, place);
  }

  /** A piece was let go: choose it if it is not chosen yet, then go there. */
  async drop(view, place) {
    this.clearLine();
    if (!place || place === view.place) return;
    if (!this.table.scene.ask?.subject.includes(view.id)) await this.table.take(this.picks(view).action);
    const [choice] = this.at(place);
    const free = choice ?? this.anywhere(place);
    if (free) await this.table.choose(free);
    else await this.why({ hex: place }, place);
  }

  // ------------------------------------------------------------ line of sight, tape measure

  aim() {
    this.aiming = this.aiming ? null : [];
    this.clearLine();
    byId("view").classList.toggle("aiming", this.aiming !== null);
    toast(this.aiming && this.table.board.inch ? t("measure_first") : "");
    if (this.aiming && !this.table.board.inch) this.askForHexes();
    else this.shut();
    this.table.redrawStrip();
  }

  /** The two ends of a line of sight, to be clicked on the map or typed. */
  askForHexes() {
    const field = (key) => h("input", { type: "text", size: 6, maxlength: 8, "aria-label": t(key), placeholder: t(key) });
    const [from, to] = [field("sight_from"), field("sight_to")];
    const look = async (event) => {
      event.preventDefault();
      this.aiming = [];
      const found = (place) => this.table.board.hexes[place.trim().toUpperCase()] ? place.trim().toUpperCase() : null;
      if (!found(from.value)) return void from.focus();
      await this.shoot(found(from.value));
      if (found(to.value)) await this.shoot(found(to.value));
    };
    const form = h("form", { class: "bubble choose hexes", onsubmit: look }, h("p", {}, t("sight_first")), from, to, h("button", { class: "alt", type: "submit" }, t("sight")));
    this.put(form, [byId("map").clientWidth / 2, 120]);
    from.focus();
  }

  /** A line between two places with its length, where lengths are inches. */
  tape(a, b) {
    const { board, pieces } = this.table;
    const [from, to] = [board.centre(a), board.centre(b)];
    if (!from || !to) return;
    const d = `M${from}L${to}`;
    this.clearLine();
    const inches = board.inch ? `${(Math.hypot(to[0] - from[0], to[1] - from[1]) / board.inch).toFixed(1)}″` : "";
    const label = inches ? pill(inches, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2 - 20 / board.scale]) : null;
    pieces.above.append(s("g", { id: "sight-line", "pointer-events": "none" }, s("path", { d, class: "tape-back" }), s("path", { d, class: "tape" }), s("path", { d, class: "tape-tick" }), label));
  }

  async shoot(hex) {
    if (!hex) return;
    this.aiming.push(hex);
    if (this.table.board.inch) {
      if (this.aiming.length === 2) this.aiming = [];
      return;
    }
    if (this.aiming.length === 1) {
      toast(t("sight_second", { a: hex }));
      this.table.light([hex]);
      this.survey(hex);
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

  /** Where a shot would go, with the working of its line if the game knows lines of sight. */
  async lineOfFire(a, b) {
    const { board, pieces } = this.table;
    const [from, to] = [board.centre(a), board.centre(b)];
    if (!from || !to || a === b) return;
    const d = `M${from}L${to}`;
    this.clearLine();
    pieces.above.append(s("g", { id: "sight-line", "pointer-events": "none" }, s("path", { d, class: "los-back" }), s("path", { d, class: "los" })));
    if (board.inch) return;
    const found = await this.table.live.order("sight", { a, b }).catch(() => null);
    if (found && this.table.armed) this.line(found.sight, false);
  }

  clearLine() {
    this.table.pieces?.above.querySelector("#sight-line")?.remove();
  }

  /** What can be seen from a hex nearby; blind ground is hatched. */
  async survey(hex) {
    const { board, pieces, live } = this.table;
    const found = await live.order("sight", { a: hex }).catch(() => null);
    if (!found || this.aiming?.[0] !== hex) return;
    const seen = new Set(found.seen);
    const blind = found.near.filter((place) => !seen.has(place) && place !== hex);
    const d = blind.map((place) => `M${board.corners(place, 0).join("L")}Z`).join("");
    const pattern = s("pattern", { id: "blind-hatch", width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(-45)" }, s("path", { d: "M0 0V7", stroke: "#14191e", "stroke-width": 3, "stroke-opacity": 0.5 }));
    this.clearLine();
    pieces.above.append(s("g", { id: "sight-line", "pointer-events": "none" }, s("defs", {}, pattern), s("path", { d, fill: "url(#blind-hatch)" }), s("path", { d: pieces.layers.outline(seen, 1), class: "seen-edge" })));
    toast(t("seen_from", { a: hex, n: seen.size, blind: blind.length }));
  }

  line(sight, aloud = true) {
    const { board, pieces } = this.table;
    const unit = board.size;
    const [from, to] = sight.ends.map(([x, y]) => [x * unit, y * unit]);
    const ends = Math.hypot(to[0] - from[0], to[1] - from[1]) > 0 ? [from, to] : [board.centre(sight.viewer), board.centre(sight.target)];
    const words = t(sight.clear ? (sight.distance === 1 ? "sight_one_clear" : "sight_clear") : "sight_blocked", { n: sight.distance });
    const [x, y] = [(ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2];
    this.clearLine();
    const path = { x1: ends[0][0], y1: ends[0][1], x2: ends[1][0], y2: ends[1][1] };
    pieces.above.append(
      s(
        "g",
        { id: "sight-line", "pointer-events": "none" },
        sight.blocked_by.map((hex) => board.outline(hex, 3, { class: "los-stop" })),
        s("line", { ...path, class: "los-back" }),
        s("line", { ...path, class: "los" }),
        sight.distance > 1 || aloud ? pill(words, [x, y - 26 / board.scale]) : null,
      ),
    );
    if (aloud) this.tellSight(sight, words);
  }

  /** The working of a line of sight: what it meets, and by which rule that blocks it. */
  tellSight(sight, words) {
    toast(`${sight.viewer} → ${sight.target}: ${words}`);
    const met = sight.working.length ? sight.working : sight.blocked_by.map((hex) => ({ hexes: [hex], rule: sight.rule }));
    const row = ({ hexes, rule }) => h("li", {}, hexes.join("/"), " ", t(rule ? "sight_blocks" : "sight_free"), " ", cite(rule));
    const told = h(
      "div",
      { class: "bubble working", role: "status", id: "working" },
      h("b", {}, `${sight.viewer} → ${sight.target}: ${words}`),
      met.length ? h("ul", {}, met.map(row)) : null,
      sight.rule && !met.some(({ rule }) => rule) ? cite(sight.rule) : null,
    );
    this.put(told, [60, 40]); // in the corner: it must cover neither end of the line
  }

  hover(hex, target) {
    const id = target?.closest?.("[data-piece]")?.dataset.piece ?? "";
    if (hex === this.hex && id === this.over) return;
    this.hex = hex;
    this.over = id;
    if (hex && this.aiming?.length === 1 && this.table.board.inch) this.tape(this.aiming[0], hex);
    const { board, pieces, threats } = this.table;
    const choice = hex ? this.at(hex)[0] : null;
    const here = board.inch ? [pieces.views.get(id)].filter(Boolean) : pieces.at(hex);
    drawPlace(board, here, hex, choice, threats.words(hex));
    threats.rest(hex, (words) => this.hex === hex && drawPlace(board, here, hex, choice, words));
  }
}
