"""The shots a unit may choose (RA-ACT.2): at an enemy it sees, from behind cover, with gas, at nobody in sight."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from grognard.board.inches.geometry import HasPoint, Spot, at_most
from grognard.engine import Refusal, Working
from grognard.games.red_actions.rules.aiming import (
    arm_of,
    can_bear,
    nearest_targets,
    shoots_at_the_nearest,
    targets,
    weapon_of,
    weapons_of,
    weapons_ready,
    why_cannot_shoot,
    why_not_shoot,
)
from grognard.games.red_actions.rules.ambush_zones import suspected
from grognard.games.red_actions.rules.artillery import (
    as_gas,
    bearing_on,
    direct_aim,
    empty_section_aim,
    indirect_aim,
    observers,
    range_of,
    rolls_direct_hits,
    speculative_aim,
)
from grognard.games.red_actions.rules.bodies import BUILDINGS, apart, body, centre
from grognard.games.red_actions.rules.data import REACH, Weapon
from grognard.games.red_actions.rules.fire_total import FUTILE, is_futile, working
from grognard.games.red_actions.rules.losses import new_event
from grognard.games.red_actions.rules.segment import COWED, FIRED, HELD, HIDDEN, Order, Segment
from grognard.games.red_actions.rules.sight import point_in_sight, sees
from grognard.games.red_actions.rules.state import Aim, RedActions, Unit, is_foot
from grognard.games.red_actions.rules.volley import declare

SEARCHERS = ("mg", "mortar", "gun", "tachanka", "train")


def is_target(g: RedActions, unit: Unit, foe: Unit, wagon: int = -1) -> bool:
    """RA-SHO.12, RA-SHO.16 Is an enemy it knows among those whom a unit that may shoot may shoot at directly?"""
    if shoots_at_the_nearest(unit):
        return foe.id in nearest_targets(g, unit)
    return arm_of(unit, wagon).reaches(apart(g, unit, foe)) and can_bear(g, unit, foe, wagon)


class Shot(Order, frozen=True):
    """RA-SHO.1 to RA-SHO.4 Base of all shots: what they aim at, and how they are declared."""

    rolls: ClassVar = False
    even: ClassVar = frozenset({COWED, FIRED, HELD, HIDDEN})
    low: ClassVar[bool] = False  # RA-MOV.25 the shooters go to ground again

    def weapon(self, unit: Unit) -> Weapon:
        """What it is fired with."""
        return arm_of(unit, getattr(self, "wagon", -1))

    def aim(self, g: RedActions, unit: Unit) -> Aim:
        """RA-SHO.8 What is fixed before anybody moves."""
        aim = self.sighted(g, unit)
        assert aim is not None
        return aim

    def sighted(self, g: RedActions, unit: Unit) -> Aim | None:
        """The aim, if it can be taken at all."""
        raise NotImplementedError

    def why_not_by(self, g: RedActions, unit: Unit) -> Refusal | None:
        """RA-VEH.10 A train shoots wagon by wagon, everybody else as one; and only at what is known."""
        wagon, piece = getattr(self, "wagon", -1), getattr(self, "piece", "")
        target = g.pieces.get(piece)
        if piece and (target is None or not target.place or target.unseen):
            return Refusal("GR-1")
        if not (0 <= wagon < len(unit.wagons) if unit.wagons else wagon == -1):
            return Refusal("GR-1")
        return why_cannot_shoot(g, unit, wagon)

    def do(self, g: RedActions, by: Segment) -> None:
        target = g.pieces.get(getattr(self, "piece", ""))
        if by.actor(g).hidden and target is not None:
            return by.springs(g, self, target)
        self.loose(g, by)

    def loose(self, g: RedActions, by: Segment) -> None:
        """RA-SHO.1, RA-SHO.5 The shot is declared; what the shooters do then is the segment's."""
        new_event(g)
        aim = self.aim(g, by.actor(g))
        declare(g, aim)
        by.shoots(g, aim, low=self.low)

    def preview(self, g: RedActions, by: Segment) -> Working | None:
        aim = self.aim(g, by.actor(g))
        return working(g, aim) if aim.target else None

    def hides_odds(self, g: RedActions, by: Segment) -> bool:
        """RA-SHO.8 All that matters is fixed before the dice, and nobody hidden comes into it."""
        return self.secret

    def is_vain(self, g: RedActions, unit: Unit) -> bool:
        """RA-TRN.19 Can it have no effect, whatever the dice?"""
        aim = self.sighted(g, unit)
        return aim is not None and is_futile(aim)

    def says(self, g: RedActions) -> str:
        step = g.steps[-1] if g.steps else None
        vain = isinstance(step, Segment) and self.is_vain(g, step.actor(g))
        return super().says(g) + (f" ({FUTILE})" if vain else "")


