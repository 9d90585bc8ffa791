/** The table: one match, as this seat sees it. It brings the parts of the page together; none of them knows it. */
import { Affairs } from "./match_actions.js";
import { Aims } from "../panels/aims.js";
import { Analysis } from "../review/analysis.js";
import { Answers } from "../actions/choose.js";
import { artOf, foresee, keyOf } from "./start.js";
import { Board } from "../map/board.js";
import { Book } from "../panels/rulebook.js";
import { Briefing } from "../panels/briefing.js";
import { Bubbles } from "../actions/popups.js";
import { Card } from "../panels/side_card.js";
import { Classroom } from "../school/lesson.js";
import { Clicks } from "../actions/clicks.js";
import { Companion } from "../school/coach.js";
import { Cursor } from "../actions/cursor.js";
import { afterwards, byId, h, swap, toast, toTop } from "../shared/dom.js";
import { readBook, readLie } from "../shared/json.js";
import { Dossier } from "../panels/dossier.js";
import { Ending } from "../panels/ending.js";
import { Fight } from "../panels/odds.js";
import { Finder } from "../actions/finder.js";
import { drawCards, drawReserve, drawStrip, drawTop, drawTracks, drawZoom } from "../panels/toolbars.js";
import { Gaze } from "../map/focus.js";
import { Journey } from "../actions/routes.js";
import { Key } from "../panels/legend.js";
import { listenKeys } from "../actions/shortcuts.js";
import { Known } from "./known.js";
import { Chat, Log } from "../panels/log.js";
import { Lots } from "../people/dice_share.js";
import { inviteBoxes, Menu } from "../panels/menu.js";
import { attempt, Live, pupil, seats, text } from "../shared/net.js";
import { Orders } from "../panels/standing_orders.js";
import { Notice } from "../people/notifications.js";
import { Pieces } from "../map/pieces.js";
import { drawReach } from "../map/badges.js";
import { Playback } from "../panels/playback.js";
import { Preview } from "../map/preview.js";
import { Prompt } from "../panels/question.js";
import { Replay } from "../review/replay.js";
import { keepSheet } from "../map/counter_sheet.js";
import { Since } from "../panels/since.js";
import { Sights } from "../actions/sight_lines.js";
import { Staff } from "../actions/staff.js";
import { useTheme } from "../shared/theme.js";
import { Threats } from "../actions/threats.js";
import { people, sentence, t, writeTexts } from "../shared/texts.js";

const LOST = 1500; // milliseconds without a connection before anybody is told

