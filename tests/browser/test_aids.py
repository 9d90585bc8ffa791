"""What helps a player: threats, layers, the tape measure, dragging, strengths, things that move, looking back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from grognard.engine import Ask, Match, find_game
from tests.browser import hands
from tests.browser.test_guide import battle

CURVE = [{"frame": n, "turn": n // 4 + 1, "chances": {"german": 0.5 + n / 20}} for n in range(9)]
COSTLY = {
    "frame": 3,
    "turn": 1,
    "side": "german",
    "prompt": "Buy units",
    "taken": {"action": {}, "text": "a truck", "chance": 0.41, "answers": [{}]},
    "better": {"action": {}, "text": "a tank", "chance": 0.58, "answers": [{}]},
    "cost": 0.17,
    "why": "it can fight.",
}


def point_at(page: Any, place: str) -> None:
    """Rest the pointer on a hex."""
    page.evaluate("h => { table.board.show([h]); table.board.place(); }", place)
    page.mouse.move(*on_screen(page, place))


def on_screen(page: Any, place: str) -> tuple[float, float]:
    x, y = page.evaluate(
        """h => { const [x, y] = table.board.screen(h); const box = table.board.view.getBoundingClientRect();
                  return [x + box.left, y + box.top]; }""",
        place,
    )
    return x, y


def threatened(page: Any) -> str:
    """A hex that is threatened and empty."""
    found: str = page.evaluate(
        "[...table.threats.byPlace.keys()].find(h => table.board.centre(h) && !table.pieces.at(h).length)"
    )
    return found


def test_a_threatened_hex_is_hatched_and_says_by_whom(visit: Any) -> None:
    page = visit.match("folio")
    page.keyboard.press("t")
    expect(page.locator("#danger .danger")).to_have_count(1)
    expect(page.locator("#tool-threats")).to_have_attribute("aria-pressed", "true")
    hex_ = threatened(page)
    point_at(page, hex_)
    expect(page.locator("#place em")).to_contain_text("Threatened by")
    said = page.inner_text("#place em")
    foes = page.evaluate("[...table.views.values()].filter(v => !table.you.includes(v.side)).map(v => v.name)")
    assert any(name in said for name in foes) and "zone of control" in said
    page.keyboard.press("t")
    expect(page.locator("#danger .danger")).to_have_count(0)


def test_threats_are_in_the_list_for_those_who_do_not_see_the_map(visit: Any, tmp_path: Path) -> None:
    record = tmp_path / "move.grog"
    hands.move_position(record)
    page = visit.record(record)
    page.keyboard.press("t")
    page.wait_for_function("() => table.threats.pieces !== null")
    page.click("text=List them")
    places = page.evaluate("table.scene.ask.choices.map(c => c.action.hex).filter(h => h && table.threats.words(h))")
    told = page.locator(".choices .for-ears").all_text_contents()
    assert len(told) == len(places) > 0 and all("Threatened by" in text for text in told)


def test_zones_and_lines_have_a_key_with_switches(visit: Any) -> None:
    page = visit.match("folio")
    first = page.locator("#layers button").first
    expect(first).to_contain_text("Zone of control")
    shown = page.locator("#over .zone").count()
    pressed = first.get_attribute("aria-pressed")
    first.click()
    expect(page.locator("#layers button").first).to_have_attribute(
        "aria-pressed", "false" if pressed == "true" else "true"
    )
    expect(page.locator("#over .zone")).to_have_count(shown + (-1 if pressed == "true" else 1))


def test_each_side_gets_a_player_and_a_strength_that_is_explained(visit: Any) -> None:
    page = visit()
    page.click("[data-play=folio]")
    seat = page.locator("[data-side]").nth(1)
    expect(seat).to_have_value("recruit")
    for level in ("recruit", "regular", "veteran", "grognard"):
        seat.select_option(level)
        expect(page.locator(".seats-of small").nth(1)).not_to_be_empty()
    said = page.locator(".seats-of small").nth(1).inner_text()
    seat.select_option("recruit")
    assert page.locator(".seats-of small").nth(1).inner_text() != said
    page.click("[data-start]")
    hands.ready(page)
    expect(page.locator(".seats")).to_contain_text("recruit")


def goes_from_under_another(match: Match, ask: Ask) -> bool:
    """May a unit that lies under another go to many hexes?"""
    units: tuple[str, ...] = getattr(match.state.steps[-1], "units", ())
    if len(units) != 1 or sum(hasattr(action, "hex") for action in ask.actions) <= 15:
        return False
    place = match.pieces[units[0]].place
    here = [seen.id for seen in match.view(ask.side).pieces if seen.place == place]
    return place.isdecimal() and here[0] != units[0]


def test_a_piece_is_dragged_to_where_it_goes(visit: Any, tmp_path: Path) -> None:
    record = tmp_path / "move.grog"
    hands.position(record, goes_from_under_another, 3)
    page = visit.record(record)
    now = hands.scene(page)
    unit = now["ask"]["subject"][0]
    target = next(c["action"]["hex"] for c in now["ask"]["choices"] if c["action"].get("hex") and c.get("label") == "1")
    start = page.evaluate("id => table.views.get(id).place", unit)
    page.evaluate("h => { table.board.show([h]); table.board.place(); }", start)
    page.mouse.move(*on_screen(page, start))
    top = page.evaluate("h => table.pieces.at(h)[0].id", start)
    assert top != unit, "the piece that moves must lie under another here: choose another position"
    page.mouse.down()
    page.mouse.move(*on_screen(page, target), steps=4)
    expect(page.locator("#sight-line .tape")).to_have_count(1)
    page.mouse.up()
    hands.after(page, now["decision"])
    assert hands.scene(page)["decision"] == now["decision"] + 1, "the piece that moves was dragged, and no other chosen"
    assert page.evaluate("id => table.views.get(id).place", unit) == target


def test_the_tape_measures_inches_and_a_refused_point_offers_the_nearest(visit: Any) -> None:
    page = visit.match("red-actions")
    page.click("#tool-measure")
    page.mouse.click(*on_screen(page, "20,10"))
    page.mouse.move(*on_screen(page, "32,10"))
    expect(page.locator("#sight-line .tag text")).to_have_text("12.0″")
    page.keyboard.press("Escape")
    page.evaluate(
        """table.bubbles.refuse({ rule: "RA-MOV.1", text: "Too far.", hint: "",
             instead: { action: { type: "Go", x: 2000, y: 1000 }, text: "to 20.0, 10.0" } }, "32,10")"""
    )
    expect(page.locator("#instead")).to_contain_text("20.0, 10.0")
    expect(page.locator("#ghost")).to_have_count(1)


OVERLAPS = """() => {
  const boxes = (what) => [...document.querySelectorAll(what)].map((item) => item.getBoundingClientRect());
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const pills = boxes("#odds-on-map .tag rect");
  return boxes("#unit-labels .plate").filter((plate) => pills.some((pill) => meet(plate, pill))).length;
}"""


def test_no_label_of_a_unit_lies_under_its_chances(visit: Any, tmp_path: Path) -> None:
    record = tmp_path / "shot.grog"
    match = battle(record, lambda m: m.number > 12 and shoots(m), 3, "red-actions", "lezhanka")
    page = visit.record(record)
    page.wait_for_function("() => document.querySelectorAll('#odds-on-map .tag').length > 1")
    assert page.locator("#unit-labels .plate").count() > len(match.sides)
    page.wait_for_function(f"() => ({OVERLAPS})() === 0")  # plates are placed in the frame after the chances


def shoots(match: Match) -> bool:
    """Are there several units to shoot at?"""
    return sum(match.describe(action).startswith("shoot at") for action in match.decision.asks[0].actions) >= 2


def test_what_happens_is_played_step_by_step_and_any_key_ends_it(visit: Any, tmp_path: Path) -> None:
    record = tmp_path / "fire.grog"
    hands.fire_position(record)
    page = visit.record(record, reduced_motion="no-preference")
    before = hands.scene(page)
    number = next(i for i, c in enumerate(before["ask"]["choices"]) if c["action"]["type"] == "Fire")
    page.evaluate("localStorage.setItem('speed', '0.05')")  # so slowly that nothing is over before it is looked at
    page.click(f'[data-choice="{number}"]')
    page.click("#confirm")
    expect(page.locator("#ticker")).to_be_visible()
    expect(page.locator("#ticker .dice").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#ticker")).to_be_hidden()
    assert page.evaluate("table.pieces.views === table.views")


def test_a_piece_walks_hex_by_hex_through_the_lines_that_name_it(visit: Any) -> None:
    page = visit.match()
    steps = page.evaluate(
        """async () => {
          const script = [...document.scripts].find(s => s.src.includes("match/match.js")).src;
          const { plan } = await import(script.replace("match/match.js", "panels/playback.js"));
          const was = { id: "a", name: "Tiger", place: "2020" }, is = { ...was, place: "2220" };
          const lines = [{ text: "Tiger moves to 2120", hexes: ["2120"] }, { text: "A gun fires", dice: [3] },
                         { text: "Tiger moves to 2220", hexes: ["2220"] }];
          const near = { 2020: ["2120"], 2120: ["2220"], 2220: [] };
          const made = plan(new Map([["a", was]]), new Map([["a", is]]), lines, (place) => near[place]);
          return made.map((step) => step.changes.map(([, view]) => view.place));
        }"""
    )
    assert steps == [["2120"], [], ["2220", "2220"]]


def finished(path: Path) -> None:
    """The record of a match that was given up after a few answers."""
    match = Match.new(find_game(hands.GAME), hands.SCENARIO, seed=5)
    for _ in range(8):
        match.take(match.decision.actions[1])
    match.resign("german")
    match.save(path)


def test_after_the_match_a_curve_and_the_costly_decisions_lead_to_their_positions(visit: Any, tmp_path: Path) -> None:
    record = tmp_path / "over.grog"
    finished(record)
    page = visit.record(record)
    answers = [
        {"done": False, "progress": 0.4},
        {"done": True, "sides": ["german"], "curve": CURVE, "costly": [COSTLY]},
    ]
    page.route(
        "**/analysis", lambda route: route.fulfill(body=json.dumps(answers.pop(0)), content_type="application/json")
    )
    page.click("#prompt .over >> text=Analysis")
    expect(page.locator("#analysis .curve .line")).to_have_count(1)
    expect(page.locator("#analysis .costly")).to_contain_text("Better: a tank, 58\u00a0%")
    expect(page.locator("#analysis .costly")).to_contain_text("Play on from here")
    page.click("#analysis [data-frame='3']")
    expect(page.locator("#analysis")).to_be_hidden()
    expect(page.locator("#replay .num")).to_have_text("3/9")


def test_a_link_opens_a_finished_match_at_one_position_and_plays_on(visit: Any, tmp_path: Path) -> None:
    record = tmp_path / "over.grog"
    finished(record)
    page = visit.record(record)
    match = page.evaluate("table.known.match")
    stranger = visit(f"/m/{match}?at=4")
    hands.ready(stranger)
    expect(stranger.locator("#replay .num")).to_have_text("4/9")
    stranger.click("#open-menu")
    expect(stranger.locator("#menu .linkbox input").first).to_have_value(
        f"{stranger.evaluate('location.origin')}/m/{match}?at=4"
    )
    stranger.keyboard.press("Escape")
    stranger.click("#replay [data-step='1']")
    expect(stranger.locator("#replay .num")).to_have_text("5/9")
    assert stranger.url.endswith("?at=5"), "the address follows"
    stranger.focus("#ask")
    stranger.keyboard.press("ArrowLeft")
    expect(stranger.locator("#replay .num")).to_have_text("4/9")
    stranger.select_option("#replay select >> nth=0", "4")
    stranger.click("#replay button >> text=Play")
    expect(stranger.locator("#replay .num")).to_have_text("9/9")
