/** A lesson on the real board: the coach, what is lit, the plan of the lesson, and its end. */
import { cite, playFrom } from "../panels/rulebook.js";
import { byId, h, icon, logo, s, swap } from "../shared/dom.js";
import { ask, attempt, pupil, remember } from "../shared/net.js";
import { sentence, t } from "../shared/texts.js";

const phone = matchMedia("(max-width: 760px)");
const FEW = 14; // pieces that are all looked at
const SEEN = 1500; // milliseconds in which the result of the last answer is seen before the lesson ends
const NEAR = 2.4; // inches round a lit point of a table

export class Classroom {
  /** @param {Page.School} parts */
  constructor({ known, live, board, pieces, book, card }) {
    this.known = known;
    this.live = live;
    this.board = board;
    this.book = book;
    this.card = card;
    /** @type {Wire.LessonRow[]} */
    this.path = [];
    /** @type {Wire.LessonTold | null} */
    this.lesson = null;
    this.looked = false; // has the map been turned to the lesson?
    document.body.classList.add("learning");
    this.coach = h("section", { id: "coach", class: "coach", "aria-live": "polite", "aria-label": t("coach") });
    this.plan = h("section", { id: "plan", class: "plan card", "aria-label": t("lesson_plan") });
    this.place = h("p", { id: "lesson-place", class: "lesson-place" });
    this.veil = s("g", { id: "veil", "pointer-events": "none" });
    byId("top").after(this.place);
    board.upper.insertBefore(this.veil, pieces.tray);
    board.upper.insertBefore(pieces.labels.group, pieces.tray); // a ring hides no name
    phone.addEventListener("change", () => this.settle());
    addEventListener("resize", () => requestAnimationFrame(() => this.lesson && this.look()));
    this.settle();
    const hear = live.hear;
    live.hear = async (message) => {
      if ("lesson" in message && message.lesson) this.prepare(message, message.lesson);
      await hear(message);
      if ("lesson" in message && message.lesson) this.show(message.lesson, message.path);
    };
    document.addEventListener("keydown", (event) => this.key(event), { capture: true });
  }

  /** What is asked for is marked among the answers, also what is to be tried in vain. @param {Page.Scene} message @param {Wire.LessonTold} lesson */
  prepare({ ask }, { wanted, tries, orders }) {
    this.known.wanted = wanted;
    this.known.ordered = orders;
    ask?.choices.push(...tries);
  }

  /** The coach stands at the foot of the map and the plan over the question; on a phone he heads the sheet, and it comes last. */
  settle() {
    if (phone.matches) byId("prompt").before(this.coach);
    else byId("map").append(this.coach);
    if (phone.matches) byId("fight").after(this.plan);
    else byId("prompt").before(this.plan);
  }

  /** @param {"on" | "show" | "skip" | "again"} to */
  turn(to) {
    return attempt(this.live.order("turn", { to }));
  }

