"""The action segment (RA-ACT): a unit's extra parts, then its one action, carried out unless somebody comes first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any, ClassVar

from msgspec.structs import replace

from grognard.board.inches.geometry import Point, at_most
from grognard.engine import Action, Deed, Press, Refusal, Step
from grognard.engine.core.fact import fact
from grognard.games.red_actions.rules.ambush import Hide, Scout, Sprung, ordered_out
from grognard.games.red_actions.rules.bodies import apart
from grognard.games.red_actions.rules.breakdowns import Free, Repair
from grognard.games.red_actions.rules.charging import SPRING, Charge
from grognard.games.red_actions.rules.destinations import first_facings, move_points
from grognard.games.red_actions.rules.formations import Combine, Divide, Form
from grognard.games.red_actions.rules.losses import reveal_unit
from grognard.games.red_actions.rules.morale import from_unit
from grognard.games.red_actions.rules.mounting import Board, Disembark, Dismount, Limber, Mount, Unlimber
from grognard.games.red_actions.rules.move_path import Budget, Leg, full_budget
from grognard.games.red_actions.rules.moving import Face, Go, LieDown, Moving, StepFive, Walk
from grognard.games.red_actions.rules.officers import CleverWindow, clever_units
from grognard.games.red_actions.rules.rally import RallyFromPinned, RallyFromTerror, TryToRally
from grognard.games.red_actions.rules.retire import MoraleTest
from grognard.games.red_actions.rules.segment import (
    COWED,
    FIRED,
    HALF,
    HELD,
    HIDDEN,
    RIDING,
    STRAITS,
    Hold,
    Order,
    Segment,
    mob_obeys,
)
from grognard.games.red_actions.rules.seniors import Attach, Detach
from grognard.games.red_actions.rules.shot_orders import Fire, FireLow, Gas, Lob, Search, Shell, Shot
from grognard.games.red_actions.rules.state import Aim, RedActions, Unit
from grognard.games.red_actions.rules.trains import LeaveByRail
from grognard.games.red_actions.rules.volley import ReturnFire, Volley
from grognard.games.red_actions.rules.works import Claim, CrossTheWire, CutTheWire, Dig, TearUpRails, why_not_back

MOB = "mob"
Kinds = tuple[tuple[type[Order], ...], ...]  # in parts that grow more expensive to work out
RANK = {"unpin": 1, "repair": 1, "scout": 2, MOB: 3, "form": 4, "attach": 4}  # RA-ACT.18
DEEDS: Kinds = (
    (
        *(RallyFromPinned, Free, Repair, Scout, Form, Attach, Detach),
        *(Hold, RallyFromTerror, Disembark, Hide, Claim, Dig, CutTheWire, CrossTheWire, TearUpRails, LieDown),
        *(Mount, Dismount, Limber, Unlimber, Divide, Combine, Board, LeaveByRail),
    ),
    (Fire, FireLow, Lob, Gas),
    (Go, Face),
    (Charge,),
    (Shell, Search),
)


def why_not_part(done: tuple[str, ...], part: str) -> Refusal | None:
    """RA-ACT.18, RA-ACT.19 The parts of a segment have their order, and each is done once."""
    if part in done:
        return Refusal("RA-ACT.19")
    late = part and any(RANK[before] > RANK[part] for before in done)
    return Refusal("RA-ACT.18") if late else None


ALONE: dict[type[Order], Order] = {kind: kind() for part in DEEDS for kind in part if not kind.__struct_fields__}
STATE = (  # what `StandingOrder.why_unfit` looks at
    *("type", "bases", "formation", "place", "wagons", "limbered", "carts", "mounted_as"),
    *("lying", "hidden", "foxholes", "terror", "pinned", "routing", "stuck", "held", "barred"),
)
state_of = attrgetter(*STATE)


@cache
def open_to(straits: tuple[str, ...], done: tuple[str, ...]) -> Kinds:
    """What a unit may try in some straits after some parts, whatever its state."""
    return tuple(
        tuple(kind for kind in part if kind.even.issuperset(straits) and why_not_part(done, kind.part) is None)
        for part in DEEDS
    )


@lru_cache(10_000)
def fit_for(state: tuple[Any, ...], straits: tuple[str, ...], done: tuple[str, ...]) -> Kinds:
    """The kinds for which a unit in some state is fit, wherever it is."""
    unit = Unit("", "", **dict(zip(STATE, state, strict=True)))
    return tuple(tuple(kind for kind in part if kind.why_unfit(unit) is None) for part in open_to(straits, done))


@fact
def straits(g: RedActions, acting: Acting) -> list[str]:
    """What leaves a unit in its segment only some of its deeds."""
    unit = acting.actor(g)
    found = {
        COWED: acting.mob == "failed",
        FIRED: bool(acting.fired),
        RIDING: unit.riding,
        HIDDEN: unit.hidden and not ordered_out(g, unit),
        HALF: HALF in acting.done,
        HELD: HELD in acting.done,
    }
    return [strait for strait, is_in in found.items() if is_in]


class Acting(Segment, frozen=True):
    """RA-ACT.1, RA-ACT.18 One unit's segment: extra parts in order, then one action."""

    done: tuple[str, ...] = ()
    mob: str = ""  # "", "ok", "failed"
    reaction: bool = False  # RA-PRE.16 a Clever pre-emption cannot itself be pre-empted
    fired: tuple[int, ...] = ()  # RA-VEH.10 wagons that have shot in this segment

    deeds: ClassVar = DEEDS

    def run(self, g: RedActions) -> None:
        unit = g.pieces.get(self.unit)
        if unit is None or not unit.place or (unit.acted and not self.fired):
            return g.done()
        if unit.routing:  # RA-TRN.10 it has no choice
            return self.announce(g, TryToRally())
        g.ask(unit.side, f"{unit.name}: what does it do?", self.offered(g), "RA-ACT.1")

    def parts(self, g: RedActions) -> Iterator[list[Deed]]:
        """RA-TRN.19 Shots that can have no effect stand last."""
        vain: list[Deed] = []
        for part in self._able(g):
            found = [deed for deed in part if isinstance(deed, Shot) and deed.is_vain(g, self.actor(g))]
            vain += found
            if len(found) < len(part):
                yield [deed for deed in part if deed not in found]
        if vain:
            yield vain

    def _able(self, g: RedActions) -> Iterator[list[Deed]]:
        """What may be done, part by part, as `ChoiceStep.parts` has it."""
        for part in self.fit(g):
            found: list[Deed] = [order for kind in part for order in self.found(g, kind)]
            if found:
                yield found

    def fit(self, g: RedActions) -> Kinds:
        """The kinds of order that nothing bars and for which the unit is fit, part by part."""
        return fit_for(state_of(self.actor(g)), tuple(straits(g, self)), self.done)

    def found(self, g: RedActions, kind: type[Order]) -> Sequence[Order]:
        """Every order of such a kind without a refusal."""
        if (order := ALONE.get(kind)) is not None:
            return (order,) if order.why_not(g, self) is None else ()
        if not kind.could(g, self.actor(g)):
            return ()
        return [order for order in dict.fromkeys(kind.candidates(g, self)) if order.why_not(g, self) is None]

    def bars(self, g: RedActions, kind: type[Deed]) -> Refusal | None:
        assert issubclass(kind, Order)
        for strait in straits(g, self):
            if strait not in kind.even:
                return STRAITS[strait]
        return why_not_part(self.done, kind.part) if self.done else None

    def budget_of(self, g: RedActions) -> Budget:
        """RA-FRM.9, RA-ACT.16 The whole move, or what a change of formation or the limbers have left of it."""
        unit = self.actor(g)
        if HALF in self.done or "form" in self.done:
            return Budget(full_budget(g, unit).left // 2, road="form" not in self.done, fresh=False)
        return full_budget(g, unit)

    def destinations(self, g: RedActions) -> Iterable[Point]:
        return move_points(g, self.actor(g), self.budget_of(g))

    def why_not_to(self, g: RedActions, point: Point) -> Refusal | None:
        return why_not_back(g, self.actor(g), point) if HELD in self.done else None

    # ---------------------------------------------------------- answers

    def take(self, g: RedActions, action: Action) -> None:
        assert isinstance(action, Order)
        acting = self
        if not self.mob and action.needs_roll(g, self):
            obeys = mob_obeys(g, self.actor(g))
            acting = replace(self, mob="ok" if obeys else "failed", done=(*self.done, MOB))
            if not obeys:
                return g.swap(acting)
        if action.part:
            return action.do(g, acting)
        acting.announce(g, action)

    def announce(self, g: RedActions, order: Order) -> None:
        """RA-PRE.10 The action is named; a Clever enemy may forestall it."""
        announced, unit = Announced(self, order), self.actor(g)  # type: ignore[arg-type]
        clever = clever_units(g, g.enemy(unit.side)) if order.announced and not self.reaction else []
        if not clever:
            return g.swap(announced)
        what = "" if unit.unseen else order.says(g)
        what = f"go {what}" if what.startswith("to ") else what
        sees = (clever[0].side,) if all(u.unseen for u in clever) else None
        g.tell("RA-PRE.10", "{unit} is about to {what}", sees=sees, unit=unit.name, what=what or "act")
        g.swap(CleverWindow(self.unit, what), announced)

    @property
    def owes_roll(self) -> bool:
        return not self.mob

    def after(self, part: str) -> Acting:
        return replace(self, done=(*self.done, part), reaction=self.reaction or part in (HALF, HELD))

    def facings(self, g: RedActions) -> list[int]:
        return first_facings(g, self.actor(g))

    def turns(self, g: RedActions, facing: int) -> None:
        self._moving(g).turns(g, facing)

    def walks(self, g: RedActions, leg: Leg) -> None:
        g.swap(Walk(self.unit, leg, self._moving(g)))

    def beyond(self, g: RedActions, leg: Leg) -> Moving:
        return self._moving(g).beyond(g, leg)

    def _moving(self, g: RedActions) -> Moving:
        budget = self.budget_of(g)
        used = 0 if budget.fresh else budget.left
        return Moving(self.unit, budget, used, mob=self.mob == "ok")

    def shoots(self, g: RedActions, aim: Aim, *, low: bool = False) -> None:
        """RA-SHO.5, RA-VEH.10 The target answers, the shooters move, the dice are rolled; a train goes on shooting."""
        if aim.wagon >= 0:
            return g.swap(ReturnFire(aim), Volley(aim), replace(self, fired=(*self.fired, aim.wagon)))
        g.swap(ReturnFire(aim), StepFive(self.unit, self.mob, "form" in self.done, low), Volley(aim))

    def springs(self, g: RedActions, shot: Order, target: Unit) -> None:
        """RA-AMB.13 A hidden unit that shoots within 12 inches springs an ambush; farther off it is merely revealed."""
        unit = self.actor(g)
        near = at_most(apart(g, unit, target), SPRING)
        reveal_unit(g, self.unit)
        test = MoraleTest(target.id, *from_unit(g, unit), "fear", "ambushed")
        g.swap(*((test,) if near else ()), OpenFire(self, shot, target.id))  # type: ignore[arg-type]


class OpenFire(Step, frozen=True):
    """RA-AMB.8, RA-AMB.13 The shot of a unit in ambush, when its victim has tested; another, if that is gone."""

    acting: Acting
    shot: Fire | Lob | Gas
    victim: str

    def run(self, g: RedActions) -> None:
        unit = g.pieces.get(self.acting.unit)
        if unit is None or unit.routing:
            return g.done()
        if self.acting.why_not(g, unit.side, self.shot) is None:
            return self.shot.loose(g, self.acting)
        g.swap(Sprung(unit.id, self.victim))


Main = (
    Go | Face | Fire | FireLow | Lob | Gas | Search | Shell | Charge | Claim | Divide | Combine | Board | Hold
    | RallyFromTerror | Disembark | Hide | Dig | CutTheWire | CrossTheWire | TearUpRails | LieDown
    | Mount | Dismount | Limber | Unlimber | LeaveByRail | TryToRally | Press
)  # fmt: skip


class Announced(Step, frozen=True):
    """RA-PRE.11, RA-PRE.17 The named action, unless somebody came first."""

    acting: Acting
    action: Main

    def run(self, g: RedActions) -> None:
        unit = self.acting.actor(g)
        if g.interrupted:
            clever, g.interrupted = g.interrupted, ""
            return g.swap(Acting(clever, reaction=True), Afterwards(self.acting, unit.pinned, unit.routing))
        as_order(self.action).begin(g, self.acting)


def as_order(action: Action) -> Order:
    """Records of older rules know most orders as buttons."""
    if isinstance(action, Press):
        return next(kind() for part in DEEDS for kind in part if kind.words == action.button)
    assert isinstance(action, Order)
    return action


class Afterwards(Step, frozen=True):
    """RA-PRE.11, RA-PRE.17 The interrupted unit goes on with any action, unless that has pinned it or made it rout."""

    acting: Acting
    pinned: bool = False  # it was so before, and could do no more than it still can
    routing: bool = False

    def run(self, g: RedActions) -> None:
        unit = g.pieces.get(self.acting.unit)
        if unit is None or not unit.place:
            return g.done()
        if (unit.routing and not self.routing) or (unit.pinned and not self.pinned):
            g.change(unit.id, acted=True)
            return g.done()
        g.swap(self.acting)  # RA-PRE.14 the next Clever officer has his own attempt
