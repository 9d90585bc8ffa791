/** The lobby: the games in the box, one's matches, and setting up. */
import { byId, dialogOf, h, icon, inside, logo, swap } from "./dom.js";
import { friendFields, friendWish, showMine, showOpen } from "./friends.js";
import { commitmentOf, freshNonce, keep, tidy } from "./lots.js";
import { ask, remember, tell, wordsOf } from "./net.js";
import { pictureOf } from "./picture.js";
import { depth, openSchool } from "./school.js";
import { flipTheme, useTheme } from "./theme.js";
import { sentence, t, title, writeTexts } from "./words.js";

const COUNTS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];

/** @type {Wire.LevelTold[]} */
let levels = [];

function top() {
  const file = h("input", { type: "file", accept: ".grog", hidden: true, "aria-label": t("import"), onchange: open });
  swap(
    byId("top"),
    h("a", { class: "logo", href: "/", "aria-label": "Grognard" }, logo(), h("span", {}, "grognard")),
    h("nav", { class: "tabs-of", "aria-label": t("lobby") }, h("a", { href: "#play", id: "to-play" }, t("play")), h("a", { href: "#learn", id: "to-learn" }, t("learn")), h("a", { href: "/studio", id: "to-studio" }, t("studio"))),
    h("div", { class: "fill" }),
    file,
    h("button", { class: "alt", type: "button", onclick: () => file.click() }, t("import")),
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
  if (path.minutes) tags?.append(h("span", {}, t("about_minutes", { n: path.minutes })));
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

// ------------------------------------------------------------ setting up

/** @param {Wire.GameTold} game */
function setUp(game, guest = levels[1]?.id) {
  const dialog = dialogOf("setup");
  const form = h("form", { method: "dialog", onsubmit: (/** @type {Event} */ event) => begin(event, game, form) });
  const chosen = () => scenarioOf(form) ?? game.scenarios[0].id;
  const rest = h("div", {});
  const seating = h("div", {});
  const reseat = async () => {
    const wish = { game: game.id, scenario: chosen(), options: pairs(form, "option", "option") };
    try {
      const { sides } = await ask("POST /api/sides", {}, wish);
      swap(seating, seatFields(sides, guest));
    } catch (error) {
      tell(error);
    }
  };
  const redraw = () => {
    swap(rest, seating, optionFields(game, chosen(), reseat), friendFields());
    swap(seating, seatFields(game.sides[chosen()], guest));
  };
  const scenarios = game.scenarios.map((scenario, i) =>
    h(
      "label",
      { class: "pick" },
      h("input", { type: "radio", name: "scenario", value: scenario.id, checked: i === 0, onchange: redraw }),
      h("span", {}, h("b", {}, scenario.title), h("small", {}, sentence(scenario.blurb))),
    ),
  );
  swap(
    form,
    h(
      "header",
      {},
      h("h2", { id: "setup-title" }, game.title),
      h("button", { class: "round", type: "button", "aria-label": t("close"), onclick: () => dialog.close() }, icon("close")),
    ),
    h("div", { class: "body setup" }, h("div", {}, h("h3", {}, t("scenario")), h("div", { class: "picks" }, scenarios)), rest),
    h(
      "div",
      { class: "foot" },
      h("button", { class: "go", type: "submit", "data-start": game.id }, t("start")),
      h("button", { class: "alt", type: "button", onclick: () => dialog.close() }, t("cancel")),
    ),
  );
  dialog.classList.toggle("long", scenarios.length > 3);
  swap(dialog, form);
  redraw();
  dialog.showModal();
  inside(form, "[data-start]").focus();
}

/**
 * Who plays each side, and how strong: a person, a friend by link, or a computer of some strength.
 * @param {string[]} sides
 * @param {string | undefined} guest
 */
function seatFields(sides, guest) {
  const rows = sides.map((side, i) => {
    const mine = i === 0 ? "me" : guest;
    const option = (/** @type {string} */ value, /** @type {string} */ name) => h("option", { value, selected: value === mine }, name);
    const about = h("small", { id: `about-${side}` });
    const tell = (/** @type {string} */ value) => (about.textContent = aboutPlayer(value));
    const who = h(
      "select",
      { name: "seat", "data-side": side, "aria-describedby": about.id, onchange: () => tell(who.value) },
      option("me", t("me")),
      sides.length > 1 ? option("friend", t("friend")) : null,
      h("optgroup", { label: t("computer") }, levels.map((level) => option(level.id, t("computer_level", { name: t(`level_${level.id}`, {}, level.title) })))),
    );
    tell(mine ?? "");
    return h("label", {}, title(side), who, about);
  });
  return [h("h3", {}, t("seats")), h("div", { class: "fields seats-of" }, rows)];
}

/** The scenario that is chosen. @param {HTMLFormElement} form */
function scenarioOf(form) {
  return /** @type {HTMLInputElement | null} */ (form.querySelector("input[name=scenario]:checked"))?.value;
}

/** What to expect of a player. @param {string} id */
function aboutPlayer(id) {
  const level = levels.find((item) => item.id === id);
  return level ? t(`level_about_${id}`, {}, level.about) : t(id === "friend" ? "friend_about" : "me_about");
}

/** Is there anything to choose in a scenario? @param {Wire.Option} option @param {string} scenario */
function fits(option, scenario) {
  return !option.besides.includes(scenario) && (!option.scenarios.length || option.scenarios.includes(scenario));
}

/** @param {Wire.GameTold} game @param {string} scenario @param {() => void} changed */
function optionFields(game, scenario, changed) {
  const options = game.options.filter((option) => fits(option, scenario));
  if (!options.length) return null;
  const rows = options.map((option) => {
    const values = option.values.map((value) => h("option", { value }, sentence(value)));
    return h("label", {}, option.title, h("select", { name: "option", "data-option": option.id, onchange: changed }, values), option.about ? h("small", { class: "quiet" }, option.about) : null);
  });
  return [h("h3", {}, t("options")), h("div", { class: "fields" }, rows)];
}

/** The values of all fields of a kind. @param {HTMLFormElement} form @param {string} name @param {string} key */
function pairs(form, name, key) {
  const fields = /** @type {HTMLSelectElement[]} */ ([...form.querySelectorAll(`select[name=${name}]`)]);
  return Object.fromEntries(fields.map((field) => [field.dataset[key] ?? "", field.value]));
}

/** @param {Event} event @param {Wire.GameTold} game @param {HTMLFormElement} form */
async function begin(event, game, form) {
  event.preventDefault();
  const go = /** @type {HTMLButtonElement} */ (inside(form, "[data-start]"));
  go.disabled = true;
  try {
    const wish = { game: game.id, scenario: scenarioOf(form) ?? "", options: pairs(form, "option", "option"), seats: pairs(form, "seat", "side"), ...friendWish(form) };
    const nonce = Object.values(wish.seats).includes("friend") ? freshNonce() : "";
    const made = await ask("POST /api/matches", {}, { ...wish, commitment: nonce ? commitmentOf(nonce) : "" });
    if (nonce) keep(made.match, { nonce });
    enter(made, true);
  } catch (error) {
    go.disabled = false;
    tell(error);
  }
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
  const paths = await openSchool(async (battle) => enter(await ask("POST /api/matches", {}, battle), true, true));
  for (const path of paths) tag(path);
  tidy();
  await showMine();
  await showOpen();
}

main().catch((/** @type {unknown} */ error) => (byId("sub").textContent = t("no_lobby", { error: wordsOf(error) })));
