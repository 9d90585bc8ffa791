/** Where a box may stand over the map without hiding what matters. */

const AROUND = 26; // pixels round a point that are to be seen

/**
 * The first of some spots at which a box of a size covers the fewest points.
 * @param {Page.Point[]} spots
 * @param {Page.Point} size
 * @param {Page.Point[]} points
 */
export function clearest(spots, [wide, high], points) {
  const covered = (/** @type {Page.Point} */ [left, top]) => points.filter(([x, y]) => x > left - AROUND && x < left + wide + AROUND && y > top - AROUND && y < top + high + AROUND).length;
  return spots.reduce((best, spot) => (covered(spot) < covered(best) ? spot : best));
}
