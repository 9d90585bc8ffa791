"""14.0 Terrain: what the map prints in each hex and on each hexside, and what it does to combat."""

from __future__ import annotations

from grognard.board.hexes.grid import Hex
from grognard.engine import Modifier
from grognard.games.panzer_blitz.rules.data import DRM, UnitType
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit


def edge(a: Hex, b: Hex) -> str:
    """The name of the hexside between two neighbours."""
    return f"{a}/{b}" if a < b else f"{b}/{a}"


def is_deep(g: PanzerBlitz, h: Hex) -> bool:
    """14.6, R-19 A hex with a Deep Stream through it, and no bridge: from it nobody attacks in any way."""
    return h in g.land.deep_streams and not on_bridge(g, h)


def water_kind(g: PanzerBlitz, a: Hex, b: Hex) -> str:
    """14.6, R-19 The water on a hexside: "stream", "deep stream", "river" or nothing; bridges are not looked at."""
    if b in g.land.brook_links.get(a, ()):
        return "deep stream" if b in g.land.deep_links.get(a, ()) else "stream"
    found = g.land.rivers.get(edge(a, b))
    return "" if found is None else g.water.get(found[0], found[1])


def bridged(g: PanzerBlitz, a: Hex, b: Hex) -> bool:
    """14.7 Is there an intact bridge across this hexside?"""
    name = edge(a, b)
    return name in g.land.bridge_sides and name not in g.broken


def bridge_of(g: PanzerBlitz, h: Hex) -> str:
    """R-45 The bridge that can be demolished from this hex, or nothing."""
    if h in g.land.bridge_hexes:
        return h
    return next((name for name in sorted(g.land.bridge_sides) if h in name.split("/")), "")


def on_bridge(g: PanzerBlitz, h: Hex) -> bool:
    """14.7, R-20 A brook hex with a printed, intact bridge."""
    return h in g.land.bridge_hexes and h not in g.broken


def in_ditch(g: PanzerBlitz, h: Hex) -> bool:
    """5.6 Units in this hex are down in a gully or stream, not on a bridge."""
    return h in g.land.ditches and not on_bridge(g, h)


def has_road(g: PanzerBlitz, h: Hex) -> bool:
    return h in g.land.roads


def is_open(g: PanzerBlitz, unit: Unit) -> bool:
    """R-33 Infantry in the open: Clear or Beach, not in a work, ditch, wreck or smoke, not riding."""
    h = unit.place
    return (
        unit.what.infantry
        and not unit.carrier
        and not unit.inside
        and g.land.effects[h].open
        and not in_ditch(g, h)
        and h not in g.wrecks
        and h not in g.smoke
    )


# ------------------------------------------------------------------ terrain effects modifiers


def terrain_modifiers(g: PanzerBlitz, what: UnitType, h: Hex, *, indirect: bool = False) -> list[Modifier]:
    """14.0, 15.1.2 The TEM a type of unit enjoys in its hex; those of different features add up (R-15)."""
    kind, row = g.land.terrain[h], g.land.effects[h]
    found = []
    if indirect and row.tem_indirect is not None:
        exposed = what.mode == "leg" or what.cls in ("truck", "wagon")
        if value := row.tem_indirect[not exposed]:
            found.append(Modifier(row.tem_indirect_cite, value, f"{kind.capitalize()} against indirect fire"))
    elif row.tem and (row.tem_vehicles or not what.vehicle):
        found.append(Modifier(row.tem_cite, row.tem, kind.capitalize()))
    if in_ditch(g, h):
        found.append(Modifier("PB-14.6.10", DRM["tem_gully_stream"], "Gully or stream"))
    if h in g.wrecks:
        found.append(Modifier("PB-15.1.5", DRM["tem_wreck"], "Wreck"))
    return found


def recovers_in_cover(g: PanzerBlitz, unit: Unit) -> bool:
    """13.1.3, R-93 Terrain with a positive TEM against Direct Fire, or a Fortification around it."""
    return unit.inside == "fort" or any(m.value > 0 for m in terrain_modifiers(g, unit.what, unit.place))
