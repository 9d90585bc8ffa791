"""3.0 What a battle for the standard rules holds, and what must be true of it."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from grognard.board.hexes.maps import Maps, MapScenarioFile
from grognard.engine import Fault, ScenarioSet, suggest_choices
from grognard.games.folio.rules.data import COUNTERS, FOLDER
from grognard.games.folio.rules.terrain import Ground

Side = Literal["British", "German"]
Points = Annotated[int, Meta(ge=0, le=99)]
Words = Annotated[str, Meta(min_length=1, max_length=200)]
Allotment = Annotated[str, Meta(pattern="^[0-9]{1,2}(/[0-9]{1,2})?$", description="Markers of both sides: 6/4, or 5.")]
Values = Annotated[tuple[Annotated[int, Meta(ge=1, le=20)], ...], Meta(description="The values of its markers.")]

MAPS = Maps(FOLDER)


class Hold(msgspec.Struct, frozen=True, tag="hold", tag_field="kind", forbid_unknown_fields=True):
    """Points to the attacker for each hex he holds at the end."""

    hexes: tuple[str, ...]  # hexes to hold
    points: Points  # points for them
    attacker: Words  # the aim in words for the attacker
    defender: Words  # the aim in words for the defender


class Destroy(msgspec.Struct, frozen=True, tag="destroy", tag_field="kind", forbid_unknown_fields=True):
    """Points for each enemy unit eliminated."""

    points: Points  # points for each enemy unit
    ours: Words  # the aim in words for this side
    theirs: Words  # the aim in words for the enemy


class Support(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """8.0 How many markers the sides are allotted each turn, and the pools they come from."""

    track: tuple[Allotment, ...]  # markers of each turn: "3", or "4/3" for the two sides
    British: Values  # values of the British markers
    German: Values  # values of the German markers


class Reinforcement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """4.1 Units that come on later."""

    units: tuple[str, ...]  # ids of the units
    turn: Annotated[int, Meta(ge=2, le=99)]  # turn of arrival
    entry: str  # where they enter


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """4.0 Levels by the difference of points, attacker minus defender; a level begins with the side that wins by it."""

    levels: tuple[tuple[str, int], ...]  # levels, each with the difference of points it begins at
    lead: dict[str, Words]  # how a lead reads for each side


class BattleFile(MapScenarioFile, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """3.0 A battle of the standard rules."""

    map: Annotated[str, Meta(max_length=40, description="A map in the box, or a file in a folder 'maps'.")]
    scale: Annotated[str, Meta(max_length=80)] = ""  # time and distance, as printed
    sides: Annotated[tuple[Side, Side], Meta(description="First player, second player.")]
    setup_order: tuple[Side, Side]  # side that sets up first, then the other
    attacker: Annotated[Side, Meta(description="The other side holds every objective to begin with.")]
    support: Support  # support that each side has
    areas: Annotated[dict[str, tuple[str, ...]], Meta(description="Hexes in which units set up.")]
    force: Annotated[dict[str, dict[str, str]], Meta(description="By area: each unit, and its hex ready to play.")]
    reinforcement: tuple[Reinforcement, ...] = ()  # units that arrive later
    victory: Victory  # levels of victory
    aim: tuple[Hold | Destroy, ...]  # what brings points

    @property
    def defender(self) -> str:
        return next(side for side in self.sides if side != self.attacker)

    @property
    def objectives(self) -> dict[str, int]:
        """The hexes that count, with their points."""
        return {h: aim.points for aim in self.aim if isinstance(aim, Hold) for h in aim.hexes}

    @property
    def kill(self) -> int:
        """The points for a unit eliminated."""
        return sum(aim.points for aim in self.aim if isinstance(aim, Destroy))


@lru_cache(maxsize=256)
def printed(name: str) -> Ground:
    """2.1 A map in the box."""
    return Ground(MAPS.box[name])


def ground_of(battle: BattleFile) -> Ground:
    """2.1 The map of a battle: its own, or one in the box."""
    return printed(battle.map) if battle.mapsheet is None else Ground(MAPS.of(battle))


# ------------------------------------------------------------------ what must be true


def faults(battle: BattleFile) -> Iterator[Fault]:
    """All that is wrong with a battle beyond its types; on a map with mistakes nothing else is looked at."""
    wrong = MAPS.faults(battle)
    yield from wrong or _faults(battle, ground_of(battle))


def _faults(battle: BattleFile, ground: Ground) -> Iterator[Fault]:
    if set(battle.sides) != set(battle.setup_order) or len(set(battle.sides)) == 1:
        yield Fault(("setup_order",), "Both sides stand here once, as under 'sides'.")
    if len(battle.support.track) != battle.turns:
        says = f"There must be one allotment for each of the {battle.turns} turns, not {len(battle.support.track)}."
        yield Fault(("support", "track"), says)
    yield from _areas(battle, ground)
    yield from _forces(battle)
    yield from _reinforcements(battle, ground)
    yield from _victory(battle)
    for i, aim in enumerate(battle.aim):
        if isinstance(aim, Hold):
            yield from _hexes(ground, aim.hexes, "aim", i, "hexes")


def _hexes(ground: Ground, hexes: tuple[str, ...], *path: str | int) -> Iterator[Fault]:
    for i, h in enumerate(hexes):
        if h not in ground.index:
            yield Fault((*path, i), f"There is no hex {h!r} on this map. {suggest_choices(ground.index, h)}")
        elif not ground.can_enter(h):
            yield Fault((*path, i), f"No unit can stand in {h}. Choose a hex that is no sea.")


def _areas(battle: BattleFile, ground: Ground) -> Iterator[Fault]:
    for name, hexes in battle.areas.items():
        yield from _hexes(ground, hexes, "areas", name)
        if len(set(hexes)) < len(battle.force.get(name, {})):
            yield Fault(("areas", name), "It has fewer hexes than units set up there, one a hex.")
    yield from crowded(battle.areas, {area: len(units) for area, units in battle.force.items()})


def crowded(areas: Mapping[str, tuple[str, ...]], units: Mapping[str, int]) -> Iterator[Fault]:
    """3.0 Areas in which units of others may set up too, and leave too few hexes for its own."""
    for name, hexes in areas.items():
        own, size = units.get(name, 0), len(set(hexes))
        guests = (min(units.get(other, 0), len({*hexes} & {*areas[other]})) for other in areas if other != name)
        if 0 < own <= size < (need := own + sum(guests)):
            says = f"Units of other areas may take hexes of it: it needs {need}, or none in common with them."
            yield Fault(("areas", name), says)


def _forces(battle: BattleFile) -> Iterator[Fault]:
    listed = Tally(unit for units in battle.force.values() for unit in units)
    taken = Tally(h for units in battle.force.values() for h in units.values())
    for area, units in battle.force.items():
        if area not in battle.areas:
            yield Fault(
                ("force", area), f"There is no area {area!r} under 'areas'. {suggest_choices(battle.areas, area)}"
            )
        for unit, h in units.items():
            path = ("force", area, unit)
            if unit not in COUNTERS:
                yield Fault(path, f"There is no unit {unit!r} in the box. {suggest_choices(COUNTERS, unit)}")
            elif listed[unit] > 1:
                yield Fault(path, f"{unit} stands twice. Each unit sets up once.")
            if h not in battle.areas.get(area, ()):
                yield Fault(path, f"{h!r} is no hex of {area}. {suggest_choices(battle.areas.get(area, ()), h)}")
            elif taken[h] > 1:
                yield Fault(path, f"Two units stand in {h}. One unit stands in a hex.")
    if {COUNTERS[unit].side for unit in listed if unit in COUNTERS} != set(battle.sides):
        yield Fault(("force",), "Both sides need a unit that sets up.")


def _reinforcements(battle: BattleFile, ground: Ground) -> Iterator[Fault]:
    seen = {unit for units in battle.force.values() for unit in units}
    for i, row in enumerate(battle.reinforcement):
        if row.turn > battle.turns:
            yield Fault(("reinforcement", i, "turn"), f"The battle has {battle.turns} turns. Let them come by then.")
        if not row.entry or row.entry not in ground.map.marks:
            known = suggest_choices(
                (name for name in ground.map.marks if name.islower() and "_" not in name), row.entry
            )
            yield Fault(("reinforcement", i, "entry"), f"There is no entry {row.entry!r} on this map. {known}")
        elif not any(map(ground.can_enter, ground.map.marks[row.entry])):
            yield Fault(("reinforcement", i, "entry"), "Every hex of this entry is sea. Let one of them be land.")
        for n, unit in enumerate(row.units):
            if unit not in COUNTERS or unit in seen:
                says = "stands twice" if unit in seen else "is not in the box"
                yield Fault(
                    ("reinforcement", i, "units", n), f"{unit!r} {says}. {suggest_choices(set(COUNTERS) - seen, unit)}"
                )
            seen.add(unit)


def _victory(battle: BattleFile) -> Iterator[Fault]:
    least = [points for _, points in battle.victory.levels]
    if not least or least != sorted(set(least), reverse=True):
        yield Fault(("victory", "levels"), "Levels stand in falling order, the best for the attacker first.")
    elif least[-1] > -99:
        yield Fault(("victory", "levels"), "The last level holds whatever happens: give it -99.")
    won = {side for side in battle.sides for level, _ in battle.victory.levels if level.startswith(side)}
    if won != set(battle.sides):
        yield Fault(("victory", "levels"), "Each side needs a level that begins with its name: 'German marginal'.")
    if set(battle.victory.lead) != set(battle.sides):
        yield Fault(("victory", "lead"), f"Each of {', '.join(battle.sides)} is told what it must reach.")
    if set(battle.briefing) != set(battle.sides):
        yield Fault(("briefing",), f"There is a briefing for each of {', '.join(battle.sides)}.")
    if not battle.objectives:
        yield Fault(("aim",), "At least one aim of the kind 'hold' is needed.")


SCENARIOS = ScenarioSet("folio", FOLDER / "scenarios", BattleFile, faults, fills=("need",))
