"""The way to the ground each scenario is about, round the Soviets and what their columns can see."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from math import exp
from typing import NamedTuple

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.paths import cheapest_link_route, link_route, points_to
from grognard.engine.core.fact import fact
from grognard.games.night_fight.mind.weights import Weights, weights_of
from grognard.games.night_fight.rules.column_formation import anchor_of, road_distances
from grognard.games.night_fight.rules.data import EDGE_ROADS, EDGES, GRID
from grognard.games.night_fight.rules.map_data import MapData
from grognard.games.night_fight.rules.sequence import PHASES, up_to
from grognard.games.night_fight.rules.sight import seen_from
from grognard.games.night_fight.rules.soviet_movement import roams
from grognard.games.night_fight.rules.stacking import ALLOWANCE, has_room, overstacked
from grognard.games.night_fight.rules.state import NightFight, Unit
from grognard.games.night_fight.rules.victory import has_eyes

# -------------------- 21.4 Kiev as doctrine sees it

UNSEEN = 0.3  # how fast the chance falls with every pair of eyes on the road
PASSING = 0.3  # how likely a column that sees the road early on will see it in the end
PARTY = 3  # units that deal with one piece
SHOT = 0.2  # how fast the chance that a piece stays falls with every shot there is time for
PACE = 5.0  # hexes a party makes in a turn
STRIDE = 4  # hexes of road a column makes in a turn
EYES = 1000  # points for a road in view of one pair of eyes
A_HEX = 100  # points for a hex of road


# ------------------------------------------------------------------ the road


@fact
def standing(g: NightFight) -> tuple[Hex, ...]:
    """Where the pieces are that stay, and count."""
    return tuple(sorted({u.place for u in g.soviets() if not roams(u) and has_eyes(g, u.place)}))


@fact
def watchers(g: NightFight) -> frozenset[Hex]:
    """Hexes of standing Soviet pieces from which the least watched road from west to east can be seen.

    Columns come and go; a road is chosen by the pieces that stay.
    """
    seen = g.land.seen[g.vegetation][g.visibility]
    road = least_watched(g.land, eyes_upon_hexes(dict.fromkeys(standing(g), 1.0), seen), g.bridges_out)
    return frozenset(h for h in standing(g) if not road.isdisjoint(seen[h]))


def _passes(g: NightFight, h: Hex) -> bool:
    """Will those in a hex move on?"""
    return all(map(roams, g.here(h)))


def eyes_upon_hexes(eyes: Mapping[Hex, float], seen: Mapping[Hex, frozenset[Hex]]) -> dict[Hex, int]:
    """How heavily each hex is watched, by the weight of those who see it."""
    found: dict[Hex, int] = {}
    for h, weight in eyes.items():
        points = round(EYES * weight)
        for hex in seen[h]:
            found[hex] = found.get(hex, 0) + points
    return found


def least_watched(
    land: MapData, watched: Mapping[Hex, int], out: Collection[Hex], west: Collection[Hex] = EDGES["west"]
) -> frozenset[Hex]:
    """The road from the west edge to the east edge with the fewest eyes upon it, past lost bridges; empty if none."""
    closed = {h for h in land.road_links if h in out or h not in land.south_bank}

    def price(h: Hex) -> int | None:
        return None if h in closed else A_HEX + watched.get(h, 0)

    return frozenset(cheapest_link_route(land.road_links, west, EDGES["east"], price) or ())


# ------------------------------------------------------------------ the value


def value(g: NightFight) -> float:
    """The less the Soviets will see of some road when it is decided the better, and the more tanks are left."""
    passing = PASSING + (1 - PASSING) * (g.turn / g.scenario.last_turn) ** 2
    held = frozenset(standing(g))
    eyes = {**dict.fromkeys(_passers(g), passing), **dict.fromkeys(filter(held.__contains__, g.soviet_hexes), 1.0)}
    road = least_watched(g.land, eyes_upon_hexes(eyes, g.land.seen[g.vegetation][g.visibility]), g.bridges_out)
    upon = [h for h in eyes if not road.isdisjoint(seen_from(g, h))]
    ours = [u for u in g.germans() if u.what.fires and not u.pinned]
    parties = _parties([h for h in upon if eyes[h] == 1.0], ours)
    seen = passing * (len(upon) - len(parties)) + sum(_stays(g, eye, party) for eye, party in parties.items())
    strength = len(ours) / (len(ours) + 4)
    return 0.95 * exp(-UNSEEN * seen) * (0.6 + 0.4 * strength)


def _passers(g: NightFight) -> list[Hex]:
    """Where the pieces that move on will look from next: a column that is still together goes on along its road."""
    markers = {g.pieces[c.marker].place for c in g.columns.values() if not c.deployed}
    return [_bound_for(g, h) if h in markers else h for h in g.soviet_hexes if _passes(g, h)]


def _bound_for(g: NightFight, marker: Hex) -> Hex:
    """8.3 Where a column will probably stand when it has moved once more: on the road to the nearest German."""
    last = g.turn == g.scenario.last_turn and PHASES.index(g.phase) > PHASES.index("Soviet movement")
    if last or not g.german_hexes:
        return marker
    out = tuple(sorted(g.bridges_out))
    far = road_distances(g.land, marker, out)
    goal = min(anchor_of(g.land, h, far) for h in g.german_hexes)[1]
    way = [h for h in _road_to(g.land, marker, goal, out) if h not in g.german_hexes]
    return way[min(STRIDE, len(way) - 1)] if way else marker


@lru_cache(maxsize=4096)
def _road_to(land: MapData, head: Hex, goal: Hex, out: tuple[Hex, ...]) -> tuple[Hex, ...]:
    return tuple(link_route(land.road_links, head, [goal], closed=set(out)) or ())


def _parties(eyes: list[Hex], ours: list[Unit]) -> dict[Hex, list[Unit]]:
    """Who deals with which of the pieces that watch the road: the farthest has the first choice."""
    free, parties = list(ours), dict[Hex, list[Unit]]()
    away = {eye: min((GRID.distance(u.place, eye) for u in ours), default=0) for eye in eyes}
    for eye in sorted(eyes, key=lambda eye: (away[eye], eye), reverse=True):
        nearest = sorted(free, key=lambda u: GRID.distance(u.place, eye))
        parties[eye], free = nearest[:PARTY], nearest[PARTY:]
    for unit in free if eyes else ():
        parties[min(eyes, key=lambda eye: GRID.distance(unit.place, eye))].append(unit)
    return parties


def _stays(g: NightFight, eye: Hex, party: list[Unit]) -> float:
    """The chance that a piece is still there when it is decided, by the shots there is time for."""
    shots, turns = 0.0, g.scenario.last_turn - g.turn + (g.phase in up_to("German fire"))
    for unit in party:
        away = GRID.distance(unit.place, eye) - g.visibility
        late = 0.0 if eye in seen_from(g, unit.place) else max(1.0, away / PACE)
        shots += max(0.0, turns - late)
    return exp(-SHOT * (shots + any(u.up for u in g.here(eye))))


# -------------------- The way to the ground each scenario is about, round the Soviets and what their columns can see

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


def others(land: MapData, gate: tuple[Hex, ...]) -> tuple[Hex, ...]:
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
def crossings(land: MapData) -> tuple[tuple[Hex, ...], ...]:
    """Bridges over the large river; those within a turn's march of each other are one gate."""
    found: list[tuple[Hex, ...]] = []
    for h in land.river_bridges:
        if found and GRID.distance(found[-1][-1], h) <= ALLOWANCE:
            found[-1] = (*found[-1], h)
        else:
            found.append((h,))
    return tuple(found)


