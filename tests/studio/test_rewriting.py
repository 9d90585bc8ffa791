"""Remarks, order and lines of a text survive a change; whatever is changed, the text says what it should."""

from __future__ import annotations

import random
import time
import tomllib
from typing import Any

import pytest

import grognard
from grognard.studio import begin, edited
from grognard.studio.edits import Drop, EditArea, Paint, Place, Put
from grognard.studio.layout import text_of
from grognard.studio.toml_edit import rewritten
from tests.studio.mutilating import files

FOLIO = grognard.game("folio")
REMARKED = """# My battle, by me.
game = "folio"   # the game
turns = 3

# Where they stand.
[areas]
Garrison = ["0905", "0906"]  # the village
Fort = [
    "1004",  # the Old Fort
    "1006", "1007",
]

# The first aim is the village.
[[aim]]
kind = "hold"
hexes = ["0905"]

# The second is the fort.
[[aim]]
kind = "hold"    # as above
hexes = ["1004"]
points = 2
# The end.
"""


def changed(**values: Any) -> str:
    return rewritten(REMARKED, {**tomllib.loads(REMARKED), **values})


def test_nothing_changes_where_nothing_is_changed() -> None:
    assert changed() == REMARKED


@pytest.mark.parametrize(("game", "path"), files())
def test_every_file_in_the_box_keeps_its_lines(game: str, path: Any) -> None:
    text = path.read_text("utf-8")
    data = tomllib.loads(text)
    assert rewritten(text, data) == text.rstrip("\n") + "\n"
    after = rewritten(text, {**data, "turns": data["turns"] + 1})
    assert tomllib.loads(after)["turns"] == data["turns"] + 1
    lost = [line for line in text.splitlines() if "#" in line and line not in after.splitlines()]
    assert all(line.startswith("turns") for line in lost)


def test_a_value_changes_in_its_place_and_keeps_its_remark() -> None:
    assert changed(turns=4) == REMARKED.replace("turns = 3", "turns = 4")
    areas = {"Garrison": ["0905"], "Fort": ["1004", "1007", "1008"]}
    text = changed(areas=areas)
    assert 'Garrison = ["0905"]  # the village' in text and '"1004",  # the Old Fort' in text
    assert tomllib.loads(text)["areas"] == areas


def test_rows_are_known_by_what_they_hold() -> None:
    aims = tomllib.loads(REMARKED)["aim"]
    text = changed(aim=aims[1:])
    assert (
        "# The second is the fort." in text and "# The first aim" not in text and 'kind = "hold"    # as above' in text
    )
    more = changed(aim=[*aims, {"kind": "destroy", "points": 1}])
    assert more.startswith(REMARKED) and more.endswith('[[aim]]\nkind = "destroy"\npoints = 1\n')
    assert tomllib.loads(changed(aim=[]))["aim"] == []


def test_ten_thousand_rows_are_written_in_seconds() -> None:
    text = "".join(f"[[row]]\na = {number}\n" for number in range(10_000))
    data = tomllib.loads(text)
    del data["row"][200]
    begun = time.process_time()
    assert tomllib.loads(rewritten(text, data)) == data
    assert time.process_time() - begun < 15.0, "the rows are compared once, and not once for each"


def test_an_edit_in_the_studio_keeps_the_remarks_of_a_box_file() -> None:
    before = text_of(FOLIO, "sidi-zahran")
    remarks = [line for line in before.splitlines() if line.startswith("#")]
    begun = begin(FOLIO, "sidi-zahran")
    edits = (
        Place("B-01", "1107", "British"),
        EditArea(("aim", 0, "hexes"), "0907"),
        Put(("areas", "Area 1"), ["0706"]),
        Paint("terrain", "woods", ("0706",)),
        Drop(("aim", 3)),
    )
    text = edited(FOLIO, begun.replace("turns = ", "# Remember me.\nturns = "), edits)
    assert all(line in text for line in remarks) and "# Remember me.\nturns = " in text


def test_any_change_says_what_it_should() -> None:
    rng = random.Random(4)
    for _, path in files():
        text = path.read_text("utf-8")
        data = tomllib.loads(text)
        for _ in range(4):
            spoil(rng, data)
            text = rewritten(text, data)
            assert tomllib.loads(text) == data, path


def spoil(rng: random.Random, data: Any) -> None:
    """Change, drop or add something anywhere."""
    inner = [
        part for part in (data.values() if isinstance(data, dict) else data) if isinstance(part, dict | list) and part
    ]
    if inner and rng.random() < 0.7:
        return spoil(rng, rng.choice(inner))
    if isinstance(data, list):
        data.insert(rng.randrange(len(data) + 1), rng.choice(data)) if rng.random() < 0.5 else data.pop()
    elif rng.random() < 0.4:
        data[f"new {rng.random():.3f}"] = rng.choice([1, "x # y", [1, 2], {"a": 1}, [{"b": "c"}], 2.5, True])
    elif rng.random() < 0.5:
        data.pop(rng.choice(list(data)))
    else:
        data[rng.choice(list(data))] = "other"
    return None
