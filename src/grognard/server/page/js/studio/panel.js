/** The panel at the right: the scenario in fields, its aims and areas, the briefing, everything else, and fairness. */
import { byId, h, icon, inside, swap, toast } from "../shared/dom.js";
import { FairPanel } from "./fairness.js";
import { Form } from "./fields.js";
import { at, entriesOf, listOf, textOf } from "../shared/unknown_data.js";
import { t, title } from "../shared/texts.js";

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Field */

const TABS = ["scenario", "briefing", "all", "fair"];
const FIRST = ["title", "date", "turns", "id", "attacker", "author", "blurb"];
const ELSEWHERE = ["game", "mapsheet", "number", "cite", "source", "briefing", "aim", "options", ...FIRST];
const SPOKEN = ["goal", "attacker", "ours", "name", "text"]; // what an aim says of itself

/** Is something typed into it? @param {Element} box @returns {box is Field} */
function isField(box) {
  return box instanceof HTMLTextAreaElement || (box instanceof HTMLInputElement && box.type !== "checkbox");
}

export class StudioPanel {
  box = byId("panel");
  tab = "scenario";
  /** @type {Set<string>} */
  unfolded = new Set();
  /** @type {WeakMap<Field, string>} */
  drawn = new WeakMap(); // what stood in a field when it was drawn

  /** @param {Page.StudioWork} work @param {() => void} play @param {(line: number) => void} showLine */
  constructor(work, play, showLine) {
    this.work = work;
    this.play = play;
    this.showLine = showLine;
    this.fair = new FairPanel(work, () => this.draw(), (problems) => this.wrong(problems));
  }

  /** @param {string} tab */
  turn(tab) {
    this.tab = tab;
    this.draw();
  }

  /** What showed only when it was played. @param {Wire.StudioProblem[]} problems */
  wrong(problems) {
    this.work.wrong(problems);
    this.turn("scenario");
    toast(problems[0]?.says ?? "");
  }

  draw() {
    const { sheet, tools } = this.work;
    if (!sheet || !tools) return;
    const held = this.held();
    const form = new Form(tools.schema, (edit) => this.work.change([edit]));
    const body = h("div", { class: "sheet", id: `tab-${this.tab}`, role: "tabpanel", tabindex: 0, "aria-label": this.named(this.tab) }, this.inside(form));
    const scroll = this.box.querySelector(".sheet")?.scrollTop ?? 0;
    swap(this.box, this.tabs(), body, this.foot());
    for (const part of /** @type {NodeListOf<HTMLDetailsElement>} */ (body.querySelectorAll("details[data-at]"))) this.remember(part);
    body.scrollTop = scroll;
    for (const box of [...body.querySelectorAll("[data-at]")].filter(isField)) this.drawn.set(box, box.value);
    if (held) this.giveBack(held);
  }

  /** What has the focus, if it can have it again. */
  held() {
    const { activeElement: held } = document;
    return held?.getAttribute("data-at") && this.box.contains(held) ? held : null;
  }

  /** The focus to where it was, with what is being typed there, unless the field itself has changed. @param {Element} held */
  giveBack(held) {
    const box = /** @type {HTMLElement | null} */ (this.box.querySelector(`[data-at="${CSS.escape(held.getAttribute("data-at") ?? "")}"]`));
    box?.focus();
    if (!box || !isField(box) || !isField(held) || box.value !== this.drawn.get(held)) return;
    box.value = held.value;
    if (box.type !== "number") box.setSelectionRange(held.selectionStart, held.selectionEnd);
  }

  /** Parts that were unfolded stay so. @param {HTMLDetailsElement} part */
  remember(part) {
    const at = part.getAttribute("data-at") ?? "";
    if (this.unfolded.has(at)) part.open = true;
    part.addEventListener("toggle", () => (part.open ? this.unfolded.add(at) : this.unfolded.delete(at)));
  }

  /** @param {string} tab */
  named(tab) {
    return t(tab === "fair" ? "studio_fair" : `studio_tab_${tab}`);
  }

