/** Journeys: the way a mover will take is drawn before it goes, with its price; points on the way can be chosen. */
import { h, s, say, toast } from "../shared/dom.js";
import { Halt } from "./halted_move.js";
import { pill } from "../map/badges.js";
import { figure, t } from "../shared/texts.js";

const REST = 50; // milliseconds the pointer rests before the way is asked for
/** @type {Wire.Walked} */
const NOWHERE = { actions: [], legs: [], seen: [] };

/** A line through places of the map. @param {Page.Point[]} points */
function line(points) {
  return points.length > 1 ? `M${points.join("L")}` : "";
}

export class Journey {
  /** @param {Page.Known} known @param {Page.Live} live @param {{ pieces: Page.Pieces, bubbles: Page.Bubbles, take: (action: Wire.Act) => Promise<void>, redraw: () => void }} parts */
  constructor(known, live, { pieces, bubbles, take, redraw }) {
    this.known = known;
    this.live = live;
    this.board = pieces.board;
    this.layer = pieces.ways;
    this.take = take;
    this.redraw = redraw;
    this.hides = localStorage.getItem("ways") === "unseen"; // are ways wanted that enemies watch the least?
    /** @type {Wire.Act[]} */
    this.points = []; // chosen on the way, in their order
    /** @type {Wire.Act[]} */
    this.ahead = []; // answers still to be given
    this.halt = new Halt(known, { board: pieces.board, bubbles, take });
    this.onTheWay = false; // is the next answer one of a trip that was begun?
    /** @type {{ mover: string, from: string, to: string, told: Wire.Line[] } | null} */
    this.trip = null; // who was sent where, and what has happened since
    /** @type {Page.Place} */
    this.place = null;
    /** @type {Wire.Question | null} */
    this.asked = null; // the question the points belong to
    /** @type {Map<string, Promise<Wire.Walked>>} */
    this.kept = new Map();
  }

  /** The answers of the list that send a mover somewhere. */
  get sends() {
    return this.known.choices.filter(({ action, rolls }) => !rolls && action.piece === undefined && (action.hex !== undefined || action.x !== undefined));
  }

  /** The answer that sends the mover to a place: one of the list, or one like it. @param {Page.Place} place @returns {Wire.Act | null} */
  to(place) {
    const { board, known, sends } = this;
    const listed = sends.find(({ action }) => board.placeOf(action) === place)?.action;
    if (listed || !place || !sends.length || !known.scene.ask?.subject.length) return listed ?? null;
    const [x, y] = place.split(",").map((inches) => Math.round(Number(inches) * 100));
    if (board.inch) return { ...sends[0].action, x, y };
    return this.points.length ? { ...sends[0].action, hex: place } : null;
  }

  /** The way from one answer to the next, from the server once a position. @param {Wire.Act[]} actions @returns {Promise<Wire.Walked>} */
  way(actions, unseen = false) {
    const { decision } = this.known.scene;
    const key = JSON.stringify([decision, actions, unseen]);
    const asked = this.kept.get(key) ?? this.live.order("way", { decision, actions, unseen }).catch(() => NOWHERE);
    this.kept.set(key, asked);
    return asked;
  }

  /** @param {Wire.Act[]} actions */
  async legs(actions) {
    return (await this.way(actions)).legs;
  }

  // ------------------------------------------------------------ showing

  /** The pointer, or the cursor, is at a place: draw the way there. @param {Page.Place} place */
  point(place) {
    this.place = place;
    clearTimeout(this.waiting);
    if (this.known.scene.ask !== this.asked) this.forget();
    const action = place ? this.to(place) : null;
    if (!action && !this.points.length) return this.lay();
    this.waiting = setTimeout(() => this.show(action), REST);
    return undefined;
  }

  /** @param {Wire.Act | null} action */
  async show(action) {
    const actions = action ? [...this.points, action] : this.points;
    const { place } = this;
    const direct = actions.length ? await this.way(actions) : NOWHERE;
    const way = await this.detour(action);
    if (place !== this.place || this.known.scene.ask !== this.asked) return;
    const whole = direct.legs.length === actions.length ? direct : { ...direct, legs: direct.legs.slice(0, this.points.length) };
    this.lay(...this.drawn(way ?? whole, way ? `${t("shortest")}: ${this.price(whole)}` : ""));
    if (whole.legs.length && document.activeElement === this.board.view) say(this.price(way ?? whole));
  }

  /** The way to where an answer leads that enemies watch the least, where that is wanted and is another. @param {Wire.Act | null} action */
  async detour(action) {
    const way = this.hides && action && !this.points.length && !this.board.inch ? await this.way([action], true) : NOWHERE;
    return way.actions.length > 1 && way.actions.length === way.legs.length ? way : null;
  }

  /** Put this over the map; the prices of single hexes make way for it. @param {...SVGElement} drawn */
  lay(...drawn) {
    this.layer.replaceChildren(...drawn);
    this.board.over.classList.toggle("going", drawn.length > 0);
  }

