"""Ambushes (section AMB), deployment, victory and points (section SCN), and what each side may know."""

from __future__ import annotations

import math
import random
import tomllib
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.board.inches import Spot, inside
from grognard.engine import Match, Pick, Press
from grognard.games.red_actions import GAME
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.ambush import AmbushWindow, Scout, Sprung, Stumble, may_spring, ordered_out
from grognard.games.red_actions.rules.bodies import bases_of
from grognard.games.red_actions.rules.charge_path import evade
from grognard.games.red_actions.rules.charging import ChargeTest, Charging
from grognard.games.red_actions.rules.data import ARMIES, HERE, TABLES_DATA, TYPES, Officer
from grognard.games.red_actions.rules.deploying import Ambush, Arrival, Deploy, Enter, Put, why_not_stand
from grognard.games.red_actions.rules.fire import ReturnFire
from grognard.games.red_actions.rules.formations import Form
from grognard.games.red_actions.rules.hiding import in_zone, why_not_ambush
from grognard.games.red_actions.rules.legs import Budget
from grognard.games.red_actions.rules.losses import lose_bases
from grognard.games.red_actions.rules.morale import test_value as value_of
from grognard.games.red_actions.rules.mounting import Dismount
from grognard.games.red_actions.rules.moves import Face, Go, LieDown, why_not_move_at_all
from grognard.games.red_actions.rules.moving import Moving
from grognard.games.red_actions.rules.muster import Buy, balanced, missing, officer_points, price, why_not_buy
from grognard.games.red_actions.rules.rally import RallyFromTerror
from grognard.games.red_actions.rules.retire import RetireMove
from grognard.games.red_actions.rules.room import why_not_enter
from grognard.games.red_actions.rules.scenarios import SCENARIOS, TABLES, Hidden, Score, WinEntry, WinTest, Zone
from grognard.games.red_actions.rules.segment import Hold
from grognard.games.red_actions.rules.sequence import EndOfTurn, Weather
from grognard.games.red_actions.rules.shooting import why_not_shoot
from grognard.games.red_actions.rules.shots import Fire
from grognard.games.red_actions.rules.state import Exit, RedActions, Unit, Wagon
from grognard.games.red_actions.rules.victory import flight, flight_number, holds, losses, score, win_entry
from grognard.games.red_actions.rules.view import determinize, view
from grognard.games.red_actions.rules.works import Dig
from grognard.testing import offered, play, told

from .situations import area, at, battle, cites, line, run, senior, unit

WOOD = area("wood", "woods", 20, 30, 20, 8)
NORTH = ((0.0, 20.0), (72.0, 20.0), (72.0, 48.0), (0.0, 48.0))


def hidden(y: float = 31.0, kind: str = "makhno_inf", bases: int = 4, **more: Any) -> Unit:
    return unit("reds", kind, bases, 30, y, 180, name="h", hidden=True, unseen=True, **more)


def mover(y: float = 20.0, kind: str = "white_volunteer", **more: Any) -> Unit:
    return unit("whites", kind, more.pop("bases", 4), 30, y, name="w", **more)


# ------------------------------------------------------------------ ambush


@pytest.mark.rule("RA-AMB.4", "RA-FRM.12")
def test_what_a_unit_in_ambush_does_is_its_own_sides_secret() -> None:
    rule = Hidden("reds", ("wood",), 1)
    chief = senior("reds", 2, 30, 34)  # RA-AMB.15 he has ordered it to dismount
    g = battle(hidden(kind="makhno_cav"), chief, mover(), terrain=(WOOD,), hidden=(rule,), zone=(Zone("reds", NORTH),))
    before = view(g, "whites").pieces
    run(g, Acting("reds-h"))
    play(g, Dismount())
    assert g.pieces["reds-h"].bases == 3
    assert view(g, "whites").pieces == before
    assert view(determinize(g, "whites", random.Random(1)), "whites").pieces == before
    heard = {event.cite: event.sees for event in told(g)}
    assert heard["RA-ACT.15"] == ("reds",)


@pytest.mark.rule("RA-AMB.1")
def test_units_start_in_ambush_where_the_scenario_allows() -> None:
    rule = Hidden("reds", ("wood",), 1)
    g = battle(replace(hidden(), hidden=False, unseen=False), unit("reds", "red_mg", 1, 60, 40, name="open"),
               terrain=(WOOD,), hidden=(rule,), zone=(Zone("reds", NORTH),))  # fmt: skip
    assert why_not_ambush(g, g.pieces["reds-h"]) is None
    assert why_not_ambush(g, g.pieces["reds-open"]).rule == "RA-AMB.1"  # type: ignore[union-attr]
    run(g, Deploy("reds"))
    play(g, Ambush("reds-h"))
    assert g.pieces["reds-h"].unseen
    assert why_not_ambush(g, replace(g.pieces["reds-open"], x=3500, y=3300)) is not None  # only one may hide


