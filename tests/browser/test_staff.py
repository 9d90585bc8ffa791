"""Orders to a staff on the page: a formation is sent off, a plan is changed, carried out and taken back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Open
from tests.browser.eyes import faults


@pytest.fixture
def korsun(visit: Open) -> Page:
    """The first question of a campaign."""
    return visit.match("korsun", scenario="campaign")


def places(page: Page) -> dict[str, str]:
    found: dict[str, str] = page.evaluate("Object.fromEntries([...table.known.views].map(([id, v]) => [id, v.place]))")
    return found


def test_a_formation_is_ordered_with_keys_and_taken_back(korsun: Page, axe: str) -> None:
    page, before = korsun, places(korsun)
    page.keyboard.press("f")
    assert faults(page, axe, "#staff") == []
    page.click('#staff [data-group="5th Mechanized Corps"]')
    assert page.locator("#staff .eyebrow").inner_text().lower() == "your staff · 7 units"
    page.keyboard.press("a")
    page.fill("#staff-to", "Yurkovka")
    page.keyboard.press("Enter")
    page.wait_for_selector("#staff-go")
    assert page.locator("#staff .line").count() == page.locator(".plan-arrow").count() == 7
    assert places(page) == before, "nothing has moved"

    assert faults(page, axe, "#staff") == []
    page.keyboard.press("2")
    page.click("[data-change=out]")
    page.wait_for_function("() => document.querySelectorAll('#staff .line').length === 6")
    page.keyboard.press("Enter")
    page.wait_for_function("() => !table.known.commanding")
    moved = {unit for unit, place in places(page).items() if place != before[unit]}
    assert len(moved) == 6

    page.keyboard.press("Shift+U")
    page.wait_for_function("place => table.known.views.get('S-5MC-2').place === place", arg=before["S-5MC-2"])
    assert places(page) == before


def test_a_box_chooses_what_stands_in_it(korsun: Page) -> None:
    page = korsun
    page.keyboard.press("f")
    page.click('#staff [data-group="5th Mechanized Corps"]')
    page.keyboard.press("b")
    box = page.locator("#boxing").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 4, box["y"] + 4)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 4, box["y"] + box["height"] - 4)
    page.mouse.up()
    assert page.evaluate("table.staff.chosen.size") >= 7
    page.keyboard.press("Escape")
    assert page.locator("#staff").is_hidden()
    assert page.locator("#prompt").is_visible()
