"""Whole acts: who, where and what in one, and what hints are made of."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from grognard.engine import SHELF, Match, Pick, Press, To, find_game
from grognard.engine.match.act import best_act, in_hand, known_to
from grognard.players import make_player

LONG = 70  # hints of a match that are followed


def following(game: str, scenario: str, side: str, seed: int = 3) -> Iterator[tuple[Match, str]]:
    """A match in which one side does what the hints say, and the other is a recruit; and the hints as they are told."""
    match, foe, rng = Match.new(find_game(game), scenario, seed=seed), make_player("recruit"), random.Random(seed)
    for _ in range(5 * LONG):
        if match.over:
            return
        mine = match.decision.of(side)
        if mine is None or len(mine.actions) == 1:
            other = mine or match.decision.asks[0]
            match.take(foe.choose(match, other, rng), other.side)
            continue
        hint = match.hint(side)
        yield match, hint.text
        for answer in hint.answers:
            ask = match.decision.of(side)
            assert ask is not None and answer in ask.actions, f"{hint.text}: not open when its turn comes"
            match.take(answer, side)


BATTLES = [
    ("folio", "bir-salem", "British"),
    ("korsun", "hill-239", "German"),
    ("night-fight", "kolkhoz", "german"),
    ("panzer-blitz", "filandriers", "british"),
    ("red-actions", "lezhanka", "whites"),
    ("tank-leader", "steppe-patrol", "soviet"),
]


@pytest.mark.parametrize(("game", "scenario", "side"), BATTLES)
def test_hints_that_are_followed_get_on_and_never_undo_each_other(game: str, scenario: str, side: str) -> None:
    been, hints = dict[str, str](), 0
    for match, text in following(game, scenario, side):
        here = match.state.digest()
        assert here not in been, f"{text} brings back what there was before {been[here]}"
        been[here], hints = text, hints + 1
        if hints == LONG:
            break
    assert hints > LONG / 2


def in_the_loop() -> Match:
    """The British turn of Bir Salem, with a unit in hand that may go on: the hint used to go in circles there."""
    match = Match.new(find_game("folio"), "bir-salem", seed=11)
    player, rng = make_player("doctrine"), random.Random(2)
    while match.decision.side != "British" or type(match.state.steps[-1]).__name__ != "Movement":
        match.take(player.choose(match, match.decision.asks[0], rng), match.decision.side)
    units = [action for action in match.decision.actions if isinstance(action, Pick)]
    match.take(units[0])
    ends = [action for action in match.decision.actions if isinstance(action, To)]
    match.take(ends[0])
    return match


def test_who_is_picked_up_is_moved_and_the_phase_comes_to_its_end() -> None:
    match = in_the_loop()
    hints = []
    while match.decision.side == "British" and type(match.state.steps[-1]).__name__ == "Movement":
        hint = match.hint()
        hints.append(hint.answers)
        for answer in hint.answers:
            match.take(answer)
        assert len(hints) <= 8, hints
    assert hints[-1][-1] == Press("End the phase")
    for answers in hints[:-1]:
        assert any(isinstance(answer, To) for answer in answers), f"{answers} pick somebody up and move nobody"


def test_the_same_position_gives_the_same_act_and_is_not_touched() -> None:
    match = in_the_loop()
    before = match.state.digest()
    assert match.hint() == match.hint()
    assert match.state.digest() == before


@pytest.mark.parametrize("game", list(SHELF))
def test_a_hint_says_who_where_and_why(game: str) -> None:
    side = Match.new(find_game(game), next(iter(find_game(game).scenarios)), seed=1).decision.side
    scenario = next(iter(find_game(game).scenarios))
    for number, (match, text) in enumerate(following(game, scenario, side)):
        hint = match.hint(side)
        assert hint.text == text and not text.startswith("to "), "whom it is about is said"
        assert hint.why.endswith((".", "!")), f"{text} has no reason"
        if number == 12:
            break


def test_a_hint_knows_only_what_its_side_knows() -> None:
    """What is hidden may lie otherwise: the act is the same."""
    match = Match.new(find_game("panzer-blitz"), "filandriers", seed=4)
    player, rng = make_player("doctrine"), random.Random(4)
    asked = 0
    while not match.over and asked < 12:
        ask = match.decision.asks[0]
        if ask.side == "british" and match.view("british").turn:
            dealt = [known_to(match.game, match.state, "british", number) for number in (1, 2, 3)]
            assert len({best_act(match.game, known, "british").answers for known in dealt}) == 1
            asked += 1
        match.take(player.choose(match, ask, rng), ask.side)
    assert asked == 12


def test_a_piece_in_hand_is_known() -> None:
    match = in_the_loop()
    assert len(in_hand(match.state, "British")) == 1
