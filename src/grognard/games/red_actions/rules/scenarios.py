"""RA-SCN What a battle holds, its table included, and what must be true of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta

from grognard.board.inches.table_file import (
    Inches,
    Path,
    Place,
    Tables,
    Terrain,
    ground_faults,
    name_faults,
    outline_faults,
)
from grognard.board.inches.terrain_table import Table
from grognard.engine import Fault, ScenarioFile, ScenarioSet, suggest_choices
from grognard.games.red_actions.rules.data import HERE, KINDS, TRAITS, TYPES, Officer

Side = Literal["whites", "reds", "czechs", "makhno", "poles", "south", "north"]
Edge = Literal["north", "south", "east", "west"]
Few = Annotated[int, Meta(ge=0, le=99)]
SIDES: tuple[str, ...] = get_args(Side)
TERRAIN = [kind for kind, ground in KINDS.items() if ground.drawn]
MOST = 100  # units of a battle


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a battle's file."""


class UnitData(Part, frozen=True):
    """A unit of a scenario and its standard placement."""

    side: Side  # owner
    id: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]+$", max_length=30)]  # unique name
    type: str  # type of troops
    bases: Annotated[int, Meta(ge=1, le=20)] = 1  # number of bases
    officer: Officer | None = None  # its officer
    place: Place | None = None  # where it stands, in inches; left out if it deploys or arrives
    inside: str = ""  # terrain it is in
    facing: Annotated[float, Meta(ge=0, le=360)] = 0  # degrees from north, clockwise
    formation: str = "line"  # formation at the start
    limbered: bool = False  # guns are limbered
    on_carts: bool = False  # troops ride on carts
    coupled: str = ""  # unit it moves with
    stiffened: bool = False  # has a stiffening of better troops
    arrives_turn: Few = 0  # turn of arrival; 0 if it is there from the start
    arrives_edge: Literal["", "north", "south", "east", "west"] = ""  # edge it arrives by
    arrives_span: Place = (0, 0)  # stretch of that edge, in inches


class Zone(Part, frozen=True):
    """RA-SCN.7 Where a side deploys."""

    side: Side  # side that deploys here
    polygon: tuple[Place, ...]  # corners, in inches from the left and the top edge


class Hidden(Part, frozen=True):
    """RA-AMB.1 Who may start in ambush, and where."""

    side: str  # side that hides units
    terrain: tuple[str, ...]  # terrain to hide in
    units_max: Few  # how many units may hide
    units: tuple[str, ...] = ()  # ids of the units that may
    only_in: dict[str, tuple[str, ...]] = {}  # terrain that certain units must hide in
    enemy_may_not_deploy_in: tuple[str, ...] = ()  # zones closed to the enemy


class WinTest(Part, frozen=True):
    """RA-SCN.6 One test of a win entry; which fields matter depends on `test`."""

    test: Literal["possess", "empty", "none_near", "exited", "gone", "no_units_left", "score_lead"]  # what is tested
    side: Side  # side that it is about
    objects: tuple[str, ...] = ()  # names of terrain
    object: str = ""  # name of one piece of terrain
    inches: Inches = 0  # distance to it
    pinned_units_count: bool = True  # do pinned units count?
    edge: Literal["", "north", "south", "east", "west"] = ""  # edge of the table
    span: Place | None = None  # stretch of the edge, in inches
    from_turn: Few = 0  # first turn in which it counts
    units: Few = 0  # how many units
    types: tuple[str, ...] = ()  # types of units that count
    min_effective_bases: Few = 1  # bases a unit needs to count
    min_effective_bases_by_kind: dict[str, Few] = {}  # the same for some kinds of units
    unit: str = ""  # id of one unit
    # ways to be lost that count
    ways: tuple[Literal["captured", "destroyed", "left_table", "surrendered", "dispersed", "fled"], ...] = ()
    at_least: Few = 0  # how many are needed
    text: Annotated[str, Meta(max_length=200)] = ""  # the test fulfilled, in words


