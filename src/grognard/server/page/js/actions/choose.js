/** Answering: a choice is taken at once, or shown with its odds and confirmed; undo, redo, and a hint. */
import { Advised } from "./hints.js";
import { toast } from "../shared/dom.js";
import { attempt, isStatus, Refused, tell } from "../shared/net.js";
import { drawOdds } from "../map/badges.js";
import { same } from "../shared/same_action.js";
import { t } from "../shared/texts.js";

const SNAP = 2; // inches from a click to the nearest point that is allowed

export class Answers {
  /**
   * `finish` ends what is being played back, `redraw` draws the question again.
   * @param {Page.Known} known
   * @param {Page.Live} live
   * @param {{ pieces: Page.Pieces, gaze: Page.Gaze, sights: Page.Sights, bubbles: Page.Bubbles, fight: Page.Fight, affairs: Page.Affairs, journey: Page.Journey, finish: () => void, redraw: () => void }} parts
   */
  constructor(known, live, { pieces, gaze, sights, bubbles, fight, affairs, journey, finish, redraw }) {
    this.known = known;
    this.live = live;
    this.pieces = pieces;
    this.board = pieces.board;
    this.gaze = gaze;
    this.sights = sights;
    this.bubbles = bubbles;
    this.fight = fight;
    this.affairs = affairs;
    this.journey = journey;
    this.finish = finish;
    this.redraw = redraw;
    this.advised = new Advised(known, pieces);
    this.following = false; // is a hint being carried out, part by part?
    /** @type {Wire.Question | null} */
    this.taking = null; // the question that is being answered: the next one may be there before this answer is confirmed
  }

  /** Ask what every answer that rolls comes to; the one answer left is shown with its odds at once. */
  async weigh() {
    const { known } = this;
    this.advised.mark();
    if (this.following) this.goOn();
    const { ask: question, decision } = known.scene;
    const waits = known.awaitsOdds;
    if (question?.choices.length === 1 && question.choices[0].rolls) await this.arm(question.choices[0]);
    const got = waits ? await this.live.order("chances", { decision }).catch(() => null) : null;
    if (known.scene.ask !== question) return;
    known.weighed = question;
    if (!question || !waits || known.replaying) return;
    for (const [i, look] of Object.entries(got?.chances ?? {})) known.odds.set(question.choices[Number(i)], look);
    this.redraw();
    drawOdds(known, this.pieces);
  }

  /** Show on the map what a choice in the list is about. @param {Wire.Choice | null | undefined} choice */
  point(choice) {
    const place = choice && this.gaze.placeOf(choice);
    this.pieces.light(place ? [place] : []);
  }

  /** @param {Wire.Choice | null | undefined} choice */
  async choose(choice) {
    if (!choice || this.known.replaying) return;
    this.finish();
    this.bubbles.shut();
    if (choice.rolls && this.known.armed !== choice) return this.arm(choice);
    await this.take(choice.action);
  }

  /** Show the odds of a choice and wait for it to be confirmed. @param {Wire.Choice} choice */
  async arm(choice) {
    const { known } = this;
    known.armed = choice;
    const { decision } = known.scene;
    const { odds } = (await attempt(this.live.order("odds", { decision, action: choice.action }))) ?? {};
    if (known.scene.decision !== decision || known.armed !== choice) return;
    const [left, right] = known.opponents(choice);
    this.redraw();
    this.fight.show(choice, odds, left, right, () => this.take(choice.action));
    if (left && right) this.sights.lineOfFire(left.place, right.place, () => known.armed === choice);
    if (right) this.board.reveal(right.place);
  }

  disarm() {
    const was = this.known.armed !== null;
    this.known.armed = null;
    this.fight.hide();
    this.sights.clear();
    return was;
  }

  /** @param {Wire.Act} action */
  async take(action) {
    const { ask, decision } = this.known.scene;
    if (!ask || this.taking === ask) return;
    this.taking = ask;
    this.known.given = action;
    this.journey.sent(action);
    try {
      await this.live.order("take", { decision, action });
    } catch (error) {
      const refusal = error instanceof Refused ? error.refusal : null;
      if (refusal && this.snaps(action, refusal.instead)) return this.snap(refusal.instead);
      if (refusal) this.bubbles.refuse(refusal, this.gaze.placeOf({ action }));
      else if (!isStatus(error, 409)) tell(error);
    } finally {
      if (this.taking === ask) this.taking = null;
    }
  }

  /** Was a point of the table meant that may not be gone to, and is the nearest that is allowed not far? A lesson says why instead. @param {Wire.Act} action @param {Wire.Choice | null | undefined} instead */
  snaps(action, instead) {
    const [from, to] = [action, instead?.action].map((act) => act && this.board.centre(this.board.placeOf(act)));
    const point = action.x !== undefined && action.piece === undefined && !this.known.match.includes("/");
    return Boolean(point && from && to && Math.hypot(from[0] - to[0], from[1] - to[1]) <= SNAP * this.board.inch);
  }

  /** Go to the nearest place that is allowed. @param {Wire.Choice | null | undefined} choice */
  async snap(choice) {
    this.taking = null;
    toast(t("instead", { text: choice?.text ?? "" }));
    return this.choose(choice);
  }

  /** Take back the last choice; beyond what dice or others have settled, alone at the table. */
  undo() {
    const { scene, canTakeBack } = this.known;
    if (scene.undo) return attempt(this.live.order("undo", { decision: scene.decision }));
    return canTakeBack || this.known.asksBack ? this.affairs.takeBack() : undefined;
  }

  /** Before the first turn: let a sensible player set up this side. */
  async arrange() {
    const { known } = this;
    if (!known.setsUp) return;
    toast(t("thinking"));
    await attempt(this.live.order("arrange", { decision: known.scene.decision }));
    toast("");
  }

  redo() {
    return attempt(this.live.order("redo", { decision: this.known.scene.decision }));
  }

  async hint() {
    const { known } = this;
    toast(t("thinking"));
    const got = await attempt(this.live.order("hint", { decision: known.scene.decision }));
    if (!got || !known.scene.ask) return;
    toast("");
    known.hinted = got.hint;
    this.redraw();
    const places = this.advised.mark();
    document.querySelector(".hinted-choice")?.scrollIntoView({ block: "nearest" });
    document.querySelector(".why")?.scrollIntoView({ block: "nearest" });
    for (const place of [...places].reverse()) if (place) this.board.reveal(place);
  }

  /** Do what the hint says, all of it. */
  follow() {
    this.following = true;
    return this.goOn();
  }

  /** The next part of the hint; a roll is shown with its odds first, and waits for its own click. */
  async goOn() {
    const { hinted, choices, replaying } = this.known;
    const choice = hinted ? choices.find(({ action }) => same(action, hinted.action)) : undefined;
    this.following = Boolean(hinted) && !replaying && !choice?.rolls;
    if (choice?.rolls) await this.choose(choice);
    else if (hinted && this.following) await this.take(hinted.action);
  }
}
