/** What stands round the map: the top bar, the strip of tools, zoom, tracks, and pieces that are off the map. */
import { byId, h, icon, logo, swap } from "./dom.js";
import { small } from "./pieces.js";
import { flipTheme } from "./theme.js";
import { t, title, when } from "./words.js";

/** The top bar for a position. */
export function drawTop(table, view) {
  const now = view.phases.indexOf(view.phase);
  const phases = view.phases.map((phase, i) =>
    h("li", { class: i === now ? "now" : i < now ? "past" : "", "aria-current": i === now ? "step" : null }, phase),
  );
  if (now < 0 && view.phase) phases.unshift(h("li", { class: "now", "aria-current": "step" }, view.phase));
  const { scenario, title: name } = table.table;
  swap(
    byId("top"),
    h("a", { class: "logo", href: "/", "aria-label": "Grognard" }, logo(), h("span", {}, "grognard")),
    h("div", { class: "what" }, h("b", {}, name), h("small", {}, [scenario.title, when(scenario.date)].filter(Boolean).join(", "))),
    h("ol", { class: "sop", "aria-label": "Sequence of play" }, phases),
    turns(view),
    h("div", { class: "seats" }, table.seats.map((seat) => seatOf(table, seat))),
    table.offline ? h("span", { class: "offline", role: "status" }, t("offline")) : null,
    h("button", { class: "round", type: "button", "aria-label": t("theme"), onclick: flipTheme }, icon("theme")),
    h("button", { class: "round", type: "button", "aria-label": t("menu"), id: "open-menu", onclick: () => table.menu.show() }, icon("menu")),
  );
}

function turns(view) {
  const label = t("turn_of", view);
  if (!view.turns || view.turns > 12 || innerWidth < 1100) return h("div", { class: "turns" }, view.turns ? label : "");
  const boxes = Array.from({ length: view.turns }, (_, i) => h("i", { class: i + 1 < view.turn ? "past" : i + 1 === view.turn ? "now" : "" }, String(i + 1)));
  return h("div", { class: "turns", role: "img", "aria-label": label }, boxes);
}

function seatOf(table, seat) {
  const mine = table.you.includes(seat.side);
  const face = [...table.pieces.views.values()].find((view) => view.side === seat.side && !view.hidden)?.face;
  const who = mine ? t("you") : seat.open ? t("open_seat") : seat.player === "human" ? t(seat.here ? "here" : "away") : seat.player;
  return h(
    "span",
    { class: `seat ${seat.here ? "" : "away"}` },
    face ? small(face, "") : h("i", { class: "dot", "aria-hidden": "true" }),
    h("b", {}, title(seat.side)),
    who,
  );
}

/** The tools at the foot of the map. */
export function drawStrip(table) {
  const { scene } = table;
  const tool = (name, key, act, off, more = {}) =>
    h(
      "button",
      { type: "button", disabled: off, onclick: act, id: `tool-${name}`, "aria-keyshortcuts": key, ...more },
      icon(more.icon ?? name),
      h("span", {}, t(name)),
      key ? h("kbd", { "aria-hidden": "true" }, key) : null,
    );
  swap(
    byId("strip"),
    tool("undo", "U", () => table.undo(), !scene.undo),
    tool("redo", "Y", () => table.redo(), !scene.redo, { class: "wide-only" }),
    tool("hint", "H", () => table.hint(), !scene.ask),
    tool("sight", "L", () => table.clicks.aim(), false, { "aria-pressed": String(table.clicks.aiming !== null) }),
    tool("replay", "R", () => table.toggleReplay(), false, { "aria-pressed": String(table.replay.on) }),
    h("hr", {}),
    tool("charts", "C", () => table.book.showCharts(), false, { icon: "chart" }),
    tool("rules", "B", () => table.book.showRules(), false),
  );
}

export function drawZoom(board) {
  swap(
    byId("zoom"),
    h("button", { type: "button", class: "minor", "aria-label": t("zoom_in"), onclick: () => board.zoom(1.35) }, icon("plus")),
    h("button", { type: "button", class: "minor", "aria-label": t("zoom_out"), onclick: () => board.zoom(1 / 1.35) }, icon("minus")),
    h("button", { type: "button", "aria-label": t("zoom_all"), onclick: () => board.all() }, icon("all")),
  );
}

export function drawTracks(view) {
  swap(byId("tracks"), view.tracks.map((track) => h("span", { title: track.cite }, track.title, h("b", {}, track.value))));
}

/** Hands of cards, pile by pile; a card that may be played now glows. */
export function drawCards(table, cards) {
  const places = new Map();
  for (const card of cards) {
    const key = `${title(card.side)}: ${card.place}`;
    places.set(key, [...(places.get(key) ?? []), card]);
  }
  const offered = (card) => table.clicks.choices.find((choice) => Object.values(choice.action).includes(card.id) && choice.action.piece !== card.id);
  byId("cards").hidden = !cards.length;
  swap(
    byId("cards"),
    [...places].map(([name, list]) =>
      h("div", { class: "hand" }, h("small", {}, `${name} · ${list.length}`), h("div", { class: "fan" }, list.map((card) => cardOf(table, card, offered(card))))),
    ),
  );
}

function cardOf(table, card, choice) {
  const classes = ["playing-card", card.hidden ? "back" : "", card.lit ? "lit" : "", choice ? "playable" : ""];
  return h(
    "button",
    { type: "button", class: classes.filter(Boolean).join(" "), disabled: !choice, title: [card.title, card.text].filter(Boolean).join(" · "), onclick: () => table.choose(choice) },
    h("b", {}, card.rating || (card.hidden ? "★" : "·")),
    h("span", {}, card.hidden ? "" : card.title),
  );
}

/** Pieces that are nowhere on the map, box by box. */
export function drawReserve(table, views, state) {
  const boxes = new Map();
  for (const view of views.values()) {
    if (table.board.centre(view.place)) continue;
    boxes.set(view.place, [...(boxes.get(view.place) ?? []), view]);
  }
  const known = new Map([...byId("reserve").querySelectorAll("details")].map((box) => [box.dataset.box, box.open]));
  const own = (list) => list.some((view) => table.you.includes(view.side) || state(view));
  swap(
    byId("reserve"),
    [...boxes].map(([place, list]) =>
      h(
        "details",
        { class: "box", open: known.get(place) ?? own(list), "data-box": place },
        h("summary", {}, `${place ? title(place) : t("off_map")} · ${list.length}`),
        h(
          "div",
          {},
          list.slice(0, 24).map((view) =>
            h(
              "button",
              { type: "button", class: state(view), "data-reserve": view.id, title: [view.name, view.values, view.note].filter(Boolean).join(" · "), onclick: () => table.clicks.piece(view) },
              small(view.face, ""),
            ),
          ),
        ),
      ),
    ),
  );
}

/** What is under the pointer, in words. */
export function drawPlace(board, pieces, hex, choice) {
  if (!hex || !board.hexes[hex]) return swap(byId("place"));
  const here = pieces.at(hex).map((view) => [view.name, view.values, ...(view.marks ?? []), view.note].filter(Boolean).join(" "));
  const told = [board.hexes[hex][2], ...here].filter(Boolean).join(" · ");
  return swap(byId("place"), h("b", {}, hex), ` ${told}`, choice?.label ? ` · ${choice.label}` : "");
}

