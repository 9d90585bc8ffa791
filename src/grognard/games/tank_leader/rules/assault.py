"""14.1 Close assault."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, ChoiceStep, Deed, Passing, Pick, Press, Refusal, Step, Working
from grognard.engine.core.wording import with_count
from grognard.games.tank_leader.rules.choices import UnitDeed
from grognard.games.tank_leader.rules.combined_fire import strike_together
from grognard.games.tank_leader.rules.data import GRID, other
from grognard.games.tank_leader.rules.fire import (
    AI,
    AV,
    STRENGTHS,
    Shot,
    finish,
    fire,
    fire_modifiers,
    fire_power,
    preview_attack,
    preview_fire,
    strength,
)
from grognard.games.tank_leader.rules.morale import nerve, preview_nerve
from grognard.games.tank_leader.rules.move_paths import RollForMovement, must_roll, why_not_move
from grognard.games.tank_leader.rules.names import known_name, own_name, target_name
from grognard.games.tank_leader.rules.opportunity_fire import Enter, HoldFire, why_not_react
from grognard.games.tank_leader.rules.spotting import mark_fired, spot
from grognard.games.tank_leader.rules.stacking import top_foot, top_vehicle
from grognard.games.tank_leader.rules.state import TankLeader, Unit

GO, TOGETHER, SOME_TOGETHER = Press("assault"), Press("fire together"), Press("some fire together")


class Assault(Action, frozen=True):
    """Close assault the vehicles in a hex."""

    hex: Hex


class Defend(Action, frozen=True):
    """Infantry in an assaulted hex fires at one of the assaulting units."""

    piece: str
    target: str


def why_not_assault(g: TankLeader, unit: Unit, h: Hex) -> Refusal | None:
    """14.1, 14.11 Why a unit may not close assault a hex."""
    if not unit.what.infantry:
        return Refusal("TL-14.1.1")
    if not any(u.vehicle and not u.what.truck for u in g.side_here(h, other(unit.side))):
        return Refusal("TL-14.1", "No enemy vehicle is there.")
    if not g.country.effects[h].assault:
        return Refusal("TL-14.11.1")
    if any(GRID.distance(at, h) > 1 for at in (unit.hex, g.came.get(unit.id, unit.hex))):
        return Refusal("TL-14.11.2")
    if unit.hex != h:
        return why_not_move(g, unit)
    return None


def assaultable(g: TankLeader, unit: Unit) -> list[Hex]:
    """14.11 The hexes a unit could close assault."""
    if not unit.what.infantry:
        return []
    near = (unit.hex, *GRID.neighbours[unit.hex])
    return [h for h in near if h in g.at and why_not_assault(g, unit, h) is None]


def active_infantry(g: TankLeader, side: str) -> list[Unit]:
    """14.1 Infantry that could join in."""
    return [
        u
        for u in g.pieces.values()
        if u.side == side
        and u.card in g.active
        and u.up
        and not u.suppressed
        and not u.carrier
        and u.what.infantry
        and u.hex
    ]


class JoinAssault(UnitDeed, frozen=True):
    """14.1 step 1 One more platoon goes."""

    @classmethod
    def answers(cls, g: TankLeader, by: GatherAssault) -> list[Action]:
        return [Pick(u.id) for u in by.others(g)]

    def why_not(self, g: TankLeader, by: GatherAssault) -> Refusal | None:
        if self.unit(g) in by.others(g):
            return None
        return why_not_assault(g, self.unit(g), by.hex) or Refusal("TL-14.1.1")

    def do(self, g: TankLeader, by: GatherAssault) -> None:
        g.swap(GatherAssault(by.hex, (*by.units, self.piece)))

    def preview(self, g: TankLeader, by: GatherAssault) -> Working:
        """The check of the unit named last; the others make the same."""
        return preview_nerve(g, self.unit(g))


class GoIn(Deed, frozen=True):
    """14.1 step 1 Those named go, and nobody else."""

    stored = GO

    def do(self, g: TankLeader, by: GatherAssault) -> None:
        g.swap(AssaultHex(by.hex, by.units))

    def preview(self, g: TankLeader, by: GatherAssault) -> Working:
        return preview_nerve(g, g.pieces[by.units[-1]])


class GatherAssault(ChoiceStep, frozen=True):
    """14.1 step 1 Name the units that assault the hex together, up to its stacking limit."""

    hex: Hex
    units: tuple[str, ...]
    deeds = (JoinAssault, GoIn)

    def run(self, g: TankLeader) -> None:
        if not self.others(g):
            return g.swap(AssaultHex(self.hex, self.units))
        g.ask(g.pieces[self.units[0]].side, f"Who else assaults {self.hex}?", self.offered(g), "TL-14.1.1")

    def others(self, g: TankLeader) -> list[Unit]:
        """Who could go too."""
        if len(self.units) >= g.country.limits(self.hex)[0]:
            return []
        free = (u for u in active_infantry(g, g.pieces[self.units[0]].side) if u.id not in self.units)
        return [u for u in free if why_not_assault(g, u, self.hex) is None]

    def passes(self, g: TankLeader) -> Passing:
        return Passing(GO, "no other platoon joins")


class AssaultHex(Step, frozen=True):
    """14.1 steps 1 and 2 Each unit checks morale; those that pass move in, one by one under fire.

    Vehicles there hold their fire (14.11), infantry fires in step 3; guns fire as others do. An F-rated formation that
    has not moved this turn rolls first (8.2).
    """

    hex: Hex
    units: tuple[str, ...]

    def run(self, g: TankLeader) -> None:
        due = [u.card for i in self.units if must_roll(g, u := g.pieces[i]) and u.hex != self.hex]
        if due:
            return g.call(RollForMovement(due[0], on_the_way=True))
        text = "Infantry assaults {hex}" + (" with {n} platoons" if len(self.units) > 1 else "")
        g.tell("TL-14.1.2", text, hexes=(self.hex,), n=len(self.units), hex=self.hex)
        side = g.pieces[self.units[0]].side
        bold = []
        for unit_id in self.units:
            if nerve(g, g.pieces[unit_id]):
                bold.append(unit_id)
            else:
                finish(g, unit_id)
        g.outcome(self._went(g, len(bold)), side)
        g.came = {**{i: g.pieces[i].hex for i in bold}, **g.came}
        barred = tuple(u.id for u in g.side_here(self.hex, other(side)) if u.what.kind != "artillery")
        came = tuple(i for i in bold if g.pieces[i].hex != self.hex)
        walks = [Enter(i, self.hex, barred) for i in came]
        g.swap(*walks, DefendHex(self.hex, tuple(bold), came), AssaultFire(self.hex, tuple(bold)))

    def _went(self, g: TankLeader, bold: int) -> str:
        """14.1 step 1 What the checks come to, in words."""
        sent = len(self.units)
        if sent > 1:
            return f"{bold or 'none'} of {sent} {'goes' if bold < 2 else 'go'} in"
        return "goes in" if bold else "stays back" if self.units[0] in g.pieces else "loses the platoon"


def fit(g: TankLeader, units: tuple[str, ...]) -> list[Unit]:
    """Those still alive and not suppressed."""
    return [u for i in units if (u := g.pieces.get(i)) is not None and not u.suppressed]


def defenders(g: TankLeader, h: Hex, side: str) -> list[Unit]:
    """14.1 step 3 Non-suppressed enemy infantry in the hex, passengers not counted."""
    return [u for u in g.stack(h, side) if u.what.kind in ("infantry", "fo") and not u.suppressed]


class FireInDefence(Deed, frozen=True):
    """14.1 step 3 A unit that is assaulted fires at one of those who have come."""

    piece: str
    target: str
    stored = Defend

    def is_meant(self, g: TankLeader, by: DefendHex) -> bool:
        return self.piece in g.pieces and self.target in g.pieces

    @classmethod
    def candidates(cls, g: TankLeader, by: DefendHex) -> Iterable[FireInDefence]:
        attackers = fit(g, by.units)
        steady = defenders(g, by.hex, other(attackers[0].side)) if attackers else []
        return (cls(d.id, a.id) for d in steady for a in attackers)

    def why_not(self, g: TankLeader, by: DefendHex) -> Refusal | None:
        unit, target = g.pieces[self.piece], g.pieces[self.target]
        if self.piece in by.shot:
            return Refusal("TL-9.43.1")
        if unit.hex != by.hex or not unit.what.infantry or unit.side == target.side or self.target not in by.units:
            return Refusal("TL-14.1.4")
        return why_not_react(g, unit, target, AI)

    def do(self, g: TankLeader, by: DefendHex) -> None:
        g.swap(replace(by, shot=(*by.shot, self.piece)))
        fire(g, self.piece, self.target, AI, moving=self.target in by.came, alone=True)

    def preview(self, g: TankLeader, by: DefendHex) -> Working:
        return preview_fire(g, g.pieces[self.piece], g.pieces[self.target], AI, moving=self.target in by.came)

    def says(self, g: TankLeader) -> str:
        return f"{own_name(g, g.pieces[self.piece])} fires at {target_name(g, g.pieces[self.target])}"


class DefendHex(ChoiceStep, frozen=True):
    """14.1 step 3 Enemy infantry in the hex may first fire at the assaulting units, each once; `came` have moved in."""

    hex: Hex
    units: tuple[str, ...]
    came: tuple[str, ...] = ()
    shot: tuple[str, ...] = ()
    deeds = (FireInDefence, HoldFire)

    def run(self, g: TankLeader) -> None:
        if not self.might(g, FireInDefence):
            return g.done()
        side = other(fit(g, self.units)[0].side)
        g.ask(side, f"Your infantry in {self.hex} is assaulted: fire?", self.offered(g), "TL-14.1.4")


# ------------------------------------------------------------------ the assaulters' fire (14.1, 14.12)


class Strike(Action, frozen=True):
    """A unit that has close assaulted fires alone, with its AV or AI strength."""

    piece: str
    strength: str


class StrikeAlone(Deed, frozen=True):
    """14.12 One of those who have come fires alone."""

    piece: str
    strength: str
    stored = Strike

    def is_meant(self, g: TankLeader, by: AssaultFire) -> bool:
        return self.piece in g.pieces and self.strength in STRENGTHS

    @classmethod
    def candidates(cls, g: TankLeader, by: AssaultFire) -> list[StrikeAlone]:
        target = by.target(g)
        return [cls(u.id, kind) for u in by.left(g) for kind in kinds_against(u, target)] if target is not None else []

    def why_not(self, g: TankLeader, by: AssaultFire) -> Refusal | None:
        unit, target = g.pieces[self.piece], by.target(g)
        if unit not in by.left(g):
            return Refusal("TL-14.1.3", "It does not fire in this assault, or has done so.")
        fits = target is not None and self.strength in kinds_against(unit, target)
        return None if fits else Refusal("TL-14.12.1")

    def do(self, g: TankLeader, by: AssaultFire) -> None:
        target = by.struck(g)
        g.swap(replace(by, fired=(*by.fired, self.piece)))
        fire(g, self.piece, target.id, self.strength, assault=target.vehicle)

    def preview(self, g: TankLeader, by: AssaultFire) -> Working:
        target = by.struck(g)
        return preview_fire(g, g.pieces[self.piece], target, self.strength, assault=target.vehicle)

    def says(self, g: TankLeader) -> str:
        return f"fire with {own_name(g, g.pieces[self.piece])}, {self.strength}"


class StrikeTogether(Deed, frozen=True):
    """13.12 All who can add their AI strength fire as one."""

    stored = TOGETHER

    @classmethod
    def candidates(cls, g: TankLeader, by: AssaultFire) -> list[StrikeTogether]:
        return [cls()] if len(by.able(g)) > 1 else []

    def do(self, g: TankLeader, by: AssaultFire) -> None:
        by.volley(g, tuple(u.id for u in by.able(g)))

    def preview(self, g: TankLeader, by: AssaultFire) -> Working:
        return preview_volley(g, by.able(g), by.struck(g))


class SomeStrikeTogether(Deed, frozen=True):
    """13.12 Not all of them: who, is asked next."""

    stored = SOME_TOGETHER

    @classmethod
    def candidates(cls, g: TankLeader, by: AssaultFire) -> list[SomeStrikeTogether]:
        return [cls()] if len(by.able(g)) > 2 else []

    def do(self, g: TankLeader, by: AssaultFire) -> None:
        g.swap(AssaultTogether(by))


class AssaultFire(ChoiceStep, frozen=True):
    """14.1 steps 2 and 3 All survivors must fire: at the infantry if any was steady there, else at the vehicles.

    `steady` is settled before the first of them fires: who met infantry never fires at the vehicles.
    """

    hex: Hex
    units: tuple[str, ...]
    fired: tuple[str, ...] = ()
    steady: bool | None = None
    deeds = (StrikeAlone, StrikeTogether, SomeStrikeTogether)

    def run(self, g: TankLeader) -> None:
        if self.steady is None:
            return g.swap(replace(self, steady=self._met_infantry(g)))
        target = self.target(g)
        if target is None:
            return self._over(g)
        strikes = self.allowed(g, StrikeAlone)
        if len(strikes) == 1:
            return strikes[0].do(g, self)
        g.ask(
            other(target.side),
            f"Your assault on {self.hex}: fire at {known_name(g, target)}",
            self.offered(g),
            "TL-14.12.1",
        )

    def _met_infantry(self, g: TankLeader) -> bool:
        left = self.left(g)
        return bool(left) and bool(defenders(g, self.hex, other(left[0].side)))

    def left(self, g: TankLeader) -> list[Unit]:
        """Who has still to fire."""
        return [u for u in fit(g, self.units) if u.id not in self.fired]

    def target(self, g: TankLeader) -> Unit | None:
        """R-77 The topmost of those that are to be fired at, if anybody is left to fire."""
        left = self.left(g)
        if not left:
            return None
        top = top_foot if self.steady else top_vehicle
        return top(g, self.hex, other(left[0].side))

    def struck(self, g: TankLeader) -> Unit:
        """The same while the question is asked."""
        target = self.target(g)
        assert target is not None
        return target

    def able(self, g: TankLeader) -> list[Unit]:
        """13.12 Who could add his AI strength."""
        target = self.target(g)
        return [u for u in self.left(g) if AI in kinds_against(u, target)] if target is not None else []

    def volley(self, g: TankLeader, firers: tuple[str, ...]) -> None:
        """13.12 Some of them fire as one; all are turned face-down."""
        target = self.struck(g)
        g.swap(replace(self, fired=(*self.fired, *firers)))
        for unit_id in firers:
            mark_fired(g, unit_id)
            spot(g, g.pieces[unit_id], g.pieces[target.id])
        strike_together(g, [g.pieces[i] for i in firers], target.id, 0, assault=target.vehicle)
        for unit_id in firers:
            finish(g, unit_id)

    def _over(self, g: TankLeader) -> None:
        """14.1.5, 14.11 Who had nothing to fire at is turned face-down too, and all stay while the enemy does."""
        g.done()
        for unit_id in self.units:
            unit = g.pieces.get(unit_id)
            if unit is None:
                continue
            if unit_id not in self.fired:
                finish(g, unit_id)
            g.change(unit_id, bound=tuple(u.id for u in g.side_here(self.hex, other(unit.side))))


class AddStrike(UnitDeed, frozen=True):
    """13.12 One more of the assaulters fires with the others."""

    @classmethod
    def candidates(cls, g: TankLeader, by: AssaultTogether) -> list[AddStrike]:
        return [cls(u.id) for u in by.assault.able(g)]

    def why_not(self, g: TankLeader, by: AssaultTogether) -> Refusal | None:
        fits = self.piece not in by.chosen and self.unit(g) in by.assault.able(g)
        return None if fits else Refusal("TL-13.12.1", "It cannot add its strength, or does so already.")

    def do(self, g: TankLeader, by: AssaultTogether) -> None:
        g.swap(replace(by, chosen=(*by.chosen, self.piece)))

    def preview(self, g: TankLeader, by: AssaultTogether) -> Working | None:
        return by.working(g, self.piece)


class StrikeNow(Deed, frozen=True):
    """13.12 Those who have been named, two at least, fire as one."""

    stored = TOGETHER

    def why_not(self, g: TankLeader, by: AssaultTogether) -> Refusal | None:
        return None if len(by.chosen) > 1 else Refusal("TL-13.12.1", "Two at least fire together.")

    def do(self, g: TankLeader, by: AssaultTogether) -> None:
        by.assault.volley(g, by.chosen)

    def preview(self, g: TankLeader, by: AssaultTogether) -> Working | None:
        return by.working(g)


class AssaultTogether(ChoiceStep, frozen=True):
    """13.12 Which of the assaulters fire as one."""

    assault: AssaultFire
    chosen: tuple[str, ...] = ()
    deeds = (AddStrike, StrikeNow)

    def run(self, g: TankLeader) -> None:
        target = self.assault.struck(g)
        g.ask(other(target.side), "Who fires together?", self.offered(g), "TL-13.12.1")

    def passes(self, g: TankLeader) -> Passing | None:
        return Passing(TOGETHER, "nobody else joins") if len(self.chosen) > 1 else None

    def working(self, g: TankLeader, *more: str) -> Working | None:
        """The fire of those named and some more, if they are two at least."""
        firers = [g.pieces[i] for i in (*self.chosen, *more)]
        return preview_volley(g, firers, self.assault.struck(g)) if len(firers) > 1 else None


def kinds_against(unit: Unit, target: Unit) -> list[str]:
    """14.12 AI at infantry; AV at vehicles, or AI if they are soft."""
    kinds = [AI] if not target.vehicle else [AV, AI] if target.what.soft else [AV]
    return [kind for kind in kinds if strength(unit, kind) is not None]


def preview_volley(g: TankLeader, firers: list[Unit], target: Unit) -> Working:
    """13.12 The working of combined fire in an assault."""
    shot = Shot(AI, sum(fire_power(u, AI) for u in firers), 0, assault=target.vehicle)
    title = f"Fire of {with_count(len(firers), 'unit')} at {target.name}"
    return preview_attack(title, target, fire_modifiers(g, firers, target, shot))