class AtUnit(Shot, frozen=True):
    """RA-SHO.15 Base of shots at a unit that may come from a train; `wagon` is the vehicle of it that shoots."""

    piece: str
    wagon: int = -1

    def target(self, g: RedActions) -> Unit:
        """Whom it is fired at."""
        return g.pieces[self.piece]


class Fire(AtUnit, frozen=True):
    """RA-SHO.15 Shoot at a unit in sight."""

    words: ClassVar = "shoot at {piece}{wagon}"

    @classmethod
    def candidates(cls, g: RedActions, by: Segment) -> Iterator[Self]:
        unit = by.actor(g)
        return (cls(foe, wagon) for wagon in weapons_ready(g, unit) for foe in targets(g, unit, wagon))

    def why_not_by(self, g: RedActions, unit: Unit) -> Refusal | None:
        return super().why_not_by(g, unit) or why_not_shoot(g, unit, self.target(g), self.wagon)

    def sighted(self, g: RedActions, unit: Unit) -> Aim | None:
        return direct_aim(g, unit, self.target(g), self.wagon)


class FireLow(Fire, frozen=True):
    """RA-MOV.25 Foot that lies down shoots, and goes to ground again at once; a Mob rolls for that."""

    low: ClassVar = True

    @classmethod
    def why_unfit(cls, unit: Unit) -> Refusal | None:
        lies = unit.lying and is_foot(unit) and not unit.hidden
        return None if lies else Refusal("RA-MOV.25", "It does not lie down.")

    def why_not_by(self, g: RedActions, unit: Unit) -> Refusal | None:
        return self.why_unfit(unit) or super().why_not_by(g, unit)

    def says(self, g: RedActions) -> str:
        return f"{super().says(g)} and lie down again"


class Lob(AtUnit, frozen=True):
    """RA-ART.15 Shoot indirectly at a unit that the gun does not see and an officer does."""

    words: ClassVar = "shell from behind cover {piece}{wagon}"

    @classmethod
    def could(cls, g: RedActions, unit: Unit) -> bool:
        return any(arm_of(unit, wagon).indirect for wagon in weapons_of(unit))

    @classmethod
    def candidates(cls, g: RedActions, by: Segment) -> Iterator[Lob]:
        unit = by.actor(g)
        wagons = [w for w in weapons_ready(g, unit) if arm_of(unit, w).indirect]
        if wagons and any(observers(g, unit)):
            yield from (cls(foe.id, wagon) for wagon in wagons for foe in g.foes(unit.side))

    def why_not_by(self, g: RedActions, unit: Unit) -> Refusal | None:
        refusal = super().why_not_by(g, unit)
        if refusal is not None:
            return refusal
        target = self.target(g)
        if target.side == unit.side or target.type == "senior_officer" or target.riding:
            return Refusal("RA-ART.15", "It is no target.")
        if sees(g, unit, target) or can_bear(g, unit, target, self.wagon):
            return Refusal("RA-ART.15", "The gun sees it.")
        return None if self.sighted(g, unit) is not None else Refusal("RA-ART.15")

    def sighted(self, g: RedActions, unit: Unit) -> Aim | None:
        return indirect_aim(g, unit, self.target(g), self.wagon)


class Gas(Shot, frozen=True):
    """RA-ART.18 Shoot gas at a unit."""

    piece: str

    words: ClassVar = "shoot gas at {piece}"

    @classmethod
    def could(cls, g: RedActions, unit: Unit) -> bool:
        return g.options.get("gas") == "on"

    @classmethod
    def candidates(cls, g: RedActions, by: Segment) -> Iterator[Gas]:
        return (cls(foe.id) for foe in g.foes(by.actor(g).side))

    def why_not_by(self, g: RedActions, unit: Unit) -> Refusal | None:
        if g.options.get("gas") != "on" or unit.wagons or not self.weapon(unit).indirect:
            return Refusal("RA-ART.18")
        return Fire(self.piece).why_not_by(g, unit)

    def sighted(self, g: RedActions, unit: Unit) -> Aim:
        return as_gas(g, Fire(self.piece).aim(g, unit))


