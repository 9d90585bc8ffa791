"""Timing that a busy machine disturbs as little as possible: processor time, rounds in turn, the best of each."""

from __future__ import annotations

import time
from collections.abc import Callable


def seconds_each(work: Callable[[], object], least: float = 0.15) -> float:
    """Seconds for one call, from enough calls to fill `least` seconds."""
    calls = 1
    while True:
        start = time.process_time()
        for _ in range(calls):
            work()
        spent = time.process_time() - start
        if spent >= least:
            return spent / calls
        calls = max(calls * 2, int(calls * least / max(spent, 1e-9)) + 1)


def in_turn(*works: Callable[[], object], rounds: int = 5) -> list[float]:
    """The best time of each, measured in turn so that noise falls on all alike."""
    best = [float("inf")] * len(works)
    for _ in range(rounds):
        for i, work in enumerate(works):
            best[i] = min(best[i], seconds_each(work))
    return best


def rates_in_turn(*works: Callable[[float], float], rounds: int = 4, seconds: float = 1.0) -> list[float]:
    """The best rate of each; a work gets a number of seconds and returns how much it did in a second."""
    best = [0.0] * len(works)
    for _ in range(rounds):
        for i, work in enumerate(works):
            best[i] = max(best[i], work(seconds))
    return best
