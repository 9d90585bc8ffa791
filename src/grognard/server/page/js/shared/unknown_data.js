/** Plain data of which nobody knows the shape: a scenario as its file says it, which may say anything. */

/** What stands somewhere in it; undefined if nothing does. @param {unknown} value @param {...(string | number)} path */
export function at(value, ...path) {
  let found = value;
  for (const key of path) found = typeof found === "object" && found !== null ? /** @type {Record<string, unknown>} */ (found)[key] : undefined;
  return found;
}

/** A list, if it is one. @param {unknown} value @returns {unknown[]} */
export function listOf(value) {
  return Array.isArray(value) ? value : [];
}

/** The entries of a table, if it is one. @param {unknown} value @returns {[string, unknown][]} */
export function entriesOf(value) {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

/** Its words; none if it has none. @param {unknown} value */
export function textOf(value) {
  return value === undefined || value === null ? "" : String(value);
}
