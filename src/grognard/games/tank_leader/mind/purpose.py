"""What a unit is after, and how near a hex brings it: used by the doctrine alone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from grognard.board.hexes.grid import Hex
from grognard.engine.core.fact import fact
from grognard.games.tank_leader.mind.ground_value import (
    FAR,
    ROUNDING,
    Aim,
    Apart,
    Battle,
    Errand,
    Field,
    Foe,
    Hope,
    apart_from,
    best_hexes,
    field_of,
    way_costs,
)
from grognard.games.tank_leader.mind.weights import BY_HAND
from grognard.games.tank_leader.rules.data import BIT, GERMAN, GRID, SOVIET, other
from grognard.games.tank_leader.rules.move_paths import Path, ReachableHexes, fresh_move
from grognard.games.tank_leader.rules.names import open_units
from grognard.games.tank_leader.rules.scenarios import SCENARIOS
from grognard.games.tank_leader.rules.state import TankLeader, Unit
from grognard.games.tank_leader.rules.terrain import LANDS, hexes_between
from grognard.games.tank_leader.rules.victory import points, scored_hexes, value

AHEAD = 5  # a lead that wins: then nobody goes hunting
F_PACE = 7  # half points a turn that the die of an F-rated formation gives, on the average
LATE, CLOSE_BY = 2, 3  # in the last turns a hex is held by standing there, if an enemy is as close as this


# ------------------------------------------------------------------ the ground


@lru_cache(maxsize=256)
def exit_hexes(scenario: str, side: str, kind: str, card: str) -> tuple[Hex, ...]:
    """15.5 Where a unit earns points by leaving: the road hexes of the edge that counts, or the named ones."""
    for row in SCENARIOS[scenario]["aim"]:
        if row["kind"] != "exit" or row["side"] != side or kind not in row["classes"]:
            continue
        if "cards" in row and (not card or int(card) not in row["cards"]):
            continue
        if "from_hexes" in row:
            return tuple(row["from_hexes"])
        column = row["from_column"]
        return tuple(h for h in hexes_between((column, column), (1, 33)) if h in LANDS[scenario].roads)
    return ()


@lru_cache(maxsize=256)
def forward_hexes(scenario: str, side: str) -> tuple[Hex, ...]:
    """15.5 Where units earn points by standing at the end: the road hexes of the nearest column."""
    for row in SCENARIOS[scenario]["aim"]:
        if row["kind"] == "position" and row["side"] == side:
            column = row["columns"][0 if side == GERMAN else 1]
            near = hexes_between((column, column + 1), tuple(row["rows"]))
            return tuple(h for h in near if h in LANDS[scenario].roads)
    return ()


def side_goals(g: TankLeader, side: str) -> list[Hex]:
    """15.5 Hexes whose control matters and that the side does not hold, or leaves open to the enemy near the end."""
    return [h for h in scored_hexes(g.scenario_id) if g.control.get(h) != side or left_open(g, side, h)]


def is_late(g: TankLeader) -> bool:
    """15.5.4 Are these the last turns, in which nothing that is left open is taken back?"""
    return g.turns - g.turn < LATE


def left_open(g: TankLeader, side: str, h: Hex) -> bool:
    """15.5.4 Could an enemy close by walk into a hex in the last turns because nobody stands there?"""
    if not is_late(g) or g.side_here(h, side):
        return False
    return any(GRID.distance(h, place) <= CLOSE_BY and g.side_here(place, other(side)) for place in g.at)


def held_goals(g: TankLeader, side: str) -> list[Hex]:
    """15.5 Hexes that matter and that the side holds."""
    return [h for h in scored_hexes(g.scenario_id) if g.control.get(h) == side]


# ------------------------------------------------------------------ the purpose of a unit


class Enemies(NamedTuple):
    """8.55 The enemies a side may look at, the hexes with infantry among them, and all that an exposure hangs on."""

    places: tuple[Hex, ...]
    nests: set[Hex]
    battle: Battle


def enemies_of(g: TankLeader, side: str) -> Enemies:
    """8.55 Whom a side sees."""
    known = open_units(g, other(side))
    units = [u for u in g.units(other(side)) if not u.carrier and u.id in known]
    battle = Battle(g.conditions, g.visibility, tuple([Foe(u.place, u.type, u.suppressed) for u in units]))
    return Enemies(tuple(dict.fromkeys(u.place for u in units)), {u.place for u in units if u.what.infantry}, battle)


class Situation(NamedTuple):
    """What a side sees of the battle: who is where, what is to be taken and held, and who is ahead."""

    enemies: Enemies
    goals: tuple[Hex, ...]
    held: tuple[Hex, ...]
    lead: int
    turns_left: int


@fact
def situation_of(g: TankLeader, side: str) -> Situation:
    """The situation of a side."""
    lead = points(g, side) - points(g, other(side))
    goals, held = tuple(side_goals(g, side)), tuple(held_goals(g, side))
    return Situation(enemies_of(g, side), goals, held, lead, g.turns - g.turn + 1)


class Plan(NamedTuple):
    """What a unit is after, and at what pace: to leave, to take, to hunt or to guard."""

    aim: str
    pace: int
    errand: Errand | None  # where there is something to reach


def plan_of(g: TankLeader, unit: Unit) -> Plan:
    """Leave or take what can still be reached in time; else hunt, or guard what is held by a side that is ahead."""
    now, points_each_turn = situation_of(g, unit.side), max(1, unit.what.ma) * 2
    pace = min(points_each_turn, F_PACE) if g.f_rated(unit) else points_each_turn
    cargo = [unit, *(g.passengers(unit.id) if unit.vehicle else ())]
    exits = next((e for u in cargo if (e := exit_hexes(g.scenario_id, u.side, u.what.kind, u.card))), ())
    for aim, goals in (("leave", exits), ("take", now.goals or forward_hexes(g.scenario_id, unit.side))):
        if goals and unit.what.ma:
            errand = g.conditions, unit.what.mover, unit.what.ma, goals
            if not unit.hex or way_costs(*errand).get(unit.hex, FAR) <= now.turns_left * pace:
                return Plan(aim, pace, errand)
    hunts = unit.vehicle and not unit.what.truck and (now.lead < AHEAD or not now.held)
    return Plan("hunt" if hunts else "guard", pace, None)


class Purpose:
    """One unit's purpose in the present position: to leave, to take, to hunt or to guard."""

    def __init__(self, g: TankLeader, unit: Unit) -> None:
        self.g, self.unit, self.country = g, unit, g.country
        self.situation, self.weights = situation_of(g, unit.side), g.effective_weights(BY_HAND)
        self.trenched = unit.hex if unit.trench else ""
        self.aim, self.pace, self.errand = plan_of(g, unit)

    @property
    def near(self) -> Mapping[Hex, int]:
        """How far it is from the hexes where it has something to reach."""
        return way_costs(*self.errand) if self.errand else {}

    @cached_property
    def field(self) -> Field:
        """What each hex is worth to it; the same to all of its type with the same purpose, as long as nothing stirs."""
        unit, now, weights = self.unit, self.situation, self.weights
        foes = now.enemies.places if self.aim == "hunt" else ()
        worth = weights.haste[self.aim], weights.cover, weights.goal, weights.nearby
        aim = Aim(self.aim, self.errand, self.pace, now.goals, now.held, foes, self.g.conditions, *worth)
        return field_of(aim, (unit.type, unit.suppressed, now.enemies.battle), self.stake, weights.strike)

    @cached_property
    def away(self) -> Apart | None:
        """11 How many hexes too far from its mates each hex is; nothing if there are none."""
        mates = mates_of(self.g, self.unit)
        return apart_from(mates, 0 if self.unit.side == SOVIET else 2) if mates else None

    @cached_property
    def stake(self) -> float:
        """What there is to lose: the unit, and what it carries."""
        cargo = self.g.passengers(self.unit.id) if self.unit.what.truck else ()
        return self.weights.any_unit + self.weights.valued * (value(self.unit) + sum(value(u) for u in cargo))

    @cached_property
    def here(self) -> float:
        """How good it is to stay."""
        return self.worth(self.unit.hex) if self.unit.hex else -999.0

    @cached_property
    def least(self) -> float:
        """What another hex must be worth at least."""
        return self.here + self.weights.bother

    @property
    def leaves(self) -> bool:
        return self.aim == "leave"

    def at_exit(self, h: Hex) -> bool:
        """8.4 Is a hex one from which it earns points by leaving?"""
        return self.aim == "leave" and self.near.get(h) == 0

    @property
    def arrived(self) -> bool:
        """Is it where it should stay: first on a hex that is held, or with nothing to go for?"""
        unit, g = self.unit, self.g
        if unit.place in self.situation.held and not self.leaves:
            return g.stack(unit.place, unit.side)[0].id == unit.id
        return False

    def turns_from(self, h: Hex) -> float:
        """How many moves away the purpose is."""
        return self.field.calm.turns_from(h)

    def worth(self, h: Hex) -> float:
        """How good it is to end a move in a hex."""
        total = self.field[h] if h != self.trenched else self.field.worth(h, self.weights.trench * self.unit.trench)
        if h in self.g.at:
            return total + self._company(h)
        return total if self.away is None else total - self.weights.apart * self.away[h]

    def worths(self, hexes: Sequence[Hex]) -> dict[Hex, float]:
        """The same for many hexes: most of them are empty."""
        field, apart, away = self.field, self.weights.apart, self.away
        if away is None:
            found = dict(zip(hexes, map(field.__getitem__, hexes), strict=True))
        else:
            found = {h: field[h] - apart * away[h] for h in hexes}
        for h in found.keys() & self.g.at.keys():
            found[h] = self.worth(h)
        if self.trenched in found:
            found[self.trenched] = self.worth(self.trenched)
        return found

    def _company(self, h: Hex) -> float:
        """8.5, 11 Keep together, but not too many to a hex."""
        unit, total, (here, machines) = self.unit, 0.0, crowds(self.g, self.unit.side).get(h, (0, 0))
        if h == unit.place:
            here, machines = here - 1, machines - unit.vehicle
        most, most_machines = self.country.limits(h)
        if here >= most or (unit.vehicle and machines >= most_machines):
            total = -self.weights.crowded
        if h in swarms(self.g, other(unit.side)):
            total -= self.weights.hornets
        return total if self.away is None else total - self.weights.apart * self.away[h]

    def gain(self, h: Hex) -> float:
        """How much better a hex is than where the unit stands."""
        return self.worth(h) - self.here - self.weights.bother

    def gains(self, hexes: Sequence[Hex]) -> dict[Hex, float]:
        """The same for many hexes."""
        less = self.least
        return {h: worth - less for h, worth in self.worths(hexes).items()}

    def better(self, hexes: Sequence[Hex]) -> Iterator[Hex]:
        """Those of some hexes that are worth more than the least that another must be worth, the most likely first.

        Company and distance from its own only take from what a hex is worth to its type.
        """
        field, least = self.field, self.least
        calm, ground, low = field.calm, field.ground, least - field.prize - ROUNDING
        likeliest = max(hexes, key=calm.__getitem__, default="")
        if not likeliest or calm[likeliest] <= low:
            return
        if self.worth(likeliest) > least:
            yield likeliest
        hopes = zip(hexes, map(calm.__getitem__, hexes), strict=True)
        hopeful = [h for h, hope in hopes if hope > least or (hope > low and ground & BIT[h])]
        yield from (h for h in hopeful if h != likeliest and self.worth(h) > least)

    def best_of(self, hexes: Sequence[Hex], least: float, less: Callable[[Hex], float]) -> tuple[float, set[Hex]]:
        """The hexes that are best for it, less something each, and what they gain; none if all gain less than that."""
        field, bar = self.field, self.least
        hope = Hope(field.calm, field.prize, field.stirs, bar)
        return best_hexes(hexes, hope, lambda h: self.worth(h) - bar - less(h), least)

    def risk(self, way: Path) -> float:
        """12.14 What it costs if a way leads over enemy infantry before it ends."""
        return self.weights.hornets if any(h in self.situation.enemies.nests for h in way[:-1]) else 0.0

    def risky(self, hexes: Sequence[Hex]) -> bool:
        """8, 12.14 May a way to one of these hexes, which are all in reach, lead over enemy infantry?"""
        nests, here, far = self.situation.enemies.nests, self.unit.hex, self.unit.what.ma * 2
        near = any(GRID.distance(here, h) <= far for h in nests)  # a hex of road costs half a point
        return near and not nests.isdisjoint(hexes)


