/** The school in the lobby: where to start, and the path of every game. */
import { byId, h, swap } from "../shared/dom.js";
import { ask, pupil, tell } from "../shared/net.js";
import { pictureOf } from "../shared/game_picture.js";
import { sentence, t } from "../shared/texts.js";

/** @typedef {(battle: Wire.Battle) => Promise<void>} Fight */

const LATER = 3; // the lesson for whoever knows hex wargames

/** The first lesson of a path that has not been learnt. @param {Wire.PathTold} path */
function nextOf(path) {
  return path.lessons.findIndex((lesson) => !lesson.known);
}

/** @param {Wire.PathTold} path */
function dots(path) {
  const now = nextOf(path);
  const label = t("learnt_of", { n: path.lessons.filter((lesson) => lesson.known).length, m: path.lessons.length });
  return h("span", { class: "dots", role: "img", "aria-label": label }, path.lessons.map((lesson, i) => h("i", { class: lesson.known ? "done" : i === now ? "now" : "" })));
}

/** @param {Wire.PathTold} path */
export function depth(path) {
  const boxes = [1, 2, 3, 4, 5].map((n) => h("i", { class: n <= path.depth ? "full" : "" }));
  return path.depth ? h("span", { class: "depth", role: "img", "aria-label": t("depth_of", { n: path.depth }) }, boxes) : null;
}

/** @param {Wire.PathTold} path @param {number} i */
function address(path, i) {
  return `/learn/${path.game}/${path.lessons[i].id}`;
}

/** @param {Wire.PathTold} path */
function takes(path) {
  const minutes = path.lessons.reduce((sum, lesson) => sum + lesson.minutes, 0);
  return t(path.lessons.length ? "path_takes" : "path_takes_no_lessons", { n: path.lessons.length, m: minutes, b: path.minutes });
}

/** The button of a first battle. @param {Wire.PathTold} path @param {Fight} fight @param {string} cls */
function battleOf(path, fight, cls) {
  const { battle } = path;
  return battle ? h("button", { class: cls, type: "button", "data-battle": path.game, onclick: () => fight(battle).catch(tell) }, t("first_battle")) : null;
}

/** The one thing to do next on a path: a lesson, or the first battle. @param {Wire.PathTold} path @param {Fight} fight */
function onward(path, fight, cls = "go") {
  const next = nextOf(path);
  if (next < 0) return battleOf(path, fight, cls);
  const begun = next > 0 || path.lessons[next].step > 0;
  return h("a", { class: cls, href: address(path, next), "data-lesson": path.lessons[next].id }, t(begun ? "go_on_lesson" : "begin_lesson", { n: next + 1 }));
}

/** The card that says where to start. @param {Wire.PathTold} path @param {Fight} fight @param {string | undefined} mark */
function start(path, fight, mark) {
  const knows = path.lessons.length >= LATER && nextOf(path) < LATER - 1;
  return h(
    "article",
    { class: "start", "aria-labelledby": "start-title" },
    h("div", { class: "art" }, pictureOf(path.game, mark)),
    h(
      "div",
      { class: "txt" },
      h("p", { class: "eyebrow" }, t(path.lessons.some(({ known, step }) => known || step > 0) ? "go_on_with" : "start_here")),
      h("h2", { id: "start-title" }, path.title),
      h("p", {}, path.why),
      h("h3", {}, t("will_have_learnt")),
      h("ul", { class: "will-know" }, path.learnt.map((text) => h("li", {}, sentence(text)))),
      h("p", { class: "quiet" }, dots(path), " ", takes(path)),
      h("div", { class: "row" }, onward(path, fight), knows ? h("a", { class: "alt", href: address(path, LATER - 1) }, t("know_hexes")) : null),
    ),
  );
}

/** The path of one game. @param {Wire.PathTold} item @param {Fight} fight */
function path(item, fight) {
  const lesson = (/** @type {Wire.LessonRow} */ row, /** @type {number} */ i) =>
    h(
      "li",
      { class: row.known ? "known" : "" },
      h("a", { href: address(item, i) }, h("i", { "aria-hidden": "true" }, row.known ? "✓" : String(i + 1)), h("b", {}, row.title), row.known ? h("span", { class: "for-ears" }, ` (${t("known")})`) : null),
      h("small", {}, sentence(row.learnt)),
      h("span", { class: "num" }, t("n_minutes", { n: row.minutes })),
    );
  const puzzle = (/** @type {Wire.LessonRow} */ row, /** @type {number} */ i) =>
    h("a", { class: row.known ? "alt known" : "alt", href: `/learn/${item.game}/${row.id}`, "aria-label": row.known ? `✓ ${row.title} (${t("known")})` : `${i + 1} ${row.title}` }, row.known ? "✓" : String(i + 1));
  return h(
    "article",
    { class: "path", id: `learn-${item.game}`, tabindex: -1, "aria-labelledby": `path-${item.game}` },
    h("header", {}, h("h2", { id: `path-${item.game}` }, item.title), depth(item), h("span", { class: "quiet" }, takes(item))),
    h("p", {}, item.why, item.after ? ` ${t("learn_first", { game: item.after })}` : ""),
    item.lessons.length ? h("ol", { class: "lessons" }, item.lessons.map(lesson)) : h("p", { class: "quiet" }, t("to_come")),
    h("div", { class: "row" }, onward(item, fight, "alt"), nextOf(item) >= 0 ? battleOf(item, fight, "alt") : null),
    item.puzzles.length ? [h("h3", {}, t("puzzles_to_solve")), h("p", { class: "puzzles" }, item.puzzles.map(puzzle))] : null,
  );
}

/** Play or learn, as the address says. */
function turnTo() {
  const [tab, game] = location.hash.slice(1).split("/");
  const learn = tab === "learn";
  document.body.classList.toggle("at-learn", learn);
  byId("learn").hidden = !learn;
  byId("to-learn").setAttribute("aria-current", String(learn));
  byId("to-play").setAttribute("aria-current", String(!learn));
  if (learn && game) document.getElementById(`learn-${game}`)?.focus();
  else if (learn) scrollTo(0, 0);
}

/** Show the school; `fight` sets up a first battle. @param {Fight} fight @param {Wire.GameTold[]} games */
export async function openSchool(fight, games) {
  const { paths } = await ask("POST /api/school", {}, { pupil: pupil() });
  paths.sort((a, b) => a.depth - b.depth);
  const learnt = (/** @type {Wire.PathTold} */ item) => item.lessons.filter(({ known, step }) => known || step > 0).length;
  const begun = paths.filter((item) => learnt(item) && nextOf(item) >= 0).sort((a, b) => learnt(b) - learnt(a));
  const begin = begun[0] ?? paths.find((item) => item.lessons.length && nextOf(item) >= 0) ?? paths[0];
  swap(byId("start"), begin ? start(begin, fight, games.find(({ id }) => id === begin.game)?.art) : null);
  byId("start").hidden = !begin;
  swap(byId("learn"), h("h1", {}, t("learn_motto")), paths.map((item) => path(item, fight)));
  addEventListener("hashchange", turnTo);
  turnTo();
  return paths;
}