@pytest.mark.rule("RA-AMB.2", "RA-AMB.15")
def test_a_hidden_unit_waits_for_a_senior_officer() -> None:
    g = battle(hidden(), mover(5), terrain=(WOOD,))
    assert why_not_move_at_all(g, g.pieces["reds-h"]).rule == "RA-AMB.2"  # type: ignore[union-attr]
    run(g, Acting("reds-h"))
    assert not any(isinstance(a, Go) for a in offered(g))
    assert Hold() in offered(g)
    for other in (Dig(), LieDown(), RallyFromTerror(), Form("column"), Scout("wood")):
        assert g.steps[-1].why_not(g, "reds", other).rule == "RA-AMB.15"  # type: ignore[union-attr]
    g.put(senior("reds", 2, 30, 34))
    assert ordered_out(g, g.pieces["reds-h"])
    run(g, Acting("reds-h"))
    assert any(isinstance(a, Go) for a in offered(g))
    assert Dig() in g.asks[0].actions


@pytest.mark.rule("RA-AMB.15")
def test_a_senior_officer_with_another_unit_orders_a_hidden_one_out() -> None:
    friend = unit("reds", "red_rifle", 2, 30, 34, 180, name="f")
    g = battle(hidden(), friend, senior("reds", 2, 30, 34, attached="reds-f"), terrain=(WOOD,))
    assert ordered_out(g, g.pieces["reds-h"])


@pytest.mark.rule("RA-AMB.15", "RA-MOR.23")
def test_hidden_units_are_not_seen_by_mobs_or_behind_flanks() -> None:
    mob = unit("whites", "white_conscript", 4, 30, 20, name="w")
    g = battle(mob, hidden(15), terrain=(area("w", "woods", 20, 10, 20, 6),))
    assert not Go(3000, 2500).needs_roll(g, Acting(mob.id))
    assert value_of(g, mob) == 6


@pytest.mark.rule("RA-AMB.3")
@pytest.mark.parametrize(("die", "found"), [(3, False), (4, True)])
def test_scouting_finds_on_a_4(die: int, found: bool) -> None:
    g = battle(mover(27), hidden(), terrain=(WOOD,), dice=(die,))
    Scout("wood").done_by(g, g.pieces["whites-w"])
    assert g.pieces["reds-h"].hidden != found


@pytest.mark.rule("RA-AMB.3", "RA-AMB.4", "RA-AMB.11")
def test_scouting_is_once_a_turn_for_a_piece_of_terrain_within_reach() -> None:
    terrain = (WOOD, line("hedge", "hedge", (10, 24), (50, 24)), area("pond", "boggy", 28, 24, 4, 2))
    may_hide = (Hidden("reds", ("wood", "hedge"), 3),)
    g = battle(mover(27), hidden(), terrain=terrain, hidden=may_hide, dice=(1,))
    assert Scout("wood").why_not_by(g, g.pieces["whites-w"]) is None
    assert Scout("hedge").why_not_by(g, g.pieces["whites-w"]) is None
    assert Scout("wood").why_not_by(g, mover(25)).rule == "RA-AMB.3"  # type: ignore[union-attr]
    Scout("wood").done_by(g, g.pieces["whites-w"])
    assert Scout("wood").why_not_by(g, g.pieces["whites-w"]).rule == "RA-AMB.4"  # type: ignore[union-attr]
    assert Scout("nonsense").why_not_by(g, g.pieces["whites-w"]).rule == "RA-AMB.11"  # type: ignore[union-attr]
    assert Scout("pond").why_not_by(g, g.pieces["whites-w"]).rule == "RA-AMB.3"  # type: ignore[union-attr]


@pytest.mark.rule("RA-AMB.4")
def test_the_scouting_die_is_the_hidden_sides_secret() -> None:
    g = battle(mover(27), hidden(), terrain=(WOOD,), dice=(2,))
    Scout("wood").done_by(g, g.pieces["whites-w"])
    dice = [e for e in g.events or () if e.dice]
    assert dice
    assert all(e.sees == ("reds",) for e in dice)


@pytest.mark.rule("RA-AMB.5")
def test_a_discovered_ambush_has_failed() -> None:
    g = battle(mover(27), hidden(), terrain=(WOOD,), dice=(6,))
    Scout("wood").done_by(g, g.pieces["whites-w"])
    h = g.pieces["reds-h"]
    assert (h.hidden, h.unseen, may_spring(g, h, g.pieces["whites-w"])) == (False, False, False)
    assert g.revealed


