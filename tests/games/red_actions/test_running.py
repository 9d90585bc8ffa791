"""Where retires and routs end when enemies stand in the way (RA-RET, RA-MOV.5)."""

from __future__ import annotations

import pytest

from grognard.board.inches.geometry import at_least, distance
from grognard.engine import Press
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.bodies import apart, centre
from grognard.games.red_actions.rules.retire import RetireResult, Rout
from grognard.games.red_actions.rules.shot_orders import Fire
from grognard.testing import offered, play

from .situations import battle, run, unit


@pytest.mark.rule("RA-RET.14", "RA-RET.22", "RA-RET.23", "RA-MOV.5")
@pytest.mark.parametrize("gap", [0.1, 1, 3, 4, 5])
def test_routers_turn_away_from_the_enemy_between_them_and_home(gap: float) -> None:
    runner = unit("whites", "white_volunteer", 5, 30, 30, name="w", acted=True)
    foe = unit("reds", "red_first_cav", 5, 30, 30 - 0.79 - gap, name="c")
    g = run(battle(foe, runner), Rout("whites-w"))
    left = g.pieces["whites-w"]
    assert at_least(apart(g, left, foe), 1)
    assert at_least(distance(centre(g, left), centre(g, foe)), distance(centre(g, runner), centre(g, foe)))
    assert distance(left.point, runner.point) > 6


@pytest.mark.rule("RA-RET.23")
def test_only_routers_hemmed_in_on_every_side_surrender() -> None:
    runner = unit("whites", "white_volunteer", 2, 30, 30, name="w")
    ring = [
        unit("reds", "red_rifle", 4, x, y, f, name=f"{x}")
        for x, y, f in ((30, 28.6, 0), (32.9, 30, 270), (27.1, 30, 90))
    ]
    g = run(battle(runner, *ring), Rout("whites-w"))
    assert g.gone["whites-w"] == "destroyed"  # no quarter is given here
    g = run(battle(runner, *ring[:2]), Rout("whites-w"))
    assert "whites-w" in g.pieces


@pytest.mark.rule("RA-MOV.5", "RA-RET.11", "RA-RET.12")
@pytest.mark.parametrize(("gap", "gone"), [(2.0, 0.0), (2.6, 1.5), (3.5, 2.5), (4.5, 3.0)])
def test_a_retire_stops_an_inch_from_an_enemy(gap: float, gone: float) -> None:
    mine = unit("reds", "red_rifle", 4, 30, 30, 180, name="r")
    wall = [unit("whites", "white_volunteer", 6, x, 30.79 + gap, 180, name=f"{x}") for x in (22.9, 30, 37.1)]
    g = run(battle(mine, *wall), RetireResult("reds-r", 3000, 2000, True))
    there = g.pieces["reds-r"]
    assert there.point[1] - 30 == pytest.approx(gone, abs=0.01)
    assert (there.terror, there.retired) == ((1, False) if not gone else (0, True))
    assert all(at_least(apart(g, there, foe), 1) for foe in wall)


@pytest.mark.rule("RA-TRT.7", "RA-MOR.32")
def test_specialists_full_of_terror_may_still_pay_with_a_fear_test() -> None:
    mine = unit("whites", "white_officer", 2, 40, 20, name="o", terror=2)
    g = battle(mine, unit("reds", "red_mg", 1, 30, 40, 180), dice=(6, 6))
    run(g, RetireResult("whites-o", 3000, 4000, True))
    assert offered(g) == [Press("retire"), Press("take terror (means a fear test)")]
    play(g, Press("take terror (means a fear test)"))
    assert g.pieces["whites-o"].routing


@pytest.mark.rule("RA-MOR.37", "RA-PRE.5")
def test_no_return_fire_without_an_effective_base() -> None:
    shooter = unit("reds", "red_rifle", 4, 30, 30, 180, name="r")
    g = battle(shooter, unit("whites", "white_volunteer", 4, 30, 20, name="w", terror=4))
    run(g, Acting("reds-r"))
    play(g, Fire("whites-w"))
    assert g.asks[0].side == "reds"  # the shooters move; nobody is asked to answer
    assert not g.pieces["whites-w"].acted
