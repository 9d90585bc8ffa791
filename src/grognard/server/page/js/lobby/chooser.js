/** Choosing a battle: a card for each, who plays, and what was wished the last time. */
import { dialogOf, h, icon, inside, swap } from "../shared/dom.js";
import { recall } from "../shared/json.js";
import { friendFields, friendWish } from "../people/friends.js";
import { commitmentOf, freshNonce, keep } from "../people/dice_share.js";
import { ask, tell } from "../shared/net.js";
import { sentence, t, title } from "../shared/texts.js";

const EVEN = 55, LEANS = 62; // of a hundred decided matches for one side, at most
const FAIR = 45; // where the fair part of the track begins

/** Is there anything to choose in a scenario? @param {Wire.Option} option @param {string} scenario */
function fits(option, scenario) {
  return !option.besides.includes(scenario) && (!option.scenarios.length || option.scenarios.includes(scenario));
}

/** A small icon of the depth. @param {number} depth */
function depthOf(depth) {
  const boxes = [1, 2, 3, 4, 5].map((n) => h("i", { class: n <= depth ? "full" : "" }));
  return depth ? h("span", { class: "depth", role: "img", "aria-label": t("depth_of", { n: depth }) }, boxes) : null;
}

/** The values of all fields of a kind. @param {HTMLElement} form @param {string} name @param {string} key */
function pairs(form, name, key) {
  const fields = /** @type {HTMLSelectElement[]} */ ([...form.querySelectorAll(`select[name=${name}]`)]);
  return Object.fromEntries(fields.map((field) => [field.dataset[key] ?? "", field.value]));
}

export class Chooser {
  /** @param {Wire.GameTold} game @param {Wire.LevelTold[]} levels @param {(made: Wire.SeatGiven) => void} enter */
  constructor(game, levels, enter) {
    this.game = game;
    this.levels = levels;
    this.enter = enter;
    this.battles = [...game.scenarios].sort((a, b) => Number(b.first) - Number(a.first) || (a.minutes || 9999) - (b.minutes || 9999));
    this.dialog = dialogOf("setup");
    this.seating = h("div", {});
    this.choices = h("div", {});
    this.sum = h("p", { class: "quiet", "aria-live": "polite" });
    this.form = h("form", { method: "dialog", onsubmit: (/** @type {Event} */ event) => this.begin(event), onchange: () => this.told() });
    /** @type {string[]} */
    this.sides = [];
    this.guest = "";
    /** @type {Record<string, string>} */
    this.players = {}; // who was chosen for a side, by its name or its place
    /** @type {Record<string, string>} */
    this.wishes = {}; // options that were chosen by hand
  }

  /** @param {"friend"} [guest] */
  show(guest) {
    this.guest = guest ?? recall("level", { id: this.levels[0]?.id ?? "me" }).id;
    const { game, dialog, form } = this;
    swap(
      form,
      h("header", {}, h("h2", { id: "setup-title" }, game.title), h("span", { class: "quiet" }, t("choose_battle")), h("button", { class: "round", type: "button", "aria-label": t("close"), onclick: () => dialog.close() }, icon("close"))),
      h(
        "div",
        { class: "body setup" },
        h("div", { class: "battles", role: "radiogroup", "aria-label": t("scenario") }, this.battles.map((battle, i) => this.card(battle, i === 0))),
        h("div", { class: "beside" }, this.seating, this.choices, friendFields()),
      ),
      h("div", { class: "foot" }, this.sum, h("button", { class: "alt", type: "button", onclick: () => dialog.close() }, t("cancel")), h("button", { class: "go", type: "submit", "data-start": game.id }, t("play"))),
    );
    swap(dialog, form);
    this.picked();
    dialog.showModal();
    inside(form, "[data-start]").focus();
  }

  get battle() {
    const value = /** @type {HTMLInputElement | null} */ (this.form.querySelector("input[name=scenario]:checked"))?.value;
    return this.game.scenarios.find(({ id }) => id === value) ?? this.battles[0];
  }

