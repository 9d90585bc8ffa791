/** The table: one match, as this seat sees it. */
import { Affairs } from "./affairs.js";
import { Aims } from "./aims.js";
import { Analysis } from "./analysis.js";
import { artOf, foresee, keyOf } from "./arrival.js";
import { Board } from "./board.js";
import { Book } from "./book.js";
import { Briefing } from "./briefing.js";
import { Card } from "./card.js";
import { Clicks } from "./clicks.js";
import { Cursor } from "./cursor.js";
import { byId, h, s, swap, toast } from "./dom.js";
import { Dossier } from "./dossier.js";
import { Ending } from "./ending.js";
import { Fight } from "./fight.js";
import { Finder } from "./finder.js";
import { drawCards, drawReserve, drawStrip, drawTop, drawTracks, drawZoom } from "./frame.js";
import { Key } from "./key.js";
import { listenKeys } from "./keys.js";
import { Chat, Log } from "./log.js";
import { inviteBoxes, Menu } from "./menu.js";
import { Live, text } from "./net.js";
import { Pieces } from "./pieces.js";
import { drawOdds, drawReach } from "./pills.js";
import { Playback } from "./playback.js";
import { Prompt, same } from "./prompt.js";
import { Replay } from "./replay.js";
import { keepSheet } from "./sheet.js";
import { useTheme } from "./theme.js";
import { Threats } from "./threats.js";
import { t, title, writeTexts } from "./words.js";

const LOST = 1500; // milliseconds without a connection before anybody is told

class Table {
  constructor(match, key, fonts) {
    this.match = match;
    this.seatKey = key;
    this.fonts = fonts;
    this.scene = { ask: null, undo: false, redo: false, result: null, view: null };
    this.views = new Map();
    this.seats = [];
    this.you = [];
    this.armed = null;
    this.odds = new Map();
    this.clicks = new Clicks(this);
    this.board = new Board(this.clicks);
    this.pieces = new Pieces(this.board);
    this.threats = new Threats(this);
    this.playback = new Playback(this);
    this.book = new Book(this.board);
    this.fight = new Fight(this.book, () => this.escape());
    this.prompt = new Prompt((choice) => this.choose(choice), (choice) => this.point(choice));
    this.log = new Log((hexes, jump) => this.light(hexes, jump), this.book);
    this.chat = new Chat((words) => this.try(this.live.order("say", { text: words })));
    this.replay = new Replay((frame, side) => this.live.order("at", { frame, side }), (got) => this.showFrame(got), () => this.endReplay());
    this.affairs = new Affairs(this);
    this.menu = new Menu(this);
    this.analysis = new Analysis(this);
    this.cursor = new Cursor(this);
    this.finder = new Finder(this);
    this.card = new Card(this.board);
    this.aims = new Aims(this);
    this.briefing = new Briefing(this);
    this.ending = new Ending(this);
    this.dossier = new Dossier(this);
    this.key = new Key(this);
    this.live = new Live(match, key, (message) => this.hear(message));
    this.tabs();
    drawZoom(this.board);
    listenKeys(this);
    addEventListener("theme", () => this.paint());
    addEventListener("resize", () => this.scene.view && drawTop(this, this.scene.view));
  }

  // ------------------------------------------------------------ hearing

  async hear(message) {
    if (message.type === "offline" || message.type === "gone") return this.lost(message);
    if (message.type === "answered") return this.log.note(t("answered_for_you", { prompt: message.prompt.replace(/[?:.]+$/, ""), text: message.text }));
    if (message.seats) this.seats = message.seats;
    if (message.chat) this.chat.add(message.chat);
    if (message.chat) this.tabs();
    if (message.back !== undefined) this.affairs.showBack(message.back);
    if (message.trouble !== undefined) toast(message.trouble);
    if (message.type === "seats" && this.scene.view) drawTop(this, this.scene.view);
    return message.type === "scene" ? this.gotScene(message) : undefined;
  }

