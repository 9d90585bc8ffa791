"""Everybody's share in the dice at the table: who waits for whom, what is kept of it, and what the record proves."""

from __future__ import annotations

import random
import stat
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from grognard.engine import SHELF, Match, verify
from grognard.engine.records.receipt import Receipt
from grognard.engine.records.shares import commitment_of
from grognard.server.app import WebApp
from grognard.server.matches import dice_shares
from grognard.server.storage.server_key import BadKey, ServerKey
from grognard.server.storage.store import Store, sqlite_url
from tests.server.play import Plain, bearer, look, new_match, order, take

NONCES = {"British": "01" * 32, "German": "02" * 32}
COMMITS = {side: commitment_of(bytes.fromhex(nonce)) for side, nonce in NONCES.items()}
FOLIO = {"game": "folio", "scenario": "sidi-zahran", "seats": {"German": "friend"}}


def open_table(folder: Path, key: ServerKey | None) -> TestClient:
    return TestClient(WebApp(Store(sqlite_url(folder), key), rate=10_000, making=10_000).app())


@pytest.fixture
def keyed(tmp_path: Path) -> Iterator[TestClient]:
    """A table with a server key."""
    with open_table(tmp_path, ServerKey.of(tmp_path / "server.key")) as client:
        yield client


def invited(table: TestClient) -> tuple[str, dict[str, str]]:
    """A match in which both sit and nobody but the host has committed himself."""
    match, key, made = new_match(table, commitment=COMMITS["British"], **FOLIO)
    guest = table.post(f"/api/matches/{match}/claim", json={"invite": made["invites"]["German"]}).json()["key"]
    return match, {"British": key, "German": guest}


def begun(table: TestClient) -> tuple[str, dict[str, str]]:
    match, keys = invited(table)
    assert order(table, match, keys["German"], do="commit", commitment=COMMITS["German"]).status_code == 200
    for side, nonce in NONCES.items():
        assert order(table, match, keys[side], do="nonce", nonce=nonce).status_code == 200
    return match, keys


def play(table: TestClient, match: str, keys: dict[str, str], answers: int) -> Plain:
    rng, scene = random.Random(1), look(table, match, keys["British"])
    for _ in range(answers):
        side = scene["asked"][0]
        scene = look(table, match, keys[side])
        assert take(table, match, keys[side], scene, rng.randrange(len(scene["ask"]["choices"]))).status_code == 200
        scene = look(table, match, keys[side])
    return scene


def test_the_match_begins_when_everybody_has_shown_his_number(keyed: TestClient) -> None:
    match, keys = invited(keyed)
    waits = look(keyed, match, keys["British"])
    assert waits["asked"] == [] and waits["ask"] is None and waits["dice"]["waits"] == ["German"]
    assert "witness" not in waits and waits["dice"]["promise"] == []
    order(keyed, match, keys["German"], do="commit", commitment=COMMITS["German"])
    promised = look(keyed, match, keys["German"])["dice"]
    assert len(promised["promise"]) == 4 and COMMITS["German"] in promised["promise"][2]
    order(keyed, match, keys["German"], do="nonce", nonce=NONCES["German"])
    assert look(keyed, match, keys["German"])["dice"]["waits"] == ["British"]
    order(keyed, match, keys["British"], do="nonce", nonce=NONCES["British"])
    scene = look(keyed, match, keys["British"])
    assert scene["asked"] and scene["dice"]["head"] and scene["witness"]["line"] == 1


