"""The example that trains by reward; run by `make research`, since PyTorch is large."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from grognard.env import SeatEnv  # noqa: E402

FILE = Path(__file__).parents[2] / "examples" / "train_by_reward.py"


def test_an_episode_changes_what_the_policy_would_do() -> None:
    spec = importlib.util.spec_from_file_location("train_by_reward", FILE)
    assert spec is not None and spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    env = SeatEnv(example.GAME, example.SCENARIO, opponent="random", limit=60, shaped=True)
    untrained, trained = (example.train(env, episodes) for episodes in (0, 1))
    seen, _ = env.reset(seed=5)
    assert not torch.allclose(untrained(seen).probs, trained(seen).probs)
