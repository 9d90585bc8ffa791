/** The picture of a game on a card of the lobby, as it is drawn in this theme; while it is drawn the card says so. */
import { h } from "./dom.js";
import { theme } from "./theme.js";
import { t } from "./texts.js";

/** The front of a battle; nothing where there is no picture. @param {string} game @param {string} battle */
export function pictureOfFront(game, battle) {
  return h("img", { class: "front-of", alt: "", src: `/art/${game}/${battle}/front.svg`, onerror: (/** @type {Event} */ event) => /** @type {Element} */ (event.target).remove() });
}

/** @param {string} game @param {string} [mark] */
export function pictureOf(game, mark = "") {
  const word = h("span", { class: "being-drawn" }, t("drawing"));
  const here = () => (word.hidden = true);
  const img = h("img", { alt: "", loading: "lazy", onload: here, onerror: here });
  const load = () => {
    word.hidden = false;
    img.src = `/art/${game}/card-${theme()}.svg${mark ? `?v=${mark}` : ""}`;
  };
  addEventListener("theme", load);
  load();
  return [img, word];
}
