"""A scenario that begins in a position: its pieces stand in the lines of the file, and are moved and taken there."""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine import PositionError
from grognard.engine.game.plain_text import from_json
from grognard.engine.game.position_text import NOWHERE, piece_in
from grognard.studio.paths import Plain
from grognard.studio.placements import Hand, Placed


class Line(NamedTuple):
    """A piece as its line has it."""

    id: str
    side: str
    place: str
    more: str

    @property
    def kind(self) -> str:
        """What it is, if the line says so."""
        try:
            told = from_json(self.more or "{}", object)
        except ValueError:
            return ""
        return str(told.get("type", "")) if isinstance(told, dict) else ""

    def __str__(self) -> str:
        return f"piece {self.id} {self.side} {self.place or NOWHERE}{self.more}"


def line_of(row: object) -> Line | None:
    """The piece of a line, if it is one of a piece."""
    word, _, rest = row.strip().partition(" ") if isinstance(row, str) else ("", "", "")
    try:
        return Line(*piece_in(rest)) if word == "piece" else None
    except PositionError:
        return None


class InPosition(NamedTuple):
    """Who stands where by the lines of a position."""

    follows: tuple[str, ...] = ()  # values that follow from where the pieces stand

    def placed(self, data: Plain) -> list[Placed]:
        lines = filter(None, map(line_of, data["position"]))
        return [Placed(one.id, one.kind, one.side, one.place) for one in lines]

    def put(self, data: Plain, hand: Hand) -> None:
        """A piece goes elsewhere, and lies on top there."""
        found = next(one for one in map(line_of, data["position"]) if one is not None and one.id == hand.id)
        self.take(data, hand.id)
        data["position"].append(str(found._replace(place=hand.place)))

    def take(self, data: Plain, unit: str) -> None:
        """A piece is gone. Who lies on whom goes by the order of the lines from now on, and what follows, follows."""
        rows = [(row, line_of(row)) for row in data["position"]]
        if not any(one is not None and one.id == unit for _, one in rows):
            raise KeyError(unit)
        kept = [row for row, one in rows if one is None or one.id != unit]
        data["position"] = [row for row in kept if str(row).partition(" ")[0] not in ("at", *self.follows)]
