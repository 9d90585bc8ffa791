"""What the page believes about the wire is true: its types are made from it, and messages have the shape they say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from starlette.routing import Route
from starlette.testclient import TestClient

from grognard.engine import SHELF
from grognard.server import typescript
from grognard.server.api import messages, pushes, requests, responses
from grognard.server.app import WebApp
from grognard.server.endpoints import ENDPOINTS
from tests.faulty import printed
from tests.server.play import look, new_match, order

PAGE = Path(typescript.__file__).parent / "page"


def test_the_pages_types_are_those_of_the_wire() -> None:
    written = typescript.FILE.read_text("utf-8")
    assert written == typescript.declarations(), "run: python -m grognard.server.typescript"


def test_every_order_has_an_answer() -> None:
    kinds = (*requests.Order.__args__, *requests.InLesson.__args__)
    assert {kind.__struct_config__.tag for kind in kinds} == messages.Answers.__required_keys__


ASKED: dict[str, tuple[Any, dict[str, Any]]] = {
    "brief": (messages.Brief, {}),
    "reach": (messages.Reached, {}),
    "survey": (messages.Surveyed, {}),
    "dossier": (messages.Filed, {}),
    "at": (messages.Frame, {"frame": 0}),
    "chances": (messages.Chances, {"decision": 0}),
    "why": (messages.Why, {"decision": 0}),
    "odds": (messages.Odds, {"decision": 0}),
}


@pytest.mark.parametrize("game", SHELF)
def test_every_message_has_the_shape_the_page_is_promised(table: TestClient, game: str) -> None:
    wish = {"game": game, "scenario": next(iter(SHELF[game].scenarios)), "pace": 0}
    given = msgspec.convert(table.post("/api/matches", json=wish).json(), responses.SeatGiven)
    match, key = given["match"], given["key"]
    scene = look(table, match, key)
    piece = msgspec.convert(scene, messages.Scene)["pieces"]["changed"][0].id
    named: dict[str, dict[str, Any]] = {
        "dossier": {"piece": piece},
        "why": {"piece": piece},
        "odds": {"action": scene["ask"]["choices"][0]["action"]},
    }
    for name, (shape, more) in ASKED.items():
        answer = order(table, match, key, do=name, **more, **named.get(name, {})).json()
        assert msgspec.convert(answer, shape) is not None


NEWS = {get_args(get_type_hints(kind)["type"])[0]: kind for kind in get_args(pushes.Push)}


def test_what_is_said_unasked_has_the_shape_the_page_is_promised(table: TestClient) -> None:
    match, key, _ = new_match(
        table, game="folio", scenario="bir-salem", seats={"British": "me", "German": "friend"}, commitment="0" * 64
    )
    heard: set[str] = set()
    with table.websocket_connect(f"/api/matches/{match}/live") as page:
        page.send_json({"hello": key})
        page.send_json({"do": "say", "ref": 1, "text": "Hello"})
        page.send_json({"do": "begin", "ref": 2})
        while not {"scene", "seats", "chat", "dice"} <= heard:
            got = page.receive_json()
            if "re" not in got:
                assert msgspec.convert(got, NEWS[got["type"]]) is not None
                heard.add(got["type"])


def test_the_table_says_nothing_unasked_that_the_page_is_not_promised() -> None:
    said = {
        kind
        for path in Path(typescript.__file__).parent.rglob("*.py")
        for kind in re.findall(r'{"type": "(\w+)", ', path.read_text("utf-8"))
    }
    assert said - {"http"} == NEWS.keys() - {"scene"}


def test_every_request_of_the_page_has_an_address_at_the_table(app: WebApp) -> None:
    known = {
        f"{method} {route.path}"
        for route in app.app().routes
        if isinstance(route, Route)
        for method in route.methods or ()
    }
    assert ENDPOINTS.keys() <= known


GIVEN: dict[str, dict[str, Any]] = {
    "GET /api/games": {},
    "GET /api/open": {},
    "POST /api/school": {},
    "POST /api/sides": {"game": "folio", "scenario": "bir-salem"},
    "POST /api/mine": {"matches": []},
    "POST /api/studio/begin": {"game": "folio", "scenario": "bir-salem"},
    "POST /api/studio/keep": {"person": "somebody"},
    **{f"GET /api/studio/{game}": {} for game in SHELF},
}


@pytest.mark.parametrize("where", GIVEN)
def test_what_is_fetched_has_the_shape_the_page_is_promised(table: TestClient, where: str) -> None:
    method, path = where.split()
    got = table.get(path) if method == "GET" else table.post(path, json=GIVEN[where])
    fetch = ENDPOINTS.get(where) or ENDPOINTS["GET /api/studio/{game}"]
    assert msgspec.convert(got.json(), fetch.got) is not None


def test_a_battle_of_ones_own_is_told_like_the_others(table: TestClient) -> None:
    box: Any = SHELF["folio"].scenarios
    text = printed("folio", "bir-salem").replace('title = "', 'title = "My ', 1)
    added = box.add(text, listed=True)
    try:
        games: Any = msgspec.convert(table.get("/api/games").json(), ENDPOINTS["GET /api/games"].got)
        assert added.id in str(games) and "@" in added.id
    finally:
        box._listed.remove(added.id)


def test_no_part_of_the_page_is_handed_the_whole_table() -> None:
    """Each object gets what it needs; the table and the studio alone bring them together, and nobody imports them."""
    for path in sorted((PAGE / "js").rglob("*.js")):
        text = path.read_text("utf-8")
        for whole in ("table", "studio", "desk"):
            assert f"this.{whole}" not in text and f"constructor({whole}" not in text, f"{path.name} knows the {whole}"
        assert not re.search(r"""/(match/match|studio/studio|studio)\.js["']""", text), f"{path.name} imports the whole"
        assert not re.search(r"new \w+\((.*, )?this[,)]", text), f"{path.name} hands itself to its parts"


