"""Forged, stale, duplicated, malformed, oversized and wrong-seat requests: refused, and nothing changes."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

import grognard
from grognard.engine import SHELF, Match, UnknownChoice
from grognard.engine.records.record import MatchLine, StateLine, TakeLine, read_lines, write_lines
from grognard.server import app
from grognard.server.app import WebApp
from grognard.server.matches import registry
from grognard.server.matches.session import MatchSession
from grognard.server.storage.store import Store, sqlite_url
from grognard.server.web.limits import BODY, HEADERS
from tests.server.play import GAME, bearer, look, new_match, order, take

JSON = {"content-type": "application/json"}
SETTINGS = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], derandomize=True
)


def digest(table: TestClient, match: str) -> str:
    """Everything that can be seen of a position."""
    scene = look(table, match)
    return f"{scene['decision']} {msgspec.json.encode(scene['pieces'])!r} {msgspec.json.encode(scene['log'])!r}"


def wrongs(scene: Any) -> list[tuple[str, dict[str, Any], set[int]]]:
    """Requests that must be refused at this decision: key to use, order, and the statuses allowed."""
    decision, action = scene["decision"], scene["ask"]["choices"][0]["action"]
    return [
        ("right", {"do": "take", "decision": decision + 1, "action": action}, {409}),
        ("right", {"do": "take", "decision": decision - 1, "action": action}, {409} if decision else {400}),
        ("right", {"do": "take", "decision": decision, "action": {"type": "Nonsense"}}, {400}),
        ("right", {"do": "take", "decision": decision, "action": {}}, {400}),
        ("right", {"do": "take", "decision": decision, "action": {"type": "Pick", "piece": "nobody"}}, {400, 422}),
        ("right", {"do": "take", "decision": "now", "action": action}, {400}),
        ("right", {"do": "take", "decision": decision, "action": action, "more": 1}, {400}),
        ("right", {"do": "fly"}, {400}),
        ("right", {"do": "resign", "decision": decision, "side": "nobody"}, {403}),
        ("none", {"do": "take", "decision": decision, "action": action}, {403}),
        ("none", {"do": "undo", "decision": decision}, {403}),
        ("none", {"do": "hint", "decision": decision}, {403}),
        ("none", {"do": "resign", "decision": decision, "side": scene["ask"]["side"]}, {403}),
        ("none", {"do": "back", "decision": decision, "side": scene["ask"]["side"]}, {403}),
        ("forged", {"do": "take", "decision": decision, "action": action}, {401}),
        ("other", {"do": "take", "decision": decision, "action": action}, {401}),
    ]


@pytest.mark.parametrize("game_id", SHELF)
def test_at_every_decision_of_a_match_wrong_requests_change_nothing(table: TestClient, game_id: str) -> None:
    game = {"game": game_id, "scenario": next(iter(SHELF[game_id].scenarios))}
    match, key, _ = new_match(table, **game)
    _, other, _ = new_match(table)
    keys = {"right": key, "none": "", "forged": key[:-1] + ("A" if key[-1] != "A" else "B"), "other": other}
    rng = random.Random(4)
    for _ in range(24 if game_id == GAME else 8):
        scene = look(table, match, key)
        if scene["result"] or not scene["ask"]:
            break
        before = digest(table, match)
        for whose, wrong, allowed in wrongs(scene):
            got = order(table, match, keys[whose], **wrong)
            assert got.status_code in allowed, (wrong, got.text)
            assert set(got.json()) == {"status", "error", "rule", "hint", "instead"}
        assert digest(table, match) == before
        assert take(table, match, key, scene, rng.randrange(len(scene["ask"]["choices"]))).status_code == 200
        assert look(table, match, key)["decision"] == scene["decision"] + 1


def test_the_same_answer_twice_counts_once(table: TestClient) -> None:
    match, key, _ = new_match(table)
    scene = look(table, match, key)
    assert [take(table, match, key, scene).status_code for _ in range(3)] == [200, 409, 409]
    assert look(table, match, key)["decision"] == 1


def test_what_is_too_long_is_refused(table: TestClient) -> None:
    match, key, _ = new_match(table)
    long = b'{"do":"say","text":"' + b"x" * BODY + b'"}'
    got = table.post(f"/api/matches/{match}/orders", content=long, headers=bearer(key) | JSON)
    assert got.status_code == 413
    assert order(table, match, key, do="say", text="x" * 501).status_code == 400


def test_what_is_no_json_is_refused(table: TestClient) -> None:
    match, key, _ = new_match(table)
    for body in (b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"do":"take"}', b"[" * 5000):
        got = table.post(f"/api/matches/{match}/orders", content=body, headers=bearer(key) | JSON)
        assert got.status_code == 400, body
        assert table.post("/api/matches", content=body, headers=JSON).status_code == 400


def test_unknown_matches_games_and_pictures_are_not_found(table: TestClient) -> None:
    assert table.get("/api/matches/nothing").status_code == 404
    assert order(table, "nothing", "", do="undo", decision=0).status_code == 404
    assert table.get("/art/nothing/counters.svg").status_code == 404
    assert table.get("/art/night-fight/ghost-column/../../../pyproject.toml").status_code == 404
    assert table.get("/page/x/../server.py").status_code == 404
    for wish in ({"game": "no", "scenario": "no"}, {"game": "night-fight", "scenario": "no"}):
        assert table.post("/api/matches", json=wish).status_code == 422
    bad = {"game": "night-fight", "scenario": "ghost-column", "seats": {"german": "cheater"}}
    assert table.post("/api/matches", json=bad).status_code == 422


def test_a_file_that_is_no_record_is_refused(table: TestClient) -> None:
    for body in (b"", b"hello", b"\x00" * 100, b'{"line":"match"}\n'):
        got = table.post("/api/records", content=body)
        assert got.status_code == 422 and "record" in got.json()["error"]


def test_a_position_in_a_record_of_older_rules_is_not_taken_on_trust(table: TestClient) -> None:
    match = grognard.new("folio", "sidi-zahran", seed=1)
    for _ in range(3):
        match.take(match.decision.actions[0])
    header, *lines = read_lines(match.record())
    assert isinstance(header, MatchLine)
    older = msgspec.structs.replace(header, version=0)
    state = msgspec.json.decode(match.state.to_json())
    forged = StateLine(msgspec.Raw(msgspec.json.encode({**state, "turn": 10**9})), 0)
    got = table.post("/api/records", content=write_lines([older, *lines[:1], forged]))
    assert got.status_code == 422 and "record" in got.json()["error"]


def test_f4_an_honest_record_of_older_rules_is_not_called_changed(table: TestClient, monkeypatch: Any) -> None:
    match = grognard.new("folio", "sidi-zahran", seed=1)
    match.take(match.decision.actions[0])
    match.resign("German")
    header, start, take, *rest = read_lines(match.record())
    assert isinstance(header, MatchLine) and isinstance(take, TakeLine)
    older = msgspec.structs.replace(header, version=header.version - 1)
    record = write_lines([older, start, msgspec.structs.replace(take, digest="other rules"), *rest])
    got = table.post("/api/records", content=record)
    assert got.status_code == 422 and got.json()["error"].startswith(
        f"This record was made under version {older.version} of Folio Battles, and this table plays version"
    )
    played = table.post("/api/records", content=match.record()).json()["match"]
    monkeypatch.setattr(app, "record_of", lambda *_: record)
    told = table.get(f"/api/matches/{played}/verify").json()
    assert told["older"] and not told["honest"] and "only the rules it was made under prove it" in told["error"]


def test_a_record_that_would_keep_others_waiting_is_refused(table: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    match = grognard.new("folio", "sidi-zahran", seed=1)
    for _ in range(4):
        match.take(match.decision.actions[0])
    match.take_back(2)
    monkeypatch.setattr(registry, "LINES", len(match.record().splitlines()))
    assert table.post("/api/records", content=match.record()).status_code == 201
    monkeypatch.setattr(registry, "TAKEBACKS", 0)
    assert table.post("/api/records", content=match.record()).status_code == 413
    monkeypatch.setattr(registry, "LINES", 3)
    got = table.post("/api/records", content=match.record())
    assert got.status_code == 413 and "3 lines at most" in got.json()["error"]


def test_zero_bytes_are_refused(table: TestClient) -> None:
    match, key, _ = new_match(table)
    assert order(table, match, key, do="say", text="a\0b").status_code == 400
    assert order(table, match, key, do="why", decision=0, piece="\0").status_code == 400
    assert table.get("/api/matches/%00").status_code == 404
    assert table.get("/m/%00").status_code == 200


def test_who_talks_too_much_is_slowed_down(table: TestClient) -> None:
    match, _, _ = new_match(table)
    with table.websocket_connect(f"/api/matches/{match}/live") as socket:
        socket.send_json({"hello": ""})
        for ref in range(1, 31):
            socket.send_json({"do": "say", "text": "spam", "ref": ref})
        answers: list[Any] = []
        while len(answers) < 30:
            got = socket.receive_json()
            answers += [got["ok"]] if "re" in got else []
    assert answers[:8] == [True] * 8 and not all(answers)


def test_a_match_of_a_game_that_is_gone_says_so(table: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    async def gone(*_: object) -> None:
        raise UnknownChoice("There is no game 'chess'.")

    monkeypatch.setattr(MatchSession, "open", gone)
    got = table.get("/api/matches/somewhere")
    assert got.status_code == 410 and "chess" in got.json()["error"]


def test_a_fault_is_told_as_one_and_changes_nothing(table: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    match, key, _ = new_match(table)
    before = digest(table, match)
    with monkeypatch.context() as broken:
        broken.setattr(Match, "take", lambda *_: 1 / 0)
        got = take(table, match, key, look(table, match, key))
    assert got.status_code == 500 and "nothing has changed" in got.json()["error"]
    assert digest(table, match) == before


def test_every_answer_has_the_security_headers(table: TestClient) -> None:
    match, _, _ = new_match(table)
    for path in ("/", f"/m/{match}", "/api/games", f"/api/matches/{match}", "/api/matches/none", "/nowhere"):
        got = table.get(path)
        for name, value in HEADERS.items():
            assert got.headers[name] == value, (path, name)
    policy = HEADERS["content-security-policy"]
    assert "unsafe" not in policy and "default-src 'none'" in policy


def test_pages_have_no_inline_script_or_style(table: TestClient) -> None:
    for path in ("/", "/m/any"):
        html = table.get(path).text
        assert "<style" not in html and " style=" not in html and " onclick=" not in html
        assert "<script>" not in html


def test_too_many_requests_are_slowed_down(tmp_path: Path) -> None:
    with TestClient(WebApp(Store(sqlite_url(tmp_path)), making=0.001).app()) as table:
        wish = {"game": "night-fight", "scenario": "ghost-column"}
        answers = [table.post("/api/matches", json=wish).status_code for _ in range(42)]
    assert answers[:40] == [201] * 40 and answers[-1] == 429


def test_a_full_table_takes_no_more_matches(tmp_path: Path) -> None:
    laid = WebApp(Store(sqlite_url(tmp_path)))
    laid.house.most_matches = 1
    with TestClient(laid.app()) as table:
        new_match(table)
        got = table.post("/api/matches", json={"game": "night-fight", "scenario": "ghost-column"})
    assert got.status_code == 503


# ------------------------------------------------------------ fuzz from the schema


def strategy(schema: dict[str, Any], parts: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values of a JSON schema, and now and then something else."""
    return st.one_of(
        _sound(schema, parts), st.none(), st.integers(-5, 5), st.text(max_size=5), st.just([]), st.just({})
    )


