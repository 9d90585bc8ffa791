"""Maps of where units went and where they were lost, as SVG: a plain ground with a spot for every hex or square."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from math import sqrt

from grognard.board.hexmap import HexMap
from grognard.board.tabletop import Table
from grognard.engine import Game, Piece

SQUARE = 3  # inches of a table that count as one place
COLOURS = ("#2f5f8b", "#a8322a", "#3f7a3a", "#8a5a9e")  # of the sides
# What terrain looks like by a word in its name; the first that fits.
GROUND = (
    *(("sea", "#bcd3df"), ("river", "#bcd3df"), ("stream", "#bcd3df"), ("shallows", "#bcd3df"), ("ford", "#bcd3df")),
    *(("marsh", "#cfdccb"), ("swamp", "#cfdccb"), ("wood", "#c5d6b4"), ("veget", "#c5d6b4"), ("orchard", "#d5e0c0")),
    *(("scrub", "#d5e0c0"), ("town", "#d5c4b2"), ("city", "#d5c4b2"), ("village", "#d5c4b2"), ("build", "#d5c4b2")),
    *(("rough", "#e2dac6"), ("hill", "#e2dac6"), ("gully", "#e2dac6"), ("road", "#d9b98a"), ("", "#ece8dc")),
)
PLAIN = "#f4f1e8"


def spot(game: Game, scenario: str, piece: Piece) -> str:
    """The hex or the square of the table a piece is in; "" if it is nowhere on the ground."""
    board = game.board(scenario)
    if board is not None:
        return piece.place if piece.place in board.grid else ""
    point = getattr(piece, "point", None)
    if not piece.place or point is None:
        return ""
    return f"{int(point[0] // SQUARE)},{int(point[1] // SQUARE)}"


def colour(name: str) -> str:
    """How a kind of terrain is tinted."""
    return next(tint for word, tint in GROUND if word in name)


def ground(game: Game, scenario: str, name: str) -> str:
    """The bare map as a symbol to lay under the spots; "" if the game has none."""
    board, table = game.board(scenario), game.tabletop(scenario)
    if board is not None:
        return f"<symbol id='{name}' overflow='visible'>{_hexes(board)}</symbol>"
    return f"<symbol id='{name}' overflow='visible'>{_table(table)}</symbol>" if table is not None else ""


def heat(game: Game, scenario: str, name: str, counts: Mapping[str, int], sides: Sequence[str]) -> str:
    """The map with a spot for each place, the larger the more often; keys are a side and a place."""
    board, table = game.board(scenario), game.tabletop(scenario)
    if board is None and table is None:
        return ""
    most = max(counts.values(), default=1)
    spots = []
    for key, count in sorted(counts.items(), key=lambda item: -item[1]):
        side, _, place = key.rpartition(" ")
        x, y = _centre(board, table, place)
        tint = COLOURS[sides.index(side) % len(COLOURS)] if side in sides else "#555"
        size = (0.15 + 0.75 * sqrt(count / most)) * (1.0 if board is not None else SQUARE / 2)
        label = f"{escape(key)}: {count}"
        spots.append(f"<circle cx='{x:.1f}' cy='{y:.1f}' r='{size:.2f}' fill='{tint}'><title>{label}</title></circle>")
    box = " ".join(f"{v:.1f}" for v in _frame(board, table))
    drawn = f"<g fill-opacity='.55'>{''.join(spots)}</g>"
    return f"<svg viewBox='{box}' class=map role=img><use href='#{name}'/>{drawn}</svg>"


def totals(tables: Iterable[Mapping[str, int]]) -> Counter[str]:
    """Counts of many matches added up."""
    found: Counter[str] = Counter()
    for table in tables:
        found.update(table)
    return found


def _centre(board: HexMap | None, table: Table | None, place: str) -> tuple[float, float]:
    if board is not None:
        x, y = board.grid.centre(place)
        return float(x), float(y)
    assert table is not None
    column, row = map(int, place.split(","))
    return (column + 0.5) * SQUARE, table.height - (row + 0.5) * SQUARE


def _frame(board: HexMap | None, table: Table | None) -> tuple[float, float, float, float]:
    if board is None:
        assert table is not None
        return 0.0, 0.0, table.width, table.height
    centres = [board.grid.centre(h) for h in board.grid.hexes]
    xs, ys = [c[0] for c in centres], [c[1] for c in centres]
    return min(xs) - 1, min(ys) - 1, max(xs) - min(xs) + 2, max(ys) - min(ys) + 2


def _hexes(board: HexMap) -> str:
    """All hexes of a tint as one path, then rivers and roads, then names."""
    paths: dict[str, list[str]] = {}
    for h in board.grid.hexes:
        kinds = sorted(board.terrain[h])
        tint = colour(kinds[0]) if kinds else PLAIN
        corners = "L".join(f"{x:.1f},{y:.1f}" for x, y in board.grid.corners(h))
        paths.setdefault(tint, []).append(f"M{corners}Z")
    drawn = [f"<path d='{''.join(d)}' fill='{tint}' stroke='#fff' stroke-width='.05'/>" for tint, d in paths.items()]
    for line in board.lines:
        points = " ".join("{:.1f},{:.1f}".format(*board.grid.centre(h)) for h in line.hexes)
        drawn.append(f"<polyline points='{points}' fill='none' stroke='{colour(line.kind)}' stroke-width='.3'/>")
    for place in board.places:
        x, y = board.grid.centre(place.hex)
        at = f"x='{x:.1f}' y='{y - 0.6:.1f}' font-size='1' text-anchor='middle'"
        drawn.append(f"<text {at}>{escape(place.name)}</text>")
    return "".join(drawn)


def _table(table: Table) -> str:
    drawn = [f"<rect width='{table.width:g}' height='{table.height:g}' fill='{PLAIN}'/>"]
    for feature in table.features.values():
        points = " ".join(f"{x:.1f},{table.height - y:.1f}" for x, y in feature.points)
        tint = colour(feature.type)
        look = f"fill='{tint}'" if feature.closed else f"fill='none' stroke='{tint}' stroke-width='.6'"
        drawn.append(f"<{'polygon' if feature.closed else 'polyline'} points='{points}' {look}/>")
    return "".join(drawn)
