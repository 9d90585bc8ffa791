"""How a unit is called on a button or in a list: its name, what tells it from its neighbours, and where it is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, ClassVar, Self

from grognard.engine import Deed, Refusal
from grognard.engine.core.fact import fact
from grognard.games.panzer_blitz.rules.attack_report import where
from grognard.games.panzer_blitz.rules.data import TYPES, UnitType
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def call(g: PanzerBlitz, piece: str) -> str:
    """A unit as the side that is asked may know it: "Rifle platoon (reduced, disrupted) in 2616"."""
    unit = g.pieces[piece]
    asked = g.asks[0].side if g.asks else unit.side
    if unit.hidden and unit.side != asked:
        return f"unspotted unit {where(unit.place)}"
    words = ", ".join([*states(unit), *_which(g, unit)])
    return f"{unit.name}{f' ({words})' if words else ''}{f' {where(unit.place)}' if unit.place else ''}"


def states(unit: Unit) -> list[str]:
    """2.3.4 What the markers on a unit say."""
    cases = (
        ("reduced", unit.steps == 1 and not unit.what.aircraft),
        ("spent", unit.spent),
        ("disrupted", unit.disrupted),
        ("hull-down", unit.hull_down),
        ("in the position", unit.inside == "ip"),
        ("in the fortification", unit.inside == "fort"),
        ("aboard", bool(unit.carrier)),
        ("observer", unit.no_move),
        ("at work", bool(unit.labor)),
    )
    return [word for word, holds in cases if holds]


def _which(g: PanzerBlitz, unit: Unit) -> list[str]:
    """Its number among units of the hex, or of those still to come, that nothing else tells apart."""
    here = g.of(unit.side, unit.place) if unit.place else [u for u in g.pieces.values() if not u.place]
    same = unit.side, unit.type, unit.arrives, states(unit)
    alike = [u.id for u in here if (u.side, u.type, u.arrives if not unit.place else unit.arrives, states(u)) == same]
    return [ORDINALS[alike.index(unit.id)]] if len(alike) > 1 else []


# -------------------- 3.1.2.1 Deeds that name one active unit


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
