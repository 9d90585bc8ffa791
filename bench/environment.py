"""Random decisions a second through the PettingZoo environments, beside PettingZoo's own chess."""

from __future__ import annotations

import random
import time
import warnings
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.table import Table

from bench.timing import rates_in_turn
from grognard import env
from grognard.engine import SHELF

LIMIT = 2.0


def steps_through(zoo: Any) -> Callable[[float], float]:
    """Observe, choose at random from the mask, step."""
    rng = random.Random(1)

    def measure(seconds: float) -> float:
        steps, start = 0, time.process_time()
        while time.process_time() - start < seconds:
            zoo.reset(seed=rng.randrange(1 << 30))
            for _ in zoo.agent_iter():
                seen, _, over, cut, _ = zoo.last()
                zoo.step(None if over or cut else rng.choice(seen["action_mask"].nonzero()[0]))
                steps += 1
                if time.process_time() - start > 3 * seconds:
                    break
        return steps / (time.process_time() - start)

    return measure


def environments(console: Console) -> None:
    """Every game's first scenario against chess."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pettingzoo.classic import chess_v6
    table = Table("environment", "decisions/s", "chess", "× chess", "limit")
    for game in SHELF.values():
        zoo = env.GrognardEnv(game, next(iter(game.scenarios)))
        ours, theirs = rates_in_turn(steps_through(zoo), steps_through(chess_v6.env()), rounds=2)
        ratio = f"{ours / theirs:.2f}"
        table.add_row(str(zoo.metadata["name"]), f"{ours:,.0f}", f"{theirs:,.0f}", ratio, f"≥ {LIMIT:g}")
    console.print(table)
