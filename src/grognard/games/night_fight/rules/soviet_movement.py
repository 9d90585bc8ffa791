"""5.6, 8.3 to 8.6 The Soviet Movement Phase: columns on the road to the nearest German, and units on their own."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.paths import link_route
from grognard.engine import Modifier, Step, Working
from grognard.engine.core.wording import with_count
from grognard.games.night_fight.rules.column_formation import (
    bend,
    divide_columns,
    in_marching_order,
    lead_of,
    leave_gap,
    on_map_units,
    quarry,
    road_goal,
    settle_gaps,
    shown_name,
    spotted_germans,
    straightest,
    wanted_hexes,
)
from grognard.games.night_fight.rules.data import GRID, LIMITS, found
from grognard.games.night_fight.rules.german_fire import Window, open_windows, watch_falling_back, windows
from grognard.games.night_fight.rules.sight import refresh_spotted, throwers, views
from grognard.games.night_fight.rules.stacking import LIMIT, entry_extra, has_room
from grognard.games.night_fight.rules.state import (
    SOVIET,
    SOVIET_MOVEMENT,
    Column,
    NightFight,
    Phase,
    Underway,
    Unit,
    on_map,
)
from grognard.games.night_fight.rules.terrain import block_house_extra, entry_cost, is_road
from grognard.games.night_fight.rules.unit_acts import spend_supply


class SovietMovement(Phase, frozen=True):
    """5.6 Columns in order of their numbers, then independent units; Germans may react at every hex."""

    begun: bool = False

    def run(self, g: NightFight) -> None:
        if self.begun:
            spend_supply(g)
            settle_gaps(g)
            divide_columns(g)
            return g.done()
        fired = dict(g.fired)
        g.new_phase(SOVIET_MOVEMENT)
        g.swap(SovietMovement(begun=True))
        loners = sorted((u.place, u.id) for u in g.soviets() if is_independent(u))
        columns = [c for i in in_marching_order(g) if not fired_together(g, c := g.columns[i], fired)]
        prey = spotted_germans(g)
        g.call(
            *[MoveColumn(c.id, quarry(g, prey, on_map_units(g, c))) for c in columns],
            *[MoveAlone(i, quarry=quarry(g, prey, [g.pieces[i]])) for _, i in loners if not fired_alone(g, i, fired)],
            *[Window(side, ()) for side in g.players],
        )

    def react(self, g: NightFight, movers: tuple[str, ...]) -> None:
        watch_falling_back(g, movers)


def fired_together(g: NightFight, column: Column, fired: dict[str, int]) -> bool:
    """5.6, 8.3 A column one of whose units fired in the Soviet Fire Phase does not move."""
    if not any(i in fired for i in (*column.units, column.marker)):
        return False
    g.tell("NF-8.3.3", "Column {n} has fired and does not move", n=column.id)
    return True


def fired_alone(g: NightFight, unit_id: str, fired: dict[str, int]) -> bool:
    """8.1 Nor does a unit on its own that fired."""
    if unit_id not in fired:
        return False
    unit = g.pieces[unit_id]
    g.tell("NF-8.1.1", "{unit} in {hex} has fired and does not move", unit=unit.name, hex=unit.place)
    return True


def is_independent(unit: Unit) -> bool:
    """8.6 A mobile piece that belongs to no column any more."""
    return unit.mobile and not unit.column


def roams(unit: Unit) -> bool:
    """8.3 A piece of a column, its marker, or one that has left its column."""
    return unit.mobile or unit.what.kind == "marker"


class Allowance(NamedTuple):
    """8.3 Movement points, how they came about and the roll."""

    points: int
    how: str = ""
    working: Working | None = None


def allowance(g: NightFight) -> Allowance:
    """8.3 One die and the bonus of the intensity; six points on turn 1."""
    if g.turn == 1:
        return Allowance(LIMITS["first_turn_column"], "as on every first turn")
    die, bonus = g.d6(), g.intensity.column_bonus
    if not g.heard:
        return Allowance(die + bonus)
    why = f"{g.options['intensity']} intensity"
    modifiers = [Modifier("NF-8.3.1", bonus, why.capitalize())] if bonus else []
    more = f" and {bonus} for {why}" if bonus else ""
    return Allowance(die + bonus, f"{die} by the die{more}", found("Movement points", (die,), die + bonus, modifiers))


# ------------------------------------------------------------------ columns


class MoveColumn(Step, frozen=True):
    """8.3 One column rolls its allowance, takes a goal and moves along the road toward it."""

    column: str
    quarry: tuple[Hex, ...] = ()

    def run(self, g: NightFight) -> None:
        g.done()
        column = g.columns.get(self.column)
        if not g.german_hexes or column is None or (head := head_of(g, column)) is None:
            return
        if not may_move(g, column, self.quarry):
            return
        points, how, working = allowance(g)
        goal = road_goal(g, head, wanted_hexes(g, self.quarry, f"Column {column.id}"))
        text = "Column {n} has {points} ({how}) and makes for {goal}"
        many = with_count(points, "point")
        g.tell("NF-8.3.1", text, hexes=(head, goal), working=working, n=column.id, points=many, how=how, goal=goal)
        g.call(*windows(g, enter_waiting(g, column.id, points)), Advance(column.id, goal, points))


def head_of(g: NightFight, column: Column) -> Hex | None:
    """8.3, R18 Where a column moves from: its lead, or the free edge hex behind which all that is left of it waits."""
    lead, gate = lead_of(g, column), column.track[-1]
    if lead is not None:
        return lead.place
    return gate if gate not in g.german_hexes and has_room(g, gate) else None


def may_move(g: NightFight, column: Column, spotted: tuple[Hex, ...]) -> bool:
    """8.5, 8.6, R24 Not with a pinned unit; once stopped, not if it had a spotted German in view."""
    units = on_map_units(g, column)
    pinned = next((u for u in units if u.pinned), None)
    if pinned is not None:
        g.tell("NF-8.6.4", "Column {n} stands: {unit} is pinned", n=column.id, unit=pinned.name)
        return False
    if column.stopped:
        if spotted:
            g.tell("NF-8.5.9", "Column {n} was stopped and has a spotted German in view: it stands", n=column.id)
            return False
        g.put_column(replace(column, stopped=False))
    return True


def enter_waiting(g: NightFight, column_id: str, points: int) -> tuple[str, ...]:
    """8.0, R18, R25 If all that is left of a column waits off the map, its first piece pays for the edge hex."""
    column = g.columns[column_id]
    if lead_of(g, column) is not None:
        return ()
    gate, first = column.track[-1], column.units[0]
    cost = step_cost(g, gate, frozenset(column.units)) or 0
    if cost > points:
        return ()
    g.spent = {**g.spent, first: cost}
    g.change(first, place=gate)
    slots = tuple(s - column.slots[0] for s in column.slots)
    g.put_column(replace(column, track=(gate,), slots=slots))
    g.tell("NF-8.3.4", "Column {n} moves to {hex}", hexes=(gate,), n=column_id, hex=gate)
    leave_gap(g, column_id)
    return (first,)


class Advance(Underway, frozen=True):
    """8.3 to 8.5, R23 The column goes on hex by hex until its points are used or something stops it."""

    column: str
    goal: Hex
    points: int
    way: tuple[Hex, ...] = ()
    parted: bool = False  # it has been told that the rear cannot follow

    def passing(self, g: NightFight) -> tuple[str, ...]:
        column = g.columns.get(self.column)
        lead = lead_of(g, column) if column else None
        if column is None or lead is None or column.stopped or not self.way:
            return ()
        if self.way[0] not in g.land.road_links.get(lead.place, ()):
            return ()
        return tuple([i for i in next_step(g, column, self.way, self.points) if i in g.spent and i not in g.retreats])

    def run(self, g: NightFight) -> None:
        column = g.columns.get(self.column)
        lead = lead_of(g, column) if column else None
        if column is None or lead is None or column.stopped:
            return g.done()
        way = self.way if self.way and self.way[0] in g.land.road_links.get(lead.place, ()) else ()
        way = way or route(g, column, lead.place, self.goal)
        if not column.deployed and (count := unwatched(g, lead, way, self.points)):
            g.swap(Advance(self.column, self.goal, self.points, way[count:], self.parted))
            return march_by(g, column, way, count)
        moves = next_step(g, column, way, self.points) if way else {}
        if not moves:
            tell_why_it_stands(g, column, lead, way, self)
            return g.done()
        parted = self.parted or tell_who_stays(g, column, way, moves)
        g.swap(Advance(self.column, self.goal, self.points, way[1:], parted))
        step_column(g, column, way, moves)
        refresh_spotted(g)
        return open_windows(g, tuple(moves))


def unwatched(g: NightFight, marker: Unit, way: tuple[Hex, ...], points: int) -> int:
    """5.6, 10.3 How many empty hexes the marker of a column comes by in which nothing can happen.

    No German has it in view or can light its way, and nobody is lost sight of.
    """
    spent, here, count, seen = g.spent.get(marker.id, 0), marker.place, 0, views(g)
    if g.lit or throwers(g):
        return 0
    spotted, germans = [u.place for u in g.spotted()], g.german_hexes.keys()
    costs = g.land.prices[g.vegetation, "vehicle"]
    for h in way:
        spent += costs[h] or 0
        if spent > points or h in g.at or h in g.wrecks or h in g.bridges_out or costs[h] is None:
            break
        if not germans.isdisjoint(seen[h]) or (spotted and not seen[here].isdisjoint(spotted)):
            break
        here, count = h, count + 1
    return count


def march_by(g: NightFight, column: Column, way: tuple[Hex, ...], count: int) -> None:
    """8.4 The marker of a column goes so many hexes of its way."""
    track, marker = column.track, g.pieces[column.marker]
    spent = g.spent.get(marker.id, 0)
    for h in way[:count]:
        track = (h, *(track[: track.index(h)] if h in track else track))  # where it has turned round
        spent += entry_cost(g, h, "vehicle") or 0
        if g.heard:
            g.tell("NF-8.3.4", "Column {n} moves to {hex}", hexes=(h,), n=column.id, hex=h)
    before = way[count - 2] if count > 1 else column.track[0]
    g.spent = {**g.spent, marker.id: spent}
    g.send([marker], way[count - 1])
    g.put_column(replace(column, track=track, ahead=arrow(g, before, way[count - 1 :])))


def tell_why_it_stands(g: NightFight, column: Column, lead: Unit, way: tuple[Hex, ...], march: Advance) -> None:
    """5.6, 8.0, 8.3 A column that has points left says what holds it."""
    if not g.heard or g.spent.get(lead.id, 0) >= march.points:
        return
    cite, why = _what_holds(g, column, lead, way, march)
    g.tell(cite, "Column {n} stands in {hex}: {why}", hexes=(lead.place,), n=column.id, hex=lead.place, why=why)


def _what_holds(g: NightFight, column: Column, lead: Unit, way: tuple[Hex, ...], march: Advance) -> tuple[str, str]:
    mates = column.mates
    if lead.place == march.goal:
        return "NF-8.3.13", "no road leads closer"
    if not way:
        return "NF-8.4.7", "it has no road on"
    if way[0] in g.german_hexes:
        return "NF-5.6.4", f"Germans are in {way[0]}"
    if entry_cost(g, way[0], "vehicle") is None:
        return "NF-8.0.2", f"the bridge at {way[0]} is out"
    ends = Counter(arrivals(column, way[0]).values())
    full = next((h for h in ends if not _room_for(g, h, mates, ends[h])), None)
    if full is not None:
        return "NF-8.0.2", f"{full} is full"
    return "NF-8.0.5", f"its points are not enough for {way[0]}"


def tell_who_stays(g: NightFight, column: Column, way: tuple[Hex, ...], moves: dict[str, Hex]) -> bool:
    """8.0, R23 Those behind a closed hex are left behind, and why."""
    closed = next((h for i, h in arrivals(column, way[0]).items() if i not in moves), None)
    if closed is None:
        return False
    why = "Germans are in it" if closed in g.german_hexes else "the bridge is out"
    text = "The rear of column {n} cannot follow by {hex}: {why}"
    g.tell("NF-8.0.2", text, hexes=(closed,), n=column.id, hex=closed, why=why)
    return True


def route(g: NightFight, column: Column, head: Hex, goal: Hex) -> tuple[Hex, ...]:
    """8.3, 8.4 The most direct way along the road; a deployed column never crosses itself but runs on instead."""
    own = [u.place for u in on_map_units(g, column) if u.place != head] if column.deployed else []
    direct = link_route(g.land.road_links, head, [goal], closed={*g.bridges_out, *own})
    if direct is not None:
        return tuple(direct[1:])
    if not column.deployed:
        return ()
    before = column.track[1] if len(column.track) > 1 else None
    if before is None or GRID.distance(before, head) != 1:
        return ()
    links = g.land.road_links[head]
    onward = straightest(g, before, head, [h for h in links if h not in (before, *own) and is_road(g, h)])
    return () if onward is None else (onward,)


def step_cost(g: NightFight, h: Hex, mates: frozenset[str]) -> int | None:
    """8.0, R23 The road, and one more each for other friendly units and for wrecks; a blown bridge stops it."""
    cost = entry_cost(g, h, "vehicle")
    if cost is None:
        return None
    others = h in g.soviet_hexes and not mates.issuperset(g.at[h])
    return cost + others + (h in g.wrecks)


def next_step(g: NightFight, column: Column, way: tuple[Hex, ...], points: int) -> dict[str, Hex]:
    """5.6, 8.0, 8.3, R23 Where each unit goes as the head enters the next hex; empty if the column stands.

    A unit whose next hex is closed to it stands, with all behind it; those in front go on if all of them can pay.
    """
    mates = column.mates
    moves = {}
    for unit_id, h in arrivals(column, way[0]).items():
        cost = step_cost(g, h, mates)
        if h in g.german_hexes or cost is None:
            break
        moves[unit_id] = h
    return moves if moves and _can_end(g, column, way, points, tuple(moves)) else {}


def _can_end(g: NightFight, column: Column, way: tuple[Hex, ...], points: int, movers: tuple[str, ...]) -> bool:
    """4.0, 8.0, R23 Somewhere within their points all that move find room to stop."""
    mates = column.mates
    slots = dict(zip(column.units, column.slots, strict=False)) or {column.marker: 0}
    spent = {i: g.spent.get(i, 0) for i in movers}
    line = column.track
    for ahead in way:
        line = (ahead, *line)
        ends = [line[slots[i]] for i in movers]
        for i, h in zip(movers, ends, strict=True):
            cost = step_cost(g, h, mates)
            if cost is None or h in g.german_hexes or spent[i] + cost > points:
                return False
            spent[i] += cost
        if all(_room_for(g, h, mates, ends.count(h)) for h in ends):
            return True
    return False


def _room_for(g: NightFight, h: Hex, mates: frozenset[str], arriving: int) -> bool:
    """4.0 Could those of the column that arrive together stay here, its other units having gone on?"""
    here = g.at.get(h, ())
    return len(here) - len(mates.intersection(here)) + (h in g.wrecks) + arriving <= LIMIT


def arrivals(column: Column, ahead: Hex) -> dict[str, Hex]:
    """R18, R23 Where each piece on or entering the map goes when the head enters the next hex."""
    if not column.deployed:
        return {column.marker: ahead}
    track = (ahead, *column.track)
    return {i: track[slot] for i, slot in zip(column.units, column.slots, strict=True) if slot < len(track)}


def step_column(g: NightFight, column: Column, way: tuple[Hex, ...], moves: dict[str, Hex]) -> None:
    """8.4, R23 Every piece that can go on moves one hex along the track; those behind a closed hex stand."""
    mates = column.mates
    ahead, parted = way[0], len(moves) < len(arrivals(column, way[0]))
    prices = {unit_id: step_cost(g, h, mates) or 0 for unit_id, h in moves.items()}
    g.spent = {**g.spent, **{unit_id: g.spent.get(unit_id, 0) + price for unit_id, price in prices.items()}}
    g.relocate(moves)
    track = column.track
    if not column.deployed and ahead in track:  # it has turned round
        track = track[: track.index(ahead)]
    slots = tuple(slot + (parted and n >= len(moves)) for n, slot in enumerate(column.slots))
    new = replace(column, track=(ahead, *track), slots=slots, ahead=arrow(g, column.track[0], way))
    g.put_column(replace(new, gapped=new.gapped or parted))
    g.tell("NF-8.3.4", "Column {n} moves to {hex}", hexes=(ahead,), n=column.id, hex=ahead)


def arrow(g: NightFight, before: Hex, way: tuple[Hex, ...]) -> Hex:
    """2.2 The hex a column that has just made the first step of its way points to: the next one, or straight on."""
    if len(way) > 1:
        return way[1]
    onward = [h for h in g.land.road_links[way[0]] if h != before]
    return min(onward, key=lambda h: bend(before, way[0], h), default=way[0])


# ------------------------------------------------------------------ independent units


EVERYWHERE = 1000  # points enough for any way on the map


class MoveAlone(Underway, frozen=True):
    """8.6, R27 A unit on its own rolls its die and goes the cheapest way to, or toward, the nearest German."""

    unit: str
    points: int = 0
    way: tuple[Hex, ...] = ()
    begun: bool = False
    quarry: tuple[Hex, ...] = ()

    def passing(self, g: NightFight) -> tuple[str, ...]:
        unit = g.pieces.get(self.unit)
        if unit is None or unit.pinned or unit.id not in g.spent or unit.id in g.retreats:
            return ()
        return (unit.id,) if self.way and self._can_enter(g, unit) else ()

    def run(self, g: NightFight) -> None:
        unit = g.pieces.get(self.unit)
        if unit is None or unit.pinned or not on_map(unit.place) or not g.german_hexes:
            return g.done()
        if not self.begun:
            return self._begin(g, unit)
        if not self.way or not self._can_enter(g, unit):
            return g.done()
        h = self.way[0]
        g.spent = {**g.spent, unit.id: g.spent.get(unit.id, 0) + self._cost(g, h)}
        g.change(unit.id, place=h)
        g.tell("NF-8.6.9", "{unit} moves to {hex}", hexes=(h,), unit=shown_name(unit), hex=h)
        g.swap(MoveAlone(self.unit, self.points, self.way[1:], begun=True))
        refresh_spotted(g)
        open_windows(g, (unit.id,))

    def _begin(self, g: NightFight, unit: Unit) -> None:
        points, how, working = allowance(g)
        name = f"{shown_name(unit)} in {unit.place}"
        wanted = wanted_hexes(g, self.quarry, name)
        least = min(GRID.distance(unit.place, h) for h in wanted)
        goal = g.choose([h for h in wanted if GRID.distance(unit.place, h) == least])
        text = "{name} has {points} ({how}) and makes for {goal}"
        hexes = (unit.place, goal)
        many = with_count(points, "point")
        g.tell("NF-8.3.1", text, hexes=hexes, working=working, name=name, points=many, how=how, goal=goal)
        g.swap(MoveAlone(self.unit, points, self._way(g, unit, goal), begun=True))

    def _way(self, g: NightFight, unit: Unit, goal: Hex) -> tuple[Hex, ...]:
        closed = {*g.bridges_out, *g.german_hexes}
        extra = {h: self._extra(g, h) for h in {**g.soviet_hexes, **g.wrecks}}
        table = g.land.alone[g.vegetation]
        beside = [h for h in GRID.neighbours[goal] if h not in closed]
        path = table.cheapest_path(unit.place, beside, blocked=closed, extra=extra)
        if path is None:
            ways = table.reach(unit.place, EVERYWHERE, blocked=closed, extra=extra)
            path = ways.path_to(min(ways, key=lambda h: (GRID.distance(h, goal), ways[h])))
        return tuple(path[1:])

    def _cost(self, g: NightFight, h: Hex) -> int:
        cost = entry_cost(g, h, "vehicle")
        assert cost is not None
        return cost + self._extra(g, h)

    def _extra(self, g: NightFight, h: Hex) -> int:
        return entry_extra(g, h, SOVIET) + block_house_extra(g, h)

    def _can_enter(self, g: NightFight, unit: Unit) -> bool:
        """5.6, 8.0 Not a German-held hex, not beyond its points, and not to end overstacked."""
        spent = g.spent.get(unit.id, 0)
        for h in self.way:
            if h in g.german_hexes or h in g.bridges_out or entry_cost(g, h, "vehicle") is None:
                return False
            spent += self._cost(g, h)
            if spent > self.points:
                return False
            if has_room(g, h):
                return True
        return False
