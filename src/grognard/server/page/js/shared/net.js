/** Talking to the server, and remembering the keys of one's seats. */
import { toast } from "./dom.js";
import { keepAs, readAnswer, readError, readMessage, recall } from "./json.js";
import { t } from "./texts.js";

export class Refused extends Error {
  /** @param {Wire.ErrorTold} body */
  constructor({ error, status, rule = "", hint = "", instead = null, problems = [] }) {
    super(error);
    this.problems = problems; // of a scenario that was sent
    this.status = status;
    this.rule = rule;
    this.hint = hint;
    this.instead = instead; // the nearest answer that is allowed
  }

  /** As a rule that forbids something, if one does. @returns {Page.Refusal | null} */
  get refusal() {
    const { rule, message: text, hint, instead } = this;
    return rule ? { rule, text, hint, instead } : null;
  }
}

/**
 * A request; the result, or a Refused.
 * @template {keyof Wire.Fetches} W
 * @param {W} where
 * @param {Record<Page.Names<W>, string>} at what stands in the address
 * @param {Wire.Fetches[W]["sent"]} [sent]
 * @param {string} [key]
 * @returns {Promise<Wire.Fetches[W]["got"]>}
 */
export async function ask(where, at, sent, key) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (sent !== undefined && !(sent instanceof Blob)) headers["content-type"] = "application/json";
  if (key) headers.authorization = `Bearer ${key}`;
  const body = sent instanceof Blob ? sent : JSON.stringify(sent);
  const [method, path] = where.replace(/\{(\w+)\}/g, (_, /** @type {Page.Names<W>} */ name) => encodeURIComponent(at[name])).split(" ");
  const response = await fetch(path, { method, headers, body });
  const told = await response.text();
  const answer = response.ok ? readAnswer(where, told) : null;
  if (answer === null) throw new Refused(readError(told) ?? { error: response.statusText, status: response.status });
  return answer;
}

/** Did the server refuse something so? @param {unknown} error @param {number} status */
export function isStatus(error, status) {
  return error instanceof Refused && error.status === status;
}

/** What went wrong, in words. @param {unknown} error */
export function wordsOf(error) {
  if (!(error instanceof Error)) return String(error);
  return error.message === "offline" ? t("offline") : error.message;
}

/** Say what went wrong. @param {unknown} error */
export function tell(error) {
  toast(wordsOf(error));
}

/** What comes of an order; null, and a word about it, if nothing does. @template T @param {Promise<T>} promise */
export async function attempt(promise) {
  try {
    return await promise;
  } catch (error) {
    tell(error);
    return null;
  }
}

/**
 * What a key stands for, made once; a failure is forgotten, so that it can be tried again.
 * @template T
 * @param {Map<string, Promise<T>>} kept
 * @param {string} key
 * @param {() => Promise<T>} make
 * @returns {Promise<T>}
 */
export function once(kept, key, make) {
  /** @type {(error: unknown) => never} */
  const failed = (error) => {
    kept.delete(key);
    throw error;
  };
  const made = kept.get(key) ?? make().catch(failed);
  kept.set(key, made);
  return made;
}

/** @type {Map<string, Promise<string>>} */
const texts = new Map();

/** Text that never changes. @param {string} path */
export function text(path) {
  return once(texts, path, async () => {
    const response = await fetch(path);
    if (!response.ok) throw new Refused({ error: response.statusText, status: response.status });
    return response.text();
  });
}

// ------------------------------------------------------------ seats of this browser

/** @returns {Record<string, Page.Seat>} */
export function seats() {
  return recall("seats", {});
}

/** @param {string} match @param {Partial<Page.Seat>} seat */
export function remember(match, seat) {
  const all = seats();
  all[match] = { ...all[match], ...seat, at: Date.now() };
  const newest = Object.entries(all).sort((a, b) => b[1].at - a[1].at).slice(0, 60);
  keepAs("seats", Object.fromEntries(newest));
}

/** @param {string} match */
export function forget(match) {
  const all = seats();
  delete all[match];
  keepAs("seats", all);
}

