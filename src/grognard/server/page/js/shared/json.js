/** The door: text from elsewhere becomes what `wire.d.ts` says it is. Nobody else reads JSON, so nothing comes in without its type. */

/** JSON, or null if it is none. @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What a socket says: news, or the reply to an order. @param {string} text @returns {Wire.Told | Wire.Reply} */
export function readMessage(text) {
  return JSON.parse(text);
}

/** What comes of a request; a server in front of the table may say something else. @template {keyof Wire.Fetches} W @param {W} _where @param {string} text @returns {Wire.Fetches[W]["got"] | null} */
export function readAnswer(_where, text) {
  return parsed(text);
}

/** Why nothing comes of it. @param {string} text @returns {Wire.ErrorTold | null} */
export function readError(text) {
  return parsed(text);
}

/** Rules and charts of a game. @param {string} text @returns {Wire.Book} */
export function readBook(text) {
  return JSON.parse(text);
}

/** Where everything lies on a map. @param {string} text @returns {Wire.Lie} */
export function readLie(text) {
  return JSON.parse(text);
}

/** A line of a record. @param {string} text @returns {Wire.RecordLine} */
export function readLine(text) {
  return JSON.parse(text);
}

/** What this browser has kept under a name. @template T @param {string} name @param {T} otherwise @returns {T} */
export function recall(name, otherwise) {
  return parsed(localStorage.getItem(name) ?? "") ?? otherwise;
}

/** Keep something under a name. @param {string} name @param {unknown} what */
export function keepAs(name, what) {
  localStorage.setItem(name, JSON.stringify(what));
}
