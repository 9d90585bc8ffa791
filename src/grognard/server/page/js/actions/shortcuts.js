/** Every key of the table. None acts while a field has the focus. */

const PASSES = /^(hold|pass|let |no\b|nobody)/i;

/** The answer that lets things pass, if there is one. @param {Wire.Choice[]} choices */
function passing(choices) {
  return choices.find(({ action, text }) => action.piece === undefined && action.hex === undefined && PASSES.test(text));
}

/** `acts` is what each key does; the rest answers, goes back, or is walked through. @param {Page.Acts} acts @param {Page.KeyHands} parts */
export function listenKeys(acts, { known, card, fight, dossier, prompt, replay, choose, escape }) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return undefined;
    const { key } = event;
    const target = /** @type {Element} */ (event.target);
    if (key === "Escape") return escape();
    if (target.matches("input, select, textarea") || card.open) return undefined;
    const button = target.closest("button, a, summary");
    if (key === "Enter" && fight.go && !button) return fight.go();
    const pass = key === " " && !button ? passing(known.choices) : undefined;
    if (pass) {
      event.preventDefault();
      return choose(pass);
    }
    const step = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0;
    if (step && dossier.walk(step)) return event.preventDefault();
    if (step && replay.on && !target.closest("#view, #log")) return replay.stepBy(step);
    if (/^[1-9]$/.test(key)) return choose(prompt.numbered(Number(key)));
    const ending = prompt.ending(key);
    if (ending) return choose(ending);
    const act = key.toLowerCase() in acts ? acts[key.toLowerCase()] : null;
    if (act) event.preventDefault();
    return act?.();
  });
}
