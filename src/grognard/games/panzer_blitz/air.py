"""16.0 Air support: placing aircraft, anti-aircraft fire, air attacks."""

from __future__ import annotations

from functools import cache

import msgspec

from grognard.board.hexgrid import Hex
from grognard.engine import Action, Actions, Pick, Press, Preview, Refusal, Step, To
from grognard.games.panzer_blitz.attack import Attack, Part, preview
from grognard.games.panzer_blitz.combat import Strike
from grognard.games.panzer_blitz.data import (
    AA_COLUMNS,
    AA_FACTOR,
    DRM,
    GRID,
    SITUATIONS,
    TYPES,
    other,
    range_modifier,
)
from grognard.games.panzer_blitz.fire import Choice, choices
from grognard.games.panzer_blitz.sight import sees_from_air
from grognard.games.panzer_blitz.spotting import look_at
from grognard.games.panzer_blitz.state import AIR, PanzerBlitz, Unit, over
from grognard.games.panzer_blitz.terrain import COVER, TERRAIN

RECALL_FROM = 10  # 16.3.3
STATION, ATTACK, DONE, HOLD = "on station", "attack", "done", "hold fire"


def mode(aircraft: Unit) -> str:
    """16.3 How an aircraft attacks now: "fighter", "rocket", "bomb", "dive" or "observe"."""
    cls = aircraft.what.cls.removeprefix("aircraft_")
    if cls == "F" or (cls == "FB" and aircraft.steps == 1):
        return "fighter"
    if cls == "FB":
        return "rocket" if "ROCKET" in aircraft.what.codes else "bomb"
    return {"B": "bomb", "BD": "dive", "O": "observe"}[cls]


def why_not_attack(g: PanzerBlitz, aircraft: Unit, h: Hex) -> Refusal | None:
    """16.1.3, 16.1.7, 16.1.8 Why an aircraft may not attack a hex."""
    if aircraft.spent:
        return Refusal("PB-16.1.5")
    if mode(aircraft) == "observe":
        return Refusal("PB-16.2.1")
    distance = GRID.distance(over(aircraft), h)
    if distance > aircraft.face.range:
        return Refusal("PB-16.1.5")
    if distance == 0 and mode(aircraft) == "bomb":
        return Refusal("PB-16.1.10")
    if g.holder(h) != other(aircraft.side):
        return Refusal("PB-7.1.13")
    return None if sees_from_air(g, over(aircraft), h) else Refusal("PB-16.1.11")


def spot_from_air(g: PanzerBlitz, aircraft: Unit, h: Hex) -> None:
    """16.1.9 An attacking aircraft spots what is in its range and not under cover."""
    look_at(g, h, other(aircraft.side))
    if TERRAIN[h] in COVER or h in g.smoke or GRID.distance(over(aircraft), h) > aircraft.face.range:
        return
    for unit in g.of(other(aircraft.side), h):
        if unit.unspotted and unit.inside != "fort":
            g.change(unit.id, unspotted=False)
            g.reveal()
            g.tell("PB-16.1.12", "{unit} in {hex} is spotted from the air", hexes=(h,), unit=unit.name, hex=h)


# ------------------------------------------------------------------ the Air Operation


class AirOperation(Step, frozen=True):
    """3.1.2.2 Place or move aircraft and name targets; flak; attacks."""

    side: str
    placed: tuple[str, ...] = ()

    def run(self, g: PanzerBlitz) -> None:
        ready = [u for u in g.aircraft(self.side) if u.id not in self.placed and not u.recalled and not u.spent]
        if not ready:
            return self._fly(g)
        actions: list[Action] = [Pick(u.id) for u in ready]
        return g.ask(self.side, "Place or move an aircraft", [*actions, Press(DONE)], "PB-16.1.1")

    def take(self, g: PanzerBlitz, action: Action) -> None:
        if isinstance(action, Pick):
            g.swap(msgspec.structs.replace(self, placed=(*self.placed, action.piece)))
            return g.call(PlaceAircraft(action.piece))
        return self._fly(g)

    def _fly(self, g: PanzerBlitz) -> None:
        flying = tuple(i for i in self.placed if i in g.pieces and g.pieces[i].place)
        active = tuple(i for i in flying if g.pieces[i].target or mode(g.pieces[i]) == "observe")
        attacks = [AirAttack(i) for i in active if g.pieces[i].target]
        g.swap(AaFire(other(self.side), active), *attacks)


