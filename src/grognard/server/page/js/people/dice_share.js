/** This seat's share in the dice, and what the page keeps of a match to hold against the record: docs/explanation/dice.md. */
import { h, toast } from "../shared/dom.js";
import { keepAs, readLine, recall } from "../shared/json.js";
import { attempt, seats } from "../shared/net.js";
import { bytes, hex, hmac, sha256, unhex } from "../shared/sha.js";
import { people, t } from "../shared/texts.js";

/** @typedef {{ nonce?: string, promise?: string[], head?: string, key?: string, signature?: string, line?: number, witness?: string }} Kept */

const KIND = "dice "; // what this browser has kept of a match, by its id

/** What was kept of a match. @param {string} match @returns {Kept} */
export function kept(match) {
  return recall(KIND + match, {});
}

/** @param {string} match @param {Kept} more */
export function keep(match, more) {
  keepAs(KIND + match, { ...kept(match), ...more });
}

/** Forget what belongs to no seat of this browser any more. */
export function tidy() {
  const mine = seats();
  for (const name of Object.keys(localStorage)) {
    if (name.startsWith(KIND) && !(name.slice(KIND.length) in mine)) localStorage.removeItem(name);
  }
}

/** A number nobody can guess. */
export function freshNonce() {
  return hex(crypto.getRandomValues(new Uint8Array(32)));
}

/** @param {string} nonce */
export function commitmentOf(nonce) {
  return hex(sha256("grognard nonce ", unhex(nonce)));
}

export class Lots {
  /** @param {Page.Known} known @param {Page.Live} live */
  constructor(known, live) {
    this.known = known;
    this.live = live;
    /** @type {Wire.DiceTold | null} */
    this.dice = null;
  }

  /** A scene may tell how far the drawing has come, and the witness of the last line. @param {Wire.Scene | Page.Scene} scene */
  seen(scene) {
    if (scene.witness && this.known.you.length) keep(this.known.match, { line: scene.witness.line, witness: scene.witness.mark });
    if (scene.dice) this.hear(scene.dice);
  }

  /** How far the drawing has come: do what is this seat's part in it. @param {Wire.DiceTold} dice */
  async hear(dice) {
    this.dice = dice;
    const { match, you } = this.known;
    if (!you.length) return;
    if (dice.head) return keep(match, { head: dice.head, key: dice.key, signature: dice.signature });
    const mine = kept(match);
    const side = you.find((each) => each in dice.commits);
    if (!dice.promise.length) {
      if (side) return;
      const nonce = mine.nonce ?? freshNonce();
      keep(match, { nonce });
      await this.live.order("commit", { commitment: commitmentOf(nonce) }).catch(() => null);
    } else if (side && dice.waits.includes(side)) {
      await this.reveal(dice, side, mine);
    }
  }

  /** Show the number, once, and only for the promise that was kept. @param {Wire.DiceTold} dice @param {string} side @param {Kept} mine */
  async reveal(dice, side, mine) {
    const same = !mine.promise || JSON.stringify(mine.promise) === JSON.stringify(dice.promise);
    if (!same || !mine.nonce || !holds(dice.promise, side, mine.nonce)) return void toast(t("promise_broken"));
    keep(this.known.match, { promise: dice.promise });
    await this.live.order("nonce", { nonce: mine.nonce }).catch(() => null);
  }

  /** Whom the match waits for before it begins; null if it has begun. */
  waits() {
    return this.dice && !this.dice.head ? this.dice.waits : null;
  }

  /** While one waits: what for, and a way to begin without the others. */
  waitBox() {
    const { dice } = this;
    const waits = this.waits();
    if (!waits || !dice) return null;
    const mine = this.known.you.some((side) => side in dice.commits) && !dice.promise.length;
    const go = () => attempt(this.live.order("begin", {}));
    return h("section", { class: "lots" }, h("p", { class: "quiet" }, t("drawing_lots", { people: people(...waits) })), mine ? h("button", { class: "alt", type: "button", id: "begin-without", onclick: go }, t("begin_without")) : null);
  }

  get receipt() {
    const mine = kept(this.known.match);
    return mine.promise ? { match: this.known.match, ...mine } : null;
  }

  saveReceipt() {
    const file = new Blob([JSON.stringify(this.receipt)], { type: "application/json" });
    const link = h("a", { href: URL.createObjectURL(file), download: `receipt-${this.known.match}.json` });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  /** What this browser finds by itself in the record of a finished match; empty if it has kept nothing. @param {string} record */
  check(record) {
    const mine = this.receipt;
    if (!mine) return "";
    const fault = faultOf(record, mine);
    return fault ? t("browser_caught", { what: t(fault) }) : t("browser_checked", { n: mine.line ?? 0 });
  }
}

/** Does a promise hold one's own commitment, and is it the hash of its lines? @param {string[]} promise @param {string} side @param {string} nonce */
function holds(promise, side, nonce) {
  const lines = promise.map(readLine);
  const last = lines.pop();
  const own = ofKind(lines, "commit").some((line) => line.side === side && line.commitment === commitmentOf(nonce));
  return own && last?.line === "promise" && last.promise === hex(sha256(promise.slice(0, -1).join("\n")));
}

/** The lines of a kind. @template {Wire.RecordLine["line"]} K @param {Wire.RecordLine[]} lines @param {K} kind */
function ofKind(lines, kind) {
  return lines.flatMap((line) => (line.line === kind ? [/** @type {Extract<Wire.RecordLine, { line: K }>} */ (line)] : []));
}

/** What does not fit between a record and what was kept of the match; null if everything does. @param {string} record @param {Kept} mine */
function faultOf(record, mine) {
  const bodies = record.trimEnd().split("\n").map((line) => line.replace(/,"sum":"[0-9a-f]{12}"\}$/, "}"));
  const lines = bodies.map(readLine);
  const [[header], [last], [promised]] = [ofKind(lines, "match"), ofKind(lines, "secret"), ofKind(lines, "promise")];
  if (mine.promise?.some((line, i) => line !== bodies[i])) return "fault_promise";
  const secret = unhex(last?.secret ?? "");
  if (header?.seal !== hex(sha256("grognard seal ", secret))) return "fault_seal";
  const shown = new Map(ofKind(lines, "nonce").map((line) => [line.side, line.nonce]));
  const commits = ofKind(lines, "commit").map(({ side, commitment }) => ({ commitment, nonce: shown.get(side) ?? "" }));
  if (commits.some(({ commitment, nonce }) => !nonce || commitmentOf(nonce) !== commitment) || ![...shown.values()].some((nonce) => nonce === mine.nonce)) return "fault_nonce";
  const head = sha256(unhex(promised?.promise ?? ""), bytes(...commits.map(({ nonce }) => unhex(nonce))));
  if (mine.head && hex(head) !== mine.head) return "fault_head";
  return isWitness(mine.witness, secret, head, bodies.slice(lines.findIndex((line) => line.line === "start"))) ? null : "fault_lines";
}

/** Is this the witness of one of the lines? It hangs on all before it. @param {string | undefined} witness @param {Uint8Array} secret @param {Uint8Array} head @param {string[]} bodies */
function isWitness(witness, secret, head, bodies) {
  const key = hmac(secret, "lines ", head);
  let before = head;
  return bodies.some((body) => {
    before = hmac(key, before, body);
    return hex(before) === witness;
  });
}
