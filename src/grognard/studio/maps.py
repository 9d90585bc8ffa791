"""Maps of one's own: read and checked like scenarios, for every game that says in `data/ground.toml` what they hold."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec

from grognard.board.ground import HexGround
from grognard.board.hexmap import HexMap, parse_map
from grognard.board.mapfile import PALETTE, MapFile, Vocabulary, map_schema
from grognard.board.maps import WORDS, vocabulary
from grognard.engine import Game, GrognardError, UnknownChoice
from grognard.engine.scenario import read_text
from grognard.studio.bench import copied
from grognard.studio.folder import game_of
from grognard.studio.paths import Plain
from grognard.studio.toml_text import to_toml


class NoMaps(GrognardError):
    """A game that is played on its own map alone."""


def words_of(game: Game) -> Vocabulary:
    """What maps of a game may hold, or a NoMaps."""
    if not has_maps(game):
        raise NoMaps(f"{game.title} is played on its own map alone.")
    return vocabulary(game.folder / "data")


def has_maps(game: Game) -> bool:
    """Does a game take maps of one's own?"""
    return (game.folder / "data" / WORDS).exists()


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


def sheet_of_map(hexmap: HexMap) -> Plain:
    """A map as the plain data of a file: of how it is drawn only the palette is its own."""
    palette = {PALETTE: hexmap.look[PALETTE]} if PALETTE in hexmap.look else {}
    file: MapFile = msgspec.structs.replace(hexmap.file, look=palette, game="")
    plain: Plain = copied(file)
    return plain


def drawn_map(game: Game, sheet: Any) -> HexMap | None:
    """The map that a scenario has enclosed, if it is whole."""
    if not isinstance(sheet, dict) or not has_maps(game):
        return None
    try:
        return parse_map(to_toml(sheet), "map.toml", words_of(game))
    except (GrognardError, TypeError, ValueError, tomllib.TOMLDecodeError):
        return None
