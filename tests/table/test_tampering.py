"""A record changed in one place is not called proven, but for what says nothing new."""

from __future__ import annotations

import pytest

from tests.table.tamper import tamper

SAYS_NOTHING = {"secret doubled", "state doubled", "state left out", "take left out"}


@pytest.mark.parametrize("game_id", ["folio", "night-fight"])
def test_single_changes_are_noticed(game_id: str) -> None:
    tried, passed = tamper(game_id, 6, 1)
    assert sum(tried.values()) > 60
    assert {kind for kind, count in passed.items() if count} <= SAYS_NOTHING
