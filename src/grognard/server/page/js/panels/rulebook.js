/** The rulebook and its charts, docked beside the map: chapters, search, and rule numbers that show their text. */
import { around, byId, h, icon, swap, toast } from "../shared/dom.js";
import { ask, remember, tell } from "../shared/net.js";
import { theme } from "../shared/theme.js";
import { minus, ruleNumber, sentence, t } from "../shared/texts.js";

/** @type {(id: string) => void} */
let open = () => {};
/** @type {(id: string) => Wire.Rule | null | undefined} */
let find = () => null;

/** A rule's number as a link: hover to read it, click to look it up. @param {string | null | undefined} id */
export function cite(id) {
  if (!id) return null;
  return h("button", { class: "cite", type: "button", "data-cite": id, onclick: () => open(id) }, ruleNumber(id));
}

/** A button that begins a match in the position of a lesson. @param {string} where game and lesson @param {string} title */
export function playFrom(where, title) {
  const [game, lesson] = where.split("/");
  const play = async () => {
    try {
      const { match, key } = await ask("POST /api/lessons/{game}/{lesson}/play", { game, lesson });
      remember(match, { key, invites: {}, fresh: false, coached: false });
      location.href = `/m/${match}`;
    } catch (error) {
      tell(error);
    }
  };
  return h("button", { class: "alt", type: "button", "data-from": where, "aria-label": `${t("play_from")}: ${title}`, onclick: play }, t("play_from"));
}

/** What most of some rules are about, if no other chapter is called that. @param {Wire.Rule[]} rules @param {Set<string>} used */
function subject(rules, used) {
  /** @type {Map<string, number>} */
  const often = new Map();
  for (const { topic } of rules) often.set(topic, (often.get(topic) ?? 0) + 1);
  const ranked = [...often].sort((a, b) => b[1] - a[1]).map(([topic]) => t(`topic_${topic}`, {}, sentence(topic.replaceAll("_", " "))));
  return ranked.find((name) => !used.has(name)) ?? ranked[0];
}

/** The chapters of a rulebook: by the first number of the sections, or by their names where they have no numbers. @param {Wire.Rule[]} rules */
function chaptersOf(rules) {
  /** @type {Map<string, Page.Chapter>} */
  const found = new Map();
  for (const rule of rules) {
    const [, series] = /^([A-Z]+[0-9]?)-/.exec(rule.id) ?? ["", ""];
    const number = /^(\d+)/.exec(rule.section)?.[1];
    const key = series === "GR" ? "GR" : number ? `${series} ${number}` : `${series} ${rule.section}`;
    const chapter = found.get(key) ?? { key, number: series === "GR" ? "" : number ?? "", name: series === "GR" ? t("table_rules") : number ? "" : rule.section, rules: [] };
    chapter.rules.push(rule);
    found.set(key, chapter);
  }
  /** @type {Set<string>} */
  const used = new Set();
  for (const chapter of found.values()) used.add((chapter.name ||= subject(chapter.rules, used)));
  return [...found.values()];
}

/** A text with every place where a word stands marked. @param {string} text @param {string} word */
function marked(text, word) {
  if (!word) return text;
  const parts = [], low = text.toLowerCase();
  let from = 0;
  for (let at = low.indexOf(word); at >= 0; at = low.indexOf(word, from)) {
    parts.push(text.slice(from, at), h("mark", {}, text.slice(at, at + word.length)));
    from = at + word.length;
  }
  return [...parts, text.slice(from)];
}

export class Book {
  constructor() {
    /** @type {Wire.Rule[]} */
    this.rules = [];
    /** @type {Wire.Chart[]} */
    this.charts = [];
    /** @type {Page.Chapter[] | null} */
    this.parted = null;
    /** @type {Map<string, Wire.Taught>} */
    this.lessons = new Map(); // by the rules they show
    /** @type {Wire.Taught[]} */
    this.path = [];
    /** @type {Wire.Taught[]} */
    this.examples = [];
    this.shown = "";
    this.field = h("input");
    this.count = h("span");
    this.contents = h("nav");
    this.page = h("div");
    this.box = byId("book");
    open = (id) => this.showRules(id);
    find = (id) => this.rules.find((rule) => rule.id === id);
    const tip = byId("tip");
    const hide = () => (tip.hidden = true);
    for (const [on, off] of [["pointerover", "pointerout"], ["focusin", "focusout"]]) {
      document.addEventListener(on, ({ target }) => this.tip(around(target, "[data-cite]")));
      document.addEventListener(off, hide);
    }
  }

