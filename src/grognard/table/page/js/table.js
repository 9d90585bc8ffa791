/** The table: one match, as this seat sees it. */
import { Analysis } from "./analysis.js";
import { Board } from "./board.js";
import { Book } from "./book.js";
import { Clicks } from "./clicks.js";
import { byId, h, s, swap, toast } from "./dom.js";
import { Fight } from "./fight.js";
import { drawCards, drawReserve, drawStrip, drawTop, drawTracks, drawZoom } from "./frame.js";
import { picture } from "./ground.js";
import { Chat, Log } from "./log.js";
import { Menu, verifyMatch } from "./menu.js";
import { ask, Live, remember, seats, text } from "./net.js";
import { Pieces } from "./pieces.js";
import { Playback } from "./playback.js";
import { headline, Prompt, same } from "./prompt.js";
import { Replay } from "./replay.js";
import { keepSheet } from "./sheet.js";
import { mapTone, useTheme } from "./theme.js";
import { Threats } from "./threats.js";
import { t, title, writeTexts } from "./words.js";

class Table {
  constructor(match, key) {
    this.match = match;
    this.key = key;
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
    this.book = new Book();
    this.fight = new Fight(this.book, () => this.escape());
    this.prompt = new Prompt((choice) => this.choose(choice), (choice) => this.point(choice));
    this.log = new Log((hexes, jump) => this.light(hexes, jump));
    this.chat = new Chat((words) => this.try(this.live.order("say", { text: words })));
    this.replay = new Replay((frame, side) => this.live.order("at", { frame, side }), (got) => this.showFrame(got), () => this.endReplay());
    this.menu = new Menu(this);
    this.analysis = new Analysis(this);
    this.live = new Live(match, key, (message) => this.hear(message));
    this.tabs();
    drawZoom(this.board);
    document.addEventListener("keydown", (event) => this.keyed(event));
    addEventListener("theme", () => this.paint());
    addEventListener("resize", () => this.scene.view && drawTop(this, this.scene.view));
  }

  // ------------------------------------------------------------ hearing

  async hear(message) {
    if (message.type === "offline" || message.type === "gone") {
      this.offline = message.type === "offline";
      if (message.type === "gone") toast(t("gone", { error: message.error }));
      if (this.scene.view) drawTop(this, this.scene.view);
      return;
    }
    if (message.seats) this.seats = message.seats;
    if (message.chat) this.chat.add(message.chat);
    if (message.back !== undefined) this.showBack(message.back);
    if (message.trouble !== undefined) toast(message.trouble);
    if (message.type === "seats" && this.scene.view) drawTop(this, this.scene.view);
    if (message.type === "scene") await this.gotScene(message);
  }

  async gotScene(message) {
    const first = message.table && !this.table;
    if (message.table) this.gotTable(message);
    if (message.whole) this.views = new Map();
    if (message.decision !== this.scene.decision && message.back === undefined) this.showBack(null);
    const { changed, gone, order } = message.pieces;
    const before = this.views;
    const views = new Map(this.views);
    for (const id of gone) views.delete(id);
    for (const view of changed) views.set(view.id, view);
    this.views = order ? new Map(order.map((id) => [id, views.get(id)])) : views;
    this.scene = message;
    this.threats.forget();
    this.offline = false;
    this.disarm();
    this.odds = new Map();
    this.hinted = null;
    if (message.whole) this.log.lines.length = 0;
    if (message.whole) swap(byId("log"));
    this.log.update(message.log.from, message.log.lines, !message.whole);
    this.curtain(message.curtain);
    if (first) await this.first();
    if (this.replay.on) return drawStrip(this);
    if (!message.whole) this.playback.add(before, this.views, message.log.lines);
    this.draw();
    return this.follow();
  }

  gotTable(message) {
    this.table = message.table;
    this.seats = message.table.seats;
    this.you = message.you;
    this.pace = message.table.pace;
    document.title = `${message.table.title}: ${message.table.scenario.title}`;
    const seal = message.table.seal.slice(0, 12).replace(/(.{4})(?=.)/g, "$1·");
    swap(byId("seal"), h("span", {}, t("sealed", { seal })), h("span", {}, t("verify_end")));
  }

