"""21.1 Two ways over the river: a few lures take the one where the columns are, and the others take the other.

A column makes for the nearest German by road (8.3). Who comes first on the short way draws those that are near it,
and what is left of them there cannot meet the force at another bridge.
"""

from __future__ import annotations

from grognard.board.hexgrid import Hex
from grognard.games.night_fight.mind.march import NO_WAY, bare_way, crossings
from grognard.games.night_fight.rules.goals import road_distances
from grognard.games.night_fight.rules.state import NightFight, Unit

Gate = tuple[Hex, ...]
LURES = 2  # units


def standing_gates(g: NightFight) -> list[Gate]:
    """21.1 The gates over the large river of which a bridge still stands."""
    return [gate for gate in crossings(g.land) if any(h not in g.bridges_out for h in gate)]


def nearest_gate(g: NightFight, h: Hex) -> Gate:
    """Through which gate the bare march is shortest from a hex."""
    return min(standing_gates(g), key=lambda gate: bare_way(g, gate).far.get(h, NO_WAY))


def short_entry(g: NightFight) -> Hex:
    """7.0 The entry hex from which the bare march is shortest."""
    return g.recall("the short way", lambda: _short_entry(g))


def _short_entry(g: NightFight) -> Hex:
    return min(g.scenario.entry, key=lambda h: bare_way(g, nearest_gate(g, h)).far.get(h, NO_WAY))


def pays(g: NightFight) -> bool:
    """Are there two ways, and at least half of the columns nearer by road to the short one?"""
    return g.recall("the ruse pays", lambda: _pays(g))


def _pays(g: NightFight) -> bool:
    if g.aim.kind != "bank" or g.turn > 1 or len(g.scenario.entry) < 2 or len(standing_gates(g)) < 2:
        return False
    heads = [g.pieces[c.marker].place for c in g.columns.values() if not c.deployed]
    return bool(heads) and 2 * sum(_makes_for(g, head) == short_entry(g) for head in heads) >= len(heads)


def _makes_for(g: NightFight, head: Hex) -> Hex:
    """8.3 The entry hex that is nearest by road."""
    far = road_distances(g.land, head, tuple(sorted(g.bridges_out)))
    return min(g.scenario.entry, key=lambda h: far.get(h, NO_WAY))


def lures(g: NightFight) -> list[str]:
    """The units that can best be spared: who cannot fire, then the cheapest."""
    return g.recall("lures", lambda: _lures(g))


def _lures(g: NightFight) -> list[str]:
    free = [u for u in g.force() if u.what.kind != "gun"]
    return [u.id for u in sorted(free, key=lambda u: (u.what.fires, u.what.cost, u.id))[:LURES]]


def gate_to_enter_by(g: NightFight, unit: Unit) -> Gate:
    """Lures enter for the gate of the short way, the others for the next one."""
    short = nearest_gate(g, short_entry(g))
    if unit.id in lures(g):
        return short
    return next(gate for gate in standing_gates(g) if gate != short)


def enters_well(g: NightFight, unit: Unit, entry: Hex) -> bool:
    """Lures alone enter by the short way."""
    return (entry == short_entry(g)) == (unit.id in lures(g))


def parts(g: NightFight, units: tuple[Unit, ...]) -> bool:
    """Do lures and others not enter together?"""
    return len({unit.id in lures(g) for unit in units}) > 1
