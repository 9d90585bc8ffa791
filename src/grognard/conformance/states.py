"""Positions: copies are independent, JSON loses nothing, asking changes nothing."""

from __future__ import annotations

import random
from typing import Any

from grognard.engine import Action, Match, State


def invariants(match: Match, rng: random.Random) -> None:
    """The game's own invariants hold, and the state keeps to the shapes that make clones cheap."""
    match.game.rules.check(match.state)
    for name, value in match.state._saved().items():
        assert not isinstance(value, list | set), f"state field {name} must be a tuple or a dict"
    for step in match.state.steps:
        assert type(step) in match.game.rules.steps, f"{type(step).__name__} is not among the game's steps"


def clone_is_independent(match: Match, rng: random.Random) -> None:
    """Playing on in a clone leaves the original untouched."""
    before = match.state.digest()
    twin = match.clone(seed=rng.randrange(1 << 30))
    assert twin.state.digest() == before, "a clone is another position"
    for _ in range(3):
        if twin.over:
            break
        ask = rng.choice(twin.decision.asks)
        twin.take(rng.choice(ask.actions), ask.side)
    assert match.state.digest() == before, "playing in a clone changed the original"


def survives_json(match: Match, rng: random.Random) -> None:
    """A state read back from its JSON is the same position and asks the same."""
    again = match.game.rules.codec.read_state(match.state.to_json())
    assert again.digest() == match.state.digest(), "a state changes on its way through JSON"
    again.advance()
    assert questions(again) == questions(match.state), "a loaded state asks something else"


def asking_changes_nothing(match: Match, rng: random.Random) -> None:
    """A step that asks has no effect before it is answered."""
    twin = match.state.clone()
    twin.advance()
    assert twin.digest() == match.state.digest(), f"{match.state.steps[-1]!r} changes something before it asks"
    assert questions(twin) == questions(match.state), "asking again asks something else"


def questions(state: State[Any]) -> list[tuple[str, str, str, list[Action]]]:
    """What is asked of whom, in a form that can be compared."""
    return [(ask.side, ask.prompt, ask.cite, list(ask.actions)) for ask in state.asks]
