"""Ambushes and scouting (RA-AMB): springing, discovering, and what the mover may not know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, NamedTuple

from grognard.board.inches.geometry import Point, Spot, at_least, at_most, distance
from grognard.engine import Action, ChoiceStep, Deed, Interruption, Passing, Pick, Press, Refusal, Step, UnitEffect
from grognard.games.red_actions.rules.aiming import targets, why_cannot_shoot
from grognard.games.red_actions.rules.ambush_zones import is_at, suspected
from grognard.games.red_actions.rules.bodies import apart, body, centre, near_feature
from grognard.games.red_actions.rules.charge_path import may_charge_type, why_not_charge
from grognard.games.red_actions.rules.charging import SPRING, Charge, Charging
from grognard.games.red_actions.rules.data import REACH, TABLES_DATA, asked
from grognard.games.red_actions.rules.losses import STUMBLE, reveal_near, reveal_unit, say
from grognard.games.red_actions.rules.morale import from_unit
from grognard.games.red_actions.rules.officers import is_clever, window
from grognard.games.red_actions.rules.retire import MoraleTest
from grognard.games.red_actions.rules.room import lone_seniors, ride_over
from grognard.games.red_actions.rules.segment import Hold, Order, Segment, in_the_dark
from grognard.games.red_actions.rules.shot_orders import Fire
from grognard.games.red_actions.rules.sight import may_hide_in, point_in_sight, sees
from grognard.games.red_actions.rules.state import RedActions, Unit, against, is_foot, is_gun, roll, succeeds
from grognard.games.red_actions.rules.volley import ReturnFire, Volley, declare

WAIT = Press("wait")

AMBUSH = TABLES_DATA["ambush"]


def may_spring(g: RedActions, ambusher: Unit, victim: Unit, came_from: Point | None = None) -> bool:
    """RA-AMB.6, RA-AMB.7, RA-AMB.8 Unacted, within 12 inches, the victim in sight and nearer than it was before."""
    if ambusher.acted or not ambusher.hidden or not at_most(apart(g, ambusher, victim), SPRING):
        return False
    here = centre(g, ambusher)
    if came_from is not None and distance(centre(g, victim), here) >= distance(came_from, here):
        return False
    if why_cannot_shoot(g, ambusher) is not None and not may_charge_type(ambusher):
        return False
    return sees(g, ambusher, victim)


class Halt(NamedTuple):
    """Where a mover is stopped: the number of its position, and the hidden units it stumbles on there."""

    at: int
    met: tuple[str, ...] = ()


def next_stop(g: RedActions, unit: Unit, way: list[Unit], start: Spot, passed: int) -> Halt | None:
    """RA-AMB.8, RA-AMB.14 The next of its positions where an ambush may stop a mover before the end of its way.

    That is where it first comes within 2 inches of a hidden unit, or nearest to one that may spring its ambush.
    """
    far = SPRING + len(way) / 4 + 2 * unit.bases
    hidden = g.hidden(g.enemy(unit.side))
    near = [foe for foe in hidden if not body(g, way[0]).is_beyond(body(g, foe), far)]
    stops = [stop for foe in near for stop in _stops_for(g, foe, way, start.point, passed)]
    if not stops:
        return None
    first = min(stop.at for stop in stops)
    return Halt(first, tuple(i for stop in stops if stop.at == first for i in stop.met))


def _stops_for(g: RedActions, foe: Unit, way: list[Unit], came_from: Point, passed: int) -> Iterator[Halt]:
    """Where one hidden unit stops a mover; not at the end of its way, unless that is too near to stand."""
    best, nearest = -1, 99.0
    for i, there in enumerate(way):
        near = apart(g, there, foe)
        if at_most(near, STUMBLE) and i > passed:
            if i < len(way) - 1 or near < 1.0:
                yield Halt(i, (foe.id,))
            return
        if at_most(near, SPRING) and not at_least(near, nearest) and may_spring(g, foe, there, came_from):
            best, nearest = i, near
    if passed < best < len(way) - 1:
        yield Halt(best)


def stumbled_on(g: RedActions, unit: Unit) -> tuple[str, ...]:
    """RA-AMB.9, RA-AMB.14 The hidden enemies within 2 inches of a unit."""
    return tuple(foe.id for foe in g.hidden(g.enemy(unit.side)) if at_most(apart(g, unit, foe), STUMBLE))


class LieInWait(Deed, frozen=True):
    """RA-AMB.7 Nobody springs an ambush."""

    stored = WAIT

    def do(self, g: RedActions, by: AmbushWindow) -> None:
        g.done()


class SpringAmbush(Deed, frozen=True):
    """RA-AMB.8 A hidden unit springs its ambush on the mover."""

    stored = Pick
    piece: str

    @classmethod
    def candidates(cls, g: RedActions, by: AmbushWindow) -> Iterable[SpringAmbush]:
        return [cls(u.id) for u in by.able(g, g.pieces[by.victim])]

    def do(self, g: RedActions, by: AmbushWindow) -> None:
        ambusher = g.pieces[self.piece]
        g.tell("RA-AMB.8", "{unit} springs its ambush", unit=ambusher.name)
        reveal_unit(g, ambusher.id)
        g.change(ambusher.id, acted=True, lying=False)  # RA-PRE.2, RA-MOV.25
        test = MoraleTest(by.victim, *from_unit(g, ambusher), "fear", "ambushed")
        g.swap(test, Sprung(ambusher.id, by.victim), by)  # RA-PRE.14 others may follow


class AmbushWindow(ChoiceStep, frozen=True):
    """RA-PRE.12, RA-AMB.7, RA-AMB.14 Ambushes may be sprung on a mover; the window opens while any unit is hidden."""

    victim: str
    came_from: Spot | None = None
    met: tuple[str, ...] = ()  # RA-AMB.14 those it has stumbled on may spring whatever its way

    deeds = (LieInWait, SpringAmbush)

    def run(self, g: RedActions) -> None:
        victim = g.pieces.get(self.victim)
        if victim is None or victim.routing or not victim.place:
            return g.done()
        side = g.enemy(victim.side)
        if not self.able(g, victim) and not any(u.unseen and not u.acted for u in g.hidden(side)):
            return g.done()
        prompt = asked("{unit} is on the move: spring an ambush?", unit=victim.name)
        g.ask(side, prompt, self.offered(g), "RA-AMB.7")

    def passes(self, g: RedActions) -> Passing:
        """Odds come here only where every ambusher's place is known: see `StandingOrder.hides_odds`."""
        return Passing(WAIT, "nobody springs an ambush")

    def hides_odds(self, g: RedActions, action: Action) -> bool:
        """What happens next is the enemy's move."""
        return True

    def interrupts(self, g: RedActions) -> Interruption:
        return window(g, self.victim, WAIT, self.able(g, g.pieces[self.victim]))

    def able(self, g: RedActions, victim: Unit) -> list[Unit]:
        """RA-AMB.7, RA-AMB.14 Those that may spring their ambush."""
        start = self.came_from.point if self.came_from else None
        hidden = g.hidden(g.enemy(victim.side))
        return [u for u in hidden if may_spring(g, u, victim, None if u.id in self.met else start)]


