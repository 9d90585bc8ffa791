"""A refused point says why, and the nearest point that is allowed is offered."""

from __future__ import annotations

import pytest

from grognard.board.inches.geometry import distance
from grognard.engine import Action, Match, Refusal
from grognard.games.red_actions import GAME
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.charging import Charge
from grognard.games.red_actions.rules.deploying import Place, Put
from grognard.games.red_actions.rules.move_path import Budget
from grognard.games.red_actions.rules.moving import Face, Go, Moving
from grognard.games.red_actions.rules.shot_orders import Search
from grognard.games.red_actions.rules.state import RedActions
from grognard.testing import offered, play

from .situations import area, battle, line, run, unit


def instead(g: RedActions, action: Action) -> Action | None:
    """What is offered for an action that the step on top refuses."""
    step, side = g.steps[-1], g.asks[0].side
    assert isinstance(step.why_not(g, side, action), Refusal)
    found = step.instead(g, side, action)
    assert found is None or found in g.asks[0].actions
    return found


def point(action: Action | None) -> tuple[float, float]:
    assert isinstance(action, Go | Put | Search)
    return action.x / 100, action.y / 100


def ready(*others: object, **terrain: object) -> RedActions:
    mine = unit("whites", "white_volunteer", 4, 30, 20)
    return run(battle(mine, *others, **terrain), Acting(mine.id))  # type: ignore[arg-type]


def test_too_far_ahead_offers_the_end_of_the_move() -> None:
    x, y = point(instead(ready(), Go(3000, 4000)))
    assert x == pytest.approx(30, abs=0.3)
    assert y == pytest.approx(26, abs=0.1)


def test_near_an_enemy_offers_a_point_an_inch_away() -> None:
    foe = unit("reds", "red_rifle", 1, 30, 24.5, facing=180)
    g = ready(foe)
    wish = (30.0, 24.0)
    offered = point(instead(g, Go(3000, 2400)))
    assert distance(offered, wish) < 0.8
    nearer = Go(3000, round((offered[1] + 0.1) * 100))
    assert offered[0] != 30.0 or g.steps[-1].why_not(g, "whites", nearer) is not None


def test_in_impassable_ground_offers_its_edge() -> None:
    g = ready(terrain=(area("lake", "impassable", 26, 23, 8, 8),))
    x, y = point(instead(g, Go(3000, 2500)))
    assert y == pytest.approx(23.39, abs=0.05)  # the middle of a base stops at the edge
    assert x == pytest.approx(30, abs=1.0)


def test_a_move_that_goes_on_offers_what_is_left() -> None:
    mine = unit("whites", "white_volunteer", 4, 30, 20)
    g = run(battle(mine), Moving(mine.id, Budget(200, fresh=False), legs=1))
    assert distance(point(instead(g, Go(3000, 2600))), (30.0, 20.0)) == pytest.approx(2.0, abs=0.1)


def test_after_a_leg_and_a_turn_the_next_corner_of_the_road_is_still_listed() -> None:
    mine, road = unit("whites", "white_volunteer", 4, 30, 20, formation="column"), ((30, 0), (30, 25), (40, 30))
    g = run(battle(mine, terrain=(line("road", "road", *road),)), Moving(mine.id, Budget(800), legs=1))
    play(g, Face(100))
    assert Go(3000, 2500) in offered(g)


def test_a_turn_that_is_refused_offers_the_nearest_facing() -> None:
    mine = unit("whites", "white_volunteer", 4, 30, 20)
    g = run(battle(mine), Moving(mine.id, Budget(100, fresh=False), legs=1))
    found = instead(g, Face(900))
    assert isinstance(found, Face)
    assert 400 <= found.facing <= 450  # the free turn of 45 degrees


def test_outside_the_zone_offers_the_zone() -> None:
    match = Match.new(GAME, "lezhanka", seed=1)
    g = match.state
    assert isinstance(g, RedActions)
    run(g, Place("whites-kuban"))
    assert point(instead(g, Put(1400, 1500)))[1] == pytest.approx(10, abs=0.5)


def test_nothing_is_offered_for_a_piece_or_where_nothing_is_near() -> None:
    foe = unit("reds", "red_rifle", 4, 30, 46, facing=180)
    g = ready(foe)
    assert instead(g, Charge(foe.id)) is None
    pinned = unit("whites", "white_volunteer", 4, 30, 20, pinned=True)
    assert instead(run(battle(pinned), Acting(pinned.id)), Go(3000, 2200)) is None


def test_a_match_offers_it_and_leaves_the_position_alone() -> None:
    match = Match.new(GAME, "lezhanka", seed=1)
    assert isinstance(match.state, RedActions)
    run(match.state, Place("whites-kuban"))
    before = match.state.digest()
    refused = Put(1400, 1500)
    nearest = match.instead(refused)
    assert nearest is not None
    assert match.why_not(nearest) is None
    assert match.instead(nearest) is None  # it is allowed as it is
    assert match.state.digest() == before
