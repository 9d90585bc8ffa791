"""The records of Red Actions!: units, officers, objects, and the position."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.board.inches.formations import LINE, frontage
from grognard.board.inches.geometry import HasPoint, Point, Spot
from grognard.board.inches.terrain_table import Feature, Table
from grognard.engine import Given, Modifier, Piece, State, Working
from grognard.engine.core.fact import fact
from grognard.engine.core.state import GIVEN
from grognard.engine.core.wording import agreeing
from grognard.games.red_actions.rules.data import BASE_DEPTH, BASE_WIDTH, TYPES, Officer, UnitType, several
from grognard.games.red_actions.rules.scenarios import SCENARIOS, TABLES, ScenarioData

BOTH = ""  # the units of both sides
TABLE = "table"  # the place of a unit in the open; inside a section it is the section's name
PICK_UP = "pick-up"
SENIOR = "senior_officer"
UPROOTED = {"foxholes": False, "dug": 0}  # RA-TER.21 what a unit that leaves its place loses


class Wagon(msgspec.Struct, frozen=True):
    """RA-VEH.7 A vehicle of a train, and the direct hits it took."""

    type: str
    hits: int = 0
    silent: int = 0  # the turn in which it may not shoot
    fired: bool = False
    aim: tuple[str, int, int, int] = ("", 0, 0, 0)  # RA-ART.4 its last target: unit, turn and place
    aim_moves: int = 0  # how often that had moved by then
    blind: tuple[int, int, int] = (0, 0, 0)  # RA-ART.16 its last indirect shot: turn and place

    @property
    def what(self) -> UnitType:
        return TYPES[self.type]


class Thing(msgspec.Struct, HasPoint, frozen=True):
    """RA-ACT.11 An object on the table: abandoned weapons, prisoners, a wreck, led horses."""

    kind: str
    x: int
    y: int
    unit: str
    size: float = 1.0


class Gap(msgspec.Struct, HasPoint, frozen=True):
    """RA-TER.19, RA-TER.20 A stretch of wire cut or crushed, or of rails torn up."""

    feature: str
    kind: str
    x: int
    y: int


class Exit(msgspec.Struct, frozen=True):
    """RA-MOV.26 A unit that left by an edge."""

    type: str
    edge: str
    at: float
    turn: int
    effective: int


class Unit(Piece, HasPoint, frozen=True, cache_hash=True, gc=False):
    """B1 A unit: anchor, facing, formation, bases, markers and flags."""

    type: str = ""
    name: str = ""
    bases: int = 1
    x: int = 0
    y: int = 0
    facing: int = 0
    formation: str = "line"
    formed: bool = False  # RA-FRM.8 formed order
    officer: Officer | None = None
    led: bool = False  # had an officer at the start of the match
    stiff: bool = False  # RA-TRT.19 a White officer base stands in the unit
    # markers
    terror: int = 0
    pinned: bool = False
    humiliated: int = 0
    routing: bool = False
    lying: bool = False
    hidden: bool = False
    unseen: bool = False  # hidden since set-up: the enemy does not know where
    stuck: str = ""  # "", "stuck", "fast" (for good), "broken"
    held: str = ""  # RA-TER.18 the wire it halted at
    # states
    limbered: bool = False
    carts: bool = False
    mounted_as: str = ""  # RA-FRM.12 the type it was before it dismounted
    horses: tuple[int, int, int] = (0, 0, 0)  # where the led horses stand, and for how many bases
    attached: str = ""  # a senior officer: the unit he is with
    wagons: tuple[Wagon, ...] = ()
    rail: int = 0  # a train: hundredths along the line of its leading end
    foxholes: bool = False
    dug: int = 0
    dug_turn: int = 0
    rounds: int = 0
    aim: tuple[str, int, int, int] = ("", 0, 0, 0)  # RA-ART.4 last target: unit, turn and place
    aim_moves: int = 0  # how often that had moved by then
    blind: tuple[int, int, int] = (0, 0, 0)  # RA-ART.16 last indirect shot: turn and place
    # what it did this turn
    acted: bool = False
    retired: bool = False
    pressed: bool = False  # RA-RET.6 has suffered a retire result
    fired: bool = False
    moved: bool = False
    barred: bool = False  # failed its charge test
    evaded: bool = False
    rolling: bool = False  # RA-ART.14 moved in its latest activation or since
    moves: int = 0  # RA-ART.4 how often it has changed its place
    moved_turn: int = 0  # of positions before version 10: the turn of its last move
    tried: bool = False  # RA-PRE.10 the Clever attempt is spent
    arrives: int = 0

    @property
    def what(self) -> UnitType:
        return TYPES[self.type]

    @property
    def kind(self) -> str:
        return TYPES[self.type].kind

    @property
    def spot(self) -> Spot:
        """Its anchor and facing."""
        return Spot(self.x, self.y, self.facing)

    def at(self, point: Point, facing: int | None = None) -> Unit:
        """The unit with its anchor on a point, in the open."""
        return self.on(Spot.at(point, self.facing if facing is None else facing))

    def on(self, spot: Spot) -> Unit:
        """The unit on a spot, in the open."""
        return replace(self, x=spot.x, y=spot.y, facing=spot.facing, place=TABLE)

    @property
    def where(self) -> dict[str, object]:
        """All that says where it is and which way it faces."""
        return {"x": self.x, "y": self.y, "facing": self.facing, "place": self.place}

    @property
    def moving(self) -> dict[str, object]:
        """RA-ART.4, RA-ART.14 What is noted of a unit that moves now, be it driven, pushed or called on."""
        return {"moved": True, "rolling": True, "moves": self.moves + 1}

    @property
    def rail_inches(self) -> float:
        """How far along the line the leading end of a train is."""
        return self.rail / 100

    @property
    def inside(self) -> str:
        """The building section it is in, or ""."""
        return "" if self.place in ("", TABLE) or self.place.startswith("train:") else self.place

    @property
    def riding(self) -> bool:
        """RA-VEH.7 Is it in a train?"""
        return self.place.startswith("train:")

    @property
    def depth(self) -> float:
        """B1 The depth of one base."""
        return _depth(self.type, self.limbered, self.carts)

    @property
    def frontage(self) -> float:
        """B1 How many inches wide it stands."""
        return frontage(self.formation, self.bases, BASE_WIDTH)

    def has(self, trait: str) -> bool:
        return trait in TYPES[self.type].traits


class Aim(msgspec.Struct, frozen=True):
    """RA-SHO.8 Everything fixed at steps 1 to 4 of a shot, before anybody moves."""

    shooter: str
    target: str
    x: int  # where the shooter's centre was
    y: int
    range: int  # hundredths of an inch
    bases: int  # effective bases
    total: int
    column: int  # -1: no effect
    facing: int
    formation: str
    direct: tuple[int, ...] = ()  # RA-ART.7 a direct-hit number for each base that rolls
    indirect: bool = False
    speculative: bool = False
    gas: bool = False
    wagon: int = -1
    section: str = ""  # the building that direct hits act on
    mg_close: bool = False
    faces: tuple[str, ...] = ()
    spot: tuple[int, int] = (0, 0)  # the centre of a speculative circle
    name: str = ""  # what the shooter is called; it may have left the table when the dice are rolled
    given: tuple[Given, ...] = ()  # how the total came about
    shifts: tuple[Modifier, ...] = ()  # what led from its column to the one used

    @property
    def origin(self) -> Point:
        """Where the shooter's centre was."""
        return Spot(self.x, self.y).point

    @property
    def inches(self) -> float:
        """The range."""
        return self.range / 100


