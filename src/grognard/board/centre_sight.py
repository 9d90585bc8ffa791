"""Sight from centre to centre: the geometry is here, what blocks it is the game's.

A game gives the level of each hex and a function `blocks(sighting, passage)` that names the rule by which one passage
blocks one line of sight, or None. A `Sighting` is always looked at from its upper end (of equals, the first in grid
order), so sight is mutual by construction and "behind the hill" has one meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from grognard.board.centre_line import CentreLines, Passage, Span, crossed, stepped
from grognard.board.hexgrid import Cube, Hex, HexGrid
from grognard.board.sight import length, spiral
from grognard.engine.view import Judged, SightLine

Spans = Callable[[Cube], tuple[Span, ...]]


class Sighting:
    """One line of sight to be judged: its two ends, their levels, and what lies between."""

    __slots__ = ("_lines", "_passages", "_spans", "distance", "lower", "lower_level", "upper", "upper_level")

    def __init__(self, lines: CentreLines, spans: Spans, upper: Hex, lower: Hex, levels: tuple[int, int]) -> None:
        self._lines, self._spans, self.upper, self.lower = lines, spans, upper, lower
        self.upper_level, self.lower_level = levels
        self.distance = length(lines.grid.offset(upper, lower))
        self._passages: tuple[Passage, ...] | None = None

    @property
    def passages(self) -> tuple[Passage, ...]:
        """What the line passes, from the upper end to the lower; distances are from the upper end."""
        if self._passages is None:
            offset = self._lines.grid.offset(self.upper, self.lower)
            self._passages = tuple(self._lines.walk(self.upper, self._spans(offset)))
        return self._passages

    @property
    def sides(self) -> tuple[tuple[Hex, Hex], ...]:
        """The hexsides that the line crosses, from the upper end to the lower."""
        return self._lines.sides(self.upper, self.lower)

    def behind(self, passage: Passage) -> tuple[Hex, ...]:
        """What the line comes to next after a passage, on its way to the lower end: one hex or two."""
        after = self.passages.index(passage) + 1
        return self.passages[after].hexes if after < len(self.passages) else (self.lower,)


_ALWAYS = 1 << 30  # higher than any unit

Blocks = Callable[[Sighting, Passage], str | None]
Forbids = Callable[[Sighting], str | None]


class CentreSight:
    """Who sees whom by one game's rules.

    * `level(hex)`: the level of a unit in the hex;
    * `blocks(sighting, passage)`: the rule by which this passage blocks, or None;
    * `forbids(sighting)`: a rule about the line as a whole, asked of neighbours too, or None;
    * `style`: "crossed" for every hex the line enters, "stepped" for one passage a hex of distance (see `centre_line`);
    * `harmless_from(hex)`: a promise that spares time: the hex never blocks a line whose two ends are both at this
      level or higher.
    """

    def __init__(
        self,
        grid: HexGrid,
        level: Callable[[Hex], int],
        blocks: Blocks,
        *,
        forbids: Forbids | None = None,
        style: Literal["crossed", "stepped"] = "crossed",
        harmless_from: Callable[[Hex], int] | None = None,
    ) -> None:
        self.grid, self.lines, self.style = grid, CentreLines(grid), style
        self._spans: Spans = crossed if style == "crossed" else stepped
        self._level = {h: level(h) for h in grid.hexes}
        self._blocks, self._forbids = blocks, forbids
        self._harmless_from = {h: _ALWAYS if harmless_from is None else harmless_from(h) for h in grid.hexes}
        self._answers: dict[Hex, dict[Hex, bool]] = {h: {} for h in grid.hexes}
        self._table, self._radius = {h: frozenset((h,)) for h in grid.hexes}, 0  # what is known of all pairs
        self._seen: dict[tuple[Hex, int], frozenset[Hex]] = {}

    def sees(self, a: Hex, b: Hex, levels: tuple[int, int] | None = None) -> bool:
        """Whether there is a line of sight, either way; `levels` replaces the levels of the two hexes."""
        if levels is not None:
            return a == b or self._judge(self.sighting(a, b, levels)) is None
        if b in self._table[a]:
            return True
        answer = self._answers[a].get(b)
        if answer is None:
            if self.grid.distance(a, b) <= self._radius:
                return False
            answer = self._judge(self.sighting(a, b)) is None
            self._answers[a][b] = self._answers[b][a] = answer
        return answer

    def seen(self, a: Hex, radius: int) -> frozenset[Hex]:
        """Every hex within a radius that is seen from a, which is one of them."""
        found = self._seen.get((a, radius))
        if found is None:
            found = frozenset(h for h in self.grid.within(a, radius) if self.sees(a, h))
            self._seen[a, radius] = found
        return found

    def explain(self, a: Hex, b: Hex, levels: tuple[int, int] | None = None) -> SightLine:
        """The answer with its working: every passage from a to b and the rule by which it blocks, if it does."""
        sighting = self.sighting(a, b, levels)
        rule = self._forbids(sighting) if self._forbids is not None and a != b else None
        working = tuple(Judged(p.hexes, self._blocks(sighting, p)) for p in sighting.passages)
        if sighting.upper != a:
            working = working[::-1]
        blocking = [judged for judged in working if judged.rule is not None]
        return SightLine(
            a,
            b,
            sighting.distance,
            rule is None and not blocking,
            (self.grid.centre(a), self.grid.centre(b)),
            tuple(h for judged in blocking for h in judged.hexes),
            rule or (blocking[0].rule if blocking else None),
            working,
        )

    def sighting(self, a: Hex, b: Hex, levels: tuple[int, int] | None = None) -> Sighting:
        """The line between two hexes, looked at from its upper end."""
        here, there = levels or (self._level[a], self._level[b])
        if here > there or (here == there and self.grid.index[a] <= self.grid.index[b]):
            return Sighting(self.lines, self._spans, a, b, (here, there))
        return Sighting(self.lines, self._spans, b, a, (there, here))

    def _judge(self, sighting: Sighting) -> str | None:
        """The first rule that blocks a line, or None if it is clear."""
        if self._forbids is not None and (rule := self._forbids(sighting)) is not None:
            return rule
        spans = self._spans(self.grid.offset(sighting.upper, sighting.lower))
        for passage in self.lines.walk(sighting.upper, spans):
            if (rule := self._blocks(sighting, passage)) is not None:
                return rule
        return None

    # -------------------------------------------------------------- all at once

    def all_pairs(self, radius: int) -> dict[Hex, frozenset[Hex]]:
        """What every hex sees within a radius, worked out in one go; `seen` and `sees` then look it up."""
        found: dict[Hex, list[Hex]] = {h: [h] for h in self.grid.hexes}
        for a, b in self._clear_pairs(radius):
            found[a].append(b)
            found[b].append(a)
        table = {h: frozenset(others) for h, others in found.items()}
        self._seen.update({(h, radius): others for h, others in table.items()})
        if radius > self._radius:
            self._table, self._radius = table, radius
        return table

    def _clear_pairs(self, radius: int) -> Iterator[tuple[Hex, Hex]]:
        """Every two hexes within a radius that see each other, once.

        A set of hexes is a whole number with a bit for each cell of the sheet: if the cells of a line have no bit in
        common with those that might block it, it need not be judged.
        """
        sheet = _Sheet(self.grid, radius)
        lines = [sheet.line(offset, self._spans) for offset in _half_disc(radius)]
        risky = {low: sheet.bits(self._risky(low)) for low in set(self._level.values())}
        for a in self.grid.hexes:
            place, level = sheet.place[a], self._level[a]
            around = {low: bits >> place for low, bits in risky.items()}
            for move, mask, parts in lines:
                b = sheet.cells[place + move]
                if b is not None:
                    hit = mask & around[min(level, self._level[b])]
                    if (not hit and self._forbids is None) or self._is_clear(a, b, hit, parts):
                        yield a, b

    def _risky(self, low: int) -> list[Hex]:
        """The hexes that might block a line whose lower end is at this level."""
        return [h for h, harmless in self._harmless_from.items() if harmless > low]

    def _is_clear(self, a: Hex, b: Hex, hit: int, parts: list[_Part]) -> bool:
        """Whether a line is clear, if only those parts matter that have a bit in common with `hit`."""
        sighting = self.sighting(a, b)
        if self._forbids is not None and self._forbids(sighting) is not None:
            return False
        from_a = sighting.upper == a
        for mask, ahead, back in parts:
            if mask & hit:
                passage = self.lines.lay(sighting.upper, ahead if from_a else back)
                if passage is not None and self._blocks(sighting, passage) is not None:
                    return False
        return True


def _half_disc(radius: int) -> list[Cube]:
    """One of each pair of opposite offsets."""
    return [(q, r) for q, r in spiral(radius)[1:] if r > 0 or (r == 0 and q > 0)]


_Part = tuple[int, Span, Span]  # one passage: its cells as a number, and as seen from either end of the line


class _Sheet:
    """The map as one row of cells, with so many empty cells after each line that no step of `radius` runs over."""

    def __init__(self, grid: HexGrid, radius: int) -> None:
        self.radius = radius
        left, top = min(q for q, _ in grid.cube.values()), min(r for _, r in grid.cube.values())
        self.width = max(q for q, _ in grid.cube.values()) - left + 1 + radius
        self.place = {h: (r - top) * self.width + q - left for h, (q, r) in grid.cube.items()}
        self.cells: list[Hex | None] = [None] * (max(self.place.values()) + self.move((radius, radius)) + 1)
        for h, place in self.place.items():
            self.cells[place] = h

    def move(self, offset: Cube) -> int:
        """How many cells further an offset leads."""
        return offset[1] * self.width + offset[0]

    def bits(self, hexes: list[Hex]) -> int:
        """A set of hexes as a number."""
        return sum(1 << self.place[h] + self.radius for h in hexes)

    def line(self, offset: Cube, spans: Spans) -> tuple[int, int, list[_Part]]:
        """The line to an offset: where it ends, its cells, and its parts; to be compared with `bits >> place`."""
        back = spans((-offset[0], -offset[1]))[::-1]
        masks = [sum(1 << self.move(h) + self.radius for h in span.offsets) for span in spans(offset)]
        return self.move(offset), sum(masks), list(zip(masks, spans(offset), back, strict=True))
