"""4.3 Transport: who carries whom, what loading and unloading cost, and how they are done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from grognard.engine import Deed, Refusal, Step
from grognard.games.panzer_blitz.rules.combat_results import spring_mine
from grognard.games.panzer_blitz.rules.data import TRANSPORT
from grognard.games.panzer_blitz.rules.movement import Moving, spent_points
from grognard.games.panzer_blitz.rules.opportunity_fire import Opportunity
from grognard.games.panzer_blitz.rules.stacking import LIMIT, total
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit, readers
from grognard.games.panzer_blitz.rules.units import call


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
    """4.3, 2.3.5.2 Why a unit cannot be a passenger of another; on AFVs only infantry of their own nation (R-29)."""
    if passenger.what.vehicle or passenger.what.aircraft or passenger.side != carrier.side:
        return Refusal("PB-4.3.1")
    if not carrier.what.transport_class:
        return Refusal("PB-4.3.25" if carrier.what.afv else "PB-4.3.1")
    rides = carrier.what.transport_class == "afv"
    if transport_cost(carrier, passenger) is None or (rides and carrier.what.nation != passenger.what.nation):
        return Refusal("PB-4.3.25" if rides else "PB-4.3.4")
    aboard = sum(u.face.stacking for u in g.load(carrier.id))
    if aboard + passenger.face.stacking > carrier.face.stacking:
        return Refusal("PB-4.3.2")
    return None


def why_not_load(g: PanzerBlitz, carrier: Unit, passenger: Unit) -> Refusal | None:
    """4.3.1, 4.3.8 Why a carrier may not take a unit aboard, points aside."""
    if passenger.carrier:
        return Refusal("PB-4.3.3")
    if passenger.place != carrier.place:
        return Refusal("PB-4.3.5")
    if carrier.disrupted or passenger.disrupted:
        return Refusal("PB-4.3.30")
    if passenger.spent:
        return Refusal("PB-4.3.7")
    if passenger.inside:
        return Refusal("PB-15.4.13" if passenger.inside == "ip" else "PB-15.5.12", "It has to come out first.")
    if passenger.labor or passenger.no_move:
        return Refusal("PB-11.2.2" if passenger.no_move else "PB-17.0.2")
    if passenger.id in g.cat or passenger.id in g.ip_work:
        return Refusal("PB-3.1.10")
    return why_not_carry(g, carrier, passenger)


def why_not_unload(g: PanzerBlitz, carrier: Unit, passenger: Unit) -> Refusal | None:
    """4.3.9 Why a carrier may not put a passenger down, points aside: nobody may unload into an overstacked hex."""
    if passenger.carrier != carrier.id:
        return Refusal("PB-4.3.5")
    h = carrier.place
    out = [msgspec.structs.replace(u, carrier="") if u.id == passenger.id else u for u in g.here(h)]
    return Refusal("PB-4.3.31") if total(g, h, out) > LIMIT else None


# ------------------------------------------------------------------ within a move


def points_due(g: PanzerBlitz, carrier: Unit, passenger: Unit, act: str) -> int | None:
    """4.3.2, R-28 Half points that one more passenger costs: the highest payment covers all handled in this hex."""
    cost = load_points(carrier, passenger)
    paid, points = g.paid.get(carrier.id, ("", 0))
    return None if cost is None else max(0, cost - (points if paid == act else 0))


def why_not_pay(g: PanzerBlitz, carrier: Unit, passenger: Unit, act: str) -> Refusal | None:
    """4.3.2 Why a carrier has too few points left to load or unload a unit."""
    due = points_due(g, carrier, passenger, act)
    if due is None:
        return Refusal("PB-4.3.1")
    return Refusal("PB-4.3.8") if spent_points(g, carrier) + due > 2 * carrier.face.ma else None


class Handling(Deed, frozen=True):
    """4.3.1 A carrier takes a unit aboard or puts it down."""

    piece: str
    act: ClassVar[str] = ""

    def why_not(self, g: PanzerBlitz, by: Moving) -> Refusal | None:
        passenger, carrier = g.pieces.get(self.piece), g.pieces[by.unit]
        if passenger is None or passenger.side != carrier.side:
            return Refusal("PB-4.3.1")
        return self.why_not_this(g, carrier, passenger) or why_not_pay(g, carrier, passenger, self.act)

    def why_not_this(self, g: PanzerBlitz, carrier: Unit, passenger: Unit) -> Refusal | None:
        """Why it is not so with these two, points aside."""
        raise NotImplementedError

    def do(self, g: PanzerBlitz, by: Moving) -> None:
        passenger, carrier = g.pieces[self.piece], g.pieces[by.unit]
        handle(g, carrier, passenger, self.act)
        steps = self.settle(g, carrier, passenger)
        g.swap(msgspec.structs.replace(by, acted=True))
        g.call(*steps)

    def settle(self, g: PanzerBlitz, carrier: Unit, passenger: Unit) -> list[Step]:
        """The passenger is where it belongs; what that sets off, in order."""
        raise NotImplementedError

    def says(self, g: PanzerBlitz) -> str:
        return f"{self.act} {call(g, self.piece)}"


class Load(Handling, frozen=True):
    """4.3.1 Take a unit aboard."""

    act: ClassVar[str] = "load"

    @classmethod
    def candidates(cls, g: PanzerBlitz, by: Moving) -> Iterator[Load]:
        carrier = g.pieces[by.unit]
        here = g.here(carrier.place) if carrier.what.transport_class else []
        return (cls(u.id) for u in here if not u.what.vehicle)

    def why_not_this(self, g: PanzerBlitz, carrier: Unit, passenger: Unit) -> Refusal | None:
        return why_not_load(g, carrier, passenger)

    def settle(self, g: PanzerBlitz, carrier: Unit, passenger: Unit) -> list[Step]:
        g.change(passenger.id, carrier=carrier.id)
        return [Opportunity(carrier.id)]


class Unload(Handling, frozen=True):
    """4.3.1 Put a passenger down."""

    act: ClassVar[str] = "unload"

    @classmethod
    def candidates(cls, g: PanzerBlitz, by: Moving) -> Iterator[Unload]:
        return (cls(u.id) for u in g.load(by.unit))

    def why_not_this(self, g: PanzerBlitz, carrier: Unit, passenger: Unit) -> Refusal | None:
        return why_not_unload(g, carrier, passenger)

    def settle(self, g: PanzerBlitz, carrier: Unit, passenger: Unit) -> list[Step]:
        """4.3.10, R-43 What was put down is a target in its own right, and a Minefield strikes it first."""
        g.change(passenger.id, carrier="", spent=True)
        mines = spring_mine(g, passenger, carrier.place) if carrier.place in g.mines else []
        return [*mines, Opportunity(carrier.id, also=(passenger.id,))]


def handle(g: PanzerBlitz, carrier: Unit, passenger: Unit, act: str) -> None:
    """4.3.2, 15.6.3 Loading and unloading are paid for, and give up a hull-down position."""
    due, (paid, points) = points_due(g, carrier, passenger, act) or 0, g.paid.get(carrier.id, ("", 0))
    g.moved = {**g.moved, carrier.id: spent_points(g, carrier) + due}
    g.paid = {**g.paid, carrier.id: (act, due + (points if paid == act else 0))}
    g.rode = {**g.rode, passenger.id: True}
    g.change(carrier.id, hull_down=False)
    text = "{unit} unloads from {carrier}" if act == "unload" else "{unit} goes aboard {carrier}"
    h, sees = carrier.place, readers(carrier) or readers(passenger)
    g.tell("PB-4.3.5", text, hexes=(h,), sees=sees, unit=passenger.name, carrier=carrier.name)