@pytest.mark.rule("RA-AMB.6", "RA-AMB.7", "RA-AMB.8")
def test_an_ambush_needs_12_inches_and_sight() -> None:
    g = battle(mover(20), hidden(), terrain=(WOOD,))
    assert may_spring(g, g.pieces["reds-h"], g.pieces["whites-w"])
    assert not may_spring(g, g.pieces["reds-h"], mover(18))
    assert not may_spring(g, replace(hidden(), acted=True), g.pieces["whites-w"])
    house = area("house", "building_wood", 25, 24, 10, 3)
    blind = battle(mover(20), hidden(), terrain=(WOOD, house))
    assert not may_spring(blind, blind.pieces["reds-h"], blind.pieces["whites-w"])


@pytest.mark.rule("RA-AMB.7")
@pytest.mark.parametrize(("came_from", "sprung"), [(18, True), (22, False)])
def test_an_ambush_is_sprung_only_on_a_move_that_comes_closer(came_from: float, sprung: bool) -> None:
    g = battle(mover(20), hidden(), terrain=(WOOD,))
    run(g, AmbushWindow("whites-w", Spot(3000, round(came_from * 100))))
    assert (Pick("reds-h") in list(g.asks[0].actions)) == sprung
    assert Press("wait") in list(g.asks[0].actions)


@pytest.mark.rule("RA-AMB.8")
def test_the_victim_goes_on_if_it_can() -> None:
    g = battle(mover(18), hidden(), terrain=(WOOD,), dice=(1, 1, 1, 2))
    run(g, Acting("whites-w"))
    play(g, Go(3000, 2350))
    play(g, Pick("reds-h"))
    play(g, Hold())
    while g.asks and g.asks[0].side == "reds":
        play(g, Press("wait"))
    assert at(g.pieces["whites-w"])[1] == pytest.approx(23.5)


@pytest.mark.rule("RA-AMB.9")
def test_what_reveals_a_hidden_unit() -> None:
    near = battle(mover(29.1), hidden(), terrain=(WOOD,))
    run(near, Stumble("whites-w"))
    assert not near.pieces["reds-h"].hidden
    hit = battle(hidden(), terrain=(WOOD,))
    lose_bases(hit, "reds-h", 1)
    assert not hit.pieces["reds-h"].hidden
    g = battle(mover(20), hidden(), terrain=(WOOD,))
    assert why_not_shoot(g, g.pieces["whites-w"], g.pieces["reds-h"]).rule == "RA-AMB.9"  # type: ignore[union-attr]


@pytest.mark.rule("RA-AMB.9")
def test_charges_evades_and_retires_reveal_a_hidden_unit_too() -> None:
    thicket = area("thicket", "scrub", 31.2, 24, 4, 3)
    lurker = unit("reds", "red_rifle", 2, 32.7, 25.5, 180, name="h", hidden=True, unseen=True)
    target = unit("reds", "red_rifle", 2, 30, 27, 180, name="t", acted=True)
    g = battle(mover(20, "kuban_cossack", bases=2), target, lurker, terrain=(thicket,), dice=(1, 1, 3, 4, 6, 6))
    run(g, Charging("whites-w", "reds-t"))
    assert not g.pieces["reds-h"].hidden
    play(g, Press("stay"))
    GAME.rules.check(g)
    back = battle(mover(29), hidden(24.5, "red_rifle"), terrain=(area("copse", "woods", 20, 20, 20, 5),))
    run(back, RetireMove("whites-w", 3000, 3500, True))
    assert not back.pieces["reds-h"].hidden
    away = battle(mover(27, "kuban_cossack", facing=180, bases=2), hidden(), unit("reds", "red_cav", 4, 30, 20))
    evade(away, away.pieces["whites-w"], away.pieces["reds-red_cav"])
    assert not away.pieces["reds-h"].hidden


@pytest.mark.rule("RA-AMB.10")
def test_the_victim_may_return_the_fire() -> None:
    g = battle(mover(22), hidden(), terrain=(WOOD,), dice=(1, 1))
    g.change("reds-h", hidden=False, unseen=False)
    run(g, Sprung("reds-h", "whites-w"))
    play(g, Fire("whites-w"))
    assert isinstance(g.steps[-1], ReturnFire)
    assert g.asks[0].side == "whites"


@pytest.mark.rule("RA-AMB.12", "RA-AMB.8")
def test_an_ambush_by_charge_costs_two_fear_tests_and_no_charge_test() -> None:
    g = battle(
        mover(26), hidden(kind="makhno_cav", bases=3, formation="column"), terrain=(WOOD,), dice=(1, 1, 1, 1, 3, 4)
    )
    run(g, ChargeTest("reds-h", "whites-w", ambush=True))
    if g.asks:
        play(g, Press("stand"))
    tests = [c for c in cites(g) if c in ("RA-MOR.4", "RA-MOR.5", "RA-MOR.8")]
    assert tests == ["RA-MOR.8", "RA-MOR.5"]


