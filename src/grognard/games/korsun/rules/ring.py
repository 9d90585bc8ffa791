"""20.0, R65 The ring around the pocket: shut if no line could run to the west, even with every river bridged."""

from __future__ import annotations

from functools import cache, lru_cache

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.hex_sets import bits_of
from grognard.games.folio.rules.setup import room, waiting
from grognard.games.folio.rules.state import Unit
from grognard.games.korsun.rules.data import COUNTERS, DATA, ENCIRCLED, GERMAN, GROUND, SOVIET
from grognard.games.korsun.rules.map_data import LANDS, Land
from grognard.games.korsun.rules.scenarios import CAMPAIGN, SCENARIOS, CampaignFile
from grognard.games.korsun.rules.state import Pocket, group
from grognard.games.korsun.rules.supply import REMEMBERED

TRIES = 12  # deals before the staff gives up


def _ground(battle: CampaignFile, *groups: str) -> int:
    """Every hex in which units of some groups may set up."""
    areas = {COUNTERS[unit].area for unit in battle.placement if COUNTERS[unit].group in groups}
    return bits_of(GROUND.grid, [h for area in areas for h in battle.areas[area]])


@cache
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
