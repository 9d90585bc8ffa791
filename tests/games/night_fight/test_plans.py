"""Plans for single nights: the raid at Kiev, the ruse at Kursk, the dash for an exit."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.engine import NEVER, Action, Match, Pick, Press, To
from grognard.games.night_fight import GAME
from grognard.games.night_fight.mind.plans import (
    DASH_FORCE,
    RAID_FORCE,
    decoy_values,
    raid_hurries,
    raid_parties,
    raid_targets,
    raids,
    road_watchers,
    ruse_decoys,
    ruse_pays,
    short_entry,
    watchers_to_clear,
)
from grognard.games.night_fight.mind.routes import watchers
from grognard.games.night_fight.mind.weights import BY_HAND, FITTED
from grognard.games.night_fight.rules.data import TYPES
from grognard.games.night_fight.rules.german_movement import Together
from grognard.games.night_fight.rules.setup import Buy, Purchase
from grognard.games.night_fight.rules.state import NightFight, Unit
from grognard.games.night_fight.rules.unit_acts import Fire, UnitActs
from grognard.players import make_player

from .situations import MOVE, column, german, play, position, soviet

# ------------------------------------------------------------------ 21.4 the raid


BANK = ("1611", "1917", "1629")  # who watches the bank road by a night of two hexes
HIGHWAY = ("3411", "3422", "3436")
STARS = {*BANK, *HIGHWAY, "1226", "2317", "2322", "2340", "2508", "2908", "2922", "2936"}
FIRST, LAST = ("1630", "1631"), ("1634", "1635")


def night(*things: Any, bare: bool = False, **more: Any) -> NightFight:
    """Kiev on turn 4 by those who raid."""
    stars = [] if bare else watch(*sorted(STARS))
    values: dict[str, Any] = {
        "scenario": "kiev",
        "turn": 4,
        "visibility": 2,
        "vegetation": "clear",
        "step": MOVE,
    } | more
    g = position(*stars, *things, **values)
    g.judge_by(FITTED)
    return g


def watch(*hexes: str) -> list[Unit]:
    """A piece in each of some hexes, as far as the pool has them."""
    kinds = ["soviet_infantry"] * 8 + ["zis3"] * 5 + ["m42"] * 5
    return [soviet(kind, h) for kind, h in zip(kinds, hexes, strict=False)]


def watchers_by(g: NightFight, **weights: Any) -> tuple[str, ...]:
    g.judge_by(replace(FITTED, **weights))
    return road_watchers(g)


def tanks(*places: str) -> list[Any]:
    return [german("stug_iii", h) for h in places]


def test_nobody_raids_by_the_weights_that_were_written_down_nor_elsewhere() -> None:
    g = night()
    assert raids(g)
    assert set(watchers_to_clear(g)) == set(road_watchers(g))
    g.judge_by(BY_HAND)
    assert not raids(g)
    assert watchers_to_clear(g) == watchers(g)
    elsewhere = position(scenario="kolkhoz")
    elsewhere.judge_by(FITTED)
    assert not raids(elsewhere)


def test_who_is_near_the_bank_road_clears_it() -> None:
    g = night(*tanks(*FIRST, *LAST))
    assert road_watchers(g) == BANK, "the easternmost first"


def test_the_road_that_is_begun_is_gone_on_with() -> None:
    g = night(*tanks("3433", "3434", "3435", "3437"))
    assert set(road_watchers(g)) == set(HIGHWAY)
    assert set(watchers_by(g, constancy=0.0, lateness=0.0)) == set(BANK), "which is as good"


def test_a_column_on_a_road_counts_against_it() -> None:
    march = column(1, ["t34"] * 9, ["1608", "1607"], ahead="1609")
    g = night(march, turn=1)
    assert not set(road_watchers(g)) & set(BANK)
    assert set(watchers_by(g, columns=0.0)) == set(BANK)


def test_a_watcher_who_cannot_be_reached_in_time_counts_more() -> None:
    more = [soviet("maxim", "2932"), soviet("maxim", "3429"), soviet("maxim", "2330")]
    g = night(*more, *tanks("3413", "3414", "3415"), turn=7)
    assert set(road_watchers(g)) >= {"3411"}
    assert watchers_by(g, lateness=0.0, constancy=0.0) == BANK


def test_by_the_house_rule_what_lies_face_down_is_passed_by() -> None:
    g = night(*tanks(*FIRST), options={"house-rule": "yes"})
    assert road_watchers(g) == ()


def test_the_foremost_deal_with_the_farthest_watcher_and_the_last_with_the_nearest() -> None:
    g = night(*tanks(*FIRST, *LAST))
    assert list(raid_targets(g).values()) == ["1611", "1611", "1917", "1629"]


def test_the_head_of_the_march_goes_first_however_far_its_target_is() -> None:
    g = night(*tanks("1632", "1635", "1636", "1637"))
    worth = [GAME.mind.judge(g, "german", Pick(u)) for u in ("stug_iii", "stug_iii-2", "stug_iii-3", "stug_iii-4")]
    assert worth == sorted(worth, reverse=True)
    assert worth[-1] > 0


def test_outside_each_captured_tank_leads_a_party() -> None:
    kinds = ["t34r", "t34r", "sdkfz_166", "sdkfz_166", "sdkfz_251", "infantry"]
    g = night(*[german(kind) for kind in kinds], turn=1)
    assert sorted(len(party) for party in raid_parties(g)) == [2, 3]
    assert "infantry" not in raid_targets(g)


def test_those_of_one_hex_who_have_different_things_to_do_part() -> None:
    g = night(german("t34r", "1633"), german("infantry", "1633"), *tanks("1634"))
    assert GAME.mind.judge(g, "german", Together("t34r")) == NEVER
    assert GAME.mind.judge(g, "german", Pick("t34r")) > 0
    g.answer("german", Pick("t34r"))
    g.judge_by(FITTED)
    assert GAME.mind.judge(g, "german", Pick("infantry")) == NEVER


def test_a_force_for_the_raid_is_bought() -> None:
    g = position(step=Purchase("german"), points={"german": 100}, turn=0, scenario="kiev")
    g.judge_by(FITTED)
    judged = {kind: GAME.mind.judge(g, "german", Buy(kind)) for kind in ("t34r", "pzkpfw_iv")}
    assert judged["t34r"] > GAME.mind.judge(g, "german", Press("suggested force")) > judged["pzkpfw_iv"]
    g.bought = {**g.bought, "t34r": RAID_FORCE["t34r"]}
    assert GAME.mind.judge(g, "german", Buy("t34r")) == judged["pzkpfw_iv"]
    assert sum(TYPES[kind].cost * n for kind, n in RAID_FORCE.items()) <= 100


@pytest.mark.parametrize(("turn", "passes"), [(3, False), (6, True)])
def test_who_has_no_turn_to_lose_passes_others_by(turn: int, passes: bool) -> None:
    near = soviet("maxim", "1629", id="near", spotted=True)
    stars = watch(*sorted(STARS - {"1629"}))
    step = UnitActs("stug_iii", None)
    g = night(near, *stars, *tanks("1627", "1634", "1635"), bare=True, turn=turn, step=step, phase="German fire")
    assert raid_targets(g)["stug_iii"] == "1611"
    assert raid_hurries(g, g.pieces["stug_iii"]) == passes
    assert (GAME.mind.judge(g, "german", Fire("near")) < 0) == passes


def decoy(**more: Any) -> NightFight:
    """A squad on the river bank, while a column comes by the middle road and the highway is cleared."""
    march = column(1, ["t34"] * 9, ["2320", "2319"], ahead="2321")
    return night(march, german("infantry", "2035"), *tanks("3433", "3434", "3435", "3437"), **more)


def test_who_leads_a_column_astray_is_near_to_it_and_aside_of_the_road() -> None:
    g = decoy()
    worth = decoy_values(g, g.pieces["infantry"])
    assert worth is not None
    assert worth["2330"] > worth["2335"], "nearer to the column"
    assert worth["2321"] < worth["2326"], "not in its view"
    assert worth["2934"] > worth["3334"], "aside of the highway"
    assert decoy_values(g, g.pieces["stug_iii"]) is None
    g.answer("german", Pick("infantry"))
    g.judge_by(FITTED)
    went = {a.hex: GAME.mind.judge(g, "german", a) for a in g.asks[0].actions if isinstance(a, To)}
    assert max(went.values()) > 0


def test_without_a_column_nobody_is_led_astray() -> None:
    g = night(german("infantry", "2035"), *tanks(*FIRST))
    assert decoy_values(g, g.pieces["infantry"]) is None


def test_whoever_has_nobody_left_to_deal_with_leads_columns_away() -> None:
    march = column(1, ["t34"] * 9, ["2320", "2319"], ahead="2321")
    g = night(march, *tanks("1627"), bare=True, turn=7)
    assert road_watchers(g) == ()
    assert decoy_values(g, g.pieces["stug_iii"]) is not None


@pytest.mark.parametrize("options", ["low yes no 1 no 3", "high yes no 4 no 5"])
def test_a_raid_comes_to_an_end(options: str) -> None:
    match, rng = Match.new(GAME, "kiev", seed=f"1 night-fight kiev {options}", record=False), random.Random(1)
    player = make_player("fitted")
    while not match.over and match.number < 3000:
        match.take(player.choose(match, match.decision.asks[0], rng), match.decision.asks[0].side)
    assert match.over


# ------------------------------------------------------------------ 21.1 the ruse


BEYOND_THE_RIVER = column(1, ["t34"], ["1219", "1220"], ahead="1218")
ON_THE_SHORT_WAY = column(2, ["t34"], ["2309", "2310"], ahead="2308")
IN_THE_WEST = column(2, ["t34"], ["2336", "2337"], ahead="2335")
FAR_WEST = column(1, ["t34"], ["1636", "1637"], ahead="1635")


def at_the_start(*columns: Any, first: str = "pzkpfw_iv", **more: Any) -> NightFight:
    """Two trucks and two tanks that are about to enter, with one of them chosen."""
    force = [german(kind) for kind in ("truck_supply", "truck_supply", "pzkpfw_iv", "pzkpfw_iv")]
    settings: dict[str, Any] = {"scenario": "ghost-column", "step": MOVE, "turn": 1} | more
    g = position(*force, *columns, **settings)
    g.answer("german", Pick(first))
    return g


def judged(g: NightFight, action: Action, **weights: Any) -> float:
    g.judge_by(replace(BY_HAND, **weights))
    return GAME.mind.judged(g, "german", [action])[0]


def prefers_the_short_way(g: NightFight, **weights: Any) -> bool:
    return judged(g, To("3612"), **weights) > judged(g, To("3621"), **weights)


def test_the_force_leaves_the_short_way_to_the_lures_where_columns_are_near_it() -> None:
    force = at_the_start(BEYOND_THE_RIVER)
    assert short_entry(force) == "3911"
    assert ruse_decoys(force) == ["truck_supply", "truck_supply-2"]
    assert prefers_the_short_way(force)
    assert not prefers_the_short_way(force, ruse=10.0)
    assert prefers_the_short_way(at_the_start(BEYOND_THE_RIVER, first="truck_supply"), ruse=10.0)


def test_a_column_must_stand_near_the_bridges_of_the_short_way() -> None:
    assert ruse_pays(at_the_start(BEYOND_THE_RIVER, IN_THE_WEST))
    for elsewhere in ((ON_THE_SHORT_WAY,), (FAR_WEST, IN_THE_WEST)):
        g = at_the_start(*elsewhere)
        assert not ruse_pays(g)
        assert judged(g, To("3612"), ruse=10.0) == judged(g, To("3612"))


def test_there_is_a_ruse_only_as_the_night_begins_and_where_there_are_two_ways() -> None:
    assert not ruse_pays(at_the_start(BEYOND_THE_RIVER, ON_THE_SHORT_WAY, turn=2))
    assert not ruse_pays(at_the_start(BEYOND_THE_RIVER, ON_THE_SHORT_WAY, bridges_out={"1429": True}))
    assert not ruse_pays(at_the_start(BEYOND_THE_RIVER, ON_THE_SHORT_WAY, scenario="kharkov"))


def test_a_captured_t34_takes_no_lure_along() -> None:
    g = position(
        german("t34r"), *[german("truck_supply") for _ in range(2)], german("infantry"),
        BEYOND_THE_RIVER, ON_THE_SHORT_WAY, scenario="ghost-column", step=MOVE, turn=1,
    )  # fmt: skip
    g.answer("german", Pick("t34r"))
    assert judged(g, Pick("truck_supply")) == judged(g, Pick("infantry")) > 0
    assert judged(g, Pick("truck_supply"), ruse=10.0) == NEVER < judged(g, Pick("infantry"), ruse=10.0)


# ------------------------------------------------------------------ 21.2 the dash


def on_the_road(scenario: str = "ferry-road") -> NightFight:
    """Two tanks in one hex that are about to move."""
    tanks = [german("pzkpfw_iv", "2336"), german("pzkpfw_iv", "2336")]
    return position(*tanks, scenario=scenario, step=MOVE, turn=4)


def test_those_in_one_hex_march_as_one_in_a_dash() -> None:
    g = on_the_road()
    assert judged(g, Together("pzkpfw_iv")) == NEVER
    assert judged(g, Together("pzkpfw_iv"), dash=1.0) > judged(g, Pick("pzkpfw_iv"), dash=1.0) > 0


@pytest.mark.parametrize("scenario", ["stalingrad-breakout", "the-mill"])
def test_it_takes_an_exit_and_that_no_captured_t34_is_to_be_had(scenario: str) -> None:
    g = on_the_road(scenario)
    assert judged(g, Together("pzkpfw_iv"), dash=1.0) == NEVER


def test_they_enter_as_one_too() -> None:
    tanks = [german("pzkpfw_iv"), german("pzkpfw_iv")]
    g = position(*tanks, scenario="ferry-road", step=MOVE, turn=1)
    g.answer("german", Pick("pzkpfw_iv"))
    assert judged(g, Pick("pzkpfw_iv-2")) == NEVER < judged(g, Pick("pzkpfw_iv-2"), dash=1.0)


def shop(scenario: str = "ferry-road") -> NightFight:
    return position(step=Purchase("german"), points={"german": 130}, scenario=scenario)


def test_strong_units_are_bought_for_a_dash() -> None:
    g = shop()
    suggested = judged(g, Press("suggested force"))
    assert judged(g, Buy("pzkpfw_iv")) < suggested < judged(g, Buy("pzkpfw_iv"), dash=1.0)
    assert judged(g, Buy("infantry"), dash=1.0) < suggested
    assert judged(shop("stalingrad-breakout"), Buy("pzkpfw_iv"), dash=1.0) < suggested


def test_no_more_of_them_are_bought_than_the_force_has() -> None:
    g = shop()
    play(g, *[Buy("pzkpfw_iii")] * DASH_FORCE["pzkpfw_iii"])
    play(g, Buy("command_car"))
    assert judged(g, Buy("command_car"), dash=1.0) < judged(g, Press("suggested force"))


def test_fitted_weights_dash() -> None:
    assert FITTED.dash > 0 == BY_HAND.dash
