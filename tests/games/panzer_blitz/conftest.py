"""Every refusal that a test of this game asks for is proven beside it: the rule it names is really broken."""

from __future__ import annotations

from typing import Any

import pytest

import grognard.testing
from grognard.engine import Action, Refusal, State
from grognard.games.panzer_blitz.rules.state import PanzerBlitz

from .helpers import prove

plain = grognard.testing.refusal


def proven(g: State[Any], action: Action) -> Refusal | None:
    """What `grognard.testing` finds, if there is a reason for it."""
    found = plain(g, action)
    if found is not None and isinstance(g, PanzerBlitz):
        prove(g, g.asks[0].side, action, found.rule)
    return found


@pytest.fixture(autouse=True)
def refusals_are_true(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grognard.testing, "refusal", proven)
