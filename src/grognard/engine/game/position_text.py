"""Pieces and values put into a position one by one, from plain values or from lines of text, and the whole checked."""

from __future__ import annotations

import dataclasses
import traceback
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from fnmatch import fnmatch
from typing import Any, Protocol

import msgspec

from grognard.engine.core.decision import PositionError
from grognard.engine.core.state import Piece, State, saved_fields
from grognard.engine.game.face import Face
from grognard.engine.game.plain_text import from_json
from grognard.engine.game.rules import Rules

NOWHERE = "-"  # the place of who is not on the map
OWN_LINES = ("scenario_id", "steps", "pieces", "at")  # fields that are not told as `name value`


class ReadableGame(Protocol):
    """What of a game one must know to read its positions."""

    @property
    def title(self) -> str: ...

    @property
    def rules(self) -> Rules: ...

    @property
    def face(self) -> Face: ...


class LineError(PositionError):
    """A line that does not fit, by its number from 0."""

    def __init__(self, number: int, says: str) -> None:
        super().__init__(says)
        self.number = number


def read_lines(game: ReadableGame, g: State[Any], rows: Iterable[tuple[int, str]]) -> None:
    """Numbered lines put into an empty position, or a WrongLine."""
    steps: list[Any] = []
    for number, row in sorted(rows, key=lambda row: not row[1].startswith("piece ")):  # what they add up to comes after
        try:
            _read(game, g, steps, row)
        except (msgspec.MsgspecError, ValueError, PositionError) as error:
            raise LineError(number, f"{row[:60]!r}: {error}") from error
    g.steps = tuple(steps[::-1])


def place_piece(game: ReadableGame, g: State[Any], given: Piece) -> None:
    """Lay a piece down where it can lie, or a PositionError."""
    if given.id.split() != [given.id]:
        raise PositionError(f"A piece cannot be called {given.id!r}: a name is one word.")
    if given.id in g.pieces:
        raise PositionError(f"Two pieces are called {given.id!r}.")
    _find_place(game, g, given)
    g.put(given)


def _find_place(game: ReadableGame, g: State[Any], piece: Piece) -> None:
    """A PositionError if a piece stands where there is no place."""
    ground = game.face.ground(g.scenario_id)
    beside = any(fnmatch(piece.place, box) for box in game.rules.boxes)
    if piece.place and ground is not None and not ground.knows(piece.place) and not beside:
        raise PositionError(f"{piece.id} cannot stand in {piece.place!r}: there is no such place on {ground.name}.")


def read_piece(game: ReadableGame, plain: Mapping[str, Any]) -> Piece:
    """A piece from its plain form, or a msgspec.ValidationError."""
    kind = game.rules.piece
    if not isinstance(plain, Mapping):
        raise msgspec.ValidationError(f"{plain!r} does not say what it is.")
    for name in plain:
        if name not in kind.__struct_fields__:
            raise msgspec.ValidationError(f"it has no {name!r}.{did_you_mean(name, kind.__struct_fields__)}")
    return msgspec.convert(plain, kind)


def checked(game: ReadableGame, g: State[Any]) -> State[Any]:
    """The position after a journey through JSON, completed, if the game finds nothing wrong with it."""
    try:
        again = game.rules.codec.read_state(g.to_json())
    except msgspec.ValidationError as error:
        raise PositionError(f"A value of this position is of the wrong kind: {error}.") from error
    for piece in again.pieces.values():
        _find_place(game, again, piece)
    try:
        game.rules.complete(again)
        game.rules.check(again)
    except KeyError as error:
        raise PositionError(f"This cannot be a position of {game.title}: {unknown(again, error.args[0])}.") from error
    except AssertionError as error:
        raise PositionError(f"This cannot be a position of {game.title}: {_said(error)}.") from error
    return again


def unknown(g: State[Any], value: object) -> str:
    """Where a value stands that the game knows nothing of."""
    if value == "" and (blank := [piece.id for piece in g.pieces.values() if getattr(piece, "type", None) == ""]):
        return f"{blank[0]} is given no type"
    for piece in g.pieces.values():
        for name in piece.__struct_fields__:
            if value and getattr(piece, name) == value:
                return f"{piece.id} is given the {name} {value!r}, which there is not"
    found = [name for name in saved_fields(type(g)) if getattr(g, name) == value]
    return f"{' or '.join(found)} is {value!r}, which there is not" if found else f"there is no {value!r}"


def _said(error: AssertionError) -> str:
    """What an invariant says, and the first line of the check that holds it."""
    *_, last = traceback.walk_tb(error.__traceback__)
    check = last[0].f_globals.get(last[0].f_code.co_name)
    return ": ".join(filter(None, ((getattr(check, "__doc__", None) or "").partition("\n")[0].rstrip("."), str(error))))


def step_names(game: ReadableGame) -> str:
    """The steps of a game that a position may begin with."""
    return ", ".join(sorted(kind.__name__ for kind in game.rules.steps))


def did_you_mean(name: str, known: Iterable[str]) -> str:
    close = get_close_matches(name, list(known), 1)
    return f" Did you mean {close[0]!r}?" if close else ""


def _read(game: ReadableGame, g: State[Any], steps: list[Any], row: str) -> None:
    word, _, rest = row.partition(" ")
    if word == "piece":
        place_piece(game, g, _piece(game, rest))
    elif word == "at":
        place, ids = _stack(g, rest)
        g.at = {h: here for h, here in g.at.items() if h != place} | {place: ids}
    elif word == "step":
        name, _, values = rest.partition(" ")
        steps.append(game.rules.codec.read_step({"type": name, **_decoded(values or "{}")}))
    elif word in {field.name for field in dataclasses.fields(g)} and word not in OWN_LINES:
        setattr(g, word, game.rules.codec.read_field(word, from_json(rest, object)))
    else:
        raise PositionError(f"{game.title} knows no {word!r}")


def _stack(g: State[Any], rest: str) -> tuple[str, tuple[str, ...]]:
    """Who lies at a place, the lowest first; a place may have blanks in its name, a piece not."""
    words = rest.split(" ")
    for cut in range(1, len(words)):
        place, ids = " ".join(words[:cut]), words[cut:]
        if sorted(ids) == sorted(g.at.get(place, ())):
            return place, tuple(ids)
    raise PositionError("other pieces than these are there")


def piece_in(rest: str) -> tuple[str, str, str, str]:
    """Of a line after the word `piece`: its name, its side, its place, and what else it is; or a PositionError."""
    told, brace, values = rest.partition(" {")
    if told.count(" ") < 2:
        raise PositionError("a piece has a name, a side and a place")
    name, side, place = told.split(" ", 2)
    return name, side, "" if place == NOWHERE else place, brace + values


def _piece(game: ReadableGame, rest: str) -> Piece:
    name, side, place, more = piece_in(rest)
    return read_piece(game, {"id": name, "side": side, "place": place, **_decoded(more or "{}")})


def _decoded(values: str) -> dict[str, Any]:
    return from_json(values, dict[str, Any])
