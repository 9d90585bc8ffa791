"""How a sensible player fights for the pocket: the Germans towards each other, the Soviets in between."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.hex_sets import hexes_of
from grognard.board.hexes.zone_moves import Rows, distance_field
from grognard.engine import Action, Pick, Press, To
from grognard.engine.core.cache import Memory
from grognard.engine.core.fact import fact
from grognard.games.folio.mind.doctrine import Doctrine, Pull
from grognard.games.folio.rules.advance import Advance
from grognard.games.folio.rules.combat import Declare
from grognard.games.folio.rules.combat_results import line
from grognard.games.folio.rules.movement import Movement
from grognard.games.folio.rules.retreat import STAND, Retreat
from grognard.games.folio.rules.state import ELIMINATED, Battle, Unit
from grognard.games.folio.rules.units import steps_of
from grognard.games.korsun.mind.ring_defence import closer, corridor, is_shut, opens, wall
from grognard.games.korsun.mind.weights import BY_HAND, PocketWeights
from grognard.games.korsun.rules.air_supply import MOST, NOT_AGAIN, AirSupply, SupplyCheck
from grognard.games.korsun.rules.data import AIRFIELD, COUNTERS, ENCIRCLED, GERMAN, GROUND, GROUPS, SOVIET
from grognard.games.korsun.rules.map_data import Land
from grognard.games.korsun.rules.reserves import ROLL_ALL, Rebuild, ReleaseRolls
from grognard.games.korsun.rules.state import Assist, Draw, Pocket, encircled
from grognard.games.korsun.rules.supply import fed
from grognard.games.korsun.rules.support import POOLS, Barrage, air_pool, covered, why_not_pool

AT_HOME = 20  # half points from the west edge within which an encircled unit needs no relief
HOLD_FIELD_UNTIL = 9  # the last turn on which the airfield is worth a garrison
OCCUPIED, CONTROLLED = 10, 4  # what a hex held or controlled by the enemy adds to a way, in half points
SHUT = 20.0  # what closing all lines is worth
FIRST, LEAVES = 0.9, -9.0  # a unit that can shut the ring, and one that would open it
GARRISON = 3.0  # what a weak unit is worth there
HOLDS = 3.0  # what stiff resistance is worth that keeps it shut
KEEP = 4  # counters of a pool kept from bombardment for attack and defense

NEXT = [tuple(GROUND.index[n] for n in GROUND.neighbours[h]) for h in GROUND.names]
BESIDE: Rows = [((1, ahead),) for ahead in NEXT]  # every step at the same price
FREE_OF_TOLL = bytes(len(NEXT))
TOLLS = bytes((0, CONTROLLED, OCCUPIED)).ljust(256, b"\0")  # by what a hex is to a mover

SUMS = Memory()  # of combats, by all that bears on them

Field = list[int]


def way_field(land: Land, hazards: bytearray, goals: tuple[Hex, ...]) -> Field:
    """Half points from every hex to the nearest goal for mobile units, shunning the enemy."""
    return distance_field(land.mobile, bytes(hazards.translate(TOLLS)), [GROUND.index[h] for h in goals])


def gap_field(hexes: list[Hex]) -> Field:
    """Hexes from every hex to the nearest of some."""
    return distance_field(BESIDE, FREE_OF_TOLL, [GROUND.index[h] for h in hexes])


def _front(field: Field, hexes: list[Hex]) -> int:
    """How far the foremost quarter of some units has come on its way."""
    ways = sorted(field[GROUND.index[h]] for h in hexes)
    return ways[len(ways) // 4] if ways else 0


@lru_cache(maxsize=8)
def home(land: Land) -> Field:
    """The way to the west from everywhere, with nobody in it."""
    return way_field(land, bytearray(len(GROUND.names)), land.exits)


def greens(g: Pocket) -> list[Hex]:
    """Where the encircled units stand."""
    return hexes_of(GROUND.grid, encircled(g))


@fact
def waiting(g: Pocket) -> tuple[Hex, ...]:
    """Where encircled units wait for the relief: all but those that are as good as home."""
    way = home(g.land)
    return tuple([h for h in greens(g) if way[GROUND.index[h]] > AT_HOME])


class Way(dict[Hex, float]):
    """What each hex is worth by the points that are left from it."""

    def __init__(self, field: Field, weight: float) -> None:
        super().__init__()
        self._weight, self._field = weight, field

    def __missing__(self, h: Hex) -> float:
        self[h] = worth = -self._weight * self._field[GROUND.index[h]]
        return worth


@fact
def way_to(g: Pocket, goals: tuple[Hex, ...], weight: float) -> Way:
    """What each hex is worth on the Germans' way to some goals."""
    return Way(way_field(g.land, g.hazards(GERMAN), goals), weight)


@fact
def blocking(g: Pocket) -> Wall:
    """What each hex is worth to a Soviet unit: between the pocket and the west, and near it."""
    return Wall(g.land, greens(g), g.effective_weights(BY_HAND))


