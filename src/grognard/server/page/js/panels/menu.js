/** The menu: links to share, takeback, resign, pace, the board in words, and what to do with a finished match. */
import { dialogOf, h, icon, swap, toast } from "../shared/dom.js";
import { facing } from "../map/facing.js";
import { letterRow } from "../people/turn_mail.js";
import { kept } from "../people/dice_share.js";
import { ask, seats } from "../shared/net.js";
import { flipNotice, wantsNotice } from "../people/notifications.js";
import { setSpeed, SPEEDS, speed } from "./playback.js";
import { qrPicture } from "../shared/qr.js";
import { showReport } from "../review/report.js";
import { flipSounds, soundsOn } from "../shared/sounds.js";
import { flipMapTone, flipTheme } from "../shared/theme.js";
import { people, t, title } from "../shared/texts.js";

/** A link with a button to copy it. @param {string} label @param {string} address */
function linkBox(label, address) {
  const field = h("input", { type: "text", readonly: true, value: address, "aria-label": label, onfocus: () => field.select() });
  const copy = async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(address);
      toast(t("copied"));
    } catch {
      document.execCommand("copy");
    }
  };
  return [h("h3", {}, label), h("div", { class: "linkbox" }, field, h("button", { class: "alt", type: "button", onclick: copy }, t("copy")))];
}

/** The invitations that nobody has taken up yet, by side. @param {Page.Known} known */
function openInvites(known) {
  const given = Object.entries(seats()[known.match]?.invites ?? {});
  return given.filter(([side]) => known.seats.some((seat) => seat.side === side && seat.open)).map(([side, invite]) => [side, `${location.origin}/m/${known.match}#invite=${invite}`]);
}

/** Large, while one waits: the link to send, and as a code for a phone. @param {Page.Known} known */
export function inviteBoxes(known) {
  const alone = ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);
  return openInvites(known).map(([side, address]) =>
    h("section", { class: "invite" }, linkBox(t("send_this", { people: people(side) }), address), alone ? null : qrPicture(address, t("qr_label")), h("p", { class: "quiet" }, t(alone ? "only_here" : "who_opens"), alone ? h("code", {}, "grognard serve --host 0.0.0.0") : null)),
  );
}

export class Menu {
  /**
   * @param {Page.Known} known
   * @param {{ pieces: Page.Pieces, threats: Page.Threats, replay: Page.Replay, affairs: Page.Affairs, lots: Page.Lots, analysis: Page.Analysis }} parts
   */
  constructor(known, { pieces, threats, replay, affairs, lots, analysis }) {
    this.known = known;
    this.pieces = pieces;
    this.threats = threats;
    this.replay = replay;
    this.affairs = affairs;
    this.lots = lots;
    this.analysis = analysis;
    this.dialog = dialogOf("menu");
  }

  show() {
    const { known } = this;
    const here = `${location.origin}/m/${known.match}`;
    const running = !known.scene.result;
    const frame = this.replay.on ? `?at=${this.replay.frame}` : "";
    swap(
      this.dialog,
      h("header", {}, h("h2", { id: "menu-title" }, t("menu")), h("button", { class: "round", type: "button", "aria-label": t("close"), onclick: () => this.dialog.close() }, icon("close"))),
      h(
        "div",
        { class: "body", tabindex: 0 },
        openInvites(known).map(([side, address]) => linkBox(t("invite", { people: people(side) }), address)),
        this.seatLink(here),
        linkBox(!running && frame ? t("position_link") : t("watch_link"), here + (running ? "" : frame)),
        h("h3", {}, known.about.scenario.title),
        h("div", { class: "menu-list" }, this.actions(running)),
        h("h3", {}, t("keys")),
        h("p", { class: "quiet" }, t("keys_list")),
        h("h3", {}, t("board_text")),
        this.inWords(),
      ),
    );
    this.dialog.showModal();
  }

