"""What a side saw last and the rows made of it: from one look to the next little changes, and only that is written."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from struct import Struct
from sys import getrefcount
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grognard.engine import PieceView, Track
from grognard.engine.core.cache import changed

Array = NDArray[np.float32]
MOST_KNOWN = 1 << 13  # rows of one list kept
MOST_SHEETS = 4  # arrays kept to be written again
FEW = 4  # rows that are quicker written one by one than together


class ArrayBuffer:
    """An array to show rows on."""

    __slots__ = ("array", "filled", "stale")

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.array: Array = np.zeros(shape, np.float32)
        self.filled = 0  # rows at its beginning, where it is filled from there
        self.stale = set(range(shape[0]))  # rows that do not show what they should, where it is written row by row

    def show(self) -> Array:
        """The array, to be read alone."""
        shown = self.array[:]
        shown.flags.writeable = False
        return shown


_SHEET = ArrayBuffer((1,))
UNHELD = getrefcount(_SHEET.array)  # of an array that only its sheet holds


class Sheets(list[ArrayBuffer]):
    """Sheets of one size: one that nobody holds any more is written again, for most of it stays as it is."""

    __slots__ = ("shape",)

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.shape = shape

    def free(self) -> ArrayBuffer:
        """One that nobody holds."""
        for sheet in self:
            if getrefcount(sheet.array) == UNHELD:
                return sheet
        self[:] = [*self[1 - MOST_SHEETS :], ArrayBuffer(self.shape)]
        return self[-1]


class Rows:
    """Rows of numbers that were described before, each under its own number. What is shown can only be read."""

    __slots__ = ("packed", "rows", "sheets")

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.rows: Array = np.zeros((64, shape[1]), np.float32)
        self.packed = Struct(f"{shape[1]}f")  # a row as NumPy holds it
        self.sheets = Sheets(shape)

    def write(self, number: int, described: Sequence[float]) -> None:
        """Keep a row."""
        while number >= len(self.rows):
            self.rows = np.concatenate([self.rows, np.zeros_like(self.rows)])
        self.packed.pack_into(self.rows.data, number * self.packed.size, *described)

    def show(self, numbers: NDArray[np.intp], last: Sequence[float] = ()) -> Array:
        """An array that begins with these rows and is empty from there on, but for the end of its last row."""
        sheet, count = self.sheets.free(), len(numbers)
        array = sheet.array
        if count < sheet.filled:
            array[count : sheet.filled] = 0.0
        array[-1], sheet.filled = 0.0, count
        if count:
            self.rows.take(numbers, 0, array[:count], "clip")  # "raise" would copy them twice
        if last:
            array[-1, -len(last) :] = last
        return sheet.show()


class RowCache(dict[Any, int]):
    """The rows of what was listed before, so that nothing is described twice, and what was listed last.

    What is shown needs no copy as long as nothing changes, and after that only rows that show something else now.
    """

    __slots__ = ("row", "rows", "shown", "things")

    def __init__(self, shape: tuple[int, ...], row: Callable[[Any], tuple[float, ...]]) -> None:
        self.row, self.rows = row, Rows(shape)
        self.things: Sequence[Any] = ()
        self.shown: Array | None = None

    def __missing__(self, thing: Hashable) -> int:
        """Something new is described, and its row gets a number."""
        number = self[thing] = len(self)
        self.rows.write(number, self.row(thing))
        return number

    def learn(self, things: Sequence[Hashable]) -> list[int]:
        """These are listed now; the places where that changes anything."""
        before, self.things = self.things, things
        if things is before or things == before:
            return []
        others, self.shown = changed(things, before), None
        for sheet in self.rows.sheets:
            sheet.stale.update(others)
        return others

    def list(self, things: Sequence[Hashable]) -> Array:
        """A row for each thing, as many as there is room for."""
        if things is not self.things:
            self.learn(things)
        if self.shown is None:
            self.shown = self._written()
        return self.shown[:]

    def _written(self) -> Array:
        """What is listed on a sheet that nobody holds."""
        if len(self) > MOST_KNOWN:
            self.clear()
        sheet = self.rows.sheets.free()
        array, things, count = sheet.array, self.things, min(len(self.things), len(sheet.array))
        places = [i for i in sheet.stale if i < count]
        if len(places) > max(FEW, count // 4):
            numbers = [*map(self.__getitem__, things[:count])]
            self.rows.rows.take(numbers, 0, array[:count], "clip")  # all of them together
        else:
            for place in places:
                number = self[things[place]]
                array[place] = self.rows.rows[number]
        if len(places) < len(sheet.stale):
            array[count:] = 0.0
        sheet.stale.clear()
        return sheet.show()


class Described(dict[Hashable, int]):
    """The rows of actions that are still true: each is, as long as the pieces it names stay as they are."""

    __slots__ = ("describe", "naming", "rows")

    def __init__(self, describe: Callable[[Any], int]) -> None:
        self.describe = describe
        self.rows: dict[Hashable, int] = {}  # of all that were ever described
        self.naming: dict[str, set[Hashable]] = {}  # the true ones by what they name

    def __missing__(self, action: Hashable) -> int:
        """One that is new, or names a piece that has changed."""
        return self.describe(action)

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


class LastSeen:
    """What a side saw last: the pieces by their names, whose they are, how it stood; and the actions told of them."""

    __slots__ = ("by_id", "clock", "described", "kept", "pieces", "sides", "situation", "tracks")

    def __init__(self, columns: int, pieces: RowCache, described: Described) -> None:
        self.pieces, self.described = pieces, described
        self.by_id: dict[str, PieceView] = {}
        self.sides: frozenset[str] = frozenset()
        self.kept: dict[frozenset[str], dict[str, RowCache]] = {}  # all that is listed, by those who have pieces
        self.clock: tuple[object, ...] = ()  # the turn, the phase and the scene
        self.tracks: tuple[Track, ...] = ()
        self.situation: Array = np.zeros(columns, np.float32)  # what was made of them

    def look(self, pieces: tuple[PieceView, ...]) -> None:
        """Know the pieces: only what has changed of them is learnt."""
        before = self.pieces.things
        others = self.pieces.learn(pieces)
        was = {before[i].id: before[i] for i in others if i < len(before)}
        now = {pieces[i].id: pieces[i] for i in others if i < len(pieces)}
        for name in was.keys() - now.keys():
            del self.by_id[name]
        self.by_id |= now
        if was.keys() != now.keys() or any(was[name].side != piece.side for name, piece in now.items()):
            self.sides = frozenset([piece.side for piece in pieces])
        self.described.forget(was.keys() - now.keys())
        self.described.forget([name for name, piece in now.items() if _differ(was.get(name), piece)])


def _differ(was: PieceView | None, now: PieceView) -> bool:
    """Does a row of an action that names a piece say something else of it?"""
    if was is now:
        return False
    if was is None or was.place != now.place or was.face != now.face:
        return True
    return was.boxes != now.boxes or was.facing != now.facing or was.side != now.side
