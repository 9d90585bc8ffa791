/** What stands round the map: the top bar, the strip of tools, zoom, tracks, and pieces that are off the map. */
import { when } from "../shared/dates.js";
import { around, byId, h, icon, isWide, logo, swap, windowWidth } from "../shared/dom.js";
import { facing } from "../map/facing.js";
import { small } from "../map/pieces.js";
import { flipTheme } from "../shared/theme.js";
import { t, title } from "../shared/texts.js";

const FRAME = 310; // pixels of the top bar that are logo, buttons and gaps

/** The top bar for a position. @param {Page.Known} known @param {Page.Past} view @param {() => void} openMenu */
export function drawTop(known, view, openMenu) {
  const now = view.phases.indexOf(view.phase);
  const phases = view.phases.map((phase, i) =>
    h("li", { class: i === now ? "now" : i < now ? "past" : "", "aria-current": i === now ? "step" : null }, phase),
  );
  if (now < 0 && view.phase) phases.unshift(h("li", { class: "now", "aria-current": "step" }, view.phase));
  const { scenario, title: name } = known.about;
  const under = [scenario.title, when(scenario.date)].filter(Boolean).join(", ");
  const room = windowWidth() - FRAME - 6 * Math.max(1.4 * name.length, under.length) - known.seats.reduce((sum, seat) => sum + 62 + 8 * seat.side.length, 0);
  const wanted = phases.reduce((sum, phase) => sum + 35 + 5.3 * (phase.textContent ?? "").length, 0);
  const boxed = view.turns > 0 && view.turns <= 12 && wanted + 22 * view.turns < room;
  swap(
    byId("top"),
    h("a", { class: "logo", href: "/", "aria-label": "Grognard" }, logo(), h("span", {}, "grognard")),
    h("h1", { class: "what" }, h("b", {}, name), h("small", {}, under)),
    h("ol", { class: boxed || wanted + 90 < room ? "sop" : "sop brief", "aria-label": t("sequence") }, phases),
    turns(view, boxed),
    h("div", { class: "seats" }, known.seats.map((seat) => seatOf(known, seat))),
    known.offline ? h("span", { class: "offline", role: "status" }, t("offline")) : null,
    h("button", { class: "round", type: "button", "aria-label": t("theme"), onclick: flipTheme }, icon("theme")),
    h("button", { class: "round", type: "button", "aria-label": t("menu"), id: "open-menu", onclick: openMenu }, icon("menu")),
  );
}

/** One box a turn, or in words where there is no room for that. @param {Page.Past} view @param {boolean} boxed */
function turns(view, boxed) {
  const label = t("turn_of", view);
  if (!boxed) return h("div", { class: "turns" }, view.turns ? label : "");
  const boxes = Array.from({ length: view.turns }, (_, i) => h("i", { class: i + 1 < view.turn ? "past" : i + 1 === view.turn ? "now" : "" }, String(i + 1)));
  return h("div", { class: "turns", role: "img", "aria-label": label }, boxes);
}

/** @param {Page.Known} parts @param {Wire.SeatTold} seat */
function seatOf({ you, views, scene }, seat) {
  const mine = you.includes(seat.side);
  const face = [...views.values()].find((view) => view.side === seat.side && !view.hidden)?.face;
  const who = mine ? t("you") : seat.open ? t("open_seat") : seat.player === "human" ? [seat.name, t(seat.here ? "here" : "away")].filter(Boolean).join(" · ") : seat.player;
  const asked = scene.asked.includes(seat.side);
  return h(
    "span",
    { class: `seat ${seat.here ? "" : "away"} ${asked ? "asked" : ""}`, title: asked ? t("decides") : null },
    face ? small(face, "") : h("i", { class: "dot", "aria-hidden": "true" }),
    h("b", {}, title(seat.side)),
    who,
  );
}

/**
 * The tools at the foot of the map: `acts` is what each key does, `on` which of them are in use, `line` what is drawn between places.
 * @param {Page.Known} known
 * @param {Page.Acts} acts
 * @param {Record<string, boolean>} on
 * @param {string} line
 */