def tell_tale(g: RedActions, unit: Unit) -> None:
    """Even a move that meets nobody tells something while an enemy hides: it cannot be taken back freely."""
    if any(u.unseen for u in g.troops(g.enemy(unit.side))):
        g.reveal()


def come_upon(g: RedActions, there: Unit) -> tuple[bool, tuple[Step, ...]]:
    """RA-AMB.9, RA-AMB.14 A unit turns or spreads out where enemies may hide: is there room to, and what follows?"""
    tell_tale(g, there)
    met = stumbled_on(g, there)
    room = not any(apart(g, there, g.pieces[i]) < 1.0 for i in met)
    treads = (Tread(there.id),) if lone_seniors(g, there, there) else ()
    return room, ((AmbushWindow(there.id, met=met), Stumble(there.id, met)) if met else ()) + treads


def settle(g: RedActions, by: Segment, there: Unit) -> tuple[Step, ...] | None:
    """RA-AMB.14 What follows where an action makes a unit stand otherwise on its place.

    None if an enemy who is found there keeps it as it was; its action is then not spent.
    """
    room, found = come_upon(g, there)
    if room:
        return found
    g.change(by.unit, acted=False)
    g.swap(*found, by)
    return None


class Tread(UnitEffect, frozen=True):
    """RA-OFF.7 A unit stands otherwise than before, and a lone senior officer of the enemy was there."""

    def befall(self, g: RedActions, unit: Unit) -> None:
        ride_over(g, unit, unit)


class Sprung(Step, frozen=True):
    """RA-AMB.8, RA-AMB.12 The ambusher shoots or charges, without a charge test."""

    unit: str
    victim: str

    def run(self, g: RedActions) -> None:
        unit = g.pieces.get(self.unit)
        if unit is None or unit.routing:
            return g.done()
        choices: list[Action] = [Fire(foe) for foe in targets(g, unit)]
        victim = g.pieces.get(self.victim)
        if victim is not None and why_not_charge(g, unit, victim) is None:
            choices.append(Charge(victim.id))
        g.ask(unit.side, asked("{unit} has sprung its ambush", unit=unit.name), [*choices, Hold()], "RA-AMB.8")

    def hides_odds(self, g: RedActions, action: Action) -> bool:
        """RA-AMB.4 A charge may come upon an enemy who is in ambush himself."""
        return isinstance(action, Charge) and in_the_dark(g, g.pieces[self.unit].side)

    def take(self, g: RedActions, action: Action) -> None:
        g.done()
        if isinstance(action, Charge):
            return g.call(Charging(self.unit, action.piece))
        if isinstance(action, Fire):
            aim = action.aim(g, g.pieces[self.unit])
            declare(g, aim, reaction=True)
            g.call(ReturnFire(aim), Volley(aim))  # RA-AMB.10