@dataclass(slots=True, eq=False)
class RedActions(State[Unit]):
    """A position of Red Actions!"""

    turn: int = 0
    phase: str = "Deployment"
    weather: str = "clear"
    initiative: str = ""  # who won it this turn
    first: str = ""  # who takes the first segment
    sides: tuple[str, ...] = ()
    strength: Mapping[str, int] = field(default_factory=dict)  # combat units at the start, by side
    gone: Mapping[str, str] = field(default_factory=dict)  # how units left the table
    exits: Mapping[str, Exit] = field(default_factory=dict)
    owner: Mapping[str, str] = field(default_factory=dict)  # RA-BLD.5 who possesses an object
    things: Mapping[str, Thing] = field(default_factory=dict)
    collapsed: Mapping[str, bool] = field(default_factory=dict)
    gaps: Mapping[str, Gap] = field(default_factory=dict)
    tearing: Mapping[str, int] = field(default_factory=dict)  # RA-VEH.9 work done on rails, by unit
    scouted: Mapping[str, bool] = field(default_factory=dict)  # RA-AMB.4 this turn, by piece of terrain
    places_used: Mapping[str, int] = field(default_factory=dict)  # RA-BLD.7 firing places used this turn
    overflowed: Mapping[str, bool] = field(default_factory=dict)  # RA-MOR.32 in this event
    broken: Mapping[str, bool] = field(default_factory=dict)  # RA-MEL.32 who gave way in this event; True: for good
    returning: Mapping[str, Aim] = field(default_factory=dict)  # RA-PRE.7 return fire waiting for the dice
    interrupted: str = ""  # RA-PRE.11 the unit that pre-empts the announced action
    ground: Table | None = field(default=None, metadata=GIVEN)  # the table, once it was asked for

    # ------------------------------------------------------------ the battle

    @property
    def scenario(self) -> ScenarioData:
        return SCENARIOS.known[self.scenario_id]

    @property
    def table(self) -> Table:
        if self.ground is None:
            self.ground = TABLES[self.options["table"] if self.scenario.bought else self.scenario_id]
        return self.ground

    def enemy(self, side: str) -> str:
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    def kind_of(self, feature: Feature) -> str:
        """RA-TER.46 The type of a piece of terrain as it is now."""
        return "rough" if feature.name in self.collapsed else feature.type

    # ------------------------------------------------------------ units

    def tell(self, cite: str, text: str, **more: Any) -> None:
        """Write a line in the log, the verb agreeing with units that are called in the plural."""
        if self.events is not None:
            about = {key: more[key] for key in more if key not in ("dice", "hexes", "sees", "working")}
            text, about = agreeing(text, about, several)
            more |= about
        State.tell(self, cite, text, **more)

    def called(self, name: str) -> str:
        """A piece of terrain, or another object, as people call it."""
        return self.table.features[name].title if name in self.table.features else name

    def move_to(self, unit_id: str, point: Point, **changes: object) -> Unit:
        """Put a unit's anchor on a point of the table."""
        x, y, _ = Spot.at(point)
        return self.change(unit_id, x=x, y=y, **changes)

    @fact
    def troops(self, side: str = BOTH) -> tuple[Unit, ...]:
        """RA-SCN.11 Combat units on the table, of one side or of both; riders are not on it themselves."""
        return tuple([u for u in self.placed(side) if is_out(u)])

    @fact
    def seniors(self, side: str) -> tuple[Unit, ...]:
        """The senior officers of a side on the table."""
        return tuple([u for u in self.pieces_of(side).values() if u.type == SENIOR and u.place])

    @fact
    def has_train(self, side: str) -> bool:
        """Has a side an armoured train on the table?"""
        return any(u.wagons for u in self.troops(side))

    def riders(self, train: str) -> list[Unit]:
        """RA-VEH.7 The units that ride in a train."""
        return self.here(f"train:{train}")

    def aboard(self, side: str) -> tuple[Unit, ...]:
        """The units of a side that ride in trains."""
        return tuple([u for u in self.placed(side) if u.place != TABLE and u.riding])

    def placed(self, side: str) -> list[Unit]:
        """The units of a side, or of both, that are somewhere."""
        units = self.pieces if side == BOTH else self.pieces_of(side)
        return [u for u in units.values() if u.place]

    @fact
    def foes(self, side: str) -> tuple[Unit, ...]:
        """Enemy combat units that this side knows on the table: hidden ones are not seen."""
        return tuple([u for u in self.troops(self.enemy(side)) if not u.hidden])

    def hidden(self, side: str) -> tuple[Unit, ...]:
        """RA-AMB.1 The units of a side that are in ambush."""
        return tuple([u for u in self.troops(side) if u.hidden])

    def lose(self, unit_id: str, way: str) -> Unit:
        """RA-SCN.1 A unit leaves the game in one of the ways that are counted."""
        self.gone = {**self.gone, unit_id: way}
        return self.drop(unit_id)


