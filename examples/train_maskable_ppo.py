"""Learn a small battle with sb3-contrib's MaskablePPO and the policy that scores rows.

    pip install 'grognard[research]'
    python examples/train_maskable_ppo.py [--minutes 60] [--processes 2]

A line for each round: steps, and how many of so many matches with other seeds it wins against the recruit.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv, VecEnv

from grognard.env import SeatEnv
from grognard.env.policy import RowPolicy, Slim

GAME, SCENARIO, SIDE, LIMIT = "folio", "bir-salem", "British", 1000
ENVS, ROUND, TRIED = 8, 65_536, 104  # environments side by side, steps of a round, matches that are played after it
LEARNING: dict[str, Any] = {"n_steps": 1024, "batch_size": 512, "n_epochs": 4, "learning_rate": 1e-3, "gamma": 0.995}


def make(opponent: str, *, shaped: bool = True) -> Callable[[], Slim]:
    return lambda: Slim(SeatEnv(GAME, SCENARIO, side=SIDE, opponent=opponent, limit=LIMIT, shaped=shaped))


def side_by_side(opponent: str, processes: int, *, shaped: bool = True) -> VecEnv:
    """In this process, or each in one of its own: that pays where there are many cores."""
    made = [make(opponent, shaped=shaped)] * (processes if processes > 1 else ENVS)
    return SubprocVecEnv(made, start_method="spawn") if processes > 1 else DummyVecEnv(made)


def won(model: Any, opponent: str, matches: int, processes: int) -> float:
    """The share of matches that it wins, with seeds that it has not learnt from; as many in each environment."""
    envs = side_by_side(opponent, processes, shaped=False)
    envs.seed(900_000)
    seen, wins, played = envs.reset(), 0, [0] * envs.num_envs
    each = -(-matches // envs.num_envs)
    while min(played) < each:
        actions, _ = model.predict(seen, action_masks=seen["action_mask"].astype(bool))
        seen, rewards, ended, _ = envs.step(actions)
        for i in ended.nonzero()[0]:
            wins += int(played[i] < each and rewards[i] > 0.5)
            played[i] += 1
    envs.close()
    return wins / (each * envs.num_envs)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--opponent", default="recruit")
    chosen = parser.parse_args()
    torch.set_num_threads(1)
    envs = side_by_side(chosen.opponent, chosen.processes)
    model = MaskablePPO(RowPolicy, envs, seed=1, device="cpu", ent_coef=0.01, **LEARNING)
    begun = time.monotonic()
    while True:
        share = won(model, chosen.opponent, TRIED, chosen.processes)
        minutes = (time.monotonic() - begun) / 60
        print(f"{model.num_timesteps} steps, {minutes:.1f} minutes: {share:.0%} of {TRIED} won", flush=True)
        if minutes >= chosen.minutes:
            break
        model.learn(ROUND, reset_num_timesteps=False)


if __name__ == "__main__":
    main()
