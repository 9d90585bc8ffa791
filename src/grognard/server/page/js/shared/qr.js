/** A QR code of a short text, as a path of dark squares: bytes, versions 1 to 10, error correction L. */
import { s } from "./dom.js";

// For each version: bytes of error correction a block, and how many data bytes each block holds.
/** @type {[number, number[]][]} */
const BLOCKS = [[7, [19]], [10, [34]], [15, [55]], [20, [80]], [26, [108]], [18, [68, 68]], [20, [78, 78]], [24, [97, 97]], [30, [116, 116]], [18, [68, 68, 69, 69]]];
const ALIGN = [[], [18], [22], [26], [30], [34], [22, 38], [24, 42], [26, 46], [28, 50]];

/** @type {number[]} */
const EXP = [];
/** @type {number[]} */
const LOG = [];
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = x;
  LOG[x] = i;
  x = x & 128 ? (x << 1) ^ 0x11d : x << 1;
}

/** @param {number} a @param {number} b */
function times(a, b) {
  return a && b ? EXP[(LOG[a] + LOG[b]) % 255] : 0;
}

/** The bytes of error correction for a block. @param {number[]} data @param {number} count */
function correction(data, count) {
  let divisor = [1];
  for (let i = 0; i < count; i++) {
    const next = [...divisor, 0];
    divisor.forEach((value, j) => (next[j + 1] ^= times(value, EXP[i])));
    divisor = next;
  }
  /** @type {number[]} */
  const rest = [...data, ...Array(count).fill(0)];
  data.forEach((_, i) => {
    const factor = rest[i];
    divisor.forEach((value, j) => (rest[i + j] ^= times(value, factor)));
  });
  return rest.slice(data.length);
}

/** All bytes in the order in which they are laid. @param {Uint8Array} bytes @param {number} version */
function stream(bytes, version) {
  const [count, sizes] = BLOCKS[version - 1];
  const room = sizes.reduce((a, b) => a + b, 0);
  const bits = [[4, 4], [bytes.length, version < 10 ? 8 : 16], ...[...bytes].map((byte) => [byte, 8])].flatMap(([value, wide]) => Array.from({ length: wide }, (_, i) => (value >> (wide - 1 - i)) & 1));
  while (bits.length % 8 || (bits.length < room * 8 && bits.length < bytes.length * 8 + 20)) bits.push(0);
  const words = Array.from({ length: bits.length / 8 }, (_, i) => bits.slice(8 * i, 8 * i + 8).reduce((a, b) => 2 * a + b, 0)).slice(0, room);
  for (let i = 0; words.length < room; i++) words.push(i % 2 ? 17 : 236);
  let from = 0;
  const blocks = sizes.map((size) => words.slice(from, (from += size)));
  const checks = blocks.map((block) => correction(block, count));
  const woven = (/** @type {number[][]} */ lists) => Array.from({ length: Math.max(...lists.map((/** @type {number[]} */ l) => l.length)) }, (_, i) => lists.map((/** @type {number[]} */ list) => list[i])).flat().filter((value) => value !== undefined);
  return [...woven(blocks), ...woven(checks)];
}

/** The patterns that every code of a version has; null where data goes. @param {number} version */
function frame(version) {
  const size = 17 + 4 * version;
  /** @type {(number | null)[][]} */
  const grid = Array.from({ length: size }, () => Array(size).fill(null));
  const square = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number[]} */ rings) => {
    for (let dy = -4; dy <= 4; dy++) for (let dx = -4; dx <= 4; dx++) {
      const far = Math.max(Math.abs(dx), Math.abs(dy));
      if (far <= rings.length - 1 && grid[y + dy]?.[x + dx] !== undefined) grid[y + dy][x + dx] = rings[far];
    }
  };
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) square(x, y, [1, 1, 0, 1, 0].map((v, i) => [1, 1, 0, 1, 0][i] ?? v));
  for (let i = 8; i < size - 8; i++) grid[6][i] = grid[i][6] = (i + 1) % 2;
  const spots = version > 1 ? [6, ...ALIGN[version - 1]] : [];
  for (const y of spots) for (const x of spots) if (grid[y][x] === null || (x === 6) !== (y === 6)) if (!(x < 9 && y < 9) && !(x < 9 && y > size - 10) && !(x > size - 10 && y < 9)) square(x, y, [1, 0, 1]);
  for (let i = 0; i < 9; i++) for (const [y, x] of [[8, i], [i, 8], [8, size - 1 - i], [size - 1 - i, 8]]) if (i < 8 || (y < 9 && x < 9)) grid[y][x] ??= 0;
  grid[size - 8][8] = 1;
  if (version > 6) stamp(grid, version, size);
  return grid;
}

/** From version 7 on the version itself stands in two corners. @param {(number | null)[][]} grid @param {number} version @param {number} size */
function stamp(grid, version, size) {
  let rest = version;
  for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let i = 0; i < 18; i++) {
    const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)];
    grid[a][b] = grid[b][a] = (bits >> i) & 1;
  }
}

/** The squares of a text's code: rows of 0 and 1; null if it is too long. @param {string} text */
export function squares(text) {
  const bytes = new TextEncoder().encode(text);
  const version = 1 + BLOCKS.findIndex(([, sizes], i) => sizes.reduce((a, b) => a + b, 0) >= bytes.length + (i < 9 ? 2 : 3));
  if (!version) return null;
  const fixed = frame(version), grid = fixed.map((row) => [...row]), size = grid.length;
  const bits = stream(bytes, version).flatMap((byte) => Array.from({ length: 8 }, (_, i) => (byte >> (7 - i)) & 1));
  let at = 0;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right -= 1;
    for (let i = 0; i < size; i++) for (const x of [right, right - 1]) {
      const y = up ? size - 1 - i : i;
      if (fixed[y][x] === null) grid[y][x] = (bits[at++] ?? 0) ^ Number((x + y) % 2 === 0);
    }
  }
  let rest = 8; // level L, mask 0
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const format = ((8 << 10) | rest) ^ 0x5412;
  const bit = (/** @type {number} */ i) => (format >> i) & 1;
  for (let i = 0; i < 6; i++) grid[i][8] = bit(i);
  [grid[7][8], grid[8][8], grid[8][7]] = [bit(6), bit(7), bit(8)];
  for (let i = 9; i < 15; i++) grid[8][14 - i] = bit(i);
  for (let i = 0; i < 8; i++) grid[8][size - 1 - i] = bit(i);
  for (let i = 8; i < 15; i++) grid[size - 15 + i][8] = bit(i);
  grid[size - 8][8] = 1;
  return grid;
}

/** The code as a picture. @param {string} text @param {string} label */
export function qrPicture(text, label) {
  const grid = squares(text);
  if (!grid) return null;
  const d = grid.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1Z` : ""))).join("");
  const size = grid.length;
  return s("svg", { class: "qr", viewBox: `-4 -4 ${size + 8} ${size + 8}`, role: "img", "aria-label": label, "shape-rendering": "crispEdges" }, s("rect", { x: -4, y: -4, width: size + 8, height: size + 8, fill: "#fff" }), s("path", { d, fill: "#000" }));
}
