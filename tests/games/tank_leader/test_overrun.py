"""14.2 Overruns."""

from __future__ import annotations

import pytest

from grognard.engine import Press, To
from grognard.games.tank_leader.rules.fire import AI, AV, Shot, fire_modifiers
from grognard.games.tank_leader.rules.movement import overruns_open, why_not_overrun_now
from grognard.games.tank_leader.rules.opportunity_fire import HOLD, React
from grognard.games.tank_leader.rules.overrun import FIRE, Overrun, overrun_cost, why_not_overrun
from grognard.games.tank_leader.rules.state import Move, TankLeader
from grognard.games.tank_leader.rules.terrain import Conditions

from .table import act, field, offered, put, rule, say, told


def refused(g: TankLeader, unit: str, h: str) -> str | None:
    refusal = why_not_overrun(g, g.pieces[unit], h)
    return refusal.rule if refusal else None


def driven_over(
    nerve: list[int], vehicle: tuple[str, str] = ("pz4l", "106"), foot: tuple[str, str] = ("rifle", "222")
) -> tuple[TankLeader, str, str]:
    """A vehicle in 2318 overruns men in 2419, whose morale is checked with these dice."""
    g = field()
    driver, men = put(g, vehicle[0], "2318", vehicle[1]), put(g, foot[0], "2419", foot[1])
    act(g, driver)
    say(g, Overrun("2419"), dice=nerve)
    return g, driver, men


@pytest.mark.rule("TL-14.2.1", "TL-14.2.2", "TL-14.2.3", "TL-14.2.4", "TL-14.2.5", "TL-14.2.6", "TL-14.22.1")
def test_the_worked_example() -> None:
    """Example E-19."""
    g = field()
    panther, men = put(g, "panther", "2218", "115"), put(g, "rifle", "2419", "222")
    act(g, panther)
    say(g, To("2318"))
    say(g, Overrun("2419"), dice=[5, 5])  # the infantry fails its check: 10 > 8
    assert g.pieces[men].suppressed
    assert g.move is not None and g.move.spent == 8
    say(g, FIRE, dice=[3, 3, 3, 4, 4])  # 9 + 3 + 6 - 3 = 15; 8 + 2 = 10 > 8
    assert any("15, Hit+2" in line for line in told(g))
    assert men not in g.pieces
    assert To("2619") in offered(g) and To("2719") not in offered(g)  # two points left
    say(g, Press("stop here"))
    assert not g.pieces[panther].up


@pytest.mark.rule("TL-14.2.3", "TL-14.2.6", "TL-14.22.1")
def test_infantry_that_stands_fires_at_once_with_av() -> None:
    g, tank, men = driven_over([1, 2])
    assert offered(g, "soviet") == [React(men, AV), HOLD]
    say(g, React(men, AV), dice=[5, 5, 5, 6, 4])  # 15 + 2 - 6 + 6 - 2 = 15, Hit+2; 10 + 2 fails
    assert any("15, Hit+2" in line for line in told(g))
    assert g.pieces[tank].suppressed and not g.pieces[tank].up  # no fire, no further move
    assert not [line for line in told(g) if "Pz IV" in line and "fires at" in line and line.startswith("A/2")]


@pytest.mark.rule("TL-14.2.3")
def test_infantry_that_is_suppressed_neither_checks_nor_fires() -> None:
    g = field()
    tank, men = put(g, "pz4l", "2318", "106"), put(g, "rifle", "2419", "222", suppressed=True)
    act(g, tank)
    say(g, Overrun("2419"))  # no die is rolled
    assert offered(g, "german") == [FIRE, HOLD] and men in g.pieces


@pytest.mark.rule("TL-14.2.4")
def test_the_vehicle_may_hold_its_fire() -> None:
    g, _, men = driven_over([5, 5])
    assert offered(g) == [FIRE, HOLD]
    say(g, HOLD)
    assert men in g.pieces and g.move is not None


@pytest.mark.rule("TL-14.2.6")
def test_modifiers_of_overrun_fire() -> None:
    g = field()
    tank, men = put(g, "pz4l", "2419", "106"), put(g, "rifle", "2419", "222", suppressed=True)
    values = {m.cite: m.value for m in fire_modifiers(g, (g.pieces[tank],), g.pieces[men], Shot(AI, 3, 0))}
    assert values == {"TL-9.22.1": 2, "TL-9.23.5": 6, "TL-9.23.12": -3}


