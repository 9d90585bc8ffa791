"""Train a small policy on one Night Fight scenario, on one core in a few minutes, and compare it with random play.

    python examples/train_night_fight.py [--lessons 30]

The policy gives every legal action a mark: a small network marks it by the numbers that describe the action and the
question, and a table adds what it is worth to do this kind of thing in that hex. The better the mark, the likelier
the action. It learns by watching: the doctrine player plays some matches through the environment, and the policy is
trained to choose as it did. Nothing but NumPy is needed.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from grognard.engine import find_game
from grognard.env import SeatEnv
from grognard.env.aec import Observation
from grognard.players import DoctrinePlayer

GAME = find_game("night-fight")
SCENARIO = "kharkov"
LIMIT = 1500  # answers in an episode
HIDDEN = 24
SURE = 6.0  # how much more likely a better mark makes an action than in training
Array = NDArray[np.float64]
Place = tuple[int, float, float]  # a kind of action, and the hex it is aimed at
Policy = Callable[[Observation, np.random.Generator], int]


class Offer(NamedTuple):
    """What may be chosen from: a row of numbers for each action, and the hex it is aimed at."""

    rows: Array
    places: list[Place]


def offer(seen: Observation) -> Offer:
    """The legal actions with the question they answer."""
    count = int(seen["action_mask"].sum())
    rows = seen["actions"][:count].astype(np.float64)
    question = seen["observation"].astype(np.float64)
    kinds = len(GAME.rules.actions)
    places = [(int(row[:kinds].argmax()), float(row[kinds + 1]), float(row[kinds + 2])) for row in rows]
    return Offer(np.hstack([rows, np.tile(question, (count, 1))]), places)


class Network:
    """One hidden layer that marks rows, and a table that marks hexes."""

    def __init__(self, inputs: int, rng: np.random.Generator) -> None:
        into = rng.normal(0, 1 / np.sqrt(inputs), (inputs, HIDDEN))
        self.weights = [into, np.zeros(HIDDEN), rng.normal(0, 0.1, HIDDEN)]
        self.worth: dict[Place, float] = {}
        self._mean = [np.zeros_like(w) for w in self.weights]
        self._square = [np.zeros_like(w) for w in self.weights]
        self._steps = 0

    def marks(self, offered: Offer) -> Array:
        into, bias, out = self.weights
        return np.asarray(np.tanh(offered.rows @ into + bias) @ out + self._table(offered))

    def _table(self, offered: Offer) -> Array:
        return np.array([self.worth.get(place, 0.0) for place in offered.places])

    def learn(self, offered: Offer, chosen: int, rate: float) -> None:
        """Make what was chosen likelier: the slope of the logarithm of its likelihood, by Adam."""
        into, bias, out = self.weights
        layer = np.tanh(offered.rows @ into + bias)
        marks = layer @ out + self._table(offered)
        likely = np.exp(marks - marks.max())
        error = likely / likely.sum()
        error[chosen] -= 1
        back = np.outer(error, out) * (1 - layer**2)
        self._steps += 1
        for i, slope in enumerate((offered.rows.T @ back, back.sum(axis=0), layer.T @ error)):
            self._mean[i] = 0.9 * self._mean[i] + 0.1 * slope
            self._square[i] = 0.999 * self._square[i] + 0.001 * slope**2
            mean, square = self._mean[i] / (1 - 0.9**self._steps), self._square[i] / (1 - 0.999**self._steps)
            self.weights[i] = self.weights[i] - rate * mean / (np.sqrt(square) + 1e-8)
        for place, wrong in zip(offered.places, error, strict=True):
            self.worth[place] = self.worth.get(place, 0.0) - 100 * rate * float(wrong)

    def policy(self, seen: Observation, rng: np.random.Generator) -> int:
        """An action by its mark; chance decides between those that are close."""
        marks = SURE * self.marks(offer(seen))
        return int(np.argmax(marks + rng.gumbel(size=len(marks))))


def at_random(seen: Observation, rng: np.random.Generator) -> int:
    """Any action."""
    return int(rng.integers(int(seen["action_mask"].sum())))


def watch(env: SeatEnv, seed: int) -> list[tuple[Offer, int]]:
    """What the doctrine player chose in a match, and from what."""
    teacher, rng = DoctrinePlayer(), random.Random(seed)
    seen, _ = env.reset(seed=seed)
    found, over = [], False
    while not over:
        ask = env.aec.match.decision.asks[0]
        chosen = ask.actions.index(teacher.choose(env.aec.match, ask, rng))
        if len(ask.actions) > 1:
            found.append((offer(seen), chosen))
        seen, _, over, _, _ = env.step(chosen)
    return found


def train(env: SeatEnv, lessons: int, rounds: int = 5, seed: int = 1) -> Network:
    """Watch some matches, and go over what was seen several times."""
    rng = np.random.default_rng(seed)
    examples = [example for n in range(lessons) for example in watch(env, seed * 1000 + n)]
    network = Network(examples[0][0].rows.shape[1], rng)
    for number in range(rounds):
        for i in rng.permutation(len(examples)):
            offered, chosen = examples[i]
            network.learn(offered, chosen, 0.003 / (1 + number))
        agree = [int(np.argmax(network.marks(offered))) == chosen for offered, chosen in examples[:2000]]
        print(f"round {number + 1}: agrees with doctrine in {np.mean(agree):.0%}", flush=True)
    return network


def won(env: SeatEnv, policy: Policy, seed: int) -> bool:
    """Play a match; a policy that goes on for ever has lost."""
    rng = np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    over = cut = False
    reward = 0.0
    while not over and not cut:
        seen, reward, over, cut, _ = env.step(policy(seen, rng))
    return over and reward > 0


def wins(env: SeatEnv, policy: Policy, matches: int) -> int:
    """Victories in matches nobody has seen before."""
    return sum(won(env, policy, 10_000_000 + n) for n in range(matches))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--lessons", type=int, default=30, help="matches to watch")
    parser.add_argument("--matches", type=int, default=40, help="to compare with afterwards")
    chosen = parser.parse_args()
    env = SeatEnv("night-fight", SCENARIO, limit=LIMIT)
    network = train(env, chosen.lessons)
    for name, policy in (("random", at_random), ("trained", network.policy)):
        print(f"{name}: {wins(env, policy, chosen.matches)} of {chosen.matches} won")


if __name__ == "__main__":
    main()
