"""4.0 Stacking."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.paths import Reach
from grognard.board.hexes.trails import least_watched_path
from grognard.engine import Refusal
from grognard.engine.core.fact import fact
from grognard.engine.core.wording import with_count
from grognard.games.night_fight.rules.data import GRID, LIMITS, TYPES
from grognard.games.night_fight.rules.map_data import LANDS
from grognard.games.night_fight.rules.scenarios import EDGE_HEXES
from grognard.games.night_fight.rules.sight import watched_hexes
from grognard.games.night_fight.rules.state import SOVIET, NightFight, Underway, Unit, on_map
from grognard.games.night_fight.rules.terrain import entry_cost, is_road, reach, what_closes
from grognard.games.night_fight.rules.transport import stranded, why_not_load

LIMIT = LIMITS["stacking"]


def height(g: NightFight, h: Hex) -> int:
    """4.0, 4.1, 4.4 Units in a hex; all its wrecks together count as one, a column marker as one."""
    return len(g.at.get(h, ())) + (h in g.wrecks)


def overfull(g: NightFight, h: Hex) -> bool:
    """4.0, R63 More than three units, wrecks counted as one: nobody may leave it so when the phase ends."""
    return len(g.at.get(h, ())) + (h in g.wrecks) > LIMIT


def overstacked(g: NightFight, h: Hex) -> bool:
    """4.0, 4.3, R63 Overfull without the units that only pass through: they do not count in a hex on their way."""
    if not overfull(g, h):
        return False
    through = {i for step in g.steps if isinstance(step, Underway) for i in step.passing(g)}
    return height(g, h) - len(through.intersection(g.at.get(h, ()))) > LIMIT


def has_room(g: NightFight, h: Hex, newcomers: int = 1) -> bool:
    """4.0 Can so many more units stay here?"""
    return height(g, h) + newcomers <= LIMIT


def entry_extra(g: NightFight, h: Hex, side: str) -> int:
    """8.0, R5 One point more for friendly units, one for wrecks, however many."""
    return (h in (g.soviet_hexes if side == SOVIET else g.german_hexes)) + (h in g.wrecks)


# -------------------- 4.0, 7.0, 8.0 Where a German stack can go

ALLOWANCE = LIMITS["german_movement"]
TOWING = LIMITS["towing"]
WALKS_AS = {t.id: "foot" if t.kind == "foot" else "vehicle" for t in TYPES.values()}  # R7 a gun in tow as a vehicle


def why_not_move(g: NightFight, unit: Unit) -> Refusal | None:
    """5.3, 8.1, 8.2, 13.4 Why a German unit may not begin to move."""
    if unit.pinned:
        return Refusal("NF-13.4.13")
    if unit.id in g.moved:
        return Refusal("NF-8.0.5", "It has moved already in this phase.")
    if unit.id in g.fired_before:
        return Refusal("NF-8.1.1")
    if TYPES[unit.type].kind == "gun":
        return Refusal("NF-8.7.1", "Choose the SdKfz 251 that is to carry it.")
    if not unit.place:
        return None if can_enter(g, (unit,)) else Refusal("NF-7.0.6", "Every entry hex is held or full.")
    return None


def unmoved(g: NightFight, side: str, but: Hex | None = None) -> list[str]:
    """5.3 The player's units that have not moved in this phase; none from the hex left out."""
    out = g.moved.keys() | g.at[but] if but else g.moved
    return [u.id for u in g.force() if u.side == side and u.id not in out]


def can_leave(g: NightFight, unit: Unit) -> bool:
    """4.0 Could this unit still move to a hex with room?"""
    if why_not_move(g, unit) is not None:
        return False
    ways = ways_from(g, (unit,), unit.place, ALLOWANCE)
    return any(h != unit.place and why_not_stop(g, (unit,), h) is None for h in ways)


