import { rest } from "../actions/hints.js";
import { meetPeoples, people } from "../shared/texts.js";

/** @type {Page.Scene} */
const BEFORE = {
  type: "scene",
  decision: 0,
  view: { side: null, turn: 0, turns: 0, phases: [], phase: "", markers: [], tracks: [], focus: [], cards: [], stands: { aims: {}, now: null } },
  pieces: { changed: [], gone: [] },
  log: { from: 0, lines: [] },
  curtain: "",
  asked: [],
  ask: null,
  undo: false,
  redo: false,
  result: null,
  onward: null,
  orders: { given: [], offered: [] },
};

/** What this page knows of its match: who sits where, the position as this seat sees it, and the question put to it. */
export class Known {
  /** @param {string} match @param {string} key */
  constructor(match, key) {
    this.match = match;
    this.key = key;
    this.scene = BEFORE;
    /** @type {Page.Views} */
    this.views = new Map();
    /** @type {Wire.SeatTold[]} */
    this.seats = [];
    /** @type {string[]} */
    this.you = [];
    this.met = false; // has anything been told yet?
    this.about = /** @type {Wire.TableTold} */ ({}); // what never changes while a match is played
    this.pace = 0;
    /** @type {Wire.Choice | null} */
    this.armed = null; // the choice whose odds are shown
    /** @type {Map<Wire.Choice, Wire.Outlook>} */
    this.odds = new Map();
    /** @type {Wire.Question | null} */
    this.weighed = null; // the question whose odds have come, or never will
    /** @type {Wire.HintTold | null} */
    this.hinted = null;
    /** @type {Wire.Act | null} */
    this.given = null; // the answer that was sent last
    /** @type {Wire.Act[]} */
    this.wanted = []; // what a coach asks for
    /** @type {string[]} */
    this.spoken = []; // the places a coach speaks of
    this.replaying = false;
    this.ordered = false; // in a lesson: does the coach want an order to the staff?
    this.commanding = false; // is an order to the staff being given?
    this.offline = false;
  }

  /** The choices of the question put to this seat; nobody chooses while looking back. */
  get choices() {
    return this.replaying ? [] : this.scene.ask?.choices ?? [];
  }

  /** Are odds on their way that will set the rows in another order? */
  get awaitsOdds() {
    const { ask } = this.scene;
    return ask !== null && ask !== this.weighed && ask.choices.length > 1 && ask.choices.some((choice) => choice.rolls);
  }

  /** Is this side set up now, before the first turn? */
  get setsUp() {
    const { ask, view } = this.scene;
    return ask !== null && ask.choices.length > 1 && view.turn === 0 && !this.match.includes("/");
  }

  /** The choices about a piece. @param {Wire.PieceView} view */
  choicesOf(view) {
    return this.choices.filter((choice) => choice.action.piece === view.id);
  }

  /** May Undo go behind dice and answers? Where nobody else has to agree. */
  get canTakeBack() {
    const others = this.seats.filter((seat) => !this.you.includes(seat.side));
    return Boolean(this.scene.ask) && this.scene.decision > 0 && others.every((seat) => seat.player !== "human");
  }

  /** Must another person agree before one's last answer is taken back? */
  get asksBack() {
    return this.you.length > 0 && !this.scene.result && this.scene.decision > 0 && this.seats.some((seat) => !this.you.includes(seat.side) && seat.player === "human" && !seat.open);
  }

  /** How the player of a side is called: by name, or by those who fight on it. @param {string} side */
  called(side) {
    const seat = this.seats.find((one) => one.side === side);
    return seat?.player === "human" && seat.name ? seat.name : people(side);
  }

  /** What is told once. @param {Wire.TableTold} table @param {string[]} you */
  meet(table, you) {
    this.met = true;
    this.about = table;
    meetPeoples(table.peoples);
    this.seats = table.seats;
    this.you = you;
    this.pace = table.pace;
  }

  /** A new position, as changes to the one that was known; the pieces as they lay before. @param {Page.Scene} message */
  learn(message) {
    /** @type {Page.Views} */
    const before = message.whole ? new Map() : this.views;
    const { changed, gone, order } = message.pieces;
    const views = new Map(before);
    for (const id of gone) views.delete(id);
    for (const view of changed) views.set(view.id, view);
    this.views = order ? inOrder(views, order) : views;
    if (message.decision !== this.scene.decision || message.whole) {
      this.hinted = rest(this.hinted, this.given, message.ask);
      this.given = null;
    }
    this.scene = message;
    this.odds = new Map();
    this.offline = false;
    return before;
  }

  /** Who fights whom if this is chosen: a piece of the side that is asked, and one that is not. @param {Wire.Choice} choice */
  opponents(choice) {
    const { side = "", subject = [], against = [] } = this.scene.ask ?? {};
    const named = [choice.action.piece ?? "", ...subject, ...against].flatMap((id) => this.views.get(id) ?? []);
    const there = choice.action.hex ? [...this.views.values()].filter((view) => view.place === choice.action.hex) : [];
    const foe = [...named, ...there.reverse()].find((view) => view.side !== side);
    const offered = foe ? this.choices.flatMap(({ action }) => this.views.get(action.piece) ?? []) : []; // all who can, together
    return [[...named, ...offered].find((view) => view.side === side), foe];
  }

  /** What a piece is to the question: chosen, to be chosen, a target, or done. @param {Wire.PieceView} view */
  state(view) {
    const { ask } = this.scene;
    if (this.replaying) return "";
    if (ask?.subject.includes(view.id)) return "selected";
    if (ask?.against.includes(view.id)) return "target";
    const [mine] = this.choicesOf(view);
    if (mine) return mine.rolls && view.side !== ask?.side ? "target" : "selectable";
    return view.marks?.includes("done") ? "done" : "";
  }
}

/** The pieces in another order. @param {Page.Views} views @param {string[]} order @returns {Page.Views} */
function inOrder(views, order) {
  const found = order.map((id) => views.get(id));
  return new Map(found.flatMap((view) => (view ? [[view.id, view]] : [])));
}
