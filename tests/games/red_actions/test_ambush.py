"""Ambushes (section AMB), and what each side may know."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.board.inches.geometry import Spot
from grognard.engine import Match, Pick, Press
from grognard.games.red_actions import GAME
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.aiming import why_not_shoot
from grognard.games.red_actions.rules.ambush import AmbushWindow, Scout, Sprung, Stumble, may_spring, ordered_out
from grognard.games.red_actions.rules.ambush_zones import why_not_ambush
from grognard.games.red_actions.rules.charge_path import evade
from grognard.games.red_actions.rules.charging import Charge, ChargeTest, Charging
from grognard.games.red_actions.rules.deploying import Ambush, Deploy
from grognard.games.red_actions.rules.formations import Form
from grognard.games.red_actions.rules.losses import lose_bases
from grognard.games.red_actions.rules.morale import test_value as value_of
from grognard.games.red_actions.rules.mounting import Dismount
from grognard.games.red_actions.rules.move_path import Budget
from grognard.games.red_actions.rules.moving import Face, Go, LieDown, Moving, why_not_move_at_all
from grognard.games.red_actions.rules.rally import RallyFromTerror
from grognard.games.red_actions.rules.retire import RetireMove
from grognard.games.red_actions.rules.room import why_not_enter
from grognard.games.red_actions.rules.scenarios import Hidden, Zone
from grognard.games.red_actions.rules.segment import Hold
from grognard.games.red_actions.rules.seniors import SeniorMove
from grognard.games.red_actions.rules.shot_orders import Fire
from grognard.games.red_actions.rules.state import RedActions, Unit, Wagon
from grognard.games.red_actions.rules.view import determinize, view
from grognard.games.red_actions.rules.volley import ReturnFire
from grognard.games.red_actions.rules.works import Dig
from grognard.testing import logged, offered, play

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
    heard = {event.cite: event.sees for event in logged(g)}
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


@pytest.mark.rule("RA-AMB.9")
@pytest.mark.parametrize("unseen", [False, True])
def test_even_a_senior_officer_who_meets_nobody_learns_something_while_an_enemy_hides(unseen: bool) -> None:
    foe = replace(hidden(), unseen=unseen)
    g = run(battle(senior("whites", 1, 30, 5), foe, terrain=(WOOD,)), SeniorMove("whites-senior_chief"))
    play(g, Go(3000, 800))
    assert g.revealed == unseen and g.pieces["reds-h"].hidden


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
    g = battle(mover(18), hidden(), terrain=(WOOD,), dice=(1, 1))
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
    g = battle(mover(20, "kuban_cossack", bases=2), target, lurker, terrain=(thicket,), dice=(1, 1, 3, 4))
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
    g = battle(mover(22), hidden(), terrain=(WOOD,))
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


@pytest.mark.rule("RA-AMB.12", "RA-AMB.8")
def test_an_ambush_sprung_on_a_mover_by_a_charge_costs_him_both_tests_too() -> None:
    riders = hidden(kind="makhno_cav", bases=3, formation="column")
    g = battle(mover(26, acted=True), riders, terrain=(WOOD,), dice=(1, 1, 1, 1, 3, 4))
    run(g, AmbushWindow("whites-w"))
    play(g, Pick("reds-h"), Charge("whites-w"))
    assert [c for c in cites(g) if c in ("RA-MOR.4", "RA-MOR.5", "RA-MOR.8")] == ["RA-MOR.8", "RA-MOR.5"]


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
    assert not far.pieces["reds-h"].hidden and far.pieces["reds-h"].fired, "the shot is fired that was named"


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
    g = battle(riders, lurker, terrain=(road, copse))
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


@pytest.mark.rule("RA-AMB.14", "RA-MOV.26")
def test_whoever_is_stopped_as_he_turns_at_the_edge_stays_on_the_table() -> None:
    copse = area("copse", "woods", 31, 45, 4, 2)
    lurker = unit("reds", "red_rifle", 1, 32.2, 46.2, 270, name="h", hidden=True, unseen=True)
    company = unit("whites", "white_volunteer", 1, 30, 47.98, 0, name="w")
    g = battle(company, lurker, terrain=(copse,))
    run(g, Acting("whites-w"))
    play(g, Go(2900, 4450))
    assert Pick("reds-h") in offered(g)
    GAME.rules.check(g)


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


@pytest.mark.rule("RA-AMB.1")
def test_nobody_is_thought_to_hide_where_only_others_may() -> None:
    """What the scenario keeps for one unit is no place for another in any deal."""
    rule = Hidden("reds", ("wood", "grove"), 2, only_in={"grove": ("h",)})
    zone = ((0.0, 20.0), (72.0, 20.0), (72.0, 48.0), (0.0, 48.0))
    other = replace(hidden(), id="reds-o", x=3300)
    grove = area("grove", "woods", 50, 10, 10, 6)
    g = battle(mover(5), hidden(), other, terrain=(WOOD, grove), hidden=(rule,), zone=(Zone("reds", zone),))
    deals = [determinize(g, "whites", random.Random(seed)).pieces for seed in range(12)]
    assert {deal["reds-h"].y < 2000 for deal in deals} == {True, False}  # the grove is beyond their zone
    assert {deal["reds-o"].y < 2000 for deal in deals} == {False}


@pytest.mark.rule("RA-AMB.1")
def test_a_unit_in_ambush_is_thought_anywhere_along_a_hedge() -> None:
    hedge = line("hedge", "hedge", (30, 30), (33, 30))
    zone = ((0.0, 20.0), (72.0, 20.0), (72.0, 48.0), (0.0, 48.0))
    rule = Hidden("reds", ("hedge",), 1)
    g = battle(mover(5), hidden(), terrain=(hedge,), hidden=(rule,), zone=(Zone("reds", zone),))
    deals = [determinize(g, "whites", random.Random(seed)).pieces["reds-h"] for seed in range(30)]
    assert {deal.y for deal in deals} == {3000}
    assert {deal.x // 100 for deal in deals} == {30, 31, 32}


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


@pytest.mark.parametrize("seed", [68, 92, 275])
def test_in_no_deal_a_unit_in_ambush_ends_a_move_that_all_see_going_on(seed: int) -> None:
    g = Match.new(GAME, "peregonovka", seed=1).state
    assert isinstance(g, RedActions)
    for away in list(g.troops("makhno")):
        g.change(away.id, place="")
    g.change("makhno-inf3", place="table", x=1130, y=2225, facing=900, hidden=True, unseen=True)
    g.change("makhno-t2", place="table", x=1283, y=1497, facing=3150, formation="column")
    g.steps = (*g.steps[:1], Moving("makhno-t2", Budget(left=5), spent=1195, legs=1))
    g.advance()
    dealt = determinize(g, "whites", random.Random(seed))
    assert dealt.pieces["makhno-inf3"] != g.pieces["makhno-inf3"]
    dealt.advance()
    assert [(a.side, a.prompt) for a in dealt.asks] == [("makhno", "Makhnovist tachanka 2: turn, or stop?")]


def test_a_window_opens_as_long_as_anybody_hides() -> None:
    g = battle(mover(5), hidden(), terrain=(WOOD,))
    run(g, AmbushWindow("whites-w"))
    assert offered(g) == [Press("wait")]
