"""17.0 Engineers."""

from __future__ import annotations

import pytest

from grognard.engine import Press, To
from grognard.games.panzer_blitz.rules.anti_aircraft import AaFire
from grognard.games.panzer_blitz.rules.artillery_requests import why_not_observe
from grognard.games.panzer_blitz.rules.close_assault import Assault
from grognard.games.panzer_blitz.rules.combat_results import disrupt
from grognard.games.panzer_blitz.rules.data import GRID
from grognard.games.panzer_blitz.rules.engineers import (
    BACK,
    BuildBlock,
    ClearMines,
    SetCharges,
    advance_labor,
    begin_labor,
    why_not_clear,
)
from grognard.games.panzer_blitz.rules.movement import Go, can_blow, why_not_move
from grognard.games.panzer_blitz.rules.operation import Operation, PlaceChit
from grognard.games.panzer_blitz.rules.stacking import fits
from grognard.games.panzer_blitz.rules.state import Mine, PanzerBlitz
from grognard.games.panzer_blitz.rules.unit_moves import Move, MoveUnit
from grognard.testing import begin, offered, play, refusing_rule

from .helpers import WOODS, field, operation, put, refusal, rule, state_of


def next_turn(g: PanzerBlitz) -> None:
    g.turn += 1
    advance_labor(g)


@pytest.mark.rule("PB-17.0.1", "PB-17.1.1", "PB-17.1.2", "PB-17.1.3", "PB-17.1.6", "PB-15.2.7", "PB-3.1.4")
def test_clearing_mines_takes_three_turns() -> None:
    g = field()
    g.mines = {**g.mines, "2520": Mine("german", "3-1")}
    engineer, rifle = put(g, "br_engineer", "2320"), put(g, "br_rifle", "2420")
    operation(g, "british", "2320", 1)
    assert rule(why_not_clear(g, g.pieces[rifle], "2520")) == "PB-15.2.7"
    begin(g, MoveUnit(engineer, "2320"))
    play(g, Go("2420"), ClearMines("2520"))
    unit = g.pieces[engineer]
    assert (unit.place, unit.labor, unit.stage, state_of(g, engineer)) == ("2520", "mines", 1, "fresh")
    assert rule(why_not_move(g, unit)) == "PB-17.0.2"
    next_turn(g)
    assert g.pieces[engineer].stage == 2 and "2520" in g.mines
    next_turn(g)
    assert g.mines == {} and not g.pieces[engineer].labor


@pytest.mark.rule("PB-17.1.4")
def test_disruption_halts_clearing_and_it_restarts_at_the_second_stage() -> None:
    g = field()
    g.mines = {**g.mines, "2520": Mine("german", "2-1")}
    engineer = put(g, "br_engineer", "2520", labor="mines", stage=2, since=1)
    disrupt(g, engineer)
    next_turn(g)
    assert "2520" in g.mines and g.pieces[engineer].stage == 1
    g.change(engineer, disrupted=False)
    next_turn(g)
    assert g.pieces[engineer].stage == 2 and "2520" in g.mines
    disrupt(g, engineer)
    g.change(engineer, disrupted=False)  # it recovers in the same turn, and has lost one all the same
    next_turn(g)
    assert g.pieces[engineer].stage == 2 and "2520" in g.mines
    next_turn(g)
    assert g.mines == {}


@pytest.mark.rule("PB-17.1.1", "PB-14.6.6")
def test_nobody_goes_to_clear_mines_across_a_river() -> None:
    g = field()
    g.mines = {**g.mines, "4223": Mine("german", "1-1")}
    assert rule(why_not_clear(g, g.pieces[put(g, "br_engineer", "4124")], "4223")) == "PB-14.6.6"


@pytest.mark.rule("PB-6.2.1", "PB-17.1.1")
def test_the_enemy_is_not_told_who_clears_mines_unseen() -> None:
    g = field()
    g.mines = {**g.mines, "2520": Mine("german", "1-1")}
    engineer = put(g, "br_engineer", "2420", unspotted=True)
    operation(g, "british", "2420", 0)
    begin(g, MoveUnit(engineer, "2420"))
    play(g, ClearMines("2520"))
    assert [e.sees for e in g.events or ()] == [("british",)]


@pytest.mark.rule("PB-17.1.5")
def test_a_minefield_being_cleared_still_attacks() -> None:
    g = field()
    g.mines = {**g.mines, "2520": Mine("german", "2-1")}
    put(g, "br_engineer", "2520", labor="mines", stage=2)
    friend = put(g, "br_rifle", "2420")
    operation(g, "british", "2420", 0)
    begin(g, MoveUnit(friend, "2420"))
    play(g, Go("2520"), dice=[3, 3])
    assert state_of(g, friend) == "spent/disrupted"


