"""What a unit is after, and how near a hex brings it: used by the doctrine alone."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cache, reduce
from operator import or_
from typing import NamedTuple

from grognard.board.hexgrid import Hex
from grognard.board.hexset import bits_of
from grognard.engine.knowing import BOTH
from grognard.engine.memory import Memory, kept
from grognard.games.tank_leader.mind.distances import FAR, HOPELESS, Apart, apart_from, crow_flies, way_costs, way_turns
from grognard.games.tank_leader.mind.estimate import storm, threats
from grognard.games.tank_leader.mind.weights import BY_HAND
from grognard.games.tank_leader.rules.assault import CLOSE
from grognard.games.tank_leader.rules.control import scored_hexes
from grognard.games.tank_leader.rules.data import BIT, GERMAN, GRID, SOVIET, disc, other
from grognard.games.tank_leader.rules.names import open_units
from grognard.games.tank_leader.rules.operations import fresh_move
from grognard.games.tank_leader.rules.scenarios import SCENARIOS
from grognard.games.tank_leader.rules.state import Move, TankLeader, Unit
from grognard.games.tank_leader.rules.terrain import LANDS, hexes_between
from grognard.games.tank_leader.rules.victory import points, value
from grognard.games.tank_leader.rules.ways import Way, Ways, blocked, must_roll, why_not_move

AHEAD = 5  # a lead that wins: then nobody goes hunting
F_PACE = 7  # half points a turn that the die of an F-rated formation gives, on the average
LATE, CLOSE_BY = 2, 3  # in the last turns a hex is held by standing there, if an enemy is as close as this


# ------------------------------------------------------------------ the ground


@cache
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


@cache
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


def left_open(g: TankLeader, side: str, h: Hex) -> bool:
    """15.5.4 Could an enemy close by walk into a hex in the last turns because nobody stands there?"""
    if g.turns - g.turn >= LATE or g.side_here(h, side):
        return False
    return any(GRID.distance(h, place) <= CLOSE_BY and g.side_here(place, other(side)) for place in g.at)


def held_goals(g: TankLeader, side: str) -> list[Hex]:
    """15.5 Hexes that matter and that the side holds."""
    return [h for h in scored_hexes(g.scenario_id) if g.control.get(h) == side]


# ------------------------------------------------------------------ the purpose of a unit


class Enemies(NamedTuple):
    """8.55 The enemies a side may look at, the hexes with infantry among them, and all that an exposure hangs on."""

    units: list[Unit]
    nests: set[Hex]
    ground: int


def enemies_of(g: TankLeader, side: str) -> Enemies:
    """8.55 Whom a side sees, kept until one of them changes."""
    return g.know(g.book_of_enemy(side), ("enemies", side), lambda: _enemies_of(g, side))


def _enemies_of(g: TankLeader, side: str) -> Enemies:
    known = open_units(g, other(side))
    units = [u for u in g.units(other(side)) if not u.carrier and u.id in known]
    seen = tuple((u.place, u.type, u.suppressed) for u in units)
    return Enemies(units, {u.place for u in units if u.what.infantry}, hash((g.conditions, g.visibility, seen)))


class Situation:
    """What a side sees of the battle: who is where, what is to be taken and held, and who is ahead."""

    def __init__(self, g: TankLeader, side: str) -> None:
        self.foes, self.nests, self.ground = enemies_of(g, side)
        self.goals, self.held = tuple(side_goals(g, side)), tuple(held_goals(g, side))
        self.lead = points(g, side) - points(g, other(side))
        self.turns_left = g.turns - g.turn + 1
        self.signature = hash((g.scenario_id, self.ground, self.goals, self.held, self.lead < AHEAD, g.turn))


def situation_of(g: TankLeader, side: str) -> Situation:
    """The situation of a side, worked out once for each question."""
    return g.recall(("situation", side), lambda: _situation_of(g, side))


def _situation_of(g: TankLeader, side: str) -> Situation:
    return g.know(BOTH, ("situation", side, g.turn, *g.control.items()), lambda: Situation(g, side))


Dealings = tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]


def _in_range(place: Hex, sight: int, between: Dealings) -> int:
    """The hexes from which a unit and an enemy in a place might strike each other."""
    return disc(place, min(sight, max(map(len, between)) - 1))


def dealings(mine: Unit, foe: Unit) -> Dealings:
    """What a unit would do to an enemy at each distance, and the enemy to it in the open and in hard cover."""
    return _dealings(mine.type, mine.suppressed, foe.type, foe.suppressed, max(1, value(foe)))


@cache
def _dealings(mine: str, hurt: bool, foe: str, weak: bool, worth: int) -> Dealings:
    strike, open_field = threats(mine, foe, weak, False, worth), threats(foe, mine, hurt, False, 1)
    return strike, open_field, threats(foe, mine, hurt, True, 1)


class Watch(NamedTuple):
    """An enemy as far as a type of unit and he could strike each other: the ground, his place, how hard each would."""

    ground: int
    place: Hex
    between: Dealings


class Exposure(dict[Hex, tuple[float, float]]):
    """What a type of unit could do to the enemies it knows of from a hex, and they to it; found when it is asked."""

    def __init__(self, g: TankLeader, unit: Unit, foes: list[Unit]) -> None:
        super().__init__()
        self.foes = tuple(dict.fromkeys(u.place for u in foes))
        self.country = g.country
        self.watches = [
            Watch(_in_range(u.place, g.visibility, d), u.place, d) for u in foes if (d := dealings(unit, u))
        ]
        self.storms = self._storms(g, unit, foes)
        self.ground = reduce(or_, [w.ground for w in self.watches], 0) | bits_of(GRID, self.storms)
        self._far: dict[Hex, int] = {}

    def __missing__(self, h: Hex) -> tuple[float, float]:
        found = self[h] = self._felt(h)
        return found

    def _felt(self, h: Hex) -> tuple[float, float]:
        """The best shot from a hex, and what all who have it in sight and in range would do there."""
        attack, danger, bit, sees = 0.0, 0.0, BIT[h], self.country.sight.sees
        hard = self.country.cover[h] == "hard"
        for ground, place, (strike, open_field, sheltered) in self.watches:
            if ground & bit and sees(h, place):
                distance, hits = GRID.distance(h, place), sheltered if hard else open_field
                danger += hits[distance] if distance < len(hits) else 0.0
                if distance < len(strike) and strike[distance] > attack:
                    attack = strike[distance]
        return attack, danger + self.storms[h] if h in self.storms else danger

    @staticmethod
    def _storms(g: TankLeader, unit: Unit, foes: list[Unit]) -> dict[Hex, float]:
        """14.1 Where enemy infantry is near enough to assault a vehicle in close terrain."""
        found: dict[Hex, float] = {}
        for foe in foes if unit.vehicle else ():
            for h in GRID.within(foe.place, 1) if foe.what.infantry else ():
                if g.country.terrain[h] in CLOSE:
                    found[h] = found.get(h, 0) + storm(foe.type, unit.type)
        return found

    def nearest(self, h: Hex) -> int:
        """How far the nearest enemy is from a hex."""
        found = self._far.get(h)
        if found is None:
            found = self._far[h] = min((GRID.distance(h, place) for place in self.foes), default=FAR)
        return found


_exposures = Memory(50)


def exposure_of(g: TankLeader, unit: Unit) -> Exposure:
    """The exposure of a type of unit, kept as long as the enemies it knows of stay as they are."""
    now = situation_of(g, unit.side)
    key = unit.type, unit.suppressed, now.ground
    found: Exposure = _exposures.get(key) or _exposures.keep(key, Exposure(g, unit, now.foes))
    return found


class Field(dict[Hex, float]):
    """What each hex is worth to a type of unit with a purpose, whoever else is there; found when it is asked."""

    def __init__(self, purpose: Purpose) -> None:
        super().__init__()
        self.exposure, self.turns, self.aim, self.pace = purpose.exposure, purpose.turns, purpose.aim, purpose.pace
        self.weights, self.stake, self.cover = purpose.weights, purpose.stake, purpose.country.cover
        self.goals, self.held = purpose.situation.goals, purpose.situation.held
        self.haste, self.ground = self.weights.haste[self.aim], self.exposure.ground
        key = self.aim, purpose.ways, purpose.pace, self.goals, self.held, purpose.g.conditions, id(self.weights)
        self.calm: dict[Hex, float] | None = None if self.aim == "hunt" else _calm.recall(key, dict)

    def __missing__(self, h: Hex) -> float:
        """Where nobody could strike nobody a hex stays what it is when enemies stir, but to those who hunt them."""
        calm = self.calm
        if calm is None or self.ground & BIT[h]:
            found = self.worth(h)
        else:
            found = calm[h] if h in calm else calm.setdefault(h, self.worth(h))
        self[h] = found
        return found

    def worth(self, h: Hex, trench: float = 0.0) -> float:
        """What a hex is worth, with the trench that a unit has in it."""
        weights, total = self.weights, 0.0
        if self.ground & BIT[h]:
            attack, danger = self.exposure[h]
            total = weights.strike * attack - self.stake * min(danger, 1.5)
        total -= self.haste * self.turns_from(h)
        if self.cover[h]:
            total += weights.cover
        total += trench
        return total + weights.goal if h in self.goals else total

    def turns_from(self, h: Hex) -> float:
        """How many moves away the purpose is."""
        if self.turns:
            return self.turns.get(h, HOPELESS)
        if self.aim == "guard" and not self.held:
            return 0.0
        far = self.exposure.nearest(h) if self.aim == "hunt" else crow_flies(self.held)[h]
        return min(max(0.0, far - self.weights.nearby) * 2 / self.pace, HOPELESS)


_fields, _calm = Memory(200), Memory(200)


class Purpose:
    """One unit's purpose in the present position: to leave, to take, to hunt or to guard."""

    def __init__(self, g: TankLeader, unit: Unit) -> None:
        self.g, self.unit, self.country = g, unit, g.country
        self.pace = min(max(1, unit.what.ma) * 2, F_PACE) if g.f_rated(unit) else max(1, unit.what.ma) * 2
        self.situation, self.weights = situation_of(g, unit.side), g.weighed_by(BY_HAND)
        self.trenched = unit.hex if unit.trench else ""
        self.near: dict[Hex, int] = {}
        self.turns: dict[Hex, float] = {}  # from the hexes where it has something to reach,
        self.ways: Hashable = ()  # and on what they depend
        self.aim = self._choose()

    @kept
    def exposure(self) -> Exposure:
        return exposure_of(self.g, self.unit)

    @kept
    def field(self) -> Field:
        """What each hex is worth to it; the same to all of its type with the same purpose, as long as nothing stirs."""
        unit, now = self.unit, self.situation
        threat = unit.type, unit.suppressed, now.ground
        key = threat, self.aim, self.ways, self.pace, self.stake, now.goals, now.held, id(self.weights)
        found: Field = _fields.recall(key, lambda: Field(self))
        return found

    @kept
    def mates(self) -> tuple[Hex, ...]:
        """11 Where others of its formation are that have operated."""
        others = (u for u in self.g.members(self.unit.card) if u.side == self.unit.side and u.id != self.unit.id)
        return tuple(dict.fromkeys(u.place for u in others if u.place and not u.up))

    @kept
    def away(self) -> Apart | None:
        """11 How many hexes too far from them each hex is; nothing if there are none."""
        return apart_from(self.mates, 0 if self.unit.side == SOVIET else 2) if self.mates else None

    @kept
    def stake(self) -> float:
        """What there is to lose: the unit, and what it carries."""
        cargo = self.g.passengers(self.unit.id) if self.unit.what.truck else ()
        return self.weights.any_unit + self.weights.valued * (value(self.unit) + sum(value(u) for u in cargo))

    @kept
    def here(self) -> float:
        """How good it is to stay."""
        return self.worth(self.unit.hex) if self.unit.hex else -999.0

    @kept
    def least(self) -> float:
        """What another hex must be worth at least."""
        return self.here + self.weights.bother

    @property
    def leaves(self) -> bool:
        return self.aim == "leave"

    def at_exit(self, h: Hex) -> bool:
        """8.4 Is a hex one from which it earns points by leaving?"""
        return self.aim == "leave" and self.near.get(h) == 0

    def _choose(self) -> str:
        """Leave or take what can still be reached in time; else hunt, or guard what is held by a side that is ahead."""
        g, unit, now = self.g, self.unit, self.situation
        cargo = [unit, *(g.passengers(unit.id) if unit.vehicle else ())]
        exits = next((e for u in cargo if (e := exit_hexes(g.scenario_id, u.side, u.what.kind, u.card))), ())
        for aim, goals in (("leave", exits), ("take", now.goals or forward_hexes(g.scenario_id, unit.side))):
            if goals and unit.what.ma:
                ways = g.conditions, unit.what.mover, unit.what.ma, goals
                self.near = way_costs(*ways)
                if not unit.hex or self.near.get(unit.hex, FAR) <= now.turns_left * self.pace:
                    self.turns, self.ways = way_turns(*ways, self.pace), ways
                    return aim
        self.near = {}
        if unit.vehicle and not unit.what.truck and (now.lead < AHEAD or not now.held):
            return "hunt"
        return "guard"

    @property
    def arrived(self) -> bool:
        """Is it where it should stay: first on a hex that is held, or with nothing to go for?"""
        unit, g = self.unit, self.g
        if unit.place in self.situation.held and not self.leaves:
            return g.stack(unit.place, unit.side)[0].id == unit.id
        return False

    def turns_from(self, h: Hex) -> float:
        """How many moves away the purpose is."""
        return self.field.turns_from(h)

    def worth(self, h: Hex) -> float:
        """How good it is to end a move in a hex."""
        total = self.field[h] if h != self.trenched else self.field.worth(h, self.weights.trench * self.unit.trench)
        if h in self.g.at:
            return total + self._company(h)
        return total if self.away is None else total - self.weights.apart * self.away[h]

    def worths(self, hexes: Sequence[Hex]) -> dict[Hex, float]:
        """The same of many hexes: most of them are empty."""
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
        unit, total, everybody = self.unit, 0.0, self.g.here(h)
        here = [u for u in everybody if u.side == unit.side and u.id != unit.id]
        limit, machines = self.country.limits(h)
        if len(here) >= limit or (unit.vehicle and sum([u.vehicle for u in here]) >= machines):
            total = -self.weights.crowded
        if any(u.what.infantry for u in everybody if u.side != unit.side):
            total -= self.weights.hornets
        return total if self.away is None else total - self.weights.apart * self.away[h]

    def gain(self, h: Hex) -> float:
        """How much better a hex is than where the unit stands."""
        return self.worth(h) - self.here - self.weights.bother

    def gains(self, hexes: Sequence[Hex]) -> dict[Hex, float]:
        """The same of many hexes."""
        less = self.least
        return {h: worth - less for h, worth in self.worths(hexes).items()}

    def best_of(self, hexes: Sequence[Hex], least: float, less: Callable[[Hex], float]) -> tuple[float, set[Hex]]:
        """The hexes that are best for it, less something each, and what they gain; none if all gain less than that.

        Company and distance from its own only take from what a hex is worth to its type.
        """
        best, found = least, set[Hex]()
        for hope, h in sorted(zip(map(self.field.__getitem__, hexes), hexes, strict=True), reverse=True):
            if hope - self.least < best:
                break
            gain = self.worth(h) - self.least - less(h)
            if gain >= best:
                found = {*found, h} if gain == best else {h}
                best = gain
        return best, found

    def risk(self, way: Way) -> float:
        """12.14 What it costs if a way leads over enemy infantry before it ends."""
        return self.weights.hornets if any(h in self.situation.nests for h in way[:-1]) else 0.0

    def risky(self, hexes: Sequence[Hex]) -> bool:
        """8, 12.14 May a way to one of these hexes, which are all in reach, lead over enemy infantry?"""
        nests, here, far = self.situation.nests, self.unit.hex, self.unit.what.ma * 2
        near = any(GRID.distance(here, h) <= far for h in nests)  # a hex of road costs half a point
        return near and not nests.isdisjoint(hexes)


