"""The rules of a game as the engine sees them: how to begin, who is asked, who sees what, what must be true."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from grognard.engine.core.action import Action
from grognard.engine.core.codec import Codec
from grognard.engine.core.rulebook import Reason
from grognard.engine.core.state import Piece, Result, State
from grognard.engine.core.step import Step
from grognard.engine.core.view import Aim, View

T = TypeVar("T")


def no_hidden_information(g: Any, side: str | None, rng: random.Random) -> State[Any]:
    """Everything is on the table: a deal of the unknown is a copy."""
    new: State[Any] = g.clone()
    return new


def nothing_to_check(g: Any) -> None:
    """The game has no invariants of its own."""


def nothing_missing(g: Any) -> None:
    """A position of the game says everything there is to say."""


def no_aims(g: Any, side: str) -> tuple[Aim, ...]:
    """The game does not say what a side is after."""
    return ()


def no_standing(g: Any) -> Result | None:
    """The game does not say how things stand before the end."""
    return None


def nobody_remains(g: Any) -> tuple[str, ...]:
    """The game has no campaigns."""
    return ()


@dataclass(frozen=True, kw_only=True, eq=False)
class Rules:
    """The rulebook in code.

    The code that judges victory works out `aims` and `standing` too.
    """

    state: type[State[Any]]  # class of the game's positions
    piece: type[Piece]  # class of its pieces
    # sets up a scenario with its options: a position with the first steps on its stack
    start: Callable[[str, Mapping[str, str]], State[Any]]
    sides: Callable[[Any], tuple[str, ...]]  # sides that make decisions
    view: Callable[[Any, str | None], View]  # all that a side may see; None stands for a spectator
    # a copy in which everything the side may not know is dealt again
    determinize: Callable[[Any, str | None, random.Random], State[Any]] = no_hidden_information
    complete: Callable[[Any], None] = nothing_missing  # fills in what a hand-made position leaves out
    check: Callable[[Any], None] = nothing_to_check  # raises AssertionError if the position breaks an invariant
    aims: Callable[[Any, str], tuple[Aim, ...]] = no_aims  # what a side must reach, and how far it is
    standing: Callable[[Any], Result | None] = no_standing  # how the match would end if it ended now
    # `view` without markers that take time to work out, such as supply lines
    glance: Callable[[Any, str | None], View] | None = None
    # pieces that are left for the next battle of a campaign, by the names of the scenario file
    remains: Callable[[Any], tuple[str, ...]] = nobody_remains
    # second, independent checks of what breaks a rule; tests compare refusals with them
    reasons: Mapping[str, tuple[Reason, ...]] = field(default_factory=dict)
    boxes: tuple[str, ...] = ()  # places beside the ground, as patterns: "box-*", "eliminated"

    def has_secrets(self, g: Any, sides: tuple[str, ...]) -> bool:
        """Do these sides see different things? Then they must not share a screen without a curtain."""
        seen = [(v.pieces, v.markers, v.tracks, v.cards) for v in (self.view(g, side) for side in sides)]
        return any(other != seen[0] for other in seen[1:])

    @cached_property
    def packages(self) -> tuple[str, ...]:
        """Where the rulebook stands: the folders (or the single modules) of the state and of what it builds on."""
        homes = [cls.__module__ for cls in self.state.__mro__ if issubclass(cls, State)]
        folders = dict.fromkeys(home.rpartition(".")[0] or home for home in homes)
        return tuple(folder for folder in folders if not f"{folder}.".startswith("grognard.engine."))

    @cached_property
    def steps(self) -> tuple[type[Step], ...]:
        """Every step of the rulebook."""
        return tuple(self._found(Step))

    @cached_property
    def actions(self) -> tuple[type[Action], ...]:
        """Every action of the rulebook: the engine's own, and those of its chapters, as they are stored."""
        own = tuple(cls for cls in Action.__subclasses__() if cls.__module__ == Action.__module__)
        return own + tuple(cls for cls in self._found(Action) if getattr(cls, "stored", None) is None)

    @cached_property
    def codec(self) -> Codec:
        """Reads this game's states and actions from JSON."""
        return Codec(self.state, self.piece, self.steps, self.actions)

    def _found(self, base: type[T]) -> list[type[T]]:
        """The classes below `base` that the rulebook's modules define, by name."""
        homes = tuple(f"{package}." for package in self.packages)
        found = {cls for cls in _below(base) if f"{cls.__module__}.".startswith(homes)}
        return sorted(found, key=lambda cls: cls.__name__)


def _below(base: type[T]) -> Iterator[type[T]]:
    for cls in base.__subclasses__():
        yield cls
        yield from _below(cls)
