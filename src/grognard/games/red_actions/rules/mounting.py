"""Mounting, limbering, carts and trains (RA-ACT.15, RA-ACT.16, RA-ACT.26, RA-FRM.11 to RA-FRM.15)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from grognard.board.inches.formations import COLUMN, LINE, SKIRMISH
from grognard.board.inches.geometry import Spot, at_most, distance
from grognard.engine import Refusal
from grognard.games.red_actions.rules.ambush import settle
from grognard.games.red_actions.rules.bodies import apart, body, centre
from grognard.games.red_actions.rules.data import FORMATIONS, REACH
from grognard.games.red_actions.rules.losses import reveal_unit, say
from grognard.games.red_actions.rules.room import alight, alight_place, on_closed_ground, why_no_room, why_not_enter
from grognard.games.red_actions.rules.segment import HALF, RIDING, Order, Segment
from grognard.games.red_actions.rules.state import UPROOTED, RedActions, Unit, is_foot

RIDERS = int(FORMATIONS["riders"])

# ------------------------------------------------------------------ horses and carts


def may_take_carts(unit: Unit) -> bool:
    return unit.has("Carts") and not unit.mounted_as and not unit.carts


def mounted(unit: Unit) -> Unit:
    """RA-FRM.12, RA-FRM.13 The unit on its carts or horses, in column."""
    if may_take_carts(unit):
        return replace(unit, carts=True, formation=COLUMN, lying=False, **UPROOTED)
    there = replace(unit, type=unit.mounted_as, mounted_as="", bases=riders_of(unit), formation=COLUMN)
    return replace(there, horses=(0, 0, 0), lying=False, **UPROOTED)


def dismounted(g: RedActions, unit: Unit) -> Unit:
    """RA-FRM.12 Off the carts, or off the horses, which are led behind."""
    if unit.carts:
        return replace(unit, carts=False)
    bases = dismounted_bases(unit.bases)
    return replace(
        unit,
        type=unit.what.dismounts_as,
        mounted_as=unit.type,
        bases=bases,
        terror=min(unit.terror, bases),
        horses=(*Spot.at(centre(g, unit))[:2], unit.bases),
        formed=False,
        formation=LINE if unit.formation == SKIRMISH else unit.formation,
    )


def riders_of(unit: Unit) -> int:
    """RA-FRM.12 As how many bases a dismounted unit rides again; none without led horses."""
    return max((n for n in range(1, unit.horses[2] + 1) if dismounted_bases(n) <= unit.bases), default=0)


def dismounted_bases(bases: int) -> int:
    """RA-FRM.12 Three quarters as many, rounded up."""
    foot, riders = FORMATIONS["led_share"]
    return int(-(-foot * bases // riders))


def why_not_with_horses(g: RedActions, there: Unit) -> Refusal | None:
    """RA-TER.5, RA-MOV.34, RA-BLD.3 Horses and wheels stand only where they may go, and where there is room."""
    if there.inside:
        return why_not_enter(g, there, there.inside)
    return Refusal("RA-TER.5") if on_closed_ground(g, there) else why_no_room(g, there)


class Mount(Order, frozen=True):
    """RA-ACT.15 Get on the carts or the led horses."""

    words: ClassVar = "mount"

    @classmethod
    def why_unfit(cls, unit: Unit) -> Refusal | None:
        if unit.pinned:
            return Refusal("RA-MOR.34")
        return None if unit.mounted_as or may_take_carts(unit) else Refusal("RA-ACT.15")

    def why_not_by(self, g: RedActions, unit: Unit) -> Refusal | None:
        """RA-ACT.26, RA-FRM.13, RA-FRM.15 On carts, or on led horses within 6 inches of every base."""
        if (refusal := self.why_unfit(unit)) is not None:
            return refusal
        if may_take_carts(unit):
            return why_not_with_horses(g, mounted(unit))
        if not unit.horses[2]:
            return Refusal("RA-FRM.15")
        bases = [centre(g, unit)] if unit.inside else [b.centre for b in body(g, unit).bases]
        far = max(distance(base, Spot(*unit.horses).point) for base in bases)
        if not at_most(far, REACH.led_horses):
            return Refusal("RA-ACT.26")
        return why_not_with_horses(g, mounted(unit))

    def do(self, g: RedActions, by: Segment) -> None:
        found = settle(g, by, mounted(by.actor(g)))
        if found is not None:
            super().do(g, by)
            g.call(*found)

    def done_by(self, g: RedActions, unit: Unit) -> None:
        g.put(mounted(unit))
        say(g, unit, "RA-ACT.15", "{unit}: mount")


class Dismount(Order, frozen=True):
    """RA-ACT.15 Get off the carts or the horses."""

    words: ClassVar = "dismount"

    @classmethod
    def why_unfit(cls, unit: Unit) -> Refusal | None:
        return None if unit.carts or unit.what.dismounts_as else Refusal("RA-FRM.12")

    def why_not_by(self, g: RedActions, unit: Unit) -> Refusal | None:
        """RA-FRM.12, RA-FRM.13 Where there is room."""
        return self.why_unfit(unit) or (None if unit.inside else why_no_room(g, dismounted(g, unit)))

    def done_by(self, g: RedActions, unit: Unit) -> None:
        g.put(dismounted(g, unit))
        say(g, unit, "RA-ACT.15", "{unit}: dismount")


# ------------------------------------------------------------------ limbers


class Limber(Order, frozen=True):
    """RA-ACT.15, RA-ACT.16 Hook the guns to their limbers; horse artillery may then use the other half of its move."""

    words: ClassVar = "limber"
    on: ClassVar[bool] = True

    @classmethod
    def why_unfit(cls, unit: Unit) -> Refusal | None:
        if unit.pinned and cls.on:
            return Refusal("RA-MOR.34")
        if unit.kind != "gun":
            return Refusal("RA-ACT.15")
        return Refusal("RA-ACT.15", "It is so already.") if unit.limbered == cls.on else None

    def why_not_by(self, g: RedActions, unit: Unit) -> Refusal | None:
        return self.why_unfit(unit) or why_not_with_horses(g, replace(unit, limbered=self.on))

    def do(self, g: RedActions, by: Segment) -> None:
        found = settle(g, by, replace(by.actor(g), limbered=True))
        if found is None:
            return
        unit = g.change(by.unit, limbered=True)
        say(g, unit, "RA-ACT.15", "{unit}: limber")
        if unit.has("HorseArtillery"):
            g.change(by.unit, acted=False)
        g.swap(*found, *((by.after(HALF),) if unit.has("HorseArtillery") else ()))


class Unlimber(Limber, frozen=True):
    """RA-ACT.15, RA-ACT.16 Bring the guns into action; horse artillery may do so after half its move."""

    words: ClassVar = "unlimber"
    on: ClassVar = False

    def why_not(self, g: RedActions, by: Segment) -> Refusal | None:
        if by.under_way and not (by.actor(g).has("HorseArtillery") and by.used_half(g)):
            return Refusal("RA-ACT.16")
        return super().why_not(g, by)

    def do(self, g: RedActions, by: Segment) -> None:
        g.done()
        cite, text = ("RA-ACT.16", "{unit} unlimbers") if by.under_way else ("RA-ACT.15", "{unit}: unlimber")
        say(g, g.change(by.unit, limbered=False), cite, text)


# ------------------------------------------------------------------ riding in a train


class Board(Order, frozen=True):
    """RA-ACT.15 Embark in a train, and share its fate."""

    piece: str

    words: ClassVar = "board {piece}"

    @classmethod
    def could(cls, g: RedActions, unit: Unit) -> bool:
        return is_foot(unit) and g.has_train(unit.side)

    @classmethod
    def candidates(cls, g: RedActions, by: Segment) -> Iterator[Board]:
        return (cls(other.id) for other in g.troops(by.actor(g).side) if other.wagons)

    def why_not_by(self, g: RedActions, unit: Unit) -> Refusal | None:
        """RA-ACT.26, RA-VEH.7 Foot within an inch of a train that has room."""
        train = g.pieces.get(self.piece)
        if train is None:
            return Refusal("GR-5")
        if not is_foot(unit) or train.kind != "train" or train.side != unit.side or unit.inside:
            return Refusal("RA-VEH.7")
        if unit.pinned:
            return Refusal("RA-MOR.34")
        if sum(u.bases for u in g.riders(train.id)) + unit.bases > RIDERS:
            return Refusal("RA-VEH.7", "Six bases of foot may ride.")
        return None if at_most(apart(g, unit, train), REACH.embark) else Refusal("RA-ACT.26")

    def done_by(self, g: RedActions, unit: Unit) -> None:
        reveal_unit(g, unit.id)  # RA-AMB.9
        g.change(unit.id, place=f"train:{self.piece}", lying=False, held="", **UPROOTED)
        g.tell("RA-ACT.15", "{unit} boards {train}", unit=unit.name, train=g.pieces[self.piece].name)


def train_under(g: RedActions, unit: Unit) -> Unit:
    """The train in which a unit rides."""
    return g.pieces[unit.place.removeprefix("train:")]


class Disembark(Order, frozen=True):
    """RA-ACT.15, RA-ACT.26 Get off the train."""

    words: ClassVar = "disembark"
    even: ClassVar = frozenset({RIDING})

    @classmethod
    def why_unfit(cls, unit: Unit) -> Refusal | None:
        return None if unit.riding else Refusal("RA-ACT.15")

    def why_not_by(self, g: RedActions, unit: Unit) -> Refusal | None:
        if (refusal := self.why_unfit(unit)) is not None:
            return refusal
        free = alight_place(g, unit, train_under(g, unit)) is not None
        return None if free else Refusal("RA-ACT.26", "There is no room beside the train.")

    def done_by(self, g: RedActions, unit: Unit) -> None:
        if alight(g, unit, train_under(g, unit)):
            g.tell("RA-ACT.15", "{unit} gets off the train", unit=unit.name)