  /** A way on the map with its price; `more` is said instead of what the ground costs. @param {Wire.Walked} way */
  drawn(way, more = "") {
    const { board } = this;
    const { actions, legs, seen } = way;
    const stops = legs.flatMap((leg, i) => leg.stretches.slice(i ? 1 : 0).map(({ place, spent }) => ({ place, spent: spent + spentBefore(legs, i) })));
    const on = stops.filter(({ place }) => board.centre(place));
    const end = on.at(-1);
    if (!end) return [];
    const all = on.map(({ place }) => board.middle(place));
    const watched = on.flatMap(({ place }, i) => (i && seen.includes(place) ? [line(all.slice(i - 1, i + 1))] : []));
    const drawn = [s("path", { d: line(all), class: "way-back" }), s("path", { d: line(all), class: "way-line" }), s("path", { d: watched.join(""), class: "way-seen" })];
    const discs = board.inch ? [] : on.slice(0, -1).filter(({ spent }) => spent > 0).map(({ place, spent }) => disc(figure(spent), board.middle(place)));
    const by = more ? actions.slice(0, -1) : this.points;
    const corners = by.flatMap((action) => board.placeOf(action) ?? []).map((place) => diamond(board.middle(place)));
    const [x, y] = board.middle(end.place);
    const up = (all.at(-2)?.[1] ?? y + 1) > y; // where the way does not lie
    const beyond = board.inch ? (up ? -24 : 24) : up ? -board.size * 0.87 - 30 / board.scale : board.size * 0.87 + 14 / board.scale; // beside the hex, which is to be seen
    return [...drawn, ...discs, ...corners, pill(this.price(way), [x, y + beyond], "way-price", "", more || this.grounds(stops))];
  }

  /** What the whole of it costs, of what there is, and how much of it is watched. @param {Wire.Walked} way */
  price({ legs, seen }) {
    const last = legs.length - 1;
    const spent = spentBefore(legs, last) + (legs[last].stretches.at(-1)?.spent ?? 0);
    const price = t(`way_${legs[0].measure}`, { n: legs[0].budget, spent: figure(spent), budget: figure(legs[0].budget) });
    return seen.length ? t("way_seen", { price, n: seen.length }) : price;
  }

  /** What is spent on each kind of ground that is entered: "2 road, 3 village". @param {Wire.RouteStep[]} stops */
  grounds(stops) {
    const { board } = this;
    /** @type {Map<string, number>} */
    const spent = new Map();
    stops.forEach((stop, i) => {
      const words = (board.hexes[stop.place]?.[2] ?? "").split(", ").filter((word) => /^[a-z]/.test(word) && !word.startsWith("level ")).join(" ") || t("open_ground");
      const paid = i ? stop.spent - stops[i - 1].spent : stop.spent;
      if (paid > 0) spent.set(words, (spent.get(words) ?? 0) + paid);
    });
    return board.inch ? "" : [...spent].map(([words, paid]) => `${figure(paid)} ${words}`).join(", ");
  }

  // ------------------------------------------------------------ which way

  /** Which way movers are sent, where enemies in sight may watch it. */
  choice() {
    if (this.known.setsUp) return null;
    const { ask } = this.known.scene;
    const foes = [...this.known.views.values()].some(({ side, place }) => side !== ask?.side && this.board.centre(place));
    if (!foes || this.board.inch || !this.known.about.sight || !ask?.subject.length || !this.sends.length) return null;
    const button = (/** @type {string} */ name, /** @type {boolean} */ hides) => h("button", { type: "button", class: "chip", id: `ways-${name}`, "aria-pressed": String(this.hides === hides), onclick: () => this.hide(hides) }, t(name));
    return h("div", { class: "ways", role: "group", "aria-label": t("ways") }, h("span", { "aria-hidden": "true" }, t("ways")), button("shortest", false), button("unseen", true), h("kbd", { "aria-hidden": "true" }, "V"));
  }

  /** Send movers where they are watched the least, or the shortest way again. @param {boolean} hides */
  hide(hides) {
    if (!this.choice()) return;
    this.hides = hides;
    localStorage.setItem("ways", hides ? "unseen" : "shortest");
    this.redraw();
    this.point(this.place);
  }

  /** Go where an answer leads, but unseen, if that is wanted and there is such a way. @param {Wire.Act} action */
  async sneaks(action) {
    const { ask } = this.known.scene;
    const way = this.board.placeOf(action) === undefined || action.piece !== undefined ? null : await this.detour(action);
    if (!way || this.known.scene.ask !== ask) return false;
    if (ask !== this.asked) this.forget();
    this.points = way.actions.slice(0, -1);
    await this.go(this.board.placeOf(action));
    return true;
  }

  // ------------------------------------------------------------ points on the way

  /** Go by this place; again, and it is dropped. @param {Page.Place} place */
  async by(place) {
    if (this.known.scene.ask !== this.asked) this.forget();
    const at = this.points.findIndex((action) => this.board.placeOf(action) === place);
    const action = this.to(place);
    if (at >= 0) this.points.splice(at);
    else if (action && (await this.legs([...this.points, action])).length > this.points.length) this.points.push(action);
    else return toast(t("no_way_by"));
    say(t(at >= 0 ? "point_dropped" : "point_set", { place: place ?? "" }));
    return this.show(null);
  }

