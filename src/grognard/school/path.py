"""A path: what a game is to a newcomer, and its coached first battle. It stands in `lessons/path.toml`.

    depth = 1
    minutes = 40
    why = "The gentlest way in: one unit to a hex, three numbers on each counter, one chart."
    learnt = ["read a counter and march"]

    [battle]
    scenario = "sidi-zahran"
    side = "British"

    [[first]]
    id = "retreat"
    title = "a retreat of your own"
    step = "Retreat"
    say = "You choose the way, or you stand and lose a step at once."
    cite = "FO-7.8.1"
    lesson = 5

In the first battle the coach speaks when something comes up for the first time: a question of a `step`, an answer of a
kind that it `offers`, a line of the `log` by its rule, a `turn`. Each thing is said once, and one thing at a time.
"""

from __future__ import annotations

import tomllib
from collections.abc import Container, Iterator

import msgspec

from grognard.engine import Game, Match
from grognard.school.lesson import LessonError

LATELY = 40  # lines of the log in which something may have come up


class First(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that comes up for the first time."""

    id: str  # unique name
    title: str  # heading
    say: str  # what the coach says
    cite: str = ""  # rule to show
    lesson: int = 0  # its place in the path; 0 for none
    step: str = ""  # question that brings it up
    offers: str = ""  # answer that brings it up
    log: str = ""  # log line that brings it up
    turn: int = 0  # first turn in which it comes up


class Battle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first battle: the smallest scenario, against an opponent who overlooks most of what could be done."""

    scenario: str  # id of the scenario
    side: str  # side of the player
    opponent: str = "recruit"  # level of the computer player
    options: dict[str, str] = {}  # values of the game's options


class Path(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"firsts": "first"}):
    """What the lobby tells of learning a game."""

    depth: int  # 1 to 5
    minutes: int  # of the first battle
    why: str  # why to play this game
    learnt: tuple[str, ...]  # what a player knows at the end
    battle: Battle  # the first battle
    firsts: tuple[First, ...] = ()  # remarks of the coach in the first battle
    after: str = ""  # the game to learn before


def path_of(game: Game) -> Path | None:
    """The path of a game; None if it has not said anything about itself."""
    file = game.folder / "lessons" / "path.toml"
    if not file.is_file():
        return None
    try:
        path = msgspec.convert(tomllib.loads(file.read_text("utf-8")), Path)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise LessonError(f"{game.id}, {file.name}: {error}") from error
    for mistake in _mistakes(game, path):
        raise LessonError(f"{game.id}, {file.name}: {mistake}")
    return path


def _mistakes(game: Game, path: Path) -> Iterator[str]:
    if path.battle.scenario not in game.scenarios:
        yield f"there is no scenario {path.battle.scenario}"
    names = {kind.__name__ for kind in (*game.rules.steps, *game.rules.actions)}
    for first in path.firsts:
        if sum(map(bool, (first.step, first.offers, first.log, first.turn))) != 1:
            yield f"{first.id} must wait for one thing: a step, an offer, a line of the log or a turn"
        yield from (
            f"{first.id}: there is no {name}" for name in (first.step, first.offers) if name and name not in names
        )
        rules = (first.cite, first.log)
        yield from (f"{first.id}: there is no rule {rule}" for rule in rules if rule and rule not in game.rulebook)


def remark(path: Path, match: Match, side: str, said: Container[str]) -> First | None:
    """What the coach has to say to a side now, if anything: of several things the first in the file."""
    if match.over or match.decision.of(side) is None:
        return None
    return next((first for first in path.firsts if first.id not in said and _comes_up(first, match, side)), None)


def _comes_up(first: First, match: Match, side: str) -> bool:
    ask = match.decision.of(side)
    assert ask is not None
    if first.step:
        return type(match.state.steps[-1]).__name__ == first.step
    if first.offers:
        return any(type(action).__name__ == first.offers for action in ask.actions)
    if first.log:
        return any(event.cite == first.log and event.visible_to(side) for event in match.events[-LATELY:])
    return match.view(side).turn >= first.turn
