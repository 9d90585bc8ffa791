/** A lesson on the real board: the coach, what is lit, the plan of the lesson, and its end. */
import { cite } from "./book.js";
import { byId, h, icon, logo, s, swap } from "./dom.js";
import { sentence, t } from "./words.js";

const phone = matchMedia("(max-width: 760px)");
const FEW = 14; // pieces that are all looked at
const NEAR = 2.4; // inches round a lit point of a table

export class Classroom {
  constructor(table) {
    this.table = table;
    this.path = [];
    document.body.classList.add("learning");
    this.coach = h("section", { id: "coach", class: "coach", "aria-live": "polite", "aria-label": t("coach") });
    this.plan = h("section", { id: "plan", class: "plan card", "aria-label": t("lesson_plan") });
    this.place = h("p", { id: "lesson-place", class: "lesson-place" });
    this.veil = s("g", { id: "veil", "pointer-events": "none" });
    byId("top").after(this.place);
    byId("prompt").before(this.plan);
    table.board.over.insertBefore(this.veil, table.pieces.tray);
    phone.addEventListener("change", () => this.settle());
    this.settle();
    const hear = table.live.hear;
    table.live.hear = async (message) => {
      await hear(message);
      if (message.lesson) this.show(message);
    };
    document.addEventListener("keydown", (event) => this.key(event), { capture: true });
  }

  /** The coach stands at the foot of the map, on a phone at the head of the sheet. */
  settle() {
    if (phone.matches) this.plan.before(this.coach);
    else byId("map").append(this.coach);
  }

  turn(to) {
    return this.table.try(this.table.live.order("turn", { to }));
  }

  /** The request of a step that only wants to be read, or has been read. */
  get canGoOn() {
    return Boolean(this.lesson?.waits || this.lesson?.reads);
  }

  key(event) {
    const target = /** @type {Element} */ (event.target);
    const busy = event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select, textarea") || this.table.card.open || document.querySelector("dialog[open]");
    if (busy || !this.lesson || this.lesson.over) return;
    const act = { s: () => this.turn("show"), k: () => this.turn("skip") }[event.key.toLowerCase()];
    const on = event.key === "Enter" && this.canGoOn && !target.closest("button, a");
    if (!act && !on) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (on) this.turn("on");
    else act();
  }

  // ------------------------------------------------------------ showing

  show({ lesson, path }) {
    const before = this.lesson;
    this.lesson = lesson;
    this.path = path ?? this.path;
    this.drawPlace();
    this.drawPlan();
    this.drawCoach();
    this.light();
    if (lesson.over && !before?.over) return this.end();
    if (!before || before.step !== lesson.step || before.waits !== lesson.waits) this.look();
  }

  get at() {
    return this.path.findIndex((row) => `${this.table.table.game}/${row.id}` === this.table.match);
  }

  /** Dots: what is done, where one is, what is to come. */
  dots(count, now, done) {
    const kind = (i) => (i === now ? "now" : done(i) ? "done" : "");
    return h("span", { class: "dots", "aria-hidden": "true" }, Array.from({ length: count }, (_, i) => h("i", { class: kind(i) })));
  }

  drawPlace() {
    const words = t("lesson_n", { n: this.at + 1, m: this.path.length });
    swap(this.place, h("b", {}, words), this.dots(this.path.length, this.at, (i) => this.path[i].known));
  }

  drawPlan() {
    const { lesson } = this;
    const step = (text, i) => {
      const done = lesson.over || i < lesson.step || (i === lesson.step && lesson.waits);
      const now = i === lesson.step && !done;
      return h("li", { class: done ? "done" : now ? "now" : "", "aria-current": now ? "step" : null }, h("i", { "aria-hidden": "true" }, done ? "✓" : String(i + 1)), text, done ? h("span", { class: "for-ears" }, ` (${t("step_done")})`) : null);
    };
    const rule = (id) => h("li", {}, cite(id), h("span", {}, this.table.book.rule(id)?.text ?? ""));
    swap(
      this.plan,
      h("p", { class: "eyebrow" }, h("span", {}, t("lesson_n", { n: this.at + 1, m: this.path.length }))),
      h("h2", {}, lesson.title),
      h("p", { class: "quiet" }, `${sentence(lesson.learnt)}.`),
      h("ol", { class: "lesson-steps" }, lesson.steps.map(step)),
      h("details", { open: !phone.matches && lesson.rules.length <= 3 }, h("summary", {}, t("rules_behind")), h("ul", { class: "behind" }, lesson.rules.map(rule))),
      h("div", { class: "row" }, h("button", { class: "alt", type: "button", onclick: () => this.table.book.toggle("rules") }, icon("rules"), t("rules")), h("button", { class: "alt", type: "button", id: "again", onclick: () => this.turn("again") }, t("begin_again")), h("a", { class: "alt", id: "leave", href: "/#learn" }, t("leave_lesson"))),
    );
  }

