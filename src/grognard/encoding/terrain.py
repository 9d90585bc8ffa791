"""What is printed on the ground, as a row of numbers for each place: it stays the same for a whole match."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from grognard.board.ground import SQUARE, HexGround, InchGround
from grognard.board.hexes.map import HexMap
from grognard.board.inches.terrain_table import Table
from grognard.engine import Game

Spot = tuple[float, float]  # across and down the page, each from -1 to 1
LEVELS = 8  # what a height is divided by


class Terrain(NamedTuple):
    """Columns with their names, a row for each place, and where each place lies."""

    columns: tuple[str, ...]
    rows: NDArray[np.float32]
    spots: Mapping[str, Spot]
    inches: tuple[float, float] | None  # the size of a table

    def at(self, x: float, y: float) -> Spot | None:
        """Where a point of a table lies, in inches from its south-west corner; nowhere on a hex map."""
        return _on_table(self.inches, x, y) if self.inches else None


def terrain_of(game: Game, scenario: str) -> Terrain:
    """The ground of a scenario; nothing where a game has none to show."""
    ground = game.face.ground(scenario)
    if isinstance(ground, HexGround):
        return _of_hexes(ground.map)
    if isinstance(ground, InchGround):
        return _of_inches(ground.table)
    return Terrain(("x", "y"), np.zeros((0, 2), np.float32), {}, None)


def _of_hexes(board: HexMap) -> Terrain:
    """Every hex: where it lies, how high, what it is, what runs through it and along its sides."""
    spots = _spread({h: board.grid.centre(h) for h in board.grid.hexes})
    printed = {h: [f"is {kind}" for kind in kinds] for h, kinds in board.terrain.items()}
    for line in board.lines:
        for h in line.hexes:
            printed[h].append(f"on {line.kind}")
    for sides, kinds in board.sides.items():
        for h in sides:
            printed[h] += [f"beside {kind}" for kind in kinds]
    for h in {*board.bridged_hexes, *(h for sides in board.bridged_sides for h in sides)}:
        printed[h].append("bridge")
    heights = {h: (board.level(h) - board.base) / LEVELS for h in spots}
    return _table(spots, heights, printed, None)


def _of_inches(table: Table) -> Terrain:
    """Every square of a few inches: what lies at its middle, and what runs through it. Features have places too."""
    size = table.width, table.height
    across, up = (math.ceil(inches / SQUARE) for inches in size)
    middles = {f"{i},{j}": ((i + 0.5) * SQUARE, (j + 0.5) * SQUARE) for j in range(up) for i in range(across)}
    printed = {name: [f"is {area.type}" for area in table.areas_at(p)] for name, p in middles.items()}
    for line in table.lines:
        for start, end in pairwise(line.points):
            for square in _squares_between(start, end):
                printed.get(square, []).append(f"on {line.type}")
    spots = {name: _on_table(size, *p) for name, p in middles.items()}
    found = _table(spots, dict.fromkeys(spots, 0.0), printed, size)
    features = {name: _on_table(size, *feature.centre) for name, feature in table.features.items()}
    return found._replace(spots={**spots, **features})


def _squares_between(start: Spot, end: Spot) -> set[str]:
    """The squares that a stretch of road or river comes through, looked at every half square."""
    steps = max(1, math.ceil(2 * math.dist(start, end) / SQUARE))
    (x, y), (to_x, to_y) = start, end
    along = [(x + (to_x - x) * i / steps, y + (to_y - y) * i / steps) for i in range(steps + 1)]
    return {f"{int(across // SQUARE)},{int(up // SQUARE)}" for across, up in along}


def _on_table(size: tuple[float, float], x: float, y: float) -> Spot:
    return _within(2 * x / size[0] - 1), _within(1 - 2 * y / size[1])


def _table(
    spots: Mapping[str, Spot],
    heights: Mapping[str, float],
    printed: Mapping[str, Iterable[str]],
    inches: tuple[float, float] | None,
) -> Terrain:
    kinds = sorted({kind for found in printed.values() for kind in found})
    rows = np.zeros((len(spots), 3 + len(kinds)), np.float32)
    for row, (place, (x, y)) in zip(rows, spots.items(), strict=True):
        row[:3] = x, y, heights[place]
        row[[3 + kinds.index(kind) for kind in printed[place]]] = 1.0
    rows.flags.writeable = False
    return Terrain(("x", "y", "height", *kinds), rows, spots, inches)


def _spread(centres: Mapping[str, Spot]) -> dict[str, Spot]:
    """Hex centres stretched over -1 to 1 in both directions."""
    xs, ys = [c[0] for c in centres.values()], [c[1] for c in centres.values()]
    left, top = min(xs), min(ys)
    width, height = (max(xs) - left) or 1, (max(ys) - top) or 1
    return {h: ((c[0] - left) / width * 2 - 1, (c[1] - top) / height * 2 - 1) for h, c in centres.items()}


def _within(x: float) -> float:
    return max(-1.0, min(1.0, x))
