"""8.4 to 8.6 Columns as bodies: deploying on the road, gaps, separation and division."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.paths import link_distances
from grognard.engine.core.state import without
from grognard.games.night_fight.rules.data import GRID, LIMITS, against, came
from grognard.games.night_fight.rules.map_data import MapData
from grognard.games.night_fight.rules.sight import refresh_spotted, seen_from
from grognard.games.night_fight.rules.stacking import has_room
from grognard.games.night_fight.rules.state import SOVIET_MOVEMENT, Column, NightFight, Unit, falls_back, on_map
from grognard.games.night_fight.rules.terrain import is_road

# ------------------------------------------------------------------ deploying


def deploy(g: NightFight, column_id: str, *, spotted: bool) -> Unit | None:
    """8.4, 10.4 All pieces leave the box at once, face down along the road; the lead piece is turned up.

    Returns the lead if it is a real unit; a Dummy found in the lead is removed (R20, 10.4).
    """
    column = g.columns[column_id]
    marker = g.drop(column.marker)
    g.reveal()
    g.tell("NF-8.4.3", "Column {n} deploys in {hex}", hexes=(marker.place,), n=column.id, hex=marker.place)
    track, slots = _lay(g, column)
    g.put_column(replace(column, deployed=True, track=track, slots=slots))
    for unit_id, slot in zip(column.units, slots, strict=True):
        g.change(unit_id, place=track[slot] if slot < len(track) else f"wait-{column_id}")
        if marker.id in g.spent:
            g.spent = {**g.spent, unit_id: g.spent[marker.id]}
    _close_up(g, column_id)
    lead = g.pieces[column.units[0]]
    if lead.type == "dummy":
        g.drop(lead.id)
        g.tell("NF-10.4.4", "Its lead piece is a dummy and is removed", hexes=(marker.place,))
        leave_column(g, lead)
        leave_gap(g, column_id)
        refresh_spotted(g)
        return None
    if marker.id in g.tried:
        g.tried = {**g.tried, lead.id: True}  # 10.1 the marker's attempt was its lead's
    lead = g.turn_up(lead.id, spotted=spotted)
    g.tell("NF-8.4.3", "It is led by {unit}", unit=lead.name)
    refresh_spotted(g)
    return g.pieces[lead.id]


def _lay(g: NightFight, column: Column) -> tuple[tuple[Hex, ...], tuple[int, ...]]:
    """8.4, 4.0, R18 One piece a hex back along the road, past German-held and full hexes and lost bridges.

    A lead with no such hex behind it stands where its marker stood, and fills the hex no more than that did.
    """
    track: list[Hex] = []
    slots: list[int] = []
    back = _backward(g, column)
    for _ in column.units:
        for h in back:
            track.append(h)
            if (is_road(g, h) or not slots) and h not in g.german_hexes and has_room(g, h):
                break
        else:
            slots.append(max(len(track), slots[-1] + 1) if slots else 0)
            continue
        slots.append(len(track) - 1)
    return tuple(track), tuple(slots)


def _backward(g: NightFight, column: Column) -> Iterator[Hex]:
    """R18 The road the column came by, then on along it to the map edge, taking the straightest branch.

    A column that has just come onto the edge hex has no road behind it, and none of it lies ahead of its lead.
    """
    yield from column.track
    passed = list(column.track)
    before = passed[-2] if len(passed) > 1 else column.ahead
    while True:
        here = passed[-1]
        onward = straightest(g, before, here, [h for h in g.land.road_links[here] if h not in (*passed, column.ahead)])
        if onward is None:
            return
        yield onward
        before = here
        passed.append(onward)


def straightest(g: NightFight, before: Hex, here: Hex, ways: list[Hex]) -> Hex | None:
    """R18 The way that goes on most nearly straight, equal ones at random; None where there is none."""
    if not ways:
        return None
    least = min(bend(before, here, h) for h in ways)
    return g.choose([h for h in ways if bend(before, here, h) == least])


def bend(before: Hex, here: Hex, onward: Hex) -> int:
    """By how many sixths of a circle the road turns in a hex."""
    turn = (GRID.direction(here, onward) - GRID.direction(before, here)) % 6
    return min(turn, 6 - turn)


# ------------------------------------------------------------------ who belongs to a column


def lead_of(g: NightFight, column: Column) -> Unit | None:
    """The marker, or the foremost unit on the map."""
    if not column.deployed:
        return g.pieces[column.marker]
    return next((u for i in column.units if on_map((u := g.pieces[i]).place)), None)


def deployed_from(g: NightFight, marker: str) -> tuple[str, ...]:
    """8.4 The units of a column that has deployed, by its marker; nobody if it was no marker."""
    return next((c.units for c in g.columns.values() if c.deployed and c.marker == marker), ())


def moving_now(g: NightFight, movers: tuple[str, ...]) -> tuple[str, ...]:
    """8.4 Who is left of the movers; once a column has deployed on the way, its units move instead of its marker."""
    now = [unit_id for i in movers for unit_id in ((i,) if i in g.pieces else deployed_from(g, i))]
    return tuple([i for i in now if on_map(g.pieces[i].place) and not has_halted(g, i)])


def has_halted(g: NightFight, unit_id: str) -> bool:
    """8.5, 13.0, 13.4, R66 A unit that is not falling back moves no more once it or its column is stopped by combat."""
    unit = g.pieces[unit_id]
    column = g.columns.get(unit.column)
    stopped = unit_id in g.retreats or unit.pinned if column is None else column.stopped
    return stopped and not falls_back(g, unit_id)


def on_map_units(g: NightFight, column: Column) -> list[Unit]:
    """The marker, or the deployed units that are on the map."""
    ids = column.units if column.deployed else (column.marker,)
    return [u for i in ids if on_map((u := g.pieces[i]).place)]


def leave_column(g: NightFight, unit: Unit) -> None:
    """A unit that is gone or separated is struck off its column's list."""
    column = g.columns.get(unit.column)
    if column is None or unit.id not in column.units:
        return
    kept = [(i, s) for i, s in zip(column.units, column.slots or range(len(column.units)), strict=True) if i != unit.id]
    units, slots = tuple(i for i, _ in kept), tuple(s for _, s in kept)
    if not units:
        g.columns = without(g.columns, column.id)
        if not column.deployed:
            g.drop(column.marker)
        return
    g.put_column(replace(column, units=units, slots=slots if column.deployed else ()))
    if column.deployed:
        _close_up(g, column.id)