  /** @param {Wire.Book} found */
  fill(found) {
    this.rules = found.rules;
    this.charts = found.charts;
    this.path = found.lessons;
    this.examples = found.examples;
    for (const lesson of [...found.examples, ...found.lessons]) for (const rule of lesson.rules) this.lessons.set(rule, lesson);
    this.parted = null;
  }

  /** The chapters, parted when the book is first opened. @returns {Page.Chapter[]} */
  get chapters() {
    return (this.parted ??= chaptersOf(this.rules));
  }

  /** @param {string} id */
  rule(id) {
    return find(id);
  }

  /** @param {HTMLElement | SVGElement | null} link */
  tip(link) {
    const rule = find(link?.dataset.cite ?? "");
    const tip = byId("tip");
    tip.hidden = !rule;
    if (!rule || !link) return;
    swap(tip, h("b", {}, rule.id), rule.text);
    const box = link.getBoundingClientRect();
    tip.style.left = `${Math.max(8, Math.min(innerWidth - 350, box.left - 120))}px`;
    tip.style.top = "0px";
    const below = box.bottom + 8 + tip.offsetHeight < innerHeight;
    tip.style.top = `${below ? box.bottom + 8 : Math.max(8, box.top - tip.offsetHeight - 8)}px`;
  }

  // ------------------------------------------------------------ opening and shutting

  get open() {
    return !this.box.hidden;
  }

  /** @param {string} what */
  toggle(what) {
    if (this.open && this.shown === what) this.shut();
    else if (what === "charts") this.showCharts();
    else this.showRules();
  }

  shut() {
    if (!this.open) return false;
    this.box.hidden = true;
    document.body.classList.remove("booked");
    swap(this.box);
    /** @type {HTMLElement} */ (this.back?.isConnected ? this.back : byId("view")).focus();
    return true;
  }

  /** @param {string} shown */
  frame(shown) {
    if (!this.open) this.back = document.activeElement;
    this.shown = shown;
    this.count = h("span", { class: "count", role: "status" });
    this.field = h("input", { type: "search", "aria-label": t("search_rules"), placeholder: t("search_rules"), oninput: () => this.list(this.field.value) });
    this.contents = h("nav", { "aria-label": t("contents") });
    this.page = h("div", { class: "leaf", tabindex: 0 });
    swap(
      this.box,
      h("header", {}, h("h2", { id: "book-title" }, t("rules")), this.field, this.count, h("button", { class: "round", type: "button", "aria-label": t("close"), onclick: () => this.shut() }, icon("close"))),
      this.contents,
      this.page,
    );
    this.box.hidden = false;
    document.body.classList.add("booked");
    this.field.focus();
  }

  // ------------------------------------------------------------ reading

  showRules(wanted = "") {
    this.frame("rules");
    this.list("", wanted);
    document.getElementById(`rule-${wanted}`)?.scrollIntoView({ block: "center" });
  }

  /** The rules that hold a word or a number, chapter by chapter. @param {string} what */
  list(what, wanted = "") {
    const word = what.trim().toLowerCase();
    const fits = (/** @type {Wire.Rule} */ rule) => !word || ruleNumber(rule.id).toLowerCase().startsWith(word) || rule.id.toLowerCase() === word || `${rule.topic} ${rule.text}`.toLowerCase().includes(word);
    const found = this.chapters.map((chapter) => ({ ...chapter, rules: chapter.rules.filter(fits) }));
    const shown = found.filter(({ rules }) => rules.length);
    const row = (/** @type {Wire.Rule} */ rule) => h("div", { class: `rule ${rule.id === wanted ? "aim" : ""}`.trim(), id: `rule-${rule.id}` }, h("b", {}, ruleNumber(rule.id)), h("p", {}, marked(rule.text, word), this.taught(rule.id)));
    const leaf = (/** @type {Page.Chapter} */ { key, number, name, rules }) => [h("h3", { id: `chapter-${key}` }, number ? h("small", {}, t("chapter", { n: number })) : null, name), rules.length ? this.shownIn(key) : null, rules.map(row)];
    swap(this.page, shown.length ? shown.map(leaf) : h("p", { class: "quiet" }, t("no_rules")));
    this.count.textContent = word ? t("found_rules", { n: shown.reduce((n, { rules }) => n + rules.length, 0) }) : "";
    this.index(found, word);
    this.page.scrollTop = 0;
  }