class PlaceAircraft(Step, frozen=True):
    """16.1, 16.3.5 An aircraft goes to any hex and names its target at once, or stays on station."""

    aircraft: str
    placed: bool = False

    def run(self, g: PanzerBlitz) -> None:
        unit = g.pieces[self.aircraft]
        if not self.placed:
            spots = self._spots(g, unit)
            return g.ask(unit.side, "Choose where it flies", Actions(spots, lambda a: self._why_not(g, a)), "PB-16.1.4")
        targets = self._targets(g, unit)
        if not targets:
            return g.done()
        return g.ask(unit.side, "Name its target, or leave it on station", [*targets, Press(STATION)], "PB-16.3.8")

    def _spots(self, g: PanzerBlitz, unit: Unit) -> list[Action]:
        near = [h for e in g.hexes_of(other(unit.side)) for h in (e, *GRID.neighbours[e]) if h in g.area]
        return [To(h) for h in dict.fromkeys(near)] or [To(min(g.area))]

    def _targets(self, g: PanzerBlitz, unit: Unit) -> list[Action]:
        return [To(h) for h in g.hexes_of(other(unit.side)) if why_not_attack(g, unit, h) is None]

    def _why_not(self, g: PanzerBlitz, action: Action) -> Refusal | None:
        return None if isinstance(action, To) and action.hex in g.area else Refusal("PB-SIT.6")

    def take(self, g: PanzerBlitz, action: Action) -> None:
        match action:
            case To(hex) if not self.placed:
                g.change(self.aircraft, place=AIR + hex, target="")
                unit = g.pieces[self.aircraft]
                g.tell("PB-16.1.1", "{unit} flies over {hex}", hexes=(hex,), unit=unit.name, hex=hex)
                g.swap(PlaceAircraft(self.aircraft, placed=True))
            case To(hex):
                g.change(self.aircraft, target=hex)
                g.done()
            case _:
                g.done()

    def why_not(self, g: PanzerBlitz, side: str, action: Action) -> Refusal | None:
        if isinstance(action, To):
            return why_not_attack(g, g.pieces[self.aircraft], action.hex) if self.placed else Refusal("PB-SIT.6")
        return None


# ------------------------------------------------------------------ attacks


class AirAttack(Step, frozen=True):
    """16.3 One aircraft attacks the hex it has named."""

    aircraft: str

    def run(self, g: PanzerBlitz) -> None:
        unit = g.pieces.get(self.aircraft)
        if unit is None or not unit.target:
            return g.done()
        if why_not_attack(g, unit, unit.target) is not None:
            g.change(unit.id, target="")
            return g.done()
        spot_from_air(g, unit, unit.target)
        how = mode(unit)
        if how in ("bomb", "dive"):
            return g.swap(*_bombs(g, unit), AfterAttack(unit.id))
        return g.swap(AirTarget(unit.id), AfterAttack(unit.id))


def _bombs(g: PanzerBlitz, unit: Unit) -> list[Step]:
    """16.3.1 Every unit in the hex is attacked with its own roll, as by indirect fire."""
    targets = [u for u in g.here(unit.target) if not u.carrier]
    return [Bomb(unit.id, u.id, first=n == 0) for n, u in enumerate(targets)]


class Bomb(Step, frozen=True):
    """16.3.1, R-48 One unit of the bombed hex."""

    aircraft: str
    target: str
    first: bool

    def run(self, g: PanzerBlitz) -> None:
        unit, target = g.pieces[self.aircraft], g.pieces.get(self.target)
        if target is None:
            return g.done()
        fort = target.inside == "fort"
        line = "AT" if target.what.armored or fort else "AP"
        attack = Attack(
            "bomb", unit.target, (Part(line, (unit.id,), (target.id,), fort=fort),), flak=g.flak.get(unit.id, 0)
        )
        follow: list[Step] = [Strike(attack)]
        if self.first:
            follow.append(Recall(unit.id))
        return g.swap(*follow)