@pytest.mark.rule("PB-17.2.1", "PB-17.2.2", "PB-17.2.3", "PB-17.2.4", "PB-17.2.6", "PB-17.2.8", "PB-17.2.5")
def test_e46_bridge_demolition() -> None:
    g = field()
    engineer = put(g, "br_engineer", "4104")
    operation(g, "british", "4104", 0)
    begin(g, Operation())
    play(g, SetCharges(engineer))
    assert g.pieces[engineer].stage == 1
    next_turn(g)
    assert g.pieces[engineer].stage == 2 and not can_blow(g, g.pieces[engineer])
    next_turn(g)
    operation(g, "british", "4104", 0)
    begin(g, Operation())
    play(g, Move(engineer), Go("4105"), dice=[4, 5])
    play(g, Press(BACK))
    assert g.pieces[engineer].place == "4104" and g.broken == {} and g.pieces[engineer].failed == 1
    assert rule(why_not_move(g, g.pieces[engineer])) == "PB-4.1.2"
    g.change(engineer, spent=False)
    operation(g, "british", "4104", 0)
    assert rule(why_not_move(g, g.pieces[engineer])) == "PB-17.0.2"
    next_turn(g)
    operation(g, "british", "4104", 0)
    begin(g, Operation())
    play(g, Move(engineer), Go("4105"), dice=[4, 5])
    assert g.broken == {"4103/4104": True} and g.pieces[engineer].place == "4105" and not g.pieces[engineer].labor
    other = put(g, "br_engineer", "2211")
    elsewhere = put(g, "br_engineer", "2420")
    operation(g, "british", "3412", 20)
    assert refusal(g, SetCharges(other)) == "" and refusal(g, SetCharges(elsewhere)) == "PB-17.2.8"


@pytest.mark.rule("PB-17.2.7")
def test_disruption_suspends_the_work_of_that_engineer() -> None:
    g = field()
    engineer = put(g, "br_engineer", "4104")
    begin_labor(g, engineer, "bridge")
    g.change(engineer, disrupted=True)
    next_turn(g)
    assert g.pieces[engineer].stage == 1
    g.change(engineer, disrupted=False)
    next_turn(g)
    assert g.pieces[engineer].stage == 2
    fresh = put(g, "br_engineer", "4104")
    assert g.pieces[fresh].stage == 0


@pytest.mark.rule("PB-17.2.4", "PB-17.2.7")
def test_an_engineer_hit_on_its_way_out_fires_its_charges_where_it_stands_later() -> None:
    g = field(turn=5)
    engineer = put(g, "br_engineer", "4104", labor="bridge", stage=2, since=3, target="4104")
    mg = put(g, "ge_mg", "4107")
    operation(g, "british", "4104", 0)
    begin(g, Operation())
    play(g, Move(engineer), Go("4105"), Press("fire"), dice=[2, 3])
    assert state_of(g, engineer) == "spent/disrupted" and g.broken == {}
    g.drop(mg)
    g.change(engineer, spent=False, disrupted=False)
    next_turn(g)
    operation(g, "british", "4105", 0)
    begin(g, Operation())
    play(g, Move(engineer), dice=[3, 3])
    assert g.broken == {"4103/4104": True} and g.pieces[engineer].place == "4105"
    assert state_of(g, engineer) == "spent" and not g.pieces[engineer].labor


@pytest.mark.rule("PB-17.3.1", "PB-17.3.2", "PB-15.3.9")
def test_building_a_block() -> None:
    g = field()
    engineer = put(g, "br_engineer", "2720")
    bare, rifle, wood = put(g, "br_engineer", "2420"), put(g, "br_rifle", "2720"), put(g, "br_engineer", WOODS)
    operation(g, "british", "2420", 5)
    assert refusal(g, BuildBlock(bare)) == "PB-17.3.1" and refusal(g, BuildBlock(rifle)) == "PB-17.0.1"
    assert refusal(g, BuildBlock(wood)) == ""
    begin_labor(g, engineer, "block")
    next_turn(g)
    assert g.pieces[engineer].stage == 2 and g.blocks == {}
    next_turn(g)
    assert g.blocks == {"2720": True} and not g.pieces[engineer].labor


@pytest.mark.rule("PB-17.3.3", "PB-15.3.9")
def test_removing_a_block_is_a_demolition() -> None:
    g = field()
    g.blocks = {**g.blocks, "2720": True}
    engineer = put(g, "br_engineer", "2720")
    begin_labor(g, engineer, "unblock")
    next_turn(g)
    next_turn(g)
    operation(g, "british", "2720", 0)
    begin(g, MoveUnit(engineer, "2720"))
    play(g, Go("2820"), dice=[4, 4])
    assert g.blocks == {}


