"""12.0 Supply in the course of a turn: whose line runs where, what hunger forbids when, what air supply costs."""

from __future__ import annotations

import pytest

from grognard.engine import Pick
from grognard.games.folio.rules.movement import END
from grognard.games.folio.rules.sequence import EndOfTurn, GameTurn, PlayerTurn
from grognard.games.korsun.rules.air_supply import AirSupply
from grognard.games.korsun.rules.state import GiveUp, Pocket
from grognard.games.korsun.rules.supply import has_line, in_supply
from tests.games.folio.situation import begin, offered, play, why_not
from tests.games.korsun.situation import pocket
from tests.games.korsun.test_supply import CUT, GREEN, II_1, ring

WALL = ring(*(f"03{row:02}" for row in range(1, 34, 3)))


def mobile_movement(g: Pocket) -> None:
    """Nothing is done until Mobile Movement begins."""
    while g.phase != "Mobile Movement":
        play(g, END)


@pytest.mark.rule("KP-12.0.6")
def test_a_green_unit_lives_by_the_west_edge_when_the_airfield_is_lost() -> None:
    g = pocket({GREEN: "0209", "S-3TC-50": "4007"})
    assert in_supply(g, g.pieces[GREEN])


@pytest.mark.rule("KP-12.3.2", "KP-12.3.3")
def test_a_hungry_mobile_unit_moves_in_the_movement_phase_and_not_in_the_mobile_one() -> None:
    """In both player turns, and again in the next."""
    g = pocket({II_1: "5106", "G-1SS-I/1": "0101", **WALL}, weather="fog")
    for _ in range(2):
        begin(g, PlayerTurn("German"))
        assert Pick(II_1) in offered(g)
        mobile_movement(g)
        assert why_not(g, Pick(II_1)) == "KP-12.3.2" and Pick("G-1SS-I/1") in offered(g)
    g = pocket({"S-3TC-50": "0912", "S-3TC-51": "3801", "G-34-80": "0911", "G-34-107": "0913"}, current="Soviet")
    begin(g, PlayerTurn("Soviet"))
    assert Pick("S-3TC-50") in offered(g)
    mobile_movement(g)
    assert why_not(g, Pick("S-3TC-50")) == "KP-12.3.2" and Pick("S-3TC-51") in offered(g)


@pytest.mark.rule("KP-18.0.2")
def test_engineers_carry_the_line_of_a_unit_to_be_rebuilt() -> None:
    """R59"""
    units = {II_1: "1017", **ring("0916", "1116")}
    g = pocket({**units, "G-1SS-1E": "0720"}, depleted=[II_1])
    assert has_line(g, g.pieces[II_1])
    g.drop("G-1SS-1E")
    assert not has_line(g, g.pieces[II_1])


@pytest.mark.rule("KP-12.2.2", "KP-12.2.1", "KP-15.0.1")
def test_a_counter_given_up_for_air_supply_never_comes_back() -> None:
    g = pocket(CUT, AirSupply((GREEN,)), current="Soviet")
    play(g, Pick(GREEN), GiveUp(7))
    begin(g, EndOfTurn(), GameTurn(6), dice=[1])
    assert g.markers["Luftwaffe"] == g.luftwaffe == (6, 8) and g.air_supply == 1 and not g.airlifted
