"""Turns, officers and the end of a battle, clause by clause."""

from __future__ import annotations

import pytest

from grognard.engine import Match, Pick, Press, RiggedDice
from grognard.games.red_actions import GAME
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.moving import Go, Stop
from grognard.games.red_actions.rules.officers import officer_bonus, roll_officers
from grognard.games.red_actions.rules.rally import RallyFromPinned, RallyFromTerror
from grognard.games.red_actions.rules.retire import RetireResult, Rout, home_facing
from grognard.games.red_actions.rules.scenarios import WinEntry, WinTest
from grognard.games.red_actions.rules.segment import Hold
from grognard.games.red_actions.rules.sequence import (
    EndOfTurn,
    GameTurn,
    Initiative,
    Segments,
    clear_flags,
    fresh_units,
    roll_initiative,
)
from grognard.games.red_actions.rules.shot_orders import Fire
from grognard.games.red_actions.rules.state import RedActions, Wagon
from grognard.games.red_actions.rules.victory import flight, judge, losses
from grognard.games.red_actions.rules.volley import Impact
from grognard.testing import offered, play, unrolled

from .companies import foe, rifles
from .shots import aim, red, white
from .situations import area, battle, cites, run, senior, unit

# ------------------------------------------------------------------ turns


@pytest.mark.rule("RA-TRN.2")
def test_reinforcements_come_before_the_initiative_is_rolled() -> None:
    g = Match.new(GAME, "zadworze", seed=1).state
    assert isinstance(g, RedActions)
    run(g, GameTurn(9))
    assert g.phase == "Weather and reinforcements"
    assert "RA-TRN.3" not in cites(g)


@pytest.mark.rule("RA-TRN.3")
def test_the_highest_senior_counts_alone_and_never_against_his_side() -> None:
    seniors = (senior("reds", 1, 10, 40, name="a"), senior("reds", 2, 20, 40, name="b"))
    g = battle(*seniors, dice=(4, 2))
    g.initiative = "whites"
    assert roll_initiative(g) == "reds"  # 4 against 2 and 2: a tie
    g = battle(*seniors, dice=(5, 2))
    assert roll_initiative(g) == "whites"
    g = battle(senior("reds", -1, 10, 40), dice=(3, 3))
    g.initiative = "whites"
    assert roll_initiative(g) == "reds"


@pytest.mark.rule("RA-TRN.7", "RA-PRE.2")
def test_who_returned_the_fire_or_routed_has_been_activated() -> None:
    g = run(battle(white(), red(30), dice=(1, 1, 1, 1)), Acting("whites-w"))
    play(g, Fire("reds-r"), Press("return fire"), Stop())
    assert g.pieces["reds-r"].acted
    routed = run(battle(rifles(), foe(40)), Rout("whites-w"))
    assert routed.pieces["whites-w"].acted
    assert fresh_units(routed, "whites") == []


@pytest.mark.rule("RA-TRN.7")
def test_a_unit_whose_segment_is_over_is_not_picked_again() -> None:
    units = (unit("whites", "white_mg", 1, 10, 5, name="a"), unit("whites", "white_mg", 1, 20, 5, name="b"))
    g = run(battle(*units, unit("reds", "red_mg", 1, 10, 45, name="c")), Segments("whites"))
    play(g, Pick("whites-a"), Go(1000, 700))
    while g.asks[0].side == "whites" and Pick("whites-b") not in offered(g):
        play(g, offered(g)[0])
    assert g.pieces["whites-a"].acted


@pytest.mark.rule("RA-TRN.8")
def test_the_last_side_takes_one_unit_after_another() -> None:
    spent = unit("whites", "white_mg", 1, 10, 5, name="a", acted=True)
    fresh = (unit("reds", "red_mg", 1, x, 45, 180, name=name) for name, x in (("c", 10), ("d", 20)))
    g = run(battle(spent, *fresh), Segments("reds"))
    play(g, Pick("reds-c"), Hold())
    assert offered(g) == [Pick("reds-d")]


@pytest.mark.rule("RA-TRN.9")
def test_nobody_passes_who_has_as_many_units_left() -> None:
    g = battle(unit("whites", "white_mg", 1, 10, 5, name="a"), unit("reds", "red_mg", 1, 10, 45, name="c"))
    assert Press("pass") not in offered(run(g, Segments("whites")))


@pytest.mark.rule("RA-TRN.10")
def test_a_router_may_be_activated_while_others_are_left() -> None:
    g = battle(rifles(routing=True), unit("whites", "white_mg", 1, 50, 5, name="b"), foe(44), dice=(1, 1))
    run(g, Segments("whites"))
    assert Pick("whites-w") in offered(g)
    play(g, Pick("whites-w"))
    assert not g.pieces["whites-w"].routing and g.asks[0].side == "reds"


