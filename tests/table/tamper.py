"""Changes records one place at a time, with the sums mended, and counts what `verify` lets pass.

python -m tests.table.tamper [--answers 40] [--seed 1]

Prints by kind how many were tried and how many pass. In a record that nobody has signed a change passes only if it says
nothing that could be checked; docs/dice.md has the list.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec

from grognard.engine import SHELF, GrognardError, Match, verify
from grognard.engine.record import Line, read_lines, write_lines

BYTES = 20  # single bytes changed in each record


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
            for other in others(getattr(line, field)):
                changed = msgspec.structs.replace(line, **{field: other})
                yield f"{kind}.{field} changed", [*lines[:i], changed, *lines[i + 1 :]]


def others(value: Any) -> Iterator[Any]:
    """Something else of the same kind."""
    match value:
        case int() | float():
            yield from (value + 1, value - 1)
        case str():
            yield from (f"{value}0", value[:-1])
        case tuple():
            yield from ((*value, 0), value[:-1], tuple(die ^ 1 for die in value))
        case dict():
            yield from ({k: v for k, v in value.items() if k != name} for name in value)
            yield from (value | {name: f"{value[name]}0"} for name in value)
        case msgspec.Raw() if bytes(value):
            yield from map(msgspec.Raw, mangled(bytes(value)))


def mangled(data: bytes) -> Iterator[bytes]:
    """JSON with its first word, its last word or its first number changed."""
    words = [found.end() - 1 for found in re.finditer(rb'"[^"]+"', data)]
    for at in {*words[:2], *words[-1:]}:
        yield data[:at] + b"0" + data[at:]
    number = re.search(rb":\d", data)
    if number is not None:
        yield data[: number.end()] + b"1" + data[number.end() :]


def accepted(data: bytes) -> bool:
    """Does it verify as proven, and without a word about older rules or other words?"""
    try:
        found = verify(data)
    except GrognardError:
        return False
    return found.whole and not found.older_rules and not found.other_words


def tamper(game_id: str, answers: int, seed: int, every: int = 1) -> tuple[Counter[str], Counter[str]]:
    """What was tried and what passed, by kind; of so many changes, one."""
    data, tried, passed, rng = (
        played(game_id, answers, seed).record(),
        Counter[str](),
        Counter[str](),
        random.Random(seed),
    )
    lines = list(read_lines(data))
    for kind, changed in islice(changes(lines), 0, None, every):
        if changed != lines:
            tried[kind] += 1
            passed[kind] += accepted(write_lines(changed))
    for _ in range(BYTES // every):
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
