"""Deals that fit what all can see."""

from __future__ import annotations

from itertools import chain, repeat

from grognard.engine import Step
from grognard.engine.dealing import dealt_to_fit
from grognard.engine.step import names_in
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
    assert dealt_to_fit(g, "blue", lambda: next(tried)) is fits


def test_one_that_none_fits_is_left_as_it_was_dealt() -> None:
    g, odd = deals(Bid())
    assert dealt_to_fit(g, "blue", lambda: odd) is odd
    assert dealt_to_fit(g, "red", lambda: odd) is odd  # its own question is not tried


def test_every_word_of_a_step_is_found_however_deep() -> None:
    assert list(names_in((Turn(1), ("gun", (("a", "b"), 3)), None))) == ["gun", "a", "b"]
