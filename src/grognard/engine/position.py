"""A position of one's own: pieces where one wants them, a step to begin with, and a match from there on."""

from __future__ import annotations

import dataclasses
import traceback
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from fnmatch import fnmatch
from typing import Any

import msgspec

from grognard.engine.decision import GrognardError
from grognard.engine.game import Game
from grognard.engine.match import Match
from grognard.engine.state import Piece, State
from grognard.engine.step import Step


class PositionError(GrognardError):
    """A position with a mistake in it; the message says what and where."""


Given = Piece | Mapping[str, Any]


def position(
    game: Game,
    scenario: str,
    pieces: Iterable[Given] = (),
    step: Step | Mapping[str, Any] | Sequence[Step | Mapping[str, Any]] = (),
    options: Mapping[str, str] | None = None,
    seed: int | str | None = None,
    **fields: Any,
) -> Match:
    """A match that begins in this position. Steps stand in the order in which they are to be done."""
    g = state_of(game, scenario, pieces, step, options, **fields)
    if not g.steps:
        raise PositionError(f"Which step is to be done first? Among those of {game.title}: {_steps(game)}.")
    try:
        return Match.at(game, g, seed)
    except (AttributeError, KeyError, IndexError, StopIteration) as error:
        top = type(g.steps[-1]).__name__
        raise PositionError(f"The step {top} cannot be done in this position: {error!r}. What is missing?") from error


def state_of(
    game: Game,
    scenario: str,
    pieces: Iterable[Given] = (),
    step: Step | Mapping[str, Any] | Sequence[Step | Mapping[str, Any]] = (),
    options: Mapping[str, str] | None = None,
    **fields: Any,
) -> State[Any]:
    """The bare position, checked."""
    chosen = game.choose_options(scenario, options or {})
    known = {field.name for field in dataclasses.fields(game.rules.state)}
    for name in fields:
        if name not in known:
            raise PositionError(f"A position of {game.title} has no field {name!r}.{_perhaps(name, known)}")
    g = game.rules.state(scenario_id=scenario, options=chosen, **fields)
    for number, given in enumerate(pieces, 1):
        _put(game, g, given, number)
    steps = step if isinstance(step, Sequence) else (step,)
    g.steps = tuple(_step(game, one) for one in steps)[::-1]
    return _checked(game, g)


def _put(game: Game, g: State[Any], given: Given, number: int) -> None:
    if not isinstance(given, Piece):
        try:
            given = read_piece(game, given)
        except msgspec.ValidationError as error:
            raise PositionError(f"Piece {number} is none of {game.title}: {error}.") from error
    if not isinstance(given, game.rules.piece):
        raise PositionError(f"Piece {number}, {given!r}, is none of {game.title}.")
    if given.id in g.pieces:
        raise PositionError(f"Two pieces are called {given.id!r}.")
    ground = game.face.ground(g.scenario_id)
    beside = any(fnmatch(given.place, box) for box in game.rules.boxes)
    if given.place and ground is not None and not ground.knows(given.place) and not beside:
        raise PositionError(f"{given.id} cannot stand in {given.place!r}: there is no such place on {ground.name}.")
    g.put(given)


def read_piece(game: Game, plain: Mapping[str, Any]) -> Piece:
    """A piece from its plain form, or a msgspec.ValidationError."""
    kind = game.rules.piece
    for name in plain:
        if name not in kind.__struct_fields__:
            raise msgspec.ValidationError(f"it has no {name!r}.{_perhaps(name, kind.__struct_fields__)}")
    return msgspec.convert(plain, kind)


def _step(game: Game, given: Step | Mapping[str, Any]) -> Step:
    if isinstance(given, Step):
        if type(given) not in game.rules.steps:
            raise PositionError(f"{type(given).__name__} is no step of {game.title}. There are: {_steps(game)}.")
        return given
    try:
        return game.rules.codec.read_step(given)
    except msgspec.ValidationError as error:
        name = str(given.get("type", "")) if isinstance(given, Mapping) else str(given)
        if any(kind.__name__ == name for kind in game.rules.steps):
            raise PositionError(f"The step {name} is not whole: {error}.") from error
        raise PositionError(f"{given!r} is no step of {game.title}. There are: {_steps(game)}.") from error


def _steps(game: Game) -> str:
    return ", ".join(sorted(kind.__name__ for kind in game.rules.steps))


def _perhaps(name: str, known: Iterable[str]) -> str:
    close = get_close_matches(name, list(known), 1)
    return f" Did you mean {close[0]!r}?" if close else ""


def _checked(game: Game, g: State[Any]) -> State[Any]:
    """The position after a journey through JSON, if the game finds nothing wrong with it."""
    try:
        again = game.rules.codec.read_state(g.to_json())
        game.rules.check(again)
    except msgspec.ValidationError as error:
        raise PositionError(f"A value of this position is of the wrong kind: {error}.") from error
    except (AssertionError, KeyError) as error:
        raise PositionError(f"This cannot be a position of {game.title}: {_said(error)}.") from error
    return again


def _said(error: Exception) -> str:
    """What an invariant says, and the first line of the check that holds it."""
    *_, last = traceback.walk_tb(error.__traceback__)
    check = last[0].f_globals.get(last[0].f_code.co_name)
    return ": ".join(filter(None, ((getattr(check, "__doc__", None) or "").partition("\n")[0].rstrip("."), str(error))))
