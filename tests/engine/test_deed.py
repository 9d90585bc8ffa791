"""Deeds: what is offered is what has no refusal, and nothing else is accepted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from grognard.engine import ChoiceStep, Deed, Piece, Press, Refusal, State, Working


class Post(Piece, frozen=True):
    pinned: bool = False


@dataclass(slots=True, eq=False)
class Field(State[Post]):
    dug: bool = False


class Rest(Deed, frozen=True):
    def do(self, g: Field, by: Orders) -> None:
        g.done()

    def says(self, g: Field) -> str:
        return "rest"


class Dig(Deed, frozen=True):
    depth: int

    @classmethod
    def candidates(cls, g: Field, by: Orders) -> Iterator[Dig]:
        yield from (cls(depth) for depth in (1, 2, 3, 3))

    def why_not(self, g: Field, by: Orders) -> Refusal | None:
        return Refusal("TY-1") if self.depth > 2 else None

    def do(self, g: Field, by: Orders) -> None:
        g.dug = True
        g.done()

    def preview(self, g: Field, by: Orders) -> Working:
        return Working(f"Dig {self.depth}")

    def hides_odds(self, g: Field, by: Orders) -> bool:
        return True


class March(Deed, frozen=True):
    x: int

    is_open: ClassVar = True

    @classmethod
    def candidates(cls, g: Field, by: Orders) -> Iterator[March]:
        asked.append("march")
        yield from (cls(x) for x in (0, 10))

    def why_not(self, g: Field, by: Orders) -> Refusal | None:
        return Refusal("TY-2") if self.x > 12 else None

    def do(self, g: Field, by: Orders) -> None:
        g.done()


class Orders(ChoiceStep, frozen=True):
    unit: str

    deeds: ClassVar = ((Rest, Dig), (March,))

    def run(self, g: Field) -> None:
        g.ask("red", "Orders?", self.offered(g))

    def bars(self, g: Field, kind: type[Deed]) -> Refusal | None:
        return Refusal("TY-3") if g.pieces[self.unit].pinned and kind is not Rest else None


asked: list[str] = []


def ask(*, pinned: bool = False) -> Field:
    asked.clear()
    g = Field(steps=(Orders("a"),))
    g.put(Post("a", "red", "here", pinned))
    g.advance()
    return g


def rule(g: Field, deed: Deed) -> str:
    refusal = g.steps[-1].why_not(g, "red", deed)
    return refusal.rule if refusal else ""


def test_offered_is_what_has_no_refusal_each_once() -> None:
    assert list(ask().asks[0].actions) == [Rest(), Dig(1), Dig(2), March(0), March(10)]


def test_dear_kinds_are_worked_out_when_somebody_looks_that_far() -> None:
    actions = ask().asks[0].actions
    assert actions.part(0) == [Rest(), Dig(1), Dig(2)]
    assert Dig(2) in actions
    assert not asked
    assert actions.part(1) == [March(0), March(10)]
    assert asked == ["march"]


def test_beyond_the_list_only_an_open_kind_is_accepted_under_its_own_refusals() -> None:
    g = ask()
    actions = g.asks[0].actions
    assert actions.open_kinds == (March,)
    assert March(7) in actions
    assert not asked  # nothing need be listed for that
    assert March(13) not in actions
    assert Dig(0) not in actions  # nothing forbids it, but nobody offers it
    assert rule(g, Dig(3)) == "TY-1"
    assert rule(g, March(13)) == "TY-2"
    assert g.steps[-1].why_not(g, "red", Press("dance")) is None  # left to the house rule


def test_a_barred_kind_is_neither_listed_nor_accepted() -> None:
    g = ask(pinned=True)
    actions = g.asks[0].actions
    assert list(actions) == [Rest()]
    assert March(0) not in actions
    assert rule(g, Dig(1)) == "TY-3"


def test_a_deed_is_carried_out_and_shows_what_stands_behind_it() -> None:
    g = ask()
    step = g.steps[-1]
    assert step.preview(g, Dig(1)) == Working("Dig 1")
    assert step.preview(g, Rest()) is None
    assert step.hides_odds(g, Dig(1)) and not step.hides_odds(g, Rest())
    g.answer("red", Dig(1))
    assert g.dug and not g.steps
