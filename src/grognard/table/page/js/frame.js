/** What stands round the map: the top bar, the strip of tools, zoom, tracks, and pieces that are off the map. */
import { byId, h, icon, logo, swap } from "./dom.js";
import { small } from "./pieces.js";
import { flipTheme } from "./theme.js";
import { t, title, when } from "./words.js";

const TRACKS = 7;

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
    h("h1", { class: "what" }, h("b", {}, name), h("small", {}, [scenario.title, when(scenario.date)].filter(Boolean).join(", "))),
    h("ol", { class: "sop", "aria-label": t("sequence") }, phases),
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
  const asked = table.scene.asked?.includes(seat.side);
  return h(
    "span",
    { class: `seat ${seat.here ? "" : "away"} ${asked ? "asked" : ""}`, title: asked ? t("decides") : null },
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
      { type: "button", disabled: off, onclick: act, id: `tool-${name}`, title: t(name), "aria-keyshortcuts": key, ...more },
      icon(more.icon ?? name),
      h("span", {}, t(name)),
      key ? h("kbd", { "aria-hidden": "true" }, key) : null,
    );
  swap(
    byId("strip"),
    tool("undo", "U", () => table.undo(), !scene.undo && !table.canTakeBack),
    tool("redo", "Y", () => table.redo(), !scene.redo, { class: "wide-only" }),
    tool("hint", "H", () => table.hint(), !scene.ask),
    (table.board.inch || table.table.sight) && tool(table.board.inch ? "measure" : "sight", "L", () => table.clicks.aim(), false, { "aria-pressed": String(table.clicks.aiming !== null) }),
    tool("threats", "T", () => table.threats.flip(), false, { "aria-pressed": String(table.threats.on) }),
    tool("replay", "R", () => table.toggleReplay(), false, { "aria-pressed": String(table.replay.on) }),
    h("hr", {}),
    table.scene.view?.side ? tool("briefing", "I", () => table.briefing.show(), false) : null,
    tool("key", "K", () => table.key.toggle(), false, { class: "wide-only" }),
    tool("charts", "C", () => table.book.toggle("charts"), false, { icon: "chart" }),
    tool("rules", "B", () => table.book.toggle("rules"), false),
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

/** Numbers to keep in sight; where there are very many the rest waits behind a button. */
export function drawTracks(view) {
  const one = (track) => h("span", {}, track.title, h("b", {}, track.value));
  const open = /** @type {HTMLDetailsElement} */ (byId("tracks").querySelector("details"))?.open ?? false;
  const few = view.tracks.length <= TRACKS + 2 ? view.tracks : view.tracks.slice(0, TRACKS);
  const more = view.tracks.slice(few.length);
  swap(byId("tracks"), few.map(one), more.length ? h("details", { open }, h("summary", {}, t("more_tracks", { n: more.length })), h("div", {}, more.map(one))) : null);
}

/** Hands of cards, pile by pile, one's own first; a card that may be played now glows. */
export function drawCards(table, cards) {
  const piles = new Map();
  for (const card of cards) {
    const pile = card.place.replace(/ \d+$/, "");
    const name = pile === "pile" ? title(pile) : `${table.you.includes(card.side) && table.you.length === 1 ? t("you") : title(card.side)}: ${pile}`;
    if (!piles.has(name)) piles.set(name, { list: [], rank: pile === "hand" ? (table.you.includes(card.side) ? 0 : 2) : pile === "pile" ? 1 : 3 });
    piles.get(name).list.push(card);
  }
  const offered = (card) => card.id && table.clicks.choices.find((choice) => Object.values(choice.action).includes(card.id) && choice.action.piece !== card.id);
  byId("cards").hidden = !cards.length;
  const sorted = [...piles].sort((a, b) => a[1].rank - b[1].rank);
  const short = sorted.map(([name, { list }]) => `${name} ${list.length}`).join(" · ");
  const hands = sorted.map(([name, { list, rank }]) =>
    h("div", { class: rank > 1 ? "hand less" : "hand" }, h("small", {}, `${name} · ${list.length}`), h("div", { class: "fan" }, list.map((card) => cardOf(table, card, offered(card))))),
  );
  const open = cards.some(offered) || localStorage.getItem("cards") === "open";
  const keep = (event) => localStorage.setItem("cards", event.currentTarget.parentElement.open ? "folded" : "open");
  swap(byId("cards"), cards.length ? h("details", { open }, h("summary", { class: "chip", onclick: keep }, short, icon("fold")), h("div", { class: "hands" }, hands)) : null);
}

const LIVERIES = ["#4c5b52", "#8a3324", "#3f5674", "#6b5a2c"];

/** The colour of a side's cards: the same from one visit to the next, whoever sits where. */
function livery(table, side) {
  const sides = table.seats.map((seat) => seat.side).sort();
  return LIVERIES[Math.max(0, sides.indexOf(side)) % LIVERIES.length];
}

/** A card; pointing at it lights its pieces on the map. */
function cardOf(table, card, choice) {
  const classes = ["playing-card", card.hidden ? "back" : "", card.lit ? "lit" : "", choice ? "playable" : ""];
  const about = [card.rating, card.title, card.text].filter(Boolean).join(" ");
  const light = (on) => table.light(on ? [...new Set((card.pieces ?? []).map((id) => table.pieces.views.get(id)?.place))] : []);
  const made = h(
    "button",
    {
      type: "button",
      class: classes.filter(Boolean).join(" "),
      "aria-disabled": String(!choice),
      "aria-label": about,
      title: about,
      onclick: () => (choice ? table.choose(choice) : light(true)),
      onpointerenter: () => light(true),
      onpointerleave: () => light(false),
      onfocus: () => light(true),
      onblur: () => light(false),
    },
    h("b", { "aria-hidden": card.rating ? null : "true" }, card.rating || (card.hidden ? "★" : "·")),
    card.hidden ? null : h("span", {}, card.title),
  );
  made.style.setProperty("--livery", livery(table, card.side));
  return made;
}

/** Pieces that are nowhere on the map, box by box. A unit in hand needs the map: then they fold by themselves. */
export function drawReserve(table, views, state) {
  const boxes = new Map();
  for (const view of views.values()) {
    if (table.board.centre(view.place)) continue;
    boxes.set(view.place, [...(boxes.get(view.place) ?? []), view]);
  }
  const box = byId("reserve");
  const inHand = Boolean(table.scene.ask?.subject.length) && table.clicks.choices.some((choice) => table.board.placeOf(choice.action));
  const asked = `${table.scene.decision} ${inHand}`;
  const same = box.dataset.asked === asked;
  const known = new Map([...box.querySelectorAll("details")].map((item) => [item.dataset.box, item.open]));
  for (const [place, list] of boxes) if (list.every((view) => view.hidden)) boxes.delete(place);
  const own = (list) => list.length <= 12 && list.some((view) => state(view) || (innerWidth > 760 && table.you.includes(view.side)));
  const kept = (place) => (same || (!inHand && !box.dataset.asked?.endsWith("true")) ? known.get(place) : undefined);
  const open = (place, list) => kept(place) ?? (!inHand && own(list));
  box.dataset.asked = asked;
  swap(
    byId("reserve"),
    [...boxes].map(([place, list]) =>
      h(
        "details",
        { class: "box", open: open(place, list), "data-box": place },
        h("summary", {}, `${place ? title(place) : t("off_map")} · ${list.length}`),
        h(
          "div",
          {},
          list.slice(0, 24).map((view) =>
            h(
              "button",
              { type: "button", class: state(view), "data-reserve": view.id, "aria-label": [view.name, view.values].filter(Boolean).join(" "), onclick: () => table.clicks.piece(view) },
              small(view.face, ""),
            ),
          ),
        ),
      ),
    ),
  );
}

/** What is under the pointer, in words: the place, what lies there, what it costs, and who threatens it. */
export function drawPlace(board, views, place, choice, threats) {
  if (!place || (!board.inch && !board.hexes[place])) return swap(byId("place"));
  const name = board.inch ? place.split(",").map((inches) => `${Number(inches).toFixed(1)}″`).join(", ") : place;
  const here = views.map((view) => [view.name, view.values, (view.marks ?? []).join(" ").replaceAll("_", " "), view.note].filter(Boolean).join(" "));
  const told = [board.hexes[place]?.[2], ...here, choice?.label ? t("costs", { n: choice.label }) : ""].filter(Boolean).join(" · ");
  return swap(byId("place"), h("b", {}, name), ` ${told}`, threats ? h("em", {}, threats) : null);
}

