"""What chance of victory a position gives the attacker: who holds the objectives, and who has more near them.

The weights were fitted to matches between players who follow doctrine.
"""

from __future__ import annotations

from math import exp, log, sqrt

from grognard.board.hexes.grid import Hex
from grognard.engine import Weight, chance_ahead, how_many
from grognard.games.panzer_blitz.mind.evaluation import way, worth
from grognard.games.panzer_blitz.rules.data import Goal, other
from grognard.games.panzer_blitz.rules.state import PanzerBlitz

BASE, EARLY = -4.0, 1.3  # an objective the defender holds, at the end and at the start
HELD = 8.4  # what holding it adds
NEAR, NEAR_EARLY = 1.0, 3.9  # what superiority near it adds, at the end and at the start
SHAKEN = 0.5  # what is left of a disrupted unit
FAR = 400
LOSSES_A_TURN = 0.8  # steps of the classes counted that a side loses in a turn
LEAST = 0.5


def value(g: PanzerBlitz, side: str) -> float:
    """3.2 The chance of victory: 0 is lost, 1 is won."""
    attacker = g.situation.attacker
    if g.turn == 0:
        return 0.5
    chance = float(attacker in g.result.winners) if g.result is not None else attacker_chance(g)
    return chance if side == attacker else 1 - chance


def attacker_chance(g: PanzerBlitz) -> float:
    """3.2 The chance that all conditions hold at the end and the points suffice."""
    left = turns_left(g)
    chance, points, doubt = 1.0, 0.0, 0.0
    for goal in g.situation.goal:
        likely = losses_chance(g, goal, left) if goal.kind == "losses_below" else control_chance(g, goal, left)
        if goal.kind == "points":
            points += goal.vp * likely
            doubt += goal.vp**2 * likely * (1 - likely)
        else:
            chance *= likely
    if g.situation.points_needed:
        chance *= chance_ahead(points - g.situation.points_needed + 0.5, sqrt(doubt) + 0.1)
    return chance


def weighs(g: PanzerBlitz, side: str) -> tuple[Weight, ...]:
    """3.2 Objective hexes, and what is left and unshaken on either side."""
    attacker, foe = g.situation.attacker, other(side)
    goals = {h for goal in g.situation.goal for h in goal.hexes}
    held = sum(g.control.get(h) == attacker for h in goals)
    attacks = side == attacker
    return (
        Weight(f"objective hexes in {'your' if attacks else 'enemy'} hands", held, attacks),
        Weight("enemy steps on the map", sum(u.steps for u in g.units(foe)), wanted=False),
        Weight("of your steps on the map", sum(u.steps for u in g.units(side))),
        Weight("enemy units disrupted", sum(u.disrupted for u in g.units(foe))),
        Weight("of your units disrupted", sum(u.disrupted for u in g.units(side)), wanted=False),
    )


def turns_left(g: PanzerBlitz) -> float:
    """The turns to come, with what is left of this one."""
    return g.situation.turns - g.turn + min(1.0, len(g.cup) / 5)


def control_chance(g: PanzerBlitz, goal: Goal, left: float) -> float:
    """The chance that the attacker holds enough of the goal's hexes at the end."""
    if goal.bridge and goal.bridge in g.broken:
        return 0.0
    share = left / g.situation.turns
    held = how_many([hex_chance(g, h, share) for h in goal.hexes])
    return sum(held[goal.at_least :])


def hex_chance(g: PanzerBlitz, h: Hex, share: float) -> float:
    """The chance that the attacker holds a hex at the end, with such a share of the turns to come."""
    attacker = g.situation.attacker
    near = log((force_near(g, attacker, h) + LEAST) / (force_near(g, other(attacker), h) + LEAST))
    held = g.control.get(h) == attacker
    return 1 / (1 + exp(-(BASE + EARLY * share + HELD * held + (NEAR + NEAR_EARLY * share) * near)))


def force_near(g: PanzerBlitz, side: str, h: Hex) -> float:
    """What a side has, the less the more turns it is away from a hex."""
    total = 0.0
    for unit in g.units(side):
        turns = way(g.land, unit.what.mode, h).get(unit.place, FAR) / 2 / max(1, unit.face.ma)
        total += unit.steps * worth(unit) * (SHAKEN if unit.disrupted else 1.0) / (1 + turns)
    return total


def losses_chance(g: PanzerBlitz, goal: Goal, left: float) -> float:
    """The chance that a side's losses stay below the limit."""
    lost = sum(g.lost.get(f"{goal.side}-{cls}", 0) for cls in goal.classes)
    to_come = LOSSES_A_TURN * left
    return chance_ahead(goal.steps - 0.5 - lost - to_come, sqrt(to_come) + 0.1)


def stretch(g: PanzerBlitz) -> tuple[int, str, int]:
    """3.1.2 What one chit lets a side do."""
    return g.turn, g.phase, len(g.cup)
