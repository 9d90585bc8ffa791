"""2.0, 6.0 What is kept of a side's places is true of whoever comes and goes."""

from __future__ import annotations

import pytest

from grognard.games.folio.rules.sidi_zahran import Zahran
from grognard.games.folio.rules.state import ELIMINATED, Unit
from tests.games.folio.situation import desert


@pytest.fixture
def g() -> Zahran:
    """Two British units, of whom the front and the zones have been asked for."""
    g = desert({"B-01": "0412", "B-02": "0606"})
    assert names(g, "British") == {"B-01", "B-02"} and g.hazards("German")
    return g


def names(g: Zahran, side: str) -> set[str]:
    """Who stands on the map."""
    return {unit.id for unit in g.units(side)}


def is_true(g: Zahran) -> bool:
    """Are front, units and zones what they would be if nobody had asked before?"""
    fresh = g.clone()
    fresh.renew(*g.books)
    same_front, same_units = (
        g.front("British") == fresh.front("British"),
        g.units("British") == fresh.units("British"),
    )
    return same_front and same_units and g.hazards("German") == fresh.hazards("German")


@pytest.mark.rule("FO-6.0.1")
def test_a_unit_that_comes_from_outside_the_box_extends_the_front(g: Zahran) -> None:
    g.put(Unit("B-03", "British", "1007"))
    assert names(g, "British") == {"B-01", "B-02", "B-03"} and is_true(g)


@pytest.mark.rule("FO-6.0.1")
def test_a_unit_that_moves_takes_its_zone_along(g: Zahran) -> None:
    g.place(g.pieces["B-02"], "0708")
    assert is_true(g)


@pytest.mark.rule("FO-6.0.1", "FO-7.6.7")
def test_a_unit_that_is_eliminated_or_taken_away_leaves_no_zone_behind(g: Zahran) -> None:
    g.place(g.pieces["B-02"], ELIMINATED)
    assert names(g, "British") == {"B-01"} and is_true(g)
    g.drop("B-01")
    assert not g.units("British") and is_true(g)