@pytest.mark.rule("RA-TRN.11")
def test_firing_places_and_wagons_are_free_again_next_turn() -> None:
    wagons = (Wagon("train_loco"), Wagon("train_gun_wagon", fired=True))
    g = battle(unit("whites", "train", 2, name="w", wagons=wagons, fired=True))
    g.places_used = {**g.places_used, "h:2": 3}
    clear_flags(g)
    assert not g.places_used
    assert not any(wagon.fired for wagon in g.pieces["whites-w"].wagons)


@pytest.mark.rule("RA-TRN.12", "RA-TRN.14")
def test_what_counts_at_the_end_of_the_game_counts_only_then_and_before_the_otherwise() -> None:
    entry = WinEntry("whites", "end_of_game", (WinTest("possess", "whites", ("church",)),))
    church = area("church", "building_stone", 40, 40, 3, 3)
    g = battle(rifles(), foe(40), terrain=(church,), win=(entry,), otherwise="reds", flight={"reds": 9})
    g.owner = {**g.owner, "church": "whites"}
    assert judge(g, last=False) is None
    result = judge(g, last=True)
    assert result is not None and result.winners == ("whites",)


@pytest.mark.rule("RA-TRN.12")
@pytest.mark.parametrize(("turn", "over"), [(11, False), (12, True)])
def test_the_last_turn_is_played_to_its_end(turn: int, over: bool) -> None:
    g = battle(
        rifles(), foe(40), turn=turn, turns=12, otherwise="reds", flight={"reds": 9}, dice=() if over else (5, 1)
    )
    run(g, EndOfTurn())
    assert (g.result is not None) is over


@pytest.mark.rule("RA-TRN.15", "RA-OFF.1")
def test_the_junior_is_diced_for_before_the_senior_with_him() -> None:
    chief = senior("reds", 2, 30, 30, attached="reds-r")
    for dice, junior, chief_lives in (((1, 6), False, True), ((6, 1), True, False)):
        g = battle(red(30, officer=1), chief, dice=dice)
        assert not roll_officers(g, "reds-r", 1)
        assert (g.pieces["reds-r"].officer is not None) is junior
        assert (chief.id in g.pieces) is chief_lives
        assert not unrolled(g)


@pytest.mark.rule("RA-TRN.17", "RA-MOR.16")
def test_friends_of_routers_test_the_nearest_first_whatever_their_names() -> None:
    routers = rifles(y=30)
    near = unit("whites", "white_volunteer", 4, 36, 26, name="z")
    far = unit("whites", "white_volunteer", 4, 23, 26, name="a")
    g = battle(routers, near, far, foe(44), dice=(1, 1, 1, 1))
    run(g, Rout("whites-w"))
    tested = [str(e) for e in g.events or () if "whites z" in str(e) or "whites a" in str(e)]
    assert len(tested) >= 2 and "whites z" in tested[0]


@pytest.mark.rule("RA-TRN.18")
def test_from_the_second_turn_on_the_initiative_is_rolled_for() -> None:
    g = battle(rifles(), foe(40), turn=2, first_segment_turn_1="reds", dice=(6, 1))
    run(g, Initiative())
    assert cites(g).count("RA-TRN.3") == 2
    assert g.initiative == "whites"


# ------------------------------------------------------------------ traits


@pytest.mark.rule("RA-TRT.1")
def test_a_mob_that_sees_no_enemy_obeys_without_a_roll() -> None:
    g = battle(unit("reds", "red_guard", 4, 30, 20, name="m"))
    run(g, Acting("reds-m"))
    play(g, Go(3000, 2300))
    assert g.pieces["reds-m"].y == 2300 and "RA-TRT.1" not in cites(g)
    for sees_foe in (False, True):
        h = battle(unit("reds", "red_guard", 4, 30, 20, name="m", terror=1), *([white(y=40)] if sees_foe else []))
        run(h, Acting("reds-m"))
        assert RallyFromTerror().needs_roll(h, Acting("reds-m")) is sees_foe


@pytest.mark.rule("RA-TRT.1", "RA-TRT.2")
@pytest.mark.parametrize(("die", "obeys"), [(2, False), (3, True)])
def test_a_mob_obeys_on_a_3_and_may_shoot_whatever_it_rolls(die: int, obeys: bool) -> None:
    mob, enemy = (
        unit("reds", "red_guard", 4, 30, 20, name="m"),
        unit("whites", "white_volunteer", 4, 30, 36, 180, name="e"),
    )
    g = run(battle(mob, enemy, dice=(die,)), Acting("reds-m"))
    play(g, Go(3000, 2200))
    assert (g.pieces["reds-m"].y == 2200) is obeys
    if not obeys:
        assert set(offered(g)) == {Hold(), Fire("whites-e")}


