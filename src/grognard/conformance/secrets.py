"""Hidden information: dealing the unknown again changes nothing that a side can see, read or be asked."""

from __future__ import annotations

import random
from typing import Any

from grognard.conformance.alike import difference, shown
from grognard.conformance.spots import Broken
from grognard.engine import Action, Event, Game, Match, RandomDice, State, View
from grognard.engine.core.dice import OutOfDice

SMALL, SEVERAL = 12, 6  # pieces of a small position, and how often it is dealt

Told = list[tuple[Event, bool, View | None]]  # each line, was anything shown by then, and what the side saw then


def nothing_leaks(match: Match, rng: random.Random) -> None:
    """Dealing the unknown again changes nothing a side can see, read or be asked."""
    for side in (*match.sides, None) * deals(match):
        seen = match.view(side)
        dealt = match.game.rules.determinize(match.state, side, rng)
        _same_view(seen, match.game.rules.view(dealt, side), side)
        _told_the_same(match, dealt, seen, side, rng)
        _ask_again(match, dealt, side)
        asked = [{a.side for a in asks} for asks in (match.decision.asks, dealt.asks)]
        shown_who = side is not None or not match.state.steps[-1].asks_together  # spectators are not, who is spared it
        if shown_who and asked[0] != asked[1]:
            raise Broken(f"who is asked tells {side or 'spectators'} something hidden: {asked[0]} or {asked[1]}", side)
        ask = match.decision.of(side) if side is not None else None
        if ask is None:
            continue
        other = next(a for a in dealt.asks if a.side == side)
        _same(ask.prompt, other.prompt, side, f"the prompt of {side} tells something hidden")
        _same(list(ask.actions), list(other.actions), side, f"the choices of {side} tell something hidden")


def deals(match: Match) -> int:
    """How often a position is dealt: where little is hidden, one deal in two may be as it was."""
    return SEVERAL if len(match.state.pieces) <= SMALL else 1


def another_deal(match: Match, side: str | None, rng: random.Random) -> State[Any]:
    """The position with the unknown dealt again, run to its question."""
    dealt = match.game.rules.determinize(match.state, side, rng)
    _ask_again(match, dealt, side)
    return dealt


def _ask_again(match: Match, dealt: State[Any], side: str | None) -> None:
    """A deal asks before it rolls, as the position does."""
    try:
        dealt.advance()
    except OutOfDice as error:
        asked, step = [ask.side for ask in match.decision.asks], type(match.state.steps[-1]).__name__
        words = (
            f"who is asked tells {side or 'spectators'} something hidden: {asked} by {step}, or nobody, and dice fall"
        )
        raise Broken(words, side) from error


def _same(here: Any, there: Any, side: str | None, words: str) -> None:
    if here != there:
        raise Broken(f"{words}: {difference(here, there) or f'{shown(here)} or {shown(there)}'}", side)


def _told_the_same(match: Match, dealt: State[Any], seen: View, side: str | None, rng: random.Random) -> None:
    """What the face says of pieces, and what the rules say of aims."""
    face, rules, g = match.game.face, match.game.rules, match.state
    for piece in rng.sample(seen.pieces, min(3, len(seen.pieces))):
        reach = (face.reach(g, side, piece.id), face.reach(dealt, side, piece.id))
        _same(*reach, side, f"the reach of {piece.id} tells something hidden")
        dossier = (face.dossier(g, side, piece), face.dossier(dealt, side, piece))
        _same(*dossier, side, f"the dossier of {piece.id} tells something hidden")
    if side is not None:
        _same(rules.aims(g, side), rules.aims(dealt, side), side, f"the aims of {side} tell something hidden")
        briefing = (face.briefing(g, side), face.briefing(dealt, side))
        _same(*briefing, side, f"the briefing of {side} tells something hidden")