class Wall(dict[Hex, float]):
    """In the way of the pocket, close to it, on good ground; the relief is met where it meets the pocket.

    What a hex is worth is found when it is first asked for.
    """

    def __init__(self, land: Land, green: list[Hex], weights: PocketWeights) -> None:
        super().__init__()
        self._weights, self._gaps, self._out = weights, gap_field(green), _front(home(land), green)
        self._way, self._lines = home(land), land.lines

    def __missing__(self, h: Hex) -> float:
        i, gaps, weights = GROUND.index[h], self._gaps, self._weights
        caught = sum(gaps[n] == 0 for n in NEXT[i]) if gaps[i] == 1 else 0
        ahead = max(0, self._way[i] - self._out)
        near, firm = -weights.close * gaps[i] - weights.ahead * ahead, weights.firm * self._lines[h]
        self[h] = worth = near + weights.hold * caught + firm
        return worth


class Gun(NamedTuple):
    """A pool that can spare counters to bombard: how many, where to, and what one adds on average."""

    name: str
    spare: int
    hexes: int
    mean: float


def mean(g: Pocket, name: str) -> float:
    """What a counter of a pool adds on average; 0 if none can be drawn."""
    left = g.markers[name]
    return sum(left) / len(left) if left and not why_not_pool(g, name) else 0.0


@fact
def left_over(g: Pocket, groups: tuple[str, ...], side: str, slots: int) -> float:
    """What so many counters of these groups, and of the air force in attack, can still add."""
    names = (*groups, air_pool(side)) if side == g.current else groups
    offers = sorted([worth for name in names if (worth := mean(g, name))], reverse=True)
    return sum((offers * 2)[:slots])


@fact
def guns(g: Pocket) -> list[Gun]:
    """The pools that can spare counters, those that add most first."""
    return sorted(_guns(g), key=lambda gun: -gun.mean)


def _guns(g: Pocket) -> Iterator[Gun]:
    for name in POOLS[g.current]:
        air = GROUPS[name].air
        count = len(g.markers[name]) - (0 if air else KEEP)
        if count > 0 and (worth := mean(g, name)):
            yield Gun(name, min(2, count), -1 if air else covered(g, name), worth)