def is_out(unit: Unit) -> bool:
    """RA-SCN.11 Is it a combat unit on the table?"""
    place = unit.place
    return (place == TABLE or (place != "" and not unit.riding)) and unit.type != SENIOR


@cache
def _depth(unit_type: str, limbered: bool, carts: bool) -> float:
    """B1 The depth of one base of a type, limbered or on carts."""
    kind = TYPES[unit_type].kind
    return BASE_DEPTH["limber" if kind == "gun" and limbered else "tachanka" if carts else kind]


def effective(unit: Unit) -> int:
    """RA-MOR.31 Bases that terror has left effective."""
    return max(0, unit.bases - unit.terror)


def is_shaken(unit: Unit) -> bool:
    """RA-MOR.37 Has terror left it no effective base? Vehicles know none."""
    return effective(unit) == 0 and not is_vehicle(unit)


def array_of(unit: Unit) -> str:
    """RA-FRM.14, RA-BLD.6 The formation a unit counts as having: a single base is in line, whoever is inside too."""
    return LINE if unit.bases == 1 or unit.inside else unit.formation


def is_vehicle(unit: Unit) -> bool:
    """RA-FRM.2 Tanks, armoured cars and trains."""
    return unit.kind in ("ac", "tank", "train")


def is_mounted(unit: Unit) -> bool:
    """RA-SHO.36 Sabres, tachankas, limbers and troops on carts."""
    return unit.kind in ("sabres", "tachanka") or unit.limbered or unit.carts