  /** The lesson that shows a rule on the board. @param {string} id */
  taught(id) {
    const lesson = this.lessons.get(id);
    return lesson ? [" ", h("a", { class: "taught", href: `/learn/${document.body.dataset.game}/${lesson.id}` }, t(lesson.kind === "example" ? "example_is" : "lesson_is", { title: lesson.title }))] : null;
  }

  /** The examples of a chapter: the board drawn from a position that can be tried and played. @param {string} key */
  shownIn(key) {
    const rules = new Set(this.chapters.find((chapter) => chapter.key === key)?.rules.map((rule) => rule.id));
    const { game, mark } = document.body.dataset;
    const figure = (/** @type {Wire.Taught} */ { id, title, say }) =>
      h(
        "figure",
        { class: "example", id },
        h("a", { href: `/learn/${game}/${id}`, tabindex: -1, "aria-hidden": "true" }, h("img", { src: `/art/${game}/${id}-${theme()}.svg?v=${mark}`, alt: "", loading: "lazy" })),
        h("figcaption", {}, h("b", {}, title), " ", say),
        h("p", { class: "row" }, h("a", { class: "alt", href: `/learn/${game}/${id}`, "aria-label": `${t("try_it")}: ${title}` }, t("try_it")), playFrom(`${game}/${id}`, title)),
      );
    return this.examples.filter((example) => rules.has(example.rules[0])).map(figure);
  }

  /** The contents; with a word, how often it stands in each chapter. @param {Page.Chapter[]} chapters @param {string} word */
  index(chapters, word) {
    const go = (/** @type {string} */ key) => document.getElementById(`chapter-${key}`)?.scrollIntoView({ block: "start" });
    const line = (/** @type {Page.Chapter} */ { key, number, name, rules }) => h("button", { type: "button", class: "chapter", disabled: !rules.length, onclick: () => go(key) }, h("b", {}, number), h("span", {}, name), word && rules.length ? h("i", {}, String(rules.length)) : null);
    swap(this.contents, chapters.map(line), this.charts.length ? h("button", { type: "button", class: "chapter", onclick: () => this.showCharts() }, h("b", {}), h("span", {}, t("charts"))) : null);
  }

  showCharts() {
    this.frame("charts");
    byId("book-title").textContent = t("charts");
    const drawn = this.charts.map((chart) => [
      h("h3", { id: `chapter-chart-${chart.key}` }, chart.title, " ", cite(chart.cite)),
      h("div", { class: "wide", tabindex: 0 }, this.chart(chart)),
      chart.results.length ? h("p", { class: "quiet" }, chart.results.map(([letter, words]) => `${letter} ${words}`).join(" · ")) : null,
      chart.note ? h("p", { class: "quiet" }, chart.note) : null,
    ]);
    swap(this.page, drawn.length ? drawn : h("p", { class: "quiet" }, t("no_charts")));
    const go = (/** @type {string} */ key) => document.getElementById(`chapter-chart-${key}`)?.scrollIntoView({ block: "start" });
    const line = (/** @type {Wire.Chart} */ chart) => h("button", { type: "button", class: "chapter", onclick: () => go(chart.key) }, h("b", {}), h("span", {}, chart.title));
    swap(this.contents, this.charts.map(line), h("button", { type: "button", class: "chapter", onclick: () => this.showRules() }, h("b", {}), h("span", {}, t("rules"))));
  }

  /** @param {Wire.Chart} chart */
  chart(chart) {
    return h(
      "table",
      { class: "chart" },
      h("thead", {}, h("tr", {}, h("td", {}), chart.columns.map((name) => h("th", { scope: "col" }, minus(name))))),
      h("tbody", {}, chart.rows.map(([label, cells]) => h("tr", {}, h("th", { scope: "row" }, minus(label)), cells.map((cell) => h("td", {}, minus(cell)))))),
    );
  }
}
