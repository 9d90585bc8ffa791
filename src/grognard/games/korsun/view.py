"""What is seen of the pocket: everything on the map, zones, supply lines and the pocket itself."""

from __future__ import annotations

from grognard.board.hexmap import Side
from grognard.board.hexset import bits_of, hexes_of
from grognard.engine import Marker, PieceView, Track, View
from grognard.games.folio.sequence import PHASES
from grognard.games.folio.state import Unit
from grognard.games.folio.view import focus, held, lost, piece_view, zones
from grognard.games.korsun.data import (
    AIRFIELD,
    COUNTERS,
    ENCIRCLED,
    GERMAN,
    GROUND,
    GROUPS,
    SOVIET,
    SOVIET_ROADS,
    WEST_ROADS,
)
from grognard.games.korsun.engineers import crossings
from grognard.games.korsun.state import Pocket
from grognard.games.korsun.supply import DRY, GRID, connected, german_net, soviet_net, supplied, usable
from grognard.games.korsun.victory import GREEN, level


def view(g: Pocket, side: str | None) -> View:
    """The whole table; nothing in it is hidden before it is drawn."""
    hungry = out_of_supply(g)
    return View(
        side=side,
        turn=g.turn,
        turns=g.rules.turns,
        phases=(*PHASES, "Rebuild"),
        phase=g.phase,
        pieces=tuple(_piece(g, u, hungry) for u in g.pieces.values()),
        markers=(*held(g), *_bridges(g), *_shelled(g), *_lines(g), *_pocket(g), *zones(g)),
        tracks=_tracks(g),
        focus=focus(g),
    )


def out_of_supply(g: Pocket) -> set[str]:
    """12.0 Every unit out of supply, each side checked at once."""
    found = set()
    for side in (SOVIET, GERMAN):
        units = g.units(side)
        found |= {u.id for u, fed in zip(units, supplied(g, units), strict=True) if not fed}
    return found


def _piece(g: Pocket, unit: Unit, hungry: set[str]) -> PieceView:
    marks = ["out_of_supply"] if unit.id in hungry else []
    marks += ["immobile"] if unit.id in g.asleep else []
    marks += ["loaded"] if unit.id == g.airlifted else []
    return piece_view(g, unit, *marks)


def _bridges(g: Pocket) -> list[Marker]:
    """13.0 Crossings laid for movement, and those that carry supply."""
    found = [Marker("bridge", a, f"{a}/{b}") for a, b in crossings(g)]
    return found + [Marker("supply bridge", a, f"{a}/{b}") for a, b in german_net(g, g.units(GERMAN)).crossings]


def _shelled(g: Pocket) -> list[Marker]:
    """8.6 Hexes bombarded this turn."""
    return [Marker("bombarded", h) for h in g.bombarded]


def _lines(g: Pocket) -> list[Marker]:
    """12.0 The hexes by which supply comes to each side's units, from the sources on."""
    found = []
    lines = german_net(g, g.units(GERMAN))
    nets = ((SOVIET, soviet_net(g), SOVIET_ROADS), (GERMAN, lines.west | lines.field, (*WEST_ROADS, AIRFIELD)))
    for side, net, sources in nets:
        for h in _trunks(net, sources, g.units(side), lines.crossings if side == GERMAN else ()):
            found.append(Marker("supply", h, side))
    return found


def _trunks(net: int, sources: tuple[str, ...], units: tuple[Unit, ...], bridges: tuple[Side, ...]) -> list[str]:
    """The shortest lines from the sources to the units, laid over one another."""
    came: dict[str, str] = {h: "" for h in sources if net >> GROUND.index[h] & 1}
    edge = list(came)
    while edge:
        nexts = []
        for here in edge:
            reach = DRY.step(1 << GROUND.index[here]) & net
            over = [h for pair in bridges if here in pair for h in pair if h != here and net >> GROUND.index[h] & 1]
            for there in [*hexes_of(GRID, reach), *over]:
                if there not in came:
                    came[there] = here
                    nexts.append(there)
        edge = nexts
    used: dict[str, bool] = {}
    for unit in units:
        h = unit.place
        while h in came and h not in used:
            used[h] = True
            h = came[h]
    return list(used)


def _pocket(g: Pocket) -> list[Marker]:
    """The ground the Encircled Force holds together while it has no line to the west."""
    saved = {u.id for u in connected(g)}
    green = [u.place for u in g.units(GERMAN) if COUNTERS[u.id].group == ENCIRCLED and u.id not in saved]
    inside = GROUND.around.flood(bits_of(GRID, green), usable(g, GERMAN))
    return [Marker("pocket", h) for h in hexes_of(GRID, inside)]


def _tracks(g: Pocket) -> tuple[Track, ...]:
    saved = len(connected(g))
    pools = [
        Track(what.name, f"{len(g.markers.get(name, ()))} of {len(what.counters)}", "KP-15.1.1")
        for name, what in GROUPS.items()
    ]
    return (
        Track("Player turn", g.current, "FO-4.1.1"),
        Track("Weather", g.weather, "KP-11.0.3"),
        Track("Connected to the west", f"{saved} of {GREEN}: {level(saved)[0]}", "KP-20.0.7"),
        Track("Air supply", str(g.air_supply), "KP-12.2.1"),
        Track("5th Guards Tank Army asleep", str(len(g.asleep)), "KP-19.0.1"),
        lost(g),
        *pools,
    )
