"""Spoils scenarios in a few ways, the same every time."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from grognard.engine import SHELF

PAIR = re.compile(r"(?P<key>[a-z_]+) = (?P<value>\"[^\"]*\"|\d+|\[.*\]|true|false)(?P<rest>\s*(#.*)?)")
DECLARED = re.compile(r"\[\[?(briefing\.\w+|aim|unit|chits|force|battery|support|german|soviet|zone)\]\]?( .*)?")
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
