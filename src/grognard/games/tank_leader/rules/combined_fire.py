"""13.12 Combined anti-infantry fire."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.engine import Action, ChoiceStep, Deed, Passing, Pick, Press, Refusal, Working
from grognard.engine.core.wording import with_count
from grognard.games.tank_leader.rules.choices import UnitDeed
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


class AddStrength(UnitDeed, frozen=True):
    """13.12 One more unit adds its AI strength."""

    @classmethod
    def answers(cls, g: TankLeader, by: CombinedFire) -> list[Action]:
        return [Pick(u.id) for u in by.partners(g)]

    def why_not(self, g: TankLeader, by: CombinedFire) -> Refusal | None:
        if self.piece in by.firers:
            return Refusal("TL-13.12.1", "It fires already.")
        return why_not_join(g, self.unit(g), g.pieces[by.target])

    def do(self, g: TankLeader, by: CombinedFire) -> None:
        g.swap(CombinedFire(by.target, (*by.firers, self.piece)))

    def preview(self, g: TankLeader, by: CombinedFire) -> Working:
        return by.working(g, self.piece)


class OpenFire(Deed, frozen=True):
    """13.12 Those who have been named fire, and nobody else."""

    stored = FIRE

    def do(self, g: TankLeader, by: CombinedFire) -> None:
        g.done()
        combined_fire(g, by.firers, by.target)

    def preview(self, g: TankLeader, by: CombinedFire) -> Working:
        return by.working(g)


class AllOpenFire(Deed, frozen=True):
    """13.12 Everybody joins who can; offered where they are more than one."""

    stored = EVERYBODY

    @classmethod
    def candidates(cls, g: TankLeader, by: CombinedFire) -> list[AllOpenFire]:
        return [cls()] if len(by.partners(g)) > 1 else []

    def do(self, g: TankLeader, by: CombinedFire) -> None:
        g.done()
        combined_fire(g, (*by.firers, *(u.id for u in by.partners(g))), by.target)

    def preview(self, g: TankLeader, by: CombinedFire) -> Working:
        return by.working(g, *(u.id for u in by.partners(g)))


class CombinedFire(ChoiceStep, frozen=True):
    """13.12 Units are added one by one; then all spot, and those that do fire as one."""

    target: str
    firers: tuple[str, ...]
    deeds = (AddStrength, OpenFire, AllOpenFire)

    def run(self, g: TankLeader) -> None:
        target = g.pieces[self.target]
        if not self.partners(g):
            g.done()
            return combined_fire(g, self.firers, self.target)
        g.ask(self.side(g), f"Who joins the fire at {known_name(g, target)}?", self.offered(g), "TL-13.12.1")

    def side(self, g: TankLeader) -> str:
        """Whose fire it is."""
        return g.pieces[self.firers[0]].side

    def partners(self, g: TankLeader) -> list[Unit]:
        """Who could still join."""
        return partners(g, g.pieces[self.target], self.side(g), self.firers)

    def working(self, g: TankLeader, *more: str) -> Working:
        """The fire of those named and some more."""
        return preview_combined(g, [g.pieces[i] for i in (*self.firers, *more)], g.pieces[self.target])

    def passes(self, g: TankLeader) -> Passing:
        """13.12 Who has begun a combined fire has everybody join; else nobody else does."""
        if len(self.firers) > 1:
            return Passing(FIRE, "nobody else joins")
        more = self.partners(g)
        return Passing(EVERYBODY if len(more) > 1 else Pick(more[0].id), "everybody who can joins")

    def hides_odds(self, g: TankLeader, action: Action) -> bool:
        return not examinable(g, g.pieces[self.target], self.side(g))


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
