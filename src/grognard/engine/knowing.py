"""A position that keeps what follows from the units of one side until one of them changes.

`g.recall` forgets with every answer; but a unit that moves changes nothing for who watches it from the other side, and
many an answer changes no unit at all.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from grognard.engine.memory import UNKNOWN
from grognard.engine.state import TRANSIENT, Piece, State

P = TypeVar("P", bound=Piece)
T = TypeVar("T")
BOTH = ""  # what depends on the units of all sides


@dataclass(slots=True, eq=False)
class Knowing(State[P]):
    """A state with a book of facts for each side, and one for both."""

    known: dict[str, dict[Hashable, Any]] = field(default_factory=dict, metadata=TRANSIENT)

    def put(self, piece: P) -> None:
        State.put(self, piece)
        self.known = {**self.known, piece.side: {}, BOTH: {}}

    def send(self, pieces: Sequence[P], place: str) -> None:
        State.send(self, pieces, place)
        self.forget(pieces[0].side)

    def drop(self, piece_id: str) -> P:
        piece = State.drop(self, piece_id)
        self.forget(piece.side)
        return piece

    def judge_by(self, weights: Any) -> None:
        if self.weights is not weights:
            State.judge_by(self, weights)
            self.known = {}

    def forget(self, *sides: str) -> None:
        """A clone shares what is known until one of the two changes: so no fact is taken out, a new book is begun."""
        self.known = known = self.known.copy()
        for side in sides:
            known[side] = {}
        known[BOTH] = {}

    def know(self, side: str, key: Hashable, find: Callable[[], T]) -> T:
        """What was worked out from the units of a side, or BOTH, and from what the key names."""
        try:
            book = self.known[side]
        except KeyError:
            book = self.known[side] = {}
        found: T = book.get(key, UNKNOWN)
        if found is UNKNOWN:
            found = book[key] = find()
        return found