class Table {
  /** @param {string} match @param {string} key @param {Promise<unknown>} fonts */
  constructor(match, key, fonts) {
    this.fonts = fonts;
    /** @type {Promise<void> | undefined} */
    this.laid = undefined; // rules, counters and the lie of the land, on their way or there
    /** @type {Promise<void> | undefined} */
    this.surveyed = undefined; // what the places are in this battle
    this.known = new Known(match, key);
    this.live = new Live(match, key, (message) => this.hear(message));
    /** @type {(choice: Wire.Choice | null | undefined) => Promise<void>} */
    this.choose = (choice) => this.answers.choose(choice);
    /** @type {(action: Wire.Act) => Promise<void>} */
    this.take = (action) => this.answers.take(action);
    const { known, live, choose, take } = this;
    const redraw = () => {
      this.drawStrip();
      this.redrawPrompt();
    };
    const escape = () => this.escape();
    const more = {
      finish: () => this.playback.finish(),
      look: (/** @type {string} */ piece) => this.dossier.show({ piece }, true),
      walk: (/** @type {Page.Point} */ way) => this.cursor.walk(way),
      enter: (/** @type {boolean} */ shift) => this.cursor.enter(shift),
      command: (/** @type {Page.Place} */ place, /** @type {string} */ piece) => this.staff.click(place, piece),
    };

    // the map, what lies on it, and what hands do there
    const board = (this.board = new Board());
    const pieces = (this.pieces = new Pieces(board));
    const gaze = (this.gaze = new Gaze(known, board));
    const threats = (this.threats = new Threats(known, live, pieces, redraw));
    this.playback = new Playback(known, pieces, (views) => this.drawPieces(views));
    const bubbles = (this.bubbles = new Bubbles(board, pieces, choose));
    const preview = (this.preview = new Preview(known, pieces));
    const sights = (this.sights = new Sights(live, board, pieces, bubbles, redraw));
    const journey = (this.journey = new Journey(known, live, { pieces, bubbles, take, redraw }));
    const clicks = (this.clicks = board.hands = new Clicks(known, live, { board, pieces, bubbles, sights, threats, journey, preview, choose, take, more }));
    const cursor = (this.cursor = new Cursor(known, { pieces, clicks, threats, gaze }));
    this.finder = new Finder(known, board, choose, (place) => cursor.go(place));
    const dossier = (this.dossier = new Dossier(known, live, { pieces, threats, cursor, orders: (piece) => this.staff.orders(piece) }));
    this.key = new Key(known, live, pieces);

    // the panel beside the map, the cards over it, and the dialogs
    const book = (this.book = new Book());
    this.since = new Since(known, pieces, book, (frame) => this.step(frame));
    const card = (this.card = new Card(board));
    const fight = (this.fight = new Fight(book, escape));
    const lightAll = (/** @type {Wire.Choice[]} */ choices) => pieces.light(choices.flatMap((choice) => gaze.placeOf(choice) ?? []));
    const prompt = (this.prompt = new Prompt(choose, (choice) => this.answers.point(choice), () => this.answers.arrange(), () => this.answers.follow(), lightAll, (place) => board.centre(place) !== null));
    this.log = new Log((hexes, jump) => pieces.light(hexes, jump), book);
    this.chat = new Chat((words) => attempt(live.order("say", { text: words })), (side) => known.called(side));
    this.orders = new Orders(known, live);
    this.staff = new Staff(known, live, { board, pieces, redraw });
    const replay = (this.replay = new Replay((frame, side) => live.at(frame, side), (got) => this.showFrame(got), () => this.endReplay(), (frame, mine) => this.affairs.branch(frame, mine)));
    this.notice = new Notice(known);
    const lots = (this.lots = new Lots(known, live));
    const affairs = (this.affairs = new Affairs(known, live, lots));
    const analysis = (this.analysis = new Analysis(known, (frame, better) => this.goTo(frame, better), (frame) => affairs.branch(frame, known.you)));
    this.menu = new Menu(known, { pieces, threats, replay, affairs, lots, analysis });
    const aims = (this.aims = new Aims(known, pieces));
    this.briefing = new Briefing(known, live, { pieces, book, card, aims, gaze });
    this.ending = new Ending(known, { board, card, gaze, analysis, buttons: () => this.endButtons(true) });
    this.answers = new Answers(known, live, { pieces, gaze, sights, bubbles, fight, affairs, journey, finish: more.finish, redraw: () => this.redrawPrompt() });

    this.classroom = match.includes("/") ? new Classroom({ known, live, board, pieces, book, card }) : null; // at a lesson
    this.companion = seats()[match]?.coached ? new Companion({ known, live, book, card, fight, look: () => gaze.again() }) : null; // in a first battle
    this.acts = this.keys();
    this.tab = "log";
    this.tabs();
    drawZoom(board);
    listenKeys(this.acts, { known, card, fight, dossier, prompt, replay, choose, escape });
    addEventListener("theme", () => this.paint());
    document.addEventListener("visibilitychange", () => known.met && !replay.on && this.entitle());
    addEventListener("resize", () => known.met && this.drawTop(this.scene.view));
  }

  /** What each key does, and each tool. @returns {Page.Acts} */
  keys() {
    const { board, known } = this;
    return {
      u: () => this.answers.undo(),
      y: () => known.scene.redo && this.answers.redo(),
      h: () => known.scene.ask && this.answers.hint(),
      l: () => this.line && this.sights.aim(),
      t: () => this.threats.flip(),
      v: () => this.journey.hide(!this.journey.hides),
      r: () => this.toggleReplay(),
      c: () => this.book.toggle("charts"),
      b: () => this.book.toggle("rules"),
      m: () => this.menu.show(),
      i: () => this.briefing.show(),
      w: () => this.aims.flip(),
      d: () => this.dossier.toggle(),
      k: () => this.key.toggle(),
      g: () => this.finder.show(),
      n: () => this.gaze.nextUnit(),
      s: () => this.answers.arrange(),
      o: () => this.orders.show(),
      f: () => this.staff.show(),
      "+": () => board.zoom(1.35),
      "=": () => board.zoom(1.35),
      "-": () => board.zoom(1 / 1.35),
      0: () => board.all(),
    };
  }