  /** The connection is gone. A moment without it is nobody's business. */
  lost(message) {
    if (message.type === "gone") toast(t("gone", { error: message.error }));
    clearTimeout(this.losing);
    const tell = () => {
      this.offline = message.type === "offline";
      if (this.scene.view) drawTop(this, this.scene.view);
    };
    this.losing = setTimeout(tell, LOST);
  }

  async gotScene(message) {
    const first = message.table && !this.table;
    if (message.table) this.gotTable(message);
    if (message.whole) this.views = new Map();
    if (message.decision !== this.scene.decision && message.back === undefined) this.affairs.showBack(null);
    const { changed, gone, order } = message.pieces;
    const before = this.views;
    const views = new Map(this.views);
    for (const id of gone) views.delete(id);
    for (const view of changed) views.set(view.id, view);
    this.views = order ? new Map(order.map((id) => [id, views.get(id)])) : views;
    this.scene = message;
    this.threats.forget();
    this.dossier.forget();
    clearTimeout(this.losing);
    this.offline = false;
    this.disarm();
    this.odds = new Map();
    this.hinted = null;
    if (message.whole) this.log.clear();
    this.log.update(message.log.from, message.log.lines, !message.whole);
    this.affairs.curtain(message.curtain);
    if (first) await this.first();
    if (this.replay.on) return drawStrip(this);
    if (!message.whole) this.playback.add(before, this.views, message.log.lines);
    this.draw();
    this.follow();
    this.ending.maybe(Boolean(message.whole));
    if (!message.curtain) this.briefing.maybe();
    return this.weigh();
  }

  /** Ask what every answer that rolls comes to; the one answer left is shown with its odds at once. */
  async weigh() {
    const { ask: question, decision } = this.scene;
    const rolls = question?.choices.filter((choice) => choice.rolls) ?? [];
    if (!rolls.length) return;
    if (question.choices.length === 1) return void this.arm(rolls[0]);
    const got = await this.live.order("chances", { decision }).catch(() => null);
    if (!got || this.scene.decision !== decision || this.replay.on) return;
    for (const [i, look] of Object.entries(got.chances)) this.odds.set(question.choices[Number(i)], look);
    this.redrawPrompt();
    drawOdds(this);
  }

  gotTable(message) {
    this.table = message.table;
    this.seats = message.table.seats;
    this.you = message.you;
    this.pace = message.table.pace;
    this.name = `${message.table.title}: ${message.table.scenario.title}`;
    const seal = message.table.seal.slice(0, 12).replace(/(.{4})(?=.)/g, "$1·");
    swap(byId("seal"), h("span", {}, t("sealed", { seal })), h("span", {}, t("verify_end")));
  }

  /** The first time: fetch what never changes, then look at where the action is. */
  async first() {
    const wanted = artOf(this.table.game, this.table.scenario.id, this.table.art).slice(0, 3);
    const [rules, counters, grid] = await Promise.all([...wanted.map((path) => text(path).catch(() => null)), this.fonts]);
    this.book.fill(JSON.parse(rules));
    keepSheet(counters);
    if (grid) {
      this.board.lay(JSON.parse(grid));
      this.look();
      this.paint();
    }
    const at = new URLSearchParams(location.search).get("at");
    if (at !== null) setTimeout(() => this.startReplay(Number(at)), 0);
  }

  async paint() {
    if (!this.table) return;
    try {
      const [, , , ground, letters] = artOf(this.table.game, this.table.scenario.id, this.table.art);
      byId("drawing").hidden = false;
      await this.board.paint(ground, letters);
    } catch {
      toast(t("offline"));
    }
    byId("drawing").hidden = true;
    requestAnimationFrame(() => setTimeout(() => this.pieces.fillUp()));
  }

