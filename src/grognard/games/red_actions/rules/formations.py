"""Formations (RA-FRM): changing them, dividing and combining units (RA-ACT.5 to RA-ACT.7)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, product, starmap
from typing import Any, ClassVar, Self

from msgspec.structs import replace

from grognard.board.inches.bodies import SIEVE
from grognard.board.inches.formations import COLUMN, FILE, LINE, SKIRMISH
from grognard.board.inches.geometry import Box, Point, Spot, at_most, distance, middle, point_ahead, strides
from grognard.engine import Refusal
from grognard.engine.core.fact import fact
from grognard.engine.core.wording import with_count
from grognard.games.red_actions.rules.ambush import come_upon, settle
from grognard.games.red_actions.rules.bodies import apart, body, centre, crowd_near, overlap
from grognard.games.red_actions.rules.data import FORMATIONS, REACH, Worded, spaced
from grognard.games.red_actions.rules.losses import say
from grognard.games.red_actions.rules.mounting import dismounted_bases, riders_of
from grognard.games.red_actions.rules.move_path import deployed_among_trees
from grognard.games.red_actions.rules.officers import attached_seniors, follow_seniors
from grognard.games.red_actions.rules.room import in_a_house, on_others, why_no_room
from grognard.games.red_actions.rules.segment import Order, Segment
from grognard.games.red_actions.rules.state import UPROOTED, RedActions, Unit, is_vehicle
from grognard.games.red_actions.rules.terrain import allowance_of, survey

ALL = (LINE, COLUMN, FILE, SKIRMISH)
CREWS = ("mg", "gun", "tachanka", "mortar")
BEND = 0.5  # inches by which the rear of a file on a road may stand back from its front in a bend
STRIDE = 0.05  # inches between the places that are tried
SHARED = ("inside", "limbered", "carts", "mounted_as")  # what two units must have alike to combine
EITHER = ("retired", "pressed", "stiff")  # what is true of both together if it is of one


# ------------------------------------------------------------------ formation


def why_not_form(g: RedActions, unit: Unit, formation: str, formed: bool) -> Refusal | None:
    """RA-FRM.4 to RA-FRM.9, RA-FRM.14, RA-TER.17, RA-TRT.20 Why a unit may not change to a formation."""
    if formation not in ALL or (formation == unit.formation and formed == unit.formed):
        return Refusal("RA-FRM.9", "It stands like that already.")
    if unit.pinned:
        return Refusal("RA-MOR.34")
    if unit.inside or is_vehicle(unit) or unit.bases == 1:
        return Refusal("RA-FRM.14", "It has no formation to change.")
    if formed and not (unit.has("Formed") and unit.kind == "sabres" and formation in (LINE, COLUMN)):
        return Refusal("RA-TRT.20")
    if formation == SKIRMISH and not _may_skirmish(unit, formed):
        return Refusal("RA-FRM.7")
    there = replace(unit, formation=formation, formed=formed)
    return Refusal("RA-TER.17") if deployed_among_trees(g, there) else why_no_room(g, there)


def _may_skirmish(unit: Unit, formed: bool) -> bool:
    if unit.kind == "sabres":
        return not formed
    return unit.kind == "rifles" and not unit.carts and (unit.has("Skirmisher") or unit.has("Partisan"))


def change_formation(g: RedActions, unit: Unit, formation: str, formed: bool) -> None:
    """RA-FRM.9, RA-FRM.16 The new formation stands on the same anchor."""
    g.change(unit.id, formation=formation, formed=formed, **UPROOTED)
    say(g, unit, "RA-FRM.9", "{unit} forms {f}{order}", f=spaced(formation), order=" in formed order" if formed else "")


class Array(Worded, frozen=True):
    """RA-FRM.4 to RA-FRM.8 Base of what draws a unit up in a formation; `formed` is formed order of cavalry."""

    formation: str
    formed: bool = False

    @classmethod
    def candidates(cls, g: RedActions, by: Any) -> Iterator[Self]:
        knows = (False, True) if g.pieces[by.unit].has("Formed") else (False,)
        return starmap(cls, product(ALL, knows))


class Form(Array, Order, frozen=True):
    """RA-FRM.9 Change formation. An enemy found in the way keeps it as it is."""

    words: ClassVar = "form {formation}{formed}"
    part: ClassVar = "form"

    @classmethod
    def could(cls, g: RedActions, unit: Unit) -> bool:
        return unit.bases > 1 and not unit.pinned and not unit.inside

    def why_not_by(self, g: RedActions, unit: Unit) -> Refusal | None:
        return why_not_form(g, unit, self.formation, self.formed)

    def do(self, g: RedActions, by: Segment) -> None:
        unit = by.actor(g)
        room, found = come_upon(g, replace(unit, formation=self.formation, formed=self.formed))
        if room:
            change_formation(g, unit, self.formation, self.formed)
        g.swap(*found, by.after(self.part) if room else by)


# ------------------------------------------------------------------ dividing and combining


def bound(unit: Unit, key: str) -> int:
    """RA-ACT.6, RA-ACT.7 How many bases a part must have at least, or a unit at most: other for crews."""
    return int(FORMATIONS[key]["crews" if unit.kind in CREWS else "others"])


@fact
def has_room(g: RedActions, divide: Divide, unit: Unit) -> bool:
    """RA-ACT.21 Could both parts of a unit stay where they are?"""
    return bool(divide.parts(g, unit))


class Divide(Order, frozen=True):
    """RA-ACT.6 Split off some bases; `officer` says whether the junior goes with them."""

    bases: int
    officer: bool = False

    words: ClassVar = "split off {bases}{officer}"
    keeps_posture: ClassVar = True  # RA-ACT.21

    @classmethod
    def why_unfit(cls, unit: Unit) -> Refusal | None:
        if unit.pinned or unit.routing:
            return Refusal("RA-MOR.34")
        return Refusal("RA-ACT.6", "It cannot divide here.") if unit.hidden or unit.bases == 1 else None

    @classmethod
    def candidates(cls, g: RedActions, by: Segment) -> Iterator[Divide]:
        unit = by.actor(g)
        officers = (False, True) if unit.officer else (False,)
        return (cls(bases, officer) for bases in range(1, unit.bases) for officer in officers)

    def why_not_by(self, g: RedActions, unit: Unit) -> Refusal | None:
        """RA-ACT.5, RA-ACT.6, RA-ACT.21 Neither part too small, and a column between its ranks."""
        kept = unit.bases - self.bases
        if self.officer and unit.officer is None:
            return Refusal("RA-ACT.6", "It has no officer.")
        if (refusal := self.why_unfit(unit)) is not None:
            return refusal
        if is_vehicle(unit) or unit.riding:
            return Refusal("RA-ACT.6", "It cannot divide here.")
        if min(self.bases, kept) < bound(unit, "least_part"):
            return Refusal("RA-ACT.6")
        if unit.formation == COLUMN and not unit.inside and kept % 2:
            return Refusal("RA-ACT.21", "A column divides between ranks.")
        fits = has_room(g, replace(self, officer=False), unit)  # the officer takes none
        return None if fits else Refusal("RA-ACT.21", "Its parts could not stay where they are.")

    def done_by(self, g: RedActions, unit: Unit) -> None:
        for piece in self.parts(g, unit):
            g.put(piece)
        follow_seniors(g, unit.id)
        parts = [with_count(bases, "base") for bases in (unit.bases - self.bases, self.bases)]
        g.tell("RA-ACT.6", "{unit} divides: {parts}", unit=unit.name, parts=" and ".join(parts))

    def parts(self, g: RedActions, unit: Unit) -> tuple[Unit, ...]:
        """RA-ACT.6, RA-ACT.21, RA-ACT.22 The right end or rear ranks become a new unit; none if there is no room."""
        places, kept = body(g, unit).bases, unit.bases - self.bases
        terror, horses, where = _split_terror(unit, self.bases), _split_horses(unit, self.bases), unit.horses[:2]
        rest = _part(unit, places[:kept], terror=unit.terror - terror, horses=(*where, unit.horses[2] - horses))
        part = _part(unit, places[kept:], terror=terror, horses=(*where, horses) if horses else (0, 0, 0))
        there, here = (unit.officer, None) if self.officer else (None, unit.officer)
        number = next(n for n in count(2) if f"{unit.id}-{n}" not in (*g.pieces, *g.gone))
        named = replace(part, id=f"{unit.id}-{number}", name=f"{unit.name} {roman(number)}")
        new = replace(named, officer=there, stiff=False, moved=False)
        first = _clear(g, unit, replace(rest, officer=here), places[:kept])
        second = _clear(g, unit, new, places[kept:], first) if first else None
        return (first, second) if first and second else ()


def _clear(g: RedActions, whole: Unit, part: Unit, places: tuple[Box, ...], *others: Unit) -> Unit | None:
    """RA-ACT.21, RA-MOV.34 A part where its bases stood, clear of houses, other parts and all units it knows of."""
    for there in _near(part):
        crowded = on_others(g, there, whole.id, known=True) or any(overlap(g, there, other) for other in others)
        stands = body(g, there)
        free = stands.on_table and not crowded and not in_a_house(g, there)
        shifts = (distance(base.centre, place.centre) for base, place in zip(stands.bases, places, strict=True))
        if part.inside or (free and at_most(max(shifts), BEND)):
            return there
    return None


def _near(part: Unit) -> Iterator[Unit]:
    """Where a part may be said to stand: hundredths are rounded, and in a bend of its road a file needs some room."""
    for dx, dy in product((0, 1, -1), repeat=2):
        yield replace(part, x=part.x + dx, y=part.y + dy)
    if part.formation == FILE:
        yield from (part.at(point_ahead(part.point, part.facing, -back), part.facing) for back in strides(BEND, STRIDE))


def _split_terror(unit: Unit, bases: int) -> int:
    """RA-ACT.6 In proportion, odd ones to the larger part."""
    kept = unit.bases - bases
    share = unit.terror * min(bases, kept) // unit.bases
    return share if bases <= kept else unit.terror - share


def _part(unit: Unit, places: tuple[Box, ...], **changes: object) -> Unit:
    """RA-ACT.21 A part stands where its bases stood: its anchor is the centre of their front edge."""
    part = replace(unit, bases=len(places), acted=True, **changes)
    if unit.inside:
        return part
    front = {COLUMN: 2, FILE: 1}.get(unit.formation, len(places))
    return part.at(middle([b.front for b in places[:front]]), places[0].facing)


def _split_horses(unit: Unit, bases: int) -> int:
    """RA-FRM.12 The led horses that go with a part of a dismounted unit."""
    led = unit.horses[2]
    return max((n for n in range(led + 1) if dismounted_bases(n) <= bases), default=0) if unit.mounted_as else 0


def roman(number: int) -> str:
    """A small number as people count companies."""
    tens, ones = divmod(number, 10)
    return "X" * tens + ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")[ones]


def juniors(unit: Unit, other: Unit) -> tuple[str, ...]:
    """RA-ACT.22 Whose junior may stay when two units combine: the better one (""), or the other if they differ."""
    ours, theirs = unit.officer, other.officer
    if ours is None or theirs is None or ours == theirs:
        return ("",)
    return "", unit.id if theirs.bonus > ours.bonus else other.id


def together(unit: Unit, other: Unit) -> Unit:
    """RA-ACT.7, RA-FRM.12, RA-RET.9, RA-TRT.19, RA-ART.17 A unit with another's bases, markers, horses and rounds."""
    bases = unit.bases + other.bases
    return replace(
        unit,
        bases=bases,
        terror=unit.terror + other.terror,
        humiliated=max(unit.humiliated, other.humiliated),
        horses=(*unit.horses[:2], unit.horses[2] + other.horses[2]),
        rounds=(unit.bases * unit.rounds + other.bases * other.rounds) // bases,
        **{flag: getattr(unit, flag) or getattr(other, flag) for flag in EITHER},
    )


