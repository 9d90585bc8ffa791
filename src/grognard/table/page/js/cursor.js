/** A cursor on the map for those who play with keys: arrows walk from hex to hex, Enter is a click. */
import { byId, s } from "./dom.js";
import { drawPlace } from "./frame.js";
import { t } from "./words.js";

export class Cursor {
  constructor(table) {
    this.table = table;
    this.place = null;
    this.line = null; // the row or column that is being followed
    byId("view").addEventListener("blur", () => this.draw(false));
    byId("view").addEventListener("focus", () => this.draw(true));
  }

  /** Where to begin: at what the question is about, at what is offered, or in the middle of what is seen. */
  begin() {
    const { board, scene, views } = this.table;
    const subject = (scene.ask?.subject ?? []).map((id) => views.get(id)?.place);
    const places = [...subject, ...this.table.offered()].filter((place) => board.centre(place));
    const { left, top, wide, tall } = board.free;
    return places.find((place) => board.isFree(place)) ?? places[0] ?? board.hexAt(left + wide / 2, top + tall / 2);
  }

  walk(way) {
    const { board } = this.table;
    const next = board.centre(this.place) ? this.step(way) : this.begin();
    if (next) this.go(next);
  }

  /** The next place in a direction; between two that lie askew, the one nearer to the line that is being followed. */
  step([dx, dy]) {
    const { board } = this.table;
    const [x, y] = board.centre(this.place);
    if (board.inch) return board.hexAt(...board.toScreen([x + dx * board.inch, y + dy * board.inch]));
    const across = dx ? 1 : 0;
    if (this.line?.across !== across) this.line = { across, at: across ? y : x };
    const found = board.neighbours(this.place).filter(Boolean).map((place) => ({ place, at: board.centre(place) }));
    const ahead = found.filter(({ at }) => (at[0] - x) * dx + (at[1] - y) * dy > board.size * 0.4);
    const off = ({ at }) => Math.abs(at[across] - this.line.at);
    return ahead.sort((a, b) => off(a) - off(b))[0]?.place ?? null;
  }

  /** Put the cursor somewhere and say what is there. */
  go(place) {
    const { board, pieces, clicks, threats } = this.table;
    this.place = place;
    board.reveal(place);
    this.draw(true);
    const here = pieces.at(place);
    const choice = clicks.at(place)[0] ?? here.flatMap((view) => clicks.on(view))[0];
    drawPlace(board, here, place, choice, threats.words(place));
    this.table.say([byId("place").textContent, choice ? t("can_be_chosen") : ""].filter(Boolean).join(". "));
  }

  enter() {
    if (this.place) this.table.clicks.chooseAt(this.place);
  }

  draw(on) {
    const { board, pieces } = this.table;
    if (!pieces) return;
    const at = on && this.place && board.centre(this.place);
    const ring = (cls) => (board.inch ? s("circle", { cx: at[0], cy: at[1], r: 13, class: cls }) : board.outline(this.place, 0, { class: cls }));
    pieces.cursor.replaceChildren(...(at ? [ring("cursor under"), ring("cursor")] : []));
  }
}
