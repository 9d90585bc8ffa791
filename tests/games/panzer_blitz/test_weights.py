"""What weighs how much: what doctrine does not look at so long as it weighs nothing, and two judges of one position."""

from __future__ import annotations

import random

import msgspec
import pytest

from grognard.engine import SHELF, Match
from grognard.games.panzer_blitz.mind.doctrine import unit_weights
from grognard.games.panzer_blitz.mind.evaluation import expect_unseen
from grognard.games.panzer_blitz.mind.move_doctrine import cat_pays, ground_for, place_value
from grognard.games.panzer_blitz.mind.weights import BY_HAND, Weights
from grognard.games.panzer_blitz.rules.state import PanzerBlitz
from grognard.players import DoctrinePlayer

from .helpers import PLAIN, field, put

GAME = SHELF["panzer-blitz"]
BOLD = Weights(cover=0.2, caution=0.1, strike=0.5, storm=2.0, worth_a_shot=0.2)


def liked(g: PanzerBlitz, unit: str, h: str, weights: Weights) -> float:
    g.judge_by(weights)
    return place_value(g, g.pieces[unit], h)


@pytest.mark.parametrize(("kind", "weight"), [("br_rifle", "storm"), ("br_churchill", "strike")])
def test_infantry_may_seek_the_assault_and_tanks_the_shot(kind: str, weight: str) -> None:
    g = field("filandriers")
    unit = put(g, kind, "2422")
    bold = msgspec.structs.replace(BY_HAND, **{weight: 1.0})
    assert liked(g, unit, PLAIN[0], bold) == liked(g, unit, PLAIN[0], BY_HAND)
    foe = put(g, "ge_gren", PLAIN[1])
    assert liked(g, unit, PLAIN[0], bold) > liked(g, unit, PLAIN[0], BY_HAND)
    g.change(foe, unspotted=True)
    assert liked(g, unit, PLAIN[0], bold) == liked(g, unit, PLAIN[0], BY_HAND)


def test_who_thinks_more_of_what_is_unseen_fires_and_charges_at_it() -> None:
    g = field("filandriers")
    men = put(g, "br_rifle", PLAIN[0])
    put(g, "ge_gren", PLAIN[1], unspotted=True)
    assert not cat_pays(g, g.pieces[men], PLAIN[1])
    by_hand = expect_unseen(g, "fire", PLAIN[1], (men,))
    g.judge_by(Weights(in_doubt=2.0, into_the_unseen=1.0))
    assert cat_pays(g, g.pieces[men], PLAIN[1])
    assert expect_unseen(g, "fire", PLAIN[1], (men,)) == 2 * by_hand


def test_a_chit_goes_to_who_could_do_nothing_but_fire_at_the_unseen_if_that_weighs_something() -> None:
    g = field("filandriers")
    put(g, "ge_gren", PLAIN[0])
    put(g, "br_rifle", PLAIN[1], unspotted=True)
    blind = msgspec.structs.replace(BY_HAND, worth_a_move=99.0)
    g.judge_by(blind)
    assert unit_weights(g, "german") == {PLAIN[0]: 0.0}
    g.judge_by(msgspec.structs.replace(blind, chit={**BY_HAND.chit, "blind": 0.3}))
    assert unit_weights(g, "german") == {PLAIN[0]: 0.3}


def test_what_one_judge_has_worked_out_is_nothing_to_another() -> None:
    match, rng, judges = Match.new(GAME, "filandriers", seed=3), random.Random(3), (BY_HAND, BOLD)
    differ = 0
    for _ in range(60):
        ask, alone, after = match.decision.asks[0], [], []
        for weights in judges:
            ground_for.cache_clear()
            alone.append(judged(match, weights))
        for weights in judges:
            after.append(judged(match, weights))
        assert alone == after
        differ += alone[0] != alone[1]
        match.take(DoctrinePlayer().choose(match, ask, rng), ask.side)
    assert differ > 10


def judged(match: Match, weights: Weights) -> list[float]:
    ask, twin = match.decision.asks[0], match.state.clone()
    twin.judge_by(weights)
    return list(GAME.mind.judged(twin, ask.side, GAME.mind.considered(twin, ask)))