  drawCoach() {
    const { lesson } = this;
    const { said } = lesson;
    const tone = !said || (said.right && !lesson.waits && !lesson.over) ? "" : said.right ? "right" : "other";
    const words = tone ? [h("p", { class: "verdict" }, t(tone === "right" ? "thats_it" : "not_that")), said.say ? h("p", { class: "says" }, said.say) : null] : [h("p", { class: "says" }, lesson.say)];
    const request = lesson.ask && tone !== "right" && !(said?.say ?? "").endsWith(lesson.ask) ? h("p", { class: "asks" }, lesson.ask) : null;
    const rule = tone === "other" && said.cite ? h("p", { class: "said-rule" }, cite(said.cite), h("span", {}, said.text)) : null;
    this.coach.className = `coach ${tone}`.trim();
    this.coach.hidden = lesson.over;
    swap(this.coach, h("div", { class: "speech" }, h("span", { class: "who", "aria-hidden": "true" }, logo()), h("div", {}, words, rule, request, this.forEars())), this.foot());
  }

  /** What is lit, for those who do not see it. */
  forEars() {
    const { hexes, pieces } = this.lesson.lit;
    const names = pieces.map((id) => this.table.views.get(id)).filter(Boolean).map((view) => `${view.name} ${view.place}`);
    return names.length + hexes.length ? h("p", { class: "for-ears" }, t("lit_list", { what: [...names, ...hexes].join("; ") })) : null;
  }

  foot() {
    const { lesson } = this;
    const button = (id, cls, key, label, to) => h("button", { class: cls, type: "button", id, onclick: () => this.turn(to) }, t(label), h("kbd", { "aria-hidden": "true" }, key));
    const steps = [this.dots(lesson.steps.length, lesson.waits ? -1 : lesson.step, (i) => i <= lesson.step), h("span", { class: "quiet" }, t("step_n", { n: lesson.step + 1, m: lesson.steps.length }))];
    const go = this.canGoOn ? button("go-on", "go", "Enter", "go_on", "on") : [button("show-me", "alt", "S", "show_me", "show"), button("skip-step", "plain", "K", "skip_step", "skip")];
    return h("footer", {}, steps, h("span", { class: "fill" }), lesson.over ? null : go);
  }

  // ------------------------------------------------------------ the map

  /** The places spoken of. */
  get places() {
    const { hexes, pieces } = this.lesson.lit;
    const { views, board } = this.table;
    return [...new Set([...hexes, ...pieces.map((id) => views.get(id)?.place)])].filter((place) => board.centre(place));
  }

  /** A veil over all but what is spoken of, and rings round that. */
  light() {
    const { board } = this.table;
    const { places } = this;
    const [x, y, w, high] = board.frame;
    const hole = (place) => {
      if (!board.inch) return `M${board.corners(place).join("L")}Z`;
      const [cx, cy] = board.centre(place), r = NEAR * board.inch;
      return `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
    };
    const whole = `M${x} ${y}h${w}v${high}h${-w}Z${places.map(hole).join("")}`;
    const ring = (place) => ["spot-lit under", "spot-lit"].map((kind) => s("path", { d: hole(place), class: kind }));
    if (!places.length || this.lesson.waits || this.lesson.over) return this.veil.replaceChildren();
    return this.veil.replaceChildren(s("path", { d: whole, class: "veil", "fill-rule": "evenodd" }), ...places.flatMap(ring));
  }

  /** Bring what is spoken of into the part of the map that the coach leaves free. */
  look() {
    const { board, views } = this.table;
    if (this.table.card.open) return;
    board.measure();
    board.cover(phone.matches ? {} : { bottom: Math.max(0, this.coach.offsetHeight - 50) });
    const around = [...views.values()].map((view) => view.place).filter((place) => board.centre(place));
    const wanted = [...this.places, ...(around.length <= FEW ? around : [])];
    board.show(wanted.length ? wanted : around, 1.15, 0.4);
  }

  // ------------------------------------------------------------ the end

  end() {
    const { lesson, path, table } = this;
    const next = path[this.at + 1];
    path[this.at].known = true;
    this.drawPlace();
    const leave = () => (location.href = "/#learn");
    const rule = (id) => h("li", {}, cite(id), h("span", {}, table.book.rule(id)?.text ?? ""));
    const go = next ? `/learn/${table.table.game}/${next.id}` : `/?game=${table.table.game}`;
    table.card.show({
      kind: "lesson-end",
      name: t("you_know", { title: lesson.title }),
      head: [h("p", { class: "eyebrow" }, t("lesson_n", { n: this.at + 1, m: path.length })), h("h2", { tabindex: -1 }, t("you_know", { title: lesson.title })), h("p", { class: "facts" }, lesson.said?.say ?? "")],
      body: [h("p", {}, `${sentence(lesson.learnt)}.`), h("h3", {}, t("rules_behind")), h("ul", { class: "behind" }, lesson.rules.map(rule)), h("p", { class: "next" }, next ? t("next_lesson", { title: next.title, n: next.minutes }) : t("path_done")), this.dots(path.length, this.at + 1, (i) => path[i].known)],
      foot: [
        h("a", { class: "go", id: "next-lesson", href: go }, t(next ? "go_on" : "play_it"), h("kbd", { "aria-hidden": "true" }, "Enter")),
        h("button", { class: "alt", type: "button", onclick: () => { table.card.shut(); this.turn("again"); } }, t("begin_again")),
        h("a", { class: "alt", href: "/#learn" }, t("leave_lesson")),
      ],
      leave,
      look: () => {},
    });
  }
}

/** Sit down to a lesson. */
export function attend(table) {
  table.classroom = new Classroom(table);
}