@pytest.mark.rule("PB-17.0.2")
def test_engineers_at_work_react_but_do_not_fire_or_observe() -> None:
    from grognard.games.panzer_blitz.rules.direct_fire import why_not_fire
    from grognard.games.panzer_blitz.rules.opportunity_fire import reaction_pool

    g = field()
    engineer = put(g, "br_engineer", "2420", labor="block", stage=1)
    put(g, "ge_gren", "2520")
    operation(g, "british", "2420", 0)
    unit = g.pieces[engineer]
    assert rule(why_not_fire(g, unit, "2520", "AP")) == "PB-17.0.2"
    assert rule(why_not_observe(g, unit)) == "PB-17.0.2"
    assert reaction_pool(g, "2420", "AP") == (engineer,)


@pytest.mark.rule("PB-17.3.2", "PB-2.3.27", "PB-3.1.4")
def test_a_new_block_that_leaves_too_little_room_pushes_units_out() -> None:
    from grognard.games.panzer_blitz.rules.sequence import PreOperations

    g = field()
    put(g, "br_engineer", "2720", labor="block", stage=2, since=0)
    for _ in range(2):
        put(g, "br_rifle", "2720")
    begin(g, PreOperations())
    assert g.blocks == {"2720": True} and g.asks[0].side == "german"


@pytest.mark.rule("PB-15.2.9", "PB-15.2.12")
def test_a_unit_disrupted_on_a_dummy_leaves_unharmed() -> None:
    g = field()
    g.mines = {**g.mines, "2520": Mine("german", "dummy")}
    unit = put(g, "br_rifle", "2520", trapped=True)
    operation(g, "british", "2520", 0)
    begin(g, MoveUnit(unit, "2520"))
    play(g, Go("2620"))
    assert g.mines == {} and Go("2620") in offered(g) and state_of(g, unit) == "fresh"


@pytest.mark.rule("PB-3.1.5", "PB-16.2.1")
def test_a_chit_may_be_placed_for_an_observation_aircraft_alone() -> None:
    g = field()
    put(g, "br_auster", "air-2420")
    put(g, "br_spitfire", "air-3111")
    put(g, "br_auster", "air-3315", spent=True)
    begin(g, PlaceChit("british", 1))
    assert {a.hex for a in offered(g) if isinstance(a, To)} == {"2420", *GRID.neighbours["2420"]}


@pytest.mark.rule("PB-16.4.1", "PB-16.4.2")
def test_a_side_without_any_flak_is_not_asked_for_it() -> None:
    asked = {}
    for situation in ("jupiter", "first-up-the-hill"):
        g = field(situation)
        plane = put(g, "ge_fw190f", "air-2420", target="2520")
        put(g, "br_rifle", "2520", unspotted=True)
        asked[situation] = bool(begin(g, AaFire("british", (plane,))).asks)
    assert asked == {"jupiter": True, "first-up-the-hill": False}, "only at Jupiter the British have flak"


# ------------------------------------------------------------------ one clause after the other


@pytest.mark.rule("PB-17.1.1")
def test_who_goes_to_clear_mines_is_fired_at_on_the_way_but_not_on_the_minefield() -> None:
    g = field()
    g.mines = {**g.mines, "2620": Mine("german", "3-1")}
    engineer = put(g, "br_engineer", "2420")
    put(g, "ge_mg", "2820")
    operation(g, "british", "2420", 0)
    begin(g, Operation())
    play(g, Move(engineer), Go("2520"))
    assert g.asks[0].side == "german"
    play(g, Press("hold fire"), ClearMines("2620"))
    assert g.pieces[engineer].place == "2620" and not g.asks


@pytest.mark.rule("PB-17.3.1")
def test_who_is_to_close_assault_builds_nothing() -> None:
    g = field()
    pioneers, other = put(g, "ge_ss_pioneer", "2720"), put(g, "ge_gren", "2720")
    put(g, "br_truck", "2721")
    operation(g, "german", "2720", 0)
    begin(g, Operation())
    assert BuildBlock(pioneers) in offered(g)
    play(g, Move(pioneers), Assault("2721"))
    assert refusing_rule(g, BuildBlock(pioneers)) == "PB-17.3.1" and Move(other) in offered(g)


@pytest.mark.rule("PB-17.3.4")
def test_beside_a_block_one_engineer_counts_for_nothing_and_a_second_as_anybody() -> None:
    g = field()
    g.blocks = {**g.blocks, "2720": True}
    engineers = [g.pieces[put(g, "br_engineer", h)] for h in ("2720", "2720", "2719")]
    assert fits(g, "2720", engineers[0]) and not fits(g, "2720", engineers[2])
