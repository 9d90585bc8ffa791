"""5.1, 5.2 Why a unit does not get to a hex: points, zones of control, mines and works, enemies, or somebody there."""

from __future__ import annotations

from typing import NamedTuple

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.map import side
from grognard.board.hexes.zone_moves import ENEMY, FREE, ZOC, Gaits, MoveRules, Start, search
from grognard.engine import Refusal
from grognard.games.folio.rules.clauses import Folio
from grognard.games.folio.rules.pace import Pace, entries, moves, pace_of
from grognard.games.folio.rules.state import Unit
from grognard.games.folio.rules.units import free_gaits

POINTS = Refusal("FO-5.2.4", "It is too far for the movement points left.")
NO_ZONES = bytes((FREE, FREE, ENEMY)).ljust(256, b"\0")  # what a hex is to a mover whom no zone troubles
UNHALTED: Gaits = ((((0, 0), (0, 0), None), ((0, 0), None, None)),)  # by no zone, but none goes from zone to zone
Barred = frozenset[tuple[int, int]]
NO_STEPS: Barred = frozenset()


def why_not_to(g: Folio, unit: Unit, h: Hex, spent: int, gait: int | None) -> Refusal | None:
    """5.1 Why a unit that has spent so many half points, and goes by some gait, may not move to a hex."""
    ground = g.rules.ground
    if h not in ground.index or not ground.can_enter(h):
        return Refusal("FO-5.1.4")
    if g.hazards(unit.side)[ground.index[h]] == ENEMY:
        return Refusal("FO-5.1.3")
    if h in g.at:
        return Refusal("FO-5.3.1")
    if ground.index[h] in moves(g, unit, spent, gait).stops:
        return None
    if unit.place in ground.index and side(unit.place, h) in ground.prohibited:
        return Refusal("FO-5.1.7")
    return _why_not_so_far(g, unit, h, spent, gait)


def _why_not_so_far(g: Folio, unit: Unit, h: Hex, spent: int, gait: int | None) -> Refusal:
    """5.1, 5.2 The first thing without which the unit would get there: its points, mines and works, a zone."""
    far, what = Far(g, unit, h, spent), g.what(unit)
    if not far.is_there_a_way(~g.front(g.foe(unit.side)).hexes):
        return Refusal("FO-5.1.3" if far.is_there_a_way(-1) else "FO-5.1.7")
    if not far.reached(free_gaits(), 0, bytearray(g.hazards(unit.side).translate(NO_ZONES))):
        return POINTS
    pace = pace_of(g, unit)
    if (barred := _why_barred(g, far, pace, pace.first if gait is None else gait)) is not None:
        return barred
    if what.mobile:
        return Refusal("FO-5.2.4", "Enemy zones of control make the way cost more than the points left.")
    if "commando" in what.flags:
        return Refusal("FO-5.1.2.8")
    return Refusal(_why_halted(g, far))


class Far(NamedTuple):
    """A hex, a unit that would go there, and what it has spent."""

    g: Folio
    unit: Unit
    hex: Hex
    spent: int

    def is_there_a_way(self, open_: int) -> bool:
        """5.1 Could the unit ever get to the hex through these hexes?"""
        ground, pace = self.g.rules.ground, pace_of(self.g, self.unit)
        back = ground.ways_in.flood(1 << ground.index[self.hex], open_)
        return any(back >> here & 1 for here, _, _ in self._starts(pace, 0, self.g.hazards(self.unit.side)))

    def reached(self, gaits: Gaits, first: int, hazards: bytearray, barred: Barred = NO_STEPS) -> bool:
        """5.1, 5.2 Would its points do if it went by these gaits, and hexes were this to it?"""
        ground, pace = self.g.rules.ground, pace_of(self.g, self.unit)
        rows = self.g.rules.rows(self.unit, self.g.rules.bridged(self.g, self.unit))
        going = MoveRules(rows, hazards, gaits, barred)
        found = search(ground.names, going, self._starts(pace, first, hazards), pace.allowance)
        return ground.index[self.hex] in found.stops

    def _starts(self, pace: Pace, first: int, hazards: bytearray) -> list[Start]:
        """Where it is, or where it may come on."""
        index = self.g.rules.ground.index
        if self.unit.place in index:
            return [(index[self.unit.place], first, self.spent)]
        doors = [(index[h], cost) for h, _, cost in entries(self.g, self.unit, pace)]
        return [(here, first if hazards[here] == FREE else 0, cost) for here, cost in doors]


def _why_barred(g: Folio, far: Far, pace: Pace, first: int) -> Refusal | None:
    """5.1.2 Is it mines or works that keep the unit away, since nobody goes from zone to zone over them?"""
    ground, hazards = g.rules.ground, g.hazards(far.unit.side)
    if not pace.barred:
        return None
    if pace.on_foot:
        step = ground.index.get(far.unit.place, -1), ground.index[far.hex]
        slips = not far.spent and step in pace.barred and {hazards[i] for i in step} == {ZOC}
        return Refusal("FO-5.1.2.6" if far.hex in ground.works else "FO-5.1.2.4") if slips else None
    works = frozenset((a, b) for a, b in pace.barred if ground.names[b] in ground.works)
    for rule, left in (("FO-5.1.2.4", works), ("FO-5.1.2.6", pace.barred - works), ("FO-5.1.2.4", NO_STEPS)):
        if far.reached(pace.gaits, first, hazards, left):
            return Refusal(rule)
    return None


def _why_halted(g: Folio, far: Far) -> str:
    """5.1.1, 5.1.2 The row by which a zone keeps a leg unit from a hex that is near enough."""
    starts_in_zone = (
        not far.spent and far.unit.place in g.rules.ground.index and g.in_ezoc(far.unit.side, far.unit.place)
    )
    if not starts_in_zone:
        return "FO-5.1.1.1"
    return "FO-5.1.1.2" if far.reached(UNHALTED, 0, g.hazards(far.unit.side)) else "FO-5.1.2.1"