@lru_cache(maxsize=8)
def _far_bank(land: MapData) -> tuple[Hex, ...]:
    dry = (h for h in sorted(land.north_bank) if land.large_river.isdisjoint(GRID.neighbours[h]))
    return tuple(dry)


@lru_cache(maxsize=512)
def _march(
    land: MapData,
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
def points_to_enter(land: MapData, vegetation: str, out: tuple[Hex, ...], mover: str) -> dict[Hex, int]:
    """What it costs to enter each hex that may be entered; over no lost bridge."""
    prices = land.prices[vegetation, mover]
    return {h: points for h, points in prices.items() if points is not None and h not in out}


# -------------------- How likely something bad happens to a stack in a hex, by what may lie face down in view of it

Guns = tuple[tuple[Hex, float], ...]  # how much fire each Soviet-held hex may bring to bear


class _Danger(dict[Hex, float]):
    """What the Soviets may do to a stack in each hex, as long as their pieces stay as they are."""

    def __init__(self, guns: Guns, base: int, land: MapData, vegetation: str, far: int, weights: Weights) -> None:
        seen = land.seen[vegetation][far]
        self.guns, self.base = [(s, guns, seen[s]) for s, guns in guns], base
        self.lethal, self.afar = {1: weights.adjacent, 2: weights.close, 3: weights.near}, weights.afar

    def __missing__(self, h: Hex) -> float:
        total = 0.0
        for s, guns, seen in self.guns:
            if h in seen:
                distance = GRID.distance(s, h)
                total += max(0, min(6, self.base + (distance == 1))) / 6 * self.lethal.get(distance, self.afar) * guns
        self[h] = total
        return total


def danger_to(g: NightFight, units: tuple[Unit, ...]) -> _Danger:
    """16.1 The danger to a stack that a captured T-34 hides, or to any other."""
    return _danger(g, any(map(disguised, units)))


@fact
def _danger(g: NightFight, in_disguise: bool) -> _Danger:
    base = 3 + 2 * g.alerted + {"guards": 1, "recruits": -1}.get(g.quality, 0) - 2 * in_disguise
    return _Danger(guns(g), base, g.land, g.vegetation, g.visibility, weights_of(g))


def guns(g: NightFight) -> Guns:
    """How much fire each Soviet-held hex may bring to bear."""
    found: dict[Hex, float] = {}
    weights = weights_of(g)
    for unit in g.soviets():
        found[unit.place] = found.get(unit.place, 0.0) + _guns_of(unit, weights)
    return tuple(found.items())


def _guns_of(unit: Unit, weights: Weights) -> float:
    what = unit.what
    if what.kind == "marker":
        return weights.column
    if not unit.up:
        return weights.hidden
    return (what.strength or 3) / 3 if what.fires and not unit.pinned else 0.0


def disguised(unit: Unit) -> bool:
    """16.1 A captured T-34 hides its hex."""
    return "captured_t34" in unit.what.flags