def has_a_free_step(g: NightFight, place: Hex, mover: str) -> bool:
    """8.0 Is there an empty hex next to a stack that it can enter? Then there is no need to look farther."""
    at, wrecks, out = g.at, g.wrecks, g.bridges_out
    for h in LANDS[g.scenario_id].open_beside["road" if g.turn == 1 else g.vegetation, mover][place]:
        if h not in at and h not in wrecks and h not in out:
            return True
    return False


def points_left(g: NightFight, units: tuple[Unit, ...], tow: bool = False) -> int:
    """8.2, 16.5 Six points, of which at most three while towing."""
    allowance, spent = TOWING if tow else ALLOWANCE, g.spent
    if not spent:
        return allowance
    used = spent.get(units[0].id, 0) if len(units) == 1 else max([spent.get(u.id, 0) for u in units])
    return allowance - used if used < allowance else 0


def stack_class(units: tuple[Unit, ...]) -> str:
    """R7 A stack goes where all of it can."""
    for unit in units:
        if WALKS_AS[unit.type] == "vehicle":
            return "vehicle"
    return "foot"


def ways_from(g: NightFight, units: tuple[Unit, ...], start: Hex, points: int) -> Reach:
    """8.0 Every hex the stack can get to, with its price; passing through friends is free of the stacking limit."""
    here = units[0].place
    left = here if here != start and len(g.at.get(here, ())) <= len(units) else ""  # nobody comes back to his start
    return reach(g, "road" if g.turn == 1 else g.vegetation, stack_class(units), start, points, left)


def path_to(g: NightFight, ways: Reach, end: Hex) -> tuple[Hex, ...]:
    """8.0 The cheapest way to a hex; of equally cheap ways the one with the fewest hexes in view of Soviet pieces."""
    return tuple(least_watched_path(GRID, ways, ways.start, end, ALLOWANCE, watched_hexes(g)))


def step_cost(g: NightFight, units: tuple[Unit, ...], h: Hex) -> int | None:
    """8.0, 22.3 What it costs the stack to enter one hex."""
    base = entry_cost(g, h, stack_class(units))
    return None if base is None else base + entry_extra(g, h, units[0].side)


def can_step(g: NightFight, units: tuple[Unit, ...], h: Hex) -> bool:
    """8.0 Could the stack enter a hex beside it as its first?"""
    if h in g.soviet_hexes or (g.turn == 1 and not is_road(g, h)):
        return False
    cost = step_cost(g, units, h)
    return cost is not None and cost <= ALLOWANCE


def why_not_stop(
    g: NightFight, units: tuple[Unit, ...], h: Hex, tow: bool = False, going: tuple[Unit, ...] = ()
) -> Refusal | None:
    """4.0, 16.5, 20.2 Why a stack, with a wreck in tow or not, may not end its move in a hex; `going` are on the move.

    Stacking is tested at the end of the phase only, so a full hex will do if enough units can still leave it.
    """
    if h not in g.at and h not in g.wrecks:
        return None
    if len(g.players) == 1 and h not in g.soviet_hexes and has_room(g, h, len(units) + (tow and h not in g.wrecks)):
        return None
    moving = [u.id for u in (*units, *going)]
    others = [g.pieces[i] for i in g.at.get(h, ()) if i not in moving]
    side = units[0].side
    for other in others:
        if other.side != side:
            return Refusal("NF-20.2.3")
    return _why_too_full(g, others, h, side, (tow or h in g.wrecks) + len(units))


def _why_too_full(g: NightFight, others: list[Unit], h: Hex, side: str, more: int) -> Refusal | None:
    """4.0 Why so many more cannot stay in a hex: those in it who can still leave it are too few."""
    excess = len(others) + more - LIMIT
    if excess <= 0:
        return None
    leavers = sum([g.began.get(u.id) == h and u.side == side and why_not_move(g, u) is None for u in others])
    return None if leavers >= excess else Refusal("NF-4.0.4")


