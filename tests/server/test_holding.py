"""Standing orders at the table."""

from __future__ import annotations

from starlette.testclient import TestClient

from grognard.engine.match.standing_orders import StandingOrder
from grognard.server.matches.computer_players import answered_by_table
from grognard.server.matches.standing_orders import orders_of, orders_told, with_orders
from grognard.server.storage.store import MatchRow, Seat
from tests.engine.test_orders import windows
from tests.server.play import look, new_match, order

ROW = MatchRow("m", "tank-leader", "prokhorovka", b"")


def test_the_table_answers_a_window_as_the_seat_has_ordered() -> None:
    match, ask, window = windows("tank-leader", "prokhorovka", most=1)[0]
    seats = {side: Seat(side) for side in match.sides}
    assert answered_by_table(ROW, match, match, seats) is None
    seats[ask.side] = with_orders(seats[ask.side], match, [StandingOrder("move", window.move)])
    found = answered_by_table(ROW, match, match, seats)
    assert found is not None and found.only == window.passes and found.why == "let this move pass"
    other = next(side for side in match.sides if side != ask.side)
    seats = {ask.side: Seat(ask.side), other: with_orders(Seat(other), match, [StandingOrder("move", window.move)])}
    assert answered_by_table(ROW, match, match, seats) is None, "the orders of the other side do not count"


def test_orders_run_out_and_are_told_to_their_side_alone() -> None:
    match, ask, window = windows("tank-leader", "prokhorovka", most=1)[0]
    seat = with_orders(Seat(ask.side), match, [StandingOrder("phase", "long ago"), StandingOrder("chance", number=0.4)])
    assert orders_of(seat) == (StandingOrder("chance", number=0.4),)
    told = orders_told(match, seat)
    assert [each["text"] for each in told["given"]] == ["hold fire below a chance of 40 %"]
    assert StandingOrder("move", window.move) in [each["order"] for each in told["offered"]]
    assert orders_told(match, None) == {"given": [], "offered": []}
    assert orders_of(with_orders(seat, match, [])) == ()


def test_orders_go_over_the_wire_and_stay_with_the_seat(table: TestClient) -> None:
    match, key, _ = new_match(table)
    held = [{"hold": "chance", "number": 0.4}]
    assert look(table, match, key)["orders"]["given"] == []
    assert order(table, match, key, do="hold", side="german", orders=held).status_code == 200
    told = look(table, match, key)["orders"]["given"]
    assert [each["text"] for each in told] == ["hold fire below a chance of 40 %"]
    assert look(table, match)["orders"]["given"] == [], "nobody else is told"
    assert order(table, match, key, do="hold", side="german", orders=[{"hold": "all"}]).status_code == 400
    assert order(table, match, key, do="hold", side="soviet", orders=held).status_code == 403
    assert order(table, match, "", do="hold", side="german", orders=held).status_code == 403
    assert order(table, match, key, do="hold", side="german", orders=[]).status_code == 200
    assert look(table, match, key)["orders"]["given"] == []