def mates_of(g: TankLeader, unit: Unit) -> tuple[Hex, ...]:
    """11 Where others of a unit's formation are that have operated."""
    others = (u for u in g.members(unit.card) if u.side == unit.side and u.id != unit.id)
    return tuple(dict.fromkeys(u.place for u in others if u.place and not u.up))


@fact
def crowds(g: TankLeader, side: str) -> Mapping[Hex, tuple[int, int]]:
    """8.5 How many units of a side there are in each hex on the map, and how many of them are vehicles."""
    found: dict[Hex, tuple[int, int]] = {}
    for unit in g.units(side):
        units, machines = found.get(unit.place, (0, 0))
        found[unit.place] = units + 1, machines + unit.vehicle
    return found


@fact
def swarms(g: TankLeader, side: str) -> Collection[Hex]:
    """12.14 Where infantry of a side is on the map."""
    return {u.place for u in g.units(side) if u.what.infantry}


@fact
def gains_of(g: TankLeader, unit: Unit) -> Mapping[Hex, float]:
    """How much better each hex is that a unit can go to, less the risk of the way, asked of the best alone."""
    purpose, ways = Purpose(g, unit), ReachableHexes(g, unit, g.move or fresh_move(g, unit))
    hexes = ways.hexes()
    found = purpose.gains(hexes)
    best = -FAR * 1.0
    for h in sorted(found, key=found.__getitem__, reverse=True) if purpose.risky(hexes) else ():
        if found[h] <= best:
            break
        found[h] -= purpose.risk(ways.to(h))
        best = max(best, found[h])
    return found
