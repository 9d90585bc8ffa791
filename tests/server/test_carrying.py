"""A piece dragged on the page: one order, two answers."""

from __future__ import annotations

from starlette.testclient import TestClient

from tests.server.play import Plain, look, new_match, order

FOLIO = {"game": "folio", "scenario": "sidi-zahran"}


def movable(table: TestClient) -> tuple[str, str, Plain, str]:
    """A match at its first movement phase, and a unit that can be picked up."""
    match, key, _ = new_match(table, **FOLIO)
    scene = look(table, match, key)
    piece = next(c["action"]["piece"] for c in scene["ask"]["choices"] if c["action"]["type"] == "Pick")
    return match, key, scene, piece


def test_a_unit_is_picked_up_and_put_down_with_one_order(table: TestClient) -> None:
    match, key, scene, piece = movable(table)
    here = next(p["place"] for p in scene["pieces"]["changed"] if p["id"] == piece)
    picked = {"type": "Pick", "piece": piece}
    order(table, match, key, do="take", decision=scene["decision"], action=picked)
    after = look(table, match, key)
    to = next(c["action"]["hex"] for c in after["ask"]["choices"] if "hex" in c["action"])
    order(table, match, key, do="undo", decision=after["decision"])
    again = look(table, match, key)
    done = order(table, match, key, do="carry", decision=again["decision"], piece=piece, to=to)
    assert done.status_code == 200
    moved = look(table, match, key)
    assert next(p["place"] for p in moved["pieces"]["changed"] if p["id"] == piece) == to != here


def test_a_place_out_of_reach_is_refused_with_a_rule(table: TestClient) -> None:
    match, key, scene, piece = movable(table)
    far = order(table, match, key, do="carry", decision=scene["decision"], piece=piece, to="0101")
    assert far.status_code == 422 and far.json()["rule"]
    assert look(table, match, key)["decision"] == scene["decision"]


def test_what_is_not_there_is_not_found(table: TestClient) -> None:
    match, key, scene, piece = movable(table)
    for what, to in ((piece, "9999"), ("nobody", "0805"), (piece, "")):
        gone = order(table, match, key, do="carry", decision=scene["decision"], piece=what, to=to)
        assert gone.status_code == 404
    stale = order(table, match, key, do="carry", decision=77, piece=piece, to="0805")
    assert stale.status_code == 409
