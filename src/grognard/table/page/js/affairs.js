/** What is done with a match as a whole: taking back, giving up, checking it, playing it again, passing the screen on. */
import { byId, h, swap, toast } from "./dom.js";
import { verifyMatch } from "./menu.js";
import { ask, remember } from "./net.js";
import { t, title } from "./words.js";

export class Affairs {
  constructor(table) {
    this.table = table;
  }

  takeBack() {
    return this.table.try(this.table.live.order("back", { decision: this.table.scene.decision, side: this.table.you.includes(this.table.scene.asked[0]) ? this.table.scene.asked[0] : this.table.you[0] }));
  }

  /** A takeback that is asked for: the others agree or decline, whoever asked may withdraw it. */
  showBack(back) {
    const { you, live } = this.table;
    byId("asked-back")?.remove();
    if (!back || !you.length) return;
    const { request, side, answers, text: words, waits } = back;
    const mine = you.includes(side);
    const say = (what) => this.table.try(live.order(what, { request, side: mine ? side : you.find((seat) => waits.includes(seat)) ?? you[0] }));
    const button = (what, label, cls) => h("button", { class: cls, type: "button", "data-back": what, onclick: () => say(what) }, t(label));
    const buttons = mine ? [button("decline", "withdraw", "alt")] : [button("agree", "agree", "go"), button("decline", "decline", "alt")];
    const told = t(answers === 1 ? "takeback_one" : "takeback_many", { side: title(side), n: answers }) + (words ? ` ${t("takeback_of", { side: title(side), text: words })}` : "");
    byId("panel").prepend(h("div", { class: "card", id: "asked-back", role: "alert" }, told, h("div", { class: "buttons" }, buttons)));
  }

  resign(side) {
    if (confirm(t("resign_sure", { side: title(side) }))) this.table.try(this.table.live.order("resign", { decision: this.table.scene.decision, side }));
  }

  async verify() {
    toast((await this.table.try(verifyMatch(this.table.match))) ?? "");
  }

  save() {
    location.href = `/api/matches/${this.table.match}/record`;
  }

  async rematch() {
    const made = await this.table.try(ask("POST", `/api/matches/${this.table.match}/rematch`, undefined, this.table.seatKey));
    if (!made) return;
    remember(made.match, { key: this.table.seatKey, fresh: true });
    location.href = `/m/${made.match}`;
  }

  setPace(seconds) {
    this.table.pace = seconds;
    this.table.live.order("pace", { seconds }).catch(() => {});
  }

  curtain(side) {
    const box = byId("curtain");
    box.hidden = !side;
    if (!side) return;
    const sit = () => this.table.try(this.table.live.order("sit", { side }));
    const both = () => {
      localStorage.setItem(`both ${this.table.match}`, "yes");
      sit();
    };
    if (localStorage.getItem(`both ${this.table.match}`)) {
      box.hidden = true;
      return void sit();
    }
    swap(
      box,
      h("h2", { id: "curtain-title" }, t("pass_screen", { side: title(side) })),
      h("p", { class: "quiet" }, t("pass_why")),
      h("button", { class: "go", type: "button", id: "lift", onclick: sit }, t("i_am", { side: title(side) })),
      h("button", { class: "alt", type: "button", id: "both", onclick: both }, t("play_both")),
    );
    return byId("lift").focus();
  }
}
