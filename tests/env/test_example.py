"""The example that trains a policy."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from grognard.env import SeatEnv

FILE = Path(__file__).parents[2] / "examples" / "train_night_fight.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("train_night_fight", FILE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_few_lessons_teach_more_than_chance(example: ModuleType) -> None:
    """On a match it has not seen, the policy finds doctrine's choice far more often than random play does."""
    env = SeatEnv("night-fight", example.SCENARIO, limit=example.LIMIT)
    network = example.train(env, lessons=2, rounds=1)
    unseen = example.watch(env, 99)
    agree = np.mean([int(np.argmax(network.marks(offered))) == chosen for offered, chosen in unseen])
    by_chance = np.mean([1 / len(offered.places) for offered, _ in unseen])
    assert agree > 1.5 * by_chance


def test_an_episode_without_end_is_lost(example: ModuleType) -> None:
    env = SeatEnv("night-fight", example.SCENARIO, limit=20)
    assert example.wins(env, example.at_random, 2) == 0
