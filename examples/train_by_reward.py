"""Train a policy by reward alone with PyTorch: a network that scores the rows of `actions`, and REINFORCE.

    pip install 'grognard[research]'
    python examples/train_by_reward.py [--episodes 300]

An action is a place in today's list and means something else tomorrow, so the policy has no output for each action:
one small network looks at a row together with the situation and gives it a score, and the scores of all legal rows
are made into chances. The reward is the result of the match and, on the way, what each answer changed in the value of
the position (`shaped`).
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import torch
from torch import nn

from grognard.env import SeatEnv

GAME, SCENARIO, LIMIT, DISCOUNT = "folio", "sidi-zahran", 1200, 0.995


class RowScorer(nn.Module):  # type: ignore[misc]  # PyTorch is not among what is checked
    """A score for every row that may be chosen."""

    def __init__(self, rows: int, situation: int, hidden: int = 64) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(rows + situation, hidden), nn.Tanh(), nn.Linear(hidden, 1))

    def forward(self, seen: dict[str, Any]) -> torch.distributions.Categorical:
        rows = torch.from_numpy(seen["actions"][seen["action_mask"].astype(bool)])
        situation = torch.from_numpy(np.concatenate([seen["observation"], seen["aims"].ravel()]))
        scores = self.layers(torch.cat([rows, situation.expand(len(rows), -1)], dim=1)).squeeze(1)
        return torch.distributions.Categorical(logits=scores)


def place_of(seen: dict[str, Any], choice: int) -> int:
    """The place in the list of the so-many-eth row that may be chosen."""
    return int(np.flatnonzero(seen["action_mask"])[choice])


def play(env: SeatEnv, policy: RowScorer, seed: int) -> tuple[list[torch.Tensor], list[float], bool]:
    """One episode: how likely each choice was, what each earned, and whether it was won."""
    seen, _ = env.reset(seed=seed)
    chances, rewards, over = [], [], False
    while not over:
        choices = policy(seen)
        choice = choices.sample()
        seen, reward, ended, cut, _ = env.step(place_of(seen, int(choice)))
        chances.append(choices.log_prob(choice))
        rewards.append(reward)
        over = ended or cut
    result = env.aec.match.result
    return chances, rewards, bool(result and env.agent in result.winners)


def returns(rewards: list[float]) -> torch.Tensor:
    """What each answer led to, made even over the episode."""
    found, total = [], 0.0
    for reward in reversed(rewards):
        total = reward + DISCOUNT * total
        found.append(total)
    led_to = torch.tensor(found[::-1])
    return (led_to - led_to.mean()) / (led_to.std() + 1e-6)


def train(env: SeatEnv, episodes: int, seed: int = 1, learning_rate: float = 1e-3) -> RowScorer:
    """Make what led to good things likelier, an episode at a time."""
    torch.manual_seed(seed)
    seen, _ = env.reset(seed=seed)
    policy = RowScorer(seen["actions"].shape[1], seen["observation"].size + seen["aims"].size)
    optimiser, won = torch.optim.Adam(policy.parameters(), learning_rate), 0
    for episode in range(episodes):
        chances, rewards, victory = play(env, policy, seed * 100_000 + episode)
        loss = -(torch.stack(chances) * returns(rewards)).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        won += victory
        if episode % 20 == 19:
            print(f"episode {episode + 1}: {won} of the last 20 won", flush=True)
            won = 0
    return policy


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--episodes", type=int, default=300)
    parser.add_argument("--opponent", default="random")
    chosen = parser.parse_args()
    env = SeatEnv(GAME, SCENARIO, opponent=chosen.opponent, limit=LIMIT, shaped=True)
    policy = train(env, chosen.episodes)
    with torch.no_grad():
        won = sum(play(env, policy, 900_000 + n)[2] for n in range(40))
    print(f"trained: {won} of 40 won against {chosen.opponent}")


if __name__ == "__main__":
    main()
