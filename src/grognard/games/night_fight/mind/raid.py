"""21.4 Kiev as a raid: which road is cleared, and which party deals with which of the pieces that watch it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import NamedTuple

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.paths import points_to
from grognard.engine.core.fact import fact
from grognard.games.night_fight.mind.routes import (
    NO_WAY,
    eyes_upon_hexes,
    least_watched,
    points_to_enter,
    standing,
    watchers,
)
from grognard.games.night_fight.mind.weights import Weights, weights_of
from grognard.games.night_fight.rules.column_formation import anchor_of, lead_of, road_distances
from grognard.games.night_fight.rules.data import EDGES, GRID
from grognard.games.night_fight.rules.map_data import Land
from grognard.games.night_fight.rules.sequence import up_to
from grognard.games.night_fight.rules.soviet_movement import roams
from grognard.games.night_fight.rules.stacking import ALLOWANCE
from grognard.games.night_fight.rules.state import NightFight, Unit, on_map

PACE = 5  # hexes a party makes in a turn
PARTY = 3  # units that deal with one piece
COMES = 24  # hexes of road a column makes in a night
ASIDE = 18  # movement points from the road beyond which more make no difference
# 8.3 Columns make for the nearest German, so a decoy is near to one, and far from the road.
APART = 3  # hexes beyond visibility that are near enough to a column
CLEAR = 6  # and far enough from the road
IN_VIEW = 6.0  # what it costs to come where a column or one of its pieces sees it


def applies(g: NightFight) -> bool:
    """Is the night one for a raid, by these weights?"""
    return g.scenario.by_road and weights_of(g).raid > 0


def watchers_to_clear(g: NightFight) -> Collection[Hex]:
    """Where the standing pieces are that watch the road."""
    return road_watchers(g) if applies(g) else watchers(g)


def is_decoy(unit: Unit) -> bool:
    """Those who fight badly or not at all lead columns astray, and have no part in the raid."""
    return unit.what.kind in ("foot", "soft_vehicle", "gun") or "command" in unit.what.flags or not unit.what.fires


class Night(NamedTuple):
    """What is the same for all roads."""

    land: Land
    vegetation: str
    visibility: int
    out: tuple[Hex, ...]

    @property
    def seen(self) -> Mapping[Hex, frozenset[Hex]]:
        return self.land.seen[self.vegetation][self.visibility]

    @property
    def to_enter(self) -> dict[Hex, int]:
        return points_to_enter(self.land, self.vegetation, self.out, "vehicle")


@fact
def night(g: NightFight) -> Night:
    return Night(g.land, g.vegetation, g.visibility, tuple(sorted(g.bridges_out)))


# ------------------------------------------------------------------ the Soviets


@fact
def roaming(g: NightFight) -> tuple[Hex, ...]:
    """Where the pieces are that move about."""
    return tuple(sorted({u.place for u in g.soviets() if roams(u)}))


@fact
def column_heads(g: NightFight) -> tuple[Hex, ...]:
    """Where the lead of each column is."""
    return tuple(lead.place for c in g.columns.values() if (lead := lead_of(g, c)))


# ------------------------------------------------------------------ who goes where


@fact
def fighters(g: NightFight) -> list[Unit]:
    """Those who can take part, on the map or about to enter it."""
    return [u for u in g.force() if not is_decoy(u) and not u.pinned]


@fact
def road(g: NightFight) -> frozenset[Hex]:
    """The road that is cleared: chosen for a whole phase, by where units were when they began to move."""
    places = [g.began.get(u.id, u.place) for u in fighters(g)] if g.turn > 1 else []
    moves = g.scenario.last_turn - g.turn - (g.phase not in up_to("German movement"))
    ours = tuple(sorted(filter(on_map, places)))
    return _choice(night(g), standing(g), column_heads(g), ours, moves, weights_of(g))


@fact
def road_watchers(g: NightFight) -> tuple[Hex, ...]:
    """Where the standing pieces are that see the road, the easternmost first."""
    return tuple(sorted(_upon(night(g), standing(g), road(g)), key=lambda h: (h[2:], h)))


@fact
def points_to_the_end(g: NightFight) -> dict[Hex, int]:
    """Movement points from every hex to the eastern end of the road."""
    end = [min(road(g), key=lambda h: h[2:])] if road(g) else EDGES["east"]
    return _points_from(night(g), frozenset(end))


@fact
def points_to_see(g: NightFight, target: Hex) -> dict[Hex, int]:
    """Movement points from every hex to where a piece can be seen from, round Soviets and what columns see."""
    return _way_to(night(g), target, tuple(sorted(g.soviet_hexes)), roaming(g), round(weights_of(g).shunning))


def parties(g: NightFight) -> list[list[Unit]]:
    """Fighters by the hex they stand in, the foremost first; outside each captured T-34 has a party."""
    found: dict[str, list[Unit]] = {}
    outside = [u for u in fighters(g) if not on_map(u.place)]
    leaders = [u.id for u in outside if "captured_t34" in u.what.flags] or ["outside"]
    others = [u for u in outside if u.id not in leaders]
    company = {u.id: leaders[i % len(leaders)] for i, u in enumerate(others)}
    for unit in fighters(g):
        found.setdefault(unit.place if on_map(unit.place) else company.get(unit.id, unit.id), []).append(unit)
    far = points_to_the_end(g)
    return [found[at] for at in sorted(found, key=lambda at: (far.get(at, NO_WAY), at))]


@fact
def targets(g: NightFight) -> dict[str, Hex]:
    """Which watcher each unit deals with: the foremost parties have the farthest, and the last the nearest."""
    watching, bands, found = road_watchers(g), parties(g), dict[str, Hex]()
    ahead = max(1, round(len(bands) * weights_of(g).ahead))
    for i, party in enumerate(bands if watching else ()):
        behind = 1 + (i - ahead) * (len(watching) - 1) // max(1, len(bands) - ahead)
        found |= {u.id: watching[0 if i < ahead else min(behind, len(watching) - 1)] for u in party}
    return found


def hurries(g: NightFight, unit: Unit) -> bool:
    """Has a unit no turn to lose if it is to fire twice at its target? Then it passes others by."""
    target = targets(g).get(unit.id)
    if target is None:
        return False
    far = _points_from(night(g), night(g).seen[target]).get(unit.place, NO_WAY)
    return far > ALLOWANCE * (g.scenario.last_turn - 2 - g.turn)


# ------------------------------------------------------------------ decoys


def decoy_values(g: NightFight, unit: Unit) -> Mapping[Hex, float] | None:
    """8.3 What each hex is worth to a decoy; None for a unit with a watcher to deal with, and without a column.

    The decoys share the columns out among them.
    """
    if not applies(g) or unit.id in targets(g) or not column_heads(g):
        return None
    head = column_heads(g)[decoys(g).index(unit.id) % len(column_heads(g))]
    return _decoy_values(night(g), head, road(g), roaming(g), weights_of(g).aside)


@fact
def decoys(g: NightFight) -> list[str]:
    """Who has nobody to deal with leads columns astray."""
    bound = targets(g)
    return [u.id for u in g.force() if u.id not in bound]


class _DecoyValues(dict[Hex, float]):
    """Near to a column by road, unseen, and aside of the road that is cleared; found when a hex is asked for."""

    def __init__(self, night: Night, head: Hex, road: frozenset[Hex], roaming: tuple[Hex, ...], aside: float) -> None:
        self.night, self.roaming, self.aside, self.seen = night, roaming, aside, night.seen
        self.column, self.from_road = road_distances(night.land, head, night.out), _hexes_from(road)

    def __missing__(self, h: Hex) -> float:
        near = max(self.night.visibility + APART, anchor_of(self.night.land, h, self.column)[0])
        too_close = max(0, self.night.visibility + CLEAR - self.from_road.get(h, 0))
        self[h] = -near - self.aside * too_close - IN_VIEW * (not self.seen[h].isdisjoint(self.roaming))
        return self[h]


_decoy_values = lru_cache(maxsize=64)(_DecoyValues)


@lru_cache(maxsize=64)
def _hexes_from(road: frozenset[Hex]) -> dict[Hex, int]:
    """How far every hex is from a road."""
    return points_to(GRID, sorted(road), dict.fromkeys(GRID.hexes, 1))


# ------------------------------------------------------------------ the choice of a road


@lru_cache(maxsize=512)
def _choice(
    night: Night, standing: tuple[Hex, ...], heads: tuple[Hex, ...], ours: tuple[Hex, ...], moves: int, weights: Weights
) -> frozenset[Hex]:
    """The road with the fewest watchers, above all such as there is no time for, away from columns and near to us."""
    reach = night.visibility + PACE * moves
    late = {h for h in standing if ours and sum(GRID.distance(place, h) <= reach for place in ours) < PARTY}

    def price(road: frozenset[Hex]) -> float:
        watched = sum(1 + weights.lateness * (h in late) for h in _upon(night, standing, road))
        met = sum(max(0.0, 1 - _by_road(night, head, road) / COMES) for head in heads)
        far = _points_from(night, road) if ours else {}
        away = sum(min(ASIDE, far.get(place, ASIDE)) for place in ours) / (len(ours) or 1) / ALLOWANCE
        return watched + weights.columns * met + weights.constancy * away + len(road) / 1000

    return min(_roads(night, standing), key=price, default=frozenset())


@lru_cache(maxsize=64)
def _roads(night: Night, standing: tuple[Hex, ...]) -> list[frozenset[Hex]]:
    """The least watched way from each western road."""
    watched = eyes_upon_hexes(dict.fromkeys(standing, 1.0), night.seen)
    found = dict.fromkeys(least_watched(night.land, watched, night.out, [h]) for h in EDGES["west"])
    return [road for road in found if road]


@lru_cache(maxsize=1024)
def _upon(night: Night, standing: tuple[Hex, ...], road: frozenset[Hex]) -> tuple[Hex, ...]:
    seen = night.seen
    return tuple(h for h in standing if not road.isdisjoint(seen[h]))


@lru_cache(maxsize=1024)
def _by_road(night: Night, head: Hex, road: frozenset[Hex]) -> int:
    """How many hexes of road a column is from another road."""
    far = road_distances(night.land, head, night.out)
    return min((far[h] for h in road if h in far), default=NO_WAY)


# ------------------------------------------------------------------ ways


@lru_cache(maxsize=512)
def _points_from(night: Night, ground: frozenset[Hex]) -> dict[Hex, int]:
    """Movement points from every hex to the nearest of several; units in the way do not count."""
    return points_to(GRID, sorted(ground), night.to_enter)


@lru_cache(maxsize=512)
def _way_to(night: Night, target: Hex, held: tuple[Hex, ...], roaming: tuple[Hex, ...], toll: int) -> dict[Hex, int]:
    seen, prices = night.seen, dict(night.to_enter)
    for h in held:
        prices.pop(h, None)
    for h in frozenset[Hex]().union(*(seen[eye] for eye in roaming)) & prices.keys():
        prices[h] += toll
    return points_to(GRID, sorted(seen[target].difference(held)), prices)
