"""A whole act: who does what, and where, although the game may ask for it in parts.

A question about a move comes in halves, and some come in four: who, with whom, where to, and on from there. An act is
the answers that doctrine gives to them, one after the other, until something is done: a unit stands elsewhere, a die is
to fall, another side is asked. Who is picked up and put down again without having moved is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from grognard.engine.core.action import Action, Press
from grognard.engine.core.decision import Ask
from grognard.engine.core.dice import OutOfDice
from grognard.engine.core.state import Piece, State
from grognard.engine.core.step import names_in

if TYPE_CHECKING:
    from grognard.engine.game.game import Game

LONGEST = 40  # answers that are looked at until something is done
AFTER = r"[:;(?]|, "  # where the first words of a question end
WORKING = 12  # letters by which the same working is known again
LEGS = 6  # parts in which one unit goes on


class Part(NamedTuple):
    """One answer of an act, and the position in which it is given."""

    before: State[Any]
    answer: Action


class Act(NamedTuple):
    """The parts of an act, and the position they lead to; None if that takes a die."""

    parts: tuple[Part, ...]
    after: State[Any] | None

    @property
    def answers(self) -> tuple[Action, ...]:
        return tuple(part.answer for part in self.parts)


def known_to(game: Game, state: State[Any], side: str, seed: int = 1) -> State[Any]:
    """A position that the side cannot tell from the true one, judged by the weights that were fitted to the game."""
    dealt = game.rules.determinize(state, side, Random(seed))
    dealt.judge_by(game.mind.fitted)
    dealt.advance()
    return dealt


def best_act(game: Game, known: State[Any], side: str) -> Act:
    """What a sensible player does next, from a position as the side knows it. The same position, the same act."""
    parts, twin, tried = list[Part](), known, set[Action]()
    for _ in range(LONGEST):
        ask = next(ask for ask in twin.asks if ask.side == side)
        answer = _best(game, twin, ask, tried)
        if parts and _begins_anew(known, side, answer):
            tried, parts, twin = {*tried, parts[0].answer}, [], known
        parts.append(Part(twin, answer))
        after = _after(twin, side, answer)
        if after is None or not is_picked_up(twin, after, side, answer):
            return _gone_on(game, Act(tuple(parts), after), side)
        twin = after
    return Act((parts[0],), _after(known, side, parts[0].answer))


def _is_asked(g: State[Any], side: str) -> bool:
    """Is a side asked, and nobody else?"""
    return g.result is None and [ask.side for ask in g.asks] == [side]


def is_picked_up(before: State[Any], after: State[Any], side: str, answer: Action) -> bool:
    """Does an answer only say who is to act, or what is to be done, so that the next one belongs to it?"""
    if not _is_asked(after, side) or after.revealed or isinstance(answer, Press):
        return False
    changed, named = _changed(before, after, side), getattr(answer, "piece", "")
    if not changed and not hasattr(answer, "piece"):
        return len(after.steps) > len(before.steps)
    return not changed or (named in in_hand(after, side) and not _moved(before, after, {named}))


def _best(game: Game, g: State[Any], ask: Ask, tried: set[Action]) -> Action:
    """The answer judged best of those that have not proved idle; between equals always the same."""
    answers = [answer for answer in game.mind.considered(g, ask) if answer not in tried] or list(ask.actions)
    worth = game.mind.judged(g, ask.side, answers)
    best = max(worth)
    equals = [answer for value, answer in zip(worth, answers, strict=True) if value == best]
    return min(equals, key=lambda answer: crc32(repr(answer).encode()))


def _begins_anew(known: State[Any], side: str, answer: Action) -> bool:
    """Could it have been answered first? Then what was picked up before was put down unmoved."""
    picks = isinstance(answer, Press) or getattr(answer, "piece", "") in known.pieces
    return picks and any(answer in ask.actions for ask in known.asks if ask.side == side)


def _after(g: State[Any], side: str, answer: Action) -> State[Any] | None:
    """The position after an answer; None if it takes a die, or waits for somebody else's."""
    if not _is_asked(g, side):
        return None
    twin = g.clone()
    twin.revealed = False
    try:
        twin.answer(side, answer)
    except OutOfDice:
        return None
    return twin


def in_hand(g: State[Any], side: str) -> set[str]:
    """The pieces of a side that the question on top is about."""
    return {name for name in names_in(g.steps[-1]) if name in g.pieces and g.pieces[name].side == side}


def _changed(before: State[Any], after: State[Any], side: str) -> set[str]:
    """The pieces of a side with which something has happened."""
    pieces = {**before.pieces, **after.pieces}
    return {
        name
        for name, piece in pieces.items()
        if piece.side == side and before.pieces.get(name) != after.pieces.get(name)
    }


def _moved(before: State[Any], after: State[Any], among: Iterable[str]) -> set[str]:
    """Those that stand elsewhere."""
    return {name for name in among if _spot(before.pieces.get(name)) != _spot(after.pieces.get(name))}


def arrived(act: Act, side: str) -> tuple[Piece | None, Piece | None]:
    """One of those who end elsewhere than they began, before and after; nobody if none does, or a die decides."""
    end, start = act.after or act.parts[-1].before, act.parts[0].before
    for name in sorted(_moved(start, end, _changed(start, end, side))):
        return start.pieces.get(name), end.pieces.get(name)
    return None, None


def _spot(piece: Piece | None) -> tuple[object, ...]:
    return tuple(getattr(piece, name, None) for name in ("place", "x", "y"))


def _gone_on(game: Game, act: Act, side: str) -> Act:
    """The same act with the parts in which those who moved go on, turn, or stop."""
    parts, after = list(act.parts), act.after
    moved = set() if after is None else _moved(parts[0].before, after, _changed(parts[0].before, after, side))
    while moved and after is not None and not after.revealed and len(parts) < len(act.parts) + LEGS:
        if not _is_asked(after, side) or not moved & in_hand(after, side):
            break
        [ask] = after.asks
        answer = _best(game, after, ask, set())
        then = _after(after, side, answer)
        if not _is_theirs(ask, answer, moved) or not (then is None or _changed(after, then, side) <= moved):
            break
        parts, after = [*parts, Part(after, answer)], then
    return Act(tuple(parts), after)


def _is_theirs(ask: Ask, answer: Action, moved: set[str]) -> bool:
    """Is an answer about those who have moved, and not about who goes next or what the whole side does?"""
    if isinstance(answer, Press):
        return all(isinstance(other, Press) or not _names_one(other) for other in ask.actions) and len(ask.actions) <= 3
    return not _names_one(answer) or getattr(answer, "piece", "") in moved


def _names_one(answer: Action) -> bool:
    return hasattr(answer, "piece")


def in_words(game: Game, act: Act, side: str) -> tuple[str, ...]:
    """An act part by part: who, and where to. What the question is about is named where the answer does not."""
    told = [game.face.describe(part.before, part.answer) for part in act.parts]
    for n, (one, following) in enumerate(pairwise(told)):
        name, _, working = one.partition(": ")
        told[n] = name if working and working[-WORKING:] in following else one
    first = act.parts[0]
    if not isinstance(first.answer, Press) and not hasattr(first.answer, "piece"):
        [asked, *_] = [ask.prompt for ask in first.before.asks if ask.side == side]
        told[0] = f"{re.split(AFTER, asked)[0].strip()}: {told[0]}"
    return tuple(told)
