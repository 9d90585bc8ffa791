"""What one side sees and another does not is dealt again, or computer players look into hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from grognard.conformance.spots import Spot
from grognard.engine import View

SHOWN = ("pieces", "cards", "markers", "tracks")  # of a view
MUST = ("pieces", "cards")  # what is hidden of these is not known to whoever does not see it
OFTEN = 6  # times that something was hidden and never dealt again until it is held against the game
LOOKED_AT = 8  # positions of a scenario


class Secret(NamedTuple):
    """Something that one side sees and another does not."""

    what: str
    owner: str
    kept_from: str

    def __str__(self) -> str:
        return f"{self.what} of {self.owner}, kept from {self.kept_from}"


class Secrets:
    """What was hidden, how often, and how often a deal has changed it."""

    def __init__(self) -> None:
        self.hidden: Counter[Secret] = Counter()
        self.dealt: Counter[Secret] = Counter()
        self.fields: Counter[str] = Counter()  # of the state, that a deal has changed
        self.last: dict[Secret, Spot] = {}
        self.deals = 0

    def look(self, spot: Spot) -> None:
        """Deal once for each side and for spectators."""
        g, rules, rng = spot.match.state, spot.match.game.rules, spot.rng
        seen = {side: rules.view(g, side) for side in spot.match.sides}
        for side in (*seen, None):
            mine = seen[side] if side is not None else rules.view(g, None)
            dealt, kept_from = rules.determinize(g, side, rng), side or "spectators"
            before, after = g._saved(), dealt._saved()
            self.deals += 1
            self.fields.update(name for name in before if before[name] != after[name])
            for owner in seen:
                if owner != side:
                    self._compare(spot, mine, seen[owner], rules.view(dealt, owner), owner, kept_from)
            for owner, answer in g.sealed.items():
                if owner != side:
                    self._note(spot, Secret("the sealed answer", owner, kept_from), dealt.sealed.get(owner) != answer)

    def _compare(self, spot: Spot, mine: View, theirs: View, anew: View, owner: str, kept_from: str) -> None:
        for what in SHOWN:
            if getattr(mine, what) != getattr(theirs, what):
                secret = Secret(what, owner, kept_from)
                self._note(spot, secret, getattr(anew, what) != getattr(theirs, what))

    def _note(self, spot: Spot, secret: Secret, changed: bool) -> None:
        self.hidden[secret] += 1
        self.dealt[secret] += changed
        self.last[secret] = spot

    @property
    def never_dealt(self) -> Iterator[Secret]:
        """What was hidden many times and was the same in every deal."""
        return (secret for secret, times in self.hidden.items() if times >= OFTEN and not self.dealt[secret])

    def __iter__(self) -> Iterator[str]:
        """What was hidden, in words."""
        whole = Counter[str]()
        for secret, times in self.hidden.items():
            whole[secret.what] += times
        for what, times in sorted(whole.items()):
            dealt = sum(self.dealt[secret] for secret in self.hidden if secret.what == what)
            yield f"{what} hidden {times:,} times, dealt again {dealt:,} times"


def some(spots: Iterable[Spot], count: int = LOOKED_AT) -> list[Spot]:
    """So many of them, from the first to the last."""
    found = list(spots)
    return found if len(found) <= count else [found[i * len(found) // count] for i in range(count)]
