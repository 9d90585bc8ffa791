/** The lobby among friends: who one is, one's matches and whose turn it is, and matches that wait for somebody. */
import { byId, h, icon, swap } from "../shared/dom.js";
import { recall } from "../shared/json.js";
import { ask, forget, remember, seats, tell } from "../shared/net.js";
import { hex, sha256 } from "../shared/sha.js";
import { sentence, t } from "../shared/texts.js";

const SHOWN = 8; // matches before one asks for all

/** How one is called and, for those who want to be rated, a secret of this browser. @returns {{ name: string, player: string }} */
export function me() {
  return { name: "", player: "", ...recall("me", {}) };
}

/** Keep how one is called. @param {string} name @param {boolean} rated */
export function call(name, rated) {
  const known = me();
  const player = rated ? known.player || hex(crypto.getRandomValues(new Uint8Array(24))) : "";
  localStorage.setItem("me", JSON.stringify({ name, player }));
}

/** How long, in the largest unit that fits. @param {number} seconds */
export function span(seconds) {
  const left = Math.max(0, seconds);
  if (left >= 2 * 86_400) return t("days", { n: Math.floor(left / 86_400) });
  if (left >= 2 * 3600) return t("hours", { n: Math.floor(left / 3600) });
  return `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, "0")}`;
}

// ------------------------------------------------------------ my matches

export async function showMine() {
  const known = Object.entries(seats()).map(([match, seat]) => ({ match, key: seat.key ?? "" }));
  if (!known.length) return;
  const { matches } = await ask("POST /api/mine", {}, { matches: known });
  matches.sort((a, b) => Number(a.over) - Number(b.over) || Number(b.yours) - Number(a.yours) || b.touched - a.touched);
  const waiting = matches.filter((match) => match.yours && !match.over).length;
  if (waiting) document.title = `(${waiting}) ${t("your_turn")} · Grognard`;
  byId("mine").hidden = !matches.length;
  const list = h("ul", { class: "matches" }, matches.slice(0, SHOWN).map(mineRow));
  const all = () => {
    swap(list, matches.map(mineRow));
    more.remove();
  };
  const more = h("button", { class: "alt", type: "button", id: "all-matches", onclick: all }, t("all_matches", { n: matches.length }));
  swap(byId("mine"), h("h2", {}, t("my_matches")), list, matches.length > SHOWN ? more : null);
  await showRatings(matches);
}

/** How strong one has shown oneself in the games one plays, with the doubt there is. @param {Wire.MatchTold[]} matches */
async function showRatings(matches) {
  const { player } = me();
  if (!player) return;
  const mark = hex(sha256("grognard seat ", player)).slice(0, 8);
  const games = new Map(matches.filter((match) => match.over).map((match) => [match.game, match.title]));
  for (const [game, name] of games) {
    const { players } = await ask("GET /api/ratings/{game}", { game });
    const mine = players.find((each) => each.mark === mark);
    if (mine) byId("mine").append(h("p", { class: "rating" }, t(mine.sure ? "rating" : "rating_unsure", { ...mine, n: mine.matches, game: name })));
  }
}

/** Whom one plays against. @param {Wire.MatchTold} match */
export function against(match) {
  const others = Object.keys(match.peoples).filter((side) => !match.mine.includes(side));
  const who = [...new Set(others.map((side) => t(`level_${match.players[side]}`, {}, match.players[side] || t("open_seat"))))];
  const mine = match.mine.map((side) => match.peoples[side]).join(", ");
  return [sentence(mine), who.length && mine ? t("against", { who: who.join(", ") }) : ""].filter(Boolean).join(" ");
}

/** How a match has ended, seen from one's own chair. @param {Wire.MatchTold} match */
function ended({ winners, mine, touched }) {
  const how = !winners.length ? "nobody_won" : mine.some((side) => winners.includes(side)) ? (mine.length === winners.length || mine.length === 1 ? "you_won" : "over") : mine.length ? "you_lost" : "over";
  const date = new Date(touched * 1000).toLocaleDateString("en-GB", { day: "numeric", month: "short" });
  return h("span", { class: `ended ${how}` }, h("b", {}, t(how)), ` · ${date}`);
}

/** Whom a match waits for. @param {Wire.MatchTold} match */
function waits(match) {
  if (match.over) return ended(match);
  if (match.yours) return t("turn_waits", match);
  const who = match.waits.map((side) => match.players[side] || match.peoples[side]).join(", ");
  return who ? t("turn_waits_for", { turn: match.turn, who }) : t("turn_of", match);
}

