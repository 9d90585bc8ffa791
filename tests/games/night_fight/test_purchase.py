"""3.0 step 9, 22.1 Buying the German force, and attaching its markers."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, Press
from grognard.games.night_fight.rules.data import TYPES
from grognard.games.night_fight.rules.sequence import Begin
from grognard.games.night_fight.rules.setup import Buy, Purchase, why_not_buy
from grognard.games.night_fight.rules.state import NightFight
from grognard.testing import offered

from .situations import german, play, position, refused


def shop(points: int = 100, *, late: bool = False, scenario: str = "kiev") -> NightFight:
    return position(step=Purchase("german", late), points={"german": points}, scenario=scenario)


@pytest.mark.rule("NF-3.0.18")
def test_units_cost_their_points() -> None:
    g = shop(30)
    play(g, Buy("pzkpfw_iv"), Buy("command_car"), Buy("pzkpfw_iv"))
    assert g.points == {"german": 30 - 9 - 4 - 9}
    assert refused(g, Buy("pzkpfw_iv")) == "NF-3.0.18"


@pytest.mark.rule("NF-7.0.10", "NF-16.2.1", "NF-22.1.1")
def test_who_asks_why_not_by_a_part_of_the_name_is_told() -> None:
    g = shop(30)
    assert refused(g, Buy("pak")) == "NF-7.0.10" and refused(g, Buy("Ace")) == "NF-16.2.1"
    assert refused(g, Buy("t34")) == "NF-22.1.1"  # the whole name of a Soviet tank, not a part of the T-34 (r)
    assert refused(g, Buy("zz")) == refused(g, Buy("maus")) == "GR-1"


@pytest.mark.rule("NF-3.0.18")
def test_no_more_than_there_are_counters() -> None:
    g = shop()
    play(g, Buy("recovery_tank"))
    assert refused(g, Buy("recovery_tank")) == "NF-3.0.18"


@pytest.mark.rule("NF-3.0.19")
def test_a_force_without_a_command_unit_cannot_begin() -> None:
    g = shop()
    play(g, Buy("pzkpfw_iv"))
    assert refused(g, Press("done")) == "NF-3.0.19"
    play(g, Buy("command_tank"))
    assert refused(g, Press("done")) == ""


@pytest.mark.rule("NF-3.0.19")
def test_points_for_a_command_unit_are_kept_back() -> None:
    g = shop(12)
    assert refused(g, Buy("pzkpfw_iv")) == "NF-3.0.19"
    play(g, Buy("sdkfz_138"), Buy("command_car"))


@pytest.mark.rule("NF-3.0.19")
def test_kievs_free_command_tank_will_do() -> None:
    g = position(scenario="kiev", turn=0, step=Begin(), dice=[3, 3, 3, *[1] * 14, *[1] * 9, 1, *[1] * 9, 2])
    assert sorted(u.type for u in g.pieces.values() if u.side == "german") == ["command_tank", "sdkfz_6_2"]
    assert g.points == {"german": 100} and Press("done") in offered(g)


@pytest.mark.rule("NF-3.0.20", "NF-6.0.16")
def test_late_points_buy_units_but_no_markers() -> None:
    g = shop(40, late=True)
    play(g, Buy("command_car"), Buy("infantry"), Buy("pzkpfw_iii"), Buy("artillery_strike"))
    assert refused(g, Buy("flares")) == "NF-17.0.1"
    assert refused(g, Buy("panzerfausts")) == "NF-17.0.7"
    assert refused(g, Buy("panzer_ace")) == "NF-16.2.1"


@pytest.mark.rule("NF-6.0.16")
def test_counters_on_the_map_or_lost_are_not_for_sale_again() -> None:
    g = position(
        german("pzkpfw_iii", "2309"),
        step=Purchase("german", reinforcement=True),
        points={"german": 12},
        bought={"pzkpfw_iii": 4},
    )
    assert refused(g, Buy("pzkpfw_iii")) == "NF-3.0.18"


@pytest.mark.rule("NF-3.0.19")
def test_late_buyers_need_no_command_unit() -> None:
    g = shop(9, late=True)
    play(g, Buy("pzkpfw_iv"), Press("done"))
    assert [u.type for u in g.pieces.values()] == ["pzkpfw_iv"]


@pytest.mark.rule("NF-3.0.19")
def test_a_rival_who_lost_his_command_unit_has_no_claim_on_late_ones() -> None:
    g = position(players=2, scenario="kiev", points={"german": 8, "german-2": 8}, bought={"command_tank": 2})
    g.bought = {**g.bought, "command_car": 1}
    assert why_not_buy(g, "german", TYPES["command_car"], reinforcement=True) is None
    refusal = why_not_buy(g, "german", TYPES["command_car"])
    assert refusal is not None and refusal.rule == "NF-3.0.19"


@pytest.mark.rule("NF-3.0.21")
def test_unspent_points_are_lost() -> None:
    g = shop(50)
    play(g, Buy("command_car"), Press("done"))
    assert g.points == {"german": 0}


@pytest.mark.rule("NF-3.0.18")
def test_the_suggested_force_fits_the_points_and_has_a_command_unit() -> None:
    g = shop(100)
    play(g, Press("suggested force"))
    assert 95 <= sum(TYPES[kind].cost * n for kind, n in g.bought.items()) <= 100
    assert any("command" in u.what.flags for u in g.pieces.values())


# ------------------------------------------------------------------ what needs company


@pytest.mark.rule("NF-7.0.9", "NF-7.0.10")
def test_a_gun_needs_an_sdkfz_251_of_its_own() -> None:
    g = shop()
    assert refused(g, Buy("sig33")) == "NF-7.0.9" and refused(g, Buy("pak36r")) == "NF-7.0.10"
    play(g, Buy("sdkfz_251_22"), Buy("sdkfz_251_supply"), Buy("sdkfz_engineers"))
    assert refused(g, Buy("pak36r")) == "NF-7.0.10"
    play(g, Buy("sdkfz_251"), Buy("pak36r"))
    assert refused(g, Buy("sig33")) == "NF-7.0.9"


@pytest.mark.rule("NF-7.0.8")
def test_flares_need_a_command_unit() -> None:
    g = shop()
    assert refused(g, Buy("flares")) == "NF-7.0.8"
    play(g, Buy("command_car"), Buy("flares"), Press("done"))
    assert [u.flares for u in g.pieces.values()] == [1]


@pytest.mark.rule("NF-7.0.7")
def test_panzerfausts_need_a_platoon() -> None:
    g = shop()
    play(g, Buy("command_car"))
    assert refused(g, Buy("panzerfausts")) == "NF-7.0.7"
    play(g, Buy("engineers"), Buy("panzerfausts"), Press("done"))
    assert {u.type: u.fausts for u in g.pieces.values()} == {"command_car": 0, "engineers": 1}


@pytest.mark.rule("NF-16.2.1")
def test_an_ace_needs_a_vehicle_of_weight_m_or_more() -> None:
    g = shop()
    play(g, Buy("sdkfz_138"), Buy("command_car"))
    assert refused(g, Buy("panzer_ace")) == "NF-16.2.1"
    play(g, Buy("stug_iii"), Buy("panzer_ace"))
    assert refused(g, Buy("panzer_ace")) == "NF-16.2.1"
    play(g, Press("done"))
    assert {u.type: u.ace for u in g.pieces.values()} == {"sdkfz_138": False, "command_car": False, "stug_iii": True}


@pytest.mark.rule("NF-16.2.1")
def test_the_player_says_which_vehicle_gets_the_ace() -> None:
    g = shop()
    play(g, Buy("stug_iii"), Buy("command_car"), Buy("pzkpfw_vi"), Buy("panzer_ace"), Press("done"))
    tiger = next(u.id for u in g.pieces.values() if u.type == "pzkpfw_vi")
    car = next(u.id for u in g.pieces.values() if u.type == "command_car")
    assert refused(g, Pick(car)) == "NF-16.2.1"
    play(g, Pick(tiger))
    assert [u.type for u in g.pieces.values() if u.ace] == ["pzkpfw_vi"]
