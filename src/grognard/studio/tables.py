"""The table or the map of a battle that is being drawn, before the battle is whole."""

from __future__ import annotations

import hashlib

import msgspec

from grognard.board.ground import InchGround
from grognard.board.inches.terrain_table import Feature, Table
from grognard.engine import Game, Ground
from grognard.engine.game.embedded_map import SHEET
from grognard.studio.game_schema import Bench, bench_of
from grognard.studio.maps import drawn_map, ground_of
from grognard.studio.paths import Plain, rows_at

LEAST, MOST = 24.0, 144.0  # inches
FEATURES = 400


def table_mark(game: Game, bench: Bench, data: Plain) -> str:
    """A name for the table or the map in a file, which changes with it; "" for a map in the box."""
    if not bench.terrain and drawn_map(game, data.get(SHEET)) is None:
        return ""
    drawn = msgspec.json.encode([game.id, rows_at(data, "table"), rows_at(data, bench.terrain), data.get(SHEET)])
    return hashlib.sha256(drawn).hexdigest()[:24]


def ground_in(game: Game, data: Plain) -> Ground:
    """The table or the map in a file, as far as it can be drawn."""
    bench = bench_of(game)
    ground = table_of(bench, data) if bench.terrain else ground_of(game, data)
    assert ground is not None
    return ground


def table_of(bench: Bench, data: Plain) -> InchGround:
    """The table with as much of its terrain as can be drawn."""
    size = [min(MOST, max(LEAST, float(part))) for part in rows_at(data, "table") if isinstance(part, int | float)]
    wide, deep = size if len(size) == 2 else (72.0, 48.0)
    found = (_feature(row) for row in rows_at(data, bench.terrain)[:FEATURES] if isinstance(row, dict))
    return InchGround(Table(wide, deep, [feature for feature in found if feature]), str(data.get("title", ""))[:80])


def _feature(row: Plain) -> Feature | None:
    closed = bool(row.get("polygon"))
    points = [_point(point) for point in rows_at(row, "polygon" if closed else "polyline")]
    if len(points) < (3 if closed else 2) or None in points:
        return None
    return Feature(str(row.get("name")), str(row.get("type")), tuple(p for p in points if p), closed)


def _point(point: object) -> tuple[float, float] | None:
    if isinstance(point, list) and len(point) == 2 and all(isinstance(part, int | float) for part in point):
        return max(0.0, min(MOST, float(point[0]))), max(0.0, min(MOST, float(point[1])))
    return None