  /** The request of a step that only wants to be read, or has been read. */
  get canGoOn() {
    return Boolean(this.lesson?.waits || this.lesson?.reads);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element} */ (event.target);
    const busy = event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select, textarea") || this.card.open || document.querySelector("dialog[open]");
    if (busy || !this.lesson) return;
    if (this.lesson.over) return this.keyAtEnd(event);
    /** @type {Record<string, () => unknown>} */
    const acts = { s: () => this.turn("show"), ...(this.kind === "puzzle" ? {} : { k: () => this.turn("skip") }) };
    const act = event.key.toLowerCase() in acts ? acts[event.key.toLowerCase()] : null;
    const on = event.key === "Enter" && this.canGoOn && !target.closest("button, a");
    if (!act && !on) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (on) this.turn("on");
    else act?.();
  }

  /** Enter goes on from the solution of a puzzle. @param {KeyboardEvent} event */
  keyAtEnd(event) {
    const next = this.plan.querySelector("#next-lesson");
    if (event.key !== "Enter" || !next || /** @type {Element} */ (event.target).closest("button, a")) return;
    event.preventDefault();
    /** @type {HTMLElement} */ (next).click();
  }

  // ------------------------------------------------------------ showing

  /** @param {Wire.LessonTold} lesson @param {Wire.LessonRow[] | undefined} path */
  show(lesson, path) {
    const before = this.lesson;
    this.lesson = lesson;
    this.path = path ?? this.path;
    this.drawPlace();
    this.drawPlan(lesson);
    this.drawCoach(lesson);
    this.light(lesson);
    clearTimeout(this.closing);
    if (lesson.over && !before?.over) this.closing = setTimeout(() => this.end(lesson), before ? SEEN : 0);
    if (lesson.over) return;
    this.look();
    if (!phone.matches) document.querySelector(".choice.wanted")?.scrollIntoView({ block: "nearest" });
  }

  get at() {
    return this.path.findIndex((row) => `${this.known.about.game}/${row.id}` === this.known.match);
  }

  /** Is it a lesson of the path, an example of the rulebook or a puzzle? */
  get kind() {
    return this.lesson?.kind ?? "lesson";
  }

  /** Where this stands in its path, in words. */
  get number() {
    return t(`${this.kind}_n`, { n: this.at + 1, m: this.path.length });
  }

  /** Dots: what is done, where one is, what is to come. @param {number} count @param {number} now @param {(i: number) => boolean} done */
  dots(count, now, done) {
    const kind = (/** @type {number} */ i) => (i === now ? "now" : done(i) ? "done" : "");
    return h("span", { class: "dots", "aria-hidden": "true" }, Array.from({ length: count }, (_, i) => h("i", { class: kind(i) })));
  }

  drawPlace() {
    swap(this.place, h("b", {}, this.number), this.dots(this.path.length, this.at, (i) => this.path[i].known));
  }

  /** @param {Wire.LessonTold} lesson */
  drawPlan(lesson) {
    const step = (/** @type {string} */ text, /** @type {number} */ i) => {
      const done = lesson.over || i < lesson.step || (i === lesson.step && lesson.waits);
      const now = i === lesson.step && !done;
      return h("li", { class: done ? "done" : now ? "now" : "", "aria-current": now ? "step" : null }, h("i", { "aria-hidden": "true" }, done ? "✓" : String(i + 1)), text, done ? h("span", { class: "for-ears" }, ` (${t("step_done")})`) : null);
    };
    const rule = (/** @type {string} */ id) => h("li", {}, cite(id), h("span", {}, this.book.rule(id)?.text ?? ""));
    this.plan.classList.remove("solved");
    swap(
      this.plan,
      h("p", { class: "eyebrow" }, h("span", {}, this.number)),
      h("h2", {}, lesson.title),
      h("p", { class: "quiet" }, `${sentence(lesson.learnt)}.`),
      h("ol", { class: "lesson-steps" }, lesson.steps.map(step)),
      !lesson.rules.length ? null : h("details", {}, h("summary", {}, t("rules_behind")), h("ul", { class: "behind" }, lesson.rules.map(rule))),
      h("div", { class: "row" }, h("button", { class: "alt", type: "button", onclick: () => this.book.toggle("rules") }, icon("rules"), t("rules")), h("button", { class: "alt", type: "button", id: "again", onclick: () => this.turn("again") }, t("begin_again")), h("a", { class: "alt", id: "leave", href: "/#learn" }, t("leave_lesson"))),
    );
  }

  /** @param {Wire.LessonTold} lesson */
  drawCoach(lesson) {
    const { said } = lesson;
    const tone = !said || (said.right && !lesson.waits && !lesson.over) ? "" : said.right ? "right" : "other";
    const words = tone ? [h("p", { class: "verdict" }, t(tone === "right" ? "thats_it" : "not_that")), said?.say ? h("p", { class: "says" }, said.say) : null] : [h("p", { class: "says" }, lesson.say)];
    const request = lesson.ask && tone !== "right" && !(said?.say ?? "").endsWith(lesson.ask) ? h("p", { class: "asks" }, lesson.ask) : null;
    const rule = tone === "other" && said?.cite ? h("p", { class: "said-rule" }, cite(said.cite), h("span", {}, said.text)) : null;
    this.coach.className = `coach ${tone}`.trim();
    this.coach.hidden = lesson.over;
    swap(this.coach, h("div", { class: "speech" }, h("span", { class: "who", "aria-hidden": "true" }, logo()), h("div", {}, words, rule, request, this.forEars(lesson))), this.foot(lesson));
  }

  /** What is lit, for those who do not see it. @param {Wire.LessonTold} lesson */
  forEars({ lit: { hexes, pieces } }) {
    const names = pieces.flatMap((id) => this.known.views.get(id) ?? []).map((view) => `${view.name} ${view.place}`);
    return names.length + hexes.length ? h("p", { class: "for-ears" }, t("lit_list", { what: [...names, ...hexes].join("; ") })) : null;
  }

  /** @param {Wire.LessonTold} lesson */
  foot(lesson) {
    /** @type {(id: string, cls: string, key: string, label: string, to: "on" | "show" | "skip") => HTMLElement} */
    const button = (id, cls, key, label, to) => h("button", { class: cls, type: "button", id, onclick: () => this.turn(to) }, t(label), h("kbd", { "aria-hidden": "true" }, key));
    const steps = [this.dots(lesson.steps.length, lesson.waits ? -1 : lesson.step, (i) => i <= lesson.step), h("span", { class: "quiet" }, t("step_n", { n: lesson.step + 1, m: lesson.steps.length }))];
    const help = () => (this.kind === "puzzle" ? button("show-me", "alt", "S", "show_answer", "show") : [button("show-me", "alt", "S", "show_me", "show"), button("skip-step", "plain", "K", "skip_step", "skip")]);
    const go = this.canGoOn ? button("go-on", "go", "Enter", "go_on", "on") : help();
    return h("footer", {}, steps, h("span", { class: "fill" }), lesson.over ? null : go);
  }

  // ------------------------------------------------------------ the map

  /** The places spoken of. */
  get places() {
    const { hexes, pieces } = this.lesson?.lit ?? { hexes: [], pieces: [] };
    const stand = pieces.flatMap((id) => this.known.views.get(id)?.place ?? []);
    return [...new Set([...hexes, ...stand])].filter((place) => this.board.centre(place));
  }

  /** A veil over all but what is spoken of, and rings round that. @param {Wire.LessonTold} lesson */
  light({ waits, over }) {
    const { board, places } = this;
    this.known.spoken = waits || over ? [] : places;
    const [x, y, w, high] = board.frame;
    const hole = (/** @type {string} */ place) => {
      if (!board.inch) return `M${board.corners(place).join("L")}Z`;
      const [cx, cy] = board.middle(place), r = NEAR * board.inch;
      return `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
    };
    const whole = `M${x} ${y}h${w}v${high}h${-w}Z${places.map(hole).join("")}`;
    const ring = (/** @type {string} */ place) => ["spot-lit under", "spot-lit"].map((kind) => s("path", { d: hole(place), class: kind }));
    if (!places.length || waits || over) return this.veil.replaceChildren();
    return this.veil.replaceChildren(s("path", { d: whole, class: "veil", "fill-rule": "evenodd" }), ...places.flatMap(ring));
  }

  /** Bring what is spoken of into the part of the map that the coach leaves free. */
  look() {
    const { board } = this;
    const { views } = this.known;
    if (this.card.open) return;
    board.measure();
    board.cover(phone.matches ? {} : { bottom: Math.max(0, this.coach.offsetHeight - 50) });
    const around = [...views.values()].map((view) => view.place).filter((place) => board.centre(place));
    const wanted = [...this.places, ...(around.length <= FEW ? around : [])];
    if (this.looked && board.areFree(this.places)) return; // nothing moves under the finger
    this.looked = true;
    if (!board.fit(this.places, wanted)) board.show(wanted.length ? wanted : around, 1.15, 0.4);
  }

  // ------------------------------------------------------------ the end

  /** Every answer to a puzzle with what it comes to, the best first. @param {Wire.LessonTold} lesson */
  weighed(lesson) {
    const row = (/** @type {Wire.WeighedTold} */ { text, worth, share }, /** @type {number} */ i) => {
      const bar = h("i", { "aria-hidden": "true" });
      bar.style.width = `${(share * 100).toFixed(1)}%`;
      return h("li", { class: i ? "" : "best" }, h("span", {}, sentence(text)), h("b", { class: "num" }, worth), h("span", { class: "meter" }, bar));
    };
    return lesson.weighed.length ? [h("h3", {}, t("every_answer")), h("ol", { class: "weighed" }, lesson.weighed.map(row))] : null;
  }

  /** @param {Wire.LessonTold} lesson */
  end(lesson) {
    const { path } = this;
    const next = path[this.at + 1];
    const shown = this.kind === "puzzle" && !lesson.said?.right;
    const done = t({ puzzle: shown ? "puzzle_shown" : "puzzle_solved", example: "example_done", lesson: "you_know" }[this.kind], { title: lesson.title });
    path[this.at].known ||= !shown;
    this.drawPlace();
    const enter = h("kbd", { "aria-hidden": "true" }, "Enter");
    const go = next ? `/learn/${this.known.about.game}/${next.id}` : `/?game=${this.known.about.game}`;
    const foot = [
      next || this.kind !== "lesson" ? h("a", { class: "go", id: "next-lesson", href: go }, t(next ? "go_on" : "play_it"), enter) : h("button", { class: "go", id: "next-lesson", type: "button", onclick: () => attempt(this.battle()) }, t("first_battle"), enter),
      h("button", { class: "alt", type: "button", onclick: () => { this.card.shut(); this.turn("again"); } }, t("begin_again")),
      this.kind === "lesson" ? null : playFrom(this.known.match, lesson.title),
      h("a", { class: "alt", href: "/#learn" }, t("leave_lesson")),
    ];
    const head = [h("p", { class: "eyebrow" }, this.number), h("h2", { tabindex: -1 }, done), h("p", { class: "facts" }, lesson.said?.say ?? "")];
    if (this.kind === "puzzle") this.solution(head, lesson, foot);
    else this.card.show({ kind: "lesson-end", name: done, head, body: this.learnt(lesson, next), foot, leave: () => (location.href = "/#learn"), look: () => {} });
  }

  /** The solution of a puzzle stands beside the map, which is wanted to see why. @param {Page.Inside[]} head @param {Wire.LessonTold} lesson @param {Page.Inside[]} foot */
  solution(head, lesson, foot) {
    swap(this.plan, head, this.weighed(lesson), h("div", { class: "row" }, foot));
    this.plan.classList.add("solved");
    this.plan.querySelector("h2")?.focus();
    this.plan.scrollTop = 0;
  }

  /** What was learnt, by which rules, and what comes next. @param {Wire.LessonTold} lesson @param {Wire.LessonRow | undefined} next */
  learnt(lesson, next) {
    const rule = (/** @type {string} */ id) => h("li", {}, cite(id), h("span", {}, this.book.rule(id)?.text ?? ""));
    const rules = lesson.rules.length ? [h("h3", {}, t("rules_behind")), h("ul", { class: "behind" }, lesson.rules.map(rule))] : null;
    const then = next ? t("next_lesson", { title: next.title, n: next.minutes }) : this.kind === "lesson" ? t("path_done") : "";
    return [h("p", {}, `${sentence(lesson.learnt)}.`), rules, h("p", { class: "next" }, then), this.dots(this.path.length, this.at + 1, (i) => this.path[i].known)];
  }

  /** After the last lesson: the first battle of the game, with the coach at one's side. */
  async battle() {
    const { paths } = await ask("POST /api/school", {}, { pupil: pupil() });
    const first = paths.find(({ game }) => game === this.known.about.game)?.battle;
    if (!first) return;
    const { match, key, invites } = await ask("POST /api/matches", {}, first);
    remember(match, { key, invites, fresh: true, coached: true });
    location.href = `/m/${match}`;
  }
}
