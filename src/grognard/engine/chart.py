"""Printed charts: roll on them, or ask for the exact odds; and the modifiers that led to a column."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product

import msgspec


class Modifier(msgspec.Struct, frozen=True):
    """One reason a column or a die changes, with its rule."""

    cite: str
    value: int
    text: str


@cache
def totals(dice: int, sides: int = 6) -> Mapping[int, Fraction]:
    """The exact distribution of the sum of some dice."""
    odds: dict[int, Fraction] = {}
    share = Fraction(1, sides**dice)
    for faces in product(range(1, sides + 1), repeat=dice):
        odds[sum(faces)] = odds.get(sum(faces), Fraction(0)) + share
    return odds


class Chart:
    """A results table: dice totals down, columns across."""

    def __init__(self, columns: Sequence[str], rows: Mapping[int, Sequence[str]], dice: int = 2) -> None:
        for total, results in rows.items():
            if len(results) != len(columns):
                raise ValueError(f"row {total} has {len(results)} results for {len(columns)} columns")
        missing = totals(dice).keys() - rows.keys()
        if missing:
            raise ValueError(f"no row for a roll of {min(missing)}")
        self.columns, self.rows, self.dice = tuple(columns), dict(rows), dice

    def clamp(self, column: int) -> int:
        """The column itself, or the end column beyond which it lies."""
        return max(0, min(len(self.columns) - 1, column))

    def result(self, column: int, total: int) -> str:
        """What the table prints for a column (by its place from the left) and a roll."""
        return self.rows[total][column]

    def odds(self, column: int) -> dict[str, Fraction]:
        """The exact chance of each result in a column."""
        odds: dict[str, Fraction] = {}
        for total, chance in totals(self.dice).items():
            result = self.result(column, total)
            odds[result] = odds.get(result, Fraction(0)) + chance
        return odds


def net(modifiers: Iterable[Modifier]) -> int:
    """The sum of all modifiers."""
    return sum(m.value for m in modifiers)
