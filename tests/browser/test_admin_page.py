"""The page of the operator: opened with its key, used by mouse and keys, on a desk and on a phone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.eyes import faults

KEY = "the key of the operator"
WITH_KEY = f"""
from grognard.server import app as server
made = server.WebApp.__init__
server.WebApp.__init__ = lambda table, *given, **more: made(table, *given, **more, admin={KEY!r})
"""
SMALL = {"width": 1366, "height": 768}


@pytest.fixture(scope="module")
def client(tables: Any) -> Iterator[httpx.Client]:
    """A table whose admin page has a key."""
    with tables(WITH_KEY) as served, httpx.Client(base_url=served.address, timeout=60) as made:
        yield made


@pytest.fixture
def spoken(client: httpx.Client) -> str:
    """A match in which something was said."""
    made = client.post("/api/matches", json={"game": "folio", "scenario": "sidi-zahran", "name": "Anna"}).json()
    head = {"authorization": f"Bearer {made['key']}"}
    say = {"do": "say", "text": "something rude"}
    assert client.post(f"/api/matches/{made['match']}/orders", json=say, headers=head).status_code == 200
    return str(made["match"])


def opened(visit: Any, phone: bool = False) -> Page:
    page: Page = visit("/admin", phone=phone)
    if not phone:
        page.set_viewport_size(SMALL)  # type: ignore[arg-type]
    page.get_by_label("Key").fill(KEY)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="What was said last")).to_be_visible()
    return page


def picture(page: Page, name: str) -> None:
    """Into a folder, if one is named."""
    if folder := os.environ.get("GROGNARD_PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


@pytest.mark.parametrize("phone", [False, True])
def test_words_are_shown_and_removed_at_the_second_click(visit: Any, axe: str, spoken: str, phone: bool) -> None:
    page = opened(visit, phone)
    row = page.get_by_role("row").filter(has_text=spoken).filter(has_text="something rude")
    expect(row).to_be_visible()
    picture(page, f"admin-{'phone' if phone else 'desk'}")
    assert faults(page, axe) == []
    wide = PHONE["width"] if phone else SMALL["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= wide, "tables scroll by themselves"
    button = row.get_by_role("button")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Sure? It cannot be brought back.")).to_be_focused()
    expect(row).to_be_visible()
    page.keyboard.press("Enter")
    expect(row).to_have_count(0)


def test_a_wrong_key_opens_nothing(visit: Any, spoken: str) -> None:
    page = visit("/admin")
    page.get_by_label("Key").fill("another")
    page.get_by_role("button", name="Open").click()
    expect(page.locator("#toast")).to_contain_text("Send the key")
    expect(page.get_by_text("something rude")).to_have_count(0)
    visit.faults.clear()  # the browser tells of the refusal


def test_who_sits_at_a_match_is_shown_and_shut_out(visit: Any, client: httpx.Client, spoken: str) -> None:
    watcher = visit(f"/m/{spoken}")
    watcher.wait_for_selector("#view")
    page = opened(visit)
    shut = page.get_by_role("button", name="Shut 127.0.0.1 out for a day")
    expect(shut.first).to_be_visible()
    picture(page, "admin-rooms")
    expect(page.get_by_text("Nobody is shut out.")).to_be_visible()
