"""A real server and a real browser: headless Chromium from the system."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from grognard.engine import find_game
from tests.browser import hands
from tests.serving import Forked

DESK = {"width": 1600, "height": 1000}
PHONE = {"width": 390, "height": 844}
PATIENCE = 60_000  # milliseconds: the machine may be busy
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
WINDOWLESS = "chromium-headless-shell"  # a page costs half in it
SHORT_LIVED = "--js-flags=--no-opt"  # no page lives long enough to earn back its best code; axe takes a tenth less
BLANK = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><g/></svg>"
NO_GROUND = {"x-ground": "none"}  # said with every request of a page whose map is to be blank
# Of the pictures in the lobby and in the rulebooks those of one game are looked at; the others, each with a whole map
# in it, are most of what they cost.
BLANKS = f"""
from starlette.responses import Response
from grognard.server.pictures import pictures as art
from grognard.server import app as server
def blank(draw):
    return lambda game, *more: draw(game, *more) if game.id == "folio" else {BLANK!r}
art._card, art.draw_example = blank(art._card), blank(art.draw_example)
find = server.WebApp._art
async def answer(table, request):
    if "x-ground" in request.headers and request.path_params["what"].startswith(("board-", "letters-")):
        return Response({BLANK!r}, 200, {{"cache-control": "max-age=600"}}, "image/svg+xml")
    return await find(table, request)
server.WebApp._art = answer
"""
COARSE = 0.5  # pixels of the screen to one of the page: boards are drawn as ever, at a quarter of the cost


class Tables:
    """Brings up tables, each in a process of its own; whatever board one has drawn is there for the others."""

    def __init__(self, temporary: pytest.TempPathFactory) -> None:
        self.temporary = temporary
        base = temporary.getbasetemp()
        self.art = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "art"
        self.art.mkdir(exist_ok=True)

    def __call__(self, before: str = "") -> Forked:
        """A table that nobody has played at; `before` is code that its process runs first."""
        folder = self.temporary.mktemp("table")
        (folder / "art").symlink_to(self.art)
        return Forked(str(folder), before=BLANKS + before)


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """Brings up tables."""
    return Tables(tmp_path_factory)


@pytest.fixture(scope="session")
def site(tables: Tables) -> Iterator[str]:
    """The address of a table."""
    with tables() as served:
        yield served.address


@pytest.fixture(scope="session")
def client(site: str) -> Iterator[httpx.Client]:
    """Asks the table for what is no part of a page; one for all, for each takes as long to make as a match."""
    with httpx.Client(base_url=site, timeout=PATIENCE / 1000) as made:
        yield made


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, as the system has it."""
    found = next((path for name in (WINDOWLESS, *NAMES) if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("Chromium is not installed: apt-get install chromium")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=["--no-sandbox", SHORT_LIVED])
        yield chromium
        chromium.close()


def is_fault(said: Any) -> bool:
    """An error in the console; a picture that is still asked for when its table has ended is none."""
    return bool(said.type == "error" and "ERR_CONNECTION_REFUSED" not in said.text)


class Open:
    """Opens pages, each in a browser profile of its own; faults in their consoles are kept.

    A map costs as much as all else that a page draws. Every game's is there on a desk and on a phone, and wherever it
    is painted, measured or scanned for the first time (`ground`); elsewhere the pieces lie on a blank one.
    """

    def __init__(self, browser: Browser, client: httpx.Client) -> None:
        self.browser, self.client = browser, client
        self.site = str(client.base_url)
        self.contexts: list[BrowserContext] = []
        self.faults: list[str] = []

    def __call__(self, path: str = "/", phone: bool = False, ground: bool = False, **more: str) -> Page:
        """Any page."""
        context = self.browser.new_context(
            base_url=self.site,
            viewport=PHONE if phone else DESK,  # type: ignore[arg-type]
            has_touch=phone,
            is_mobile=phone,
            device_scale_factor=COARSE,
            extra_http_headers={} if ground else NO_GROUND,
            **{"reduced_motion": "reduce", **more},  # type: ignore[arg-type]
        )
        self.contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda said: self.faults.append(said.text) if is_fault(said) else None)
        page.goto(path)
        return page

    def match(self, game: str = hands.GAME, both: bool = False, scenario: str = "", **more: Any) -> Page:
        """A fresh match, briefed: against the computer, or with both sides in one hand. The lobby is no part of it."""
        wish = {"game": game, "scenario": scenario or next(iter(find_game(game).scenarios))}
        first, *others = self.client.post("/api/sides", json=wish).json()["sides"]
        seats = {first: "me", **dict.fromkeys(others, "me" if both else "regular")}
        return self._seated("matches", more, json=wish | {"seats": seats})

    def record(self, path: Path, **more: Any) -> Page:
        """A record that somebody has opened."""
        return self._seated("records", more, content=path.read_bytes())

    def _seated(self, what: str, more: Any, **sent: Any) -> Page:
        made = self.client.post(f"/api/{what}", **sent).json()
        page = self(f"/m/{made['match']}#key={made['key']}", **more)
        hands.ready(page)
        return page


@pytest.fixture
def visit(browser: Browser, client: httpx.Client) -> Iterator[Open]:
    """Opens pages; a fault in the console fails the test."""
    visits = Open(browser, client)
    yield visits
    for context in visits.contexts:
        context.cookies()  # whatever a page has said by now has been heard when this comes back
    faults = [fault for fault in visits.faults if "WebSocket" not in fault]
    for context in visits.contexts:
        context.close()  # a page whose document is being taken away may stumble, and nobody sees it
    assert faults == []


@pytest.fixture(scope="session")
def axe() -> str:
    """The accessibility checker, as a script."""
    return (Path(__file__).parent / "vendor" / "axe.min.js").read_text("utf-8")
