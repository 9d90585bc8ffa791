"""A record changed in one place is not called proven, but for what says nothing that could be checked."""

from __future__ import annotations

import pytest

from grognard.engine import SHELF
from tests.server.tamper import SAYS_NOTHING, accepted, chosen_dice, tamper


@pytest.mark.parametrize("game_id", SHELF)
def test_single_changes_are_noticed(game_id: str) -> None:
    tried, passed = tamper(game_id, 4, 1, every=3)
    assert sum(tried.values()) > 20
    assert {kind for kind, count in passed.items() if count} <= SAYS_NOTHING


@pytest.mark.parametrize("game_id", SHELF)
def test_dice_that_somebody_chose_are_not_called_proven(game_id: str) -> None:
    record, rolls = chosen_dice(game_id, 2, 1)
    assert rolls == 2
    assert not accepted(record)
