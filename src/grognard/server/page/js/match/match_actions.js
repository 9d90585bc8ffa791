/** What is done with a match as a whole: taking back, giving up, checking it, playing it again, passing the screen on. */
import { byId, h, swap, toast } from "../shared/dom.js";
import { commitmentOf, freshNonce, keep } from "../people/dice_share.js";
import { verifyMatch } from "../panels/menu.js";
import { ask, attempt, isStatus, remember, wordsOf } from "../shared/net.js";
import { people, sentence, t } from "../shared/texts.js";

export class Affairs {
  /** @param {Page.Known} known @param {Page.Live} live @param {Page.Lots} lots */
  constructor(known, live, lots) {
    this.known = known;
    this.live = live;
    this.lots = lots;
  }

  takeBack() {
    const { scene, you } = this.known;
    const [first] = scene.asked;
    return attempt(this.live.order("back", { decision: scene.decision, side: you.includes(first) ? first : you[0] }));
  }

  /** A takeback that is asked for: the others agree or decline, whoever asked may withdraw it. @param {Wire.BackTold | null} back */
  showBack(back) {
    const { you } = this.known;
    byId("asked-back")?.remove();
    if (!back || !you.length) return;
    const { request, side, answers, text: words, waits } = back;
    const mine = you.includes(side);
    const say = (/** @type {"agree" | "decline"} */ what) => attempt(this.live.order(what, { request, side: mine ? side : you.find((seat) => waits.includes(seat)) ?? you[0] }));
    const button = (/** @type {"agree" | "decline"} */ what, /** @type {string} */ label, /** @type {string} */ cls) => h("button", { class: cls, type: "button", "data-back": what, onclick: () => say(what) }, t(label));
    const buttons = mine ? [button("decline", "withdraw", "alt")] : [button("agree", "agree", "go"), button("decline", "decline", "alt")];
    const told = t("takeback_many", { people: people(side), n: answers }) + (words ? ` ${t("takeback_of", { people: people(side), text: words })}` : "");
    byId("panel").prepend(h("div", { class: "card", id: "asked-back", role: "alert" }, sentence(told), h("div", { class: "buttons" }, buttons)));
  }

  /** @param {string} side */
  resign(side) {
    if (confirm(t("resign_sure", { people: people(side) }))) attempt(this.live.order("resign", { decision: this.known.scene.decision, side }));
  }

  /** What the server says of the record and, where this browser has kept something of the match, what it finds itself. */
  async verify() {
    const { match } = this.known;
    const said = (await attempt(verifyMatch(match))) ?? "";
    const record = this.lots.receipt && (await fetch(`/api/matches/${match}/record`).then((got) => got.text()));
    toast([record ? this.lots.check(record) : "", said].filter(Boolean).join(" "), record ? 20_000 : undefined);
  }

  save() {
    location.href = `/api/matches/${this.known.match}/record`;
  }

  async rematch() {
    const nonce = freshNonce();
    const join = (/** @type {{ commitment?: string }} */ share) => ask("POST /api/matches/{match}/rematch", { match: this.known.match }, share, this.known.key);
    const without = (/** @type {unknown} */ error) => {
      if (!isStatus(error, 409) || !confirm(wordsOf(error))) throw error;
      return join({});
    };
    const made = await attempt(join({ commitment: commitmentOf(nonce) }).catch(without));
    if (!made) return;
    keep(made.match, { nonce });
    remember(made.match, { key: this.known.key, fresh: true });
    location.href = `/m/${made.match}`;
  }

  /** Take a position of the past into the studio. @param {number} frame */
  async whatIf(frame) {
    const { match, key } = this.known;
    const made = await attempt(ask("POST /api/matches/{match}/studio", { match }, { frame }, key));
    if (!made) return;
    localStorage.setItem("studio-draft", made.text);
    location.href = "/studio?draft";
  }

  /** Play on from a position of the past, in a match of its own; as nobody, it goes to the studio. @param {number} frame @param {string[]} mine */
  async branch(frame, mine) {
    const { match, key, seats } = this.known;
    if (!mine.length) return this.whatIf(frame);
    const wish = { frame, seats: Object.fromEntries(seats.map(({ side }) => [side, mine.includes(side) ? "me" : "regular"])) };
    const made = await attempt(ask("POST /api/matches/{match}/branch", { match }, wish, key));
    if (!made) return;
    remember(made.match, { key: made.key, briefed: mine });
    if (mine.length > 1) localStorage.setItem(`both ${made.match}`, "yes");
    location.href = `/m/${made.match}`;
  }

  /** @param {number} seconds */
  setPace(seconds) {
    this.known.pace = seconds;
    this.live.order("pace", { seconds }).catch(() => {});
  }

  /** @param {string} side */
  curtain(side) {
    const box = byId("curtain");
    box.hidden = !side;
    if (!side) return;
    const sit = () => attempt(this.live.order("sit", { side }));
    const both = () => {
      localStorage.setItem(`both ${this.known.match}`, "yes");
      sit();
    };
    if (localStorage.getItem(`both ${this.known.match}`)) {
      box.hidden = true;
      return void sit();
    }
    swap(
      box,
      h("h2", { id: "curtain-title" }, t("pass_screen", { people: people(side) })),
      h("p", { class: "quiet" }, t("pass_why")),
      h("button", { class: "go", type: "button", id: "lift", onclick: sit }, t("i_am", { people: people(side) })),
      h("button", { class: "alt", type: "button", id: "both", onclick: both }, t("play_both")),
    );
    return byId("lift").focus();
  }
}