@pytest.mark.rule("RA-AMB.13")
def test_shooting_from_hiding_within_12_inches_springs_an_ambush() -> None:
    g = battle(mover(22), hidden(), terrain=(WOOD,), dice=(1, 1))
    run(g, Acting("reds-h"))
    play(g, Fire("whites-w"))
    assert "RA-MOR.8" in cites(g)
    far = battle(mover(10), hidden(), terrain=(WOOD,))
    run(far, Acting("reds-h"))
    play(far, Fire("whites-w"))
    assert "RA-MOR.8" not in cites(far)
    assert not far.pieces["reds-h"].hidden


@pytest.mark.rule("RA-AMB.14")
def test_a_mover_who_stumbles_on_a_hidden_unit_stops_2_inches_away() -> None:
    g = battle(mover(25.5), hidden(), terrain=(WOOD,))
    run(g, Acting("whites-w"))
    play(g, Go(3000, 2985))
    assert g.asks[0].side == "reds"
    assert at(g.pieces["whites-w"])[1] == pytest.approx(29.0)
    play(g, Press("wait"))
    assert not g.pieces["reds-h"].hidden
    assert at(g.pieces["whites-w"])[1] == pytest.approx(29.85)  # an inch from the enemy it now sees


@pytest.mark.rule("RA-AMB.14", "RA-MOV.5")
def test_a_mover_does_not_walk_over_a_hidden_unit_it_has_stumbled_on() -> None:
    copse = area("copse", "woods", 20, 22, 20, 2)
    g = battle(mover(20), hidden(23, "red_rifle"), terrain=(copse,))
    run(g, Acting("whites-w"))
    play(g, Go(3000, 2380))
    play(g, Press("wait"))
    assert at(g.pieces["whites-w"]) == (30, 21)
    assert g.asks[0].side == "whites"  # the rest of the move is its own
    assert Go(3000, 2200) in g.asks[0].actions
    assert Go(3000, 2210) not in g.asks[0].actions


@pytest.mark.rule("RA-AMB.14", "RA-BLD.4", "RA-BLD.3")
def test_a_mover_does_not_enter_a_house_in_which_it_finds_an_enemy() -> None:
    house = area("house", "building_wood", 28, 22, 5, 4)
    garrison = unit("reds", "red_rifle", 6, inside="house", name="h", hidden=True, unseen=True)
    g = battle(mover(18, bases=5), garrison, terrain=(house,))
    assert why_not_enter(g, g.pieces["whites-w"], "house") is None  # whoever hides there gives nothing away
    run(g, Acting("whites-w"))
    play(g, Go(3000, 2400))
    play(g, Press("wait"))
    assert (g.pieces["whites-w"].inside, at(g.pieces["whites-w"])) == ("", (30, 20))
    assert "house" not in g.owner
    GAME.rules.check(g)


@pytest.mark.rule("RA-AMB.14")
def test_an_ambush_may_be_sprung_on_a_leg_that_ends_within_2_inches() -> None:
    g = battle(mover(27.1), hidden(), terrain=(WOOD,))
    run(g, Acting("whites-w"))
    play(g, Go(3000, 2905))
    assert Pick("reds-h") in offered(g)
    assert g.pieces["reds-h"].hidden


@pytest.mark.rule("RA-AMB.14", "RA-AMB.8")
def test_a_march_along_the_road_is_stopped_like_any_other_move() -> None:
    road, copse = line("road", "road", (30, 0), (30, 28), (60, 28)), area("copse", "woods", 31, 22, 4, 3)
    lurker = unit("reds", "red_rifle", 2, 32, 23.5, 270, name="h", hidden=True, unseen=True)
    riders = mover(20, "kuban_cossack", formation="road_column")
    g = battle(riders, lurker, terrain=(road, copse), dice=(1,) * 6)
    run(g, Acting("whites-w"))
    play(g, Go(3400, 2800))
    assert at(g.pieces["whites-w"])[1] < 22.5
    play(g, Press("wait"))
    assert not g.pieces["reds-h"].hidden
    assert at(g.pieces["whites-w"]) == (34, 28)  # it went on round the bend


@pytest.mark.rule("RA-AMB.14", "RA-BLD.6")
def test_a_unit_that_leaves_a_house_is_stopped_on_its_way_past_an_ambush() -> None:
    house = area("house", "building_wood", 28, 16, 5, 4)
    lurker = unit("reds", "red_rifle", 2, 33, 22.5, 270, name="h", hidden=True, unseen=True)
    copse = area("copse", "woods", 32.5, 20.5, 4, 4)
    g = battle(unit("whites", "white_mg", 1, inside="house", name="w"), lurker, terrain=(house, copse))
    run(g, Acting("whites-w"))
    play(g, Go(3050, 2400))
    assert 20 < at(g.pieces["whites-w"])[1] < 23
    play(g, Press("wait"))
    assert at(g.pieces["whites-w"]) == (30.5, 24)
    assert not g.pieces["reds-h"].hidden


