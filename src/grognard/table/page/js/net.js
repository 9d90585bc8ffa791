/** Talking to the server, and remembering the keys of one's seats. */

export class Refused extends Error {
  constructor(body) {
    super(body.error);
    Object.assign(this, body);
  }
}

/** A request; its JSON, or a Refused. */
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

/** What a key stands for, made once; a failure is forgotten, so that it can be tried again. */
export function once(kept, key, make) {
  const failed = (error) => {
    kept.delete(key);
    throw error;
  };
  if (!kept.has(key)) kept.set(key, make().catch(failed));
  return kept.get(key);
}

/** @type {Map<string, Promise<string>>} */
const texts = new Map();

/** Text that never changes. */
export function text(path) {
  return once(texts, path, async () => {
    const response = await fetch(path);
    if (!response.ok) throw new Refused({ error: response.statusText, status: response.status });
    return response.text();
  });
}

// ------------------------------------------------------------ seats of this browser

export function seats() {
  try {
    return JSON.parse(localStorage.getItem("seats") ?? "{}");
  } catch {
    return {};
  }
}

export function remember(match, seat) {
  const all = seats();
  all[match] = { ...all[match], ...seat, at: Date.now() };
  const newest = Object.entries(all).sort((a, b) => b[1].at - a[1].at).slice(0, 60);
  localStorage.setItem("seats", JSON.stringify(Object.fromEntries(newest)));
}

export function forget(match) {
  const all = seats();
  delete all[match];
  localStorage.setItem("seats", JSON.stringify(all));
}

// ------------------------------------------------------------ live

/** A message with one marker a place again; they travel gathered by what they say. */
function unpacked(message) {
  if (message.view) {
    message.view.markers = message.view.markers.flatMap(({ kind, text, places }) => places.map(([place, to]) => ({ kind, text, place, to })));
  }
  return message;
}

/** A WebSocket that comes back by itself. */
export class Live {
  constructor(match, key, hear) {
    this.match = match;
    this.key = key;
    this.hear = hear;
    this.ref = 0;
    this.waiting = new Map();
    this.delay = 250;
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/api/matches/${this.match}/live`);
    this.socket.onopen = () => {
      this.delay = 250;
      this.fresh = true;
      this.socket.send(JSON.stringify({ hello: this.key ?? "" }));
    };
    this.socket.onmessage = (event) => this.got(unpacked(JSON.parse(event.data)));
    this.socket.onclose = (event) => this.lost(event);
  }

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

  lost(event) {
    for (const waiting of this.waiting.values()) waiting.reject(new Refused({ error: "offline", status: 0 }));
    this.waiting.clear();
    if (event.code >= 4400 && event.code < 4500 && event.code !== 4429) {
      this.hear({ type: "gone", error: this.why ?? event.reason });
      return;
    }
    this.hear({ type: "offline" });
    setTimeout(() => this.open(), this.delay);
    this.delay = Math.min(5000, this.delay * 1.7);
  }

  /** Give an order; its answer, or a Refused. */
  order(what, more = {}) {
    const ref = ++this.ref;
    return new Promise((resolve, reject) => {
      if (this.socket.readyState !== WebSocket.OPEN) {
        reject(new Refused({ error: "offline", status: 0 }));
        return;
      }
      this.waiting.set(ref, { resolve, reject });
      this.socket.send(JSON.stringify({ do: what, ref, ...more }));
    });
  }
}
