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


def planned(page: Page) -> None:
    """The corps is sent to Yurkovka; the plan is read."""
    page.keyboard.press("f")
    page.click('#staff [data-group="5th Mechanized Corps"]')
    page.keyboard.press("a")
    page.fill("#staff-to", "Yurkovka")
    page.keyboard.press("Enter")
    page.wait_for_selector("#staff-go")


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_an_arrow_goes_where_its_head_is_dragged(korsun: Page) -> None:
    page = korsun
    planned(page)
    number = page.evaluate("table.staff.plan.rows.findIndex((row) => row.units[0] === 'S-5MC-2')")
    page.wait_for_timeout(500)
    x, y = middle(page, f'[data-grip="{number}"]')
    there = "1623"  # within its reach
    to = page.evaluate(
        "place => { const [x, y] = table.board.screen(place), box = table.board.view.getBoundingClientRect();"
        " return [x + box.left, y + box.top]; }",
        there,
    )
    before = places(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + to[0]) / 2, (y + to[1]) / 2)
    page.mouse.move(*to)
    page.mouse.up()
    page.wait_for_function("place => table.staff.plan?.command.goals['S-5MC-2'] === place", arg=there)
    assert page.evaluate("table.staff.plan.rows.find((row) => row.units[0] === 'S-5MC-2').to") == there
    assert places(page) == before, "nothing has moved"


def test_a_line_does_something_else_and_another_order_joins(korsun: Page, axe: str) -> None:
    page = korsun
    planned(page)
    page.keyboard.press("1")
    unit = page.evaluate("table.staff.plan.rows[0].units[0]")
    page.click('[data-instead="hold"]')
    page.wait_for_function("unit => table.staff.plan?.stays.some((stay) => stay.unit === unit)", arg=unit)
    page.keyboard.press("1")
    page.click('[data-instead="go"]')
    assert faults(page, axe, "#staff") == []
    page.fill("#staff-to", "1623")
    page.keyboard.press("Enter")
    page.wait_for_function("() => table.staff.plan.rows.some((row) => row.to === '1623')")

    page.keyboard.press("a")
    page.click('#staff [data-group="3rd Tank Corps"]')
    page.keyboard.press("h")
    page.wait_for_function("() => table.staff.plan?.command.units.length > 7")
    assert "hold where they are" in page.locator("#staff h2").inner_text()
    assert page.evaluate("table.staff.plan.rows.some((row) => row.to === '1623')"), "the first order stands"


def test_what_an_order_halts_for_is_remembered(visit: Open) -> None:
    page = visit.match("korsun", scenario="campaign")
    page.evaluate("localStorage.removeItem('staff-past')")
    planned(page)
    page.evaluate("table.staff.halting('expected', false)")
    assert page.evaluate("table.staff.plan.command.past") == ["expected"]
    page.reload()
    page.wait_for_function("() => window.table?.known?.met")
    assert page.evaluate("table.staff.past") == ["expected"]
    page.evaluate("localStorage.removeItem('staff-past')")


def test_a_long_press_opens_orders_to_a_unit(visit: Open) -> None:
    page = visit.match("korsun", scenario="campaign")
    page.evaluate("table.clicks.hold(table.known.views.get('S-5MC-2').place, null)")
    page.click("#dossier-orders")
    assert page.locator("#staff").is_visible()
    assert page.evaluate("table.staff.chosen.size") == 1
