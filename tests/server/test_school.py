"""Lessons over the wire: what the coach says, what is shown, and what is remembered."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

import grognard
from grognard.board.draw import pieces
from grognard.board.draw.cutting import cut_away
from grognard.board.draw.letters import lettered
from grognard.board.ground import HexGround
from grognard.engine import Match, read_text
from grognard.school.coach import lead_to
from grognard.school.lesson import Lesson, examples_of, find_lesson, lessons_of
from grognard.server.api import requests
from grognard.server.pictures.thumbnails import draw_example, window_of, window_round
from grognard.server.school.lesson_session import LessonSession

ZONES = "/api/lessons/folio/3-zones-of-control/live"


class Page:
    """A page that sits at a lesson."""

    def __init__(self, socket: Any, pupil: str = "") -> None:
        self.socket = socket
        socket.send_json({"hello": pupil})
        self.scene = socket.receive_json()
        assert "lesson" in self.scene, self.scene

    def order(self, what: str, **more: Any) -> Any:
        """The answer to an order; what is shown before it is kept."""
        self.socket.send_json({"do": what, "ref": 1, **more})
        while "re" not in (message := self.socket.receive_json()):
            self.scene = message
        return message

    @property
    def lesson(self) -> Any:
        return self.scene["lesson"]

    def take(self, **action: str) -> Any:
        return self.order("take", decision=self.scene["decision"], action=action)

    def why(self, **what: str) -> Any:
        return self.order("why", decision=self.scene["decision"], **what)


def test_a_lesson_is_played_by_clicks_and_answers(table: TestClient) -> None:
    with table.websocket_connect(ZONES) as socket:
        page = Page(socket)
        assert page.lesson["step"] == 0 and not page.scene["ask"] and page.scene["whole"]
        assert page.lesson["lit"]["pieces"] == ["A-06", "A-08"]
        page.why(hex="1507")
        assert page.lesson["said"]["say"].startswith("In one of them") and not page.lesson["waits"]
        page.why(hex="1407")
        assert page.lesson["waits"] and page.lesson["said"]["right"]
        page.order("turn", to="on")
        assert page.lesson["step"] == 1 and page.scene["ask"]["choices"]
        page.take(type="Pick", piece="B-06")
        page.take(type="To", hex="1407")
        assert page.lesson["said"]["cite"] == "FO-5.1.1.1" and page.lesson["said"]["text"]
        told = page.order("carry", decision=page.scene["decision"], piece="B-06", to="1506")
        assert told["ok"], told
        assert page.lesson["said"]["say"].startswith("That is in the zone too")
        page.take(type="To", hex="1507")
        assert page.lesson["waits"] and not page.scene["ask"]


def test_an_answer_that_cannot_be_lit_on_the_map_is_told_and_marked() -> None:
    desk = LessonSession(find_lesson(grognard.game("folio"), "6"), 1)
    assert desk.told()["wanted"] == [{"type": "Apply", "value": 3, "then": 0}]
    desk.obey(order("turn", to="show"))
    assert desk.told()["wanted"] == []
    lead_to(desk.coach, len(desk.lesson.tasks))


@pytest.mark.parametrize(
    ("game", "lesson", "step"),
    [
        ("korsun", "3", 3),
        ("tank-leader", "3", 2),
        ("tank-leader", "4", 1),
        ("panzer-blitz", "3", 4),
        ("red-actions", "3", 0),
    ],
)
def test_what_is_to_be_tried_in_vain_can_be_tried_on_the_page(game: str, lesson: str, step: int) -> None:
    desk = LessonSession(find_lesson(grognard.game(game), lesson), step)
    (row,) = desk.told()["tries"]
    assert row["action"] in desk.told()["wanted"] and row["text"]
    desk.obey(order("take", decision=desk.chair.number(desk.match), action=row["action"]))
    assert desk.said is not None and desk.said.right and not desk.told()["tries"]
    lead_to(desk.coach, len(desk.lesson.tasks))


def order(what: str, **more: Any) -> requests.InLesson:
    """An order as a page sends it."""
    return requests.read_in_lesson(msgspec.json.encode({"do": what, "ref": 1, **more}))


def test_who_goes_on_clicking_is_told_to_go_on(table: TestClient) -> None:
    with table.websocket_connect(ZONES) as socket:
        page = Page(socket)
        page.why(hex="1407")
        assert "Go on" in page.why(hex="1407")["error"]


def test_the_board_of_a_step_stays_until_one_goes_on(table: TestClient) -> None:
    with table.websocket_connect(ZONES) as socket:
        page = Page(socket)
        for _ in range(2):
            page.order("turn", to="skip")
        page.order("turn", to="show")
        page.order("turn", to="show")
        assert page.lesson["waits"] and page.lesson["step"] == 2 and "whole" not in page.scene
        page.order("turn", to="on")
        assert page.lesson["step"] == 3 and page.scene["whole"]
        assert {piece["place"] for piece in page.scene["pieces"]["changed"]} >= {"1507"}


def test_what_is_learnt_is_remembered_and_a_lesson_left_is_gone_on_with(table: TestClient) -> None:
    with table.websocket_connect(ZONES) as socket:
        Page(socket, "secret").order("turn", to="skip")
    with table.websocket_connect(ZONES) as socket:
        page = Page(socket, "secret")
        assert page.lesson["step"] == 1
        for _ in range(3):
            page.order("turn", to="skip")
        assert page.lesson["over"]
        assert page.order("turn", to="on")["ok"] and page.lesson["over"]
        page.order("turn", to="again")
        assert page.lesson["step"] == 0 and not page.lesson["over"]
    known = {lesson["id"] for lesson in folio(table, "secret") if lesson["known"]}
    assert known == {"3-zones-of-control"}
    assert not any(lesson["known"] for lesson in folio(table, "another"))


def folio(table: TestClient, pupil: str) -> list[Any]:
    paths = table.post("/api/school", json={"pupil": pupil}).json()["paths"]
    return next(path["lessons"] for path in paths if path["game"] == "folio")


def test_everything_may_be_asked_in_a_lesson(table: TestClient) -> None:
    with table.websocket_connect("/api/lessons/folio/4-the-first-attack/live") as socket:
        page = Page(socket)
        number = page.scene["decision"]
        assert page.order("hint", decision=number)["hint"]["action"] == {"type": "Pick", "piece": "A-11"}
        assert page.order("dossier", piece="A-11")["ok"] and page.order("chances", decision=number)["ok"]
        assert page.order("reach")["ok"] and page.order("brief")["ok"]
        assert page.order("undo", decision=number)["status"] == 409, "the lesson begins here"
        assert page.order("redo", decision=number)["status"] == 409
        assert page.take(type="Fly", to="the moon")["status"] == 400
        assert page.order("dance")["status"] == 400
        assert page.order("take", decision=99, action={"type": "Pick", "piece": "A-11"})["status"] == 409


def test_a_step_back_leads_to_the_beginning_of_the_step_and_then_to_the_one_before(table: TestClient) -> None:
    with table.websocket_connect("/api/lessons/folio/4-the-first-attack/live") as socket:
        page = Page(socket)
        assert page.lesson["kind"] == "lesson" and not page.scene["undo"]
        page.order("turn", to="skip")
        second, asked = page.lesson["step"], page.scene["ask"]
        page.order("turn", to="show")
        assert page.scene["ask"] != asked and page.scene["undo"]
        page.order("undo", decision=page.scene["decision"])
        assert page.lesson["step"] == second == 1 and page.scene["ask"] == asked
        page.order("undo", decision=page.scene["decision"])
        assert page.lesson["step"] == 0 and not page.scene["undo"]


@pytest.mark.parametrize("path", ["/learn/folio/9-nothing", "/learn/no-game/1-lesson"])
def test_there_is_no_page_of_a_lesson_that_does_not_exist(table: TestClient, path: str) -> None:
    assert table.get(path).status_code == 404


def test_whoever_wants_to_learn_is_led_to_the_lobby(table: TestClient) -> None:
    leads = [("/learn", "/#learn"), ("/learn/folio", "/#learn/folio"), ("/learn/no-game", "/#learn")]
    for path, to in leads:
        assert table.get(path, follow_redirects=False).headers["location"] == to


def test_the_page_of_a_lesson_says_what_will_be_wanted(table: TestClient) -> None:
    page = table.get("/learn/folio/1-three-numbers").text
    assert 'data-lesson="1-three-numbers"' in page and 'data-scenario="sidi-zahran"' in page


@pytest.mark.parametrize(
    ("game_id", "name", "places"),
    [("folio", "cut-off", {"1208", "1207", "1309", "1109"}), ("red-actions", "a-house", set())],
)
def test_an_example_is_drawn_where_its_pieces_stand(game_id: str, name: str, places: set[str]) -> None:
    game = grognard.game(game_id)
    drawn = draw_example(game, find_lesson(game, f"example-{name}"), "light")
    assert drawn.startswith("<svg") and places <= set(re.findall(r'data-hex="(\w+)"', drawn))
    _, _, wide, high = map(float, re.findall(r'viewBox="([^"]+)"', drawn)[0].split())
    assert 100 < wide < 1200 and high == pytest.approx(wide * 4 / 7, rel=0.01)


EXAMPLES = [example for game in grognard.shelf.values() for example in examples_of(game)]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.key)
def test_every_example_can_be_drawn(example: Lesson, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "terrain", lambda scene: "")  # it is the same under all of them
    monkeypatch.setattr(pieces, "_board", pieces._board.__wrapped__)
    game = grognard.game(example.key.partition("/")[0])
    assert ET.fromstring(lettered(draw_example(game, example, "light"))).get("viewBox")


def test_the_examples_of_a_game_are_drawn_on_one_board() -> None:
    pieces._board.cache_clear()
    for example in examples_of(grognard.game("folio")):
        draw_example(grognard.game("folio"), example, "light")
    assert pieces._board.cache_info().misses == 1


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.key)
def test_a_match_from_an_example_goes_on(example: Lesson) -> None:
    match, rng = Match.at(*read_text(example.tasks[0].position), seed=1), random.Random(1)
    for _ in range(25):
        if not match.over:
            assert match.decision.asks, "nothing is asked any more"
            ask = match.decision.asks[0]
            match.take(rng.choice(list(ask.actions)), ask.side)


@pytest.mark.parametrize("game_id", ["night-fight", "korsun"])
def test_the_picture_of_an_example_shows_all_its_places(game_id: str) -> None:
    ground = grognard.game(game_id).face.ground(next(iter(grognard.game(game_id).scenarios)))
    assert isinstance(ground, HexGround)
    places = ground.places[100:103]
    middle, across, down = window_of(ground, places)
    x, y = ground.centre(middle)
    assert all(abs(ground.centre(p)[0] - x) < across * 31 and abs(ground.centre(p)[1] - y) < down * 31 for p in places)
    assert window_of(ground, []) == (ground.places[len(ground.places) // 2], 7.0, 4.0)


def test_the_rulebook_tells_of_its_examples_and_serves_their_pictures(table: TestClient) -> None:
    book = table.get("/art/folio/rules.json").json()
    [example] = [one for one in book["examples"] if one["id"] == "example-cut-off"]
    assert example["rules"][0] == "FO-9.0.1" and "surrounded" in example["say"]
    picture = table.get("/art/folio/example-cut-off-dark.svg")
    assert picture.status_code == 200 and picture.headers["content-type"].startswith("image/svg")
    assert table.get("/art/folio/example-nothing-dark.svg").status_code == 404
    assert table.get("/learn/folio/example-cut-off").status_code == 200


def test_a_match_goes_on_from_the_position_of_a_lesson(table: TestClient) -> None:
    given = table.post("/api/lessons/folio/example-cut-off/play").json()
    assert given["key"] and given["sides"] == ["British"]
    scene = table.get(f"/api/matches/{given['match']}", headers={"authorization": f"Bearer {given['key']}"}).json()
    assert "attack Machine-gun" in str(scene["ask"]["choices"])
    assert table.post("/api/lessons/folio/example-nothing/play").status_code == 404


LESSONS = [lesson for game in grognard.shelf.values() for lesson in (*lessons_of(game), *examples_of(game))]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)
def test_a_page_can_be_shown_every_step_of_every_lesson(lesson: Lesson) -> None:
    desk, seen = LessonSession(lesson), set()
    while not desk.over:
        shown = msgspec.json.decode(msgspec.json.encode(desk.scene() | {"lesson": desk.told()}))
        assert desk.waits or desk.task.click or desk.coach.is_read_only or shown["ask"], "nothing could be answered"
        seen.add(shown["lesson"]["step"])
        desk.obey(requests.Turn("on" if desk.waits else "show"))
    assert seen == set(range(len(lesson.tasks))) and desk.table()["scenario"]


def test_what_lies_beyond_a_picture_is_left_out() -> None:
    box = window_round((500, 300), 2, 1)  # 158 to either side, 124 up and down
    assert box == (342, 176, 658, 424)
    inside, through, round_it = "M500 300l10 0", "M0 300q500 0 1000 0", "M0 0l0 900l900 0l0-900Z"
    beyond, before = "M700 300l9 0q5 5 9 0", "M500 425l100 0"
    filler = "M900 900l1 1" * 130
    path = f'<path d="{inside}{beyond}{through}{before}{round_it}{filler}"/>'
    assert cut_away(path, box) == f'<path d="{inside}{through}{round_it}"/>'
    assert cut_away(f'<path d="{filler}"/>', box) == '<path d="M0 0"/>'
    short = '<symbol><path d="M900 900l1 1"/></symbol>'
    assert cut_away(short, box) == short, "what a counter is made of lies elsewhere"
    assert cut_away('<use href="#tree" x="500" y="420"/><use href="#tree" x="500" y="430"/>', box) == (
        '<use href="#tree" x="500" y="420"/>'
    )


def test_a_lesson_on_commanding_takes_an_order_to_the_staff(table: TestClient) -> None:
    with table.websocket_connect("/api/lessons/korsun/8-a-staff-of-ones-own/live") as socket:
        page = Page(socket)
        command = {"intent": {"do": "go", "to": "1629"}, "units": ["S-5MC-2", "S-5MC-9", "S-5MC-45", "S-5MC-233"]}
        early = page.order("plan", decision=page.scene["decision"], command=command)
        assert early["status"] == 409 and not page.lesson["orders"]
        page.order("turn", to="on")
        assert page.lesson["orders"] and not page.lesson["wanted"]
        plan = page.order("plan", decision=page.scene["decision"], command=command)
        assert len(plan["rows"]) == 4 and page.lesson["step"] == 1
        wrong = page.order("command", decision=page.scene["decision"], command={"intent": {"do": "hold"}})
        assert wrong["answers"] == 0 and not page.lesson["said"]["right"]
        done = page.order("command", decision=page.scene["decision"], command=command)
        assert done["answers"] >= 8 and page.lesson["said"]["right"]
        assert "Show me does it" in page.order("hint", decision=page.scene["decision"])["error"] or page.lesson["waits"]
