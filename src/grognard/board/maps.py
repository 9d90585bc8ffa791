"""The maps of a game: those in its box by their names, and those that scenarios bring with them."""

from __future__ import annotations

import tomllib
from functools import cached_property
from itertools import islice
from pathlib import Path

import msgspec

from grognard.board.hexmap import HexMap, parse_map
from grognard.board.mapfile import MapFile, Vocabulary, map_faults
from grognard.engine import Fault, among
from grognard.engine.enclosing import NAMED, SHEET
from grognard.engine.wellformed import MOST

WORDS = "ground.toml"


def vocabulary(folder: Path) -> Vocabulary:
    """What maps of the game with this data folder may hold."""
    return msgspec.convert(tomllib.loads((folder / WORDS).read_text("utf-8")), Vocabulary)


class Maps:
    """The maps in a game's data folder, each in a file of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def words(self) -> Vocabulary:
        return vocabulary(self.folder)

    @cached_property
    def box(self) -> dict[str, HexMap]:
        """Those in the box."""
        files = sorted((self.folder / "maps").glob("*.toml"))
        return {path.stem: parse_map(path.read_text("utf-8"), path.name, self.words) for path in files}

    def of(self, name: str, sheet: MapFile | None) -> HexMap:
        """The map of a scenario: the one it brings, or one in the box."""
        return HexMap(sheet, self.words) if sheet is not None else self.box[name]

    def faults(self, name: str, sheet: MapFile | None) -> list[Fault]:
        """What is wrong with the map of a scenario, or with its name."""
        if sheet is not None:
            return list(islice(map_faults(sheet, self.words, (SHEET,)), MOST))
        here = "Or lay a map file of this name into a folder 'maps' beside the scenario."
        says = f"There is no map {name[:40]!r}. {among(self.box, name)} {here}"
        return [] if name in self.box else [Fault((NAMED,), says)]