  look() {
    if (this.board.inch && innerWidth > 760) return this.board.all();
    const view = this.scene.view;
    const mine = [...this.views.values()].filter((piece) => this.you.includes(piece.side)).map((piece) => piece.place);
    const asked = (this.scene.ask?.subject ?? []).map((id) => this.views.get(id)?.place);
    const onMap = (places) => [...new Set(places.filter((place) => this.board.centre(place)))];
    const found = [onMap([...asked, ...view.focus]), onMap(this.offered()), onMap(mine)].filter((places) => places.length);
    if (found.length) return this.board.show(found[0]);
    return this.board.show(onMap([...this.views.values()].map((piece) => piece.place)), 0.8);
  }

  /** The places of the present choices: where they lead, or where their pieces stand. */
  offered() {
    return this.clicks.choices.map((choice) => this.board.placeOf(choice.action) ?? this.views.get(choice.action.piece)?.place).filter(Boolean);
  }

  /** When another question comes and nothing that can be chosen is in sight, look at it. */
  follow() {
    const { ask: question, view } = this.scene;
    const key = question ? `${view.turn} ${view.phase} ${question.side} ${question.subject}` : "";
    if (!key || key === this.followed || this.card.open) return undefined;
    const least = this.followed ? 0 : 26; // the first time they must also be large enough to be clicked
    this.followed = key;
    const places = this.offered().filter((place) => this.board.centre(place));
    if (places.length && !this.board.inSight(places, least)) return this.look();
    const subject = this.views.get(question.subject[0])?.place;
    return this.board.centre(subject) ? this.board.reveal(subject) : undefined;
  }

  /** The next unit that can still act. */
  nextUnit() {
    const side = this.scene.ask?.side;
    const able = this.clicks.choices.filter((choice) => this.views.get(choice.action.piece)?.side === side);
    if (!able.length) return toast(t("nobody_left"));
    const at = able.findIndex((choice) => choice.action.piece === this.nextOne);
    const choice = able[(at + 1) % able.length];
    const { place, id } = this.views.get(choice.action.piece);
    this.nextOne = id;
    if (this.board.centre(place)) this.board.reveal(place);
    this.point(choice);
    return /** @type {HTMLElement} */ (document.querySelector(`[data-choice="${this.scene.ask.choices.indexOf(choice)}"]`))?.focus();
  }

  /** Say something to those who do not see it. */
  say(words) {
    byId("said").textContent = words;
  }

  focusQuestion() {
    document.getElementById("ask")?.focus({ preventScroll: true });
  }

  // ------------------------------------------------------------ drawing

  state(view) {
    const choices = this.clicks.choices;
    if (this.replay.on) return "";
    if (this.scene.ask?.subject.includes(view.id)) return "selected";
    if (this.scene.ask?.against.includes(view.id)) return "target";
    const mine = choices.find((choice) => choice.action.piece === view.id);
    if (mine) return mine.rolls && view.side !== this.scene.ask.side ? "target" : "selectable";
    if (view.marks?.includes("done")) return "done";
    return "";
  }

  draw() {
    const { view, ask: question, result } = this.scene;
    document.title = question && document.hidden ? `● ${t("your_turn")} · ${this.name}` : this.name;
    this.drawPieces(this.playback.shown ?? this.views);
    drawTop(this, view);
    drawStrip(this);
    drawTracks(view);
    drawCards(this, view.cards ?? []);
    drawReach(this);
    this.threats.draw();
    this.aims.draw(view);
    this.drawPrompt(question, result);
    byId("panel").scrollTop = 0;
  }

  drawPieces(views) {
    const state = (piece) => this.state(piece);
    this.pieces.draw(views, this.scene.view.markers, state);
    drawReserve(this, views, state);
  }

  redrawPrompt() {
    if (!this.replay.on) this.drawPrompt(this.scene.ask, this.scene.result);
  }

