"""The shots a unit may choose (RA-ACT.2): at an enemy it sees, from behind cover, with gas, at nobody in sight."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from grognard.board.inches import Point, Spot
from grognard.engine import Refusal, Working
from grognard.games.red_actions.rules.artillery import (
    as_gas,
    empty_section_aim,
    indirect_aim,
    speculative_aim,
    why_not_lob,
    why_not_shell,
    why_not_speculate,
    with_direct_hits,
)
from grognard.games.red_actions.rules.bodies import BUILDINGS, centre, foes_of
from grognard.games.red_actions.rules.data import WEAPONS
from grognard.games.red_actions.rules.fire import declare
from grognard.games.red_actions.rules.hiding import suspected
from grognard.games.red_actions.rules.losses import new_event
from grognard.games.red_actions.rules.segment import COWED, FIRED, HELD, HIDDEN, Order, Segment
from grognard.games.red_actions.rules.shooting import (
    FUTILE,
    best_stance,
    in_range,
    is_futile,
    make_aim,
    nearest_targets,
    shoots_at_the_nearest,
    weapon_of,
    weapons_ready,
    why_not_shoot,
    working,
)
from grognard.games.red_actions.rules.state import Aim, RedActions, Unit, is_foot


class Shot(Order, frozen=True):
    """RA-SHO.1 to RA-SHO.4 Base of all shots: what they aim at, and how they are declared."""

    rolls: ClassVar = False
    even: ClassVar = frozenset({COWED, FIRED, HELD, HIDDEN})

    def aim(self, g: RedActions, unit: Unit) -> Aim:
        """RA-SHO.8 What is fixed before anybody moves."""
        raise NotImplementedError

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
        by.shoots(g, aim)

    def preview(self, g: RedActions, by: Segment) -> Working | None:
        aim = self.aim(g, by.actor(g))
        return working(g, aim) if aim.target else None

    def hides_odds(self, g: RedActions, by: Segment) -> bool:
        """RA-SHO.8 All that matters is fixed before the dice, and nobody hidden comes into it."""
        return False


class Fire(Shot, frozen=True):
    """RA-SHO.15 Shoot at a unit; `wagon` is the vehicle of a train that shoots."""

    piece: str
    wagon: int = -1

    @classmethod
    def candidates(cls, g: RedActions, by: Segment) -> Iterator[Fire]:
        unit = by.actor(g)
        if shoots_at_the_nearest(unit):
            yield from (cls(foe) for foe in nearest_targets(g, unit))
            return
        for wagon in weapons_ready(g, unit):
            yield from (cls(foe.id, wagon) for foe, _ in foes_of(g, unit.side) if in_range(g, unit, foe, wagon))

    def is_vain(self, g: RedActions, unit: Unit) -> bool:
        """RA-TRN.19 Can it have no effect, whatever the dice?"""
        target = g.pieces[self.piece]
        stance = best_stance(g, unit, target, self.wagon)
        return stance is not None and is_futile(with_direct_hits(g, make_aim(g, stance, target, self.wagon)))

    def why_not(self, g: RedActions, by: Segment) -> Refusal | None:
        target = g.pieces.get(self.piece)
        if target is None or not target.place or target.unseen:
            return Refusal("GR-1")
        return why_not_take(by.actor(g), self.wagon) or why_not_shoot(g, by.actor(g), target, self.wagon)

    def aim(self, g: RedActions, unit: Unit) -> Aim:
        target = g.pieces[self.piece]
        stance = best_stance(g, unit, target, self.wagon)
        assert stance is not None
        return with_direct_hits(g, make_aim(g, stance, target, self.wagon))

    def says(self, g: RedActions) -> str:
        step = g.steps[-1] if g.steps else None
        vain = isinstance(step, Segment) and self.is_vain(g, step.actor(g))
        return f"shoot at {g.pieces[self.piece].name}{from_wagon(self.wagon)}{f' ({FUTILE})' if vain else ''}"


class FireLow(Fire, frozen=True):
    """RA-MOV.25 Foot that lies down shoots, and goes to ground again at once; a Mob rolls for that."""

    @classmethod
    def candidates(cls, g: RedActions, by: Segment) -> Iterator[FireLow]:
        if by.actor(g).lying:
            yield from (cls(shot.piece, shot.wagon) for shot in Fire.candidates(g, by))

    def why_not(self, g: RedActions, by: Segment) -> Refusal | None:
        unit = by.actor(g)
        if not (unit.lying and is_foot(unit)) or unit.hidden:
            return Refusal("RA-MOV.25", "It does not lie down.")
        return super().why_not(g, by)

    def loose(self, g: RedActions, by: Segment) -> None:
        new_event(g)
        aim = self.aim(g, by.actor(g))
        declare(g, aim)
        by.shoots(g, aim, low=True)

    def says(self, g: RedActions) -> str:
        return f"{super().says(g)} and lie down again"


class Lob(Shot, frozen=True):
    """RA-ART.15 Shoot indirectly at a unit that an officer sees."""

    piece: str
    wagon: int = -1

    @classmethod
    def candidates(cls, g: RedActions, by: Segment) -> Iterator[Lob]:
        unit = by.actor(g)
        wagons = [w for w in weapons_ready(g, unit) if WEAPONS[weapon_of(unit, w).weapon].indirect]
        return (cls(foe.id, wagon) for wagon in wagons for foe in g.foes(unit.side))

    def why_not(self, g: RedActions, by: Segment) -> Refusal | None:
        target = g.pieces.get(self.piece)
        if target is None or not target.place or target.unseen:
            return Refusal("GR-1")
        return why_not_take(by.actor(g), self.wagon) or why_not_lob(g, by.actor(g), target, self.wagon)

    def aim(self, g: RedActions, unit: Unit) -> Aim:
        aim = indirect_aim(g, unit, g.pieces[self.piece], self.wagon)
        assert aim is not None
        return aim

    def says(self, g: RedActions) -> str:
        return f"shell from behind cover {g.pieces[self.piece].name}{from_wagon(self.wagon)}"


class Gas(Shot, frozen=True):
    """RA-ART.18 Shoot gas at a unit."""

    piece: str

    @classmethod
    def candidates(cls, g: RedActions, by: Segment) -> Iterator[Gas]:
        if g.options.get("gas") == "on":
            yield from (cls(foe.id) for foe in g.foes(by.actor(g).side))

    def why_not(self, g: RedActions, by: Segment) -> Refusal | None:
        unit = by.actor(g)
        if g.options.get("gas") != "on" or unit.wagons or not WEAPONS[unit.what.weapon].indirect:
            return Refusal("RA-ART.18")
        return Fire(self.piece).why_not(g, by)

    def aim(self, g: RedActions, unit: Unit) -> Aim:
        return as_gas(g, Fire(self.piece).aim(g, unit))

    def says(self, g: RedActions) -> str:
        return f"shoot gas at {g.pieces[self.piece].name}"


class Blind(Shot, frozen=True):
    """RA-SHO.53 Base of shots at nobody in sight: nothing is given away beforehand."""

    def hides_odds(self, g: RedActions, by: Segment) -> bool:
        return True


class Search(Blind, frozen=True):
    """RA-SHO.19 Speculative fire at a point; listed are the places where somebody may hide."""

    x: int
    y: int
    wagon: int = -1

    is_open: ClassVar = True

    @property
    def point(self) -> Point:
        return Spot(self.x, self.y).point

    @classmethod
    def candidates(cls, g: RedActions, by: Segment) -> Iterator[Search]:
        unit = by.actor(g)
        places = [Spot.at(g.table.features[name].centre) for name in suspected(g, unit.side)]
        return (cls(spot.x, spot.y, wagon) for wagon in weapons_ready(g, unit) for spot in places)

    def why_not(self, g: RedActions, by: Segment) -> Refusal | None:
        unit = by.actor(g)
        return why_not_take(unit, self.wagon) or why_not_speculate(g, unit, self.point, self.wagon)

    def aim(self, g: RedActions, unit: Unit) -> Aim:
        return speculative_aim(g, unit, self.point, self.wagon)

    def says(self, g: RedActions) -> str:
        x, y = self.point
        return f"search with fire {x:.1f}, {y:.1f}{from_wagon(self.wagon)}"


class Shell(Blind, frozen=True):
    """RA-ART.21 Shoot at an empty building."""

    place: str
    wagon: int = -1

    @classmethod
    def candidates(cls, g: RedActions, by: Segment) -> Iterator[Shell]:
        unit = by.actor(g)
        for wagon in weapons_ready(g, unit):
            near = g.table.near(centre(g, unit), WEAPONS[weapon_of(unit, wagon).weapon].long)
            yield from (cls(f.name, wagon) for f in near if f.type in BUILDINGS)

    def why_not(self, g: RedActions, by: Segment) -> Refusal | None:
        return why_not_take(by.actor(g), self.wagon) or why_not_shell(g, by.actor(g), self.place, self.wagon)

    def aim(self, g: RedActions, unit: Unit) -> Aim:
        aim = empty_section_aim(g, unit, self.place, self.wagon)
        assert aim is not None
        return aim

    def says(self, g: RedActions) -> str:
        return f"shell {g.called(self.place)}{from_wagon(self.wagon)}"


def why_not_take(unit: Unit, wagon: int) -> Refusal | None:
    """RA-VEH.10 A train shoots wagon by wagon, everybody else as one."""
    return None if (0 <= wagon < len(unit.wagons) if unit.wagons else wagon == -1) else Refusal("GR-1")


def from_wagon(wagon: int) -> str:
    """The wagon of a train that shoots, in words."""
    return f" from wagon {wagon + 1}" if wagon >= 0 else ""
