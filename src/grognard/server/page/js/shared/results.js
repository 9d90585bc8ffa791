/** Results and levels of victory as people say them. */
import { sentence, sidesMet, t, title } from "./texts.js";

/** Does a level name a side of this match? @param {string} level */
function namesSide(level) {
  return sidesMet().some((side) => level.toLowerCase().includes(side.toLowerCase()));
}

/** A level of victory: "German marginal victory", "draw", "flight of the Reds". @param {string} level */
export function victory(level) {
  const ofSide = sidesMet().some((side) => level.toLowerCase().startsWith(side.toLowerCase()));
  return ofSide && !level.includes("victory") ? t("victory", { level }) : level;
}

/** The same within a sentence: "a draw", "a German marginal victory". @param {string} level */
export function aVictory(level) {
  const said = namesSide(level) ? victory(level) : level.toLowerCase();
  return t(/^[aeiou]/i.test(said) ? "an_level" : "a_level", { level: said });
}

/** The level of a result, with who has won where it names no side; a defeat is not the winner's. @param {Wire.Result} result */
export function levelOf({ level, winners }) {
  const said = !level || !winners.length || level === "defeat" || namesSide(level);
  return victory(said ? level : `${winners.map(title).join(", ")} ${level}`);
}

/** A whole sentence: with its capital and its full stop. @param {string} text */
export function whole(text) {
  return /[.!?]$/.test(text) ? sentence(text) : `${sentence(text)}.`;
}
