"""Clauses that no other case rests on."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.engine import Match
from grognard.games.red_actions import GAME
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.aiming import why_cannot_shoot
from grognard.games.red_actions.rules.ambush import Scout
from grognard.games.red_actions.rules.artillery import speculative_aim
from grognard.games.red_actions.rules.bodies import body
from grognard.games.red_actions.rules.data import ARMIES
from grognard.games.red_actions.rules.fire_total import column_for
from grognard.games.red_actions.rules.melee import LoseWagon, OfficerCasualties, apply_result, set_back
from grognard.games.red_actions.rules.move_path import Budget
from grognard.games.red_actions.rules.moving import Go, Moving
from grognard.games.red_actions.rules.muster import THAT_IS_ALL, Muster, balanced, missing
from grognard.games.red_actions.rules.room import lone_seniors
from grognard.games.red_actions.rules.sight import point_in_sight
from grognard.games.red_actions.rules.state import RedActions, Wagon
from grognard.games.red_actions.rules.trains import train_points
from grognard.testing import offered, refusing_rule
from tests.faulty import printed, problems, spoilt

from .companies import foe, rifles
from .situations import area, battle, line, lines, run, senior, unit

HOUSE = area("house", "building_wood", 27, 22, 6, 4)
RAIL = line("rail", "railway", (0, 30), (72, 30))
WAGONS = (Wagon("train_gun_wagon"), Wagon("train_loco"), Wagon("train_mg_wagon"))


@pytest.mark.rule("RA-AMB.5")
@pytest.mark.parametrize(("die", "told"), [(3, []), (4, ["reds r is discovered"])])
def test_who_is_discovered_is_named_in_the_log(die: int, told: list[str]) -> None:
    wood = area("wood", "woods", 26, 24, 8, 6)
    g = battle(rifles(), foe(27, hidden=True, unseen=True), terrain=(wood,), dice=(die,))
    Scout("wood").done_by(g, g.pieces["whites-w"])
    assert [text for text in lines(g) if text.endswith("is discovered")] == told


@pytest.mark.rule("RA-ACT.2", "RA-MOR.34")
def test_a_move_under_way_is_over_for_who_is_pinned_or_routs() -> None:
    for mover, goes_on in ((rifles(), True), (rifles(pinned=True), False), (rifles(routing=True), False)):
        assert bool(run(battle(mover), Moving("whites-w", Budget(500))).asks) is goes_on


@pytest.mark.rule("RA-AMB.11", "RA-BLD.8")
def test_a_point_in_a_house_is_seen_and_one_behind_it_is_not() -> None:
    g = battle(rifles(y=10), terrain=(HOUSE,))
    unit_there = g.pieces["whites-w"]
    assert [point_in_sight(g, unit_there, p) for p in ((30, 24), (30, 30), (20, 24))] == [True, False, True]


@pytest.mark.rule("RA-VEH.10", "RA-SHO.15")
def test_the_first_wagon_of_a_train_shoots_after_another() -> None:
    train = unit("reds", "train_loco", 3, 40, 30, 90, name="t", wagons=WAGONS, rail=4000, fired=True)
    g = battle(train, rifles(y=12), terrain=(RAIL,))
    assert why_cannot_shoot(g, g.pieces["reds-t"], 0) is None
    assert why_cannot_shoot(g, replace(g.pieces["reds-t"], wagons=(replace(WAGONS[0], fired=True), *WAGONS[1:])), 0)


@pytest.mark.rule("RA-VEH.11")
def test_nobody_chooses_a_wagon_for_a_winner_who_is_gone() -> None:
    train = unit("reds", "train_loco", 3, 40, 30, 90, name="t", wagons=WAGONS, rail=4000)
    g = run(battle(train, terrain=(RAIL,)), LoseWagon("reds-t", "whites-w"))
    assert not g.asks and len(g.pieces["reds-t"].wagons) == 3


@pytest.mark.rule("RA-MEL.20", "RA-MEL.36")
def test_officers_are_diced_for_against_those_they_fought() -> None:
    g = battle(rifles(), foe(23, x=27, bases=2), unit("reds", "red_rifle", 2, 33, 23, 180, name="s"))
    for strong, weak in ((["whites-w"], ["reds-r", "reds-s"]), (["reds-r", "reds-s"], ["whites-w"])):
        steps = apply_result(g, "W/Retires", strong, weak, "whites-w")
        (officers,) = (step for step in steps if isinstance(step, OfficerCasualties))
        assert dict(officers.pairs) == {"whites-w": "reds-r", "reds-r": "whites-w", "reds-s": "whites-w"}


@pytest.mark.rule("RA-MEL.28", "RA-BLD.6")
def test_riders_are_set_back_into_a_house_in_column_only() -> None:
    for formation, inside in (("line", ""), ("column", "house")):
        rider = rifles("don_cossack", 2, y=20.6, formation=formation)
        g = battle(rider, foe(19.2, facing=0), terrain=(area("house", "building_wood", 27, 20.7, 6, 4),))
        set_back(g, g.pieces["whites-w"], g.pieces["reds-r"])
        assert g.pieces["whites-w"].inside == inside
        assert inside or not body(g, g.pieces["whites-w"]).houses


@pytest.mark.rule("RA-SHO.18")
def test_speculative_fire_has_no_shift_of_column() -> None:
    g = battle(rifles("white_mg", 1, y=5))
    aim = speculative_aim(g, g.pieces["whites-w"], (30, 20))
    assert aim.column == column_for(aim.total, 0) != column_for(aim.total, 1)


@pytest.mark.rule("RA-BLD.2", "RA-BLD.3")
def test_nobody_goes_into_a_full_house_and_no_rider_out_of_column_into_any() -> None:
    small = area("house", "building_wood", 28, 24, 4, 2)
    garrison = replace(rifles(bases=2, place="house", x=30, y=25), id="whites-i")
    for kind, bases, formation, rule in (
        ("white_volunteer", 2, "column", ""),
        ("white_volunteer", 3, "column", "RA-BLD.3"),
        ("don_cossack", 2, "column", ""),
        ("don_cossack", 2, "line", "RA-BLD.2"),
        ("don_cossack", 3, "column", "RA-BLD.3"),
    ):
        comer = unit("whites", kind, bases, 30, 20, name="c", formation=formation)
        g = run(battle(garrison, comer, terrain=(small,)), Acting("whites-c"))
        assert (Go(3000, 2500) in offered(g)) is not bool(rule)
        assert not rule or refusing_rule(g, Go(3000, 2500)) == rule


@pytest.mark.rule("RA-VEH.13")
def test_a_train_near_the_end_of_the_line_is_offered_only_what_lies_on_it() -> None:
    for rail, count in ((3600, 4), (300, 2), (6900, 2)):
        train = unit("reds", "train_loco", 1, rail / 100, 30, 90, name="t", wagons=(Wagon("train_loco"),), rail=rail)
        g = battle(train, terrain=(RAIL,))
        assert len(train_points(g, g.pieces["reds-t"])) == count, rail


@pytest.mark.rule("RA-OFF.7")
def test_a_lone_senior_is_met_in_the_open_only() -> None:
    chief = senior("reds", 1, 30, 24)
    walker = rifles(y=24)
    g = battle(walker, chief, terrain=(HOUSE,))
    assert lone_seniors(g, walker, walker) == [g.pieces[chief.id]]
    indoors = replace(walker, place="house")
    assert lone_seniors(g, indoors, indoors) == []


@pytest.mark.rule("RA-SCN.4")
def test_an_army_that_lacks_what_its_list_demands_is_not_done() -> None:
    army = ARMIES["Reds 1919-20"]
    bought, seniors = balanced(army, [], 450, [])
    g = Match.new(GAME, "pick-up", {"north-army": "Reds 1919-20", "points": "450"}, seed=1).state
    assert isinstance(g, RedActions)
    whole = Muster("north", tuple(bought), tuple(seniors))
    assert whole.why_not(g, "north", THAT_IS_ALL) is None
    needed = next(lot for lot in bought if missing(army, [other for other in bought if other is not lot]))
    other = next(lot for lot in bought if lot.troops != needed.troops)
    short = [other if lot.troops == needed.troops else lot for lot in bought]
    refusal = Muster("north", tuple(short), tuple(seniors)).why_not(g, "north", THAT_IS_ALL)
    assert missing(army, short) and refusal is not None and refusal.rule == "RA-SCN.4"


def test_a_battle_has_its_forces_and_ground_or_buys_both_and_names_no_unit_twice() -> None:
    lipyagi = printed("red-actions", "lipyagi")
    for old, new, said in (
        ("turns =", "bought = true\nturns =", "then it has neither"),
        ('id = "c2"', 'id = "c1"', "stands twice"),
    ):
        found = problems(spoilt(lipyagi, old, new), "red-actions")
        assert [problem for problem in found if said in problem], found
    bare = lipyagi[: lipyagi.index("[[terrain]]")] + lipyagi[lipyagi.index("[[unit]]") :]
    assert [problem for problem in problems(bare, "red-actions") if "then it has neither" in problem]
