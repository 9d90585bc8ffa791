"""A record changed in one place is not called proven, but for what says nothing that could be checked."""

from __future__ import annotations

import time

import pytest

from grognard.engine import SHELF, GrognardError, verify
from grognard.engine.records.record import read_lines
from tests.server.tamper import SAYS_NOTHING, accepted, chosen_dice, impossible, played, tamper


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


def test_files_made_to_take_time_or_memory_are_refused_in_a_sentence() -> None:
    lines = list(read_lines(played("folio", 12, 1).record()))
    begun = time.process_time()
    for kind, data in impossible(lines):
        with pytest.raises(GrognardError) as told:
            verify(data)
        assert 0 < len(str(told.value)) < 500, kind
    assert time.process_time() - begun < 20.0
