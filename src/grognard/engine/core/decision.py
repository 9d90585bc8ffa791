"""What is being asked, of whom, and what the answers may be."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, Generic, TypeVar, overload

import msgspec

from grognard.engine.core.action import Action
from grognard.engine.core.notebook import asked
from grognard.engine.core.rulebook import Refusal, Rulebook


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


class Group(Generic[A]):
    """Candidates for an answer, and the test that each must pass to be one; without a test all of them are.

    Candidates that take time to find come as a function: it is called when somebody looks.
    """

    __slots__ = ("_among", "_found", "allows")

    def __init__(
        self, among: Iterable[A] | Callable[[], Iterable[A]], allows: Callable[[Any], Any] | None = None
    ) -> None:
        self._among, self.allows = among, allows
        self._found: Sequence[A] | None = None

    @property
    def among(self) -> Sequence[A]:
        """All candidates."""
        among = self._among
        if not isinstance(among, list | tuple):
            among = self._among = [*(among() if callable(among) else among)]
        return among

    def all(self) -> Sequence[A]:
        """Those that pass."""
        if self._found is None:
            self._found = self.among if self.allows is None else [*filter(self.allows, self.among)]
        return self._found

    def __iter__(self) -> Iterator[A]:
        return iter(self.all())

    def __bool__(self) -> bool:
        if self._found is not None or self.allows is None:
            return bool(self.all())
        return any(map(self.allows, self.among))

    def __contains__(self, action: object) -> bool:
        if self._found is not None or self.allows is None:
            return action in self.all()
        return action in self.among and bool(self.allows(action))


class Actions(Sequence[Action]):
    """Legal answers as a container: iterate, count, test with `in`, truth value; `first` and `choice` make no list.

    They are lists of answers, groups of candidates, or both; each is looked into when somebody looks that far.
    `open_to` accepts answers of the `open_kinds` beyond them (any point of a table, say) when it finds no refusal.
    `paged`: parts to show one after another, each more work to list than the last. `accepts`: the test
    that says of any answer whether it is one, where that is quicker than to look for it.
    """

    __slots__ = ("_accepts", "_given", "_list", "_more", "_open_to", "_paged", "open_kinds")

    def __init__(
        self,
        *given: Iterable[Action] | Group[Any],
        open_to: Callable[[Action], Refusal | None] | None = None,
        open_kinds: tuple[type[Action], ...] = (),
        paged: Iterator[Iterable[Action]] | None = None,
        accepts: Callable[[Action], bool] | None = None,
    ) -> None:
        self._given, self._more, self._paged = [*given], paged, paged is not None
        self._list: Sequence[Action] | None = None
        self._open_to, self.open_kinds, self._accepts = open_to, open_kinds, accepts

    def _parts(self) -> Iterator[Any]:
        """What was given; what comes later is remembered."""
        yield from self._given
        while self._more is not None:
            if (part := next(self._more, None)) is None:
                self._more = None
            else:
                self._given.append(part)
                yield part

    def _all(self) -> Sequence[Action]:
        if self._list is None:
            parts = [*self._parts()]
            self._list = parts[0] if len(parts) == 1 and type(parts[0]) is list else [*chain.from_iterable(parts)]
        return self._list

    def part(self, i: int) -> Sequence[Action] | None:
        """The answers of a part; None after the last. Empty parts are left out."""
        if not self._paged:
            return None if i else self._all()
        return next(islice(([*part] for part in self._parts() if part), i, None), None)

    def first(self) -> Action | None:
        """The first of them, if there is any."""
        return next(iter(self), None)

    def choice(self, rng: random.Random) -> Action:
        """Any of them, each as likely as the next: of all candidates, in any order, the first that passes."""
        leaves = [*self._leaves()] if self._list is None else [self._list]
        among = [leaf.among if isinstance(leaf, Group) else leaf for leaf in leaves]
        lots = [(i, j) for i, some in enumerate(among) for j in range(len(some))]
        while lots:
            at = int(rng.random() * len(lots))
            i, j = lots[at]
            leaf, found = leaves[i], among[i][j]
            if not isinstance(leaf, Group) or leaf.allows is None or leaf.allows(found):
                return found
            lots[at] = lots[-1]
            lots.pop()
        raise IndexError("there is no answer to choose")

    def _leaves(self) -> Iterator[Any]:
        for part in self._parts():
            if isinstance(part, Actions):
                yield from part._leaves()
            else:
                yield part if isinstance(part, Group | Sequence) else [*part]

    @overload
    def __getitem__(self, i: int) -> Action: ...
    @overload
    def __getitem__(self, i: slice) -> Sequence[Action]: ...
    def __getitem__(self, i: int | slice) -> Action | Sequence[Action]:
        return self._all()[i]

    def __len__(self) -> int:
        return len(self._all())

    def __bool__(self) -> bool:
        return bool(self._list) if self._list is not None else any(map(bool, self._parts()))

    def __iter__(self) -> Iterator[Action]:
        return iter(self._list) if self._list is not None else chain.from_iterable(self._parts())

    def __contains__(self, action: object) -> bool:
        listed = self._list
        if listed is not None and action in listed:
            return True
        if self._accepts is not None and (listed is None or isinstance(action, self.open_kinds)):
            return self._accepts(action)  # type: ignore[arg-type]
        if listed is None and any(action in part for part in self._parts()):
            return True
        return self._open_to is not None and isinstance(action, self.open_kinds) and self._open_to(action) is None

    @property
    def is_known_empty(self) -> bool:
        """Is it clear without working anything out that there is no answer?"""
        return self._more is None and not any(isinstance(part, Group) or part for part in self._given)

    @property
    def is_open(self) -> bool:
        """May more be answered than is listed?"""
        return bool(self.open_kinds)

    @property
    def has_batches(self) -> bool:
        """Are they to be shown one part after another?"""
        return self._paged

    def __repr__(self) -> str:
        shown = ", ".join(map(repr, self._all()[:4]))
        return f"<{len(self)} actions: {shown}{', …' if len(self) > 4 else ''}>"


class Ask(msgspec.Struct, frozen=True):
    """One side's question. Words that take time to find are found when somebody reads them."""

    side: str  # side that answers
    words: str | Callable[[], str]  # the question, or a function that writes it when it is read
    actions: Actions  # legal answers
    cite: str = ""  # rule that asks

    @property
    def prompt(self) -> str:
        """What is asked."""
        return self.words if isinstance(self.words, str) else self.words()


class Decision(msgspec.Struct, frozen=True):
    """What the match waits for: one question, or several put to different sides at once."""

    number: int  # how many decisions came before it
    asks: tuple[Ask, ...]  # one question, or one for each of several sides

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

    def _repr_html_(self) -> str:
        """In a notebook: who is asked what, and the first answers as they are written."""
        return asked((ask.side, ask.prompt, ask.cite, map(repr, ask.actions)) for ask in self.asks)
