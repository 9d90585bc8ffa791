"""The profile by chapter names rule functions and accounts for the whole time."""

from __future__ import annotations

import grognard
from bench.profile import entries, play


def test_a_profile_accounts_for_the_time_of_a_match() -> None:
    found = entries(play(grognard.game("folio"), "sidi-zahran", "random", 1))
    named = {(entry.chapter, entry.function): entry for entry in found}
    moves = named["games.folio.rules.movement", "may_move"]
    assert moves.calls > 100 and 0 < moves.own < moves.whole < 1
    assert 0.95 < sum(entry.own for entry in found) <= 1.001