class AirTarget(Step, frozen=True):
    """16.3.3, 16.3.4 A fighter or rocket attack chooses among the units of the hex like Direct Fire."""

    aircraft: str

    def run(self, g: PanzerBlitz) -> None:
        unit = g.pieces[self.aircraft]
        options = [c.action for c in self._options(g, unit)]
        if not options:
            return g.done()
        return g.ask(unit.side, f"Choose the target in {unit.target}", options, "PB-16.3.3")

    def _options(self, g: PanzerBlitz, unit: Unit) -> list[Choice]:
        value = {"AT": unit.face.at, "AP": unit.face.ap}
        return [c for c in choices(g, unit.side, unit.target) if value[c.line] is not None]

    def take(self, g: PanzerBlitz, action: Action) -> None:
        unit = g.pieces[self.aircraft]
        choice = next(c for c in self._options(g, unit) if c.action == action)
        if not choice.targets and not choice.fort:
            g.tell("PB-6.2.1", "The attack on {hex} finds nothing", hexes=(unit.target,), hex=unit.target)
            return g.done()
        return g.swap(Strike(self._attack(g, choice)), Recall(unit.id))

    def hides_odds(self, g: PanzerBlitz, action: Action) -> bool:
        return any(c.hidden for c in self._options(g, g.pieces[self.aircraft]) if c.action == action)

    def preview(self, g: PanzerBlitz, action: Action) -> Preview | None:
        unit = g.pieces[self.aircraft]
        choice = next((c for c in self._options(g, unit) if c.action == action), None)
        if choice is None or choice.hidden or not (choice.targets or choice.fort):
            return None
        return preview(g, self._attack(g, choice), f"{unit.name} attacks {unit.target}")

    def _attack(self, g: PanzerBlitz, choice: Choice) -> Attack:
        unit = g.pieces[self.aircraft]
        part = Part(choice.line, (unit.id,), choice.targets, fort=choice.fort)
        return Attack(mode(unit), unit.target, (part,), flak=g.flak.get(unit.id, 0))


class Recall(Step, frozen=True):
    """16.3.3, R-47 A natural 10 or more on the attack roll: recalled at the end of the turn."""

    aircraft: str

    def run(self, g: PanzerBlitz) -> None:
        unit = g.pieces.get(self.aircraft)
        if unit is not None and g.natural >= RECALL_FROM:
            g.change(unit.id, recalled=True)
            g.tell("PB-16.3.4", "{unit} is recalled", unit=unit.name)
        g.done()


class AfterAttack(Step, frozen=True):
    """16.3 Bombers leave, fighter-bombers flip to their F side; all are Spent."""

    aircraft: str

    def run(self, g: PanzerBlitz) -> None:
        unit = g.pieces.get(self.aircraft)
        if unit is not None:
            if unit.what.cls in ("aircraft_B", "aircraft_BD"):
                g.drop(unit.id)
            elif unit.what.cls == "aircraft_FB":
                g.change(unit.id, steps=1, spent=True, target="")
            else:
                g.change(unit.id, spent=True, target="")
        g.done()


# ------------------------------------------------------------------ anti-aircraft fire


def aa_factor(unit: Unit) -> int:
    """16.4.5 The equivalency factor; one less for a reduced unit, at least 1."""
    return max(1, AA_FACTOR[unit.type] - (1 if unit.steps == 1 else 0))


def why_not_flak(g: PanzerBlitz, gun: Unit, aircraft: Unit) -> Refusal | None:
    """16.4 Why a unit may not fire at an aircraft."""
    if "AA" not in gun.what.codes:
        return Refusal("PB-16.4.2")
    if not gun.fresh or gun.carrier:
        return Refusal("PB-16.4.3")
    if GRID.distance(gun.place, over(aircraft)) > gun.face.range // 2:
        return Refusal("PB-16.4.4")
    return None if sees_from_air(g, over(aircraft), gun.place) else Refusal("PB-16.1.11")


