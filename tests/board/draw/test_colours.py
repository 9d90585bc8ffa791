from __future__ import annotations

import re

import msgspec
import pytest

from grognard.board.draw import LookError, liveries, livery, palette, palette_names
from grognard.board.draw.colours import Palette, contrast

COLOUR = re.compile(r"#[0-9a-f]{6}")


def test_every_palette_has_its_name() -> None:
    fair, foul = ("steppe-day", "steppe-night", "normandy", "winter"), ("snow", "frost", "mud", "flood")
    assert palette_names() == (*fair, *foul, "table")


@pytest.mark.parametrize("name", palette_names())
def test_every_palette_has_every_key(name: str) -> None:
    keys = msgspec.structs.asdict(palette(name))
    assert set(keys) == set(Palette.__struct_fields__)
    for key, value in keys.items():
        for colour in value if isinstance(value, tuple) else [value]:
            if isinstance(colour, str) and not (key == "window" and colour == ""):
                assert COLOUR.fullmatch(colour), f"{name} {key}"


@pytest.mark.parametrize("name", palette_names())
def test_names_and_numbers_can_be_read(name: str) -> None:
    p = palette(name)
    assert contrast(p.label, p.halo) >= 7
    assert contrast(p.water_label, p.halo) >= 4.5
    assert contrast(p.ink, p.margin) >= 4.5
    assert contrast(p.number, p.ground) >= 4.5


def test_levels_grow_darker_by_day() -> None:
    tints = palette("normandy").levels
    light = [contrast("#000000", tint) for tint in tints]
    assert light[1:] == sorted(light[1:], reverse=True)


def test_levels_beyond_the_tints_are_spread_over_them() -> None:
    p = palette("normandy")
    assert p.level(2, 6) == p.levels[2]
    assert p.level(11, 12) == p.levels[-1]
    assert p.level(0, 12) == p.levels[0]


@pytest.mark.parametrize("name", list(liveries()))
def test_counters_can_be_read(name: str) -> None:
    colours = livery(name)
    assert contrast(colours.ink, colours.face) >= 4.5
    assert contrast("#ffffff", colours.band) >= 4.5
    assert contrast(colours.face, colours.band) >= (1.2 if name == "german_black" else 2.2)


def test_contrast_is_the_wcag_ratio() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_an_unknown_livery_is_named() -> None:
    with pytest.raises(LookError, match="martian"):
        livery("martian")
