"""9.4 Opportunity fire, and 12.14 infantry's same-hex privilege."""

from __future__ import annotations

from grognard.engine import Action, Press, Preview, Refusal, Step
from grognard.games.tank_leader.rules.data import GRID, other
from grognard.games.tank_leader.rules.fire import AI, AV, fire, preview_fire, why_not_fire
from grognard.games.tank_leader.rules.state import TankLeader, Unit

HOLD = Press("hold fire")


class React(Action, frozen=True):
    """Opportunity fire by a unit, with its AV or AI strength."""

    piece: str
    strength: str


def why_not_react(g: TankLeader, firer: Unit, mover: Unit, kind: str) -> Refusal | None:
    """9.4, 12.14 Why a unit may not opportunity fire at the moving unit."""
    if firer.suppressed:
        return Refusal("TL-10.13.1")
    if firer.card and g.shaken(firer.card):
        return Refusal("TL-10.14.1")
    if firer.carrier or g.loaded(firer):
        return Refusal("TL-13.34.2", "Its operation is transport.")
    privileged = firer.what.infantry and firer.hex == mover.place
    if not firer.up and not privileged:
        return Refusal("TL-9.4.1", "It is face-down.")
    return why_not_fire(g, firer, mover, kind, moving=True)


class Window(Step, frozen=True):
    """9.41, 9.43 The enemy may fire at the unit in the hex it has just entered, one unit after another.

    `barred` are units that may not fire here (14.11, 14.2), `only` the sole ones that may; `shot` have fired already.
    """

    mover: str
    barred: tuple[str, ...] = ()
    only: tuple[str, ...] | None = None
    shot: tuple[str, ...] = ()

    def run(self, g: TankLeader) -> None:
        mover = g.pieces.get(self.mover)
        if mover is None or mover.suppressed:
            return g.done()
        shots = self._shots(g, mover)
        if not shots:
            return g.done()
        g.ask(other(mover.side), f"{mover.name} is in {mover.place}: opportunity fire?", [*shots, HOLD], "TL-9.41.2")

    def _shots(self, g: TankLeader, mover: Unit) -> list[Action]:
        kinds = ((AV, AI) if mover.what.soft else (AV,)) if mover.vehicle else (AI,)
        here, side, visibility, distance = mover.place, mover.side, g.visibility, GRID.distance
        found: list[Action] = []
        for unit in g.pieces.values():
            if unit.side == side or not (unit.up or unit.place == here):
                continue
            place = unit.place or unit.recorded
            if not place or distance(place, here) > visibility:
                continue
            if unit.id in self.shot or unit.id in self.barred or (self.only is not None and unit.id not in self.only):
                continue
            found += [React(unit.id, kind) for kind in kinds if why_not_react(g, unit, mover, kind) is None]
        return found

    def take(self, g: TankLeader, action: Action) -> None:
        if not isinstance(action, React):
            return g.done()
        g.swap(Window(self.mover, self.barred, self.only, (*self.shot, action.piece)))
        fire(g, action.piece, self.mover, action.strength, moving=True)

    def why_not(self, g: TankLeader, side: str, action: Action) -> Refusal | None:
        if not isinstance(action, React) or action.piece not in g.pieces:
            return None
        unit = g.pieces[action.piece]
        if unit.side != side:
            return Refusal("TL-9.4.1")
        if unit.id in self.shot:
            return Refusal("TL-9.43.1")
        if unit.id in self.barred or (self.only is not None and unit.id not in self.only):
            return Refusal("TL-14.11.3")
        return why_not_react(g, unit, g.pieces[self.mover], action.strength)

    def preview(self, g: TankLeader, action: Action) -> Preview | None:
        if not isinstance(action, React):
            return None
        return preview_fire(g, g.pieces[action.piece], g.pieces[self.mover], action.strength, moving=True)
