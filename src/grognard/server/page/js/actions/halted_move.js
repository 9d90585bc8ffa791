/** A move that did not come to its end: where it stands, what has happened on the way, and what can be done now. */
import { byId, h, inside, say } from "../shared/dom.js";
import { cite } from "../panels/rulebook.js";
import { sentence, t } from "../shared/texts.js";

const MOST = 3; // lines that say why
const MOVES = / (moves?|drives?|marches) to | to [A-Z]?\d{4}$/i;
const STOPS = /^(stop|stay|end|halt)\b/i;

/** What stopped the mover: the last roll and what came of it. @param {Wire.Line[]} lines */
export function reasons(lines) {
  const rolled = lines.findLastIndex((line) => line.dice?.length || line.working);
  const telling = lines.slice(Math.max(0, rolled)).filter((line) => !MOVES.test(line.text));
  return telling.slice(-MOST);
}

export class Halt {
  /** @param {Page.Known} known @param {{ board: Page.Board, bubbles: Page.Bubbles, take: (action: Wire.Act) => Promise<void> }} parts */
  constructor(known, { board, bubbles, take }) {
    this.known = known;
    this.board = board;
    this.bubbles = bubbles;
    this.take = take;
  }

  /** @param {Wire.PieceView} mover @param {Wire.Line[]} lines @param {{ action: Wire.Act, place: string, price: string } | null} onward */
  show(mover, lines, onward) {
    const stop = this.known.choices.find(({ action, text }) => action.piece === undefined && action.hex === undefined && STOPS.test(text));
    const head = t("halt", { name: mover.name, place: mover.place });
    const ways = [
      onward ? this.way(t("go_on_to", { place: onward.place }), onward.price, () => this.take(onward.action)) : null,
      stop ? this.way(t("stop_here"), "", () => this.take(stop.action)) : null,
      this.way(t("another_way"), t("another_way_about"), () => byId("view").focus()),
    ].filter((way) => way !== null);
    ways.forEach((way, i) => way.append(h("kbd", { "aria-hidden": "true" }, String(i + 1))));
    const why = reasons(lines).map((line) => h("p", {}, `${sentence(line.text)} `, cite(line.cite)));
    const box = h("div", { class: "bubble choose halt", role: "alertdialog", id: "halt", "aria-label": head, onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event, ways) }, h("b", {}, head), why, h("small", {}, this.known.scene.ask?.prompt ?? ""), ways);
    this.board.reveal(mover.place);
    const places = [mover.place, ...this.known.choices.map(({ action }) => this.board.placeOf(action))];
    this.bubbles.put(box, this.board.screen(mover.place), places.flatMap((place) => (this.board.centre(place) ? [this.board.toScreen(this.board.middle(place))] : [])));
    say([head, ...ways.map((way) => way.firstElementChild?.textContent ?? "")].join(". "));
    inside(box, "button").focus();
  }

  /** @param {string} words @param {string} more @param {() => unknown} act */
  way(words, more, act) {
    const chosen = () => {
      this.bubbles.shut();
      act();
    };
    return h("button", { class: "choice", type: "button", onclick: chosen }, h("span", { class: "who" }, words, more ? h("small", {}, more) : null));
  }

  /** A number chooses; the list of the question does not hear it. @param {KeyboardEvent} event @param {HTMLElement[]} ways */
  key(event, ways) {
    const way = /^[1-9]$/.test(event.key) ? ways[Number(event.key) - 1] : null;
    if (!way) return;
    event.stopPropagation();
    way.click();
  }

  /** It holds for one question. */
  shut() {
    if (document.getElementById("halt")) this.bubbles.shut();
  }
}
