"""For what a unit is fit is kept by its state: so nothing else may have a say in it."""

from __future__ import annotations

import inspect
import random
from typing import Any

import pytest

import grognard
from grognard.games.red_actions.rules.acting import DEEDS, STATE
from grognard.games.red_actions.rules.state import RedActions, Unit

KINDS = [kind for part in DEEDS for kind in part]


class Looked:
    """A unit that tells which of its fields were looked at."""

    def __init__(self, unit: Unit) -> None:
        self.unit, self.fields = unit, set[str]()

    def __getattr__(self, name: str) -> Any:
        member = inspect.getattr_static(Unit, name)
        if isinstance(member, property):
            assert member.fget is not None
            return member.fget(self)
        if callable(member):
            return member.__get__(self)
        self.fields.add(name)
        return getattr(self.unit, name)


def many_units() -> list[Unit]:
    """Units of three battles as random play leaves them."""
    found: dict[Unit, None] = {}
    for scenario in ("lezhanka", "pick-up", "zadworze"):
        match, rng = grognard.new("red-actions", scenario, seed=3), random.Random(3)
        for _ in range(300):
            if match.over:
                break
            ask = match.decision.asks[0]
            match.take(ask.actions.choice(rng), ask.side)
            assert isinstance(match.state, RedActions)
            found.update(dict.fromkeys(match.state.pieces.values()))
    return list(found)


@pytest.fixture(scope="module")
def units() -> list[Unit]:
    return many_units()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_fitness_looks_at_nothing_that_is_not_part_of_the_state(kind: Any, units: list[Unit]) -> None:
    for unit in units:
        looked = Looked(unit)
        kind.why_unfit(looked)
        assert looked.fields <= set(STATE), unit
