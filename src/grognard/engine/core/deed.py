"""A deed is one thing a piece can do, as one object: to whom, why not, what happens, how it reads.

A step that asks for one lists the kinds it knows. What has no refusal is offered, and nothing else is accepted. Only
where a kind is open (any point of a table) may it be answered beyond the list, and then under the same refusals.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, ClassVar, Self, TypeVar

from grognard.engine.core.action import Action, plain_words
from grognard.engine.core.decision import Actions
from grognard.engine.core.rulebook import Refusal
from grognard.engine.core.step import Step
from grognard.engine.core.working import Working

D = TypeVar("D", bound="Deed")


class Deed(Action, frozen=True):
    """Base of all deeds. `by` is the step that asks: it knows who acts, and what was done before."""

    is_open: ClassVar[bool] = False  # may be answered beyond what is listed

    @classmethod
    def candidates(cls, g: Any, by: Any) -> Iterable[Self]:
        """Whoever or whatever it could be done to: every piece if it names one alone, nothing if it names nothing."""
        return map(cls, g.pieces) if cls.__struct_fields__ == ("piece",) else (cls(),)

    def why_not(self, g: Any, by: Any) -> Refusal | None:
        """Why it may not be done now; None if it may. The only word on it: what is offered comes from here."""
        return None

    def do(self, g: Any, by: Any) -> None:
        """Carry it out, and say how play goes on."""
        raise NotImplementedError(f"nobody knows how to {type(self).__name__}")

    def says(self, g: Any) -> str:
        """It as a short phrase for a button or a list."""
        return plain_words(g, self)

    def preview(self, g: Any, by: Any) -> Working | None:
        """The modifiers behind the roll it leads to, if it leads to one."""
        return None

    def hides_odds(self, g: Any, by: Any) -> bool:
        """Do its true odds depend on what the side asked must not know?"""
        return False


class ChoiceStep(Step, frozen=True):
    """Base of a step that asks what is to be done: of which kinds, and what it has itself against a kind now."""

    deeds: ClassVar[Sequence[Sequence[type[Deed]]]] = ()  # in parts that grow dearer to work out

    def bars(self, g: Any, kind: type[Deed]) -> Refusal | None:
        """Why a whole kind of deed is out of the question now, whatever it would be done to."""
        return None

    def offered(self, g: Any) -> Actions:
        """Every deed without a refusal; a part is worked out when somebody looks that far."""
        return Actions(open_kinds=self.open_kinds(), paged=self.parts(g), accepts=lambda deed: self.accepts(g, deed))

    def accepts(self, g: Any, deed: Action) -> bool:
        """Has a deed no refusal, and is it a candidate, or of an open kind?"""
        if not isinstance(deed, Deed) or not any(type(deed) in part for part in self.deeds):
            return False
        return self.why_not(g, "", deed) is None and (deed.is_open or deed in type(deed).candidates(g, self))

    @classmethod
    @cache
    def open_kinds(cls) -> tuple[type[Deed], ...]:
        """The kinds of deed that may be answered beyond the list."""
        return tuple(kind for part in cls.deeds for kind in part if kind.is_open)

    def parts(self, g: Any) -> Iterator[Sequence[Deed]]:
        """What may be done, part by part."""
        return ([deed for kind in part for deed in self.allowed(g, kind)] for part in self.deeds)

    def allowed(self, g: Any, kind: type[D]) -> Sequence[D]:
        """Every deed of a kind without a refusal."""
        if self.bars(g, kind) is not None:
            return []
        return [deed for deed in dict.fromkeys(kind.candidates(g, self)) if deed.why_not(g, self) is None]

    def might(self, g: Any, kind: type[D]) -> bool:
        """Is there any deed of a kind without a refusal?"""
        return self.bars(g, kind) is None and any(deed.why_not(g, self) is None for deed in kind.candidates(g, self))

    def why_not(self, g: Any, side: str, action: Action) -> Refusal | None:
        if not isinstance(action, Deed) or not any(type(action) in part for part in self.deeds):
            return None
        return self.bars(g, type(action)) or action.why_not(g, self)

    def take(self, g: Any, action: Action) -> None:
        assert isinstance(action, Deed)
        action.do(g, self)

    def preview(self, g: Any, action: Action) -> Working | None:
        return action.preview(g, self) if isinstance(action, Deed) else None

    def hides_odds(self, g: Any, action: Action) -> bool:
        return isinstance(action, Deed) and action.hides_odds(g, self)
