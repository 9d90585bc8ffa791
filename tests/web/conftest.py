"""A real server and a real browser: headless Chromium from the system."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from bench.serving import Served

DESK = {"width": 1600, "height": 1000}
PHONE = {"width": 390, "height": 844}
PATIENCE = 60_000  # milliseconds: the machine may be busy
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a table served by a process of its own."""
    with Served(str(tmp_path_factory.mktemp("table"))) as served:
        yield served.address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, as the system has it."""
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("Chromium is not installed: apt-get install chromium")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield chromium
        chromium.close()


Open = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser, site: str) -> Iterator[Open]:
    """Opens pages, each in a browser profile of its own; a fault in the console fails the test."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_page(path: str = "/", phone: bool = False, **more: str) -> Page:
        context = browser.new_context(
            base_url=site,
            viewport=PHONE if phone else DESK,  # type: ignore[arg-type]
            has_touch=phone,
            is_mobile=phone,
            **{"reduced_motion": "reduce", **more},  # type: ignore[arg-type]
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [fault for fault in faults if "WebSocket" not in fault] == []


@pytest.fixture(scope="session")
def axe() -> str:
    """The accessibility checker, as a script."""
    return (Path(__file__).parent / "vendor" / "axe.min.js").read_text("utf-8")
