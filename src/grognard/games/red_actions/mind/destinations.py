"""Where a sensible player would like to go: towards what the scenario rewards, and up to the enemy."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.board.inches.geometry import Point, ahead, distance, facing_to
from grognard.board.inches.linear_features import edge_beside
from grognard.engine import Action, Ask
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.bodies import apart, centre, foes_of
from grognard.games.red_actions.rules.destinations import reachable
from grognard.games.red_actions.rules.move_path import Budget
from grognard.games.red_actions.rules.moving import Go, why_not_move_at_all
from grognard.games.red_actions.rules.state import RedActions, Unit


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
    return [Go.to(point) for point in points]


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
    return ahead(edge, facing_to(edge, unit.point), 0.12) if distance(edge, unit.point) > 0.12 else edge
