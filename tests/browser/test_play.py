"""A visitor plays in a real browser."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from grognard.engine import Match, Press, find_game
from grognard.players import make_player
from tests.browser import hands


def test_two_clicks_lead_from_the_lobby_into_a_game(visit: Any) -> None:
    page = visit(ground=True)
    hands.start(page)
    expect(page.locator("#ask")).to_contain_text("Buy units")
    expect(page.locator(".sop .now")).to_have_text("Set-up")


def test_the_lobby_offers_what_there_is_to_choose_in_a_scenario(visit: Any) -> None:
    page = visit()
    page.click("[data-play=night-fight]")
    page.click("text=Ghost Column at Kursk")
    house, elite = page.locator("[data-option=house-rule]"), page.locator("[data-option=waffen-ss]")
    expect(elite).to_be_visible()
    expect(house).to_have_count(0)
    page.click("text=Kharkov Counteroffensive")
    expect(house).to_be_visible()
    expect(elite).to_have_count(0)  # they are Waffen SS there in any case
    house.select_option("yes")
    page.click("[data-start]")
    hands.ready(page)
    hands.begin(page)
    page.evaluate("() => { if (table.aims.folded) table.aims.fold(); }")
    expect(page.locator("body")).to_contain_text("(house rule)")


def test_a_scenario_is_played_to_its_end_by_clicking_then_verified(visit: Any, tmp_path: Path) -> None:
    record = tmp_path / "late.grog"
    hands.near_the_end(record)
    page = visit.record(record, ground=True)
    hands.to_the_end(page)
    expect(page.locator("#prompt .over")).to_be_visible()
    page.click("#prompt .over >> text=Verify the dice")
    expect(page.locator("#toast")).to_contain_text("Honest")


def test_a_unit_is_moved_by_clicking_the_map(visit: Any, tmp_path: Path) -> None:
    record = tmp_path / "move.grog"
    match = hands.move_position(record)
    page = visit.record(record)
    unit = hands.scene(page)["ask"]["subject"][0]
    target = next(c for c in hands.scene(page)["ask"]["choices"] if c["action"].get("hex") and c.get("label") == "1")
    expect(page.locator(f'.reach[data-hex="{target["action"]["hex"]}"]')).to_have_count(1)
    before = hands.scene(page)["decision"]
    hands.click_hex(page, target["action"]["hex"])
    hands.after(page, before)
    assert page.evaluate("id => table.views.get(id).place", unit) != match.state.pieces[unit].place


def test_what_is_not_allowed_is_refused_with_its_rule(visit: Any, tmp_path: Path) -> None:
    record = tmp_path / "move.grog"
    hands.move_position(record)
    page = visit.record(record)
    hands.click_hex(page, "1044")
    bubble = page.locator("#refusal")
    expect(bubble).to_be_visible()
    assert re.search(r"\d+\.\d+", bubble.inner_text())
    page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)


def test_the_odds_stand_before_the_roll_with_modifiers_and_chart(visit: Any, tmp_path: Path) -> None:
    record = tmp_path / "fire.grog"
    match = hands.fire_position(record)
    page = visit.record(record)
    number = next(i for i, c in enumerate(hands.scene(page)["ask"]["choices"]) if c["action"]["type"] == "Fire")
    page.click(f'[data-choice="{number}"]')
    expect(page.locator("#fight .mods tr").first).to_be_visible()
    expect(page.locator("#fight .crt")).to_be_visible()
    odds = match.odds(match.decision.actions[number])
    assert odds is not None and odds.preview is not None
    shown = page.locator("#fight .odds .num").all_inner_texts()
    assert sorted(shown) == sorted(f"{float(chance) * 100:.1f}\u00a0%" for chance in odds.chances.values())
    cites = page.locator("#fight .mods .cite").all_inner_texts()
    behind = [*(given.cite for given in odds.preview.given), *(m.cite for m in odds.preview.modifiers)]
    assert cites == [rule.split("-", 1)[1] for rule in behind if rule]
    before = hands.scene(page)["decision"]
    page.keyboard.press("Enter")
    hands.after(page, before)
    expect(page.locator("#fight")).to_be_hidden()
    rolled = page.locator("#log .line:has(.dice):has(.unfold)").first
    rolled.locator(".unfold").click()
    expect(rolled.locator(".worked .strip-crt .hit")).to_have_count(1)
    assert odds.preview.modifiers[0].text in rolled.locator(".worked").inner_text()


def test_rules_charts_log_and_sight_are_at_hand_beside_the_question(visit: Any) -> None:
    page = visit.match()
    a_rule_is_hovered_and_opened(page)
    charts_and_rules_open_beside_the_map(page)
    a_line_of_the_log_is_looked_at_by_keyboard(page)
    sight_is_drawn_with_its_answer(page)


def a_rule_is_hovered_and_opened(page: Page) -> None:
    """Hovering a rule shows its text, clicking opens the book."""
    page.hover("#log .cite >> nth=0")
    expect(page.locator("#tip")).to_be_visible()
    page.click("#log .cite >> nth=0")
    expect(page.locator("#book .rule.aim")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#book")).to_be_hidden()


def a_line_of_the_log_is_looked_at_by_keyboard(page: Page) -> None:
    """It is walked to by arrows, and what it speaks of brought into sight."""
    page.focus("#log")
    told = page.locator("#log [data-line]")
    at = next(i for i in range(told.count()) if told.nth(i).get_attribute("data-hexes"))
    for _ in range(at + 1):
        page.keyboard.press("ArrowDown")
    expect(told.nth(at)).to_be_focused()
    expect(page.locator("#lit > *").first).to_be_attached()
    page.evaluate("table.board.move(1e6, 1e6, 4)")
    hexes = (told.nth(at).get_attribute("data-hexes") or "").split()
    assert not page.evaluate("hexes => table.board.inSight(hexes)", hexes[:1])
    page.keyboard.press("Enter")
    page.wait_for_function("hexes => table.board.inSight(hexes)", arg=hexes[:1])


@pytest.mark.parametrize("phone", [False, True])
def test_all_places_for_a_unit_from_beside_the_map_are_brought_into_sight(
    visit: Any, phone: bool, tmp_path: Path
) -> None:
    hands.entry_position(tmp_path / "entry.grog")
    page = visit.record(tmp_path / "entry.grog", phone=phone)
    page.evaluate("table.board.show(['3911'], 2)")
    pick(page, 0)
    page.wait_for_function(SOME_IN_SIGHT if phone else ALL_FREE)
    frame = page.evaluate(FRAME)
    page.click("#tool-undo")
    pick(page, 0)
    assert page.evaluate(FRAME) == frame, "all of them are in sight"
    page.click("#tool-undo")
    page.evaluate("table.board.zoom(2, table.board.screen('3911'))")
    pick(page, 1)
    page.wait_for_function(SOME_IN_SIGHT)


FRAME = "[table.board.scale, table.board.x, table.board.y]"
ALL_FREE = "() => table.gaze.offered().filter(p => p).every(p => table.board.isFree(p))"
SOME_IN_SIGHT = "() => table.board.inSight(table.gaze.offered().filter(p => p))"


def pick(page: Page, number: int) -> None:
    """Take a unit from beside the map, and wait until its places are there."""
    page.wait_for_function("() => table.scene.ask?.subject.length === 0")
    page.evaluate("n => document.querySelectorAll('[data-reserve]')[n].click()", number)
    page.wait_for_function("() => table.scene.ask?.subject.length")


def charts_and_rules_open_beside_the_map(page: Page) -> None:
    """The charts, and the rules with what is looked for."""
    page.click("#tool-charts")
    expect(page.locator("#book table.chart").first).to_be_visible()
    page.keyboard.press("Escape")
    page.click("#tool-rules")
    page.fill("#book input", "wreck")
    expect(page.locator("#book .rule mark").first).to_have_text("wreck", ignore_case=True)
    left = page.evaluate("document.querySelector('#map').getBoundingClientRect().right")
    assert left <= page.evaluate("document.querySelector('#book').getBoundingClientRect().left") + 1, "beside, not over"
    page.keyboard.press("Escape")
    expect(page.locator("#book")).to_be_hidden()


def test_a_hint_is_marked_and_explained_and_an_answer_undone_and_redone(visit: Any) -> None:
    page = visit.match()
    page.click("#tool-hint")
    expect(page.locator(".hinted-choice")).to_have_count(1, timeout=30_000)  # the first hint starts a process
    expect(page.locator(".why [aria-current=step]")).to_have_count(1)
    expect(page.locator(".why p")).not_to_be_empty()
    first = page.inner_text("#ask")
    hands.click_choice(page, 1)
    second = page.inner_text("#ask")
    assert first != second
    page.click("#tool-undo")
    expect(page.locator("#ask")).to_have_text(first)
    page.click("#tool-redo")
    expect(page.locator("#ask")).to_have_text(second)


def test_a_hint_is_drawn_on_the_map_and_done_with_one_click(visit: Any) -> None:
    page = visit.match("folio", scenario="bir-salem")
    page.click("#tool-hint")
    expect(page.locator("#advised .advised-ring")).to_have_count(1, timeout=30_000)
    steps = page.locator(".why .parts li")
    expect(steps).to_have_count(2)
    where = page.locator("#advised .advised-ring").get_attribute("data-hex")
    assert f"To {where}" in steps.nth(1).inner_text()
    page.click("#take-hint")
    expect(page.locator("#log")).to_contain_text(f"moves to {where}")
    expect(page.locator("#advised")).to_have_count(0)


def sight_is_drawn_with_its_answer(page: Page) -> None:
    """From hex to hex, and all that is seen from one."""
    page.click("#tool-sight")
    hands.click_hex(page, "2020")
    hands.click_hex(page, "2023")
    expect(page.locator("#sight-line .tag text")).to_contain_text("3 hexes")
    expect(page.locator("#working")).to_contain_text("2020 → 2023")
    hands.click_hex(page, "2308")
    hands.click_hex(page, "2612")
    expect(page.locator("#working li")).to_contain_text("2410 (buildings) blocks 9.0.8")
    page.keyboard.press("Escape")
    page.click("#tool-sight")
    page.keyboard.press("l")
    page.get_by_role("textbox", name="from hex").fill("2020")
    page.keyboard.press("Enter")
    expect(page.locator("#sight-line .seen-edge")).to_have_count(1)


def test_a_turn_is_reloaded_in_the_middle_and_looked_back_on(visit: Any) -> None:
    page = visit.match()
    for _ in range(4):
        hands.click_choice(page, 1)
    asked, logged = page.inner_text("#ask"), page.locator("#log .line").count()
    page.reload()
    hands.ready(page)
    expect(page.locator("#ask")).to_have_text(asked)
    assert page.locator("#log .line").count() == logged
    pieces = page.evaluate("table.pieces.views.size")
    page.click("#tool-replay")
    expect(page.locator("#replay .num")).to_have_text("4/4")
    page.locator("#replay input[type=range]").fill("0")
    expect(page.locator("#replay .num")).to_have_text("0/4")
    page.wait_for_function("n => table.pieces.views.size === n", arg=pieces - 4)
    page.keyboard.press("Escape")
    page.wait_for_function("n => table.pieces.views.size === n", arg=pieces)


def test_an_opened_stack_shows_every_counter(visit: Any, tmp_path: Path) -> None:
    record = tmp_path / "move.grog"
    match = hands.move_position(record)
    page = visit.record(record)
    place = next(h for h, ids in match.state.at.items() if h.isdigit() and len(ids) == 3)
    offered = {c["action"].get("hex") for c in hands.scene(page)["ask"]["choices"]}
    if place in offered:
        page.evaluate("h => table.pieces.showTray(h)", place)
    else:
        hands.click_hex(page, place)
    expect(page.locator("#upper .tray-back")).to_have_count(2)
    assert page.evaluate("table.pieces.tray.querySelectorAll('[data-piece]').length") == 3
    page.evaluate(
        """place => {
          const alike = (view, i) => Object.assign(view, { face: "german.t34r", name: `T-34 (r) #${i + 1}` });
          table.pieces.at(place).forEach(alike);
          table.pieces.showTray(place);
        }""",
        place,
    )
    expect(page.locator("#upper .which text")).to_have_text(["1", "2", "3"])


def a_support_question(path: Path) -> tuple[Match, int]:
    """A combat in Folio whose odds take for granted that the enemy plays no support, and the answer's number."""
    match, player, rng = Match.new(find_game("folio"), "bir-salem", seed=1), make_player("doctrine"), random.Random(1)
    while True:
        ask = match.decision.asks[0]
        step = match.state.steps[-1]
        for number, action in enumerate(ask.actions if type(step).__name__ == "Declare" else ()):
            odds = match.odds(action) if step.preview(match.state, action) is not None else None
            if odds is not None and odds.worst is not None:
                match.save(path)
                return match, number
        match.take(player.choose(match, ask, rng), ask.side)


