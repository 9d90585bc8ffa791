"""The page in headless Chromium: bytes and seconds to the first view of a match, and frame times of a scripted pan.

    python -m bench.page [GAME ...]
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time

import httpx
from playwright.sync_api import Browser, sync_playwright

from grognard.engine import all_games
from tests.table.process import Server
from tests.web.conftest import DESK, NAMES

BYTES = "() => performance.getEntriesByType('resource').reduce((sum, e) => sum + e.transferSize, 0)"
PAN = """async () => {
  const times = [];
  let last = performance.now();
  for (let i = 0; i < 180; i++) {
    table.board.pan(i % 120 < 60 ? -9 : 9, i % 40 < 20 ? -6 : 6);
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    times.push(now - last);
    last = now;
  }
  times.sort((a, b) => a - b);
  return [times[90], times[171]];
}"""


def measure(browser: Browser, address: str, game: str) -> str:
    """One game: a fresh profile, the first view, then a pan."""
    scenario = next(iter(all_games()[game].scenarios))
    made = httpx.post(f"{address}/api/matches", json={"game": game, "scenario": scenario}, timeout=120).json()
    httpx.get(f"{address}/art/{game}/{scenario}/board-light.svg", timeout=120)
    context = browser.new_context(viewport=DESK, color_scheme="light")  # type: ignore[arg-type]
    page = context.new_page()
    begun = time.perf_counter()
    page.goto(f"{address}/m/{made['match']}#key={made['key']}")
    page.wait_for_selector("#prompt *", timeout=120_000)
    asked = time.perf_counter() - begun
    page.wait_for_selector(".letters svg", timeout=120_000)
    drawn = time.perf_counter() - begun
    page.wait_for_timeout(1500)
    p50, p95 = page.evaluate(PAN)
    size = page.evaluate(BYTES)
    context.close()
    return f"{size / 1000:.0f} kB, question {asked:.2f} s, map {drawn:.2f} s, pan p50 {p50:.1f} ms, p95 {p95:.1f} ms"


def main() -> None:
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        raise SystemExit("Chromium is not installed: apt-get install chromium")
    with tempfile.TemporaryDirectory() as folder, Server(folder) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        for game in sys.argv[1:] or list(all_games()):
            print(f"{game}: {measure(browser, server.address, game)}", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
