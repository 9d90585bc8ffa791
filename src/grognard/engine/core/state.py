"""The State of a game: a handful of flat dicts of frozen records, and a stack of frozen Steps.

A game's state is a `@dataclass(slots=True, eq=False)` below `State`. Its fields hold dicts (of plain or
frozen values) or immutable values, nothing else, so that a clone is a few shallow copies: what is called a Mapping is
replaced and never written to, so it is not copied at all; the pieces are shared until one of the two writes.
"""

from __future__ import annotations

import dataclasses
import hashlib
import typing
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MemberDescriptorType
from typing import Any, Generic, Self, TypeVar

import msgspec

from grognard.engine.core.action import Action
from grognard.engine.core.cache import UNKNOWN
from grognard.engine.core.decision import Actions, Ask, Group
from grognard.engine.core.dice import NO_DICE, Dice, ScriptedDice
from grognard.engine.core.event import Event
from grognard.engine.core.fact import OF, fact, watching
from grognard.engine.core.step import Step
from grognard.engine.core.working import Working

TRANSIENT = {"transient": True}  # belongs to whoever runs the state, not to the position
GIVEN = {"transient": True, "given": True}  # follows from the scenario and the options alone
WITH_PIECES = {"with pieces": True}  # a dict that changes with the pieces alone: shared and copied as they are
FRESH = {  # what a copy does not share with its original
    "dice": "NO_DICE",
    "outcomes": "[]",
    "events": "None",
    "revealed": "False",
    "watching": "False",
    "asker": "''",
    "memo": "{}",
    "shared": "True",
    "reads": "None",
}
OF_FACTS = {"facts", "books", "reads", "shared"}  # what belongs to facts themselves


class Piece(msgspec.Struct, frozen=True, cache_hash=True):
    """Anything that stands somewhere. Games subclass it; `place` is a hex, a box, or "" for nowhere."""

    id: str  # unique name
    side: str  # owner
    place: str = ""  # hex, box, or "" for nowhere


class Result(msgspec.Struct, frozen=True):
    """How a match ended."""

    winners: tuple[str, ...]  # sides that have won; none for a draw
    reason: str  # why the match ended
    cite: str  # rule of the victory condition
    level: str = ""  # "decisive" or another printed level of victory


class BrokenFlow(RuntimeError):
    """A step neither asked nor changed the stack: a mistake in a game's code."""


class OutcomeReached(Exception):
    """Raised instead of going on when only the first outcome of a roll is wanted."""

    def __init__(self, name: str) -> None:
        self.name = name


P = TypeVar("P", bound=Piece)
T = TypeVar("T")


