"""What a side saw last and the rows made of it: from one look to the next little changes, and only that is written."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import compress
from operator import is_not
from sys import getrefcount
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grognard.engine import PieceView, Track

Array = NDArray[np.float32]
MOST_KNOWN = 1 << 13  # rows of one list kept
MOST_SHEETS = 4  # arrays kept to be written again
FEW = 4  # rows that are quicker written one by one than all of a list at once
_LISTED = [np.zeros(1)]
UNHELD = getrefcount(_LISTED[0])  # of what stands in one list and nowhere else


class Sheets:
    """Arrays to show rows on: one that nobody holds any more is wiped and used again, for most of it is empty."""

    __slots__ = ("shape", "sheets", "written")

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.shape = shape
        self.sheets: list[Array] = []
        self.written: list[int] = []  # how many rows of each

    def blank(self, rows: int) -> Array:
        """One to write so many rows on, and perhaps the last; the others are empty."""
        for i in range(len(self.sheets)):
            if getrefcount(self.sheets[i]) == UNHELD:
                sheet = self.sheets[i]
                sheet[rows : self.written[i]] = sheet[-1] = 0.0
                self.written[i] = rows
                return sheet
        self.sheets = [*self.sheets[1 - MOST_SHEETS :], np.zeros(self.shape, np.float32)]
        self.written = [*self.written[1 - MOST_SHEETS :], rows]
        return self.sheets[-1]


class Rows:
    """Rows of numbers that were described before, each under its own number. What is shown can only be read."""

    __slots__ = ("rows", "sheets")

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.rows: Array = np.zeros((64, shape[1]), np.float32)
        self.sheets = Sheets(shape)

    def write(self, number: int, described: Sequence[float]) -> None:
        """Keep a row."""
        while number >= len(self.rows):
            self.rows = np.concatenate([self.rows, np.zeros_like(self.rows)])
        self.rows[number] = described

    def show(self, numbers: Sequence[int], last: Sequence[float] = ()) -> Array:
        """An array that begins with these rows and is empty from there on, but for the end of its last row."""
        sheet = self.sheets.blank(len(numbers))
        if numbers:
            self.rows.take(numbers, 0, sheet[: len(numbers)], "clip")  # "raise" would copy them twice
        if last:
            sheet[-1, -len(last) :] = last
        return _to_read(sheet)

    def show_again(self, shown: Array, count: int, others: Iterable[tuple[int, int]]) -> Array:
        """What was shown before, so many rows, with other rows in some places."""
        sheet = self.sheets.blank(count)
        sheet[:count] = shown[:count]
        for place, number in others:
            sheet[place] = self.rows[number]
        return _to_read(sheet)


def _to_read(sheet: Array) -> Array:
    shown = sheet[:]
    shown.flags.writeable = False
    return shown


class Kept(dict[Any, int]):
    """The rows of what was listed before, so that nothing is described twice, and what was listed last.

    What is shown needs no copy as long as nothing changes.
    """

    __slots__ = ("row", "rows", "shown", "things")

    def __init__(self, shape: tuple[int, ...], row: Callable[[Any], tuple[float, ...]]) -> None:
        self.row, self.rows = row, Rows(shape)
        self.things: Sequence[Any] = ()
        self.shown = self.rows.show(())

    def __missing__(self, thing: Hashable) -> int:
        """Something new is described, and its row gets a number."""
        number = self[thing] = len(self)
        self.rows.write(number, self.row(thing))
        return number

    def list(self, listed: Sequence[Hashable]) -> Array:
        """A row for each thing, as many as there is room for."""
        things = listed[: len(self.shown)]
        if things is not self.things and things != self.things:
            if len(self) > MOST_KNOWN:
                self.clear()
            others = changed(things, self.things) if len(things) == len(self.things) else None
            if others is None or len(others) > FEW:
                self.shown = self.rows.show([*map(self.__getitem__, things)])
            else:
                self.shown = self.rows.show_again(self.shown, len(things), [(i, self[things[i]]) for i in others])
            self.things = things
        return self.shown[:]


def changed(things: Sequence[object], before: Sequence[object]) -> list[int]:
    """The places in a list where something else stands than in another list of the same length."""
    others = compress(range(len(things)), map(is_not, things, before))
    return [i for i in others if things[i] != before[i]]


class Described(dict[Hashable, int]):
    """The rows of actions that are still true: each is, as long as the pieces it names stay as they are."""

    __slots__ = ("naming", "rows")

    def __init__(self) -> None:
        self.rows: dict[Hashable, int] = {}  # of all that were ever described
        self.naming: dict[str, set[Hashable]] = {}  # the true ones by what they name

    def keep(self, action: Hashable, row: int, names: Iterable[str]) -> None:
        """An action has been described in a row, by what its names mean now."""
        self[action] = self.rows[action] = row
        for name in names:
            self.naming.setdefault(name, set()).add(action)

    def forget(self, names: Iterable[str]) -> None:
        """These names mean something else now."""
        for name in names:
            for action in self.naming.pop(name, ()):
                self.pop(action, None)


class Seen:
    """What a side saw last: the pieces by their names, whose they are, how it stood; and the actions told of them."""

    __slots__ = ("by_id", "clock", "described", "kept", "pieces", "sides", "situation", "tracks")

    def __init__(self, columns: int) -> None:
        self.pieces: tuple[PieceView, ...] = ()
        self.by_id: dict[str, PieceView] = {}
        self.sides: frozenset[str] = frozenset()
        self.kept: dict[frozenset[str], dict[str, Kept]] = {}  # by those who have pieces
        self.clock: tuple[object, ...] = ()  # the turn, the phase and the scene
        self.tracks: tuple[Track, ...] = ()
        self.situation: Array = np.zeros(columns, np.float32)  # what was made of them
        self.described = Described()

    def look(self, pieces: tuple[PieceView, ...]) -> None:
        """Know the pieces; where each is the one it was, only what has changed of them is learnt."""
        before, self.pieces = self.pieces, pieces
        pairs = [(before[i], pieces[i]) for i in changed(pieces, before)] if len(pieces) == len(before) else None
        if pairs is not None and all(old.id == new.id and old.side == new.side for old, new in pairs):
            self.by_id.update([(new.id, new) for _, new in pairs])
            self.described.forget([new.id for _, new in pairs])
        else:
            known, self.by_id = self.by_id, {piece.id: piece for piece in pieces}
            self.sides = frozenset([piece.side for piece in pieces])
            self.described.forget([name for name, piece in known.items() if self.by_id.get(name) != piece])
            self.described.forget(self.by_id.keys() - known.keys())
