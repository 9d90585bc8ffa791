/** Small helpers that make elements. Nothing here sets HTML from text. */
const SVG = "http://www.w3.org/2000/svg";

/** @template {Element} E @param {E} element @param {Record<string, unknown> | null} attributes @param {Page.Inside[]} inside @returns {E} */
function fill(element, attributes, inside) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (name in element && !(element instanceof SVGElement) && typeof value !== "string") Object.assign(element, { [name]: value });
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...flat(inside));
  return element;
}

/** What is there, in one list. @param {Page.Inside} inside @returns {(Node | string)[]} */
function flat(inside) {
  if (Array.isArray(inside)) return inside.flatMap(flat);
  if (inside === null || inside === undefined || inside === false) return [];
  return [typeof inside === "number" ? String(inside) : inside];
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown> | null} [attributes]
 * @param {...Page.Inside} inside
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = null, ...inside) {
  return fill(document.createElement(tag), attributes, inside);
}

/** An SVG element. @param {string} tag @param {Record<string, unknown> | null} [attributes] @param {...Page.Inside} inside @returns {SVGElement} */
export function s(tag, attributes = null, ...inside) {
  return fill(document.createElementNS(SVG, tag), attributes, inside);
}

let across = innerWidth; // of the window: asked for when it changes, for that makes the browser lay out everything
addEventListener("resize", () => (across = innerWidth));

/** How wide the window is. */
export function windowWidth() {
  return across;
}

/** Is there room for the map and a panel beside it, as not on a phone? */
export function isWide() {
  return across > 760;
}

/** When nothing else is to be done. @param {() => void} act */
export function idle(act) {
  if ("requestIdleCallback" in window) requestIdleCallback(act, { timeout: 1000 });
  else setTimeout(act, 60);
}

/** When the next picture is seen, and then nothing else is to be done. @param {() => void} act */
export function afterwards(act) {
  requestAnimationFrame(() => idle(act));
}

/** The element with this id. @param {string} id */
export function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** The dialog with this id. @param {string} id */
export function dialogOf(id) {
  return /** @type {HTMLDialogElement} */ (document.getElementById(id));
}

/**
 * The nearest element of a kind that something stands in, or is.
 * @param {EventTarget | null | undefined} target
 * @param {string} selector
 * @returns {HTMLElement | SVGElement | null}
 */
export function around(target, selector) {
  return target instanceof Element ? target.closest(selector) : null;
}

/** The first element of a kind inside another, which is there. @param {Element} box @param {string} selector */
export function inside(box, selector) {
  return /** @type {HTMLElement} */ (box.querySelector(selector));
}

/** Put these instead of everything inside. @param {Element} element @param {...Page.Inside} inside */
export function swap(element, ...inside) {
  element.replaceChildren(...flat(inside));
}

/** @type {WeakSet<Element>} */
const watched = new WeakSet();
/** @type {WeakSet<Element>} */
const scrolled = new WeakSet();

/** Scroll to the top with the next picture, if it was scrolled: to ask would make the browser lay out a page that is not ready. @param {Element} box */
export function toTop(box) {
  if (!watched.has(box)) box.addEventListener("scroll", () => scrolled.add(box), { passive: true });
  watched.add(box);
  if (scrolled.delete(box)) requestAnimationFrame(() => box.scrollTo(0, 0));
}

/** @type {Record<string, string>} */
const ICONS = {
  undo: "M9 7L4 12L9 17M4 12H15a5 5 0 0 1 0 10h-2",
  redo: "M15 7L20 12L15 17M20 12H9a5 5 0 0 0 0 10h2",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 1 3.5 10.9V15h-7v-1.1A6 6 0 0 1 12 3Z",
  replay: "M4 12a8 8 0 1 0 2.5-5.8M4 4v5h5M10.5 9l5 3-5 3Z",
  rules: "M5 4h6a2 2 0 0 1 2 2v14a2 2 0 0 0-2-2H5ZM21 4h-6a2 2 0 0 0-2 2v14a2 2 0 0 1 2-2h6Z",
  chart: "M4 20V4M4 20H20M8 16V11M12 16V7M16 16v-3",
  sight: "M2 12Q12 2 22 12Q12 22 2 12ZM12 9a3 3 0 1 0 0 6a3 3 0 1 0 0-6Z",
  threats: "M12 3L22 20H2ZM12 9v5M12 17v.5",
  measure: "M3 8H21V16H3ZM7 8v4M11 8v3M15 8v4M19 8v3",
  flag: "M6 21V4M6 4H18L15 8L18 12H6",
  fold: "M6 9L12 15L18 9",
  briefing: "M6 3H18V21H6ZM9 8H15M9 12H15M9 16H13",
  key: "M4 4H14V14H4ZM7 18H20M17 8H20M17 12H20",
  menu: "M4 7H20M4 12H20M4 17H20",
  theme: "M12 3a9 9 0 1 0 9 9A7 7 0 0 1 12 3Z",
  skip: "M5 5L14 12L5 19ZM18 5V19",
  close: "M6 6L18 18M18 6L6 18",
  all: "M4 9V4H9M15 4H20V9M20 15V20H15M9 20H4V15",
  plus: "M12 5V19M5 12H19",
  minus: "M5 12H19",
};

/** A line icon. @param {string} name */
export function icon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
}

/** The mark of the house. */
export function logo() {
  return s(
    "svg",
    { viewBox: "-14 -14 28 28", "aria-hidden": "true" },
    s("path", { d: "M0-12.5L10.8-6.2V6.2L0 12.5L-10.8 6.2V-6.2Z", fill: "none", stroke: "currentColor", "stroke-width": "2.6" }),
    s("path", { d: "M-5-2Q-5-7.5 0-7.5T5-2L6.5-1V1H-6.5V-1Z", fill: "currentColor" }),
    s("path", { d: "M-4 3H4L3 7Q0 9-3 7Z", fill: "currentColor" }),
  );
}

/** @type {Record<number, Page.Point[]>} */
const PIPS = {
  1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, 1], [-1, 1], [1, -1]],
  5: [[-1, -1], [1, 1], [-1, 1], [1, -1], [0, 0]], 6: [[-1, -1], [1, 1], [-1, 1], [1, -1], [-1, 0], [1, 0]],
};

/** A die as a picture; one of more than six sides shows its number. @param {number} n @param {string} label */
export function die(n, label, tone = "var(--ink)", pip = "var(--bg)") {
  const face = PIPS[n]
    ? PIPS[n].map(([x, y]) => s("circle", { cx: 5 * x, cy: 5 * y, r: 2, fill: pip }))
    : s("text", { y: 5, "text-anchor": "middle", "font-size": 13, "font-weight": 700, fill: pip }, String(n));
  return s(
    "svg",
    { class: "dice", viewBox: "-10 -10 20 20", role: "img", "aria-label": label },
    s("rect", { x: -9.4, y: -9.4, width: 18.8, height: 18.8, rx: 4.2, fill: tone }),
    face,
  );
}

/** Say something to those who do not see it. @param {string} words */
export function say(words) {
  byId("said").textContent = words;
}

/** The question takes the focus. */
export function focusQuestion() {
  document.getElementById("ask")?.focus({ preventScroll: true });
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let fading;
/** Say something at the foot of the screen for a while. @param {string} text */
export function toast(text, long = 5000) {
  byId("toast").textContent = text;
  clearTimeout(fading);
  fading = setTimeout(() => (byId("toast").textContent = ""), long);
}
