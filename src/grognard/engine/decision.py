"""What is being asked, of whom, and what the answers may be."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import overload

import msgspec

from grognard.engine.action import Action
from grognard.engine.rulebook import Refusal, Rulebook


class GrognardError(Exception):
    """Base of the errors a player or a program can cause; the message says what to do."""


class PositionError(GrognardError):
    """A position with a mistake in it; the message says what and where."""


class Malformed(GrognardError):
    """Not an action of this game at all."""


class Stale(GrognardError):
    """Answers a decision that is no longer, or not yet, being asked."""


class Illegal(GrognardError):
    """Against a rule, which `refusal` names."""

    def __init__(self, refusal: Refusal, rulebook: Rulebook) -> None:
        super().__init__(rulebook.explain(refusal))
        self.refusal = refusal


class Actions(Sequence[Action]):
    """Legal actions as a container: iterate, count, test with `in`, truth value.

    `open_to` accepts actions of the `open_kinds` beyond the listed ones (any point of a table, say) when it finds no
    refusal. What takes long to work out may come `later`, in parts: each is worked out when somebody looks that far.
    """

    __slots__ = ("_later", "_list", "_open_kinds", "_open_to", "_parts")

    def __init__(
        self,
        listed: Sequence[Action],
        open_to: Callable[[Action], Refusal | None] | None = None,
        later: Iterator[Sequence[Action]] | None = None,
        open_kinds: tuple[type[Action], ...] = (),
    ) -> None:
        self._list, self._open_to, self._later, self._open_kinds = listed, open_to, later, open_kinds
        self._parts = [listed]

    def part(self, i: int) -> Sequence[Action] | None:
        """The first part is there at once; None after the last. Empty parts are left out."""
        while len(self._parts) <= i and self._later is not None:
            found = next(self._later, None)
            if found is None:
                self._later = None
            elif found:
                self._parts.append(found)
                self._list = [*self._list, *found]
        return self._parts[i] if i < len(self._parts) else None

    def _all(self) -> Sequence[Action]:
        while self._later is not None:
            self.part(len(self._parts))
        return self._list

    @overload
    def __getitem__(self, i: int) -> Action: ...
    @overload
    def __getitem__(self, i: slice) -> Sequence[Action]: ...
    def __getitem__(self, i: int | slice) -> Action | Sequence[Action]:
        return (self._list if self._later is None else self._all())[i]

    def __len__(self) -> int:
        return len(self._list if self._later is None else self._all())

    def __bool__(self) -> bool:
        return bool(self._list) or bool(self._all())

    def __iter__(self) -> Iterator[Action]:
        return iter(self._all())

    def __contains__(self, action: object) -> bool:
        if action in self._list:
            return True
        if self._open_to is not None and isinstance(action, self._open_kinds):
            return self._open_to(action) is None
        return any(action in part for part in self._rest())

    def _rest(self) -> Iterator[Sequence[Action]]:
        """The parts not worked out so far, one after another."""
        while self._later is not None:
            if (part := self.part(len(self._parts))) is not None:
                yield part

    @property
    def is_open(self) -> bool:
        """May more be answered than is listed?"""
        return bool(self._open_kinds)

    @property
    def open_kinds(self) -> tuple[type[Action], ...]:
        """The kinds of action that may be answered beyond the list."""
        return self._open_kinds

    @property
    def in_parts(self) -> bool:
        """Are there parts beyond the first, or may there be?"""
        return self._later is not None or len(self._parts) > 1

    def __repr__(self) -> str:
        shown = ", ".join(map(repr, self._all()[:4]))
        return f"<{len(self)} actions: {shown}{', …' if len(self) > 4 else ''}>"


class Ask(msgspec.Struct, frozen=True):
    """One side's question."""

    side: str
    prompt: str
    actions: Actions
    cite: str = ""


class Decision(msgspec.Struct, frozen=True):
    """What the match waits for: one question, or several put to different sides at once."""

    number: int
    asks: tuple[Ask, ...]

    @property
    def side(self) -> str:
        """The side asked (the first, if several)."""
        return self.asks[0].side

    @property
    def prompt(self) -> str:
        return self.asks[0].prompt

    @property
    def cite(self) -> str:
        return self.asks[0].cite

    @property
    def actions(self) -> Actions:
        return self.asks[0].actions

    def of(self, side: str) -> Ask | None:
        """The question put to this side, if any."""
        return next((ask for ask in self.asks if ask.side == side), None)
