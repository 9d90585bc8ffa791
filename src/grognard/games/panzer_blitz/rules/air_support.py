"""16.0 Air support: placing aircraft, anti-aircraft fire, air attacks."""

from __future__ import annotations

import msgspec

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Actions, Modifier, Passing, Pick, Press, Refusal, Step, To, Working
from grognard.engine.core.wording import join_words
from grognard.games.panzer_blitz.rules.anti_aircraft import AaFire
from grognard.games.panzer_blitz.rules.attack_report import preview
from grognard.games.panzer_blitz.rules.combat_results import Strike, attacked_before, blind_shot, shell_targets
from grognard.games.panzer_blitz.rules.data import GRID, other
from grognard.games.panzer_blitz.rules.fire_table import Attack, Part
from grognard.games.panzer_blitz.rules.indirect_fire import ShellHoles, unseen_in
from grognard.games.panzer_blitz.rules.sight import look_at, sees_from_air
from grognard.games.panzer_blitz.rules.state import AIR, PanzerBlitz, Unit, over
from grognard.games.panzer_blitz.rules.targets import (
    THESE,
    Choice,
    choices,
    decide,
    empty_forts,
    is_untouched,
    line_against,
    mark_attacked,
    menu,
    moving_choices,
)

BOMBERS = ("aircraft_B", "aircraft_BD")
NOT_STRAIGHT_DOWN = ("bomb", "rocket")  # 16.1.7, R-48 only Dive Bombers and fighters attack at range 0
RECALL_FROM = 10  # 16.3.3
EACH = Modifier("PB-16.3.1", 0, "Everything in the hex is bombed, each with its own roll")
FLAK_FIRST = Modifier("PB-16.4.1", 0, "Anti-aircraft fire comes first")
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
    if distance == 0 and mode(aircraft) in NOT_STRAIGHT_DOWN:
        return Refusal("PB-16.1.10")
    if h not in attackable(g, aircraft.side):
        return Refusal("PB-7.1.13")
    return None if sees_from_air(g, over(aircraft), h) else Refusal("PB-16.1.11")


def attackable(g: PanzerBlitz, side: str) -> list[Hex]:
    """7.1.1, 15.5.5, R-38 Hexes with enemies, or with a Fortification that nobody is in."""
    return [*g.hexes_of(other(side)), *empty_forts(g)]


def spot_from_air(g: PanzerBlitz, aircraft: Unit, h: Hex) -> tuple[str, ...]:
    """16.1.9 An attacking aircraft spots what is in its range and not under cover, for its own attack (16.1)."""
    look_at(g, h, other(aircraft.side))
    if g.land.effects[h].cover or h in g.smoke or GRID.distance(over(aircraft), h) > aircraft.face.range:
        return ()
    found = [u for u in g.of(other(aircraft.side), h) if u.unspotted and u.inside != "fort"]
    for unit in found:
        g.change(unit.id, unspotted=False)
        g.reveal()
        g.tell("PB-16.1.12", "{unit} in {hex} is spotted from the air", hexes=(h,), unit=unit.name, hex=h)
    return tuple(u.id for u in found)


# ------------------------------------------------------------------ the Air Operation


def named(g: PanzerBlitz, side: str) -> list[Hex]:
    """16.3.5 The hexes that a side's aircraft have named as their targets."""
    return [u.target for u in g.aircraft(side) if u.target]


class AirOperation(Step, frozen=True):
    """3.1.2.2 Place or move aircraft and name targets; flak; attacks."""

    side: str
    placed: tuple[str, ...] = ()

    def run(self, g: PanzerBlitz) -> None:
        ready = [u for u in g.aircraft(self.side) if u.id not in self.placed and not u.recalled]
        if not ready:
            return self._fly(g)
        actions: list[Action] = [Pick(u.id) for u in ready]
        return g.ask(self.side, "Place or move an aircraft", [*actions, Press(DONE)], "PB-16.1.1")

    def take(self, g: PanzerBlitz, action: Action) -> None:
        if isinstance(action, Pick):
            g.swap(msgspec.structs.replace(self, placed=(*self.placed, action.piece)))
            return g.call(PlaceAircraft(action.piece))
        return self._fly(g)

    def passes(self, g: PanzerBlitz) -> Passing | None:
        return Passing(Press(DONE), "no other aircraft flies")

    def hides_odds(self, g: PanzerBlitz, action: Action) -> bool:
        """6.2.1 The first attack is shown if nobody hides where any is to fall."""
        return action != Press(DONE) or any(u.hidden for h in named(g, self.side) for u in g.here(h))

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
            anywhere = Actions(spots, open_to=lambda a: self._why_not(g, a), open_kinds=(To,))
            return g.ask(unit.side, "Choose where it flies", anywhere, "PB-16.1.4")
        targets = self._targets(g, unit)
        if not targets:
            return g.done()
        return g.ask(unit.side, "Name its target, or leave it on station", [*targets, Press(STATION)], "PB-16.3.8")

    def _spots(self, g: PanzerBlitz, unit: Unit) -> list[Action]:
        near = [h for e in attackable(g, unit.side) for h in (e, *GRID.neighbours[e]) if h in g.area]
        return [To(h) for h in dict.fromkeys(near)] or [To(min(g.area))]

    def _targets(self, g: PanzerBlitz, unit: Unit) -> list[Action]:
        return [To(h) for h in attackable(g, unit.side) if why_not_attack(g, unit, h) is None]

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
        if not isinstance(action, To):
            return None
        if not self.placed or action.hex not in g.area:
            return self._why_not(g, action)
        return why_not_attack(g, g.pieces[self.aircraft], action.hex)

    def preview(self, g: PanzerBlitz, action: Action) -> Working | None:
        """Its bombs, if no other aircraft attacks before it."""
        if self.hides_odds(g, action) or not isinstance(action, To):
            return None
        return preview_bombs(g, g.pieces[self.aircraft], action.hex)

    def hides_odds(self, g: PanzerBlitz, action: Action) -> bool:
        """6.2.1 A target is shown if nobody hides there; where another aircraft attacks first, the roll is its own."""
        if not self.placed or not isinstance(action, To) or named(g, g.pieces[self.aircraft].side):
            return True
        return any(u.hidden for u in g.here(action.hex))