@pytest.mark.rule("TL-14.2.7")
def test_guns_alone_are_not_overrun() -> None:
    """Example E-40."""
    g = field()
    tank, gun = put(g, "pz4l", "2318", "106"), put(g, "s_at45", "2419", "225")
    act(g, tank)
    assert rule(g, Overrun("2419")) == "TL-14.2.7"
    say(g, To("2419"))
    assert React(gun, AV) in offered(g, "soviet")
    values = {m.cite: m.value for m in fire_modifiers(g, (g.pieces[gun],), g.pieces[tank], Shot(AV, 4, 0, moving=True))}
    assert values["TL-9.23.5"] == 6 and values["TL-9.23.6"] == -2
    g = field()
    tank, gun = put(g, "pz4l", "2318", "106"), put(g, "s_at45", "2419", "225", up=False)
    men = put(g, "rifle", "2419", "222")
    act(g, tank)
    say(g, Overrun("2419"), dice=[5, 5])  # the rifles alone check
    say(g, FIRE, dice=[1, 1, 1, 1, 1, 1])
    fires = [line for line in told(g) if "fires at" in line]
    assert "Rifle" in fires[0] and "45 mm" in fires[1] and men in g.pieces
    observer = field()
    car = put(observer, "pz4l", "2318", "106")
    put(observer, "s_fo", "2419", "221")
    assert refused(observer, car, "2419") is None


@pytest.mark.rule("TL-14.21.1", "TL-14.2.1")
def test_what_may_not_be_overrun_and_by_whom() -> None:
    g = field()
    tank, truck = put(g, "pz4l", "2318", "106"), put(g, "g_truck", "2318")
    put(g, "rifle", "2419", "222")
    assert refused(g, tank, "2419") is None
    assert refused(g, truck, "2419") == "TL-14.21.1"
    rider = put(g, "g_inf", "2318", "103", carrier=tank, up=False)
    assert refused(g, tank, "2419") == "TL-14.21.1"
    g.drop(rider)
    put(g, "s_truck", "2419")
    assert refused(g, tank, "2419") is None
    put(g, "t34_76", "2419", "206")
    assert refused(g, tank, "2419") == "TL-14.21.1"
    put(g, "rifle", "2319", "222")
    assert refused(g, tank, "2319") == "TL-14.21.1"  # buildings
    ruins = field(Conditions("summer", "normal", "devastated", "arid", "flat"))
    tank = put(ruins, "pz4l", "2318", "106")
    put(ruins, "rifle", "2319", "222")
    assert refused(ruins, tank, "2319") == "TL-14.21.1"


@pytest.mark.rule("TL-14.21.2")
def test_one_vehicle_after_another_may_overrun_a_hex() -> None:
    g = field()
    one, two = put(g, "pz4l", "2318", "106"), put(g, "pz4l", "2318", "106")
    put(g, "rifle", "2419", "222")
    act(g, one)
    say(g, Overrun("2419"), dice=[5, 5])
    say(g, HOLD)
    say(g, Press("stop here"))
    assert g.pieces[one].place == "2419"
    act(g, two)
    assert Overrun("2419") in offered(g)


@pytest.mark.rule("TL-14.21.3")
def test_half_the_allowance_must_be_left() -> None:
    g = field()
    tank = put(g, "pz4l", "2318", "106")  # MA 7: the overrun costs 4
    put(g, "rifle", "2419", "222")
    assert overrun_cost(g.pieces[tank]) == 8
    assert why_not_overrun_now(g, g.pieces[tank], Move(tank, spent=6, hexes=3), "2419") is None
    refusal = why_not_overrun_now(g, g.pieces[tank], Move(tank, spent=7, hexes=4), "2419")
    assert refusal is not None and refusal.rule == "TL-14.21.3"
    assert Overrun("2419") not in overruns_open(g, g.pieces[tank], Move(tank, spent=8, hexes=4))


@pytest.mark.rule("TL-14.22.1")
def test_infantry_that_is_overrun_fires_av_at_a_soft_vehicle_too() -> None:
    g, _, men = driven_over([1, 2], ("ac222", "124"), ("smg", "228"))
    assert offered(g, "soviet") == [React(men, AV), HOLD]
    assert rule(g, React(men, AI)) == "TL-14.22.1"


@pytest.mark.rule("TL-14.2.3", "TL-10.12.1")
def test_every_platoon_that_stood_may_fire_though_the_vehicle_is_suppressed() -> None:
    g = field()
    tank = put(g, "pz4l", "2318", "106")
    put(g, "pz4l", "0133", "106")
    one, two, weak = (put(g, "rifle", "2419", "222") for _ in range(3))
    act(g, tank)
    say(g, Overrun("2419"), dice=[1, 2, 1, 2, 6, 5])
    assert rule(g, React(weak, AV)) == "TL-14.2.3"
    say(g, React(one, AV), dice=[5, 5, 5, 6, 4])
    assert g.pieces[tank].suppressed and offered(g, "soviet") == [React(two, AV), HOLD]
    say(g, React(two, AV), dice=[5, 5, 5, 6, 4])
    assert tank not in g.pieces


