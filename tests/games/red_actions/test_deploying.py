"""Deployment (RA-SCN.3, RA-SCN.10, RA-AMB.1): until *ready* everything inside the zone can be changed."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.board.inches import Spot
from grognard.engine import Match, Pick, Press
from grognard.games.red_actions import GAME
from grognard.games.red_actions.rules.deploying import Ambush, Change, Deploy, DrawUp, LeaveIt, Put, Turn, Vehicles
from grognard.games.red_actions.rules.hiding import hidden_rules, why_not_ambush
from grognard.games.red_actions.rules.scenarios import TABLES
from grognard.games.red_actions.rules.sequence import Segments
from grognard.games.red_actions.rules.state import RedActions, Unit
from grognard.testing import offered

from .situations import battle, run, senior, unit


def deploying(scenario: str, side: str, **options: str) -> Match:
    """A match in which this side deploys now."""
    match = Match.new(GAME, scenario, options, seed=5)
    while match.decision.side != side or not isinstance(match.state.steps[-1], Deploy):
        match.take(Press("ready") if Press("ready") in match.decision.actions else Press("a balanced army"))
    return match


def change(match: Match, piece: str, *changes: Change) -> Unit:
    for deed in changes:
        if isinstance(match.state.steps[-1], Deploy):
            match.take(Pick(piece))
        match.take(deed)
    if not isinstance(match.state.steps[-1], Deploy):
        match.take(LeaveIt())
    found = match.state.pieces[piece]
    assert isinstance(found, Unit)
    return found


@pytest.mark.rule("RA-SCN.10")
def test_a_unit_can_be_placed_turned_and_drawn_up_again_and_again() -> None:
    match = deploying("lezhanka", "whites")
    assert change(match, "whites-kuban", Put(1400, 600), Turn(450)).spot == (1400, 600, 450)
    assert change(match, "whites-kuban", Put(1600, 700)).spot == (1600, 700, 450)
    assert change(match, "whites-kuban", DrawUp("column")).formation == "column"
    assert not change(match, "whites-kuban", DrawUp("line")).formed
    assert change(match, "whites-kuban", Turn(0)).facing == 0
    match.take(Pick("whites-kuban"))
    assert not match.why_not(Put(1800, 600)) and match.why_not(Put(1400, 1500))
    assert match.why_not(DrawUp("line")) is not None  # it stands like that already
    assert match.why_not(Vehicles(True)) is not None


@pytest.mark.rule("RA-FRM.13", "RA-SCN.10")
def test_carts_and_limbers_can_be_chosen() -> None:
    match = deploying("peregonovka", "makhno")
    foot = next(u.id for u in match.state.pieces.values() if u.side == "makhno" and u.has("Carts") and not u.carts)
    assert change(match, foot, Vehicles(True)).carts
    assert not change(match, foot, Vehicles(False)).carts
    match = deploying("lezhanka", "whites")
    gun = next(u.id for u in match.state.pieces.values() if u.side == "whites" and u.kind == "gun")
    assert change(match, gun, Vehicles(True)).limbered
    assert not change(match, gun, Vehicles(False)).limbered


@pytest.mark.rule("RA-VEH.7", "RA-SCN.10")
def test_a_train_starts_anywhere_on_the_line() -> None:
    match = deploying("lipyagi", "reds")
    was = match.state.pieces["reds-train"]
    moved = change(match, "reds-train", Put(3000, was.y))
    assert moved.rail != was.rail
    match.take(Pick("reds-train"))
    low, *_, high = TABLES["lipyagi"].of_type("railway")[0].points
    assert match.why_not(Put(*Spot.at(high)[:2])) is None
    refusal = match.why_not(Put(*Spot.at(low)[:2]))
    assert refusal is not None and refusal.rule == "RA-VEH.7"  # the wagons would hang over the end


@pytest.mark.rule("RA-AMB.1", "RA-SCN.3")
def test_an_ambush_can_be_taken_back() -> None:
    match = deploying("peregonovka", "makhno")
    piece = "makhno-inf2"
    match.take(Pick(piece))
    match.take([a for a in match.decision.actions if isinstance(a, Put)][-1])
    match.take(LeaveIt())
    match.take(Ambush(piece))
    assert match.state.pieces[piece].unseen
    assert "out of ambush" in match.describe(Ambush(piece))
    match.take(Ambush(piece))
    assert not match.state.pieces[piece].hidden
    assert "put in ambush" in match.describe(Ambush(piece))


@pytest.mark.rule("RA-AMB.1")
def test_in_a_pick_up_game_the_option_says_how_many_may_hide() -> None:
    none = deploying("pick-up", "south", table="lezhanka")
    assert not hidden_rules(none.state, "south")[0].units_max  # type: ignore[arg-type]
    match = deploying("pick-up", "north", table="peregonovka", ambushes="2")
    g = match.state
    assert isinstance(g, RedActions)
    (rule,) = hidden_rules(g, "north")
    assert rule.units_max == 2 and rule.terrain
    wood = g.table.features[rule.terrain[0]]
    foot = next(u for u in g.troops("north") if u.kind == "rifles")
    there = (
        foot.at(wood.centre) if not wood.type.startswith("building") else replace(foot.at(wood.centre), place=wood.name)
    )
    assert why_not_ambush(g, there) is None
    assert why_not_ambush(g, foot.at((g.table.width / 2, 1.0))) is not None


@pytest.mark.rule("RA-TRN.9", "RA-TRN.7", "RA-OFF.5")
def test_segments_say_why_not_whom_they_do_not_offer() -> None:
    done, fresh = (
        unit("whites", "white_volunteer", 4, x, 20, name=n, acted=n == "a") for x, n in ((20, "a"), (30, "b"))
    )
    chief = senior("whites", 2, 40, 20, attached="whites-b")
    g = run(battle(done, fresh, chief, unit("reds", "red_rifle", 4, 30, 40, 180, name="r")), Segments("whites"))
    step = g.steps[-1]
    tries = {
        Pick("whites-a"): "RA-TRN.7",
        Press("pass"): "RA-TRN.9",
        Pick(chief.id): "RA-OFF.5",
        Pick("reds-r"): "GR-1",
    }
    for action, rule in tries.items():
        refusal = step.why_not(g, "whites", action)
        assert refusal is not None and refusal.rule == rule
    assert offered(g) == [Pick("whites-b")]
