"""What is being asked, of whom, and what the answers may be."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Generic, TypeVar, final, overload

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


class Unclear(GrognardError):
    """An order that nobody can follow."""


class Illegal(GrognardError):
    """Against a rule, which `refusal` names."""

    def __init__(self, refusal: Refusal, rulebook: Rulebook) -> None:
        super().__init__(rulebook.explain(refusal))
        self.refusal = refusal


A = TypeVar("A", bound=Action)


class Each(Sequence[A]):
    """An answer for each of some names, made when it is looked at."""

    __slots__ = ("_make", "_names")

    def __init__(self, make: Callable[[Any], A], names: Sequence[Any]) -> None:
        self._make, self._names = make, names

    @overload
    def __getitem__(self, i: int) -> A: ...
    @overload
    def __getitem__(self, i: slice) -> Sequence[A]: ...
    def __getitem__(self, i: int | slice) -> A | Sequence[A]:
        return [*map(self._make, self._names[i])] if isinstance(i, slice) else self._make(self._names[i])

    def __len__(self) -> int:
        return len(self._names)

    def __iter__(self) -> Iterator[A]:
        return map(self._make, self._names)


@final
class Sieve(Generic[A]):
    """Answers that may be possible, and who says of one whether it is; `listed`: who finds them all more quickly."""

    __slots__ = ("allows", "among", "listed")

    def __init__(
        self, among: Sequence[A], allows: Callable[[A], bool], listed: Callable[[], Sequence[A]] | None = None
    ) -> None:
        self.among, self.allows, self.listed = among, allows, listed

    def all(self) -> Iterable[A]:
        """Those that are possible."""
        return filter(self.allows, self.among) if self.listed is None else self.listed()


class Sifted(Sequence[Action]):
    """Some answers that are worked out when somebody looks at them all; for one of them no more are than it takes."""

    __slots__ = ("_found", "_parts")

    def __init__(self, *parts: Sequence[Action] | Sieve[Any]) -> None:
        self._parts = parts
        self._found: list[Action] | None = None

    def draw(self, rng: random.Random) -> Action:
        """Any of them, each as likely as the next: of all that may be, in any order, the first that is."""
        lots = [part.among if type(part) is Sieve else part for part in self._parts]
        sizes = [*map(len, lots)]
        moved: dict[int, int] = {}  # a lot that was refused gives its place to the last of those left
        for left in range(sum(sizes), 0, -1):
            drawn = int(rng.random() * left)
            place, lot = moved.get(drawn, drawn) if moved else drawn, 0
            while place >= sizes[lot]:
                place -= sizes[lot]
                lot += 1
            found: Action = lots[lot][place]
            part = self._parts[lot]
            if type(part) is not Sieve or part.allows(found):
                return found
            moved[drawn] = moved.get(left - 1, left - 1)
        raise IndexError("there is no answer to draw")

    def _all(self) -> list[Action]:
        if self._found is None:
            self._found = []
            for part in self._parts:
                self._found += part.all() if isinstance(part, Sieve) else part
        return self._found

    @overload
    def __getitem__(self, i: int) -> Action: ...
    @overload
    def __getitem__(self, i: slice) -> Sequence[Action]: ...
    def __getitem__(self, i: int | slice) -> Action | Sequence[Action]:
        return self._all()[i]

    def __len__(self) -> int:
        return len(self._all())

    def __bool__(self) -> bool:
        if self._found is not None:
            return bool(self._found)
        for part in self._parts:
            if type(part) is not Sieve and part:
                return True
        return any(isinstance(part, Sieve) and any(map(part.allows, part.among)) for part in self._parts)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._all())

    def __contains__(self, action: object) -> bool:
        return action in self._all()


class Actions(Sequence[Action]):
    """Legal actions as a container: iterate, count, test with `in`, truth value.

    `open_to` accepts actions of the `open_kinds` beyond the listed ones (any point of a table, say) when it finds no
    refusal. What takes long to work out may come `later`, in parts: each is worked out when somebody looks that far.
    `unsifted` are all of them once more for whoever wants any one.
    """

    __slots__ = ("_drawn", "_later", "_list", "_open_kinds", "_open_to", "_parts", "_unsifted")

    def __init__(
        self,
        listed: Sequence[Action],
        open_to: Callable[[Action], Refusal | None] | None = None,
        later: Iterator[Sequence[Action]] | None = None,
        open_kinds: tuple[type[Action], ...] = (),
        unsifted: Callable[[], Sifted] | None = None,
    ) -> None:
        self._list, self._open_to, self._later, self._open_kinds = listed, open_to, later, open_kinds
        self._parts, self._unsifted = [listed] if later is None or listed else [], unsifted
        self._drawn: Action | None = None

    def draw(self, rng: random.Random) -> Action:
        """Any of those listed, each as likely as the next; not all are worked out for it."""
        listed = self._list
        if self._later is not None and self._unsifted is not None:
            listed = self._unsifted()
        self._drawn = drawn = listed.draw(rng) if type(listed) is Sifted else rng.choice(self)
        return drawn

    def vouch(self, action: A) -> A:
        """Whoever found an answer under the same refusals says so: it need not be looked for in the list."""
        self._drawn = action
        return action

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

    @property
    def is_known_empty(self) -> bool:
        """Is it clear without working anything out that there is no answer?"""
        return self._later is None and not self._list

    def __iter__(self) -> Iterator[Action]:
        return iter(self._all())

    def __contains__(self, action: object) -> bool:
        if (action is self._drawn and action is not None) or action in self._list:
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
    """One side's question. Words that take time to find are found when somebody reads them."""

    side: str
    words: str | Callable[[], str]
    actions: Actions
    cite: str = ""

    @property
    def prompt(self) -> str:
        """What is asked."""
        return self.words if isinstance(self.words, str) else self.words()


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
