"""A campaign in a browser: it is begun in the lobby, and whoever survives the first night goes on into the second."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from grognard.engine import find_game
from grognard.studio import find_campaign, open_campaign
from tests.browser import hands
from tests.browser.conftest import PATIENCE, Open, Tables

LISTS = "from grognard.studio import open_campaigns; open_campaigns()"  # as `grognard serve` does
NIGHT = find_game("night-fight")


@pytest.fixture(scope="module")
def client(tables: Tables) -> Iterator[httpx.Client]:
    """Asks a table that lists campaigns among the scenarios."""
    with tables(LISTS) as served, httpx.Client(base_url=served.address, timeout=PATIENCE / 1000) as made:
        yield made


def kinds(page: Page) -> Counter[str]:
    """The German units that the page knows, by what they are called; they are numbered anew each night."""
    german = "one => one.side === 'german'"
    names: list[str] = page.evaluate(f"[...table.known.views.values()].filter({german}).map(one => one.name)")
    return Counter(name.partition(" #")[0] for name in names)


def test_a_campaign_is_begun_in_the_lobby(visit: Open) -> None:
    page = visit()
    page.click("[data-play=night-fight]")
    page.click(".battle:has-text('Three Nights 1: The Kolkhoz')")
    page.click("[data-start]")
    hands.ready(page)
    expect(page.locator("#card")).to_contain_text("Three Nights 1: The Kolkhoz")
    hands.begin(page)
    expect(page.locator("#ask")).to_contain_text("Buy units")
    assert page.evaluate("table.scene.onward") is None and kinds(page) == {}


def test_whoever_survives_the_first_night_goes_on_into_the_second(visit: Open, tmp_path: Path) -> None:
    record = tmp_path / "kolkhoz.grog"
    hands.near_the_end(record, 25, open_campaign(find_campaign(NIGHT, "three-nights")))
    page = visit.record(record)
    hands.to_the_end(page)
    left = kinds(page)
    expect(page.locator("#onward")).to_have_text(
        f"Three Nights, battle 2 of 3: The Mill. {left.total()} units have come through."
    )
    page.click("#card >> text=The next battle")
    hands.ready(page)
    page.wait_for_function("() => globalThis.table?.scene?.table?.scenario.title === 'Three Nights 2: The Mill'")
    assert kinds(page) == left and left.total() > 1
    expect(page.locator("#card")).to_contain_text("recruit points")
