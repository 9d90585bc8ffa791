"""What chance of victory a position gives the Germans, as doctrine sees it."""

from __future__ import annotations

from math import exp

from grognard.board.hexgrid import Hex
from grognard.engine import how_many, totals
from grognard.games.night_fight.data import EDGE_ROADS
from grognard.games.night_fight.doctrine import disguised, march, risk, roams, watchers
from grognard.games.night_fight.movement import ALLOWANCE
from grognard.games.night_fight.sequence import PHASES
from grognard.games.night_fight.sight import seen_from
from grognard.games.night_fight.state import NightFight, Unit, on_map
from grognard.games.night_fight.terrain import GRID, NORTH_BANK

# What moves the odds (their logarithm) that a unit counts at the end: fitted to matches of doctrine players, some of
# whom kept out of the columns' sight, then rounded; the weight of roaming pieces is set so that waking a column costs.
TO_COME = -0.5  # each turn that is still to come, and all that can happen in it
RESERVE = 0.25  # each movement point to spare
NO_WAY = 99  # movement points if there is none
HOPELESS, ENOUGH = -10, 15  # movement points short or to spare beyond which a few more make no difference
ARRIVED = 4.2  # it stands on the ground that counts
ROAMING, STANDING = -0.35, -0.05  # each Soviet piece with the way ahead in view
DANGER = -0.6  # certain fire where it stands
HIDDEN = 0.4  # a captured T-34 in the hex
SPOTTED, PINNED = -0.85, -0.8
ALERTED = -0.3
QUALITY = {"recruits": 0.45, "regulars": 0.0, "guards": -0.45}
VISIBILITY = -0.11  # each hex of it
FORTUNES = (0.7, 1.0, 1.5)  # a good, a fair and a bad night: the power each unit's chance is raised to
UNSEEN = 0.3  # how fast the chance at Kiev falls with every pair of eyes on the road


def value(g: NightFight, side: str) -> float:
    """The chance of victory: 0 is lost, 1 is won. Players who share the Germans share it."""
    if g.result is not None:
        return 1.0 if side in g.result.winners else 0.0
    if g.scenario_id == "kiev":
        return kiev(g)
    if g.turn == 0:
        return 0.5
    sure = sum(g.exited.values()) if g.scenario.exit else 0
    way = Way(g)
    chances = [arrives(g, u, way) for u in g.pieces.values() if u.side in g.players]
    return sum(_if(g, sure, chances, fortune) for fortune in FORTUNES) / len(FORTUNES)


def _if(g: NightFight, sure: int, chances: list[float], fortune: float) -> float:
    """The chance of victory if the rest of the night goes better or worse for all."""
    arriving = how_many([chance**fortune for chance in chances])
    return sum(chance * wins(g, sure + n) for n, chance in enumerate(arriving))


def arrives(g: NightFight, unit: Unit, way: Way) -> float:
    """The chance that a unit counts at the end: it must have the time to get there, and live."""
    place = unit.place
    far = way.to_go(place)
    reserve = ALLOWANCE * (g.scenario.turns - g.turn + may_still_move(g, unit)) - far
    odds = way.odds + SPOTTED * unit.spotted + PINNED * unit.pinned
    if far:
        odds += RESERVE * max(HOPELESS, min(ENOUGH, reserve))
    else:
        odds += ARRIVED
    if on_map(place):
        odds += way.watched(place) + way.danger(place)
    return 1 / (1 + exp(-odds))


def may_still_move(g: NightFight, unit: Unit) -> bool:
    """5.0 Is this turn's movement still to come for a unit?"""
    if unit.pinned or unit.id in g.moved or unit.id in g.fired_before:
        return False
    return g.phase in _UP_TO_MOVEMENT


_UP_TO_MOVEMENT = PHASES[: PHASES.index("German movement") + 1]


class Way:
    """The way to the ground that counts as long as everybody stands as now, and what the Soviets see of it."""

    def __init__(self, g: NightFight) -> None:
        self.g, self.far = g, march(g)
        self.ground = {"ghost-column": NORTH_BANK, "kharkov": frozenset(EDGE_ROADS)}.get(g.scenario_id, frozenset())
        self.outside = 1 + sum(self.far.get(h, NO_WAY) for h in g.scenario.entry) // len(g.scenario.entry)
        self.odds = TO_COME * (g.scenario.turns - g.turn) + VISIBILITY * g.visibility
        self.odds += ALERTED * g.alerted + QUALITY[g.quality]
        self.watch = {h: _eyes(g, h) for h in g.soviet_hexes}
        self.eyes: dict[Hex, frozenset[Hex]] = {}
        self.exposed: dict[Hex, float] = {}

    def to_go(self, place: str) -> int:
        """Movement points from a place to the ground that counts, detours round Soviet eyes included."""
        if place in self.ground:
            return 0
        return self.far.get(place, NO_WAY) if on_map(place) else self.outside

    def watched(self, h: Hex) -> float:
        """What the Soviets who see the march from here on take from the odds."""
        return sum(self.watch[eye] for eye in self._eyes_from(h))

    def _eyes_from(self, h: Hex) -> frozenset[Hex]:
        """Soviet-held hexes in view of the cheapest way from a hex."""
        if h not in self.eyes:
            self.eyes[h] = frozenset()
            if self.to_go(h):
                onward = min(GRID.neighbours[h], key=lambda n: self.far.get(n, NO_WAY))
                self.eyes[h] = self._eyes_from(onward) | (seen_from(self.g, onward) & self.watch.keys())
        return self.eyes[h]

    def danger(self, h: Hex) -> float:
        """What the fire a hex is exposed to takes from the odds, and a captured T-34 gives."""
        if h not in self.exposed:
            here = tuple(self.g.here(h))
            self.exposed[h] = DANGER * min(3.0, risk(self.g, h, here)) + HIDDEN * any(map(disguised, here))
        return self.exposed[h]


def _eyes(g: NightFight, h: Hex) -> float:
    """What the pieces in a Soviet-held hex take from the odds of those they see."""
    return sum(ROAMING if roams(u) else STANDING for u in g.here(h) if not u.pinned)


def wins(g: NightFight, count: int) -> float:
    """21.1 to 21.3 The chance that the dice let so many units win."""
    strict = g.scenario_id == "ghost-column"
    return _BELOW[min(count + (not strict), 13)]


_BELOW = [float(sum(chance for total, chance in totals(2).items() if total < n)) for n in range(14)]


def kiev(g: NightFight) -> float:
    """21.4 The fewer eyes on the best road the better, and the more guns of ours in reach of those eyes."""
    eyes = watchers(g)
    ours = [u for u in g.germans() if on_map(u.place) and u.what.fires and not u.pinned]
    faced = sum(any(h in seen_from(g, u.place) for u in ours) for h in eyes)
    strength = len(ours) / (len(ours) + 4)
    seen = len(eyes) - 0.4 * faced
    return 0.95 * exp(-UNSEEN * seen) * (0.6 + 0.4 * strength)
