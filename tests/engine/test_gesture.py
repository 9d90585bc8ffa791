"""A piece picked up here and put down there: one gesture, two answers."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.engine import Illegal, Match, Pick, To
from grognard.engine.match.gesture import gestures, names_target, pick_up, point_of, why_not_carry
from grognard.engine.match.match import Ambiguous
from grognard.players import make_player


def moving(game: str, scenario: str) -> Match:
    """A match at a question in which pieces can be picked up."""
    match, rng, player = grognard.new(game, scenario, seed=3), random.Random(3), make_player("doctrine")
    while True:
        ask = match.decision.asks[0]
        if any(pick_up(match, ask.side, action) for action in ask.actions if isinstance(action, Pick)):
            return match
        match.take(player.choose(match, ask, rng), ask.side)


def first_way(match: Match) -> tuple[str, str]:
    """A piece and a hex it can be carried to, in one way only."""
    side = match.decision.side
    for action in match.decision.actions:
        after = pick_up(match, side, action)
        for down in after.decision.actions if after else ():
            if isinstance(down, To) and len(gestures(match, side, action.piece, down.hex)) == 1:  # type: ignore[attr-defined]
                return action.piece, down.hex  # type: ignore[attr-defined]
    raise AssertionError("nothing can be carried anywhere")


@pytest.mark.parametrize(
    ("game", "scenario"),
    [("folio", "sidi-zahran"), ("night-fight", "ghost-column"), ("tank-leader", "prokhorovka")],
)
def test_carrying_is_the_same_as_the_two_answers(game: str, scenario: str) -> None:
    match = moving(game, scenario)
    piece, hex_ = first_way(match)
    twin = moving(game, scenario)
    [way] = gestures(match, match.decision.side, piece, hex_)
    before = match.number
    match.carry(piece, hex_)
    assert match.number == before + 2
    assert way.lift is not None
    twin.take(way.lift)
    assert way.text == twin.describe(way.down)
    twin.take(way.down)
    assert [p.place for p in match.view().pieces] == [p.place for p in twin.view().pieces]


@pytest.mark.parametrize(
    ("game", "scenario"),
    [("folio", "sidi-zahran"), ("night-fight", "ghost-column"), ("tank-leader", "prokhorovka")],
)
def test_a_piece_in_hand_is_put_down_by_the_same_call(game: str, scenario: str) -> None:
    match, twin = moving(game, scenario), moving(game, scenario)
    piece, hex_ = first_way(match)
    [way] = gestures(match, match.decision.side, piece, hex_)
    assert way.lift is not None
    match.take(way.lift)
    twin.take(way.lift)
    before, asked = match.number, match.decision.prompt
    there = next(h for h in ("0101", "3939", "1915") if not gestures(match, match.decision.side, piece, h))
    with pytest.raises(Illegal):
        match.carry(piece, there)
    assert match.decision.prompt == asked
    match.carry(piece, hex_)
    twin.take(way.down)
    assert match.number == before + 1 and match.state.digest() == twin.state.digest()


def test_a_place_out_of_reach_is_refused_with_its_rule_and_changes_nothing() -> None:
    match = moving("folio", "sidi-zahran")
    piece, _ = first_way(match)
    before = match.state.digest(), match.number
    there = next(h for h in ("0101", "2010", "1915") if not gestures(match, match.decision.side, piece, h))
    refusal = why_not_carry(match, match.decision.side, piece, there)
    with pytest.raises(Illegal) as refused:
        match.carry(piece, there)
    assert refused.value.refusal == refusal
    assert (match.state.digest(), match.number) == before


def test_a_piece_that_cannot_be_picked_up_says_why() -> None:
    match = moving("folio", "sidi-zahran")
    enemy = next(p.id for p in match.pieces.values() if p.side != match.decision.side)
    with pytest.raises(Illegal):
        match.carry(enemy, "1010")


def test_what_rolls_dice_or_asks_another_side_is_not_picking_up() -> None:
    match, rng, player = grognard.new("tank-leader", "prokhorovka", seed=3), random.Random(3), make_player("doctrine")
    for _ in range(80):
        ask = match.decision.asks[0]
        action = player.choose(match, ask, rng)
        after = pick_up(match, ask.side, action)
        match.take(action, ask.side)
        if after is not None:
            assert match.can_undo and match.decision.side == ask.side


def test_several_meanings_are_told_and_none_is_taken() -> None:
    match = moving("tank-leader", "prokhorovka")
    side = match.decision.side
    two = next(
        (action.piece, to)  # type: ignore[attr-defined]
        for action in match.decision.actions
        if (after := pick_up(match, side, action))
        for to in {getattr(down, "piece", "") for down in after.decision.actions} & match.pieces.keys()
        if len(gestures(match, side, action.piece, to)) > 1  # type: ignore[attr-defined]
    )
    before = match.number
    with pytest.raises(Ambiguous, match="several things"):
        match.carry(*two)
    assert match.number == before


def test_a_point_of_the_table_will_do() -> None:
    match = moving("red-actions", "lezhanka")
    unit = next(a.piece for a in match.decision.actions if isinstance(a, Pick))
    x, y = match.pieces[unit].point  # type: ignore[attr-defined]
    match.carry(unit, f"{x + 0.5:.2f},{y:.2f}")
    assert match.pieces[unit].point == pytest.approx((x + 0.5, y), abs=0.02)  # type: ignore[attr-defined]


def test_points_are_two_numbers_of_inches() -> None:
    assert point_of("36,23.5") == point_of("36 23.5") == (3600, 2350)
    assert point_of("0805") is None and point_of("a,b") is None and point_of("1e999,2") is None


def test_buttons_are_not_pointed_at() -> None:
    assert names_target(To("0101")) and names_target(Pick("a")) and not names_target(grognard.engine.Press("end"))
