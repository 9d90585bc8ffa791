"""11.1, 11.2, 12.1 Artillery requests: an observer calls guns or a battery, names a hex, and what is to fall there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

import msgspec

from grognard.board.hexes.grid import Hex
from grognard.engine import ChoiceStep, Deed, Modifier, Refusal, Step, Working
from grognard.games.panzer_blitz.rules.anti_aircraft import AaFire
from grognard.games.panzer_blitz.rules.attack_report import listed, name_firers
from grognard.games.panzer_blitz.rules.combat_results import shell_targets
from grognard.games.panzer_blitz.rules.data import TYPES, UnitType, other
from grognard.games.panzer_blitz.rules.indirect_fire import (
    Barrage,
    aims,
    all_aims,
    batteries,
    battery_name,
    battery_type,
    can_aim,
    can_observe,
    is_observer_type,
    may_combine,
    ready_guns,
    scatter_working,
    why_not_aim,
    why_not_gun,
)
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Request, Unit
from grognard.games.panzer_blitz.rules.units import ByUnit, call

D = TypeVar("D", bound=Deed)

# ------------------------------------------------------------------ who may ask whom


def why_not_observe(g: PanzerBlitz, unit: Unit) -> Refusal | None:
    """11.2 Why a unit may not be a Forward Observer, or a gun its own, now."""
    if (never := Observe.why_never(unit.what)) is not None:
        return never
    if unit.spent or unit.disrupted:
        return Refusal("PB-11.2.3" if unit.spent else "PB-11.1.5")
    if unit.no_move:
        return Refusal("PB-11.2.7")
    if unit.labor:
        return Refusal("PB-17.0.2")
    if unit.carrier:
        return Refusal("PB-4.3.11")
    if unit.id in g.ip_work:
        return Refusal("PB-3.1.10")
    return None if any(missions(g, unit)) else Refusal("PB-11.0.1", "There is no artillery it could call.")


def missions(g: PanzerBlitz, observer: Unit) -> Iterator[RequestFire]:
    """11.1 What an observer can call on: off-board batteries, then guns on the map, each by itself."""
    ready = batteries(g, observer.side) if is_observer_type(observer) else {}
    if ready and can_aim(g, observer, ()):
        yield from (RequestFire(observer.id, battery=name) for name in ready)
    for gun in ready_guns(g):
        if (is_observer_type(observer) or gun.id == observer.id) and can_aim(g, observer, (gun,)):
            yield RequestFire(observer.id, (gun.id,))


def why_not_smoke(g: PanzerBlitz, side: str, guns: tuple[Unit, ...], battery: str) -> Refusal | None:
    """12.0, R-95 Only units with code S fire smoke; off-board batteries within the side's allotment."""
    types = [TYPES[battery_type(battery)]] if battery else [gun.what for gun in guns]
    if not all("S" in kind.codes for kind in types):
        return Refusal("PB-12.0.1")
    return Refusal("PB-SIT.5") if battery and g.smoke_left.get(side, 0) <= 0 else None


def at_once(g: PanzerBlitz, observer: Unit, guns: tuple[Unit, ...], h: Hex) -> bool:
    """11.4.2, 11.5.1 Mortars with a Forward Observer, and fire on a pre-registered hex, do not wait (R-87)."""
    mortars = bool(guns) and all("M" in gun.what.codes for gun in guns)
    return h in g.registered.get(observer.side, ()) or (mortars and is_observer_type(observer))


def shelled_before(g: PanzerBlitz, h: Hex) -> list[Unit]:
    """7.1.5 The known units in a hex that have been shelled in this Operation."""
    return [u for u in g.here(h) if not u.hidden and f"indirect:{u.id}" in g.attacked]


def has_shelled(g: PanzerBlitz) -> bool:
    """7.1.5 Have shells fallen at once in this Operation?"""
    return any("indirect:" in mark for mark in g.attacked)


def why_not_again(g: PanzerBlitz, side: str, h: Hex) -> Refusal | None:
    """7.1.5, R-69 Shells that would fall at once on nobody but those already shelled in this Operation are wasted."""
    targets = [ids for ids, _ in shell_targets(g, h)]
    hidden = any(u.hidden for u in g.of(other(side), h))
    spent = targets and all(ids and any(f"indirect:{i}" in g.attacked for i in ids) for ids in targets)
    return Refusal("PB-7.1.6") if spent and not hidden else None


class Observe(ByUnit, frozen=True):
    """11.1.1, 11.2 Request artillery with this observer."""

    @classmethod
    def why_never(cls, what: UnitType) -> Refusal | None:
        return None if can_observe(what) or "IF" in what.codes else Refusal("PB-11.2.1")

    def why_not(self, g: PanzerBlitz, by: Step) -> Refusal | None:
        assert g.op is not None
        if self.piece not in g.op.active or self.piece not in g.pieces:
            return Refusal("PB-3.1.9")
        unit = g.pieces[self.piece]
        if not unit.place:
            return Refusal("PB-3.1.18", "It is not on the map yet.")
        return why_not_observe(g, unit)

    def do(self, g: PanzerBlitz, by: Step) -> None:
        """11.2, R-46 An observation aircraft that is used comes under flak first."""
        observer = g.pieces[self.piece]
        steps: list[Step] = [next(missions(g, observer))]
        if observer.what.aircraft:
            steps.insert(0, AaFire(other(observer.side), (observer.id,)))
        g.call(*steps)

    def says(self, g: PanzerBlitz) -> str:
        return f"request artillery: {call(g, self.piece)} observes"


