/** Talking to the server, and remembering the keys of one's seats. */
import { toast } from "./dom.js";
import { t } from "./words.js";

export class Refused extends Error {
  /** @param {{ error: string, status: number, rule?: string, hint?: string, instead?: Wire.Choice | null, problems?: Wire.StudioProblem[] }} body */
  constructor({ error, status, rule = "", hint = "", instead = null, problems = [] }) {
    super(error);
    this.problems = problems; // of a scenario that was sent
    this.status = status;
    this.rule = rule;
    this.hint = hint;
    this.instead = instead; // the nearest answer that is allowed
  }
}

/** A request; its JSON, or a Refused. @param {string} method @param {string} path @param {object} [body] @param {string} [key] @returns {Promise<any>} */
export async function ask(method, path, body, key) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined && !(body instanceof Blob)) headers["content-type"] = "application/json";
  if (key) headers.authorization = `Bearer ${key}`;
  const sent = body === undefined || body instanceof Blob ? body : JSON.stringify(body);
  const response = await fetch(path, { method, headers, body: sent });
  const answer = await response.json().catch(() => null);  // a server in front of the table may say something else
  if (!response.ok || answer === null) throw new Refused(answer ?? { error: response.statusText, status: response.status });
  return answer;
}

/** Say what went wrong. @param {any} error */
export function tell(error) {
  toast(error.message === "offline" ? t("offline") : error.message);
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
  try {
    return JSON.parse(localStorage.getItem("seats") ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} match @param {Partial<Page.Seat>} seat */
export function remember(match, seat) {
  const all = seats();
  all[match] = { ...all[match], ...seat, at: Date.now() };
  const newest = Object.entries(all).sort((a, b) => b[1].at - a[1].at).slice(0, 60);
  localStorage.setItem("seats", JSON.stringify(Object.fromEntries(newest)));
}

/** @param {string} match */
export function forget(match) {
  const all = seats();
  delete all[match];
  localStorage.setItem("seats", JSON.stringify(all));
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

/** A message with one marker a place again; they travel gathered by what they say. @param {any} message */
function unpacked(message) {
  if (message.view) {
    message.view.markers = message.view.markers.flatMap((/** @type {Wire.Markers} */ { kind, text, places }) => places.map(([place, to]) => ({ kind, text, place, to })));
  }
  return message;
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
    /** @type {Map<number, { resolve: (answer: any) => void, reject: (error: Refused) => void }>} */
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
    socket.onmessage = (event) => this.got(unpacked(JSON.parse(event.data)));
    socket.onclose = (event) => this.lost(event);
    return socket;
  }

  /** @param {any} message */
  got(message) {
    if (message.re !== undefined) {
      const waiting = this.waiting.get(message.re);
      this.waiting.delete(message.re);
      if (message.ok) waiting?.resolve(message);
      else waiting?.reject(new Refused(message));
      return;
    }
    if (message.type === "gone") {
      this.why = message.error; // the reason that comes with closing has room for a few words only
      return;
    }
    if (message.type === "scene" && this.fresh) {
      message.whole = true;
      this.fresh = false;
    }
    this.hear(message);
  }

  /** @param {CloseEvent} event */
  lost(event) {
    for (const waiting of this.waiting.values()) waiting.reject(new Refused({ error: "offline", status: 0 }));
    this.waiting.clear();
    if (event.code >= 4400 && event.code < 4500 && event.code !== 4429) {
      this.hear({ type: "gone", error: this.why || event.reason });
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
   * @returns {Promise<K extends "at" ? Page.Frame : Wire.Answers[K]>}
   */
  order(what, more) {
    const ref = ++this.ref;
    return new Promise((resolve, reject) => {
      if (this.socket.readyState !== WebSocket.OPEN) {
        reject(new Refused({ error: "offline", status: 0 }));
        return;
      }
      this.waiting.set(ref, { resolve, reject });
      setTimeout(() => this.got({ re: ref, ok: false, error: "offline", status: 0 }), PATIENCE);
      this.socket.send(JSON.stringify({ do: what, ref, ...more }));
    });
  }
}
