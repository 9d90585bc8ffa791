"""What a player sees who judges by other weights than those written down."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.engine import NEVER, Action, Pick, Press, To
from grognard.games.night_fight import GAME
from grognard.games.night_fight.mind.doctrine import march, plan_of
from grognard.games.night_fight.mind.routes import danger_to
from grognard.games.night_fight.mind.weights import BY_HAND
from grognard.games.night_fight.rules.german_movement import Together
from grognard.games.night_fight.rules.state import NightFight, Unit
from grognard.games.night_fight.rules.unit_acts import Fire, UnitActs

from .situations import MOVE, german, position, soviet


def judged(g: NightFight, action: Action, **weights: Any) -> float:
    g.judge_by(replace(BY_HAND, **weights))
    return GAME.mind.judge(g, "german", action)


def on_the_march(*others: Any, scenario: str = "the-mill", **more: Any) -> NightFight:
    """A tank on the road four hexes from the crossroads at the mill that is about to move."""
    g = position(german("pzkpfw_iv", "2306"), *others, scenario=scenario, step=MOVE, **{"turn": 4} | more)
    g.answer("german", Pick("pzkpfw_iv"))
    return g


def test_nobody_comes_where_it_is_full() -> None:
    full = [german("infantry", "2310") for _ in range(3)]
    g = on_the_march(*full)
    assert To("2310") in g.asks[0].actions, "somebody else could still leave"
    assert judged(g, To("2310"), crowding=7.0) == judged(g, To("2310")) - 7
    assert judged(g, To("2309"), crowding=7.0) == judged(g, To("2309"))


def test_who_makes_a_hex_overfull_leaves_it_even_if_it_counts() -> None:
    crowd = [german("infantry", "2310") for _ in range(4)]
    g = position(*crowd, scenario="the-mill", step=MOVE, turn=4)
    assert judged(g, Pick("infantry")) < 0
    assert judged(g, Pick("infantry"), crowding=7.0) > 0
    g.answer("german", Pick("infantry"))
    assert judged(g, To("2309")) == 0
    far = march(g)
    assert judged(g, To("2309"), crowding=7.0) == far["2310"] - far["2309"] + 7


def by_the_farmhouse(*others: Any) -> NightFight:
    """A squad beside the farmhouse, which is closed to the half-track it stands with, and beside the yard."""
    return position(german("infantry", "3011"), german("sdkfz_251", "3011"), *others, scenario="kolkhoz", turn=4)


def gone(g: NightFight, unit: str, h: str, **weights: Any) -> float:
    g.judge_by(replace(BY_HAND, **weights))
    return plan_of(g, g.pieces[unit]).far[h]


def test_men_on_foot_and_vehicles_each_make_for_ground_of_their_own() -> None:
    g = by_the_farmhouse()
    assert gone(g, "infantry", "2910") == gone(g, "sdkfz_251", "2911") == 0
    assert gone(g, "infantry", "2910", own_ground=1.0) > 0 == gone(g, "infantry", "2911", own_ground=1.0)
    assert gone(g, "sdkfz_251", "2911", own_ground=1.0) > 0 == gone(g, "sdkfz_251", "2910", own_ground=1.0)


def test_men_on_foot_stay_with_the_vehicles_when_the_house_is_full() -> None:
    house = [german("infantry", "2911") for _ in range(3)]
    g = by_the_farmhouse(*house)
    assert gone(g, "infantry", "2910", own_ground=1.0) == 0


def test_near_the_house_men_on_foot_leave_the_stack() -> None:
    g = position(
        german("t34r", "3013"), german("infantry", "3013"), scenario="kolkhoz", step=MOVE, turn=4, vegetation="clear"
    )
    assert judged(g, Together("t34r")) > 0
    assert judged(g, Together("t34r"), own_ground=1.0) == NEVER


def test_who_stands_at_the_exit_leaves() -> None:
    g = position(german("sdkfz_251", "2344"), scenario="ferry-road", step=MOVE, turn=5)
    assert judged(g, Pick("sdkfz_251")) < judged(g, Press("end")), "nothing looks better than where it stands"
    assert judged(g, Pick("sdkfz_251"), leaving=1.0) > judged(g, Press("end"), leaving=1.0)


def at_fire(place: str, target: str, *others: Unit) -> NightFight:
    return position(
        german("pzkpfw_iv", place, spotted=True),
        soviet("soviet_infantry", target, spotted=True),
        *others,
        scenario="the-mill",
        step=UnitActs("pzkpfw_iv"),
        turn=4,
    )


def test_who_stands_on_the_ground_that_counts_is_a_better_target() -> None:
    there, beside = at_fire("2308", "2310"), at_fire("2307", "2309")
    assert judged(there, Fire("soviet_infantry"), prize=1.0) > judged(there, Fire("soviet_infantry"))
    assert judged(beside, Fire("soviet_infantry"), prize=1.0) == judged(beside, Fire("soviet_infantry"))


def test_who_has_nowhere_better_to_go_fires_the_sooner() -> None:
    full = [german("sdkfz_251", h) for h in ("2310", "2311", "2210") for _ in range(3)]
    waiting, marching = at_fire("2309", "2307", *full), at_fire("2306", "2304")
    shot = Fire("soviet_infantry")
    assert judged(waiting, shot, crowding=9.0, idle=0.5) == pytest.approx(judged(waiting, shot, crowding=9.0) + 1)
    assert judged(marching, shot, crowding=9.0, idle=0.5) == judged(marching, shot, crowding=9.0)


def test_who_reads_danger_otherwise_leaves_what_others_read_alone() -> None:
    g = position(german("pzkpfw_iv", "2306"), soviet("soviet_infantry", "2309"), scenario="the-mill", visibility=4)
    tank = (g.pieces["pzkpfw_iv"],)
    plain = danger_to(g, tank)["2308"]
    g.judge_by(replace(BY_HAND, adjacent=1.1))
    assert danger_to(g, tank)["2308"] == 2 * plain > 0
    g.judge_by(None)
    assert danger_to(g, tank)["2308"] == plain
