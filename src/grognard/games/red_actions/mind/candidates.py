"""The best that a unit can do in its segment, found without looking into what cannot be it.

What an order of a kind is worth at most takes no way and no line of sight to say: kinds are looked into from the most
promising on, until none of the rest can be as good as the best found. What is left out is worse, so the answers are
those that judging every order would find.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from grognard.board.inches.bodies import ROUNDED
from grognard.board.inches.formations import COLUMN, FILE
from grognard.board.inches.geometry import Point, distance, facing_to, point_ahead
from grognard.board.inches.linear_features import edge_beside
from grognard.engine import Action, Ask, Worths, most_promising
from grognard.games.red_actions.mind.doctrine import (
    OFF_CARTS,
    ORDERS,
    OUT_OF_TREES,
    PRIZE,
    attacks,
    can_charge,
    goal_of,
    is_worn,
    journey,
    judge,
    prizes,
)
from grognard.games.red_actions.mind.places import bears_on, in_reach, most_fire, under_fire, weighs_ground
from grognard.games.red_actions.mind.weights import BY_HAND
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.bodies import BUILDINGS, apart, body, centre, foes_of
from grognard.games.red_actions.rules.charging import Charge
from grognard.games.red_actions.rules.destinations import reachable
from grognard.games.red_actions.rules.formations import Form
from grognard.games.red_actions.rules.mounting import Dismount
from grognard.games.red_actions.rules.move_path import Budget
from grognard.games.red_actions.rules.moving import Go, LieDown, why_not_move_at_all
from grognard.games.red_actions.rules.rally import RallyFromTerror
from grognard.games.red_actions.rules.segment import Hold, Order
from grognard.games.red_actions.rules.shot_orders import Fire, FireLow, Lob
from grognard.games.red_actions.rules.state import RedActions, Unit
from grognard.games.red_actions.rules.terrain import allowance_of
from grognard.games.red_actions.rules.works import Claim

# -------------------- Where a sensible player would like to go


def wishes(g: RedActions, ask: Ask) -> list[Action]:
    """Points beyond the listed ones that are worth a look."""
    step = g.steps[-1]
    if not isinstance(step, Acting) or step.bars(g, Go) is not None:
        return []
    return wishes_beyond(g, step, [action for action in ask.actions if isinstance(action, Go)])


def wishes_beyond(g: RedActions, step: Acting, listed: list[Go]) -> list[Action]:
    """Points worth a look for a unit, beyond those of the moves that are listed for it."""
    unit = step.actor(g)
    if unit.wagons or why_not_move_at_all(g, unit) is not None:
        return []
    budget = step.budget_of(g)
    points = reachable(g, unit, budget, wished(g, unit, budget), [go.point for go in listed])
    return [go for go in map(Go.to, points) if step.why_not_to(g, go.point) is None]


def wished(g: RedActions, unit: Unit, budget: Budget) -> Iterator[tuple[int, float]]:
    """Directions worth trying, with the distance wanted."""
    far = budget.inches
    for goal in goals(g, unit):
        if distance(unit.point, goal) > 0.3:
            yield facing_to(unit.point, goal), min(far, distance(unit.point, goal))
    here = centre(g, unit)
    foes = sorted((distance(here, stands.centre), foe.id) for foe, stands in foes_of(g, unit.side))
    for _, name in foes[:2]:
        foe = g.pieces[name]
        yield facing_to(here, centre(g, foe)), max(0.0, apart(g, unit, foe) - 1.05)


def goals(g: RedActions, unit: Unit) -> list[Point]:
    """Points that the scenario makes worth having, for this side and against the other."""
    names: list[str] = []
    for entry in g.scenario.win:
        for test in entry.all:
            names += [*test.objects[:1], *([test.object] if test.object else [])]
    if g.scenario.score is not None:
        names += list(g.scenario.score.objects)[:2]
    points = [doorstep(g, unit, name) for name in dict.fromkeys(names) if name in g.table.features]
    points += [edge_beside(g.table, unit.point, edge) for edge in g.scenario.exit_edges.get(unit.side, ())]
    return points[:3]


def doorstep(g: RedActions, unit: Unit, name: str) -> Point:
    """Where a unit touches an object with its front."""
    edge = g.table.features[name].nearest(unit.point)
    return point_ahead(edge, facing_to(edge, unit.point), 0.12) if distance(edge, unit.point) > 0.12 else edge


# -------------------- The best that a unit can do in its segment, found without looking into what cannot be it

VARIED = (RallyFromTerror, LieDown, Hold, Claim, Fire, FireLow, Lob, Charge)  # judged one by one


def best_orders(g: RedActions, ask: Ask) -> list[Action] | None:
    """The orders to a unit that are judged best, as they are listed; None if something else is asked, or one is all."""
    step = g.steps[-1]
    if not isinstance(step, Acting):
        return None
    looked_into = set[type[Order]]()

    def judged(kind: type[Order], best: float) -> Worths:
        looked_into.add(kind)
        return [(judge(g, ask.side, order), order) for order in step.found(g, kind)]

    kinds = [kind for part in step.fit(g) for kind in part]
    found = most_promising(kinds, lambda kind: hope(g, step, kind), judged)
    if len(found) < 2:
        return None
    if Go in looked_into:
        beyond = wishes_beyond(g, step, [order for _, order in found if isinstance(order, Go)])
        found += [(judge(g, ask.side, order), order) for order in beyond]
    best = max(worth for worth, _ in found)
    return [order for worth, order in found if worth == best]


def hope(g: RedActions, step: Acting, kind: type[Order]) -> float:
    """What an order of a kind is worth at most."""
    w = g.effective_weights(BY_HAND)
    if kind is Go:
        return best_move(g, step)
    if kind is Form:
        return max(OUT_OF_TREES, w.line)
    if kind is Dismount:
        return max(OFF_CARTS, w.dismount)
    return math.inf if kind in VARIED else ORDERS.get(kind, 0.2 if kind.__struct_fields__ else 0.15)


def best_move(g: RedActions, step: Acting) -> float:
    """What a move can be worth at most, wherever it leads: see `doctrine._go`."""
    unit = step.actor(g)
    side, w = unit.side, g.effective_weights(BY_HAND)
    goal = goal_of(g, unit)
    if goal is None:
        return 0.3
    if unit.wagons:
        return math.inf  # wherever the line leads
    here = centre(g, unit) if unit.inside else unit.point
    far = longest(g, unit, here, step.budget_of(g))
    if any(g.table.features[name].distance(here) <= far for name in prizes(g, side) if name in g.table.features):
        return PRIZE
    place = best_place(g, unit, here, far) if weighs_ground(w) else 0.0
    if is_worn(unit):
        return w.go_worn + place
    if not attacks(g, side) and (unit.kind in ("mg", "gun", "mortar") or not g.scenario.score):
        return max(0.2, w.house_waiting, w.go_waiting) + place
    _, _, hurry = journey(g, unit, goal, here)
    nearer = (1.0 + w.hurry * hurry) * max(1.0, w.hunting)
    return w.go + w.gain * nearer + w.house + place


def longest(g: RedActions, unit: Unit, here: Point, budget: Budget) -> float:
    """No move is longer: a column may use a road, a house is left at its edge and gone into to the middle."""
    road = budget.on_road(allowance_of(unit) if budget.march else 0.0) if unit.formation in (COLUMN, FILE) else 0.0
    far = max(budget.inches, road) + (body(g, unit).span if unit.inside else 0.0) + ROUNDED
    return max([far, *(distance(here, f.centre) for f in g.table.areas_across(here, here, far, BUILDINGS))])


def best_place(g: RedActions, unit: Unit, here: Point, far: float) -> float:
    """How much better a unit can stand within some inches than where it is, at most: see `doctrine.ground`."""
    w, waits = g.effective_weights(BY_HAND), not attacks(g, unit.side)
    harm = w.danger_worn if is_worn(unit) else w.danger_waiting if waits else w.danger
    total = under_fire(g, unit, here, w.shelter) * harm
    total += 0.0 if waits else w.bears * (most_fire(g, unit) - bears_on(g, unit, here))
    hunted = can_charge(g, unit)
    total += w.threatens * (in_reach(here, [(there, reach + far) for there, reach in hunted]) - in_reach(here, hunted))
    guards = waits and any(g.owner.get(name) == unit.side for name in prizes(g, unit.side))
    return total + (w.guard * far / max(1.0, allowance_of(unit)) if guards else 0.0)