  get scene() {
    return this.known.scene;
  }

  get views() {
    return this.known.views;
  }

  get you() {
    return this.known.you;
  }

  // ------------------------------------------------------------ hearing

  /** @param {Page.Told} message */
  async hear(message) {
    switch (message.type) {
      case "scene":
        return this.gotScene(message);
      case "offline":
      case "gone":
        return this.lost(message);
      case "answered":
        return this.log.note(t("answered_for_you", { prompt: message.prompt.replace(/[?:.]+$/, ""), text: message.text }));
      case "seats":
        return this.gotSeats(message.seats);
      case "chat":
        return this.gotChat(message.chat);
      case "back":
        return this.affairs.showBack(message.back);
      case "trouble":
        return toast(message.trouble);
      case "dice":
        if (message.dice && this.known.met) this.lots.hear(message.dice);
        return this.redrawPrompt();
    }
  }

  /** @param {Wire.SeatTold[]} seats */
  gotSeats(seats) {
    this.notice.arrived(seats);
    this.known.seats = seats;
    if (this.known.met) this.drawTop(this.scene.view);
  }

  /** @param {Wire.ChatLine[]} said */
  gotChat(said) {
    this.chat.add(said);
    this.tabs();
  }

  /** The connection is gone. A moment without it is nobody's business. @param {Wire.ClosedPush | { type: "offline" }} message */
  lost(message) {
    if (message.type === "gone") toast(t("gone", { error: message.error }));
    clearTimeout(this.losing);
    const say = () => {
      this.known.offline = message.type === "offline";
      if (this.known.met) return this.drawTop(this.scene.view);
      byId("drawing").textContent = t("no_table");
      byId("drawing").hidden = !this.known.offline;
    };
    this.losing = setTimeout(say, LOST);
  }

  /** @param {Page.Scene} message */
  async gotScene(message) {
    if (message.chat) this.gotChat(message.chat);
    if (message.table) this.gotTable(message.table, message.you ?? []);
    if (message.back !== undefined) this.affairs.showBack(message.back);
    this.lots.seen(message);
    this.notice.seen(message);
    if (message.decision !== this.scene.decision && message.back === undefined) this.affairs.showBack(null);
    const before = this.known.learn(message);
    this.threats.forget();
    this.dossier.forget();
    this.since.heard(message);
    clearTimeout(this.losing);
    if (byId("drawing").textContent === t("no_table")) byId("drawing").hidden = true;
    this.answers.disarm();
    if (message.whole) this.log.clear();
    this.log.update(message.log.from, message.log.lines, !message.whole);
    this.affairs.curtain(message.curtain);
    await (this.laid ??= this.first()); // a scene that comes meanwhile waits too: nothing could be drawn of it
    if (this.replay.on) return this.drawStrip();
    if (!message.whole) this.playback.add(before, this.views, message.log.lines);
    this.draw();
    if (this.pieces.mapped && !this.card.open) this.gaze.follow();
    this.journey.heard(message.log.lines);
    this.ending.maybe(Boolean(message.whole));
    if (!message.curtain) this.briefing.maybe();
    return this.answers.weigh();
  }

  /** @param {Wire.TableTold} table @param {string[]} you */
  gotTable(table, you) {
    this.known.meet(table, you);
    const box = byId("seal");
    if (box.dataset.seal === table.seal) return;
    const seal = table.seal.slice(0, 12).replace(/(.{4})(?=.)/g, "$1·");
    box.dataset.seal = table.seal;
    swap(box, h("details", {}, h("summary", {}, t("sealed", { seal })), h("code", {}, table.seal)), h("span", {}, t("verify_end")));
  }

