"""What a visitor's hands do."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from grognard.engine import Ask, Match, Pick, find_game
from grognard.players import DoctrinePlayer, make_player, play_out

GAME, SCENARIO = "night-fight", "ghost-column"
ENDS = ("end", "stop", "pass", "no ", "let the staff")  # what buttons say that end something
LAID = """() => globalThis.table?.pieces?.mapped && document.querySelector("#prompt *")
    && document.querySelector(".letters svg")?.getBoundingClientRect().width"""
Wanted = Callable[[Match, Ask], bool]


def start(page: Page, game: str = GAME, **options: str) -> str:
    """From the lobby into a game in two clicks; the match's id."""
    page.click(f"[data-play={game}]")
    for option, value in options.items():
        with page.expect_response("**/api/sides"):
            page.select_option(f"[data-option={option}]", value)
    page.click("[data-start]")
    ready(page)
    begin(page)
    return page.url.rsplit("/", 1)[1]


def invite(host: Page, visit: Any) -> Page:
    """The page of a friend who follows the link that the host is shown; both have put their number into the dice."""
    ready(host)
    guest: Page = visit(host.locator(".invite .linkbox input").first.input_value())
    guest.click("#sit-down")
    ready(guest)
    for page in (host, guest):
        page.wait_for_function("() => table.scene.asked?.length > 0")
    return guest


def begin(page: Page) -> None:
    """Read the briefing, and start."""
    page.click("#begin")
    page.wait_for_selector("#card", state="hidden")


def ready(page: Page) -> None:
    """The table is laid, and the map has come to rest where the question is."""
    page.wait_for_function(LAID)


def scene(page: Page) -> Any:
    """What the page knows."""
    return page.evaluate("({decision: table.scene.decision, ask: table.scene.ask, result: table.scene.result})")


def after(page: Page, decision: int) -> None:
    """Wait until the match has gone on from a decision."""
    page.wait_for_function("n => table.scene.decision > n", arg=decision)


def click_choice(page: Page, number: int) -> None:
    """Click a choice in the list (or its place on the map) and, if it leads to dice, confirm it."""
    before = scene(page)
    choices = before["ask"]["choices"]
    if page.locator(f'[data-choice="{number}"]').count() == 0:
        page.evaluate("n => table.choose(table.scene.ask.choices[n])", number)
    elif len(choices) > 1 or not choices[0].get("rolls"):  # the one that is left is shown with its odds at once
        page.click(f'[data-choice="{number}"]')
    if choices[number].get("rolls"):
        page.click("#confirm")
    after(page, before["decision"])


def position(path: Path, wanted: Wanted, seed: int = 0) -> Match:
    """A record at the first position where the question is as wanted, played by doctrine."""
    match = _played(wanted, seed)
    match.save(path)
    return match


@cache
def _played(wanted: Wanted, seed: int) -> Match:
    player, rng = make_player("doctrine"), random.Random(seed)
    for tried in range(seed, seed + 20):
        match = Match.new(find_game(GAME), SCENARIO, seed=tried)
        while not match.over:
            ask = match.decision.asks[0]
            if wanted(match, ask):
                return match
            match.take(player.choose(match, ask, rng), ask.side)
    raise AssertionError("no such position came up")


def fires(_: Match, ask: Ask) -> bool:
    """May a unit choose between targets?"""
    return [type(a).__name__ for a in ask.actions].count("Fire") >= 2


def moves(match: Any, ask: Ask) -> bool:
    """May a unit on the map go to many hexes?"""
    return match.state.turn > 1 and sum(hasattr(a, "hex") for a in ask.actions) > 15


def enters(match: Any, ask: Ask) -> bool:
    """May one of several units enter the map?"""
    picked = [action.piece for action in ask.actions if isinstance(action, Pick)]
    return len(picked) > 2 and not any(match.state.pieces[unit].place for unit in picked)


def entry_position(path: Path) -> Match:
    """Units beside the map that are to enter it."""
    return position(path, enters)


def fire_position(path: Path) -> Match:
    """A unit that may choose between targets."""
    return position(path, fires)


def move_position(path: Path) -> Match:
    """A unit on the map that may go to many hexes."""
    return position(path, moves, 3)


def near_the_end(path: Path, answers: int = 40, scenario: str = SCENARIO) -> None:
    """The record of a match with a few answers still to give."""
    whole = Match.new(find_game(GAME), scenario, seed=5)
    players = {side: DoctrinePlayer() for side in whole.sides}
    count = play_out(whole, players, random.Random(5))
    again = Match.new(find_game(GAME), scenario, seed=5)
    play_out(again, players, random.Random(5), count - answers)
    again.save(path)


def to_the_end(page: Page) -> None:
    """Click until it is over, ending whatever can be ended."""
    while not (now := asked(page))["result"]:
        click_choice(page, ending(now["ask"]["choices"]))


def ending(choices: list[Any]) -> int:
    """The number of the choice that ends something, or of the first."""
    buttons = [choice["action"].get("button", "").lower() for choice in choices]
    return next((i for i, button in enumerate(buttons) if button.startswith(ENDS)), 0)


def asked(page: Page) -> Any:
    """What the page knows when the visitor is asked something, or it is over."""
    page.wait_for_function("() => table.scene.result || table.scene.ask")
    return scene(page)


def click_hex(page: Page, name: str) -> None:
    """Click the middle of a hex."""
    page.evaluate("h => { table.board.show([h]); table.board.place(); }", name)
    x, y = page.evaluate(
        """h => { const [x, y] = table.board.screen(h); const box = table.board.view.getBoundingClientRect();
                  return [x + box.left, y + box.top]; }""",
        name,
    )
    page.mouse.click(x, y)


def under(page: Page, box: str, places: list[str]) -> list[str]:
    """Which of these places have their middle under something that stands over the map."""
    found: list[str] = page.evaluate(
        """([box, places]) => {
          const over = document.querySelector(box).getBoundingClientRect();
          const map = table.board.view.getBoundingClientRect();
          const inside = (at, from, to) => at > from && at < to;
          return places.filter((place) => {
            const [x, y] = table.board.screen(place);
            return inside(x + map.left, over.left, over.right) && inside(y + map.top, over.top, over.bottom);
          });
        }""",
        [box, places],
    )
    return found


def until_curtain(page: Page) -> None:
    """Answer anything until the screen has to be passed on."""
    for _ in range(400):
        if page.evaluate("Boolean(table.scene.curtain)"):
            page.wait_for_selector("#lift")
            return
        number = page.evaluate("table.scene.decision")
        choices = page.evaluate("table.scene.ask.choices.map(c => c.action)")
        page.evaluate("action => table.take(action)", choices[0])
        page.wait_for_function("n => table.scene.decision > n || table.scene.curtain", arg=number)
    raise AssertionError("the screen was never to be passed on")