  /** Drop the chosen points. */
  shut() {
    const had = this.points.length > 0;
    if (had) this.forget();
    return had;
  }

  forget() {
    this.asked = this.known.scene.ask;
    this.points = [];
    this.kept.clear();
    this.lay();
  }

  // ------------------------------------------------------------ going

  /** Go to a place by the chosen points, answer by answer. @param {Page.Place} place */
  async go(place) {
    const to = this.to(place);
    const actions = to && this.board.placeOf(to) !== this.board.placeOf(this.points.at(-1) ?? to) ? [...this.points, to] : this.points;
    const legs = to ? await this.legs(actions) : [];
    if (legs.length < actions.length) return toast(t("no_way_by"));
    const steps = (/** @type {Wire.Route} */ leg, /** @type {number} */ i) => (leg.ends && i < legs.length - 1 ? leg.stretches.slice(1).map(({ place }) => ({ ...actions[i], hex: place })) : [actions[i]]);
    this.ahead = legs.flatMap(steps);
    this.send(this.known.scene.ask?.subject[0] ?? "", this.board.placeOf(actions[actions.length - 1]));
    this.forget();
    return this.step();
  }

  /** An answer is given: one that leads somewhere is a trip. @param {Wire.Act} action */
  sent(action) {
    if (this.trip && this.onTheWay) return;
    const goes = this.known.choices.some(({ action: { type, piece }, rolls }) => type === action.type && piece === undefined && !rolls);
    this.send((goes && this.known.scene.ask?.subject[0]) || "", this.board.placeOf(action));
  }

  /** @param {string} mover @param {Page.Place} to */
  send(mover, to) {
    const from = this.known.views.get(mover)?.place;
    this.trip = from !== undefined && to ? { mover, from, to, told: [] } : null;
  }

  step() {
    const next = this.ahead.shift();
    this.onTheWay = true;
    if (next) this.take(next);
    this.onTheWay = false;
  }

  /** Another question has come: go on if nothing has happened; where the move was halted, ask what now. @param {Wire.Line[]} lines */
  heard(lines) {
    const { trip } = this;
    this.point(null);
    this.halt.shut();
    if (!trip) return;
    trip.told.push(...lines);
    const { ask } = this.known.scene;
    const mover = this.known.views.get(trip.mover);
    const happened = lines.some((told) => told.dice?.length || told.working);
    const asked = ask?.subject.includes(trip.mover);
    if (this.ahead.length && !happened && asked && this.to(this.board.placeOf(this.ahead[0]))) return this.step();
    if (!ask) return; // others decide first
    this.ahead = [];
    this.trip = null;
    if (mover && asked && mover.place !== trip.from && !this.isAt(mover, trip.to)) this.halted(mover, trip);
  }

  /** @param {Wire.PieceView} mover @param {string} place */
  isAt(mover, place) {
    const [here, there] = [this.board.centre(mover.place), this.board.centre(place)];
    return mover.place === place || Boolean(this.board.inch && here && there && Math.hypot(here[0] - there[0], here[1] - there[1]) < this.board.inch);
  }

  /** It stands short of where it was sent: the rest of the way, where it can still be gone, and the choice. @param {Wire.PieceView} mover @param {{ from: string, to: string, told: Wire.Line[] }} trip */
  async halted(mover, trip) {
    const { ask } = this.known.scene;
    const like = this.known.choices.find(({ action }) => action.piece === undefined && action.hex !== undefined)?.action;
    const action = this.to(trip.to) ?? (like && !this.board.inch ? { ...like, hex: trip.to } : null);
    const way = action ? await this.way([action]) : NOWHERE;
    if (this.known.scene.ask !== ask) return;
    this.lay(...this.drawn(way), ...(this.board.centre(trip.from) ? [this.board.outline(trip.from, 4, { class: "ghost" })] : []));
    this.halt.show(mover, trip.told, action && way.legs.length ? { action, place: trip.to, price: this.price(way) } : null);
  }
}

/** What the legs before one have cost. @param {Wire.Route[]} legs @param {number} n */
function spentBefore(legs, n) {
  return legs.slice(0, n).reduce((sum, leg) => sum + (leg.stretches.at(-1)?.spent ?? 0), 0);
}

/** The points spent at a place of the way. @param {string} words @param {Page.Point} parts */
function disc(words, [x, y]) {
  return s("g", { class: "way-disc", transform: `translate(${x} ${y})` }, s("g", { class: "steady" }, s("circle", { r: 10 }), s("text", { y: 5 }, words)));
}

/** A point that was chosen. @param {Page.Point} parts */
function diamond([x, y]) {
  return s("g", { class: "way-point", transform: `translate(${x} ${y})` }, s("g", { class: "steady" }, s("path", { d: "M0 -13L13 0L0 13L-13 0Z" })));
}