  drawPrompt(question, result) {
    if (result) {
      this.prompt.over(result, this.you, this.endButtons());
    } else if (question) {
      const eyebrow = this.you.length > 1 ? t("decision_of", { side: title(question.side) }) : t("your_decision");
      this.prompt.ask(question, `${eyebrow} · ${this.scene.view.phase}`, this.views, this.armed, this.hinted, this.odds, (choice) => (this.threats.on ? this.threats.words(this.board.placeOf(choice.action)) : ""));
    } else {
      this.prompt.wait(this.scene.asked, !this.you.length, this.menu.pace(), inviteBoxes(this));
    }
  }

  /** What can be done when it is over. */
  endButtons() {
    const button = (label, act, cls = "alt") => h("button", { class: cls, type: "button", onclick: act }, t(label));
    const away = (act) => () => {
      this.card.shut();
      act();
    };
    return [
      this.you.length ? button("rematch", () => this.affairs.rematch(), "go") : null,
      this.card.open ? null : button("score", () => this.ending.show()),
      button("analysis", away(() => this.analysis.show())),
      button("replay", away(() => this.toggleReplay())),
      button("verify", () => this.affairs.verify()),
      button("export", () => this.affairs.save()),
    ];
  }

  redrawStrip() {
    drawStrip(this);
  }

  /** Light some hexes; jump to them if asked. */
  light(hexes, jump = false) {
    const rings = hexes.filter((hex) => this.board.centre(hex)).flatMap((hex) => [
      this.board.outline(hex, 1, { class: "spot-lit under" }),
      this.board.outline(hex, 1, { class: "spot-lit" }),
    ]);
    this.pieces.above.querySelector("#lit")?.remove();
    if (rings.length) this.pieces.above.append(s("g", { id: "lit" }, rings));
    if (jump && hexes[0]) this.board.reveal(hexes[0]);
  }

  /** Show on the map what a choice in the list is about. */
  point(choice) {
    const place = choice && (this.board.placeOf(choice.action) ?? this.views.get(choice.action.piece)?.place);
    this.light(place ? [place] : []);
  }

  // ------------------------------------------------------------ answering

  async choose(choice) {
    if (!choice || this.replay.on) return;
    this.playback.finish();
    this.clicks.shut();
    if (choice.rolls && this.armed !== choice) return this.arm(choice);
    await this.take(choice.action);
  }

  /** Show the odds of a choice and wait for it to be confirmed. */
  async arm(choice) {
    this.armed = choice;
    const { decision } = this.scene;
    const { odds } = (await this.try(this.live.order("odds", { decision, action: choice.action }))) ?? {};
    if (this.scene.decision !== decision || this.armed !== choice) return;
    const [left, right] = this.opponents(choice);
    this.drawPrompt(this.scene.ask, null);
    this.fight.show(choice, odds, left, right, () => this.take(choice.action));
    if (left && right) this.clicks.lineOfFire(left.place, right.place);
    if (right) this.board.reveal(right.place);
  }

  /** Who fights whom if this is chosen: a piece of the side that is asked, and one that is not. */
  opponents(choice) {
    const { side, subject, against } = this.scene.ask;
    const named = [choice.action.piece, ...subject, ...against].map((id) => this.views.get(id)).filter(Boolean);
    const there = choice.action.hex ? this.pieces.at(choice.action.hex) : [];
    return [named.find((view) => view.side === side), [...named, ...there.reverse()].find((view) => view.side !== side)];
  }

  disarm() {
    const was = this.armed !== null;
    this.armed = null;
    this.fight.hide();
    this.clicks.clearLine();
    return was;
  }

  async take(action) {
    if (this.taking) return;
    this.taking = true;
    try {
      await this.live.order("take", { decision: this.scene.decision, action });
    } catch (error) {
      if (error.rule) this.clicks.refuse({ rule: error.rule, text: error.error ?? error.message, hint: error.hint, instead: error.instead }, this.board.placeOf(action) ?? this.views.get(action.piece)?.place);
      else if (error.status !== 409) this.tell(error);
    } finally {
      this.taking = false;
    }
  }

