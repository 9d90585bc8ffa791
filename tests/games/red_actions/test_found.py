"""Whoever comes to stand otherwise on his place finds enemies hidden there, and never stands on them (RA-AMB.14)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.engine import Press
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.formations import Combine
from grognard.games.red_actions.rules.invariants import check
from grognard.games.red_actions.rules.mounting import Disembark, Limber, Mount
from grognard.games.red_actions.rules.segment import Order
from grognard.games.red_actions.rules.shot_orders import Fire
from grognard.games.red_actions.rules.state import RedActions, Unit, Wagon
from grognard.games.red_actions.rules.volley import throw_out
from grognard.testing import offered, play

from .situations import area, at, battle, line, lines, run, unit

RIDERS = unit("whites", "white_plastun", 5, name="w", mounted_as="don_cossack", horses=(3000, 1950, 6))
GUNS = unit("whites", "white_gun", 4, name="w", formation="road_column")
ONE, OTHER = (unit("whites", "white_volunteer", 3, 30, y, name=name) for y, name in ((20, "w"), (18, "b")))
COLUMN = unit("whites", "white_volunteer", 6, name="w", formation="column")
TARGET = unit("reds", "red_rifle", 4, 30, 28, 180, name="r")
TRAIN = unit(
    "whites", "train_loco", 2, 40, 30, 90, name="t", wagons=(Wagon("train_loco"), Wagon("train_mg_wagon")), rail=4000
)
RAIL = line("rail", "railway", (0, 30), (72, 30))


def lurker(x: float, y: float, **more: bool) -> Unit:
    return unit("reds", "red_mg", 1, x, y, name="l", **{"hidden": True, "unseen": True, **more})


def obeyed(order: Order, near: tuple[float, float], units: list[Unit]) -> tuple[RedActions, Unit]:
    """The position after an order that was given beside a hidden enemy, and the unit as it was before."""
    g = run(battle(*units, lurker(*near)), Acting("whites-w"))
    assert order in offered(g)  # nobody is told that somebody hides there
    before = g.pieces["whites-w"]
    play(g, order, Press("wait"))
    check(g)
    return g, before


@pytest.mark.rule("RA-AMB.9", "RA-AMB.14", "RA-ACT.15", "RA-ACT.7")
@pytest.mark.parametrize(("order", "near", "units"), [
    (Mount(), (30, 17), [RIDERS]), (Limber(), (30, 11.2), [GUNS]), (Combine("whites-b"), (33.5, 20.2), [ONE, OTHER]),
])  # fmt: skip
def test_who_finds_an_enemy_where_he_would_stand_stays_as_he_is_and_has_not_acted(
    order: Order, near: tuple[float, float], units: list[Unit]
) -> None:
    g, before = obeyed(order, near, units)
    assert lines(g) == ["reds l is revealed"] and not g.pieces["reds-l"].hidden
    assert g.pieces["whites-w"] == before and g.asks[0].prompt == "whites w: what does it do?"
    assert order not in offered(g)


@pytest.mark.rule("RA-AMB.9", "RA-AMB.14")
@pytest.mark.parametrize(("order", "near", "units"), [
    (Mount(), (30, 13.5), [RIDERS]), (Limber(), (30, 9), [GUNS]), (Combine("whites-b"), (35.5, 20.2), [ONE, OTHER]),
])  # fmt: skip
def test_who_comes_within_two_inches_of_one_finds_him_and_goes_on(
    order: Order, near: tuple[float, float], units: list[Unit]
) -> None:
    g, before = obeyed(order, near, units)
    assert not g.pieces["reds-l"].hidden and g.pieces["whites-w"] != before and g.pieces["whites-w"].acted


@pytest.mark.rule("RA-MOV.7", "RA-AMB.14")
@pytest.mark.parametrize(("x", "deploys"), [(33.9, False), (35.5, True), (36.3, True)])
def test_who_deploys_to_shoot_does_not_stand_on_an_enemy_whom_he_finds(x: float, deploys: bool) -> None:
    g = run(battle(COLUMN, lurker(x, 20), TARGET), Acting("whites-w"))
    play(g, Fire("reds-r"))
    check(g)
    assert (g.pieces["whites-w"].formation == "line") is deploys
    assert g.pieces["reds-l"].hidden is (x == 36.3)


@pytest.mark.rule("RA-ACT.26", "RA-VEH.14", "RA-AMB.9")
@pytest.mark.parametrize("thrown", [True, False])
def test_who_gets_off_a_train_where_an_enemy_hides_finds_him_and_stands_elsewhere(thrown: bool) -> None:
    rider = unit("whites", "white_volunteer", 4, place="train:whites-t", name="w")
    g = battle(TRAIN, rider, terrain=(RAIL,))
    Disembark().done_by(g, rider)
    first = at(g.pieces["whites-w"])
    hidden = replace(lurker(first[0] + 2, first[1] - 0.3), facing=g.pieces["whites-w"].facing)
    g = battle(TRAIN, rider, hidden, terrain=(RAIL,))
    if thrown:
        throw_out(g, TRAIN)
    else:
        Disembark().done_by(g, rider)
    check(g)
    assert at(g.pieces["whites-w"]) != first and not g.pieces["reds-l"].hidden


@pytest.mark.rule("RA-VEH.14", "RA-TER.22")
def test_riders_thrown_out_where_nobody_can_stand_are_lost() -> None:
    rider = unit("whites", "white_volunteer", 4, place="train:whites-t", name="w")
    g = battle(TRAIN, rider, terrain=(RAIL, area("lake", "stream", 0, 20, 72, 20)))
    throw_out(g, TRAIN)
    assert g.gone == {"whites-w": "destroyed"}


@pytest.mark.rule("RA-VEH.14", "RA-TER.22")
@pytest.mark.parametrize(("water", "east"), [((0, 50), 50.03), ((18, 72), 14.09)], ids=["ahead", "behind"])
def test_riders_thrown_out_over_water_stand_at_the_nearest_dry_place_along_the_rails(
    water: tuple[float, float], east: float
) -> None:
    rider = unit("whites", "white_volunteer", 4, place="train:whites-t", name="w")
    lake = area("lake", "stream", water[0], 20, water[1] - water[0], 20)
    g = battle(TRAIN, rider, terrain=(RAIL, lake))
    throw_out(g, TRAIN)
    assert at(g.pieces["whites-w"])[0] == east
