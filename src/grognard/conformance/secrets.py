"""Hidden information: dealing the unknown anew changes nothing that a side can see, read or be asked."""

from __future__ import annotations

import random
from typing import Any

from grognard.engine import Action, Game, Match, RandomDice, State, View


def nothing_leaks(match: Match, rng: random.Random) -> None:
    """Dealing the unknown anew changes nothing a side can see, read or be asked."""
    for side in (*match.sides, None):
        seen = match.view(side)
        dealt = match.game.rules.determinize(match.state, side, rng)
        _same_view(match.game.rules.view(dealt, side), seen, side)
        _told_the_same(match, dealt, seen, side, rng)
        dealt.advance()
        asked = [{a.side for a in asks} for asks in (match.decision.asks, dealt.asks)]
        if side is not None or not match.state.steps[-1].asks_together:  # spectators are not shown who is spared it
            whom = side or "spectators"
            assert asked[0] == asked[1], f"who is asked tells {whom} something hidden: {asked[0]} or {asked[1]}"
        ask = match.decision.of(side) if side is not None else None
        if ask is None:
            continue
        other = next(a for a in dealt.asks if a.side == side)
        assert other.prompt == ask.prompt, f"the prompt of {side} tells something hidden: {ask.prompt!r}"
        assert list(other.actions) == list(ask.actions), f"the choices of {side} tell something hidden"


def _told_the_same(match: Match, dealt: State[Any], seen: View, side: str | None, rng: random.Random) -> None:
    """What the face says of pieces, and what the rules say of aims."""
    face, rules, g = match.game.face, match.game.rules, match.state
    for piece in rng.sample(seen.pieces, min(3, len(seen.pieces))):
        there = face.reach(g, side, piece.id)
        assert face.reach(dealt, side, piece.id) == there, f"the reach of {piece.id} tells something hidden"
        known = face.dossier(g, side, piece)
        assert face.dossier(dealt, side, piece) == known, f"the dossier of {piece.id} tells something hidden"
    if side is not None:
        assert rules.aims(dealt, side) == rules.aims(g, side), f"the aims of {side} tell something hidden"
        assert face.briefing(dealt, side) == face.briefing(g, side), f"the briefing of {side} tells something hidden"


def _same_view(a: View, b: View, side: str | None) -> None:
    if a == b:
        return
    for name in a.__struct_fields__:
        if getattr(a, name) != getattr(b, name):
            raise AssertionError(f"the view of {side} shows something hidden in {name}")


def undo_shows_nothing(match: Match, side: str, action: Action, rng: random.Random) -> None:
    """What can be undone freely has told its side nothing: in any deal it leads to the same view."""
    outcome = _try(match.game, match.state.clone(), side, action, seed=1)
    if outcome is None or outcome[0].outcomes or outcome[0].revealed:
        return
    dealt = match.game.rules.determinize(match.state, side, rng)
    dealt.advance()
    other = _try(match.game, dealt, side, action, seed=1)
    assert other is not None
    _same_view(match.game.rules.view(other[0], side), match.game.rules.view(outcome[0], side), side)


def log_tells_only_what_is_seen(match: Match, side: str, action: Action, rng: random.Random) -> None:
    """Where two deals end in the same view, their log lines for that side are the same."""
    dealt = match.game.rules.determinize(match.state, side, rng)
    dealt.advance()
    first = _try(match.game, match.state.clone(), side, action, seed=5)
    second = _try(match.game, dealt, side, action, seed=5)
    if first is None or second is None or first[0].outcomes != second[0].outcomes:
        return
    if match.game.rules.view(first[0], side) != match.game.rules.view(second[0], side):
        return
    lines = [[str(e) for e in events if e.visible_to(side)] for _, events in (first, second)]
    assert lines[0] == lines[1], f"the log of {side} tells something hidden: {lines}"


def _try(game: Game, state: State[Any], side: str, action: Action, seed: int) -> tuple[State[Any], list[Any]] | None:
    """The state after an answer with dice of its own, and the events on the way."""
    state.dice, state.events = RandomDice(random.Random(seed)), []
    events = state.events
    state.answer(side, action)
    return state, events
