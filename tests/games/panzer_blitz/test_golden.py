"""One seeded match for each situation as a readable log: by doctrine, the great battle at random for its length."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from grognard.engine import Match
from grognard.games.panzer_blitz import GAME
from grognard.players import make_player, play_out

FOLDER = Path(__file__).parent / "golden"
MATCHES = {path.stem: path for path in sorted(FOLDER.glob("*.txt"))}


def play(situation: str, seed: int) -> str:
    """The log of a match."""
    match = Match.new(GAME, situation, seed=seed, record=False)
    players = {side: make_player("random" if situation == "jupiter" else "doctrine") for side in match.sides}
    play_out(match, players, random.Random(seed))
    assert match.result is not None
    lines = [f"{event.cite:12} {event}{f'  {event.dice}' if event.dice else ''}" for event in match.events]
    return "\n".join([*lines, f"{match.result.winners[0]} wins: {match.result.reason}"]) + "\n"


@pytest.mark.parametrize("name", list(MATCHES))
def test_a_golden_match_is_played_as_it_was(name: str) -> None:
    situation, _, seed = name.rpartition("-")
    assert play(situation, int(seed)) == MATCHES[name].read_text("utf-8")


def test_every_situation_has_golden_matches() -> None:
    assert {name.rpartition("-")[0] for name in MATCHES} == set(GAME.scenarios)
