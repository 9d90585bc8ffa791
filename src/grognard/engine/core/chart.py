"""Charts: look them up, roll on them, ask for the exact odds; and the modifiers that led to a column."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property
from itertools import product
from math import inf
from typing import Literal

import msgspec


class Modifier(msgspec.Struct, frozen=True):
    """One reason a column or a die changes, with its rule."""

    cite: str  # rule of the modifier
    value: int  # what it adds to the die or column
    text: str  # reason in words
    on: Literal["die", "column", "number"] = "die"  # what it changes: the roll, the column, or what is needed


@cache
def totals(dice: int, sides: int = 6) -> Mapping[int, Fraction]:
    """The exact distribution of the sum of some dice."""
    odds: dict[int, Fraction] = {}
    share = Fraction(1, sides**dice)
    for faces in product(range(1, sides + 1), repeat=dice):
        odds[sum(faces)] = odds.get(sum(faces), Fraction(0)) + share
    return odds


_LABEL = re.compile(r"(-?\d+)(?: (or less|or more)| to (-?\d+))?$")


class Chart(msgspec.Struct, frozen=True, dict=True):
    """A printed chart. With `dice` it is one to roll on: its rows are totals ("7", "0 or less", "3 to 5").

    `Working.chart` and `Working.column` name a chart by its key and one of its columns.
    """

    key: str  # id of the chart
    title: str  # printed title
    columns: tuple[str, ...]  # headings from left to right
    rows: tuple[tuple[str, tuple[str, ...]], ...]  # what stands at the left, and the cells
    results: tuple[tuple[str, str], ...] = ()  # what a cell's letters mean, the mildest first
    cite: str = ""  # rule it is printed in
    note: str = ""  # line below the chart
    dice: int = 0  # number of dice rolled on it; 0 if it is only looked up
    natural: tuple[tuple[int, str], ...] = ()  # dice that lead to a row whatever is added to them
    wanted: str = ""  # what whoever rolls hopes for: "at least a hit"
    backfires: tuple[str, ...] = ()  # the results that hurt whoever rolls

    def __post_init__(self) -> None:
        for label, cells in self.rows:
            if len(cells) != len(self.columns):
                raise ValueError(f"row {label} of {self.key} has {len(cells)} results for {len(self.columns)} columns")
        if self.dice:
            low, high = min(totals(self.dice)), max(totals(self.dice))
            first, last = self._ends
            gaps = [n for n in range(first, last) if n not in self._by_total]
            gaps += range(low, first) if not self._opens("or less") else ()
            gaps += range(last + 1, high + 1) if not self._opens("or more") else ()
            if gaps:
                raise ValueError(f"no row for a roll of {gaps[0]} in {self.key}")

    @classmethod
    def of(
        cls,
        key: str,
        title: str,
        columns: Sequence[str],
        rows: Mapping[str, Sequence[str]],
        *,
        dice: int = 0,
        results: Mapping[str, str] | None = None,
        cite: str = "",
        note: str = "",
        wanted: str = "",
        backfires: Sequence[str] = (),
    ) -> Chart:
        """A chart as a data file holds it: the cells by what stands at the left."""
        lines = tuple((str(label), tuple(cells)) for label, cells in rows.items())
        named = tuple((results or {}).items())
        return cls(key, title, tuple(columns), lines, named, cite, note, dice, (), wanted, tuple(backfires))

    @cached_property
    def _by_total(self) -> dict[int, tuple[str, ...]]:
        """The cells of every total between the ends of the chart."""
        found: dict[int, tuple[str, ...]] = {}
        for label, cells in self.rows:
            match = _LABEL.match(label)
            if match is None:
                raise ValueError(f"{label!r} in {self.key} is no total of dice")
            low = int(match[1])
            found |= dict.fromkeys(range(low, int(match[3] or low) + 1), cells)
        return found

    @cached_property
    def _ends(self) -> tuple[int, int]:
        return min(self._by_total), max(self._by_total)

    def _opens(self, way: str) -> bool:
        """Does the chart go on beyond its end?"""
        return any(label.endswith(way) for label, _ in self.rows)

    def by_odds(self, attack: float, defense: float) -> int:
        """The last column of odds ("1:2", "1:1", "3:1") that the strengths reach, or the first."""
        odds = [tuple(map(Fraction, label.split(":"))) for label in self.columns]
        return max([i for i, (a, d) in enumerate(odds) if attack * d >= a * defense], default=0)

    def by_difference(self, difference: int) -> int:
        """The column of a difference, where columns are called "-1 or less", "0 to 1", "2", "3 or more"."""
        ends = [_LABEL.match(label) for label in self.columns]
        least = [-inf if e and e[2] == "or less" else int(e[1]) if e else inf for e in ends]
        return max([i for i, low in enumerate(least) if difference >= low], default=0)

    def clamp(self, column: int) -> int:
        """The column itself, or the end column beyond which it lies."""
        return max(0, min(len(self.columns) - 1, column))

    def result(self, column: int, total: int) -> str:
        """What the chart prints for a column (by its place from the left) and a total."""
        low, high = self._ends
        return self._by_total[min(high, max(low, total))][column]

    def rolled(self, column: int, dice: int, added: int = 0) -> str:
        """What comes of a roll and what is added to it."""
        for natural, label in self.natural:
            if dice == natural:
                return dict(self.rows)[label][column]
        return self.result(column, dice + added)

    def odds(self, column: int, added: int = 0) -> dict[str, Fraction]:
        """The exact chance of each result in a column."""
        odds: dict[str, Fraction] = {}
        for total, chance in totals(self.dice).items():
            result = self.rolled(column, total, added)
            odds[result] = odds.get(result, Fraction(0)) + chance
        return odds


def net(modifiers: Iterable[Modifier]) -> int:
    """The sum of all modifiers."""
    return sum([m.value for m in modifiers])