export function drawStrip(known, acts, on, line) {
  const { scene } = known;
  const tool = (/** @type {string} */ name, /** @type {string} */ key, off = false, /** @type {{ class?: string, icon?: string, title?: string }} */ more = {}) =>
    h(
      "button",
      { type: "button", disabled: off, onclick: acts[key.toLowerCase()], id: `tool-${name}`, title: more.title ?? t(name), "aria-keyshortcuts": key, "aria-pressed": on[name] === undefined ? null : String(on[name]), class: more.class },
      icon(more.icon ?? name),
      h("span", {}, t(name)),
      h("kbd", { "aria-hidden": "true" }, key),
    );
  swap(
    byId("strip"),
    tool("undo", "U", !scene.undo && !known.canTakeBack && !known.asksBack, { title: t(scene.undo ? "undo" : known.canTakeBack ? "undo_far" : known.asksBack ? "undo_ask" : "undo_none") }),
    tool("redo", "Y", !scene.redo, { class: "wide-only" }),
    tool("hint", "H", !scene.ask),
    line ? tool(line, "L") : null,
    tool("threats", "T"),
    tool("replay", "R"),
    h("hr", {}),
    scene.view?.side ? tool("briefing", "I") : null,
    tool("key", "K", false, { class: "wide-only" }),
    tool("charts", "C", false, { icon: "chart" }),
    tool("rules", "B"),
  );
}

/** @param {Page.Board} board */
export function drawZoom(board) {
  swap(
    byId("zoom"),
    h("button", { type: "button", class: "minor", "aria-label": t("zoom_in"), onclick: () => board.zoom(1.35) }, icon("plus")),
    h("button", { type: "button", class: "minor", "aria-label": t("zoom_out"), onclick: () => board.zoom(1 / 1.35) }, icon("minus")),
    h("button", { type: "button", "aria-label": t("zoom_all"), onclick: () => board.all() }, icon("all")),
  );
}

/** Numbers to keep in sight; those of a group wait behind its name. @param {Page.Past} view */
export function drawTracks(view) {
  const open = new Set([...byId("tracks").querySelectorAll("details")].flatMap((item) => (item.open ? item.dataset.group : [])));
  const one = (/** @type {Wire.Track} */ track) => h("span", {}, track.title, h("b", {}, track.value || t("none")));
  const groups = new Set(view.tracks.flatMap((track) => track.group || []));
  const folded = (/** @type {string} */ group) => {
    const inside = view.tracks.filter((track) => track.group === group);
    return h("details", { open: open.has(group), "data-group": group }, h("summary", { class: "chip" }, `${group} · ${inside.length}`, icon("fold")), h("div", {}, inside.map(one)));
  };
  swap(byId("tracks"), view.tracks.filter((track) => !track.group).map(one), [...groups].map(folded));
}

/**
 * Hands of cards, pile by pile, one's own first; a card that may be played now glows.
 * @param {Page.Known} known
 * @param {Page.Pieces} pieces
 * @param {Wire.CardView[]} cards
 * @param {(choice: Wire.Choice) => unknown} choose
 */
export function drawCards(known, pieces, cards, choose) {
  const { you } = known;
  /** @type {Map<string, { list: Wire.CardView[], rank: number }>} */
  const piles = new Map();
  for (const card of cards) {
    const pile = card.place.replace(/ \d+$/, "");
    const name = pile === "pile" ? title(pile) : `${you.includes(card.side) && you.length === 1 ? t("you") : title(card.side)}: ${pile}`;
    const rank = pile === "hand" ? (you.includes(card.side) ? 0 : 2) : pile === "pile" ? 1 : 3;
    piles.set(name, { rank, ...piles.get(name), list: [...(piles.get(name)?.list ?? []), card] });
  }
  const offered = (/** @type {Wire.CardView} */ card) => known.choices.find((choice) => card.id !== "" && Object.values(choice.action).includes(card.id) && choice.action.piece !== card.id);
  byId("cards").hidden = !cards.length;
  const sorted = [...piles].sort((a, b) => a[1].rank - b[1].rank);
  const short = sorted.map(([name, { list }]) => `${name} ${list.length}`).join(" · ");
  const hands = sorted.map(([name, { list, rank }]) =>
    h("div", { class: rank > 1 ? "hand less" : "hand" }, h("small", {}, `${name} · ${list.length}`), h("div", { class: "fan" }, list.map((card) => cardOf(known, pieces, card, offered(card), choose)))),
  );
  const open = cards.some(offered) || localStorage.getItem("cards") === "open";
  const keep = (/** @type {Event} */ event) => localStorage.setItem("cards", /** @type {HTMLDetailsElement} */ (around(event.currentTarget, "details")).open ? "folded" : "open");
  swap(byId("cards"), cards.length ? h("details", { open }, h("summary", { class: "chip", onclick: keep }, short, icon("fold")), h("div", { class: "hands" }, hands)) : null);
}

const LIVERIES = ["#4c5b52", "#8a3324", "#3f5674", "#6b5a2c"];