# ------------------------------------------------------------------ the request


class AimAt(Deed, frozen=True):
    """11.1.1 Put the Artillery Request marker on a hex."""

    hex: str
    is_open = True

    @classmethod
    def candidates(cls, g: PanzerBlitz, by: RequestFire) -> Iterator[AimAt]:
        """Where the enemy is; any hex if shells on all of those would be wasted."""
        return map(cls, held_aims(g, by) or all_aims(g, g.pieces[by.observer], by.called(g)))

    def why_not(self, g: PanzerBlitz, by: RequestFire) -> Refusal | None:
        observer, guns = g.pieces[by.observer], by.called(g)
        refusal = why_not_aim(g, observer, guns, self.hex)
        if refusal is not None or by.smoke or not at_once(g, observer, guns, self.hex):
            return refusal
        return why_not_again(g, observer.side, self.hex)

    def do(self, g: PanzerBlitz, by: RequestFire) -> None:
        by.place(g, self.hex)

    def says(self, g: PanzerBlitz) -> str:
        return f"aim at {self.hex}"

    def preview(self, g: PanzerBlitz, by: RequestFire) -> Working | None:
        """11.3.1 The accuracy roll of a mission that falls at once."""
        observer = g.pieces[by.observer]
        if not at_once(g, observer, by.called(g), self.hex):
            return None
        request = Request(observer.side, self.hex, by.smoke, by.observer, by.guns, by.battery)
        spared = [Modifier("PB-7.1.6", 0, f"Shelled before: {u.name}") for u in shelled_before(g, self.hex)]
        found = scatter_working(g, request)
        return msgspec.structs.replace(found, modifiers=(*found.modifiers, *([] if by.smoke else spared)))

    def hides_odds(self, g: PanzerBlitz, by: RequestFire) -> bool:
        """6.1.2 Whether an enemy there is Spotted when the shells fall is judged then."""
        return any(u.hidden for u in g.of(other(g.pieces[by.observer].side), self.hex))


class CallBattery(Deed, frozen=True):
    """11.1.7 Give the mission to an off-board battery."""

    battery: str

    @classmethod
    def candidates(cls, g: PanzerBlitz, by: RequestFire) -> Iterator[CallBattery]:
        return map(cls, batteries(g, g.pieces[by.observer].side))

    def why_not(self, g: PanzerBlitz, by: RequestFire) -> Refusal | None:
        observer = g.pieces[by.observer]
        if self.battery == by.battery:
            return Refusal("GR-1", "It is called already.")
        if self.battery not in batteries(g, observer.side):
            return Refusal("PB-11.1.7")
        if not is_observer_type(observer):
            return Refusal("PB-11.2.1")
        return None if can_aim(g, observer, ()) else Refusal("PB-11.1.3")

    def do(self, g: PanzerBlitz, by: RequestFire) -> None:
        by.change(g, battery=self.battery, guns=())

    def says(self, g: PanzerBlitz) -> str:
        return f"let {battery_name(self.battery)} fire"


class CallGun(Deed, frozen=True):
    """11.1 Give the mission to a gun on the map."""

    piece: str

    @classmethod
    def candidates(cls, g: PanzerBlitz, by: RequestFire) -> Iterator[CallGun]:
        return (cls(u.id) for u in ready_guns(g))

    def why_not(self, g: PanzerBlitz, by: RequestFire) -> Refusal | None:
        gun, observer = g.pieces.get(self.piece), g.pieces[by.observer]
        assert g.op is not None
        if gun is None or gun.id not in g.op.active:
            return Refusal("PB-3.1.9")
        if by.guns == (gun.id,):
            return Refusal("GR-1", "It is called already.")
        refusal = why_not_gun(g, gun)
        if refusal is not None:
            return refusal
        if not is_observer_type(observer) and gun.id != observer.id:
            return Refusal("PB-11.2.1")
        return None if can_aim(g, observer, (gun,)) else Refusal("PB-11.1.4")

    def do(self, g: PanzerBlitz, by: RequestFire) -> None:
        by.change(g, battery="", guns=(self.piece,))

    def says(self, g: PanzerBlitz) -> str:
        return f"let {call(g, self.piece)} fire"


