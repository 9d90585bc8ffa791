"""Sight from centre to centre: the geometry is here, what blocks it is the game's.

A game gives the level of each hex and a function `blocks(sighting, passage)` that names the rule by which one passage
blocks one line of sight, or None. A `Sighting` is always looked at from its upper end (of equals, the first in grid
order), so sight is mutual by construction and "behind the hill" has one meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, product
from typing import Literal, NamedTuple

from grognard.board.hexes.grid import Cube, Hex, HexGrid
from grognard.board.hexes.hex_sets import bits_of, hexes_of
from grognard.board.hexes.sight_lines import CentreLines, Passage, Span, crossed, length, spiral, stepped
from grognard.engine.core.view import SightCheck, SightLine

# -------------------- All lines of sight of a map at once


class BitMap:
    """The map as one row of cells, with so many empty cells after each line that no step of `radius` runs over."""

    def __init__(self, grid: HexGrid, radius: int) -> None:
        left, top = min(q for q, _ in grid.cube.values()), min(r for _, r in grid.cube.values())
        self._width = max(q for q, _ in grid.cube.values()) - left + 1 + radius
        self._place = {h: (r - top) * self._width + q - left for h, (q, r) in grid.cube.items()}
        self._cells: list[Hex | None] = [None] * (max(self._place.values()) + self._move((radius, radius)) + 1)
        for h, place in self._place.items():
            self._cells[place] = h

    def _move(self, offset: Cube) -> int:
        """How many cells further an offset leads."""
        return offset[1] * self._width + offset[0]

    def bits(self, hexes: Iterable[Hex]) -> int:
        """A set of hexes as a number."""
        return sum(1 << self._place[h] for h in hexes)

    def ahead(self, bits: int, offset: Cube) -> int:
        """The cells that have one of a set at this offset."""
        move = self._move(offset)
        return bits >> move if move >= 0 else bits << -move

    def pairs(self, bits: int, offset: Cube) -> Iterator[tuple[Hex, Hex]]:
        """Every hex of a set that has another at this offset, and that other."""
        move = self._move(offset)
        while bits:
            lowest = bits & -bits
            bits ^= lowest
            place = lowest.bit_length() - 1
            a, b = self._cells[place], self._cells[place + move]
            if a is not None and b is not None:
                yield a, b


class Heights(NamedTuple):
    """What a game promises about lines through a hex, not along its side: only its height matters.

    A line is blocked there if `hides(high, low, height, at, far)`: the levels of its two ends, how far from the higher
    end the hex is, and how long the line is. What a height hides, a greater one hides; between ends of one level it
    does not matter how far the hex is.
    """

    height: Callable[[Hex], int]
    hides: Callable[[int, int, int, int, int], bool]


class LineSurvey:
    """What the levels of a map and the promises of its game (see `CentreSight`) tell of all lines of one offset."""

    def __init__(
        self, sheet: BitMap, level: Mapping[Hex, int], harmless_from: Mapping[Hex, int], heights: Heights | None
    ) -> None:
        self._sheet, self._heights = sheet, heights
        self._at = {n: sheet.bits(h for h in level if level[h] == n) for n in set(level.values())}
        self._risky = {low: sheet.bits(h for h in level if harmless_from[h] > low) for low in self._at}
        tall = {h: heights.height(h) for h in level} if heights else {}
        self._tall = {n: sheet.bits(h for h in tall if tall[h] >= n) for n in sorted(set(tall.values()))}
        self._least: dict[tuple[int, int, int, int], int | None] = {}

    def look(self, offset: Cube, spans: tuple[Span, ...]) -> tuple[int, int]:
        """The hexes from which nothing on the way to an offset can block, and those of which this is not sure.

        From all others the line is blocked.
        """
        ahead, far = self._sheet.ahead, length(offset)
        through = [span for span in spans if self._heights and len(span.offsets) == 1]
        tall = [{n: ahead(bits, span.offsets[0]) for n, bits in self._tall.items()} for span in through]
        others = [cell for span in spans if span not in through for cell in span.offsets]
        clear = doubtful = 0
        for here, there in product(self._at, self._at):
            lines = self._at[here] & ahead(self._at[there], offset)
            high, low = max(here, there), min(here, there)
            for span, standing in zip(through, tall, strict=True):
                least = self._least_hiding(high, low, span.distance if here == high else span.left, far)
                if least is not None:
                    lines &= ~standing[least]
            risk = 0
            for cell in others:
                risk |= lines & ahead(self._risky[low], cell)
            doubtful |= risk
            clear |= lines ^ risk
        return clear, doubtful

    def _least_hiding(self, high: int, low: int, at: int, far: int) -> int | None:
        """The least height on this map that blocks a line here."""
        key = high, low, at, far
        if key not in self._least:
            assert self._heights is not None
            hides = self._heights.hides
            self._least[key] = next((n for n in self._tall if hides(high, low, n, at, far)), None)
        return self._least[key]


# -------------------- Sight from centre to centre

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
_CLEAR, _BLIND = 1, 2  # what is known of a line; 0 if it has never been judged

Blocks = Callable[[Sighting, Passage], str | None]
Forbids = Callable[[Sighting], str | None]
Height = Callable[[Hex], int]


class CentreSight:
    """Who sees whom by one game's rules.

    * `level(hex)`: the level of a unit in the hex;
    * `blocks(sighting, passage)`: the rule by which this passage blocks, or None;
    * `forbids(sighting)`: a rule about the line as a whole, asked of neighbours too, or None;
    * `style`: "crossed" for every hex the line enters, "stepped" for one passage a hex of distance (see `centre_line`).

    Three promises spare time:

    * `harmless_from(hex)`: the hex never blocks a line whose two ends are both at this level or higher;
    * `heights`: of a hex that a line passes through only its height matters;
    * `forbids_from(hex)`: whether `forbids` can name a rule about lines that end in the hex; else it is not asked.
    """

    def __init__(
        self,
        grid: HexGrid,
        level: Height,
        blocks: Blocks,
        *,
        forbids: Forbids | None = None,
        forbids_from: Callable[[Hex], bool] = lambda h: True,
        style: Literal["crossed", "stepped"] = "crossed",
        harmless_from: Height = lambda h: _ALWAYS,
        heights: Heights | None = None,
    ) -> None:
        self.grid, self.lines, self.style = grid, CentreLines(grid), style
        self._spans: Spans = crossed if style == "crossed" else stepped
        self._level = {h: level(h) for h in grid.hexes}
        self._blocks, self._forbids = blocks, forbids
        self._odd = frozenset(h for h in grid.hexes if forbids_from(h)) if forbids else frozenset[Hex]()
        self._safe, self._heights = {h: harmless_from(h) for h in grid.hexes}, heights
        self._harmful = {grid.cube[h]: level for h, level in self._safe.items()}
        self._tops = {grid.cube[h]: heights.height(h) for h in grid.hexes} if heights else {}
        self._known = {h: bytearray(len(grid)) for h in grid.hexes}  # by the number of the other hex
        self._judged: dict[Hex, int] = {}  # the hexes, as bits, of which it is known whether they are seen from each
        self._clear: dict[Hex, int] = {}  # and those that are
        self._radius = 0  # so far every clear line is known
        self._seen: dict[tuple[Hex, int], frozenset[Hex]] = {}

    def sees(self, a: Hex, b: Hex, levels: tuple[int, int] | None = None) -> bool:
        """Whether there is a line of sight, either way; `levels` replaces the levels of the two hexes."""
        if levels is not None:
            return a == b or self._judge(self.sighting(a, b, levels)) is None
        known = self._known[a][self.grid.index[b]]
        if not known:
            known = self._look(a, b)
            self._note(a, b, known)
        return known == _CLEAR

    def _look(self, a: Hex, b: Hex) -> int:
        if a == b:
            return _CLEAR
        if self.grid.distance(a, b) <= self._radius:
            return _BLIND
        if (a in self._odd or b in self._odd) and not self._allows(a, b):
            return _BLIND
        return _CLEAR if self._is_open(*self._from_above(a, b)) else _BLIND

    def _is_open(self, a: Hex, b: Hex) -> bool:
        """Does nothing on the way from the upper end to the lower block? What cannot by a promise is not asked."""
        (q, r), high, low, safe = self.grid.cube[a], self._level[a], self._level[b], self._harmful
        for span in self._spans(self.grid.offset(a, b)):
            for x, y in span.offsets:
                if safe.get((q + x, r + y), low) > low:
                    break
            else:
                continue
            if self._heights is not None and len(span.offsets) == 1:
                if self._heights.hides(high, low, self._tops[q + x, r + y], span.distance, self.grid.distance(a, b)):
                    return False
            elif (passage := self.lines.lay(a, span)) and self._blocks(self.sighting(a, b), passage) is not None:
                return False
        return True

    def _from_above(self, a: Hex, b: Hex) -> tuple[Hex, Hex]:
        """The upper end of a line and the lower; of equals the first in grid order is the upper."""
        above = self._level[a] - self._level[b] or self.grid.index[b] - self.grid.index[a]
        return (a, b) if above >= 0 else (b, a)

    def _note(self, a: Hex, b: Hex, known: int) -> None:
        index = self.grid.index
        self._known[a][index[b]] = self._known[b][index[a]] = known

    def among(self, a: Hex, bits: int) -> int:
        """Those of a set of hexes (see `hexset`) that are seen from a; each line is judged once."""
        unknown = bits & ~self._judged.get(a, 0)
        if unknown:
            clear = bits_of(self.grid, [h for h in hexes_of(self.grid, unknown) if self.sees(a, h)])
            self._judged[a] = self._judged.get(a, 0) | unknown
            self._clear[a] = self._clear.get(a, 0) | clear
        return bits & self._clear.get(a, 0)

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
        working = tuple(SightCheck(p.hexes, self._blocks(sighting, p)) for p in sighting.passages)
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
        sheet = BitMap(self.grid, radius)
        survey = LineSurvey(sheet, self._level, self._safe, self._heights)
        found: dict[Hex, list[Hex]] = {h: [h] for h in self.grid.hexes}
        for offset in _half_disc(radius):
            clear, doubtful = survey.look(offset, self._spans(offset))
            allowed = (pair for pair in sheet.pairs(clear, offset) if self._odd.isdisjoint(pair) or self._allows(*pair))
            judged = (pair for pair in sheet.pairs(doubtful, offset) if self._judge(self.sighting(*pair)) is None)
            for a, b in chain(allowed, judged):
                self._note(a, b, _CLEAR)
                found[a].append(b)
                found[b].append(a)
        table = {h: frozenset(others) for h, others in found.items()}
        self._seen.update({(h, radius): others for h, others in table.items()})
        self._radius = max(radius, self._radius)
        return table

    def _allows(self, a: Hex, b: Hex) -> bool:
        """Whether no rule about the line as a whole forbids it."""
        return self._forbids is None or self._forbids(self.sighting(a, b)) is None


def _half_disc(radius: int) -> list[Cube]:
    """One of each pair of opposite offsets."""
    return [(q, r) for q, r in spiral(radius)[1:] if r > 0 or (r == 0 and q > 0)]
