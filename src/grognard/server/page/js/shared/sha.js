/** SHA-256 and HMAC (FIPS 180-4, RFC 2104): a page on plain http has no crypto.subtle, and the dice must be checked there too. */

const BLOCK = 64;
const coder = new TextEncoder();

/** The first 32 bits of the fractional parts of roots of the first primes. @param {number} count @param {number} power */
function roots(count, power) {
  const found = [];
  for (let n = 2; found.length < count; n++) {
    let prime = true;
    for (let d = 2; d * d <= n && prime; d++) prime = n % d !== 0;
    if (prime) found.push(Math.floor((n ** power % 1) * 2 ** 32));
  }
  return found;
}

const K = roots(64, 1 / 3);
const FIRST = roots(8, 1 / 2);
const turn = (/** @type {number} */ x, /** @type {number} */ n) => (x >>> n) | (x << (32 - n));

/** The message with its end marked and its length behind it, in whole blocks. @param {Uint8Array} data */
function padded(data) {
  const whole = new Uint8Array(Math.ceil((data.length + 9) / BLOCK) * BLOCK);
  whole.set(data);
  whole[data.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(whole.length - 4, (data.length << 3) >>> 0);
  return view;
}

/** @param {Int32Array} state @param {Int32Array} words */
function mix(state, words) {
  for (let i = 16; i < 64; i++) {
    const a = words[i - 15];
    const b = words[i - 2];
    words[i] = (words[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + words[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + words[i]) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, i) => (state[i] = (state[i] + value) | 0));
}

/** Text and bytes, one after another. @param {(string | Uint8Array)[]} parts */
export function bytes(...parts) {
  const all = parts.map((part) => (typeof part === "string" ? coder.encode(part) : part));
  const joined = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of all) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** @param {(string | Uint8Array)[]} parts */
export function sha256(...parts) {
  const message = padded(bytes(...parts));
  const state = Int32Array.from(FIRST, (value) => value | 0);
  const words = new Int32Array(64);
  for (let at = 0; at < message.byteLength; at += BLOCK) {
    for (let i = 0; i < 16; i++) words[i] = message.getInt32(at + 4 * i);
    mix(state, words);
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((value, i) => out.setInt32(4 * i, value));
  return new Uint8Array(out.buffer);
}

/** @param {Uint8Array} key @param {(string | Uint8Array)[]} parts */
export function hmac(key, ...parts) {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(block.map((value) => value ^ 0x36), ...parts);
  return sha256(block.map((value) => value ^ 0x5c), inner);
}

/** @param {Uint8Array} data */
export function hex(data) {
  return Array.from(data, (value) => value.toString(16).padStart(2, "0")).join("");
}

/** @param {string} text */
export function unhex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