# ------------------------------------------------------------------ attacks


class AirAttack(Step, frozen=True):
    """16.3 One aircraft attacks the hex it has named; in opportunity fire the moving unit alone (16.1.4, R-32)."""

    aircraft: str
    mover: str = ""
    also: tuple[str, ...] = ()  # 4.3.10 units just unloaded
    road: bool = False

    def run(self, g: PanzerBlitz) -> None:
        unit = g.pieces.get(self.aircraft)
        if unit is None or not unit.target:
            return g.done()
        if why_not_attack(g, unit, unit.target) is not None:
            g.change(unit.id, target="")
            return g.done()
        spotted = spot_from_air(g, unit, unit.target)
        attack = self._bombs(g, unit) if mode(unit) in ("bomb", "dive") else self._aim(g, unit)
        return g.swap(*attack, AfterAttack(unit.id, spotted, idle=not attack))

    def _aim(self, g: PanzerBlitz, unit: Unit) -> list[Step]:
        """16.3.3 A fighter or rocket attack, if there is anything left that it may attack."""
        aim = AirTarget(unit.id, self.mover, self.also, self.road)
        return [aim] if aim.options(g) else []

    def _bombs(self, g: PanzerBlitz, unit: Unit) -> list[Step]:
        """16.3.1, 11.3.3 Everything in the hex is attacked, each with its own roll, and shell holes are left."""
        holes = ShellHoles(unit.target, unseen_in(g, unit.target), "Bombs")
        if self.mover:
            return [Bomb(unit.id, (self.mover,), first=True, strafing=True, road=self.road), holes]
        found = [(ids, fort) for ids, fort in shell_targets(g, unit.target) if not attacked_before(g, "air", ids)]
        fallen = [Bomb(unit.id, ids, fort=fort, first=n == 0) for n, (ids, fort) in enumerate(found)]
        return [*fallen, holes] if fallen else []


class Bomb(Step, frozen=True):
    """16.3.1, R-48 One unit of the bombed hex, or its Fortification."""

    aircraft: str
    targets: tuple[str, ...]
    fort: bool = False
    first: bool = False
    strafing: bool = False
    road: bool = False

    def run(self, g: PanzerBlitz) -> None:
        unit = g.pieces[self.aircraft]
        alive = tuple(i for i in self.targets if i in g.pieces and g.pieces[i].place == unit.target)
        fort = self.fort and unit.target in g.forts
        if not alive and not fort:
            return g.done()
        attack = bombs(g, unit, unit.target, alive, fort=fort)
        strike = Strike(msgspec.structs.replace(attack, strafing=self.strafing, road=self.road))
        return g.swap(strike, *([Recall(unit.id)] if self.first else []))


def bombs(g: PanzerBlitz, aircraft: Unit, h: Hex, targets: tuple[str, ...], *, fort: bool = False) -> Attack:
    """16.3.1, 16.4.5 The attack of bombs on one unit of a hex, or on its Fortification."""
    line = "AT" if fort else line_against(g.pieces[targets[0]])
    part = Part(line, (aircraft.id,), targets, fort=fort)
    return Attack("bomb", h, (part,), flak=g.flak.get(aircraft.id, 0))


def preview_bombs(g: PanzerBlitz, aircraft: Unit, h: Hex) -> Working | None:
    """16.3.1 The first of the bombs on a hex, as far as everybody there is known."""
    if mode(aircraft) not in ("bomb", "dive") or any(u.hidden for u in g.here(h)):
        return None
    found = [(ids, fort) for ids, fort in shell_targets(g, h) if not any(f"air:{i}" in g.attacked for i in ids)]
    if not found:
        return None
    targets, fort = found[0]
    name = "the fortification" if fort else g.pieces[targets[0]].name
    attack = bombs(g, aircraft, h, targets, fort=fort)
    return preview(g, attack, f"{aircraft.name} bombs {name} in {h}", *([EACH] if len(found) > 1 else []), FLAK_FIRST)


