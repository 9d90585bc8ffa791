"""11.0, 11.2 The guns and their eyes: batteries off the map, guns on it, and who observes for them."""

from __future__ import annotations

from functools import lru_cache, partial

from grognard.board.hexes.grid import Hex
from grognard.engine import Refusal
from grognard.engine.core.fact import fact
from grognard.games.panzer_blitz.rules.data import GRID, TYPES, Situation, UnitType, other, play_order
from grognard.games.panzer_blitz.rules.sight import seen, sees, sees_from_air, smoked
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit, over
from grognard.games.panzer_blitz.rules.terrain import is_deep
from grognard.games.panzer_blitz.rules.zones import holds, play_bits

# ------------------------------------------------------------------ batteries and guns


def batteries(g: PanzerBlitz, side: str) -> dict[str, str]:
    """11.1.7 The side's off-board batteries that may fire this turn, and their types."""
    listed = _batteries(g.situation, side, g.turn)
    return {name: kind for name, kind in listed.items() if g.batteries.get(name) != g.turn} if listed else {}


def _batteries(situation: Situation, side: str, turn: int) -> dict[str, str]:
    rows = [row for row in situation.battery if row.side == side and row.turns[0] <= turn <= row.turns[1]]
    return {f"{row.type}-{n}": row.type for row in rows for n in range(1, row.count + 1)}


def battery_type(name: str) -> str:
    """The kind of an off-board battery."""
    return name.rsplit("-", 1)[0]


def battery_name(name: str) -> str:
    """An off-board battery as it is called: "25-pdr battery 2"."""
    return f"{TYPES[battery_type(name)].name} {name.rsplit('-', 1)[1]}"


def why_not_gun(g: PanzerBlitz, unit: Unit) -> Refusal | None:
    """11.0, 11.1.2c Why an on-map unit may not fire indirectly now."""
    if "IF" not in unit.what.codes:
        return Refusal("PB-11.0.1")
    if not unit.fresh:
        return Refusal("PB-11.1.5")
    if not unit.place:
        return Refusal("PB-3.1.18", "It is not on the map yet.")
    if unit.carrier:
        return Refusal("PB-4.3.33")
    if is_deep(g, unit.place):
        return Refusal("PB-14.6.1")
    return Refusal("PB-3.1.10") if unit.id in g.ip_work else None


def ready_guns(g: PanzerBlitz) -> list[Unit]:
    """3.1.2.1 The active units that can fire indirectly."""
    assert g.op is not None
    return [g.pieces[i] for i in g.op.active if i in g.pieces and why_not_gun(g, g.pieces[i]) is None]


def may_combine(guns: tuple[Unit, ...], more: Unit) -> bool:
    """11.3.4, R-76 Every pair of guns must be stacked together or adjacent."""
    return all(GRID.distance(gun.place, more.place) <= 1 for gun in guns)


# ------------------------------------------------------------------ observers


def can_observe(what: UnitType) -> bool:
    """11.2.1, 16.2 Infantry of any kind, and observation aircraft."""
    return what.infantry or what.cls == "aircraft_O"


def is_observer_type(unit: Unit) -> bool:
    """11.2.1 Is a unit one that observes for others?"""
    return can_observe(unit.what)


def observes(g: PanzerBlitz, observer: Unit, h: Hex) -> bool:
    """11.1.2a Does the observer see the hex?"""
    if observer.what.aircraft:
        return sees_from_air(g, over(observer), h)
    return sees(g, observer.place, h)


def why_not_aim(g: PanzerBlitz, observer: Unit, guns: tuple[Unit, ...], h: Hex) -> Refusal | None:
    """11.1.2 Why a mission may not be aimed at a hex, empty or not; without guns it is an off-board battery's."""
    if h not in g.area:
        return Refusal("PB-SIT.6")
    if any(GRID.distance(gun.place, h) > gun.face.range for gun in guns):
        return Refusal("PB-11.1.4")
    return None if observes(g, observer, h) else Refusal("PB-11.1.3")


def aims(g: PanzerBlitz, observer: Unit, guns: tuple[Unit, ...]) -> list[Hex]:
    """Hexes held by the enemy that a mission can be aimed at."""
    return in_range(guns, enemies_observed(g, observer))


def all_aims(g: PanzerBlitz, observer: Unit, guns: tuple[Unit, ...]) -> list[Hex]:
    """R-83 Every hex that a mission can be aimed at, empty ones too, those near the observer first."""
    return in_range(guns, observed(g, observer))


def in_range(guns: tuple[Unit, ...], hexes: list[Hex]) -> list[Hex]:
    """11.1.2b Those of some hexes that every gun reaches."""
    for gun in guns:
        here, far = gun.place, gun.face.range
        hexes = [h for h in hexes if GRID.distance(here, h) <= far]
    return hexes


def can_aim(g: PanzerBlitz, observer: Unit, guns: tuple[Unit, ...]) -> bool:
    """Is there a hex that a mission can be aimed at? An observer sees its own hex at least."""
    if why_not_aim(g, observer, guns, over(observer)) is None:
        return True
    near = near_first(g.scenario_id, over(observer))
    return any(why_not_aim(g, observer, guns, h) is None for h in near)


@fact
def enemies_observed(g: PanzerBlitz, observer: Unit) -> list[Hex]:
    """11.1.2a The hexes held by the enemy that an observer sees: the same for all guns while no enemy moves."""
    enemy = other(observer.side)
    if observer.what.aircraft:
        return [h for h in g.hexes_of(enemy) if h in g.area and observes(g, observer, h)]
    found = seen(g, observer.place, g.held_by(enemy) & play_bits(g.scenario_id))
    return [h for h in g.hexes_of(enemy) if holds(found, h)] if found else []


def observed(g: PanzerBlitz, observer: Unit) -> list[Hex]:
    """11.1.2a Every hex of the play area that an observer sees: on the bare map that is worked out once."""
    here = over(observer)
    if g.broken and not observer.what.aircraft:  # where a bridge is gone lines run otherwise
        return [h for h in near_first(g.scenario_id, here) if sees(g, here, h)]
    bare = _panorama(g.scenario_id, here, observer.what.aircraft)
    return [h for h in bare if not smoked(g, here, h)] if g.smoke else list(bare)


@lru_cache(maxsize=4096)
def near_first(situation: str, here: Hex) -> tuple[Hex, ...]:
    """The hexes in play, those near a hex first."""
    return tuple(sorted(play_order(situation), key=partial(GRID.distance, here)))


@lru_cache(maxsize=4096)
def _panorama(situation: str, here: Hex, from_the_air: bool) -> tuple[Hex, ...]:
    bare, look = PanzerBlitz(scenario_id=situation), sees_from_air if from_the_air else sees
    return tuple(h for h in near_first(situation, here) if look(bare, here, h))