class Blind(Shot, frozen=True):
    """RA-SHO.53 Base of shots at nobody in sight: nothing is given away beforehand."""

    secret: ClassVar = True

    def is_vain(self, g: RedActions, unit: Unit) -> bool:
        return False


class Search(Blind, HasPoint, frozen=True):
    """RA-SHO.19 Speculative fire at a point; listed are the places where somebody may hide."""

    x: int
    y: int
    wagon: int = -1

    words: ClassVar = "search with fire {x}, {y}{wagon}"
    is_open: ClassVar = True

    @classmethod
    def could(cls, g: RedActions, unit: Unit) -> bool:
        return unit.kind in SEARCHERS and bool(suspected(g, unit.side))

    @classmethod
    def candidates(cls, g: RedActions, by: Segment) -> Iterator[Search]:
        unit = by.actor(g)
        places = [Spot.at(g.table.features[name].centre) for name in suspected(g, unit.side)]
        return (cls(spot.x, spot.y, wagon) for wagon in weapons_ready(g, unit) for spot in places)

    def why_not_by(self, g: RedActions, unit: Unit) -> Refusal | None:
        """RA-SHO.19 MGs, mortars and artillery, against a circle without a visible enemy."""
        refusal, spot = super().why_not_by(g, unit), self.point
        if refusal is not None:
            return refusal
        if unit.kind not in SEARCHERS:
            return Refusal("RA-SHO.19", "Only MGs, mortars and artillery may.")
        if spot not in g.table:
            return Refusal("RA-SHO.19", "The point is off the table.")
        if not self.weapon(unit).reaches(range_of(g, unit, spot, self.wagon)):
            return Refusal("RA-SHO.12")
        if not bearing_on(g, unit, spot, self.wagon)[1]:
            return Refusal("RA-BLD.1" if unit.inside else "RA-SHO.14")
        if not self.weapon(unit).indirect and not point_in_sight(g, unit, spot):
            return Refusal("RA-SHO.48")
        near = (foe for foe in g.foes(unit.side) if at_most(body(g, foe).gap_to_point(spot), REACH.speculative_radius))
        seen = any(sees(g, unit, foe) for foe in near)
        return Refusal("RA-SHO.19", "A visible enemy stands in the circle.") if seen else None

    def sighted(self, g: RedActions, unit: Unit) -> Aim:
        return speculative_aim(g, unit, self.point, self.wagon)


class Shell(Blind, frozen=True):
    """RA-ART.21 Guns and mortars, at a standing building in sight in which nobody is seen.

    What it needs to fall is the same whoever is inside (RA-ART.12), so its odds are no secret.
    """

    place: str
    wagon: int = -1

    words: ClassVar = "shell {place}{wagon}"
    secret: ClassVar = False

    @classmethod
    def could(cls, g: RedActions, unit: Unit) -> bool:
        return any(rolls_direct_hits(weapon_of(unit, wagon)) for wagon in weapons_of(unit))

    @classmethod
    def candidates(cls, g: RedActions, by: Segment) -> Iterator[Shell]:
        unit = by.actor(g)
        for wagon in weapons_ready(g, unit):
            near = g.table.near(centre(g, unit), arm_of(unit, wagon).long)
            yield from (cls(f.name, wagon) for f in near if f.type in BUILDINGS)

    def why_not_by(self, g: RedActions, unit: Unit) -> Refusal | None:
        feature = g.table.features.get(self.place)
        if feature is None or g.kind_of(feature) not in BUILDINGS:
            return Refusal("RA-ART.21", "There is no such building.")
        if any(not u.unseen for u in g.here(self.place)):
            return Refusal("RA-ART.21", "It is not empty.")
        if (refusal := super().why_not_by(g, unit)) is not None:
            return refusal
        if not rolls_direct_hits(weapon_of(unit, self.wagon)):
            return Refusal("RA-ART.13")
        spot = feature.nearest(centre(g, unit))
        if not self.weapon(unit).reaches(range_of(g, unit, spot, self.wagon)):
            return Refusal("RA-SHO.12")
        if not bearing_on(g, unit, spot, self.wagon)[1]:
            return Refusal("RA-BLD.1" if unit.inside else "RA-SHO.14")
        return None if self.sighted(g, unit) is not None else Refusal("RA-ART.21", "It is not in sight.")

    def sighted(self, g: RedActions, unit: Unit) -> Aim | None:
        return empty_section_aim(g, unit, self.place, self.wagon)
