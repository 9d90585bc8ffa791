"""Senior officers (RA-OFF.5 to RA-OFF.7, RA-OFF.11, RA-ACT.17): riding about, joining a unit and leaving it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from grognard.board.inches.geometry import at_most, facing_to, hundredths, point_ahead
from grognard.engine import Action, Deed, Refusal
from grognard.games.red_actions.rules.ambush import tell_tale
from grognard.games.red_actions.rules.bodies import apart, body, centre
from grognard.games.red_actions.rules.data import TYPES
from grognard.games.red_actions.rules.losses import reveal_near
from grognard.games.red_actions.rules.move_path import Budget, Leg, plan
from grognard.games.red_actions.rules.moving import Go, arrive
from grognard.games.red_actions.rules.officers import attached_seniors, may_host
from grognard.games.red_actions.rules.segment import RIDING, Order, Segment
from grognard.games.red_actions.rules.state import RedActions, Unit

SENIOR_MOVE = float(TYPES["senior_officer"].move)
SENIOR_BUDGET = Budget(hundredths(SENIOR_MOVE))
CONTACT = 0.05  # what counts as touching


def join(g: RedActions, senior: str, unit: Unit) -> None:
    """RA-OFF.6 A senior officer takes his place with a unit."""
    g.move_to(senior, centre(g, unit), attached=unit.id)
    g.tell("RA-OFF.6", "{name} joins {unit}", name=g.pieces[senior].name, unit=unit.name)


# ------------------------------------------------------------------ as part of a unit's segment


class Attach(Order, frozen=True):
    """RA-ACT.17, RA-OFF.6 A senior officer in contact joins the unit."""

    piece: str

    words: ClassVar = "join {piece}"
    part: ClassVar = "attach"

    @classmethod
    def could(cls, g: RedActions, unit: Unit) -> bool:
        return bool(g.seniors(unit.side))

    @classmethod
    def candidates(cls, g: RedActions, by: Segment) -> Iterator[Attach]:
        return (cls(senior.id) for senior in g.seniors(by.actor(g).side))

    def why_not_by(self, g: RedActions, unit: Unit) -> Refusal | None:
        senior = g.pieces.get(self.piece)
        if senior is None or senior.type != "senior_officer" or senior.side != unit.side or senior.attached:
            return Refusal("RA-OFF.6", "He is no senior officer on his own.")
        if not may_host(unit):
            return Refusal("RA-OFF.6")
        return None if at_most(apart(g, unit, senior), CONTACT) else Refusal("RA-OFF.6", "He is not in contact.")

    def done_by(self, g: RedActions, unit: Unit) -> None:
        join(g, self.piece, unit)


class Detach(Order, frozen=True):
    """RA-ACT.17 A senior officer leaves his unit."""

    piece: str

    words: ClassVar = "let go {piece}"
    part: ClassVar = "attach"
    even: ClassVar = frozenset({RIDING})

    @classmethod
    def could(cls, g: RedActions, unit: Unit) -> bool:
        return bool(g.seniors(unit.side))

    @classmethod
    def candidates(cls, g: RedActions, by: Segment) -> Iterator[Detach]:
        return (cls(senior.id) for senior in attached_seniors(g, by.actor(g)))

    def why_not_by(self, g: RedActions, unit: Unit) -> Refusal | None:
        senior = g.pieces.get(self.piece)
        return None if senior is not None and senior.attached == unit.id else Refusal("RA-OFF.6")

    def done_by(self, g: RedActions, unit: Unit) -> None:
        senior = g.change(self.piece, attached="")
        g.tell("RA-OFF.6", "{name} leaves {unit}", name=senior.name, unit=unit.name)


# ------------------------------------------------------------------ on his own


class Join(Order, frozen=True):
    """RA-OFF.6, RA-OFF.11 He rides up to a unit and takes it over."""

    piece: str

    words: ClassVar = "join {piece}"

    @classmethod
    def candidates(cls, g: RedActions, by: SeniorMove) -> Iterator[Join]:
        senior = by.actor(g)
        near = [u for u in g.troops(senior.side) if at_most(apart(g, senior, u), by.reach)]
        return (cls(u.id) for u in sorted(near, key=lambda u: (apart(g, senior, u), u.id)))

    def why_not(self, g: RedActions, by: Segment) -> Refusal | None:
        assert isinstance(by, SeniorMove)
        senior, host = by.actor(g), g.pieces.get(self.piece)
        if host is None or host.side != senior.side or host.type == "senior_officer" or not host.place:
            return Refusal("RA-OFF.6", "There is nobody to join.")
        if not may_host(host):
            return Refusal("RA-OFF.6")
        if at_most(apart(g, senior, host), CONTACT):
            return None
        return None if not by.moved and way_to(g, senior, host) else Refusal("RA-OFF.5", "He cannot reach it.")

    def done_by(self, g: RedActions, unit: Unit) -> None:
        join(g, unit.id, g.pieces[self.piece])


class StayAlone(Order, frozen=True):
    """RA-OFF.5 He stays where he is, with nobody."""

    words: ClassVar = "stay alone"


class SeniorMove(Segment, frozen=True):
    """RA-OFF.5, RA-OFF.7, RA-OFF.11 A senior officer moves once a turn, and may join a unit."""

    moved: bool = False

    deeds: ClassVar = ((StayAlone, Join), (Go,))

    @property
    def reach(self) -> float:
        """How far off a unit may be that he joins."""
        return CONTACT if self.moved else SENIOR_MOVE

    def run(self, g: RedActions) -> None:
        senior, offered = self.actor(g), self.offered(g)
        if not self.moved:
            return g.ask(senior.side, f"{senior.name}: where does he go?", offered, "RA-OFF.5")
        if len(offered) == 1:
            return g.done()
        g.ask(senior.side, f"{senior.name}: join a unit?", offered, "RA-OFF.6")

    def bars(self, g: RedActions, kind: type[Deed]) -> Refusal | None:
        return Refusal("RA-OFF.5", "He has moved.") if kind is Go and self.moved else None

    def budget_of(self, g: RedActions) -> Budget:
        return SENIOR_BUDGET

    def take(self, g: RedActions, action: Action) -> None:
        g.change(self.unit, acted=True)
        super().take(g, action)

    def walks(self, g: RedActions, leg: Leg) -> None:
        senior = self.actor(g)
        arrive(g, senior, leg)
        tell_tale(g, senior)
        reveal_near(g, self.unit)
        g.swap(SeniorMove(self.unit, True))

    def beyond(self, g: RedActions, leg: Leg) -> SeniorMove:
        return SeniorMove(self.unit, True)


def way_to(g: RedActions, senior: Unit, host: Unit) -> bool:
    """RA-OFF.5, RA-OFF.6, RA-TER.14 Is there a way by which he can ride up to a unit?"""
    edge = body(g, host).nearest(senior.point)
    contact = point_ahead(edge, facing_to(edge, senior.point), CONTACT / 2)
    return isinstance(plan(g, senior, contact, SENIOR_BUDGET), Leg)
