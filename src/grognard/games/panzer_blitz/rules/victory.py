"""3.2 Victory: control of hexes, losses, points."""

from __future__ import annotations

from grognard.engine import Result, Step
from grognard.games.panzer_blitz.rules.data import Goal, other
from grognard.games.panzer_blitz.rules.state import PanzerBlitz


def met(g: PanzerBlitz, goal: Goal) -> bool:
    """Is one condition of the attacker fulfilled?"""
    if goal.kind == "losses_below":
        return sum(g.lost.get(f"{goal.side}-{cls}", 0) for cls in goal.classes) < goal.steps
    if goal.bridge and goal.bridge in g.broken:
        return False
    held = sum(g.control.get(h) == g.situation.attacker for h in goal.hexes)
    return held >= goal.at_least


def score(g: PanzerBlitz) -> int:
    """The attacker's victory points."""
    return sum(goal.vp for goal in g.situation.goal if goal.kind == "points" and met(g, goal))


def attacker_wins(g: PanzerBlitz) -> bool:
    """3.2 All conditions hold, or enough points are scored."""
    conditions = [goal for goal in g.situation.goal if goal.kind != "points"]
    return all(met(g, goal) for goal in conditions) and score(g) >= g.situation.points_needed


class Victory(Step, frozen=True):
    """3.2, PB-SIT.7 The situation is decided when its last turn has ended."""

    def run(self, g: PanzerBlitz) -> None:
        attacker = g.situation.attacker
        winner = attacker if attacker_wins(g) else other(attacker)
        reason = "The victory conditions are met" if winner == attacker else "The victory conditions are not met"
        g.tell("PB-3.2.1", "{side} wins", side=winner.capitalize())
        g.finish(Result((winner,), reason, "PB-SIT.7"))