def test_no_modules_of_the_page_need_each_other_round_a_circle() -> None:
    """By what they import, and by the types they name."""
    needs = {
        path: {(path.parent / other).resolve() for other in re.findall(r"""["'](\.{1,2}/[\w/.]+\.js)["']""", text)}
        for path in (PAGE / "js").rglob("*.js")
        if (text := path.read_text("utf-8"))
    }
    assert all(other in needs for others in needs.values() for other in others) and any(needs.values())
    TopologicalSorter(needs).prepare()


FOLDERS = (
    ("shared",),
    ("map", "people", "review"),
    ("panels",),
    ("actions", "school"),
    ("lobby", "studio", "admin"),
    ("match",),
)


def test_every_arrow_between_the_folders_of_the_page_runs_down() -> None:
    floor = {name: i for i, names in enumerate(FOLDERS) for name in names}
    assert {path.name for path in (PAGE / "js").iterdir() if path.is_dir()} == set(floor)
    broken = [
        f"{folder}/{path.name} → {other}"
        for path in (PAGE / "js").rglob("*.js")
        for other in re.findall(r'^import .* from "\.\./(\w+)/', path.read_text("utf-8"), re.M)
        if floor[folder := path.parent.name] <= floor[other]
    ]
    assert not broken, broken


def types_of(text: str) -> Iterator[str]:
    """What stands in braces behind the tags of JSDoc."""
    for found in re.finditer(r"@(?:type|param|returns|typedef|template) \{", text):
        deep, at = 1, found.end()
        while deep:
            deep += {"{": 1, "}": -1}.get(text[at], 0)
            at += 1
        yield text[found.end() : at - 1]


def test_nothing_comes_into_the_page_without_a_type() -> None:
    """JSON is read at the door, where it gets its type; no part takes anything for granted."""
    for path in sorted((PAGE / "js").rglob("*.js")):
        text = path.read_text("utf-8")
        assert path.name == "json.js" or not re.search(r"JSON\.parse|\.json\(\)", text), f"{path.name} reads JSON"
        assert not [kind for kind in types_of(text) if re.search(r"\bany\b|\*", kind)], f"{path.name} says any"
    assert not re.search(r"\bany\b", re.sub(r"/\*.*?\*/", "", (PAGE / "wire.d.ts").read_text("utf-8")))