class WinEntry(Part, frozen=True):
    """RA-SCN.6 How a side wins: all of these tests at some time."""

    side: Side  # side that wins
    when: Literal["at_once", "end_of_turn", "end_of_game"]  # when it is looked at
    all: tuple[WinTest, ...]  # tests that must all be met
    from_turn: Few = 0  # first turn in which it counts


class Weather(Part, frozen=True):
    """RA-SCN.8 The weather from a turn on."""

    from_turn: Annotated[int, Meta(ge=1, le=99)]  # first turn of this weather
    weather: Literal["clear", "snow", "rain", "dusk", "fog", "night"]  # the weather


class Score(Part, frozen=True):
    """RA-SCN.6 Points for enemy units lost and for things held."""

    enemy_unit_lost: Few  # points for each enemy unit lost
    objects: dict[str, Few]  # points for each object held


class ScenarioData(ScenarioFile, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One battle."""

    table: Annotated[tuple[float, float], Meta(description="Inches wide and deep.")]
    weather_by_turn: tuple[Weather, ...]  # weather, from a turn on
    no_quarter: bool  # neither side takes prisoners
    deploys_first: Side  # side that deploys first
    first_segment_turn_1: Annotated[str, Meta(description="A side, or 'roll'.")]
    home_edge: Annotated[dict[str, Edge], Meta(description="The two sides, and the edges they come from.")]
    exit_edges: dict[str, tuple[Edge, ...]] = {}  # edges that a side may leave by
    digging: bool  # may troops dig in during play?
    flight: Annotated[dict[str, Few], Meta(description="Losses at which a side flees.")]
    otherwise: Annotated[str, Meta(description="The side that wins if nobody has done his task, or 'draw'.")]
    win: tuple[WinEntry, ...] = msgspec.field(name="aim")  # how each side wins
    zone: tuple[Zone, ...] = ()  # where each side deploys
    terrain: tuple[Terrain, ...] = ()  # areas and lines of the table
    unit: tuple[UnitData, ...] = ()  # units of both sides
    hidden: tuple[Hidden, ...] = ()  # units that deploy hidden
    score: Score | None = None  # points for units and objects
    rounds: Few = 12  # rounds of artillery ammunition
    gas: bool = False  # may the artillery fire gas?
    observers: tuple[str, ...] = ()  # units with an observer
    bought: Annotated[bool, Meta(description="Armies are bought by points, on another battle's table.")] = False

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(self.home_edge)


# ------------------------------------------------------------------ what must be true


def faults(battle: ScenarioData) -> Iterator[Fault]:
    """All that is wrong with a battle beyond its types."""
    yield from _sides(battle)
    yield from ground_faults(battle.table, battle.terrain, TERRAIN)
    for i, zone in enumerate(battle.zone):
        yield from outline_faults(battle.table, zone.polygon, 3, ("zone", i, "polygon"))
    yield from _units(battle)
    for i, entry in enumerate(battle.win):
        for n, test in enumerate(entry.all):
            yield from _test(battle, test, ("aim", i, "all", n))
    for i, row in enumerate(battle.hidden):
        yield from name_faults(battle.terrain, row.terrain, ("hidden", i, "terrain"))
    if battle.score is not None:
        yield from name_faults(battle.terrain, tuple(battle.score.objects), ("score", "objects"))


def _sides(battle: ScenarioData) -> Iterator[Fault]:
    sides = battle.sides
    if len(sides) != 2 or not set(sides) <= set(SIDES):
        yield Fault(("home_edge",), f"There are two sides. {suggest_choices(SIDES)}")
        return
    for path, side in _named(battle):
        if side not in sides:
            yield Fault(path, f"{side!r} does not fight here. {suggest_choices(sides, side)}")
    if set(battle.briefing) != set(sides):
        yield Fault(("briefing",), f"There is a briefing for {sides[0]} and one for {sides[1]}.")


def _named(battle: ScenarioData) -> Iterator[tuple[Path, str]]:
    """Every place in which a side is named."""
    yield ("deploys_first",), battle.deploys_first
    if battle.first_segment_turn_1 != "roll":
        yield ("first_segment_turn_1",), battle.first_segment_turn_1
    if battle.otherwise != "draw":
        yield ("otherwise",), battle.otherwise
    for key in ("flight", "exit_edges", "briefing"):
        yield from (((key, side), side) for side in getattr(battle, key))
    for key, field in (("unit", "unit"), ("zone", "zone"), ("hidden", "hidden"), ("aim", "win")):
        yield from (((key, i, "side"), row.side) for i, row in enumerate(getattr(battle, field)))


def _units(battle: ScenarioData) -> Iterator[Fault]:
    if battle.bought == bool(battle.unit) or battle.bought == bool(battle.terrain):
        yield Fault(("unit",), "A battle has units and terrain, unless both armies are 'bought': then it has neither.")
    if len(battle.unit) > MOST:
        yield Fault(("unit",), f"A battle has at most {MOST} units.")
    count = Counter((row.side, row.id) for row in battle.unit)
    for side in battle.sides if battle.unit else ():
        if not any(row.side == side and row.type != "senior_officer" for row in battle.unit):
            yield Fault(("unit",), f"{side.capitalize()} have no units.")
        if not any(zone.side == side for zone in battle.zone):
            yield Fault(("zone",), f"Where do {side} deploy? Add a zone.")
    for i, row in enumerate(battle.unit):
        if row.type not in TYPES:
            yield Fault(("unit", i, "type"), f"There is no unit {row.type!r}. {suggest_choices(TYPES, row.type)}")
        if count[row.side, row.id] > 1:
            yield Fault(("unit", i, "id"), f"{row.id!r} stands twice. Give each unit of a side a name of its own.")
        if row.type == "senior_officer" and row.officer is None:
            yield Fault(("unit", i), "A senior officer has a bonus: add 'officer = { bonus = 1, traits = [] }'.")
        yield from outline_faults(battle.table, (row.place,) if row.place else (), 1, ("unit", i, "place"))
        yield from name_faults(battle.terrain, (row.inside,) if row.inside else (), ("unit", i, "inside"))
        for n, trait in enumerate(row.officer.traits if row.officer else ()):
            if trait not in TRAITS:
                yield Fault(
                    ("unit", i, "officer", "traits", n),
                    f"There is no trait {trait!r}. {suggest_choices(TRAITS, trait)}",
                )


_NEEDED = {
    "possess": ("objects",),
    "empty": ("objects",),
    "none_near": ("object", "inches"),
    "exited": ("edge", "units"),
    "gone": ("unit", "ways"),
    "score_lead": ("at_least",),
}


def _test(battle: ScenarioData, test: WinTest, path: Path) -> Iterator[Fault]:
    for key in _NEEDED.get(test.test, ()):
        if not getattr(test, key):
            yield Fault(path, f"The test {test.test!r} needs {key!r}.")
    yield from name_faults(battle.terrain, test.objects, (*path, "objects"))
    yield from name_faults(battle.terrain, (test.object,) if test.object else (), (*path, "object"))
    if test.side not in battle.sides:
        yield Fault((*path, "side"), f"{test.side!r} does not fight here. {suggest_choices(battle.sides, test.side)}")
    if test.unit and test.unit not in {row.id for row in battle.unit} | {row.coupled for row in battle.unit}:
        yield Fault(
            (*path, "unit"),
            f"There is no unit {test.unit!r}. {suggest_choices((r.id for r in battle.unit), test.unit)}",
        )
    for i, kind in enumerate(test.types):
        if kind not in TYPES:
            yield Fault((*path, "types", i), f"There is no unit {kind!r}. {suggest_choices(TYPES, kind)}")


SCENARIOS = ScenarioSet("red-actions", HERE / "scenarios", ScenarioData, faults)


def _table(scenario: str) -> Table:
    battle = SCENARIOS.known[scenario]
    return Table(*battle.table, [row.feature for row in battle.terrain])


TABLES = Tables((name for name, battle in SCENARIOS.items() if not battle.bought), _table)
