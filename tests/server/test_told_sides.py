"""Whatever stands beside the map names sides as people write them."""

from __future__ import annotations

import random
import re

import pytest

import grognard
from grognard.engine import SHELF
from grognard.players import RandomPlayer, play_out

STRETCHES = 6


@pytest.mark.parametrize("game", SHELF)
def test_no_track_and_no_line_on_the_map_names_a_side_in_small_letters(game: str) -> None:
    match, rng = grognard.new(game, next(iter(SHELF[game].scenarios)), seed=1), random.Random(1)
    small = re.compile("|".join(rf"\b{side}\b" for side in match.sides if side.islower()) or "$^")
    for _ in range(STRETCHES):
        play_out(match, {side: RandomPlayer() for side in match.sides}, rng, limit=40)
        view = match.view(match.sides[0])
        told = [f"{track.title} {track.value}" for track in view.tracks]
        told += [f"{m.kind} {m.text}" for m in view.markers if m.kind not in SHELF[game].face.counters]
        assert [words for words in told if small.search(words)] == []
