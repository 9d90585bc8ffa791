"""Rallying (RA-RAL): from rout, from pinned, from terror."""

from __future__ import annotations

from typing import ClassVar

from grognard.board.inches.geometry import facing_to
from grognard.engine import Refusal, UnitEffect
from grognard.engine.core.wording import with_count
from grognard.games.red_actions.rules.bodies import body, centre, nearest_to, turned
from grognard.games.red_actions.rules.losses import humiliate, say
from grognard.games.red_actions.rules.morale import roll_test
from grognard.games.red_actions.rules.officers import usable_officers
from grognard.games.red_actions.rules.retire import Rout
from grognard.games.red_actions.rules.room import on_others
from grognard.games.red_actions.rules.segment import FIRED, HELD, HIDDEN, RIDING, Order, Segment
from grognard.games.red_actions.rules.state import RedActions, Unit


class TryToRally(Order, frozen=True):
    """RA-ACT.10, RA-PRE.9, RA-TRN.10 The one action of routers, which a Clever enemy may forestall."""

    words: ClassVar = "try to rally from rout"
    rolls: ClassVar = False

    def do(self, g: RedActions, by: Segment) -> None:
        g.swap(RallyFromRout(by.unit))


class RallyFromRout(UnitEffect, frozen=True):
    """RA-ACT.10, RA-RAL.1, RA-MOR.29 Pass and stop; fail, be humiliated and run on."""

    owed: bool = False  # RA-TRN.10 at the end of the turn: nobody's answer leads to it

    def befall(self, g: RedActions, unit: Unit) -> None:
        if not unit.routing:
            return
        g.change(self.unit, acted=True)
        rallies = roll_test(g, unit, "rally", "rally from rout")
        if not self.owed:
            g.outcome("rallied" if rallies else "runs on")
        if rallies:
            return stop_routing(g, self.unit)
        if not humiliate(g, self.unit):
            g.call(Rout(self.unit))


def stop_routing(g: RedActions, unit_id: str) -> None:
    """RA-RAL.1 It stands in its formation, facing the nearest enemy."""
    unit = g.change(unit_id, routing=False)
    foe = nearest_to(g, unit, g.foes(unit.side))
    if foe is not None and not unit.inside:
        stood = turned(g, unit, facing_to(centre(g, unit), centre(g, foe)))
        if body(g, stood).on_table and not on_others(g, stood):
            g.put(stood)
    say(g, unit, "RA-RAL.1", "{unit} rallies")


class RallyFromPinned(Order, frozen=True):
    """RA-RAL.4, RA-MOR.18, RA-MOR.30 A rally test takes the marker off; failing, the unit may still shoot."""

    words: ClassVar = "rally from pinned"
    part: ClassVar = "unpin"
    rolls: ClassVar = False
    open_roll: ClassVar = True
    even: ClassVar = frozenset({HIDDEN, RIDING})

    @classmethod
    def why_unfit(cls, unit: Unit) -> Refusal | None:
        return None if unit.pinned else Refusal("RA-RAL.4", "It is not pinned.")

    def done_by(self, g: RedActions, unit: Unit) -> None:
        rallies = roll_test(g, unit, "rally", "rally from pinned")
        g.outcome("rallied" if rallies else "still pinned")
        if rallies:
            g.change(unit.id, pinned=False)


class RallyFromTerror(Order, frozen=True):
    """RA-ACT.13, RA-RAL.3 One marker is thrown off, or two with an officer it may use."""

    words: ClassVar = "rally from terror"
    keeps_posture: ClassVar = True
    even: ClassVar = frozenset({HELD, FIRED, RIDING})

    @classmethod
    def why_unfit(cls, unit: Unit) -> Refusal | None:
        return None if unit.terror else Refusal("RA-ACT.13", "It has no terror marker.")

    def done_by(self, g: RedActions, unit: Unit) -> None:
        count = min(unit.terror, 2 if usable_officers(g, unit) else 1)
        g.change(unit.id, terror=unit.terror - count)
        say(g, unit, "RA-RAL.3", "{unit} throws off {n}", n=with_count(count, "terror marker"))
