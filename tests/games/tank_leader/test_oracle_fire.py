"""Fire in random matches is what a second, slow reckoning says: targets, the face that spots, what is added."""

from __future__ import annotations

import random

import pytest

from grognard.engine import Match, net
from grognard.games.tank_leader import GAME
from grognard.games.tank_leader.rules.fire import FireAt
from grognard.games.tank_leader.rules.opportunity_fire import React, Window, why_not_react
from grognard.games.tank_leader.rules.spotting import needed
from grognard.games.tank_leader.rules.state import TankLeader
from grognard.games.tank_leader.rules.unit_operations import UnitActs
from grognard.players import make_player

from . import oracle_fire as oracle


@pytest.mark.rule(
    "TL-9.15.1", "TL-9.16.1", "TL-9.21.1", "TL-9.21.4", "TL-9.22.1", "TL-9.23.5", "TL-13.1.1", "TL-13.14.1"
)
@pytest.mark.parametrize(
    "scenario", ["krasny-kolkhoz", "bridgehead-on-the-astrika", "lipki", "a-midsummer-days-dream", "ambush"]
)
def test_shots_are_offered_and_reckoned_as_the_charts_say(scenario: str) -> None:
    match, rng, player = Match.new(GAME, scenario, seed=6, record=False), random.Random(6), make_player("random")
    compared = 0
    for _ in range(300):
        if match.over:
            break
        g, step = match.state, match.state.steps[-1]
        assert isinstance(g, TankLeader)
        if isinstance(step, UnitActs):
            compared += compare_shots(g, step)
        if isinstance(step, Window):
            compared += compare_reactions(g, step)
        ask = match.decision.asks[0]
        match.take(player.choose(match, ask, rng), ask.side)
    assert compared > 5


def compare_shots(g: TankLeader, step: UnitActs) -> int:
    """9.21, 9.22 An active unit's targets, and the working of each shot."""
    firer = g.pieces[step.unit]
    shots = {action for action in g.asks[0].actions if isinstance(action, FireAt)}
    expected = set() if g.loaded(firer) else oracle.targets(g, firer)
    assert {(shot.piece, shot.strength) for shot in shots} == expected
    for shot in shots:
        target, working = g.pieces[shot.piece], step.preview(g, shot)
        assert working is not None
        assert net(working.modifiers) == oracle.added(g, firer, target, shot.strength, moving=False)
        if firer.hex != target.place:
            assert needed(g, firer, target) == oracle.face(g, firer, target)
    return len(shots)


def compare_reactions(g: TankLeader, step: Window) -> int:
    """9.4 Whoever is face-up, and infantry in the mover's hex, fires at the mover where the strength allows."""
    mover = g.pieces[step.mover]
    for action in g.asks[0].actions:
        if isinstance(action, React):
            firer, working = g.pieces[action.piece], step.preview(g, action)
            assert (mover.id, action.strength) in oracle.targets(g, firer, mover=mover)
            assert working is not None
            assert net(working.modifiers) == oracle.added(g, firer, mover, action.strength, moving=True)
    for firer in [u for u in g.pieces.values() if u.side != mover.side and u.hex and not u.carrier and u.up]:
        free = not firer.suppressed and not g.loaded(firer) and not (firer.card and g.shaken(firer.card))
        able = {kind for _, kind in oracle.targets(g, firer, mover=mover)} if free else set()
        assert able == {kind for kind in ("AV", "AI") if why_not_react(g, firer, mover, kind) is None}
    return len(g.asks[0].actions) - 1
