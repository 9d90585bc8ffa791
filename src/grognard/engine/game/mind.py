"""How a sensible player of a game thinks: what computer players, hints and analysis ask."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from grognard.engine.core.action import Action
from grognard.engine.core.decision import Ask

NEVER = -1000.0  # what judgement says of an answer that nobody sensible gives


def no_judgement(g: Any, side: str, action: Action) -> float:
    """Every answer is as good as another."""
    return 0.0


def no_extra_candidates(g: Any, ask: Ask) -> Sequence[Action]:
    """What is listed is enough."""
    return ()


class Weight(msgspec.Struct, frozen=True):
    """Something that the value of a position weighs and a person can count, for one side."""

    words: str  # what is counted: "enemy units lost"
    count: float
    wanted: bool = True  # or is it better to have fewer?


Judge = Callable[[Any, str, Action], float]
Worths = list[tuple[float, Action]]  # what each of some answers is worth
K = TypeVar("K", bound=Hashable)


def most_promising(
    kinds: Iterable[K], hope: Callable[[K], float], judged: Callable[[K, float], Worths], least: float = -inf
) -> Worths:
    """All answers that may be the best, in the order of their kinds; a kind is worth no more than is hoped of it.

    The most promising kind is judged first. Who judges one is told the best found so far, or what there is for certain,
    and may leave out what is worth less; kinds of which no more is hoped are not judged at all.
    """
    best, found = least, dict[K, Worths]()
    hopes = {kind: hope(kind) for kind in kinds}
    for kind in sorted(hopes, key=lambda kind: -hopes[kind]):
        if hopes[kind] < best:
            break
        found[kind] = judged(kind, best)
        best = max([best, *(worth for worth, _ in found[kind])])
    return [row for kind in hopes for row in found.get(kind, ())]


def no_moods(g: Any, side: str) -> Sequence[Judge]:
    """Doctrine has one mood."""
    return ()


def no_weights(g: Any, side: str) -> tuple[Weight, ...]:
    """Nothing can be counted."""
    return ()


def no_reason(g: Any, side: str, action: Action) -> str:
    """Nothing to say."""
    return ""


def value_of_result(g: Any, side: str) -> float:
    """Only how a match ended counts; a mind that can say more makes search and analysis see further."""
    if g.result is None or not g.result.winners:
        return 0.5
    return 1.0 if side in g.result.winners else 0.0


def no_order_choices(g: Any, action: Action) -> bool:
    """Every answer decides more than who goes first."""
    return False


def has_turns(g: Any) -> bool:
    """The battle begins with its first turn."""
    return getattr(g, "turn", 1) > 0


def turn_of(g: Any) -> Hashable:
    """A stretch of play is a turn."""
    return getattr(g, "turn", 0)


def phase_now(state: Any) -> str:
    """The name of this phase of this turn, for an order that ends with it."""
    return f"{getattr(state, 'turn', 0)} {getattr(state, 'phase', '')} {getattr(state, 'current', '')}".strip()


def holds_by_itself(g: Any, side: str) -> Sequence[Action]:
    """A unit that nobody orders stays where it is: there is nothing to answer."""
    return ()


@dataclass(frozen=True, kw_only=True, eq=False)
class Mind:
    """What is worth what. A game without one is played at random.

    `judge` says how good a sensible player thinks an action offered now is; only what the side may know counts. Only
    differences within one question matter, but nobody sensible would do what is `NEVER` or less. `judge_all` says the
    same of many at once, where that is quicker. `best` names those that are judged best, where that takes less than
    judging them all, or says nothing; they must be the very ones that judging all would find. `advice` says why, in a
    sentence that is true of the position, or nothing. `value` says how good the position looks for a side: 0 is lost,
    1 is won. `weighs` counts what that rests on, always the same things in the same order: hints are told in them.
    `wishes` are answers to an open question that a sensible player would look at beside the listed ones, such as a
    point of the table. `moods` are other ways to judge, from which whole plans are drawn: bolder, safer, massed
    against one enemy.

    `in_turn`: does an answer only say who goes next, with the others to follow? What that is worth
    shows late or not at all, so the order is left to judgement.

    `underway`: has the battle begun? What set-up is worth shows too late for search, which leaves it to judgement.
    `stretch` names the stretch of play a position is in: at the end of one, positions can be compared. Search plays
    on for `ahead` decisions and to the end of `stretches` of them before it values a position, and tries `tries`
    answers; if they are to be `varied`, the best of every kind before the next best of one.

    `holds` are the answers by which the unit in hand is told to stay where it is, where that must be said: what a staff
    answers for a unit that is to hold.

    `fitted` are weights found in matches of the game against itself, by which the strongest players judge in
    place of those that were written down (`State.judge_by`); `ponders`: does it help them to look ahead as well?
    `policy` is the file of what was learnt on top of them by playing (`players/policy`).
    `overlooks` are the shares of answers that a recruit, a regular and a veteran do not see: as many as make each
    level of the game clearly weaker than the next.
    """

    judge: Judge = no_judgement
    judge_all: Callable[[Any, str, Sequence[Action]], Sequence[float]] | None = None
    best: Callable[[Any, Ask], Sequence[Action] | None] | None = None
    moods: Callable[[Any, str], Sequence[Judge]] = no_moods
    advice: Callable[[Any, str, Action], str] = no_reason
    wishes: Callable[[Any, Ask], Sequence[Action]] = no_extra_candidates
    value: Callable[[Any, str], float] = value_of_result
    weighs: Callable[[Any, str], tuple[Weight, ...]] = no_weights
    in_turn: Callable[[Any, Action], bool] = no_order_choices
    underway: Callable[[Any], bool] = has_turns
    stretch: Callable[[Any], Hashable] = turn_of
    holds: Callable[[Any, str], Sequence[Action]] = holds_by_itself
    stretches: int = 1
    ahead: int = 4
    tries: int = 5
    varied: bool = True
    fitted: Any = None
    policy: Path | None = None
    ponders: bool = True
    overlooks: tuple[float, float, float] = (0.7, 0.4, 0.0)

    def judged(self, g: Any, side: str, actions: Sequence[Action]) -> Sequence[float]:
        """How good each of several answers to one question is."""
        if self.judge_all is not None:
            return self.judge_all(g, side, actions)
        return [self.judge(g, side, action) for action in actions]

    def considered(self, g: Any, ask: Ask) -> list[Action]:
        """What a sensible player looks at: all that is listed, and what he wishes beyond it."""
        listed = list(ask.actions)
        if not ask.actions.is_open:
            return listed
        wished = (action for action in dict.fromkeys(self.wishes(g, ask)) if action not in listed)
        return [*listed, *(action for action in wished if action in ask.actions)]
