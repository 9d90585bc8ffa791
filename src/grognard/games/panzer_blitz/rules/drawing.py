"""Deeds to draw one from: who makes no list of them need not ask of each whether it may be done."""

from __future__ import annotations

from typing import TypeVar

from grognard.engine import Deed, Doing, Sieve
from grognard.games.panzer_blitz.rules.state import PanzerBlitz

D = TypeVar("D", bound=Deed)


def sieve(g: PanzerBlitz, by: Doing, kind: type[D]) -> Sieve[D]:
    """The deeds of one kind that may be possible; no kind of this game names one twice."""
    return Sieve(list(kind.candidates(g, by)), lambda deed: deed.why_not(g, by) is None)


def any_of(g: PanzerBlitz, by: Doing, kind: type[D]) -> Sieve[D]:
    """The deeds of a kind whose candidates are all possible."""
    return Sieve(list(kind.candidates(g, by)), lambda deed: True)
