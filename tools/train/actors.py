"""Actors: processes that play with the newest weights, to learn from or to measure."""

from __future__ import annotations

import multiprocessing
import pickle
import random
import time
from collections import defaultdict
from collections.abc import Sequence
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct

from grognard.engine import Action, Ask, Game, Match, find_game
from grognard.players import Player, make_player
from grognard.players.policy.network import Weights
from grognard.players.policy.player import Policy
from tools.train.episodes import Fitted, Learner, Seat, credited, packed, play, sides_of

FRESH = 1_000_000_000  # seeds from here on are measured with, and never trained on
FITTED, ITSELF = 0.5, 0.3  # of the opponents; the rest are earlier selves


class Task(Struct, frozen=True):
    """What the actors of a training play."""

    game: str
    scenarios: tuple[str, ...]
    folder: str  # where weights and decisions are handed over
    matches: int = 6  # in a parcel
    keeps: int = 15  # updates after which an earlier self is kept
    judges: int = 2  # actors that measure all the time
    seed: int = 1


class Parcel(NamedTuple):
    """What an actor decided in a few matches, and how these went: scenario, opponent, share, answers."""

    version: int
    file: str
    matches: list[tuple[str, str, float, int]]


class Pair(NamedTuple):
    """One seed played from both seats: what the policy got, and the seconds of it all."""

    version: int
    against: str
    scenario: str
    shares: tuple[float, ...]
    seconds: float


class Other:
    """A player by name, where a seat of training is wanted."""

    def __init__(self, name: str) -> None:
        self.player: Player = make_player(name)

    def answer(self, match: Match, ask: Ask, rng: random.Random) -> Action:
        return self.player.choose(match, ask, rng)


def handed_over(folder: str, version: int) -> Path:
    """The file of the weights after so many updates."""
    return Path(folder) / f"weights-{version}.npz"


def read_weights(path: Path) -> Weights:
    """Weights from their file."""
    with np.load(path, allow_pickle=False) as kept:
        return {name: kept[name] for name in kept.files}


class Actor:
    """One process that plays."""

    def __init__(self, number: int, task: Task) -> None:
        self.number, self.task = number, task
        self.game: Game = find_game(task.game)
        self.rng = random.Random(f"{task.seed} {number}")
        self.policy, self.version = Policy(self.game, {}, task.scenarios), -1
        self.earlier: list[Weights] = []
        self.sides = {name: sides_of(self.game, name) for name in task.scenarios}
        self.spent: dict[str, float] = defaultdict(float)  # seconds, by scenario
        self.played: dict[str, int] = defaultdict(int)
        self.parcels = 0

    def learn(self, version: int) -> None:
        """Take the newest weights."""
        if version != self.version:
            self.policy.weights, self.version = read_weights(handed_over(self.task.folder, version)), version
            if version and version % self.task.keeps == 0:
                self.earlier.append(self.policy.weights)

    def scenario(self) -> str:
        """One that less time was spent on than on others."""
        return min(self.task.scenarios, key=lambda name: (self.spent[name] * self._luck(), self._luck()))

    def _luck(self) -> float:
        return self.rng.uniform(0.5, 1.5)

    def parcel(self) -> Parcel:
        """A few matches to learn from."""
        decided, better, reached, matches = [], [], [], []
        for _ in range(self.task.matches):
            name, began = self.scenario(), time.process_time()
            learner = Learner(self.policy)
            kind, seats = self._seats(name, learner)
            got, answers = play(self.game, name, self.rng.getrandbits(29), seats)
            self.spent[name] += time.process_time() - began
            for side in self.sides[name]:
                own = [one for asked, one in learner.decided if asked == side]
                if own:
                    credit = credited(own, got[side])
                    decided += own
                    better.append(credit[0])
                    reached.append(credit[1])
            mine = next(side for side, seat in seats.items() if seat is learner)
            matches.append((name, kind, (got[mine] + 1) / 2, answers))
        self.parcels += 1
        file = Path(self.task.folder) / f"parcel-{self.number}-{self.parcels}"
        with file.open("wb") as kept:
            pickle.dump(packed(decided, np.concatenate(better), np.concatenate(reached)), kept, protocol=5)
        return Parcel(self.version, str(file), matches)

    def _seats(self, scenario: str, learner: Learner) -> tuple[str, dict[str, Seat]]:
        """Who plays: the learner in any seat, and whoever is drawn against it."""
        sides, drawn = self.sides[scenario], self.rng.random()
        if len(sides) == 1 or FITTED <= drawn < FITTED + ITSELF:
            return "itself", dict.fromkeys(sides, learner)
        foe: Seat = Fitted()
        if drawn >= FITTED + ITSELF and self.earlier:
            foe = Learner(Policy(self.game, self.rng.choice(self.earlier), self.task.scenarios), greedy=False)
        mine = self.rng.choice(sides)
        kind = "fitted" if isinstance(foe, Fitted) else "earlier"
        return kind, {side: learner if side == mine else foe for side in sides}

    def pair(self, against: str) -> Pair:
        """One fresh seed from both seats; with one side, the same night by the policy and by the other."""
        name, seed, began = self.scenario(), FRESH + self.rng.randrange(FRESH), time.process_time()
        shares, sides = [], self.sides[name]
        for mine in sides:
            seats: dict[str, Seat] = {side: self._other(against) for side in sides}
            seats[mine] = Learner(self.policy, greedy=True)
            shares.append((play(self.game, name, seed, seats)[0][mine] + 1) / 2)
        if len(sides) == 1:
            alone = play(self.game, name, seed, {sides[0]: self._other(against)})[0][sides[0]]
            shares = [0.5 + (shares[0] - (alone + 1) / 2) / 2]
        took = time.process_time() - began
        self.spent[name] += took
        return Pair(self.version, against, name, tuple(shares), took)

    def _other(self, name: str) -> Seat:
        return Fitted() if name == "fitted" else Other(name)


def act(
    number: int,
    task: Task,
    version: Synchronized[int],
    against: Sequence[Any],
    stage: Synchronized[int],
    out: multiprocessing.Queue[Parcel | Pair],
) -> None:
    """The life of an actor: training, and then measuring against one player after the other, until it is ended."""
    actor = Actor(number, task)
    while True:
        actor.learn(version.value)
        now = stage.value
        if now:
            out.put(actor.pair(against[now - 1]))
        elif number < task.judges:
            out.put(actor.pair("fitted"))
        else:
            out.put(actor.parcel())
