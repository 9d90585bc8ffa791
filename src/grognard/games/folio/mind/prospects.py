"""What a position of Sidi Zahran promises: the points expected at the end, and the chance that they suffice.

The weights were fitted to matches between players who follow doctrine.
"""

from __future__ import annotations

from grognard.engine import Weight, chance_ahead
from grognard.games.folio.rules.clauses import Folio
from grognard.games.folio.rules.data import LINES
from grognard.games.folio.rules.sidi_zahran import Zahran, won_from
from grognard.games.folio.rules.state import ELIMINATED

HELD, DESTROYED, DEPLETED = 0.9, 1.75, 0.85  # what an objective's point, a unit and a step are worth at the end
FORCE = 0.54  # what each point of attack more promises, if all turns are still to come
PRESSED = 0.2  # what force enough beside an objective adds to each of its points
TO_COME = 3.3  # what the attacker wins on top
NEED = 4  # points of attack beyond the defence that make an attack promising
UNSURE, A_TURN = 2.4, 0.5  # how uncertain the end is, and what each turn still to come adds to that


def value(g: Zahran, side: str) -> float:
    """4.0 The chance of victory, half a draw included: 0 is lost, 1 is won."""
    rules = g.rules
    if g.result is not None:
        attacker = 0.5 if not g.result.winners else float(rules.attacker in g.result.winners)
    else:
        left = rules.turns - g.turn + (0.5 if g.current == rules.sides[1] else 1.0)
        points, unsure = expected(g, left), UNSURE + A_TURN * left
        won, drawn = won_from(rules.battle, rules.attacker), won_from(rules.battle, rules.defender) + 1
        attacker = (chance_ahead(points - won + 0.5, unsure) + chance_ahead(points - drawn + 0.5, unsure)) / 2
    return attacker if side == rules.attacker else 1 - attacker


def expected(g: Zahran, left: float) -> float:
    """The difference of points to expect after the last turn, with so many turns still to come."""
    rules = g.rules
    share, goals = left / rules.turns, rules.objectives
    held = sum(points for h, points in goals.items() if g.control[h] == rules.attacker)
    total = TO_COME + HELD * (1 - share) * held + PRESSED * sum(p * pressed(g, h) for h, p in goals.items())
    for side, sign in ((rules.attacker, 1), (rules.defender, -1)):
        force = sum(g.printed(u)[0] for u in g.units(side))
        worn = sum(u.depleted for u in g.units(side))
        lost = sum(g.pieces[u].side == side for u in g.at.get(ELIMINATED, ()))
        total += sign * (FORCE * share * force - DEPLETED * worn - DESTROYED * lost)
    return total


def weighs(g: Zahran, side: str) -> tuple[Weight, ...]:
    """4.0 Objectives, and what both sides have lost."""
    rules, foe = g.rules, g.foe(side)
    held = float(sum(points for h, points in rules.objectives.items() if g.control[h] == rules.attacker))
    attacks = side == rules.attacker
    goals = Weight(f"points of objectives in {'your' if attacks else 'enemy'} hands", held, attacks)
    return goals, *losses(g, side, foe)


def losses(g: Folio, side: str, foe: str) -> tuple[Weight, ...]:
    """Units destroyed and units reduced, on either side."""
    gone = [g.pieces[u].side for u in g.at.get(ELIMINATED, ())]
    worn = {one: sum(u.depleted for u in g.units(one)) for one in (side, foe)}
    return (
        Weight("enemy units destroyed", gone.count(foe)),
        Weight("of your units destroyed", gone.count(side), wanted=False),
        Weight("enemy units reduced", worn[foe]),
        Weight("of your units reduced", worn[side], wanted=False),
    )


def pressed(g: Zahran, h: str) -> float:
    """How much of the force it takes the attacker has beside an objective that is not his yet."""
    rules = g.rules
    if g.control[h] == rules.attacker:
        return 0.0
    holder = g.unit_at(h)
    need = LINES[rules.ground.terrain[h]] + NEED + (g.printed(holder)[1] if holder is not None else 0)
    near = (g.unit_at(n) for n in rules.ground.neighbours[h])
    force = sum(g.printed(u)[0] for u in near if u is not None and u.side == rules.attacker)
    return min(1.5, force / need)