  tabs() {
    const step = (/** @type {KeyboardEvent} */ event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!by) return;
      event.preventDefault();
      this.turn(TABS[(TABS.indexOf(this.tab) + by + TABS.length) % TABS.length]);
      inside(this.box, "[aria-selected=true]").focus();
    };
    const tab = (/** @type {string} */ name) =>
      h("button", { type: "button", role: "tab", id: `to-${name}`, "aria-selected": String(name === this.tab), tabindex: name === this.tab ? 0 : -1, onclick: () => this.turn(name) }, this.named(name));
    return h("div", { class: "tabs", role: "tablist", "aria-label": t("studio_panel"), onkeydown: step }, TABS.map(tab));
  }

  foot() {
    const sides = this.work.sides.map((side) => h("option", { value: side, selected: side === this.work.plays }, title(side)));
    const pick = h("select", { "aria-label": t("studio_sides"), class: "alt", onchange: () => (this.work.plays = pick.value) }, sides);
    return h("div", { class: "foot-of" }, h("button", { class: "go", type: "button", id: "play", onclick: () => this.play() }, t("studio_play")), this.work.sides.length > 1 ? pick : null);
  }

  /** @param {Form} form */
  inside(form) {
    if (this.tab === "fair") return this.fair.draw();
    if (this.tab === "briefing") return this.briefings(form);
    return this.tab === "all" ? this.everything(form) : this.scenario(form);
  }

  /** @param {Form} form */
  scenario(form) {
    const data = this.work.data ?? {};
    const fields = FIRST.filter((key) => form.top[key]).map((key) => form.field(key, form.top[key], data[key], [key]));
    return [h("p", { class: "small-screen" }, t("studio_small")), this.problems(), h("div", { class: "form" }, fields), this.aims(form), this.areas("area", "studio_areas"), this.areas("ground", "studio_terrain")];
  }

  problems() {
    const { sheet } = this.work;
    const found = sheet?.problems ?? [];
    if (!found.length) return h("p", { class: "all-well", id: "well" }, icon("briefing"), t("studio_no_problems"));
    const row = (/** @type {Wire.StudioProblem} */ problem) =>
      h(
        "div",
        { class: "problem" },
        icon("threats"),
        h("span", {}, h("button", { class: "plain-link", type: "button", onclick: () => this.showLine(problem.line) }, t("studio_line", { n: problem.line })), " ", problem.key ? h("b", {}, `${problem.key}: `) : null, problem.says),
      );
    return [h("h2", {}, t("studio_problems", { n: found.length })), sheet?.data ? null : h("p", { class: "quiet" }, t("studio_no_text")), h("div", { id: "problems" }, found.slice(0, 20).map(row))];
  }

  // ------------------------------------------------------------ aims and areas

  /** @param {Form} form */
  aims(form) {
    const { sheet } = this.work;
    const aims = sheet?.data?.aim;
    const schema = form.top.aim;
    if (!schema || !sheet?.data) return null;
    if (!Array.isArray(aims)) return [h("h2", {}, t("studio_aims")), this.aim(form, schema, aims ?? {}, ["aim"], t("studio_aims"))];
    const item = form.resolve(schema.items);
    const kinds = Object.entries(item.discriminator?.mapping ?? {});
    const add = (/** @type {string} */ name, /** @type {Wire.Schema | boolean | undefined} */ part) =>
      h("button", { class: "plain-link", type: "button", "data-new-aim": name, onclick: () => this.addAim(form, part, aims.length) }, name ? t("studio_add_aim", { kind: name.replaceAll("_", " ") }) : t("studio_add"));
    const more = kinds.length ? kinds.map(([name, ref]) => add(name, { $ref: ref })) : [add("", schema.items)];
    return [h("h2", {}, t("studio_aims")), listOf(aims).map((aim, i) => this.aim(form, schema.items, aim, ["aim", i], String(i + 1))), h("div", {}, more)];
  }

  /** @param {Form} form @param {Wire.Schema | boolean | undefined} part @param {number} at */
  addAim(form, part, at) {
    const said = (/** @type {string} */ key) => (["attacker", "ours", "goal"].includes(key) ? "studio_aim_ours" : ["defender", "theirs"].includes(key) ? "studio_aim_theirs" : "");
    const drawn = form.resolve(part).properties?.hexes ? { hexes: [] } : {}; // by hand, on the map
    const made = Object.fromEntries(entriesOf({ ...Object(form.fresh(part)), ...drawn }).map(([key, value]) => [key, value === "" && said(key) ? t(said(key)) : value]));
    this.unfolded.add(`aim.${at}`);
    return this.work.make(["aim", at], made, ["aim", at, "hexes"], "aim");
  }

  /** One aim: a sentence, and its fields when it is opened. @param {Form} form @param {Wire.Schema | boolean | undefined} schema @param {unknown} aim @param {(string | number)[]} path @param {string} name */
  aim(form, schema, aim, path, name) {
    const marks = this.work.sheet?.marks.filter((mark) => mark.kind === "aim" && path.every((part, i) => mark.path[i] === part)) ?? [];
    const says = textOf(SPOKEN.map((key) => at(aim, key)).find((text) => typeof text === "string" && text) ?? at(aim, "says", "ours") ?? at(aim, "all", 0, "text"));
    const lead = [title(textOf(at(aim, "side"))), textOf(at(aim, "kind") ?? at(aim, "when")).replaceAll("_", " ")].filter(Boolean).join(": ");
    const worth = textOf(at(aim, "points") ?? at(aim, "vp") ?? at(aim, "vp_each"));
    const places = marks.flatMap((mark) => mark.places).join(", ");
    const box = h("details", { class: `aim${marks.some((mark) => this.work.isMarked(mark.path)) ? " lit" : ""}`, "data-at": path.join(".") });
    const light = () => setTimeout(() => marks[0] && this.work.mark(marks[0].path), 0);
    const byHand = () => box.open || box.addEventListener("toggle", light, { once: true }); // a panel drawn again takes no tool out of the hand
    const field = form.field(name, schema, aim, path);
    box.append(
      h("summary", { onclick: byHand }, h("b", {}, title(lead || name), h("small", {}, [says, places].filter(Boolean).join(" · "))), worth && worth !== "0" ? h("i", {}, t("studio_points", { n: worth })) : null),
      field.querySelector(".form") ?? field,
      typeof path.at(-1) === "number" ? form.away(path, title(lead)) : "",
    );
    return box;
  }

  /** The places of a kind, to be chosen and drawn. @param {string} kind @param {string} heading */
  areas(kind, heading) {
    const { work } = this;
    const marks = work.sheet?.marks.filter((mark) => mark.kind === kind) ?? [];
    const free = kind === "area" ? ["areas", "area"].find((key) => work.tools?.schema.$defs && new Form(work.tools.schema, () => {}).isTableOfLists(key)) : "";
    if (!marks.length && !free) return null;
    const row = (/** @type {Wire.StudioMark} */ mark) => {
      const anew = mark.outline ? h("button", { class: "plain-link", type: "button", onclick: () => work.change([{ edit: "put", path: mark.path, value: [] }]) }, t("studio_draw_anew")) : null;
      const whole = kind === "ground" || mark.path[0] === "zone" ? mark.path.slice(0, -1) : mark.path;
      const away = h("button", { class: "away", type: "button", "aria-label": t("studio_remove", { name: mark.name }), onclick: () => work.change([{ edit: "drop", path: whole }]) }, icon("close"));
      const pick = h("button", { type: "button", "data-mark": mark.name, "aria-pressed": String(work.isMarked(mark.path)), onclick: () => work.mark(mark.path) }, h("b", {}, title(mark.name)), " ", h("small", { class: "quiet" }, [mark.side ? title(mark.side) : "", mark.outline ? "" : mark.places.length].filter(Boolean).join(" · ")));
      return h("div", { class: `aim entry${work.isMarked(mark.path) ? " lit" : ""}` }, h("span", { class: "pick-of" }, pick), anew, away);
    };
    const make = () => {
      const path = [String(free), t("studio_area_n", { n: marks.length + 1 })];
      work.make(path, [], path, "area");
    };
    return [h("h2", {}, t(heading), free ? h("button", { class: "plain-link", type: "button", onclick: make }, t("studio_add_area")) : null), marks.map(row)];
  }

  // ------------------------------------------------------------ the rest

  /** @param {Form} form */
  briefings(form) {
    const data = this.work.data?.briefing;
    const part = form.resolve(form.top.briefing?.additionalProperties);
    const side = (/** @type {string} */ name) => [h("h2", {}, title(name)), h("div", { class: "form" }, Object.entries(part.properties ?? {}).map(([key, schema]) => this.words(form, key, schema, at(data, name, key), ["briefing", name, key])))];
    return this.work.sides.map(side);
  }

  /** Sentences of a list are lines of one field. @param {Form} form @param {string} key @param {Wire.Schema} schema @param {unknown} value @param {(string | number)[]} path */
  words(form, key, schema, value, path) {
    const lines = schema.type === "array";
    const put = () => form.put(path, lines ? box.value.split("\n").map((line) => line.trim()).filter(Boolean) : box.value);
    const box = key === "length" ? h("input", { onchange: put, "data-at": path.join(".") }) : h("textarea", { onchange: put, "data-at": path.join(".") });
    box.value = lines ? listOf(value).join("\n") : textOf(value);
    return h("label", { class: "wide" }, title(key), box);
  }

  /** @param {Form} form */
  everything(form) {
    const data = this.work.data ?? {};
    const fields = Object.entries(form.top).filter(([key]) => !ELSEWHERE.includes(key)).map(([key, schema]) => form.field(key, schema, data[key], [key]));
    const options = (this.work.tools?.options ?? []).map((option) => form.choice(option.title, { enum: option.values, description: option.about }, at(data, "options", option.id) ?? option.values[0], ["options", option.id]));
    return [options.length ? h("h2", {}, t("options")) : null, h("div", { class: "form" }, options), h("h2", {}, t("studio_tab_all")), h("div", { class: "form" }, fields)];
  }
}