  /** @param {boolean} running */
  actions(running) {
    const { you } = this.known;
    const button = (/** @type {string} */ label, /** @type {() => unknown} */ act) => h("button", { type: "button", onclick: () => { this.dialog.close(); act(); } }, label);
    const made = [];
    if (running && you.length) {
      made.push(button(t("takeback"), () => this.affairs.takeBack()));
      made.push(button(t("report_so_far"), () => showReport(this.known)));
      for (const side of you) made.push(button(`${t("resign")} (${title(side)})`, () => this.affairs.resign(side)));
    }
    if (!running) made.push(button(t("analysis"), () => this.analysis.show()));
    if (!running) made.push(button(t("verify"), () => this.affairs.verify()), button(t("export"), () => this.affairs.save()));
    if (this.lots.receipt) made.push(button(t("receipt"), () => this.lots.saveReceipt()));
    if (!running && you.length) made.push(button(t(this.known.scene.onward?.scenario ? "next_battle" : "rematch"), () => this.affairs.rematch()));
    made.push(this.pace());
    const speeds = h("select", { onchange: () => setSpeed(speeds.value) }, SPEEDS.map((n) => h("option", { value: n, selected: Number(n) === speed() }, t(`speed_${n}`))));
    made.push(h("label", {}, t("speed"), speeds));
    if (running && you.length) made.push(button(t(wantsNotice() ? "notice_off" : "notice_on"), flipNotice), letterRow(this.known, () => this.dialog.close()));
    made.push(button(t("theme"), flipTheme), button(t("map_tone"), flipMapTone), button(t(soundsOn() ? "sounds_off" : "sounds_on"), flipSounds));
    return made;
  }

  /** One's own seat on another device: whoever has this link plays in one's place. @param {string} here */
  seatLink(here) {
    const { key, match, scene } = this.known;
    if (!key || scene.result) return null;
    const { nonce } = kept(match);
    const address = `${here}#key=${key}${nonce ? `&nonce=${nonce}` : ""}`;
    return h("details", { class: "seat-link" }, h("summary", {}, t("seat_link")), h("p", { class: "quiet" }, t("seat_link_about")), linkBox(t("seat_link"), address), qrPicture(address, t("qr_label")));
  }

  /** How fast computer players answer: for players, and for those who watch computers alone. */
  pace() {
    const { seats: all, you, pace } = this.known;
    const computers = all.filter((seat) => seat.player !== "human").length;
    if (!computers || (!you.length && computers < all.length)) return null;
    const slider = h("input", { type: "range", min: 0, max: 3, step: 0.1, value: String(pace), oninput: () => this.affairs.setPace(Number(slider.value)) });
    return h("label", {}, t("pace"), slider);
  }

  /** What lies where, and what is threatened, for those who do not see the map. */
  inWords() {
    /** @type {Map<string, string[]>} */
    const places = new Map();
    for (const view of this.pieces.views.values()) {
      const name = [view.hidden ? t("hidden_piece") : view.name, view.values, facing(view), (view.marks ?? []).join(" ").replaceAll("_", " ")].filter(Boolean).join(" ");
      places.set(view.place, [...(places.get(view.place) ?? []), `${title(view.side)} ${name}`]);
    }
    const rows = [...places].sort().map(([place, pieces]) => h("li", {}, t("pieces_at", { place: place || t("off_map"), pieces: pieces.join(", ") })));
    const threats = this.threats.list().map(({ place, words }) => h("li", {}, t("pieces_at", { place, pieces: words })));
    return [h("ul", { class: "quiet" }, rows), threats.length ? [h("h3", {}, t("threats")), h("ul", { class: "quiet" }, threats)] : null];
  }
}

/** Check a finished match in one click. @param {string} match */
export async function verifyMatch(match) {
  const found = await ask("GET /api/matches/{match}/verify", { match });
  return found.honest
    ? t("verified", { answers: found.answers, dice: found.dice, secret: `${found.secret?.slice(0, 16)}…` })
    : t(found.older ? "older_rules" : "not_verified", { error: found.error });
}