/** The colour of a side's cards: the same from one visit to the next, whoever sits where. @param {Wire.SeatTold[]} seats @param {string} side */
function livery(seats, side) {
  const sides = seats.map((seat) => seat.side).sort();
  return LIVERIES[Math.max(0, sides.indexOf(side)) % LIVERIES.length];
}

/**
 * A card; pointing at it lights its pieces on the map.
 * @param {Page.Known} known
 * @param {Page.Pieces} pieces
 * @param {Wire.CardView} card
 * @param {Wire.Choice | undefined} choice
 * @param {(choice: Wire.Choice) => unknown} choose
 */
function cardOf(known, pieces, card, choice, choose) {
  const classes = ["playing-card", card.hidden ? "back" : "", card.lit ? "lit" : "", choice ? "playable" : ""];
  const about = [card.rating, card.title, card.text].filter(Boolean).join(" ");
  const light = (/** @type {boolean} */ on) => pieces.light(on ? [...new Set(card.pieces.flatMap((id) => pieces.views.get(id)?.place ?? []))] : []);
  const made = h(
    "button",
    {
      type: "button",
      class: classes.filter(Boolean).join(" "),
      "aria-disabled": String(!choice),
      "aria-label": about,
      title: about,
      onclick: () => (choice ? choose(choice) : light(true)),
      onpointerenter: () => light(true),
      onpointerleave: () => light(false),
      onfocus: () => light(true),
      onblur: () => light(false),
    },
    h("b", { "aria-hidden": card.rating ? null : "true" }, card.rating || (card.hidden ? "★" : "·")),
    card.hidden ? null : h("span", {}, card.title),
  );
  made.style.setProperty("--livery", livery(known.seats, card.side));
  return made;
}

/**
 * Pieces that are nowhere on the map, box by box. A unit in hand needs the map: then they fold by themselves.
 * @param {Page.Known} known
 * @param {Page.Board} board
 * @param {Page.Views} views
 * @param {(view: Wire.PieceView) => string} state
 * @param {(view: Wire.PieceView) => void} click
 */
export function drawReserve(known, board, views, state, click) {
  /** @type {Map<string, Wire.PieceView[]>} */
  const boxes = new Map();
  for (const view of views.values()) {
    if (board.centre(view.place)) continue;
    boxes.set(view.place, [...(boxes.get(view.place) ?? []), view]);
  }
  const box = byId("reserve");
  const inHand = Boolean(known.scene.ask?.subject.length) && known.choices.some((choice) => board.placeOf(choice.action));
  const asked = `${known.scene.decision} ${inHand}`;
  const same = box.dataset.asked === asked;
  const was = new Map([...box.querySelectorAll("details")].map((item) => [item.dataset.box, item.open]));
  for (const [place, list] of boxes) if (list.every((view) => view.hidden)) boxes.delete(place);
  const own = (/** @type {Wire.PieceView[]} */ list) => list.length <= 12 && list.some((view) => state(view) || (isWide() && known.you.includes(view.side)));
  const kept = (/** @type {string} */ place) => (same || (!inHand && !box.dataset.asked?.endsWith("true")) ? was.get(place) : undefined);
  const open = (/** @type {string} */ place, /** @type {Wire.PieceView[]} */ list) => kept(place) ?? (!inHand && own(list));
  box.dataset.asked = asked;
  swap(
    byId("reserve"),
    [...boxes].sort(([a], [b]) => a.localeCompare(b, undefined, { numeric: true })).map(([place, list]) =>
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
              { type: "button", class: state(view), "data-reserve": view.id, "aria-label": [view.name, view.values].filter(Boolean).join(" "), onclick: () => click(view) },
              small(view.face, ""),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * What is under the pointer, in words: the place, what lies there, what it costs, and who threatens it.
 * @param {Page.Board} board
 * @param {Wire.PieceView[]} views
 * @param {Page.Place} place
 * @param {Wire.Choice | null | undefined} choice
 * @param {string} threats
 */
export function drawPlace(board, views, place, choice, threats) {
  if (!place || (!board.inch && !board.hexes[place])) return swap(byId("place"));
  const name = board.inch ? place.split(",").map((inches) => `${Number(inches).toFixed(1)}″`).join(", ") : place;
  const here = views.map((view) => [view.name, view.values, facing(view), (view.marks ?? []).join(" ").replaceAll("_", " "), view.note].filter(Boolean).join(" "));
  const today = board.today[place];
  const told = [board.hexes[place]?.[2], today ? t("today", { today }) : "", ...here, choice?.label ? t("costs", { n: choice.label }) : ""].filter(Boolean).join(" · ");
  return swap(byId("place"), h("b", {}, name), ` ${told}`, threats ? h("em", {}, threats) : null);
}