class AirTarget(Step, frozen=True):
    """16.3.3, 16.3.4 A fighter or rocket attack chooses among the units of the hex like Direct Fire."""

    aircraft: str
    mover: str = ""  # opportunity fire at it
    also: tuple[str, ...] = ()
    road: bool = False
    picked: tuple[str, ...] = ()

    def run(self, g: PanzerBlitz) -> None:
        unit = g.pieces[self.aircraft]
        names = join_words(g.pieces[i].name for i in self.picked)
        prompt = f"Attack {names} in {unit.target}?" if names else f"Choose the target in {unit.target}"
        options = self.options(g)
        actions = [c.action for c in options] if self.mover else menu(options, self.picked)
        g.ask(unit.side, prompt, actions, "PB-16.3.3")

    def options(self, g: PanzerBlitz) -> list[Choice]:
        """7.1.5, 7.3.1 What it can harm and no aircraft has attacked."""
        unit = g.pieces[self.aircraft]
        if self.mover:
            found = moving_choices(g, g.pieces[self.mover], self.also)
        else:
            found = [c for c in choices(g, unit.side, unit.target) if is_untouched(g, "air", unit.target, c)]
        value = {"AT": unit.face.at, "AP": unit.face.ap}
        return [c for c in found if value[c.line] is not None]

    def _decide(self, g: PanzerBlitz, action: Action) -> Choice | tuple[str, ...]:
        options = self.options(g)
        if self.mover:  # R-32 the moving unit alone
            return next(c for c in options if c.action == action)
        return decide(options, self.picked, action)

    def take(self, g: PanzerBlitz, action: Action) -> None:
        unit, choice = g.pieces[self.aircraft], self._decide(g, action)
        if not isinstance(choice, Choice):
            return g.swap(msgspec.structs.replace(self, picked=choice))
        if not self.mover:
            mark_attacked(g, "air", unit.target, choice)
        attack = self._attack(g, choice)
        if not choice.targets and not choice.fort:
            blind_shot(g, attack)
            return g.swap(Recall(unit.id))
        return g.swap(Strike(attack), Recall(unit.id))

    def hides_odds(self, g: PanzerBlitz, action: Action) -> bool:
        found = self._decide(g, action)
        return isinstance(found, Choice) and found.hidden

    def passes(self, g: PanzerBlitz) -> Passing | None:
        return Passing(Press(THESE), "nothing else is attacked") if self.picked else None

    def preview(self, g: PanzerBlitz, action: Action) -> Working | None:
        unit, found = g.pieces[self.aircraft], self._decide(g, action)
        if not isinstance(found, Choice) or found.hidden:
            return None
        return preview(g, self._attack(g, found), f"{unit.name} attacks {unit.target}")

    def _attack(self, g: PanzerBlitz, choice: Choice) -> Attack:
        unit = g.pieces[self.aircraft]
        part = Part(choice.line, (unit.id,), choice.targets, fort=choice.fort)
        flak, strafing = g.flak.get(unit.id, 0), bool(self.mover)
        return Attack(
            mode(unit), unit.target, (part,), strafing=strafing, road=self.road, flak=flak, blind=choice.hidden
        )


class Recall(Step, frozen=True):
    """16.3.3, R-47 A natural 10 or more on its first attack roll recalls a fighter at the end of the turn."""

    aircraft: str

    def run(self, g: PanzerBlitz) -> None:
        unit = g.pieces.get(self.aircraft)
        if unit is not None and g.natural >= RECALL_FROM and unit.what.cls not in BOMBERS:
            g.change(unit.id, recalled=True)
        g.done()


class AfterAttack(Step, frozen=True):
    """16.3 Bombers leave, fighter-bombers flip to their F side; all are Spent. What only they spotted is so no more."""

    aircraft: str
    spotted: tuple[str, ...] = ()
    idle: bool = False  # 7.1.5 there was nothing that it may attack

    def run(self, g: PanzerBlitz) -> None:
        for i in self.spotted:
            if i in g.pieces:
                g.change(i, unspotted=True)
        unit = g.pieces.get(self.aircraft)
        if unit is not None:
            if self.idle:
                g.change(unit.id, target="")
            elif unit.what.cls in BOMBERS:
                g.tell("PB-16.3.1", "{unit} flies home", unit=unit.name)
                g.drop(unit.id)
            elif unit.what.cls == "aircraft_FB":
                g.change(unit.id, steps=1, spent=True, target="")
            else:
                g.change(unit.id, spent=True, target="")
            if unit.recalled and unit.id in g.pieces:
                g.tell("PB-16.3.4", "{unit} is recalled and leaves at the end of the turn", unit=unit.name)
        g.done()
