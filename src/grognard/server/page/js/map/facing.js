/** The way a counter on a hex looks, in words. */
import { WAYS } from "../shared/texts_compass.js";

/** "facing south-east"; "" where it looks nowhere in particular. @param {Wire.PieceView} view */
export function facing(view) {
  if (view.facing === null || view.facing === undefined) return "";
  return WAYS[Math.round(((view.facing % 360) + 360) / 45) % 8];
}
