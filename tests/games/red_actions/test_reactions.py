"""Reactions and ambushes clause by clause (sections PRE and AMB): what they cost, who may answer, who is found."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.engine import Pick, Press
from grognard.games.red_actions.rules.acting import Acting, Afterwards
from grognard.games.red_actions.rules.aiming import best_stance
from grognard.games.red_actions.rules.ambush import AmbushWindow, Hide, Scout, ordered_out
from grognard.games.red_actions.rules.charging import Charge, Charging
from grognard.games.red_actions.rules.data import Officer
from grognard.games.red_actions.rules.fire_total import make_aim
from grognard.games.red_actions.rules.formations import Form
from grognard.games.red_actions.rules.moving import Go
from grognard.games.red_actions.rules.officers import clever_units
from grognard.games.red_actions.rules.scenarios import Hidden
from grognard.games.red_actions.rules.segment import Hold, Order
from grognard.games.red_actions.rules.sequence import clear_flags
from grognard.games.red_actions.rules.shot_orders import Fire, Search
from grognard.games.red_actions.rules.state import Unit
from grognard.games.red_actions.rules.volley import why_no_return_fire
from grognard.games.red_actions.rules.works import Claim
from grognard.testing import offered, play

from .companies import foe, rifles
from .situations import area, battle, cites, run, senior, unit

WOOD = area("wood", "woods", 20, 30, 20, 8)
CLEVER = Officer(2, ("Clever",))


def hidden(y: float = 31.0, x: float = 30.0, kind: str = "makhno_inf", bases: int = 4, **more: Any) -> Unit:
    return unit("reds", kind, bases, x, y, 180, name=more.pop("name", "h"), hidden=True, unseen=True, **more)


# ------------------------------------------------------------------ reactions


@pytest.mark.rule("RA-PRE.2", "RA-PRE.1")
def test_fire_at_chargers_spends_the_action() -> None:
    g = battle(unit("whites", "kuban_cossack", 4, 30, 20, name="k"), foe(30), dice=(1, 1, 5, 6, 1, 1))
    run(g, Charging("whites-k", "reds-r"))
    play(g, Press("fire"))
    assert g.pieces["reds-r"].acted and g.pieces["reds-r"].fired


@pytest.mark.rule("RA-PRE.2", "RA-AMB.8")
def test_springing_an_ambush_spends_the_action_whatever_follows() -> None:
    g = battle(rifles(y=22), hidden(), terrain=(WOOD,), dice=(1, 1))
    run(g, AmbushWindow("whites-w"))
    play(g, Pick("reds-h"), Hold())
    assert (g.pieces["reds-h"].acted, g.pieces["reds-h"].hidden) == (True, False)


@pytest.mark.rule("RA-PRE.2", "RA-PRE.10", "RA-PRE.16")
def test_a_clever_unit_that_acts_first_has_acted_and_nobody_forestalls_it_or_what_follows() -> None:
    mine = unit("whites", "white_officer", 4, 50, 10, name="o", officer=CLEVER)
    first, second = (unit("reds", "red_latvian", 4, x, 44, 180, name=f"{x}", officer=CLEVER) for x in (40, 55))
    g = battle(rifles(), mine, first, second, dice=(6,))
    run(g, Acting("whites-w"))
    play(g, Go(3000, 2400), Pick("reds-40"))
    assert (g.asks[0].side, g.steps[-1]) == ("reds", Acting("reds-40", reaction=True))
    play(g, Hold())
    assert g.pieces["reds-40"].acted and not g.pieces["reds-55"].acted
    assert g.asks[0].side == "whites", "the interrupted unit may do anything now"
    play(g, Go(3000, 2300))
    assert offered(g) == [Press("let it go"), Pick("reds-55")], "the other Clever officer has an attempt of his own"
    play(g, Press("let it go"))
    assert g.pieces["whites-w"].y == 2300
    assert g.asks[0].side == "whites"


@pytest.mark.rule("RA-PRE.10")
def test_a_clever_officer_may_try_again_next_turn() -> None:
    g = battle(unit("whites", "white_officer", 4, 45, 20, name="o", officer=CLEVER, tried=True), foe(30))
    assert clever_units(g, "whites") == []
    clear_flags(g)
    assert [u.id for u in clever_units(g, "whites")] == ["whites-o"]


@pytest.mark.rule("RA-PRE.6")
@pytest.mark.parametrize(("kind", "y", "state", "rule"), [
    ("white_volunteer", 32.0, {}, ""),
    ("white_volunteer", 32.2, {}, "RA-PRE.6"),
    ("white_plastun", 31.0, {"mounted_as": "kuban_cossack"}, ""),  # dismounted sabres
    ("kuban_cossack", 25.0, {}, "RA-PRE.6"),
    ("white_tachanka", 25.0, {}, "RA-PRE.6"),
    ("makhno_inf", 25.0, {"carts": True}, "RA-ACT.25"),
    ("white_volunteer", 25.0, {"hidden": True}, "RA-PRE.5"),
])  # fmt: skip
def test_who_returns_fire(kind: str, y: float, state: dict[str, Any], rule: str) -> None:
    g = battle(rifles(kind, **state), foe(y))
    stance = best_stance(g, g.pieces["reds-r"], replace(g.pieces["whites-w"], hidden=False))
    assert stance is not None
    assert why_no_return_fire(g, make_aim(g, stance, g.pieces["whites-w"])) == rule


@pytest.mark.rule("RA-PRE.17")
def test_an_interrupted_unit_that_routs_has_acted_and_does_not_rally() -> None:
    g = run(battle(rifles(routing=True), foe(45)), Afterwards(Acting("whites-w")))
    assert (g.pieces["whites-w"].acted, g.pieces["whites-w"].routing, g.asks) == (True, True, ())


@pytest.mark.rule("RA-PRE.9", "RA-PRE.10", "RA-ACT.10", "RA-ACT.20")
def test_a_clever_officer_may_come_before_routers_rally_but_nothing_comes_before_holding() -> None:
    clever = unit("reds", "red_latvian", 4, 60, 40, 180, name="o", officer=CLEVER)
    g = run(battle(rifles(routing=True), clever, dice=(6, 1, 1)), Acting("whites-w"))
    assert "try to rally from rout" in str(g.asks[0].prompt) and offered(g) == [Press("let it go"), Pick("reds-o")]
    play(g, Pick("reds-o"), Hold())
    assert not g.pieces["whites-w"].routing  # that they rout is not the doing of who came first: they try all the same
    held = run(battle(rifles(), clever), Acting("whites-w"))
    play(held, Hold())
    assert not held.asks


@pytest.mark.rule("RA-PRE.17", "RA-PRE.11", "RA-MOR.34")
def test_whoever_was_pinned_before_loses_nothing_to_one_who_comes_first_and_does_nothing() -> None:
    clever = unit("reds", "red_latvian", 4, 60, 40, 180, name="o", officer=CLEVER)
    g = run(battle(rifles(pinned=True), foe(30), clever, dice=(6,)), Acting("whites-w"))
    play(g, Fire("reds-r"), Pick("reds-o"), Hold())
    assert (g.pieces["whites-w"].acted, Fire("reds-r") in offered(g)) == (False, True)


# ------------------------------------------------------------------ parts of a segment


@pytest.mark.rule("RA-ACT.17", "RA-ACT.1")
def test_a_change_of_formation_is_no_action_and_holding_is_one() -> None:
    g = run(battle(rifles(), foe(45)), Acting("whites-w"))
    play(g, Form("column"))
    assert (g.pieces["whites-w"].acted, Hold() in offered(g)) == (False, True)
    play(g, Hold())
    assert (g.pieces["whites-w"].acted, g.steps) == (True, ())


@pytest.mark.rule("RA-ACT.27", "RA-ACT.20", "RA-ACT.8")
@pytest.mark.parametrize("order", [Hold(), Hide(), Claim("house")])
def test_whoever_lies_and_stays_goes_on_lying(order: Order) -> None:
    ground = (area("copse", "woods", 20, 12, 20, 8), area("house", "building_wood", 28, 20.1, 5, 3))
    g = run(battle(rifles(lying=True), foe(45), terrain=ground), Acting("whites-w"))
    play(g, order)
    w = g.pieces["whites-w"]
    assert (w.lying, w.acted, w.x, w.y) == (True, True, 3000, 2000)


# ------------------------------------------------------------------ ambushes


@pytest.mark.rule("RA-AMB.2", "RA-AMB.15")
@pytest.mark.parametrize(("y", "ordered"), [(36.9, True), (37.1, False)])
def test_a_senior_orders_out_within_4_inches(y: float, ordered: bool) -> None:
    g = battle(hidden(), senior("reds", 2, 30, y), terrain=(WOOD,))  # the rear of the unit is at 31.8
    assert ordered_out(g, g.pieces["reds-h"]) == ordered


@pytest.mark.rule("RA-AMB.3")
@pytest.mark.parametrize(("y", "rule"), [(26.0, ""), (25.9, "RA-AMB.3")])
def test_a_wood_is_scouted_from_4_inches(y: float, rule: str) -> None:
    g = battle(rifles(y=y), hidden(), terrain=(WOOD,), hidden=(Hidden("reds", ("wood",), 1),))
    refusal = Scout("wood").why_not_by(g, g.pieces["whites-w"])
    assert (refusal.rule if refusal else "") == rule


@pytest.mark.rule("RA-AMB.4", "RA-TRN.11")
def test_the_same_wood_is_scouted_again_next_turn() -> None:
    g = battle(rifles(y=27), hidden(), terrain=(WOOD,), hidden=(Hidden("reds", ("wood",), 1),), dice=(1,))
    Scout("wood").done_by(g, g.pieces["whites-w"])
    assert Scout("wood").why_not_by(g, g.pieces["whites-w"]) is not None
    clear_flags(g)
    assert Scout("wood").why_not_by(g, g.pieces["whites-w"]) is None


@pytest.mark.rule("RA-AMB.5", "RA-AMB.11")
def test_scouting_finds_only_who_hides_there() -> None:
    grove = area("grove", "woods", 50, 30, 10, 8)
    g = battle(rifles(y=27), hidden(), hidden(x=55, name="g"), terrain=(WOOD, grove), dice=(6,))
    Scout("wood").done_by(g, g.pieces["whites-w"])
    assert (g.pieces["reds-h"].hidden, g.pieces["reds-g"].hidden) == (False, True)


@pytest.mark.rule("RA-AMB.11")
def test_nobody_scouts_what_he_does_not_see() -> None:
    ridge = area("ridge", "hill1", 20, 27.5, 20, 2)
    place = (Hidden("reds", ("wood",), 1),)
    for terrain, rule in (((WOOD,), ""), ((WOOD, ridge), "RA-AMB.11")):
        g = battle(rifles(y=27), hidden(), terrain=terrain, hidden=place)
        refusal = Scout("wood").why_not_by(g, g.pieces["whites-w"])
        assert (refusal.rule if refusal else "") == rule


@pytest.mark.rule("RA-AMB.9")
def test_machine_guns_that_search_the_ground_from_hiding_are_revealed() -> None:
    g = battle(hidden(kind="red_mg", bases=1), rifles(x=60, y=5), terrain=(WOOD,), dice=(1, 1))
    play(run(g, Acting("reds-h")), Search(3000, 1500))
    assert (g.pieces["reds-h"].hidden, g.pieces["reds-h"].fired) == (False, True)


@pytest.mark.rule("RA-AMB.9", "RA-AMB.13")
@pytest.mark.parametrize(("y", "tests"), [(20.0, ["RA-MOR.8", "RA-MOR.5"]), (17.0, ["RA-MOR.5"])])
def test_charging_from_hiding_springs_an_ambush_only_within_12_inches(y: float, tests: list[str]) -> None:
    foot = unit("whites", "white_volunteer", 4, 30, y, name="w")
    g = battle(foot, hidden(kind="ac_mg", bases=1), dice=(1, 1) * len(tests))
    run(g, Acting("reds-h"))
    play(g, Charge("whites-w"))
    assert [c for c in cites(g) if c in ("RA-MOR.5", "RA-MOR.8")] == tests
    assert not g.pieces["reds-h"].hidden
