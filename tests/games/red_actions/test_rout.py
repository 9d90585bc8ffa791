"""Retire and rout (section RET), rallying (section RAL), officers (section OFF)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.inches.geometry import distance
from grognard.board.inches.terrain_table import Feature
from grognard.engine import Pick, RiggedDice
from grognard.games.red_actions.rules import retire
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.bodies import Body, centre, overlap
from grognard.games.red_actions.rules.data import TABLES_DATA, Officer
from grognard.games.red_actions.rules.losses import add_terror
from grognard.games.red_actions.rules.move_path import Leg, full_budget, plan
from grognard.games.red_actions.rules.moving import Go
from grognard.games.red_actions.rules.officers import commander, led_by, officer_bonus, roll_officers, scatter_seniors
from grognard.games.red_actions.rules.rally import RallyFromRout, RallyFromTerror
from grognard.games.red_actions.rules.retire import INCH_ON, RetireMove, RetireResult, Rout, _rests, drift
from grognard.games.red_actions.rules.room import ride_over
from grognard.games.red_actions.rules.scenarios import SCENARIOS
from grognard.games.red_actions.rules.segment import Hold
from grognard.games.red_actions.rules.seniors import Attach, Detach, Join, SeniorMove, StayAlone
from grognard.games.red_actions.rules.sequence import Segments, fresh_units
from grognard.games.red_actions.rules.sight import best_cover
from grognard.games.red_actions.rules.state import RedActions, Unit
from grognard.games.red_actions.rules.terrain import retire_distance
from grognard.games.red_actions.rules.victory import losses
from grognard.games.red_actions.rules.works import Dig
from grognard.testing import logged, offered, play

from .companies import foe, rifles
from .situations import area, at, battle, cites, line, run, senior, unit

# ------------------------------------------------------------------ retire


@pytest.mark.rule("RA-RET.1", "RA-RET.2", "RA-RET.3", "RA-RET.18", "RA-FRM.13")
@pytest.mark.parametrize(
    ("kind", "state", "inches"),
    [
        ("white_volunteer", {}, 3),
        ("white_mg", {}, 3),
        ("kuban_cossack", {}, 6),
        ("white_tachanka", {}, 6),
        ("white_gun", {"limbered": True}, 3),
        ("white_horse_gun", {"limbered": True}, 6),
        ("makhno_inf", {"carts": True}, 6),
    ],
)
def test_retire_distances(kind: str, state: dict[str, Any], inches: int) -> None:
    u = unit("whites", kind, 1, 30, 20, name="w", **state)
    assert retire_distance(u) == inches
    g = battle(u, foe(40))
    run(g, RetireResult("whites-w", 3000, 4000, True))
    assert centre(g, g.pieces["whites-w"])[1] == pytest.approx(centre(g, u)[1] - inches, abs=0.02)
    assert g.pieces["whites-w"].facing == 0


@pytest.mark.rule("RA-RET.18")
def test_mortars_stay_like_guns_and_mgs_retire() -> None:
    g = battle(unit("whites", "polish_mortar", 1, 30, 20, name="w"))
    run(g, RetireResult("whites-w", 3000, 4000, True))
    assert at(g.pieces["whites-w"]) == (30, 20)


@pytest.mark.rule("RA-RET.6")
def test_an_ignored_retire_is_no_retirement() -> None:
    g = battle(rifles(), terrain=(line("t", "trench", (20, 19.8), (40, 19.8)),))
    run(g, RetireResult("whites-w", 3000, 4000, True))
    assert (g.pieces["whites-w"].pressed, g.pieces["whites-w"].retired) == (True, False)


@pytest.mark.rule("RA-RET.6", "RA-RET.9")
def test_only_the_first_retire_result_of_a_turn_is_ignored() -> None:
    g = battle(rifles(y=23), terrain=(line("t", "trench", (20, 19.6), (40, 19.6)),))
    run(g, RetireResult("whites-w", 3000, 4000, True))
    assert at(g.pieces["whites-w"]) == (30, 20)
    run(g, RetireResult("whites-w", 3000, 4000, True))
    assert (at(g.pieces["whites-w"]), g.pieces["whites-w"].terror) == ((30, 20), 1)


@pytest.mark.rule("RA-TER.21", "RA-RET.26")
def test_retiring_loses_the_foxholes_and_the_work_on_them() -> None:
    g = battle(rifles("white_conscript", foxholes=True), turn=1)
    run(g, RetireMove("whites-w", 3000, 4000, True))
    assert not g.pieces["whites-w"].foxholes
    Dig().done_by(g, g.pieces["whites-w"])
    run(g, RetireMove("whites-w", 3000, 4000, True))
    for g.turn in (2, 3):
        Dig().done_by(g, g.pieces["whites-w"])
    assert not g.pieces["whites-w"].foxholes


@pytest.mark.rule("RA-RET.12", "RA-AMB.4")
def test_of_a_unit_in_ambush_that_cannot_retire_only_its_side_hears() -> None:
    wall = [unit("reds", "red_rifle", 6, x, 18.4, 0, name=f"wall{x}") for x in (22.5, 30, 37.5)]
    g = battle(rifles(hidden=True, unseen=True), *wall)
    run(g, RetireMove("whites-w", 3000, 4000, True))
    assert {e.sees for e in logged(g)} == {("whites",)}


@pytest.mark.rule("RA-RET.8")
def test_storm_troops_never_give_up_their_last_base() -> None:
    g = battle(rifles("white_colour", 1))
    run(g, RetireResult("whites-w", 3000, 4000, True))
    assert g.asks == ()
    assert g.pieces["whites-w"].retired


@pytest.mark.rule("RA-RET.11", "RA-RET.25")
def test_retiring_goes_straight_away_from_the_cause_and_faces_it() -> None:
    g = battle(rifles(lying=True, formation="column"), terrain=(area("wood", "woods", 20, 10, 20, 8),))
    run(g, RetireMove("whites-w", 4000, 1961, True))
    w = g.pieces["whites-w"]
    assert centre(g, w)[0] == pytest.approx(27, abs=0.05)
    assert w.facing == pytest.approx(900, abs=30)
    assert (w.lying, w.formation) == (True, "column")


@pytest.mark.rule("RA-RET.12")
def test_without_room_a_unit_stays_and_takes_terror() -> None:
    wall = [unit("reds", "red_rifle", 6, x, 18.4, 0, name=f"wall{x}") for x in (22.5, 30, 37.5)]
    g = battle(rifles(), *wall)
    run(g, RetireMove("whites-w", 3000, 4000, True))
    assert (at(g.pieces["whites-w"]), g.pieces["whites-w"].terror) == ((30, 20), 1)


@pytest.mark.rule("RA-RET.12")
def test_over_the_table_edge_a_retiring_unit_has_fled() -> None:
    g = battle(rifles(y=2.5))
    run(g, RetireMove("whites-w", 3000, 4000, True))
    assert g.gone["whites-w"] == "fled"


@pytest.mark.rule("RA-RET.13")
def test_a_unit_that_retired_can_still_be_activated() -> None:
    g = battle(rifles(), foe(40))
    run(g, RetireMove("whites-w", 3000, 4000, True))
    assert [u.id for u in fresh_units(g, "whites")] == ["whites-w"]


@pytest.mark.rule("RA-RET.20")
def test_without_a_culprit_it_retires_from_the_nearest_enemy_or_homewards() -> None:
    g = battle(rifles(), unit("reds", "red_rifle", 4, 42, 19.6, 270, name="r"))
    run(g, RetireMove("whites-w"))
    assert centre(g, g.pieces["whites-w"])[0] == pytest.approx(27, abs=0.05)
    alone = battle(rifles())
    run(alone, RetireMove("whites-w"))
    assert centre(alone, alone.pieces["whites-w"])[1] == pytest.approx(16.6, abs=0.05)


@pytest.mark.rule("RA-RET.26")
def test_foxholes_are_lost_by_retiring() -> None:
    g = battle(rifles(foxholes=True))
    run(g, RetireMove("whites-w", 3000, 4000, True))
    assert not g.pieces["whites-w"].foxholes


# ------------------------------------------------------------------ rout


@pytest.mark.rule("RA-RET.14", "RA-RET.15", "RA-SCN.9", "RA-RET.25")
def test_a_rout_is_one_and_a_half_moves_homewards() -> None:
    shaken = rifles(y=30, pinned=True, hidden=True, terror=2, lying=True, formed=True)
    g = battle(shaken, terrain=(area("w", "woods", 20, 20, 20, 20),))
    run(g, Rout("whites-w"))
    w = g.pieces["whites-w"]
    assert centre(g, w)[1] == pytest.approx(30 - 0.395 - 9, abs=0.05)
    assert (w.routing, w.acted, w.terror) == (True, True, 2)
    assert not (w.pinned or w.hidden or w.lying or w.formed)
    assert w.facing == 1800


@pytest.mark.rule("RA-RET.21", "RA-MOV.34")
def test_routers_with_no_room_to_turn_stay_as_they_stand() -> None:
    router = rifles(bases=2, y=30, facing=90)
    beside = [unit("whites", "white_volunteer", 2, x, 30, 90, name=f"{x}", routing=True) for x in (29, 31)]
    g = battle(router, *beside, terrain=(area("pond", "impassable", 10, 10, 40, 19.8),))
    run(g, Rout("whites-w"))
    w = g.pieces["whites-w"]
    assert (w.routing, w.facing, w.point) == (True, router.facing, router.point)
    assert not any(overlap(g, w, other) for other in g.troops("whites") if other.id != w.id)


@pytest.mark.rule("RA-RET.16")
def test_routers_over_the_edge_have_fled_and_gun_crews_leave_their_weapons() -> None:
    g = battle(rifles(y=5), unit("whites", "white_gun", 1, 50, 20, name="g"))
    run(g, Rout("whites-w"), Rout("whites-g"))
    assert g.gone == {"whites-w": "fled", "whites-g": "fled"}
    assert "weapons of whites-g" in g.things


@pytest.mark.rule("RA-RET.22")
def test_routers_bend_away_from_enemies() -> None:
    g = battle(rifles(y=30), unit("reds", "red_rifle", 4, 30, 22, 0, name="r"))
    run(g, Rout("whites-w"))
    w = g.pieces["whites-w"]
    before, foe_at = (30, 29.6), centre(g, g.pieces["reds-r"])
    assert distance(centre(g, w), foe_at) >= distance(before, foe_at) - 0.01
    assert w.facing != 1800


@pytest.mark.rule("RA-RET.23", "RA-TER.5")
def test_closed_ground_is_passed_round_and_encirclement_means_surrender() -> None:
    pond = area("pond", "impassable", 26, 20, 8, 4)
    g = battle(rifles(y=30), terrain=(pond,))
    run(g, Rout("whites-w"))
    w = g.pieces["whites-w"]
    assert not 26 <= w.point[0] <= 34 or w.point[1] >= 24
    ring = [unit("reds", "red_rifle", 6, 30, y, name=f"r{y}") for y in (19.2, 20.9)]
    ring += [unit("reds", "red_rifle", 1, x, 20.4, 90, name=f"s{x}") for x in (29.3, 31.6)]
    hemmed = battle(rifles(bases=1), *ring)
    run(hemmed, Rout("whites-w"))
    assert hemmed.gone["whites-w"] == "destroyed"  # no quarter here


# ------------------------------------------------------------------ rallying


@pytest.mark.rule("RA-RAL.1")
def test_a_rallied_unit_faces_the_nearest_enemy_and_does_nothing_else() -> None:
    g = battle(rifles(routing=True, facing=180), foe(40), dice=(1, 2))
    run(g, RallyFromRout("whites-w"))
    w = g.pieces["whites-w"]
    assert (w.routing, w.facing, w.acted, w.formation) == (False, 0, True, "line")


@pytest.mark.rule("RA-RAL.2", "RA-MOR.29")
def test_a_failed_rally_is_another_rout_with_its_tests() -> None:
    friend = unit("whites", "white_volunteer", 4, 36, 15, name="f")
    g = battle(rifles(routing=True, facing=180, terror=3), friend, dice=(6, 4, 1, 1))
    run(g, RallyFromRout("whites-w"))
    assert g.pieces["whites-w"].humiliated == 1
    assert "RA-MOR.15" in cites(g)
    assert "RA-MOR.12" not in cites(g)


@pytest.mark.rule("RA-RAL.3")
@pytest.mark.parametrize(("officer", "left"), [(None, 2), (0, 1)])
def test_an_officer_helps_against_terror(officer: int | None, left: int) -> None:
    g = battle(rifles(terror=3, officer=officer))
    play(run(g, Acting("whites-w")), RallyFromTerror())
    assert g.pieces["whites-w"].terror == left


# ------------------------------------------------------------------ officers


@pytest.mark.rule("RA-OFF.1", "RA-OFF.8", "RA-OFF.9")
def test_one_die_for_each_officer_and_no_base_is_lost() -> None:
    g = battle(rifles(officer=1), senior("whites", 2, 30, 20, attached="whites-w"), dice=(1, 2))
    assert not roll_officers(g, "whites-w", 1)
    w = g.pieces["whites-w"]
    assert (w.officer, w.bases) == (None, 4)
    assert commander(g, w) == Officer(2)


@pytest.mark.rule("RA-OFF.3")
def test_bonuses_of_officers_in_the_scenarios() -> None:
    for row in SCENARIOS.values():
        for u in row.unit:
            if u.officer is not None:
                assert 0 <= u.officer.bonus <= (3 if u.type == "senior_officer" else 2)


@pytest.mark.rule("RA-OFF.4")
def test_the_best_single_bonus_counts() -> None:
    g = battle(rifles(officer=1), senior("whites", 3, 30, 19))
    assert officer_bonus(g, g.pieces["whites-w"]) == 3
    assert officer_bonus(battle(rifles()), rifles()) == 0


@pytest.mark.rule("RA-OFF.5", "RA-OFF.11")
def test_a_senior_moves_once_a_turn_and_may_join_in_the_same_segment() -> None:
    g = battle(rifles(), senior("whites", 2, 30, 10), foe(45))
    run(g, SeniorMove("whites-senior_chief"))
    play(g, Join("whites-w"))
    chief = g.pieces["whites-senior_chief"]
    assert (chief.attached, chief.acted, g.pieces["whites-w"].acted) == ("whites-w", True, False)
    leg = plan(g, g.pieces["whites-w"], (30, 24), full_budget(g, g.pieces["whites-w"]))
    assert isinstance(leg, Leg)
    play(run(g, Acting("whites-w")), Go(3000, 2400))
    assert g.pieces["whites-senior_chief"].point[1] == pytest.approx(23.6, abs=0.05)


@pytest.mark.rule("RA-OFF.5", "RA-OFF.6", "RA-TER.14")
def test_a_senior_joins_only_where_his_horse_can_bring_him() -> None:
    river = area("river", "stream", 0, 24, 72, 1.5)
    g = battle(rifles(y=30), senior("whites", 2, 30, 20), terrain=(river,))
    run(g, SeniorMove("whites-senior_chief"))
    assert offered(g) == [StayAlone()]
    bridged = battle(rifles(y=30), senior("whites", 2, 30, 20), terrain=(river, area("b", "bridge", 29, 23, 2, 4)))
    run(bridged, SeniorMove("whites-senior_chief"))
    assert Join("whites-w") in offered(bridged)


@pytest.mark.rule("RA-MOV.5", "RA-TER.22", "RA-MOV.34")
def test_a_senior_keeps_off_the_enemy_and_out_of_the_water() -> None:
    pond, chief = area("pond", "stream", 34, 19, 4, 4), senior("whites", 2, 30, 20)
    g = battle(foe(26), rifles(y=15), chief, terrain=(pond, area("ford", "ford", 33, 20, 4, 2)))
    run(g, SeniorMove("whites-senior_chief"))
    for x, y, rule in ((30, 26.4, "RA-MOV.5"), (30, 30, "RA-MOV.5"), (30, 25.5, "RA-MOV.5"), (35, 22.5, "RA-TER.22")):
        assert g.steps[-1].why_not(g, "whites", Go(round(x * 100), round(y * 100))).rule == rule  # type: ignore[union-attr]
    assert Go(3000, 2400) in g.asks[0].actions
    assert Go(3000, 1460) in g.asks[0].actions  # he shares a friend's place


@pytest.mark.rule("RA-OFF.7")
def test_a_lone_senior_who_is_contacted_flees_to_friends_or_is_lost() -> None:
    g = battle(foe(20, facing=0), senior("whites", 2, 30, 20), rifles(y=10))
    ride_over(g, g.pieces["reds-r"], g.pieces["reds-r"])
    assert g.pieces["whites-senior_chief"].attached == "whites-w"
    alone = battle(foe(20, facing=0), senior("whites", 2, 30, 20))
    ride_over(alone, alone.pieces["reds-r"], alone.pieces["reds-r"])
    assert "whites-senior_chief" not in alone.pieces


@pytest.mark.rule("RA-OFF.10", "RA-SCN.11")
def test_seniors_are_no_combat_units() -> None:
    g = battle(senior("whites", 2, 30, 20), rifles(y=10))
    assert [u.id for u in g.troops("whites")] == ["whites-w"]
    g.lose("whites-senior_chief", "killed")
    assert losses(g, "whites") == 0


@pytest.mark.rule("RA-OFF.11", "RA-OFF.6", "RA-OFF.1", "RA-OFF.4")
def test_a_unit_may_have_two_seniors_and_the_better_commands_it() -> None:
    a, b = senior("whites", 1, 30, 20, attached="whites-w"), senior("whites", 2, 30, 19, "Clever", name="second")
    g = battle(rifles(), a, b)
    assert offered(run(g, SeniorMove("whites-senior_second"))) == [StayAlone(), Join("whites-w")]
    play(g, Join("whites-w"))
    assert led_by(g, g.pieces["whites-w"]).id == "whites-senior_second"
    assert officer_bonus(g, g.pieces["whites-w"]) == 2


@pytest.mark.rule("RA-MEL.36")
@pytest.mark.parametrize(("die", "saved"), [(3, False), (4, True)])
def test_seniors_of_a_destroyed_unit(die: int, saved: bool) -> None:
    friend = unit("whites", "white_volunteer", 4, 36, 20, name="f")
    g = battle(rifles(), friend, senior("whites", 2, 30, 20, attached="whites-w"), dice=(die,))
    scatter_seniors(g, g.pieces["whites-w"])
    assert ("whites-senior_chief" in g.pieces) == saved


def test_data_of_the_morale_chapter() -> None:
    assert TABLES_DATA["morale"]["triggers"]["routers_within_8"] == "serious"
    g: RedActions = battle(rifles())
    assert not add_terror(g, "whites-w", 0)
    g.dice = RiggedDice([])


@pytest.mark.rule("RA-RET.21")
def test_a_compelled_move_goes_on_up_to_3_inches_until_it_is_clear_of_friends() -> None:
    friend = unit("whites", "kuban_cossack", 4, 30, 18.4, name="f")
    end = drift(battle(rifles(), friend), rifles(), 1800, 2.0)
    assert end.unit.y == pytest.approx(1685, abs=4)  # just behind the horses
    lines = [unit("whites", "kuban_cossack", 4, 30, y, name=f"f{y}") for y in (19.1, 17.5, 15.9)]
    assert drift(battle(rifles(), *lines), rifles(), 1800, 2.0).gone == 0  # three lines are too deep to be passed


@pytest.mark.rule("RA-RET.25", "RA-SHO.32")
@pytest.mark.parametrize("posture", ["lying", "evaded"])
def test_routers_have_no_posture_to_hide_in(posture: str) -> None:
    flags: dict[str, Any] = {posture: True}
    w = unit("whites", "white_plastun", 3, 30, 30, name="w", **flags)
    g = battle(w, unit("reds", "red_mg", 1, 30, 45, 180, name="m"))
    shelter = best_cover(g, w, (30.0, 45.0))
    assert shelter is not None and shelter.cite == "RA-SHO.32"
    run(g, Rout("whites-w"))
    assert best_cover(g, g.pieces["whites-w"], (30.0, 45.0)) is None


@pytest.mark.rule("RA-OFF.5")
def test_a_senior_rides_once_a_turn_and_uses_up_nobodys_activation() -> None:
    g = battle(rifles(), senior("whites", 2, 10, 10), foe(45))
    play(run(g, Segments("whites")), Pick("whites-senior_chief"), Go(1000, 1500))
    assert (at(g.pieces["whites-senior_chief"]), g.asks[0].side) == ((10, 15), "whites")
    assert offered(g) == [Pick("whites-w")]
    assert g.steps[-1].why_not(g, "whites", Pick("whites-senior_chief")).rule == "RA-OFF.5"  # type: ignore[union-attr]


@pytest.mark.rule("RA-OFF.5", "RA-OFF.6", "RA-OFF.11")
def test_a_senior_who_has_ridden_up_to_a_unit_joins_it_and_rides_no_farther() -> None:
    g = battle(rifles(), senior("whites", 2, 30, 10), foe(45))
    play(run(g, SeniorMove("whites-senior_chief")), Go(3000, 1919))
    assert g.steps[-1].why_not(g, "whites", Go(3000, 1500)).rule == "RA-OFF.5"  # type: ignore[union-attr]
    play(g, Join("whites-w"))
    assert g.pieces["whites-senior_chief"].attached == "whites-w"


@pytest.mark.rule("RA-OFF.6", "RA-OFF.11")
@pytest.mark.parametrize(("y", "attached", "mine", "joins"), [
    (20, "", False, True), (18, "", False, False), (20, "whites-v", False, False), (20, "", True, True),
])  # fmt: skip
def test_a_senior_in_contact_and_free_joins_a_unit(y: float, attached: str, mine: bool, joins: bool) -> None:
    others = [unit("whites", "white_volunteer", 4, 40, 20, name="v")]
    others += [senior("whites", 1, 30, 20, attached="whites-w", name="second")] if mine else []
    g = battle(rifles(), *others, senior("whites", 2, 30, y, attached=attached), foe(45))
    assert (Attach("whites-senior_chief") in offered(run(g, Acting("whites-w")))) is joins


@pytest.mark.rule("RA-OFF.11", "RA-ACT.17")
def test_a_senior_who_leaves_his_unit_may_ride_away_in_the_next_segment() -> None:
    g = battle(rifles(), unit("whites", "white_mg", 1, 50, 20, name="m"), foe(45))
    g.put(senior("whites", 2, 30, 20, attached="whites-w"))
    run(g, Segments("whites"))
    play(g, Pick("whites-w"), Detach("whites-senior_chief"), Hold(), Pick("reds-r"), Hold())
    assert Pick("whites-senior_chief") in offered(g)


@pytest.mark.parametrize(("near_a_road", "looks"), [(False, 40), (True, 1000)])
def test_a_file_far_from_any_road_gets_clear_of_others_without_a_look_at_every_hundredth(
    monkeypatch: pytest.MonkeyPatch, near_a_road: bool, looks: int
) -> None:
    road = (line("lane", "road", (25.0, 0.0), (25.0, 48.0)),) if near_a_road else ()
    file = unit("whites", "white_volunteer", 4, 24, 20, name="w", formation="road_column")
    g = battle(file, unit("whites", "white_volunteer", 4, 24, 26, name="f"), terrain=road)
    seen: list[Unit] = []

    def rests(g: RedActions, there: Unit, friends: list[Body]) -> bool:
        seen.append(there)
        return _rests(g, there, friends)

    monkeypatch.setattr(retire, "_rests", rests)
    end = drift(g, g.pieces["whites-w"], 0, 6.0)
    quick, seen[:] = len(seen), []
    monkeypatch.setattr(retire, "_push_on", lambda *given: INCH_ON)
    assert drift(g, g.pieces["whites-w"], 0, 6.0).unit == end.unit
    assert quick < looks and (near_a_road or quick < len(seen))


@pytest.mark.rule("RA-RET.21", "RA-TER.44", "RA-MOV.5")
@pytest.mark.parametrize(
    ("others", "terrain"),
    [
        ([unit("whites", "white_volunteer", 4, 24, 26, name="f"), unit("reds", "red_rifle", 4, 29, 27, 180)], ()),
        ([unit("whites", "white_volunteer", 4, 24, 26, name="f"), unit("reds", "red_rifle", 2, 24, 30, 180)], ()),
        ([unit("reds", "red_rifle", 4, 31, 27, 180)], (area("river", "stream", 10, 25, 30, 4),)),
    ],
)
def test_who_goes_on_past_others_or_through_water_stops_where_a_look_at_every_hundredth_stops_him(
    monkeypatch: pytest.MonkeyPatch, others: list[Unit], terrain: tuple[Feature, ...]
) -> None:
    g = battle(unit("whites", "white_volunteer", 4, 24, 20, name="w"), *others, terrain=terrain)
    quick = [drift(g, g.pieces["whites-w"], facing, 6.0) for facing in range(0, 300, 25)]
    steps: list[float] = []

    def push_on(*given: object) -> float:
        steps.append(INCH_ON)
        return INCH_ON

    monkeypatch.setattr(retire, "_push_on", push_on)
    slow = [drift(g, g.pieces["whites-w"], facing, 6.0) for facing in range(0, 300, 25)]
    assert [(end.unit, end.off, end.by_enemy) for end in quick] == [(end.unit, end.off, end.by_enemy) for end in slow]
    assert len(steps) > 50
