"""A unit's segment (RA-ACT.1, RA-ACT.18): who acts, how it is placed, and what its orders have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, TypeVar

from grognard.board.inches.geometry import Point
from grognard.board.inches.nearest import nearest_like
from grognard.engine import Action, ChoiceStep, Deed, Refusal, Route, Step
from grognard.games.red_actions.rules.bodies import body
from grognard.games.red_actions.rules.data import TABLES_DATA, Worded
from grognard.games.red_actions.rules.losses import say
from grognard.games.red_actions.rules.move_path import Budget, Leg
from grognard.games.red_actions.rules.officers import is_mob
from grognard.games.red_actions.rules.sight import sees
from grognard.games.red_actions.rules.state import Aim, RedActions, Unit, against, decide

D = TypeVar("D", bound=Deed)
MOB_NEEDS = int(TABLES_DATA["command"]["mob_roll"])
COWED, HALF, HIDDEN, HELD, FIRED, RIDING = "cowed", "half", "hidden", "wire", "fired", "riding"
ROAD = 2.0  # a march doubles a move
BEYOND = 4.0  # the road's extra inches, or the depth of a building that is left
STRAITS = {
    COWED: Refusal("RA-TRT.2"),  # a Mob that will not budge
    HALF: Refusal("RA-ACT.16"),  # horse artillery that has limbered with half its move
    HIDDEN: Refusal("RA-AMB.15"),  # in ambush, no senior officer near
    HELD: Refusal("RA-TER.18"),  # the roll to come through the wire has failed
    FIRED: Refusal("RA-VEH.10"),  # a train, one of whose wagons has shot
    RIDING: Refusal("RA-ACT.25", "It rides in the train."),
}


class Order(Worded, frozen=True):
    """RA-ACT.1 What a unit may do in its segment: its one action, or an extra part of it."""

    part: ClassVar[str] = ""  # RA-ACT.17 the extra part of the segment that it is; "" for an action
    spends: ClassVar[bool] = True  # the unit has then acted
    keeps_posture: ClassVar[bool] = False  # RA-ACT.27
    rolls: ClassVar[bool] = True  # RA-TRT.1 a Mob in sight of the enemy must roll for it
    announced: ClassVar[bool] = True  # RA-PRE.10 a Clever enemy may forestall it
    secret: ClassVar[bool] = False  # its odds would always give something away
    open_roll: ClassVar[bool] = False  # its dice fall before anybody in ambush could matter
    even: ClassVar[frozenset[str]] = frozenset()  # the straits in which it is still open

    @classmethod
    def why_unfit(cls, unit: Unit) -> Refusal | None:
        """Why a unit in such a state may not do it, wherever it is; only what is in `STATE` counts."""
        return None

    @classmethod
    def could(cls, g: RedActions, unit: Unit) -> bool:
        """A quick sieve: may there be anything at all of this kind that a unit can do now?"""
        return True

    def why_not(self, g: RedActions, by: Segment) -> Refusal | None:
        return self.why_not_by(g, by.actor(g))

    def why_not_by(self, g: RedActions, unit: Unit) -> Refusal | None:
        """Why a unit may not do it, where that is all that matters."""
        return self.why_unfit(unit)

    def do(self, g: RedActions, by: Segment) -> None:
        g.swap(*((by.after(self.part),) if self.part else ()))
        self.done_by(g, by.actor(g))

    def begin(self, g: RedActions, by: Segment) -> None:
        """RA-PRE.11 It is carried out as it was announced; if it spends the unit's action, the unit has acted."""
        if self.spends:
            self.spend(g, by.actor(g))
        self.do(g, by)

    def spend(self, g: RedActions, unit: Unit) -> None:
        """RA-TRN.7, RA-ACT.27 The unit has acted, and gets up unless it keeps its posture."""
        g.change(unit.id, acted=True, rolling=False, lying=unit.lying and self.keeps_posture)

    def done_by(self, g: RedActions, unit: Unit) -> None:
        """What a unit does that need not know what comes after."""

    def route(self, g: RedActions, by: Segment) -> Route | None:
        """The way on which it sends the unit, if it sends it anywhere."""
        return None

    def walked(self, g: RedActions, by: Segment) -> Step:
        """The segment after such a way on which nothing happened."""
        raise NotImplementedError

    def needs_roll(self, g: RedActions, by: Segment) -> bool:
        """RA-TRT.1, RA-TRT.3, RA-TRT.21 Must a Mob roll 3 or more before it does this?"""
        unit = by.actor(g)
        return self.rolls and is_mob(g, unit) and any(sees(g, unit, foe) for foe in g.foes(unit.side))

    def hides_odds(self, g: RedActions, by: Segment) -> bool:
        """RA-AMB.4, RA-SHO.53 What an enemy in ambush may have a part in is not told; an open roll may be."""
        if self.open_roll or (by.owes_roll and self.needs_roll(g, by)):
            return False
        return self.secret or in_the_dark(g, by.actor(g).side)


