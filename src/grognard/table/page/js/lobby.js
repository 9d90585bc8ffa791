/** The lobby: the games in the box, one's matches, and setting up. */
import { byId, dialogOf, h, icon, logo, swap, toast } from "./dom.js";
import { ask, forget, remember, seats } from "./net.js";
import { flipTheme, theme, useTheme } from "./theme.js";
import { sentence, t, title, writeTexts } from "./words.js";

let levels = [];

function top() {
  const file = h("input", { type: "file", accept: ".grog", hidden: true, "aria-label": t("import"), onchange: open });
  swap(
    byId("top"),
    h("a", { class: "logo", href: "/" }, logo(), h("span", {}, "grognard")),
    h("div", { class: "fill" }),
    file,
    h("button", { class: "alt", type: "button", onclick: () => file.click() }, t("import")),
    h("button", { class: "round", type: "button", "aria-label": t("theme"), onclick: flipTheme }, icon("theme")),
  );
}

async function open(event) {
  const [file] = event.target.files;
  if (!file) return;
  try {
    enter(await ask("POST", "/api/records", new Blob([await file.arrayBuffer()])));
  } catch (error) {
    toast(error.message);
  }
}

/** Go to a match one has just been given a seat at. */
function enter(made, fresh = false) {
  remember(made.match, { key: made.key, invites: made.invites, fresh });
  location.href = `/m/${made.match}`;
}

// ------------------------------------------------------------ my matches

async function showMine() {
  const known = Object.entries(seats()).map(([match, seat]) => ({ match, key: seat.key ?? "" }));
  if (!known.length) return;
  const { matches } = await ask("POST", "/api/mine", { matches: known });
  matches.sort((a, b) => Number(b.yours) - Number(a.yours) || b.touched - a.touched);
  byId("mine").hidden = !matches.length;
  swap(byId("mine"), h("h2", {}, t("my_matches")), h("ul", { class: "matches" }, matches.slice(0, 8).map(mineRow)));
}

function mineRow(match) {
  const where = match.over ? t("over") : match.yours ? t("turn_waits", match) : t("turn_of", match);
  const gone = (event) => {
    forget(match.match);
    event.target.closest("li").remove();
  };
  return h(
    "li",
    {},
    h(
      "a",
      { href: `/m/${match.match}` },
      h("b", {}, match.scenario),
      h("small", {}, match.title, " · ", h("span", { class: match.yours && !match.over ? "yours" : "" }, where)),
    ),
    h("button", { type: "button", "aria-label": `${t("forget")}: ${match.scenario}`, onclick: gone }, icon("close")),
  );
}

// ------------------------------------------------------------ games

function card(game, wide) {
  const turns = Math.max(...game.scenarios.map((scenario) => scenario.turns));
  const sides = Math.max(...Object.values(game.sides).map((list) => list.length));
  const count = game.scenarios.length;
  const dates = [...new Set(game.scenarios.flatMap((scenario) => scenario.date.match(/\d{4}/g) ?? []))].sort();
  const when = dates.length > 1 ? `${dates[0]}–${dates.at(-1).slice(2)}` : dates[0] ?? "";
  const art = game.board
    ? h("img", { src: picture(game.id, game.art), alt: "", loading: "lazy", "data-game": game.id, "data-art": game.art })
    : null;
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
        { class: "tags" },
        h("span", {}, sides > 1 ? t("players_many", { n: sides }) : t("players_one")),
        h("span", {}, count > 1 ? t("scenarios_many", { n: count }) : t("scenarios_one")),
        h("span", {}, t("up_to_turns", { n: turns })),
      ),
      h(
        "div",
        { class: "row" },
        h("button", { class: "go", type: "button", "data-play": game.id, onclick: () => setUp(game) }, t("play")),
        sides > 1 ? h("button", { class: "alt", type: "button", "data-invite": game.id, onclick: () => setUp(game, "friend") }, t("invite_friend")) : null,
      ),
    ),
  );
}

/** Games for one before games for two, short ones before long ones. */
function weight(game) {
  const most = (values) => Math.max(...values);
  return 1000 * most(Object.values(game.sides).map((list) => list.length)) + most(game.scenarios.map((scenario) => scenario.turns));
}

function spread(index, count) {
  if (count === 1) return "whole";
  return index < (count % 3 === 2 || count === 4 ? 2 : 0) || count === 2 || (count === 4 && index > 1) ? "wide" : "";
}

