"""What the lobby says of a battle before it is chosen: story, tasks, length, and how even it has proved to be."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Annotated

import msgspec
from msgspec import Meta

from grognard.engine import Game, GrognardError
from grognard.lab.measured_balance import Measured, measured_of
from grognard.school.path import Path, path_of
from grognard.server.api.serializers import JsonObject

FILE = "choosing.toml"
SECONDS = 5  # a person takes for an answer
ROUND = 5  # minutes to which a length is rounded


class ChoosingError(GrognardError):
    """What a game says of its battles cannot be read."""


class Told(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game says of a battle."""

    story: Annotated[str, Meta(min_length=1, max_length=90)]
    tasks: dict[str, Annotated[str, Meta(min_length=1, max_length=40)]] = {}


@cache
def told_of(game: Game) -> dict[str, Told]:
    """What a game says of its battles; nothing if it has no such file."""
    file = game.folder / "data" / FILE
    if not file.is_file():
        return {}
    try:
        return msgspec.convert(tomllib.loads(file.read_text("utf-8")), dict[str, Told])
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ChoosingError(f"{game.id}, {file.name}: {error}") from error


def lean_of(measured: Measured) -> JsonObject | None:
    """Which side has won more of the decided matches, and how many of a hundred; None of a game for one side."""
    decided = sum(measured.won.values())
    if len(measured.won) < 2 or not decided:
        return None
    side, most = max(measured.won.items(), key=lambda item: item[1])
    return {"side": side, "share": round(100 * most / decided), "matches": measured.matches}


def choice_of(game: Game, scenario: str, units: int) -> JsonObject:
    """A battle on its card."""
    told, measured = told_of(game).get(scenario), measured_of(game).get(scenario)
    return {
        "story": told.story if told else "",
        "tasks": told.tasks if told else {},
        "units": units,
        "minutes": max(ROUND, ROUND * round(measured.answers * SECONDS / 60 / ROUND)) if measured else 0,
        "lean": lean_of(measured) if measured else None,
        "first": scenario == first_of(game),
        "options": game.choose_options(scenario, {}),  # those that are chosen unless somebody says otherwise
    }


def first_of(game: Game) -> str:
    """The battle to begin with: the first battle of the path, or the first of all."""
    path = _path(game)
    return path.battle.scenario if path else next(iter(game.scenarios), "")


def depth_of(game: Game) -> int:
    """How deep a game is, from 1 to 5; 0 if it does not say."""
    path = _path(game)
    return path.depth if path else 0


@cache
def _path(game: Game) -> Path | None:
    try:
        return path_of(game)
    except GrognardError:  # the lobby shows a game whose lessons cannot be read
        return None
