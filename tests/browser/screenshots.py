"""Pictures of every game: python -m tests.browser.screenshots FOLDER

The lobby, the opening of each game, and a fight where the question has odds, on a desk and on a phone.
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from bench.serving import Served
from grognard.engine import SHELF, Game, Match
from grognard.players import make_player
from tests.browser.conftest import DESK, NAMES, PHONE

LOOKS = (("desk", "light"), ("desk", "dark"), ("phone", "dark"))


def fight(game: Game, path: Path) -> bool:
    """Save a position in which some choice has odds; False if none comes up soon."""
    match = Match.new(game, next(iter(game.scenarios)), seed=3)
    player, rng, limit = make_player("doctrine"), random.Random(3), time.monotonic() + 40
    while not match.over and time.monotonic() < limit:
        ask = match.decision.asks[0]
        step = match.state.steps[-1]
        if match.number > 40 and any(step.preview(match.state, action) for action in ask.actions):
            match.save(path)
            return True
        match.take(player.choose(match, ask, rng), ask.side)
    return False


def shoot(page: Page, path: Path) -> None:
    """Wait until everything is drawn, then take the picture."""
    if page.locator("#prompt").count():
        page.wait_for_selector(".letters svg")
    page.wait_for_timeout(1200)
    page.screenshot(path=str(path))
    print(path)


def pictures(browser: Browser, address: str, folder: Path, size: str, theme: str) -> None:
    """All pictures of one look."""
    phone = size == "phone"
    context = browser.new_context(
        base_url=address,
        viewport=PHONE if phone else DESK,  # type: ignore[arg-type]
        is_mobile=phone,
        has_touch=phone,
        color_scheme=theme,  # type: ignore[arg-type]
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.set_default_timeout(90_000)
    page.goto("/")
    page.wait_for_function("() => [...document.images].every(image => image.complete)")
    shoot(page, folder / f"lobby-{size}-{theme}.png")
    for game in SHELF.values():
        page.goto("/")
        page.click(f"[data-play={game.id}]")
        page.click("[data-start]")
        page.wait_for_selector("#prompt *", state="attached")  # on a phone the briefing lies over it
        shoot(page, folder / f"{game.id}-opening-{size}-{theme}.png")
        record = folder / f"{game.id}.grog"
        if not record.exists() and not fight(game, record):
            continue
        page.goto("/")
        page.set_input_files("input[type=file]", str(record))
        page.wait_for_selector("#lift:visible, #prompt .choices:visible")
        if page.locator("#lift").is_visible():
            page.click("#lift")
        page.wait_for_selector("#prompt .choices li")
        number = page.evaluate("table.scene.ask.choices.findIndex(choice => choice.rolls)")
        page.click(f'[data-choice="{number}"]')
        page.wait_for_selector("#confirm")
        page.mouse.move(4, 400)  # off the list: what it points at is lit
        shoot(page, folder / f"{game.id}-fight-{size}-{theme}.png")
    context.close()


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        raise SystemExit("Chromium is not installed: apt-get install chromium")
    with tempfile.TemporaryDirectory() as data, Served(data) as served, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        for size, theme in LOOKS:
            pictures(browser, served.address, folder, size, theme)
        browser.close()


if __name__ == "__main__":
    main()
