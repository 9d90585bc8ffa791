"""Plain facts of a position that reasons are made of: who, where, how many, how far, at what price."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Press, Reason, Step
from grognard.games.night_fight.rules.data import EDGES, GRID, TYPES
from grognard.games.night_fight.rules.state import SOVIET, NightFight, Unit
from grognard.games.night_fight.rules.terrain import entry_cost, is_road

POINTS, TOWING, ROOM = 6, 3, 3
Broken = Callable[[NightFight, str, Any], bool]
ON_EDGES = frozenset(h for hexes in EDGES.values() for h in hexes)


def reason(words: str, broken: Broken, steps: tuple[type[Step], ...] = (), *actions: type[Action]) -> Reason:
    """One way to break a rule, in words and as a test of the position; of these questions and answers alone."""

    def here(g: NightFight, side: str, action: Action) -> bool:
        fits = (not steps or isinstance(g.steps[-1], steps)) and (not actions or isinstance(action, actions))
        return fits and broken(g, side, action)

    return Reason(words, here)


def piece(g: NightFight, action: Action) -> Unit | None:
    """The counter that an answer names."""
    return g.pieces.get(getattr(action, "piece", ""))


def of_piece(test: Callable[[NightFight, str, Unit], bool]) -> Broken:
    """A test of the counter that an answer names."""
    return lambda g, side, action: (unit := piece(g, action)) is not None and test(g, side, unit)


def hexagon(action: Action) -> Hex:
    """The hex that an answer names."""
    return str(getattr(action, "hex", ""))


def pressed(action: Action, *words: str) -> bool:
    """Is the answer one of these buttons?"""
    return isinstance(action, Press) and action.button in words


def stack(g: NightFight) -> list[Unit]:
    """The units that are asked about: those of the moving stack, or the one that acts or falls back."""
    step: Any = g.steps[-1]
    ids = getattr(step, "units", None) or (getattr(step, "unit", ""),)
    return [g.pieces[i] for i in ids if i in g.pieces]


def towing(g: NightFight) -> bool:
    """Does the moving stack have a wreck in tow?"""
    return bool(getattr(g.steps[-1], "tow", False))


def crowd(g: NightFight, h: Hex, *more: Unit, wreck: bool = False) -> int:
    """How many would be in a hex with these: units, and one for all wrecks."""
    ids = {*g.at.get(h, ()), *(u.id for u in more)}
    return len(ids) + (wreck or h in g.wrecks)


def is_gun(unit: Unit) -> bool:
    return TYPES[unit.type].kind == "gun"


def carries_guns(unit: Unit) -> bool:
    return "transport" in TYPES[unit.type].flags


def enemy(a: Unit, b: Unit) -> bool:
    return (a.side == SOVIET) != (b.side == SOVIET)


def walker(units: Iterable[Unit]) -> str:
    """Foot if all of a stack walk, else vehicle."""
    return "foot" if all(TYPES[u.type].kind == "foot" for u in units) else "vehicle"


def points(g: NightFight, units: list[Unit]) -> int:
    """What a stack has left to spend."""
    return (TOWING if towing(g) else POINTS) - max((g.spent.get(u.id, 0) for u in units), default=0)


def price(g: NightFight, units: list[Unit], h: Hex) -> int | None:
    """What it takes a stack to enter a hex; None if it may not."""
    cost = entry_cost(g, h, walker(units))
    if cost is None or h in g.soviet_hexes or (g.turn == 1 and not is_road(g, h)):
        return None
    others = [i for i in g.at.get(h, ()) if i not in {u.id for u in units}]
    return cost + bool(others) + (h in g.wrecks)


def reached(g: NightFight, units: list[Unit], left: int) -> dict[Hex, int]:
    """Every hex a stack can come to with its points, by trying step after step."""
    place = units[0].place
    found = {place: 0} if place else {}
    if not place:
        for h in g.scenario.entry:
            cost = price(g, units, h)
            if cost is not None and cost <= left and is_road(g, h):
                found[h] = cost
    edge = list(found)
    while edge:
        here = edge.pop()
        for h in GRID.neighbours[here]:
            cost = price(g, units, h)
            if cost is not None and found[here] + cost <= left and found[here] + cost < found.get(h, left + 1):
                found[h] = found[here] + cost
                edge.append(h)
    return found


def has_way(g: NightFight, units: list[Unit]) -> bool:
    """Is there a hex that a stack could go to and stay in, or leave again?"""
    left = points(g, units)
    ways = reached(g, units, left)
    return any(h != units[0].place and finds_room(g, units, h, left - cost) for h, cost in ways.items())


def placed(units: list[Unit], h: Hex) -> list[Unit]:
    """The same units in another hex."""
    return [replace(u, place=h) for u in units]


def finds_room(g: NightFight, units: list[Unit], h: Hex, left: int) -> bool:
    """Can a stack in a hex stay there, or go on with its points to where it can, or off the map?"""
    at = placed(units, h)
    ways = reached(g, at, left)
    leaves = not towing(g) and ways.get(g.scenario.exit, left) < left
    return leaves or any(may_stay(g, at, end) for end in ways)


def may_stay(g: NightFight, units: list[Unit], h: Hex, going: Iterable[Unit] = ()) -> bool:
    """Is there room for a stack, or would there be once others have gone on; and nobody of another player?"""
    moving = {u.id for u in (*units, *going)}
    others = [u for u in g.here(h) if u.id not in moving]
    idle = [u for u in others if not can_begin(g, u)]
    fits = len(idle) + len(units) + (towing(g) or h in g.wrecks) <= ROOM
    return fits and all(u.side == units[0].side for u in others)


def can_begin(g: NightFight, unit: Unit) -> bool:
    """May a unit on the map still move in this phase?"""
    gone = unit.id in g.moved or unit.id in g.fired_before or g.began.get(unit.id) != unit.place
    return not (unit.pinned or gone or is_gun(unit))


def doors(g: NightFight, units: list[Unit]) -> list[Hex]:
    """The entry hexes that a stack could come on by: a road, no enemy, and room there or beyond."""
    costs = {h: price(g, units, h) for h in g.scenario.entry if is_road(g, h)}
    return [h for h, cost in costs.items() if cost is not None and finds_room(g, units, h, POINTS - cost)]
