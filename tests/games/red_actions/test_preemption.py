"""Pre-empting enemy actions (section PRE): fire at chargers, return fire, Clever officers."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.engine import Pick, Press
from grognard.games.red_actions.rules.acting import Acting, Afterwards
from grognard.games.red_actions.rules.aiming import best_stance
from grognard.games.red_actions.rules.ambush import Sprung
from grognard.games.red_actions.rules.charging import Charging, defence, onset_of
from grognard.games.red_actions.rules.data import Officer
from grognard.games.red_actions.rules.fire_total import make_aim
from grognard.games.red_actions.rules.moving import Go
from grognard.games.red_actions.rules.officers import CleverWindow, clever_units
from grognard.games.red_actions.rules.state import Aim, RedActions
from grognard.games.red_actions.rules.volley import ReturnFire, Volley, why_no_return_fire
from grognard.testing import play

from .companies import foe, rifles
from .situations import area, battle, run, senior, unit


def aim_at(g: RedActions, shooter: str, target: str) -> Aim:
    stance = best_stance(g, g.pieces[shooter], g.pieces[target])
    assert stance is not None
    return make_aim(g, stance, g.pieces[target])


@pytest.mark.rule("RA-PRE.2")
def test_each_reaction_spends_the_action() -> None:
    g = battle(rifles(), foe(28), dice=(1, 2, 1, 1))
    run(g, ReturnFire(aim_at(g, "reds-r", "whites-w")), Volley(aim_at(g, "reds-r", "whites-w")))
    play(g, Press("return fire"))
    assert g.pieces["whites-w"].acted


@pytest.mark.rule("RA-PRE.4", "RA-PRE.1")
def test_only_the_charged_unit_fires_and_only_if_it_has_not_acted() -> None:
    rider = unit("whites", "kuban_cossack", 4, 30, 20, name="k")
    bystander = unit("reds", "red_mg", 1, 38, 30, 180, name="b")
    for acted, sides, combat in ((False, ["reds"], ()), (True, [], (6, 6, 6, 6))):
        g = battle(rider, foe(30, acted=acted), bystander, dice=(1, 1, *combat))
        run(g, Charging("whites-k", "reds-r"))
        assert [a.side for a in g.asks if Press("fire") in a.actions] == sides
        assert not g.pieces["reds-b"].fired


def fire_back(g: RedActions) -> list[Aim]:
    """What the charged unit shoots with at its chargers."""
    charger, target = g.pieces["whites-k"], g.pieces["reds-r"]
    return defence(g, onset_of(g, charger, target), charger, target)


@pytest.mark.rule("RA-PRE.4")
@pytest.mark.parametrize("state", [{"routing": True}, {"limbered": True}])
def test_routing_and_limbered_units_do_not_fire_at_chargers(state: dict[str, Any]) -> None:
    g = battle(unit("whites", "kuban_cossack", 4, 30, 20, name="k"), unit("reds", "red_gun", 1, 30, 30, 180, name="r"))
    g.change("reds-r", **state)
    assert fire_back(g) == []


@pytest.mark.rule("RA-PRE.4")
def test_a_pinned_unit_fires_at_chargers() -> None:
    g = battle(unit("whites", "kuban_cossack", 4, 30, 20, name="k"), foe(30, pinned=True))
    assert fire_back(g)


@pytest.mark.rule("RA-PRE.4")
@pytest.mark.parametrize(("kind", "state", "shots"), [
    ("makhno_inf", {"carts": True}, 0),
    ("makhno_inf", {"hidden": True}, 0),
    ("makhno_inf", {}, 1),
    ("red_mg", {}, 1),
    ("red_tachanka", {}, 1),
    ("ac_mg", {}, 1),
])  # fmt: skip
def test_whoever_has_a_weapon_ready_fires_at_chargers(kind: str, state: dict[str, Any], shots: int) -> None:
    g = battle(unit("whites", "white_volunteer", 4, 30, 20, name="k"), unit("reds", kind, 1, 30, 25, 180, name="r"))
    g.change("reds-r", **state)
    assert len(fire_back(g)) == shots


@pytest.mark.rule("RA-PRE.13")
@pytest.mark.parametrize(("kind", "facing", "shots"), [("red_rifle", 0, 1), ("red_rifle", 90, 1), ("red_mg", 0, 0)])
def test_the_charged_turn_to_their_chargers_as_far_as_they_may(kind: str, facing: int, shots: int) -> None:
    target = unit("reds", kind, 1, 30, 30, facing, name="r")
    assert len(fire_back(battle(unit("whites", "kuban_cossack", 4, 30, 20, name="k"), target))) == shots


@pytest.mark.rule("RA-PRE.3")
@pytest.mark.parametrize(("y", "close"), [(31.9, True), (37.0, False)])
def test_the_range_is_half_that_of_the_declaration_wherever_the_charger_is_by_then(y: float, close: bool) -> None:
    rider, mg = unit("whites", "kuban_cossack", 4, 30, 20, name="k"), unit("reds", "red_mg", 1, 30, y, 180, name="r")
    g = battle(rider, mg)
    onset, half = onset_of(g, rider, mg), round((y - 20) * 50)
    for charger in (rider, onset.at_half_way(rider)):
        g.put(charger)
        (aim,) = defence(g, onset, charger, mg)
        assert (aim.range, aim.mg_close) == (half, close)


@pytest.mark.rule("RA-PRE.6")
def test_return_fire_is_for_rifles_within_12_inches() -> None:
    g = battle(rifles(), foe(31))
    assert why_no_return_fire(g, aim_at(g, "reds-r", "whites-w")) == ""
    far = battle(rifles(), foe(34))
    assert why_no_return_fire(far, aim_at(far, "reds-r", "whites-w")) == "RA-PRE.6"
    mg = battle(unit("whites", "white_mg", 1, 30, 20, name="w"), foe(28))
    assert why_no_return_fire(mg, aim_at(mg, "reds-r", "whites-w")) == "RA-PRE.6"
    busy = battle(rifles(acted=True), foe(28))
    assert why_no_return_fire(busy, aim_at(busy, "reds-r", "whites-w")) == "RA-PRE.5"


@pytest.mark.rule("RA-PRE.8")
def test_return_fire_is_not_answered() -> None:
    g = battle(rifles(), foe(28), dice=(1, 2, 1, 1))
    aim = aim_at(g, "reds-r", "whites-w")
    run(g, ReturnFire(aim), Volley(aim))
    play(g, Press("return fire"))
    assert g.asks == ()


@pytest.mark.rule("RA-PRE.10")
def test_a_clever_officer_tries_once_a_turn() -> None:
    clever = unit("whites", "white_officer", 4, 45, 20, name="o", officer=Officer(2, ("Clever",)))
    g = battle(clever, foe(30), dice=(3,))
    assert [u.id for u in clever_units(g, "whites")] == ["whites-o"]
    run(g, CleverWindow("reds-r"))
    play(g, Pick("whites-o"))
    assert clever_units(g, "whites") == []
    assert not g.pieces["whites-o"].acted
    for state in ({"acted": True}, {"routing": True}):
        assert clever_units(battle(replace(clever, **state), foe(30)), "whites") == []


@pytest.mark.rule("RA-PRE.10", "RA-TRT.24")
def test_a_clever_senior_has_one_attempt_whatever_unit_he_is_with() -> None:
    chief = senior("whites", 2, 30, 20, "Clever", attached="whites-w")
    g = battle(chief, rifles(), unit("whites", "white_volunteer", 4, 40, 20, name="v"), foe(40), dice=(3,))
    run(g, CleverWindow("reds-r"))
    play(g, Pick("whites-w"))
    g.change(chief.id, attached="whites-v")
    assert clever_units(g, "whites") == []


@pytest.mark.rule("RA-PRE.12", "RA-PRE.14")
def test_an_ambush_is_sprung_during_an_enemy_move() -> None:
    wood = area("wood", "woods", 20, 34, 20, 6)
    hidden = unit("reds", "makhno_inf", 4, 30, 35, 180, name="h", hidden=True, unseen=True)
    g = battle(rifles(), hidden, terrain=(wood,), dice=(1, 1))
    run(g, Acting("whites-w"))
    play(g, Go(3000, 2580))
    assert g.asks[0].side == "reds"
    play(g, Pick("reds-h"))
    assert isinstance(g.steps[-1], Sprung)


@pytest.mark.rule("RA-PRE.13", "RA-MOV.7")
def test_an_enemy_out_of_arc_even_after_a_turn_is_not_fired_at() -> None:
    mg = unit("whites", "white_mg", 1, 30, 20, name="w")
    g = battle(mg, unit("reds", "red_rifle", 4, 30, 8, 0, name="r"))
    assert best_stance(g, g.pieces["whites-w"], g.pieces["reds-r"]) is None
    turned = battle(rifles(), unit("reds", "red_rifle", 4, 30, 8, 0, name="r"))
    stance = best_stance(turned, turned.pieces["whites-w"], turned.pieces["reds-r"])
    assert stance is not None
    assert stance.unit.facing == 1800


@pytest.mark.rule("RA-PRE.15")
def test_guns_roll_direct_hits_at_chargers_and_near_mortars_cannot_fire() -> None:
    rider = unit("whites", "kuban_cossack", 4, 30, 20, name="k")
    g = battle(rider, unit("reds", "red_gun", 1, 30, 31, 180, name="r"))
    (aim,) = fire_back(g)
    assert aim.direct == (10,)
    near = battle(rider, unit("reds", "red_mortar", 1, 30, 27, 180, name="r"))
    assert fire_back(near) == []


@pytest.mark.rule("RA-PRE.15", "RA-PRE.3")
@pytest.mark.parametrize(("y", "shots"), [(28.1, 1), (27.6, 0)])
def test_a_mortar_goes_by_half_the_distance_though_the_charger_has_not_come_so_far(y: float, shots: int) -> None:
    rider = unit("whites", "kuban_cossack", 4, 30, 20, name="k")
    on_the_way = unit("whites", "white_mg", 1, 30, 24.3, name="m")  # the riders pass it, but do not stop on it
    assert len(fire_back(battle(rider, on_the_way, unit("reds", "red_mortar", 1, 30, y, 180, name="r")))) == shots


@pytest.mark.rule("RA-PRE.16")
def test_a_pre_emption_is_not_pre_empted() -> None:
    clever = unit("reds", "red_latvian", 4, 45, 40, 180, name="o", officer=Officer(2, ("Clever",)))
    asked = []
    for reaction in (False, True):
        g = battle(rifles(), foe(45), clever)
        run(g, Acting("whites-w", reaction=reaction))
        play(g, Go(3000, 2600))
        asked.append([a.side for a in g.asks])
    assert asked == [["reds"], []]


@pytest.mark.rule("RA-PRE.17")
def test_an_interrupted_unit_that_is_pinned_has_acted() -> None:
    g = battle(rifles(pinned=True), foe(45))
    run(g, Afterwards(Acting("whites-w")))
    assert g.pieces["whites-w"].acted
    assert g.asks == ()
