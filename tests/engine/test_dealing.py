"""Deals that fit what all can see."""

from __future__ import annotations

from itertools import chain, repeat

from grognard.engine import Press, Step
from grognard.engine.core.redeal import redeal
from grognard.engine.core.step import names_in
from tests.engine.toy import Bid, Look, Roll, ToyState, Turn, start


def deals(other: Step) -> tuple[ToyState, ToyState]:
    """A position in which red is asked, and a deal of it in which it would be something else."""
    g = start("plain", {"turns": "2"})
    g.steps = (Roll(),)
    g.advance()
    odd = g.clone()
    odd.steps = (other,)
    return g, odd


def test_a_deal_that_few_fit_is_found() -> None:
    g, odd = deals(Look())
    fits = g.clone()
    tried = chain(repeat(odd, 200), [fits], repeat(odd))
    assert redeal(g, "blue", lambda: next(tried)) is fits


def test_one_that_none_fits_is_left_as_it_was_dealt() -> None:
    g, odd = deals(Bid())
    assert redeal(g, "blue", lambda: odd) is odd
    assert redeal(g, "red", lambda: odd) is odd  # its own question is not tried


def test_whether_another_is_asked_beside_it_fits_too() -> None:
    """A question to several sides of which one was spared it: a deal that would ask that one as well does not fit."""
    g, both = deals(Bid())
    g.steps = (Spared(),)
    g.advance()
    assert [ask.side for ask in g.asks] == ["red"]
    fits, tried = g.clone(), iter([both, both])
    assert redeal(g, "red", lambda: next(tried, fits)) is fits


class Spared(Bid, frozen=True):
    """A bid of which blue is spared."""

    def run(self, g: ToyState) -> None:
        g.ask("red", "Bid 0 or 1", [Press("0"), Press("1")], "TY-2")


def test_every_word_of_a_step_is_found_however_deep() -> None:
    assert list(names_in((Turn(1), ("gun", (("a", "b"), 3)), None))) == ["gun", "a", "b"]