  /** The first time: fetch what never changes, then look at where the action is. */
  async first() {
    const { about } = this.known;
    const wanted = artOf(about.game, about.scenario.id, about.land, about.art).slice(0, 3);
    const [rules, counters, grid] = await Promise.all(wanted.map((path) => text(path).catch(() => "")));
    await this.fonts;
    this.book.fill(readBook(rules));
    keepSheet(counters);
    if (grid) {
      this.board.lay(readLie(grid));
      this.gaze.look();
      this.paint();
    } else this.fillUp();
    const at = new URLSearchParams(location.search).get("at");
    if (at !== null) setTimeout(() => this.startReplay(Number(at)), 0);
  }

  async paint() {
    const { about } = this.known;
    if (!this.known.met) return;
    try {
      const [, , , ground, letters] = artOf(about.game, about.scenario.id, about.land, about.art);
      byId("drawing").textContent = t("drawing");
      byId("drawing").hidden = false;
      await this.board.paint(ground, letters);
    } catch {
      toast(t("offline"));
    }
    byId("drawing").hidden = true;
    afterwards(() => this.fillUp());
    this.surveyed ??= this.survey();
  }

  /** The map is seen: now what could wait for that. */
  fillUp() {
    this.pieces.fillUp();
    this.prompt.fillUp();
    this.aims.mark(this.card.open);
    if (!this.card.open) this.gaze.follow();
  }

  /** What places are in this battle, where the map alone does not say: told beside what is printed there. */
  async survey() {
    const { ground } = await this.live.order("survey", {}).catch(() => ({ ground: {} }));
    this.board.today = Object.fromEntries(Object.entries(ground).flatMap(([words, places]) => places.map((place) => [place, words])));
  }

  // ------------------------------------------------------------ drawing

  draw() {
    const { known, pieces } = this;
    const { view } = known.scene;
    this.entitle();
    this.drawPieces(this.playback.shown ?? this.views);
    this.drawTop(view);
    this.drawStrip();
    drawTracks(view);
    drawCards(known, pieces, view.cards ?? [], this.choose);
    drawReach(known, pieces);
    this.threats.draw();
    this.preview.draw();
    this.aims.draw(view);
    this.orders.draw();
    this.staff.draw();
    this.drawPrompt();
    toTop(byId("panel"));
  }

  /** The name of the window; with whose turn it is, for those who look elsewhere. */
  entitle() {
    const { about, scene } = this.known;
    const name = `${about.title}: ${about.scenario.title}`;
    document.title = scene.ask && document.hidden ? `● ${t("your_turn")} · ${name}` : name;
  }

  /** @param {Page.Past} view */
  drawTop(view) {
    drawTop(this.known, view, () => this.menu.show());
  }

  /** What is drawn between places here: a tape, a line of sight, or nothing. */
  get line() {
    return this.board.inch ? "measure" : this.known.about.sight ? "sight" : "";
  }

  drawStrip() {
    if (!this.known.met) return;
    drawStrip(this.known, this.acts, { [this.line]: this.sights.aiming !== null, threats: this.threats.on, replay: this.replay.on }, this.line);
  }

  /** @param {Page.Views} views */
  drawPieces(views) {
    const state = (/** @type {Wire.PieceView} */ piece) => this.known.state(piece);
    this.pieces.draw(views, this.scene.view.markers, state);
    drawReserve(this.known, this.board, views, state, (view) => this.clicks.piece(view));
  }

  redrawPrompt() {
    if (!this.replay.on && this.known.met) this.drawPrompt();
  }

  drawPrompt() {
    const { known } = this;
    const { ask: question, result, view, asked } = known.scene;
    if (result) return this.prompt.over(result, known.you, this.endButtons());
    if (!question) return this.prompt.wait((this.lots.waits() ?? asked).map((side) => known.called(side)), !known.you.length, this.menu.pace(), [inviteBoxes(known), this.lots.waitBox()]);
    const eyebrow = known.you.length > 1 ? sentence(t("decision_of", { people: people(question.side) })) : t("your_decision");
    const warning = (/** @type {Wire.Choice} */ choice) => (this.threats.on ? this.threats.words(this.board.placeOf(choice.action)) : "");
    return this.prompt.ask(known, `${eyebrow} · ${view.phase}`, warning, [this.since.box(), this.staff.offer(), this.journey.choice()]);
  }

