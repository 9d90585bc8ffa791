"""3.1.2.1 An Operation: artillery requests, fire, movement, close assault, recovery, in this order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain

import msgspec

from grognard.board.hexgrid import Hex
from grognard.engine import Action, Actions, Deed, Press, Refusal, Sieve, Sifted, Step, To
from grognard.engine.wording import people
from grognard.games.panzer_blitz.rules.artillery_requests import Observe
from grognard.games.panzer_blitz.rules.assault_fire import AssaultFire
from grognard.games.panzer_blitz.rules.by_units import ByUnit, at_hand, may_ever
from grognard.games.panzer_blitz.rules.close_assault import ResolveAssaults
from grognard.games.panzer_blitz.rules.data import GRID, play_order
from grognard.games.panzer_blitz.rules.declared_fire import (
    Aimed,
    AssaultFireAt,
    AssaultFireAtAll,
    FireAt,
    FireAtAll,
    NameFirers,
    declarations,
)
from grognard.games.panzer_blitz.rules.direct_fire import Declaring, Fire
from grognard.games.panzer_blitz.rules.efficiency import Recover, RecoverAll
from grognard.games.panzer_blitz.rules.engineers import BuildBlock, ClearBlock, SetCharges
from grognard.games.panzer_blitz.rules.improved_positions import BuildPosition, RemovePosition
from grognard.games.panzer_blitz.rules.operation_end import EndOperation, end
from grognard.games.panzer_blitz.rules.overrun import OVERRUNNERS
from grognard.games.panzer_blitz.rules.overrun_approach import Overrun
from grognard.games.panzer_blitz.rules.panzer_blitz_assault import Blitz
from grognard.games.panzer_blitz.rules.state import Op, PanzerBlitz, Unit, over
from grognard.games.panzer_blitz.rules.unit_moves import BringOn, Move
from grognard.games.panzer_blitz.rules.works import ShiftGun
from grognard.games.panzer_blitz.rules.zones import holds, play_bits, within_any

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
        chits = Sieve(anywhere(g.scenario_id), lambda to: holds(useful, to.hex), lambda: self._listed(g))
        offered = Actions(Sifted(chits, [Press(PASS)]))
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
        g.tell("PB-3.1.5", "{side} passes", side=people(self.side))
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


@cache
def anywhere(situation: str) -> tuple[To, ...]:
    """Every hex in play, to be chosen."""
    return tuple(map(To, play_order(situation)))


@cache
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
GOES_ON: tuple[type[Deed], ...] = (  # every deed to go on for, but those that come with another; the likeliest first
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


NEEDS = ("ips", "blocks", "ready", "cat", "recover", "arrivals")


def needs_met(g: PanzerBlitz) -> tuple[bool, ...]:
    """Of each of these whether there is any."""
    assert g.op is not None
    waiting = bool(g.ready), bool(g.cat), bool(g.op.recover), g.op.kind != "ops"
    return bool(g.ips), bool(g.blocks), *waiting


@cache
def open_kinds(now: int, met: tuple[bool, ...]) -> frozenset[type[Deed]]:
    """3.1 The kinds that are not closed, and for which there is what they need."""
    there = {"": True, "overrunners": True, **dict(zip(NEEDS, met, strict=True))}
    found = [kind for kind in Operation.deeds[0] if why_closed(kind, now, there["cat"]) is None]
    return frozenset(kind for kind in found if there[getattr(kind, "needs", "")])


@cache
def for_any_type() -> frozenset[type[Deed]]:
    """The kinds that take nobody of a certain type from among those at hand."""
    kinds = [kind for kind in Operation.deeds[0] if kind is BringOn or not issubclass(kind, ByUnit | Overrun)]
    return frozenset(kinds)


@cache
def for_type(unit_type: str) -> frozenset[type[Deed]]:
    """The kinds for which a unit of a type may be needed."""
    named = [kind for kind in STAGE if issubclass(kind, ByUnit) and kind is not BringOn and may_ever(kind, unit_type)]
    return frozenset((*named, Overrun, Blitz) if unit_type in OVERRUNNERS else named)


def for_those_at_hand(g: PanzerBlitz) -> frozenset[type[Deed]]:
    """The kinds that those at hand could do."""
    assert g.op is not None
    key = "kinds at hand", g.op.active, *g.onward
    return g.know(g.op.side, key, lambda: for_any_type().union(*[for_type(u.type) for u in at_hand(g)]))


@cache
def common(some: frozenset[type[Deed]], others: frozenset[type[Deed]]) -> frozenset[type[Deed]]:
    """The kinds in both."""
    return some & others


@cache
def going_on(kinds: frozenset[type[Deed]]) -> tuple[type[Deed], ...]:
    """Those of some kinds to go on for."""
    return tuple(kind for kind in GOES_ON if kind in kinds)


@cache
def could_do(unit_type: str, kinds: frozenset[type[Deed]]) -> tuple[type[ByUnit], ...]:
    """What a type of unit on the map could ever be named for."""
    named = [kind for kind in STAGE if kind in kinds and issubclass(kind, ByUnit) and kind is not BringOn]
    return tuple(kind for kind in named if may_ever(kind, unit_type))


@cache
def not_by_unit(kinds: frozenset[type[Deed]]) -> tuple[type[Deed], ...]:
    """The other kinds, without fire."""
    others = [kind for kind in Operation.deeds[0] if kind in kinds and not issubclass(kind, Fire | Aimed)]
    return tuple(kind for kind in others if kind is BringOn or not issubclass(kind, ByUnit))


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
        for kind in going_on(self._kinds(g)):
            for deed in kind.candidates(g, self):
                if deed.why_not(g, self) is None:
                    return True
        return False

    def _kinds(self, g: PanzerBlitz) -> frozenset[type[Deed]]:
        """The kinds that are neither barred nor without what and whom they need."""
        return common(open_kinds(self.stage, needs_met(g)), for_those_at_hand(g))

    def parts(self, g: PanzerBlitz) -> Iterator[list[Deed]]:
        kinds = self._kinds(g)
        found = [deed for kind in self.deeds[0] if kind in kinds for deed in self.allowed(g, kind)]
        if found:
            yield found

    def unsifted(self, g: PanzerBlitz) -> Sifted:
        kinds = self._kinds(g)
        lots: list[Deed] = [kind(u.id) for u in at_hand(g) if u.place for kind in could_do(u.type, kinds)]
        for fire in (Fire, AssaultFire):
            if fire in kinds:
                lots += declarations(g, self, fire)
        for kind in not_by_unit(kinds):
            lots += kind.candidates(g, self)
        return Sifted(Sieve(lots, lambda deed: deed.why_not(g, self) is None))

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