class Stumble(Step, frozen=True):
    """RA-AMB.9, RA-AMB.14 A hidden unit with an enemy within 2 inches is revealed."""

    unit: str
    met: tuple[str, ...] = ()  # those it came upon before it was stopped

    def run(self, g: RedActions) -> None:
        g.done()
        for foe in self.met:
            if foe in g.pieces:
                reveal_unit(g, foe)
        reveal_near(g, self.unit)


# ------------------------------------------------------------------ scouting


def scout_range(g: RedActions, unit: Unit) -> float:
    """RA-AMB.3, RA-TRT.4, RA-TRT.15, RA-TRT.16 4 inches, 8 for Partisans or with a Clever officer, never more."""
    keen = unit.has("Partisan") or is_clever(g, unit)
    return float(AMBUSH["scout_range_partisan_or_clever" if keen else "scout_range"])


class Scout(Order, frozen=True):
    """RA-AMB.3 Look for an ambush in a piece of terrain."""

    place: str

    words: ClassVar = "scout {place}"
    part: ClassVar = "scout"
    rolls: ClassVar = False
    secret: ClassVar = True

    @classmethod
    def could(cls, g: RedActions, unit: Unit) -> bool:
        return bool(suspected(g, unit.side))

    @classmethod
    def candidates(cls, g: RedActions, by: Segment) -> Iterator[Scout]:
        return (cls(name) for name in suspected(g, by.actor(g).side))

    def why_not_by(self, g: RedActions, unit: Unit) -> Refusal | None:
        """RA-AMB.3, RA-AMB.4, RA-AMB.11 One in reach and sight, nobody else having tried this turn."""
        feature = g.table.features.get(self.place)
        if feature is None or feature.type in ("road", "railway", "bridge", "ford"):
            return Refusal("RA-AMB.11", "There is no such piece of terrain.")
        if self.place in g.scouted:
            return Refusal("RA-AMB.4")
        if not near_feature(g, unit, feature, scout_range(g, unit)):
            return Refusal("RA-AMB.3")
        if unit.inside != self.place and not point_in_sight(g, unit, feature.nearest(centre(g, unit))):
            return Refusal("RA-AMB.11", "It is out of sight.")
        return None if self.place in suspected(g, unit.side) else Refusal("RA-AMB.3", "Nobody can be in ambush there.")

    def done_by(self, g: RedActions, unit: Unit) -> None:
        """RA-AMB.3, RA-AMB.4 A secret die of the hidden side: 4 or more discovers what hides there."""
        g.scouted = {**g.scouted, self.place: True}
        rolled = roll(g, against("Scouting", int(AMBUSH["discovered_on"])))
        side, feature = g.enemy(unit.side), g.table.features[self.place]
        say(g, unit, "RA-AMB.3", "{unit} scouts {place}", place=g.called(self.place))
        g.tell("RA-AMB.4", "Scouting die", working=rolled, sees=(side,))
        for hidden in g.hidden(side) if succeeds(rolled) else ():
            if hidden.inside == self.place or is_at(g, hidden, feature):
                g.tell("RA-AMB.5", "{unit} is discovered", unit=hidden.name)
                reveal_unit(g, hidden.id)


# ------------------------------------------------------------------ hiding during play


def ordered_out(g: RedActions, unit: Unit) -> bool:
    """RA-AMB.2, RA-AMB.15 A senior officer has come within 4 inches of a hidden unit."""
    return any(at_most(apart(g, unit, s), REACH.order_out) for s in g.seniors(unit.side))


class Hide(Order, frozen=True):
    """RA-ACT.8, RA-ACT.9 Infantry and unlimbered guns disappear in cover, unseen within 12 inches."""

    words: ClassVar = "hide"
    keeps_posture: ClassVar = True

    @classmethod
    def why_unfit(cls, unit: Unit) -> Refusal | None:
        hides = (is_foot(unit) or is_gun(unit)) and not (unit.hidden or unit.routing)
        return None if hides else Refusal("RA-ACT.8")

    def why_not_by(self, g: RedActions, unit: Unit) -> Refusal | None:
        if self.why_unfit(unit) is not None or not may_hide_in(g, unit):
            return Refusal("RA-ACT.8")
        near = [foe for foe in g.foes(unit.side) if at_most(apart(g, unit, foe), REACH.unseen)]
        return Refusal("RA-ACT.9") if any(sees(g, foe, unit) for foe in near) else None

    def done_by(self, g: RedActions, unit: Unit) -> None:
        say(g, g.change(unit.id, hidden=True), "RA-ACT.9", "{unit} hides")
