"""What is kept, or told quickly, is what would be found anew: at positions all through matches."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from grognard.engine import SHELF, Ask, Match
from grognard.games.panzer_blitz.mind.doctrine import judge
from grognard.games.panzer_blitz.mind.judgement import _EXPECTED, _dangers, _shots
from grognard.games.panzer_blitz.mind.move_doctrine import _ground
from grognard.games.panzer_blitz.rules.data import GRID, SIDES
from grognard.games.panzer_blitz.rules.direct_fire import reach_of, reaches, shooters, watchers, why_not_reach
from grognard.games.panzer_blitz.rules.movement_costs import is_shut, why_not_in
from grognard.games.panzer_blitz.rules.sight import sees
from grognard.games.panzer_blitz.rules.state import PanzerBlitz
from grognard.players import make_player

GAME = SHELF["panzer-blitz"]


def played(scenario: str, seed: int, kind: str, every: int) -> Iterator[tuple[PanzerBlitz, Ask]]:
    """Some positions of a match, with what is asked in them."""
    match, rng, player = Match.new(GAME, scenario, seed=seed, record=False), random.Random(seed), make_player(kind)
    while not match.over:
        ask = match.decision.asks[0]
        if match.number % every == 0:
            assert isinstance(match.state, PanzerBlitz)
            yield match.state, ask
        match.take(player.choose(match, ask, rng), ask.side)


def forgetful(g: PanzerBlitz) -> PanzerBlitz:
    """The same position, of which nothing is known."""
    _ground.cache_clear()
    _shots.cache_clear()
    _dangers.cache_clear()
    _EXPECTED.clear()
    twin = g.clone()
    twin.known = {}
    return twin


@pytest.mark.parametrize(("scenario", "every"), [("les-duanes", 3), ("esquay", 9)])
def test_doctrine_judges_by_what_is_so_now(scenario: str, every: int) -> None:
    for g, ask in played(scenario, 5, "doctrine", every):
        answers = list(ask.actions)
        kept = list(GAME.mind.judged(g, ask.side, answers))
        fresh = forgetful(g)
        assert kept == [judge(fresh, ask.side, answer) for answer in answers], g.steps[-1]


def test_plain_answers_agree_with_refusals() -> None:
    for g, _ in played("esquay", 6, "random", 23):
        for side in SIDES:
            for unit in g.units(side):
                for h in GRID.within(unit.place, 4)[1:]:
                    assert is_shut(g, unit, h) == (why_not_in(g, unit, h) is not None), (unit, h)
                    for line in ("AT", "AP"):
                        for spotted in (True, False):
                            refusal = why_not_reach(g, unit, h, line, spotted=spotted)
                            assert reaches(g, unit, h, line, spotted=spotted) == (refusal is None), (unit, h)


def test_watchers_are_where_somebody_sees_a_hex_and_has_the_range() -> None:
    for g, _ in played("les-duanes", 7, "random", 11):
        for side in SIDES:
            guard = shooters(g, [unit.id for unit in g.units(side)])
            for h in sorted(g.area):
                posts = {u.place for u in guard if GRID.distance(u.place, h) <= reach_of(u, "AP")}
                assert watchers(g, side, h) == [u for u in guard if u.place in posts and sees(g, u.place, h)]
