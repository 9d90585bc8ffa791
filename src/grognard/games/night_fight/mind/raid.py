"""21.4 Kiev as a raid: the road that is cleared, and which party deals with which of the pieces that watch it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

from grognard.board.hexgrid import Hex
from grognard.board.paths import points_to
from grognard.games.night_fight.mind.relief import least_watched, road_watched
from grognard.games.night_fight.mind.weights import BY_HAND, Weights
from grognard.games.night_fight.rules.columns import roams
from grognard.games.night_fight.rules.data import EDGES, GRID
from grognard.games.night_fight.rules.deployment import lead_of
from grognard.games.night_fight.rules.goals import anchor_of, road_distances
from grognard.games.night_fight.rules.land import Land
from grognard.games.night_fight.rules.sequence import PHASES
from grognard.games.night_fight.rules.stacks import ALLOWANCE
from grognard.games.night_fight.rules.state import SOVIET, NightFight, Unit, on_map

NO_WAY = 99
COMES = 24  # hexes of road a column makes in a night, and a little
PACE = 5
_UP_TO_MOVEMENT = PHASES[: PHASES.index("German movement") + 1]

FORCES = {
    1: {"t34r": 4, "sdkfz_166": 2, "sig33_sf": 2, "sdkfz_251_22": 2, "sdkfz_251": 4, "infantry": 3},
    2: {"t34r": 4, "sdkfz_166": 2, "sig33_sf": 2, "sdkfz_251_22": 2, "stug_iii": 2, "infantry": 1},
    3: {"t34r": 4, "sdkfz_166": 2, "sig33_sf": 2, "sdkfz_251_22": 2, "sdkfz_251": 4, "stug_iii": 1},
}


def wants(g: NightFight, kind: str) -> bool:
    return raids(g) and g.bought.get(kind, 0) < FORCES.get(round(g.weighed_by(BY_HAND).force), {}).get(kind, 0)


def raids(g: NightFight) -> bool:
    return g.scenario.by_road and g.weighed_by(BY_HAND).raid > 0


def raid(g: NightFight) -> Raid:
    return g.recall("raid", lambda: Raid(g))


class Raid:
    def __init__(self, g: NightFight) -> None:
        self.g, self.weights = g, g.weighed_by(BY_HAND)
        self.seen = g.land.seen[g.vegetation][g.visibility]
        self.out = tuple(sorted(g.bridges_out))
        self.standing = tuple(sorted({u.place for u in g.soviets() if not roams(u)}))
        self.roaming = tuple(sorted({u.place for u in g.soviets() if roams(u)}))

    @cached_property
    def road(self) -> frozenset[Hex]:
        """The road that is worth clearing, as it looked when the phase began."""
        g = self.g
        heads = tuple(lead.place for c in g.columns.values() if (lead := lead_of(g, c)))
        ours = tuple(sorted(filter(on_map, (g.began.get(u.id, u.place) for u in self._fighters))))
        moves = g.scenario.last_turn - g.turn - (g.phase not in _UP_TO_MOVEMENT)
        night = Night(g.land, g.vegetation, g.visibility, self.out)
        return _choice(night, self.standing, heads, ours if g.turn > 1 else (), moves, self.weights)

    @cached_property
    def _fighters(self) -> list[Unit]:
        return [u for u in self.g.germans() if fights(u) and not u.pinned]

    @cached_property
    def _columns(self) -> list[dict[Hex, int]]:
        heads = [lead.place for c in self.g.columns.values() if (lead := lead_of(self.g, c))]
        return [road_distances(self.g.land, h, self.out) for h in heads]

    @cached_property
    def watchers(self) -> tuple[Hex, ...]:
        """Standing pieces that see the road, the easternmost first."""
        road = self.road
        return tuple(h for h in sorted(self.standing, key=lambda h: (h[2:], h)) if not road.isdisjoint(self.seen[h]))

    @cached_property
    def to_the_end(self) -> dict[Hex, int]:
        end = min(self.road, key=lambda h: (h[2:], h), default="2900")
        return _far(self.g.land, (end,), self.g.vegetation, self.out)

    def way_to(self, target: Hex) -> dict[Hex, int]:
        """Movement points from every hex to where a piece can be seen from."""
        held = tuple(sorted(self.g.soviet_hexes))
        posts = tuple(sorted(h for h in self.seen[target] if h not in self.g.soviet_hexes))
        eyes = self.roaming if self.weights.shunning else ()
        return _way_to(self.g.land, posts, self.g.vegetation, self.g.visibility, self.out, held, eyes, round(self.weights.shunning))

    def hurries(self, unit: Unit) -> bool:
        """Has a unit no time to fire at anything but its own target?"""
        target = self.target_of(unit)
        if target is None:
            return False
        return self.way_to(target).get(unit.place, NO_WAY) > ALLOWANCE * (self.g.scenario.last_turn - 2 - self.g.turn)

    @cached_property
    def parties(self) -> list[tuple[Unit, ...]]:
        """Fighters by the hex they stand in, the foremost first; outside, every captured T-34 leads one."""
        g = self.g
        ours = [u for u in g.force() if u.what.fires and not u.pinned and fights(u)]
        found: dict[str, list[Unit]] = {}
        for u in ours:
            found.setdefault(u.place if on_map(u.place) else "outside" if not leads(u) else u.id, []).append(u)
        rest = found.pop("outside", [])
        leaders = [k for k in found if not on_map(k)]
        for i, u in enumerate(rest):
            found.setdefault(leaders[i % len(leaders)] if leaders else "outside", []).append(u)
        far = self.to_the_end
        return [tuple(units) for _, units in sorted(found.items(), key=lambda item: (far.get(item[0], NO_WAY), item[0]))]

    @cached_property
    def targets(self) -> dict[str, Hex]:
        """The foremost parties have the farthest watchers."""
        if not self.watchers:
            return {}
        found: dict[str, Hex] = {}
        n, w = len(self.parties), len(self.watchers)
        ahead = round(n * self.weights.ahead) if w > 1 else n
        for i, party in enumerate(self.parties):
            if i < max(1, ahead):
                target = self.watchers[0]
            else:
                target = self.watchers[min(w - 1, 1 + (i - ahead) * (w - 1) // max(1, n - ahead))]
            for u in party:
                found[u.id] = target
        return found

    def target_of(self, unit: Unit) -> Hex | None:
        return self.targets.get(unit.id)

    def bait_for(self, unit: Unit) -> dict[Hex, int] | None:
        """How far every hex is by road from the column that a unit without a target leads astray."""
        if not self._columns or unit.id in self.targets or self.weights.bait <= 0:
            return None
        others = [u.id for u in self.g.force() if u.id not in self.targets]
        return self._columns[others.index(unit.id) % len(self._columns)]

    @cached_property
    def from_the_road(self) -> dict[Hex, int]:
        return _hexes_from(self.road)

    def astray(self, h: Hex, column: dict[Hex, int]) -> float:
        """What a hex is worth to who leads a column astray: near to it by road, unseen, and aside of the road that is cleared."""
        keep = self.g.visibility + 3
        by_road = anchor_of(self.g.land, h, column)[0]
        aside = max(0, self.g.visibility + 6 - self.from_the_road.get(h, 0))
        return -max(by_road, keep) - self.weights.aside * aside - 6.0 * (not self.seen[h].isdisjoint(self.roaming))


def leads(u: Unit) -> bool:
    return "captured_t34" in u.what.flags


def fights(u: Unit) -> bool:
    return u.what.kind != "gun" and (u.what.strength or 0) >= 2 and u.type not in ("sdkfz_6_2", "infantry")


@lru_cache(maxsize=64)
def _hexes_from(road: frozenset[Hex]) -> dict[Hex, int]:
    return points_to(GRID, road, dict.fromkeys(GRID.hexes, 1)) | dict.fromkeys(road, 0)


class Night(NamedTuple):
    """What is the same for all who look at roads."""

    land: Land
    vegetation: str
    visibility: int
    out: tuple[Hex, ...]

    @property
    def seen(self) -> Mapping[Hex, frozenset[Hex]]:
        return self.land.seen[self.vegetation][self.visibility]


@lru_cache(maxsize=512)
def _choice(
    night: Night, standing: tuple[Hex, ...], heads: tuple[Hex, ...], ours: tuple[Hex, ...], moves: int, weights: Weights
) -> frozenset[Hex]:
    """The road with the fewest watchers, those who cannot be dealt with in time counted double; far from columns, near to us."""
    reach = night.visibility + PACE * moves
    late = {h for h in standing if ours and sum(GRID.distance(place, h) <= reach for place in ours) < 3}

    def price(road: frozenset[Hex]) -> float:
        total = len(road) / 1000
        total += sum(1 + weights.lateness * (h in late) for h in _upon(night, standing, road))
        total += weights.columns * sum(max(0.0, 1 - _near(night.land, h, night.out, road) / COMES) for h in heads)
        if ours:
            far = _far(night.land, road, night.vegetation, night.out)
            away = sum(min(18, far.get(place, NO_WAY)) for place in ours) / len(ours)
            total += weights.constancy * away / ALLOWANCE
        return total

    return min(_roads(night, standing), key=price, default=frozenset())


@lru_cache(maxsize=1024)
def _upon(night: Night, standing: tuple[Hex, ...], road: frozenset[Hex]) -> tuple[Hex, ...]:
    seen = night.seen
    return tuple(h for h in standing if not road.isdisjoint(seen[h]))


@lru_cache(maxsize=1024)
def _near(land: Land, head: Hex, out: tuple[Hex, ...], road: frozenset[Hex]) -> int:
    """How many hexes of road a column has to go to a road."""
    far = road_distances(land, head, out)
    return min((far[h] for h in road if h in far), default=NO_WAY)


@lru_cache(maxsize=64)
def _roads(night: Night, standing: tuple[Hex, ...]) -> list[frozenset[Hex]]:
    """The ways with the fewest watchers from each western road, and to each eastern one."""
    watched = road_watched(dict.fromkeys(standing, 1.0), night.seen)
    west, east = EDGES["west"], EDGES["east"]
    ends = [*(((h,), east) for h in west), *((west, (h,)) for h in east)]
    found = {least_watched(night.land, watched, night.out, *pair): None for pair in ends}
    return [road for road in found if road]


@lru_cache(maxsize=512)
def _far(land: Land, ground: Collection[Hex], vegetation: str, out: tuple[Hex, ...]) -> dict[Hex, int]:
    prices = land.prices[vegetation, "vehicle"]
    return points_to(GRID, ground, {h: p for h, p in prices.items() if p is not None and h not in out})


@lru_cache(maxsize=512)
def _way_to(land: Land, ground: tuple[Hex, ...], vegetation: str, visibility: int, out: tuple[Hex, ...], held: tuple[Hex, ...], eyes: tuple[Hex, ...], toll: int) -> dict[Hex, int]:
    closed = {*out, *held}
    prices = {h: p for h, p in land.prices[vegetation, "vehicle"].items() if p is not None and h not in closed}
    seen = land.seen[vegetation][visibility]
    for h in frozenset(h for eye in eyes for h in seen[eye]):
        if h in prices:
            prices[h] += toll
    return points_to(GRID, ground, prices)
