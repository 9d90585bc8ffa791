"""Maps of one's own: read and checked like scenarios, for every game that says in `data/ground.toml` what they hold."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from grognard.board.ground import HexGround, InchGround
from grognard.board.hexes.map import HexMap, parse_map
from grognard.board.hexes.map_file import PALETTE, MapFile, Vocabulary, map_faults, map_schema
from grognard.board.hexes.maps import WORDS, vocabulary
from grognard.board.inches.terrain_table import Feature, Table
from grognard.engine import Game, GrognardError, Ground, UnknownChoice
from grognard.engine.game.embedded_map import NAMED, SHEET
from grognard.engine.game.scenario import parse, read_text
from grognard.studio.check import game_of
from grognard.studio.game_schema import GameSchema, bench_of, copied
from grognard.studio.toml_edit import Plain, rows_at, to_toml


class NoMaps(GrognardError):
    """A game that is played on its own map alone."""


def words_of(game: Game) -> Vocabulary:
    """What maps of a game may hold, or a NoMaps."""
    words = brushes_of(game)
    if words is None or words.shape != "hexes":
        raise NoMaps(f"{game.title} is played on its own map alone.")
    return words


def has_maps(game: Game) -> bool:
    """Does a game take hex maps of one's own?"""
    words = brushes_of(game)
    return words is not None and words.shape == "hexes"


@cache
def brushes_of(game: Game) -> Vocabulary | None:
    """What can be painted on the maps or tables of a game; nothing, where they never change."""
    folder = game.folder / "data"
    return vocabulary(folder) if (folder / WORDS).exists() else None


def examine_map(path: Path) -> tuple[Game, HexMap]:
    """A map file, read for the game it names; or a MapError or ScenarioError with all that is wrong."""
    text = read_text(path)
    game = game_of(text, str(path))
    return game, parse_map(text, str(path), words_of(game))


def schema_of(game: Game) -> dict[str, Any]:
    """What a map file of a game may hold, for editors."""
    return map_schema(words_of(game), game.id)


def map_text(game: Game, scenario: str) -> str:
    """The map of a scenario as a file to begin one's own with."""
    ground = game.face.ground(game.find_scenario(scenario))
    if not isinstance(ground, HexGround):
        raise UnknownChoice(f"{game.title} has no hex map.")
    words_of(game)
    return to_toml({"game": game.id, **sheet_of_map(ground.map)})


def map_in(text: str) -> str:
    """The map that a text encloses, as a file."""
    game, data = game_of(text, "scenario.toml"), parse(text, "scenario.toml")
    if drawn_map(game, data.get(SHEET)) is None:
        raise NoMaps("The map in this text is not whole, or it has none of its own.")
    return to_toml({"game": game.id, **data[SHEET]})


def sheet_of_map(hexmap: HexMap) -> Plain:
    """A map as the plain data of a file: of how it is drawn only the palette is its own."""
    palette = {PALETTE: hexmap.look[PALETTE]} if PALETTE in hexmap.look else {}
    file: MapFile = msgspec.structs.replace(hexmap.file, look=palette, game="")
    plain: Plain = copied(file)
    return plain


def like(game: Game, data: Plain) -> str:
    """A scenario in the box that is played on the map which a text names."""
    named = data.get(NAMED)
    fitting = (name for name, scenario in game.scenarios.items() if getattr(scenario, NAMED, None) == named)
    return next(fitting, next(iter(game.scenarios)))


def ground_of(game: Game, data: Plain) -> Ground | None:
    """The ground of a text: the map it encloses, if that is whole, or one in the box."""
    own = drawn_map(game, data.get(SHEET))
    return HexGround(own) if own is not None else game.face.ground(like(game, data))


def drawn_map(game: Game, sheet: Any) -> HexMap | None:
    """The map that a scenario has enclosed, if it is whole."""
    if not isinstance(sheet, dict) or not has_maps(game):
        return None
    try:
        file = msgspec.convert(sheet, MapFile)
    except msgspec.ValidationError:
        return None
    words = words_of(game)
    return HexMap(file, words) if next(map_faults(file, words), None) is None else None


# -------------------- The table or the map of a battle that is being drawn, before the battle is whole

LEAST, MOST = 24.0, 144.0  # inches
FEATURES = 400


def table_mark(game: Game, bench: GameSchema, data: Plain) -> str:
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


def table_of(bench: GameSchema, data: Plain) -> InchGround:
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
