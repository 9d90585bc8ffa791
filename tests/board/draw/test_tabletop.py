"""A table of inches as a drawing."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from grognard.board.draw.inch_table import INCH, ORDER, draw_table, on_page
from grognard.board.inches.terrain_table import Feature, Table

SQUARE = ((10.0, 10.0), (20.0, 10.0), (20.0, 18.0), (10.0, 18.0))
LINES = ("road", "railway", "trench", "wire", "wall")


def table(kind: str) -> Table:
    return Table(72, 48, [Feature(f"the_{kind}", kind, SQUARE, kind not in LINES)])


@pytest.mark.parametrize("kind", ORDER)
def test_every_kind_of_terrain_is_drawn_as_sound_svg(kind: str) -> None:
    bare = len(draw_table(Table(72, 48, []))[0])
    ground, letters = draw_table(table(kind))
    for drawn in (ground, letters):
        ET.fromstring(drawn)
    assert len(ground) > bare + 80


def test_the_same_table_gives_the_same_text() -> None:
    assert draw_table(table("woods")) == draw_table(table("woods"))


def test_inches_are_counted_from_the_south_west_corner() -> None:
    assert on_page(table("woods"), 0, 48) == (0, 0)
    assert on_page(table("woods"), 6, 0) == (6 * INCH, 48 * INCH)


def test_the_ruler_counts_every_sixth_inch_and_names_buildings() -> None:
    letters = draw_table(table("building_stone"))[1]
    assert ">72″<" in letters and ">48″<" in letters and "The Building Stone" in letters


def test_a_river_runs_on_under_the_rim() -> None:
    bed = ((0.0, 20.0), (36.0, 21.0), (72.0, 20.0), (72.0, 22.0), (36.0, 23.0), (0.0, 22.0))
    ground, _ = draw_table(Table(72, 48, [Feature("river", "stream", bed, True)]))
    river = max(re.findall(r' d="M(-?[\d.]+)([^"]*)"', ground), key=lambda found: len(found[1]))
    assert float(river[0]) < -INCH, "its rounded end is out of sight"
