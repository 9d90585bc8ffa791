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
from grognard.games.red_actions.rules.data import GOING, HERE, TRAITS, TYPES, Officer

Side = Literal["whites", "reds", "czechs", "makhno", "poles", "south", "north"]
Edge = Literal["north", "south", "east", "west"]
Few = Annotated[int, Meta(ge=0, le=99)]
SIDES: tuple[str, ...] = get_args(Side)
TERRAIN = (*GOING, "bridge", "road", "railway", "impassable")
MOST = 100  # units of a battle


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a battle's file."""


class UnitData(Part, frozen=True):
    """A unit of a scenario and its standard placement."""

    side: Side
    id: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]+$", max_length=30)]
    type: str
    bases: Annotated[int, Meta(ge=1, le=20)] = 1
    officer: Officer | None = None
    place: Place | None = None
    inside: str = ""
    facing: Annotated[float, Meta(ge=0, le=360)] = 0
    formation: str = "line"
    limbered: bool = False
    on_carts: bool = False
    coupled: str = ""
    stiffened: bool = False
    arrives_turn: Few = 0
    arrives_edge: Literal["", "north", "south", "east", "west"] = ""
    arrives_span: Place = (0, 0)


class Zone(Part, frozen=True):
    """RA-SCN.7 Where a side deploys."""

    side: Side
    polygon: tuple[Place, ...]


class Hidden(Part, frozen=True):
    """RA-AMB.1 Who may start in ambush, and where."""

    side: str
    terrain: tuple[str, ...]
    units_max: Few
    units: tuple[str, ...] = ()
    only_in: dict[str, tuple[str, ...]] = {}
    enemy_may_not_deploy_in: tuple[str, ...] = ()


class WinTest(Part, frozen=True):
    """RA-SCN.6 One test of a win entry; which fields matter depends on `test`."""

    test: Literal["possess", "empty", "none_near", "exited", "gone", "no_units_left", "score_lead"]
    side: Side
    objects: tuple[str, ...] = ()
    object: str = ""
    inches: Inches = 0
    pinned_units_count: bool = True
    edge: Literal["", "north", "south", "east", "west"] = ""
    span: Place | None = None
    from_turn: Few = 0
    units: Few = 0
    types: tuple[str, ...] = ()
    min_effective_bases: Few = 1
    min_effective_bases_by_kind: dict[str, Few] = {}
    unit: str = ""
    ways: tuple[Literal["captured", "destroyed", "left_table", "surrendered", "dispersed", "fled"], ...] = ()
    at_least: Few = 0
    text: Annotated[str, Meta(max_length=200)] = ""  # the test fulfilled, in words


class WinEntry(Part, frozen=True):
    """RA-SCN.6 How a side wins: all of these tests at some time."""

    side: Side
    when: Literal["at_once", "end_of_turn", "end_of_game"]
    all: tuple[WinTest, ...]
    from_turn: Few = 0


class Weather(Part, frozen=True):
    """RA-SCN.8 The weather from a turn on."""

    from_turn: Annotated[int, Meta(ge=1, le=99)]
    weather: Literal["clear", "snow", "rain", "dusk", "fog", "night"]


class Score(Part, frozen=True):
    """RA-SCN.6 Points for enemy units lost and for things held."""

    enemy_unit_lost: Few
    objects: dict[str, Few]


class ScenarioData(ScenarioFile, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One battle."""

    table: Annotated[tuple[float, float], Meta(description="Inches wide and deep.")]
    weather_by_turn: tuple[Weather, ...]
    no_quarter: bool
    deploys_first: Side
    first_segment_turn_1: Annotated[str, Meta(description="A side, or 'roll'.")]
    home_edge: Annotated[dict[str, Edge], Meta(description="The two sides, and the edges they come from.")]
    exit_edges: dict[str, tuple[Edge, ...]] = {}
    digging: bool
    flight: Annotated[dict[str, Few], Meta(description="Losses at which a side flees.")]
    otherwise: Annotated[str, Meta(description="The side that wins if nobody has done his task, or 'draw'.")]
    win: tuple[WinEntry, ...] = msgspec.field(name="aim")
    zone: tuple[Zone, ...] = ()
    terrain: tuple[Terrain, ...] = ()
    unit: tuple[UnitData, ...] = ()
    hidden: tuple[Hidden, ...] = ()
    score: Score | None = None
    rounds: Few = 12
    gas: bool = False
    observers: tuple[str, ...] = ()
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
