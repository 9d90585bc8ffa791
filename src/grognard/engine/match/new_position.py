"""A position of one's own: pieces where one wants them, a step to begin with, and a match from there on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from grognard.engine.core.decision import PositionError
from grognard.engine.core.state import Piece, State, saved_fields
from grognard.engine.core.step import Step
from grognard.engine.game.game import Game, find_game
from grognard.engine.game.position_text import checked, did_you_mean, place_piece, read_piece, step_names
from grognard.engine.match.match import Match

Given = Piece | Mapping[str, Any]
GIVEN_APART = ("scenario_id", "options", "steps", "pieces", "at")  # values of a state that have a way of their own


def position(
    game: Game | str,
    scenario: str,
    pieces: Iterable[Given] = (),
    step: Step | Mapping[str, Any] | Sequence[Step | Mapping[str, Any]] = (),
    options: Mapping[str, str] | None = None,
    seed: int | str | None = None,
    **fields: Any,
) -> Match:
    """A match that begins where one wants it: these pieces, this step (or these, in order), these values."""
    known = find_game(game) if isinstance(game, str) else game
    return Match.at(known, state_of(known, scenario, pieces, step, options, **fields), seed)


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
    known = [name for name in saved_fields(game.rules.state) if name not in GIVEN_APART]
    for name in fields:
        if name not in known:
            raise PositionError(f"A position of {game.title} has no field {name!r}.{did_you_mean(name, known)}")
    g = game.rules.state(scenario_id=scenario, options=chosen, **fields)
    if not isinstance(pieces, Iterable) or isinstance(pieces, (str, Mapping)):
        raise PositionError(f"The pieces are a list of pieces, not {pieces!r}.")
    for number, given in enumerate(pieces, 1):
        _put(game, g, given, number)
    steps = step if isinstance(step, Sequence) and not isinstance(step, str) else (step,)
    g.steps = tuple(_step(game, one) for one in steps)[::-1]
    return checked(game, g)


def _put(game: Game, g: State[Any], given: Given, number: int) -> None:
    if not isinstance(given, Piece):
        try:
            given = read_piece(game, given)
        except msgspec.ValidationError as error:
            raise PositionError(f"Piece {number} is none of {game.title}: {error}") from error
    if not isinstance(given, game.rules.piece):
        raise PositionError(f"Piece {number}, {given!r}, is none of {game.title}.")
    place_piece(game, g, given)


def _step(game: Game, given: Step | Mapping[str, Any]) -> Step:
    if isinstance(given, str):
        given = {"type": given}
    if isinstance(given, Step):
        if type(given) not in game.rules.steps:
            raise PositionError(f"{type(given).__name__} is no step of {game.title}. There are: {step_names(game)}.")
        return given
    try:
        return game.rules.codec.read_step(given)
    except msgspec.ValidationError as error:
        name = str(given.get("type", "")) if isinstance(given, Mapping) else str(given)
        if any(kind.__name__ == name for kind in game.rules.steps):
            raise PositionError(f"The step {name} is not whole: {error}.") from error
        raise PositionError(f"{given!r} is no step of {game.title}. There are: {step_names(game)}.") from error
