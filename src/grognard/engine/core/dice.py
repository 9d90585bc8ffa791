"""Where chance comes from. Rules only ever ask for one of `n` equal outcomes; who answers is injected.

A match is sealed: its secret is committed to by hash before the first roll, outcome k is a keyed hash
of k, and the secret is shown at the end, so that anybody can recompute every die.
"""

from __future__ import annotations

import hashlib
import hmac
import random
import secrets as system_secrets
from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from itertools import product
from math import comb
from typing import Protocol


class OutOfDice(RuntimeError):
    """Rigged or recorded outcomes ran out."""


class Dice(Protocol):
    """Answers with one of n equal outcomes, 0 to n-1."""

    def pick(self, n: int) -> int: ...


class NoDice:
    """Refuses: for code that must not depend on chance."""

    def pick(self, n: int) -> int:
        raise OutOfDice("this state has no dice; give it some before it rolls")


NO_DICE = NoDice()


class SealedDice:
    """Outcomes of a secret and of what every seat has put in (`head`): outcome k is a keyed hash of k, reduced to n."""

    def __init__(self, secret: bytes, start: int = 0, head: bytes = b"") -> None:
        self.secret, self.count = secret, start
        key = dice_key(secret, head) if head else secret
        self._keyed = hashlib.blake2b(key=key, digest_size=16)

    @classmethod
    def fresh(cls, seed: int | str | None = None) -> SealedDice:
        """A new secret: from the system's entropy, or a fixed one for a seed."""
        if seed is None:
            return cls(system_secrets.token_bytes(32))
        return cls(hashlib.sha256(f"grognard seed {seed}".encode()).digest())

    @property
    def seal(self) -> str:
        """The commitment: everybody may know it from the start, nobody can undo it."""
        return seal_of(self.secret)

    def pick(self, n: int) -> int:
        outcome = self._keyed.copy()
        outcome.update(self.count.to_bytes(8, "big"))
        self.count += 1
        return int.from_bytes(outcome.digest(), "big") % n  # 2**128 outcomes: the bias is below 2**-120


def dice_key(secret: bytes, head: bytes) -> bytes:
    """What the outcomes are made with where every seat has a share in them."""
    return hmac.digest(secret, b"dice " + head, "sha256")


def seal_of(secret: bytes) -> str:
    """The public commitment to a secret."""
    return hashlib.sha256(b"grognard seal " + secret).hexdigest()


class RandomDice:
    """A generator of one's own: for search and simulation."""

    def __init__(self, rng: random.Random) -> None:
        self.pick = rng.randrange


class RiggedDice:
    """Faces set in advance, 1 being the lowest: for tests."""

    def __init__(self, faces: Iterable[int]) -> None:
        self.faces = list(faces)

    def pick(self, n: int) -> int:
        if not self.faces:
            raise OutOfDice(f"a die of {n} sides was rolled but no rigged face is left")
        face = self.faces.pop(0)
        if not 1 <= face <= n:
            raise OutOfDice(f"rigged face {face} does not exist on a die of {n} sides")
        return face - 1


class RecordedDice:
    """Outcomes written in a record."""

    def __init__(self, outcomes: Sequence[int]) -> None:
        self.outcomes, self.used = outcomes, 0

    def pick(self, n: int) -> int:
        if self.used >= len(self.outcomes):
            raise OutOfDice("the record holds fewer dice than the rules roll here")
        outcome = self.outcomes[self.used]
        self.used += 1
        if not 0 <= outcome < n:
            raise OutOfDice(f"the record holds outcome {outcome} of a die of {n} sides")
        return outcome


class Branch(Exception):
    """A script has ended at a roll: the ways it can go on, each with its share."""

    def __init__(self, ways: list[tuple[tuple[int, ...], Fraction]]) -> None:
        self.ways = ways


class ScriptedDice:
    """Outcomes of a script; where it ends a roll branches: for exact odds."""

    def __init__(self, script: tuple[int, ...]) -> None:
        self.script, self.used = script, 0

    def pick(self, n: int) -> int:
        if self.used == len(self.script):
            raise Branch([((k,), Fraction(1, n)) for k in range(n)])
        self.used += 1
        return self.script[self.used - 1]

    def branch_by_choice(self, among: Sequence[object]) -> None:
        """At the end of the script, a choice branches by what is chosen: one of the equals stands for all."""
        if self.used < len(self.script):
            return
        firsts = [among.index(thing) for thing in among]
        raise Branch([((k,), Fraction(firsts.count(k), len(among))) for k in dict.fromkeys(firsts)])

    def foresee_hits(self, count: int, least: int) -> None:
        """At the end of the script, so many six-sided dice branch by how many of them are so high."""
        if self.used < len(self.script):
            return
        hit = Fraction(7 - least, 6)
        shares = (comb(count, k) * hit**k * (1 - hit) ** (count - k) for k in range(count + 1))
        raise Branch([((least - 1,) * k + (0,) * (count - k), share) for k, share in enumerate(shares)])

    def foresee(self, count: int, worth: Callable[[tuple[int, ...]], Hashable]) -> None:
        """At the end of the script, so many dice branch by what they are worth: one fall stands for all alike."""
        if self.used < len(self.script):
            return
        alike: dict[Hashable, list[tuple[int, ...]]] = {}
        for fall in product(range(6), repeat=count):
            alike.setdefault(worth(tuple(k + 1 for k in fall)), []).append(fall)
        raise Branch([(falls[0], Fraction(len(falls), 6**count)) for falls in alike.values()])
