"""Vehicles and trains clause by clause (section VEH): what stops them, frees them, and what is left of them."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine import Press
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.aiming import why_cannot_shoot
from grognard.games.red_actions.rules.breakdowns import Free, Repair
from grognard.games.red_actions.rules.losses import end_of
from grognard.games.red_actions.rules.melee import Pursuit, Suffered, fighting_number
from grognard.games.red_actions.rules.segment import Order
from grognard.games.red_actions.rules.sight import cover_kinds
from grognard.games.red_actions.rules.state import Wagon
from grognard.games.red_actions.rules.volley import Impact, hit_wagon
from grognard.testing import offered, play

from .moves import refused
from .shots import aim, red, white
from .situations import area, battle, line, run, unit

RAIL = line("rail", "railway", (0, 30), (72, 30))


@pytest.mark.rule("RA-VEH.1", "RA-VEH.2")
@pytest.mark.parametrize(("kind", "cell", "stuck"), [
    ("ac_mg", "Kill! S! Off", "broken"), ("ac_mg", "2xTer S! Off", ""), ("tank_heavy", "Kill! S! Off", ""),
])  # fmt: skip
def test_only_a_car_is_stopped_by_machine_guns_and_only_by_a_kill(kind: str, cell: str, stuck: str) -> None:
    target = red(27, kind, 1)
    g = battle(white("white_mg", 1), target)
    run(g, Impact(aim(g), cell, 0, False))
    after = g.pieces["reds-r"]
    assert (after.stuck, after.bases, after.terror, after.pinned) == (stuck, 1, 0, False)


@pytest.mark.rule("RA-VEH.3", "RA-ACT.17")
@pytest.mark.parametrize(("stuck", "order", "die", "left"), [
    ("stuck", Free(), 3, "stuck"), ("stuck", Free(), 4, ""),
    ("broken", Repair(), 4, ""), ("broken", Repair(), 3, "broken"),
])  # fmt: skip
def test_a_4_gets_a_vehicle_going_again(stuck: str, order: Order, die: int, left: str) -> None:
    g = run(battle(white("ac_mg", 1, stuck=stuck), red(45), dice=(die,)), Acting("whites-w"))
    assert [a for a in offered(g) if isinstance(a, Free)] == [order]
    play(g, order)
    assert (g.pieces["whites-w"].stuck, g.pieces["whites-w"].acted) == (left, False)
    assert not any(isinstance(a, Free) for a in offered(g)), "once in a segment"


@pytest.mark.rule("RA-VEH.4")
@pytest.mark.parametrize(("stuck", "number"), [("", 16), ("stuck", 8), ("fast", 8), ("broken", 8)])
def test_a_vehicle_that_stands_still_for_good_or_ill_fights_at_half(stuck: str, number: int) -> None:
    assert fighting_number(white("tank_heavy", 1, stuck=stuck), []) == number


@pytest.mark.rule("RA-VEH.6", "RA-VEH.15")
@pytest.mark.parametrize(("what", "state", "way", "owner"), [
    ("Surrenders", {}, "destroyed", None), ("Surrenders", {"stuck": "broken"}, "captured", "reds"),
    ("Defeated", {"stuck": "fast"}, "captured", "reds"),
])  # fmt: skip
def test_what_becomes_of_a_beaten_vehicle(what: str, state: dict[str, Any], way: str, owner: str | None) -> None:
    g = run(battle(white("tank_heavy", 1, **state), red(21)), Suffered("whites-w", what, "reds-r"))
    assert (g.gone["whites-w"], g.owner.get("wreck of whites-w")) == (way, owner)
    assert g.things["wreck of whites-w"].kind == "wreck"


@pytest.mark.rule("RA-VEH.8")
def test_a_hit_silences_a_wagon_in_the_next_turn_and_no_longer() -> None:
    wagons = (Wagon("train_gun_wagon"), Wagon("train_loco"))
    g = battle(unit("reds", "train", 2, 40, 30, name="t", wagons=wagons, rail=4000), terrain=(RAIL,))
    hit_wagon(g, g.pieces["reds-t"], 0)
    silent = []
    for _ in range(3):
        refusal = why_cannot_shoot(g, g.pieces["reds-t"], 0)
        silent.append(refusal is not None and refusal.rule == "RA-VEH.8")
        g.turn += 1
    assert silent == [False, True, False]


@pytest.mark.rule("RA-VEH.12")
@pytest.mark.parametrize("kind", ["tank_heavy", "ac_mg"])
def test_every_vehicle_that_wins_may_take_the_ground(kind: str) -> None:
    g = battle(white(kind, 1), red(40, routing=True))
    run(g, Pursuit("whites-w", ("reds-r",), g.pieces["reds-r"].spot))
    assert offered(g) == [Press("advance"), Press("stay")]


@pytest.mark.rule("RA-VEH.15")
def test_a_wreck_blocks_a_bridge_and_shelters_nobody() -> None:
    river, bridge = area("river", "stream", 0, 24, 72, 2), area("bridge", "bridge", 28, 23, 4, 4)
    g = battle(white("ac_mg", 1), red(25.5, "ac_mg", 1), terrain=(river, bridge))
    end_of(g, "reds-r", "captured")
    assert refused(g, 30, 28.5) == "RA-VEH.15"
    open_field = battle(white(), red(21.5, "ac_mg", 1))
    end_of(open_field, "reds-r", "destroyed")
    assert not cover_kinds(open_field, open_field.pieces["whites-w"], (30, 40))


@pytest.mark.rule("RA-SHO.51", "RA-SHO.20", "RA-VEH.2")
@pytest.mark.parametrize("kind", ["white_mg", "white_tachanka", "ac_mg", "tank_whippet"])
def test_close_fire_of_any_machine_gun_stops_a_car_by_a_kill_alone(kind: str) -> None:
    for cell, stuck in (("2xTer S! Off", ""), ("Kill! S! Off", "broken")):
        g = battle(white(kind, 1), red(27, kind="ac_mg", bases=1))
        run(g, Impact(aim(g), cell, 0, False))
        assert g.pieces["reds-r"].stuck == stuck
