"""Positions: copies are independent, JSON loses nothing, asking changes nothing."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from grognard.conformance.alike import difference
from grognard.conformance.spots import Broken
from grognard.engine import Action, Match, State


def invariants(match: Match, rng: random.Random) -> None:
    """The game's own invariants hold, and the state keeps to the shapes that make clones cheap."""
    match.game.rules.check(match.state)
    for name, value in match.state._saved().items():
        assert not isinstance(value, list | set), f"state field {name} must be a tuple or a dict, and is {value!r}"
    for step in match.state.steps:
        assert type(step) in match.game.rules.steps, f"{type(step).__name__} is not among the game's steps"


def clone_is_independent(match: Match, rng: random.Random) -> None:
    """Playing on in a clone leaves the original untouched."""
    before, asked = match.state.digest(), match.state.to_json()
    twin = match.clone(seed=rng.randrange(1 << 30))
    same_position(asked, twin.state, "a clone is another position")
    for _ in range(3):
        if twin.over:
            break
        ask = rng.choice(twin.decision.asks)
        action = rng.choice(ask.actions)
        twin.take(action, ask.side)
        if match.state.digest() != before:
            told = different(asked, match.state.to_json())
            raise Broken(f"playing in a clone changed the original: {told}", ask.side, action)


def survives_json(match: Match, rng: random.Random) -> None:
    """A state read back from its JSON is the same position and asks the same."""
    again = match.game.rules.codec.read_state(match.state.to_json())
    same_position(match.state.to_json(), again, "a state changes on its way through JSON")
    again.advance()
    same_questions(match.state, again, "a loaded state asks something else")


def asking_changes_nothing(match: Match, rng: random.Random) -> None:
    """A step that asks has no effect before it is answered."""
    twin = match.state.clone()
    twin.advance()
    same_position(match.state.to_json(), twin, f"{match.state.steps[-1]!r} changes something before it asks")
    same_questions(match.state, twin, "asking again asks something else")


def same_position(before: bytes, g: State[Any], words: str) -> None:
    """A position is what it was, in whatever order its dicts are."""
    if before != (after := g.to_json()) and (told := different(before, after)):
        raise AssertionError(f"{words}: {told}")


def different(before: bytes, after: bytes) -> str | None:
    """Where two positions differ first."""
    return difference(msgspec.json.decode(before), msgspec.json.decode(after))


def same_questions(here: State[Any], there: State[Any], words: str) -> None:
    """Two positions ask the same."""
    if questions(here) != questions(there):
        raise AssertionError(f"{words}: {difference(questions(here), questions(there))}")


def questions(state: State[Any]) -> list[tuple[str, str, str, list[Action]]]:
    """What is asked of whom, in a form that can be compared."""
    return [(ask.side, ask.prompt, ask.cite, list(ask.actions)) for ask in state.asks]