@pytest.mark.rule("RA-TRT.3")
def test_a_move_that_takes_one_base_nearer_is_no_falling_back() -> None:
    mob, enemy = unit("reds", "red_guard", 6, 30, 20, name="m"), unit("whites", "white_mg", 1, 30, 30, 180, name="e")
    g = run(battle(mob, enemy, dice=(1,)), Acting("reds-m"))
    play(g, Go(3400, 1990))  # its left end swings up
    assert g.pieces["reds-m"].point == (30, 20), "it had to roll"


@pytest.mark.rule("RA-TRT.6", "RA-RET.8")
@pytest.mark.parametrize(("bases", "asked"), [(2, True), (1, False)])
def test_storm_troops_never_give_up_their_last_base_and_test_for_none(bases: int, asked: bool) -> None:
    g = run(battle(unit("whites", "white_colour", bases, name="s")), RetireResult("whites-s", 3000, 4000, True))
    assert bool(g.asks) is asked
    if asked:
        play(g, Press("lose a base"))
        assert g.pieces["whites-s"].bases == 1 and "RA-MOR.9" not in cites(g)


@pytest.mark.rule("RA-TRT.21")
def test_a_mob_rallies_from_pinned_without_a_roll() -> None:
    mob, enemy = unit("reds", "red_guard", 4, 30, 20, name="m", pinned=True), unit("whites", "white_mg", 1, 30, 36, 180)
    g = run(battle(mob, enemy, dice=(1, 1)), Acting("reds-m"))
    play(g, RallyFromPinned())
    assert not g.pieces["reds-m"].pinned and "RA-TRT.1" not in cites(g)


# ------------------------------------------------------------------ officers


@pytest.mark.rule("RA-OFF.2", "RA-SHO.44")
def test_the_death_of_the_last_officer_alone_costs_terror_and_a_test() -> None:
    for dice, terror in (((1, 1, 1, 1, 1), 3), ((2, 1, 1), 2)):
        g = battle(white(), red(30, bases=5, officer=1), dice=dice)
        run(g, Impact(aim(g), "2xTer S! Off", 0, False))
        assert g.pieces["reds-r"].terror == terror and not unrolled(g)


@pytest.mark.rule("RA-OFF.4", "RA-OFF.8")
def test_one_bonus_counts_and_without_an_officer_none() -> None:
    chief = senior("whites", 2, 30, 18)
    assert officer_bonus(battle(rifles(officer=1), chief), rifles(officer=1)) == 2
    assert officer_bonus(battle(rifles()), rifles()) == 0


@pytest.mark.rule("RA-OFF.10", "RA-SCN.11")
def test_fallen_seniors_count_for_no_flight_number() -> None:
    g = battle(rifles(), senior("whites", 1, 5, 5))
    g.lose("whites-senior_chief", "killed")
    g.gone = {**g.gone, "whites-senior_other": "destroyed"}
    assert losses(g, "whites") == 0


@pytest.mark.rule("RA-OFF.10", "RA-TRN.9")
def test_seniors_are_not_counted_where_a_side_passes() -> None:
    chiefs = (senior("reds", 1, 5, 40, name="a"), senior("reds", 1, 9, 40, name="b"))
    g = run(battle(rifles(), foe(40), *chiefs), Segments("whites"))
    assert Press("pass") not in offered(g)  # one unit against one


# ------------------------------------------------------------------ the end of a battle


@pytest.mark.rule("RA-SCN.1")
def test_captured_units_are_lost() -> None:
    g = battle(rifles(), flight={"whites": 1})
    g.gone = {**g.gone, "whites-tank": "captured"}
    result = flight(g)
    assert losses(g, "whites") == 1 and result is not None and result.winners == ("reds",)


@pytest.mark.rule("RA-SCN.9")
@pytest.mark.parametrize(("edge", "facing"), [("north", 0), ("east", 900), ("south", 1800), ("west", 2700)])
def test_routs_run_towards_the_home_edge_of_the_scenario(edge: str, facing: int) -> None:
    g = battle(rifles(), home_edge={"whites": edge, "reds": "north"})
    assert home_facing(g, g.pieces["whites-w"]) == facing


@pytest.mark.rule("RA-SCN.12")
def test_the_weather_lasts_until_another_turn_is_named() -> None:
    g = Match.new(GAME, "peregonovka", seed=1).state
    assert isinstance(g, RedActions)
    g.weather = "clear"
    g.dice = RiggedDice((6, 1))
    run(g, GameTurn(2))
    assert g.weather == "dusk"
