"""What a place means to a unit: fire that reaches it, cover, its own fire, and whom it may charge."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.games.red_actions.mind.doctrine import can_charge, ground, judge
from grognard.games.red_actions.mind.places import bears_on, cover, in_reach, under_fire, weighs_ground
from grognard.games.red_actions.mind.weights import BY_HAND
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.moving import Go

from .chargers import red, rider
from .situations import area, battle, line, run, unit

WOOD = area("wood", "woods", 40, 20, 10, 6)
HEDGE = line("hedge", "hedge", (44.0, 23.0), (48.0, 23.0))
WALL = line("wall", "wall", (10.0, 20.0), (20.0, 20.0))


def test_fire_is_heavier_the_nearer_and_cover_takes_a_part_of_it() -> None:
    mine = unit("whites", "white_volunteer", 4, 30, 10, name="w")
    g = battle(mine, red(40, kind="red_mg", bases=1), terrain=(WOOD, WALL))
    long, close, next_to = (under_fire(g, mine, (30, y), 0.0) for y in (2, 20, 36))
    assert 0 < long < close < next_to
    assert cover(g, mine, (45, 22)) > cover(g, mine, (30, 22)) == 0
    assert cover(g, mine, (15, 20.5)) > cover(g, rider(), (15, 20.5)) == 0
    assert cover(battle(mine, terrain=(WOOD, HEDGE)), mine, (46, 23)) >= cover(g, mine, (46, 23))
    assert 0 < under_fire(g, mine, (40.5, 25.5), 0.5) < under_fire(g, mine, (40.5, 25.5), 0.0)


def test_who_runs_fires_at_nobody() -> None:
    mine = unit("whites", "white_volunteer", 4, 30, 10, name="w")
    g = battle(mine, red(16, routing=True))
    assert under_fire(g, mine, mine.point, 0.0) == 0
    assert bears_on(g, mine, mine.point) > 0 == bears_on(g, replace(mine, routing=True), mine.point)


def test_whom_it_may_charge_is_counted_where_he_is_near() -> None:
    g = battle(rider(bases=2), red(30, kind="red_conscript", bases=2, acted=True))
    hunted = can_charge(g, g.pieces["whites-w"])
    assert in_reach((30, 24), hunted) == 1 and in_reach((30, 2), hunted) == 0


def test_a_place_is_better_by_whom_a_unit_can_charge_from_it_and_worse_by_the_fire_upon_it() -> None:
    g = run(battle(rider(), red(40, kind="red_conscript", bases=2, acted=True)), Acting("whites-w"))
    near = Go(3000, 3000)
    plain = judge(g, "whites", near)
    assert not weighs_ground(BY_HAND)
    g.judge_by(replace(BY_HAND, threatens=1.0))
    assert judge(g, "whites", near) > plain
    assert ground(g, "whites", g.pieces["whites-w"], (30, 20), (30, 20)) == 0
    g.judge_by(replace(BY_HAND, danger=1.0))
    assert judge(g, "whites", near) < plain
    g.judge_by(replace(BY_HAND, hunting=0.5))
    assert judge(g, "whites", near) < plain
