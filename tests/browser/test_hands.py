"""What hands do at the table: standing orders in a window, and a piece picked up and put down in one gesture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from grognard.engine import Ask, Match, To
from tests.board.test_unseen import sneaking
from tests.browser import hands
from tests.browser.eyes import serious
from tests.browser.test_aids import on_screen
from tests.browser.test_guide import battle
from tests.engine.test_orders import windows

HOLDS_BACK = """() => {
  const got = table.live.got.bind(table.live);
  table.live.got = (message) => { if (message.re === undefined) got(message); };
}"""


def lift(page: Any) -> None:
    """Take the screen, if it must be passed on."""
    page.wait_for_function("() => table.scene.ask || table.scene.curtain")
    if page.locator("#lift").is_visible():
        page.click("#lift")
    page.wait_for_function("() => table.scene.ask")


def test_standing_orders_are_given_shown_and_taken_back(visit: Any, tmp_path: Path, axe: str) -> None:
    record = tmp_path / "window.grog"
    match, ask, _ = windows("tank-leader", "prokhorovka", most=1)[0]
    Match.at(match.game, match.state, seed=1).save(record)
    page = visit.record(record)
    lift(page)
    assert hands.scene(page)["ask"]["side"] == ask.side
    box = page.locator("#orders")
    expect(box.locator("[data-hold=move]")).to_be_visible()
    expect(box.locator("[data-hold=unit]").first).not_to_contain_text(ask.actions[0].piece)  # type: ignore[attr-defined]
    box.locator("form[data-hold=chance] input").fill("5")
    box.locator("form[data-hold=chance] button").click()
    expect(box.locator("summary.lit")).to_contain_text("1")
    assert page.evaluate("table.scene.orders.given[0].order.number") == 0.05
    page.keyboard.press("Escape")
    page.focus("#ask")
    page.keyboard.press("o")
    expect(box.locator("li")).to_contain_text("Hold fire below a chance of 5 %")
    assert serious(page, axe) == []
    box.locator("[data-lift]").click()
    expect(box.locator("summary.lit")).to_have_count(0)
    number = hands.scene(page)["decision"]
    box.locator("[data-hold=move]").click()
    hands.after(page, number)
    expect(page.locator("#log .note").first).to_be_visible()


def test_a_piece_that_was_not_chosen_is_dragged_where_it_goes_in_one_gesture(visit: Any) -> None:
    page = visit.match("folio")
    unit, start = page.evaluate("(() => { const v = table.views.get('B-03'); return [v.id, v.place]; })()")
    page.evaluate("h => { table.board.show([h]); table.board.place(); }", start)
    near = page.evaluate(
        "h => table.board.neighbours(h).filter(n => n && !table.pieces.at(n).length && table.board.isFree(n))", start
    )
    before = hands.scene(page)["decision"]
    for target in near:
        page.mouse.move(*on_screen(page, start))
        page.mouse.down()
        page.mouse.move(*on_screen(page, target), steps=3)
        page.mouse.up()
        page.wait_for_function("n => table.scene.decision > n || document.querySelector('#refusal')", arg=before)
        if hands.scene(page)["decision"] > before:
            break
        page.keyboard.press("Escape")
    assert page.evaluate("id => table.views.get(id).place", unit) == target
    assert hands.scene(page)["decision"] == before + 2, "picked up and put down"


def test_no_key_is_lost_while_an_answer_is_being_confirmed(visit: Any) -> None:
    page = visit.match("night-fight")
    page.evaluate(HOLDS_BACK)
    for _ in range(2):  # what confirms an answer is held back; the next question is there, and so is its key
        number = page.evaluate("table.scene.decision")
        grouped = page.evaluate("table.prompt.heads.length > 0")
        page.keyboard.press("1")
        if grouped:  # the group opens at its first answer
            page.keyboard.press("Enter")
        hands.after(page, number)


def test_enter_rolls_what_was_typed_and_no_number_leaves_its_row(visit: Any, tmp_path: Path) -> None:
    record = tmp_path / "fire.grog"
    hands.fire_position(record)
    page = visit.record(record)
    page.wait_for_function("() => table.known.weighed && table.known.weighed === table.scene.ask")
    keys = page.locator("#prompt [data-choice] kbd")
    expect(keys.first).to_have_text("1")
    page.evaluate("() => { table.known.weighed = null; table.drawPrompt(); }")  # as before the odds have come
    expect(keys).to_have_count(0)
    page.keyboard.press("1")
    assert page.evaluate("table.known.armed") is None
    page.evaluate("() => { table.answers.weigh(); }")
    expect(keys.first).to_have_text("1")
    rolls = page.evaluate("table.scene.ask.choices.find((choice) => choice.rolls).text")
    number = page.evaluate("table.scene.decision")
    page.keyboard.press("g")
    page.keyboard.type(rolls)
    page.keyboard.press("Enter")
    page.wait_for_selector("#confirm")
    page.keyboard.press("Enter")
    hands.after(page, number)


def enters(match: Any, ask: Ask) -> bool:
    """May a stack go down the road to 3421, past a hidden piece that will look at it?"""
    return To("3421") in ask.actions and match.state.pieces[match.state.steps[-1].units[0]].place == "3922"


def test_a_move_that_is_halted_says_why_and_asks_what_now(visit: Any, tmp_path: Path, axe: str) -> None:
    record = tmp_path / "halt.grog"
    match = hands.position(record, enters, 3)
    Match.at(match.game, match.state, seed=1).save(record)
    page = visit.record(record)
    before = hands.scene(page)["decision"]
    hands.click_hex(page, "3421")
    hands.after(page, before)
    card = page.locator("#halt")
    expect(card.locator("b")).to_contain_text("in 3521")
    expect(card.locator(".cite").first).to_be_visible()
    expect(card.locator("button")).to_contain_text(["Go on to 3421", "Stop here", "Another way"])
    expect(card.locator("button").first).to_be_focused()
    places = page.evaluate("table.known.choices.flatMap(({ action }) => action.hex ?? [])")
    assert "3421" in places and hands.under(page, "#halt", ["3521", *places]) == []
    assert serious(page, axe) == []
    before = hands.scene(page)["decision"]
    page.keyboard.press("1")
    hands.after(page, before)
    expect(card).to_have_count(0)
    page.wait_for_function("() => [...table.views.values()].some(({ place }) => place === '3421')")


BY_WAY = """async () => {
  const { journey, board, known } = table;
  const places = known.choices.flatMap((choice) => choice.action.hex ?? []);
  for (const end of places.toReversed()) {
    const [direct] = await journey.legs([journey.to(end)]);
    const on = direct?.stretches.map(({ place }) => place) ?? [];
    if (on.length < 4 || !board.isFree(end)) continue;
    for (const via of places.filter((place) => !on.includes(place) && board.isFree(place)))
      if ((await journey.legs([journey.to(via), journey.to(end)])).length === 2) return [via, end];
  }
}"""


def test_a_way_is_drawn_before_it_is_gone_and_goes_by_the_point_that_is_chosen(visit: Any) -> None:
    page = visit.match("folio")
    unit = page.evaluate("table.scene.ask.choices.find((choice) => choice.action.piece).action")
    page.evaluate("async (action) => { await table.take(action); }", unit)
    page.wait_for_function("() => table.scene.ask.subject.length")
    via, end = page.evaluate(BY_WAY)
    page.mouse.move(*on_screen(page, end))
    expect(page.locator("#way .way-price")).to_be_visible()
    assert hands.under(page, "#way .way-price rect", [end]) == [], "the price stands beside the hex"
    direct = page.text_content("#way .way-price")
    page.keyboard.down("Shift")
    page.mouse.click(*on_screen(page, via))
    page.keyboard.up("Shift")
    expect(page.locator("#way .way-point")).to_have_count(1)
    page.mouse.move(*on_screen(page, end))
    page.wait_for_function("was => document.querySelector('#way .way-price')?.textContent !== was", arg=direct)
    page.mouse.click(*on_screen(page, end))
    page.wait_for_function("([id, end]) => table.views.get(id).place === end", arg=[unit["piece"], end])


NOTES = """() => {
  const { take } = table;
  table.sent = [];
  table.journey.take = (action) => take((table.sent.push(action.hex), action));
}"""


def test_movers_are_sent_where_they_are_watched_the_least(visit: Any, tmp_path: Path, axe: str) -> None:
    record = tmp_path / "sneak.grog"
    match, _, action, answers = sneaking("night-fight")
    Match.at(match.game, match.state, seed=1).save(record)
    page = visit.record(record)
    lift(page)
    end, via = (getattr(answer, "hex", "") for answer in (action, answers[0]))
    page.evaluate("hex => table.board.show([hex])", end)
    page.mouse.move(*on_screen(page, end))
    price = page.locator("#way .way-price")
    expect(price).to_contain_text("in sight")
    direct = price.text_content() or ""
    expect(page.locator("#way .way-point")).to_have_count(0)
    page.keyboard.press("v")
    expect(page.locator("#ways-unseen")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#way .way-point")).to_have_count(len(answers) - 1)
    expect(price).to_contain_text(f"Shortest: {direct.split(' in sight')[0]}")
    assert serious(page, axe) == []
    number = hands.scene(page)["decision"]
    page.evaluate(NOTES)
    page.mouse.click(*on_screen(page, end))
    hands.after(page, number)
    assert page.evaluate("table.sent[0]") == via
    page.evaluate("table.journey.hide(false)")


def turns(match: Match) -> bool:
    """May a unit on the table face any way it likes?"""
    return match.number > 12 and any(hasattr(action, "facing") for action in match.decision.asks[0].actions)


@pytest.mark.parametrize("typed", [True, False])
def test_a_unit_faces_any_way_one_types_or_points_at(visit: Any, tmp_path: Path, typed: bool) -> None:
    record = tmp_path / "turn.grog"
    battle(record, turns, 3, "red-actions", "lezhanka")
    page = visit.record(record)
    lift(page)
    unit = hands.scene(page)["ask"]["subject"][0]
    x, y = map(float, page.evaluate("id => table.views.get(id).place", unit).split(","))
    assert page.evaluate("at => table.clicks.faces(at).action.facing", f"{x + 3},{y + 3}") == 450, "north-east"
    number = hands.scene(page)["decision"]
    if typed:
        page.fill("#prompt [name=facing]", "7")
        page.keyboard.press("Enter")
    else:
        page.keyboard.down("Alt")
        page.mouse.click(*on_screen(page, f"{x + 1},{y + 8.2}"))
        page.keyboard.up("Alt")
    hands.after(page, number)
    assert round(page.evaluate("id => table.views.get(id).boxes[0][2]", unit)) == 7