/** How long those who are asked have, and what happens then. @param {Wire.ClockTold | null} clock */
function clockOf(clock) {
  if (!clock?.runs.length) return null;
  const left = Math.min(...clock.runs.map((side) => clock.left[side]));
  const late = left < 6 * 3600;
  return h("span", { class: late ? "late" : "" }, " · ", span(left), late ? ` ${endOf(clock.end)}` : "");
}

/** What happens at the end of time. @param {string} end */
export function endOf(end) {
  return t(end === "lose" ? "then_lose" : end === "wait" ? "then_wait" : "then_computer");
}

/** @param {Wire.MatchTold} match */
function mineRow(match) {
  const gone = (/** @type {MouseEvent} */ event) => {
    forget(match.match);
    /** @type {Element} */ (event.target).closest("li")?.remove();
  };
  return h(
    "li",
    { class: match.yours && !match.over ? "waits" : "" },
    h(
      "a",
      { href: `/m/${match.match}` },
      h("img", { class: "small-front", alt: "", loading: "lazy", src: `/art/${match.game}/${match.battle}/front.svg`, onerror: (/** @type {Event} */ event) => /** @type {Element} */ (event.target).remove() }),
      h("span", { class: "about" }, h("b", {}, match.scenario), h("small", {}, [against(match), match.title].filter(Boolean).join(" · ")), h("small", {}, h("span", { class: match.yours && !match.over ? "yours" : "" }, waits(match)), match.over ? null : clockOf(match.clock))),
    ),
    h("button", { type: "button", "aria-label": `${t("forget")}: ${match.scenario}`, onclick: gone }, icon("close")),
  );
}

// ------------------------------------------------------------ matches that wait for somebody

export async function showOpen() {
  const { open } = await ask("GET /api/open", {});
  const mine = seats();
  const others = open.filter(({ match }) => !mine[match]);
  if (!others.length) return;
  byId("open").hidden = false;
  swap(byId("open"), h("h2", {}, t("wants_a_game")), h("ul", { class: "matches" }, others.map(openRow)));
}

/** @param {Wire.OpenTold} found */
function openRow(found) {
  const join = async () => {
    try {
      const taken = await ask("POST /api/matches/{match}/claim", { match: found.match }, { side: found.side, ...me() });
      remember(found.match, { key: taken.key, fresh: true });
      location.href = `/m/${found.match}`;
    } catch (error) {
      tell(error);
    }
  };
  const clock = found.clock ? ` · ${found.clock.bank ? t("clock_minutes", { n: found.clock.bank / 60 }) : t("clock_days", { n: found.clock.each / 86_400 })}` : "";
  return h(
    "li",
    {},
    h("div", { class: "about" }, h("b", {}, found.scenario), h("small", {}, t("open_about", { title: found.title, host: found.host || t("somebody"), people: found.people }), clock)),
    h("button", { type: "button", "data-join": found.match, onclick: join }, t("join")),
  );
}

// ------------------------------------------------------------ setting up

/** Name, clock, rating and the lobby's list: nothing of it must be answered. */
export function friendFields() {
  const known = me();
  const option = (/** @type {string} */ value, /** @type {string} */ text) => h("option", { value }, text);
  const clocks = [option("", t("clock_none")), ...[30, 60, 120].map((n) => option(`minutes ${n}`, t("clock_minutes", { n }))), ...[1, 3, 7].map((n) => option(`days ${n}`, t("clock_days", { n })))];
  return h(
    "details",
    { class: "with-friends" },
    h("summary", {}, t("with_friends")),
    h(
      "div",
      { class: "fields" },
      h("label", {}, t("your_name"), h("input", { type: "text", name: "called", maxlength: 40, value: known.name })),
      h("label", {}, t("clock"), h("select", { name: "clock" }, clocks)),
      h("label", {}, t("clock_end"), h("select", { name: "end" }, option("lose", t("end_lose")), option("recruit", t("end_computer")), option("wait", t("end_wait")))),
    ),
    h("label", { class: "tick" }, h("input", { type: "checkbox", name: "rated", checked: Boolean(known.player) }), t("rate_me")),
    h("label", { class: "tick" }, h("input", { type: "checkbox", name: "listed" }), t("list_it")),
  );
}

/** What was answered there. @param {HTMLFormElement} form */
export function friendWish(form) {
  const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  call(field("called").value.trim(), field("rated").checked);
  const [unit, n] = field("clock").value.split(" ");
  return { ...me(), listed: field("listed").checked, clock: unit ? { [unit]: Number(n), end: field("end").value } : null };
}