def why_not_drop_wreck(g: NightFight, units: tuple[Unit, ...], tow: bool) -> Refusal | None:
    """4.1, 16.5 Why a wreck in tow cannot be left here: all wrecks of a hex take the room of a unit."""
    if not tow:
        return Refusal("NF-16.5.3", "It has no wreck in tow.")
    place = units[0].place
    if not any(u.id in g.spent for u in units):
        return None  # it lies where it lay
    others = [u for u in g.here(place) if u not in units]
    return _why_too_full(g, others, place, units[0].side, 1) and Refusal("NF-4.1.1", "There is no room for the wreck.")


def can_enter(g: NightFight, units: tuple[Unit, ...]) -> bool:
    """R55 Is there any entry hex left for the stack?"""
    for h in g.scenario.entry:
        if h not in g.at and h not in g.wrecks and is_road(g, h):
            return True
    return bool(ways_in(g, units))


def _price_to_enter(g: NightFight, units: tuple[Unit, ...], h: Hex) -> int | None:
    """7.0, R55 What an entry hex costs a stack that can stop there or beyond; None if it cannot enter there."""
    if h in g.soviet_hexes or not is_road(g, h):
        return None
    cost = step_cost(g, units, h)
    fits = cost is not None and cost <= ALLOWANCE and somewhere(g, units, h, ALLOWANCE - cost)
    return cost if fits else None


def ways_past(g: NightFight, units: tuple[Unit, ...]) -> list[Reach]:
    """7.0, 8.0 Every hex a stack could come to from its entry hexes, were there room for it."""
    doors = [h for h in g.scenario.entry if h not in g.soviet_hexes and is_road(g, h)]
    costs = {h: cost for h in doors if (cost := step_cost(g, units, h)) is not None and cost <= ALLOWANCE}
    return [ways_from(g, units, h, ALLOWANCE - cost) for h, cost in costs.items()]


def somewhere(g: NightFight, units: tuple[Unit, ...], start: Hex, points: int, tow: bool = False) -> bool:
    """4.0, 21.2 Is there a place for the stack, here or farther on, or a point to leave the map with?"""
    if why_not_stop(g, units, start, tow) is None:
        return True
    ways = ways_from(g, units, start, points)
    if not tow and ways.get(g.scenario.exit, points) < points:
        return True
    return any(why_not_stop(g, units, h, tow) is None for h in ways)


@fact
def ways_in(g: NightFight, units: tuple[Unit, ...]) -> dict[Hex, tuple[int, Hex]]:
    """7.0, 8.0, R55 Every hex a stack can get to from off the map: its price, and the entry hex of the cheapest way."""
    found: dict[Hex, tuple[int, Hex]] = {}
    for entry in g.scenario.entry:
        cost = _price_to_enter(g, units, entry)
        if cost is None:
            continue
        ways = ways_from(g, units, entry, ALLOWANCE - cost)
        if found.keys().isdisjoint(ways):
            found |= {h: (cost + more, entry) for h, more in ways.items()}
            continue
        for h, more in ways.items():
            if h not in found or cost + more < found[h][0]:
                found[h] = cost + more, entry
    return found


def prices(g: NightFight, units: tuple[Unit, ...], points: int) -> Mapping[Hex, int]:
    """8.0 What every hex in reach costs a stack with so many points, on the map or about to enter it."""
    if units[0].place:
        return ways_from(g, units, units[0].place, points)
    return {} if why_not_enter(g, units) else {h: price for h, (price, _) in ways_in(g, units).items()}


def way_of(g: NightFight, units: tuple[Unit, ...], end: Hex, tow: bool = False) -> tuple[Hex, ...]:
    """8.0 The hexes a stack enters on the way to one in its reach."""
    if on_map(units[0].place):
        return path_to(g, ways_from(g, units, units[0].place, points_left(g, units, tow)), end)
    entry = ways_in(g, units)[end][1]
    left = ALLOWANCE - (step_cost(g, units, entry) or 0)
    return (entry, *path_to(g, ways_from(g, units, entry, left), end))


