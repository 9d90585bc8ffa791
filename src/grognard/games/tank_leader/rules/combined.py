"""13.12 Combined anti-infantry fire."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.engine import Action, Pick, Press, Refusal, Step
from grognard.games.tank_leader.rules.data import GRID
from grognard.games.tank_leader.rules.fire import AI, Shot, attack, finish, others_below, why_not_fire
from grognard.games.tank_leader.rules.names import known_name
from grognard.games.tank_leader.rules.spotting import mark_fired, place_hidden, spot
from grognard.games.tank_leader.rules.state import TankLeader, Unit

FIRE, EVERYBODY = Press("open fire"), Press("open fire with everybody who can")


class Combine(Action, frozen=True):
    """Begin combined anti-infantry fire at a unit."""

    piece: str


def why_not_join(g: TankLeader, unit: Unit, target: Unit) -> Refusal | None:
    """13.12 Why a unit may not add its AI strength."""
    if unit.vehicle:
        return Refusal("TL-13.12.7")
    if unit.card not in g.active or not unit.up or unit.suppressed or unit.carrier:
        return Refusal("TL-13.12.1", "It is not active.")
    return why_not_fire(g, unit, target, AI)


def why_not_combine(g: TankLeader, unit: Unit, target: Unit) -> Refusal | None:
    """13.12 Why a unit may not begin combined fire at a target."""
    refusal = why_not_join(g, unit, target)
    if refusal is None and not partners(g, target, unit.side, (unit.id,)):
        return Refusal("TL-13.12.1", "Nobody can join.")
    return refusal


def partners(g: TankLeader, target: Unit, side: str, taken: tuple[str, ...]) -> list[Unit]:
    """13.12 Active units that could add their strength."""
    return [
        u
        for u in g.pieces.values()
        if u.side == side and not u.vehicle and u.id not in taken and why_not_join(g, u, target) is None
    ]


class CombinedFire(Step, frozen=True):
    """13.12 Units are added one by one; then all spot, and those that do fire as one."""

    target: str
    firers: tuple[str, ...]

    def run(self, g: TankLeader) -> None:
        target, side = g.pieces[self.target], g.pieces[self.firers[0]].side
        more = partners(g, target, side, self.firers)
        if not more:
            g.done()
            return combined_fire(g, self.firers, self.target)
        answers = [*(Pick(u.id) for u in more), FIRE, *([EVERYBODY] if len(more) > 1 else [])]
        g.ask(side, f"Who joins the fire at {known_name(g, target)}?", answers, "TL-13.12.1")

    def take(self, g: TankLeader, action: Action) -> None:
        if isinstance(action, Pick):
            return g.swap(CombinedFire(self.target, (*self.firers, action.piece)))
        g.done()
        more = partners(g, g.pieces[self.target], g.pieces[self.firers[0]].side, self.firers)
        joined = [u.id for u in more] if action == EVERYBODY else []
        combined_fire(g, (*self.firers, *joined), self.target)

    def why_not(self, g: TankLeader, side: str, action: Action) -> Refusal | None:
        if not isinstance(action, Pick) or action.piece not in g.pieces:
            return None
        if action.piece in self.firers:
            return Refusal("TL-13.12.1", "It fires already.")
        return why_not_join(g, g.pieces[action.piece], g.pieces[self.target])


def combined_fire(g: TankLeader, firers: tuple[str, ...], target_id: str) -> None:
    """13.12 Everyone spots first; who fails adds nothing. Range of the farthest, other modifiers of the worst."""
    target = g.pieces[target_id]
    units = [place_hidden(g, i) for i in firers]
    for unit in units:
        mark_fired(g, unit.id)
    seeing = [u for u in units if spot(g, u, g.pieces[target_id])]
    if seeing:
        strike_together(g, seeing, target_id, max(GRID.distance(u.place, target.place) for u in seeing))
    else:
        g.outcome("Not spotted")
    for unit_id in firers:
        finish(g, unit_id)


def strike_together(g: TankLeader, firers: list[Unit], target_id: str, distance: int, *, assault: bool = False) -> None:
    """13.11, 13.12 One total strength against every non-vehicle in the hex, or against a soft vehicle alone."""
    target = g.pieces[target_id]
    shot = Shot(AI, sum(u.what.ai or 0 for u in firers), distance, assault=assault)
    struck = [target] if target.vehicle else [target, *others_below(g, target)]
    for i, hit in enumerate(struck):
        attack(g, firers, g.pieces[hit.id], replace(shot, below=i > 0))