@cache
def farthest_flak(situation: str, side: str) -> int:
    """16.4 How far any anti-aircraft unit of a side's order of battle fires."""
    guns = [TYPES[kind] for kind in SITUATIONS[situation].types(side) if "AA" in TYPES[kind].codes]
    return max((gun.faces[1].range // 2 for gun in guns), default=0)


def may_meet_flak(g: PanzerBlitz, aircraft: Unit) -> bool:
    """16.4, R-73 Could there be flak among the Unspotted stacks that an aircraft comes near?"""
    enemy = other(aircraft.side)
    far = farthest_flak(g.scenario_id, enemy)
    return far > 0 and any(
        GRID.distance(over(aircraft), h) <= far
        and any(u.unspotted for u in g.here(h))
        and sees_from_air(g, over(aircraft), h)
        for h in g.hexes_of(enemy)
    )


class Flak(Action, frozen=True):
    """One anti-aircraft unit fires at one aircraft."""

    piece: str
    at: str


class AaFire(Step, frozen=True):
    """16.4 The other player fires at attacking and spotting aircraft before any attack is resolved.

    He is asked even if he has no flak there, unless everybody knows that he has none.
    """

    side: str
    aircraft: tuple[str, ...]

    def run(self, g: PanzerBlitz) -> None:
        g.reveal()  # whether there is flak must not show in what can be taken back
        flying = [g.pieces[i] for i in self.aircraft if i in g.pieces]
        shots = self._shots(g, flying)
        if not shots and not any(may_meet_flak(g, a) for a in flying):
            return g.done()
        prompt = "Anti-aircraft fire?" if shots else "Aircraft overhead: no flak can fire at them"
        return g.ask(self.side, prompt, [*shots, Press(HOLD)], "PB-16.4.1")

    def _shots(self, g: PanzerBlitz, flying: list[Unit]) -> list[Action]:
        guns = [u for u in g.units(self.side) if "AA" in u.what.codes and u.fresh]
        return [Flak(gun.id, a.id) for gun in guns for a in flying if why_not_flak(g, gun, a) is None]

    def take(self, g: PanzerBlitz, action: Action) -> None:
        if isinstance(action, Flak):
            g.call(AaShot(action.piece, action.at))
        else:
            g.done()

    def why_not(self, g: PanzerBlitz, side: str, action: Action) -> Refusal | None:
        if isinstance(action, Flak) and action.piece in g.pieces and action.at in self.aircraft:
            gun = g.pieces[action.piece]
            return why_not_flak(g, gun, g.pieces[action.at]) if gun.side == side else Refusal("PB-16.4.2")
        return None


def aa_result(factor: int, natural: int, drm: int) -> str:
    """16.4.5 The AA table; natural 2 is its best result, natural 12 nothing."""
    results = AA_COLUMNS[factor]
    if natural == 12:
        return "-"
    return results[0] if natural == 2 else results[max(0, min(12, natural + drm))]


class AaShot(Step, frozen=True):
    """16.4.3 One gun, one aircraft, one roll modified by range only."""

    gun: str
    aircraft: str

    def run(self, g: PanzerBlitz) -> None:
        gun, aircraft = g.pieces[self.gun], g.pieces[self.aircraft]
        dice = (g.d6(), g.d6())
        drm = range_modifier(GRID.distance(gun.place, over(aircraft)))
        result = aa_result(aa_factor(gun), sum(dice), drm)
        g.change(gun.id, spent=True)
        who = "Flak" if gun.unspotted else gun.name
        text = "{gun} fires at {aircraft}: {result}"
        g.tell("PB-16.4.9", text, dice=dice, gun=who, aircraft=aircraft.name, result=result)
        g.outcome(result)
        if result == "X":
            g.drop(aircraft.id)
        elif result == "DD":
            if not aircraft.recalled:
                g.flak[aircraft.id] = g.flak.get(aircraft.id, 0) + DRM["aircraft_aa_dd"]
            g.change(aircraft.id, recalled=True)
        elif result != "-":
            g.flak[aircraft.id] = g.flak.get(aircraft.id, 0) + int(result[1:])
        g.done()
