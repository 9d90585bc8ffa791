/** The page of the operator: how busy it is, who plays, what was said; to remove and to shut out. */
import { byId, h, swap, toast } from "../shared/dom.js";
import { ask, attempt, tell } from "../shared/net.js";
import { t } from "../shared/texts.js";

const EVERY = 5000; // milliseconds between two looks
const DAY = 24; // hours
const HOUR = 3600; // seconds
let key = "";
let sure = ""; // what has been clicked once, and is done at the second click
let shown = ""; // what the page shows now: nothing is drawn again while nothing has changed

/** A table with its heading, or a word where it would be empty. @param {string} title @param {string[]} heads @param {Page.Inside[][]} rows @param {string} nothing */
function list(title, heads, rows, nothing) {
  const head = h("tr", {}, heads.map((name) => h("th", { scope: "col" }, name)));
  const body = rows.map((row) => h("tr", {}, row.map((cell) => h("td", {}, cell))));
  const table = h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": title }, h("table", {}, h("thead", {}, head), h("tbody", {}, body)));
  return h("section", {}, h("h2", {}, title), rows.length ? table : h("p", { class: "quiet" }, nothing));
}

/** A button that must be clicked twice if it cannot be undone. @param {string} text @param {string} label @param {boolean} twice @param {() => Promise<unknown>} act */
function button(text, label, twice, act) {
  const click = async () => {
    if (twice && sure !== label) {
      sure = label;
      return look();
    }
    sure = "";
    if ((await attempt(act())) !== null) toast(t("admin_done"));
    return look();
  };
  const asked = sure === label;
  return h("button", { type: "button", class: "alt", "aria-label": asked ? `${t("admin_sure")} ${label}` : label, onclick: click }, asked ? t("admin_sure") : text);
}

/** @param {string} address @param {number} hours */
const ban = (address, hours) => ask("POST /api/admin/ban", {}, { address, hours }, key);

/** @param {string} match @param {number} number */
const remove = (match, number) => ask("POST /api/admin/remove", {}, { match, number }, key);

/** @param {Wire.RoomTold} room */
function roomRow(room) {
  const seats = room.seats.map((seat) => h("li", {}, [seat.side, seat.name || seat.player].join(": ")));
  const pages = room.pages.map(({ address, sides }) =>
    h("li", {}, `${address} (${sides.join(", ") || t("admin_watches")})`, button(t("admin_shut_out"), t("admin_shut_out_who", { address }), true, () => ban(address, DAY))),
  );
  const what = [h("a", { href: `/m/${room.match}` }, room.match), h("br"), `${room.game}, ${room.scenario}, ${t("admin_turn", { turn: room.turn })}`];
  return [what, h("ul", {}, seats), h("ul", {}, pages), button(t("admin_remove"), t("admin_remove_match", { match: room.match }), true, () => remove(room.match, 0))];
}

/** @param {Wire.WordsTold} said */
function wordsRow(said) {
  const away = button(t("admin_remove"), t("admin_remove_words", { who: said.who }), true, () => remove(said.match, said.number));
  return [new Date(said.at * 1000).toLocaleString(), h("a", { href: `/m/${said.match}` }, said.match), said.who, said.text, away];
}

/** @param {Wire.LoadTold} load */
function loadTold(load) {
  const hours = t("admin_hours", { hours: ((Date.now() / 1000 - load.begun) / HOUR).toFixed(1) });
  const figures = {
    admin_up: hours,
    admin_memory: t("admin_mib", { n: load.memory }),
    admin_processor: t("admin_seconds", { n: Math.round(load.processor) }),
    admin_busy: load.busy.toFixed(1),
    admin_matches: load.matches,
    admin_quick: load.quick,
    admin_searchers: load.searchers,
    admin_analyses: load.analyses,
    admin_trials: load.trials,
    admin_elsewhere: load.elsewhere,
  };
  const rows = Object.entries(figures).map(([name, value]) => h("div", {}, h("dt", {}, t(name)), h("dd", {}, String(value))));
  return h("section", {}, h("h2", {}, t("admin_load")), h("dl", {}, rows));
}

/** Ask how things stand and show it; the focus stays where it is. */
async function look() {
  const told = await ask("GET /api/admin", {}, undefined, key);
  const now = JSON.stringify([told.rooms, told.words, told.bans, sure]);
  const load = loadTold(told.load);
  if (now === shown) {
    byId("admin").children[1].replaceWith(load);
    return;
  }
  shown = now;
  const held = document.activeElement?.getAttribute("aria-label");
  const rooms = list(t("admin_rooms"), [t("admin_match"), t("admin_seats"), t("admin_pages"), t("admin_act")], told.rooms.map(roomRow), t("admin_nobody"));
  const words = list(t("admin_words"), [t("admin_when"), t("admin_match"), t("admin_who"), t("admin_text"), t("admin_act")], told.words.map(wordsRow), t("admin_silence"));
  const bans = told.bans.map(({ address, hours }) => [address, t("admin_hours", { hours }), button(t("admin_let_in"), t("admin_let_in_who", { address }), false, () => ban(address, 0))]);
  swap(byId("admin"), h("h1", {}, t("admin_title")), load, rooms, words, list(t("admin_bans"), [t("admin_address"), t("admin_left"), t("admin_act")], bans, t("admin_no_bans")));
  if (held) [...document.querySelectorAll("button")].find((one) => (one.getAttribute("aria-label") ?? "").endsWith(held))?.focus();
}

/** @param {SubmitEvent} event */
async function open(event) {
  event.preventDefault();
  const field = document.querySelector("input");
  key = field?.value.trim() ?? "";
  try {
    await look();
  } catch (error) {
    return tell(error);
  }
  byId("admin").classList.remove("note");
  setInterval(() => look().catch(tell), EVERY);
}

const field = h("label", {}, t("admin_key"), h("input", { type: "password", autocomplete: "off", required: true }));
byId("admin").classList.add("note");
swap(byId("admin"), h("h1", {}, t("admin_title")), h("p", {}, t("admin_about")), h("form", { class: "row", onsubmit: open }, field, h("button", { class: "go" }, t("admin_open"))));
