"""5.2, 10.2, 13.0, 16.6, 17.0 What one German unit can do: fire, look, throw flares, hand out ammunition."""

from __future__ import annotations

from collections.abc import Sequence, Set

from grognard.board.hexes.grid import Hex
from grognard.engine import ChoiceStep, Deed, Press, Refusal, Working
from grognard.engine.core.fact import fact
from grognard.engine.core.wording import with_count
from grognard.games.night_fight.rules.data import GRID, LIMITS, TYPES
from grognard.games.night_fight.rules.fire import Shot, preview_shot, spotted_by_hex, targets, why_not_fire
from grognard.games.night_fight.rules.losses import remove
from grognard.games.night_fight.rules.sight import ThrowFlares, can_throw, lookouts, refresh_spotted, why_not_in_view
from grognard.games.night_fight.rules.spotting import (
    NEEDS,
    can_look,
    german_attempt,
    hexes_to_look_at,
    hides,
    hiding_hexes,
    spotting_modifiers,
)
from grognard.games.night_fight.rules.stacking import overstacked
from grognard.games.night_fight.rules.state import Back, HidesOdds, NightFight, Unit, told_apart

FIRE_PHASE = "German fire"  # the only one for Panzerfausts (17.0)


# ------------------------------------------------------------------ what there is to do


def target_hexes(g: NightFight, movers: tuple[str, ...] | None) -> list[Hex]:
    """13.0 Hexes with spotted Soviet units that may be fired at; in a window only those that move."""
    if movers is None:
        return list(spotted_by_hex(g, soviet=True))
    return [u.place for i in movers if (u := g.pieces.get(i)) and u.spotted]


@fact
def lookouts_for_fire(g: NightFight, movers: tuple[str, ...] | None) -> Set[Hex]:
    """13.0 The German-held hexes that have any of the hexes with targets in view."""
    return lookouts(g, target_hexes(g, movers))


def hexes_of_interest(g: NightFight, movers: tuple[str, ...] | None) -> tuple[list[Hex], list[Hex]]:
    """R66 Where something may be looked for, and where something may be fired at: of a mover, where the mover is."""
    if not movers:
        return hiding_hexes(g), target_hexes(g, movers)
    unseen = {u.place for i in movers if (u := g.pieces.get(i)) and not u.spotted}
    return [h for h in unseen if hides(g, h)], target_hexes(g, movers)


def fire_targets(g: NightFight, unit: Unit, movers: tuple[str, ...] | None) -> list[Unit]:
    """13.0, R33 Spotted enemies; in a window only those that move."""
    found = targets(g, unit)
    return found if movers is None else [t for t in found if t.id in movers]


def why_not_look(g: NightFight, unit: Unit, h: Hex) -> Refusal | None:
    """10.2 Why a German unit may not try to spot a hex."""
    if unit.id in g.tried or unit.id in g.fired:
        return Refusal("NF-10.2.1", "This unit has used its attempt or has fired.")
    if not can_look(g, unit):
        return Refusal("NF-4.3.2" if overstacked(g, unit.place) else "NF-13.4.13")
    if h not in GRID or h not in g.soviet_hexes:
        return Refusal("NF-10.2.1", "No Soviet piece is there.")
    if (unseen := why_not_in_view(g, unit.side, unit.place, h)) is not None:
        return unseen
    if h in hiding_hexes(g):
        return None
    if any(u.what.kind == "strike" for u in g.here(h)):
        return Refusal("NF-18.0.1", "Everything else there is spotted." if len(g.at[h]) > 1 else "")
    return Refusal("NF-10.2.1", "Everything there is spotted already.")


# ------------------------------------------------------------------ one unit