def _all_reach(g: RedActions, other: Unit, both: Unit) -> bool:
    """RA-ACT.21 Can each added base reach a place of its own in the joint formation within its own full move?"""
    places = [base.front for base in body(g, both).bases]
    bases = body(g, other).bases
    open_to = [[i for i, place in enumerate(places) if _reaches(g, other, base, place)] for base in bases]
    taken: dict[int, int] = {}

    def finds(n: int, tried: set[int]) -> bool:
        """Is there a place for a base, if others may change theirs for it?"""
        for place in open_to[n]:
            if place not in tried:
                tried.add(place)
                if place not in taken or finds(taken[place], tried):
                    taken[place] = n
                    return True
        return False

    return all(finds(n, set()) for n in range(len(open_to)))


def _reaches(g: RedActions, unit: Unit, base: Box, place: Point) -> bool:
    """RA-ACT.21, RA-TER.2 One base of a unit on its own way, a whole price leaving nothing for the rest of it."""
    alone = replace(unit, bases=1, formation=LINE).at(base.front, base.facing)
    way = survey(g, alone, base.front, place)
    return way.cost is not None and not way.halts and at_most(way.cost, allowance_of(unit))


class Combine(Order, frozen=True):
    """RA-ACT.7, RA-ACT.22 Take another unit in; `under` is the unit whose junior stays, or "" for the better one."""

    piece: str
    under: str = ""

    words: ClassVar = "take in {piece}{under}"

    @classmethod
    def why_unfit(cls, unit: Unit) -> Refusal | None:
        return Refusal("RA-ACT.7") if unit.pinned or unit.routing or unit.hidden else None

    @classmethod
    def candidates(cls, g: RedActions, by: Segment) -> Iterator[Combine]:
        unit = by.actor(g)
        near = crowd_near(g, body(g, unit), REACH.combine + SIEVE)
        alike = [other for other, _ in near if other.type == unit.type and other.side == unit.side]
        return (cls(other.id, under) for other in alike for under in juniors(unit, other))

    def why_not_by(self, g: RedActions, unit: Unit) -> Refusal | None:
        """RA-ACT.7, RA-ACT.21 Two of one type and state, near one another, not too large, and with room together.

        Who has led horses counts as many as will ride again (RA-FRM.12).
        """
        other = g.pieces.get(self.piece)
        if other is None:
            return Refusal("GR-5")
        if other.id == unit.id or other.side != unit.side or other.type != unit.type or unit.type == "senior_officer":
            return Refusal("RA-ACT.7", "Only two units of one type combine.")
        able = self.why_unfit(unit) is None and self.why_unfit(other) is None and not other.acted
        alike = all(getattr(unit, state) == getattr(other, state) for state in SHARED)
        alike = alike and bool(unit.horses[2]) == bool(other.horses[2])  # RA-FRM.15 the others stay on foot
        if not able or is_vehicle(unit) or other.riding or not alike:
            return Refusal("RA-ACT.7")
        if unit.stiff and other.stiff:
            return Refusal("RA-TRT.19", "There is one officer base in a unit.")
        if self.under not in juniors(unit, other):
            return Refusal("RA-ACT.22", "There is no choice of officers.")
        both = together(unit, other)
        if max(both.bases, riders_of(both)) > (most := bound(unit, "most_bases")):
            return Refusal("RA-ACT.7", f"Together they would have more than {most} bases, on foot or on horseback.")
        if both.horses[2] and not at_most(distance(Spot(*other.horses).point, centre(g, both)), REACH.led_horses):
            return Refusal("RA-FRM.15", "Its led horses would be left behind.")
        if not at_most(apart(g, unit, other), REACH.combine):
            return Refusal("RA-ACT.7", "They are more than 2 inches apart.")
        return None if unit.inside else self._why_no_room(g, unit, other)

    def _why_no_room(self, g: RedActions, unit: Unit, other: Unit) -> Refusal | None:
        there = together(unit, other)
        if not _all_reach(g, other, there):
            return Refusal("RA-ACT.21")
        crowded = on_others(g, there, other.id, known=True) or not body(g, there).on_table or in_a_house(g, there)
        return Refusal("RA-MOV.34", "There is no room.") if crowded else None

    def do(self, g: RedActions, by: Segment) -> None:
        unit = by.actor(g)
        found = settle(g, by, together(unit, g.pieces[self.piece]))
        if found is not None:
            super().do(g, by)
            g.call(*found)

    def done_by(self, g: RedActions, unit: Unit) -> None:
        """RA-ACT.7, RA-ACT.22 The other's bases, markers and seniors are the unit's; one junior stays."""
        other = g.pieces[self.piece]
        officers = [u.officer for u in (unit, other) if u.officer is not None and self.under in ("", u.id)]
        best = max(officers, key=lambda o: o.bonus, default=None)
        g.put(replace(together(unit, other), officer=best, acted=True, **UPROOTED))
        for senior in attached_seniors(g, other):
            g.change(senior.id, attached=unit.id)
        g.lose(other.id, "combined")
        follow_seniors(g, unit.id)
        g.tell("RA-ACT.7", "{unit} takes in {other}", unit=unit.name, other=other.name)
