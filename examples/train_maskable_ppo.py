"""Learn a small battle with sb3-contrib's MaskablePPO and the policy that scores rows.

    pip install 'grognard[research]'
    python examples/train_maskable_ppo.py [--minutes 60] [--envs 2]

A line for each round: steps, and how many of so many matches with other seeds it wins against the recruit.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import SubprocVecEnv

from grognard.env import SeatEnv
from grognard.env.policy import RowPolicy, Slim

GAME, SCENARIO, SIDE, LIMIT = "folio", "bir-salem", "German", 1000
ROUND, TRIED = 16_384, 100  # steps of a round, matches that are played after it


def make(opponent: str, *, shaped: bool = True) -> Callable[[], Slim]:
    return lambda: Slim(SeatEnv(GAME, SCENARIO, side=SIDE, opponent=opponent, limit=LIMIT, shaped=shaped))


def won(model: Any, opponent: str, matches: int, envs: int) -> float:
    """The share of matches that it wins, with seeds that it has not learnt from."""
    cores = SubprocVecEnv([make(opponent, shaped=False)] * envs, start_method="spawn")
    cores.seed(900_000)
    seen, wins, played = cores.reset(), 0, 0
    while played < matches:
        actions, _ = model.predict(seen, action_masks=torch.as_tensor(seen["action_mask"]).bool().numpy())
        seen, rewards, ended, _ = cores.step(actions)
        played += int(ended.sum())
        wins += int((rewards[ended] > 0.5).sum())
    cores.close()
    return wins / played


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--envs", type=int, default=2)
    parser.add_argument("--opponent", default="recruit")
    chosen = parser.parse_args()
    cores = SubprocVecEnv([make(chosen.opponent)] * chosen.envs, start_method="spawn")
    steps = ROUND // chosen.envs
    how: dict[str, Any] = {"n_steps": steps, "batch_size": 512, "n_epochs": 6, "learning_rate": 1e-3, "gamma": 0.995}
    model = MaskablePPO(RowPolicy, cores, seed=1, device="cpu", ent_coef=0.01, **how)
    begun = time.monotonic()
    while True:
        share = won(model, chosen.opponent, TRIED, chosen.envs)
        minutes = (time.monotonic() - begun) / 60
        print(f"{model.num_timesteps} steps, {minutes:.1f} minutes: {share:.0%} of {TRIED} won", flush=True)
        if minutes >= chosen.minutes:
            break
        model.learn(ROUND, reset_num_timesteps=False)


if __name__ == "__main__":
    main()
