"""Reading the states and actions of one game from JSON."""

from __future__ import annotations

import sys
import typing
from collections.abc import Sequence
from typing import Any

import msgspec

from grognard.engine.core.action import Action
from grognard.engine.core.state import Piece, State, saved_fields
from grognard.engine.core.step import Step

_EVERY_STATE = set(saved_fields(State))  # what a position of any game holds


class Codec:
    """Reads the states and actions of one game from JSON."""

    def __init__(
        self, state: type[State[Any]], piece: type[Piece], steps: Sequence[type[Step]], actions: Sequence[type[Action]]
    ) -> None:
        self.state = state
        self._action = msgspec.json.Decoder(typing.Union[tuple(actions)])  # noqa: UP007
        self._known_actions = frozenset(actions)
        step_type: Any = typing.Union[tuple(steps)]  # noqa: UP007
        self._step = step_type
        action_type: Any = typing.Union[tuple(actions)]  # noqa: UP007
        hints = typing.get_type_hints(state)
        self._types: dict[str, Any] = {name: hints[name] for name in saved_fields(state)}
        self._types["steps"] = tuple[step_type, ...]
        self._types["sealed"] = dict[str, action_type]
        self._types["pieces"] = dict[str, piece]  # type: ignore[valid-type]

    def read_state(self, data: bytes | dict[str, Any], *, older: bool = False) -> State[Any]:
        """A state from its JSON, or a msgspec.ValidationError that says what is wrong.

        A position of `older` rules may lack what has come since, which begins as in a new match, and may hold what is
        gone, which is left out.
        """
        raw = msgspec.json.decode(data) if isinstance(data, bytes) else data
        if not isinstance(raw, dict) or not (raw.keys() >= _EVERY_STATE if older else raw.keys() == self._types.keys()):
            raise msgspec.ValidationError("this is not a position of this game")
        new = self.state()
        for name, kind in self._types.items():
            if name in raw:
                setattr(new, name, msgspec.convert(raw[name], kind))
        _share_names(new)
        return new

    def read_action(self, data: bytes | msgspec.Raw | dict[str, Any]) -> Action:
        """An action from its JSON, or a msgspec.ValidationError."""
        blob = msgspec.json.encode(data) if isinstance(data, dict) else data
        action = self._action.decode(blob)
        assert isinstance(action, Action)
        return action

    def read_field(self, name: str, data: object) -> object:
        """One value of a state from its plain form, or a msgspec.ValidationError."""
        return msgspec.convert(data, self._types[name])

    def read_step(self, data: object) -> Step:
        """A step from its plain form, or a msgspec.ValidationError."""
        step = msgspec.convert(data, self._step)
        assert isinstance(step, Step)
        return step

    def knows(self, action: object) -> bool:
        """Is this an action of the game?"""
        return type(action) in self._known_actions


def _share_names(state: State[Any]) -> None:
    """Names read from JSON are fresh strings; interned, they compare as fast as those of a new match."""
    state.at = {sys.intern(place): tuple(map(sys.intern, ids)) for place, ids in state.at.items()}
