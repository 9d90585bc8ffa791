"""3.2 Victory: control of hexes, losses, points; and what each side is after, by the same code."""

from __future__ import annotations

from grognard.engine import Aim, Result, Step
from grognard.engine.core.wording import side_people, with_count
from grognard.games.panzer_blitz.rules.data import Goal, other
from grognard.games.panzer_blitz.rules.state import PanzerBlitz

JUDGED = "PB-SIT.7"


# ------------------------------------------------------------------ how it is judged


def held(g: PanzerBlitz, goal: Goal) -> int:
    """3.2 How many hexes of a goal the attacker controls; a bridge that is down counts for nothing."""
    if goal.bridge and goal.bridge in g.broken:
        return 0
    return sum(g.control.get(h) == g.situation.attacker for h in goal.hexes)


def lost(g: PanzerBlitz, goal: Goal, *, openly: bool = False) -> int:
    """Steps lost of the kinds that count; openly, without those that only their owner knows of (6.2.1)."""
    steps = sum(g.lost.get(f"{goal.side}-{cls}", 0) for cls in goal.classes)
    unknown = [u for u in g.units(goal.side) if openly and u.hidden and u.steps == 1 and u.what.cls in goal.classes]
    return steps - len(unknown)


def met(g: PanzerBlitz, goal: Goal, *, openly: bool = False) -> bool:
    """Is one condition of the attacker fulfilled?"""
    if goal.kind == "losses_below":
        return lost(g, goal, openly=openly) < goal.steps
    return held(g, goal) >= goal.at_least


def score(g: PanzerBlitz) -> int:
    """The attacker's victory points."""
    return sum(goal.vp for goal in g.situation.goal if goal.kind == "points" and met(g, goal))


def attacker_wins(g: PanzerBlitz, *, openly: bool = False) -> bool:
    """3.2 All conditions hold, or enough points are scored."""
    conditions = [goal for goal in g.situation.goal if goal.kind != "points"]
    return all(met(g, goal, openly=openly) for goal in conditions) and score(g) >= g.situation.points_needed


def judge(g: PanzerBlitz, *, openly: bool = False) -> Result:
    """3.2, PB-SIT.7 Who wins, and by what."""
    attacker = g.situation.attacker
    winner = attacker if attacker_wins(g, openly=openly) else other(attacker)
    told = [_told(g, goal, openly=openly) for goal in g.situation.goal]
    words = ", ".join(filter(None, told))
    if g.situation.points_needed:
        words = f"{score(g)} of {with_count(g.situation.points_needed, 'point')}" + (f" ({words})" if words else "")
    return Result((winner,), f"{attacker.capitalize()}: {words}", JUDGED)


def _told(g: PanzerBlitz, goal: Goal, *, openly: bool) -> str:
    """One line of the score."""
    if goal.kind == "losses_below":
        return f"{with_count(lost(g, goal, openly=openly), f'{goal.called} step')} lost of {goal.steps}"
    if goal.kind == "points":
        return f"{goal.called} {goal.vp}" if met(g, goal) else ""
    if len(goal.hexes) == 1:
        return f"{goal.called} is {'held' if met(g, goal) else 'not held'}"
    return f"{held(g, goal)} of {with_count(goal.at_least, 'hex')} of {goal.called}"


def standing(g: PanzerBlitz) -> Result:
    """3.2 How it would end now, as far as everybody may know."""
    return judge(g, openly=True)


class Victory(Step, frozen=True):
    """3.2, PB-SIT.7 The situation is decided when its last turn has ended."""

    def run(self, g: PanzerBlitz) -> None:
        result = judge(g)
        (winner,) = result.winners
        g.tell("PB-3.2.1", "{side} wins", side=side_people(winner))
        g.finish(result)


# ------------------------------------------------------------------ what each side is after


def aims(g: PanzerBlitz, side: str) -> tuple[Aim, ...]:
    """3.2 Every condition, from the side of whoever must reach it or prevent it."""
    attacks = side == g.situation.attacker
    goals = tuple(_aim(g, goal, side, attacks=attacks) for goal in g.situation.goal)
    if g.situation.points_needed:
        return (_points(g, attacks=attacks), *goals)
    return goals if attacks or len(goals) == 1 else (_one_of(g), *goals)


def _aim(g: PanzerBlitz, goal: Goal, side: str, *, attacks: bool) -> Aim:
    if goal.kind == "losses_below":
        return _losses(g, goal, side, attacks=attacks)
    have, need, whole = held(g, goal), goal.at_least, len(goal.hexes)
    some = f"{need} of the {whole} hexes of {goal.called}" if whole > 1 else goal.called
    points = {"points": goal.vp if attacks else -goal.vp}.get(goal.kind)
    worth = f", {with_count(goal.vp, 'point')}" if goal.vp else ""
    scored = None if points is None else points if met(g, goal) else 0
    if attacks:
        return Aim(f"Hold {some}{worth}", JUDGED, goal.hexes, have, need, met(g, goal), scored)
    text = f"Keep {g.situation.attacker.capitalize()} troops from holding {some}{worth}"
    return Aim(text, JUDGED, goal.hexes, whole - have, whole - need + 1, not met(g, goal), scored)


def _losses(g: PanzerBlitz, goal: Goal, side: str, *, attacks: bool) -> Aim:
    """6.2.1 The owner knows all his losses, the other side those that lie open."""
    openly = side != goal.side
    verb = f"Lose fewer than {with_count(goal.steps, f'{goal.called} step')}"
    if not attacks:
        verb = f"Destroy {with_count(goal.steps, f'{goal.side.capitalize()} {goal.called} step')}"
    good = met(g, goal, openly=openly) == attacks
    return Aim(verb, JUDGED, have=lost(g, goal, openly=openly), need=goal.steps, met=good)


def _points(g: PanzerBlitz, *, attacks: bool) -> Aim:
    need = g.situation.points_needed
    attacker = g.situation.attacker.capitalize()
    points = with_count(need, "point")
    text = f"Score {points}" if attacks else f"Keep the {attacker} side below {points}"
    return Aim(text, JUDGED, have=score(g), need=need, met=attacker_wins(g, openly=True) == attacks)


def _one_of(g: PanzerBlitz) -> Aim:
    text = f"One of these is enough: {g.situation.attacker.capitalize()} troops need them all"
    return Aim(text, JUDGED, met=not attacker_wins(g, openly=True))
