"""Every screen on every size: what is asked about or lit is in sight and under nothing.

    python -m tests.browser.sizes [GAME ...]

Every lesson, step by step, and the first three questions of every scenario, at eight sizes of window.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import httpx
from playwright.sync_api import Page, sync_playwright

from bench.serving import Served
from grognard.engine import SHELF
from grognard.school.lesson import lessons_of
from tests.browser import hands
from tests.browser.conftest import NAMES, WINDOWLESS

SIZES = ((1280, 720), (1366, 768), (1440, 900), (1600, 1000), (820, 1180), (1180, 820), (390, 844), (360, 640))
QUESTIONS = 3
STEPS = 16  # of a lesson at most
SETTLED = 160  # milliseconds until the map has come to rest
WHERE = "JSON.stringify([table.classroom?.lesson, table.scene.decision])"
MEASURE = (Path(__file__).parent / "sizes.js").read_text("utf-8")


def measured(page: Page, name: str, sizes: Sequence[tuple[int, int]] = SIZES) -> Iterator[str]:
    """What is wrong with the present screen, at each size."""
    for wide, high in sizes:
        page.set_viewport_size({"width": wide, "height": high})
        page.wait_for_timeout(SETTLED)
        for fault in page.evaluate(MEASURE):
            yield f"{wide}x{high} {name}: {fault}"


def lesson(page: Page, key: str, steps: int = STEPS, sizes: Sequence[tuple[int, int]] = SIZES) -> Iterator[str]:
    """A lesson, step by step, as it is shown to those who ask for it."""
    page.goto(f"/learn/{key}")
    page.wait_for_selector("#coach .says")
    hands.ready(page)
    for step in range(steps):
        yield from measured(page, f"{key}, {step}", sizes)
        before = page.evaluate(WHERE)
        page.evaluate("table.classroom.turn(table.classroom.canGoOn ? 'on' : 'show')")
        page.wait_for_function(f"before => {WHERE} !== before", arg=before)
        if page.evaluate("table.classroom.lesson.over"):
            return


def scenario(
    page: Page, client: httpx.Client, game: str, name: str, sizes: Sequence[tuple[int, int]] = SIZES
) -> Iterator[str]:
    """The first questions of a scenario, with every side in one hand."""
    wish = {"game": game, "scenario": name}
    sides = client.post("/api/sides", json=wish).json()["sides"]
    made = client.post("/api/matches", json=wish | {"seats": dict.fromkeys(sides, "me")}).json()
    page.goto(f"/m/{made['match']}#key={made['key']}")
    hands.ready(page)
    page.evaluate("localStorage.setItem(`both ${table.known.match}`, 'yes')")
    if page.locator("#lift").is_visible():
        page.click("#lift")
    page.evaluate("() => { if (table.card.open) table.card.leave(); }")
    for number in range(QUESTIONS):
        page.wait_for_function("() => table.scene.ask || table.scene.result")
        yield from measured(page, f"{game} {name}, question {number + 1}", sizes)
        decision = page.evaluate("table.scene.decision")
        page.evaluate("table.take(table.scene.ask.choices[0].action)")
        hands.after(page, decision)


def main(games: Sequence[str]) -> int:
    """Everything; how many faults there are."""
    found = []
    program = next(path for name in (WINDOWLESS, *NAMES) if (path := shutil.which(name)))
    with tempfile.TemporaryDirectory() as folder, Served(folder) as served, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_context(base_url=served.address, reduced_motion="reduce").new_page()
        page.set_default_timeout(120_000)
        client = httpx.Client(base_url=served.address, timeout=120)
        for game in games:
            for one in lessons_of(SHELF[game]):
                found += [*map(_told, lesson(page, one.key))]
            for name in SHELF[game].scenarios:
                found += [*map(_told, scenario(page, client, game, name))]
        browser.close()
    print(f"{len(found)} faults")
    return len(found)


def _told(fault: str) -> str:
    print(fault, flush=True)
    return fault


if __name__ == "__main__":
    sys.exit(bool(main(sys.argv[1:] or list(SHELF))))
