"""20.0 What a battle of Escape Hell's Gate holds, and what must be true of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.maps import MapScenarioFile
from grognard.engine import Fault, ScenarioSet, suggest_choices
from grognard.engine.game.embedded_map import SHEET
from grognard.games.folio.rules.scenarios import crowded
from grognard.games.folio.rules.terrain import Ground
from grognard.games.korsun.rules.data import AIRFIELD, COUNTERS, DATA, ENCIRCLED, FOLDER, GROUND, MAPS

Words = Annotated[str, Meta(min_length=1, max_length=200)]
WEST_ROADS, WEST_TRAILS, SOVIET_ROADS = "west_road", "west_trail", "soviet_road"  # marks: where supply comes from
AREAS = {what.area for what in COUNTERS.values()}


class Aims(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """20.0 The levels of victory as a side reads them."""

    tactical: Words  # a tactical victory in words
    strategic: Words  # a strategic victory in words
    lost: Words  # a defeat in words


class CampaignFile(MapScenarioFile, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """20.0 A battle for the pocket."""

    tactical: Annotated[int, Meta(ge=1, le=44, description="Connected units for a German tactical victory.")]
    air_supply: Annotated[int, Meta(ge=0, le=3, description="How often a unit may be supplied by air.")]
    release_die: Annotated[int, Meta(ge=2, le=6, description="The least die that wakes a sleeping unit.")]
    release_turn: Annotated[int, Meta(ge=1, le=99, description="The first turn of release rolls.")]
    areas: Annotated[dict[str, tuple[Hex, ...]], Meta(description="Where each division sets up, as group:division.")]
    placement: Annotated[dict[str, Hex], Meta(description="Every unit that takes part, and its hex ready to play.")]
    aim: dict[Literal["German", "Soviet"], Aims]  # aims of each side


def faults(battle: CampaignFile) -> Iterator[Fault]:
    """All that is wrong with a battle beyond its types; on a map with mistakes nothing else is looked at."""
    wrong = MAPS.faults(battle)
    yield from wrong or _faults(battle, GROUND if battle.mapsheet is None else Ground(MAPS.of(battle)))


def _sources(ground: Ground) -> Iterator[Fault]:
    """12.0 Supply comes from the west edge, from Soviet roads and to the airfield."""
    for mark, whose in ((WEST_ROADS, "German"), (SOVIET_ROADS, "Soviet")):
        if not ground.map.marks.get(mark):
            yield Fault((SHEET, "marks"), f"Mark a hex or more as {mark!r}: there {whose} supply comes onto the map.")
    if ground.terrain[AIRFIELD] != "airfield":
        yield Fault((SHEET, "terrain"), f"The airfield of this battle is in {AIRFIELD}: let it be one.")


def _faults(battle: CampaignFile, ground: Ground) -> Iterator[Fault]:
    yield from _sources(ground)
    firm = dict.fromkeys(h for h in GROUND.index if ground.can_enter(h))
    for key, told in (("aim", battle.aim), ("briefing", battle.briefing)):
        if set(told) != set(DATA.sides):
            yield Fault((key,), "It stands here for 'German' and for 'Soviet'.")
    for area, hexes in battle.areas.items():
        if area not in AREAS:
            yield Fault(("areas", area), f"No unit sets up in {area!r}. {suggest_choices(AREAS, area)}")
        for i, h in enumerate(hexes):
            if h not in firm:
                yield Fault(("areas", area, i), f"No unit can stand in {h!r}. {suggest_choices(firm, h)}")
    yield from _placement(battle)


def _placement(battle: CampaignFile) -> Iterator[Fault]:
    taken = Counter(battle.placement.values())
    for unit, h in battle.placement.items():
        path = ("placement", unit)
        if unit not in COUNTERS:
            yield Fault(path, f"There is no unit {unit!r} in the box. {suggest_choices(COUNTERS, unit)}")
        elif h not in (hexes := battle.areas.get(COUNTERS[unit].area, ())):
            yield Fault(path, f"{h!r} is no hex of its area, {COUNTERS[unit].area!r}. {suggest_choices(hexes, h)}")
        elif taken[h] > 1:
            yield Fault(path, f"Two units stand in {h}. One unit stands in a hex.")
    yield from crowded(battle.areas, Counter(COUNTERS[unit].area for unit in battle.placement if unit in COUNTERS))
    if {COUNTERS[unit].side for unit in battle.placement if unit in COUNTERS} != set(DATA.sides):
        yield Fault(("placement",), "Both sides need units.")
    green = sum(COUNTERS[unit].group == ENCIRCLED for unit in battle.placement if unit in COUNTERS)
    if not battle.tactical <= green // 2:
        says = f"{green} encircled units take part; a tactical victory needs no more than half of them."
        yield Fault(("tactical",), says)


SCENARIOS = ScenarioSet("korsun", FOLDER / "scenarios", CampaignFile, faults)
CAMPAIGN = SCENARIOS.known["campaign"]


@lru_cache(maxsize=256)
def greens(scenario: str) -> int:
    """20.0 How many units of the Encircled Force take part."""
    return sum(COUNTERS[unit].group == ENCIRCLED for unit in SCENARIOS.known[scenario].placement)
