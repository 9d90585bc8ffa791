/** Two actions are the same if all their fields are. @param {Wire.Act} a @param {Wire.Act} b */
export function same(a, b) {
  /** @type {Map<string, unknown>} */
  const known = new Map(Object.entries(b));
  const fields = Object.entries(/** @type {Record<string, unknown>} */ ({ ...a }));
  return fields.length === known.size && fields.every(([key, value]) => JSON.stringify(value) === JSON.stringify(known.get(key)));
}
