"""The ground: every map can be drawn, and all its terrain is known to the rules."""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from grognard.board.ground import hexmap_of
from grognard.conformance.spots import Broken
from grognard.engine import Game, Ground


@lru_cache(64)
def ground_is_drawn(ground: Ground) -> None:
    """A ground is drawn, in full and in outline, once for all scenarios on it."""
    for how in (ground.draw, ground.sketch, ground.lie):
        try:
            drawn: Any = how()
        except Exception as error:
            raise Broken(f"the map {ground.name!r} cannot be drawn: {error}") from error
        assert drawn, f"the map {ground.name!r} is drawn as nothing"


def terrain_is_known(game: Game, scenario: str) -> int:
    """Every kind of terrain on a hex map is named by the game's rules or its charts; returns how many there are."""
    hexmap = hexmap_of(game, scenario)
    if hexmap is None:
        return 0
    known = words_of_the_rules(game)
    for kind in hexmap.areas:
        if kind not in known:
            raise Broken(
                f"the map {hexmap.name!r} has terrain {kind!r} in {', '.join(sorted(hexmap.areas[kind])[:3])}, "
                "which no rule and no chart of the game names"
            )
    return len(hexmap.areas)


@lru_cache(24)
def words_of_the_rules(game: Game) -> frozenset[str]:
    """Every text in the code of a game, and in its data but for the maps themselves."""
    homes = [Path(sys.modules[package].__file__ or "").parent for package in game.rules.packages]
    folders = dict.fromkeys(home.parent if home.name == "rules" else home for home in homes)
    found: set[str] = set()
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            tree = ast.walk(ast.parse(path.read_text("utf-8")))
            found.update(n.value for n in tree if isinstance(n, ast.Constant) and isinstance(n.value, str))
        for path in sorted(folder.rglob("*.toml")):
            data = tomllib.loads(path.read_text("utf-8"))
            if "grid" not in data and "mapsheet" not in data:
                found.update(_texts(data))
    return frozenset(found)


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
