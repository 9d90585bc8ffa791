"""Deployment (RA-SCN.3, RA-SCN.10, RA-AMB.1): changes of the standard set-up, ambushes; reinforcements (RA-SCN.8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from grognard.board.inches.formations import COLUMN, LINE, along, ranks
from grognard.board.inches.geometry import (
    CIRCLE,
    QUARTER,
    HasPoint,
    Point,
    Spot,
    at_least,
    at_most,
    hundredths,
    point_ahead,
)
from grognard.board.inches.linear_features import edge_spot, length_of, run_to
from grognard.board.inches.nearest import nearest_like
from grognard.engine import Action, ChoiceStep, Deed, Pick, Press, Refusal
from grognard.games.red_actions.rules.ambush import stumbled_on
from grognard.games.red_actions.rules.ambush_zones import hidden_rules, in_zone, may_hide_outside, why_not_ambush
from grognard.games.red_actions.rules.bodies import BUILDINGS, body
from grognard.games.red_actions.rules.data import Worded, people
from grognard.games.red_actions.rules.formations import Array, why_not_form
from grognard.games.red_actions.rules.losses import reveal_near, reveal_unit
from grognard.games.red_actions.rules.move_path import deployed_among_trees
from grognard.games.red_actions.rules.room import (
    fits_indoors,
    has_room,
    in_a_house,
    in_water,
    ride_over,
    why_no_room,
    why_not_among,
    why_not_enter,
)
from grognard.games.red_actions.rules.scenarios import UnitData
from grognard.games.red_actions.rules.state import TABLE, RedActions, Unit
from grognard.games.red_actions.rules.terrain import going
from grognard.games.red_actions.rules.trains import rails, train_length

TURNS = (450, 900, -900, -450)
NEXT = 4.0  # inches to the places that are listed
ENTERING = (COLUMN, LINE)
APART = 3.0  # inches between the places that are listed


# ------------------------------------------------------------------ standing


def why_not_stand(g: RedActions, unit: Unit) -> Refusal | None:
    """RA-SCN.3, RA-SCN.10, RA-TER.17 Why a unit may not be deployed there."""
    if unit.wagons:
        return _why_not_on_line(g, unit)
    if unit.place == TABLE and not body(g, unit).on_table:
        return Refusal("RA-SCN.3", "That is off the table.")
    if not in_zone(g, unit) and not (unit.type != "senior_officer" and may_hide_outside(g, unit)):
        return Refusal("RA-SCN.3", "It must stand wholly inside its zone.")
    if unit.inside:
        return why_not_enter(g, replace(unit, place=TABLE), unit.inside)
    if in_water(g, unit.point) or in_a_house(g, unit):
        return Refusal("RA-TER.22" if in_water(g, unit.point) else "RA-BLD.6")
    for b in body(g, unit).bases:
        for f in g.table.areas_at(b.centre):
            if not going(g, unit, f.type).allowed:
                return Refusal("RA-TER.5")
            if any(f.name in h.enemy_may_not_deploy_in for h in g.scenario.hidden if h.side != unit.side):
                return Refusal("RA-SCN.3", f"Nobody deploys in {f.title}.")
    if deployed_among_trees(g, unit):
        return Refusal("RA-TER.17")
    return None if unit.type == "senior_officer" else why_not_among(g, unit, body(g, unit))


def _why_not_on_line(g: RedActions, train: Unit) -> Refusal | None:
    """B4 A train starts anywhere on the line, clear of everybody."""
    inches = train.rail_inches
    if not (at_least(inches, train_length(train)) and at_most(inches, length_of(rails(g).points))):
        return Refusal("RA-VEH.7", "The whole train must stand on the line.")
    return why_not_among(g, train, body(g, train))


# ------------------------------------------------------------------ deploying


class Ambush(Deed, frozen=True):
    """RA-AMB.1 Put a unit in ambush where it stands, or take it out again."""

    piece: str

    def why_not(self, g: RedActions, by: Deploy) -> Refusal | None:
        unit = g.pieces.get(self.piece)
        if unit is None or unit.side != by.side or not unit.place or unit.type == "senior_officer":
            return Refusal("RA-AMB.1")
        if unit.hidden:
            return None if in_zone(g, unit) else Refusal("RA-SCN.3", "Out of its zone it must hide.")
        return why_not_ambush(g, unit)

    def do(self, g: RedActions, by: Deploy) -> None:
        hides = not g.pieces[self.piece].hidden
        unit = g.change(self.piece, hidden=hides, unseen=hides)
        text = "{unit} is in ambush" if hides else "{unit} is not in ambush"
        g.tell("RA-AMB.1", text, sees=(unit.side,), unit=unit.name)

    def says(self, g: RedActions) -> str:
        unit = g.pieces[self.piece]
        return f"take {unit.name} out of ambush" if unit.hidden else f"put in ambush {unit.name}"


class PlaceUnit(Deed, frozen=True):
    """RA-SCN.10 A unit is placed otherwise."""

    stored = Pick
    piece: str

    def why_not(self, g: RedActions, by: Deploy) -> Refusal | None:
        unit = g.pieces[self.piece]
        return None if unit.side == by.side and unit.place else Refusal("RA-SCN.10")

    def do(self, g: RedActions, by: Deploy) -> None:
        g.call(Place(self.piece))


class Ready(Deed, frozen=True):
    """RA-SCN.3 The side has deployed."""

    stored = Press("ready")

    def do(self, g: RedActions, by: Deploy) -> None:
        g.tell("RA-SCN.3", "{side} has deployed", side=people(by.side))
        g.done()


class Deploy(ChoiceStep, frozen=True):
    """RA-SCN.3, RA-SCN.10 One side changes its standard set-up as often as it likes, or begins."""

    side: str

    deeds = (Ready, PlaceUnit, Ambush)

    def run(self, g: RedActions) -> None:
        g.ask(self.side, "Deploy your army, or press ready", self.offered(g), "RA-SCN.3")


class Change(Worded, frozen=True):
    """RA-SCN.10 Base of what may be changed about a unit before the battle."""

    def changed(self, g: RedActions, unit: Unit) -> Unit | None:
        """The unit after the change; None if it means nothing to it."""
        raise NotImplementedError

    def why_not(self, g: RedActions, by: Place) -> Refusal | None:
        there = self.changed(g, g.pieces[by.unit])
        return why_not_stand(g, there) if there is not None else Refusal("RA-SCN.10")

    def do(self, g: RedActions, by: Place) -> None:
        there = self.changed(g, g.pieces[by.unit])
        assert there is not None
        outside = not there.wagons and not in_zone(g, there)
        hides = outside or (there.hidden and why_not_ambush(g, there) is None)
        g.put(replace(there, hidden=hides, unseen=hides))
        g.swap(*((Place(by.unit, True),) if isinstance(self, Put) else ()))


class Put(Change, HasPoint, frozen=True):
    """Put the unit anywhere in its zone, into a house, or as a train on the line; any point will do."""

    x: int
    y: int

    words: ClassVar = "to {x}, {y}"
    is_open: ClassVar = True

    @classmethod
    def candidates(cls, g: RedActions, by: Place) -> Iterator[Put]:
        if not by.moved:
            yield from (cls(spot.x, spot.y) for spot in map(Spot.at, places_near(g, g.pieces[by.unit])))

    def changed(self, g: RedActions, unit: Unit) -> Unit | None:
        if self.point not in g.table:
            return None
        if unit.wagons:
            rail = run_to(rails(g).points, self.point)
            return replace(unit.at(along(rails(g).points, rail)), rail=hundredths(rail))
        house = next((f.name for f in g.table.areas_at(self.point) if f.type in BUILDINGS), "")
        return replace(unit.at(self.point), place=house if house and fits_indoors(unit) else TABLE)


class Turn(Change, frozen=True):
    """Turn the unit where it stands; any facing will do."""

    facing: int

    words: ClassVar = "face {facing} degrees"
    is_open: ClassVar = True

    @classmethod
    def candidates(cls, g: RedActions, by: Place) -> Iterator[Turn]:
        return (cls((g.pieces[by.unit].facing + turn) % CIRCLE) for turn in TURNS)

    def changed(self, g: RedActions, unit: Unit) -> Unit | None:
        if unit.inside or unit.wagons or not 0 <= self.facing < CIRCLE:
            return None
        return replace(unit, facing=self.facing)


class DrawUp(Array, Change, frozen=True):
    """RA-FRM.4 to RA-FRM.8 Draw the unit up in a formation."""

    words: ClassVar = "draw up in {formation}{formed}"

    def why_not(self, g: RedActions, by: Place) -> Refusal | None:
        refusal = why_not_form(g, g.pieces[by.unit], self.formation, self.formed)
        return refusal or super().why_not(g, by)

    def changed(self, g: RedActions, unit: Unit) -> Unit:
        return replace(unit, formation=self.formation, formed=self.formed)


class Vehicles(Change, frozen=True):
    """RA-FRM.13, RA-ACT.15 Carts and limbers: on them, or off."""

    on: bool

    @classmethod
    def candidates(cls, g: RedActions, by: Place) -> Iterator[Vehicles]:
        return (cls(on) for on in (True, False))

    def changed(self, g: RedActions, unit: Unit) -> Unit | None:
        if unit.kind == "gun" and unit.limbered != self.on:
            return replace(unit, limbered=self.on)
        if not unit.has("Carts") or unit.carts == self.on or unit.inside:
            return None
        return replace(unit, carts=self.on, formation=COLUMN if self.on else unit.formation)

    def says(self, g: RedActions) -> str:
        return "on carts or limbers" if self.on else "off the carts or limbers"


class LeaveIt(Worded, frozen=True):
    """The unit stays as it stands."""

    words: ClassVar = "leave it there"

    def do(self, g: RedActions, by: Place) -> None:
        g.done()


class Place(ChoiceStep, frozen=True):
    """RA-SCN.10 Change one unit of the standard set-up."""

    unit: str
    moved: bool = False

    deeds: ClassVar = ((LeaveIt, Turn, DrawUp, Vehicles, Put),)

    def run(self, g: RedActions) -> None:
        unit = g.pieces[self.unit]
        g.ask(unit.side, f"How does {unit.name} stand?", self.offered(g), "RA-SCN.10")

    def instead(self, g: RedActions, side: str, action: Action) -> Action | None:
        return nearest_like(g.table, action, lambda a: self.why_not(g, side, a) is None)


def places_near(g: RedActions, unit: Unit) -> Iterator[Point]:
    """A few useful places: a little to each side of where it stands, and the hiding places."""
    yield from (p for turn in range(0, CIRCLE, QUARTER) if (p := point_ahead(unit.point, turn, NEXT)) in g.table)
    for rule in hidden_rules(g, unit.side):
        yield from (g.table.features[name].centre for name in rule.terrain)


# ------------------------------------------------------------------ reinforcements


class Enter(Worded, frozen=True):
    """RA-SCN.8 Come on so many hundredths of an inch along the edge; any place on the unit's segment will do."""

    at: int
    formation: str

    words: ClassVar = "come on at {at} in {formation}"
    is_open: ClassVar = True

    @classmethod
    def candidates(cls, g: RedActions, by: Arrival) -> Iterator[Enter]:
        low, high = by.row(g).arrives_span
        middle, steps = (low + high) / 2, int((high - low) / 2 / APART)
        places = (middle + side * k * APART for k in range(steps + 1) for side in ((1, -1) if k else (1,)))
        return (cls(hundredths(p), formation) for p in places for formation in ENTERING)

    def why_not(self, g: RedActions, by: Arrival) -> Refusal | None:
        low, high = by.row(g).arrives_span
        if self.formation not in ENTERING or not hundredths(low) <= self.at <= hundredths(high):
            return Refusal("RA-SCN.8")
        return why_no_room(g, self.stood(g, by))

    def stood(self, g: RedActions, by: Arrival) -> Unit:
        """The unit on its edge."""
        unit = replace(g.pieces[by.unit], formation=self.formation)
        deep = unit.depth * ranks(self.formation, unit.bases)
        return replace(unit.at(*edge_spot(g.table, by.row(g).arrives_edge, self.at / 100, deep)), arrives=0)

    def do(self, g: RedActions, by: Arrival) -> None:
        there = self.stood(g, by)
        if not has_room(g, there):  # RA-AMB.9 somebody hides there: he is found, and the owner chooses again
            for foe in stumbled_on(g, there):
                reveal_unit(g, foe)
            return
        g.done()
        g.put(there)
        g.tell("RA-SCN.8", "{unit} arrives", unit=there.name)
        ride_over(g, there, there)
        reveal_near(g, there.id)


class Arrival(ChoiceStep, frozen=True):
    """RA-SCN.8 One unit is due; without room it arrives next turn."""

    unit: str

    deeds: ClassVar = ((Enter,),)

    def row(self, g: RedActions) -> UnitData:
        """What the scenario says of it."""
        return next(row for row in g.scenario.unit if f"{row.side}-{row.id}" == self.unit)

    def run(self, g: RedActions) -> None:
        unit, offered = g.pieces[self.unit], self.offered(g)
        if not offered:
            return g.done()
        g.ask(unit.side, f"{unit.name} arrives: where, and how?", offered, "RA-SCN.8")