def gains(g: TankLeader, unit: Unit, move: Move) -> dict[Hex, float]:
    """How much better each hex is that a unit can go to, less the risk of the way, asked of the best alone."""
    purpose, ways = purpose_of(g, unit), Ways(g, unit, move)
    hexes = ways.hexes()
    found = purpose.gains(hexes)
    best = -FAR * 1.0
    for h in sorted(found, key=found.__getitem__, reverse=True) if purpose.risky(hexes) else ():
        if found[h] <= best:
            break
        found[h] -= purpose.risk(ways.to(h))
        best = max(best, found[h])
    return found


def could_do_better(g: TankLeader, unit: Unit) -> bool:
    """Is there a hex to move to that suits a unit better than its own?"""
    if has_arrived(g, unit):
        return False
    key = "better", *alike(g, unit), g.rolled.get(unit.card, 0), situation_of(g, unit.side).signature
    return g.know(BOTH, key, lambda: _somewhere_better(g, unit))


def has_arrived(g: TankLeader, unit: Unit) -> bool:
    """Is a unit where it should stay? Hardly anybody is, and of the others the purpose need not be known for it."""
    return unit.place in situation_of(g, unit.side).held and purpose_of(g, unit).arrived


def alike(g: TankLeader, unit: Unit) -> tuple[object, ...]:
    """7.2 What units have in common that have the same to win by fire and movement: one of a stack stands for all."""
    alone = unit.id if not unit.up or g.loaded(unit) else ""
    return unit.hex, unit.type, unit.card, unit.exp, unit.separated, unit.suppressed, unit.trench, unit.bound, alone


