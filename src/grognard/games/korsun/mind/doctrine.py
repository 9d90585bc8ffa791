"""How a sensible player fights for the pocket: the Germans towards each other, the Soviets in between."""

from __future__ import annotations

from typing import Any

from grognard.board.hexgrid import Hex
from grognard.board.hexset import bits_of
from grognard.engine import Action, Pick, Press
from grognard.games.folio.mind.doctrine import Doctrine, Pull
from grognard.games.folio.rules.combat import Declare
from grognard.games.folio.rules.data import LINES
from grognard.games.folio.rules.differential import line
from grognard.games.folio.rules.movement import Movement, movable
from grognard.games.folio.rules.state import ELIMINATED, Unit
from grognard.games.korsun.rules.air_supply import AirSupply
from grognard.games.korsun.rules.bombardment import FIRE, Barrage, pools_for
from grognard.games.korsun.rules.data import (
    AIRFIELD,
    COUNTERS,
    ENCIRCLED,
    GERMAN,
    GROUND,
    GROUPS,
    SOVIET,
    WEST_ROADS,
    WEST_TRAILS,
)
from grognard.games.korsun.rules.mobile_supply import MOST, SupplyCheck
from grognard.games.korsun.rules.rebuild import Rebuild
from grognard.games.korsun.rules.release import ROLL_ALL, ReleaseRolls
from grognard.games.korsun.rules.state import Assist, Bridge, Draw, Pocket
from grognard.games.korsun.rules.supply import EVERYWHERE, WEST_EXITS

AT_HOME = 20  # half points from the west edge within which an encircled unit needs no relief
HOLD_FIELD_UNTIL = 9  # the last turn on which the airfield is worth a garrison
OCCUPIED, CONTROLLED = 10, 4  # what a hex held or controlled by the enemy adds to a way, in half points
CLOSE, AHEAD, HOLD = 0.15, 0.09, 0.6  # how much the wall wants to be near, in front, and next to several units
CUT = 5.0  # what closing the gap is worth
GRIP = 2.0  # how much more a Soviet unit makes of standing next to the enemy
EAGER = 0.25  # what an attack on the pocket is worth beyond its odds
KEEP = 4  # counters of a pool kept from bombardment for attack and defense

REACH = [1 << i | GROUND.around.step(1 << i) for i in range(len(GROUND.names))]  # a unit's hex and its zone

NEXT = [[GROUND.index[n] for n in GROUND.neighbours[h]] for h in GROUND.names]
FAR = 9_999  # of a hex that nothing comes to

Field = list[int]


def way_field(hazards: bytearray, goals: tuple[Hex, ...]) -> Field:
    """Half points from every hex to the nearest goal for mobile units, shunning the enemy."""
    toll = [(0, CONTROLLED, OCCUPIED)[hazard] for hazard in hazards]
    field = [FAR] * len(GROUND.names)
    buckets: list[list[int]] = [[GROUND.index[h] for h in goals]]
    for i in buckets[0]:
        field[i] = 0
    for spent, bucket in enumerate(buckets):
        for here in bucket:
            if spent > field[here]:
                continue
            leaving = spent + toll[here]
            for there, step in GROUND.mobile[here]:
                total = leaving + step
                if total < field[there]:
                    field[there] = total
                    while len(buckets) <= total:
                        buckets.append([])
                    buckets[total].append(there)
    return field


def gap_field(hexes: list[Hex]) -> Field:
    """Hexes from every hex to the nearest of some."""
    field = [FAR] * len(GROUND.names)
    edge = [GROUND.index[h] for h in hexes]
    for i in edge:
        field[i] = 0
    for here in edge:
        for i in NEXT[here]:
            if field[i] == FAR:
                field[i] = field[here] + 1
                edge.append(i)
    return field