def _sound(schema: dict[str, Any], parts: dict[str, Any]) -> st.SearchStrategy[Any]:
    if "$ref" in schema:
        return _sound(parts[schema["$ref"].rsplit("/", 1)[1]], parts)
    if "anyOf" in schema:
        return st.one_of([_sound(item, parts) for item in schema["anyOf"]])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    kind = schema.get("type")
    if kind == "object" and "properties" in schema:
        needed = {
            name: strategy(part, parts) if name != "do" else _sound(part, parts)
            for name, part in schema["properties"].items()
        }
        return st.fixed_dictionaries(
            {n: s for n, s in needed.items() if n in schema.get("required", ())},
            optional={n: s for n, s in needed.items() if n not in schema.get("required", ())},
        )
    if kind == "object":
        return st.dictionaries(
            st.text(max_size=6), st.one_of(st.text(max_size=6), st.integers(), st.none()), max_size=3
        )
    if kind == "array":
        return st.lists(_sound(schema["items"], parts), max_size=3)
    return {
        "integer": st.integers(-2, 2**40),
        "number": st.floats(allow_nan=False, allow_infinity=False),
        "boolean": st.booleans(),
    }.get(str(kind), st.text(max_size=90))


@SETTINGS
@given(data=st.data())
def test_a_fuzz_of_the_api_from_its_own_schema_finds_no_500(table: TestClient, data: st.DataObject) -> None:
    kept: Any = table
    if not hasattr(kept, "fuzzed"):
        kept.fuzzed = (table.get("/api/schema").json(), *new_match(table)[:2])
    schema, match, key = kept.fuzzed
    parts = schema["components"]["schemas"]
    path = data.draw(st.sampled_from(sorted(schema["paths"])))
    method = data.draw(st.sampled_from(sorted(schema["paths"][path].keys() & {"get", "post"})))
    content = schema["paths"][path][method].get("requestBody", {}).get("content", {})
    sent: dict[str, Any] = {}
    if "application/json" in content:
        sent["json"] = data.draw(strategy(content["application/json"]["schema"], parts))
    elif content:
        sent["content"] = data.draw(st.binary(max_size=60))
    who = data.draw(st.sampled_from([key, "", "forged"]))
    where = path
    for part in re.findall(r"{\w+}", path):
        where = where.replace(part, data.draw(st.sampled_from([match, "folio", "none", "%00", "a" * 200])))
    got = table.request(method.upper(), where, headers=bearer(who), **sent)
    assert got.status_code < 500, (where, sent, got.text)