@pytest.mark.rule("RA-AMB.9", "RA-AMB.14")
def test_a_turn_that_sweeps_over_a_hidden_unit_reveals_it_and_is_not_made() -> None:
    copse = area("copse", "woods", 32, 20, 4, 6)
    lurker = unit("reds", "red_mg", 1, 32.6, 23.4, 180, name="h", hidden=True, unseen=True)
    g = battle(mover(20, bases=6), lurker, terrain=(copse,))
    run(g, Moving("whites-w", Budget(300), legs=1))
    play(g, Face(3000))
    assert Pick("reds-h") in offered(g)
    play(g, Press("wait"))
    assert (g.pieces["reds-h"].hidden, g.pieces["whites-w"].facing) == (False, 0)
    GAME.rules.check(g)


@pytest.mark.rule("RA-AMB.9", "RA-AMB.14", "RA-FRM.9")
def test_a_column_that_deploys_beside_a_hidden_unit_finds_it_and_deploys_only_if_there_is_room() -> None:
    for x, formation in ((33.7, "column"), (35.7, "line")):
        lurker = unit("reds", "red_mg", 1, x, 20, 180, name="h", hidden=True, unseen=True)
        g = battle(mover(20, formation="column", bases=6), lurker, terrain=(area("copse", "woods", 33, 15, 6, 9),))
        run(g, Acting("whites-w"))
        play(g, Form("line"))
        play(g, Press("wait"))
        assert (g.pieces["reds-h"].hidden, g.pieces["whites-w"].formation) == (False, formation)
        GAME.rules.check(g)


@pytest.mark.rule("RA-AMB.7", "RA-AMB.9")
def test_a_train_runs_into_ambushes_like_any_other_mover() -> None:
    rail, copse = line("rail", "railway", (0, 20), (72, 20)), area("copse", "woods", 30, 21, 10, 4)
    train = unit("whites", "train", 1, 20, 20, name="train", wagons=(Wagon("train_loco"),), rail=2000)
    g = battle(
        train, unit("reds", "red_rifle", 2, 35, 22, 180, name="h", hidden=True, unseen=True), terrain=(rail, copse)
    )
    run(g, Acting("whites-train"))
    play(g, Go(3600, 2000))
    assert Pick("reds-h") in offered(g)
    play(g, Press("wait"))
    assert not g.pieces["reds-h"].hidden


@pytest.mark.rule("RA-PRE.14", "RA-AMB.8")
def test_two_ambushes_may_be_sprung_on_one_move() -> None:
    left, right = (
        unit("reds", "red_rifle", 3, x, 31, 180, name=n, hidden=True, unseen=True) for x, n in ((27, "a"), (33, "b"))
    )
    g = battle(mover(20, bases=6), left, right, terrain=(WOOD,), dice=(1, 1, 1, 1))
    run(g, Acting("whites-w"))
    play(g, Go(3000, 2400))
    play(g, Pick("reds-a"), Hold())
    play(g, Pick("reds-b"), Hold())
    assert cites(g).count("RA-MOR.8") == 2


@pytest.mark.rule("RA-AMB.8", "RA-SHO.16")
def test_rifles_that_spring_an_ambush_shoot_at_the_nearest_enemy() -> None:
    far = unit("whites", "white_volunteer", 2, 35, 20, name="far")
    g = battle(mover(24, bases=2), far, replace(hidden(), hidden=False, unseen=False), terrain=(WOOD,))
    run(g, Sprung("reds-h", "whites-w"))
    assert [a for a in offered(g) if isinstance(a, Fire)] == [Fire("whites-w")]


@pytest.mark.rule("RA-AMB.11", "RA-ACT.18")
def test_scouting_is_offered_only_while_something_hides() -> None:
    rule = Hidden("reds", ("wood",), 1)
    g = battle(mover(27), hidden(), terrain=(WOOD,), hidden=(rule,))
    run(g, Acting("whites-w"))
    assert Scout("wood") in offered(g)


def test_the_view_of_the_enemy_does_not_show_where_a_unit_hides() -> None:
    rule = Hidden("reds", ("wood",), 1)
    zone = ((0.0, 20.0), (72.0, 20.0), (72.0, 48.0), (0.0, 48.0))
    g = battle(mover(5), hidden(), terrain=(WOOD,), hidden=(rule,), zone=(Zone("reds", zone),))
    twin = determinize(g, "whites", random.Random(3))
    assert twin.pieces["reds-h"].point != g.pieces["reds-h"].point
    assert view(twin, "whites") == view(g, "whites")
    assert view(twin, "reds") != view(g, "reds")


