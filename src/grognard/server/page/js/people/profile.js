/** One's own page: name, ratings with their doubt, how matches ended, and whom one has played with. */
import { dialogOf, h, icon, swap } from "../shared/dom.js";
import { against, call, me } from "./friends.js";
import { ask, seats } from "../shared/net.js";
import { hex, sha256 } from "../shared/sha.js";
import { sentence, t } from "../shared/texts.js";

const LATEST = 8; // matches listed
const LOW = 1000, HIGH = 2200; // of the scale of ratings

/** @typedef {{ won: number, drawn: number, lost: number }} Record */

/** Who won, seen from one's own chair. @param {Wire.MatchTold} match @returns {keyof Record} */
function how({ mine, winners }) {
  return !winners.length ? "drawn" : mine.some((side) => winners.includes(side)) ? "won" : "lost";
}

/** How some matches ended, added up by what they are told apart by. @param {Wire.MatchTold[]} matches @param {(match: Wire.MatchTold) => string[]} names */
function records(matches, names) {
  /** @type {Map<string, Record>} */
  const found = new Map();
  for (const match of matches) {
    for (const name of names(match)) {
      const sum = found.get(name) ?? { won: 0, drawn: 0, lost: 0 };
      sum[how(match)] += 1;
      found.set(name, sum);
    }
  }
  return [...found].sort(([, a], [, b]) => b.won + b.drawn + b.lost - (a.won + a.drawn + a.lost));
}

/** Those one has played against. @param {Wire.MatchTold} match */
function opponents(match) {
  const others = Object.keys(match.players).filter((side) => !match.mine.includes(side));
  return [...new Set(others.map((side) => match.players[side]).filter(Boolean).map((who) => t(`level_${who}`, {}, who)))];
}

/** @param {[string, Record]} row */
function line([name, sum]) {
  return h("tr", {}, h("th", { scope: "row" }, sentence(name)), h("td", { class: "num" }, String(sum.won)), h("td", { class: "num" }, String(sum.drawn)), h("td", { class: "num" }, String(sum.lost)));
}

/** @param {string} heading @param {[string, Record][]} rows */
function table(heading, rows) {
  if (!rows.length) return null;
  return h("table", { class: "tally" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t(heading)), ["tally_won", "tally_drawn", "tally_lost"].map((key) => h("th", { scope: "col", class: "num" }, t(key))))), h("tbody", {}, rows.map(line)));
}

/** A rating as a band on a scale: as wide as it is in doubt. @param {string} game @param {Wire.RatedTold} rated */
function band(game, { rating, doubt, matches, sure }) {
  const place = (/** @type {number} */ value) => `${Math.max(0, Math.min(100, ((value - LOW) / (HIGH - LOW)) * 100)).toFixed(1)}%`;
  const wide = h("i", {});
  wide.style.left = place(rating - doubt);
  wide.style.right = `calc(100% - ${place(rating + doubt)})`;
  const told = sure ? t("rated_at", { rating, doubt }) : t("rated_unsure", { n: matches });
  return h("li", {}, h("b", {}, game), h("span", {}, told), sure ? h("span", { class: "band", "aria-hidden": "true" }, wide) : null);
}

/** What is known of one's strength in the games one has played here. @param {Wire.MatchTold[]} over */
async function ratings(over) {
  const { player } = me();
  if (!player) return h("p", { class: "quiet" }, t("rated_not"));
  const mark = hex(sha256("grognard seat ", player)).slice(0, 8);
  const games = [...new Map(over.map((match) => [match.game, match.title]))];
  const found = await Promise.all(games.map(async ([game, title]) => {
    const { players } = await ask("GET /api/ratings/{game}", { game });
    const mine = players.find((each) => each.mark === mark);
    return mine ? [band(title, mine)] : [];
  }));
  const rows = found.flat();
  return rows.length ? h("ul", { class: "bands" }, rows) : h("p", { class: "quiet" }, t("rated_nothing"));
}

/** @param {Wire.MatchTold} match */
function latest(match) {
  const date = new Date(match.touched * 1000).toLocaleDateString("en-GB", { day: "numeric", month: "short" });
  return h("li", {}, h("a", { href: `/m/${match.match}` }, h("b", {}, match.scenario), " ", h("span", {}, `${t(`profile_${how(match)}`)} · ${date}`), h("small", {}, sentence(against(match)))));
}

/** The page behind one's name. @param {() => unknown} renamed @param {() => unknown} open a record */
export async function showProfile(renamed, open) {
  const dialog = dialogOf("profile");
  const known = Object.entries(seats()).map(([match, seat]) => ({ match, key: seat.key ?? "" }));
  const matches = known.length ? (await ask("POST /api/mine", {}, { matches: known })).matches : [];
  const over = matches.filter((match) => match.over && match.mine.length).sort((a, b) => b.touched - a.touched);
  const name = h("input", { type: "text", id: "profile-name", maxlength: 40, value: me().name, onchange: () => { call(name.value.trim(), Boolean(me().player)); renamed(); } });
  swap(
    dialog,
    h("header", {}, h("h2", { id: "profile-title" }, t("profile")), h("button", { class: "round", type: "button", "aria-label": t("close"), onclick: () => dialog.close() }, icon("close"))),
    h(
      "div",
      { class: "body" },
      h("label", { class: "fields" }, t("your_name"), name),
      h("p", { class: "quiet" }, t("profile_about")),
      h("h3", {}, t("profile_ratings")),
      await ratings(over),
      over.length ? [table("tally_game", records(over, (match) => [match.title])), table("tally_against", records(over, opponents)), h("h3", {}, t("profile_latest")), h("ul", { class: "latest" }, over.slice(0, LATEST).map(latest))] : h("p", {}, t("profile_empty")),
      h("p", { class: "row" }, h("button", { class: "alt", type: "button", id: "open-record", onclick: open }, t("import"))),
    ),
  );
  dialog.showModal();
}
