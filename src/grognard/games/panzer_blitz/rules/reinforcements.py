"""3.1.2.3 Reinforcements come onto the map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from grognard.board.hexes.grid import Hex
from grognard.engine import ChoiceStep, Deed, Refusal
from grognard.engine.core.fact import fact
from grognard.engine.core.wording import join_words
from grognard.games.panzer_blitz.rules.data import CANNOT_MOVE_EMPTY, GRID, Reinforcement
from grognard.games.panzer_blitz.rules.movement import enter
from grognard.games.panzer_blitz.rules.movement_costs import MODES, NEVER, Price, pay, toll, why_not_in
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit
from grognard.games.panzer_blitz.rules.terrain import has_road
from grognard.games.panzer_blitz.rules.transport import why_not_carry
from grognard.games.panzer_blitz.rules.units import call

BRACKET = 6  # Stacking Points for each further movement point


def group_of(g: PanzerBlitz, unit: Unit) -> Reinforcement:
    """The reinforcement group a unit belongs to."""
    return next(r for r in g.situation.reinforcement if r.side == unit.side and r.turn == unit.arrives)


@fact
def entry_hexes(g: PanzerBlitz, unit: Unit, road: bool = True) -> list[Hex]:
    """3.1.2.3 The hexes of the entry area; beside one that is blocked those of the area, or else any accessible hex."""

    def accessible(h: Hex) -> bool:
        return why_not_in(g, unit, h) is None and isinstance(entry_points(g, unit, h, road=road), int)

    area = g.situation.hexes(group_of(g, unit).area)
    found = dict.fromkeys(h for h in area if accessible(h))
    shut = [h for h in area if h not in found and not any(n in found for n in GRID.neighbours[h])]
    beside = dict.fromkeys(n for h in shut for n in GRID.neighbours[h] if accessible(n))
    return list(found | beside)


def by_road(g: PanzerBlitz, h: Hex) -> bool:
    """3.1.2.3 Can a unit come in by the road of a hex?"""
    return has_road(g, h) and h not in g.wrecks and h not in g.blocks and h not in g.forts


def entry_price(g: PanzerBlitz, unit: Unit, h: Hex, *, road: bool = True) -> Price | Refusal:
    """3.1.2.3, R-52 Terrain or road, plus one point for every six Stacking Points that came this way before."""
    road = road and by_road(g, h)
    if h in g.blocks or (not road and g.land.effects[h].by_road):
        return Refusal("PB-15.3.4" if h in g.blocks else "PB-14.5.1")
    half = 1 if road else 2 * (g.land.effects[h].cost or NEVER)[MODES.index(unit.what.mode)]
    crowd = (g.entered.get(h, 0) + unit.face.stacking - 1) // BRACKET
    return Price(half + 2 * crowd + toll(g, h), road=road)


def entry_points(g: PanzerBlitz, unit: Unit, h: Hex, *, road: bool = True) -> int | Refusal:
    """Half points spent once a unit has come in by a hex."""
    cost = entry_price(g, unit, h, road=road)
    return cost if isinstance(cost, Refusal) else pay(unit, 0, cost)


def passengers(g: PanzerBlitz, carrier: Unit) -> list[Unit]:
    """What rides on a carrier that is still off the map."""
    return [u for u in g.pieces.values() if u.carrier == carrier.id]


def waiting(g: PanzerBlitz) -> list[Unit]:
    """Fellow reinforcements that are still off the map and ride on nobody."""
    assert g.op is not None
    units = [g.pieces[i] for i in g.op.active if i in g.pieces]
    return [u for u in units if not u.place and not u.carrier]


def why_not_aboard(g: PanzerBlitz, carrier: Unit, unit: Unit) -> Refusal | None:
    """4.3 Why a reinforcement may not come in aboard another."""
    refusal = why_not_carry(g, carrier, unit)
    if refusal is not None:
        return refusal
    aboard = sum(u.face.stacking for u in passengers(g, carrier))
    return Refusal("PB-4.3.2") if aboard + unit.face.stacking > carrier.face.stacking else None


class Aboard(Deed, frozen=True):
    """PB-SIT.3, 4.3 A reinforcement comes in with a passenger."""

    piece: str

    @classmethod
    def candidates(cls, g: PanzerBlitz, by: EnterMap) -> Iterator[Aboard]:
        return (cls(u.id) for u in waiting(g) if u.id != by.unit)

    def why_not(self, g: PanzerBlitz, by: EnterMap) -> Refusal | None:
        if self.piece == by.unit or self.piece not in [u.id for u in waiting(g)]:
            return Refusal("PB-3.1.18")
        return why_not_aboard(g, g.pieces[by.unit], g.pieces[self.piece])

    def do(self, g: PanzerBlitz, by: EnterMap) -> None:
        g.change(self.piece, carrier=by.unit)

    def says(self, g: PanzerBlitz) -> str:
        return f"take {call(g, self.piece)} aboard"


class EnterAt(Deed, frozen=True):
    """3.1.2.3 Come in by a hex, along its road if it has one."""

    hex: str
    road: ClassVar[bool] = True

    @classmethod
    def candidates(cls, g: PanzerBlitz, by: EnterMap) -> Iterator[Self]:
        return map(cls, entry_hexes(g, g.pieces[by.unit], cls.road))

    def why_not(self, g: PanzerBlitz, by: EnterMap) -> Refusal | None:
        unit = g.pieces[by.unit]
        if unit.what.cls in CANNOT_MOVE_EMPTY and not passengers(g, unit):
            return Refusal("PB-4.3.19")
        if self.hex not in g.area:
            return Refusal("PB-SIT.6")
        if self.hex in entry_hexes(g, unit, self.road):
            return None
        found = why_not_in(g, unit, self.hex), entry_points(g, unit, self.hex, road=self.road)
        return next((refusal for refusal in found if isinstance(refusal, Refusal)), Refusal("PB-3.1.21"))

    def do(self, g: PanzerBlitz, by: EnterMap) -> None:
        unit, h = g.pieces[by.unit], self.hex
        cost, paid = entry_price(g, unit, h, road=self.road), entry_points(g, unit, h, road=self.road)
        assert isinstance(cost, Price) and isinstance(paid, int)
        g.entered = {**g.entered, h: g.entered.get(h, 0) + unit.face.stacking}
        g.moved = {**g.moved, unit.id: paid}
        if cost.road:
            g.road_used = {**g.road_used, unit.id: True}
        riding = passengers(g, unit)
        steps = enter(g, unit, h, road=cost.road)
        for u in riding:
            g.change(u.id, place=h)
            g.rode = {**g.rode, u.id: True}
        g.swap(*steps)

    def says(self, g: PanzerBlitz) -> str:
        return f"enter at {self.hex}" + (" by road" if by_road(g, self.hex) else "")

    def hides_odds(self, g: PanzerBlitz, by: EnterMap) -> bool:
        return True


class EnterAcross(EnterAt, frozen=True):
    """14.3.1 Come in by a hex beside its road: who uses no road may still close assault."""

    road: ClassVar[bool] = False

    def why_not(self, g: PanzerBlitz, by: EnterMap) -> Refusal | None:
        if self.hex in g.area and not by_road(g, self.hex):
            return Refusal("PB-14.3.3", "There is no road to keep off.")
        return super().why_not(g, by)

    def says(self, g: PanzerBlitz) -> str:
        return f"enter at {self.hex} across country"


class EnterMap(ChoiceStep, frozen=True):
    """3.1.2.3 One reinforcement comes on, with what it carries, and goes on moving."""

    unit: str
    deeds = ((EnterAt, EnterAcross, Aboard),)

    def run(self, g: PanzerBlitz) -> None:
        unit = g.pieces[self.unit]
        riding = join_words(u.name for u in passengers(g, unit))
        prompt = f"{unit.name}{f' with {riding}' if riding else ''} enters: choose a hex"
        g.ask(unit.side, prompt, self.offered(g), "PB-3.1.22")
