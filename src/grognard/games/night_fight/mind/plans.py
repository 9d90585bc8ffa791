"""One plan for each kind of night: the raid at Kiev, the ruse at Kursk, the dash for an exit, and what each buys.

21.4 Kiev as a raid: which road is cleared, and which party deals with which of the pieces that watch it.

21.1 Kursk: a column that bars the short way over the river is drawn out by decoys, and the force takes the other.
Columns move to the nearest German by road (8.3). If those are a few decoys on the short way it comes down that way,
and over its bridges, while the force is bound for the bridge that it leaves behind.

21.2 A dash for the exit is made where no captured T-34 is available: few units that are hard to hurt, three abreast.
Only fifteen or so find room on the short way as the night begins, hex behind hex; who enters after them is too late.
Every hex of friends that one comes through costs a point (8.0), but those one marches with cost nothing (4.2).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import NamedTuple

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.paths import points_to
from grognard.engine.core.fact import fact
from grognard.games.night_fight.mind.routes import (
    NO_WAY,
    bare_way,
    crossings,
    eyes_upon_hexes,
    least_watched,
    points_to_enter,
    standing,
    watchers,
)
from grognard.games.night_fight.mind.weights import Weights, weights_of
from grognard.games.night_fight.rules.column_formation import anchor_of, lead_of, road_distances
from grognard.games.night_fight.rules.data import EDGES, GRID
from grognard.games.night_fight.rules.map_data import MapData
from grognard.games.night_fight.rules.sequence import up_to
from grognard.games.night_fight.rules.setup import for_sale_in
from grognard.games.night_fight.rules.soviet_movement import roams
from grognard.games.night_fight.rules.stacking import ALLOWANCE
from grognard.games.night_fight.rules.state import NightFight, Unit, on_map

# -------------------- 3.0 What is bought; for other nights the suggested force does well

RAID_FORCE = {  # captured T-34s to hide a party each, heavy guns, cheap ones, and men to lead columns astray
    "t34r": 4, "sdkfz_166": 2, "sig33_sf": 2, "sdkfz_251_22": 2, "sdkfz_251": 4, "infantry": 3,
}  # fmt: skip
DASH_FORCE = {  # strong units as far as there is room on the road, and scouts who are hard to spot
    "pzkpfw_iv": 6, "pzkpfw_iii": 4, "stug_iii": 3, "sdkfz_234": 2, "command_car": 1, "truck_supply": 1,
}  # fmt: skip


def wants(g: NightFight, kind: str) -> bool:
    """Is one more of a kind of unit to be bought?"""
    force = RAID_FORCE if raids(g) else DASH_FORCE if dashes(g) else {}
    return g.bought.get(kind, 0) < force.get(kind, 0)


def dashes(g: NightFight) -> bool:
    """Is the night one for a dash, by these weights?"""
    if weights_of(g).dash <= 0 or g.aim.kind != "exit":
        return False
    return not any("captured_t34" in kind.flags for kind in for_sale_in(g))  # 16.1


# -------------------- 21.4 The raid

PACE = 5  # hexes a party makes in a turn
PARTY = 3  # units that deal with one piece
COMES = 24  # hexes of road a column makes in a night
ASIDE = 18  # movement points from the road beyond which more make no difference
# 8.3 Columns make for the nearest German, so a decoy is near to one, and far from the road.
APART = 3  # hexes beyond visibility that are near enough to a column
CLEAR = 6  # and far enough from the road
IN_VIEW = 6.0  # what it costs to come where a column or one of its pieces sees it


def raids(g: NightFight) -> bool:
    """Is the night one for a raid, by these weights?"""
    return g.scenario.by_road and weights_of(g).raid > 0


def watchers_to_clear(g: NightFight) -> Collection[Hex]:
    """Where the standing pieces are that watch the road."""
    return road_watchers(g) if raids(g) else watchers(g)


def is_decoy(unit: Unit) -> bool:
    """Those who fight badly or not at all lead columns astray, and have no part in the raid."""
    return unit.what.kind in ("foot", "soft_vehicle", "gun") or "command" in unit.what.flags or not unit.what.fires


class Night(NamedTuple):
    """What is the same for all roads."""

    land: MapData
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
def raid_road(g: NightFight) -> frozenset[Hex]:
    """The road that is cleared: chosen for a whole phase, by where units were when they began to move."""
    places = [g.began.get(u.id, u.place) for u in fighters(g)] if g.turn > 1 else []
    moves = g.scenario.last_turn - g.turn - (g.phase not in up_to("German movement"))
    ours = tuple(sorted(filter(on_map, places)))
    return _choice(night(g), standing(g), column_heads(g), ours, moves, weights_of(g))


@fact
def road_watchers(g: NightFight) -> tuple[Hex, ...]:
    """Where the standing pieces are that see the road, the easternmost first."""
    return tuple(sorted(_upon(night(g), standing(g), raid_road(g)), key=lambda h: (h[2:], h)))


@fact
def points_to_the_end(g: NightFight) -> dict[Hex, int]:
    """Movement points from every hex to the eastern end of the road."""
    end = [min(raid_road(g), key=lambda h: h[2:])] if raid_road(g) else EDGES["east"]
    return _points_from(night(g), frozenset(end))


@fact
def points_to_see(g: NightFight, target: Hex) -> dict[Hex, int]:
    """Movement points from every hex to where a piece can be seen from, round Soviets and what columns see."""
    return _way_to(night(g), target, tuple(sorted(g.soviet_hexes)), roaming(g), round(weights_of(g).shunning))


def raid_parties(g: NightFight) -> list[list[Unit]]:
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
def raid_targets(g: NightFight) -> dict[str, Hex]:
    """Which watcher each unit deals with: the foremost parties have the farthest, and the last the nearest."""
    watching, bands, found = road_watchers(g), raid_parties(g), dict[str, Hex]()
    ahead = max(1, round(len(bands) * weights_of(g).ahead))
    for i, party in enumerate(bands if watching else ()):
        behind = 1 + (i - ahead) * (len(watching) - 1) // max(1, len(bands) - ahead)
        found |= {u.id: watching[0 if i < ahead else min(behind, len(watching) - 1)] for u in party}
    return found


def raid_hurries(g: NightFight, unit: Unit) -> bool:
    """Has a unit no turn to lose if it is to fire twice at its target? Then it passes others by."""
    target = raid_targets(g).get(unit.id)
    if target is None:
        return False
    far = _points_from(night(g), night(g).seen[target]).get(unit.place, NO_WAY)
    return far > ALLOWANCE * (g.scenario.last_turn - 2 - g.turn)


# ------------------------------------------------------------------ decoys


def decoy_values(g: NightFight, unit: Unit) -> Mapping[Hex, float] | None:
    """8.3 What each hex is worth to a decoy; None for a unit with a watcher to deal with, and without a column.

    The decoys share the columns out among them.
    """
    if not raids(g) or unit.id in raid_targets(g) or not column_heads(g):
        return None
    head = column_heads(g)[raid_decoys(g).index(unit.id) % len(column_heads(g))]
    return _decoy_values(night(g), head, raid_road(g), roaming(g), weights_of(g).aside)


@fact
def raid_decoys(g: NightFight) -> list[str]:
    """Who has nobody to deal with leads columns astray."""
    bound = raid_targets(g)
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


# -------------------- 21.1 The ruse

Gate = tuple[Hex, ...]
DECOYS = 2  # units


@fact
def ruse_pays(g: NightFight) -> bool:
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
def ruse_decoys(g: NightFight) -> list[str]:
    """The units that can best be spared: who cannot fire, then the cheapest."""
    free = [u for u in g.force() if u.what.kind != "gun"]
    return [u.id for u in sorted(free, key=lambda u: (u.what.fires, u.what.cost, u.id))[:DECOYS]]


def gate_of(g: NightFight, unit: Unit) -> Gate:
    """Decoys enter for the bridges of the short way, the others for the next ones."""
    short = _short_gate(g)
    if unit.id in ruse_decoys(g):
        return short
    return next(gate for gate in standing_gates(g) if gate != short)


def enters_well(g: NightFight, unit: Unit, entry: Hex) -> bool:
    """Decoys alone enter by the short way."""
    return (entry == short_entry(g)) == (unit.id in ruse_decoys(g))


def decoys_part(g: NightFight, units: tuple[Unit, ...]) -> bool:
    """Do decoys and others not enter together?"""
    return len({unit.id in ruse_decoys(g) for unit in units}) > 1