def test_what_comes_too_early_too_late_or_from_others_is_refused(keyed: TestClient) -> None:
    match, keys = invited(keyed)

    def refused(who: str, status: int, **what: Any) -> None:
        got = order(keyed, match, keys.get(who, ""), **what)
        assert got.status_code == status, got.text

    refused("British", 409, do="nonce", nonce=NONCES["British"])
    refused("British", 409, do="commit", commitment=COMMITS["German"])
    refused("German", 409, do="commit", commitment=COMMITS["British"])
    refused("German", 400, do="commit", commitment="no")
    refused("", 403, do="begin")
    refused("British", 409, do="resign", side="British", decision=0)
    refused("British", 409, do="back", side="British", decision=0)
    refused("British", 409, do="at", frame=0)
    refused("British", 409, do="take", decision=0, action={"type": "Press", "button": "x"})
    order(keyed, match, keys["German"], do="commit", commitment=COMMITS["German"])
    refused("German", 409, do="nonce", nonce=NONCES["British"])
    refused("British", 409, do="begin")
    for side, nonce in NONCES.items():
        order(keyed, match, keys[side], do="nonce", nonce=nonce)
    refused("British", 409, do="nonce", nonce=NONCES["British"])
    refused("British", 409, do="begin")


def test_the_host_may_begin_without_those_who_do_not_come(keyed: TestClient) -> None:
    match, key, made = new_match(keyed, commitment=COMMITS["British"], **FOLIO)
    assert order(keyed, match, key, do="begin").status_code == 200
    assert order(keyed, match, key, do="nonce", nonce=NONCES["British"]).status_code == 200
    guest = keyed.post(f"/api/matches/{match}/claim", json={"invite": made["invites"]["German"]}).json()["key"]
    late = order(keyed, match, guest, do="commit", commitment=COMMITS["German"])
    assert late.status_code == 409 and "begun already" in late.json()["error"]
    assert order(keyed, match, key, do="resign", side="British", decision=0).status_code == 200
    found = verify(keyed.get(f"/api/matches/{match}/record").content)
    assert found.contributed == ("British",) and found.others == ("German",)