def why_not_enter(g: NightFight, units: tuple[Unit, ...]) -> Refusal | None:
    """7.0, 8.7 A gun enters with its SdKfz 251: the last carrier does not come without it if both can come."""
    if not ways_in(g, units):
        return Refusal("NF-7.0.6", "Every entry hex is held or full.")
    outside = [u for u in g.outside() if u.side == units[0].side and u not in units]
    guns = [u for u in outside if TYPES[u.type].kind == "gun"]
    if not guns:
        return None
    carriers = sum("transport" in u.what.flags for u in outside)
    if len(guns) > carriers and why_not_load(g, units, guns[0]) is None and ways_in(g, (*units, guns[0])):
        return Refusal("NF-7.0.9" if guns[0].type == "sig33" else "NF-7.0.10", "Take the gun along.")
    return None


def still_together(g: NightFight, ids: tuple[str, ...]) -> tuple[Unit, ...]:
    """13.4, R54 What is left of a stack together: who was pinned or lost or fell back is out of it."""
    if len(ids) == 1:
        unit = g.pieces.get(ids[0])
        return () if unit is None or unit.pinned or TYPES[unit.type].kind == "gun" else (unit,)
    found = [u for i in ids if (u := g.pieces.get(i)) and not u.pinned]
    together = tuple(u for u in found if u.place == found[0].place)
    left_behind = stranded(g, together)
    return tuple(u for u in together if u not in left_behind) if left_behind else together


# -------------------- 4.0, 7.0, 8.0 Where a stack may be sent, and why not


def fits(g: NightFight, units: tuple[Unit, ...], h: Hex, left: int, tow: bool) -> bool:
    """4.0 May the stack stop here, or go on from here, with the points left, to a place where it may?"""
    return why_not_stop(g, units, h, tow) is None or (left > 0 and somewhere(g, units, h, left, tow))


def why_not_go(g: NightFight, units: tuple[Unit, ...], h: Hex, tow: bool) -> Refusal | None:
    """7.0, 8.0 Why a stack cannot be sent to a hex."""
    if h not in GRID:
        return Refusal("GR-5")
    if h in g.soviet_hexes:
        return Refusal("NF-8.0.6")
    if not on_map(units[0].place) and (refusal := why_not_enter(g, units)) is not None:
        return refusal
    if g.turn == 1 and not is_road(g, h):
        return Refusal("NF-7.0.6")
    if entry_cost(g, h, stack_class(units)) is None:
        return Refusal(what_closes(g, h, stack_class(units)))
    if h == units[0].place:
        return Refusal("NF-8.0.5", "It stands there.")
    left = points_left(g, units, tow)
    ways = prices(g, units, left)
    if h not in ways:
        return _why_out_of_reach(g, units, h, left, tow)
    return None if fits(g, units, h, left - ways[h], tow) else why_not_stop(g, units, h, tow)


def _why_out_of_reach(g: NightFight, units: tuple[Unit, ...], h: Hex, points: int, tow: bool) -> Refusal:
    """4.0, 7.0, 8.0 Why a hex that the stack could enter is not in its reach: it enters elsewhere, or it is too far."""
    if not on_map(units[0].place):
        if h in g.scenario.entry and not is_road(g, h):
            return Refusal("NF-7.0.6", "No road is there any more.")
        if any(h in ways for ways in ways_past(g, units)):
            return why_not_stop(g, units, h, tow) or Refusal("NF-4.0.4", "There is no room there, nor beyond.")
        if h in EDGE_HEXES:
            return Refusal("NF-7.0.1", f"Enter by {', '.join(g.scenario.entry)}.")
    return Refusal("NF-8.0.5", f"It is too far for {with_count(points, 'point')}.")