class AddGun(Deed, frozen=True):
    """11.3.4 A further gun joins in the same attack."""

    piece: str

    @classmethod
    def candidates(cls, g: PanzerBlitz, by: RequestFire) -> Iterator[AddGun]:
        return (cls(u.id) for u in ready_guns(g) if u.id not in by.guns)

    def why_not(self, g: PanzerBlitz, by: RequestFire) -> Refusal | None:
        gun, observer, joined = g.pieces.get(self.piece), g.pieces[by.observer], by.called(g)
        assert g.op is not None
        if gun is None or gun.id not in g.op.active:
            return Refusal("PB-3.1.9")
        if gun.id in by.guns:
            return Refusal("GR-1", "It is called already.")
        if by.battery:
            return Refusal("PB-11.3.9")
        if not is_observer_type(observer):
            return Refusal("PB-11.2.1")
        refusal = why_not_gun(g, gun)
        if refusal is not None:
            return refusal
        if not may_combine(joined, gun):
            return Refusal("PB-11.3.8")
        return None if can_aim(g, observer, (*joined, gun)) else Refusal("PB-11.1.4")

    def do(self, g: PanzerBlitz, by: RequestFire) -> None:
        by.change(g, guns=(*by.guns, self.piece))

    def says(self, g: PanzerBlitz) -> str:
        return f"let {call(g, self.piece)} join in"


class FireSmoke(Deed, frozen=True):
    """12.0 Smoke instead of high explosive."""

    def why_not(self, g: PanzerBlitz, by: RequestFire) -> Refusal | None:
        if by.smoke:
            return Refusal("GR-1", "It is smoke already.")
        return why_not_smoke(g, g.pieces[by.observer].side, by.called(g), by.battery)

    def do(self, g: PanzerBlitz, by: RequestFire) -> None:
        by.change(g, smoke=True)

    def says(self, g: PanzerBlitz) -> str:
        return "fire smoke"


class FireShells(Deed, frozen=True):
    """11.1.1 High explosive after all."""

    def why_not(self, g: PanzerBlitz, by: RequestFire) -> Refusal | None:
        return None if by.smoke else Refusal("GR-1", "It is high explosive already.")

    def do(self, g: PanzerBlitz, by: RequestFire) -> None:
        by.change(g, smoke=False)

    def says(self, g: PanzerBlitz) -> str:
        return "fire high explosive"


def held_aims(g: PanzerBlitz, by: RequestFire) -> list[Hex]:
    """The hexes with enemies that can be aimed at, those left out on whom shells would be wasted."""
    found, shelled = aims(g, g.pieces[by.observer], by.called(g)), has_shelled(g)
    return [h for h in found if AimAt(h).why_not(g, by) is None] if shelled else found


class RequestFire(ChoiceStep, frozen=True):
    """11.1.1 An observer has called somebody; before a hex is named, others may be called, or smoke."""

    observer: str
    guns: tuple[str, ...] = ()
    battery: str = ""
    smoke: bool = False
    deeds = ((AimAt, FireSmoke, FireShells, CallBattery, CallGun, AddGun),)

    def run(self, g: PanzerBlitz) -> None:
        observer = g.pieces.get(self.observer)
        if observer is None or observer.disrupted:  # R-49 flak has seen to it
            return g.done()
        return g.ask(observer.side, lambda: self._words(g), self.offered(g), "PB-11.1.3")

    def _words(self, g: PanzerBlitz) -> str:
        who = battery_name(self.battery) if self.battery else listed(self.called(g))
        return f"{who}, {'smoke' if self.smoke else 'high explosive'}: aim at which hex?"

    def allowed(self, g: PanzerBlitz, kind: type[D]) -> Sequence[D]:
        """Hundreds of hexes that an observer sees need not be asked one by one whether it sees them."""
        if kind is not AimAt or has_shelled(g):
            return super().allowed(g, kind)
        return list(kind.candidates(g, self))

    def called(self, g: PanzerBlitz) -> tuple[Unit, ...]:
        """The guns on the map that fire."""
        return tuple(g.pieces[i] for i in self.guns)

    def change(self, g: PanzerBlitz, **values: object) -> None:
        """Another firer, or another shell; who has no smoke fires high explosive."""
        new = msgspec.structs.replace(self, **values)
        if new.smoke and why_not_smoke(g, g.pieces[self.observer].side, new.called(g), new.battery) is not None:
            new = msgspec.structs.replace(new, smoke=False)
        g.swap(new)

    def place(self, g: PanzerBlitz, h: Hex) -> None:
        """11.1.3, 11.2.2, 11.4.2, 11.5.1 The marker goes down; mortars and registered hexes fire at once."""
        observer, guns = g.pieces[self.observer], self.called(g)
        name_firers(g, self.guns)
        for gun in guns:
            g.change(gun.id, spent=True)
        if is_observer_type(observer):
            g.change(observer.id, no_move=True)
        if self.battery:
            g.batteries = {**g.batteries, self.battery: g.turn}
            g.smoke_left = {**g.smoke_left, observer.side: g.smoke_left.get(observer.side, 0) - self.smoke}
        name = str(g.requested)
        g.requested += 1
        g.requests = {**g.requests, name: Request(observer.side, h, self.smoke, self.observer, self.guns, self.battery)}
        by = f" from {listed(guns)}" if guns else ""
        g.tell("PB-11.1.2", "Artillery is requested on {hex}{by}", hexes=(h,), hex=h, by=by)
        if h in g.registered.get(observer.side, ()):
            g.registered_shown = {**g.registered_shown, h: True}
            g.reveal()
        return g.swap(Barrage(name)) if at_once(g, observer, guns, h) else g.done()
