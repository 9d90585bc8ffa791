"""What a counter prints says once which deeds its unit can never do: they are refused for it and not looked for."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine import Match
from grognard.games.panzer_blitz import GAME
from grognard.games.panzer_blitz.rules.artillery_requests import Observe
from grognard.games.panzer_blitz.rules.engineers import BuildBlock, SetCharges
from grognard.games.panzer_blitz.rules.field_works import BuildPosition, ShiftGun
from grognard.games.panzer_blitz.rules.operation import Operation
from grognard.games.panzer_blitz.rules.unit_moves import Move
from grognard.games.panzer_blitz.rules.units import ByUnit


@pytest.mark.parametrize("kind", [BuildPosition, Observe, ShiftGun, Move, SetCharges, BuildBlock])
def test_a_deed_that_a_type_can_never_do_is_refused_by_the_same_word(kind: type[ByUnit]) -> None:
    match, spared = Match.new(GAME, "maltot", seed=2, record=False, log=False), 0
    while not spared:
        state: Any = match.state
        step = state.steps[-1]
        for unit in [state.pieces[i] for i in state.op.active] if isinstance(step, Operation) else []:
            never = kind.why_never(unit.what)
            if never is not None:
                spared += 1
                assert kind(unit.id).why_not(state, step) == never
                assert unit.id not in kind.hands(state)
        match.take(match.decision.actions[0])


def test_who_has_a_marker_is_not_looked_at_again() -> None:
    match = Match.new(GAME, "maltot", seed=2, record=False, log=False)
    while not isinstance(match.state.steps[-1], Operation):
        match.take(match.decision.actions[0])
    state: Any = match.state
    first, *others = Move.hands(state)

    state.change(first, spent=True)

    assert Move.hands(state) == others
    state.onward = {**state.onward, first: True}  # 8.1.9
    assert set(Move.hands(state)) == {first, *others}
