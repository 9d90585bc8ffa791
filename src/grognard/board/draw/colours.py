"""The map palettes, read from data/palettes.toml."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any, Literal

import msgspec

from grognard.board.draw.svg import LookError

Colour = str


class Palette(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every colour and strength that a board is drawn with."""

    margin: Colour
    ink: Colour
    frame: Colour
    ground: Colour
    furrow: Colour
    fields: tuple[Colour, ...]
    levels: tuple[Colour, ...]
    level_edge: Colour
    grid: Colour
    grid_alpha: float
    number: Colour
    number_alpha: float
    wood: Colour
    wood_edge: Colour
    tree: tuple[Colour, Colour, Colour]
    tree_light: Colour
    tree_dark: Colour
    orchard: Colour
    orchard_tree: Colour
    marsh: Colour
    marsh_ink: Colour
    rough: Colour
    rough_ink: Colour
    sand: Colour
    water: Colour
    water_deep: Colour
    water_line: Colour
    bank: Colour
    bank_ink: Colour
    gully: Colour
    gully_deep: Colour
    gully_ink: Colour
    road: Colour
    road_case: Colour
    trail: Colour
    rail: Colour
    deck: Colour
    deck_ink: Colour
    stone: Colour
    roof: tuple[Colour, ...]
    roof_dark: tuple[Colour, ...]
    block: tuple[Colour, ...]
    block_dark: tuple[Colour, ...]
    window: Colour  # lit windows; empty by day
    yard: Colour
    village: Colour
    town: Colour
    city: Colour
    shadow: Colour
    shadow_alpha: float
    light: Colour
    label: Colour
    halo: Colour
    water_label: Colour
    star: Colour
    fire: Colour
    paper: tuple[float, float, float]
    paper_alpha: float
    moon: bool

    def level(self, step: int, steps: int) -> Colour:
        """The tint of the ground `step` levels above the lowest, of `steps` levels in all."""
        top = len(self.levels) - 1
        return self.levels[min(step, top) if steps <= top + 1 else round(step * top / (steps - 1))]

    def yards(self, houses: str) -> Colour:
        """The tint of the ground under houses of a kind."""
        return {"village": self.village, "town": self.town, "city": self.city}.get(houses, self.yard)


@cache
def _tables() -> dict[str, dict[str, Any]]:
    text = resources.files("grognard.board.draw").joinpath("data/palettes.toml").read_text("utf-8")
    return tomllib.loads(text)


def palette_names() -> tuple[str, ...]:
    """The names of all palettes."""
    return tuple(_tables())


@cache
def palette(name: str) -> Palette:
    """The palette of this name."""
    if name not in _tables():
        raise LookError(f'palette "{name}" is not known; there are {", ".join(palette_names())}.')
    return msgspec.convert(_keys(name), Palette)


def _keys(name: str) -> dict[str, Any]:
    own = dict(_tables()[name])
    base = own.pop("like", None)
    return {**_keys(base), **own} if base else own


# -------------------- The colours of counters, read from data/liveries.toml


class Livery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The colours and the emblem of a side or a formation."""

    face: str
    edge: str
    ink: str
    band: str
    emblem: Literal["cross", "star", "roundel"]


@cache
def liveries() -> dict[str, Livery]:
    """Every livery by name."""
    text = resources.files("grognard.board.draw").joinpath("data/liveries.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Livery])


def livery(name: str) -> Livery:
    """The livery of this name."""
    if name not in liveries():
        raise LookError(f'livery "{name}" is not known; there are {", ".join(liveries())}.')
    return liveries()[name]


def contrast(a: str, b: str) -> float:
    """The WCAG contrast of two colours written #rrggbb, from 1 to 21."""
    high, low = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
