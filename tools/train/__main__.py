"""Train a policy for some battles of a game, measure it on fresh seeds, and write its file.

python -m tools.train folio --scenario bir-salem --scenario dainville --minutes 10 --out trained
python -m tools.train folio --scenario bir-salem --from trained/folio.npz --minutes 10 --out trained
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import pickle
import queue
import tempfile
import time
from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from grognard.engine import find_game
from grognard.players.policy.file import About, Measured, Score, columns_of, unpacked, write
from grognard.players.policy.network import Weights, fresh, moved
from grognard.players.policy.questions import Columns
from tools.train.actors import Pair, Parcel, Task, act, handed_over
from tools.train.learner import Learning, Recipe

AGAINST = ("fitted", "grognard:0.05s")  # whom a policy is measured against
LATE = 4  # updates after which a parcel is too old to learn from
SILENT = 60.0  # seconds without a word from any actor after which something is wrong
REPORT = 15.0  # seconds between two lines of the curve
SUMMED = ("minutes", "matches")  # of a recipe, over all trainings
RECENT = 300  # matches that a line of the curve looks back on


class Training:
    """Actors, the learner, and what they say."""

    def __init__(self, task: Task, actors: int, weights: Weights, recipe: Recipe) -> None:
        self.task, self.recipe = task, recipe
        context = multiprocessing.get_context("spawn")
        self.version, self.stage = context.Value("i", 0), context.Value("i", 0)
        self.out: multiprocessing.Queue[Parcel | Pair] = context.Queue()
        self._hand_over(weights)
        told = (task, self.version, AGAINST, self.stage, self.out)
        self.actors = [context.Process(target=act, args=(i, *told), daemon=True) for i in range(actors)]
        for actor in self.actors:
            actor.start()
        self.learning = Learning(weights, recipe, task.seed)
        self.matches, self.began = 0, time.monotonic()
        self.shares: dict[str, deque[float]] = defaultdict(lambda: deque(maxlen=RECENT))
        self.lengths: dict[str, deque[int]] = defaultdict(lambda: deque(maxlen=RECENT))
        self.curve: deque[float] = deque(maxlen=RECENT)

    def _hand_over(self, weights: Weights, version: int = 0) -> None:
        np.savez(handed_over(self.task.folder, version), **weights)  # type: ignore[arg-type]
        self.version.value = version

    def heard(self, until: float) -> Iterator[Parcel | Pair]:
        """Whatever the actors say until then."""
        last = time.monotonic()
        while (now := time.monotonic()) < until:
            try:
                yield self.out.get(timeout=1.0)
                last = time.monotonic()
            except queue.Empty:
                gone = [actor.name for actor in self.actors if not actor.is_alive()]
                if gone or now - last > SILENT:
                    raise RuntimeError(f"the actors say nothing any more; ended: {gone or 'none'}") from None

    def train(self, seconds: float) -> None:
        """Learn for so long."""
        until, parts, decisions, told = self.began + seconds, [], 0, time.monotonic()
        moved: dict[str, float] = {}
        for news in self.heard(until):
            if isinstance(news, Pair):
                self.curve.append(float(np.mean(news.shares)))
                continue
            part = self._opened(news)
            if self.version.value - news.version <= LATE:
                parts.append(part)
                decisions += len(part["chosen"])
            if decisions >= self.recipe.decisions:
                moved = self.learning.update(parts, (time.monotonic() - self.began) / seconds)
                self._hand_over(self.learning.network.weights(), self.version.value + 1)
                parts, decisions = [], 0
            if time.monotonic() - told > REPORT:
                told = time.monotonic()
                self._report(moved)

    def _opened(self, parcel: Parcel) -> dict[str, np.ndarray]:
        file = Path(parcel.file)
        part: dict[str, np.ndarray] = pickle.loads(file.read_bytes())
        file.unlink()
        self.matches += len(parcel.matches)
        for scenario, against, share, answers in parcel.matches:
            self.shares[against].append(share)
            self.lengths[scenario].append(answers)
        return part

    def _report(self, moved: dict[str, float]) -> None:
        drawn = ", ".join(f"{who} {np.mean(shares):.0%}" for who, shares in sorted(self.shares.items()))
        lengths = ", ".join(f"{name} {np.mean(found):.0f}" for name, found in sorted(self.lengths.items()))
        learnt = ", ".join(f"{name} {value:.3f}" for name, value in moved.items())
        greedy = f"{np.mean(self.curve):.1%} of {len(self.curve)}" if self.curve else "not yet"
        print(
            f"{time.monotonic() - self.began:5.0f} s  {self.matches:6} matches  update {self.version.value:4}  "
            f"greedy against fitted {greedy}  drawn: {drawn}  answers: {lengths}  {learnt}",
            flush=True,
        )

    def measure(self, seconds: float) -> dict[str, Measured]:
        """How the policy does now, battle by battle, on fresh seeds."""
        found: dict[str, dict[str, list[float]]] = {name: {} for name in self.task.scenarios}
        for stage, against in enumerate(AGAINST, 1):
            self.stage.value = stage
            for news in self.heard(time.monotonic() + seconds / len(AGAINST)):
                if isinstance(news, Pair) and (news.against, news.version) == (against, self.version.value):
                    found[news.scenario].setdefault(against, []).append(float(np.mean(news.shares)))
        scores = {name: {who: score(pairs) for who, pairs in by.items()} for name, by in found.items()}
        return {name: Measured(by[AGAINST[0]], by.get(AGAINST[1])) for name, by in scores.items() if AGAINST[0] in by}

    def end(self) -> None:
        """Everybody stops."""
        for actor in self.actors:
            actor.terminate()


def score(pairs: list[float]) -> Score:
    """The mean of pairs of matches with half of its 95 % interval."""
    within = 1.96 * float(np.std(pairs, ddof=1)) / len(pairs) ** 0.5 if len(pairs) > 1 else 1.0
    return Score(round(float(np.mean(pairs)), 4), round(within, 4), len(pairs))


def begun(file: Path | None, columns: Columns) -> tuple[Weights, Counter[str]]:
    """Fresh weights, or those of an earlier training, of other rules or battles perhaps; and what that has taken."""
    if file is None:
        return fresh(*columns.sizes), Counter()
    weights, about = unpacked(file)
    return moved(weights, about.columns, columns), Counter({name: float(about.recipe.get(name, 0)) for name in SUMMED})


def main() -> None:
    """Read what is wanted, train, measure, write."""
    parser = argparse.ArgumentParser(prog="python -m tools.train", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--scenario", action="append", help="a battle to train on; all of the game if none is named")
    parser.add_argument("--minutes", type=float, default=10.0, help="of training")
    parser.add_argument("--measure", type=float, default=2.0, help="minutes of measuring afterwards")
    parser.add_argument("--actors", type=int, default=max(1, (os.cpu_count() or 2) - 1))
    parser.add_argument("--from", dest="start", type=Path, help="the file of an earlier training, to go on from")
    parser.add_argument("--rate", type=float, default=Recipe().rate)
    parser.add_argument("--decisions", type=int, default=Recipe().decisions, help="in an update")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("trained"))
    given = parser.parse_args()
    game = find_game(given.game)
    trained = tuple(given.scenario or game.scenarios)
    columns = columns_of(game, trained)
    weights, before = begun(given.start, columns)
    recipe = Recipe(rate=given.rate, decisions=given.decisions)
    given.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:
        task = Task(given.game, trained, folder, seed=given.seed, judges=max(1, given.actors // 8))
        training = Training(task, given.actors, weights, recipe)
        try:
            training.train(60 * given.minutes)
            learnt = training.learning.network.weights()
            how = {
                "minutes": before["minutes"] + given.minutes,
                "matches": before["matches"] + training.matches,
                "actors": given.actors,
            }
            about = About(game.id, game.version, trained, columns, 0, {**how, "rate": given.rate})
            write(given.out / f"{game.id}.npz", about, learnt)
            about.measured.update(training.measure(60 * given.measure))
            write(given.out / f"{game.id}.npz", about, learnt)
        finally:
            training.end()
    for name, measured in about.measured.items():
        print(f"{name}: {'plays' if measured.accepted else 'does not play'} {measured}")


if __name__ == "__main__":
    main()
