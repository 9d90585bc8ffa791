"""How strong an opponent you want, and players by name."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from grognard.engine import UnknownChoice
from grognard.players.base import Player
from grognard.players.search import Effort, SearchPlayer
from grognard.players.simple import PLAYERS, DoctrinePlayer, RandomPlayer
from grognard.players.worker import WorkerPlayer

_SEARCH = re.compile(r"search:(\d{1,4}(?:\.\d+)?)(s?)")


class Level(msgspec.Struct, frozen=True):
    """A strength to choose: what it is called, what to expect, and the seconds it thinks about one answer."""

    title: str
    about: str
    seconds: float
    make: Callable[[], Player]


def _thinking(seconds: float) -> Callable[[], Player]:
    return lambda: WorkerPlayer(Effort(seconds=seconds))


LEVELS: dict[str, Level] = {
    "recruit": Level("Recruit", "Does anything the rules allow. For learning the rules.", 0.0, RandomPlayer),
    "regular": Level("Regular", "Follows sound doctrine and answers at once.", 0.0, DoctrinePlayer),
    "veteran": Level("Veteran", "Doctrine, tried out in its head for a moment first.", 0.2, _thinking(0.2)),
    "grognard": Level("Grognard", "Takes its time over every decision, as they do.", 1.5, _thinking(1.5)),
}


def make_player(name: str) -> Player:
    """A player or a level by its name, or an UnknownChoice that lists them.

    `search:0.2s` thinks for so long in this process; `search:12` imagines so many positions, however long it takes.
    """
    if name in LEVELS:
        return LEVELS[name].make()
    found = _SEARCH.fullmatch(name)
    if found:
        number = float(found[1])
        return SearchPlayer(Effort(seconds=number) if found[2] else Effort(seconds=None, deals=int(number)))
    if name not in PLAYERS:
        raise UnknownChoice(f"There is no player {name!r}. Choose from: {', '.join([*PLAYERS, *LEVELS])}, search:0.2s.")
    return PLAYERS[name]()