/** A secret that this browser makes up once and keeps. @param {string} name */
export function secretOf(name) {
  const made = () => [...crypto.getRandomValues(new Uint8Array(18))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const key = localStorage.getItem(name) ?? made();
  localStorage.setItem(name, key);
  return key;
}

/** The secret by which the school knows this browser. */
export function pupil() {
  return secretOf("pupil");
}

// ------------------------------------------------------------ live

/** A view with one marker a place again; they travel gathered by what they say. @template {Wire.Past} V @param {V} view */
function unpacked(view) {
  const one = (/** @type {Wire.Markers} */ { kind, text, places }) => places.map(([place, to]) => ({ kind, text, place, to }));
  return { ...view, markers: view.markers.flatMap(one) };
}

const PATIENCE = 60_000; // milliseconds for which an order is waited for: nobody waits for ever

/** A WebSocket that comes back by itself. */
export class Live {
  /** @param {string} match @param {string} key @param {(message: Page.Told) => void} hear */
  constructor(match, key, hear) {
    this.match = match;
    this.key = key;
    this.hear = hear;
    this.ref = 0;
    /** @type {Map<number, { resolve: (reply: Page.Done) => void, reject: (error: Refused) => void }>} */
    this.waiting = new Map();
    this.delay = 250;
    this.fresh = true;
    this.why = "";
    this.socket = this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const what = this.match.includes("/") ? "lessons" : "matches";
    const socket = new WebSocket(`${scheme}://${location.host}/api/${what}/${this.match}/live`);
    socket.onopen = () => {
      this.delay = 250;
      this.fresh = true;
      socket.send(JSON.stringify({ hello: this.key ?? "" }));
    };
    socket.onmessage = (event) => this.got(readMessage(String(event.data)));
    socket.onclose = (event) => this.lost(event);
    return socket;
  }

  /** @param {Wire.Told | Wire.Reply} message */
  got(message) {
    if ("re" in message) return this.answered(message);
    if (message.type === "gone") this.why = message.error; // the reason that comes with closing has room for a few words only
    else if (message.type !== "scene") this.hear(message);
    else {
      this.hear({ ...message, view: unpacked(message.view), whole: this.fresh });
      this.fresh = false;
    }
  }

  /** @param {Wire.Reply} reply */
  answered(reply) {
    const waiting = this.waiting.get(reply.re);
    this.waiting.delete(reply.re);
    if (reply.ok) waiting?.resolve(reply);
    else waiting?.reject(new Refused(reply));
  }

  /** @param {CloseEvent} event */
  lost(event) {
    for (const waiting of this.waiting.values()) waiting.reject(new Refused({ error: "offline", status: 0 }));
    this.waiting.clear();
    if (event.code >= 4400 && event.code < 4500 && event.code !== 4429) {
      this.hear({ type: "gone", status: event.code - 4000, error: this.why || event.reason });
      return;
    }
    this.hear({ type: "offline" });
    setTimeout(() => (this.socket = this.open()), this.delay);
    this.delay = Math.min(5000, this.delay * 1.7);
  }

  /**
   * Give an order; its answer, or a Refused.
   * @template {keyof Wire.Orders} K
   * @param {K} what
   * @param {Wire.Orders[K]} more
   * @returns {Promise<Wire.Answers[K]>}
   */
  order(what, more) {
    const ref = ++this.ref;
    return new Promise((resolve, reject) => {
      if (this.socket.readyState !== WebSocket.OPEN) {
        reject(new Refused({ error: "offline", status: 0 }));
        return;
      }
      this.waiting.set(ref, { resolve: (reply) => resolve(/** @type {Wire.Answers[K]} */ (/** @type {unknown} */ (reply))), reject }); // the number says to which order it is the answer
      setTimeout(() => this.answered({ re: ref, ok: false, error: "offline", status: 0 }), PATIENCE);
      this.socket.send(JSON.stringify({ do: what, ref, ...more }));
    });
  }

  /** How things stood after so many steps of the record. @param {number} frame @param {string} [side] @returns {Promise<Page.Frame>} */
  async at(frame, side) {
    const found = await this.order("at", { frame, side });
    return { ...found, view: unpacked(found.view) };
  }
}
