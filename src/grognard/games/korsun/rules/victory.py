"""20.0 Victory: how many of the Encircled Force have a line to the west."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.hex_sets import bits_of
from grognard.engine import Aim, Result
from grognard.engine.core.fact import fact
from grognard.games.folio.rules.setup import room, waiting
from grognard.games.folio.rules.state import ELIMINATED, Unit
from grognard.games.korsun.rules.data import COUNTERS, DATA, ENCIRCLED, GERMAN, GROUND, SOVIET
from grognard.games.korsun.rules.map_data import LANDS, Land
from grognard.games.korsun.rules.scenarios import CAMPAIGN, SCENARIOS, CampaignFile, greens
from grognard.games.korsun.rules.state import MEMBERS, Pocket, group
from grognard.games.korsun.rules.supply import REMEMBERED, how_many_connected

JUDGED = "KP-20.0.7"


class Level(NamedTuple):
    """20.0 A level of victory: the least number of connected green units for it, and its rule."""

    name: str
    least: int
    cite: str


@lru_cache(maxsize=256)
def levels(battle: str = CAMPAIGN.id) -> tuple[Level, ...]:
    """20.0, R64 The levels of a battle, the best for the Germans first."""
    return (
        Level("German strategic", greens(battle) // 2 + 1, "KP-20.0.8"),
        Level("German tactical", SCENARIOS.known[battle].tactical, "KP-20.0.9"),
        Level("Soviet tactical", 1, "KP-20.0.11"),
        Level("Soviet strategic", 0, "KP-20.0.10"),
    )


def level(saved: int, battle: str = CAMPAIGN.id) -> Level:
    """20.0, R64 The level of victory for so many connected green units."""
    return next(each for each in levels(battle) if saved >= each.least)


@fact
def saved(g: Pocket) -> int:
    """20.0 How many green units have a line to the west."""
    return how_many_connected(g)


def judge_victory(g: Pocket) -> Result:
    """20.0 Judged once, after the last game turn."""
    count = saved(g)
    reached = level(count, g.scenario_id)
    winner = GERMAN if reached.name.startswith(GERMAN) else SOVIET
    have = "has" if count == 1 else "have"
    words = f"{count} of {greens(g.scenario_id)} encircled units {have} a line to the west"
    return Result((winner,), words, reached.cite, reached.name)


# ------------------------------------------------------------------ what each side is after


@fact
def aims(g: Pocket, side: str) -> tuple[Aim, ...]:
    """20.0 The number of connected units that decides, the number that decides more, and those out of the game."""
    count, words = saved(g), g.battle.aim["German" if side == GERMAN else "Soviet"]
    tactical, strategic = _goals(g, side)
    ladder = tuple((each.name, float(each.least)) for each in reversed(levels(g.scenario_id)))
    lost = len({*g.at.get(ELIMINATED, ())}.intersection(MEMBERS[ENCIRCLED]))
    return (
        Aim(words.tactical, JUDGED, g.land.exits, count, tactical, _reached(side, count, tactical), levels=ladder),
        Aim(words.strategic, JUDGED, (), count, strategic, _reached(side, count, strategic)),
        Aim(words.lost, "KP-20.0.8", (), lost),
    )


def _goals(g: Pocket, side: str) -> tuple[int, int]:
    """20.0 The fewest connected units the German needs for each of his victories, the most the Soviet may leave."""
    strategic, tactical, *_ = levels(g.scenario_id)
    return (tactical.least, strategic.least) if side == GERMAN else (tactical.least - 1, 0)


def _reached(side: str, count: int, goal: int) -> bool:
    return count >= goal if side == GERMAN else count <= goal


# -------------------- 20.0, R65 The ring around the pocket

TRIES = 12  # deals before the staff gives up


def _ground(battle: CampaignFile, *groups: str) -> int:
    """Every hex in which units of some groups may set up."""
    areas = {COUNTERS[unit].area for unit in battle.placement if COUNTERS[unit].group in groups}
    return bits_of(GROUND.grid, [h for area in areas for h in battle.areas[area]])


@lru_cache(maxsize=256)
def _grounds(scenario: str) -> tuple[int, int]:
    """Where the Germans may set up, and where those of the pocket may."""
    battle = SCENARIOS.known[scenario]
    german = {what.group for what in COUNTERS.values() if what.side == GERMAN}
    return _ground(battle, *german), _ground(battle, ENCIRCLED)


@lru_cache(REMEMBERED)
def is_open(land: Land, wall: int, german: int, green: int) -> bool:
    """Can a line run from the pocket to the west past a wall of Soviet units, rivers not counting?"""
    return GROUND.around.joins(green, land.west_exits, german | land.firm & ~(wall | GROUND.around.step(wall)))


def shut(wall: int, scenario: str = CAMPAIGN.id) -> bool:
    """R65 Is the ring shut, wherever the Germans set up?"""
    return not is_open(LANDS[scenario], wall, *_grounds(scenario))


def deal(g: Pocket) -> None:
    """R65 The Soviet staff places what is left, each unit by the dice where the ring can still be shut behind it."""
    for _ in range(TRIES if _hopeful(g, {}, waiting(g, SOVIET)) else 1):
        found = _deal(g)
        if shut(bits_of(GROUND.grid, found.values()) | g.front(SOVIET).hexes, g.scenario_id):
            break
    for unit, h in found.items():
        g.place(g.pieces[unit], h)


def _deal(g: Pocket) -> dict[str, Hex]:
    """One deal: those of the ring first."""
    units = sorted(waiting(g, SOVIET), key=lambda u: group(u) not in DATA.ring)
    found: dict[str, Hex] = {}
    for i, unit in enumerate(units):
        free = [h for h in room(g, unit) if h not in found.values()]
        if group(unit) in DATA.ring:
            free = [h for h in free if _hopeful(g, {**found, unit.id: h}, units[i + 1 :])] or free
        found[unit.id] = g.choose(free)
    return found


def _hopeful(g: Pocket, found: dict[str, Hex], left: list[Unit]) -> bool:
    """Could the ring still be shut, if those left stood in every hex that is open to them?"""
    hexes = {*found.values(), *(h for unit in left for h in room(g, unit))}
    return shut(bits_of(GROUND.grid, hexes) | g.front(SOVIET).hexes, g.scenario_id)
