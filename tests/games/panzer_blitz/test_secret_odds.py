"""6.2.1, R-73 Odds are of the asker's own roll, and the same whatever hides: compared over random matches."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from grognard.engine import Action, Match, RandomDice
from grognard.engine.core.odds import Onward, enumerate_odds
from grognard.engine.core.state import OutcomeReached
from grognard.games.panzer_blitz import GAME
from grognard.games.panzer_blitz.rules.anti_aircraft import AaShot
from grognard.games.panzer_blitz.rules.combat_results import Strike
from grognard.games.panzer_blitz.rules.efficiency import Recovery
from grognard.games.panzer_blitz.rules.engineers import Demolish
from grognard.games.panzer_blitz.rules.field_works import DigRoll, HullDown
from grognard.games.panzer_blitz.rules.indirect_fire import Barrage
from grognard.games.panzer_blitz.rules.state import PanzerBlitz
from grognard.games.panzer_blitz.rules.view import determinize
from grognard.players import make_player

SITUATIONS = ("filandriers", "chateau-de-fontaine", "cornwall-wood", "maltot")
Told = tuple[dict[str, object], tuple[str, ...]] | None


def decisions(situation: str, seed: int, answers: int) -> Iterator[tuple[Match, PanzerBlitz, random.Random]]:
    """The decisions of a match, the first part of it by doctrine, then at random."""
    match, rng = Match.new(GAME, situation, seed=seed), random.Random(seed)
    players = [make_player("doctrine"), make_player("random")]
    for n in range(answers):
        if match.over:
            return
        g = match.state
        assert isinstance(g, PanzerBlitz)
        yield match, g, rng
        ask = match.decision.asks[0]
        match.take(players[n % 3 == 0].choose(match, ask, rng), ask.side)


def told(g: PanzerBlitz, side: str, action: Action) -> Told:
    """The odds of an answer as its side reads them, and what they assume."""
    step, onward = g.steps[-1], Onward()
    if step.hides_odds(g, action):
        return None
    chances = enumerate_odds(g, side, action, 400, onward)
    return None if chances is None else (dict(chances), onward.assumes)


def in_other_states(g: PanzerBlitz, side: str, rng: random.Random) -> PanzerBlitz:
    """Everything hidden is dealt anew, and who hides is fresh, Disrupted or reduced by chance."""
    twin = determinize(g, side, rng)
    at_work = {*g.op.active, *g.op.recover} if g.op is not None and g.op.side != side else set()
    for unit in list(twin.pieces.values()):
        if unit.side != side and unit.hidden and unit.place and unit.id not in at_work:
            twin.change(unit.id, disrupted=rng.random() < 0.5, steps=rng.choice((1, 2)))
    return twin


def roller(g: PanzerBlitz, action: Action, side: str) -> str:
    """Whose roll an answer leads to first; "" if to none."""
    trial = g.clone()
    trial.dice, trial.watching = RandomDice(random.Random(1)), True
    try:
        Onward().play(trial, side, action)
    except OutcomeReached:
        return whose(trial, side)
    return ""


def whose(g: PanzerBlitz, asked: str) -> str:
    """The side whose step has just rolled."""
    match g.steps[-1]:
        case Strike(attack):
            part = attack.parts[0]
            if attack.kind == "mine" or not part.firers:
                return asked  # it strikes who goes there
            return g.pieces[part.firers[0]].side
        case AaShot(gun):
            return g.pieces[gun].side
        case Recovery(unit) | HullDown(unit) | DigRoll(unit) | Demolish(unit):
            return g.pieces[unit].side
        case Barrage():
            return g.firing or asked
    return asked


@pytest.mark.rule("PB-6.2.1", "PB-13.1.1")
@pytest.mark.parametrize(("situation", "seed"), [(name, n) for n, name in enumerate(SITUATIONS)])
def test_odds_depend_on_nothing_hidden_and_are_of_ones_own_roll(situation: str, seed: int) -> None:
    shown = 0
    for match, g, rng in decisions(situation, seed, 200):
        ask = match.decision.asks[0]
        if len(match.decision.asks) > 1 or rng.random() < 0.5:
            continue
        actions = rng.sample(list(ask.actions), min(4, len(list(ask.actions))))
        twin = in_other_states(g, ask.side, rng)
        twin.advance()
        alike = GAME.rules.view(twin, ask.side) == GAME.rules.view(g, ask.side)
        alike = alike and twin.asks[0].side == ask.side and list(twin.asks[0].actions) == list(ask.actions)
        for action in actions:
            found = told(g, ask.side, action)
            if found is None and not alike:
                continue
            if alike:
                assert told(twin, ask.side, action) == found, f"odds of {action} tell {ask.side} what hides: {g.steps}"
            if found is not None:
                shown += 1
                assert roller(g, action, ask.side) in ("", ask.side), f"{action} of {ask.side}: {g.steps[-1]}"
    assert shown
