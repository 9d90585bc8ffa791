"""4.3 Transport: who carries whom, and what loading and unloading cost."""

from __future__ import annotations

from grognard.engine import Action, Refusal
from grognard.games.panzer_blitz.rules.data import TRANSPORT
from grognard.games.panzer_blitz.rules.stacking import total
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit

CANNOT_MOVE_EMPTY = ("jeep", "motorcycle")  # 4.3.5 note 6


class Load(Action, frozen=True):
    """Take a unit aboard."""

    piece: str


class Unload(Action, frozen=True):
    """Put a passenger down."""

    piece: str


def transport_cost(carrier: Unit, passenger: Unit) -> str | None:
    """4.3.5 "half" or "all" of the carrier's allowance, or None if it cannot carry such a unit."""
    kind = passenger.what.passenger_kind
    row = carrier.what.transport_class
    return TRANSPORT.get((row, kind)) or (TRANSPORT.get((row, "infantry")) if passenger.what.infantry else None)


def load_points(carrier: Unit, passenger: Unit) -> int | None:
    """4.3.2, 1.2.2 Half points that loading or unloading takes: half the allowance drops its fraction."""
    cost = transport_cost(carrier, passenger)
    if cost is None:
        return None
    return 2 * carrier.face.ma if cost == "all" else 2 * (carrier.face.ma // 2)


def why_not_carry(g: PanzerBlitz, carrier: Unit, passenger: Unit) -> Refusal | None:
    """4.3, 2.3.5.2 Why a unit cannot be a passenger of another."""
    if passenger.what.vehicle or passenger.what.aircraft or passenger.side != carrier.side:
        return Refusal("PB-4.3.1")
    if not carrier.what.transport_class:
        return Refusal("PB-4.3.25" if carrier.what.afv else "PB-4.3.1")
    if transport_cost(carrier, passenger) is None:
        return Refusal("PB-4.3.25" if carrier.what.transport_class == "afv" else "PB-4.3.4")
    aboard = sum(u.face.stacking for u in g.load(carrier.id))
    if aboard + passenger.face.stacking > carrier.face.stacking:
        return Refusal("PB-4.3.2")
    return None


def why_not_load(g: PanzerBlitz, carrier: Unit, passenger: Unit) -> Refusal | None:
    """4.3.1, 4.3.8 Why a carrier may not take a unit aboard now."""
    if passenger.carrier:
        return Refusal("PB-4.3.3")
    if passenger.place != carrier.place:
        return Refusal("PB-4.3.5")
    if carrier.disrupted or passenger.disrupted:
        return Refusal("PB-4.3.30")
    if passenger.spent:
        return Refusal("PB-4.3.7")
    if passenger.labor or passenger.no_move:
        return Refusal("PB-11.2.2" if passenger.no_move else "PB-17.0.2")
    if passenger.id in g.cat or passenger.id in g.ip_work:
        return Refusal("PB-3.1.10")
    return why_not_carry(g, carrier, passenger)


def why_not_unload(g: PanzerBlitz, carrier: Unit, passenger: Unit) -> Refusal | None:
    """4.3.9 Nobody may unload into an overstacked hex."""
    if passenger.carrier != carrier.id:
        return Refusal("PB-4.3.5")
    h = carrier.place
    rest = [u for u in g.here(h) if u.id != passenger.id]
    free = passenger.face.stacking
    if total(g, h, rest) + free > 6 and not ("ENG" in passenger.what.codes and h in g.blocks):
        return Refusal("PB-4.3.31")
    return None
