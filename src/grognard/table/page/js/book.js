/** Rules and charts to look up, and rule numbers that show their text. */
import { byId, dialogOf, h, icon, swap } from "./dom.js";
import { minus, ruleNumber, t } from "./words.js";

/** @type {(id: string) => void} */
let open = () => {};
/** @type {(id: string) => any} */
let find = () => null;

/** A rule's number as a link: hover to read it, click to look it up. */
export function cite(id) {
  if (!id) return null;
  return h("button", { class: "cite", type: "button", "data-cite": id, onclick: () => open(id) }, ruleNumber(id));
}

export class Book {
  constructor() {
    this.rules = [];
    this.charts = [];
    this.dialog = dialogOf("book");
    open = (id) => this.showRules(id);
    find = (id) => this.rules.find((rule) => rule.id === id);
    const tip = byId("tip");
    const hide = () => (tip.hidden = true);
    for (const [on, off] of [["pointerover", "pointerout"], ["focusin", "focusout"]]) {
      document.addEventListener(on, ({ target }) => this.tip(target instanceof Element ? target.closest("[data-cite]") : null));
      document.addEventListener(off, hide);
    }
  }

  fill(found) {
    this.rules = found.rules;
    this.charts = found.charts;
  }

  rule(id) {
    return find(id);
  }

  tip(link) {
    const rule = link && find(link.dataset.cite);
    const tip = byId("tip");
    tip.hidden = !rule;
    if (!rule) return;
    swap(tip, h("b", {}, rule.id), rule.text);
    const box = link.getBoundingClientRect();
    tip.style.left = `${Math.max(8, Math.min(innerWidth - 350, box.left - 120))}px`;
    tip.style.top = "0px";
    const below = box.bottom + 8 + tip.offsetHeight < innerHeight;
    tip.style.top = `${below ? box.bottom + 8 : Math.max(8, box.top - tip.offsetHeight - 8)}px`;
  }

  frame(name, ...body) {
    swap(
      this.dialog,
      h(
        "header",
        {},
        h("h2", { id: "book-title" }, name),
        h("button", { class: "round", type: "button", "aria-label": t("close"), onclick: () => this.dialog.close() }, icon("close")),
      ),
      h("div", { class: "body", tabindex: 0 }, body),
    );
    if (!this.dialog.open) this.dialog.showModal();
  }

  showRules(wanted = "") {
    const list = h("div", {});
    const search = h("input", { type: "search", "aria-label": t("search_rules"), placeholder: t("search_rules"), oninput: () => fill(search.value) });
    const fill = (what) => {
      const word = what.trim().toLowerCase();
      const found = this.rules.filter((rule) => !word || rule.id.toLowerCase().includes(word) || `${rule.topic} ${rule.text}`.toLowerCase().includes(word));
      const rows = found.slice(0, 400).map((rule) =>
        h("div", { class: `rule ${rule.id === wanted ? "aim" : ""}`, id: `rule-${rule.id}` }, h("b", {}, ruleNumber(rule.id)), h("span", {}, rule.text)),
      );
      swap(list, rows.length ? rows : h("p", { class: "quiet" }, t("no_rules")));
    };
    fill("");
    this.frame(t("rules"), search, list);
    document.getElementById(`rule-${wanted}`)?.scrollIntoView({ block: "center" });
  }

  showCharts() {
    const drawn = this.charts.map((chart) => [
      h("h3", {}, chart.title, " ", cite(chart.cite)),
      h("div", { class: "wide" }, this.chart(chart)),
      chart.results.length ? h("p", { class: "quiet" }, chart.results.map(([letter, words]) => `${letter} ${words}`).join(" · ")) : null,
      chart.note ? h("p", { class: "quiet" }, chart.note) : null,
    ]);
    this.frame(t("charts"), drawn);
  }

  chart(chart) {
    return h(
      "table",
      { class: "chart" },
      h("thead", {}, h("tr", {}, h("td", {}), chart.columns.map((name) => h("th", { scope: "col" }, minus(name))))),
      h("tbody", {}, chart.rows.map(([label, cells]) => h("tr", {}, h("th", { scope: "row" }, label), cells.map((cell) => h("td", {}, cell))))),
    );
  }
}
