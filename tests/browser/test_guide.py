"""What a newcomer meets: the briefing, how one wins, what the numbers mean, keys alone, odds in rows, the end."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import expect

from grognard.engine import Match, find_game
from grognard.engine.core.wording import victory
from grognard.engine.match.auto_answers import auto_answer
from grognard.engine.match.odds_summary import outlooks
from grognard.engine.records.record import TakeLine
from grognard.players import make_player
from tests.browser import hands
from tests.browser.eyes import serious


def battle(
    path: Path, wanted: Callable[[Match], bool], seed: int = 3, game: str = "folio", scenario: str = "sidi-zahran"
) -> Match:
    """The record of a battle at the first position that is as wanted."""
    match, player, rng = Match.new(find_game(game), scenario, seed=seed), make_player("doctrine"), random.Random(seed)
    while not wanted(match):
        ask = match.decision.asks[0]
        match.take(player.choose(match, ask, rng), ask.side)
    match.save(path)
    return match


def test_a_newcomer_is_told_what_it_is_about_and_how_one_wins(visit: Any, axe: str) -> None:
    page = visit()
    page.click("[data-play=folio]")
    page.click("[data-start]")
    hands.ready(page)
    card = page.locator("#card")
    expect(card).to_contain_text("The coast road west is barred")
    expect(card.locator(".goal")).to_have_count(6)
    expect(card).to_contain_text("First steps")
    assert serious(page, axe) == []
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    aims = page.locator("#aims")
    expect(aims.locator(".goal")).to_have_count(0)  # one line beside so many answers
    aims.locator(".fold").click()
    expect(aims).to_contain_text("8 turns left, this one included")
    expect(aims.locator(".now-line")).to_contain_text(
        "If it ended now: German marginal victory. 7 more make it a draw."
    )
    expect(page.locator("#flags-on-map .flag")).to_have_count(7)
    aims.locator(".goal").nth(1).hover()
    expect(page.locator("#lit [data-hex='0905']").first).to_be_attached()
    page.keyboard.press("w")
    expect(page.locator("#flags-on-map .flag")).to_have_count(0)
    page.keyboard.press("i")
    expect(card).to_be_visible()
    page.keyboard.press("Enter")
    page.reload()
    hands.ready(page)
    expect(card).to_be_hidden()


def test_a_dossier_names_every_number_and_never_acts(visit: Any, axe: str) -> None:
    page = visit.match("folio")
    page.hover('[data-choice="0"]')
    box = page.locator("#dossier")
    expect(box).to_contain_text("attack")
    expect(box.locator(".values dd b")).to_have_text(["4", "3", "10"])
    page.keyboard.press("d")
    expect(box).to_have_class("dossier pinned")
    page.keyboard.press("k")
    expect(page.locator("#keycard")).to_contain_text("may be chosen now")
    rings = page.locator("#keycard .sign use").evaluate_all("all => all.map((use) => use.getAttribute('href'))")
    assert {"#under-selected", "#over-target", "#over-done"} <= set(rings)
    assert page.evaluate("ids => ids.every((id) => document.querySelector(id))", rings), "every ring is drawn"
    assert serious(page, axe) == []
    page.set_viewport_size({"width": 1180, "height": 800})
    page.evaluate("table.dossier.show({ piece: 'A-12' }, true)")
    expect(box.locator("h2")).to_have_text("2 Oasis")
    there = page.evaluate("table.board.neighbours(table.views.get('A-12').place)")
    assert hands.under(page, "#dossier", there) == [], "nothing beside the piece is covered"
    assert hands.scene(page)["decision"] == 0


def test_a_long_press_on_a_phone_looks_and_does_not_act(visit: Any) -> None:
    page = visit.match("folio", phone=True)
    place = page.evaluate("[...table.views.values()].find(v => v.id === 'B-01').place")
    page.evaluate("h => { table.board.show([h]); table.board.place(); }", place)
    x, y = page.evaluate(
        "h => { const [x, y] = table.board.screen(h), b = table.board.view.getBoundingClientRect();"
        " return [x + b.left, y + b.top]; }",
        place,
    )
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(page.locator("#dossier")).to_contain_text("1 Tank")
    top = "box => box.contains(document.elementFromPoint(innerWidth / 2, box.getBoundingClientRect().bottom - 9))"
    assert page.locator("#dossier").evaluate(top), "nothing lies over it"
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert hands.scene(page)["decision"] == 0


def test_a_unit_is_found_and_moved_with_keys_alone(visit: Any) -> None:
    page = visit.match("folio")
    expect(page.locator("#prompt")).to_contain_text("11 units can still act")
    page.keyboard.press("n")
    page.keyboard.press("n")
    expect(page.locator('[data-choice="1"]')).to_be_focused()
    page.keyboard.press("g")
    page.keyboard.type("3 army")
    page.keyboard.press("Enter")
    page.wait_for_function("() => table.scene.ask.subject.includes('B-03')")
    to = page.evaluate("table.scene.ask.choices.find(c => c.action.hex).action.hex")
    page.keyboard.press("g")
    page.keyboard.type(to)
    page.keyboard.press("Enter")
    page.wait_for_function("hex => table.views.get('B-03').place === hex", arg=to)
    page.keyboard.press("u")
    page.wait_for_function("hex => table.views.get('B-03').place !== hex", arg=to)
    page.focus("#view")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    at = page.evaluate("table.cursor.place")
    assert at in page.evaluate("table.scene.ask.choices.map(c => c.action.hex)"), "the cursor starts at the unit"
    page.keyboard.press("Enter")
    page.wait_for_function("hex => table.views.get('B-03').place === hex", arg=at)
    expect(page.locator("#view")).to_be_focused()


def test_the_odds_stand_on_every_row_and_on_the_map_at_once(visit: Any, tmp_path: Path) -> None:
    record = tmp_path / "fire.grog"
    match = hands.fire_position(record)
    page = visit.record(record)
    looks = outlooks(match, match.decision.asks[0])
    expect(page.locator(".odds-row .pc").first).to_be_visible()
    for i, look in looks.items():
        row = page.locator(f'[data-choice="{i}"] .pc')
        if row.count():
            assert row.inner_text().startswith(f"{round(float(look.chance) * 100)} %")
    shown = [float(text.split()[0]) for text in page.locator(".odds-row .pc").all_inner_texts()]
    assert shown == sorted(shown, reverse=True), "the best first"
    expect(page.locator("#odds-on-map .tag").first).to_be_attached()


def test_the_log_keeps_three_lines_beside_a_hint(visit: Any) -> None:
    page = visit.match("folio")
    page.keyboard.press("h")
    expect(page.locator("#prompt .why")).to_be_visible()
    expect(page.locator("#prompt .hinted-choice")).to_be_in_viewport(ratio=0.5)
    log, line = page.locator("#log").bounding_box(), page.locator("#log p, #log li").last.bounding_box()
    assert log["height"] >= 3 * line["height"] and log["y"] + log["height"] <= 1000
    expect(page.locator("#aims header")).to_contain_text("now")


def test_what_decides_nothing_is_answered_by_the_table_and_logged(visit: Any, tmp_path: Path) -> None:
    record = tmp_path / "forced.grog"
    match = battle(record, lambda m: auto_answer(m, m.decision.asks[0]) is not None, 1, "night-fight", "ghost-column")
    page = visit.record(record)
    hands.after(page, match.number)
    expect(page.locator("#log .note").first).to_contain_text("This was the only choice")


def test_the_end_shows_the_score_line_by_line(visit: Any, tmp_path: Path, axe: str) -> None:
    whole = battle(tmp_path / "whole.grog", lambda m: m.over)
    answers = whole.number
    record = tmp_path / "last.grog"
    match = battle(record, lambda m: m.number == answers - 1)
    page = visit.record(record)
    last = [line for line in whole.lines if isinstance(line, TakeLine)][-1]
    page.evaluate("action => table.take(action)", msgspec.json.decode(last.do))
    card = page.locator("#card")
    now = match.standing() or whole.standing()
    expect(card.locator("h2")).to_have_text(victory(now.level, now.winners, match.sides))  # type: ignore[union-attr]
    expect(card.locator(".score")).to_have_count(2)
    expect(card).to_contain_text("Take the Old Fort: 2 points")
    curve = [{"frame": n, "turn": n, "chances": {"British": chance}} for n, chance in enumerate((0.5, 0.6, 0.2, 0.1))]
    rolls = [{"frame": 1, "side": "British", "chance": 0.5, "came": came} for came in (True, False, False, False)]
    part = {"before": 0.6, "after": 0.2, "events": ["you lose 2 Rifle"], "dice": -0.3, "advised": True}
    turnings = [{"start": 1, "end": 2, "turn": 2, "sides": {"British": part}}]
    thrown = [{"frame": n, "side": "British", "worth": {"British": -0.1}} for n in range(5)]
    told = {"done": True, "sides": ["British"], "curve": curve, "costly": [], "rolls": rolls}
    told |= {"turnings": turnings, "thrown": thrown}
    page.route("**/analysis", lambda route: route.fulfill(json=told))
    card.locator("#seek").click()
    expect(card.locator(".curve .line")).to_have_count(1)
    swing = card.locator(".swings li.worse").first
    expect(swing).to_contain_text("Turn 2")
    expect(swing).to_contain_text(
        "You lose 2 Rifle. The dice: −30 points. What both sides did: −10 points. You did what"
    )
    expect(card.locator(".luck li.worse")).to_contain_text("5 throws of the dice in all, worth −50 points of chance")
    expect(card.locator(".luck li.worse")).to_contain_text("or worse, fall in 31 of 100 matches")
    assert serious(page, axe) == []
