/** Where to put the map so that places lie in the free part of its window, under nothing that stands over it. */

const AIR = 18; // pixels between a place and the edge of the free part

/** @typedef {{ x: number, y: number, scale: number }} Put */

/**
 * The free part of the window, narrowed from one side or two by what stands over the map there.
 * @param {Page.Free} free
 * @param {Page.Part[]} covers
 * @returns {Page.Free[]}
 */
function rooms({ left, top, wide, tall }, covers) {
  const right = left + wide, bottom = top + tall;
  const across = [[left, right], ...covers.flatMap((box) => [[Math.max(left, box.right), right], [left, Math.min(right, box.left)]])];
  const down = [[top, bottom], ...covers.flatMap((box) => [[Math.max(top, box.bottom), bottom], [top, Math.min(bottom, box.top)]])];
  const made = across.flatMap(([x0, x1]) => down.map(([y0, y1]) => ({ left: x0, top: y0, wide: x1 - x0, tall: y1 - y0 })));
  return made.filter((room) => room.wide > 3 * AIR && room.tall > 3 * AIR);
}

/**
 * The largest drawing, up to `near`, that shows all of these places; null if there is none so large as `least`.
 * @param {Page.Board} board
 * @param {string[]} places
 * @param {number} near
 * @param {number} least
 * @returns {Put | null}
 */
export function fitted(board, places, near, least) {
  const points = places.map((place) => board.middle(place));
  const around = board.inch ? board.inch : board.size;
  const xs = points.map(([x]) => x), ys = points.map(([, y]) => y);
  const west = Math.min(...xs) - around, east = Math.max(...xs) + around;
  const north = Math.min(...ys) - around, south = Math.max(...ys) + around;
  const covers = board.hands.covers();
  /** @type {Put | null} */
  let best = null;
  for (const { left, top, wide, tall } of rooms(board.free, covers)) {
    const fits = Math.min((wide - 2 * AIR) / (east - west), (tall - 2 * AIR) / (south - north));
    const scale = board.held(Math.min(near, fits));
    if (scale < least || (best && best.scale >= scale)) continue;
    const x = left + wide / 2 - ((west + east) / 2 - board.frame[0]) * scale;
    const y = top + tall / 2 - ((north + south) / 2 - board.frame[1]) * scale;
    const put = { ...board.clamped(x, y, scale), scale };
    if (points.every((point) => board.clearAt(point, put, covers))) best = put;
  }
  return best;
}

/** The least and the greatest of a coordinate. @param {Page.Point[]} points @param {number} i */
export function span(points, i) {
  const values = points.map((point) => point[i]);
  return [Math.min(...values), Math.max(...values)];
}

/** The point round which most of the others lie in a window. @param {Page.Point[]} points @param {number} wide @param {number} high */
export function thickest(points, wide, high) {
  const company = (/** @type {Page.Point} */ [x, y]) => points.filter((p) => Math.abs(p[0] - x) < wide * 0.45 && Math.abs(p[1] - y) < high * 0.42).length;
  return points.reduce((best, point) => (company(point) > company(best) ? point : best));
}
