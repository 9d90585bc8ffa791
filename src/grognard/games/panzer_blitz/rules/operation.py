"""3.1.2.1 An Operation: artillery requests, fire, movement, close assault, recovery, in this order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain

import msgspec

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Actions, Deed, Group, Press, Refusal, Step, To
from grognard.engine.core.wording import side_people
from grognard.games.panzer_blitz.rules.artillery_requests import Observe
from grognard.games.panzer_blitz.rules.close_assault import ResolveAssaults
from grognard.games.panzer_blitz.rules.data import GRID, play_order
from grognard.games.panzer_blitz.rules.declared_fire import (
    AssaultFire,
    AssaultFireAt,
    AssaultFireAtAll,
    FireAt,
    FireAtAll,
    NameFirers,
)
from grognard.games.panzer_blitz.rules.direct_fire import Declaring, Fire
from grognard.games.panzer_blitz.rules.efficiency import Recover, RecoverAll
from grognard.games.panzer_blitz.rules.engineers import BuildBlock, ClearBlock, SetCharges
from grognard.games.panzer_blitz.rules.field_works import BuildPosition, RemovePosition, ShiftGun
from grognard.games.panzer_blitz.rules.map_data import play_bits, within_any
from grognard.games.panzer_blitz.rules.overrun_approach import Overrun
from grognard.games.panzer_blitz.rules.panzer_blitz_assault import Blitz
from grognard.games.panzer_blitz.rules.state import Op, PanzerBlitz, Unit, over
from grognard.games.panzer_blitz.rules.unit_moves import BringOn, EndOperation, Move, end

WORKS, REQUESTS, FIRE, MOVEMENT, CAT, RECOVERY = range(6)
STAGES = ("dig in", "call artillery", "fire", "move or overrun", "close assault", "recover")
PASS = "pass"


class PlaceChit(Step, frozen=True):
    """3.1.2 The owner of an Ops chit puts it on any hex, or passes; if nobody could act he passes."""

    side: str
    radius: int

    def run(self, g: PanzerBlitz) -> None:
        useful = self._useful(g)
        if not useful:
            return self._pass(g)
        chits = Group(lambda: self._listed(g))
        offered = Actions(chits, [Press(PASS)])
        return g.ask(self.side, f"Place the Op{self.radius} chit, or pass", offered, "PB-3.1.5")

    def _useful(self, g: PanzerBlitz) -> int:
        """The hexes, as bits, with somebody within the radius who could act."""
        return within_any([(place, self.radius) for place in self._able(g)]) & play_bits(g.scenario_id)

    def _listed(self, g: PanzerBlitz) -> list[To]:
        """The same, those first that are near to who could act."""
        near = chain.from_iterable(GRID.within(place, self.radius) for place in self._able(g))
        named = by_hex(g.scenario_id)
        return [named[h] for h in dict.fromkeys(near) if h in named]

    def woken(self, g: PanzerBlitz) -> Counter[Hex]:
        """3.1.2.1 How many units that could act the chit would wake, hex by hex."""
        ready = [u.place for u in g.units(self.side) if u.place and (not u.spent or u.disrupted)]
        return Counter(chain.from_iterable(GRID.within(place, self.radius) for place in ready))

    def _able(self, g: PanzerBlitz) -> list[Hex]:
        """Where a unit, or an observation aircraft, could act."""
        own = [u.place for u in g.units(self.side) if not u.spent or u.disrupted]
        own += [over(u) for u in observers(g, self.side) if not u.spent]
        return [*dict.fromkeys(own)]

    def _pass(self, g: PanzerBlitz) -> None:
        g.tell("PB-3.1.5", "{side} passes", side=side_people(self.side))
        g.done()

    def take(self, g: PanzerBlitz, action: Action) -> None:
        if not isinstance(action, To):
            return self._pass(g)
        g.tell("PB-3.1.5", "Op{radius} on {hex}", hexes=(action.hex,), radius=self.radius, hex=action.hex)
        begin_ops(g, self.side, action.hex, self.radius)
        return g.swap(Operation())

    def why_not(self, g: PanzerBlitz, side: str, action: Action) -> Refusal | None:
        if isinstance(action, To):
            if action.hex not in g.area:
                return Refusal("PB-SIT.6")
            idle = Refusal("PB-3.1.9", "No unit within the radius could act.")
            return None if any(GRID.distance(action.hex, h) <= self.radius for h in self._able(g)) else idle
        return None


@lru_cache(maxsize=256)
def anywhere(situation: str) -> tuple[To, ...]:
    """Every hex in play, to be chosen."""
    return tuple(map(To, play_order(situation)))


@lru_cache(maxsize=256)
def by_hex(situation: str) -> dict[Hex, To]:
    """The same by their hexes."""
    return {to.hex: to for to in anywhere(situation)}


def begin_ops(g: PanzerBlitz, side: str, centre: Hex, radius: int) -> None:
    """2.4, 3.1.2.1, 13.1 Who is active: units within the radius not Spent; who may recover: the Disrupted."""
    near = [u for u in g.units(side) if GRID.distance(centre, u.place) <= radius]
    planes = [u for u in observers(g, side) if GRID.distance(centre, over(u)) <= radius]
    active = tuple(u.id for u in (*near, *planes) if not u.spent and not u.disrupted)
    g.begin_operation(Op(side, centre, radius, active, tuple(u.id for u in near if u.disrupted)))


def observers(g: PanzerBlitz, side: str) -> list[Unit]:
    """16.2 The side's observation aircraft on the map."""
    return [u for u in g.aircraft(side) if u.place and u.what.cls == "aircraft_O"]


