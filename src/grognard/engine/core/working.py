"""The working of a roll: before it, what stands behind it; after it, what came of it. The same object is both.

From a working alone a roll can be done again on paper: what it starts from, every modifier with its rule, the chart and
its column or the number needed, the faces and the result. `mistake_in` does it again and says what does not fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, Self

import msgspec

from grognard.engine.core.chart import Chart, Modifier
from grognard.engine.core.numbers import numbers_in


class Given(msgspec.Struct, frozen=True):
    """A number the working starts from: a strength, a range, a rating."""

    name: str  # what the number is
    value: str  # the number
    cite: str = ""  # rule it comes from


class Working(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a roll is made.

    On a chart: `base` is the column before modifiers `on` the column move it, `column` the one used (the end column,
    if they would lead beyond it), and modifiers on the die are added to the roll. Without a chart: the sum of the dice
    and the modifiers must come to `needs` or more, or to no more than it (`at_most`); with `each`, every die that does
    counts by itself, and the result is how many did. Modifiers on the number change what is needed.
    """

    title: str  # what is rolled for
    modifiers: tuple[Modifier, ...] = ()  # reasons the column or die changes
    chart: str = ""  # key of the chart
    column: str = ""  # column before modifiers
    dice: int = 0  # how many dice are rolled
    needs: int | None = None  # for a roll without a chart
    given: tuple[Given, ...] = ()  # numbers the working starts from
    base: str = ""  # the column or number in words
    at_most: bool = False  # the roll succeeds at this number or less
    each: bool = False  # every die counts by itself
    sides: int = 6  # faces of a die
    faces: tuple[int, ...] = ()  # once it is rolled
    result: str = ""  # the cell of the chart, "yes" or "no" against a number, a count, or words where there is neither
    words: str = ""  # the result as people say it
    further: tuple[Working, ...] = ()  # other columns or charts that the same dice are read on

    def rolled(self, faces: Iterable[int], result: str, words: str = "") -> Self:
        """The working after the roll."""
        return msgspec.structs.replace(self, faces=tuple(faces), result=result, words=words)

    def on(self, what: Literal["die", "column", "number"]) -> int:
        """The sum of all modifiers on one thing."""
        return sum(m.value for m in self.modifiers if m.on == what)

    @property
    def total(self) -> int:
        """The dice with all that is added to them."""
        return sum(self.faces) + self.on("die")

    @property
    def numbers(self) -> dict[str, float]:
        """What it rests on, for programs: each given number by its name, the dice, what is needed, and the sums."""
        sums = {f"on {what}": self.on(what) for what in ("die", "column", "number")}
        needed = {} if self.needs is None else {"needs": self.needs}
        given = numbers_in({given.name: given.value for given in self.given})
        return {**given, "dice": self.dice, "sides": self.sides, **needed, **sums}


def mistake_in(working: Working, charts: Mapping[str, Chart]) -> str | None:
    """What does not fit when a roll is done again from its working; None if everything does."""
    if len(working.faces) != working.dice or not all(1 <= face <= working.sides for face in working.faces):
        return f"{working.faces} are not {working.dice} dice of {working.sides}"
    if working.chart:
        found = _on_chart(working, charts)
    elif working.needs is not None:
        found = _against_number(working, working.needs + working.on("number"))
    else:
        found = None if working.result else "nothing came of it"
    return found or next(filter(None, (mistake_in(more, charts) for more in working.further)), None)


def _on_chart(working: Working, charts: Mapping[str, Chart]) -> str | None:
    chart = charts.get(working.chart)
    if chart is None or working.column not in chart.columns:
        return f"there is no column {working.column!r} of a chart {working.chart!r}"
    column = chart.columns.index(working.column)
    if working.base and column != chart.clamp(chart.columns.index(working.base) + working.on("column")):
        return f"from {working.base} the modifiers do not lead to {working.column}"
    printed = chart.rolled(column, sum(working.faces), working.on("die"))
    return None if printed == working.result else f"the chart prints {printed!r}, not {working.result!r}"


def _against_number(working: Working, needed: int) -> str | None:
    def reaches(total: int) -> bool:
        return total <= needed if working.at_most else total >= needed

    if working.each:
        came = str(sum(reaches(face + working.on("die")) for face in working.faces))
    else:
        came = "yes" if reaches(working.total) else "no"
    return None if came == working.result else f"{working.faces} against {needed} comes to {came!r}"