@dataclass(slots=True, eq=False)
class State(Generic[P]):
    """A position: what is where, and what happens next."""

    scenario_id: str = ""  # id of the scenario
    options: Mapping[str, str] = field(default_factory=dict)  # as they were chosen: never changed
    steps: tuple[Step, ...] = ()  # stack of procedures; the last one runs next
    sealed: Mapping[str, Action] = field(default_factory=dict)  # answers of sides that have answered a joint question
    result: Result | None = None  # how the match ended; None while it runs
    pieces: Mapping[str, P] = field(default_factory=dict)  # changed by `put`, `change`, `send` and `drop` alone
    at: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # bottom first

    asks: tuple[Ask, ...] = field(default=(), metadata=TRANSIENT)  # questions that wait for an answer
    dice: Dice = field(default=NO_DICE, metadata=TRANSIENT)  # source of random numbers
    outcomes: list[int] = field(default_factory=list, metadata=TRANSIENT)  # dice and draws of the current answer
    # log lines of the current answer; None to write none
    events: list[Event] | None = field(default_factory=list, metadata=TRANSIENT)
    revealed: bool = field(default=False, metadata=TRANSIENT)  # has something hidden been shown? Then undo stops here
    watching: bool = field(default=False, metadata=TRANSIENT)  # is this a copy that notes what a fact reads?
    asker: str = field(default="", metadata=TRANSIENT)  # whose odds are worked out, while it is watched
    memo: dict[Hashable, Any] = field(default_factory=dict, metadata=TRANSIENT)  # see `recall`
    shared: bool = field(default=False, metadata=TRANSIENT)  # does a clone read the same pieces?
    weights: Any = field(default=None, metadata=TRANSIENT)  # by which a mind judges it: see `judge_by`
    # what was worked out (`fact.py`): with the pieces as they are, and with those of each side
    facts: dict[Any, Any] = field(default_factory=dict, metadata=TRANSIENT)
    books: dict[str, dict[Any, Any]] = field(default_factory=dict, metadata=TRANSIENT)  # caches of older rules
    reads: set[str] | None = field(default=None, metadata=TRANSIENT)  # while a fact is worked out: what was read

    # ------------------------------------------------------------ flow

    def call(self, *steps: Step) -> None:
        """Do these steps in this order, then come back to the step on top now."""
        self.steps = self.steps + steps[::-1]

    def swap(self, *steps: Step) -> None:
        """Do these steps in this order instead of the step on top now."""
        self.steps = self.steps[:-1] + steps[::-1]

    def done(self) -> None:
        """The step on top is finished."""
        self.steps = self.steps[:-1]

    def ask(
        self,
        side: str,
        prompt: str | Callable[[], str],
        actions: Sequence[Action] | Group[Any] | Actions,
        cite: str = "",
    ) -> None:
        """Put a question to a side. Ask several sides in one `run` for sealed, simultaneous answers."""
        listed = actions if type(actions) is Actions else Actions(actions)
        ask = Ask(side, prompt, listed, cite)
        if listed.is_known_empty:
            raise BrokenFlow(f"{self.steps[-1]!r} asks {side} {ask.prompt!r} without a single legal answer")
        self.asks = (*self.asks, ask)

    def finish(self, result: Result) -> None:
        """End the match."""
        self.result, self.steps = result, ()

    def advance(self) -> None:
        """Run steps until one asks or the match is over."""
        self.asks = ()
        while self.steps:
            before = self.steps
            before[-1].run(self)
            if self.asks:
                if self.sealed:
                    self.asks = tuple(ask for ask in self.asks if ask.side not in self.sealed)
                return
            if self.steps is before:
                raise BrokenFlow(f"{before[-1]!r} neither asked nor went on")

    def answer(self, side: str, action: Action) -> None:
        """Carry out a legal answer and run on to the next question."""
        step = self.steps[-1]
        self.memo = {}
        if len(self.asks) == 1 and not self.sealed:
            step.take(self, action)
        else:
            self.sealed = {**self.sealed, side: action}
            if len(self.asks) > 1:
                self.asks = tuple(ask for ask in self.asks if ask.side != side)
                return
            together, self.sealed = self.sealed, {}
            step.take_all(self, together)
        self.advance()

    # ------------------------------------------------------------ chance

    def pick(self, n: int) -> int:
        """One of n equal outcomes, 0 to n-1."""
        outcome = self.dice.pick(n)
        self.outcomes.append(outcome)
        return outcome

    def d6(self) -> int:
        """One six-sided die."""
        return self.pick(6) + 1

    def cast(self, count: int, worth: Callable[[tuple[int, ...]], Hashable] = sum) -> tuple[int, ...]:
        """Six-sided dice of which only their worth matters: odds run once for each worth, not for each fall."""
        if isinstance(self.dice, ScriptedDice):
            self.dice.foresee(count, worth)
        return tuple(self.d6() for _ in range(count))

    def throw(self, count: int, least: int) -> tuple[int, ...]:
        """Six-sided dice of which only matters how many come to so much, two or more: odds run once for each number."""
        if isinstance(self.dice, ScriptedDice):
            self.dice.foresee_hits(count, least)
        return tuple(self.d6() for _ in range(count))

    def choose(self, among: Sequence[T]) -> T:
        """One of several at random; no die is wasted on a single one, and odds run once for each of the equals."""
        if len(among) > 1 and isinstance(self.dice, ScriptedDice):
            self.dice.branch_by_choice(among)
        return among[self.pick(len(among))] if len(among) > 1 else among[0]

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """All of them in a random order."""
        pool = list(things)
        for i in range(len(pool) - 1, 0, -1):
            j = self.pick(i + 1)
            pool[i], pool[j] = pool[j], pool[i]
        return pool

    # ------------------------------------------------------------ telling

    def tell(
        self,
        cite: str,
        text: str,
        *,
        dice: tuple[int, ...] = (),
        hexes: tuple[str, ...] = (),
        sees: tuple[str, ...] | None = None,
        working: Working | None = None,
        **args: str | int,
    ) -> None:
        """Write a line in the log. The text may hold {names} of the keyword arguments; a roll has its working."""
        if self.events is not None:
            faces = dice or (working.faces if working else ())
            self.events.append(Event(cite, text, args, faces, hexes, sees, working))

    @property
    def heard(self) -> bool:
        """Is a log kept? Words that take time to find need not be found where nobody reads them."""
        return self.events is not None

    def reveal(self) -> None:
        """Something hidden has been shown: the answer that led here cannot be undone freely."""
        self.revealed = True

    def outcome(self, name: str, of: str = "") -> None:
        """A roll has come to this named result. Odds are the distribution of the first one reached.

        `of` is the side whose roll it is, if it might follow from another's answer: odds are of one's own rolls alone.
        """
        if self.watching and (not of or self.asker in ("", of)):
            raise OutcomeReached(name)

    # ------------------------------------------------------------ what was worked out

    def recall(self, key: Hashable, find: Callable[[], T]) -> T:
        """What was found before under a key, unless a piece has changed or a question been answered since.

        Within the run of a step the key must name whatever else it depends on.
        """
        found: T = self.memo.get(key, UNKNOWN)
        if found is UNKNOWN:
            found = self.memo[key] = find()
        return found

    @fact
    def pieces_of(self, side: str) -> Mapping[str, P]:
        """The pieces of one side: what follows from them alone is still known when the other has moved."""
        if self.reads is not None:
            self.reads.add(OF + side)
        every: Mapping[str, P] = _PIECES(self)
        return {name: piece for name, piece in every.items() if piece.side == side}

    def renew(self, *sides: str) -> None:
        """Pieces of these sides change. Clones share what is known, so nothing is taken out: new books begin."""
        self.memo = {}
        self.facts = {}
        self.books = {**self.books, **{side: {} for side in sides}}

    def watcher(self) -> Self:
        """A copy for a fact that is worked out: it notes what is read, and cannot be changed (`fact.py`)."""
        copied: Self = (_watchers.get(type(self)) or _watcher(type(self)))(self)
        return copied

    @classmethod
    def parts(cls) -> tuple[set[str], set[str], set[str]]:
        """The fields that change with the pieces, the others that a fact may read, and those that it may not."""
        pieces = {"pieces", "at", *(f.name for f in dataclasses.fields(cls) if f.metadata.get("with pieces"))}
        fields = {*saved_fields(cls), "weights", "asks"} - pieces - {"scenario_id", "options"}
        own = [f for f in dataclasses.fields(cls) if f.metadata.get("transient") and not f.metadata.get("given")]
        return pieces, fields, {f.name for f in own} - fields - OF_FACTS

    def judge_by(self, weights: Any) -> None:
        """By which weights a mind judges from here on (`Mind.fitted`); None: by its own. What others found is left."""
        if self.weights is not weights:
            self.weights, self.memo = weights, {}

    def effective_weights(self, own: T) -> T:
        """The weights by which it is judged: those that were brought, else a mind's own."""
        return self.weights or own

    # ------------------------------------------------------------ pieces

    def put(self, piece: P) -> None:
        """Add a piece, or replace the one with its id; a piece that comes to a place goes on top."""
        if self.shared:
            self._unshare()
        self.memo = {}
        self.facts = {}
        self.books = {**self.books, piece.side: {}}
        pieces, at, name, place = self.pieces, self.at, piece.id, piece.place
        old = pieces.get(name)
        if old is not None and old.side != piece.side:
            self.books[old.side] = {}
        pieces[name] = piece  # type: ignore[index]  # a dict, shown to everybody else as a Mapping
        if old is not None:
            if old.place == place:
                return
            _leave(at, old)
        if place:
            at[place] = (*at[place], name) if place in at else (name,)  # type: ignore[index]

    def change(self, piece_id: str, **changes: object) -> P:
        """Replace some of a piece's values."""
        piece = msgspec.structs.replace(self.pieces[piece_id], **changes)
        self.put(piece)
        return piece

    def send(self, pieces: Sequence[P], place: str) -> None:
        """Pieces that stand together go to another place, the first of them lowest; as `put`, but all at once."""
        if self.shared:
            self._unshare()
        self.renew(pieces[0].side)
        known, at, left, ids = self.pieces, self.at, pieces[0].place, tuple([piece.id for piece in pieces])
        for piece in pieces:
            known[piece.id] = msgspec.structs.replace(piece, place=place)  # type: ignore[index]
        if left:
            if stay := tuple([i for i in at[left] if i not in ids]):
                at[left] = stay  # type: ignore[index]
            else:
                del at[left]  # type: ignore[attr-defined]
        at[place] = at.get(place, ()) + ids  # type: ignore[index]

    def drop(self, piece_id: str) -> P:
        """Take a piece out of the game."""
        self._unshare()
        self.renew(self.pieces[piece_id].side)
        piece: P = self.pieces.pop(piece_id)  # type: ignore[attr-defined]
        _leave(self.at, piece)
        return piece

    def reorder(self, place: str, ids: tuple[str, ...]) -> None:
        """The pieces at a place in another order, bottom first."""
        self._unshare()
        self.renew()
        self.at[place] = ids  # type: ignore[index]

    def _unshare(self) -> None:
        """The pieces, and who is where, are about to be written to: what a clone reads too is copied before."""
        if self.shared:
            self.pieces, self.at, self.shared = dict(self.pieces), dict(self.at), False
            for name in _with_pieces.get(type(self), ()):
                setattr(self, name, getattr(self, name).copy())

    def here(self, place: str) -> list[P]:
        """The pieces at a place, bottom first."""
        return [self.pieces[i] for i in self.at.get(place, ())]

    # ------------------------------------------------------------ copies

    def clone(self) -> Self:
        """An independent copy without dice, log or watchers; it must be given dice before it rolls."""
        self.shared = True
        cls: Any = type(self) if self.reads is None else type(self).__base__  # that of the position, not of a watcher
        copied: Self = (_cloners.get(cls) or _cloner(cls))(self)
        return copied

    def to_json(self) -> bytes:
        """The position as JSON, dicts in their own order."""
        return msgspec.json.encode(self._saved())

    def digest(self) -> str:
        """A fingerprint of the position, the same in every process."""
        blob = msgspec.json.encode(self._saved(), order="deterministic")
        return hashlib.blake2b(blob, digest_size=12).hexdigest()

    def _saved(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in saved_fields(type(self))}


