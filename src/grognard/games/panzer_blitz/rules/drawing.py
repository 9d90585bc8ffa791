"""Deeds to draw one from: who makes no list of them need not ask of each whether it may be done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar, overload

from grognard.engine import Deed, Doing, Sieve
from grognard.games.panzer_blitz.rules.state import PanzerBlitz

D = TypeVar("D", bound=Deed)


class Each(Sequence[D]):
    """A deed of a kind with each of some names, made when it is looked at."""

    def __init__(self, kind: Callable[[str], D], names: Sequence[str]) -> None:
        self._kind, self._names = kind, names

    @overload
    def __getitem__(self, i: int) -> D: ...
    @overload
    def __getitem__(self, i: slice) -> Sequence[D]: ...
    def __getitem__(self, i: int | slice) -> D | Sequence[D]:
        return self._kind(self._names[i]) if isinstance(i, int) else [self._kind(name) for name in self._names[i]]

    def __len__(self) -> int:
        return len(self._names)


def sieve(g: PanzerBlitz, by: Doing, kind: type[D]) -> Sieve[D]:
    """The deeds of one kind that may be possible; no kind of this game names one twice."""
    return Sieve(list(kind.candidates(g, by)), lambda deed: deed.why_not(g, by) is None)


def any_of(g: PanzerBlitz, by: Doing, kind: type[D]) -> Sieve[D]:
    """The deeds of a kind whose candidates are all possible."""
    return Sieve(list(kind.candidates(g, by)), lambda deed: True)