  /** The first time: fetch what never changes, then look at where the action is. */
  async first() {
    const wanted = artOf(this.table.game, this.table.scenario.id, this.table.art).slice(0, 3);
    const [rules, counters, grid] = await Promise.all([...wanted.map((path) => text(path).catch(() => null)), fonts]);
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
      await this.board.paint(ground, letters);
    } catch {
      toast(t("offline"));
    }
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
    const key = question ? `${view.turn} ${view.phase} ${question.side}` : "";
    if (!key || key === this.followed) return;
    const least = this.followed ? 0 : 26; // the first time they must also be large enough to be clicked
    this.followed = key;
    const places = this.offered().filter((place) => this.board.centre(place));
    if (places.length && !this.board.inSight(places, least)) this.look();
  }

  // ------------------------------------------------------------ drawing

  state(view) {
    const choices = this.clicks.choices;
    if (this.scene.ask?.subject.includes(view.id)) return "selected";
    const mine = choices.find((choice) => choice.action.piece === view.id);
    if (mine) return mine.rolls && view.side !== this.scene.ask.side ? "target" : "selectable";
    if (view.marks?.includes("done")) return "done";
    return "";
  }

  draw() {
    const { view, ask: question, result } = this.scene;
    drawTop(this, view);
    drawStrip(this);
    drawTracks(view);
    drawCards(this, view.cards ?? []);
    this.drawPieces(this.playback.shown ?? this.views);
    this.drawReach();
    this.threats.draw();
    this.drawPrompt(question, result);
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
      const button = (label, act, cls = "alt") => h("button", { class: cls, type: "button", onclick: act }, label);
      const more = this.you.length ? [button(t("rematch"), () => this.rematch(), "go")] : [];
      this.prompt.over(result, this.you, [...more, button(t("verify"), () => this.verify()), button(t("export"), () => this.save()), button(t("replay"), () => this.toggleReplay()), button(t("analysis"), () => this.analysis.show())]);
    } else if (question) {
      const eyebrow = this.you.length > 1 ? t("decision_of", { side: title(question.side) }) : t("your_decision");
      this.prompt.ask(question, `${eyebrow} · ${this.scene.view.phase}`, this.views, this.armed, this.hinted, this.odds, (choice) => (this.threats.on ? this.threats.words(this.board.placeOf(choice.action)) : ""));
    } else {
      this.prompt.wait(this.scene.asked, !this.you.length, this.menu.pace());
    }
  }

  drawReach() {
    const made = [];
    for (const choice of this.clicks.choices) {
      const place = this.board.placeOf(choice.action);
      const at = place && this.board.centre(place);
      if (!at) continue;
      made.push(this.board.outline(place, 2.5, { class: "reach" }));
      if (choice.label) made.push(price(choice.label, at));
    }
    this.pieces.under.replaceChildren(...made);
    this.pieces.above.replaceChildren();
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
    if (odds?.chances.length) this.odds.set(choice, headline(odds));
    const [left, right] = this.opponents(choice);
    this.fight.show(choice, odds, left, right, () => this.take(choice.action));
    this.drawPrompt(this.scene.ask, null);
    if (left && right) this.clicks.lineOfFire(left.place, right.place);
    if (right) this.board.reveal(right.place);
  }

  /** Who fights whom if this is chosen: a piece of the side that is asked, and one that is not. */
  opponents(choice) {
    const { side, subject } = this.scene.ask;
    const named = [choice.action.piece, ...subject].map((id) => this.views.get(id)).filter(Boolean);
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

  undo() {
    return this.try(this.live.order("undo", { decision: this.scene.decision }));
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

  // ------------------------------------------------------------ the match

  takeBack() {
    return this.try(this.live.order("back", { decision: this.scene.decision, side: this.you.includes(this.scene.asked[0]) ? this.scene.asked[0] : this.you[0] }));
  }

  /** A takeback that is asked for: the others agree or decline, whoever asked may withdraw it. */
  showBack(back) {
    byId("asked-back")?.remove();
    if (!back || !this.you.length) return;
    const { request, side, answers, text: words, waits } = back;
    const mine = this.you.includes(side);
    const say = (what) => this.try(this.live.order(what, { request, side: mine ? side : this.you.find((seat) => waits.includes(seat)) ?? this.you[0] }));
    const button = (what, label, cls) => h("button", { class: cls, type: "button", "data-back": what, onclick: () => say(what) }, t(label));
    const buttons = mine ? [button("decline", "withdraw", "alt")] : [button("agree", "agree", "go"), button("decline", "decline", "alt")];
    const told = t(answers === 1 ? "takeback_one" : "takeback_many", { side: title(side), n: answers }) + (words ? ` ${t("takeback_of", { side: title(side), text: words })}` : "");
    byId("panel").prepend(h("div", { class: "card", id: "asked-back", role: "alert" }, told, h("div", { class: "buttons" }, buttons)));
  }

  resign(side) {
    if (confirm(t("resign_sure", { side: title(side) }))) this.try(this.live.order("resign", { decision: this.scene.decision, side }));
  }

  async verify() {
    toast((await this.try(verifyMatch(this.match))) ?? "");
  }

  save() {
    location.href = `/api/matches/${this.match}/record`;
  }

  async rematch() {
    const made = await this.try(ask("POST", `/api/matches/${this.match}/rematch`, undefined, this.key));
    if (!made) return;
    remember(made.match, { key: this.key });
    location.href = `/m/${made.match}`;
  }

  setPace(seconds) {
    this.pace = seconds;
    this.live.order("pace", { seconds }).catch(() => {});
  }

  curtain(side) {
    const box = byId("curtain");
    box.hidden = !side;
    if (!side) return;
    const sit = () => this.try(this.live.order("sit", { side }));
    swap(
      box,
      h("h2", { id: "curtain-title" }, t("pass_screen", { side: title(side) })),
      h("p", { class: "quiet" }, t("pass_why")),
      h("button", { class: "go", type: "button", id: "lift", onclick: sit }, t("i_am", { side: title(side) })),
    );
    byId("lift").focus();
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

  // ------------------------------------------------------------ keys and tabs

  keyed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const { key } = event;
    if (key === "Escape") return this.escape();
    if (event.target.matches("input, select, textarea")) return;
    if (key === "Enter" && this.fight.go && !event.target.closest("button, a")) return this.fight.go();
    if (/^[1-9]$/.test(key)) return this.choose(this.prompt.numbered(Number(key)));
    const acts = {
      u: () => this.scene.undo && this.undo(),
      y: () => this.scene.redo && this.redo(),
      h: () => this.scene.ask && this.hint(),
      l: () => (this.board.inch || this.table.sight) && this.clicks.aim(),
      t: () => this.threats.flip(),
      r: () => this.toggleReplay(),
      c: () => this.book.showCharts(),
      b: () => this.book.showRules(),
      m: () => this.menu.show(),
      "+": () => this.board.zoom(1.35),
      "=": () => this.board.zoom(1.35),
      "-": () => this.board.zoom(1 / 1.35),
      0: () => this.board.all(),
    };
    const act = acts[key.toLowerCase()];
    if (act) event.preventDefault();
    return act?.();
  }

  /** Close the uppermost thing. */
  escape() {
    if (this.playback.finish() || this.clicks.shut() || this.pieces.closeTray()) return;
    if (this.clicks.aiming) return void this.clicks.aim();
    if (this.disarm()) return void this.drawPrompt(this.scene.ask, this.scene.result);
    this.replay.stop();
  }

  tabs() {
    const pick = (name) => {
      for (const tab of byId("tabs").children) tab.setAttribute("aria-selected", String(tab.getAttribute("data-tab") === name));
      byId("log").hidden = name !== "log";
      byId("chat").hidden = name !== "chat";
    };
    const tab = (name) => h("button", { type: "button", role: "tab", "data-tab": name, "aria-controls": name, onclick: () => pick(name) }, t(name));
    swap(byId("tabs"), tab("log"), tab("chat"));
    pick("log");
  }
}

/** The cost of going somewhere, in a pill on its hex. */
function price(label, [x, y]) {
  const wide = label.length * 7 + 10;
  return s(
    "g",
    { class: "price", transform: `translate(${x} ${y + 20})` },
    s("rect", { x: -wide / 2, y: -9, width: wide, height: 18, rx: 9 }),
    s("text", { y: 4.5 }, label),
  );
}

/** The key of one's seat: from an invitation, a link, or this browser's memory. */
async function keyOf(match) {
  const given = new URLSearchParams(location.hash.slice(1));
  history.replaceState(null, "", location.pathname + location.search);
  if (given.has("invite") && !seats()[match]?.key) {
    try {
      const taken = await ask("POST", `/api/matches/${match}/claim`, { invite: given.get("invite") });
      remember(match, { key: taken.key });
    } catch (error) {
      toast(error.message);
    }
  }
  if (given.has("key")) remember(match, { key: given.get("key") });
  return seats()[match]?.key ?? "";
}

/** What never changes while a game is played: rules, counters, the lie of the land, the ground and its lettering. */
function artOf(game, scenario, mark) {
  const here = `/art/${game}/${scenario}`;
  const paths = [`/art/${game}/rules.json`, `/art/${game}/counters.svg`, `${here}/grid.json`, `${here}/board-${mapTone()}.svg`, `${here}/letters-${mapTone()}.svg`];
  return paths.map((path) => `${path}?v=${mark}`);
}

let fonts; // a promise: when they are there, nothing need be laid out twice

/** Fetch what will be wanted while the match is still on its way, and load the Latin faces. */
function foresee() {
  const latin = [...document.fonts].filter((face) => /^U\+0+-/.test(face.unicodeRange));
  fonts = Promise.allSettled(latin.map((face) => face.load()));
  const { game, scenario, mark } = document.body.dataset;
  if (!game) return;
  const paths = artOf(game, scenario, mark);
  for (const path of paths) text(path).catch(() => null);
  picture(paths[3]).catch(() => null);
}

async function main() {
  useTheme();
  foresee();
  writeTexts();
  const match = location.pathname.split("/")[2];
  Object.assign(window, { table: new Table(match, await keyOf(match)) });
}

main();
