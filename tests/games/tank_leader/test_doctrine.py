"""The doctrine player: it judges by what it may know, and beats chance."""

from __future__ import annotations

import random

import pytest

from grognard.engine import Match, Pick
from grognard.games.tank_leader import GAME
from grognard.games.tank_leader.card_play import PASS, Interrupts
from grognard.games.tank_leader.cards import Play
from grognard.games.tank_leader.doctrine import advice, judge
from grognard.games.tank_leader.fire import AV
from grognard.games.tank_leader.operations import END, Activation, FireAt
from grognard.games.tank_leader.opportunity import HOLD, React, Window
from grognard.games.tank_leader.state import TankLeader
from grognard.games.tank_leader.view import determinize

from .table import act, field, offered, play, put


def test_it_fires_at_the_better_target() -> None:
    g = field()
    firer = put(g, "pz4l", "3804", "106")
    weak, strong = put(g, "t26", "3807", "205"), put(g, "is2", "3806", "236")
    act(g, firer)
    best = max(offered(g), key=lambda a: judge(g, "german", a))
    assert best == FireAt(weak, AV) and strong in g.pieces
    assert "points" in advice(g, "german", best)


def test_it_keeps_a_hopeless_shot() -> None:
    g = field()
    mover, gun = put(g, "is2", "3804", "236"), put(g, "pz2", "3808", "111")
    play(g, Window(mover))
    assert judge(g, "german", React(gun, AV)) < judge(g, "german", HOLD)


def test_it_interrupts_when_there_is_something_to_shoot_at() -> None:
    g = field()
    put(g, "t34_76", "3807", "207")
    g.pile, g.cards["207"] = ("207",), "pile"
    near = put(g, "pz4l", "3804", "106")
    put(g, "pz4l", "3804", "106")
    play(g, Interrupts())
    assert judge(g, "german", Play("106")) > judge(g, "german", PASS)
    for unit in [u for u in g.pieces if g.pieces[u].card == "106"]:
        g.change(unit, place="0601")
    play(g, Interrupts())
    assert judge(g, "german", Play("106")) < judge(g, "german", PASS) and near in g.pieces


def test_a_unit_that_holds_an_objective_stays() -> None:
    g = field()
    holder = put(g, "pz4l", "3019", "106")
    g.control = {"3019": "german", "2622": "german"}
    g.active, g.active_side = ("106",), "german"
    act_on = Pick(holder)
    play(g, Activation())
    assert judge(g, "german", act_on) < judge(g, "german", END)


def test_it_does_not_look_at_what_is_hidden() -> None:
    rng = random.Random(3)
    match = Match.new(GAME, "prokhorovka", seed=3, record=False)
    for i in range(500):
        ask = match.state.asks[0]
        state = match.state
        assert isinstance(state, TankLeader)
        if i % 25 == 0:
            twin = determinize(state, ask.side, rng)
            twin.advance()
            for action in list(ask.actions)[:20]:
                assert GAME.judge(state, ask.side, action) == pytest.approx(GAME.judge(twin, ask.side, action))
        match.take(rng.choice(ask.actions), ask.side)


@pytest.mark.parametrize("side", ["german", "soviet"])
def test_it_beats_a_random_player(side: str) -> None:
    rng = random.Random(1)
    match = Match.new(GAME, "steppe-patrol", seed=1, record=False)
    while not match.over:
        state, ask = match.state, match.state.asks[0]
        assert isinstance(state, TankLeader)
        if ask.side == side:
            scores = [GAME.judge(state, side, a) for a in ask.actions]
            match.take(ask.actions[scores.index(max(scores))], side)
        else:
            match.take(rng.choice(ask.actions), ask.side)
    assert match.result is not None and match.result.winners == (side,)
