"""The page in headless Chromium: bytes and seconds to the first view of a match, and frame times of a pan and a zoom.

    python -m bench.page [GAME ...]

The first view is the frame in which the map lies under the pieces, on a fresh profile, counted from the navigation.
The pictures have been drawn before, as the wheel brings them. The first visit is the lobby of a table that was just
started, with every card in it.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

import httpx
from playwright.sync_api import Browser, sync_playwright

from bench.serving import Served
from grognard.engine import SHELF
from grognard.server.pictures.prerender import draw_all
from tests.browser.conftest import DESK, NAMES

DRAWN = ("grid.json", "board-light.svg", "letters-light.svg")
BYTES = "() => performance.getEntriesByType('resource').reduce((sum, e) => sum + e.transferSize, 0)"
WATCH = """
const seen = new MutationObserver(() => {
  const told = document.documentElement.dataset;
  if (!told.asked && document.querySelector("#prompt *")) told.asked = performance.now();
  if (!document.querySelector(".letters svg")) return;
  seen.disconnect();
  requestAnimationFrame(() => setTimeout(() => { told.drawn = performance.now(); }));
});
seen.observe(document, { childList: true, subtree: true });
"""
FRAMES = """async () => {
  const times = [];
  let last = performance.now();
  for (let i = 0; i < 180; i++) {
    MOVE;
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    times.push(now - last);
    last = now;
  }
  times.sort((a, b) => a - b);
  return [times[90], times[171]];
}"""
PAN = FRAMES.replace("MOVE", "table.board.pan(i % 120 < 60 ? -9 : 9, i % 40 < 20 ? -6 : 6)")
ZOOM = FRAMES.replace("MOVE", "table.board.zoom(i % 60 < 30 ? 1.04 : 1 / 1.04)")


def measure(browser: Browser, address: str, game: str) -> str:
    """One game: a fresh profile, the first view, then a pan and a zoom."""
    scenario = next(iter(SHELF[game].scenarios))
    made = httpx.post(f"{address}/api/matches", json={"game": game, "scenario": scenario}, timeout=120).json()
    for path in ("rules.json", "counters.svg", *(f"{scenario}/{name}" for name in DRAWN)):
        httpx.get(f"{address}/art/{game}/{path}", timeout=120)
    context = browser.new_context(viewport=DESK, color_scheme="light")  # type: ignore[arg-type]
    context.add_init_script(WATCH)
    page, live = context.new_page(), [0]

    def hear(data: str | bytes) -> None:
        live[0] += len(data)

    page.on("websocket", lambda socket: socket.on("framereceived", hear))
    page.goto(f"{address}/m/{made['match']}#key={made['key']}")
    told = page.wait_for_selector("html[data-drawn]", state="attached", timeout=120_000)
    assert told is not None
    asked, drawn = (float(told.get_attribute(f"data-{name}") or 0) / 1000 for name in ("asked", "drawn"))
    size = (page.evaluate(BYTES) + live[0]) / 1000
    page.wait_for_timeout(2500)
    pan, zoom = page.evaluate(PAN), page.evaluate(ZOOM)
    context.close()
    frames = f"pan p50 {pan[0]:.1f} ms, p95 {pan[1]:.1f} ms, zoom p50 {zoom[0]:.1f} ms, p95 {zoom[1]:.1f} ms"
    return f"{size:.0f} kB, question {asked:.2f} s, map {drawn:.2f} s, {frames}"


CARDS = """n => {
  const cards = [...document.querySelectorAll("#games img")];
  return cards.length >= n && cards.every((card) => card.complete);
}"""


def first_visit(browser: Browser, address: str) -> str:
    """The lobby on a fresh profile, until every card is drawn."""
    context = browser.new_context(viewport=DESK, color_scheme="light")  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(address)
    page.wait_for_function(CARDS, arg=len(SHELF), timeout=120_000)
    seconds = page.evaluate("performance.now()") / 1000
    context.close()
    return f"lobby with {len(SHELF)} cards drawn after {seconds:.2f} s"


def main() -> None:
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        raise SystemExit("Chromium is not installed: apt-get install chromium")
    with tempfile.TemporaryDirectory() as folder, Served(folder) as server, sync_playwright() as playwright:
        draw_all(Path(folder))
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        print(f"first visit: {first_visit(browser, server.address)}", flush=True)
        for game in sys.argv[1:] or list(SHELF):
            print(f"{game}: {measure(browser, server.address, game)}", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
