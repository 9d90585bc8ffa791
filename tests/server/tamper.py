"""Changes records one place at a time, with the sums mended, and counts what `verify` lets pass.

python -m tests.server.tamper [--count 10000] [--answers 12]

So many changes to short records of every game by turns, for each record the dice chosen by a new seal before each
roll, and files made to take time, memory or the stack of whoever reads them. Prints by kind how many were tried and how
many pass. In a record that nobody has signed a change passes only if it says nothing that could be checked;
docs/how-to/verify-a-record.md has the list.
"""

from __future__ import annotations

import argparse
import itertools
import random
import re
from collections import Counter
from collections.abc import Iterator
from hashlib import blake2b
from itertools import islice
from math import prod
from typing import Any

import msgspec
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from grognard.engine import SHELF, GrognardError, Match, verify
from grognard.engine.core.dice import SealedDice, seal_of
from grognard.engine.records.record import Line, SealLine, SecretLine, read_lines, write_lines

BYTES = 40  # single bytes changed in each record
# docs/how-to/verify-a-record.md names them
SAYS_NOTHING = {"state doubled", "state left out", "take left out", "take.do changed"}


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
    tried, passed, rng = Counter[str](), Counter[str](), random.Random(seed)
    data = played(game_id, answers, seed).record()
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


def impossible(lines: list[Line]) -> Iterator[tuple[str, bytes]]:
    """Files made to take time, memory or the parser's stack: each must be refused in a sentence."""
    deep = b"[" * 200_000 + b"]" * 200_000
    head, *rest = [msgspec.json.encode(line) for line in lines]
    bare = head[:-1] + b","

    def instead(field: bytes, value: bytes) -> bytes:
        place = next(i for i, body in enumerate(rest) if b'"' + field + b'":' in body)
        plain = msgspec.json.decode(rest[place], type=dict[str, msgspec.Raw])
        body = msgspec.json.encode(plain | {field.decode(): msgspec.Raw(value)})
        return summed([head, *rest[:place], body, *rest[place + 1 :]])

    yield "a deep answer", instead(b"do", b'{"type":"Pick","piece":' + deep + b"}")
    yield "a deep position", summed([bare + b'"position":' + deep + b"}", *rest])
    yield "a number of 100,000 digits", instead(b"dice", b"[" + b"9" * 100_000 + b"]")
    yield "a million dice", instead(b"dice", b"[" + b"1," * 999_999 + b"1]")
    yield "an undo of 10^15", summed([head, *rest, b'{"line":"undo","count":1000000000000000,"digest":"x"}'])
    yield "an undo of -1", summed([head, *rest, b'{"line":"undo","count":-1,"digest":"x"}'])
    yield (
        "a text bomb",
        summed([bare + b'"file":"game = \\"folio\\"\\n' + b".".join([b"a"] * 12_000) + b' = 1"}', *rest]),
    )
    path = msgspec.json.decode(head, type=dict[str, msgspec.Raw]) | {"scenario": msgspec.Raw(b'"../../etc/passwd"')}
    yield "a path for a scenario", summed([msgspec.json.encode(path), *rest])
    yield "a secret that is none", summed([head, *rest, b'{"line":"secret","secret":"zz"}'])
    yield "zero bytes", bytes(1_000_000)
    yield "one long line", b"{" * 1_000_000
    yield "empty lines", b"\n" * 1_000_000


def summed(bodies: list[bytes]) -> bytes:
    """A record of these lines, with the sums that belong to them."""
    before, found = b"", list[bytes]()
    for body in bodies:
        before = blake2b(before + body, digest_size=6).hexdigest().encode()
        found.append(body[:-1] + b',"sum":"' + before + b'"}\n')
    return b"".join(found)


class Highest:
    """Dice as a cheat would like them; they note how many sides each had."""

    def __init__(self) -> None:
        self.sides: list[int] = []

    def pick(self, n: int) -> int:
        self.sides.append(n)
        return n - 1


def chosen_dice(game_id: str, rolls: int, seed: int, most: int = 400) -> tuple[bytes, int]:
    """A record in which every roll but long ones is as the cheat likes it, and how many are: a new seal before each."""
    match, rng = Match.new(SHELF[game_id], next(iter(SHELF[game_id].scenarios)), seed=seed), random.Random(seed)
    assert isinstance(match.dice, SealedDice)
    used = [match.dice.secret]
    while len(used) <= rolls and not match.over:
        ask = match.decision.asks[0]
        action = rng.choice(list(ask.actions))
        trial, wish = match.clone(), Highest()
        trial.dice = trial.state.dice = wish
        trial.take(action, ask.side)
        if wish.sides and prod(wish.sides) <= most:
            used.append(ground(wish.sides, rng))
            match._lines.append(SealLine(seal_of(used[-1])))  # type: ignore[union-attr]
            match.dice = match.state.dice = SealedDice(used[-1])
        match.take(action, ask.side)
    return write_lines([*match.lines, *(SecretLine(secret.hex()) for secret in used)]), len(used) - 1


def ground(sides: list[int], rng: random.Random) -> bytes:
    """A secret under which the first dice show their highest faces."""
    while True:
        secret = rng.randbytes(32)
        dice = SealedDice(secret)
        if all(dice.pick(n) == n - 1 for n in sides):
            return secret


def many(count: int, answers: int) -> tuple[Counter[str], Counter[str]]:
    """So many changes or some more, the games by turns."""
    tried, passed = Counter[str](), Counter[str]()
    columns = (TextColumn("tamper"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns) as progress:
        task = progress.add_task("", total=count)
        for seed, game_id in ((seed, game_id) for seed in itertools.count(1) for game_id in SHELF):
            more, through = tamper(game_id, answers, seed)
            tried, passed = tried + more, passed + through
            record, rolls = chosen_dice(game_id, 3, seed)
            tried["dice chosen"] += rolls > 0
            passed["dice chosen"] += rolls > 0 and accepted(record)
            for kind, data in impossible(list(read_lines(played(game_id, answers, seed).record()))):
                tried[kind] += 1
                passed[kind] += accepted(data)
            progress.update(task, completed=min(tried.total(), count))
            if tried.total() >= count and game_id == list(SHELF)[-1]:
                break
    return tried, passed


def main() -> None:
    """All games."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--answers", type=int, default=12)
    chosen = parser.parse_args()
    tried, passed = many(chosen.count, chosen.answers)
    for kind, count in sorted(tried.items()):
        print(f"{kind:24} {passed[kind]:5} of {count:5} pass")
    print(f"{'all':24} {passed.total():5} of {tried.total():5} pass")
    amiss = {kind: count for kind, count in passed.items() if count and kind not in SAYS_NOTHING}
    print(f"not on the list of what says nothing: {amiss or 'none'}")


if __name__ == "__main__":
    main()
