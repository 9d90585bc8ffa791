"""Choosing a game, a scenario and options by number."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from grognard.engine import SHELF, Game
from grognard.engine.wording import counted
from grognard.players import PLAYERS, Player, make_player
from grognard.studio import find_campaign, open_campaign
from grognard.terminal.labels import side_title
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
        _entry(console, i, scenario.title, f"{scenario.date}, {counted(scenario.turns, 'turn')}", scenario.blurb)
    return list(game.scenarios)[_number(console, read, len(game.scenarios))]


def choose_options(game: Game, scenario: str, console: Console, read: Read) -> dict[str, str]:
    """Which options? Enter takes them as they stand."""
    options = [o for o in game.options.values() if not o.scenarios or scenario in o.scenarios]
    chosen = {option.id: option.values[0] for option in options}
    while options:
        console.print(Text("\nOptions: a number changes one, Enter begins.\n", "bold"))
        for i, option in enumerate(options, 1):
            _values(console, i, option.title, option.values, chosen[option.id], option.cite)
        typed = read("› ").strip()
        if not typed:
            break
        found = _index(typed, len(options), console)
        if found is not None:
            option = options[found]
            after = option.values.index(chosen[option.id]) + 1
            chosen[option.id] = option.values[after % len(option.values)]
    return chosen


def choose_players(sides: Sequence[str], console: Console, read: Read) -> dict[str, Player]:
    """Who plays each side? The first is yours and the others doctrine's unless you say otherwise."""
    names = ["you", *reversed(PLAYERS)]
    chosen = {side: names[min(i, 1)] for i, side in enumerate(sides)}
    while len(sides) > 1:
        console.print(Text("\nWho plays? A number changes a side, Enter begins.\n", "bold"))
        for i, side in enumerate(sides, 1):
            _values(console, i, side_title(side), names, chosen[side])
        typed = read("› ").strip()
        if not typed:
            break
        found = _index(typed, len(sides), console)
        if found is not None:
            side = sides[found]
            chosen[side] = names[(names.index(chosen[side]) + 1) % len(names)]
    return {side: make_player(name) for side, name in chosen.items() if name != "you"}


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
