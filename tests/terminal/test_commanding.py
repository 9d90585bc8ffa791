"""Orders to a staff, typed."""

from __future__ import annotations

import grognard
from tests.terminal.helpers import type_into


def test_an_order_is_planned_and_only_carried_out_when_it_is_accepted() -> None:
    match = grognard.new("korsun", "campaign", seed=1)
    before = match.state.digest()
    _, printed = type_into(match, "staff 5th Mechanized Corps to Yurkovka")
    assert "go to Yurkovka: 7 acts, nothing has happened yet" in printed
    assert match.state.digest() == before

    _, printed = type_into(match, "staff 5th Mechanized Corps to Yurkovka", "staff yes")
    assert "answers given" in printed
    assert match.state.pieces["S-5MC-2"].place == "1629"


def test_a_plan_can_be_changed_line_by_line() -> None:
    match = grognard.new("korsun", "campaign", seed=1)
    session, _ = type_into(
        match,
        "staff 5th Mechanized Corps to Yurkovka",
        "staff out 2",
        "staff 1 to 1623",
        "staff first 3",
    )
    plan = session.staff.plan
    assert plan is not None
    assert "S-5MC-45" not in plan.command.units
    assert plan.command.goals == {"S-5MC-2": "1623"}
    assert plan.rows[0].units == (plan.command.units[0],)
    assert next(row for row in plan.rows if row.units == ("S-5MC-2",)).to == "1623"


def test_a_whole_order_is_taken_back_at_once() -> None:
    match = grognard.new("korsun", "campaign", seed=1)
    before = match.state.digest()
    _, printed = type_into(match, "staff 5th Mechanized Corps to Yurkovka", "staff yes", "staff undo")
    assert "taken back" in printed
    assert match.state.digest() == before


def test_after_a_halt_one_goes_on_or_stops() -> None:
    match = grognard.new("night-fight", "kiev", seed=1)
    session, printed = type_into(match, "staff finish", "staff yes", "staff finish", "staff yes")
    assert "Halt:" in printed
    assert session.staff.done is not None
    assert not any(piece.place == "" for piece in match.state.pieces.values() if piece.side == "german")
    session, printed = type_into(match, "staff finish", "staff yes", "staff stop", "staff on")
    assert "There is nothing left of an order to go on with." in printed


def test_what_nobody_can_follow_says_why_and_changes_nothing() -> None:
    match = grognard.new("korsun", "campaign", seed=1)
    before = match.state.digest()
    for typed, says in (
        ("staff", "There is no plan."),
        ("staff dance", "Say who, what and where"),
        ("staff 9th Army to 2616", "No unit, place or formation of yours is called '9th Army'"),
        ("staff all to 9999", "There is no place or enemy in sight called '9999'"),
        ("staff all attack", "Where to?"),
        ("staff yes", "There is no plan."),
        ("staff undo", "Nothing of an order can be taken back"),
    ):
        _, printed = type_into(match, typed)
        assert says in printed, typed
    assert match.state.digest() == before


def test_a_line_does_something_else_and_a_second_order_joins() -> None:
    match = grognard.new("korsun", "campaign", seed=1)
    session, printed = type_into(
        match, "staff 5th Mechanized Corps to Yurkovka", "staff 1 hold", "staff and 3rd Tank Corps hold"
    )
    plan = session.staff.plan
    assert plan is not None
    assert plan.command.doing["S-5MC-2"] == "hold" and plan.command.does("S-3TC-50") == "hold"
    assert not {"S-5MC-2", "S-3TC-50"} & {unit for row in plan.rows for unit in row.units}
    assert "units hold where they are" in printed


def test_what_orders_halt_for_is_kept() -> None:
    match = grognard.new("korsun", "campaign", seed=1)
    session, printed = type_into(match, "staff halts changes", "staff 5th Mechanized Corps to Yurkovka")
    assert session.staff.plan is not None and session.staff.plan.command.past == ("expected",)
    assert "An order halts when something changes the rest of the plan." in printed
