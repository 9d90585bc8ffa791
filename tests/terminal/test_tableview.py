"""A table of inches in characters: terrain, units with their facing, choices, and what lies at a point."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

from grognard.board.inches.terrain_table import Feature, Table
from grognard.engine import Match, Pick, PieceView, View
from grognard.games.red_actions import GAME
from grognard.terminal.session import Left, Session
from grognard.terminal.table_window import TableView, inches_of, what_lies
from tests.terminal.helpers import type_into

HOUSE = Feature("church", "building_stone", ((10.0, 10.0), (20.0, 10.0), (20.0, 14.0), (10.0, 14.0)), True)
ROAD = Feature("lane", "road", ((0.0, 4.0), (40.0, 4.0)), False)
WIRE = Feature("wire", "wire", ((30.0, 0.0), (30.0, 20.0)), False)
TABLE = Table(40, 20, (HOUSE, ROAD, WIRE))


def seen(*pieces: PieceView) -> View:
    return View(None, 1, 10, ("Action",), "Action", pieces)


def rows(view: TableView, shown: View, choices: dict[tuple[float, float], str] | None = None) -> list[str]:
    canvas = view.paint(shown, ("whites", "reds"), choices or {})
    return [canvas.row(y) for y in range(canvas.height)]


def test_north_is_up_and_every_kind_of_ground_has_its_sign() -> None:
    view = TableView(TABLE, 43, 11)
    assert view.inch == 1.0
    drawn = rows(view, seen())
    assert drawn[4][3 + 10 : 3 + 20] == "■" * 10 and "■" not in drawn[2] + drawn[7]
    assert drawn[8][3:43].count("·") == 39 and drawn[8][33] == "x", "wire lies over the road"
    assert view.character((10.5, 12.5)) == (13, 4) and view.point(13, 4) == (10.5, 13.0)


def test_a_unit_shows_where_it_looks_and_a_choice_stands_before_it() -> None:
    unit = PieceView("w", "whites", "8.00,6.00", "w", "Guards", boxes=((8.0, 5.6, 90.0, 1.2, 0.8),))
    view = TableView(TABLE, 43, 11)
    drawn = rows(view, seen(unit), {(8.0, 6.0): "12", (35.0, 15.0): "3"})
    column, row = view.character((8.0, 6.0))
    assert drawn[row][column - 2 : column + 5] == "12→Guar"
    assert drawn[view.character((35.0, 15.0))[1]][view.character((35.0, 15.0))[0]] == "3"


def test_a_near_view_shows_a_part_of_the_table_and_never_beyond_its_edge() -> None:
    far, near = TableView(TABLE, 43, 11), TableView(TABLE, 43, 11, "near", (0.0, 0.0))
    assert near.inch == pytest.approx(far.inch / 3)
    assert (near.left, near.low) == (0.0, 0.0)
    assert TableView(TABLE, 43, 11, "near", (40.0, 20.0)).point(42, 1) in TABLE


def test_what_lies_at_a_point() -> None:
    unit = PieceView("w", "whites", "8.00,12.00", "w", "Guards")
    assert what_lies(TABLE, seen(unit), (11.0, 12.0)) == ["Church (building stone)", "Guards at 3.0 inches"]
    assert what_lies(TABLE, seen(), (30.0, 18.0)) == ["open ground"]
    assert (inches_of("36 23.5"), inches_of("36,23.5"), inches_of("church")) == ((36.0, 23.5), (36.0, 23.5), None)


def test_at_the_keyboard_the_table_is_drawn_and_places_are_looked_at() -> None:
    match, lines = Match.new(GAME, "lezhanka", seed=3), iter(("look church", "look 29 24", "map 29 24", "zoom near"))
    out = io.StringIO()

    def read(prompt: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise Left from None

    with pytest.raises(Left):
        Session(match, {}, Console(file=out, width=100, height=50, color_system=None), read).play()
    told = out.getvalue()
    assert "Church (building stone)" in told and "Red Guard militia 1 at 0.1 inches" in told
    first, near = told.split("Deploy your army")[0], told.split("Deploy your army")[-2]
    assert first.count("⌂") > 20 and "↑KubC" in first and "6↓Sail" in first
    assert near.count("⌂") > first.count("⌂")
    assert Pick("reds-sailors") in match.decision.actions


@pytest.mark.parametrize(("typed", "told"), [
    ("36 24 36 12", "36, 24 to 36, 12, 12.0 inches: in sight"),
    ("sailors church", "Sailors to Church, 4.0 inches: in sight"),
    ("from Officer company 1 to militia 3", "Officer company 1 to Red Guard militia 3, 28.6 inches: in sight"),
    ("the mill hill to low hill", "Mill Hill to Low Hill, 39.3 inches: out of sight\n  village w1 is in the way"),
    ("kuban 36,12", "Kuban Cossacks to 36, 12, "),
    ("militia church", "Which one: Red Guard militia 1, Red Guard militia 2, "),
    ("36 24", "Name two units, pieces of terrain or points in inches, for example: sight river 36 24"),
    ("36 24 900 12", "Name two units, pieces of terrain or points in inches"),
    ("church nowhere", "Name two units, pieces of terrain or points in inches"),
])  # fmt: skip
def test_sight_takes_units_terrain_and_points_as_people_name_them(typed: str, told: str) -> None:
    _, printed = type_into(Match.new(GAME, "lezhanka", seed=1), f"sight {typed}")
    assert told in re.sub(r" +\n", "\n", printed)


def test_nobody_in_ambush_is_at_the_end_of_a_tape() -> None:
    match = Match.new(GAME, "peregonovka", seed=5)
    lurker = next(unit for unit in match.state.pieces.values() if unit.side != match.decision.side)
    match.state.change(lurker.id, hidden=True, unseen=True)
    _, printed = type_into(match, "", f"sight {lurker.name} 36 24")
    assert "Name two units" in printed and "inches: " not in printed