def _close_up(g: NightFight, column_id: str) -> None:
    """The track begins at the foremost unit."""
    column = g.columns[column_id]
    first = min(column.slots)
    if 0 < first < len(column.track):
        track, slots = column.track[first:], tuple(s - first for s in column.slots)
        g.put_column(replace(column, track=track, slots=slots))


def hit_column(g: NightFight, column_id: str) -> None:
    """8.5, R25 A pin, retreat or elimination stops the column; then every unit is tested for separation."""
    column = g.columns.get(column_id)
    if column is None or not column.deployed:
        return
    if not column.stopped and g.phase == SOVIET_MOVEMENT:
        g.tell("NF-8.5.8", "Column {n} is stopped", n=column_id)
    g.put_column(replace(column, stopped=True))
    separate(g, column_id)


def separate(g: NightFight, column_id: str) -> None:
    """8.6, R25 A unit stays in its column on a road hex next to another of it; else it is independent for good."""
    column = g.columns.get(column_id)
    if column is None or not column.deployed or any(falls_back(g, i) for i in column.units):
        return  # 13.4 a retreat is carried out before anything else: it ends with this test
    standing = on_map_units(g, column)
    waiting = len(standing) < len(column.units)
    alone = [u for u in standing if not _belongs(g, u, standing, column.track[-1] if waiting else "")]
    for unit in alone:
        make_independent(g, unit.id)
    if alone:
        return separate(g, column_id)  # who has lost its last neighbour goes too
    if len(column.units) == 1 and standing:
        make_independent(g, column.units[0])


def leave_gap(g: NightFight, column_id: str) -> None:
    """8.3, 8.6, R25 A gap without a combat result: while the Soviets move, all that is left finishes its move first."""
    column = g.columns.get(column_id)
    if column is not None and g.phase == SOVIET_MOVEMENT:
        g.put_column(replace(column, gapped=True))
    else:
        separate(g, column_id)


def settle_gaps(g: NightFight) -> None:
    """8.6, R23, R25 The Soviet Movement Phase is over: columns with a new gap are tested for separation."""
    for column in [c for c in g.columns.values() if c.gapped]:
        g.put_column(replace(column, gapped=False))
        separate(g, column.id)


def _belongs(g: NightFight, unit: Unit, mates: list[Unit], gate: Hex) -> bool:
    """On the road beside a mate; mates waiting off the map stand behind the gate hex."""
    if not is_road(g, unit.place):
        return False
    if unit.place == gate:
        return True
    return any(m.id != unit.id and GRID.distance(m.place, unit.place) <= 1 for m in mates)


def make_independent(g: NightFight, unit_id: str) -> None:
    """8.6 The unit acts alone for the rest of the scenario."""
    unit = g.pieces[unit_id]
    g.change(unit_id, column="")
    leave_column(g, unit)
    g.tell("NF-8.6.8", "{unit} in {hex} now acts on its own", unit=shown_name(unit), hex=unit.place)


def shown_name(unit: Unit) -> str:
    """What everybody may call a Soviet piece."""
    return unit.name if unit.up else "The hidden piece"