  /** What can be done when it is over; the card shows the score already. @returns {Page.Inside} */
  endButtons(carded = false) {
    const button = (/** @type {string} */ label, /** @type {() => unknown} */ act, cls = "alt") => h("button", { class: cls, type: "button", onclick: act }, t(label));
    const away = (/** @type {() => unknown} */ act) => () => {
      this.card.shut();
      act();
    };
    return [
      this.you.length ? button(this.scene.onward?.scenario ? "next_battle" : "rematch", () => this.affairs.rematch(), "go") : null,
      carded ? null : button("score", () => this.ending.show()),
      button("analysis", away(() => this.analysis.show())),
      button("replay", away(() => this.toggleReplay())),
      button("verify", () => this.affairs.verify()),
      button("export", () => this.affairs.save()),
    ];
  }

  // ------------------------------------------------------------ replay

  toggleReplay() {
    if (this.replay.on) this.replay.stop();
    else this.startReplay();
  }

  /** Look at an earlier position, and there at what would have been better. @param {number} frame @param {Wire.Act[]} [better] */
  async goTo(frame, better = []) {
    await (this.replay.on ? this.replay.go(frame) : this.startReplay(frame));
    const { advised } = this.answers;
    const [end] = advised.draw(advised.places(better, this.pieces.views)).slice(-1);
    if (end) this.board.reveal(end);
  }

  /** @param {number} [frame] */
  startReplay(frame) {
    this.playback.finish();
    this.answers.disarm();
    this.known.replaying = true;
    const all = this.known.seats.map((seat) => seat.side);
    const open = this.scene.result || all.every((side) => this.you.includes(side));
    const free = !this.classroom;
    const mayTake = free && Boolean(this.scene.result || this.you.length);
    const shown = attempt(this.replay.start(this.scene.result ? all : [], open && free ? all : [], mayTake, frame));
    this.drawStrip();
    return shown;
  }

  /** What happened since one's last decision, step by step. @param {number} frame */
  async step(frame) {
    this.since.clear();
    await (this.replay.on ? this.replay.go(frame) : this.startReplay(frame));
    if (!this.replay.playing) this.replay.toggle();
  }

  /** @param {Page.Frame} got */
  showFrame(got) {
    const views = new Map(got.pieces.map((view) => [view.id, view]));
    this.pieces.under.replaceChildren();
    this.pieces.odds.replaceChildren();
    this.preview.draw();
    this.drawTop(got.view);
    drawTracks(got.view);
    drawCards(this.known, this.pieces, got.view.cards ?? [], this.choose);
    this.pieces.draw(views, got.view.markers, () => "");
    drawReserve(this.known, this.board, views, () => "", (view) => this.clicks.piece(view));
    this.log.showOnly(got.lines);
  }

  endReplay() {
    this.known.replaying = false;
    this.log.restore();
    this.draw();
  }

  // ------------------------------------------------------------ closing, tabs

  /** Close the uppermost thing. */
  escape() {
    if (this.card.open) return void this.card.leave();
    if (this.staff.shut() || this.finder.shut() || this.journey.shut() || this.playback.finish() || this.bubbles.shut() || this.pieces.closeTray() || this.dossier.shut() || this.key.shut() || this.book.shut()) return;
    if (this.sights.aiming) return void this.sights.aim();
    if (this.answers.disarm()) return void this.drawPrompt();
    this.replay.stop();
  }

  tabs(wanted = this.tab) {
    this.tab = wanted;
    byId("log").hidden = wanted !== "log";
    byId("chat").hidden = wanted !== "chat";
    if (wanted === "chat") this.chat.unread = 0;
    const tab = (/** @type {string} */ name, /** @type {number} */ count) =>
      h("button", { type: "button", role: "tab", "data-tab": name, "aria-controls": name, "aria-selected": String(name === wanted), onclick: () => this.tabs(name) }, t(name), count ? h("b", { class: "unread" }, String(count)) : null);
    swap(byId("tabs"), tab("log", 0), tab("chat", this.chat.unread));
  }
}

async function main() {
  useTheme();
  const fonts = foresee();
  writeTexts();
  const [, , match, lesson] = location.pathname.split("/");
  const table = new Table(lesson ? `${match}/${lesson}` : match, lesson ? pupil() : await keyOf(match), fonts);
  Object.assign(window, { table });
}

main();
