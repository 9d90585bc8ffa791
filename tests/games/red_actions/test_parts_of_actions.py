"""Actions that take the whole segment, and what is taken possession of (section ACT), clause by clause."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.engine import Pick, Press
from grognard.games.red_actions.rules.acting import MOB, Acting
from grognard.games.red_actions.rules.ambush import Scout
from grognard.games.red_actions.rules.breakdowns import Free, Repair
from grognard.games.red_actions.rules.charge_path import why_cannot_charge
from grognard.games.red_actions.rules.data import Officer
from grognard.games.red_actions.rules.formations import Combine, Form
from grognard.games.red_actions.rules.losses import abandon, surrender
from grognard.games.red_actions.rules.mounting import Board, Disembark, Dismount, Limber, Mount, Unlimber
from grognard.games.red_actions.rules.moving import Go
from grognard.games.red_actions.rules.rally import RallyFromPinned
from grognard.games.red_actions.rules.segment import Hold, Order
from grognard.games.red_actions.rules.seniors import Attach, Detach
from grognard.games.red_actions.rules.sequence import Segments
from grognard.games.red_actions.rules.state import RedActions, Wagon
from grognard.games.red_actions.rules.works import Claim, CutTheWire, Dig
from grognard.testing import offered, play

from .companies import foe, rifles
from .situations import area, at, battle, line, run, unit

RAIL, WIRE = line("rail", "railway", (0, 30), (72, 30)), line("wire", "wire", (20, 20.1), (40, 20.1))
TRAIN = unit("whites", "train", 1, 40, 30, name="train", wagons=(Wagon("train_loco"),), rail=4000)
LED = {"mounted_as": "don_cossack", "horses": (3000, 1900, 4)}


def refused(g: RedActions, order: Order, who: str = "whites-w") -> str:
    refusal = order.why_not_by(g, g.pieces[who])
    assert refusal is not None
    return refusal.rule


# ------------------------------------------------------------------ the whole action


@pytest.mark.rule("RA-ACT.14", "RA-ACT.15")
@pytest.mark.parametrize(("kind", "order", "more"), [
    ("white_engineer", CutTheWire(), {}),
    ("white_volunteer", Dig(), {}),
    ("don_cossack", Dismount(), {}),
    ("white_plastun", Mount(), LED),
    ("white_gun", Limber(), {}),
    ("white_gun", Unlimber(), {"limbered": True}),
    ("white_volunteer", Board("whites-train"), {"x": 38, "y": 28.6}),
    ("white_volunteer", Disembark(), {"place": "train:whites-train"}),
])  # fmt: skip
def test_what_takes_the_whole_action_ends_the_segment(kind: str, order: Order, more: dict[str, Any]) -> None:
    acts = rifles(kind, 2 if kind == "white_engineer" else 3, **more)
    g = battle(acts, TRAIN, foe(45), terrain=(RAIL, WIRE))
    play(run(g, Segments("whites")), Pick("whites-w"), order)
    assert g.pieces["whites-w"].acted
    assert g.asks[0].side == "reds"


@pytest.mark.rule("RA-ACT.14", "RA-ACT.27")
def test_whoever_digs_lying_down_goes_on_lying() -> None:
    g = battle(rifles(lying=True), foe(45))
    play(run(g, Acting("whites-w")), Dig())
    assert g.pieces["whites-w"].lying


@pytest.mark.rule("RA-ACT.16")
@pytest.mark.parametrize(("kind", "may"), [("white_horse_gun", True), ("white_gun", False)])
def test_only_horse_artillery_unlimbers_after_half_a_move(kind: str, may: bool) -> None:
    g = battle(unit("whites", kind, 1, 30, 20, name="w", limbered=True), foe(45))
    play(run(g, Acting("whites-w")), Go(3000, 2200))
    assert (Unlimber() in offered(g)) is may


@pytest.mark.rule("RA-ACT.15")
def test_guns_are_not_limbered_twice() -> None:
    for limbered, order in ((True, Limber()), (False, Unlimber())):
        g = battle(unit("whites", "white_gun", 1, 30, 20, name="w", limbered=limbered))
        assert refused(g, order) == "RA-ACT.15"


@pytest.mark.rule("RA-ACT.16", "RA-TER.16")
def test_after_limbering_half_a_move_is_left_and_the_two_inches_of_the_road() -> None:
    road = line("road", "road", (30, 10), (30, 40))
    gun = unit("whites", "white_horse_gun", 2, 30, 20, name="w", formation="column")
    play(g := run(battle(gun, foe(45, x=60), terrain=(road,)), Acting("whites-w")), Limber())
    assert Go(3000, 2800) in g.asks[0].actions and Go(3000, 2810) not in g.asks[0].actions


@pytest.mark.rule("RA-FRM.9", "RA-TER.16")
def test_who_has_formed_column_has_half_a_move_and_nothing_more_on_the_road() -> None:
    road = line("road", "road", (30, 10), (30, 40))
    play(g := run(battle(rifles(), foe(45, x=60), terrain=(road,)), Acting("whites-w")), Form("column"))
    assert Go(3000, 2300) in g.asks[0].actions and Go(3000, 2320) not in g.asks[0].actions


@pytest.mark.rule("RA-ACT.16", "RA-PRE.10", "RA-PRE.16")
def test_limbering_and_driving_on_are_one_action_to_a_clever_enemy() -> None:
    clever = unit("reds", "red_latvian", 4, 60, 40, 180, name="o", officer=Officer(2, ("Clever",)))
    g = run(battle(unit("whites", "white_horse_gun", 1, 30, 20, name="w"), clever), Acting("whites-w"))
    play(g, Limber(), Press("let it go"), Go(3000, 2400))
    assert (at(g.pieces["whites-w"]), [ask.side for ask in g.asks]) == ((30, 24), ["whites"])


# ------------------------------------------------------------------ the order of extra parts


@pytest.mark.rule("RA-ACT.18", "RA-ACT.19", "RA-ACT.17")
@pytest.mark.parametrize(("done", "late"), [
    ("unpin", ()),
    ("repair", ()),
    ("scout", (RallyFromPinned, Free, Repair)),
    (MOB, (RallyFromPinned, Free, Repair, Scout)),
    ("form", (RallyFromPinned, Free, Repair, Scout)),
    ("attach", (RallyFromPinned, Free, Repair, Scout)),
])  # fmt: skip
def test_the_parts_of_a_segment_have_an_order_and_each_is_done_once(done: str, late: tuple[type[Order], ...]) -> None:
    g, segment = battle(rifles()), Acting("whites-w", (done,))
    for kind in (RallyFromPinned, Free, Repair, Scout, Form, Attach, Detach):
        refusal = segment.bars(g, kind)
        rule = "RA-ACT.18" if kind in late else "RA-ACT.19" if kind.part == done else ""
        assert (refusal.rule if refusal else "") == rule, kind


@pytest.mark.rule("RA-ACT.18", "RA-TRT.1")
def test_after_the_roll_of_a_mob_it_is_too_late_to_scout_though_its_action_was_forestalled() -> None:
    clever = unit("reds", "red_latvian", 4, 60, 40, 180, name="o", officer=Officer(2, ("Clever",)))
    g = run(battle(rifles("white_conscript"), foe(35), clever, dice=(3, 6)), Acting("whites-w"))
    play(g, Go(3000, 2300), Pick("reds-o"), Hold())
    again = g.steps[-1]
    assert isinstance(again, Acting)
    refusal = again.bars(g, Scout)
    assert refusal is not None and refusal.rule == "RA-ACT.18"


# ------------------------------------------------------------------ one junior stays


def two(**officers: Officer) -> RedActions:
    """Two companies side by side, each with its officer."""
    places = zip(("a", "b"), (30, 33.5), strict=True)
    return battle(*(unit("whites", "white_volunteer", 2, x, 20, name=n, officer=officers.get(n)) for n, x in places))


@pytest.mark.rule("RA-ACT.22")
@pytest.mark.parametrize(("under", "officer"), [("", Officer(1)), ("whites-a", Officer(0, ("Clever",)))])
def test_the_owner_says_which_junior_a_combined_unit_keeps(under: str, officer: Officer) -> None:
    g = two(a=Officer(0, ("Clever",)), b=Officer(1))
    assert [a.under for a in offered(run(g, Acting("whites-a"))) if isinstance(a, Combine)] == ["", "whites-a"]
    play(g, Combine("whites-b", under))
    assert g.pieces["whites-a"].officer == officer
    assert (g.pieces["whites-a"].terror, g.gone) == (0, {"whites-b": "combined"})


@pytest.mark.rule("RA-ACT.22")
def test_there_is_no_choice_between_juniors_who_are_alike_or_not_there() -> None:
    for officers in ({"a": Officer(1), "b": Officer(1)}, {"b": Officer(1)}):
        g = two(**officers)
        assert [a for a in offered(run(g, Acting("whites-a"))) if isinstance(a, Combine)] == [Combine("whites-b")]
        assert refused(g, Combine("whites-b", "whites-a"), "whites-a") == "RA-ACT.22"
        play(g, Combine("whites-b"))
        assert g.pieces["whites-a"].officer == Officer(1)


# ------------------------------------------------------------------ possession


@pytest.mark.rule("RA-ACT.11", "RA-ACT.12")
@pytest.mark.parametrize("kind", ["building_wood", "building_stone", "bridge"])
def test_a_building_or_bridge_that_it_touches_is_offered_to_it(kind: str) -> None:
    g = battle(rifles(), foe(45), terrain=(area("prize", kind, 28, 20.1, 5, 3),))
    assert Claim("prize") in offered(run(g, Acting("whites-w")))


@pytest.mark.rule("RA-ACT.12")
def test_whoever_is_inside_takes_possession_and_an_enemy_inside_prevents_it() -> None:
    house = area("house", "building_wood", 28, 20.1, 5, 3)
    g = battle(rifles(inside="house", bases=3), foe(45), terrain=(house,))
    g.owner = {**g.owner, "house": "reds"}
    play(run(g, Acting("whites-w")), Claim("house"))
    assert g.owner["house"] == "whites"
    held = battle(rifles(), foe(inside="house", bases=3), terrain=(house,))
    assert refused(held, Claim("house")) == "RA-ACT.12"


@pytest.mark.rule("RA-ACT.11", "RA-ACT.23")
def test_captured_weapons_are_the_captors_until_they_are_retaken() -> None:
    g = battle(unit("reds", "red_mg", 1, 30, 22, 180, name="m"), rifles(y=21.3), foe(45))
    abandon(g, "reds-m", "captured", "whites")
    spoils = Claim("weapons of reds-m")
    assert refused(g, spoils) == "RA-ACT.11"  # in our hands
    g.put(replace(foe(22.5), id="reds-r"))
    g.drop("whites-w")
    play(run(g, Acting("reds-r")), spoils)
    assert (g.owner["weapons of reds-m"], "reds-m" in g.pieces) == ("reds", False)


@pytest.mark.rule("RA-ACT.11", "RA-ACT.24")
def test_prisoners_are_taken_and_freed_by_the_same_action() -> None:
    g = battle(foe(21.2), rifles(y=20.8), no_quarter=False)
    surrender(g, "reds-r")
    prisoners = Claim("prisoners of reds-r")
    play(run(g, Acting("whites-w")), prisoners)
    assert g.owner["prisoners of reds-r"] == "whites"
    g.drop("whites-w")
    g.put(replace(foe(22.2), id="reds-x"))
    play(run(g, Acting("reds-x")), prisoners)
    assert not g.things and not g.owner and g.gone == {"reds-r": "surrendered"}


# ------------------------------------------------------------------ carts, limbers and trains


@pytest.mark.rule("RA-ACT.25", "RA-MOV.17")
@pytest.mark.parametrize("state", [{"carts": True}, {"place": "train:whites-train"}])
def test_nobody_charges_from_carts_or_out_of_a_train(state: dict[str, Any]) -> None:
    on_foot = rifles("makhno_inf")
    assert why_cannot_charge(on_foot) is None
    carried = replace(on_foot, **state)
    assert why_cannot_charge(carried).rule == "RA-MOV.17"  # type: ignore[union-attr]


@pytest.mark.rule("RA-ACT.25")
@pytest.mark.parametrize("kind", ["white_gun", "white_mg", "polish_mortar"])
def test_crews_take_no_possession(kind: str) -> None:
    g = battle(rifles(kind, 1), terrain=(area("house", "building_wood", 28, 20.1, 5, 3),))
    assert refused(g, Claim("house")) == "RA-ACT.25"


@pytest.mark.rule("RA-ACT.26", "RA-FRM.12")
@pytest.mark.parametrize(("bases", "riders"), [(3, 4), (2, 2)])
def test_no_more_mount_than_are_left_of_those_who_dismounted(bases: int, riders: int) -> None:
    g = battle(rifles("white_plastun", bases, **LED), foe(45))
    play(run(g, Acting("whites-w")), Mount())
    w = g.pieces["whites-w"]
    assert (w.type, w.bases, w.formation, at(w)) == ("don_cossack", riders, "column", (30, 20))
    assert (w.mounted_as, w.horses) == ("", (0, 0, 0)), "no horses are left behind"


@pytest.mark.rule("RA-ACT.15", "RA-ACT.26", "RA-VEH.7", "RA-FRM.15")
@pytest.mark.parametrize(("rail", "led"), [(4000, 4), (6000, 0)])
def test_dismounted_riders_board_a_train_and_lose_the_horses_it_carries_them_from(rail: int, led: int) -> None:
    on_foot = rifles("white_plastun", 3, x=38, y=28.6, mounted_as="don_cossack", horses=(3800, 2700, 4))
    g = battle(on_foot, TRAIN, foe(45), terrain=(RAIL,))
    play(run(g, Acting("whites-w")), Board("whites-train"))
    g.put(replace(TRAIN, x=rail, rail=rail))
    g.change("whites-w", acted=False)
    play(run(g, Acting("whites-w")), Disembark())
    assert (g.pieces["whites-w"].place, g.pieces["whites-w"].horses[2]) == ("table", led)
