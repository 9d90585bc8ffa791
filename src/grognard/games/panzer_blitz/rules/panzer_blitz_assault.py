"""10.0 Panzer Blitz assaults: carriers overrun a hex, and the infantry they brought close assaults it at once."""

from __future__ import annotations

from typing import ClassVar

from grognard.board.hexes.grid import Hex
from grognard.engine import Refusal, Step
from grognard.engine.core.state import without
from grognard.games.panzer_blitz.rules.close_assault import Advance, CloseAssault
from grognard.games.panzer_blitz.rules.data import other
from grognard.games.panzer_blitz.rules.movement import Deeds, Go, Moving, Stop
from grognard.games.panzer_blitz.rules.overrun import Charge, OverrunTargets, attack_hexes, why_not_join, why_not_target
from grognard.games.panzer_blitz.rules.overrun_approach import Approach, Overrun, OverrunMuster, why_nobody
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit, readers
from grognard.games.panzer_blitz.rules.transport import Load, Unload, load_points, why_not_load, why_not_unload
from grognard.games.panzer_blitz.rules.units import at_hand

NATIONS = ("german", "russian")  # 10.2.1


# ------------------------------------------------------------------ may it be done?


def why_not_blitz_target(g: PanzerBlitz, side: str, h: Hex) -> Refusal | None:
    """8.2, 7.1.5 Why a hex may not be assaulted so; one that is to be close assaulted anyway may not."""
    return why_not_target(g, side, h) or (Refusal("PB-7.1.6") if h in g.cat.values() else None)


def why_not_blitz(g: PanzerBlitz, unit: Unit, h: Hex) -> Refusal | None:
    """10.2 Why a unit may not take part, as a carrier or as an escort that joins the Overrun (R-36)."""
    if "OVR" not in unit.what.codes:
        return Refusal("PB-10.2.4")
    if unit.id in g.onward:
        return Refusal("PB-10.1.2")
    refusal = why_not_join(g, unit, h)
    if refusal is not None or not has_infantry(g, unit):
        return refusal
    return why_not_nation(unit) or (None if blitz_hexes(g, unit, h) else Refusal("PB-9.2.3"))


def why_not_carrier(g: PanzerBlitz, unit: Unit, h: Hex) -> Refusal | None:
    """10.1, R-36 Why a unit may not bring infantry to a Panzer Blitz assault, aboard already or loaded on the way."""
    refusal = why_not_blitz(g, unit, h) or why_not_nation(unit)
    if refusal is not None:
        return refusal
    return None if has_infantry(g, unit) or could_load(g, unit, h) else Refusal("PB-10.1.1")


def why_not_nation(unit: Unit) -> Refusal | None:
    """10.2.1 From AFVs only Germans and Russians, from half-tracks anybody."""
    return None if unit.what.cls == "halftrack" or unit.what.nation in NATIONS else Refusal("PB-10.2.3")


def has_infantry(g: PanzerBlitz, unit: Unit) -> bool:
    """Does it carry infantry?"""
    return any(u.what.infantry for u in g.load(unit.id))


def could_load(g: PanzerBlitz, unit: Unit, h: Hex) -> bool:
    """4.3.4 Is there infantry beside it that it could take aboard and still bring to the attack?"""
    here = [u for u in g.here(unit.place) if u.what.infantry and why_not_load(g, unit, u) is None]
    return any(blitz_hexes(g, unit, h, less=load_points(unit, u) or 0) for u in here)


def blitz_hexes(g: PanzerBlitz, unit: Unit, h: Hex, less: int = 0) -> list[Hex]:
    """9.2.3 Hexes from which a carrier can overrun and its infantry close assault: not out of a Minefield."""
    return [n for n in attack_hexes(g, unit, h, less=less) if n not in g.mines]


class Blitz(Overrun, frozen=True):
    """10.1.1 Declare a Panzer Blitz assault of a hex."""

    @classmethod
    def leaders(cls, g: PanzerBlitz) -> list[Unit]:
        """10.2.1 Carriers with infantry beside them."""
        units = [u for u in at_hand(g) if u.what.transport_class and any(i.what.infantry for i in g.here(u.place))]
        return [u for u in units if why_not_nation(u) is None]

    def why_not(self, g: PanzerBlitz, by: Step) -> Refusal | None:
        assert g.op is not None
        return why_not_blitz_target(g, g.op.side, self.hex) or why_nobody(g, self.hex, why_not_carrier)

    def muster(self, side: str, pool: tuple[str, ...]) -> BlitzMuster:
        return BlitzMuster(side, self.hex, pool)

    def says(self, g: PanzerBlitz) -> str:
        return f"Panzer Blitz assault of {self.hex}"


