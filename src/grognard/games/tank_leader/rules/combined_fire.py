"""13.12 Combined anti-infantry fire."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.engine import Action, Passing, Pick, Press, Refusal, Step, Working
from grognard.engine.core.wording import with_count
from grognard.games.tank_leader.rules.data import GRID
from grognard.games.tank_leader.rules.fire import (
    AI,
    Shot,
    attack,
    finish,
    fire_modifiers,
    fire_power,
    look,
    others_below,
    preview_attack,
    why_not_fire,
)
from grognard.games.tank_leader.rules.names import examinable, known_name
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
        combined_fire(g, self._firers(g, action), self.target)

    def _firers(self, g: TankLeader, action: Action) -> tuple[str, ...]:
        """13.12 Who fires after an answer, if nobody else joins."""
        if isinstance(action, Pick):
            return (*self.firers, action.piece)
        more = partners(g, g.pieces[self.target], g.pieces[self.firers[0]].side, self.firers)
        return (*self.firers, *(u.id for u in more if action == EVERYBODY))

    def passes(self, g: TankLeader) -> Passing:
        """13.12 Who has begun a combined fire has everybody join; else nobody else does."""
        if len(self.firers) > 1:
            return Passing(FIRE, "nobody else joins")
        more = partners(g, g.pieces[self.target], g.pieces[self.firers[0]].side, self.firers)
        return Passing(EVERYBODY if len(more) > 1 else Pick(more[0].id), "everybody who can joins")

    def preview(self, g: TankLeader, action: Action) -> Working:
        return preview_combined(g, [g.pieces[i] for i in self._firers(g, action)], g.pieces[self.target])

    def hides_odds(self, g: TankLeader, action: Action) -> bool:
        return not examinable(g, g.pieces[self.target], g.pieces[self.firers[0]].side)

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
        g.outcome("Not spotted", units[0].side)
    for unit_id in firers:
        finish(g, unit_id)


def preview_combined(g: TankLeader, firers: Sequence[Unit], target: Unit) -> Working:
    """13.12 The working of combined fire if all of them spot."""
    distance = max(GRID.distance(u.hex, target.place) for u in firers)
    modifiers = fire_modifiers(g, firers, target, Shot(AI, sum(fire_power(u, AI) for u in firers), distance))
    looks = tuple(look(g, u, target, u.name) for u in firers)
    return preview_attack(f"Fire of {with_count(len(firers), 'unit')} at {target.name}", target, modifiers, looks)


def strike_together(g: TankLeader, firers: list[Unit], target_id: str, distance: int, *, assault: bool = False) -> None:
    """13.11, 13.12 One total strength against every non-vehicle in the hex, or against a soft vehicle alone."""
    target = g.pieces[target_id]
    shot = Shot(AI, sum(fire_power(u, AI) for u in firers), distance, assault=assault)
    struck = [target] if target.vehicle else [target, *others_below(g, target)]
    for i, hit in enumerate(struck):
        attack(g, firers, g.pieces[hit.id], replace(shot, below=i > 0))