@pytest.mark.rule("TL-14.2.4", "TL-14.2.5")
def test_a_vehicle_that_the_infantry_has_suppressed_neither_fires_nor_leaves() -> None:
    g = field()
    tank, men = put(g, "pz4l", "2318", "106"), put(g, "rifle", "2419", "222")
    act(g, tank)
    say(g, Overrun("2419"), dice=[1, 2])
    say(g, React(men, AV), dice=[5, 5, 5, 6, 4])
    assert g.pieces[tank].suppressed and not g.pieces[tank].up
    assert g.pieces[tank].place == "2419" and not g.steps


@pytest.mark.rule("TL-14.2.3", "TL-14.2.2", "TL-9.43.4")
def test_the_infantry_checks_though_others_have_suppressed_the_vehicle_on_its_way_in() -> None:
    g = field()
    tank, men = put(g, "pz4l", "2318", "106"), put(g, "rifle", "2419", "222")
    gun = put(g, "s_at76", "2421", "227")
    act(g, tank)
    say(g, Overrun("2419"))
    assert rule(g, React(men, AV)) == "TL-14.2.3"  # its turn comes after its check
    say(g, React(gun, AV), dice=[6, 6, 5, 5, 6, 4, 1, 2])  # Hit+1, suppressed; then the rifles check
    assert g.pieces[tank].suppressed and offered(g, "soviet") == [React(men, AV), HOLD]


@pytest.mark.rule("TL-14.2.1", "TL-14.2.5", "TL-8.53.1")
def test_one_overrun_in_an_operation() -> None:
    g = field()
    tank = put(g, "t34_76", "2318", "218")  # MA 8: points for two
    first, second = put(g, "g_inf", "2419", "103", up=False), put(g, "g_inf", "2418", "103", up=False)
    act(g, tank)
    say(g, Overrun("2419"), dice=[5, 5])
    say(g, FIRE, dice=[1, 1, 1])
    assert g.move is not None and g.move.spent == 8
    assert rule(g, Overrun("2418")) == "TL-14.2.1"
    say(g, To("2418"))  # it may still drive in among them at the ordinary cost
    assert React(second, AV) in offered(g, "german") and g.pieces[first].suppressed


@pytest.mark.rule("TL-14.2.2")
def test_the_way_to_an_overrun_is_told_before_it() -> None:
    g = field()
    panther = put(g, "panther", "2218", "115")
    put(g, "rifle", "2419", "222")
    act(g, panther)
    say(g, To("2318"))
    say(g, Overrun("2419"), dice=[5, 5])
    moves, overruns = (next(i for i, line in enumerate(told(g)) if word in line) for word in ("moves from", "overruns"))
    assert moves < overruns and "from 2218 to 2318" in told(g)[moves]


@pytest.mark.rule("TL-9.42.1", "TL-9.43.1", "TL-14.2.5")
def test_a_gun_may_wait_and_see_what_comes_of_an_overrun_that_ends_the_move() -> None:
    g = field()
    tank = put(g, "churchill", "2218", "204")  # MA 3: one point and two make all
    men, gun = put(g, "g_inf", "2419", "103", suppressed=True), put(g, "g_pak40", "2421", "123")
    act(g, tank)
    say(g, To("2318"))
    say(g, Overrun("2419"))
    say(g, HOLD, side="german")
    say(g, FIRE, dice=[1, 1, 1])
    assert offered(g, "german") == [React(gun, AV), HOLD] and men in g.pieces
    say(g, HOLD)
    assert not g.pieces[tank].up and g.pieces[gun].up


@pytest.mark.rule("TL-9.41.4", "TL-9.42.1", "TL-14.2.3")
def test_a_vehicle_that_the_infantry_has_suppressed_may_be_fired_at_by_who_has_held_his_fire() -> None:
    g = field()
    tank, men = put(g, "pz4l", "2318", "106"), put(g, "rifle", "2419", "222")
    gun = put(g, "s_at76", "2421", "227")
    act(g, tank)
    say(g, Overrun("2419"))
    say(g, HOLD, dice=[1, 2], side="soviet")  # the rifles stand
    say(g, React(men, AV), dice=[5, 5, 5, 6, 4])
    assert g.pieces[tank].suppressed and offered(g, "soviet") == [React(gun, AV), HOLD]  # the rifles have fired
    say(g, React(gun, AV), dice=[6, 6, 5, 5, 6, 4])
    assert tank not in g.pieces
