"""What is seen of the pocket: everything on the map, zones, supply lines and the pocket itself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import repeat

from msgspec.structs import replace

from grognard.board.hexes.hex_sets import bits_of, hexes_of
from grognard.board.hexes.map import Side
from grognard.engine import Marker, PieceView, Track, View
from grognard.engine.core.fact import fact
from grognard.games.folio.rules.sequence import PHASES
from grognard.games.folio.rules.view import all_counters, done, focus, held, lost, zones
from grognard.games.korsun.rules.data import COUNTERS, ENCIRCLED, GERMAN, GROUND, GROUPS, SOVIET
from grognard.games.korsun.rules.engineers import crossings
from grognard.games.korsun.rules.map_data import Land
from grognard.games.korsun.rules.scenarios import greens
from grognard.games.korsun.rules.state import Pocket
from grognard.games.korsun.rules.supply import (
    GRID,
    REMEMBERED,
    german_net,
    hungry_units,
    in_supply,
    plain_net,
    soviet_net,
    usable,
)
from grognard.games.korsun.rules.victory import level, saved

ALL_PHASES = (*PHASES, "Rebuild")
AROUND = 2  # how far around it a unit holds the ground


def view(g: Pocket, side: str | None) -> View:
    """The whole table; nothing in it is hidden before it is drawn."""
    seen = glance(g, side)
    return replace(seen, markers=(*seen.markers, *_supply_bridges(g), *_lines(g), *_pocket(g), *zones(g)))


def glance(g: Pocket, side: str | None) -> View:
    """The same without what follows from the rest: supply lines, zones, the pocket."""
    return View(
        side=side,
        turn=g.turn,
        turns=g.rules.turns,
        phases=ALL_PHASES,
        phase=g.phase,
        pieces=_pieces(g),
        markers=(*held(g), *_bridges(g), *_shelled(g)),
        tracks=_tracks(g),
        focus=focus(g),
    )


@fact
def out_of_supply(g: Pocket) -> set[str]:
    """12.0 Every unit that a combat would find out of supply, checked by itself."""
    return short_of_supply(g) - served_alone(g)


@fact
def short_of_supply(g: Pocket) -> set[str]:
    """12.0, R54 Every unit out of supply if all of its side are checked at once and share the engineers."""
    return {u.id for side in (SOVIET, GERMAN) for u in hungry_units(g, side)}


@fact
def served_alone(g: Pocket) -> set[str]:
    """13.0, R54 Those of them whom the engineers can serve if nobody else is checked with them, as in a combat."""
    return {u for u in short_of_supply(g) if in_supply(g, g.pieces[u])}


def _pieces(g: Pocket) -> tuple[PieceView, ...]:
    """Every counter, and what was done to it."""
    by_air = ("supplied_by_air", (g.airlifted,))
    return all_counters(g, (*done(g), ("out_of_supply", out_of_supply(g)), ("asleep", g.asleep), by_air))


def _bridges(g: Pocket) -> list[Marker]:
    """13.0 Crossings laid for movement."""
    return [Marker("bridge", a, f"{a}/{b}") for a, b in crossings(g)]


def _supply_bridges(g: Pocket) -> list[Marker]:
    """13.0 Crossings that carry supply."""
    return [Marker("supply bridge", a, f"{a}/{b}") for a, b in german_net(g, g.units(GERMAN)).crossings]


def _shelled(g: Pocket) -> list[Marker]:
    """8.6 Hexes bombarded this turn."""
    return [Marker("bombarded", h) for h in g.bombarded]


def _lines(g: Pocket) -> tuple[Marker, ...]:
    """12.0 The hexes by which supply comes to each side's units, from the sources on."""
    german = german_net(g, g.units(GERMAN))
    ours = _trunks(g.land, GERMAN, german.west | german.field, g.front(GERMAN).hexes, german.crossings)
    return (*_trunks(g.land, SOVIET, soviet_net(g), g.front(SOVIET).hexes), *ours)


