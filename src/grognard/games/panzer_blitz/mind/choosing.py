"""The best that can be done, found without looking into what cannot be it.

A kind of deed that is worth little at most is not looked into while there is something better, and a deed that is worth
little is not asked whether it may be done. What is left out is worse: the best are those that judging all would find.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby
from operator import itemgetter

from grognard.engine import Action, Deed, Worths, most_promising
from grognard.games.panzer_blitz.mind.move_doctrine import ELSEWHERE, goal_of
from grognard.games.panzer_blitz.rules.artillery_requests import Observe
from grognard.games.panzer_blitz.rules.assault_fire import AssaultFire
from grognard.games.panzer_blitz.rules.declared_fire import AssaultFireAt, AssaultFireAtAll, FireAt, FireAtAll
from grognard.games.panzer_blitz.rules.direct_fire import Fire
from grognard.games.panzer_blitz.rules.movement import Go
from grognard.games.panzer_blitz.rules.operation import Operation
from grognard.games.panzer_blitz.rules.overrun_approach import Overrun
from grognard.games.panzer_blitz.rules.panzer_blitz_assault import Blitz
from grognard.games.panzer_blitz.rules.state import PanzerBlitz
from grognard.games.panzer_blitz.rules.unit_moves import Move, MoveNext, MoveUnit

FIRES = (Fire, FireAt, FireAtAll, AssaultFire, AssaultFireAt, AssaultFireAtAll)
JUDGED_FIRST: tuple[type[Deed], ...] = (
    *FIRES,
    Observe,
    Overrun,
    Blitz,
    Move,
    MoveNext,
)  # to say whether one may be done takes longer

Hopes = Mapping[type[Deed], float]  # what a deed of a kind is worth at most
Judge = Callable[[Action], float]


def promising(g: PanzerBlitz, step: Operation | MoveUnit, hopes: Hopes, judge: Judge, least: float) -> Worths:
    """All deeds that may be the best, as they are listed; there is something worth `least`, or nothing less counts."""
    return most_promising(
        [kind for kind in step.deeds[0] if kind in hopes],
        hopes.__getitem__,
        lambda kind, best: judged(g, step, kind, judge, best),
        least,
    )


def judged(g: PanzerBlitz, step: Operation | MoveUnit, kind: type[Deed], judge: Judge, least: float) -> Worths:
    """The deeds of a kind with what they are worth; those worth too little, or less than its best, may be left out."""
    if step.bars(g, kind) is not None:
        return []
    if isinstance(step, MoveUnit) and kind is Go:
        return best_go(g, step, judge, least)
    if kind not in JUDGED_FIRST:
        return [(judge(deed), deed) for deed in step.allowed(g, kind)]
    worth = itemgetter(0)
    found = [(judge(deed), deed) for deed in kind.candidates(g, step)]
    for value, equals in groupby(sorted(found, key=worth, reverse=True), worth):
        if value < least:
            break
        allowed = [(value, deed) for _, deed in equals if deed.why_not(g, step) is None]
        if allowed:
            return [*allowed]
    return []


def best_go(g: PanzerBlitz, step: MoveUnit, judge: Judge, least: float) -> Worths:
    """The hex that a unit likes best, if it goes anywhere."""
    go = Go(goal_of(g, step))
    if go.hex != g.pieces[step.unit].place and judge(go) > ELSEWHERE and go.why_not(g, step) is None:
        return [(judge(go), go)]
    return [(judge(other), other) for other in step.allowed(g, Go)] if least <= ELSEWHERE else []