def _same_view(here: View, there: View, side: str | None) -> None:
    """Two views that must be the same are."""
    for name in View.__struct_fields__:
        _same(getattr(here, name), getattr(there, name), side, f"the view of {side} shows something hidden in {name}")


def undo_shows_nothing(match: Match, side: str, action: Action, rng: random.Random) -> None:
    """What can be undone freely has told its side nothing: in any deal it leads to the same view."""
    outcome = _try(match.game, match.state.clone(), side, action, seed=1)
    if outcome.outcomes or outcome.revealed:
        return
    dealt = another_deal(match, side, rng)
    other = _try(match.game, dealt, side, action, seed=1)
    _same_view(match.game.rules.view(outcome, side), match.game.rules.view(other, side), side)


def log_tells_only_what_is_seen(match: Match, side: str, action: Action, rng: random.Random) -> None:
    """Where two deals end in the same view, the log has told the side the same, and the same sides are asked.

    What was turned over for all to see on the way may be told, though it is used up by the end.
    """
    for _ in range(deals(match)):
        _tells_the_same(match, another_deal(match, side, rng), side, action)


def _tells_the_same(match: Match, dealt: State[Any], side: str, action: Action) -> None:
    """One deal beside what is."""
    view = match.game.rules.view
    first, second = (_try(match.game, g, side, action, seed=5) for g in (match.state.clone(), dealt.clone()))
    if first.outcomes != second.outcomes or view(first, side) != view(second, side):
        return
    lines = [[str(event) for event in g.events or () if event.visible_to(side)] for g in (first, second)]
    if lines[0] != lines[1]:
        told = [_listening(match, g, side, action) for g in (match.state.clone(), dealt)]
        if not _was_shown(*told):
            raise Broken(f"the log of {side} tells something hidden: {difference(*lines)}", side, action)
    elif not (first.revealed or second.revealed or first.sealed):
        asked = [sorted({ask.side for ask in g.asks}) for g in (first, second)]
        if asked[0] != asked[1]:
            raise Broken(f"who is asked next tells {side} something hidden: {asked[0]} or {asked[1]}", side, action)


def _was_shown(first: Told, second: Told) -> bool:
    """At the first line in which two logs differ: was something turned over by then, on the table or by what is told?

    A line for everybody may tell what its run has shown (`g.reveal()`, sealed answers that are opened).
    """
    for (event, shown_here, here), (other, shown_there, there) in zip(first, second, strict=False):
        if str(event) != str(other):
            return here != there or (shown_here and shown_there and event.sees is None and other.sees is None)
    return False


class _Listening(list[Event]):
    """A log that notes, with each line that a side may read, what the side sees as it is told."""

    def __init__(self, match: Match, g: State[Any], side: str) -> None:
        super().__init__()
        self.match, self.g, self.side = match, g, side
        self.told: list[tuple[Event, View | None]] = []

    def append(self, event: Event) -> None:
        super().append(event)
        if event.visible_to(self.side):
            self.told.append((event, self._view()))

    def _view(self) -> View | None:
        """What the side sees in the middle of a step; None where that cannot be shown."""
        try:
            return self.match.game.rules.view(self.g, self.side)
        except Exception:  # half-way through, a position need not be one
            return None


def _listening(match: Match, g: State[Any], side: str, action: Action) -> Told:
    """What a side is told of an answer and what it sees meanwhile; whatever its run shows counts for each line."""
    heard, opens = _Listening(match, g, side), bool(g.sealed) and len(g.asks) == 1  # sealed answers are opened
    g.dice, g.events = RandomDice(random.Random(5)), heard
    g.answer(side, action)
    return [(event, opens or g.revealed, seen) for event, seen in heard.told]


def _try(game: Game, state: State[Any], side: str, action: Action, seed: int) -> State[Any]:
    """The state after an answer with dice of its own; its log is what was told on the way."""
    state.dice, state.events = RandomDice(random.Random(seed)), []
    state.answer(side, action)
    return state
