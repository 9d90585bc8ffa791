"""Changes records one place at a time, with the sums mended, and counts what `verify` lets pass.

python -m tests.table.tamper [--answers 40] [--seed 1]
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator

import msgspec

from grognard.engine import SHELF, GrognardError, Match, verify
from grognard.engine.record import Line, read_lines, write_lines

BYTES = 40  # single bytes changed in each record


def played(game_id: str, answers: int, seed: int) -> Match:
    """A random match of a game's first scenario."""
    match, rng = Match.new(SHELF[game_id], next(iter(SHELF[game_id].scenarios)), seed=seed), random.Random(seed)
    for _ in range(answers):
        if not match.over:
            ask = rng.choice(match.decision.asks)
            match.take(rng.choice(list(ask.actions)), ask.side)
    return match


def changes(lines: list[Line]) -> Iterator[tuple[str, list[Line]]]:
    """Every record that differs in one line or one value, and what was done to it."""
    for i, line in enumerate(lines):
        kind = str(line.__struct_config__.tag)
        yield f"{kind} left out", lines[:i] + lines[i + 1 :]
        yield f"{kind} doubled", [*lines[: i + 1], *lines[i:]]
        for field in line.__struct_fields__:
            value = getattr(line, field)
            if field == "log" or not isinstance(value, int | str | tuple):
                continue
            other = another(value)
            yield (
                f"{kind}.{field} changed",
                [*lines[:i], msgspec.structs.replace(line, **{field: other}), *lines[i + 1 :]],
            )


def another(value: int | str | tuple[int, ...]) -> int | str | tuple[int, ...]:
    """Something else of the same kind."""
    if isinstance(value, int):
        return value + 1
    return f"{value}0" if isinstance(value, str) else (*value, 0)


def accepted(data: bytes) -> bool:
    """Does it verify as proven?"""
    try:
        return verify(data).whole
    except GrognardError:
        return False


def tamper(game_id: str, answers: int, seed: int) -> tuple[Counter[str], Counter[str]]:
    """What was tried and what passed, by kind."""
    data, tried, passed, rng = (
        played(game_id, answers, seed).record(),
        Counter[str](),
        Counter[str](),
        random.Random(seed),
    )
    for kind, changed in changes(list(read_lines(data))):
        tried[kind] += 1
        passed[kind] += accepted(write_lines(changed))
    for _ in range(BYTES):
        i = rng.randrange(len(data) - 1)
        tried["byte changed"] += 1
        passed["byte changed"] += accepted(data[:i] + bytes([data[i] ^ 1]) + data[i + 1 :])
    return tried, passed


def main() -> None:
    """All games."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--answers", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    tried, passed = Counter[str](), Counter[str]()
    for game_id in SHELF:
        more, through = tamper(game_id, chosen.answers, chosen.seed)
        tried, passed = tried + more, passed + through
    for kind, count in sorted(tried.items()):
        print(f"{kind:24} {passed[kind]:5} of {count:5} pass")
    print(f"{'all':24} {sum(passed.values()):5} of {sum(tried.values()):5} pass")


if __name__ == "__main__":
    main()
