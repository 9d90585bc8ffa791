"""9.2 and 9.3 Fire and its results."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, To, net
from grognard.games.tank_leader.rules.data import SIDES
from grognard.games.tank_leader.rules.fire import AI, AV, FireAt, Shot, fire, fire_modifiers, result_of
from grognard.games.tank_leader.rules.operations import Activate
from grognard.games.tank_leader.rules.opportunity_fire import React, Window
from grognard.games.tank_leader.rules.sequence import TurnUnitsUp
from grognard.games.tank_leader.rules.state import TankLeader
from grognard.games.tank_leader.rules.terrain import Conditions
from grognard.games.tank_leader.rules.view import view

from .table import HILLY, act, field, offered, play, put, rolling, rule, say, told


def total(g: TankLeader, firer: str, target: str, shot: Shot) -> int:
    return net(fire_modifiers(g, (g.pieces[firer],), g.pieces[target], shot))


@pytest.mark.rule("TL-9.21.1")
def test_range_and_sight_bound_fire() -> None:
    g = field()
    firer = put(g, "pz2", "3804", "111")
    far = put(g, "t34_76", "3809", "206")
    act(g, firer)
    assert rule(g, FireAt(far, AV)) == "TL-9.21.1"


@pytest.mark.rule("TL-9.21.2", "TL-9.21.3")
def test_vehicles_fire_alone_and_one_after_the_other() -> None:
    g = field()
    one, two = put(g, "pz4l", "3804", "106"), put(g, "pz4l", "3804", "106")
    foe = put(g, "t34_76", "3808", "206")
    act(g, one)
    assert not [a for a in offered(g) if type(a).__name__ == "Combine"]
    say(g, FireAt(foe, AV), dice=[6, 1, 1, 1])
    assert not g.pieces[one].up and g.pieces[two].up
    assert Pick(two) in offered(g)


@pytest.mark.rule("TL-9.22.1", "TL-9.22.2", "TL-9.23.2")
def test_strength_less_defense_plus_three_dice() -> None:
    g = field()
    firer, tank = put(g, "pz4l", "3804", "106"), put(g, "t34_76", "3808", "206")
    assert total(g, firer, tank, Shot(AV, 8, 4)) == 1
    act(g, firer)
    say(g, FireAt(tank, AV), dice=[6, 4, 4, 4, 2, 2])
    assert any("13, Hit+1" in line for line in told(g))


@pytest.mark.rule("TL-9.22.3")
def test_the_firer_is_face_down_whatever_happens() -> None:
    for dice in ([6, 1, 1, 1], [6, 6, 6, 6]):
        g = field()
        firer, tank = put(g, "pz4l", "3804", "106", quick=True), put(g, "t34_76", "3808", "206")
        fire_with(g, firer, tank, dice)
        assert not g.pieces[firer].up


def fire_with(g: TankLeader, firer: str, target: str, dice: list[int], kind: str = AV) -> None:
    with rolling(g, dice):
        fire(g, firer, target, kind)


@pytest.mark.rule("TL-9.23.1", "TL-9.23.5")
@pytest.mark.parametrize(("distance", "value"), [(0, 6), (1, 2), (2, 1), (3, 1), (4, 0), (None, 0)])
def test_one_range_modifier_the_best(distance: int | None, value: int) -> None:
    g = field()
    firer, tank = put(g, "pz4l", "3804", "106"), put(g, "t34_76", "3808", "206")
    assert total(g, firer, tank, Shot(AV, 7, distance)) == value


@pytest.mark.rule("TL-9.23.3", "TL-9.23.4")
def test_the_combat_results_table() -> None:
    vehicle = [result_of(True, n)[0] for n in range(9, 19)]
    assert vehicle == ["Miss", "Miss", "Hit", "Hit", "Hit+1", "Hit+1", "Hit+2", "Hit+2", "Kill", "Kill"]
    foot = [result_of(False, n)[0] for n in range(8, 21)]
    assert foot[:5] == ["Miss", "Miss", "Hit", "Hit", "Hit"]
    assert foot[5:] == ["Hit+1", "Hit+1", "Hit+2", "Hit+2", "Hit+3", "Hit+3", "Kill", "Kill"]
    assert [result_of(False, n)[1] for n in (10, 13, 15, 17)] == [0, 1, 2, 3]


@pytest.mark.rule("TL-9.23.6", "TL-9.23.7", "TL-9.23.8", "TL-9.23.9", "TL-9.23.11", "TL-13.28.2")
def test_the_vehicle_list() -> None:
    g = field()
    firer, tank, road = put(g, "pz4l", "3804", "106"), put(g, "t34_76", "3808", "206"), put(g, "t34_76", "2120", "206")
    base = Shot(AV, 7)
    assert total(g, firer, tank, Shot(AV, 7, moving=True)) == -2
    assert total(g, firer, road, base) == 1
    assert total(g, firer, tank, Shot(AV, 7, assault=True)) == 3
    assert total(g, firer, tank, Shot(AV, 7, below=True)) == -2
    truck = put(g, "s_truck", "3809")
    assert total(g, firer, truck, Shot(AI, 1)) == -2
    assert total(g, firer, truck, Shot(AV, 1)) == 0


@pytest.mark.rule("TL-9.23.10", "TL-9.23.15", "TL-9.17.2")
def test_hard_cover_is_worth_two_and_soft_cover_nothing() -> None:
    g = field()
    firer = put(g, "pz4l", "3804", "106")
    stone, wood = put(g, "t34_76", "1812", "206"), put(g, "t34_76", "2319", "206")
    men, shed = put(g, "rifle", "1812", "222"), put(g, "rifle", "2319", "222")
    assert total(g, firer, stone, Shot(AV, 7)) == -1  # hard cover -2, on a road +1
    assert total(g, firer, wood, Shot(AV, 7)) == 0
    assert total(g, firer, men, Shot(AI, 1)) == -2
    assert total(g, firer, shed, Shot(AI, 1)) == 0


@pytest.mark.rule("TL-9.23.12", "TL-9.23.13", "TL-9.23.14", "TL-9.23.16")
def test_the_non_vehicle_list() -> None:
    g = field()
    firer, men = put(g, "pz4l", "3804", "106"), put(g, "rifle", "3808", "222")
    assert total(g, firer, men, Shot(AI, 1, below=True)) == -2
    assert total(g, firer, men, Shot(AI, 1, moving=True)) == 1
    g.change(men, suppressed=True)
    assert total(g, firer, men, Shot(AI, 1)) == -3
    g.change(men, suppressed=False, trench=2)
    assert total(g, firer, men, Shot(AI, 1)) == -3
    g.change(men, trench=1)
    assert total(g, firer, men, Shot(AI, 1)) == 0
    covered = put(g, "rifle", "2319", "222")
    assert total(g, firer, covered, Shot(AI, 1, moving=True)) == 0


@pytest.mark.rule("TL-9.23.17", "TL-11.4.1", "TL-11.4.2", "TL-11.4.3", "TL-11.4.4")
@pytest.mark.parametrize(
    ("kind", "card", "exp", "value"),
    [("pz4l", "106", 2, -1), ("pz4l", "106", 1, -2), ("pz4l", "106", 0, -4), ("g_inf", "103", 0, 0)],
)
def test_a_separated_firer(kind: str, card: str, exp: int, value: int) -> None:
    g = field()
    firer = put(g, kind, "3804", card, exp=exp, separated=True)
    tank = put(g, "t34_76", "3808", "206")
    assert total(g, firer, tank, Shot(AV, 7)) == value


@pytest.mark.rule("TL-9.23.18")
def test_nothing_else_alters_the_dice() -> None:
    g = field(HILLY)
    high, low = put(g, "pz4l", "2622", "106", exp=2), put(g, "t34_76", "1519", "206", exp=0)
    assert g.country.level["2622"] == 2 and g.country.terrain["1519"] == "stream"
    assert total(g, high, low, Shot(AV, 7)) == 0


@pytest.mark.rule("TL-9.31.1", "TL-9.32.1", "TL-9.33.1", "TL-9.34.1")
@pytest.mark.parametrize(
    ("dice", "result"),
    [
        ([6, 3, 3, 3], "Miss"),
        ([6, 4, 3, 3, 2, 3], "Hit"),
        ([6, 4, 4, 4, 2, 3], "Hit+1"),
        ([6, 6, 5, 3, 2, 3], "Hit+2"),
        ([6, 6, 6, 4], "Kill"),
    ],
)
def test_results(dice: list[int], result: str) -> None:
    g = field()
    firer, tank = put(g, "pz4l", "3804", "106", quick=True), put(g, "t34_76", "3808", "206")
    fire_with(g, firer, tank, dice)
    assert any(f"{result}" in line for line in told(g))
    assert (tank in g.pieces) == (result != "Kill")
    checks = [line for line in told(g) if "checks morale" in line]
    assert bool(checks) == result.startswith("Hit")
    if checks:
        assert f" {5 + int(result[4:] or 0)} against 9" in checks[0]
    if result == "Kill":
        assert g.losses == {"206": 1} and g.out[tank].place == "lost"


@pytest.mark.rule("TL-9.35.1", "TL-9.36.1")
@pytest.mark.parametrize(
    ("exp", "roll", "quick"),
    [(0, 14, False), (0, 15, True), (1, 11, False), (1, 12, True), (2, 9, False), (2, 10, True)],
)
def test_quick_kill_thresholds(exp: int, roll: int, quick: bool) -> None:
    """Example E-22."""
    g = field()
    firer, tank = put(g, "king_tiger", "3804", "117", exp=exp), put(g, "t26", "3804", "205")
    spare = roll - 6
    fire_with(g, firer, tank, [6, spare // 2, spare - spare // 2])
    assert tank not in g.pieces
    assert (g.pieces[firer].up, g.pieces[firer].quick) == (quick, quick)


@pytest.mark.rule("TL-9.35.2", "TL-13.14.2")
def test_no_quick_kill_by_morale_or_on_infantry() -> None:
    g = field()
    firer, tank = put(g, "pz4l", "3804", "106"), put(g, "t34_76", "3808", "206", suppressed=True)
    fire_with(g, firer, tank, [6, 5, 5, 4, 6, 5])  # 15, Hit+2; 11 + 2 fails while suppressed
    assert tank not in g.pieces and not g.pieces[firer].up
    g = field()
    firer, men = put(g, "king_tiger", "3804", "117"), put(g, "rifle", "3804", "222")
    fire_with(g, firer, men, [6, 6, 6], AI)
    assert men not in g.pieces and not g.pieces[firer].up
    g = field()
    firer, truck = put(g, "king_tiger", "3804", "117"), put(g, "s_truck", "3804")
    fire_with(g, firer, truck, [6, 6, 6], AI)
    assert truck not in g.pieces and not g.pieces[firer].up


@pytest.mark.rule("TL-9.36.2", "TL-9.37.1", "TL-9.36.3")
def test_one_quick_kill_a_turn_and_one_more_operation() -> None:
    g = field()
    firer = put(g, "tiger", "3804", "116")
    first, second = put(g, "t26", "3805", "205"), put(g, "t26", "3806", "205")
    third = put(g, "t26", "3807", "205")
    act(g, firer)
    say(g, FireAt(first, AV), dice=[6, 6, 6, 6])
    assert g.pieces[firer].quick and Pick(firer) in offered(g)  # at once
    say(g, Pick(firer))
    say(g, FireAt(second, AV), dice=[6, 6, 6, 6])
    assert second not in g.pieces and not g.pieces[firer].up
    assert third in g.pieces
    for side in SIDES:  # the reminder lies there for all to see
        assert "quick kill" in next(p.marks for p in view(g, side).pieces if p.id == firer)
    play(g, TurnUnitsUp())
    assert not g.pieces[firer].quick and g.pieces[firer].up
    assert not next(p.marks for p in view(g, "soviet").pieces if p.id == firer)


@pytest.mark.rule("TL-9.37.1")
def test_the_extra_operation_may_wait_or_be_opportunity_fire() -> None:
    g = field()
    firer = put(g, "tiger", "3804", "116", quick=True)
    mover = put(g, "t34_76", "3808", "206")
    play(g, Window(mover))
    assert React(firer, AV) in offered(g, "german")
    play(g, Activate(("116",)))
    say(g, Pick(firer))
    assert To("3805") in offered(g)


def test_a_separated_shot_of_the_examples() -> None:
    """Example E-24."""
    g = field()
    firer, tank = put(g, "t34_76", "3804", "206", separated=True), put(g, "pz4l", "3809", "106", separated=True)
    assert total(g, firer, tank, Shot(AV, 6, 5)) == -2
    assert result_of(True, 14 - 2)[0] == "Hit"
    assert Conditions("summer", "normal", "normal", "wooded", "flat") == g.conditions
