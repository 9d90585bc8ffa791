/** The lobby: the games in the box, one's matches, and setting up. */
import { Chooser } from "./chooser.js";
import { byId, h, icon, logo, swap } from "../shared/dom.js";
import { me, showMine, showOpen } from "../people/friends.js";
import { showProfile } from "../people/profile.js";
import { tidy } from "../people/dice_share.js";
import { ask, attempt, remember, tell, wordsOf } from "../shared/net.js";
import { pictureOf } from "../shared/game_picture.js";
import { depth, openSchool } from "../school/school.js";
import { flipTheme, useTheme } from "../shared/theme.js";
import { t, writeTexts } from "../shared/texts.js";

const COUNTS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];

/** @type {Wire.LevelTold[]} */
let levels = [];

function top() {
  const profile = h("button", { class: "alt", type: "button", id: "to-profile", onclick: () => attempt(showProfile(named, () => file.click())) });
  const named = () => swap(profile, me().name || t("profile"));
  named();
  const file = h("input", { type: "file", accept: ".grog", hidden: true, "aria-label": t("import"), onchange: open });
  swap(
    byId("top"),
    h("a", { class: "logo", href: "/", "aria-label": "Grognard" }, logo(), h("span", {}, "grognard")),
    h("nav", { class: "tabs-of", "aria-label": t("lobby") }, h("a", { href: "#play", id: "to-play" }, t("play")), h("a", { href: "#learn", id: "to-learn" }, t("learn")), h("a", { href: "/studio", id: "to-studio" }, t("studio"))),
    h("div", { class: "fill" }),
    file,
    h("button", { class: "alt on-desks", type: "button", onclick: () => file.click() }, t("import")),
    profile,
    h("button", { class: "round", type: "button", "aria-label": t("theme"), onclick: flipTheme }, icon("theme")),
  );
}

/** @param {Event} event */
async function open(event) {
  const [file] = /** @type {HTMLInputElement} */ (event.target).files ?? [];
  if (!file) return;
  try {
    enter(await ask("POST /api/records", {}, new Blob([await file.arrayBuffer()])));
  } catch (error) {
    tell(error);
  }
}

/** Go to a match one has just been given a seat at. @param {Wire.SeatGiven} made */
function enter(made, fresh = false, coached = false) {
  remember(made.match, { key: made.key, invites: made.invites, fresh, coached });
  location.href = `/m/${made.match}`;
}

// ------------------------------------------------------------ games

/** @param {Wire.GameTold} game @param {"friend"} [guest] */
function setUp(game, guest) {
  new Chooser(game, levels, (made) => enter(made, true)).show(guest);
}

/** @param {Wire.GameTold} game @param {string} wide */
function card(game, wide) {
  const turns = Math.max(...game.scenarios.map((scenario) => scenario.turns));
  const sides = Math.max(...Object.values(game.sides).map((list) => list.length));
  const count = game.scenarios.length;
  const dates = [...new Set(game.scenarios.flatMap((scenario) => scenario.date.match(/\d{4}/g) ?? []))].sort();
  const when = dates.length > 1 ? `${dates[0]}–${String(dates.at(-1)).slice(2)}` : dates[0] ?? "";
  const art = game.board ? pictureOf(game.id, game.art) : null;
  return h(
    "article",
    { class: `game ${wide}`, "aria-labelledby": `game-${game.id}` },
    h("div", { class: "art" }, art, h("h2", { id: `game-${game.id}` }, h("small", {}, when), game.title)),
    h(
      "div",
      { class: "txt" },
      h("p", {}, game.blurb),
      h(
        "div",
        { class: "tags", "data-tags": game.id },
        h("span", {}, t("players_many", { n: sides })),
        h("span", {}, t("scenarios_many", { n: count })),
        h("span", {}, t("up_to_turns", { n: turns })),
      ),
      h(
        "div",
        { class: "row" },
        h("button", { class: "go", type: "button", "data-play": game.id, onclick: () => setUp(game) }, t("play")),
        h("a", { class: "alt", href: `#learn/${game.id}`, "data-learn": game.id }, t("learn")),
        sides > 1 ? h("button", { class: "alt", type: "button", "data-invite": game.id, onclick: () => setUp(game, "friend") }, t("invite_friend")) : null,
      ),
    ),
  );
}

/** On the card of a game: how long it takes and how deep it is. @param {Wire.PathTold} path */
function tag(path) {
  const tags = document.querySelector(`[data-tags="${path.game}"]`);
  if (path.minutes) tags?.append(h("span", {}, t("first_battle_minutes", { n: path.minutes })));
  if (path.depth) tags?.append(h("span", { class: "deep" }, t("depth"), depth(path)));
}

/** Games for one before games for two, short ones before long ones. @param {Wire.GameTold} game */
function weight(game) {
  const most = (/** @type {number[]} */ values) => Math.max(...values);
  return 1000 * most(Object.values(game.sides).map((list) => list.length)) + most(game.scenarios.map((scenario) => scenario.turns));
}

/** @param {number} index @param {number} count */
function spread(index, count) {
  if (count === 1) return "whole";
  return index < (count % 3 === 2 || count === 4 ? 2 : 0) || count === 2 || (count === 4 && index > 1) ? "wide" : "";
}

// ------------------------------------------------------------ start

async function main() {
  useTheme();
  writeTexts();
  top();
  const found = await ask("GET /api/games", {});
  levels = found.levels;
  const n = found.games.length;
  byId("sub").textContent = t("sub", { count: t("games_many", { n: n === 1 ? n : COUNTS[n] ?? n }) });
  found.games.sort((a, b) => weight(a) - weight(b));
  swap(byId("games"), found.games.map((game, i) => card(game, spread(i, n))));
  byId("left-out").hidden = !found.left_out.length;
  byId("left-out").textContent = t("left_out", { names: found.left_out.join(", ") });
  const wanted = new URLSearchParams(location.search).get("game");
  const game = found.games.find((item) => item.id === wanted);
  if (game) setUp(game);
  const paths = await openSchool(async (battle) => enter(await ask("POST /api/matches", {}, battle), true, true), found.games);
  for (const path of paths) tag(path);
  tidy();
  await showMine();
  await showOpen();
}

main().catch((/** @type {unknown} */ error) => (byId("sub").textContent = t("no_lobby", { error: wordsOf(error) })));