class Fire(Deed, frozen=True):
    """13.0 Fire the unit's own weapon at a piece."""

    piece: str

    def is_meant(self, g: NightFight, by: UnitActs) -> bool:
        return self.piece in g.pieces

    @classmethod
    def candidates(cls, g: NightFight, by: UnitActs) -> list[Fire]:
        return [cls(target.id) for target in fire_targets(g, g.pieces[by.unit], by.movers)]

    def why_not(self, g: NightFight, by: UnitActs) -> Refusal | None:
        return why_not_fire(g, g.pieces[by.unit], g.pieces[self.piece]) or by.why_not_now(self.piece)

    def do(self, g: NightFight, by: UnitActs) -> None:
        g.swap(Shot(by.unit, self.piece))

    def reads(self, g: NightFight, by: UnitActs) -> str:
        return f"fire at {told_apart(g.pieces[self.piece])}"

    def preview(self, g: NightFight, by: UnitActs) -> Working:
        return preview_shot(g, g.pieces[by.unit], g.pieces[self.piece])


class Faust(Deed, frozen=True):
    """17.0 Fire Panzerfausts at a piece."""

    piece: str

    def is_meant(self, g: NightFight, by: UnitActs) -> bool:
        return self.piece in g.pieces

    @classmethod
    def candidates(cls, g: NightFight, by: UnitActs) -> list[Faust]:
        unit = g.pieces[by.unit]
        able = unit.fausts and g.phase == FIRE_PHASE
        return [cls(target.id) for target in fire_targets(g, unit, by.movers)] if able else []

    def why_not(self, g: NightFight, by: UnitActs) -> Refusal | None:
        unit = g.pieces[by.unit]
        if g.phase != FIRE_PHASE:
            return Refusal("NF-17.0.9")
        if not unit.fausts:
            return Refusal("NF-17.0.8", "It has no Panzerfausts.")
        return why_not_fire(g, unit, g.pieces[self.piece]) or by.why_not_now(self.piece)

    def do(self, g: NightFight, by: UnitActs) -> None:
        g.swap(Shot(by.unit, self.piece, faust=True))

    def reads(self, g: NightFight, by: UnitActs) -> str:
        return f"Panzerfaust at {told_apart(g.pieces[self.piece])}"

    def preview(self, g: NightFight, by: UnitActs) -> Working:
        return preview_shot(g, g.pieces[by.unit], g.pieces[self.piece], faust=True)


class Spot(Deed, frozen=True):
    """10.2 Try to spot what is in a hex."""

    hex: str

    @classmethod
    def candidates(cls, g: NightFight, by: UnitActs) -> list[Spot]:
        return [cls(h) for h in hexes_to_look_at(g, g.pieces[by.unit])]

    def why_not(self, g: NightFight, by: UnitActs) -> Refusal | None:
        return why_not_look(g, g.pieces[by.unit], self.hex)

    def do(self, g: NightFight, by: UnitActs) -> None:
        g.done()
        german_attempt(g, g.pieces[by.unit], self.hex)

    def reads(self, g: NightFight, by: UnitActs) -> str:
        return f"look at {self.hex}"

    def preview(self, g: NightFight, by: UnitActs) -> Working:
        """10.3 The working of a spotting attempt."""
        unit, h = g.pieces[by.unit], self.hex
        return Working(f"{unit.name} looks at {h}", tuple(spotting_modifiers(g, unit, h)), dice=1, needs=NEEDS)


class ReachForFlares(Deed, frozen=True):
    """17.0 The unit is to throw flares."""

    stored = Press("flares")

    def why_not(self, g: NightFight, by: UnitActs) -> Refusal | None:
        unit = g.pieces[by.unit]
        if can_throw(g, unit):
            return None
        return Refusal("NF-11.0.5" if unit.pinned else "NF-11.0.2", "It carries no flares.")

    def do(self, g: NightFight, by: UnitActs) -> None:
        g.swap(ThrowFlares(by.unit))