  /** @param {Wire.BattleTold} battle @param {boolean} checked */
  card(battle, checked) {
    const { id, minutes, units, turns } = battle;
    const facts = [t("n_turns", { n: turns }), minutes ? t("n_minutes", { n: minutes }) : "", units ? t("n_units", { n: units }) : ""].filter(Boolean);
    return h(
      "label",
      { class: "battle" },
      h("input", { type: "radio", name: "scenario", value: id, checked, onchange: () => this.picked() }),
      this.game.board ? this.front(battle) : null,
      h(
        "span",
        { class: "about" },
        h("span", { class: "name" }, h("b", {}, battle.title), h("small", {}, battle.date)),
        h("span", { class: "story" }, battle.story || sentence(battle.blurb)),
        h("span", { class: "facts" }, facts.map((fact) => h("span", {}, fact)), depthOf(this.game.depth)),
        this.lean(battle),
      ),
    );
  }

  /** The picture of its front; until it is drawn its place says so. @param {Wire.BattleTold} battle */
  front({ id, first }) {
    const box = h("span", { class: "front waits" }, h("i", { "aria-hidden": "true" }, t("drawing_front")));
    const shown = () => box.classList.remove("waits");
    const picture = h("img", { alt: "", loading: "lazy", src: `/art/${this.game.id}/${id}/front.svg?v=${this.game.art}`, onload: shown, onerror: () => { shown(); picture.remove(); } });
    box.append(picture, ...(first ? [h("em", {}, t("start_here"))] : []));
    return box;
  }

  /** Even, or which side it leans to, on a track whose fair part is hatched. @param {Wire.BattleTold} battle */
  lean({ id, lean }) {
    if (!lean) return null;
    const called = (/** @type {string} */ side) => sentence(this.game.peoples[id]?.[side] ?? title(side));
    const word = lean.share <= EVEN ? t("even") : t(lean.share <= LEANS ? "leans_to" : "hard_against", { people: this.game.peoples[id]?.[lean.side] ?? title(lean.side) });
    const fair = h("i", { class: "fair" }), pin = h("i", { class: "pin" });
    Object.assign(fair.style, { left: `${FAIR}%`, width: `${2 * (50 - FAIR)}%` });
    pin.style.left = `${lean.share}%`;
    const label = t("lean_measured", { n: lean.share, people: called(lean.side), m: lean.matches });
    return h("span", { class: "lean", title: label }, h("b", {}, word), h("span", { class: "track", "aria-hidden": "true" }, fair, pin), h("span", { class: "for-ears" }, label));
  }

  // ------------------------------------------------------------ who plays

  /** Another battle: its sides and options; what was chosen before stays where it can. */
  picked() {
    this.seat(this.game.sides[this.battle.id]);
    swap(this.choices, this.optionFields());
    this.told();
  }

  /** @param {string[]} sides */
  seat(sides) {
    this.sides = sides;
    const { battle } = this;
    const rows = sides.map((side, i) => {
      const chosen = this.players[side] ?? this.players[i] ?? (i === 0 ? "me" : this.guest);
      const option = (/** @type {string} */ value, /** @type {string} */ name) => h("option", { value, selected: value === chosen }, name);
      const about = h("small", { id: `about-${side}` });
      const say = (/** @type {string} */ value) => (about.textContent = this.aboutPlayer(value));
      const who = h(
        "select",
        { name: "seat", "data-side": side, "aria-describedby": about.id, onchange: () => say((this.players[side] = this.players[i] = who.value)) },
        option("me", t("me")),
        sides.length > 1 ? option("friend", t("friend")) : null,
        h("optgroup", { label: t("computer") }, this.levels.map((level) => option(level.id, t("computer_level", { name: t(`level_${level.id}`, {}, level.title) })))),
      );
      say(chosen ?? "");
      const task = battle.tasks[side];
      return h("label", {}, h("b", {}, title(side)), task ? h("span", { class: "task" }, task) : null, who, about);
    });
    swap(this.seating, h("h3", {}, t("seats")), h("div", { class: "fields seats-of" }, rows), sides.length > 1 ? h("button", { class: "alt", type: "button", id: "swap-sides", onclick: () => this.turnRound() }, t("swap_sides")) : null);
  }