// ------------------------------------------------------------ setting up

function setUp(game, guest = levels[1]?.id) {
  const dialog = dialogOf("setup");
  const form = h("form", { method: "dialog", onsubmit: (event) => begin(event, game, form) });
  const chosen = () => form.querySelector("input[name=scenario]:checked")?.value ?? game.scenarios[0].id;
  const rest = h("div", {});
  const seating = h("div", {});
  const reseat = async () => {
    const wish = { game: game.id, scenario: chosen(), options: pairs(form, "option", "option") };
    try {
      const { sides } = await ask("POST", "/api/sides", wish);
      swap(seating, seatFields(sides, guest));
    } catch (error) {
      toast(error.message);
    }
  };
  const redraw = () => {
    swap(rest, seating, optionFields(game, chosen(), reseat));
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
  form.querySelector("[data-start]").focus();
}

/** Who plays each side, and how strong: a person, a friend by link, or a computer of some strength. */
function seatFields(sides, guest) {
  const rows = sides.map((side, i) => {
    const mine = i === 0 ? "me" : guest;
    const option = (value, name) => h("option", { value, selected: value === mine }, name);
    const about = h("small", { id: `about-${side}` });
    const tell = (value) => (about.textContent = aboutPlayer(value));
    const who = h(
      "select",
      { name: "seat", "data-side": side, "aria-describedby": about.id, onchange: () => tell(who.value) },
      option("me", t("me")),
      sides.length > 1 ? option("friend", t("friend")) : null,
      h("optgroup", { label: t("computer") }, levels.map((level) => option(level.id, t("computer_level", { name: t(`level_${level.id}`, {}, level.title) })))),
    );
    tell(mine);
    return h("label", {}, title(side), who, about);
  });
  return [h("h3", {}, t("seats")), h("div", { class: "fields seats-of" }, rows)];
}

/** What to expect of a player. */
function aboutPlayer(id) {
  const level = levels.find((item) => item.id === id);
  return level ? t(`level_about_${id}`, {}, level.about) : t(id === "friend" ? "friend_about" : "me_about");
}

function optionFields(game, scenario, changed) {
  const options = game.options.filter((option) => !option.scenarios.length || option.scenarios.includes(scenario));
  if (!options.length) return null;
  const rows = options.map((option) => {
    const values = option.values.map((value) => h("option", { value }, sentence(value)));
    return h("label", {}, option.title, h("select", { name: "option", "data-option": option.id, onchange: changed }, values));
  });
  return [h("h3", {}, t("options")), h("div", { class: "fields" }, rows)];
}

/** The values of all fields of a kind. */
function pairs(form, name, key) {
  return Object.fromEntries([...form.querySelectorAll(`select[name=${name}]`)].map((field) => [field.dataset[key], field.value]));
}

async function begin(event, game, form) {
  event.preventDefault();
  const go = form.querySelector("[data-start]");
  go.disabled = true;
  try {
    enter(
      await ask("POST", "/api/matches", {
        game: game.id,
        scenario: form.querySelector("input[name=scenario]:checked").value,
        options: pairs(form, "option", "option"),
        seats: pairs(form, "seat", "side"),
      }),
      true,
    );
  } catch (error) {
    go.disabled = false;
    toast(error.message);
  }
}

// ------------------------------------------------------------ start

/** The card of a game, as it is drawn in this theme. */
function picture(game, mark) {
  return `/art/${game}/card-${theme()}.svg?v=${mark}`;
}

async function main() {
  useTheme();
  writeTexts();
  top();
  addEventListener("theme", () => {
    for (const img of /** @type {NodeListOf<HTMLImageElement>} */ (document.querySelectorAll("img[data-game]"))) img.src = picture(img.dataset.game, img.dataset.art);
  });
  const found = await ask("GET", "/api/games");
  levels = found.levels;
  const n = found.games.length;
  byId("sub").textContent = t("sub", { count: n === 1 ? t("games_one") : t("games_many", { n }) });
  found.games.sort((a, b) => weight(a) - weight(b));
  swap(byId("games"), found.games.map((game, i) => card(game, spread(i, n))));
  const wanted = new URLSearchParams(location.search).get("game");
  const game = found.games.find((item) => item.id === wanted);
  if (game) setUp(game);
  await showMine();
}

main().catch((error) => (byId("sub").textContent = t("no_lobby", { error: error.message })));
