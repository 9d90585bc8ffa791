() => {
  const found = [];
  const { board, classroom, scene, views } = table;
  const map = board.view.getBoundingClientRect();
  const box = (e) => { const r = e.getBoundingClientRect(); return r.width && r.height && getComputedStyle(e).visibility !== "hidden" ? r : null; };
  const over = ["#top", "#panel", "#strip", "#coach", "#remark", "#layers", "#zoom", "#reserve .box", "#cards .hand", "#cards summary", "#ticker", "#dossier"].flatMap((q) => [...document.querySelectorAll(q)].flatMap((e) => box(e) ? [[q, box(e)]] : []));
  const see = (place) => {
    const at = board.screen(place); if (!at) return null;
    const [x, y] = [at[0] + map.left, at[1] + map.top];
    if (x < map.left + 4 || x > map.right - 4 || y < map.top + 4 || y > map.bottom - 4) return `off the map ${Math.round(x)},${Math.round(y)}`;
    const under = over.find(([, r]) => x > r.left && x < r.right && y > r.top && y < r.bottom);
    return under ? `under ${under[0]}` : "";
  };
  if (classroom?.lesson && !classroom.lesson.over) {
    for (const place of classroom.places) { const why = see(place); if (why) found.push(`lit ${place} ${why}`); }
    const coach = box(document.querySelector("#coach")), asks = document.querySelector("#coach .asks, #coach .says");
    const r = asks && box(asks);
    if (r && (r.bottom > innerHeight || r.top < 0)) found.push("the request is off screen");
    for (const q of ["#go-on", "#show-me"]) { const e = document.querySelector(q), c = e && box(e); if (c && (c.bottom > innerHeight || c.right > innerWidth)) found.push(`${q} off screen`); }
  } else if (scene.ask) {
    const about = (scene.ask.subject ?? []).flatMap((id) => views.get(id)?.place ?? []).filter((p) => board.centre(p));
    for (const place of new Set(about)) { const why = see(place); if (why) found.push(`subject ${place} ${why}`); }
    const offered = [...new Set(table.gaze.offered())].filter((p) => board.centre(p));
    const hidden = offered.filter((p) => see(p));
    if (offered.length && hidden.length === offered.length) found.push(`none of ${offered.length} offered in sight`);
    else if (offered.length && offered.length <= 12 && hidden.length) found.push(`${hidden.length} of ${offered.length} offered hidden: ${hidden.slice(0, 3).map((p) => p + " " + see(p))}`);
    const ask = box(document.querySelector("#ask")); if (!ask || ask.bottom > innerHeight) found.push("the question is off screen");
    const list = document.querySelector("#prompt .choices:not(.pinned)"), l = list && box(list);
    if (list && l) {
      const rows = [...list.querySelectorAll(".choice")].map((e) => e.getBoundingClientRect()).filter((c) => c.top >= l.top - 2 && c.bottom <= Math.min(l.bottom, innerHeight) + 2).length;
      const all = list.querySelectorAll(".choice").length;
      if (rows < Math.min(all, innerWidth > 760 ? 4 : innerHeight < 700 ? 1 : 2)) found.push(`only ${rows} of ${all} answers in sight`);
    }
    for (const e of document.querySelectorAll("#prompt .pinned .choice")) { const c = box(e); if (!c || c.bottom > innerHeight + 1) found.push("a pinned answer is off screen"); }
  }
  return found;
}
