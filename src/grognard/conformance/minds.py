"""The computer's answer follows from the position alone, however it came about."""

from __future__ import annotations

from typing import Any

import msgspec

from grognard.conformance.alike import difference, shown
from grognard.conformance.spots import Broken, Spot
from grognard.engine import Action, Game, State

ANSWERS = 40  # of a question that are judged here


class Thought(msgspec.Struct, frozen=True):
    """What a mind thinks of one side's question."""

    side: str
    prompt: str
    worth: tuple[tuple[str, float], ...]  # each answer with what it is worth
    best: tuple[str, ...]
    value: float


def thoughts(game: Game, g: State[Any]) -> list[Thought]:
    """What the mind of a game thinks of a position."""
    mind, found = game.mind, list[Thought]()
    for ask in g.asks:
        listed = list(ask.actions)
        answers: list[Action] = listed[:: max(1, len(listed) // ANSWERS)]
        worth = tuple((repr(a), round(w, 9)) for a, w in zip(answers, mind.judged(g, ask.side, answers), strict=True))
        best = mind.best(g, ask) if mind.best is not None else None
        told = tuple(sorted(map(repr, best or ())))
        found.append(Thought(ask.side, ask.prompt, worth, told, round(mind.value(g, ask.side), 9)))
    return found


def read_again(game: Game, position: bytes) -> State[Any]:
    """A position, read from its JSON and run to its question."""
    again = game.rules.codec.read_state(position)
    again.advance()
    return again


def thinks_the_same(spot: Spot) -> None:
    """A computer player judges a position as it came about in play as it does when it is read from its JSON."""
    game = spot.match.game
    played = thoughts(game, spot.live)
    loaded = thoughts(game, read_again(game, spot.live.to_json()))
    for here, there in zip(played, loaded, strict=True):
        if here != there:
            told = difference(here, there) or f"{shown(here)} or {shown(there)}"
            raise Broken(f"the computer's answer depends on how the position came about: {told}", here.side)