# ------------------------------------------------------------------ the approach


def delivered(g: PanzerBlitz, h: Hex) -> tuple[str, ...]:
    """The infantry that has been brought to a hex."""
    return tuple(i for i, target in g.cat.items() if target == h and i in g.pieces)


class BlitzMuster(OverrunMuster, frozen=True):
    """10.1 Carriers and escorts come up; the infantry unloads beside its carriers."""

    def why_not_unit(self, g: PanzerBlitz, unit: Unit) -> Refusal | None:
        return why_not_blitz(g, unit, self.hex)

    def approach(self, unit: Unit) -> Step:
        return BlitzApproach(unit.id, unit.place, against=self.hex)

    def complete(self, g: PanzerBlitz) -> bool:
        """10.1 Infantry must be there, unless nobody is left who could bring it."""
        units = (g.pieces[i] for i in self.pool if i in g.pieces and i not in self.tried)
        coming = any(u.place and u.id not in g.charge and why_not_carrier(g, u, self.hex) is None for u in units)
        return bool(delivered(g, self.hex)) or not coming

    def attack(self, g: PanzerBlitz, units: tuple[str, ...]) -> list[Step]:
        """R-36 Without infantry it is an Overrun like any other."""
        infantry = delivered(g, self.hex)
        if not infantry:
            return [OverrunTargets(self.hex, units)]
        carriers = tuple(i for i in units if i in g.brought)
        return [OverrunTargets(self.hex, units, carriers=carriers), BlitzAssault(self.hex, infantry, units)]


class BlitzCharge(Charge, frozen=True):
    """10.1 The carrier pays for its Overrun, and its infantry unloads beside it, free and without opportunity fire."""

    def why_not_here(self, g: PanzerBlitz, by: Moving) -> Refusal | None:
        unit = g.pieces[by.unit]
        if not isinstance(by, BlitzApproach) or self.hex != by.against:
            return Refusal("PB-8.2.1")
        if not has_infantry(g, unit):
            return None
        return why_not_nation(unit) or (Refusal("PB-9.2.3") if unit.place in g.mines else None)

    def do(self, g: PanzerBlitz, by: Moving) -> None:
        unit = g.pieces[by.unit]
        self.pay(g, unit)
        unload_for_blitz(g, unit, self.hex)
        g.done()

    def says(self, g: PanzerBlitz) -> str:
        return f"assault {self.hex} from here"


class BlitzApproach(Approach, frozen=True):
    """10.1, 10.2 A carrier or an escort comes up."""

    deeds: ClassVar[Deeds] = ((BlitzCharge, Go, Load, Unload, Stop),)

    def title(self, unit: Unit) -> str:
        return f"{unit.name} comes up for the assault of {self.against}"


def unload_for_blitz(g: PanzerBlitz, carrier: Unit, target: Hex) -> None:
    """10.1, 10.1.4, R-36 The infantry unloads beside its carrier if there is room; if not, it stays aboard."""
    for unit in g.load(carrier.id):
        if not unit.what.infantry:
            continue
        if why_not_unload(g, carrier, unit) is None:
            g.change(unit.id, carrier="", unspotted=False)
            g.cat = {**g.cat, unit.id: target}
            g.brought = {**g.brought, carrier.id: True}
            h = carrier.place
            g.tell("PB-10.1.1", "{unit} unloads in {hex} for the assault", hexes=(h,), unit=unit.name, hex=h)
        else:
            h, text = carrier.place, "There is no room in {hex} for {unit}"
            g.tell("PB-10.1.5", text, hexes=(h,), sees=readers(unit), unit=unit.name, hex=h)


# ------------------------------------------------------------------ the assault


class BlitzAssault(Step, frozen=True):
    """10.1, 10.1.5 The unloaded infantry close assaults at once; if nothing is left to assault, all may advance."""

    hex: Hex
    infantry: tuple[str, ...]
    overrunners: tuple[str, ...]

    def run(self, g: PanzerBlitz) -> None:
        units = [g.pieces[i] for i in (*self.infantry, *self.overrunners) if i in g.pieces]
        if units and g.holder(self.hex) == other(units[0].side):
            return g.swap(CloseAssault(self.hex, self.infantry))
        for i in self.infantry:
            g.cat = without(g.cat, i)
            if i in g.pieces:
                g.change(i, spent=True)
        took_part = tuple(i for i in self.overrunners if f"overran:{i}" in g.attacked)
        return g.swap(Advance(self.hex, (*self.infantry, *took_part), "PB-10.1.6"))