def test_the_same_view_and_generator_give_the_same_deal_whatever_is_hidden() -> None:
    state = Match.new(GAME, "tsaritsyn", seed=4).state
    assert isinstance(state, RedActions)
    for name, x, y in (("reds-r3", 4250, 3110), ("reds-mg3", 5690, 2990)):
        state.change(name, x=x, y=y, hidden=True, unseen=True)
    others = [determinize(state, "whites", random.Random(seed)) for seed in range(4)]
    others[0].change("reds-r3", terror=2, pinned=True, facing=900, formation="column")
    assert len({other.digest() for other in others}) == 4
    assert all(view(other, "whites") == view(state, "whites") for other in others)
    deals = [determinize(g, "whites", random.Random(7)) for g in (state, *others)]
    assert len({deal.digest() for deal in deals}) == 1
    assert [list(deal.pieces) for deal in deals] == [list(state.pieces)] * 5


def test_a_window_opens_as_long_as_anybody_hides() -> None:
    g = battle(mover(5), hidden(), terrain=(WOOD,))
    run(g, AmbushWindow("whites-w"))
    assert offered(g) == [Press("wait")]


# ------------------------------------------------------------------ scenarios


@pytest.mark.rule("RA-SCN.1")
def test_flight_numbers_and_what_counts_as_lost() -> None:
    g = battle(mover(), unit("whites", "white_mg", 1, 10, 10), unit("whites", "white_gun", 1, 50, 10), flight={})
    assert flight_number(g, "whites") == 2
    for i, way in enumerate(("destroyed", "surrendered", "dispersed", "fled", "exited", "combined")):
        g.gone[f"whites-{i}"] = way
    assert losses(g, "whites") == 4
    g.change("whites-w", routing=True)
    assert losses(g, "whites") == 5
    assert flight_number(battle(mover(), flight={"reds": 5}), "whites") is None


@pytest.mark.rule("RA-SCN.2")
def test_both_sides_fleeing() -> None:
    g = battle(mover(), flight={"whites": 1, "reds": 2})
    g.gone |= {"whites-a": "fled", "reds-a": "fled", "reds-b": "fled"}
    result = flight(g)
    assert result is not None
    assert result.winners == ()
    g.gone["reds-c"] = "fled"
    result = flight(g)
    assert result is not None
    assert result.winners == ("whites",)


@pytest.mark.rule("RA-SCN.3", "RA-SCN.10")
def test_the_named_side_deploys_first_inside_its_zone() -> None:
    for name, row in SCENARIOS.items():
        if name == "pick-up" or name.startswith("test-"):
            continue
        match = Match.new(GAME, name, seed=1)
        g = match.state
        assert isinstance(g, RedActions)
        assert match.decision.side == row.deploys_first
        for u in g.pieces.values():
            if u.place and not u.wagons:
                assert in_zone(g, u), (name, u.id)
            assert not (u.acted or u.terror or u.pinned)


@pytest.mark.rule("RA-SCN.3", "RA-SCN.10")
def test_a_unit_is_deployed_anywhere_in_its_zone_but_nowhere_else() -> None:
    match = Match.new(GAME, "lezhanka", seed=1)
    match.take(Pick("reds-rg4"))
    assert match.why_not(Put(4000, 500)) is not None
    match.take(Put(5700, 4300))
    assert match.state.pieces["reds-rg4"].point == (57, 43)
    g = match.state
    assert isinstance(g, RedActions)
    refusal = why_not_stand(g, replace(g.pieces["reds-rg4"], x=1000, y=500))
    assert refusal is not None
    assert refusal.rule == "RA-SCN.3"


@pytest.mark.rule("RA-SCN.4")
def test_points_of_every_type() -> None:
    traits = tomllib.loads((HERE / "units.toml").read_text("utf-8"))["traits"]
    for what in TYPES.values():
        worth = what.fire + what.fight + 1.5 * (what.morale - 5) + sum(traits[t]["points"] for t in what.traits)
        assert what.points in (0, max(1, math.floor(worth + 0.5))), what.id
    assert officer_points(Officer(2, ("Clever",))) == 20
    assert officer_points(Officer(1, ("Mob",))) == 7
    assert officer_points(Officer(3), senior=True) == 40
    assert officer_points(Officer(0, ("Commissar",))) == 8


@pytest.mark.rule("RA-SCN.5")
def test_options_and_their_defaults() -> None:
    chosen = GAME.choose_options("lezhanka", {})
    assert (chosen["commissar-terror"], chosen["ammunition"], chosen["gas"]) == ("on", "off", "off")
    assert chosen["no-quarter"] == "scenario"


