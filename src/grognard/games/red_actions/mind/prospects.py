"""What chance of victory a position gives a side: how close each is to flight, and to its task.

The weights were fitted to matches between players who follow doctrine.
"""

from __future__ import annotations

from math import exp

from grognard.board.inches.geometry import Point, distance
from grognard.engine import Action, Pick, Weight
from grognard.games.red_actions.rules.bodies import centre
from grognard.games.red_actions.rules.scenarios import WinEntry, WinTest
from grognard.games.red_actions.rules.segment import Hold
from grognard.games.red_actions.rules.sequence import Segments
from grognard.games.red_actions.rules.state import RedActions, Unit, effective
from grognard.games.red_actions.rules.terrain import allowance_of
from grognard.games.red_actions.rules.victory import exited, flight_number, holds, losses, near_object, score

RUIN, TASK, POINTS = 3.0, 3.0, 0.5  # what harm, a task and points weigh, in logits
WAITING = 1.0  # what it weighs that the time runs for a side
DISTANT = 12.0  # inches from an object at which half its worth is in reach
ROUT, PINNED = 0.75, 0.25  # how much of a unit is lost in rout, and pinned
STURDY = 2.0  # effective bases at which a good third of a unit counts as lost


def value(g: RedActions, side: str) -> float:
    """The chance of victory, half a draw included: 0 is lost, 1 is won."""
    if g.result is not None:
        return 0.5 if not g.result.winners else float(side in g.result.winners)
    if not g.strength:
        return 0.5
    return 1 / (1 + exp(-lead(g, side)))


def lead(g: RedActions, side: str) -> float:
    """How far a side is ahead of its enemy, in logits."""
    enemy, gone = g.enemy(side), g.turn / g.scenario.turns
    total = RUIN * (ruin(g, enemy) - ruin(g, side)) + TASK * (task(g, side) - task(g, enemy))
    total += POINTS * (0.5 + gone) * (score(g, side) - score(g, enemy))
    if g.scenario.otherwise != "draw":
        total += WAITING * gone * (1 if g.scenario.otherwise == side else -1)
    return total


def weighs(g: RedActions, side: str) -> tuple[Weight, ...]:
    """RA-SCN.1, RA-SCN.6 What both sides have lost and hold, and who runs."""
    foe = g.enemy(side)
    return (
        Weight("enemy units lost", losses(g, foe, False)),
        Weight("of your units lost", losses(g, side, False), wanted=False),
        Weight("enemy units in rout", sum(u.routing for u in g.troops(foe))),
        Weight("of your units in rout", sum(u.routing for u in g.troops(side)), wanted=False),
        Weight("places in your hands", sum(owner == side for owner in g.owner.values())),
        Weight("places in enemy hands", sum(owner == foe for owner in g.owner.values()), wanted=False),
    )


def ruin(g: RedActions, side: str) -> float:
    """RA-SCN.1 How far a side has come towards its flight number; harm counts by the part of a unit it takes."""
    number = flight_number(g, side) or g.strength[side]
    return (losses(g, side, False) + sum(harm(u) for u in g.troops(side))) / number


def harm(unit: Unit) -> float:
    """How much of a unit is as good as lost."""
    if unit.routing:
        return ROUT
    return exp(-effective(unit) / STURDY) + (PINNED if unit.pinned else 0.0)


def task(g: RedActions, side: str) -> float:
    """RA-SCN.6 How much of the nearest of a side's tasks is done: 0 is nothing, 1 is all."""
    entries = [entry for entry in g.scenario.win if entry.side == side]
    return max((done(g, entry) for entry in entries), default=0.0)


def done(g: RedActions, entry: WinEntry) -> float:
    """How much of one win entry is done."""
    tests = [progress(g, test) for test in entry.all if test.test != "score_lead"]
    return sum(tests) / len(tests) if tests else 0.0


def progress(g: RedActions, test: WinTest) -> float:
    """RA-SCN.6 How much of one victory test is done."""
    if holds(g, test):
        return 1.0
    if test.test == "possess":
        return sum(grip(g, name, test.side) for name in test.objects) / len(test.objects)
    if test.test == "exited":
        return min(1.0, (exited(g, test) + leaving(g, test)) / test.units)
    if test.test in ("no_units_left", "empty"):
        strength = max(1, g.strength[test.side])
        return 1 - min(1.0, sum(1 - harm(u) for u in g.troops(test.side)) / strength)
    if test.test == "none_near":
        return 0.0 if near_object(g, test) else 1.0
    return 0.0


def grip(g: RedActions, name: str, side: str) -> float:
    """How nearly an object is a side's."""
    if g.owner.get(name) == side:
        return 1.0
    near = _nearest(g, side, g.table.features[name].centre)
    return 0.7 / (1 + near / DISTANT)


def _nearest(g: RedActions, side: str, point: Point) -> float:
    return min((distance(centre(g, u), point) for u in g.troops(side) if not u.routing), default=99.0)


def leaving(g: RedActions, test: WinTest) -> float:
    """RA-MOV.26 The units that can still leave as the test wants it, the nearer the surer."""
    turns = g.scenario.turns - g.turn + 1
    chances = sorted((_leaves(g, u, test, turns) for u in g.troops(test.side)), reverse=True)
    return sum(chances[: test.units])


def _leaves(g: RedActions, unit: Unit, test: WinTest, turns: int) -> float:
    if unit.routing or (test.types and unit.type not in test.types):
        return 0.0
    x, y = centre(g, unit)
    far = {"north": g.table.height - y, "south": y, "east": g.table.width - x, "west": x}[test.edge]
    need = far / max(1.0, allowance_of(unit))
    return 0.8 * (1 - harm(unit)) * max(0.0, 1 - need / (turns + 2))


def stretch(g: RedActions) -> tuple[int, str, int]:
    """RA-TRN.6 A segment: what one unit does."""
    return g.turn, g.phase, sum(u.acted for u in g.pieces.values())


def staying(g: RedActions, side: str) -> tuple[Action, ...]:
    """RA-ACT.20 A unit that was activated must be told to do nothing."""
    return (Hold(),)


def in_turn(g: RedActions, action: Action) -> bool:
    """RA-TRN.6, RA-OFF.5 Sides activate one unit each, in turn, and move their senior officers between."""
    return isinstance(g.steps[-1], Segments) and isinstance(action, Pick)
