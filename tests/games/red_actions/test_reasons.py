"""One case for each reason: what forbids a thing forbids it by itself, and the limits are where the rules put them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.board.inches.geometry import Spot
from grognard.engine import Refusal
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.ambush import Scout, may_spring
from grognard.games.red_actions.rules.bodies import body
from grognard.games.red_actions.rules.charging import Charge
from grognard.games.red_actions.rules.formations import Combine, Divide
from grognard.games.red_actions.rules.mounting import Mount
from grognard.games.red_actions.rules.move_path import full_budget, plan
from grognard.games.red_actions.rules.moving import Go
from grognard.games.red_actions.rules.retire import Effects
from grognard.games.red_actions.rules.scenarios import Hidden
from grognard.games.red_actions.rules.sequence import clear_flags
from grognard.games.red_actions.rules.shot_orders import Fire
from grognard.games.red_actions.rules.state import Thing
from grognard.testing import offered, play

from .situations import area, battle, cites, line, lines, run, senior, unit


def rule(refusal: Refusal | None) -> str:
    return refusal.rule if refusal else ""


@pytest.mark.rule("RA-ACT.6", "RA-MOR.34")
@pytest.mark.parametrize(("more", "refused"), [
    ({}, ""), ({"pinned": True}, "RA-MOR.34"), ({"hidden": True}, "RA-ACT.6"), ({"inside": "house"}, ""),
    ({"place": "train:whites-t"}, "RA-ACT.6"),
])  # fmt: skip
def test_why_a_unit_may_not_divide(more: dict[str, Any], refused: str) -> None:
    mine = unit("whites", "white_volunteer", 4, 30, 20, name="w", **more)
    g = battle(mine, terrain=(area("house", "building_wood", 28, 22, 6, 4),))
    assert rule(Divide(2).why_not_by(g, mine)) == refused
    assert rule(Divide(3).why_not_by(g, mine)) == (refused or "RA-ACT.6")  # a part of one base
    tanks = unit("whites", "tank_ft", 2, 40, 20)
    assert rule(Divide(1).why_not_by(g, tanks)) == "RA-ACT.6"


@pytest.mark.rule("RA-ACT.7")
@pytest.mark.parametrize(("more", "may"), [
    ({}, True), ({"hidden": True}, False), ({"pinned": True}, False), ({"acted": True}, False),
    ({"routing": True}, False),
])  # fmt: skip
def test_why_two_units_may_not_combine(more: dict[str, Any], may: bool) -> None:
    a = unit("whites", "white_volunteer", 2, 30, 20, name="a")
    b = unit("whites", "white_volunteer", 2, 33, 20, name="b", **more)
    assert (Combine(b.id).why_not_by(battle(a, b), a) is None) is may
    assert (Combine(b.id).why_not_by(battle(a, b), replace(a, hidden=True))) is not None


@pytest.mark.rule("RA-VEH.15")
@pytest.mark.parametrize(("kind", "blocks"), [("wreck", True), ("weapons", False), ("prisoners", False)])
def test_only_wrecks_block_a_road(kind: str, blocks: bool) -> None:
    car = unit("whites", "ac_mg", 1, 30, 10, name="c", formation="line")
    g = battle(car, terrain=(line("road", "road", (30, 0), (30, 48)),))
    g.things = {**g.things, "x": Thing(kind, 3000, 1500, "ac_mg")}
    found = plan(g, car, (30, 18), full_budget(g, car))
    assert isinstance(found, Refusal) is blocks
    if isinstance(found, Refusal):
        assert found.rule == "RA-VEH.15"


@pytest.mark.rule("RA-TER.16")
def test_a_second_leg_on_the_road_keeps_the_two_inches() -> None:
    road = line("road", "road", (30, 0), (30, 48))
    column = unit("whites", "white_volunteer", 4, 30, 20, name="w", formation="column")
    g = battle(column, unit("reds", "red_rifle", 4, 36, 40, 180, name="r"), terrain=(road,))
    run(g, Acting("whites-w"))
    play(g, Go(3000, 2300))
    assert Go(3000, 2800) in g.asks[0].actions and Go(3000, 2810) not in g.asks[0].actions
    off = battle(column, terrain=(line("road", "road", (30, 0), (30, 22)),))
    run(off, Acting("whites-w"))
    play(off, Go(3000, 2300))
    assert Go(3000, 2600) in off.asks[0].actions and Go(3000, 2620) not in off.asks[0].actions


@pytest.mark.rule("RA-AMB.8")
@pytest.mark.parametrize(("kind", "more", "springs"), [
    ("red_rifle", {}, True), ("red_rifle", {"terror": 4}, True), ("red_mg", {"terror": 4}, False),
    ("red_gun", {"limbered": True}, False),
])  # fmt: skip
def test_only_who_can_shoot_or_charge_springs_an_ambush(kind: str, more: dict[str, Any], springs: bool) -> None:
    lurker = unit("reds", kind, 4, 30, 29, 180, name="r", hidden=True, **more)
    victim = unit("whites", "white_volunteer", 4, 30, 20, name="w")
    assert (
        may_spring(battle(lurker, victim, terrain=(area("wood", "woods", 20, 28, 20, 6),)), lurker, victim) is springs
    )


@pytest.mark.rule("RA-AMB.9")
def test_hidden_units_show_themselves_when_they_shoot_charge_or_move() -> None:
    wood = area("wood", "woods", 20, 24, 20, 6)
    lurker = unit("whites", "white_volunteer", 4, 30, 29.5, name="w", hidden=True, unseen=True)
    foe, chief = unit("reds", "red_rifle", 4, 30, 34, 180, name="r", acted=True), senior("whites", 2, 30, 28)
    for order, dice in ((Fire("reds-r"), (1, 1)), (Charge("reds-r"), (1, 1, 1, 1, 3, 4)), (Go(3000, 2800), ())):
        g = battle(lurker, foe, chief, terrain=(wood,), dice=dice)
        run(g, Acting("whites-w"))
        play(g, order)
        assert not g.pieces["whites-w"].hidden and not g.pieces["whites-w"].unseen, order
        assert "whites w is revealed" in lines(g)


@pytest.mark.rule("RA-AMB.4")
def test_a_second_unit_may_not_scout_the_same_wood_this_turn() -> None:
    wood = area("wood", "woods", 20, 24, 20, 6)
    lurker = unit("reds", "red_rifle", 4, 30, 27, 180, name="r", hidden=True, unseen=True)
    scouts = [unit("whites", "white_volunteer", 2, x, 21, name=n) for x, n in ((26, "a"), (34, "b"))]
    g = battle(lurker, *scouts, terrain=(wood,), hidden=(Hidden("reds", ("wood",), 3),), dice=(1,))
    play(run(g, Acting("whites-a")), Scout("wood"))
    assert rule(Scout("wood").why_not_by(g, g.pieces["whites-b"])) == "RA-AMB.4"
    assert Scout("wood") not in offered(run(g, Acting("whites-b")))
    clear_flags(g)
    assert Scout("wood").why_not_by(g, g.pieces["whites-b"]) is None


@pytest.mark.rule("RA-ACT.26")
@pytest.mark.parametrize(("far", "may"), [(5.98, True), (6.02, False)])
def test_every_base_must_be_within_six_inches_of_the_horses(far: float, may: bool) -> None:
    foot = unit("whites", "white_plastun", 3, 30, 20, name="w", mounted_as="don_cossack")
    g = battle(foot)
    last = min(body(g, foot).bases, key=lambda b: b.centre[0]).centre  # the others stand nearer to the horses
    spot = Spot.at((last[0] + far, last[1]))
    assert (Mount().why_not_by(g, replace(foot, horses=(spot.x, spot.y, 4))) is None) is may


@pytest.mark.rule("RA-TER.17")
@pytest.mark.parametrize(
    ("kind", "barred"), [("woods", True), ("dense_woods", True), ("rough", False), ("crops", False)]
)
def test_riders_in_line_do_not_go_into_any_wood(kind: str, barred: bool) -> None:
    rider = unit("whites", "kuban_cossack", 4, 30, 20, name="w")
    g = battle(rider, terrain=(area("w", kind, 20, 22, 20, 6),))
    found = plan(g, rider, (30, 23), full_budget(g, rider))
    assert (rule(found) if isinstance(found, Refusal) else "") == ("RA-TER.17" if barred else "")


@pytest.mark.rule("RA-MOR.19")
def test_a_unit_that_has_begun_to_rout_takes_no_further_test() -> None:
    mine = unit("whites", "white_volunteer", 5, 30, 20, name="w", officer=1)
    g = battle(mine, dice=(6, 6))
    run(g, Effects("whites-w", 3000, 3000, True, ("fear:lost a base", "serious:serious result")))
    assert cites(g).count("RA-MOR.9") == 1 and "RA-MOR.14" not in cites(g)
    steady = battle(mine, dice=(1, 1, 1, 1))
    run(steady, Effects("whites-w", 3000, 3000, True, ("fear:lost a base", "serious:serious result")))
    assert [c for c in cites(steady) if c in ("RA-MOR.9", "RA-MOR.14")] == ["RA-MOR.9", "RA-MOR.14"]