class HandOutSupply(Deed, frozen=True):
    """16.6 The supply vehicle is used up; where that helps nobody it is asked once more."""

    stored = Press("supply")

    def why_not(self, g: NightFight, by: UnitActs) -> Refusal | None:
        if can_supply(g, g.pieces[by.unit]):
            return None
        return Refusal("NF-16.6.1", "It has handed it out." if by.unit in g.emptied else "It carries no supply.")

    def do(self, g: NightFight, by: UnitActs) -> None:
        if not by.sure and not supply_helps(g, g.pieces[by.unit], by.movers):
            return g.swap(UnitActs(by.unit, by.movers, sure=True))
        g.done()
        use_supply(g, by.unit)
        return None


class UnitActs(HidesOdds, ChoiceStep, frozen=True):
    """What one chosen unit does. In a window (`movers` given) it fires only at what moves (13.0)."""

    unit: str
    movers: tuple[str, ...] | None = None
    sure: bool = False  # asked once more whether supply is to be spent on nobody

    deeds = (Fire, Faust, Spot, ReachForFlares, HandOutSupply, Back)

    def kinds(self, g: NightFight) -> Sequence[type[Deed]]:
        return (HandOutSupply, Back) if self.sure else self.all_kinds()

    def run(self, g: NightFight) -> None:
        unit = g.pieces[self.unit]
        if self.sure:
            prompt = f"Nobody near {unit.name} in {unit.place} has anything to fire at: use it up all the same?"
            return g.ask(unit.side, prompt, self.offered(g), "NF-16.6.1")
        return g.ask(unit.side, f"What shall {unit.name} in {unit.place} do?", self.offered(g), "NF-13.0.2")

    def why_not_now(self, target: str) -> Refusal | None:
        """13.0 Why a piece that could be fired at is not now."""
        if self.movers is None or target in self.movers:
            return None
        return Refusal("NF-13.0.2", "In this phase only what is moving may be fired at.")


# ------------------------------------------------------------------ supply


def can_supply(g: NightFight, unit: Unit) -> bool:
    """16.6, R46, R49 An unpinned supply vehicle that was not used yet."""
    return "supply" in TYPES[unit.type].flags and not unit.pinned and unit.id not in g.emptied


def use_supply(g: NightFight, unit_id: str) -> None:
    """16.6, 20.2 Every unit of its owner within three hexes may fire twice in this phase."""
    truck = g.pieces[unit_id]
    g.emptied, g.acted = {**g.emptied, unit_id: True}, {**g.acted, truck.side: True}
    supplied = [u for u in supplied_by(g, truck) if u.what.fires]
    g.supplied = {**g.supplied, **{unit.id: True for unit in supplied}}
    text = "{unit} in {hex} hands out ammunition: {n} within three hexes may fire twice in this phase"
    count = with_count(sum(not u.pinned for u in supplied), "unit")
    g.tell("NF-16.6.1", text, hexes=(truck.place,), unit=truck.name, hex=truck.place, n=count)


def supplied_by(g: NightFight, truck: Unit) -> list[Unit]:
    """16.6, 20.2 The units of a supply vehicle's owner within three hexes of it."""
    near = LIMITS["supply_radius"]
    return [u for u in g.germans() if u.side == truck.side and GRID.distance(u.place, truck.place) <= near]


def supply_helps(g: NightFight, truck: Unit, movers: tuple[str, ...] | None) -> bool:
    """16.6 Is there a unit near that has something to fire at in this phase, or may have once it is spotted?"""
    hiding, shown = hexes_of_interest(g, movers)
    near = lookouts(g, hiding + shown)
    return any(
        u.what.fires and not u.pinned and not overstacked(g, u.place) and u.place in near for u in supplied_by(g, truck)
    )


def spend_supply(g: NightFight) -> None:
    """16.6, R46 At the end of the phase a supply vehicle that was used is removed, without a wreck."""
    for unit_id in g.emptied:
        if unit_id in g.pieces:
            g.tell("NF-16.6.2", "{unit} is spent and removed", unit=g.pieces[unit_id].name)
            remove(g, unit_id)
    g.emptied = {}
    refresh_spotted(g)
