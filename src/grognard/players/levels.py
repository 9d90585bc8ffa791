"""How strong an opponent you want, and players by name."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from grognard.engine import UnknownChoice
from grognard.players.base import Player
from grognard.players.search import Effort
from grognard.players.simple import PLAYERS, DoctrinePlayer, RandomPlayer
from grognard.players.worker import WorkerPlayer


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
    """A player or a level by its name, or an UnknownChoice that lists them."""
    if name in LEVELS:
        return LEVELS[name].make()
    if name not in PLAYERS:
        raise UnknownChoice(f"There is no player {name!r}. Choose from: {', '.join([*PLAYERS, *LEVELS])}.")
    return PLAYERS[name]()
