"""8.5 Stacking: limits, and who is the top unit."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.board.hexes.grid import Hex
from grognard.engine import ChoiceStep, Refusal
from grognard.games.tank_leader.rules.choices import UnitDeed
from grognard.games.tank_leader.rules.data import SIDES
from grognard.games.tank_leader.rules.morale import remove
from grognard.games.tank_leader.rules.names import tell_about
from grognard.games.tank_leader.rules.state import TankLeader, Unit


def top_vehicle(g: TankLeader, h: Hex, side: str) -> Unit | None:
    """9.21, R-61a The topmost vehicle of a side in a hex."""
    return next((u for u in reversed(g.stack(h, side)) if u.vehicle), None)


def top_foot(g: TankLeader, h: Hex, side: str) -> Unit | None:
    """R-61 The topmost non-vehicle of a side in a hex."""
    return next((u for u in reversed(g.stack(h, side)) if not u.vehicle), None)


def tops(g: TankLeader, h: Hex, side: str) -> list[Unit]:
    """9.21.4 The units of a side in a hex that can be fired at: the topmost vehicle and the topmost non-vehicle."""
    found: dict[bool, Unit] = {}
    for unit in reversed(g.stack(h, side)):
        found.setdefault(unit.vehicle, unit)
    return [found[vehicle] for vehicle in (True, False) if vehicle in found]


def standing(g: TankLeader, side: str) -> dict[Hex, list[Unit]]:
    """15.3 A side's units by the hex they are really in, hidden or not; observers take no room."""
    found: dict[Hex, list[Unit]] = {}
    for unit in g.pieces.values():
        if unit.side == side and unit.hex and unit.what.kind != "fo":
            found.setdefault(unit.hex, []).append(unit)
    return found


def room_for(g: TankLeader, here: Sequence[Unit], h: Hex, unit: Unit) -> bool:
    """15.3.1 Would the unit fit within the limits, with those who are there?"""
    total, vehicles = g.country.limits(h)
    return len(here) < total and (not unit.vehicle or sum(u.vehicle for u in here) < vehicles)


def too_many(g: TankLeader, h: Hex, side: str) -> list[Unit]:
    """8.5, 8.52 The units one of which must go: the vehicles if only they are too many.

    Passengers count, and so do units in ambush, but no hidden observers (8.5.6).
    """
    here = [u for u in g.ours(h, side) if u.place or u.what.kind != "fo"]
    total, vehicles = g.country.limits(h)
    machines = [u for u in here if u.vehicle]
    if len(machines) > vehicles:
        return machines
    return here if len(here) > total else []


def surplus(g: TankLeader) -> tuple[str, Hex, list[Unit]] | None:
    """8.52 The first side and hex that has too many units, and those one of which must go."""
    limits, hidden = g.country.limits, sum(len(g.hidden(side)) for side in SIDES)
    full = sorted(h for h, ids in g.at.items() if len(ids) + hidden > min(limits(h)))
    for side in SIDES:
        for h in full:
            units = too_many(g, h, side)
            if units:
                return side, h, units
    return None


# ------------------------------------------------------------------ too many in a hex (8.52)


class RemoveSurplus(UnitDeed, frozen=True):
    """8.52 One of the units that are too many is eliminated; whom it carries stays."""

    @classmethod
    def candidates(cls, g: TankLeader, by: Overstacking) -> list[RemoveSurplus]:
        found = surplus(g)
        return [cls(u.id) for u in found[2]] if found is not None else []

    def why_not(self, g: TankLeader, by: Overstacking) -> Refusal | None:
        return None if self in self.candidates(g, by) else Refusal("TL-8.52.2")

    def do(self, g: TankLeader, by: Overstacking) -> None:
        unit = self.unit(g)
        text = "{unit} in {hex} is removed: too many units"
        tell_about(g, "TL-8.52.2", unit, text, text)
        for rider in g.passengers(unit.id):
            g.change(rider.id, carrier="")
        remove(g, unit, "overstacked")


class Overstacking(ChoiceStep, frozen=True):
    """4.3 step 4 Each owner eliminates units of his choice until every hex satisfies its limits."""

    deeds = (RemoveSurplus,)

    def run(self, g: TankLeader) -> None:
        found = surplus(g)
        if found is None:
            return g.done()
        side, h, _ = found
        g.ask(side, f"Too many units in {h}: remove one", self.offered(g), "TL-8.52.2")
