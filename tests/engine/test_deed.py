"""Deeds: what is offered is what has no refusal, and nothing else is accepted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from grognard.engine import (
    Action,
    ChoiceStep,
    Deed,
    Group,
    Pick,
    Piece,
    Press,
    Refusal,
    Rules,
    State,
    To,
    View,
    Working,
)
from grognard.engine.game.face import say


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


def rule(g: Field, deed: Action) -> str:
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


# ------------------------------------------------------------------ deeds that are stored as something plainer


class Join(Deed, frozen=True):
    """A post joins those who dig."""

    stored = Pick
    piece: str

    def why_not(self, g: Field, by: Muster) -> Refusal | None:
        return Refusal("TY-4") if g.pieces[self.piece].pinned else None

    def do(self, g: Field, by: Muster) -> None:
        g.swap(Muster((*by.called, self.piece)))

    def reads(self, g: Field, by: Muster) -> str:
        return f"{self.piece} as number {len(by.called) + 1}"


class SendAway(Deed, frozen=True):
    """A post that has joined goes."""

    stored = Pick
    piece: str

    @classmethod
    def candidates(cls, g: Field, by: Muster) -> Iterator[SendAway]:
        return map(cls, by.called)

    def is_meant(self, g: Field, by: Muster) -> bool:
        return self.piece in by.called

    def do(self, g: Field, by: Muster) -> None:
        g.swap(Muster(tuple(piece for piece in by.called if piece != self.piece)))


class GoTo(Deed, frozen=True):
    """They march off; the list is found without asking hex by hex."""

    stored = To
    hex: str

    @classmethod
    def answers(cls, g: Field, by: Muster) -> Group[To]:
        return Group([To("here"), To("there")], lambda to: to.hex not in g.at)

    def why_not(self, g: Field, by: Muster) -> Refusal | None:
        return Refusal("TY-5") if self.hex in g.at else None

    def do(self, g: Field, by: Muster) -> None:
        g.done()


class DigIn(Deed, frozen=True):
    """They dig."""

    stored = Press("Dig in")

    def why_not(self, g: Field, by: Muster) -> Refusal | None:
        return None if by.called else Refusal("TY-6", "Nobody is called.")

    def do(self, g: Field, by: Muster) -> None:
        g.dug = True
        g.done()

    def preview(self, g: Field, by: Muster) -> Working:
        return Working(f"Dig with {len(by.called)}")


class Muster(ChoiceStep, frozen=True):
    called: tuple[str, ...] = ()

    deeds = (SendAway, Join, GoTo, DigIn)

    def run(self, g: Field) -> None:
        g.ask("red", "Who digs?", self.offered(g))

    def bars(self, g: Field, kind: type[Deed]) -> Refusal | None:
        return Refusal("TY-7") if kind is GoTo and self.called else None


def muster(*called: str) -> Field:
    g = Field(steps=(Muster(called),))
    for name, pinned in (("a", False), ("b", True)):
        g.put(Post(name, "red", "here", pinned))
    g.advance()
    return g


def test_a_question_lists_what_its_deeds_are_stored_as() -> None:
    assert list(muster().asks[0].actions) == [Pick("a"), To("there")]
    assert list(muster("b").asks[0].actions) == [Pick("b"), Pick("a"), Press("Dig in")]


def test_an_answer_is_done_refused_and_previewed_as_the_deed_it_stands_for() -> None:
    g = muster()
    assert [rule(g, answer) for answer in (Pick("b"), To("here"), Press("Dig in"))] == ["TY-4", "TY-5", "TY-6"]
    g.answer("red", Pick("a"))
    assert rule(g, To("there")) == "TY-7"  # nobody marches off while others are called
    assert g.steps[-1].preview(g, Press("Dig in")) == Working("Dig with 1")
    g.answer("red", Press("Dig in"))
    assert g.dug and not g.steps


def test_of_kinds_stored_alike_the_one_that_is_meant_is_done() -> None:
    g = muster("b")
    g.answer("red", Pick("b"))
    assert g.steps[-1] == Muster()


def test_an_answer_reads_as_the_deed_it_stands_for() -> None:
    g = muster("b")
    assert say(g, Pick("a")) == "a as number 2"
    assert say(g, Press("Dig in")) == "Dig in"  # a button says what is on it
    assert say(g, To("there")) == "to there"
    assert say(g, Press("dance")) == "dance"  # it stands for nothing


def test_what_stands_for_no_deed_is_left_to_the_house_rule() -> None:
    g = muster("a")
    step = g.steps[-1]
    for answer in (Press("dance"), Dig(1), Join("a")):
        assert step.why_not(g, "red", answer) is None and answer not in g.asks[0].actions
        assert step.preview(g, answer) is None and not step.hides_odds(g, answer)


def nobody_looks(g: Field, side: str | None) -> View:
    raise NotImplementedError


def test_a_deed_stored_as_something_else_is_no_action_of_the_rulebook() -> None:
    rules = Rules(state=Field, piece=Post, start=lambda *_: Field(), sides=lambda g: ("red",), view=nobody_looks)
    own = {kind for kind in rules.actions if kind.__module__ == __name__}
    assert own == {Rest, Dig, March}
