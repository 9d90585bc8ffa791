"""Permitted actions (section ACT) and pre-emption (section PRE)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.engine import Pick, RiggedDice
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.aiming import best_stance, why_cannot_shoot
from grognard.games.red_actions.rules.ambush import Hide, Scout
from grognard.games.red_actions.rules.bodies import apart, body, overlap
from grognard.games.red_actions.rules.charging import Charge
from grognard.games.red_actions.rules.data import Officer
from grognard.games.red_actions.rules.fire_total import make_aim
from grognard.games.red_actions.rules.formations import Combine, Divide, Form
from grognard.games.red_actions.rules.losses import abandon, surrender
from grognard.games.red_actions.rules.mounting import Board, Disembark, Dismount, Limber, Mount, Unlimber, mounted
from grognard.games.red_actions.rules.move_path import Budget
from grognard.games.red_actions.rules.moving import Go, LieDown, Moving, Stop, after_fire
from grognard.games.red_actions.rules.rally import RallyFromPinned, RallyFromTerror
from grognard.games.red_actions.rules.scenarios import Hidden
from grognard.games.red_actions.rules.segment import Hold
from grognard.games.red_actions.rules.seniors import Attach, Detach
from grognard.games.red_actions.rules.sequence import Segments
from grognard.games.red_actions.rules.shot_orders import Fire
from grognard.games.red_actions.rules.state import Aim, RedActions, Thing, Unit, Wagon
from grognard.games.red_actions.rules.victory import losses
from grognard.games.red_actions.rules.works import Claim, Dig
from grognard.testing import offered, play

from .companies import foe, rifles
from .situations import area, at, battle, line, run, senior, unit


def aim_at(g: RedActions, shooter: str, target: str) -> Aim:
    stance = best_stance(g, g.pieces[shooter], g.pieces[target])
    assert stance is not None
    return make_aim(g, stance, g.pieces[target])


# ------------------------------------------------------------------ one action


@pytest.mark.rule("RA-ACT.1", "RA-ACT.20")
def test_one_action_ends_the_segment() -> None:
    g = battle(rifles(), foe(45))
    run(g, Segments("whites"))
    play(g, Pick("whites-w"), Hold())
    assert g.asks[0].side == "reds"
    assert g.pieces["whites-w"].acted


@pytest.mark.rule("RA-ACT.2", "RA-SHO.5")
def test_a_move_may_begin_with_shooting_and_may_be_of_no_length() -> None:
    g = battle(rifles(), foe(38, acted=True), dice=(1, 2))
    run(g, Acting("whites-w"))
    play(g, Fire("reds-r"))
    assert isinstance(g.steps[-1], Moving)
    play(g, Stop())
    assert at(g.pieces["whites-w"]) == (30, 20)
    assert g.pieces["whites-w"].fired


@pytest.mark.rule("RA-ACT.3")
def test_nobody_shoots_after_moving() -> None:
    g = battle(rifles(), foe(45, acted=True))
    run(g, Acting("whites-w"))
    play(g, Go(3000, 2200))
    assert isinstance(g.steps[-1], Moving)
    assert not any(isinstance(a, Fire) for a in offered(g))
    assert Fire("reds-r") not in g.asks[0].actions


@pytest.mark.rule("RA-ACT.4", "RA-MOV.17")
def test_a_charge_is_an_action_without_shooting() -> None:
    g = battle(unit("whites", "kuban_cossack", 4, 30, 20, name="w"), foe(30, acted=True), dice=(1, 1, 1, 1, 6, 6))
    run(g, Acting("whites-w"))
    play(g, Charge("reds-r"))
    assert g.pieces["whites-w"].acted
    assert not g.pieces["whites-w"].fired


@pytest.mark.rule("RA-ACT.5", "RA-ACT.6", "RA-ACT.21")
def test_dividing_moves_no_base_and_both_parts_have_acted() -> None:
    g = battle(unit("whites", "white_volunteer", 5, 30, 20, name="w", officer=1, terror=3, humiliated=1), foe(45))
    before = sorted(b.centre for b in body(g, g.pieces["whites-w"]).bases)
    Divide(2).done_by(g, g.pieces["whites-w"])
    old, new = g.pieces["whites-w"], g.pieces["whites-w-2"]
    after = sorted(b.centre for u in (old, new) for b in body(g, u).bases)
    assert [pytest.approx(p, abs=0.02) for p in before] == after
    assert (old.bases, new.bases, old.terror, new.terror) == (3, 2, 2, 1)
    assert (old.humiliated, new.humiliated) == (1, 1)
    assert old.acted
    assert new.acted
    assert (new.facing, new.formation) == (old.facing, old.formation)


@pytest.mark.rule("RA-ACT.6")
def test_each_part_keeps_two_bases_but_one_of_mgs() -> None:
    g = battle(unit("whites", "white_volunteer", 3, 30, 20, name="w"), unit("whites", "white_mg", 2, 50, 20, name="m"))
    assert Divide(1).why_not_by(g, g.pieces["whites-w"]) is not None
    assert Divide(1).why_not_by(g, g.pieces["whites-m"]) is None


@pytest.mark.rule("RA-ACT.22", "RA-MOV.34")
@pytest.mark.parametrize(
    ("divides", "touches"),
    [
        (("red_guard", 5, 34.9, 20.82, 3099), ("red_guard", 5, 30.55, 18.14, 3594)),
        (("red_rifle", 5, 12.0, 29.6, 1774), ("red_mg", 1, 15.31, 29.88, 3409)),
    ],
)
def test_a_unit_that_divides_is_not_pushed_into_one_it_touches(divides: Any, touches: Any) -> None:
    one = replace(unit("reds", *divides[:4], name="r"), facing=divides[4])
    neighbour = replace(unit("reds", *touches[:4], name="n"), facing=touches[4])
    g = battle(one, neighbour)
    assert not overlap(g, one, neighbour)
    Divide(2).done_by(g, one)
    parts = [u for u in g.troops("reds") if u.id != "reds-n"]
    assert len(parts) == 2 and not overlap(g, *parts)
    assert not any(overlap(g, part, neighbour) for part in parts)


@pytest.mark.rule("RA-ACT.22")
def test_the_junior_goes_with_the_part_that_is_named() -> None:
    g = battle(unit("whites", "white_volunteer", 4, 30, 20, name="w", officer=2))
    Divide(2, True).done_by(g, g.pieces["whites-w"])
    assert g.pieces["whites-w"].officer is None
    assert g.pieces["whites-w-2"].officer == Officer(2)
    assert g.pieces["whites-w"].terror == 0


@pytest.mark.rule("RA-ACT.7", "RA-ACT.22", "RA-ACT.21")
def test_combining_adds_terror_and_keeps_one_officer() -> None:
    a = unit("whites", "white_volunteer", 2, 30, 20, name="a", officer=0, terror=1, humiliated=1)
    b = unit("whites", "white_volunteer", 3, 33.5, 20, name="b", officer=1, terror=1, humiliated=2)
    g = battle(a, b)
    assert Combine(b.id).why_not_by(g, a) is None
    Combine(b.id).done_by(g, a)
    one = g.pieces["whites-a"]
    assert (one.bases, one.terror, one.humiliated, one.officer, one.acted) == (5, 2, 2, Officer(1), True)
    assert "whites-b" not in g.pieces
    assert losses(g, "whites") == 0


@pytest.mark.rule("RA-ACT.7")
@pytest.mark.parametrize(
    "change", [{"pinned": True}, {"routing": True}, {"acted": True}, {"x": 4000}, {"bases": 5}, {"type": "white_mg"}]
)
def test_what_keeps_two_units_from_combining(change: dict[str, Any]) -> None:
    a = unit("whites", "white_volunteer", 2, 30, 20, name="a")
    b = replace(unit("whites", "white_volunteer", 3, 33.5, 20, name="b"), **change)
    g = battle(a, b)
    refusal = Combine("whites-b").why_not_by(g, a)
    assert refusal is not None
    assert refusal.rule == "RA-ACT.7"


# ------------------------------------------------------------------ hiding, possession, rallying


@pytest.mark.rule("RA-ACT.8", "RA-ACT.9")
def test_infantry_in_cover_hides_where_nobody_within_12_inches_sees_it() -> None:
    wood = area("wood", "woods", 20, 15, 20, 8)
    g = battle(rifles(), foe(40), terrain=(wood,))
    assert Hide().why_not_by(g, g.pieces["whites-w"]) is None
    assert Hide().why_not_by(battle(rifles(), foe(40)), rifles()).rule == "RA-ACT.8"  # type: ignore[union-attr]
    rider = unit("whites", "kuban_cossack", 4, 30, 20, name="w", formation="column")
    g.put(rider)
    assert Hide().why_not_by(g, rider).rule == "RA-ACT.8"  # type: ignore[union-attr]
    for limbered, why in ((False, None), (True, "RA-ACT.8")):
        gun = unit("whites", "white_gun", 1, 30, 20, name="w", limbered=limbered)
        refusal = Hide().why_not_by(battle(gun, foe(40), terrain=(wood,)), gun)
        assert (refusal and refusal.rule) == why, "only an unlimbered gun hides"
    near = battle(rifles(), foe(24), terrain=(wood,))
    assert Hide().why_not_by(near, near.pieces["whites-w"]).rule == "RA-ACT.9"  # type: ignore[union-attr]


@pytest.mark.rule("RA-ACT.9")
def test_a_unit_that_hides_is_hidden() -> None:
    g = battle(rifles(), foe(40), terrain=(area("wood", "woods", 20, 15, 20, 8),))
    run(g, Acting("whites-w"))
    play(g, Hide())
    assert g.pieces["whites-w"].hidden


@pytest.mark.rule("RA-ACT.10", "RA-MOR.17", "RA-TRT.21")
def test_a_routing_unit_can_only_try_to_rally() -> None:
    g = battle(unit("whites", "white_conscript", 4, 30, 20, name="w", routing=True), foe(40), dice=(1, 1))
    run(g, Acting("whites-w"))
    assert not g.pieces["whites-w"].routing
    assert g.pieces["whites-w"].acted


@pytest.mark.rule("RA-ACT.11")
def test_a_wood_is_nobodys_possession() -> None:
    g = battle(rifles(), foe(45), terrain=(area("copse", "woods", 28, 20.1, 5, 3),))
    refusal = Claim("copse").why_not_by(g, g.pieces["whites-w"])
    assert refusal is not None
    assert refusal.rule == "RA-ACT.11"


@pytest.mark.rule("RA-ACT.11", "RA-ACT.12", "RA-BLD.5")
def test_taking_possession_of_a_building() -> None:
    house = area("house", "building_wood", 28, 20.1, 5, 3)
    g = battle(rifles(), foe(45), terrain=(house,))
    assert Claim("house").why_not_by(g, g.pieces["whites-w"]) is None
    run(g, Acting("whites-w"))
    play(g, Claim("house"))
    assert g.owner["house"] == "whites"


@pytest.mark.rule("RA-ACT.12")
@pytest.mark.parametrize("change", [{"pinned": True}, {"terror": 4}, {"y": 1500}])
def test_what_keeps_a_unit_from_taking_possession(change: dict[str, Any]) -> None:
    g = battle(replace(rifles(), **change), terrain=(area("house", "building_wood", 28, 20.1, 5, 3),))
    assert Claim("house").why_not_by(g, g.pieces["whites-w"]).rule == "RA-ACT.12"  # type: ignore[union-attr]


@pytest.mark.rule("RA-ACT.12")
def test_an_enemy_in_contact_keeps_the_object() -> None:
    g = battle(rifles(), foe(23.2), terrain=(area("house", "building_wood", 28, 20.1, 5, 3),))
    assert Claim("house").why_not_by(g, g.pieces["whites-w"]).rule == "RA-ACT.12"  # type: ignore[union-attr]


@pytest.mark.rule("RA-ACT.13", "RA-ACT.27", "RA-RAL.3")
def test_rally_from_terror_leaves_the_unit_in_place_and_posture() -> None:
    g = battle(rifles(terror=2, lying=True), foe(45))
    run(g, Acting("whites-w"))
    play(g, RallyFromTerror())
    w = g.pieces["whites-w"]
    assert (w.terror, w.lying, w.acted, w.fired, at(w)) == (1, True, True, False, (30, 20))


@pytest.mark.rule("RA-ACT.27")
def test_a_move_ends_the_posture() -> None:
    g = battle(rifles(lying=True), foe(45))
    run(g, Acting("whites-w"))
    play(g, Go(3000, 2500))
    assert not g.pieces["whites-w"].lying


@pytest.mark.rule("RA-ACT.14", "RA-TER.21")
def test_digging_fills_the_segment() -> None:
    g = battle(rifles(), foe(45))
    run(g, Acting("whites-w"))
    play(g, Dig())
    assert (g.pieces["whites-w"].dug, g.pieces["whites-w"].acted, g.steps) == (1, True, ())


# ------------------------------------------------------------------ mounting


@pytest.mark.rule("RA-ACT.15")
def test_unlimbering_takes_the_whole_action() -> None:
    g = battle(unit("whites", "white_gun", 2, 30, 20, name="w", limbered=True), foe(45))
    run(g, Acting("whites-w"))
    play(g, Unlimber())
    assert (g.pieces["whites-w"].limbered, g.pieces["whites-w"].acted, g.steps) == (False, True, ())


@pytest.mark.rule("RA-ACT.16")
def test_horse_artillery_limbers_for_half_its_move() -> None:
    g = battle(unit("whites", "white_horse_gun", 1, 30, 20, name="w"), foe(45))
    run(g, Acting("whites-w"))
    play(g, Limber())
    assert isinstance(g.steps[-1], Acting)
    assert Go(3000, 2600) in g.asks[0].actions
    assert Go(3000, 2610) not in g.asks[0].actions
    assert g.steps[-1].why_not(g, "whites", RallyFromTerror()).rule == "RA-ACT.16"  # type: ignore[union-attr]
    play(g, Go(3000, 2400))
    assert g.steps[-1].why_not(g, "whites", Unlimber()) is not None  # that would be a third half
    play(g, Go(3000, 2600))
    assert (at(g.pieces["whites-w"]), g.pieces["whites-w"].limbered, g.asks) == ((30, 26), True, ())


@pytest.mark.rule("RA-ACT.16")
def test_horse_artillery_moves_half_and_unlimbers() -> None:
    g = battle(unit("whites", "white_horse_gun", 1, 30, 20, name="w", limbered=True), foe(45))
    run(g, Acting("whites-w"))
    play(g, Go(3000, 2550))
    play(g, Unlimber())
    assert (g.pieces["whites-w"].limbered, at(g.pieces["whites-w"])) == (False, (30, 25.5))


@pytest.mark.rule("RA-ACT.26", "RA-FRM.12", "RA-FRM.11")
def test_dismounted_sabres_remount_within_6_inches_of_their_horses() -> None:
    g = battle(unit("whites", "don_cossack", 4, 30, 20, name="w", formed=True))
    play(run(g, Acting("whites-w")), Dismount())
    on_foot = g.pieces["whites-w"]
    assert (on_foot.type, on_foot.bases, on_foot.formed) == ("white_plastun", 3, False)
    assert Mount().why_not_by(g, on_foot) is None
    g.change("whites-w", y=2800)
    assert Mount().why_not_by(g, g.pieces["whites-w"]).rule == "RA-ACT.26"  # type: ignore[union-attr]
    g.put(replace(on_foot, acted=False))
    play(run(g, Acting("whites-w")), Mount())
    assert (g.pieces["whites-w"].type, g.pieces["whites-w"].bases) == ("don_cossack", 4)


@pytest.mark.rule("RA-FRM.12", "RA-ACT.26")
@pytest.mark.parametrize(("horses", "left", "sabres"), [(3, 3, 3), (3, 1, 1), (4, 2, 2), (5, 3, 4), (6, 5, 6)])
def test_as_many_sabres_mount_as_riders_and_horses_are_left(horses: int, left: int, sabres: int) -> None:
    led = (3000, 2000, horses)
    foot = unit("whites", "white_plastun", left, 30, 20, name="w", mounted_as="don_cossack", horses=led)
    assert mounted(foot).bases == sabres


RAIL = line("rail", "railway", (0, 30), (72, 30))


def train(side: str = "reds", **more: Any) -> Unit:
    wagons = (Wagon("train_gun_wagon"), Wagon("train_loco"), Wagon("train_mg_wagon"))
    return unit(side, "train", 3, 40, 30, name="train", wagons=wagons, rail=4000, **more)


@pytest.mark.rule("RA-ACT.26", "RA-VEH.7", "RA-ACT.15")
def test_foot_boards_a_train_within_an_inch_and_gets_off_within_two() -> None:
    g = battle(train("whites"), unit("whites", "white_volunteer", 4, 34, 28.8, name="w"), terrain=(RAIL,))
    w, t = g.pieces["whites-w"], g.pieces["whites-train"]
    assert Board(t.id).why_not_by(g, w) is None
    assert Board(t.id).why_not_by(g, replace(w, y=2600)).rule == "RA-ACT.26"  # type: ignore[union-attr]
    Board(t.id).done_by(g, w)
    assert g.pieces["whites-w"].riding
    Disembark().done_by(g, g.pieces["whites-w"])
    assert not g.pieces["whites-w"].riding
    assert apart(g, g.pieces["whites-w"], t) <= 2.0


@pytest.mark.rule("RA-ACT.25")
@pytest.mark.parametrize("state", [{"limbered": True}, {"carts": True}, {"place": "train:reds-train"}])
def test_limbered_carted_and_riding_units_do_not_shoot(state: dict[str, Any]) -> None:
    kind = "red_gun" if "limbered" in state else "makhno_inf"
    u = replace(unit("reds", kind, 2, 30, 20), **state)
    g = battle(u)
    assert why_cannot_shoot(g, u).rule == "RA-ACT.25"  # type: ignore[union-attr]


@pytest.mark.rule("RA-ACT.25")
def test_gun_and_mg_crews_take_no_possession() -> None:
    g = battle(unit("whites", "white_mg", 1, 30, 20, name="w"), terrain=(area("house", "building_wood", 28, 20, 5, 3),))
    assert Claim("house").why_not_by(g, g.pieces["whites-w"]).rule == "RA-ACT.25"  # type: ignore[union-attr]


# ------------------------------------------------------------------ extra parts


@pytest.mark.rule("RA-ACT.17", "RA-RAL.4", "RA-ACT.18", "RA-RAL.5")
def test_unpinning_is_an_extra_part_and_comes_first() -> None:
    g = battle(rifles(pinned=True, officer=1), foe(45), dice=(3, 4))
    run(g, Acting("whites-w"))
    play(g, RallyFromPinned())
    assert not g.pieces["whites-w"].pinned
    assert not g.pieces["whites-w"].acted
    assert any(isinstance(a, Go) for a in offered(g))
    late = battle(rifles(pinned=True), foe(45))
    run(late, Acting("whites-w", done=("scout",)))
    assert RallyFromPinned() not in offered(late)


@pytest.mark.rule("RA-ACT.19", "RA-RAL.5")
def test_each_extra_part_is_done_once() -> None:
    g = battle(rifles(pinned=True), foe(45), dice=(6, 5))
    run(g, Acting("whites-w"))
    play(g, RallyFromPinned())
    assert RallyFromPinned() not in offered(g)
    g = battle(rifles(), foe(45))
    run(g, Acting("whites-w"))
    play(g, Form("column"))
    assert not any(isinstance(a, Form) for a in offered(g))
    assert g.steps[-1].why_not(g, "whites", Form("line")).rule == "RA-ACT.19"  # type: ignore[union-attr]


@pytest.mark.rule("RA-ACT.17", "RA-FRM.9", "RA-OFF.6")
def test_a_senior_in_contact_joins_and_leaves() -> None:
    g = battle(rifles(), senior("whites", 2, 30, 20), foe(45))
    run(g, Acting("whites-w"))
    play(g, Attach("whites-senior_chief"))
    assert g.pieces["whites-senior_chief"].attached == "whites-w"
    run(g, Acting("whites-w"))
    play(g, Detach("whites-senior_chief"))
    assert g.pieces["whites-senior_chief"].attached == ""


@pytest.mark.rule("RA-ACT.18", "RA-AMB.3")
def test_scouting_comes_before_a_formation_change() -> None:
    wood = area("wood", "woods", 25, 23, 12, 8)
    rule = Hidden("reds", ("wood",), 1)
    hidden = unit("reds", "red_mg", 1, 30, 30, 180, name="h", hidden=True, unseen=True)
    g = battle(rifles(), hidden, terrain=(wood,), hidden=(rule,))
    run(g, Acting("whites-w"))
    assert Scout("wood") in offered(g)
    play(g, Form("column"))
    assert Scout("wood") not in offered(g)


# ------------------------------------------------------------------ captured things


@pytest.mark.rule("RA-ACT.23")
def test_captured_weapons_are_objects_that_can_be_retaken() -> None:
    g = battle(unit("reds", "red_mg", 1, 30, 22, 180, name="m"), rifles(), foe(21.5, bases=2))
    g.drop("reds-r")
    abandon(g, "reds-m", "fled")
    assert Claim("weapons of reds-m").why_not_by(g, g.pieces["whites-w"]).rule == "RA-ACT.12"  # type: ignore[union-attr]
    g.move_to("whites-w", (30, 21.3))
    Claim("weapons of reds-m").done_by(g, g.pieces["whites-w"])
    assert g.owner["weapons of reds-m"] == "whites"
    assert "reds-m" not in g.pieces
    other = unit("reds", "red_rifle", 4, 30, 22.5, 180, name="r")
    g.put(other)
    Claim("weapons of reds-m").done_by(g, other)
    assert g.owner["weapons of reds-m"] == "reds"
    assert "reds-m" not in g.pieces


@pytest.mark.rule("RA-ACT.24", "RA-MEL.24")
def test_prisoners_are_an_object_and_freed_ones_leave_the_table() -> None:
    g = battle(foe(21.2), rifles(), no_quarter=False)
    surrender(g, "reds-r")
    name = "prisoners of reds-r"
    assert g.things[name] == Thing("prisoners", *(3000, 2160), "red_rifle")
    Claim(name).done_by(g, g.pieces["whites-w"])
    assert g.owner[name] == "whites"
    Claim(name).done_by(g, unit("reds", "red_rifle", 3, 30, 22, name="x"))
    assert name not in g.things
    assert losses(g, "reds") == 1


# ------------------------------------------------------------------ moving and shooting


@pytest.mark.rule("RA-MOV.7", "RA-MOV.8", "RA-MOV.9", "RA-MOV.10", "RA-MOV.11", "RA-MOV.12", "RA-MOV.13")
@pytest.mark.parametrize(
    ("kind", "inches", "dice"),
    [
        ("white_volunteer", 6, 2),
        ("kuban_cossack", 6, 0),
        ("white_mg", 0, 2),
        ("white_tachanka", 0, 2),
        ("polish_mortar", 0, 4),
        ("white_gun", 1, 4),
        ("ac_mg", 8, 2),
        ("tank_heavy", 0, 4),
    ],
)
def test_movement_after_firing(kind: str, inches: float, dice: int) -> None:
    target = unit("reds", "red_rifle", 4, 30, 29.5, 180, name="r", acted=True)
    g = battle(unit("whites", kind, 1, 30, 20, name="w"), target, dice=(1,) * dice)
    run(g, Acting("whites-w"))
    play(g, Fire("reds-r"))
    if not inches:
        assert (g.asks, at(g.pieces["whites-w"])) == ((), (30, 20))
        return
    farthest = Go(3000, 2000 + round(inches * 100))
    assert replace(farthest, y=farthest.y + 1) not in g.asks[0].actions
    play(g, farthest)
    assert at(g.pieces["whites-w"]) == (30, 20 + inches)


@pytest.mark.rule("RA-MOV.13")
def test_a_train_fires_before_half_a_move_and_officers_never_shoot() -> None:
    g = battle(train(), terrain=(RAIL,))
    assert after_fire(g, g.pieces["reds-train"]).left == 1000
    assert why_cannot_shoot(g, senior("reds", 1, 5, 5)).rule == "RA-MOV.13"  # type: ignore[union-attr]


@pytest.mark.rule("RA-MOV.25")
def test_foot_that_moved_at_most_half_may_lie_down() -> None:
    g = battle(rifles(), foe(45))
    run(g, Moving("whites-w", Budget(300), spent=300, legs=1))
    play(g, LieDown())
    assert g.pieces["whites-w"].lying
    run(g, Moving("whites-w", Budget(200), spent=400, legs=1))
    assert LieDown() not in offered(g)


@pytest.mark.rule("RA-MOV.25", "RA-FRM.9")
def test_a_change_of_formation_counts_as_half_the_move_before_lying_down() -> None:
    g = battle(rifles(), foe(40, acted=True))
    run(g, Acting("whites-w"))
    play(g, Form("column"), Fire("reds-r"))
    assert LieDown() in offered(g)
    play(g, Go(3000, 2200))
    assert LieDown() not in offered(g)


def test_a_split_and_a_merge_are_offered() -> None:
    g = battle(rifles(), unit("whites", "white_volunteer", 2, 34.2, 20, name="b"), foe(45))
    run(g, Acting("whites-w"))
    assert Divide(2) in offered(g)
    assert Combine("whites-b") in offered(g)
    g.dice = RiggedDice([])
