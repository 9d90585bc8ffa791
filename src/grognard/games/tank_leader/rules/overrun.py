"""14.2 Overruns."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, ChoiceStep, Deed, Press, Refusal, Step, Working
from grognard.games.tank_leader.rules.data import other
from grognard.games.tank_leader.rules.fire import AI, Shot, attack, fire_power, preview_fire
from grognard.games.tank_leader.rules.morale import check_unit
from grognard.games.tank_leader.rules.move_paths import ends_move, spend, tell_way
from grognard.games.tank_leader.rules.opportunity_fire import Enter, HoldFire, Window
from grognard.games.tank_leader.rules.spotting import spot
from grognard.games.tank_leader.rules.stacking import top_foot
from grognard.games.tank_leader.rules.state import TankLeader, Unit
from grognard.games.tank_leader.rules.terrain import POINT

FIRE = Press("fire at the infantry")


class Overrun(Action, frozen=True):
    """Drive over the infantry in a hex."""

    hex: Hex


def overrun_cost(unit: Unit) -> int:
    """14.2 Half the movement allowance, rounded up, in half points."""
    return -(-unit.what.ma // 2) * POINT


def why_not_overrun(g: TankLeader, unit: Unit, h: Hex) -> Refusal | None:
    """14.2, 14.21 Why a vehicle may not overrun a hex (its points apart)."""
    if not unit.vehicle or unit.what.truck:
        return Refusal("TL-14.21.1", "Only vehicles other than trucks overrun.")
    if g.passengers(unit.id) or (g.move is not None and g.move.transport):
        return Refusal("TL-14.21.1", "It is on a transport operation.")
    if g.move is not None and g.move.overran:
        return Refusal("TL-14.2.1", "It has made its overrun.")
    foes = [u for u in g.side_here(h, other(unit.side)) if not u.carrier]
    if not any(u.what.kind in ("infantry", "fo") for u in foes):
        return Refusal("TL-14.2.7")
    if any(u.vehicle and not u.what.truck for u in foes):
        return Refusal("TL-14.21.1", "Enemy vehicles are in the hex.")
    if not g.country.effects[h].overrun:
        return Refusal("TL-14.21.1", "The hex is neither clear nor brush.")
    return None


def infantry_in(g: TankLeader, h: Hex, side: str) -> list[Unit]:
    """14.2 Infantry and placed observers of a side in a hex, passengers not counted."""
    return [u for u in g.stack(h, side) if u.what.kind in ("infantry", "fo")]


class OverrunHex(Step, frozen=True):
    """14.2 The vehicle drives in; the infantry checks morale and may fire; then the vehicle may fire."""

    unit: str
    hex: Hex

    def run(self, g: TankLeader) -> None:
        unit = g.pieces[self.unit]
        tell_way(g)
        text = "{unit} overruns {hex}" if unit.hex else "{unit} enters the map and overruns {hex}"
        g.tell("TL-14.2.2", text, hexes=(self.hex,), unit=unit.name, hex=self.hex)
        spend(g, unit, (self.hex,), overrun_cost(unit), over=ends_move(g, unit, self.hex))
        g.move = replace(g.move, overran=True, way=(self.hex,)) if g.move else None
        foes = tuple(u.id for u in infantry_in(g, self.hex, other(unit.side)))
        combat = OverrunChecks(self.unit), OverrunFire(self.unit), OverrunEnds(self.unit)
        g.swap(Enter(self.unit, self.hex, barred=foes), *combat)


class OverrunChecks(Step, frozen=True):
    """14.2 step 2 Non-suppressed infantry checks morale; who passes may fire at once, suppressed as the vehicle be."""

    unit: str

    def run(self, g: TankLeader) -> None:
        unit = g.pieces.get(self.unit)
        if unit is None:
            return g.done()
        steady = []
        for foe in infantry_in(g, unit.place, other(unit.side)):
            if not foe.suppressed and check_unit(g, foe, cite="TL-14.2.3"):
                steady.append(foe.id)
        g.swap(Window(self.unit, only=tuple(steady)))


class FireAtInfantry(Deed, frozen=True):
    """14.2 step 3 The vehicle fires with its AI strength."""

    stored = FIRE

    def do(self, g: TankLeader, by: OverrunFire) -> None:
        g.done()
        overrun_fire(g, g.pieces[by.unit])

    def preview(self, g: TankLeader, by: OverrunFire) -> Working | None:
        unit = g.pieces[by.unit]
        target = top_foot(g, unit.place, other(unit.side))
        return preview_fire(g, unit, target, AI) if target is not None else None


class OverrunFire(ChoiceStep, frozen=True):
    """14.2 step 3 A vehicle that is not suppressed may fire at the infantry with its AI strength."""

    unit: str
    deeds = (FireAtInfantry, HoldFire)

    def run(self, g: TankLeader) -> None:
        unit = g.pieces.get(self.unit)
        if unit is None or unit.suppressed or unit.what.ai is None:
            return g.done()
        if top_foot(g, unit.place, other(unit.side)) is None:
            return g.done()
        g.ask(unit.side, f"{unit.name} in {unit.place}: fire at the infantry?", self.offered(g), "TL-14.2.4")


class OverrunEnds(Step, frozen=True):
    """9.42, R-29 The enemy's last chance to fire if the move ends in the hex: suppressed, or without points left."""

    unit: str

    def run(self, g: TankLeader) -> None:
        unit, move = g.pieces.get(self.unit), g.move
        if unit is None or move is None or not (unit.suppressed or move.over):
            return g.done()
        g.swap(Window(self.unit, shot=move.shot, last=True))


def overrun_fire(g: TankLeader, unit: Unit) -> None:
    """R-80 Every non-vehicle in the hex: the top one normally, the others at -2."""
    struck = [u for u in reversed(g.stack(unit.place, other(unit.side))) if not u.vehicle]
    spot(g, unit, struck[0])
    for i, target in enumerate(struck):
        attack(g, (unit,), g.pieces[target.id], Shot(AI, fire_power(unit, AI), 0, below=i > 0))
