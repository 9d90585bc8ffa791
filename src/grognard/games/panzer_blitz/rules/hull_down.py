"""15.6 Hull-down: a vehicle looks for a fold of the ground."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.engine import Deed, Refusal, Step, Working
from grognard.games.panzer_blitz.rules.efficiency import efficiency_roll, efficiency_working
from grognard.games.panzer_blitz.rules.movement import Moving, points_left, spent_points
from grognard.games.panzer_blitz.rules.opportunity_fire import FIRE_FIRST, Opportunity
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit


def half_points(unit: Unit) -> int:
    """15.6.1, 1.2.2 Half the allowance, in half points, fraction dropped."""
    return 2 * (unit.face.ma // 2)


class SeekHullDown(Deed, frozen=True):
    """15.6.1 Half the allowance and the end of the move; the enemy may fire first, then the Efficiency Roll."""

    @classmethod
    def candidates(cls, g: PanzerBlitz, by: Moving) -> Iterator[SeekHullDown]:
        if g.pieces[by.unit].what.vehicle:
            yield cls()

    def why_not(self, g: PanzerBlitz, by: Moving) -> Refusal | None:
        unit = g.pieces[by.unit]
        if not unit.what.vehicle:
            return Refusal("PB-15.6.1")
        if unit.hull_down or unit.id in g.tried_hull:
            return Refusal("PB-15.6.2")
        if not g.land.effects[unit.place].hull_down or unit.place in g.mines or unit.place in g.land.ditches:
            return Refusal("PB-15.6.6")
        return Refusal("PB-15.6.2") if points_left(g, unit) < half_points(unit) else None

    def do(self, g: PanzerBlitz, by: Moving) -> None:
        unit = g.pieces[by.unit]
        g.moved = {**g.moved, unit.id: spent_points(g, unit) + half_points(unit)}
        g.tried_hull = {**g.tried_hull, unit.id: True}
        g.halted = {**g.halted, unit.id: True}
        g.swap(msgspec.structs.replace(by, acted=True))
        g.call(Opportunity(unit.id), HullDown(unit.id))

    def says(self, g: PanzerBlitz) -> str:
        return "look for a hull-down position"

    def preview(self, g: PanzerBlitz, by: Moving) -> Working | None:
        unit = g.pieces[by.unit]
        return efficiency_working(g, unit, f"{unit.name} looks for a hull-down position", FIRE_FIRST)


class HullDown(Step, frozen=True):
    """15.6.1 The roll for a hull-down position."""

    unit: str

    def run(self, g: PanzerBlitz) -> None:
        unit = g.pieces.get(self.unit)
        if unit is not None and not unit.disrupted and efficiency_roll(g, unit, "hull-down"):
            g.change(unit.id, hull_down=True)
        g.done()