class Segment(ChoiceStep, frozen=True):
    """Base of the steps in which a unit is told what to do."""

    unit: str

    under_way: ClassVar[bool] = False  # has the unit begun to move?

    def allowed(self, g: RedActions, kind: type[D]) -> Sequence[D]:
        return super().allowed(g, kind) if self.could(g, kind) else []

    @property
    def owes_roll(self) -> bool:
        """RA-TRT.1 Must the unit, if it is a Mob, still roll before it does most things?"""
        return False

    def could(self, g: RedActions, kind: type[Deed]) -> bool:
        """May there be anything at all of a kind that the unit can do now?"""
        assert issubclass(kind, Order)
        return kind.could(g, self.actor(g))

    def used_half(self, g: RedActions) -> bool:
        """RA-MOV.25, RA-ACT.16 Has it used at most half its move?"""
        return True

    def actor(self, g: RedActions) -> Unit:
        """The unit that acts."""
        return g.pieces[self.unit]

    def after(self, part: str) -> Step:
        """RA-ACT.17, RA-ACT.19 The segment when an extra part of it is done."""
        raise NotImplementedError

    def budget_of(self, g: RedActions) -> Budget:
        """What it may move."""
        raise NotImplementedError

    def destinations(self, g: RedActions) -> Iterable[Point]:
        """Points worth listing."""
        return ()

    def facings(self, g: RedActions) -> Iterable[int]:
        """Facings worth listing."""
        return ()

    def why_not_to(self, g: RedActions, point: Point) -> Refusal | None:
        """What keeps it from a point, whatever the ground allows."""
        return None

    def instead(self, g: RedActions, side: str, action: Action) -> Action | None:
        start, reach = body(g, self.actor(g)).centre, ROAD * self.budget_of(g).inches + BEYOND
        return nearest_like(g.table, action, lambda a: self.why_not(g, side, a) is None, start, reach)

    def route(self, g: RedActions, action: Action) -> Route | None:
        return action.route(g, self) if isinstance(action, Order) else None

    def walked(self, g: RedActions, action: Action) -> Step:
        assert isinstance(action, Order)
        return action.walked(g, self)

    def walks(self, g: RedActions, leg: Leg) -> None:
        """A leg is ordered: how play goes on."""
        raise NotImplementedError

    def beyond(self, g: RedActions, leg: Leg) -> Step:
        """How play goes on when a leg has been walked."""
        raise NotImplementedError

    def turns(self, g: RedActions, facing: int) -> None:
        """A turn in place is ordered: how play goes on."""
        raise NotImplementedError

    def shoots(self, g: RedActions, aim: Aim, *, low: bool = False) -> None:
        """RA-SHO.5, RA-MOV.25 The shot is declared: how play goes on; `low` goes to ground again."""
        raise NotImplementedError

    def springs(self, g: RedActions, shot: Order, target: Unit) -> None:
        """RA-AMB.13 A hidden unit shoots: how play goes on."""
        raise NotImplementedError


class Hold(Order, frozen=True):
    """RA-ACT.20 Do nothing."""

    words: ClassVar = "hold"
    keeps_posture: ClassVar = True
    rolls: ClassVar = False
    announced: ClassVar = False
    even: ClassVar = frozenset(STRAITS)

    def done_by(self, g: RedActions, unit: Unit) -> None:
        say(g, unit, "RA-ACT.20", "{unit} holds")


def in_the_dark(g: RedActions, side: str) -> bool:
    """RA-AMB.1 Is an enemy in ambush, a side does not know where?"""
    return any(u.unseen for u in g.hidden(g.enemy(side)))


def mob_obeys(g: RedActions, unit: Unit, *, named: bool = True) -> bool:
    """RA-TRT.1, RA-TRT.2 The roll of a Mob; the odds of a shot run on through it, and it is then not `named`."""
    does = ("obeys", "will not budge")
    roll, sees = against("A Mob must obey", MOB_NEEDS), (unit.side,) if unit.unseen else None
    obeys = decide(g, roll, "RA-TRT.1", "{unit} {result}", *does, sees=sees, unit=unit.name)
    if named:
        g.outcome(does[0 if obeys else 1])
    return obeys
