"""Every game in the browser: its briefing and aims, every panel clean for those who use aids, a first turn by keys."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from grognard.engine import SHELF, Match
from tests.browser import hands
from tests.browser.eyes import faults
from tests.browser.test_hands import lift

BEYOND = 3  # keys beyond the answer itself that a decision may take
MOST = 150  # decisions of a first turn
# Where the first scenario asks much of the same, the one whose first turn asks as many kinds of questions, less often.
PLAYED = {"night-fight": "kiev", "red-actions": "water-tower", "tank-leader": "counterattack-on-the-chir"}
ENDS = re.compile(r"^(end|done|stop|finish|pass|hold|let|no|nobody|nothing|suggested|stay|decline)\b", re.I)
PASSES = re.compile(r"^(hold|pass)\b", re.I)  # what Space does
READY = "() => table.scene.result || (table.scene.ask && table.known.weighed === table.scene.ask)"
NO_MAP = "() => ['world', 'upper'].forEach((id) => (document.getElementById(id).style.display = 'none'))"
QUESTION = """() => {
  const { ask, decision, view } = table.scene;
  const rows = [...document.querySelectorAll("[data-choice]")].map((row) => ({
    choice: Number(row.dataset.choice), key: row.querySelector("kbd")?.textContent ?? "" }));
  const choices = (ask?.choices ?? []).map(({ text, action, rolls }) => ({
    text, rolls, hex: action.hex, names: Boolean(action.hex ?? action.piece) }));
  return { decision, turn: view.turn, rows, choices, armed: Boolean(table.fight.go) };
}"""


def is_briefed(page: Any, situation: str, firsts: int) -> None:
    """The card says what it is about and what to do first; card and panel say how it is won."""
    card = page.locator("#card")
    expect(card).to_contain_text(situation[:60])
    expect(card.locator(".firsts li")).to_have_count(firsts)
    aims = page.evaluate("table.aims.shown.map((aim) => aim.text)")
    assert aims, "it is said nowhere how it is won"
    expect(card.locator(".goal")).to_have_count(len(aims))
    expect(card.locator(".goal .what-for")).to_contain_text(aims)


@pytest.mark.parametrize("game", SHELF)
def test_a_game_is_briefed_its_panels_are_clean_and_a_first_turn_is_played_by_keys(
    visit: Any, axe: str, game: str
) -> None:
    page = visit.match(
        game, both=True, scenario=PLAYED.get(game, ""), ground=True, color_scheme="dark" if len(game) % 2 else "light"
    )
    page.evaluate("localStorage.setItem(`both ${table.known.match}`, 'yes')")  # one person plays both sides
    lift(page)
    found = faults(page, axe)
    page.evaluate(NO_MAP)  # everything else lies beside it or over it
    page.keyboard.press("i")
    told = page.evaluate("table.live.order('brief', {}).then(({ briefing }) => briefing)")
    is_briefed(page, told["situation"], len(told["first"]))
    found += faults(page, axe, "#card")
    page.keyboard.press("Escape")
    page.evaluate("() => { if (table.aims.folded) table.aims.fold(); }")
    for aim in page.evaluate("table.aims.shown.map((aim) => aim.text)"):
        expect(page.locator("#aims")).to_contain_text(aim)
    assert found + in_panels(page, axe) == []
    play_a_turn(page)


def in_panels(page: Any, axe: str) -> list[str]:
    """What axe finds in whatever a key opens."""
    found = []
    for key, opened in (("d", "#dossier"), ("k", "#keycard"), ("c", "#book"), ("b", "#book"), ("m", "#menu")):
        page.keyboard.press(key)
        if opened != "#dossier" or page.locator(opened).is_visible():
            expect(page.locator(opened)).to_be_visible()
            found += faults(page, axe, opened)
        page.keyboard.press("Escape")
        page.focus("#ask")
    return found


def play_a_turn(page: Any) -> None:
    """The first turn, by keys alone."""
    for _ in range(MOST):
        page.wait_for_function(READY)
        now = page.evaluate(QUESTION)
        if now["turn"] > 1 or page.evaluate("Boolean(table.scene.result)"):
            return
        assert answer(page, now) <= BEYOND, f"too many keys for: {page.inner_text('#ask')}"
        hands.after(page, now["decision"])
    raise AssertionError("the first turn never ends")


IN_THE_BOX = {game: tuple(SHELF[game].scenarios) for game in SHELF}  # before other tests bring battles of their own


@pytest.mark.parametrize("game", SHELF)
def test_every_other_scenario_is_briefed_on_its_page_and_says_how_it_is_won(visit: Any, game: str) -> None:
    page = visit("about:blank")
    page.add_init_script(f"addEventListener('DOMContentLoaded', {NO_MAP})")
    played = PLAYED.get(game, IN_THE_BOX[game][0])
    for scenario in (each for each in IN_THE_BOX[game] if each != played):
        match = Match.new(SHELF[game], scenario, seed=1)
        wish = {"game": game, "scenario": scenario, "seats": dict.fromkeys(match.sides, "me")}
        made = visit.client.post("/api/matches", json=wish).json()
        page.goto(f"/m/{made['match']}#key={made['key']}")
        page.wait_for_function("() => globalThis.table?.known.met && document.querySelector('#prompt *')")
        lift(page)
        page.keyboard.press("i")
        told = match.briefing(page.evaluate("table.scene.view.side"))
        is_briefed(page, told.situation, len(told.first))


def test_many_units_are_listed_by_formation_and_many_numbers_wait_behind_a_name(visit: Any) -> None:
    page = visit.match("korsun", both=True)
    heads = page.locator("#prompt .head .who")
    listed = "[...table.views.values()].flatMap((view) => view.side === 'Soviet' ? view.formation : [])"
    assert {text.split("\n")[0] for text in heads.all_inner_texts()} <= {*page.evaluate(listed), "Other answers"}
    heads.first.click()
    expect(page.locator("#prompt .members [data-choice]").first).to_be_visible()
    assert heads.count() > 5
    group = page.locator("#tracks [data-group='Support markers']")
    expect(group.locator("div")).to_be_hidden()
    group.locator("summary").click()
    expect(group.locator("div")).to_contain_text("27th Army")
    page.keyboard.press("k")
    page.hover("#keycard li >> text=52nd Army")
    expect(page.locator("#lit [data-hex]").first).to_be_attached()


def answer(page: Any, now: Any) -> int:
    """Give an answer that leads on, by the keys the page shows; how many were pressed beside the answer itself."""
    wanted = next((i for i, choice in enumerate(now["choices"]) if ENDS.match(choice["text"])), 0)
    choice, beyond = now["choices"][wanted], 0
    shown = next((row["key"] for row in now["rows"] if row["choice"] == wanted), "")
    if now["armed"] and len(now["choices"]) == 1:
        page.keyboard.press("Enter")
        return 0
    if shown:
        page.keyboard.press(shown)
    elif PASSES.match(choice["text"]) and not choice["names"]:
        page.keyboard.press("Space")
    else:
        page.keyboard.press("g")
        page.keyboard.type(choice["hex"] or choice["text"])
        page.keyboard.press("Enter")
        beyond += 2
    if choice.get("rolls"):
        page.wait_for_selector("#confirm")
        page.keyboard.press("Enter")
        beyond += 1
    return beyond