def _somewhere_better(g: TankLeader, unit: Unit) -> bool:
    """8 Where a unit could go; before an F-rated formation has rolled, the next hex is all that is certain."""
    if why_not_move(g, unit) is not None:
        return False
    purpose = purpose_of(g, unit)
    if must_roll(g, unit):
        return any(purpose.worth(h) > purpose.least for h in _next_hexes(g, unit))
    ways = Ways(g, unit, fresh_move(g, unit))
    hexes = ways.hexes()
    worth, least = purpose.worth, purpose.least
    hopeful = (h for h, hope in zip(hexes, map(purpose.field.__getitem__, hexes), strict=True) if hope > least)
    better = (h for h in hopeful if worth(h) > least)
    if not purpose.risky(hexes):
        return any(better)
    return any(worth(h) - least > purpose.risk(ways.to(h)) for h in better)


def _next_hexes(g: TankLeader, unit: Unit) -> list[Hex]:
    """8.1 The hexes beside a unit that are open to it."""
    step, move, what = g.country.step, Move(unit.id), unit.what
    near = (h for h in GRID.neighbours[unit.hex] if step(unit.hex, h, what.mover, what.ma) is not None)
    return [h for h in near if not blocked(g, unit, move, h)]


def purpose_of(g: TankLeader, unit: Unit) -> Purpose:
    """The purpose of a unit, worked out once for each question."""
    return g.recall(("purpose", unit.id), lambda: Purpose(g, unit))