@pytest.mark.rule("RA-SCN.6", "RA-SCN.13")
def test_the_first_entry_fulfilled_decides() -> None:
    entries = (
        WinEntry("reds", "end_of_game", (WinTest("possess", "reds", ("a",)),)),
        WinEntry("whites", "end_of_game", (WinTest("no_units_left", "reds"),), from_turn=1),
    )
    g = battle(mover(), win=entries)
    result = win_entry(g, ("end_of_game",))
    assert result is not None
    assert result.winners == ("whites",)
    g.owner["a"] = "reds"
    result = win_entry(g, ("end_of_game",))
    assert result is not None
    assert result.winners == ("reds",)
    assert win_entry(g, ("at_once",)) is None


@pytest.mark.rule("RA-SCN.6", "RA-MOV.26")
def test_exits_are_counted_as_the_entry_says() -> None:
    test = WinTest(
        "exited", "whites", edge="north", units=2, min_effective_bases=2, min_effective_bases_by_kind={"tank": 1}
    )
    g = battle(mover())
    g.exits["whites-a"] = Exit("white_volunteer", "north", 10, 3, 2)
    g.exits["whites-b"] = Exit("white_volunteer", "north", 10, 3, 1)
    assert not holds(g, test)
    g.exits["whites-c"] = Exit("tank_heavy", "north", 10, 3, 1)
    assert holds(g, test)
    assert not holds(g, replace(test, span=(20.0, 30.0)))
    assert not holds(g, replace(test, from_turn=9))


@pytest.mark.rule("RA-SCN.6", "RA-TRN.12")
def test_scores_and_other_tests() -> None:
    house = area("church", "building_stone", 40, 40, 4, 4)
    g = battle(mover(), terrain=(house,), score=Score(1, {"church": 3}))
    g.owner["church"] = "whites"
    g.gone["reds-x"] = "destroyed"
    assert (score(g, "whites"), score(g, "reds")) == (4, 0)
    assert holds(g, WinTest("score_lead", "whites", at_least=3))
    assert holds(g, WinTest("empty", "whites", ("church",)))
    g.gone["reds-train"] = "exited"
    assert holds(g, WinTest("gone", "reds", unit="train", ways=("destroyed", "left_table")))


@pytest.mark.rule("RA-SCN.7")
def test_objects_in_a_zone_belong_to_its_side() -> None:
    match = Match.new(GAME, "lezhanka", seed=1)
    g = match.state
    assert isinstance(g, RedActions)
    assert g.owner["church"] == "reds"
    assert "bridge" not in g.owner


@pytest.mark.rule("RA-SCN.8")
def test_reinforcements_arrive_on_their_edge_or_wait() -> None:
    match = Match.new(GAME, "zadworze", seed=1)
    g = match.state
    assert isinstance(g, RedActions)
    assert g.pieces["poles-uhl"].place == ""
    g.turn = 9
    run(g, Weather())
    assert {a.formation for a in offered(g) if isinstance(a, Enter)} == {"line", "column"}
    assert Enter(2700, "column") not in g.asks[0].actions  # not on its segment
    play(g, Enter(4000, "line"))
    uhlans = g.pieces["poles-uhl"]
    assert (uhlans.place, uhlans.formation) == ("table", "line")
    assert 28 <= uhlans.y / 100 <= 46
    assert min(x for b in bases_of(g, uhlans) for x, _ in b.corners) == pytest.approx(0, abs=0.01)  # touching its edge
    assert (uhlans.facing, uhlans.acted) == (900, False)
    full = Match.new(GAME, "zadworze", seed=1).state
    assert isinstance(full, RedActions)
    full.turn = 9
    for i, y in enumerate(range(26, 50, 2)):
        full.put(unit("reds", "red_rifle", 4, 4, float(min(y, 47)), 90, name=f"b{i}", formation="column"))
    run(full, Arrival("poles-uhl"))
    assert not full.asks and full.pieces["poles-uhl"].place == ""


@pytest.mark.rule("RA-SCN.9", "RA-SCN.12")
def test_home_edges_and_weather_of_the_scenarios() -> None:
    for row in SCENARIOS.values():
        assert set(row.home_edge) == set(row.sides)
    g = Match.new(GAME, "peregonovka", seed=1).state
    assert isinstance(g, RedActions)
    for turn, weather in ((1, "dusk"), (3, "dusk"), (4, "clear")):
        g.turn = turn
        g.steps = (Weather(),)
        g.steps[-1].run(g)
        assert g.weather == weather


@pytest.mark.rule("RA-SCN.11")
def test_a_coupled_train_is_one_unit_and_exited_units_are_not_lost() -> None:
    g = Match.new(GAME, "lipyagi", seed=1).state
    assert isinstance(g, RedActions)
    assert len(g.pieces["reds-train"].wagons) == 2
    assert g.strength["reds"] == 8
    g.gone["reds-train"] = "exited"
    assert losses(g, "reds") == 0


