"""How strong an opponent you want, and players by name."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from grognard.engine import UnknownChoice
from grognard.players.base import Player
from grognard.players.commander import CommandingPlayer
from grognard.players.engine import EnginePlayer
from grognard.players.learnt import LearntPlayer, Untrained
from grognard.players.planner import Planner, PlanPlayer, TurnBudget
from grognard.players.plugins import as_player, on_path, plugged, plugins
from grognard.players.search import SearchBudget, SearchPlayer
from grognard.players.simple import PLAYERS, FittedPlayer, HandicappedPlayer
from grognard.players.text import TextPlayer
from grognard.players.worker import WorkerPlayer

_SEARCH = re.compile(r"(search|plans|grognard):(\d{1,4}(?:\.\d+)?)(s?)")
_HASTY = re.compile(r"hasty:(0\.\d{1,3})")
CLICK = 1 / 12  # of the time for a whole plan that a single answer is given
SECONDS = 1.5  # that the grognard thinks about an answer
PLAN = 2.0  # times as long as an answer the grognard thinks about a plan
EXAMPLES = ("fitted", "staff", "policy", "hasty:0.5", "search:0.2s", "plans:0.7s", "grognard:0.05s")
COMMANDS: dict[str, Callable[[str], Player]] = {"engine": EnginePlayer, "text": TextPlayer}  # and a command line
OWN = ("engine:COMMAND", "text:COMMAND", "MODULE:NAME")


class Level(msgspec.Struct, frozen=True):
    """A strength to choose: what it is called, what to expect, and the seconds it thinks about one answer."""

    title: str  # name of the level
    about: str  # what to expect of it
    seconds: float  # thinking time for one answer
    make: Callable[[], Player]  # makes such a player


def _hasty(rank: int) -> Callable[[], Player]:
    """Overlooks what a recruit, a regular or a veteran of this game does."""
    return lambda: HandicappedPlayer(lambda mind: mind.overlooks[rank])


def _grognard() -> Player:
    """What was learnt where it wins; elsewhere so many seconds for an answer, for a plan, and for a whole turn."""
    return LearntPlayer(_thinker())


def _thinker() -> PlanPlayer:
    return PlanPlayer(WorkerPlayer(SearchBudget(seconds=SECONDS, plans=PLAN * SECONDS, fitted=True)), TurnBudget(20))


LEVELS: dict[str, Level] = {
    "recruit": Level("Recruit", "Overlooks most of what could be done. For a first match.", 0.0, _hasty(0)),
    "regular": Level("Regular", "Follows sound doctrine, and overlooks a good deal.", 0.0, _hasty(1)),
    "veteran": Level("Veteran", "Follows sound doctrine, and overlooks little.", 0.0, _hasty(2)),
    "grognard": Level(
        "Grognard", "Overlooks nothing, plays as it has learnt, looks ahead if it helps.", SECONDS, _grognard
    ),
}


def offered() -> tuple[str, ...]:
    """Players by plain names: the levels, the simple ones, and those that other packages have brought."""
    return tuple(dict.fromkeys([*LEVELS, *PLAYERS, *plugins()]))


def make_player(given: str | Player) -> Player:
    """A player or a level by its name, or an UnknownChoice that lists them. A player that is given is that player.

    `search:0.2s` thinks for so long in this process; `search:12` imagines so many positions, however long it takes.
    `plans:0.7s` thinks for so long about a whole move, where it can, and `plans:12` over so many positions.
    `grognard:0.05s` is the grognard in this process with so long for an answer, `grognard:12` with so many positions.
    `hasty:0.5` overlooks that share of the answers; `staff` only gives orders, which a staff plans; `fitted` judges by
    the weights fitted to a game; `policy` plays as it was learnt, accepted or not, and by fitted weights where nothing
    was.
    `engine:node bot.mjs` is a program that speaks the engine protocol, `text:COMMAND` one that reads text and writes a
    number, `my_bots:Berserk` a class or an object on the path; a plain name may be that of an installed player.
    """
    if not isinstance(given, str):
        return as_player(given, type(given).__name__)
    if given in LEVELS:
        return LEVELS[given].make()
    if given in PLAYERS:
        return PLAYERS[given]()
    kind, _, rest = given.partition(":")
    if kind in COMMANDS and rest.strip():
        return COMMANDS[kind](rest)
    found = _reckoned(given) or plugged(given) or on_path(given)
    if found is None:
        known = ", ".join([*dict.fromkeys([*PLAYERS, *offered()]), *EXAMPLES, *OWN])
        raise UnknownChoice(f"There is no player {given!r}. Choose from: {known}.")
    return found


def _reckoned(name: str) -> Player | None:
    """One that is given a number, or that judges by what was fitted or learnt."""
    if found := _SEARCH.fullmatch(name):
        return _by_name(found[1], float(found[2]), timed=bool(found[3]))
    if found := _HASTY.fullmatch(name):
        share = float(found[1])
        return HandicappedPlayer(lambda mind: share)
    if name in ("fitted", "staff"):
        return FittedPlayer() if name == "fitted" else CommandingPlayer()
    return LearntPlayer(Untrained(), accepted=False) if name == "policy" else None


def _by_name(kind: str, number: float, *, timed: bool) -> Player:
    """Search, plans or the grognard for so many seconds, or over so many positions."""
    if kind == "search":
        return SearchPlayer(SearchBudget(seconds=number) if timed else SearchBudget(seconds=None, deals=int(number)))
    fitted = kind == "grognard"
    answer, plan = (number, number * PLAN) if fitted else (number * CLICK, number)
    counted = SearchBudget(seconds=None, plans=0.0, deals=int(number), fitted=fitted)
    return PlanPlayer(Planner(SearchBudget(seconds=answer, plans=plan, fitted=fitted) if timed else counted))