def is_foot(unit: Unit) -> bool:
    return unit.kind in ("rifles", "mg", "mortar") and not unit.carts


def is_gun(unit: Unit) -> bool:
    """RA-RET.18 Unlimbered guns and emplaced mortars."""
    return (unit.kind == "gun" and not unit.limbered) or unit.kind == "mortar"


def sides(g: RedActions) -> tuple[str, ...]:
    """RA-SCN.3 The two armies."""
    return g.sides


# -------------------- Rolls against a number (RA-TRN.13), each with its working


def against(title: str, needs: int, modifiers: Iterable[Modifier] = (), dice: int = 1) -> Working:
    """The working of a roll of so much or more."""
    return Working(title, tuple(modifiers), dice=dice, needs=needs)


def roll(g: RedActions, working: Working) -> Working:
    """Roll the dice of a working: its result is yes or no."""
    faces = g.cast(working.dice, lambda faces: comes_to(working, faces))
    return working.rolled(faces, comes_to(working, faces))


def decide(g: RedActions, working: Working, cite: str, text: str, yes: str, no: str, **more: Any) -> bool:
    """Roll against a number, and tell what came of it as {result}."""
    rolled = roll(g, working)
    g.tell(cite, text, working=rolled, result=yes if succeeds(rolled) else no, **more)
    return succeeds(rolled)


def comes_to(working: Working, faces: tuple[int, ...]) -> str:
    """What dice come to against a number."""
    assert working.needs is not None
    total, needed = sum(faces) + working.on("die"), working.needs + working.on("number")
    return "yes" if (total <= needed if working.at_most else total >= needed) else "no"


def succeeds(working: Working) -> bool:
    """Has a roll come to what was needed?"""
    return working.result == "yes"
