"""Engineering (RA-ACT.14): wire, foxholes and rails; and taking possession (RA-ACT.11, RA-BLD.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from grognard.board.inches.bodies import SIEVE
from grognard.board.inches.geometry import QUARTER, Point, Spot, at_most, distance, facing_to, point_ahead, turn_between
from grognard.engine import Modifier, Refusal
from grognard.engine.core.state import without
from grognard.games.red_actions.rules.bodies import body, near_feature
from grognard.games.red_actions.rules.data import REACH, TABLES_DATA, kinds_of
from grognard.games.red_actions.rules.losses import make_gap, reveal_unit, say
from grognard.games.red_actions.rules.move_path import Leg, tread, why_not_end
from grognard.games.red_actions.rules.room import stand
from grognard.games.red_actions.rules.segment import HELD, Order, Segment
from grognard.games.red_actions.rules.state import UPROOTED, RedActions, Unit, against, decide, is_foot, is_shaken
from grognard.games.red_actions.rules.terrain import going

OBJECTS = kinds_of(lambda ground: ground.blown_up)
WORK = TABLES_DATA["breakdown"]
UNFIT = ("gun", "mg", "mortar", "train")  # RA-ACT.25 who takes possession of nothing
CLEAR = 0.1  # inches beyond the wire that a unit has come through


# ------------------------------------------------------------------ wire


def wire_by(g: RedActions, unit: Unit) -> str:
    """The uncut wire a unit is in contact with, or ""."""
    wires = (f for f in g.table.lines if f.type == "wire" and not unit.inside)
    return unit.held or next((f.name for f in wires if near_feature(g, unit, f, REACH.wire)), "")


def towards_wire(g: RedActions, unit: Unit) -> tuple[Point, int]:
    """The nearest point of the wire that holds a unit, and the facing to it."""
    wire = g.table.features[unit.held].nearest(unit.point)
    return wire, facing_to(unit.point, wire) if distance(unit.point, wire) > SIEVE else unit.facing


def beyond_wire(g: RedActions, unit: Unit) -> Spot:
    """RA-TER.18 Where a unit stands that has come through the wire."""
    wire, facing = towards_wire(g, unit)
    return Spot.at(point_ahead(wire, facing, unit.depth + CLEAR), unit.facing)


def why_not_back(g: RedActions, unit: Unit, point: Point) -> Refusal | None:
    """RA-TER.18 A unit that the wire holds moves away from it or not at all."""
    _, towards = towards_wire(g, unit)
    back = turn_between(towards, facing_to(unit.point, point)) > QUARTER
    return None if back else Refusal("RA-TER.18", "The wire holds it: it may only move back.")


class Work(Order, frozen=True):
    """RA-ACT.14, RA-ACT.27 Engineering leaves the unit in its place and posture."""

    keeps_posture: ClassVar = True


class CutTheWire(Work, frozen=True):
    """RA-TER.19 Engineers in contact with wire make a permanent gap 2 inches wide, without a roll."""

    words: ClassVar = "cut the wire"

    @classmethod
    def why_unfit(cls, unit: Unit) -> Refusal | None:
        if not unit.has("Engineer") or not is_foot(unit):
            return Refusal("RA-TRT.12")
        return Refusal("RA-MOR.34") if unit.pinned else None

    def why_not_by(self, g: RedActions, unit: Unit) -> Refusal | None:
        return self.why_unfit(unit) or (None if wire_by(g, unit) else Refusal("RA-TER.19"))

    def done_by(self, g: RedActions, unit: Unit) -> None:
        name = wire_by(g, unit)
        make_gap(g, name, "cut", g.table.features[name].nearest(unit.point))
        g.change(unit.id, held="")
        say(g, unit, "RA-TER.19", "{unit} cuts the wire")


class CrossTheWire(Order, frozen=True):
    """RA-TER.18 A roll to come through; whoever is held may still shoot, rally or move back."""

    words: ClassVar = "cross the wire"
    open_roll: ClassVar = True

    @classmethod
    def why_unfit(cls, unit: Unit) -> Refusal | None:
        return None if unit.held and is_foot(unit) and not unit.pinned else Refusal("RA-TER.18")

    def why_not_by(self, g: RedActions, unit: Unit) -> Refusal | None:
        """RA-TER.18, RA-MOV.34 Infantry halted at wire in an earlier segment, with room beyond it."""
        if (refusal := self.why_unfit(unit)) is not None:
            return refusal
        return why_not_end(g, unit, tread(g, unit, Leg(*beyond_wire(g, unit), 0, "ahead"), 0.0))

    def do(self, g: RedActions, by: Segment) -> None:
        if cross_wire(g, by.actor(g)):
            return g.done()
        g.change(by.unit, acted=False)
        g.swap(by.after(HELD))


def cross_wire(g: RedActions, unit: Unit) -> bool:
    """RA-TER.18, RA-TER.19 4 or more on a d6, Engineers adding 2: through to the far side; True if it came through."""
    bonus = Modifier("RA-TER.19", int(WORK["engineer_wire_bonus"]), "Engineers")
    working = against("Wire", going(g, unit, "wire").test, (bonus,) if unit.has("Engineer") else ())
    does = ("comes through", "is held")
    through = decide(g, working, "RA-TER.18", "{unit} {result} at the wire", *does, unit=unit.name)
    g.outcome(does[0 if through else 1])
    if through:
        reveal_unit(g, unit.id)  # RA-AMB.9
        stand(g, unit.on(beyond_wire(g, unit)), held="", **UPROOTED)
    return through


# ------------------------------------------------------------------ digging and rails


def turns_of(unit: Unit, work: str) -> int:
    """RA-TER.21, RA-VEH.9 How many engineering actions a work takes."""
    return int(WORK[work]["engineers" if unit.has("Engineer") else "others"])


class Dig(Work, frozen=True):
    """RA-TER.21 Foxholes: three actions in successive turns without moving, two for Engineers."""

    words: ClassVar = "dig"

    def why_not_by(self, g: RedActions, unit: Unit) -> Refusal | None:
        """RA-TER.21 Foot in the open, where the scenario lets it dig."""
        if not g.scenario.digging:
            return Refusal("RA-TER.21", "Nobody digs here.")
        if not is_foot(unit) or unit.inside or unit.foxholes:
            return Refusal("RA-TER.21")
        return Refusal("RA-MOR.34") if unit.pinned else None

    def done_by(self, g: RedActions, unit: Unit) -> None:
        done = unit.dug + 1 if unit.dug and unit.dug_turn == g.turn - 1 else 1
        ready = done >= turns_of(unit, "digging_turns")
        g.change(unit.id, dug=0 if ready else done, dug_turn=g.turn, foxholes=ready)
        say(g, unit, "RA-TER.21", "{unit} digs{end}", end=": foxholes" if ready else "")


class TearUpRails(Work, frozen=True):
    """RA-VEH.9 A gap in the line: two engineering actions, one for Engineers."""

    words: ClassVar = "tear up rails"

    @classmethod
    def why_unfit(cls, unit: Unit) -> Refusal | None:
        return None if is_foot(unit) and not unit.inside else Refusal("RA-VEH.9")

    def why_not_by(self, g: RedActions, unit: Unit) -> Refusal | None:
        """RA-VEH.9 Foot in contact with rails that no enemy touches."""
        line = next(iter(g.table.of_type("railway")), None)
        if line is None or self.why_unfit(unit) is not None or not near_feature(g, unit, line, REACH.wire):
            return Refusal("RA-VEH.9")
        if unit.pinned:
            return Refusal("RA-MOR.34")
        spot = line.nearest(unit.point)
        touched = any(body(g, foe).gap_to_point(spot) < REACH.no_entry for foe in g.foes(unit.side))
        return Refusal("RA-VEH.9", "The enemy touches them.") if touched else None

    def done_by(self, g: RedActions, unit: Unit) -> None:
        g.tearing = {**g.tearing, unit.id: g.tearing.get(unit.id, 0) + 1}
        if g.tearing[unit.id] < turns_of(unit, "tearing_turns"):
            return say(g, unit, "RA-VEH.9", "{unit} works at the rails")
        g.tearing = without(g.tearing, unit.id)
        rail = g.table.of_type("railway")[0]
        make_gap(g, rail.name, "torn", rail.nearest(unit.point))
        say(g, unit, "RA-VEH.9", "{unit} tears up the rails")


# ------------------------------------------------------------------ possession


def is_object(g: RedActions, name: str) -> bool:
    """RA-ACT.11, RA-SCN.7 Buildings, bridges and objects can be possessed; ruins cannot."""
    if name in g.things:
        return True
    feature = g.table.features.get(name)
    return feature is not None and g.kind_of(feature) in OBJECTS


def in_touch(g: RedActions, unit: Unit, name: str) -> bool:
    """RA-ACT.12 Touching an object, or inside the section."""
    if name in g.things:
        return at_most(body(g, unit).gap_to_point(g.things[name].point), REACH.object)
    return unit.inside == name or near_feature(g, unit, g.table.features[name], REACH.wire)


class Claim(Order, frozen=True):
    """RA-ACT.11, RA-ACT.12 Take possession of a building or an object."""

    place: str

    words: ClassVar = "take possession of {place}"
    keeps_posture: ClassVar = True

    @classmethod
    def why_unfit(cls, unit: Unit) -> Refusal | None:
        if unit.kind in UNFIT or unit.carts or unit.riding:
            return Refusal("RA-ACT.25")
        return Refusal("RA-ACT.12") if unit.pinned else None

    @classmethod
    def candidates(cls, g: RedActions, by: Segment) -> Iterator[Claim]:
        stands = body(g, by.actor(g))
        near = g.table.near(stands.hub, stands.span + REACH.object)
        names = (*[f.name for f in near if f.type in OBJECTS], *g.things)
        return (cls(name) for name in names if g.owner.get(name) != by.actor(g).side)

    def why_not_by(self, g: RedActions, unit: Unit) -> Refusal | None:
        """RA-ACT.12, RA-ACT.25 Who touches it alone."""
        if self.place in g.collapsed:
            return Refusal("RA-TER.46")
        if not is_object(g, self.place):
            return Refusal("RA-ACT.11")
        if g.owner.get(self.place) == unit.side:
            return Refusal("RA-ACT.11", "It is in our hands.")
        if (refusal := self.why_unfit(unit)) is not None:
            return refusal
        if is_shaken(unit):
            return Refusal("RA-ACT.12")
        if not in_touch(g, unit, self.place):
            return Refusal("RA-ACT.12", "It does not touch it.")
        if any(in_touch(g, foe, self.place) for foe in g.foes(unit.side)):
            return Refusal("RA-ACT.12", "An enemy is in contact with it.")
        return None

    def done_by(self, g: RedActions, unit: Unit) -> None:
        """RA-ACT.11, RA-ACT.23, RA-ACT.24 Possession changes; freed prisoners leave the table."""
        say(g, unit, "RA-ACT.11", "{unit} takes possession of {name}", name=g.called(self.place))
        g.owner = {**g.owner, self.place: unit.side}
        if self.place.startswith(f"prisoners of {unit.side}-"):
            g.things, g.owner = without(g.things, self.place), without(g.owner, self.place)
