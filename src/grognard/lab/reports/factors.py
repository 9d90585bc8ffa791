"""Why a side wins: the aims, losses and reinforcements with which its matches went otherwise than without.

For each of them the matches are parted in those in which it happened and the rest; told is what a difference in the
first side's share of victories cannot be chance, with its interval. What goes with victory need not be its cause.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import sqrt
from typing import Literal, NamedTuple

from grognard.engine import find_game
from grognard.engine.core.wording import capital, does
from grognard.lab.job import MatchResult
from grognard.lab.levers import score
from grognard.lab.stats import Z

Kind = Literal["aim", "loss", "arrival"]
FEW = 4  # matches with it, and without it, before anything is said
TOLD = 12  # of them at most
CLOSE = 1.3  # standard errors are so much too small where many things are looked at
VERBS: dict[Kind, str] = {"aim": "reached", "loss": "lost", "arrival": "was joined by"}


class Reason(NamedTuple):
    """Something that happened in some matches, and how often the first side won with it and without."""

    kind: Kind
    side: str  # whose aim, loss or reinforcement it was
    what: str
    with_it: float
    matches: int
    without: float
    rest: int

    @property
    def gain(self) -> float:
        return self.with_it - self.without

    @property
    def error(self) -> float:
        """Half of the interval of the difference (95 %), a match won and one lost added to each part."""
        parts = ((self.with_it, self.matches), (self.without, self.rest))
        return Z * sqrt(sum(_spread(share, count) for share, count in parts))

    def says(self, first: str, people: Callable[[str], str]) -> str:
        """A sentence."""
        shares = f"{people(first)} won {self.with_it:.0%} of the {self.matches} matches"
        rest = f"{self.without:.0%} of the others ({self.gain:+.0%}, ±{self.error:.0%})"
        return f"{self.event(people)}: {shares}, {rest}."

    def event(self, people: Callable[[str], str]) -> str:
        """What happened, and to whom."""
        whose = people(self.side)
        what = f"“{self.what}”" if self.kind == "aim" else self.what
        return f"{capital(whose)} {does(whose, VERBS[self.kind])} {what}"


def _spread(share: float, count: int) -> float:
    padded = (share * count + 1) / (count + 2)
    return padded * (1 - padded) / count


def reasons(rows: Sequence[MatchResult]) -> list[Reason]:
    """What went with victory and defeat, the most telling first."""
    found = [reason for key in _keys(rows) if (reason := _reason(rows, *key)) is not None]
    telling = [reason for reason in found if abs(reason.gain) > CLOSE * reason.error]
    return sorted(telling, key=lambda one: (-abs(one.gain) / one.error, one.what))[:TOLD]


def _keys(rows: Sequence[MatchResult]) -> list[tuple[Kind, str]]:
    kinds: tuple[Kind, ...] = ("aim", "loss", "arrival")
    often = Counter((kind, name) for row in rows for kind in kinds for name in set(happened(row, kind)))
    return [key for key, count in sorted(often.items()) if FEW <= count <= len(rows) - FEW]


def happened(row: MatchResult, kind: Kind) -> Sequence[str]:
    """What happened in a match: whose, and what."""
    return {"aim": row.reached, "loss": row.gone, "arrival": row.arrived}[kind]


def _reason(rows: Sequence[MatchResult], kind: Kind, name: str) -> Reason | None:
    parts: dict[bool, list[float]] = {True: [], False: []}
    for row in rows:
        parts[name in happened(row, kind)].append(score(row))
    if not all(parts.values()):
        return None
    side, _, what = name.partition(": ")
    (with_it, matches), (without, rest) = ((sum(part) / len(part), len(part)) for part in (parts[True], parts[False]))
    return Reason(kind, side, what, with_it, matches, without, rest)


def sentences(rows: Sequence[MatchResult], most: int = TOLD) -> list[str]:
    """The same in words."""
    if not rows:
        return []
    people = find_game(rows[0].game).face.people
    return [reason.says(rows[0].sides[0], people) for reason in reasons(rows)[:most]]
