"""The colours of counters, read from data/liveries.toml."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Literal

import msgspec

from grognard.board.draw.errors import LookError


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
