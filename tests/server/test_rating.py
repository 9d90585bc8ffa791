"""Glicko-2 against the worked example of its author's paper, and what it makes of matches."""

from __future__ import annotations

import pytest

from grognard.server.matches.ratings import Finished, Rating, rate, ratings


def test_the_example_of_the_paper() -> None:
    others = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    found = rate(Rating(1500, 200, 0.06), others)
    assert found.rating == pytest.approx(1464.06, abs=0.01)
    assert found.doubt == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_who_does_not_play_becomes_less_sure() -> None:
    found = rate(Rating(1500, 200, 0.06), [])
    assert found.rating == 1500 and found.doubt == pytest.approx(200.2714, abs=0.001)


def test_a_surprise_makes_a_player_more_erratic() -> None:
    calm = Rating(2000, 50, 0.06)
    assert rate(calm, [(Rating(1000, 30), 0.0)] * 6).volatility > calm.volatility


def test_winners_gain_losers_lose_and_a_draw_changes_nothing_between_equals() -> None:
    won = ratings([Finished({"red": "anna", "blue": "ben"}, frozenset({"red"}))])
    assert won["anna"].rating > 1500 > won["ben"].rating and won["anna"].matches == 1
    assert not won["anna"].sure
    drawn = ratings([Finished({"red": "anna", "blue": "ben"}, frozenset())])
    assert drawn["anna"].rating == pytest.approx(1500) == drawn["ben"].rating


def test_allies_are_not_rated_against_each_other_nor_anybody_against_himself() -> None:
    match = Finished({"one": "anna", "two": "ben", "three": "carl"}, frozenset({"one", "two"}))
    found = ratings([match])
    assert found["anna"].rating == found["ben"].rating > 1500 > found["carl"].rating
    assert ratings([Finished({"red": "anna", "blue": "anna"}, frozenset({"red"}))]) == {}
