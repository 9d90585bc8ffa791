"""8.3, 8.5 What Soviet columns and units on their own make for."""

from __future__ import annotations

from functools import lru_cache

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.paths import link_distances
from grognard.games.night_fight.rules.data import GRID, LIMITS
from grognard.games.night_fight.rules.map_data import Land
from grognard.games.night_fight.rules.rolls import against, came
from grognard.games.night_fight.rules.sight import seen_from
from grognard.games.night_fight.rules.state import NightFight, Unit


def spotted_germans(g: NightFight) -> tuple[Hex, ...]:
    """8.3 The hexes of spotted Germans."""
    return tuple(sorted({u.place for u in g.spotted() if u.place in g.german_hexes}))


def quarry(g: NightFight, spotted: tuple[Hex, ...], units: list[Unit]) -> tuple[Hex, ...]:
    """8.3, 8.5, R21, R24 As the phase opens: the hexes of spotted Germans, if any of these units has one in view."""
    return spotted if spotted and any(not seen_from(g, u.place).isdisjoint(spotted) for u in units) else ()


def wanted_hexes(g: NightFight, spotted: tuple[Hex, ...], who: str) -> list[Hex]:
    """8.3, R21 All German-held hexes, or on a die of 4 to 6 only those of the spotted units there were in view."""
    if not spotted:
        return sorted(g.german_hexes)
    die = g.d6()
    working = against(f"{who} turns to the nearest spotted German", (die,), LIMITS["redirect_needs"])
    turns = came(working)
    what = "turns to the nearest spotted German" if turns else "keeps to the nearest German, spotted or not"
    text = "{who} has a spotted German in view: {die}, it {what}"
    g.tell("NF-8.3.8", text, working=working, who=who, die=die, what=what)
    return list(spotted) if turns else sorted(g.german_hexes)


@lru_cache(maxsize=4096)
def road_distances(land: Land, head: Hex, out: tuple[Hex, ...]) -> dict[Hex, int]:
    """R22 Road distance to every road hex that can be reached past the lost bridges."""
    return link_distances(land.road_links, head, closed=frozenset(out))


def anchor_of(land: Land, h: Hex, far: dict[Hex, int]) -> tuple[int, Hex]:
    """8.3, R22 The distance to a German by road, and the road hex to make for: the closest to one off the road."""
    if h in far:
        return far[h], h
    near = [(far[r], r) for r in land.nearest_roads[h] if r in far]
    if near:
        road, anchor = min(near)
    else:
        _, road, anchor = min((GRID.distance(h, r), far[r], r) for r in far)
    return road + GRID.distance(h, anchor), anchor


def road_goal(g: NightFight, head: Hex, wanted: list[Hex]) -> Hex:
    """8.3, R22 Where the column makes for: the nearest German by road, equal ones at random."""
    land = g.land
    far = road_distances(land, head, tuple(sorted(g.bridges_out)))
    ways = [anchor_of(land, h, far) for h in wanted]
    least = min(ways)[0]
    return g.choose([anchor for distance, anchor in ways if distance == least])
