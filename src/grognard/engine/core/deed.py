"""A deed is one thing a piece can do, as one object: to whom, why not, what happens, how it reads.

A step that asks for one lists the kinds it knows. What has no refusal is offered, and nothing else is accepted. Only
where a kind is open (any point of a table) may it be answered beyond the list, and then under the same refusals.

A deed may be `stored` as something plainer than itself, a button or a click on a piece. Players, records and the page
know that alone, the answer; the step finds the deed that an answer stands for. So there is one place for what is done
and what it is called, and many deeds may share a button:

    class Attack(Deed, frozen=True):
        stored = Press("Attack")

        @classmethod
        def candidates(cls, g: Battle, by: Declare) -> Iterable[Attack]:
            return [cls()] if by.attackers else []

        def do(self, g: Battle, by: Declare) -> None:
            g.swap(Resolve(by.battle(g)))

        def reads(self, g: Battle, by: Declare) -> str:
            return f"Attack: {summary(g, by.battle(g))}"
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any, ClassVar, Self, TypeVar

from msgspec.structs import astuple

from grognard.engine.core.action import Action, plain_words
from grognard.engine.core.decision import Actions, Group
from grognard.engine.core.rulebook import Refusal
from grognard.engine.core.step import Step
from grognard.engine.core.working import Working

D = TypeVar("D", bound="Deed")


class Deed(Action, frozen=True):
    """Base of all deeds. `by` is the step that asks: it knows who acts, and what was done before.

    `stored` is the answer that stands for it, or the class of answers that hold the same values in the same order;
    nothing: it is an answer itself.
    """

    stored: ClassVar[Action | type[Action] | None] = None  # the plain action that stands for it in records and answers
    is_open: ClassVar[bool] = False  # may be answered beyond what is listed

    @classmethod
    def candidates(cls, g: Any, by: Any) -> Iterable[Self]:
        """Whoever or whatever it could be done to: every piece if it names one alone, nothing if it names nothing."""
        return map(cls, g.pieces) if cls.__struct_fields__ == ("piece",) else (cls(),)

    @classmethod
    def answers(cls, g: Any, by: Any) -> Sequence[Action] | Group[Any]:
        """The answers for all that may be done now.

        A kind that is stored as something else may find them sooner than by asking each candidate.
        """
        if (always := _always(cls)) is not None:
            return always
        if cls.stored is None:
            found: Sequence[Self] = by.allowed(g, cls)
            return found
        return [deed.answer for deed in dict.fromkeys(cls.candidates(g, by)) if deed.why_not(g, by) is None]

    @classmethod
    def of(cls, answer: Action) -> Self | None:
        """The deed of this kind that an answer of its type stands for; None if it is another answer."""
        if cls.stored is None:
            return answer  # type: ignore[return-value]
        if isinstance(cls.stored, type):
            return cls(*astuple(answer))
        return cls() if answer == cls.stored else None

    @property
    def answer(self) -> Action:
        """What stands for it in a list of answers and in a record."""
        if self.stored is None:
            return self
        return self.stored(*astuple(self)) if isinstance(self.stored, type) else self.stored

    def is_meant(self, g: Any, by: Any) -> bool:
        """Where several kinds of a step are stored alike: does the answer stand for this one?"""
        return True

    def why_not(self, g: Any, by: Any) -> Refusal | None:
        """Why it may not be done now; None if it may. The only word on it: what is offered comes from here."""
        return None

    def do(self, g: Any, by: Any) -> None:
        """Carry it out, and say how play goes on."""
        raise NotImplementedError(f"nobody knows how to {type(self).__name__}")

    def says(self, g: Any) -> str:
        """It as a short phrase for a button or a list."""
        return plain_words(g, self.answer)

    def reads(self, g: Any, by: Any) -> str:
        """The same as an answer to the question, with its result."""
        return self.says(g)

    def preview(self, g: Any, by: Any) -> Working | None:
        """The modifiers behind the roll it leads to, if it leads to one."""
        return None

    def hides_odds(self, g: Any, by: Any) -> bool:
        """Do its true odds depend on what the side asked must not know?"""
        return False


class ChoiceStep(Step, frozen=True):
    """Base of a step that asks what is to be done: of which kinds, and what it has itself against a kind now.

    `deeds` are the kinds in the order of the list: `(Move, Fire, EndTurn)`; or in parts, each more work to
    list than the last, to show one after another: `((Rest, Dig), (March,))`.
    """

    deeds: ClassVar[Sequence[type[Deed] | Sequence[type[Deed]]]] = ()  # kinds it offers, in parts

    def kinds(self, g: Any) -> Sequence[type[Deed]]:
        """The kinds of deed that are known now; a step may know more by the rules of one battle."""
        return self.all_kinds()

    @classmethod
    @cache
    def all_kinds(cls) -> tuple[type[Deed], ...]:
        """Every kind that is listed in `deeds`."""
        return tuple(chain.from_iterable(cls.all_parts()))

    @classmethod
    @cache
    def all_parts(cls) -> tuple[tuple[type[Deed], ...], ...]:
        """The same in parts."""
        return tuple((part,) if isinstance(part, type) else tuple(part) for part in cls.deeds)

    @classmethod
    @cache
    def in_parts(cls) -> bool:
        """Are the deeds shown part by part?"""
        return not any(isinstance(part, type) for part in cls.deeds)

    @classmethod
    @cache
    def open_kinds(cls) -> tuple[type[Action], ...]:
        """The kinds of answer that may be given beyond the list."""
        return tuple(_answer_type(kind) for kind in cls.all_kinds() if kind.is_open)

    def deed_of(self, g: Any, answer: Action) -> Deed | None:
        """The deed that an answer stands for; None if it stands for none of those known now."""
        for kind in _by_answer(tuple(self.kinds(g))).get(type(answer), ()):
            deed = kind.of(answer)
            if deed is not None and deed.is_meant(g, self):
                return deed
        return None

    def bars(self, g: Any, kind: type[Deed]) -> Refusal | None:
        """Why a whole kind of deed is out of the question now, whatever it would be done to."""
        return None

    def offered(self, g: Any) -> Actions:
        """The answer for every deed without a refusal; a part is worked out when somebody looks that far."""
        more = self.open_kinds()
        if self.in_parts():
            return Actions(open_kinds=more, paged=self.parts(g), accepts=lambda answer: self.accepts(g, answer))
        kinds = self.kinds(g)
        if type(self).bars is not ChoiceStep.bars:
            kinds = [kind for kind in kinds if self.bars(g, kind) is None]
        found = [kind.answers(g, self) for kind in kinds]
        return Actions(*found, open_kinds=more, open_to=lambda answer: self.why_not(g, "", answer))

    def accepts(self, g: Any, answer: Action) -> bool:
        """Has the deed of an answer no refusal, and is it a candidate, or of an open kind?"""
        deed = self.deed_of(g, answer)
        if deed is None or (self.bars(g, type(deed)) or deed.why_not(g, self)) is not None:
            return False
        return deed.is_open or deed in type(deed).candidates(g, self)

    def parts(self, g: Any) -> Iterator[Sequence[Action]]:
        """What may be done, part by part."""
        return ([answer for kind in part for answer in self.answers(g, kind)] for part in self.all_parts())

    def answers(self, g: Any, kind: type[Deed]) -> Sequence[Action] | Group[Any]:
        """The answer for every deed of a kind without a refusal."""
        return kind.answers(g, self) if self.bars(g, kind) is None else ()

    def allowed(self, g: Any, kind: type[D]) -> Sequence[D]:
        """Every deed of a kind without a refusal."""
        if self.bars(g, kind) is not None:
            return []
        return [deed for deed in dict.fromkeys(kind.candidates(g, self)) if deed.why_not(g, self) is None]

    def might(self, g: Any, kind: type[D]) -> bool:
        """Is there any deed of a kind without a refusal?"""
        return self.bars(g, kind) is None and any(deed.why_not(g, self) is None for deed in kind.candidates(g, self))

    def why_not(self, g: Any, side: str, action: Action) -> Refusal | None:
        deed = self.deed_of(g, action)
        return None if deed is None else self.bars(g, type(deed)) or deed.why_not(g, self)

    def take(self, g: Any, action: Action) -> None:
        if self.asks_together:
            return super().take(g, action)
        deed = self.deed_of(g, action)
        assert deed is not None, f"{action!r} stands for no deed"
        deed.do(g, self)

    def preview(self, g: Any, action: Action) -> Working | None:
        deed = self.deed_of(g, action)
        return None if deed is None else deed.preview(g, self)

    def hides_odds(self, g: Any, action: Action) -> bool:
        deed = self.deed_of(g, action)
        return deed is not None and deed.hides_odds(g, self)


def _answer_type(kind: type[Deed]) -> type[Action]:
    """What the answers for deeds of a kind are."""
    if kind.stored is None:
        return kind
    return kind.stored if isinstance(kind.stored, type) else type(kind.stored)


@cache
def _always(kind: type[Deed]) -> Sequence[Action] | None:
    """The answer for a kind of which there is one deed, and nothing against it; None for another kind."""
    said = (kind.candidates.__func__, kind.why_not) != (Deed.candidates.__func__, Deed.why_not)  # type: ignore[attr-defined]
    return None if said or not isinstance(kind.stored, Action) else (kind.stored,)


@cache
def _by_answer(kinds: tuple[type[Deed], ...]) -> Mapping[type[Action], Sequence[type[Deed]]]:
    """Kinds of deed by the type of the answers that stand for them."""
    found: dict[type[Action], list[type[Deed]]] = {}
    for kind in kinds:
        found.setdefault(_answer_type(kind), []).append(kind)
    return found
