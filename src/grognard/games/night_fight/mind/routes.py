"""The way to the ground each scenario is about, round the Soviets and what their columns can see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.paths import points_to
from grognard.engine.core.fact import fact
from grognard.games.night_fight.mind.relief import watchers
from grognard.games.night_fight.mind.weights import weights_of
from grognard.games.night_fight.rules.data import EDGE_ROADS, EDGES, GRID
from grognard.games.night_fight.rules.map_data import Land
from grognard.games.night_fight.rules.soviet_movement import roams
from grognard.games.night_fight.rules.stacking import has_room, overstacked
from grognard.games.night_fight.rules.stacks import ALLOWANCE
from grognard.games.night_fight.rules.state import NightFight

NO_WAY = 99  # movement points if there is none
ANYBODY = ""  # men on foot and vehicles alike


class March:
    """How many movement points every hex is from the ground, detours included, and who sees the way from there."""

    def __init__(self, far: dict[Hex, int], held: Iterable[Hex], seen: Mapping[Hex, frozenset[Hex]]) -> None:
        self.far = far
        self._held, self._seen = frozenset(held), seen
        self._eyes: dict[Hex, frozenset[Hex]] = {}

    def eyes_from(self, h: Hex) -> frozenset[Hex]:
        """Soviet-held hexes in view of the cheapest way from a hex."""
        if h not in self._eyes:
            self._eyes[h] = frozenset()
            if self.far.get(h, 0):
                onward = min(GRID.neighbours[h], key=lambda n: self.far.get(n, NO_WAY))
                self._eyes[h] = self.eyes_from(onward) | (self._seen[onward] & self._held)
        return self._eyes[h]


@fact
def way_ahead(g: NightFight, closed: tuple[Hex, ...] = (), mover: str = ANYBODY) -> March:
    """The march to the scenario's ground if some bridges may not be used; for men on foot or vehicles to their own."""
    held, roaming = held_and_roaming(g)
    eyes = () if g.scenario.by_road else roaming
    out, weights = tuple(sorted({*g.bridges_out, *closed})), weights_of(g)
    tolls = Tolls(round(weights.detour), round(weights.shun))
    ground, walks = own_goals(g, mover), mover if mover != ANYBODY else "vehicle"
    return _march(g.land, ground, g.vegetation, g.visibility, out, held, eyes, tolls, walks)


class Tolls(NamedTuple):
    """Movement points on top of what a hex costs that is held by Soviets, or seen by a mobile piece of theirs."""

    held: int
    seen: int


@fact
def held_and_roaming(g: NightFight) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
    """Where the Soviets are, and where those of them who move about."""
    roaming = [u.place for u in g.soviets() if roams(u) and not u.pinned]
    return tuple(sorted({u.place for u in g.soviets()})), tuple(sorted(roaming))


def way_to(g: NightFight, target: Hex) -> March:
    """The straight way to one hex; units in it do not count."""
    return _march(g.land, (target,), g.vegetation, g.visibility, tuple(sorted(g.bridges_out)), (), (), Tolls(0, 0))


def bare_way(g: NightFight, gate: tuple[Hex, ...]) -> March:
    """The way over the bridges of one gate as if no Soviets were there."""
    out = tuple(sorted({*g.bridges_out, *others(g.land, gate)}))
    return _march(g.land, goals(g), g.vegetation, g.visibility, out, (), (), Tolls(0, 0))


def others(land: Land, gate: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """The bridges over the large river that are not of this gate."""
    return tuple(h for h in land.river_bridges if h not in gate)


def goals(g: NightFight) -> tuple[Hex, ...]:
    """What the Germans make for."""
    aim = g.aim
    match aim.kind:
        case "bank":
            return _far_bank(g.land)
        case "exit":
            return (aim.hex,)
        case "edges" | "hold":
            ground = EDGE_ROADS if aim.kind == "edges" else aim.hexes
            return tuple(h for h in ground if has_use(g, h) and h not in g.soviet_hexes) or ground
    return tuple(sorted(watchers(g))) or EDGES["east"]


def has_use(g: NightFight, h: Hex, newcomers: int = 1) -> bool:
    """4.0 Can so many more stay in a hex that counts? Where hexes are counted and not units, one is enough."""
    return has_room(g, h, newcomers) if g.aim.counts == "units" else h not in g.german_hexes


def overfull(g: NightFight, h: Hex) -> bool:
    """R63 Are there more in a hex that counts than can stay, or than are of use?"""
    return overstacked(g, h) if g.aim.counts == "units" else h in g.german_hexes and len(g.at[h]) > 1


def own_goals(g: NightFight, mover: str) -> tuple[Hex, ...]:
    """What men on foot or vehicles make for: what they may enter, and on foot first what is closed to vehicles."""
    ground = goals(g)
    if mover == ANYBODY:
        return ground
    roads = g.land.prices[g.vegetation, "vehicle"]
    to_drive = tuple(h for h in ground if roads[h] is not None)
    if mover == "vehicle":
        return to_drive or ground
    return tuple(h for h in ground if roads[h] is None and has_room(g, h) and h not in g.soviet_hexes) or ground


@lru_cache(maxsize=8)
def crossings(land: Land) -> tuple[tuple[Hex, ...], ...]:
    """Bridges over the large river; those within a turn's march of each other are one gate."""
    found: list[tuple[Hex, ...]] = []
    for h in land.river_bridges:
        if found and GRID.distance(found[-1][-1], h) <= ALLOWANCE:
            found[-1] = (*found[-1], h)
        else:
            found.append((h,))
    return tuple(found)


@lru_cache(maxsize=8)
def _far_bank(land: Land) -> tuple[Hex, ...]:
    dry = (h for h in sorted(land.north_bank) if land.large_river.isdisjoint(GRID.neighbours[h]))
    return tuple(dry)


@lru_cache(maxsize=512)
def _march(
    land: Land,
    ground: tuple[Hex, ...],
    vegetation: str,
    visibility: int,
    out: tuple[Hex, ...],
    held: tuple[Hex, ...],
    eyes: tuple[Hex, ...],
    tolls: Tolls,
    mover: str = "vehicle",
) -> March:
    seen, toll = land.seen[vegetation][visibility], dict.fromkeys(held, tolls.held)
    for eye in eyes:
        for h in seen[eye]:
            toll[h] = toll.get(h, 0) + tolls.seen

    ways_in = {**dict.fromkeys(ground, 1), **points_to_enter(land, vegetation, out, mover)}
    prices = {h: points + toll.get(h, 0) for h, points in ways_in.items()}
    return March(points_to(GRID, ground, prices), held, seen)


@lru_cache
def points_to_enter(land: Land, vegetation: str, out: tuple[Hex, ...], mover: str) -> dict[Hex, int]:
    """What it costs to enter each hex that may be entered; over no lost bridge."""
    prices = land.prices[vegetation, mover]
    return {h: points for h, points in prices.items() if points is not None and h not in out}
