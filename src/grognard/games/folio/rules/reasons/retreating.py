"""7.7, 7.9 What breaks the rows of retreat, displacement and advance."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.map import side
from grognard.engine import Action, Reason, To
from grognard.games.folio.rules.advance import Advance
from grognard.games.folio.rules.clauses import Folio
from grognard.games.folio.rules.reasons.facts import (
    Reasons,
    beside,
    enemies,
    gap,
    goal,
    held_by_enemy,
    holder,
    in_zone,
    one,
    step_is,
    top,
    unit_is,
)
from grognard.games.folio.rules.retreat import ByWay, Displace, Retreat
from grognard.games.folio.rules.state import Unit


def enters(g: Folio, action: Action) -> Iterator[tuple[Retreat | Displace, Unit, Hex]]:
    """7.7 The retreat or displacement that is asked about, its unit and the hex named."""
    step = top(g)
    if isinstance(step, ByWay):
        step = step.retreat
    if isinstance(step, Retreat | Displace) and isinstance(action, To):
        yield step, g.pieces[step.unit], goal(action)


def away_from(g: Folio, step: Retreat | Displace, h: Hex) -> int:
    """7.7 How far a hex is from the nearest enemy that took part."""
    return gap(g, h, step.away)


def lawful(g: Folio, unit: Unit, step: Retreat | Displace, here: Hex, h: Hex) -> bool:
    """7.7 May a retreat lead from one hex into the next?"""
    ground = g.rules.ground
    if not ground.can_enter(h) or held_by_enemy(g, unit.side, h) or in_zone(g, unit.side, h):
        return False
    return side(here, h) not in ground.prohibited and away_from(g, step, h) > away_from(g, step, here)


def trails(g: Folio, unit: Unit, step: Retreat) -> list[tuple[Hex, ...]]:
    """7.7 Every lawful path of a retreat, up to its full length."""
    found: list[tuple[Hex, ...]] = []
    edge: list[tuple[Hex, ...]] = [(unit.place,)]
    for _ in range(step.count):
        edge = [
            (*path, h)
            for path in edge
            for h in g.rules.ground.neighbours[path[-1]]
            if lawful(g, unit, step, path[-1], h)
        ]
        found += edge
    return [path[1:] for path in found]


def full_trails(g: Folio, unit: Unit, step: Retreat) -> list[tuple[Hex, ...]]:
    """7.7 Those of full length."""
    return [path for path in trails(g, unit, step) if len(path) == step.count]


def not_to_be_entered(g: Folio, whose: str, action: Action) -> bool:
    """7.7 Sea, no hex of the map, or an enemy."""
    ground = g.rules.ground
    return any(
        h not in ground.index or not ground.can_enter(h) or held_by_enemy(g, unit.side, h)
        for _, unit, h in enters(g, action)
    )


def zone_at_end(g: Folio, whose: str, action: Action) -> bool:
    """6.2 The hex lies in an enemy zone."""
    return any(in_zone(g, unit.side, h) for _, unit, h in enters(g, action))


def no_lawful_way(g: Folio, whose: str, action: Action) -> bool:
    """7.7.2 Not farther from the enemy, hex by hex."""
    for step, unit, h in enters(g, action):
        if isinstance(step, Displace):
            return not away_from(g, step, h) > away_from(g, step, unit.place)
        here = [unit.place, *(h for path in trails(g, unit, step) for h in path)]
        return not any(beside(g, a, h) and away_from(g, step, h) > away_from(g, step, a) for a in here) or not any(
            path[-1] == h for path in full_trails(g, unit, step)
        )
    return False


def wrong_length(g: Folio, whose: str, action: Action) -> bool:
    """7.7.5 Not as far as the retreat must go."""
    return any(
        isinstance(step, Retreat) and g.rules.ground.grid.distance(unit.place, h) != step.count
        for step, unit, h in enters(g, action)
    )


def vacant_way(g: Folio, whose: str, action: Action) -> bool:
    """7.7.4 Another way leads past no friend."""
    return any(
        isinstance(step, Retreat) and any(not any(holder(g, n) for n in path) for path in full_trails(g, unit, step))
        for step, unit, h in enters(g, action)
    )


def vacant_end(g: Folio, whose: str, action: Action) -> bool:
    """7.7.2.6 A friend stands there, and another end is vacant."""
    for step, unit, h in enters(g, action):
        if isinstance(step, Displace):
            free = [n for n in g.rules.ground.neighbours[unit.place] if lawful(g, unit, step, unit.place, n)]
            return holder(g, h) == unit.side and any(not holder(g, n) for n in free)
        ends = [path[-1] for path in full_trails(g, unit, step)]
        return holder(g, h) == unit.side and any(not holder(g, n) for n in ends)
    return False


def friend_at_end(g: Folio, whose: str, action: Action) -> bool:
    """7.7.2 A friend stands there."""
    return any(holder(g, h) == unit.side for _, unit, h in enters(g, action))


def comrade_at_end(g: Folio, whose: str, action: Action) -> bool:
    """7.7.2.1 A unit of the same attack stands there."""
    fellows = {u for step, _, _ in enters(g, action) for u in (*step.fellows, step.unit)}
    return any(u.place == goal(action) for u in g.pieces.values() if u.id in fellows)


def not_next_to(g: Folio, whose: str, action: Action) -> bool:
    """7.7.2.2 A displaced unit goes one hex."""
    return any(isinstance(step, Displace) and not beside(g, unit.place, h) for step, unit, h in enters(g, action))


def no_farther_from_all(g: Folio, whose: str, action: Action) -> bool:
    """7.7.1 No farther from the nearest enemy on the map than where it began, or nobody is left to go away from."""
    for _, unit, h in enters(g, action):
        foes = enemies(g, unit.side)
        return not foes or gap(g, h, foes) <= gap(g, unit.place, foes)
    return False


def nearer_to_some(g: Folio, whose: str, action: Action) -> bool:
    """7.7.1.2 Nearer to an enemy than where it began, though another way is not."""
    for step, unit, h in enters(g, action):
        foes = enemies(g, unit.side)
        ends = [path[-1] for path in full_trails(g, unit, step)] if isinstance(step, Retreat) else []
        kept = any(gap(g, end, foes) >= gap(g, unit.place, foes) for end in ends)
        return kept and gap(g, h, foes) < gap(g, unit.place, foes)
    return False


def on_path(g: Folio, action: Action) -> bool:
    """7.9 Does a hex lie on the path of retreat?"""
    return goal(action) in top(g).path


def beyond_holder(g: Folio, whose: str, action: Action) -> bool:
    """7.9.6 The retreating side holds the hex, or one before it."""
    path = top(g).path
    return on_path(g, action) and any(held_by_enemy(g, whose, h) for h in path[: path.index(goal(action)) + 1])


RETREATING: Reasons = {
    "FO-6.2.1": one("in an enemy zone", zone_at_end),
    "FO-7.7.1.1": one("no farther from the nearest enemy", no_farther_from_all),
    "FO-7.7.1.2": one("nearer to an enemy without need", nearer_to_some),
    "FO-7.7.2": one("no way leads away there", no_lawful_way),
    "FO-7.7.2.1": one("a unit of the same attack", comrade_at_end),
    "FO-7.7.2.2": (
        Reason("a friend who cannot make room", friend_at_end),
        Reason("more than one hex", not_next_to),
    ),
    "FO-7.7.2.6": one("a vacant hex is open", vacant_end),
    "FO-7.7.3": one("no hex to be entered", not_to_be_entered),
    "FO-7.7.4": one("another way leads past no friend", vacant_way),
    "FO-7.7.5": one("not the number of hexes", wrong_length),
    "FO-7.9.1": one("it took no part", unit_is(lambda g, u: step_is(g, Advance) and u.id not in top(g).units)),
    "FO-7.9.4": one("off the path, or held by a friend", lambda g, s, a: not on_path(g, a) or holder(g, goal(a)) == s),
    "FO-7.9.6": one("the enemy stands in the way", beyond_holder),
}