def take_place(g: NightFight, unit_id: str) -> None:
    """R23, R25 After a retreat that keeps a unit in its column: its slot follows from where it stands now."""
    unit = g.pieces[unit_id]
    column = g.columns.get(unit.column)
    if column is None or not column.deployed or unit_id not in column.units:
        return
    others = {i: s for i, s in zip(column.units, column.slots, strict=True) if i != unit_id}
    track = column.track
    if unit.place in track:
        slot = track.index(unit.place)
    elif GRID.distance(unit.place, track[0]) == 1 and unit.place in g.land.road_links[track[0]]:
        track, slot = (unit.place, *track), 0
        others = {i: s + 1 for i, s in others.items()}
    else:
        near = {unit.place, *GRID.neighbours[unit.place]}
        beside = {i: s for i, s in others.items() if g.pieces[i].place in near}
        linked = [s for i, s in beside.items() if g.pieces[i].place in g.land.road_links.get(unit.place, ())]
        slot = min(linked or beside.values(), default=len(track) - 1) + 1
    others[unit_id] = slot
    order = sorted(others, key=lambda i: others[i])
    slots = tuple(others[i] for i in order)
    g.put_column(replace(column, units=tuple(order), slots=slots, track=track))
    _close_up(g, column.id)


# ------------------------------------------------------------------ division


def divide_columns(g: NightFight) -> None:
    """8.6, R26 At the end of a phase, parts of a column that cannot see each other become columns of their own.

    One unit alone is no column (8.6, R25).
    """
    for column_id in sorted(g.columns):
        column = g.columns[column_id]
        if column.deployed:
            groups = _groups(g, column)
            if len(groups) > 1:
                _split(g, column, groups)
            elif len(column.units) == 1 and on_map_units(g, column):
                make_independent(g, column.units[0])


def _groups(g: NightFight, column: Column) -> list[list[str]]:
    """Units joined by sight, in column order; those waiting off the map go with the last on it."""
    places = [g.pieces[i].place for i in column.units]
    if all(_sees(g, a, b) for a, b in pairwise(places)):
        return [list(column.units)]
    groups: list[list[str]] = []
    for unit_id in column.units:
        place = g.pieces[unit_id].place
        if not on_map(place):
            groups[-1:] = [[*(groups[-1] if groups else []), unit_id]]
            continue
        joined = [grp for grp in groups if any(_sees(g, place, g.pieces[i].place) for i in grp)]
        groups = [grp for grp in groups if grp not in joined]
        groups.append(sorted([i for grp in joined for i in grp] + [unit_id], key=column.units.index))
    return sorted(groups, key=lambda grp: column.units.index(grp[0]))


def _sees(g: NightFight, a: str, b: str) -> bool:
    return on_map(a) and b in seen_from(g, a)


def _split(g: NightFight, column: Column, groups: list[list[str]]) -> None:
    """R26 The parts are columns of their own, and move one after the other from the old head back."""
    g.tell("NF-8.6.11", "Column {n} is divided: its parts have lost sight of each other", n=column.id)
    parts = {}
    for number, ids in enumerate(groups):
        part = _part(g, column, number, ids)
        parts[part.id] = part
    order = list(g.columns)
    order[order.index(column.id) : order.index(column.id) + 1] = parts
    g.columns = {i: parts.get(i) or g.columns[i] for i in order}
    for part in parts.values():
        for i in part.units:
            unit = g.pieces[i]
            g.change(i, column=part.id, place=unit.place if on_map(unit.place) else f"wait-{part.id}")
        _close_up(g, part.id)
        if len(part.units) == 1 and on_map(g.pieces[part.units[0]].place):
            make_independent(g, part.units[0])


def _part(g: NightFight, column: Column, number: int, ids: list[str]) -> Column:
    """One part of a divided column; the first keeps its name."""
    slot_of = dict(zip(column.units, column.slots, strict=True))
    slots = tuple(slot_of[i] for i in ids)
    if number == 0:
        return replace(column, units=tuple(ids), slots=slots)
    name = column.id + "abcdefghi"[number - 1]
    while name in g.columns:
        name += "a"
    ahead = column.track[max(0, min(slots[0], len(column.track)) - 1)]
    return replace(column, id=name, units=tuple(ids), slots=slots, ahead=ahead)


def in_marching_order(g: NightFight) -> list[str]:
    """8.4, R26 Columns by their printed numbers; the parts of one from its old head back."""
    return sorted(g.columns, key=lambda c: c[0])


# -------------------- 8.3, 8.5 What Soviet columns and units on their own make for


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
def road_distances(land: MapData, head: Hex, out: tuple[Hex, ...]) -> dict[Hex, int]:
    """R22 Road distance to every road hex that can be reached past the lost bridges."""
    return link_distances(land.road_links, head, closed=frozenset(out))


def anchor_of(land: MapData, h: Hex, far: dict[Hex, int]) -> tuple[int, Hex]:
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
    """8.3, R22 Where the column moves towards: the nearest German by road, equal ones at random."""
    land = g.land
    far = road_distances(land, head, tuple(sorted(g.bridges_out)))
    ways = [anchor_of(land, h, far) for h in wanted]
    least = min(ways)[0]
    return g.choose([anchor for distance, anchor in ways if distance == least])
