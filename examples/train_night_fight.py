"""Train a tiny policy on one Night Fight scenario, with NumPy on one core, and compare it with random play.

    python examples/train_night_fight.py [--rounds 8]

The policy is a weight for every number that describes an action; the more an action weighs, the likelier it is.
It learns by trial: many policies play an episode each, and the best quarter make the next round's average
(the cross-entropy method). An episode is scored by Night Fight's own value of the position over all turns,
which says more than one win or loss.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from grognard.env import SoloEnv
from grognard.env.aec import Observation

SCENARIO = "stalingrad-breakout"
LIMIT = 1200  # answers in an episode: a policy that picks up and puts down for ever learns nothing
Weights = NDArray[np.float64]
Policy = Callable[[Observation, np.random.Generator], int]


def linear(weights: Weights) -> Policy:
    """The action whose numbers weigh most."""

    def choose(seen: Observation, rng: np.random.Generator) -> int:
        count = int(seen["action_mask"].sum())
        return int(np.argmax(features(seen, count) @ weights + rng.gumbel(size=count)))

    return choose


def at_random(seen: Observation, rng: np.random.Generator) -> int:
    """Any action."""
    return int(rng.integers(int(seen["action_mask"].sum())))


def features(seen: Observation, count: int) -> Weights:
    """The numbers of each action, and where on the board each kind of action points."""
    rows = seen["actions"][:count].astype(np.float64)
    kinds = rows.shape[1] - 10
    x, y = rows[:, kinds + 1 : kinds + 2], rows[:, kinds + 2 : kinds + 3]
    return np.hstack([rows, rows[:, :kinds] * x, rows[:, :kinds] * y])


def episode(env: SoloEnv, policy: Policy, seed: int) -> tuple[float, bool]:
    """Play once; returns the mean value over all turns (0 for those never reached), and whether it was won."""
    rng = np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    values, turn, over, reward = [0.0], 0, False, 0.0
    while not over:
        seen, reward, over, cut, _ = env.step(policy(seen, rng))
        if cut:
            break
        now = env.aec.match.view().turn
        if now != turn or over:
            turn = now
            values.append(env.aec.game.value(env.aec.match.state, env.agent))
    return sum(values) / env.aec.match.view().turns, reward > 0


def train(env: SoloEnv, rounds: int, policies: int, seed: int = 1) -> Weights:
    """The average of the policies that did best, round after round."""
    rng = np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    size = features(seen, 1).shape[1]
    mean, spread = np.zeros(size), np.full(size, 1.5)
    for number in range(rounds):
        tried = mean + spread * rng.standard_normal((policies, size))
        scores = [episode(env, linear(w), seed * 1000 + number)[0] for w in tried]
        best = tried[np.argsort(scores)[-max(2, policies // 4) :]]
        mean, spread = best.mean(axis=0), best.std(axis=0) + 0.1
        print(f"round {number + 1}: mean {np.mean(scores):.3f}, best {max(scores):.3f}", flush=True)
    return mean


def test(env: SoloEnv, policy: Policy, matches: int) -> tuple[float, float]:
    """Mean value and share of wins over matches nobody trained on."""
    found = [episode(env, policy, 10_000_000 + n) for n in range(matches)]
    return float(np.mean([v for v, _ in found])), float(np.mean([w for _, w in found]))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--policies", type=int, default=24)
    parser.add_argument("--matches", type=int, default=30, help="to compare with afterwards")
    chosen = parser.parse_args()
    env = SoloEnv("night-fight", SCENARIO, limit=LIMIT)
    weights = train(env, chosen.rounds, chosen.policies)
    for name, policy in (("random", at_random), ("trained", linear(weights))):
        value, wins = test(env, policy, chosen.matches)
        print(f"{name}: mean value {value:.3f}, {wins:.0%} won of {chosen.matches}")


if __name__ == "__main__":
    main()
