/** The counter sheet: kept as text, and each symbol put into the page when it is first wanted. */
import { byId, s } from "../shared/dom.js";

/** @type {Map<string, string>} */
const sheet = new Map();
/** @type {Set<string>} */
const punched = new Set();

/** Keep a sheet of symbols. @param {string} drawing */
export function keepSheet(drawing) {
  for (const [whole, id] of drawing.matchAll(/<symbol id="([^"]+)".*?<\/symbol>/gs)) sheet.set(id, whole);
  byId("counters").replaceChildren(s("svg", { width: 0, height: 0 }));
  punched.clear();
}

/** Put the symbols of these names into the page at once, which is quicker than one by one. @param {string[]} ids */
export function punch(ids) {
  const wanted = [...new Set(ids)].filter((id) => sheet.has(id) && !punched.has(id));
  if (wanted.length) byId("counters").firstElementChild?.insertAdjacentHTML("beforeend", wanted.map((id) => sheet.get(id)).join(""));
  for (const id of wanted) punched.add(id);
}

/** Is there a symbol of this name to be used? @param {string} id */
export function onSheet(id) {
  punch([id]);
  return punched.has(id);
}
