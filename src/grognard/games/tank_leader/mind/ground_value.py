"""What ground is worth to a type of unit with a purpose, leaving out who else is there: used by the doctrine alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, reduce
from math import inf
from operator import or_
from typing import NamedTuple

import msgspec

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.hex_sets import bits_of
from grognard.games.tank_leader.mind.shot_value import storm, threats
from grognard.games.tank_leader.rules.data import BIT, GRID, LOSS_VALUES, TYPES, disc
from grognard.games.tank_leader.rules.terrain import Conditions, country_of

# -------------------- How far it is, by the way, as the crow flies, or from one's company

FAR = 1 << 20
HOPELESS = 40.0  # more moves than any scenario has turns
LOST = 4  # hexes apart from its company after which it is all the same


@lru_cache(maxsize=256)
def way_costs(conditions: Conditions, mover: str, ma: int, goals: tuple[Hex, ...]) -> dict[Hex, int]:
    """Half points from everywhere to the nearest of some hexes (as if every step cost the same both ways)."""
    if len(goals) == 1:
        found = country_of(conditions).step_costs(mover, max(1, ma)).reach(goals[0], 400)
        return dict(found.items())
    merged: dict[Hex, int] = {}
    for goal in goals:
        for h, cost in way_costs(conditions, mover, ma, (goal,)).items():
            if cost < merged.get(h, FAR):
                merged[h] = cost
    return merged


@lru_cache(maxsize=256)
def way_turns(conditions: Conditions, mover: str, ma: int, goals: tuple[Hex, ...], pace: int) -> dict[Hex, float]:
    """The same as moves at some pace."""
    return {h: min(cost / pace, HOPELESS) for h, cost in way_costs(conditions, mover, ma, goals).items()}


class Apart(dict[Hex, int]):
    """11 How many hexes too far from the nearest of some hexes a hex is, `LOST` at most; found when it is asked."""

    def __init__(self, mates: tuple[Hex, ...], reach: int) -> None:
        super().__init__()
        self.mates, self.reach = mates, reach

    def __missing__(self, h: Hex) -> int:
        nearest = min([GRID.distance(h, place) for place in self.mates])
        found = self[h] = min(LOST, max(0, nearest - self.reach))
        return found


apart_from = lru_cache(maxsize=500)(Apart)


class Nearest(dict[Hex, int]):
    """How far the nearest of some hexes is from a hex; found when it is asked."""

    def __init__(self, places: tuple[Hex, ...]) -> None:
        super().__init__()
        self.places = places

    def __missing__(self, h: Hex) -> int:
        found = self[h] = min([GRID.distance(h, place) for place in self.places], default=FAR)
        return found


nearest_to = lru_cache(maxsize=200)(Nearest)


@lru_cache(maxsize=256)
def crow_flies(goals: tuple[Hex, ...]) -> dict[Hex, int]:
    """Hexes from everywhere to the nearest of some hexes."""
    return {h: min(GRID.distance(h, goal) for goal in goals) for h in GRID.hexes}


# -------------------- What ground is worth to a type of unit with a purpose, leaving out who else is there

ROUNDING = 1e-9  # more than sums of the same numbers differ by that are added up in another order


class Hope(NamedTuple):
    """What hexes are worth at most: so much each beyond what they must be worth, and in some of them a prize on top."""

    of: Mapping[Hex, float]
    prize: float
    prized: Callable[[Hex], bool | int]
    bar: float = 0.0


def best_hexes(
    hexes: Sequence[Hex], hope: Hope, worth: Callable[[Hex], float], least: float = -inf
) -> tuple[float, set[Hex]]:
    """The best of some hexes and what they are worth, if that is no less than something; the others are not judged."""
    best, found, hopes, prize = least, set[Hex](), [*map(hope.of.__getitem__, hexes)], hope.prize + ROUNDING
    for place in sorted(range(len(hopes)), key=hopes.__getitem__, reverse=True):
        h, hoped = hexes[place], hopes[place] - hope.bar
        if hoped + prize < best:
            break
        if hoped >= best or hope.prized(h):
            value = worth(h)
            if value >= best:
                found = {*found, h} if value == best else {h}
                best = value
    return best, found


# ------------------------------------------------------------------ who could strike whom

Dealings = tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]


def _in_range(place: Hex, sight: int, between: Dealings) -> int:
    """The hexes from which a unit and an enemy in a place might strike each other."""
    return disc(place, min(sight, max(map(len, between)) - 1))


class Foe(NamedTuple):
    """What bears on a field of an enemy who is seen."""

    place: Hex
    type: str
    suppressed: bool


class Battle(msgspec.Struct, frozen=True, cache_hash=True):
    """The enemies that a side sees, and in what country and what sight."""

    conditions: Conditions
    visibility: int
    foes: tuple[Foe, ...]


@cache
def dealings(mine: str, hurt: bool, foe: str, weak: bool) -> Dealings:
    """What a type of unit would do to an enemy at each distance, and he to it in the open and in hard cover."""
    worth = max(1, LOSS_VALUES[TYPES[foe].kind])
    strike, open_field = threats(mine, foe, weak, False, worth), threats(foe, mine, hurt, False, 1)
    return strike, open_field, threats(foe, mine, hurt, True, 1)


class Watch(NamedTuple):
    """An enemy as far as a type of unit and he could strike each other: the ground, his place, how hard each would."""

    ground: int
    place: Hex
    between: Dealings


class Exposure(dict[Hex, tuple[float, float]]):
    """What a type of unit could do to the enemies it knows of from a hex, and they to it; found when it is asked."""

    def __init__(self, mine: str, hurt: bool, battle: Battle) -> None:
        super().__init__()
        self.country = country_of(battle.conditions)
        between = [(foe.place, dealings(mine, hurt, foe.type, foe.suppressed)) for foe in battle.foes]
        self.watches = [Watch(_in_range(place, battle.visibility, each), place, each) for place, each in between]
        self.storms = self._storms(mine, battle.foes)
        self.ground = reduce(or_, [w.ground for w in self.watches], 0) | bits_of(GRID, self.storms)
        self.attack = max([max(strike, default=0.0) for _, _, (strike, *_) in self.watches], default=0.0)  # at best

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

    def _storms(self, mine: str, foes: Sequence[Foe]) -> dict[Hex, float]:
        """14.1 Where enemy infantry is near enough to assault a vehicle in close terrain."""
        found: dict[Hex, float] = {}
        for foe in foes if TYPES[mine].vehicle else ():
            for h in GRID.within(foe.place, 1) if TYPES[foe.type].infantry else ():
                if self.country.effects[h].assault:
                    found[h] = found.get(h, 0) + storm(foe.type, mine)
        return found


exposure_to = lru_cache(50)(Exposure)


# ------------------------------------------------------------------ what hexes are worth


Errand = tuple[Conditions, str, int, tuple[Hex, ...]]  # of what mover, of how many points, where to


class Aim(NamedTuple):
    """What a unit is after, and all that the way there depends on."""

    kind: str  # leave, take, hunt or guard
    ways: Errand | None  # where there is something to reach
    pace: int
    goals: tuple[Hex, ...]
    held: tuple[Hex, ...]
    foes: tuple[Hex, ...]  # whom a hunter is after
    conditions: Conditions
    haste: float  # by which weights a hex is judged
    cover: float
    goal: float
    nearby: float


class Calm(dict[Hex, float]):
    """What each hex is worth to a unit with a purpose, if nobody strikes anybody there; found when it is asked."""

    def __init__(self, aim: Aim) -> None:
        super().__init__()
        self.aim, self.haste, self.cover = aim, aim.haste, country_of(aim.conditions).cover
        self.turns: Mapping[Hex, float] = way_turns(*aim.ways, aim.pace) if aim.ways else {}

    def __missing__(self, h: Hex) -> float:
        found = self[h] = self.worth(h)
        return found

    def worth(self, h: Hex, blows: float = 0.0, trench: float = 0.0) -> float:
        """What a hex is worth with the blows that are struck from and in it, and with the trench that a unit has."""
        total = blows - self.haste * self.turns_from(h)
        if self.cover[h]:
            total += self.aim.cover
        total += trench
        return total + self.aim.goal if h in self.aim.goals else total

    def turns_from(self, h: Hex) -> float:
        """How many moves away the purpose is."""
        if self.turns:
            return self.turns.get(h, HOPELESS)
        aim = self.aim
        if aim.kind == "guard" and not aim.held:
            return 0.0
        far = nearest_to(aim.foes)[h] if aim.kind == "hunt" else crow_flies(aim.held)[h]
        return min(max(0.0, far - aim.nearby) * 2 / aim.pace, HOPELESS)


calm_of = lru_cache(200)(Calm)


class Field(dict[Hex, float]):
    """What each hex is worth to a type of unit with a purpose, leaving out who else is there; found when it is asked.

    Where nobody could strike anybody it stays what it is when enemies stir.
    """

    def __init__(self, aim: Aim, threatened: tuple[str, bool, Battle], stake: float, strike: float) -> None:
        super().__init__()
        self.calm, self.exposure, self.stake, self.strike = calm_of(aim), exposure_to(*threatened), stake, strike
        self.ground = self.exposure.ground
        self.prize = strike * self.exposure.attack  # what a shot adds at most

    def __missing__(self, h: Hex) -> float:
        found = self[h] = self.worth(h) if self.ground & BIT[h] else self.calm[h]
        return found

    def worth(self, h: Hex, trench: float = 0.0) -> float:
        """What a hex is worth, with the trench that a unit has in it."""
        if not self.ground & BIT[h]:
            return self.calm.worth(h, trench=trench)
        attack, danger = self.exposure[h]
        return self.calm.worth(h, self.strike * attack - self.stake * min(danger, 1.5), trench)

    def stirs(self, h: Hex) -> int:
        """Could anybody strike anybody in a hex, or from it?"""
        return self.ground & BIT[h]


field_of = lru_cache(200)(Field)
