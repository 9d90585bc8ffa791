"""21.4 Kiev as doctrine sees it: the road for the relief, who watches it, and how likely it will lie unseen."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from math import exp

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.paths import cheapest_link_route, link_route
from grognard.engine.core.fact import fact
from grognard.games.night_fight.rules.data import EDGES, GRID
from grognard.games.night_fight.rules.goals import anchor_of, road_distances
from grognard.games.night_fight.rules.map_data import Land
from grognard.games.night_fight.rules.sequence import PHASES, up_to
from grognard.games.night_fight.rules.sight import seen_from
from grognard.games.night_fight.rules.soviet_movement import roams
from grognard.games.night_fight.rules.state import NightFight, Unit
from grognard.games.night_fight.rules.victory import has_eyes

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
    land: Land, watched: Mapping[Hex, int], out: Collection[Hex], west: Collection[Hex] = EDGES["west"]
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
def _road_to(land: Land, head: Hex, goal: Hex, out: tuple[Hex, ...]) -> tuple[Hex, ...]:
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
