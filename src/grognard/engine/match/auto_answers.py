"""Questions that decide nothing: where there is one possible answer, whoever shows the match may give it.

Not where the answer would shut the way back to a choice that can still be taken back, and not where several sides are
asked at once and the haste would tell one of them something.
"""

from __future__ import annotations

import random
from typing import Any

from grognard.engine.core.action import Action
from grognard.engine.core.decision import Ask
from grognard.engine.core.dice import OutOfDice
from grognard.engine.core.state import State
from grognard.engine.game.playthrough import Playthrough

DEALS = 4  # of what a side does not know, to see whether it could have been otherwise


def only_answer(ask: Ask) -> Action | None:
    """The answer to a question that has one; None if there is a choice."""
    first = ask.actions.part(0) or ()
    if len(first) != 1 or ask.actions.is_open or ask.actions.part(1) is not None:
        return None
    only: Action = first[0]
    return only


def auto_answer(match: Playthrough, ask: Ask) -> Action | None:
    """The answer that may be given for the side asked, because it decides nothing and takes nothing from it."""
    action = only_answer(ask)
    if action is None or (match.asks_together and _tells(match, ask.side)):
        return None
    return None if may_take_back(match) and _seals(match.state, ask.side, action) else action


def may_take_back(match: Playthrough) -> bool:
    """Is there a choice to take back, and not only answers that were the only ones?"""
    return any(only_answer(ask) is None for ask in match.taken)


def may_take_back_apart(match: Playthrough) -> bool:
    """The same without a question put to several sides: to take that back would tell who was asked."""
    for ask, together in zip(match.taken, match.taken_together, strict=True):
        if together or only_answer(ask) is None:
            return not together
    return False


def take_back_choice(match: Playthrough) -> None:
    """Undo, back to the last question that was a choice."""
    match.undo()
    while match.can_undo and only_answer(match.decision.asks[0]) is not None:
        match.undo()


def redo_choice(match: Playthrough) -> None:
    """Redo, with the answers that followed by themselves."""
    match.redo()
    while match.can_redo and only_answer(match.decision.asks[0]) is not None:
        match.redo()


def _seals(state: State[Any], side: str, action: Action) -> bool:
    """Would the answer shut the way back: by a roll, by a reveal, or because another side is asked then?"""
    trial = state.clone()
    try:
        trial.answer(side, action)
    except OutOfDice:
        return True
    return trial.revealed or not trial.asks or trial.asks[0].side != side


def _tells(match: Playthrough, side: str) -> bool:
    """Would another side, be it asked too or spared, learn something if this one's answer came by itself?"""
    rng = random.Random(0)
    others = [other for other in match.sides if other != side]
    deals = (match.game.rules.determinize(match.state, other, rng) for other in others for _ in range(DEALS))
    return not all(_has_no_choice(deal, side) for deal in deals)


def _has_no_choice(deal: State[Any], side: str) -> bool:
    """Has the side one answer in a position as it might be?"""
    deal.asks = ()
    deal.steps[-1].run(deal)
    asks: tuple[Ask, ...] = deal.asks
    return all(only_answer(ask) is not None for ask in asks if ask.side == side)
