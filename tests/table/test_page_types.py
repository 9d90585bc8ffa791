"""What the page believes about the wire is true: its types are made from it, and messages have the shape they say."""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from grognard.engine import SHELF
from grognard.table import fetched, told, typescript, wire
from tests.table.play import look, order

PAGE = Path(typescript.__file__).parent / "page"


def test_the_pages_types_are_those_of_the_wire() -> None:
    written = typescript.FILE.read_text("utf-8")
    assert written == typescript.declarations(), "run: python -m grognard.table.typescript"


def test_every_order_has_an_answer() -> None:
    kinds = (*wire.Order.__args__, *wire.InLesson.__args__)
    assert {kind.__struct_config__.tag for kind in kinds} == told.Answers.__required_keys__


ASKED: dict[str, tuple[Any, dict[str, Any]]] = {
    "brief": (told.Brief, {}),
    "reach": (told.Reached, {}),
    "survey": (told.Surveyed, {}),
    "dossier": (told.Filed, {}),
    "at": (told.Frame, {"frame": 0}),
    "chances": (told.Chances, {"decision": 0}),
    "why": (told.Why, {"decision": 0}),
    "odds": (told.Odds, {"decision": 0}),
}


@pytest.mark.parametrize("game", SHELF)
def test_every_message_has_the_shape_the_page_is_promised(table: TestClient, game: str) -> None:
    wish = {"game": game, "scenario": next(iter(SHELF[game].scenarios)), "pace": 0}
    given = msgspec.convert(table.post("/api/matches", json=wish).json(), fetched.SeatGiven)
    match, key = given["match"], given["key"]
    scene = look(table, match, key)
    piece = msgspec.convert(scene, told.Scene)["pieces"]["changed"][0].id
    named: dict[str, dict[str, Any]] = {
        "dossier": {"piece": piece},
        "why": {"piece": piece},
        "odds": {"action": scene["ask"]["choices"][0]["action"]},
    }
    for name, (shape, more) in ASKED.items():
        answer = order(table, match, key, do=name, **more, **named.get(name, {})).json()
        assert msgspec.convert(answer, shape) is not None


def test_no_part_of_the_page_is_handed_the_whole_table() -> None:
    """Each object gets what it needs; the table and the studio alone bring them together, and nobody imports them."""
    for path in sorted((PAGE / "js").glob("*.js")):
        text = path.read_text("utf-8")
        for whole in ("table", "studio", "desk"):
            assert f"this.{whole}" not in text and f"constructor({whole}" not in text, f"{path.name} knows the {whole}"
        assert not re.search(r"""["']\./(table|studio)\.js["']""", text), f"{path.name} imports the whole"
        assert not re.search(r"new \w+\((.*, )?this[,)]", text), f"{path.name} hands itself to its parts"


def test_no_modules_of_the_page_need_each_other_round_a_circle() -> None:
    """By what they import, and by the types they name."""
    needs = {
        path.name: set(re.findall(r"""["']\./(\w+\.js)["']""", path.read_text("utf-8")))
        for path in (PAGE / "js").glob("*.js")
    }
    TopologicalSorter(needs).prepare()