  /** Everybody plays the next side. */
  turnRound() {
    const { seats } = this.wish;
    const values = this.sides.map((side) => seats[side]);
    this.sides.forEach((side, i) => (this.players[side] = this.players[i] = values[(i + 1) % values.length]));
    this.seat(this.sides);
    this.told();
  }

  /** What to expect of a player. @param {string} id */
  aboutPlayer(id) {
    const level = this.levels.find((item) => item.id === id);
    return level ? t(`level_about_${id}`, {}, level.about) : t(id === "friend" ? "friend_about" : "me_about");
  }

  optionFields() {
    const { battle } = this;
    const options = this.game.options.filter((option) => fits(option, battle.id));
    if (!options.length) return null;
    const rows = options.map((option) => {
      const chosen = this.wishes[option.id] ?? battle.options[option.id];
      const values = option.values.map((value) => h("option", { value, selected: value === chosen }, sentence(value)));
      const field = h("select", { name: "option", "data-option": option.id, onchange: () => this.reseat(option.id, field.value) }, values);
      return h("label", {}, option.title, field, option.about ? h("small", { class: "quiet" }, option.about) : null);
    });
    return [h("h3", {}, t("options")), h("div", { class: "fields" }, rows)];
  }

  /** An option may change who takes part. @param {string} option @param {string} value */
  async reseat(option, value) {
    this.wishes[option] = value;
    try {
      const { game, scenario, options } = this.wish;
      const { sides } = await ask("POST /api/sides", {}, { game, scenario, options });
      this.seat(sides);
      this.told();
    } catch (error) {
      tell(error);
    }
  }

  // ------------------------------------------------------------ beginning

  get wish() {
    return { game: this.game.id, scenario: this.battle.id, options: pairs(this.form, "option", "option"), seats: pairs(this.form, "seat", "side") };
  }

  /** The whole of it as a sentence. */
  told() {
    const { battle } = this;
    const { seats } = this.wish;
    const called = (/** @type {string} */ side) => this.game.peoples[battle.id]?.[side] ?? title(side);
    const mine = this.sides.filter((side) => seats[side] === "me").map(called);
    const others = [...new Set(this.sides.map((side) => seats[side]).filter((who) => who !== "me"))].map((who) => (who === "friend" ? t("a_friend") : t("the_computer", { level: t(`level_${who}`, {}, this.levels.find(({ id }) => id === who)?.title) })));
    const you = mine.length ? t("you_command", { people: mine.join(", ") }) : t("you_watch");
    swap(this.sum, h("b", {}, battle.title), `: ${you}${others.length ? `, ${t("against", { who: others.join(", ") })}` : ""}.${battle.minutes ? ` ${sentence(t("about_minutes", { n: battle.minutes }))}.` : ""}`);
  }

  /** @param {Event} event */
  async begin(event) {
    event.preventDefault();
    const go = /** @type {HTMLButtonElement} */ (inside(this.form, "[data-start]"));
    go.disabled = true;
    try {
      const wish = { ...this.wish, ...friendWish(this.form) };
      const computer = Object.values(wish.seats).find((who) => who !== "me" && who !== "friend");
      if (computer) localStorage.setItem("level", JSON.stringify({ id: computer }));
      const nonce = Object.values(wish.seats).includes("friend") ? freshNonce() : "";
      const made = await ask("POST /api/matches", {}, { ...wish, commitment: nonce ? commitmentOf(nonce) : "" });
      if (nonce) keep(made.match, { nonce });
      this.enter(made);
    } catch (error) {
      go.disabled = false;
      tell(error);
    }
  }
}