# ------------------------------------------------------------------ the Operation


STAGE: dict[type[Deed], int] = {  # 3.1 the step each deed belongs to
    BuildPosition: WORKS,
    RemovePosition: WORKS,
    Observe: REQUESTS,
    Fire: FIRE,
    FireAt: FIRE,
    FireAtAll: FIRE,
    ShiftGun: FIRE,
    BringOn: MOVEMENT,
    Move: MOVEMENT,
    AssaultFire: MOVEMENT,
    AssaultFireAt: MOVEMENT,
    AssaultFireAtAll: MOVEMENT,
    Overrun: MOVEMENT,
    Blitz: MOVEMENT,
    SetCharges: MOVEMENT,
    BuildBlock: MOVEMENT,
    ClearBlock: MOVEMENT,
    ResolveAssaults: CAT,
    RecoverAll: RECOVERY,
    Recover: RECOVERY,
    EndOperation: RECOVERY,
}
GOES_ON: tuple[type[Deed], ...] = (  # every deed to go on for, but those that come with another; the most likely first
    *(BuildPosition, Recover, Move, BringOn, Observe, Fire, AssaultFire),
    *(Overrun, Blitz, RemovePosition, ShiftGun, SetCharges, BuildBlock, ClearBlock),
)
CLOSED = {WORKS: "PB-15.4.5", REQUESTS: "PB-3.1.11", FIRE: "PB-3.1.11", MOVEMENT: "PB-3.1.2", CAT: "PB-9.1.2"}


def why_closed(kind: type[Deed], now: int, assaults: bool) -> Refusal | None:
    """3.1 Why a kind of deed is out of the question at a stage; close assaults come before recovery (9.1.2)."""
    stage = STAGE.get(kind, now)
    if stage < now:
        return Refusal(CLOSED[stage])
    return Refusal("PB-9.1.2", "The close assaults come first.") if stage > CAT and assaults else None


class Operation(Declaring, frozen=True):
    """3.1 The steps of an Operation; doing something of a later step closes the earlier ones."""

    stage: int = WORKS
    deeds = ((*STAGE, NameFirers),)

    def bars(self, g: PanzerBlitz, kind: type[Deed]) -> Refusal | None:
        return why_closed(kind, self.stage, bool(g.cat))

    def run(self, g: PanzerBlitz) -> None:
        assert g.op is not None
        if self._goes_on(g):
            offered = self.offered(g)
            return g.ask(g.op.side, lambda: words(offered), offered, "PB-3.1.2")
        assaults = g.cat and self.bars(g, ResolveAssaults) is None
        return self.take(g, ResolveAssaults()) if assaults else end(g)

    def _goes_on(self, g: PanzerBlitz) -> bool:
        """Is there anything to do but to make the close assaults, or to end it?"""
        return any(self.might(g, kind) for kind in GOES_ON)

    def take(self, g: PanzerBlitz, action: Action) -> None:
        assert isinstance(action, Deed)
        stage, naming = max(self.stage, STAGE.get(type(action), self.stage)), isinstance(action, NameFirers)
        g.swap(msgspec.structs.replace(self, stage=stage, naming=naming))
        action.do(g, self)


def words(offered: Iterable[Action]) -> str:
    """What can be done now, in the order of the steps of an Operation."""
    kinds = {type(deed) for deed in offered}
    stages = sorted({stage for kind, stage in STAGE.items() if kind in kinds and kind is not EndOperation})
    ending = "; or end the operation" if EndOperation in kinds else ""
    return ", ".join(STAGES[stage] for stage in stages).capitalize() + ending