@lru_cache(REMEMBERED)
def _trunks(land: Land, side: str, net: int, units: int, bridges: tuple[Side, ...] = ()) -> tuple[Marker, ...]:
    """The shortest lines from the units to the sources, running together where they can: each hex and its next."""
    rings, steps = _rings(land, land.sources[side] & net, net, bridges), {**land.overland, **_over(land, bridges)}
    lines: dict[str, str] = {}
    for far, ring in enumerate(rings):
        for h in hexes_of(GRID, ring & units):
            for inner in reversed(rings[:far]):
                if h in lines:
                    break
                nearer = [n for n in steps[h] if inner >> GROUND.index[n] & 1]
                lines[h] = next((n for n in nearer if n in lines), nearer[0])
                h = lines[h]
    return tuple(Marker("supply", h, side, nearer) for h, nearer in lines.items())


def _rings(land: Land, sources: int, net: int, bridges: tuple[Side, ...]) -> list[int]:
    """The hexes of a net by their steps from the sources: none, one, two and so on."""
    rings, left = [sources], net & ~sources
    while rings[-1]:
        reached = land.dry.step(rings[-1]) | bits_of(GRID, _ends(bridges, rings[-1]))
        rings.append(reached & left)
        left &= ~reached
    return rings


def _ends(bridges: tuple[Side, ...], ring: int) -> Iterator[str]:
    """13.0 Where the crossings out of these hexes lead."""
    for a, b in bridges:
        if ring >> GROUND.index[a] & 1:
            yield b
        if ring >> GROUND.index[b] & 1:
            yield a


def _over(land: Land, bridges: tuple[Side, ...]) -> dict[str, tuple[str, ...]]:
    """The steps out of hexes from which engineers carry a line over a river."""
    found: dict[str, tuple[str, ...]] = {}
    for a, b in bridges:
        found[a] = (*found.get(a, land.overland[a]), b)
        found[b] = (*found.get(b, land.overland[b]), a)
    return found


def _pocket(g: Pocket) -> list[Marker]:
    """The ground the Encircled Force holds by itself: not yet joined to that of the relief or to the west edge."""
    ours = g.front(GERMAN).hexes
    green = bits_of(GRID, [u.place for u in g.units(GERMAN) if COUNTERS[u.id].group == ENCIRCLED])
    held = usable(g, GERMAN) & GROUND.within(ours, AROUND)
    relief = GROUND.around.flood((ours & ~green | g.land.west_exits) & plain_net(g).west, held)
    return [Marker("pocket", h) for h in hexes_of(GRID, GROUND.around.flood(green & ~relief, held))]


@cache
def _pool(name: str, left: tuple[int, ...]) -> Track:
    """16.0 What a pool still holds: every counter drawn from it was seen."""
    what = GROUPS[name]
    held = " ".join([*(f"+{value}" for value in left), f"({len(left)} of {len(what.counters)})"])
    return Track(what.name, held, "KP-15.1.1", "Support markers")


@lru_cache(REMEMBERED)
def _pools(left: tuple[tuple[int, ...], ...]) -> tuple[Track, ...]:
    """16.0 What all pools still hold."""
    return tuple(map(_pool, GROUPS, left))


@lru_cache(REMEMBERED)
def _standing(battle: str, current: str, weather: str, count: int, air_supply: int, asleep: int) -> tuple[Track, ...]:
    """What else is kept in sight, but for the losses."""
    return (
        Track("Player turn", current, "FO-4.1.1"),
        Track("Weather", weather, "KP-11.0.3"),
        Track("Connected to the west", f"{count} of {greens(battle)}: {level(count, battle).name}", "KP-20.0.7"),
        Track("Air supply", str(air_supply), "KP-12.2.1"),
        Track("5th Guards Tank Army asleep", str(asleep), "KP-19.0.1"),
    )


def _tracks(g: Pocket) -> tuple[Track, ...]:
    standing = _standing(g.scenario_id, g.current, g.weather, saved(g), g.air_supply, len(g.asleep))
    return (*standing, _lost(g), *_pools(tuple(map(g.markers.get, GROUPS, repeat(())))))


@fact
def _lost(g: Pocket) -> Track:
    return lost(g)
