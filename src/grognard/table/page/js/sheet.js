/** The counter sheet: kept as text, and each symbol put into the page when it is first wanted. */
import { byId, s } from "./dom.js";

const sheet = new Map();
const punched = new Set();

/** Keep a sheet of symbols. */
export function keepSheet(drawing) {
  for (const [whole, id] of drawing.matchAll(/<symbol id="([^"]+)".*?<\/symbol>/gs)) sheet.set(id, whole);
  byId("counters").replaceChildren(s("svg", { width: 0, height: 0 }));
  punched.clear();
}

/** Is there a symbol of this name to be used? */
export function onSheet(id) {
  if (!sheet.has(id)) return false;
  if (!punched.has(id)) byId("counters").firstElementChild.insertAdjacentHTML("beforeend", sheet.get(id));
  punched.add(id);
  return true;
}
