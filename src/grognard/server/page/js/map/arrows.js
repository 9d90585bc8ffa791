/** Arrows and signs of what has happened on the map: who moved, who was thrown back, who was lost, and what the dice said. */
import { die, s } from "../shared/dom.js";

const SHORT = 0.42; // of a hex, by which an arrow stays short of both ends
const BEND = 0.16; // of its length, by which it bends
const BURST = Array.from({ length: 18 }, (_, i) => {
  const far = i % 2 ? 13 : 24, turn = (i * Math.PI) / 9;
  return `${(far * Math.cos(turn)).toFixed(1)},${(far * Math.sin(turn)).toFixed(1)}`;
}).join(" ");

/**
 * A thick arrow from one point of the map to another, with a dark edge.
 * @param {Page.Point} from
 * @param {Page.Point} to
 * @param {string} cls
 * @param {number} size
 */
export function arrow([x0, y0], [x1, y1], cls, size) {
  const far = Math.hypot(x1 - x0, y1 - y0) || 1;
  const [ux, uy] = [(x1 - x0) / far, (y1 - y0) / far];
  const short = Math.min(SHORT * size, far / 4);
  const [ax, ay] = [x0 + ux * short, y0 + uy * short], [tx, ty] = [x1 - ux * short, y1 - uy * short];
  const head = Math.min(size * 0.55, far / 2);
  const [hx, hy] = [tx - ux * head, ty - uy * head];
  const [mx, my] = [(ax + hx) / 2 - uy * far * BEND, (ay + hy) / 2 + ux * far * BEND];
  const line = `M${ax} ${ay}Q${mx} ${my} ${hx} ${hy}`;
  const wing = head * 0.62;
  const tip = `M${tx} ${ty}L${hx - uy * wing} ${hy + ux * wing}L${hx + uy * wing} ${hy - ux * wing}Z`;
  return s("g", { class: `past-arrow ${cls}` }, s("path", { d: line, class: "edge" }), s("path", { d: tip, class: "edge tip" }), s("path", { d: line }), s("path", { d: tip, class: "tip" }));
}

/** A burst where something was lost. @param {Page.Point} parts */
export function burst([x, y]) {
  return s("g", { class: "burst", transform: `translate(${x} ${y})` }, s("g", { class: "steady" }, s("polygon", { points: BURST }), s("circle", { r: 6 })));
}

/** A number in a disc, beside the place it speaks of. @param {string} words @param {Page.Point} parts @param {string} tone */
export function disc(words, [x, y], tone) {
  return s("g", { class: `past-disc ${tone}`, transform: `translate(${x} ${y})` }, s("g", { class: "steady" }, s("circle", { cx: -19, cy: -19, r: 12 }), s("text", { x: -19, y: -13.5 }, words)));
}

/** The dice of a roll above the place it was rolled for. @param {number[]} dice @param {Page.Point} parts @param {number} up */
export function rolled(dice, [x, y], up) {
  const wide = 44 * dice.length + 8;
  const faces = dice.map((n, i) => {
    const face = die(n, String(n), "#fff", "#14191e");
    for (const [name, value] of Object.entries({ x: 8 + 44 * i - wide / 2, y: -52, width: 36, height: 36 })) face.setAttribute(name, String(value));
    face.setAttribute("class", "tumble");
    return face;
  });
  return s("g", { class: "past-dice", transform: `translate(${x} ${y - up})` }, s("g", { class: "steady" }, s("rect", { x: -wide / 2, y: -60, width: wide, height: 52, rx: 10 }), faces));
}
