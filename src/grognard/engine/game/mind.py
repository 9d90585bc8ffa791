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
    count: float  # how many of it the side has
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
    """A game's judgement: what an answer and a position are worth, and why.

    Only what the side may know counts. A game without a mind is played at random.
    """

    # how good an answer is; only differences within one question count, and `NEVER` or less is out of the question
    judge: Judge = no_judgement
    # the same for many answers at once, where that is quicker
    judge_all: Callable[[Any, str, Sequence[Action]], Sequence[float]] | None = None
    # the answers judged best, where they can be found without judging all; None says nothing
    best: Callable[[Any, Ask], Sequence[Action] | None] | None = None
    # other ways to judge, for other plans: bolder, safer, massed against one enemy
    moods: Callable[[Any, str], Sequence[Judge]] = no_moods
    # why an answer is good, in a sentence that is true of the position; "" for no reason
    advice: Callable[[Any, str, Action], str] = no_reason
    # answers to an open question worth a look beside the listed ones, such as a point of the table
    wishes: Callable[[Any, Ask], Sequence[Action]] = no_extra_candidates
    # how good the position is for a side, from 0 (lost) to 1 (won)
    value: Callable[[Any, str], float] = value_of_result
    # the parts of `value` that a person can count, always in the same order; hints use them
    weighs: Callable[[Any, str], tuple[Weight, ...]] = no_weights
    # does an answer only say who goes next? Search leaves the order to judgement
    in_turn: Callable[[Any, Action], bool] = no_order_choices
    underway: Callable[[Any], bool] = has_turns  # has the battle begun? Search leaves set-up to judgement
    # name of the current stretch of play; positions at the ends of stretches can be compared
    stretch: Callable[[Any], Hashable] = turn_of
    # answers that tell the selected unit to stay where it is
    holds: Callable[[Any, str], Sequence[Action]] = holds_by_itself
    stretches: int = 1  # how many stretches search plays on before it values a position
    ahead: int = 4  # how many decisions search plays on before it values a position
    tries: int = 5  # how many answers search tries
    varied: bool = True  # search tries the best answer of every kind first
    fitted: Any = None  # weights found by matches of the game against itself (`State.judge_by`)
    policy: Path | None = None  # file of a trained policy (`players/policy.py`)
    ponders: bool = True  # does search with the fitted weights play better than the weights alone?
    # shares of answers that a recruit, a regular and a veteran miss
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
