"""The bench that tells good from better: positions that can still be asked about, and tricks that end."""

from __future__ import annotations

import pytest

from bench.exploits import EXPLOITS, PLACES, score
from bench.strength import SCENARIOS, contests
from bench.suite import Silly, suite
from grognard.engine import SHELF, find_game
from grognard.players import DoctrinePlayer
from grognard.school.lesson import read_answer

SUITE = list(suite())


@pytest.mark.parametrize("silly", SUITE, ids=[f"{s.position.split()[0]} {s.number}" for s in SUITE])
def test_a_silly_answer_can_still_be_given(silly: Silly) -> None:
    game, state = silly.place()
    ask = next(ask for ask in state.asks if ask.side == silly.side)
    assert read_answer(game, silly.answer) in ask.actions
    assert len(ask.actions) > 1


def test_the_germans_of_filandriers_no_longer_hold_their_fire() -> None:
    held = [silly for silly in suite("panzer-blitz") if silly.reads == "hold fire"]
    assert len(held) == 3
    assert not all(silly.repeated(DoctrinePlayer()) for silly in held)


def test_every_game_has_a_battle_for_the_exploits() -> None:
    assert PLACES.keys() == SHELF.keys()
    assert all(PLACES[game] in SHELF[game].scenarios for game in PLACES)


def test_beside_the_rulebook_who_does_nothing_is_behind_and_who_does_the_same_is_level(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert score("night-fight", "wait", "doctrine", 4) < 0.5
    monkeypatch.setitem(EXPLOITS, "wait", DoctrinePlayer)
    assert score("night-fight", "wait", "doctrine", 4) == 0.5


@pytest.mark.parametrize("trick", list(EXPLOITS))
def test_an_exploit_plays_to_the_end(trick: str) -> None:
    assert 0.0 <= score("panzer-blitz", trick, "doctrine", 2) <= 1.0


def test_the_contests_name_scenarios_and_players_that_exist() -> None:
    assert SCENARIOS.keys() == SHELF.keys()
    for game, scenarios in SCENARIOS.items():
        assert set(scenarios) <= set(find_game(game).scenarios) and len(scenarios) == 2
    assert ("plans:0.7s", "search:0.1s") in contests("folio")
    assert contests("panzer-blitz") == [("regular", "recruit"), ("veteran", "regular"), ("search:0.2s", "veteran")]
