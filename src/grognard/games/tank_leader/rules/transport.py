"""13.3 Transport: who can be loaded, who can be dropped, and towing."""

from __future__ import annotations

from grognard.engine import Action, Refusal
from grognard.engine.core.state import without
from grognard.games.tank_leader.rules.data import TABLES, other
from grognard.games.tank_leader.rules.names import tell_of
from grognard.games.tank_leader.rules.spotting import place_hidden
from grognard.games.tank_leader.rules.state import TankLeader, Unit

# -------------------- 13.4 Entrenching, and entrenchments that stand empty

DIGGING, DUG_IN = 1, 2


def why_not_entrench(g: TankLeader, unit: Unit) -> Refusal | None:
    """13.4, 13.41 Why a unit may not entrench."""
    if unit.vehicle or unit.what.kind == "fo":
        return Refusal("TL-13.41.1")
    if unit.trench == DUG_IN:
        return Refusal("TL-13.4.1", "It is entrenched already.")
    if g.side_here(unit.hex, other(unit.side)):
        return Refusal("TL-13.41.1", "An enemy is in the hex.")
    return None


def entrench(g: TankLeader, unit_id: str) -> None:
    """13.4 The first operation brings an Entrenching marker, the second in a later turn flips it."""
    unit = g.pieces[unit_id]
    word = "is entrenched" if unit.trench == DIGGING else "begins to entrench"
    tell_of(g, "TL-13.4.1", unit, word)
    g.change(unit_id, trench=unit.trench + 1)


def leave_trench(g: TankLeader, unit: Unit) -> None:
    """13.41 A unit that leaves loses its Entrenching marker, or leaves its entrenchment vacant."""
    if unit.trench == DUG_IN:
        g.trenches = {**g.trenches, unit.hex: g.trenches.get(unit.hex, 0) + 1}
    if unit.trench:
        g.change(unit.id, trench=0)


def occupy_vacant(g: TankLeader, unit_id: str) -> None:
    """13.41, R-76 A non-vehicle that ends its operation in a hex takes a vacant entrenchment there."""
    unit = g.pieces[unit_id]
    if not g.trenches.get(unit.place) or unit.vehicle or unit.carrier or unit.what.kind == "fo":
        return
    if unit.trench != DUG_IN:
        tell_of(g, "TL-13.41.3", g.change(unit_id, trench=DUG_IN), "takes over an entrenchment")
        left = g.trenches[unit.place] - 1
        g.trenches = {**g.trenches, unit.place: left} if left else without(g.trenches, unit.place)


# -------------------- 13.3 Transport

TRANSPORT: dict[str, int] = TABLES["transport"]


class Load(Action, frozen=True):
    """Take a unit aboard."""

    piece: str


class Drop(Action, frozen=True):
    """Set a passenger down."""

    piece: str


def has_room(g: TankLeader, vehicle: Unit, unit: Unit) -> bool:
    """13.32, 13.33 A truck carries 3 and tows one T gun; any other vehicle carries one and tows nothing."""
    aboard = g.passengers(vehicle.id)
    if not vehicle.what.truck:
        return not unit.what.tow and len(aboard) < TRANSPORT["other_vehicle_capacity"]
    if unit.what.tow:
        return sum(u.what.tow for u in aboard) < TRANSPORT["truck_tow"]
    return sum(not u.what.tow for u in aboard) < TRANSPORT["truck_capacity"]


def why_not_load(g: TankLeader, vehicle: Unit, unit: Unit) -> Refusal | None:
    """13.3 Why a vehicle may not take a unit aboard now."""
    if unit.side != vehicle.side or unit.vehicle:
        return Refusal("TL-13.3.1")
    if not vehicle.vehicle:
        return Refusal("TL-13.3.1", "Only vehicles carry others.")
    if unit.carrier or unit.hex != vehicle.hex:
        return Refusal("TL-13.31.3")
    if g.began.get(unit.id) != vehicle.hex or g.began.get(vehicle.id) != vehicle.hex:
        return Refusal("TL-13.31.3")
    if g.move is not None and g.move.hexes:
        return Refusal("TL-13.31.4", "It takes units aboard before it drives.")
    if not vehicle.hex and g.entry.get(unit.card or unit.id) != g.entry.get(vehicle.card or vehicle.id):
        return Refusal("TL-13.31.3", "They wait at different entries.")
    if not unit.up or unit.suppressed:
        return Refusal("TL-13.31.6")
    if unit.bound:
        return Refusal("TL-14.11.4")
    if unit.what.tow and not vehicle.what.truck:
        return Refusal("TL-13.32.1")
    if not has_room(g, vehicle, unit):
        return Refusal("TL-13.33.1")
    return None


def loadable(g: TankLeader, vehicle: Unit) -> list[Unit]:
    """13.3 Everything a vehicle could take aboard now."""
    if not vehicle.vehicle or not g.advanced:
        return []
    where = vehicle.hex
    if where and not g.hidden(vehicle.side) and all(u.vehicle for u in g.here(where)):
        return []
    here = (u for u in g.pieces.values() if (u.place or u.recorded) == where and not u.vehicle)
    return [u for u in here if why_not_load(g, vehicle, u) is None]


def load(g: TankLeader, vehicle_id: str, unit_id: str) -> None:
    """13.31 The passenger goes face-down under the vehicle; who was hidden appears (12.22, 15.5.7)."""
    place_hidden(g, vehicle_id)
    unit = place_hidden(g, unit_id)
    tell_of(g, "TL-13.31.4", unit, "is taken aboard")
    leave_trench(g, unit)
    g.change(unit_id, carrier=vehicle_id, up=False)


def why_not_drop(g: TankLeader, vehicle: Unit, unit: Unit) -> Refusal | None:
    """13.31 Why a passenger may not be set down here."""
    if unit.carrier != vehicle.id:
        return Refusal("TL-13.31.5", "It is not aboard.")
    if g.move is None or not g.move.hexes:
        return Refusal("TL-13.31.5", "The vehicle must enter a hex first.")
    return None


def drop(g: TankLeader, unit_id: str) -> None:
    """13.31, R-32 The passenger is set down on top, face-down for the turn."""
    unit = g.change(unit_id, carrier="", up=False)
    h = unit.place
    g.to_top(unit)
    g.tell("TL-13.31.5", "{unit} is set down in {hex}", hexes=(h,), unit=unit.name, hex=h)
    occupy_vacant(g, unit_id)