  async try(promise) {
    try {
      return await promise;
    } catch (error) {
      this.tell(error);
      return null;
    }
  }

  tell(error) {
    toast(error.message === "offline" ? t("offline") : error.message);
  }

  /** Take back the last choice; beyond what dice or others have settled, alone at the table. */
  undo() {
    if (this.scene.undo) return this.try(this.live.order("undo", { decision: this.scene.decision }));
    return this.canTakeBack ? this.affairs.takeBack() : undefined;
  }

  /** May Undo go behind dice and answers? Where nobody else has to agree. */
  get canTakeBack() {
    const others = this.seats.filter((seat) => !this.you.includes(seat.side));
    return Boolean(this.scene.ask) && this.scene.decision > 0 && others.every((seat) => seat.player !== "human");
  }

  redo() {
    return this.try(this.live.order("redo", { decision: this.scene.decision }));
  }

  async hint() {
    toast(t("thinking"));
    const got = await this.try(this.live.order("hint", { decision: this.scene.decision }));
    if (!got || !this.scene.ask) return;
    toast("");
    this.hinted = got.hint;
    this.drawPrompt(this.scene.ask, null);
    const choice = this.scene.ask.choices.find((item) => same(item.action, got.hint.action));
    this.point(choice);
    document.querySelector(".hinted-choice")?.scrollIntoView({ block: "nearest" });
    const place = this.board.placeOf(got.hint.action) ?? this.views.get(got.hint.action.piece)?.place;
    if (place) this.board.reveal(place);
  }

  // ------------------------------------------------------------ replay

  toggleReplay() {
    if (this.replay.on) this.replay.stop();
    else this.startReplay();
  }

  /** Look at an earlier position. */
  goTo(frame) {
    if (this.replay.on) this.replay.go(frame);
    else this.startReplay(frame);
  }

  startReplay(frame) {
    this.playback.finish();
    this.disarm();
    const sides = this.scene.result ? this.seats.map((seat) => seat.side) : [];
    this.try(this.replay.start(sides, frame));
    drawStrip(this);
  }

  showFrame(got) {
    const views = new Map(got.pieces.map((view) => [view.id, view]));
    this.pieces.under.replaceChildren();
    this.pieces.odds.replaceChildren();
    drawTop(this, got.view);
    drawTracks(got.view);
    drawCards(this, got.view.cards ?? []);
    this.pieces.draw(views, got.view.markers, () => "");
    drawReserve(this, views, () => "");
    this.log.showOnly(got.lines);
  }

  endReplay() {
    this.log.restore();
    this.draw();
  }

  // ------------------------------------------------------------ closing, tabs

  /** Close the uppermost thing. */
  escape() {
    if (this.card.open) return void this.card.leave();
    if (this.finder.shut() || this.playback.finish() || this.clicks.shut() || this.pieces.closeTray() || this.dossier.shut() || this.key.shut() || this.book.shut()) return;
    if (this.clicks.aiming) return void this.clicks.aim();
    if (this.disarm()) return void this.drawPrompt(this.scene.ask, this.scene.result);
    this.replay.stop();
  }

  tabs(wanted = this.tab ?? "log") {
    this.tab = wanted;
    byId("log").hidden = wanted !== "log";
    byId("chat").hidden = wanted !== "chat";
    if (wanted === "chat") this.chat.unread = 0;
    const tab = (name, count) =>
      h("button", { type: "button", role: "tab", "data-tab": name, "aria-controls": name, "aria-selected": String(name === wanted), onclick: () => this.tabs(name) }, t(name), count ? h("b", { class: "unread" }, String(count)) : null);
    swap(byId("tabs"), tab("log", 0), tab("chat", this.chat.unread));
  }
}

async function main() {
  useTheme();
  const fonts = foresee();
  writeTexts();
  const match = location.pathname.split("/")[2];
  Object.assign(window, { table: new Table(match, await keyOf(match), fonts) });
}

main();