def _front(field: Field, hexes: list[Hex]) -> int:
    """How far the foremost quarter of some units has come on its way."""
    ways = sorted(field[GROUND.index[h]] for h in hexes)
    return ways[len(ways) // 4] if ways else 0


EXITS = (*WEST_ROADS, *WEST_TRAILS)
HOME = way_field(bytearray(len(GROUND.names)), EXITS)  # with nobody in the way


class Plan:
    """What a side's units look for, worked out from where the enemy stands."""

    def __init__(self, g: Pocket, side: str) -> None:
        green = [u.place for u in g.units(GERMAN) if COUNTERS[u.id].group == ENCIRCLED]
        if side == GERMAN:
            waiting = tuple(h for h in green if HOME[GROUND.index[h]] > AT_HOME)
            self.home, self.rescue = way_field(g.hazards(GERMAN), EXITS), way_field(g.hazards(GERMAN), waiting)
        else:
            self.to_green, self.out = gap_field(green), _front(HOME, green)


def corridor(g: Pocket, wall: int) -> int:
    """The shortest ways by which a line could still run from the west edge to the pocket past a wall of units."""
    german = g.front(GERMAN).hexes
    green = bits_of(GROUND.grid, [u.place for u in g.units(GERMAN) if COUNTERS[u.id].group == ENCIRCLED])
    spread = GROUND.around.step
    open_ = german | EVERYWHERE & ~(wall | spread(wall))
    layers = [WEST_EXITS & open_]
    seen = layers[0]
    while not seen & green:
        edge = spread(layers[-1]) & open_ & ~seen
        if not edge:
            return 0
        seen |= edge
        layers.append(edge)
    back = layers[-1] & green
    found = back
    for layer in reversed(layers[:-1]):
        back = spread(back) & layer
        found |= back
    return found & ~german


class KorsunDoctrine(Doctrine):
    """Breakout, relief, and the wall between them."""

    def weigh(self, g: Any, step: Movement, hexes: list[Hex]) -> dict[Hex, float]:
        """A Soviet unit on the move also counts what gap it would close."""
        found = Doctrine.weigh(self, g, step, hexes)
        gap = self._gap(g, step) if g.current == SOVIET else 0
        if not gap:
            return found
        return {h: value + CUT if REACH[GROUND.index[h]] & gap else value for h, value in found.items()}

    def contact(self, g: Any, unit: Unit, h: Hex) -> float:
        """The Soviets come to grips and do not let go."""
        worth = Doctrine.contact(self, g, unit, h)
        return GRIP * worth if unit.side == SOVIET else worth

    def attack_worth(self, g: Any, target: Unit, *, mobile: bool) -> float:
        """The Soviets spend men to destroy the pocket."""
        worth = Doctrine.attack_worth(self, g, target, mobile=mobile)
        return worth + EAGER if COUNTERS[target.id].group == ENCIRCLED else worth

    def _gap(self, g: Pocket, step: Movement) -> int:
        """The corridor past the units that have already taken their place in this phase."""
        waiting = {u.id for u in movable(g, mobile=step.mobile)} - set(step.left)
        placed = [u.place for u in g.units(SOVIET) if u.id not in waiting and u.id != step.unit]
        return corridor(g, bits_of(GROUND.grid, placed))

    def plan(self, g: Pocket, side: str) -> Plan:
        """The plan of a side, kept while the enemy does not move."""
        key = ("plan", g.foe(side))
        found: Plan | None = g.known.get(key)
        if found is None:
            found = g.known[key] = Plan(g, side)
        return found

    def pull(self, g: Any, unit: Unit) -> Pull:
        plan = self.plan(g, unit.side)
        if unit.side == SOVIET:
            return self._wall(plan)
        if COUNTERS[unit.id].group != ENCIRCLED:
            return lambda h: -0.05 * plan.rescue[GROUND.index[h]]
        garrison = 3.0 if g.turn < HOLD_FIELD_UNTIL and g.printed(unit)[0] <= 1 else 0.0
        return lambda h: (garrison if h == AIRFIELD else 0.0) - 0.05 * plan.home[GROUND.index[h]]

    def _wall(self, plan: Plan) -> Pull:
        """In the way of the pocket, close to it, on good ground; the relief is met where it meets the pocket."""
        gaps = plan.to_green

        def pull(h: Hex) -> float:
            i = GROUND.index[h]
            caught = sum(gaps[n] == 0 for n in NEXT[i]) if gaps[i] == 1 else 0
            ahead = max(0, HOME[i] - plan.out)
            return -CLOSE * gaps[i] - AHEAD * ahead + HOLD * caught + 0.06 * LINES[GROUND.terrain[h]]

        return pull

    # ------------------------------------------------------------ support

    def marker(self, g: Any, action: Action) -> float:
        if not isinstance(action, Draw):
            return 0.0
        left = g.markers[action.pool]
        return sum(left) / len(left) if left else 0.0

    def barrage(self, g: Any, target: Unit) -> float:
        """Air first, then pools that can spare counters."""
        means = sorted((self.marker(g, Draw(name)) for name in self._spare(g, target)), reverse=True)
        return sum(means[:2])

    def _spare(self, g: Pocket, target: Unit) -> list[str]:
        found = []
        for name in pools_for(g, target.place):
            count = len(g.markers[name]) - (0 if GROUPS[name].air else KEEP)
            found += [name] * min(2, max(0, count))
        return found

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
        if action == FIRE:
            return 0.5
        assert isinstance(action, Draw)
        spare = self._spare(g, g.pieces[step.battle.target]).count(action.pool) - step.pools.count(action.pool)
        return self.marker(g, action) if spare > 0 or not step.pools else -1.0

    def _rebuild(self, g: Pocket, action: Action) -> float:
        if not isinstance(action, Pick):
            return 0.0
        unit = g.pieces[action.piece]
        if unit.place == ELIMINATED:
            return 2.0
        front = g.what(unit).front
        return float(front[0] + front[1])

    def _airlift(self, g: Pocket, action: Action) -> float:
        """A strong unit, and the weakest counter for it."""
        if isinstance(action, Pick):
            return g.printed(g.pieces[action.piece])[1] - 3.5
        return 0.0 if isinstance(action, Press) else -float(getattr(action, "value", 0))

    def aid(self, g: Any, step: Declare, action: Action) -> float:
        """An engineer where the bridge line is better than the river."""
        if not isinstance(action, Assist):
            return 0.0
        return 2.0 if "river" in line(g, step.battle(g)).text else -1.0

    def movement(self, g: Any, step: Any, action: Action) -> float:
        return -1.0 if isinstance(action, Bridge) else Doctrine.movement(self, g, step, action)


DOCTRINE = KorsunDoctrine()
