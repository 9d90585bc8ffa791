/** Is it fair? Asked of the server, which plays behind everybody's back; what it has found so far is shown at once. */
import { h, s } from "../shared/dom.js";
import { ask, attempt } from "../shared/net.js";
import { sentence, t, title } from "../shared/texts.js";

const AGAIN = 700; // milliseconds until the next look
const LOW = 0.45, HIGH = 0.55;

export class FairPanel {
  matches = 50;
  /** @type {Wire.FairTold | null} */
  found = null;
  text = ""; // what was tried out

  /** @param {Page.StudioWork} work @param {() => void} redraw @param {(problems: Wire.StudioProblem[]) => void} wrong */
  constructor(work, redraw, wrong) {
    this.work = work;
    this.redraw = redraw;
    this.wrong = wrong;
  }

  async begin() {
    const { text } = this.work;
    const found = await attempt(ask("POST /api/studio/fair", {}, { text, matches: this.matches }));
    if (!found) return;
    this.text = text;
    this.take(found);
  }

  /** @param {Wire.FairTold} found */
  take(found) {
    this.found = found;
    if (found.problems) this.wrong(found.problems);
    this.redraw();
    if (!found.done) setTimeout(() => this.look(found.job), AGAIN);
  }

  /** @param {string} job */
  async look(job) {
    if (this.found?.job !== job) return;
    try {
      this.take(await ask("GET /api/studio/fair/{job}", { job }));
    } catch {
      setTimeout(() => this.look(job), 4 * AGAIN);
    }
  }

  draw() {
    const count = h("input", { type: "number", min: 1, max: 200, value: this.matches, id: "matches", onchange: () => (this.matches = Math.max(1, Math.min(200, Math.round(Number(count.value)) || 50))) });
    const begin = h("button", { class: "alt", type: "button", id: "try", onclick: () => this.begin() }, t("studio_fair_begin"));
    return [h("h2", {}, t("studio_fair")), h("p", { class: "quiet" }, t("studio_fair_about")), h("div", { class: "form ask" }, h("label", {}, t("studio_fair_matches"), count), begin), this.result()];
  }

  result() {
    const { found } = this;
    if (!found) return null;
    const old = this.text !== this.work.text;
    const stop = found.done ? null : h("button", { class: "plain-link", type: "button", onclick: () => attempt(ask("POST /api/studio/fair/{job}/stop", { job: found.job })) }, t("studio_fair_stop"));
    const key = found.error ? "" : !found.done ? (found.played ? "studio_fair_progress" : "studio_fair_waits") : found.stopped ? "studio_fair_stopped" : "studio_fair_done";
    return [
      h("h2", {}, ""),
      h(
        "section",
        { class: `fair${old ? " old" : ""}`, id: "fair", "aria-live": "polite", "data-done": String(found.done) },
        h("header", {}, h("b", {}, found.error ?? this.verdict(found)), stop),
        found.error ? null : h("progress", { max: found.of, value: found.played, "aria-label": t("studio_fair") }),
        h("p", { class: "quiet" }, t(key, { n: found.played, m: found.of }), old ? ` ${t("studio_fair_old")}` : ""),
        found.strengths?.length ? this.strengths(found) : null,
        [...(found.idle ?? []), ...(found.why ?? [])].map((says) => h("p", { class: "because" }, says)),
        found.strengths?.length && !old ? this.levers() : null,
        (found.ends ?? []).slice(0, 2).map(({ says, count }) => h("p", { class: "because" }, t("studio_fair_ends", { n: count, m: found.played, says }))),
      ),
    ];
  }

  /** A turn more or less, tried at once. */
  levers() {
    const turns = Number(this.work.data?.turns) || 0;
    const counts = turns ? [turns - 1, turns + 1].filter((n) => n > 0 && n < 100) : [];
    const links = counts.map((n) => h("button", { class: "plain-link lever", type: "button", onclick: () => this.pull(n) }, t("studio_fair_turns", { n })));
    return links.length ? h("p", { class: "because" }, ...links) : null;
  }

  /** @param {number} turns */
  async pull(turns) {
    await this.work.change([{ edit: "put", path: ["turns"], value: turns }]);
    return this.begin();
  }

  /** One line in words. @param {Wire.FairTold} found */
  verdict(found) {
    const all = (found.strengths ?? []).filter((one) => one.played);
    const [side, other] = found.sides ?? [];
    if (!all.length) return t("studio_fair_open");
    if (all.some((one) => one.low > HIGH)) return t("studio_fair_more", { people: sentence(side) });
    if (all.some((one) => one.high < LOW)) return t("studio_fair_more", { people: sentence(other ?? side) });
    const most = Math.max(...all.map((one) => one.played));  // those who think come last, and few of them do not unsettle what many have shown
    const shown = all.filter((one) => one.played >= most - 1);
    return shown.every((one) => one.low > 0.35 && one.high < 0.65) ? t("studio_fair_yes") : t("studio_fair_open");
  }

  /** Strengths as dots with their interval on a track. @param {Wire.FairTold} found */
  strengths(found) {
    const [side] = found.sides ?? [""];
    return [
      h("p", { class: "quiet" }, t("studio_first_side", { people: side })),
      (found.strengths ?? []).filter((one) => one.played).map((one) => this.strength(one, side)),
      h("div", { class: "scale", "aria-hidden": "true" }, h("span", {}, "0"), h("span", {}, t("studio_fair_scale")), h("span", {}, "100")),
    ];
  }

  /** @param {Wire.StrengthTold} one @param {string} side */
  strength(one, side) {
    const name = t(`level_${one.name}`, {}, title(one.name));
    const by = Math.round(50 * (one.high - one.low)), share = Math.round(100 * one.share);
    const hatch = s("pattern", { id: "hatch", width: 3, height: 3, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, s("rect", { width: 1.2, height: 3, fill: "var(--good)" }));
    const track = s(
      "svg",
      { viewBox: "0 0 100 14", preserveAspectRatio: "none", role: "img", "aria-label": t("studio_fair_label", { name, people: side, share, by }) },
      s("defs", {}, hatch),
      s("rect", { class: "track", x: 0, y: 1, width: 100, height: 12, rx: 3 }),
      s("rect", { class: "band", x: 45, y: 1, width: 10, height: 12 }),
      s("path", { class: "whisker", d: `M${100 * one.low} 7H${100 * one.high}`, "vector-effect": "non-scaling-stroke" }),
      s("circle", { cx: 100 * one.share, cy: 7, r: 3.2 }),
    );
    return h("div", { class: "strength" }, h("span", {}, name), track, h("span", {}, h("b", {}, `${share} %`), ` ± ${by}`));
  }
}
