"""Orders to a staff at a table: planned, carried out, taken back, and never beyond what the seat may do."""

from __future__ import annotations

from starlette.testclient import TestClient

from tests.server.play import Plain, look, new_match, order

KORSUN = {"game": "korsun", "scenario": "campaign", "seats": {"Soviet": "me", "German": "me"}}


def begun(table: TestClient) -> tuple[str, str, Plain, Plain]:
    """A match of Korsun, and an order to a corps in it."""
    match, key, _ = new_match(table, **KORSUN)
    scene = look(table, match, key)
    corps = [p["id"] for p in scene["pieces"]["changed"] if p.get("formation") == "5th Mechanized Corps"]
    return match, key, scene, {"intent": {"do": "go", "to": "Yurkovka"}, "units": corps}


def test_a_plan_is_told_and_nothing_happens(table: TestClient) -> None:
    match, key, scene, command = begun(table)
    told = order(table, match, key, do="plan", decision=scene["decision"], command=command)
    assert told.status_code == 200, told.text
    plan = told.json()
    assert plan["says"] == "go to Yurkovka"
    assert {unit for row in plan["rows"] for unit in row["units"]} == set(command["units"])
    assert all(len(row["start"]) == len(row["end"]) == 2 for row in plan["rows"])
    assert plan["command"]["units"] == command["units"]
    assert look(table, match, key)["decision"] == scene["decision"]


def test_an_order_is_carried_out_and_taken_back_whole(table: TestClient) -> None:
    match, key, scene, command = begun(table)
    before = {p["id"]: p["place"] for p in scene["pieces"]["changed"]}
    done = order(table, match, key, do="command", decision=scene["decision"], command=command)
    assert done.status_code == 200, done.text
    assert done.json()["halt"] is None and done.json()["left"] is None
    after = look(table, match, key)
    places = {p["id"]: p["place"] for p in after["pieces"]["changed"]}
    assert {unit for unit, place in places.items() if before[unit] != place} == set(command["units"])
    assert order(table, match, key, do="recall", decision=after["decision"]).status_code == 200
    again = look(table, match, key)
    assert {p["id"]: p["place"] for p in again["pieces"]["changed"]} == before
    twice = order(table, match, key, do="recall", decision=again["decision"])
    assert twice.status_code == 409 and "Nothing of an order" in twice.json()["error"]


def test_bad_orders_are_refused_and_change_nothing(table: TestClient) -> None:
    match, key, scene, command = begun(table)
    number = scene["decision"]
    for bad, status in (
        ({"intent": {"do": "dance"}}, 400),
        ({"intent": {"do": "go", "to": "9999"}}, 409),
        ({"intent": {"do": "hold"}, "units": ["nobody"]}, 409),
        ({"intent": {"do": "hold"}, "units": ["G-72-105"]}, 409),
        ({"intent": {"do": "hold"}, "more": 1}, 400),
        ({"intent": {"do": "hold"}, "units": ["x" * 500]}, 400),
    ):
        for do in ("plan", "command"):
            assert order(table, match, key, do=do, decision=number, command=bad).status_code == status, bad
    assert order(table, match, key, do="plan", decision=number + 1, command=command).status_code == 409
    assert order(table, match, "", do="plan", decision=number, command=command).status_code == 403
    assert look(table, match, key)["decision"] == number


def test_nobody_commands_for_a_seat_that_is_not_his(table: TestClient) -> None:
    match, key, _ = new_match(table, **{**KORSUN, "seats": {"Soviet": "friend", "German": "me"}})
    scene = look(table, match, key)
    told = order(
        table, match, key, do="plan", side="German", decision=scene["decision"], command={"intent": {"do": "finish"}}
    )
    assert told.status_code == 403
