"""The maps of a game: those in its box by their names, and those that scenarios bring with them."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Annotated, Generic, TypeVar

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from grognard.board.hexes.map import HexMap, parse_map
from grognard.board.hexes.map_file import Grid, MapFile, Vocabulary, map_faults
from grognard.engine import Fault, ScenarioFile, suggest_choices
from grognard.engine.game.embedded_map import FOLDER, NAMED, SHEET
from grognard.engine.game.validation import MOST

WORDS = "ground.toml"
KEPT = 8  # lands of scenarios that bring their map with them

Land = TypeVar("Land")


class MapScenarioFile(ScenarioFile, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario that is played on a hex map."""

    map: Annotated[str, Meta(max_length=40, description="A map in the box, or a file in a folder 'maps'.")] = ""
    mapsheet: Annotated[MapFile | None, Meta(description="A map that the scenario brings with it.")] = None


def vocabulary(folder: Path) -> Vocabulary:
    """What maps of the game with this data folder may hold."""
    words = msgspec.convert(tomllib.loads((folder / WORDS).read_text("utf-8")), Vocabulary)
    if not words.sheet:
        return words
    printed = tomllib.loads((folder / FOLDER / f"{words.sheet}.toml").read_text("utf-8"))
    return replace(words, grid=msgspec.convert(printed["grid"], Grid))


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
        files = sorted((self.folder / FOLDER).glob("*.toml"))
        return {path.stem: parse_map(path.read_text("utf-8"), path.name, self.words) for path in files}

    @property
    def printed(self) -> HexMap:
        """The one on whose hexes a game is always played."""
        return self.box[self.words.sheet]

    def of(self, scenario: MapScenarioFile) -> HexMap:
        """The map of a scenario: the one it brings, or one in the box."""
        if scenario.mapsheet is not None:
            return HexMap(scenario.mapsheet, self.words)
        return self.box[scenario.map or self.words.sheet]

    def faults(self, scenario: MapScenarioFile) -> list[Fault]:
        """What is wrong with the map of a scenario, or with its name."""
        if scenario.mapsheet is not None:
            return list(islice(map_faults(scenario.mapsheet, self.words, (SHEET,)), MOST))
        name = scenario.map or self.words.sheet
        here = "Or lay a map file of this name into a folder 'maps' beside the scenario."
        says = f"There is no map {name[:40]!r}. {suggest_choices(self.box, name)} {here}"
        return [] if name in self.box else [Fault((NAMED,), says)]


class MapDataCache(dict[str, Land], Generic[Land]):
    """What follows from the map of each scenario, by its id: worked out when it is first asked for, once for each map.

    Of those that scenarios bring with them the latest are kept.
    """

    def __init__(self, maps: Maps, find: Callable[[str], MapScenarioFile], made: Callable[[HexMap], Land]) -> None:
        super().__init__()
        self.maps, self.find, self.made = maps, find, made
        self.printed: dict[str, Land] = {}
        self.brought: list[str] = []

    def boxed(self, name: str = "") -> Land:
        """The land of a map in the box, or of the one on whose hexes a game is always played."""
        name = name or self.maps.words.sheet
        if name not in self.printed:
            self.printed[name] = self.made(self.maps.box[name])
        return self.printed[name]

    def __missing__(self, scenario: str) -> Land:
        file = self.find(scenario)
        if file.mapsheet is None:
            return self.setdefault(scenario, self.boxed(file.map))
        self.brought.append(scenario)
        if len(self.brought) > KEPT:
            self.pop(self.brought.pop(0), None)
        return self.setdefault(scenario, self.made(self.maps.of(file)))
