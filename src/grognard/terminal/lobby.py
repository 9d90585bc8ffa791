"""Choosing a game, a scenario and options by number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from grognard.engine import SHELF, Game
from grognard.engine.core.wording import with_count
from grognard.players import PLAYERS, Player, make_player
from grognard.studio import find_campaign, open_campaign
from grognard.terminal.map_symbols import side_title
from grognard.terminal.screen import ACCENT, DIM, RULE

Read = Callable[[str], str]


def choose_game(console: Console, read: Read) -> Game:
    """Which game? Nothing is asked if there is only one."""
    games = list(SHELF.values())
    if len(games) == 1:
        return games[0]
    console.print(Text("\nWhat shall we play?\n", "bold"))
    for i, game in enumerate(games, 1):
        _entry(console, i, game.title, "", game.blurb)
    return games[_number(console, read, len(games))]


def choose_scenario(game: Game, console: Console, read: Read) -> str:
    """Which scenario?"""
    console.print(Text(f"\n{game.title}", ACCENT))
    console.print(Text(game.blurb, DIM))
    console.print(Text("\nWhich scenario?\n", "bold"))
    for i, scenario in enumerate(game.scenarios.values(), 1):
        _entry(console, i, scenario.title, f"{scenario.date}, {with_count(scenario.turns, 'turn')}", scenario.blurb)
    return list(game.scenarios)[_number(console, read, len(game.scenarios))]


def choose_options(game: Game, scenario: str, console: Console, read: Read) -> dict[str, str]:
    """Which options? Enter takes them as they stand."""
    options = [option for option in game.options.values() if option.fits(scenario)]
    rows = [Row(option.title, option.values, option.cite) for option in options]
    found = _choose("Options: a number changes one, Enter begins.", rows, [0] * len(rows), console, read)
    return {option.id: value for option, value in zip(options, found, strict=True)}


def choose_players(sides: Sequence[str], console: Console, read: Read) -> dict[str, Player]:
    """Who plays each side? The first is yours and the others doctrine's unless you say otherwise."""
    names = ["you", *reversed(PLAYERS)]
    rows, now = [Row(side_title(side), names) for side in sides], [min(i, 1) for i in range(len(sides))]
    if len(sides) < 2:
        return {}
    found = _choose("Who plays? A number changes a side, Enter begins.", rows, now, console, read)
    return {side: make_player(name) for side, name in zip(sides, found, strict=True) if name != "you"}


class Row(NamedTuple):
    """Something with values that are gone through one after the other."""

    title: str
    values: Sequence[str]
    cite: str = ""


def _choose(words: str, rows: Sequence[Row], now: list[int], console: Console, read: Read) -> list[str]:
    """The values of all rows: a number takes the next one of a row, Enter is content with them."""
    while rows:
        console.print(Text(f"\n{words}\n", "bold"))
        for i, (row, at) in enumerate(zip(rows, now, strict=True), 1):
            _values(console, i, row.title, row.values, row.values[at], row.cite)
        typed = read("› ").strip()
        if not typed:
            break
        found = _index(typed, len(rows), console)
        if found is not None:
            now[found] = (now[found] + 1) % len(rows[found].values)
    return [row.values[at] for row, at in zip(rows, now, strict=True)]


def _values(console: Console, number: int, title: str, values: Sequence[str], now: str, cite: str = "") -> None:
    text = Text(f"{number:>3} ", ACCENT).append(f"{title}: ")
    for value in values:
        text.append(f"[{value}]" if value == now else f" {value} ", "reverse bold" if value == now else DIM)
    console.print(text.append(f"  {cite}", RULE))


def _entry(console: Console, number: int, title: str, when: str, blurb: str) -> None:
    text = Text(f"{number:>3} ", ACCENT).append(title, "bold")
    console.print(text.append(f"  {when}", DIM))
    console.print(Padding(Text(blurb), (0, 0, 0, 4)))


def _number(console: Console, read: Read, count: int) -> int:
    """A number from 1 to count, as an index; Enter is the first."""
    while True:
        found = _index(read("› ").strip() or "1", count, console)
        if found is not None:
            return found


def _index(typed: str, count: int, console: Console) -> int | None:
    """What was typed as an index, or None and a word on what to type."""
    if typed.isdecimal() and len(typed) < 6 and 1 <= int(typed) <= count:
        return int(typed) - 1
    console.print(Text(f"Type a number from 1 to {count}.", "#ff8f5e"))
    return None


def first_battle(game: Game, campaign: str) -> str:
    """The id of the scenario with which a campaign begins."""
    return open_campaign(find_campaign(game, campaign))