def test_f10_whoever_has_sat_down_has_a_minute_to_put_his_number_in(
    keyed: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, keys = invited(keyed)
    for side in keys:
        got = order(keyed, match, keys[side], do="begin")
        assert got.status_code == 409 and "have a minute" in got.json()["error"]
    assert order(keyed, match, keys["German"], do="commit", commitment=COMMITS["German"]).status_code == 200
    assert sorted(look(keyed, match, keys["British"])["dice"]["commits"]) == ["British", "German"]
    match, keys = invited(keyed)
    monkeypatch.setattr(dice_shares, "PATIENCE", 0.0)
    assert order(keyed, match, keys["British"], do="begin").status_code == 200


def test_f10_a_rematch_without_shares_takes_no_number_in_silence(keyed: TestClient) -> None:
    match, keys = begun(keyed)
    order(keyed, match, keys["German"], do="resign", side="German", decision=0)
    first = keyed.post(f"/api/matches/{match}/rematch", json={}, headers=bearer(keys["German"]))
    other, head = first.json()["match"], bearer(keys["British"])
    got = keyed.post(f"/api/matches/{match}/rematch", json={"commitment": COMMITS["British"]}, headers=head)
    assert got.status_code == 409 and "without shares" in got.json()["error"]
    assert keyed.post(f"/api/matches/{match}/rematch", json={}, headers=head).json()["match"] == other


def test_who_plays_alone_or_without_a_commitment_hears_nothing_of_it(keyed: TestClient) -> None:
    for wish in ({"seats": {"German": "recruit"}, "commitment": COMMITS["British"]}, {"seats": {"German": "friend"}}):
        match, key, _ = new_match(keyed, **{**FOLIO, **wish})
        scene = look(keyed, match, key)
        assert scene["asked"] and "dice" not in scene and "witness" not in scene


def test_the_record_is_signed_and_fits_what_a_page_was_shown(keyed: TestClient) -> None:
    match, keys = begun(keyed)
    scene = play(keyed, match, keys, 12)
    dice, mark = scene["dice"], scene["witness"]
    kept = (dice["head"], dice["key"], dice["signature"], mark["line"], mark["mark"])
    receipt = Receipt(match, dice["promise"], NONCES["German"], *kept)
    order(keyed, match, keys["British"], do="resign", side="British", decision=scene["decision"])
    record = keyed.get(f"/api/matches/{match}/record").content
    found = verify(record, msgspec.json.encode(receipt))
    assert found.whole and found.seen and found.signed_by == dice["key"]
    assert found.contributed == ("British", "German")
    said = keyed.get(f"/api/matches/{match}/verify").json()
    assert said["honest"] and any("Signed by the server" in text for text in said["words"])


def test_a_match_goes_on_after_a_restart_at_every_stage(tmp_path: Path) -> None:
    key = ServerKey.of(tmp_path / "server.key")
    with open_table(tmp_path, key) as table:
        match, keys = invited(table)
    steps = [("German", {"do": "commit", "commitment": COMMITS["German"]})]
    steps += [(side, {"do": "nonce", "nonce": nonce}) for side, nonce in NONCES.items()]
    for side, what in steps:
        with open_table(tmp_path, key) as table:
            assert not look(table, match, keys[side])["asked"]
            assert order(table, match, keys[side], **what).status_code == 200
    with open_table(tmp_path, key) as table:
        first = play(table, match, keys, 8)["witness"]
    with open_table(tmp_path, key) as table:
        assert look(table, match, keys["British"])["witness"] == first


def test_the_database_alone_opens_no_seal(tmp_path: Path, run: Callable[[Coroutine[Any, Any, Any]], Any]) -> None:
    with open_table(tmp_path, ServerKey.of(tmp_path / "server.key")) as table:
        match, _, _ = new_match(table)
    bare = Store(sqlite_url(tmp_path))
    with bare.engine.connect() as db:
        assert db.exec_driver_sql("select secret from matches").scalar() == b""
    bare.close()
    for key in (None, ServerKey(bytes(32))):
        with open_table(tmp_path, key) as table:
            got = table.get(f"/api/matches/{match}")
            assert got.status_code == 410 and "server key" in got.json()["error"]


def test_a_server_key_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "new" / "server.key"
    assert ServerKey.of(path).public == ServerKey.of(path).public
    assert stat.S_IMODE(path.stat().st_mode) == 0o600 and len(list(path.parent.iterdir())) == 1
    path.write_text("no key")
    with pytest.raises(BadKey, match="is not a server key"):
        ServerKey.of(path)


def test_a_rematch_is_drawn_anew_by_both(keyed: TestClient) -> None:
    match, keys = begun(keyed)
    order(keyed, match, keys["German"], do="resign", side="German", decision=0)
    head = bearer(keys["German"])
    again = keyed.post(f"/api/matches/{match}/rematch", json={"commitment": COMMITS["German"]}, headers=head)
    other = again.json()["match"]
    assert look(keyed, other, keys["German"])["dice"]["waits"] == ["British"]
    assert order(keyed, other, keys["British"], do="commit", commitment=COMMITS["British"]).status_code == 200
    assert len(look(keyed, other, keys["British"])["dice"]["promise"]) == 4


@pytest.mark.parametrize("game_id", SHELF)
def test_every_scenario_can_be_looked_at_before_it_begins(keyed: TestClient, game_id: str) -> None:
    for scenario in SHELF[game_id].scenarios:
        sides = Match.new(SHELF[game_id], scenario, seed=1).sides
        if len(sides) < 2:
            continue
        wish = {"game": game_id, "scenario": scenario, "seats": {sides[1]: "friend"}}
        match, key, _ = new_match(keyed, commitment=COMMITS["British"], **wish)
        assert look(keyed, match, key)["asked"] == [] == look(keyed, match)["asked"]
        assert order(keyed, match, key, do="brief").status_code == 200


def test_everybody_hears_live_how_far_it_has_come(keyed: TestClient) -> None:
    match, keys = invited(keyed)
    with keyed.websocket_connect(f"/api/matches/{match}/live") as page:
        page.send_json({"hello": keys["British"]})
        assert page.receive_json()["dice"]["waits"] == ["German"]
        order(keyed, match, keys["German"], do="commit", commitment=COMMITS["German"])
        heard = [page.receive_json() for _ in range(3)]
        assert [m["dice"]["waits"] for m in heard if m["type"] == "dice"] == [["British", "German"]]
