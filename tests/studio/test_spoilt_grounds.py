"""Maps of one's own and drawn tables, in every game: spoilt ones are refused by line, hostile ones do no harm."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from grognard.engine import SHELF
from grognard.studio import sheet_of
from grognard.studio.maps import ground_in, has_maps
from tests.faulty import problems
from tests.studio.mutilating import ground_of, spoil_ground

GAMES = list(SHELF)
MARKUP = "<script>alert(1)</script>"


@pytest.mark.parametrize("name", GAMES)
def test_mutilated_grounds_of_each_game_are_rejected_with_the_place(name: str) -> None:
    whole, count = ground_of(name), 0
    assert sheet_of(SHELF[name], whole.text).problems == []
    for spoilt in spoil_ground(whole, 17):
        found = problems(spoilt.text, name)
        assert spoilt.line in [int(problem.partition(":")[0]) for problem in found], f"{spoilt.name}: {found[:3]}"
        count += 1
    assert count * len(GAMES) > 100


def ground_row(old: str, new: str) -> Callable[[str], str]:
    """A change of the first such thing in the ground."""
    return lambda ground: re.sub(old, lambda _: new, ground, count=1)


HOSTILE: dict[str, Callable[[str], str]] = {
    "too many pieces": lambda ground: ground + '\n[[{part}]]\nkind = "road"\nhexes = []\n' * 500,
    "many wrong places": ground_row(r"(hexes|polygon|polyline) = \[", 'hexes = ["9999",' + '"9999",' * 20_000),
    "deep": ground_row(r"(hexes|polygon|polyline) = \[", "hexes = " + "[" * 400 + "]" * 400 + "\nmore = ["),
    "a long number": ground_row(r"\n(columns|polygon|polyline) = ", "\ncolumns = " + "9" * 400 + "\nmore = "),
    "not a number": ground_row(r"\n(columns|polygon|polyline) = ", "\ncolumns = [nan, inf]\nmore = "),
    "a table for a word": ground_row(r'(kind|type) = "\w+"', "kind = { a = { b = 1 } }"),
    "a long word": ground_row(r'(kind|type) = "\w+"', 'kind = "' + "x" * 9000 + '"'),
    "an escape": ground_row(r'name = "[^"]*"', 'name = "a\\u001b[2Jb"'),
}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("how", HOSTILE)
def test_a_hostile_ground_is_refused_and_drawn_as_far_as_it_can_be(name: str, how: str) -> None:
    whole = ground_of(name)
    rows = whole.text.split("\n")
    head, ground = "\n".join(rows[: whole.first]), "\n".join(rows[whole.first :])
    part = "mapsheet.line" if has_maps(SHELF[name]) else "terrain"
    text = f"{head}\n{HOSTILE[how](ground).replace('{part}', part)}"
    sheet = sheet_of(SHELF[name], text)
    assert 0 < len(sheet.problems) <= 100
    assert all("\x1b" not in problem.says and len(problem.says) < 1000 for problem in sheet.problems)
    assert sheet.data is None or ground_in(SHELF[name], sheet.data) is not None


PIECE = '\n[[terrain]]\nname = "w{}"\ntype = "woods"\npolygon = [{}]\n'
UNIT = '\n[[unit]]\nside = "reds"\nid = "more{}"\ntype = "red_guard"\nplace = [20, 20]\n'
CORNERS = "[1, 1], [2, 1], [2, 2]"


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("".join(PIECE.format(i, CORNERS) for i in range(200)), "terrain: A table has at most 200 pieces of terrain."),
        (PIECE.format(0, ", ".join([CORNERS] * 34)), "polygon: It has at most 100 points."),
        ("".join(UNIT.format(i) for i in range(100)), "unit: A battle has at most 100 units."),
    ],
)
def test_a_table_holds_no_more_than_can_be_drawn_and_played(more: str, told: str) -> None:
    (problem,) = problems(ground_of("red-actions").text + more, "red-actions")
    assert problem.endswith(told)
    assert sheet_of(SHELF["red-actions"], ground_of("red-actions").text + PIECE.format(0, CORNERS)).problems == []


@pytest.mark.parametrize(("name", "key"), [("folio", "name"), ("red-actions", "title")])
def test_markup_in_the_name_of_a_ground_is_drawn_as_letters(name: str, key: str) -> None:
    text = re.sub(rf'(?m)^{key} = ".*"', f'{key} = "{MARKUP}"', ground_of(name).text)
    data = sheet_of(SHELF[name], text).data
    assert data is not None and data.get("mapsheet", data)[key] == MARKUP
    assert MARKUP not in str(ground_in(SHELF[name], data).draw())
