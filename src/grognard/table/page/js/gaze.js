/** Where to look: at what is asked about, at what can be chosen, at the next unit that can still act. */
import { isWide, toast } from "./dom.js";
import { t } from "./words.js";

export class Gaze {
  /** @param {Page.Known} known @param {Page.Board} board */
  constructor(known, board) {
    this.known = known;
    this.board = board;
    this.followed = "";
    this.nextOne = "";
    this.widened = ""; // the phase in which the frame was widened
  }

  /** The places of the present choices: where they lead, or where their pieces stand. */
  offered() {
    return this.known.choices.flatMap((choice) => this.placeOf(choice) ?? []);
  }

  /** Where a choice leads, or where its piece stands. @param {{ action: Wire.Act }} parts */
  placeOf({ action }) {
    return this.board.placeOf(action) ?? this.known.views.get(action.piece ?? "")?.place;
  }

  look() {
    const { board, known } = this;
    if (board.inch && isWide()) return board.all();
    const { scene, views, you } = known;
    const mine = [...views.values()].filter((piece) => you.includes(piece.side)).map((piece) => piece.place);
    const asked = (scene.ask?.subject ?? []).flatMap((id) => views.get(id)?.place ?? []);
    const onMap = (/** @type {string[]} */ places) => [...new Set(places.filter((place) => board.centre(place)))];
    const found = [onMap([...asked, ...scene.view.focus]), onMap(this.offered()), onMap(mine)].filter((places) => places.length);
    if (found.length) return board.show(found[0]);
    return board.show(onMap([...views.values()].map((piece) => piece.place)), 0.8);
  }

  /** When another question comes and nothing that can be chosen is in sight, look at it; of a unit that is taken from beside the map, at all of it. */
  follow() {
    const { ask: question, view } = this.known.scene;
    const key = question ? `${view.turn} ${view.phase} ${question.side} ${question.subject}` : "";
    if (!question || key === this.followed || this.board.pointers.size) return undefined;
    const least = this.followed ? 0 : 26; // the first time they must also be large enough to be clicked
    this.followed = key;
    const places = this.offered().filter((place) => this.board.centre(place));
    const subject = this.known.views.get(question.subject[0])?.place;
    const taken = subject !== undefined && !this.board.centre(subject);
    if (taken && this.widens(`${view.turn} ${view.phase} ${question.side}`, places)) return undefined;
    if (places.length && !this.board.inSight(places, least)) return this.look();
    return this.board.centre(subject) ? this.board.reveal(subject) : undefined;
  }

  /** Not all of these places are in sight: the frame widens to hold them, once a phase if a hand has set it otherwise since. @param {string} phase @param {string[]} places */
  widens(phase, places) {
    const { board } = this;
    if ((this.widened === phase && board.handled) || board.areFree(places) || !board.hold(places)) return false;
    this.widened = phase;
    board.handled = false;
    return true;
  }

  /** The next unit that can still act: brought into sight, its row in the list focused. */
  nextUnit() {
    const { ask } = this.known.scene;
    const able = this.known.choices.filter((choice) => this.known.views.get(choice.action.piece ?? "")?.side === ask?.side);
    if (!able.length) return toast(t("nobody_left"));
    const at = able.findIndex((choice) => choice.action.piece === this.nextOne);
    const choice = able[(at + 1) % able.length];
    this.nextOne = choice.action.piece ?? "";
    const place = this.placeOf(choice);
    if (this.board.centre(place)) this.board.reveal(place);
    return /** @type {HTMLElement | null} */ (document.querySelector(`[data-choice="${ask?.choices.indexOf(choice)}"]`))?.focus();
  }
}
