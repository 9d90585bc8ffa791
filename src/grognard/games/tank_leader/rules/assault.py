"""14.1 Close assault."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Passing, Pick, Press, Refusal, Step, Working
from grognard.engine.core.wording import with_count
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
from grognard.games.tank_leader.rules.names import known_name
from grognard.games.tank_leader.rules.opportunity_fire import HOLD, Enter, why_not_react
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


class GatherAssault(Step, frozen=True):
    """14.1 step 1 Name the units that assault the hex together, up to its stacking limit."""

    hex: Hex
    units: tuple[str, ...]

    def run(self, g: TankLeader) -> None:
        side = g.pieces[self.units[0]].side
        others = self._others(g, side)
        if not others:
            return g.swap(AssaultHex(self.hex, self.units))
        g.ask(side, f"Who else assaults {self.hex}?", [*[Pick(u.id) for u in others], GO], "TL-14.1.1")

    def _others(self, g: TankLeader, side: str) -> list[Unit]:
        if len(self.units) >= g.country.limits(self.hex)[0]:
            return []
        free = (u for u in active_infantry(g, side) if u.id not in self.units)
        return [u for u in free if why_not_assault(g, u, self.hex) is None]

    def take(self, g: TankLeader, action: Action) -> None:
        if isinstance(action, Pick):
            g.swap(GatherAssault(self.hex, (*self.units, action.piece)))
        else:
            g.swap(AssaultHex(self.hex, self.units))

    def passes(self, g: TankLeader) -> Passing:
        return Passing(GO, "no other platoon joins")

    def preview(self, g: TankLeader, action: Action) -> Working:
        """14.1 step 1 The check of the unit named last; the others make the same."""
        return preview_nerve(g, g.pieces[action.piece if isinstance(action, Pick) else self.units[-1]])

    def why_not(self, g: TankLeader, side: str, action: Action) -> Refusal | None:
        if isinstance(action, Pick) and action.piece in g.pieces:
            return why_not_assault(g, g.pieces[action.piece], self.hex) or Refusal("TL-14.1.1")
        return None


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


class DefendHex(Step, frozen=True):
    """14.1 step 3 Enemy infantry in the hex may first fire at the assaulting units, each once; `came` have moved in."""

    hex: Hex
    units: tuple[str, ...]
    came: tuple[str, ...] = ()
    shot: tuple[str, ...] = ()

    def run(self, g: TankLeader) -> None:
        attackers = fit(g, self.units)
        if not attackers:
            return g.done()
        side = other(attackers[0].side)
        steady = defenders(g, self.hex, side)
        shots = [Defend(d.id, a.id) for d in steady for a in attackers if self._why_not(g, d, a) is None]
        if not shots:
            return g.done()
        g.ask(side, f"Your infantry in {self.hex} is assaulted: fire?", [*shots, HOLD], "TL-14.1.4")

    def _why_not(self, g: TankLeader, unit: Unit, target: Unit) -> Refusal | None:
        if unit.id in self.shot:
            return Refusal("TL-9.43.1")
        if unit.hex != self.hex or not unit.what.infantry or target.id not in self.units:
            return Refusal("TL-14.1.4")
        return why_not_react(g, unit, target, AI)

    def take(self, g: TankLeader, action: Action) -> None:
        if not isinstance(action, Defend):
            return g.done()
        g.swap(replace(self, shot=(*self.shot, action.piece)))
        fire(g, action.piece, action.target, AI, moving=action.target in self.came, alone=True)

    def why_not(self, g: TankLeader, side: str, action: Action) -> Refusal | None:
        if not isinstance(action, Defend) or action.piece not in g.pieces or action.target not in g.pieces:
            return None
        unit = g.pieces[action.piece]
        return self._why_not(g, unit, g.pieces[action.target]) if unit.side == side else Refusal("TL-14.1.4")

    def preview(self, g: TankLeader, action: Action) -> Working | None:
        if not isinstance(action, Defend):
            return None
        moving = action.target in self.came
        return preview_fire(g, g.pieces[action.piece], g.pieces[action.target], AI, moving=moving)


# ------------------------------------------------------------------ the assaulters' fire (14.1, 14.12)


class Strike(Action, frozen=True):
    """A unit that has close assaulted fires alone, with its AV or AI strength."""

    piece: str
    strength: str


class AssaultFire(Step, frozen=True):
    """14.1 steps 2 and 3 All survivors must fire: at the infantry if any was steady there, else at the vehicles.

    `steady` is settled before the first of them fires: who met infantry never fires at the vehicles.
    """

    hex: Hex
    units: tuple[str, ...]
    fired: tuple[str, ...] = ()
    steady: bool | None = None

    def run(self, g: TankLeader) -> None:
        if self.steady is None:
            return g.swap(replace(self, steady=self._met_infantry(g)))
        target = self.target(g)
        if target is None:
            return self._over(g)
        actions: list[Action] = [Strike(u.id, kind) for u in self.left(g) for kind in kinds_against(u, target)]
        if len(actions) == 1:
            return self.take(g, actions[0])
        prompt = f"Your assault on {self.hex}: fire at {known_name(g, target)}"
        g.ask(other(target.side), prompt, actions + self._together(g, target), "TL-14.12.1")

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

    def able(self, g: TankLeader, target: Unit) -> list[Unit]:
        """13.12 Who could add his AI strength."""
        return [u for u in self.left(g) if AI in kinds_against(u, target)]

    def _together(self, g: TankLeader, target: Unit) -> list[Action]:
        able = len(self.able(g, target))
        return [] if able < 2 else [TOGETHER] if able == 2 else [TOGETHER, SOME_TOGETHER]

    def take(self, g: TankLeader, action: Action) -> None:
        target = self.target(g)
        assert target is not None
        match action:
            case Strike(piece, kind):
                g.swap(replace(self, fired=(*self.fired, piece)))
                fire(g, piece, target.id, kind, assault=target.vehicle)
            case Press() if action == TOGETHER:
                self.volley(g, tuple(u.id for u in self.able(g, target)))
            case _:
                g.swap(AssaultTogether(self))

    def volley(self, g: TankLeader, firers: tuple[str, ...]) -> None:
        """13.12 Some of them fire as one; all are turned face-down."""
        target = self.target(g)
        assert target is not None
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

    def why_not(self, g: TankLeader, side: str, action: Action) -> Refusal | None:
        target = self.target(g)
        if not isinstance(action, Strike) or action.piece not in g.pieces or target is None:
            return None
        if action.strength not in STRENGTHS:
            return None
        if action.piece not in [u.id for u in self.left(g)]:
            return Refusal("TL-14.1.3", "It does not fire in this assault, or has done so.")
        return Refusal("TL-14.12.1")

    def preview(self, g: TankLeader, action: Action) -> Working | None:
        target = self.target(g)
        if target is None or action == SOME_TOGETHER:
            return None
        if isinstance(action, Strike):
            return preview_fire(g, g.pieces[action.piece], target, action.strength, assault=target.vehicle)
        return preview_volley(g, self.able(g, target), target)


class AssaultTogether(Step, frozen=True):
    """13.12 Which of the assaulters fire as one."""

    assault: AssaultFire
    chosen: tuple[str, ...] = ()

    def run(self, g: TankLeader) -> None:
        target = self.assault.target(g)
        assert target is not None
        more: list[Action] = [Pick(u.id) for u in self.assault.able(g, target) if u.id not in self.chosen]
        if len(self.chosen) > 1:
            more.append(TOGETHER)
        g.ask(other(target.side), "Who fires together?", more, "TL-13.12.1")

    def take(self, g: TankLeader, action: Action) -> None:
        if isinstance(action, Pick):
            return g.swap(replace(self, chosen=(*self.chosen, action.piece)))
        self.assault.volley(g, self.chosen)

    def passes(self, g: TankLeader) -> Passing | None:
        return Passing(TOGETHER, "nobody else joins") if len(self.chosen) > 1 else None

    def why_not(self, g: TankLeader, side: str, action: Action) -> Refusal | None:
        return Refusal("TL-13.12.1", "It cannot add its strength, or does so already.")

    def preview(self, g: TankLeader, action: Action) -> Working | None:
        target = self.assault.target(g)
        joins = (action.piece,) if isinstance(action, Pick) else ()
        if target is None or len(self.chosen + joins) < 2:
            return None
        return preview_volley(g, [g.pieces[i] for i in self.chosen + joins], target)


def kinds_against(unit: Unit, target: Unit) -> list[str]:
    """14.12 AI at infantry; AV at vehicles, or AI if they are soft."""
    kinds = [AI] if not target.vehicle else [AV, AI] if target.what.soft else [AV]
    return [kind for kind in kinds if strength(unit, kind) is not None]


def preview_volley(g: TankLeader, firers: list[Unit], target: Unit) -> Working:
    """13.12 The working of combined fire in an assault."""
    shot = Shot(AI, sum(fire_power(u, AI) for u in firers), 0, assault=target.vehicle)
    title = f"Fire of {with_count(len(firers), 'unit')} at {target.name}"
    return preview_attack(title, target, fire_modifiers(g, firers, target, shot))
