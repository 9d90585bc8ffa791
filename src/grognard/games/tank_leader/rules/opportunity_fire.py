"""9.4 Opportunity fire, and 12.14 infantry's same-hex privilege."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Actions, ChoiceStep, Deed, Interruption, Press, Refusal, Step, Working
from grognard.engine.core.fact import fact
from grognard.games.tank_leader.rules.data import BIT, GRID, disc, other
from grognard.games.tank_leader.rules.fire import (
    AI,
    AV,
    STRENGTHS,
    arms,
    fire,
    hopeless,
    preview_fire,
    prospect,
    why_not_fire,
)
from grognard.games.tank_leader.rules.indirect_fire import zone_fire
from grognard.games.tank_leader.rules.morale import release
from grognard.games.tank_leader.rules.move_paths import halt, shot_at, words_of_move
from grognard.games.tank_leader.rules.names import examinable, own_name
from grognard.games.tank_leader.rules.spotting import in_sight, place_hidden, uncovered
from grognard.games.tank_leader.rules.state import Prospect, TankLeader, Unit
from grognard.games.tank_leader.rules.transport import leave_trench
from grognard.games.tank_leader.rules.victory import update_control

HOLD = Press("hold fire")
UNLESS, AWAIT = Press("hold fire until the chance is better"), Press("hold fire until it stops")
SPARE = Press("hold fire until the chance is better, at all of its type that come now")


class React(Action, frozen=True):
    """Opportunity fire by a unit, with its AV or AI strength."""

    piece: str
    strength: str


def why_not_react(g: TankLeader, firer: Unit, mover: Unit, kind: str, *, seen: bool = False) -> Refusal | None:
    """9.4, 12.14 Why a unit may not opportunity fire at the moving unit, which it has in sight if it is `seen`."""
    if firer.suppressed:
        return Refusal("TL-10.13.1")
    if firer.card and g.shaken(firer.card):
        return Refusal("TL-10.14.1")
    if firer.carrier or g.loaded(firer):
        return Refusal("TL-13.34.2", "Its operation is transport.")
    privileged = firer.what.infantry and firer.hex == mover.place
    if not firer.up and not privileged:
        return Refusal("TL-9.4.1", "It is face-down.")
    return why_not_fire(g, firer, mover, kind, moving=True, seen=seen)


def others_like(g: TankLeader, mover: Unit) -> bool:
    """6.1, 7.2 Has an active formation more units of the type that moves now?"""
    return any(u.type == mover.type and u.id != mover.id for card in g.active for u in g.members(card))


class Watchers(NamedTuple):
    """9.4, 12.14 The units of a side that could fire at what moves, and how far each; their hexes; what they cover."""

    units: list[tuple[Unit, int]]
    posts: dict[int, int]  # the hexes of those who reach so far, as a set
    ground: int


@fact
def watching(g: TankLeader, side: str) -> Watchers:
    """9.4 Whoever of a side is face-up covers its range; 12.14 infantry that is face-down its own hex."""
    units: list[tuple[Unit, int]] = []
    posts: dict[int, int] = {}
    ground = 0
    for unit in g.pieces_of(side).values():
        if unit.suppressed or unit.carrier or not (unit.up or unit.what.infantry):
            continue
        far = min(g.visibility, arms(unit.type)[1]) if unit.up else 0
        if far >= 0 and (h := unit.place or unit.recorded):
            units.append((unit, far))
            posts[far] = posts.get(far, 0) | BIT[h]
            ground |= disc(h, far)
    return Watchers(units, posts, ground)


def under_watch(g: TankLeader, side: str, h: Hex) -> bool:
    """9.4, 9.11 Could somebody of a side who has a hex in range and in sight fire at what enters it?"""
    watchers, among = watching(g, side), g.country.sight.among
    if not watchers.ground & BIT[h]:
        return False
    return any(among(h, posts & disc(h, far)) for far, posts in watchers.posts.items())


def watchers_of(g: TankLeader, side: str, h: Hex) -> list[Unit]:
    """9.4, 9.11 Those of a side who have a hex in range and in sight."""
    watchers, among = watching(g, side), g.country.sight.among
    if not watchers.ground & BIT[h]:
        return []
    seen = {far: among(h, posts & disc(h, far)) for far, posts in watchers.posts.items()}
    return [u for u, far in watchers.units if seen[far] & BIT[u.hex]] if any(seen.values()) else []


def _prompt(g: TankLeader, mover: Unit) -> str:
    return f"{mover.name} in {mover.place}{words_of_move(g, mover)}: opportunity fire?"


class OpportunityShot(Deed, frozen=True):
    """9.4 A unit fires at the mover."""

    piece: str
    strength: str
    stored = React

    def is_meant(self, g: TankLeader, by: Window) -> bool:
        return self.piece in g.pieces and self.strength in STRENGTHS

    def why_not(self, g: TankLeader, by: Window) -> Refusal | None:
        unit, mover = g.pieces[self.piece], g.pieces[by.mover]
        if unit.side == mover.side:
            return Refusal("TL-9.4.1")
        refusal = by.why_not_now(unit, mover) or why_not_react(g, unit, mover, self.strength)
        if refusal is None and self.strength not in by.strengths(mover):
            return Refusal("TL-14.22.1")
        return refusal

    def do(self, g: TankLeader, by: Window) -> None:
        g.swap(replace(by, shot=(*by.shot, self.piece)))
        shot_at(g, by.mover, self.piece)
        if fire(g, self.piece, by.mover, self.strength, moving=True):
            halt(g, by.mover)

    def preview(self, g: TankLeader, by: Window) -> Working:
        return preview_fire(g, g.pieces[self.piece], g.pieces[by.mover], self.strength, moving=True)

    def says(self, g: TankLeader) -> str:
        return f"fire with {own_name(g, g.pieces[self.piece])}, {self.strength}"


class HoldFire(Deed, frozen=True):
    """9.41 Nobody fires now; the side is asked again in the next hex."""

    stored = HOLD

    def do(self, g: TankLeader, by: Step) -> None:
        g.done()


class HoldUntilBetter(Deed, frozen=True):
    """9.41 The side is asked again when somebody stands better."""

    stored = UNLESS

    @classmethod
    def candidates(cls, g: TankLeader, by: Window) -> list[HoldUntilBetter]:
        return [cls()] if by.goes_on(g) else []

    def do(self, g: TankLeader, by: Window) -> None:
        if (move := g.move) is not None:
            g.move = replace(move, held=(*move.held, *by.chances(g)))
        g.done()


class HoldUntilStop(Deed, frozen=True):
    """9.42 The side is asked again when the unit stops."""

    stored = AWAIT

    @classmethod
    def candidates(cls, g: TankLeader, by: Window) -> list[HoldUntilStop]:
        return [cls()] if by.goes_on(g) else []

    def do(self, g: TankLeader, by: Window) -> None:
        if g.move is not None:
            g.move = replace(g.move, awaited=True)
        g.done()


class SpareType(Deed, frozen=True):
    """9.41 The side is asked again when somebody stands better against the mover or others of its type."""

    stored = SPARE

    @classmethod
    def candidates(cls, g: TankLeader, by: Window) -> list[SpareType]:
        mover = g.pieces[by.mover]
        return [cls()] if by.may_spare(mover) and others_like(g, mover) else []

    def do(self, g: TankLeader, by: Window) -> None:
        kind = g.pieces[by.mover].type
        g.spared = {**g.spared, kind: (*g.spared.get(kind, ()), *by.chances(g))}
        g.done()


HOLDS = HoldFire, HoldUntilBetter, HoldUntilStop, SpareType


class Window(ChoiceStep, frozen=True):
    """9.41, 9.43 The enemy may fire at the unit in the hex it has just entered, one unit after another.

    `barred` are units that may not fire here (14.11, 14.2), `only` the sole ones that may; `shot` have fired already.
    `last` is the chance in the last hex of a move (9.42). Nobody is asked where no shot could come to anything.
    """

    mover: str
    barred: tuple[str, ...] = ()
    only: tuple[str, ...] | None = None
    shot: tuple[str, ...] = ()
    last: bool = False
    deeds = (OpportunityShot, *HOLDS)

    def run(self, g: TankLeader) -> None:
        mover = g.pieces.get(self.mover)
        shots = [] if mover is None or self._awaited(g, mover) else self.shots(g, mover)
        if mover is None or not self._worth_asking(g, mover, shots):
            return g.done()
        answers = Actions(shots, *(self.answers(g, kind) for kind in HOLDS))
        g.ask(other(mover.side), lambda: _prompt(g, mover), answers, "TL-9.42.1" if self.last else "TL-9.41.2")

    def interrupts(self, g: TankLeader) -> Interruption:
        """9.4 One move of one unit."""
        mover = g.pieces[self.mover]
        able = [g.pieces[shot.piece] for shot in self.shots(g, mover)]
        near = min(GRID.distance(unit.place or unit.recorded, mover.place) for unit in able)
        return Interruption(mover.id, f"{g.turn} {mover.id}", HOLD, near)

    def may_spare(self, mover: Unit) -> bool:
        """9.41 May fire be held at more than this one unit?"""
        return self.only is None and not mover.suppressed

    def goes_on(self, g: TankLeader) -> bool:
        """9.42 Will there be another chance to fire at the unit when it stops?"""
        mover = g.pieces[self.mover]
        move = g.move if self.only is None and not self.last and not mover.suppressed else None
        return move is not None and move.unit == mover.id and not move.over

    def _worth_asking(self, g: TankLeader, mover: Unit, shots: list[React]) -> bool:
        if not shots:
            return False
        move = g.move if self.goes_on(g) else None
        spared = g.spared.get(mover.type, ()) if self.may_spare(mover) else ()
        held = (*spared, *(move.held if move is not None else ()))
        chances = self._prospects(g, mover, shots)
        return any(not hopeless(now, mover) and not any(now.no_better_than(then) for then in held) for now in chances)

    def _prospects(self, g: TankLeader, mover: Unit, shots: list[React]) -> Iterator[Prospect]:
        return (prospect(g, g.pieces[shot.piece], mover, shot.strength, moving=True) for shot in shots)

    def _awaited(self, g: TankLeader, mover: Unit) -> bool:
        return g.move is not None and g.move.awaited and self.goes_on(g)

    def shots(self, g: TankLeader, mover: Unit) -> list[React]:
        """9.4 Everybody who may fire now, with which strength."""
        units = watchers_of(g, other(mover.side), mover.place)
        free = [u for u in units if self.why_not_now(u, mover) is None]
        kinds = self.strengths(mover)
        return [
            React(u.id, kind) for u in free for kind in kinds if why_not_react(g, u, mover, kind, seen=True) is None
        ]

    def strengths(self, mover: Unit) -> tuple[str, ...]:
        """13.14 AV or AI at a soft vehicle, but only AV where infantry is overrun (14.22)."""
        if not mover.vehicle:
            return (AI,)
        return (AV, AI) if mover.what.soft and self.only is None else (AV,)

    def why_not_now(self, unit: Unit, mover: Unit) -> Refusal | None:
        """9.43, 14.1, 14.11, 14.2 Why a unit has no turn to fire in this hex."""
        if unit.id in self.shot:
            return Refusal("TL-9.43.1")
        if self.only is not None and unit.id not in self.only:
            return Refusal("TL-14.2.3", "Now the infantry that stood its ground may fire.")
        if unit.id not in self.barred:
            return None
        if mover.vehicle:
            return Refusal("TL-14.2.3", "The infantry that is overrun checks morale first.")
        return Refusal("TL-14.11.3" if unit.vehicle else "TL-14.1.4")

    def chances(self, g: TankLeader) -> tuple[Prospect, ...]:
        """9.41 What the shots promise that are not made now."""
        mover = g.pieces[self.mover]
        return tuple(self._prospects(g, mover, self.shots(g, mover)))


# -------------------- 8 Entering a hex and what awaits the unit there


class Enter(Step, frozen=True):
    """8, 9.41, 13.27 A unit enters a hex: hidden enemies appear, zones strike, then the enemy may fire."""

    unit: str
    hex: Hex
    barred: tuple[str, ...] = ()

    def run(self, g: TankLeader) -> None:
        go(g, self.unit, self.hex)
        g.swap(Window(self.unit, self.barred))


def watched(g: TankLeader, side: str, h: Hex) -> bool:
    """8.55, 9.41, 12.22 Does entering a hex tell something: what is in it, or whether unseen units fire at it?"""
    if g.hidden(other(side)):
        return True
    for place in g.held(other(side)):
        foes = g.side_here(place, other(side))
        if place == h or (len(foes) > 1 and in_sight(g, place, h) and _unseen(g, foes, side)):
            return True
    return False


def _unseen(g: TankLeader, foes: list[Unit], side: str) -> bool:
    return any(not examinable(g, foe, side) for foe in foes)


def go(g: TankLeader, unit_id: str, h: Hex) -> None:
    """Put a unit and what it carries into a hex, and let hidden enemies and fire zones have their say."""
    unit = place_hidden(g, unit_id)
    update_control(g)  # 15.5 the side that cleared the hex it leaves has held it
    leave_trench(g, unit)
    release(g, unit)
    for rider in g.passengers(unit_id) if unit.vehicle else ():
        release(g, rider)
        g.change(rider.id, place=h, fired=False)
    g.change(unit_id, place=h, fired=False, bound=())
    if not g.revealed and watched(g, unit.side, h):
        g.reveal()
    meet(g, g.pieces[unit_id])
    update_control(g)
    zone_fire(g, unit_id)


def meet(g: TankLeader, mover: Unit) -> None:
    """12.22, 15.5.7 Enemies hidden near the hex appear: the unit halts."""
    found = uncovered(g, mover)
    if found:
        halt(g, mover.id)
    for unit in found:
        place_hidden(g, unit.id)