_PIECES: Callable[[Any], Any] = vars(State)["pieces"].__get__  # of which a watcher takes no note


def _leave(at: Mapping[str, tuple[str, ...]], piece: Piece) -> None:
    """A piece is no longer where it was."""
    place = piece.place
    if not place:
        return
    there = at[place]
    if len(there) > 1:
        at[place] = tuple([i for i in there if i != piece.id])  # type: ignore[index]
    else:
        del at[place]  # type: ignore[attr-defined]


def without(table: Mapping[str, T], *names: str) -> dict[str, T]:
    """A table less some of its rows: tables of a position are replaced, not written into."""
    return {name: row for name, row in table.items() if name not in names}


_saved: dict[type, tuple[str, ...]] = {}
_cloners: dict[type, Callable[[Any], Any]] = {}
_watchers: dict[type, Callable[[Any], Any]] = {}
_with_pieces: dict[type, tuple[str, ...]] = {}


def saved_fields(cls: type[Any]) -> tuple[str, ...]:
    """The names of the fields of a state class that make up the position."""
    if cls not in _saved:
        _saved[cls] = tuple(f.name for f in dataclasses.fields(cls) if not f.metadata.get("transient"))
    return _saved[cls]


def _cloner(cls: type[Any]) -> Callable[[Any], Any]:
    """How a position of a class is copied."""
    hints, fields = typing.get_type_hints(cls), dataclasses.fields(cls)
    _with_pieces[cls] = tuple(f.name for f in fields if f.metadata.get("with pieces"))
    dicts = {name for name in saved_fields(cls) if typing.get_origin(hints[name]) is dict}.difference(_with_pieces[cls])
    written = {name: f"s.{name}.copy() if s.{name} else {{}}" for name in dicts}
    return _cloners.setdefault(cls, _copier(cls, [f.name for f in fields], {**written, **FRESH}))


def _watcher(cls: type[Any]) -> Callable[[Any], Any]:
    """How a position of a class is copied for a fact: as it is, whatever it holds."""
    slots = [name for base in cls.__mro__ for name in vars(base).get("__slots__", ())]
    names = [name for name in dict.fromkeys(slots) if isinstance(getattr(cls, name), MemberDescriptorType)]
    copy, watched = _copier(cls, names, {"shared": "True"}), watching(cls)

    def watcher(g: Any) -> Any:
        copied = copy(g)
        copied.__class__ = watched
        return copied

    return _watchers.setdefault(cls, watcher)


def _copier(cls: type[Any], names: Iterable[str], but: Mapping[str, str]) -> Callable[[Any], Any]:
    """Copying is what a search does most: it is written out for each class, as dataclasses write out `__init__`."""
    lines = [f"    c.{name} = {but.get(name, f's.{name}')}" for name in names]
    known: dict[str, Any] = {"new": object.__new__, "cls": cls, "NO_DICE": NO_DICE}
    exec("\n".join(["def copy(s):", "    c = new(cls)", *lines, "    return c"]), known)
    copy: Callable[[Any], Any] = known["copy"]
    return copy