def a_choice_of_support(path: Path) -> Match:
    """A question in Folio which markers are to be spent, with several to choose from."""
    match, player, rng = Match.new(find_game("folio"), "bir-salem", seed=1), make_player("doctrine"), random.Random(1)
    while type(match.state.steps[-1]).__name__ != "Support" or len(match.decision.actions) < 5:
        match.take(player.choose(match, match.decision.asks[0], rng), match.decision.asks[0].side)
    match.save(path)
    return match


def test_each_choice_of_support_says_what_it_buys(visit: Any, tmp_path: Path) -> None:
    record = tmp_path / "markers.grog"
    match = a_choice_of_support(record)
    page = visit.record(record)
    rows = page.locator("#prompt .choices:not(.pinned) .odds-row small:has-text('buys')")
    spent = [action for action in match.decision.actions if not isinstance(action, Press)]
    expect(rows).to_have_count(len(spent))
    assert re.search(r"buys defender hurt \+\d+", rows.first.inner_text()), rows.first.inner_text()


def test_odds_say_what_they_assume_and_what_the_enemys_best_would_do(visit: Any, tmp_path: Path) -> None:
    record = tmp_path / "support.grog"
    match, number = a_support_question(record)
    odds = match.odds(match.decision.actions[number])
    assert odds is not None and odds.worst is not None
    page = visit.record(record)
    page.click(f'[data-choice="{number}"]')
    assumed = page.locator("#fight .assumed")
    expect(assumed).to_have_count(2)
    told = [f"If {' and '.join(given.assumes)}." for given in (odds, odds.worst)]
    assert assumed.all_inner_texts() == told
    assert page.locator("#fight .odds").count() == 2, "each with its bars"
