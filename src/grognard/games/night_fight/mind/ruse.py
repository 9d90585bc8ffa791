"""21.1 Kursk: a column that bars the short way over the river is drawn out by decoys, and the force takes the other.

A column makes for the nearest German by road (8.3). If those are a few decoys on the short way it comes down that way,
and over its bridges, while the force is bound for the bridge that it leaves behind.
"""

from __future__ import annotations

from grognard.board.hexes.grid import Hex
from grognard.engine.core.fact import fact
from grognard.games.night_fight.mind.routes import NO_WAY, bare_way, crossings
from grognard.games.night_fight.rules.column_formation import road_distances
from grognard.games.night_fight.rules.state import NightFight, Unit

Gate = tuple[Hex, ...]
DECOYS = 2  # units


@fact
def applies(g: NightFight) -> bool:
    """Does the force enter, are there two ways for it, and does a column stand near the bridges of the short one?"""
    if g.aim.kind != "bank" or g.turn > 1 or len(g.scenario.entry) < 2 or len(standing_gates(g)) < 2:
        return False
    return any(_bars(g, g.pieces[c.marker].place) for c in g.columns.values() if not c.deployed)


def _bars(g: NightFight, head: Hex) -> bool:
    """8.3 Would a column come to the short entry sooner than to others, and to the bridges on its way much sooner?"""
    far, short = road_distances(g.land, head, tuple(sorted(g.bridges_out))), short_entry(g)
    if min(g.scenario.entry, key=lambda h: far.get(h, NO_WAY)) != short:
        return False
    return 2 * min(far.get(h, NO_WAY) for h in _short_gate(g)) < far.get(short, NO_WAY)


# ------------------------------------------------------------------ the ways


def standing_gates(g: NightFight) -> list[Gate]:
    """21.1 The gates over the large river of which a bridge still stands."""
    return [gate for gate in crossings(g.land) if any(h not in g.bridges_out for h in gate)]


@fact
def short_entry(g: NightFight) -> Hex:
    """7.0 The entry hex from which the bare march is shortest."""
    return min(g.scenario.entry, key=lambda h: _bare(g, _nearest_gate(g, h), h))


def _short_gate(g: NightFight) -> Gate:
    return _nearest_gate(g, short_entry(g))


def _nearest_gate(g: NightFight, h: Hex) -> Gate:
    return min(standing_gates(g), key=lambda gate: _bare(g, gate, h))


def _bare(g: NightFight, gate: Gate, h: Hex) -> int:
    return bare_way(g, gate).far.get(h, NO_WAY)


# ------------------------------------------------------------------ who goes where


@fact
def decoys(g: NightFight) -> list[str]:
    """The units that can best be spared: who cannot fire, then the cheapest."""
    free = [u for u in g.force() if u.what.kind != "gun"]
    return [u.id for u in sorted(free, key=lambda u: (u.what.fires, u.what.cost, u.id))[:DECOYS]]


def gate_of(g: NightFight, unit: Unit) -> Gate:
    """Decoys enter for the bridges of the short way, the others for the next ones."""
    short = _short_gate(g)
    if unit.id in decoys(g):
        return short
    return next(gate for gate in standing_gates(g) if gate != short)


def enters_well(g: NightFight, unit: Unit, entry: Hex) -> bool:
    """Decoys alone enter by the short way."""
    return (entry == short_entry(g)) == (unit.id in decoys(g))


def parts(g: NightFight, units: tuple[Unit, ...]) -> bool:
    """Do decoys and others not enter together?"""
    return len({unit.id in decoys(g) for unit in units}) > 1
