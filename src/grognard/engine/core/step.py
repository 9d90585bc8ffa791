"""A Step is one procedure of the rulebook; the sequence of play is steps that push steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Generic

import msgspec

from grognard.engine.core.action import Action
from grognard.engine.core.rulebook import Refusal
from grognard.engine.core.view import Route
from grognard.engine.core.working import Working

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # a Step that does not name its answers takes any

    A = TypeVar("A", bound=Action, default=Any, contravariant=True)
else:
    from typing import TypeVar

    A = TypeVar("A", bound=Action, contravariant=True)


class Interruption(msgspec.Struct, frozen=True):
    """A question about somebody else's move that can be let pass: whose move, which, and how near it has come."""

    about: str  # the piece that moves
    move: str  # the same for all windows of one move
    passes: Action  # the answer that lets it pass
    near: float | None = None  # from the nearest unit that could act, in hexes or inches
    unseen: bool = False  # the side asked does not know who moves


class Passing(msgspec.Struct, frozen=True):
    """How odds run on through a question: the answer taken, and what that assumes, to be read after "if".

    Where either side may be asked, `own` is what is read if it is whoever asks for the odds: "you play no support".
    """

    answer: Action  # the answer that the odds assume
    assumes: str = ""  # "nobody reacts"; nothing where it is the asker's own question and changes nothing
    own: str = ""  # the assumption in words, to be read after "if"


class Step(msgspec.Struct, Generic[A], frozen=True, tag=True):
    """Base of all steps: frozen data on the state's stack, and what to do when it is on top.

    `Step[Order]` asks for answers of that kind alone, so that type checkers know what `take` gets; `Step` for any.

    `run` does its part and then says how play goes on: `g.call(steps)` (do these, then me again),
    `g.swap(steps)` (these instead of me), `g.done()` (I am finished) or `g.ask(...)`. A step that asks
    changes nothing before it asks, so asking twice is the same as asking once.
    """

    def run(self, g: Any) -> None:
        """Do this step's part."""
        raise NotImplementedError(f"{type(self).__name__} does nothing")

    def take(self, g: Any, action: A) -> None:
        """Carry out the answer to what `run` asked of one side; a step that asks several may find one alone to ask."""
        if self.asks_together:
            return self.take_all(g, {g.asks[0].side: action})
        raise NotImplementedError(f"{type(self).__name__} asks nothing")

    def take_all(self, g: Any, answers: Mapping[str, A]) -> None:
        """Carry out the answers to what `run` asked of several sides at once."""
        raise NotImplementedError(f"{type(self).__name__} asks no two sides at once")

    @property
    def asks_together(self) -> bool:
        """Does its question wait for the answers of several sides, of whom some may be spared it?"""
        return type(self).take_all is not Step.take_all

    def about(self, g: Any) -> Iterable[str]:
        """The pieces that the question is about, to be shown beside it."""
        return names_in(self)

    def why_not(self, g: Any, side: str, action: Action) -> Refusal | None:
        """Why an action that is not offered is not; None leaves it to the house rule."""
        return None

    def instead(self, g: Any, side: str, action: Action) -> Action | None:
        """The allowed answer nearest to one that was refused, where near means something: a point of the table."""
        return None

    def preview(self, g: Any, action: A) -> Working | None:
        """The working of the roll this action leads to, if it leads to one."""
        return None

    def passes(self, g: Any) -> Passing | None:
        """The answer that adds nothing, if there is one: odds run on through it to the roll, as things stand."""
        return None

    def counters(self, g: Any) -> Passing | None:
        """The answer worst for whoever began the roll, of those he may know of; None if there is none.

        It is asked of the other side's questions alone.
        """
        return None

    def as_known(self, g: Any, side: str) -> Any:
        """The position as a side counts with it when it asks for odds: what it may not know of is left out."""
        return g

    def route(self, g: Any, action: A) -> Route | None:
        """The way a mover will take to where an answer sends it, as far as its side knows; None if it sends nobody."""
        return None

    def walked(self, g: Any, action: A) -> Step:
        """The move after such a way on which nothing happened; the position is a twin, the mover is put there."""
        raise NotImplementedError(f"{type(self).__name__} sends nobody anywhere")

    def interrupts(self, g: Any) -> Interruption | None:
        """What is reacted to, if the question is whether to react; standing orders may let it pass."""
        return None

    def suffers(self, g: Any, side: str) -> bool:
        """Is the roll that answers lead to made against the side asked?"""
        return False

    def hides_odds(self, g: Any, action: A) -> bool:
        """Do the true odds of this action depend on what the side asked must not know?"""
        return False


class UnitEffect(Step, frozen=True):
    """Base of what happens to a unit, and asks nothing; a unit that is gone by then it does not happen to."""

    unit: str  # id of the unit

    def run(self, g: Any) -> None:
        g.done()
        if self.unit in g.pieces:
            self.befall(g, g.pieces[self.unit])

    def befall(self, g: Any, unit: Any) -> None:
        """What happens."""
        raise NotImplementedError(f"{type(self).__name__} does nothing")


def names_in(value: object) -> Iterator[str]:
    """Every word in a step, in the records and pairs it holds too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from names_in(item)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from names_in(getattr(value, name))
