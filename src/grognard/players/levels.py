"""How strong an opponent you want, and players by name."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from grognard.engine import UnknownChoice
from grognard.players.base import Player
from grognard.players.plans import Patience, Planner, PlanPlayer
from grognard.players.search import Effort, SearchPlayer
from grognard.players.simple import PLAYERS, DoctrinePlayer, RandomPlayer
from grognard.players.worker import WorkerPlayer

_SEARCH = re.compile(r"(search|plans):(\d{1,4}(?:\.\d+)?)(s?)")
CLICK = 1 / 12  # of the time for a whole plan that a single answer is given


class Level(msgspec.Struct, frozen=True):
    """A strength to choose: what it is called, what to expect, and the seconds it thinks about one answer."""

    title: str
    about: str
    seconds: float
    make: Callable[[], Player]


def _thinking(turn: float, seconds: float, plans: float | None = None) -> Callable[[], Player]:
    """So many seconds for a whole turn, for an answer, and for a plan."""
    return lambda: PlanPlayer(WorkerPlayer(Effort(seconds=seconds, plans=plans)), Patience(turn))


LEVELS: dict[str, Level] = {
    "recruit": Level("Recruit", "Does anything the rules allow. For learning the rules.", 0.0, RandomPlayer),
    "regular": Level("Regular", "Follows sound doctrine and answers at once.", 0.0, DoctrinePlayer),
    "veteran": Level("Veteran", "Doctrine, tried out in its head for a moment first.", 0.2, _thinking(6, 0.2)),
    "grognard": Level("Grognard", "Takes its time, and plans whole moves where it can.", 1.5, _thinking(20, 1.5, 3.0)),
}


def make_player(name: str) -> Player:
    """A player or a level by its name, or an UnknownChoice that lists them.

    `search:0.2s` thinks for so long in this process; `search:12` imagines so many positions, however long it takes.
    `plans:0.7s` thinks for so long about a whole move, where it can, and `plans:12` over so many positions.
    """
    if name in LEVELS:
        return LEVELS[name].make()
    found = _SEARCH.fullmatch(name)
    if found:
        return _by_name(found[1], float(found[2]), timed=bool(found[3]))
    if name not in PLAYERS:
        known = ", ".join([*PLAYERS, *LEVELS, "search:0.2s", "plans:0.7s"])
        raise UnknownChoice(f"There is no player {name!r}. Choose from: {known}.")
    return PLAYERS[name]()


def _by_name(kind: str, number: float, *, timed: bool) -> Player:
    """Search or plans for so many seconds, or over so many positions."""
    if kind == "plans":
        counted = Effort(seconds=None, plans=0.0, deals=int(number))
        return PlanPlayer(Planner(Effort(seconds=number * CLICK, plans=number) if timed else counted))
    return SearchPlayer(Effort(seconds=number) if timed else Effort(seconds=None, deals=int(number)))
