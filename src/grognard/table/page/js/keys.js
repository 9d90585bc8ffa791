/** Every key of the table. None acts while a field has the focus. */

const PASSES = /^(hold|pass|let |no\b|nobody)/i;

/** The answer that lets things pass, if there is one. */
function passing(choices) {
  return choices.find(({ action, text }) => action.piece === undefined && action.hex === undefined && PASSES.test(text));
}

/** What each key does. */
function acts(table) {
  const { board } = table;
  return {
    u: () => table.undo(),
    y: () => table.scene.redo && table.redo(),
    h: () => table.scene.ask && table.hint(),
    l: () => (board.inch || table.table.sight) && table.clicks.aim(),
    t: () => table.threats.flip(),
    r: () => table.toggleReplay(),
    c: () => table.book.toggle("charts"),
    b: () => table.book.toggle("rules"),
    m: () => table.menu.show(),
    i: () => table.briefing.show(),
    w: () => table.aims.flip(),
    d: () => table.dossier.toggle(),
    k: () => table.key.toggle(),
    g: () => table.finder.show(),
    n: () => table.nextUnit(),
    "+": () => board.zoom(1.35),
    "=": () => board.zoom(1.35),
    "-": () => board.zoom(1 / 1.35),
    0: () => board.all(),
  };
}

export function listenKeys(table) {
  const known = acts(table);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return undefined;
    const { key } = event;
    const target = /** @type {Element} */ (event.target);
    if (key === "Escape") return table.escape();
    if (target.matches("input, select, textarea") || table.card.open) return undefined;
    const button = target.closest("button, a, summary");
    if (key === "Enter" && table.fight.go && !button) return table.fight.go();
    if (key === " " && !button && passing(table.clicks.choices)) {
      event.preventDefault();
      return table.choose(passing(table.clicks.choices));
    }
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (step && table.dossier.walk(step)) return event.preventDefault();
    if (/^[1-9]$/.test(key)) return table.choose(table.prompt.numbered(Number(key)));
    const act = known[key.toLowerCase()];
    if (act) event.preventDefault();
    return act?.();
  });
}
