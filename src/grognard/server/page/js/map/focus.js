/** Where to look: at what is asked about, at what can be chosen, at the next unit that can still act. */
import { isWide, toast } from "../shared/dom.js";
import { t } from "../shared/texts.js";

const FEW = 12; // places that are all shown, however small

export class Gaze {
  /** @param {Page.Known} known @param {Page.Board} board */
  constructor(known, board) {
    this.known = known;
    this.board = board;
    this.followed = "";
    this.nextOne = "";
    this.widened = ""; // the phase in which the frame was widened
    this.framed = ""; // the phase in which the map was last put right
    addEventListener("resize", () => requestAnimationFrame(() => this.again()));
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

  /** When another question comes, all that it is about is brought into sight; what a hand has set stays where that is in sight already. */
  follow() {
    const { ask: question, view } = this.known.scene;
    const key = question ? `${view.turn} ${view.phase} ${question.side} ${question.subject}` : "";
    if (!question || key === this.followed || this.board.pointers.size) return undefined;
    const first = !this.followed;
    this.followed = key;
    return this.frame(first, `${view.turn} ${view.phase} ${question.side}`);
  }

  /** Something else stands over the map now, or the window has another size. */
  again() {
    if (!this.known.scene.ask || !this.board.wide) return;
    this.board.measure();
    this.frame(false, "");
  }

  /** Bring the pieces that are asked about and the places that can be chosen into the free part. @param {boolean} first @param {string} phase */
  frame(first, phase) {
    const { board, known } = this;
    const stand = (known.scene.ask?.subject ?? []).flatMap((id) => known.views.get(id)?.place ?? []);
    const about = [...known.spoken, ...stand].filter((place) => board.centre(place));
    const places = [...new Set(this.offered())].filter((place) => board.centre(place));
    const all = [...about, ...places];
    if (!all.length || (first && board.inch && isWide())) return undefined;
    const large = !first || board.scale >= board.readable;
    if (large && board.areFree(all)) return undefined;
    const whole = large && !first && this.widens(phase, all);
    if (whole && board.areFree(all)) return undefined;
    const held = board.handled && phase === this.framed && board.areFree(about) && board.inSight(all);
    this.framed = phase;
    if (held || board.fit(all.length > FEW ? [] : all, all)) return undefined;
    if (about.length && !board.areFree(about) && board.fit(about, [], Math.max(board.scale, board.readable))) return undefined;
    return board.inSight(all) ? undefined : board.show(about.length ? about : all);
  }

  /** Not all of these places are in sight: the frame widens to hold them if counters can be read then, once a phase if a hand has set it otherwise since. @param {string} phase @param {string[]} places */
  widens(phase, places) {
    const { board } = this;
    if ((this.widened === phase && board.handled) || !board.hold(places)) return false;
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
