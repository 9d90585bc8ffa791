"""Formations (RA-FRM): changing them, dividing and combining units (RA-ACT.5 to RA-ACT.7)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import ClassVar

from msgspec.structs import replace

from grognard.board.bases import COLUMN, FILE, LINE, SKIRMISH
from grognard.board.inches import Box, at_most, distance, middle
from grognard.engine import Refusal
from grognard.games.red_actions.rules.ambush import come_upon
from grognard.games.red_actions.rules.bodies import apart, bases_of, centre, on_the_table, overlap
from grognard.games.red_actions.rules.data import BASE_WIDTH, FORMATIONS, REACH
from grognard.games.red_actions.rules.legs import deployed_among_trees
from grognard.games.red_actions.rules.losses import say
from grognard.games.red_actions.rules.mounting import dismounted_bases
from grognard.games.red_actions.rules.officers import follow_seniors
from grognard.games.red_actions.rules.room import has_room, in_a_house, why_no_room
from grognard.games.red_actions.rules.segment import Order, Segment
from grognard.games.red_actions.rules.state import UPROOTED, RedActions, Unit, is_vehicle
from grognard.games.red_actions.rules.terrain import allowance_of
from grognard.games.red_actions.rules.words import counted

ALL = (LINE, COLUMN, FILE, SKIRMISH)
CREWS = ("mg", "gun", "tachanka", "mortar")


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
    order = " in formed order" if formed else ""
    say(g, unit, "RA-FRM.9", "{unit} forms {f}{order}", f=formation.replace("_", " "), order=order)


class Form(Order, frozen=True):
    """RA-FRM.9 Change formation; `formed` is formed order of cavalry. An enemy found in the way keeps it as it is."""

    formation: str
    formed: bool = False

    part: ClassVar = "form"

    @classmethod
    def candidates(cls, g: RedActions, by: Segment) -> Iterator[Form]:
        orders = (False, True) if by.actor(g).has("Formed") else (False,)
        return (cls(formation, formed) for formation in ALL for formed in orders)

    def why_not(self, g: RedActions, by: Segment) -> Refusal | None:
        return why_not_form(g, by.actor(g), self.formation, self.formed)

    def do(self, g: RedActions, by: Segment) -> None:
        unit = by.actor(g)
        room, found = come_upon(g, replace(unit, formation=self.formation, formed=self.formed))
        if room:
            change_formation(g, unit, self.formation, self.formed)
        g.swap(*found, by.after(self.part) if room else by)

    def says(self, g: RedActions) -> str:
        return f"form {self.formation.replace('_', ' ')}{', formed order' if self.formed else ''}"


# ------------------------------------------------------------------ dividing and combining


def least_part(unit: Unit) -> int:
    """RA-ACT.6 2 bases, 1 for MGs, guns and tachankas."""
    return int(FORMATIONS["least_part"]["crews" if unit.kind in CREWS else "others"])


def why_not_divide(g: RedActions, unit: Unit, bases: int) -> Refusal | None:
    """RA-ACT.5, RA-ACT.6 Why a unit may not split off so many bases."""
    if unit.pinned or unit.routing:
        return Refusal("RA-MOR.34")
    if is_vehicle(unit) or unit.riding or unit.hidden:
        return Refusal("RA-ACT.6", "It cannot divide here.")
    if min(bases, unit.bases - bases) < least_part(unit):
        return Refusal("RA-ACT.6")
    if unit.formation == COLUMN and not unit.inside and (unit.bases - bases) % 2:
        return Refusal("RA-ACT.21", "A column divides between ranks.")
    return None


def divide(g: RedActions, unit: Unit, bases: int, *, with_officer: bool) -> None:
    """RA-ACT.6, RA-ACT.21, RA-ACT.22 The right end or rear ranks become a new unit; no base moves."""
    places = bases_of(g, unit)
    kept = unit.bases - bases
    old, new = places[:kept], places[kept:]
    name = _new_id(g, unit)
    terror = _split_terror(unit, bases)
    horses = _split_horses(unit, bases)
    rest = replace(
        _part(unit, old),
        bases=kept,
        horses=(*unit.horses[:2], unit.horses[2] - horses),
        terror=unit.terror - terror,
        officer=None if with_officer else unit.officer,
        acted=True,
    )
    g.put(_clear_of_neighbours(g, rest))
    part = replace(
        _part(unit, new),
        id=name,
        name=f"{unit.name} II",
        bases=bases,
        horses=(*unit.horses[:2], horses) if horses else (0, 0, 0),
        terror=terror,
        officer=unit.officer if with_officer else None,
        stiff=False,
        acted=True,
        moved=False,
    )
    g.put(_clear_of_neighbours(g, part))
    g.tell("RA-ACT.6", "{unit} divides: {a} and {b} bases", unit=unit.name, a=kept, b=bases)


def _clear_of_neighbours(g: RedActions, unit: Unit) -> Unit:
    """RA-ACT.22 A part where its bases stood; rounding to hundredths must not push it into a unit that it touches."""
    if unit.inside:
        return unit
    shifts = product((0, 1, -1), repeat=2)
    tries = (replace(unit, x=unit.x + dx, y=unit.y + dy) for dx, dy in shifts)
    return next((there for there in tries if has_room(g, there)), unit)


def _split_terror(unit: Unit, bases: int) -> int:
    """RA-ACT.6 In proportion, odd ones to the larger part."""
    kept = unit.bases - bases
    share = unit.terror * min(bases, kept) // unit.bases
    return share if bases <= kept else unit.terror - share


def _part(unit: Unit, places: tuple[Box, ...]) -> Unit:
    """RA-ACT.21 A part stands where its bases stood: its anchor is the centre of their front edge."""
    if unit.inside:
        return unit
    front = {COLUMN: 2, FILE: 1}.get(unit.formation, len(places))
    return unit.at(middle([b.front for b in places[:front]]), places[0].facing)


def _split_horses(unit: Unit, bases: int) -> int:
    """RA-FRM.12 The led horses that go with a part of a dismounted unit."""
    led = unit.horses[2]
    return max((n for n in range(led + 1) if dismounted_bases(n) <= bases), default=0) if unit.mounted_as else 0


def _new_id(g: RedActions, unit: Unit) -> str:
    n = 2
    while f"{unit.id}-{n}" in g.pieces or f"{unit.id}-{n}" in g.gone:
        n += 1
    return f"{unit.id}-{n}"


def why_not_combine(g: RedActions, unit: Unit, other: Unit) -> Refusal | None:
    """RA-ACT.7 Why two units may not merge."""
    if other.id == unit.id or other.side != unit.side or other.type != unit.type or unit.type == "senior_officer":
        return Refusal("RA-ACT.7", "Only two units of one type combine.")
    if unit.pinned or other.pinned or unit.routing or other.routing or other.acted or other.hidden or unit.hidden:
        return Refusal("RA-ACT.7")
    if is_vehicle(unit) or other.riding or unit.inside != other.inside:
        return Refusal("RA-ACT.7")
    if (unit.limbered, unit.carts, unit.mounted_as) != (other.limbered, other.carts, other.mounted_as):
        return Refusal("RA-ACT.7")
    most = int(FORMATIONS["most_bases"]["crews" if unit.kind in CREWS else "others"])
    if unit.bases + other.bases > most:
        return Refusal("RA-ACT.7", f"Together they would have more than {most} bases.")
    if not at_most(apart(g, unit, other), REACH.combine):
        return Refusal("RA-ACT.7", "They are more than 2 inches apart.")
    if unit.inside:
        return None
    there = replace(unit, bases=unit.bases + other.bases)
    if not at_most(distance(centre(g, there), centre(g, other)), allowance_of(other) + there.bases * BASE_WIDTH):
        return Refusal("RA-ACT.21")
    trial = [u for u in g.troops() if u.id not in (unit.id, other.id)]
    if any(overlap(g, there, u) for u in trial if not u.inside) or not on_the_table(g, there) or in_a_house(g, there):
        return Refusal("RA-MOV.34", "There is no room.")
    return None


def combine(g: RedActions, unit: Unit, other: Unit) -> None:
    """RA-ACT.7, RA-ACT.22 Terror adds up, the larger humiliation counts, the better officer stays."""
    officers = [o for o in (unit.officer, other.officer) if o is not None]
    best = max(officers, key=lambda o: o.bonus, default=None)
    g.change(
        unit.id,
        bases=unit.bases + other.bases,
        terror=unit.terror + other.terror,
        humiliated=max(unit.humiliated, other.humiliated),
        horses=(*(unit if unit.horses[2] else other).horses[:2], unit.horses[2] + other.horses[2]),
        officer=best,
        acted=True,
        **UPROOTED,
    )
    for senior in [s for s in g.seniors(unit.side) if s.attached == other.id]:
        g.change(senior.id, attached=unit.id)
    g.drop(other.id)
    g.gone[other.id] = "combined"
    follow_seniors(g, unit.id)
    g.tell("RA-ACT.7", "{unit} takes in {other}", unit=unit.name, other=other.name)


class Divide(Order, frozen=True):
    """RA-ACT.6 Split off some bases; `officer` says whether the junior goes with them."""

    bases: int
    officer: bool = False

    @classmethod
    def candidates(cls, g: RedActions, by: Segment) -> Iterator[Divide]:
        unit = by.actor(g)
        officers = (False, True) if unit.officer else (False,)
        return (cls(bases, officer) for bases in range(1, unit.bases) for officer in officers)

    def why_not(self, g: RedActions, by: Segment) -> Refusal | None:
        if self.officer and by.actor(g).officer is None:
            return Refusal("RA-ACT.6", "It has no officer.")
        return why_not_divide(g, by.actor(g), self.bases)

    def do(self, g: RedActions, by: Segment) -> None:
        g.done()
        divide(g, by.actor(g), self.bases, with_officer=self.officer)

    def says(self, g: RedActions) -> str:
        return f"split off {counted(self.bases, 'base')}{' with the officer' if self.officer else ''}"


class Combine(Order, frozen=True):
    """RA-ACT.7 Take another unit in."""

    piece: str

    @classmethod
    def candidates(cls, g: RedActions, by: Segment) -> Iterator[Combine]:
        unit = by.actor(g)
        return (cls(other.id) for other in g.troops(unit.side) if other.type == unit.type)

    def why_not(self, g: RedActions, by: Segment) -> Refusal | None:
        other = g.pieces.get(self.piece)
        return why_not_combine(g, by.actor(g), other) if other is not None else Refusal("GR-5")

    def do(self, g: RedActions, by: Segment) -> None:
        g.done()
        combine(g, by.actor(g), g.pieces[self.piece])

    def says(self, g: RedActions) -> str:
        return f"take in {g.pieces[self.piece].name}"
