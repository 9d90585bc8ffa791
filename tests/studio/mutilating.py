"""Spoils scenarios, and the maps and tables in them, in a few ways, the same every time."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from grognard.engine import SHELF
from grognard.engine.game.embedded_map import embed_map
from grognard.studio import begin
from grognard.studio.maps import has_maps, map_text

PAIR = re.compile(r"(?P<key>[a-z_]+) = (?P<value>\"[^\"]*\"|\d+|\[.*\]|true|false)(?P<rest>\s*(#.*)?)")
DECLARED = re.compile(r"\[\[?(briefing\.\w+|aim|unit|chits|force|battery|support|german|soviet|zone)\]\]?( .*)?")
SPOT = re.compile(r"\"\d{4}|\[\[\d+")  # the first hex of a line, or the first corner
WHERE = {"red-actions": "water-tower", "korsun": "hill-239"}  # small ones
NEEDED = ("game", "id", "title", "date", "turns", "blurb")


class Spoilt(NamedTuple):
    """A scenario with a fault, and where the fault is."""

    name: str  # of the file, and what was done to it
    game: str
    text: str
    line: int
    key: str


def files() -> list[tuple[str, Path]]:
    """Every scenario in the box, with its game."""
    folders = [(game.id, game.folder / "data/scenarios") for game in SHELF.values()]
    return [(game, path) for game, folder in folders for path in sorted(folder.glob("*.toml"))]


def spoil(count: int, seed: int = 1) -> Iterator[Spoilt]:
    """So many scenarios, each with one fault."""
    rng, box = random.Random(seed), files()
    for number in range(count):
        game, path = box[number % len(box)]
        rows = path.read_text("utf-8").split("\n")
        at = rng.choice(_pairs(rows))
        key, value = PAIR.fullmatch(rows[at])["key"], PAIR.fullmatch(rows[at])["value"]  # type: ignore[index]
        how = ("renamed", "of another type", "broken off", "gone")[number // len(box) % 4]
        match how:
            case "renamed":
                rows[at] = f"{key}_x = {value}"
            case "of another type":
                rows[at] = f"{key} = {'[true]' if value[0] != '[' else 'true'}"
            case "broken off":
                rows[at] = f"{key} = {value[:-1] if value[0] in '[' + chr(34) else value + ' ='}"
            case _:
                key = rng.choice(NEEDED)
                rows, at = [row for row in rows if not row.startswith(f"{key} = ")], 0
        yield Spoilt(f"{path.stem}: {key} {how}", game, "\n".join(rows), at + 1, key)


def _pairs(rows: list[str]) -> list[int]:
    """The lines of declared tables that hold one whole pair."""
    found, declared, quoted = [], True, False
    for i, row in enumerate(rows):
        inside = quoted
        quoted ^= row.count('"""') % 2 == 1
        if inside or quoted:
            continue
        if row.startswith("["):
            declared = DECLARED.fullmatch(row) is not None
        elif declared and PAIR.fullmatch(row):
            found.append(i)
    return found


# ------------------------------------------------------------------ maps and tables


class Ground(NamedTuple):
    """A scenario that brings its map or table with it, and the line on which that begins."""

    game: str
    text: str
    first: int


def ground_of(name: str) -> Ground:
    """A scenario of a game with its whole ground in its text."""
    game = SHELF[name]
    scenario = WHERE.get(name, next(iter(game.scenarios)))
    text, head = begin(game, scenario), "[[terrain]]"
    if has_maps(game):
        text, head = embed_map(text, map_text(game, scenario)), "[mapsheet"
    return Ground(name, text, text[: text.index(head)].count("\n"))


def spoil_ground(whole: Ground, count: int, seed: int = 1) -> Iterator[Spoilt]:
    """A ground so many times, each with one fault."""
    rng, rows = random.Random(seed), whole.text.split("\n")
    below = range(whole.first, len(rows))
    spots = [i for i in below if SPOT.search(rows[i])]
    pairs = [i for i in below if PAIR.fullmatch(rows[i])]
    kinds = [i for i in pairs if rows[i].startswith(("kind", "type"))]
    ways = {"off the map": spots, "renamed": pairs, "broken off": pairs, "of another type": pairs, "unheard of": kinds}
    for number in range(count):
        how = [*ways][number % len(ways)]
        at = rng.choice(ways[how])
        text = "\n".join([*rows[:at], _spoilt_row(rows[at], how), *rows[at + 1 :]])
        yield Spoilt(f"{whole.game}: {rows[at][:40]} {how}", whole.game, text, at + 1, "")


def _spoilt_row(row: str, how: str) -> str:
    match how:
        case "off the map":
            return SPOT.sub('"9898' if '"' in row else "[[999", row, count=1)
        case "renamed":
            return row.replace(" =", "_x =", 1)
        case "broken off":
            return row + " ="
        case "of another type":
            return row.partition(" = ")[0] + " = [[[1.5]]]"
        case _:
            return row.partition(" = ")[0] + ' = "lava"'
