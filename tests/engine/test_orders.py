"""Standing orders: windows that go by because their side has said so."""

from __future__ import annotations

import random
from statistics import fmean

import pytest

import grognard
from grognard.engine import Ask, Interruption, Match
from grognard.engine.core.decision import Unclear
from grognard.engine.game.mind import phase_now
from grognard.engine.match.auto_answers import auto_answer
from grognard.engine.match.standing_orders import (
    StandingOrder,
    orders_for,
    pass_window,
    read_order,
    unexpired,
    window_of,
)
from grognard.players import make_player


def windows(game: str, scenario: str, seed: int = 3, most: int = 12) -> list[tuple[Match, Ask, Interruption]]:
    """Windows of a match between sensible players, each as a match of its own."""
    match, rng, player = grognard.new(game, scenario, seed=seed), random.Random(seed), make_player("doctrine")
    found: list[tuple[Match, Ask, Interruption]] = []
    while not match.over and len(found) < most:
        ask = match.decision.asks[0]
        if (window := window_of(match, ask)) is not None:
            twin = match.clone(seed=1)
            found.append((twin, twin.decision.asks[0], window))
        match.take(player.choose(match, ask, rng), ask.side)
    assert found
    return found


TANKS = windows("tank-leader", "steppe-patrol")


@pytest.mark.parametrize(
    ("game", "scenario"),
    [("night-fight", "ghost-column"), ("tank-leader", "prokhorovka"), ("panzer-blitz", "filandriers")],
)
def test_a_window_is_about_an_enemy_and_lets_itself_pass(game: str, scenario: str) -> None:
    for match, ask, window in windows(game, scenario, most=6):
        assert match.state.pieces[window.about].side != ask.side
        assert match.why_not(window.passes, ask.side) is None
        for order in orders_for(match, ask):
            if order.hold in ("move", "phase"):
                assert pass_window(match, ask, [order]) == (window.passes, order)


def test_without_orders_every_window_is_asked() -> None:
    assert all(pass_window(match, ask, []) is None for match, ask, _ in TANKS)


def test_an_order_for_a_move_lasts_as_long_as_the_move() -> None:
    (match, ask, window), *_ = TANKS
    assert pass_window(match, ask, [StandingOrder("move", window.move)]) is not None
    assert pass_window(match, ask, [StandingOrder("move", "another")]) is None


def test_an_order_for_a_phase_runs_out_with_it() -> None:
    match, ask, _ = TANKS[0]
    order = StandingOrder("phase", phase_now(match.state))
    assert pass_window(match, ask, [order]) is not None and unexpired(match, [order]) == [order]
    assert pass_window(match, ask, [StandingOrder("phase", "99 Operations")]) is None
    assert unexpired(match, [StandingOrder("phase", "99 Operations"), StandingOrder("chance", number=0.4)]) == [
        StandingOrder("chance", number=0.4)
    ]


def test_fire_is_held_until_somebody_is_near_enough() -> None:
    for match, ask, window in TANKS:
        assert window.near is not None
        assert pass_window(match, ask, [StandingOrder("beyond", number=window.near)]) is None
        assert pass_window(match, ask, [StandingOrder("beyond", number=window.near - 1)]) is not None


def test_fire_is_held_below_a_chance() -> None:
    held = [pass_window(match, ask, [StandingOrder("chance", number=0.5)]) is not None for match, ask, _ in TANKS]
    assert any(held) and not all(held)
    assert not any(pass_window(match, ask, [StandingOrder("chance", number=0.0)]) for match, ask, _ in TANKS)


def test_one_unit_holds_its_fire_and_others_are_asked() -> None:
    for match, ask, _ in TANKS:
        able = {getattr(action, "piece", "") for action in ask.actions} & match.state.pieces.keys()
        for unit in able:
            assert (pass_window(match, ask, [StandingOrder("unit", unit)]) is not None) == (able == {unit})


def test_orders_are_read_as_they_are_typed_and_said_in_words() -> None:
    match, ask, window = TANKS[0]
    assert read_order(match, ask, "move") == StandingOrder("move", window.move)
    assert read_order(match, ask, "until 3") == StandingOrder("beyond", number=3)
    assert read_order(match, ask, "below 40 %") == StandingOrder("chance", number=0.4)
    assert StandingOrder("chance", number=0.4).says() == "hold fire below a chance of 40 %"
    for nonsense in ("", "fire", "until", "until far", window.about):
        with pytest.raises(Unclear, match="Hold what"):
            read_order(match, ask, nonsense)


def test_fire_is_held_at_whoever_is_unspotted_until_he_is_seen() -> None:
    unseen = [(match, ask) for match, ask, window in windows("panzer-blitz", "filandriers", most=6) if window.unseen]
    seen = [(match, ask) for match, ask, window in TANKS if not window.unseen]
    assert unseen and seen
    order = read_order(*unseen[0], "unseen")
    for match, ask in unseen:
        assert order in orders_for(match, ask) and pass_window(match, ask, [order]) is not None
    for match, ask in seen:
        assert order not in orders_for(match, ask) and pass_window(match, ask, [order]) is None
    assert order.says() == "hold fire at unspotted units" and unexpired(unseen[0][0], [order]) == [order]


def exchanges(game: str, scenario: str, seed: int, *, hold: bool) -> float:
    """How often in a turn a match between sensible players passes from one to the other, as by correspondence.

    Where there is one answer, or an order says it, the table answers.
    """
    match, rng, player = grognard.new(game, scenario, seed=seed), random.Random(seed), make_player("doctrine")
    passed, last = 0, ""
    while not match.over:
        ask = match.decision.asks[0]
        held = pass_window(match, ask, [StandingOrder("phase", phase_now(match.state))] if hold else [])
        answer = auto_answer(match, ask) or (held[0] if held else None)
        if answer is None:
            passed, last = passed + (ask.side != last), ask.side
        match.take(answer or player.choose(match, ask, rng), ask.side)
    return passed / match.view().turn


@pytest.mark.parametrize(("game", "scenario"), [("tank-leader", "steppe-patrol"), ("panzer-blitz", "filandriers")])
def test_orders_let_a_match_by_correspondence_be_played_in_few_exchanges(game: str, scenario: str) -> None:
    asked, held = (fmean(exchanges(game, scenario, seed, hold=hold) for seed in range(6)) for hold in (False, True))
    assert held < asked and held <= 5