def test_every_scenario_table_is_whole() -> None:
    for name, table in TABLES.items():
        if name.startswith("test-"):
            continue
        assert table.width in (72, 96)
        for f in table.features.values():
            assert all(-1 <= x <= table.width + 1 and -1 <= y <= table.height + 1 for x, y in f.points), f.name
        assert all(inside(f.centre, f.points) or f.closed for f in table.areas)


def test_armies_are_bought_within_their_lists() -> None:
    for army in ARMIES.values():
        bought = balanced(army, [], 400)
        assert not missing(army, bought), army.name
        assert sum(price(lot) for lot in bought) <= 400
    reds = ARMIES["Reds 1919-20"]
    assert why_not_buy(reds, [], 400, Buy("white_gun", 1)) is not None
    assert why_not_buy(reds, [], 10, Buy("red_rifle", 4)) is not None
    assert why_not_buy(reds, [Buy("red_kursant", 3)], 400, Buy("red_kursant", 3)) is not None


@pytest.mark.rule("RA-TRT.19", "RA-SCN.4")
def test_white_conscripts_may_be_stiffened_with_an_officer_base_at_its_cost() -> None:
    options = {"south-army": "Armed Forces of South Russia 1919-20"}
    match = Match.new(GAME, "pick-up", options, seed=1)
    stiff = Buy("white_conscript", 4, True)
    assert price(stiff) == price(Buy("white_conscript", 4)) + TYPES["white_officer"].points - 4
    assert Buy("white_volunteer", 4, True) not in match.decision.actions
    match.take(stiff)
    match.take(Press("a balanced army"))
    g = match.state
    assert isinstance(g, RedActions)
    assert [u.stiff for u in g.troops("south") if u.type == "white_conscript"][:2] == [True, False]


@pytest.mark.rule("RA-SCN.4", "RA-VEH.7")
def test_a_train_of_an_army_list_is_a_locomotive_with_one_to_four_wagons_on_a_table_with_rails() -> None:
    reds = next(army for army in ARMIES.values() if "train_loco" in army.types)
    loco, wagon = Buy("train_loco", 1), Buy("train_mg_wagon", 1)
    assert why_not_buy(reds, [], 400, loco) is not None
    assert why_not_buy(reds, [], 400, loco, rails=True) is None
    assert why_not_buy(reds, [], 20, loco, rails=True) is not None  # nothing left for a wagon
    assert why_not_buy(reds, [], 400, wagon, rails=True) is not None
    assert why_not_buy(reds, [loco], 400, Buy(reds.types[0], 4), rails=True) is not None  # a wagon comes first
    assert why_not_buy(reds, [loco], 400, wagon, rails=True) is None
    assert why_not_buy(reds, [loco, wagon], 400, loco, rails=True) is not None
    assert why_not_buy(reds, [loco, *[wagon] * 3], 400, wagon, rails=True) is None
    assert why_not_buy(reds, [loco, *[wagon] * 4], 400, wagon, rails=True) is not None


@pytest.mark.rule("RA-SCN.4", "RA-VEH.7")
def test_bought_trains_stand_at_either_end_of_the_line() -> None:
    czechs = "Czech Legion 1918-20"
    options = {"table": "lipyagi", "south-army": czechs, "north-army": czechs, "points": "600"}
    match = Match.new(GAME, "pick-up", options, seed=1)
    for _ in range(2):
        match.take(Buy("train_loco", 1))
        assert list(match.decision.actions) == [Buy("train_gun_wagon", 1), Buy("train_mg_wagon", 1)]
        match.take(Buy("train_gun_wagon", 1))
        match.take(Press("a balanced army"))
    g = match.state
    assert isinstance(g, RedActions)
    south, north = g.pieces["south-train"], g.pieces["north-train"]
    assert [w.type for w in south.wagons] == ["train_loco", "train_gun_wagon"]
    assert south.x < 1000 < 6000 < north.x
    GAME.rules.check(g)


def test_a_pick_up_game_begins_with_two_armies() -> None:
    match = Match.new(GAME, "pick-up", seed=3)
    assert match.decision.side == "south"
    match.take(Press("a balanced army"))
    match.take(Press("a balanced army"))
    match.take(Press("ready"))
    match.take(Press("ready"))
    assert match.state.result is None
    assert {u.side for u in match.state.pieces.values()} == {"south", "north"}
    assert TABLES_DATA["command"]["officer_points"]["base"] == 5


def test_the_end_of_the_last_turn_without_a_winner_is_as_the_scenario_says() -> None:
    g = run(battle(mover(), turn=10, turns=10, otherwise="draw"), EndOfTurn())
    assert g.result is not None
    assert g.result.winners == ()
