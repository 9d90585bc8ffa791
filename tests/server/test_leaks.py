"""A sample of what `python -m bench.leaks` compares: both transports, byte by byte."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from bench.leaks import compare
from bench.twins import together, twins
from grognard.engine import SHELF


def test_a_seat_receives_the_same_bytes_whatever_the_enemy_hides() -> None:
    found = compare(24, seed=3)
    assert found.differences == []
    assert found.faults == 0
    rounds = {"night-fight": 4, "panzer-blitz": 4, "red-actions": 4, "tank-leader": 4}
    assert found.positions == rounds | {"folio": 4, "korsun": 4}  # these two hide no units
    assert found.messages > 300
    assert {game for game in rounds if found.hidden[game] >= rounds[game]} == rounds.keys()


def test_f3_a_side_asked_with_others_receives_the_same_bytes_whoever_else_is_asked() -> None:
    found = compare(16, source=together)
    assert found.differences == []
    assert found.faults == 0 and found.positions == {"tank-leader": 16}


@pytest.mark.parametrize("scenario", ["tsaritsyn", "peregonovka", "pick-up"])
def test_there_are_units_in_ambush_wherever_a_battle_of_inches_lets_them_hide(scenario: str) -> None:
    found = list(islice(twins(SHELF["red-actions"], random.Random(1), scenario), 6))
    assert all(twin.hidden for twin in found)
    assert {twin.here.state.scenario_id for twin in found} == {scenario}
