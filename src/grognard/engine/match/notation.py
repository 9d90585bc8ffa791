"""A position as text that people can read, write and mail, and back.

    night-fight kharkov
    options {"intensity":"low"}
    turn 2
    piece a german 2010 {"type":"pzkpfw_iii"}
    piece b soviet 2011 {"type":"t34","up":true}
    step GermanFire {"sides":["german"]}

The first line names game and scenario. Then one line for each value that is not as in an empty position, one for each
piece (its name, side and place, and what else it is), one for each step in the order in which they are to be done. An
`at` line says who lies on whom where pieces were not put down in the order of the list.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from grognard.engine.core.decision import PositionError
from grognard.engine.core.state import Piece, State, saved_fields
from grognard.engine.game.game import Game, UnknownChoice, find_game
from grognard.engine.game.position_text import NOWHERE, OWN_LINES, LineError, checked, read_lines


def text_of(game: Game, g: State[Any]) -> str:
    """The position as text."""
    return "\n".join(_lines(game, g)) + "\n"


def _lines(game: Game, g: State[Any]) -> Iterator[str]:
    yield f"{game.id} {g.scenario_id}"
    empty = game.rules.state()
    for name in saved_fields(type(g)):
        value = getattr(g, name)
        if name not in OWN_LINES and value != getattr(empty, name):
            yield f"{name} {_plain(value)}"
    again = game.rules.state(scenario_id=g.scenario_id)
    for piece in g.pieces.values():
        yield f"piece {piece.id} {piece.side} {piece.place or NOWHERE}{_more(piece)}"
        again.put(piece)
    if list(again.at.items()) != list(g.at.items()):
        yield from (f"at {place} {' '.join(ids)}" for place, ids in g.at.items())
    for step in reversed(g.steps):
        values = msgspec.to_builtins(step)
        yield f"step {values.pop('type')}" + (f" {_plain(values)}" if values else "")


def _more(piece: Piece) -> str:
    """What a piece is beyond its name, side and place, where it is not as usual."""
    fields = msgspec.structs.fields(type(piece))[3:]
    values = {f.name: getattr(piece, f.name) for f in fields}
    told = {f.name: values[f.name] for f in fields if values[f.name] != f.default}
    return f" {_plain(told)}" if told else ""


def _plain(value: object) -> str:
    return msgspec.json.encode(value).decode()


def read_text(text: str) -> tuple[Game, State[Any]]:
    """The game and the position that a text tells of; a PositionError names the line that does not fit."""
    rows = [(number, row.strip()) for number, row in enumerate(text.splitlines(), 1)]
    rows = [(number, row) for number, row in rows if row and not row.startswith("#")]
    if not rows:
        raise PositionError("There is nothing to read.")
    (number, first), *rest = rows
    game_id, _, scenario = first.partition(" ")
    try:
        game = find_game(game_id)
        game.choose_options(scenario.strip(), {})
    except UnknownChoice as error:
        raise PositionError(f"Line {number}: {error}") from error
    g = game.rules.state(scenario_id=scenario.strip())
    try:
        read_lines(game, g, rest)
    except LineError as error:
        raise PositionError(f"Line {error.number}, {error}") from error
    try:
        g.options = game.choose_options(g.scenario_id, g.options)
    except UnknownChoice as error:
        raise PositionError(str(error)) from error
    return game, checked(game, g)
