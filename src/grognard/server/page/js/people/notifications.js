/** Your turn: the title, a sound and a notification of the browser, when one looks elsewhere; and the clocks. */
import { byId, h, swap, toast } from "../shared/dom.js";
import { endOf, span } from "./friends.js";
import { soundsOn } from "../shared/sounds.js";
import { sentence, t, title } from "../shared/texts.js";

const SECOND = 1000;
const SOON = 60; // seconds, when a clock is shown as late

/** Does one want to be told? */
export function wantsNotice() {
  return localStorage.getItem("notice") === "yes";
}

/** Be told, or no longer. */
export async function flipNotice() {
  const on = !wantsNotice();
  localStorage.setItem("notice", on ? "yes" : "no");
  if (on && "Notification" in window && Notification.permission === "default") await Notification.requestPermission();
  if (on) ring();
}

/** Two short notes. */
function ring() {
  const audio = new AudioContext();
  [660, 880].forEach((pitch, i) => {
    const note = audio.createOscillator();
    const loud = audio.createGain();
    const from = audio.currentTime + 0.16 * i;
    note.frequency.value = pitch;
    loud.gain.setValueAtTime(0.12, from);
    loud.gain.exponentialRampToValueAtTime(0.001, from + 0.3);
    note.connect(loud).connect(audio.destination);
    note.start(from);
    note.stop(from + 0.3);
  });
}

export class Notice {
  /** @param {Page.Known} known */
  constructor(known) {
    this.known = known;
    this.asked = false; // was one asked something before?
    this.last = ""; // line of the log
    setInterval(() => this.drawClocks(), SECOND);
  }

  /** A scene has come. @param {Page.Scene} scene */
  seen(scene) {
    const asked = Boolean(scene.ask);
    this.clock = scene.clock ?? null;
    this.last = scene.log.lines.at(-1)?.text ?? "";
    if (asked && !this.asked && !scene.whole && document.hidden && wantsNotice()) this.tell();
    this.asked = asked;
    this.at = Date.now();
    this.drawClocks();
  }

  /** Somebody has taken a seat that was open. @param {Wire.SeatTold[]} seats */
  arrived(seats) {
    const open = new Set(this.known.seats.filter((seat) => seat.open).map(({ side }) => side));
    const come = seats.filter((seat) => open.has(seat.side) && !seat.open);
    if (!come.length || !this.known.you.length) return;
    toast(t("has_come", { who: sentence(come.map(({ name }) => name || t("somebody")).join(", ")) }));
    if (soundsOn()) ring();
  }

  /** Which match, what has happened, and how long one has. */
  tell() {
    ring();
    if (!("Notification" in window) || Notification.permission !== "granted") return;
    const { about, match, you } = this.known;
    const mine = you.find((side) => this.clock?.runs.includes(side));
    const told = [`${about.title}: ${about.scenario.title}.`, this.last, mine && this.clock ? t("time_left", { time: span(this.clock.left[mine]) }) : ""];
    const shown = new Notification(t("your_turn"), { body: told.filter(Boolean).join(" "), tag: match });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  }

  /** How much time everybody has, and what happens to whoever has none left. */
  drawClocks() {
    const box = byId("clocks");
    const { clock } = this;
    box.hidden = !clock || Boolean(this.known.scene.result);
    if (!clock || box.hidden) return;
    const gone = (Date.now() - (this.at ?? 0)) / SECOND;
    const rows = this.known.seats.filter((seat) => seat.side in clock.left).map(({ side, name }) => {
      const runs = clock.runs.includes(side);
      const left = clock.left[side] - (runs ? gone : 0);
      return h("div", { class: runs ? (left < SOON ? "runs late" : "runs") : "" }, h("span", {}, name || title(side)), h("b", {}, span(left)), runs && left < SOON ? h("small", {}, endOf(clock.end)) : null);
    });
    swap(box, rows);
  }
}