class KorsunDoctrine(Doctrine):
    """Breakout, relief, and the wall between them."""

    by_hand = BY_HAND

    def weigh(self, g: Any, step: Movement, hexes: list[Hex]) -> dict[Hex, float]:
        """A Soviet unit on the move also counts what line it closes, or keeps closed by staying."""
        found = Doctrine.weigh(self, g, step, hexes)
        if g.current != SOVIET:
            return found
        unit, spot = closer(g, step)
        if unit == step.unit and spot in found:
            found[spot] += SHUT
        rest = wall(g, step.unit)
        gap = corridor(g, rest)
        near, index = GROUND.within(gap, 1) if gap else 0, GROUND.index
        for h in [h for h in found if near >> index[h] & 1] if near else ():
            found[h] += self._closing(g, rest | 1 << index[h])
        return found

    def _closing(self, g: Pocket, wall: int) -> float:
        """What a place is worth that closes the shortest line past the rest of the wall, or every line."""
        cut = g.effective_weights(BY_HAND).cut
        return cut + SHUT if is_shut(g, wall) else cut

    def contacts(self, g: Any, unit: Unit, hexes: list[Hex]) -> list[float]:
        """The Soviets come to grips and do not let go."""
        grip = g.effective_weights(BY_HAND).grip if unit.side == SOVIET else 1.0
        return [grip * worth for worth in self.reached(g, unit, hexes)]

    def attack_worth(self, g: Any, target: Unit, *, mobile: bool) -> float:
        """The Soviets spend men to destroy the pocket."""
        worth = Doctrine.attack_worth(self, g, target, mobile=mobile)
        return worth + g.effective_weights(BY_HAND).eager if COUNTERS[target.id].group == ENCIRCLED else worth

    def sums(self, g: Any, battle: Battle) -> tuple[int, int, int]:
        """What was found before of the same units, as well supplied, in the same weather."""
        pieces, attackers = g.pieces, battle.attackers
        supplied = (*fed(g, attackers), *fed(g, (battle.target,)))
        units = (pieces[battle.target], *[pieces[u] for u in attackers])
        key = (g.scenario_id, g.weather, supplied, units, battle.attack, battle.defense, battle.engineer)
        return SUMS.recall(key, lambda: Doctrine.sums(self, g, battle))

    def pull(self, g: Any, unit: Unit) -> Pull:
        """The pocket to the west, the relief to the pocket, the wall to where it stands best: as everybody is now."""
        weights = g.effective_weights(BY_HAND)
        if unit.side == SOVIET:
            return blocking(g).__getitem__
        if COUNTERS[unit.id].group != ENCIRCLED:
            return way_to(g, waiting(g), weights.rescue).__getitem__
        way = way_to(g, g.land.exits, weights.homeward)
        if g.turn < HOLD_FIELD_UNTIL and g.printed(unit)[0] <= 1:
            return lambda h: GARRISON + way[h] if h == AIRFIELD else way[h]
        return way.__getitem__

    # ------------------------------------------------------------ support

    def marker(self, g: Any, action: Action) -> float:
        if not isinstance(action, Draw):
            return 0.0
        pools = [g.markers[name] for name in (action.pool, action.also) if name]
        return float(sum(sum(left) / len(left) for left in pools if left))

    def reserve(self, g: Any, battle: Battle, side: str) -> float:
        """What the pools of a side can still add, each looked into once a question."""
        attacks = side == g.current
        slots = 2 - len(battle.attack if attacks else battle.defense)
        groups = (
            tuple(sorted({COUNTERS[u].group for u in battle.attackers}))
            if attacks
            else (COUNTERS[battle.target].group,)
        )
        return left_over(g, groups, side, slots)

    def barrage(self, g: Any, target: Unit) -> float:
        """Air first, then pools that can spare counters."""
        index = GROUND.index[target.place]
        return sum([gun.mean for gun in guns(g) for _ in range(gun.spare) if gun.hexes >> index & 1][:2])

    def _spare(self, g: Pocket, target: Unit) -> list[str]:
        """The pools that can spare a counter against a target, twice if they can spare two."""
        index = GROUND.index[target.place]
        return [gun.name for gun in guns(g) for _ in range(gun.spare) if gun.hexes >> index & 1]

    # ------------------------------------------------------------ exclusive questions

    def other(self, g: Any, step: Any, action: Action) -> float:
        if isinstance(step, Barrage):
            return self._counter(g, step, action)
        if isinstance(step, ReleaseRolls):
            return 1.0 if action == ROLL_ALL else 0.0
        if isinstance(step, Rebuild):
            return self._rebuild(g, action)
        if isinstance(step, AirSupply):
            return self._airlift(g, action)
        if isinstance(step, SupplyCheck):
            return 1.0 if action == MOST else 0.0
        return 0.0

    def _counter(self, g: Pocket, step: Barrage, action: Action) -> float:
        """The strongest pools that can spare a counter."""
        if not isinstance(action, Draw):
            return 0.5
        spare = Counter(self._spare(g, g.pieces[step.battle.target]))
        spare.subtract(name for name in (action.pool, action.also) if name)
        return self.marker(g, action) if min(spare.values()) >= 0 or not action.also else -1.0

    def _rebuild(self, g: Pocket, action: Action) -> float:
        if not isinstance(action, Pick):
            return 0.0
        unit = g.pieces[action.piece]
        if unit.place == ELIMINATED:
            return 2.0
        front = g.what(unit).front
        return float(front[0] + front[1])

    def _airlift(self, g: Pocket, action: Action) -> float:
        """A strong unit, and the weakest counter for it; who flies for nobody now may yet fly for a stronger unit."""
        if isinstance(action, Pick):
            return g.printed(g.pieces[action.piece])[1] - 3.5
        if action == NOT_AGAIN:
            return -0.01
        return 0.0 if isinstance(action, Press) else -float(getattr(action, "value", 0))

    def aid(self, g: Any, step: Declare, action: Action) -> float:
        """An engineer where the bridge line is better than the river."""
        if not isinstance(action, Assist):
            return 0.0
        return 2.0 if "river" in line(g, step.battle(g)).text else -1.0

    def movements(self, g: Any, step: Movement, actions: Sequence[Action]) -> list[float]:
        """Whoever may be picked is judged by what he has done, all at once."""
        done, first = {*step.left, *g.moved}, closer(g, step)[0] if g.current == SOVIET else ""
        return [
            self.movement(g, step, a)
            if type(a) is not Pick
            else -1.0
            if a.piece in done
            else FIRST
            if a.piece == first
            else 0.5
            for a in actions
        ]

    def movement(self, g: Any, step: Any, action: Action) -> float:
        """A Soviet who can shut the ring goes first."""
        worth = Doctrine.movement(self, g, step, action)
        if isinstance(action, Pick) and g.current == SOVIET and worth > 0 and action.piece == closer(g, step)[0]:
            return FIRST
        return worth

    def retreat(self, g: Any, step: Retreat, action: Action) -> float:
        """A Soviet gives way where the ring stays shut, and stands if it would open, as long as he outlives that."""
        worth = Doctrine.retreat(self, g, step, action)
        unit = g.pieces[step.unit]
        if unit.side != SOVIET:
            return worth
        safe = safe_ends(g, step)
        match action:
            case To(hex) if safe and hex not in safe:
                return worth - HOLDS
            case Press() if action == STAND and not safe and steps_of(g, unit) > 1:
                return worth + HOLDS
        return worth

    def advance(self, g: Any, step: Advance, action: Action) -> float:
        """No Soviet follows the enemy out of a ring that he keeps shut."""
        worth = Doctrine.advance(self, g, step, action)
        if g.current != SOVIET:
            return worth
        match action:
            case Pick(piece) if all(opens(g, piece, h) for h in step.hexes(g)):
                return LEAVES
            case To(hex) if opens(g, step.unit, hex):
                return worth + LEAVES
        return worth


DOCTRINE = KorsunDoctrine()


@fact
def safe_ends(g: Pocket, step: Retreat) -> list[Hex]:
    """Where a Soviet can retreat to and the ring stays shut."""
    return [end for end in step.ends(g) if not opens(g, step.unit, end)]
