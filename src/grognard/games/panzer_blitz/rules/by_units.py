"""3.1.2.1 Deeds that name one active unit: which types could ever do them, where, and who is at hand for them now."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, ClassVar, Self

from grognard.engine import Deed, Refusal
from grognard.engine.core.fact import fact
from grognard.games.panzer_blitz.rules.data import TYPES, UnitType
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit


class ByUnit(Deed, frozen=True):
    """What an active unit does in an Operation."""

    piece: str
    needs: ClassVar[str] = ""  # what must be there: "ips" or "blocks" in its hex, "arrivals"

    @classmethod
    def why_never(cls, what: UnitType) -> Refusal | None:
        """Why no unit of a type ever does it."""
        return None

    @classmethod
    def hands(cls, g: PanzerBlitz) -> list[str]:
        """Who could do it, as far as a glance tells."""
        there = getattr(g, cls.needs) if cls.needs else g.at
        return [u.id for u in at_hand(g) if u.place in there and may_ever(cls, u.type)]

    @classmethod
    def candidates(cls, g: PanzerBlitz, by: Any) -> Iterator[Self]:
        return map(cls, cls.hands(g))


@cache
def may_ever(kind: type[ByUnit], unit_type: str) -> bool:
    """Could some unit of a type do a deed?"""
    return kind.why_never(TYPES[unit_type]) is None


@fact
def at_hand(g: PanzerBlitz) -> list[Unit]:
    """2.3.4, 8.1.9 The active units without a marker, and overrunners that go on: nobody else does anything more."""
    assert g.op is not None
    onward, active = g.onward, map(g.pieces_of(g.op.side).get, g.op.active)
    return [u for u in active if u is not None and (not u.spent or u.id in onward) and not u.disrupted]
