"""What chance of victory a position gives the Germans, as doctrine sees it."""

from __future__ import annotations

from math import ceil, exp

from grognard.engine import how_many, totals
from grognard.games.night_fight.doctrine import march, risk, watchers
from grognard.games.night_fight.movement import ALLOWANCE
from grognard.games.night_fight.sight import seen_from
from grognard.games.night_fight.state import NightFight, Unit, on_map
from grognard.games.night_fight.terrain import NORTH_BANK, RIVER_BRIDGES

FORTUNES = (0.5, 1.0, 2.5)  # a good, a fair and a bad night: the power each unit's chance is raised to
LOSSES = 50.0  # movement points to go that leave about a third of the units
MARGIN = 8.0  # movement points of reserve that make an arrival likely
NEIGHBOURS = 2  # bridges a column can choose from; the third is too far off
UNSEEN = 0.3  # how fast the chance at Kiev falls with every pair of eyes on the road
PINNED, SPOTTED, IN_VIEW = 0.75, 0.92, 0.35  # what is left of a unit's chance, and what certain danger takes


def value(g: NightFight, side: str) -> float:
    """The chance of victory: 0 is lost, 1 is won. Players who share the Germans share it."""
    if g.result is not None:
        return 1.0 if side in g.result.winners else 0.0
    if g.scenario_id == "kiev":
        return kiev(g)
    if g.turn == 0:
        return 0.5
    sure = sum(g.exited.values()) if g.scenario.exit else 0
    chances = [(arrives(g, u), arrival(g, u)) for u in g.pieces.values() if u.side in g.players]
    total = 0.0
    for last, chance in way_open(g).items():
        counting = [c for c, turn in chances if turn <= last]
        total += chance * sum(_if(g, sure, counting, fortune) for fortune in FORTUNES) / len(FORTUNES)
    return total


def _if(g: NightFight, sure: int, chances: list[float], fortune: float) -> float:
    """The chance of victory if the rest of the night goes better or worse for all."""
    arriving = how_many([chance**fortune for chance in chances])
    return sum(chance * wins(g, sure + n) for n, chance in enumerate(arriving))


def way_open(g: NightFight) -> dict[int, float]:
    """21.1 The last turn in which the large river can be crossed, with its chance; elsewhere the way stays open."""
    if g.scenario_id != "ghost-column":
        return {g.scenario.turns: 1.0}
    standing = sum(h not in g.bridges_out for h in RIVER_BRIDGES)
    found, still = {}, 1.0
    for turn in range(g.turn, g.scenario.turns):
        falls = sum(chance for total, chance in totals(2).items() if total < turn)
        if falls:
            found[turn] = still * falls ** min(standing, NEIGHBOURS)
            still -= found[turn]
    return found | {g.scenario.turns: still}


def way_to_go(g: NightFight, unit: Unit) -> int:
    """Movement points from a unit to the ground that counts."""
    if g.scenario_id == "ghost-column" and unit.place in NORTH_BANK:
        return 0
    return march(g).get(unit.place, 60) if on_map(unit.place) else 40


def arrival(g: NightFight, unit: Unit) -> int:
    """The turn in which a unit can be there if nothing holds it up."""
    ready = 0 if unit.id in g.moved else ALLOWANCE
    return g.turn + max(0, ceil((way_to_go(g, unit) - ready) / ALLOWANCE))


def arrives(g: NightFight, unit: Unit) -> float:
    """The chance that a unit counts at the end: it must have the time to get there, and live."""
    place, far = unit.place, way_to_go(g, unit)
    rest = ALLOWANCE * (g.scenario.turns - g.turn) + (0 if unit.id in g.moved else ALLOWANCE // 2)
    chance = exp(-far / LOSSES) / (1 + exp((far - rest) / MARGIN * 2))
    if on_map(place):
        chance *= 1 - IN_VIEW * min(1.0, risk(g, place, (unit,)))
    return chance * (PINNED if unit.pinned else 1.0) * (SPOTTED if unit.spotted else 1.0)


def wins(g: NightFight, count: int) -> float:
    """21.1 to 21.3 The chance that the dice let so many units win."""
    strict = g.scenario_id == "ghost-column"
    return float(sum(chance for total, chance in totals(2).items() if total < count + (not strict)))


def kiev(g: NightFight) -> float:
    """21.4 The fewer eyes on the best road the better, and the more guns of ours in reach of those eyes."""
    eyes = watchers(g)
    ours = [u for u in g.germans() if on_map(u.place) and u.what.fires and not u.pinned]
    faced = sum(any(h in seen_from(g, u.place) for u in ours) for h in eyes)
    strength = len(ours) / (len(ours) + 4)
    seen = len(eyes) - 0.4 * faced
    return 0.95 * exp(-UNSEEN * seen) * (0.6 + 0.4 * strength)
