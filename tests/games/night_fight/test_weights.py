"""What a player sees who judges by other weights than those written down."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.engine import Action, Pick, To
from grognard.games.night_fight import GAME
from grognard.games.night_fight.mind.doctrine import march, risk
from grognard.games.night_fight.mind.weights import BY_HAND
from grognard.games.night_fight.rules.german_acts import Fire, UnitActs
from grognard.games.night_fight.rules.sight import seen_from
from grognard.games.night_fight.rules.state import NightFight, Unit

from .situations import MOVE, german, position, soviet


def judged(g: NightFight, action: Action, **weights: Any) -> float:
    g.judge_by(replace(BY_HAND, **weights))
    return GAME.mind.judge(g, "german", action)


def danger(g: NightFight, h: str, unit: str, **weights: Any) -> float:
    g.judge_by(replace(BY_HAND, **weights))
    return risk(g, h, (g.pieces[unit],))


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


@pytest.mark.parametrize(("turn", "fears_more"), [(2, True), (7, False)])
def test_who_has_time_to_spare_fears_more_and_who_is_late_less(turn: int, fears_more: bool) -> None:
    g = position(
        german("pzkpfw_iv", "2302"),
        soviet("soviet_infantry", "2308"),
        scenario="the-mill",
        step=MOVE,
        turn=turn,
        visibility=4,
    )
    g.answer("german", Pick("pzkpfw_iv"))
    watched = next(a for a in g.asks[0].actions if isinstance(a, To) and a.hex in seen_from(g, "2308"))
    calm, plain = judged(g, watched, leisure=0.3), judged(g, watched)
    assert calm < plain if fears_more else calm > plain


def test_a_spotted_unit_is_in_more_danger() -> None:
    g = on_the_march(german("infantry", "2306", spotted=True), soviet("soviet_infantry", "2309"), visibility=4)
    assert danger(g, "2307", "infantry", marked=1.0) > danger(g, "2307", "infantry")
    assert danger(g, "2307", "pzkpfw_iv", marked=1.0) == danger(g, "2307", "pzkpfw_iv")


def watched_hexes(g: NightFight, eye: str, row: str) -> list[str]:
    rows = g.land.features[g.vegetation]
    return [h for h in sorted(seen_from(g, eye)) if row in rows[h]]


def test_a_road_is_more_dangerous_and_cover_less() -> None:
    g = on_the_march(soviet("soviet_infantry", "2309"), visibility=4, vegetation="normal")
    road, wood = (watched_hexes(g, "2309", row)[0] for row in ("road", "vegetation_normal"))
    assert danger(g, road, "pzkpfw_iv", bare=0.5) == pytest.approx(1.5 * danger(g, road, "pzkpfw_iv"))
    assert danger(g, wood, "pzkpfw_iv", cover=0.25) == pytest.approx(0.75 * danger(g, wood, "pzkpfw_iv"))


def test_who_is_in_dense_vegetation_is_not_easily_seen() -> None:
    g = on_the_march(soviet("soviet_infantry", "2309"), visibility=4, vegetation="dense")
    wood, road = (watched_hexes(g, "2309", row)[0] for row in ("vegetation_dense", "road"))
    assert danger(g, wood, "pzkpfw_iv", dark=2.0) < danger(g, wood, "pzkpfw_iv")
    assert danger(g, road, "pzkpfw_iv", dark=2.0) == danger(g, road, "pzkpfw_iv")


def test_a_captured_t34_hides_whoever_joins_it() -> None:
    g = on_the_march(german("t34r", "2308"), soviet("soviet_infantry", "2310"), visibility=4)
    assert judged(g, To("2308"), screened=0.5) > judged(g, To("2308"))
    assert judged(g, To("2307"), screened=0.5) == judged(g, To("2307"))


def test_a_mobile_piece_is_dangerous_before_it_is_in_view() -> None:
    g = on_the_march(soviet("t34", "2312"), visibility=2)
    assert danger(g, "2308", "pzkpfw_iv") == 0
    assert danger(g, "2308", "pzkpfw_iv", hunted=0.1) == pytest.approx(0.2)
    assert danger(g, "2306", "pzkpfw_iv", hunted=0.1) == 0


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
