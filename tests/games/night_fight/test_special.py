"""16.0 German special units."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, Press, To, net
from grognard.games.night_fight.rules.combat_table import base_column, column_of, shifts
from grognard.games.night_fight.rules.data import COMBAT
from grognard.games.night_fight.rules.german_movement import Drop
from grognard.games.night_fight.rules.losses import eliminate
from grognard.games.night_fight.rules.rally import GermanRally, rally_modifiers
from grognard.games.night_fight.rules.spotting import spotting_modifiers
from grognard.games.night_fight.rules.stacking import height
from grognard.games.night_fight.rules.state import NightFight
from grognard.games.night_fight.rules.unit_acts import Fire
from grognard.testing import offered, roll, unrolled

from .situations import FIRE, MOVE, column, german, pieces, places, play, position, refused, soviet


def looking_at(g: NightFight, quarry: str) -> int:
    """The modifier of the Soviet infantry's attempt against a German unit."""
    unit = g.pieces[quarry]
    return net(spotting_modifiers(g, g.pieces["soviet_infantry"], unit.place, unit))


@pytest.mark.rule("NF-16.1.1")
def test_a_captured_t34_hides_its_hex() -> None:
    spotter = soviet("soviet_infantry", "2315")
    assert looking_at(position(spotter, german("t34r", "2312")), "t34r") == -2
    assert looking_at(position(spotter, german("t34r", "2312"), german("stug_iii", "2312")), "stug_iii") == -2
    assert looking_at(position(spotter, german("t34r", "2311"), german("stug_iii", "2312")), "stug_iii") == 0


@pytest.mark.rule("NF-16.1.1")
def test_otherwise_it_is_a_medium_tank() -> None:
    g = position(german("t34r", "2312"), soviet("zis3", "2315", spotted=True), step=FIRE)
    what = g.pieces["t34r"].what
    assert (what.strength, what.anti_tank, what.weight, what.kind) == (3, True, "M", "vehicle")
    play(g, Pick("t34r"))
    assert Fire("zis3") in offered(g)


# ------------------------------------------------------------------ 16.2 the Panzer Ace


@pytest.mark.rule("NF-16.2.1")
def test_the_ace_dies_with_its_vehicle() -> None:
    g = position(german("pzkpfw_vi", "2312", ace=True), german("stug_iii", "2312"))
    eliminate(g, "pzkpfw_vi")
    assert not any(u.ace for u in g.pieces.values())


@pytest.mark.rule("NF-16.2.2")
def test_e36_an_ss_ace_against_a_t34_in_a_gully() -> None:
    g = position(
        german("pzkpfw_vi", "2617", ace=True),
        column(1, ["t34"], ["2614"], ahead="2513", deployed=True, up=True),
        scenario="kharkov",
    )
    tiger, tank = g.pieces["pzkpfw_vi"], g.pieces["1.1"]
    found = shifts(g, tiger, tank)
    assert sorted((m.cite, m.value) for m in found) == [
        ("NF-22.3.9", -1),
        ("NF-22.5.5", 1),
        ("NF-22.5.6", 1),
        ("NF-22.5.7", 1),
        ("NF-22.5.8", 1),
    ]
    assert COMBAT.columns[base_column(6, tank)] == "3" and COMBAT.columns[column_of(6, tank, found)] == "5+"


@pytest.mark.rule("NF-16.2.2")
def test_the_ace_does_nothing_for_a_target_or_a_neighbour() -> None:
    g = position(german("pzkpfw_iv", "2312", ace=True), german("stug_iii", "2312"), soviet("zis3", "2315"))
    ace, stug, gun = (g.pieces[i] for i in ("pzkpfw_iv", "stug_iii", "zis3"))
    assert "NF-22.5.8" not in {m.cite for m in shifts(g, gun, ace)}
    assert "NF-22.5.8" not in {m.cite for m in shifts(g, stug, gun)}
    assert "NF-22.5.8" in {m.cite for m in shifts(g, ace, gun)}


@pytest.mark.rule("NF-16.2.2")
def test_an_ace_without_an_anti_tank_gun_gains_nothing() -> None:
    g = position(german("sdkfz_166", "2312", ace=True), soviet("zis3", "2315"))
    assert "NF-22.5.8" not in {m.cite for m in shifts(g, g.pieces["sdkfz_166"], g.pieces["zis3"])}


@pytest.mark.rule("NF-16.2.3")
def test_the_ace_rallies_everybody_in_its_hex() -> None:
    g = position(
        german("pzkpfw_iv", "2312", ace=True), german("infantry", "2312"), german("stug_iii", "2311"), visibility=2
    )
    assert [net(rally_modifiers(g, g.pieces[i])) for i in ("pzkpfw_iv", "infantry", "stug_iii")] == [2, 2, 1]


@pytest.mark.rule("NF-16.2.4")
def test_the_ace_is_no_unit_of_its_own() -> None:
    g = position(german("pzkpfw_iv", "2312", ace=True))
    assert list(g.pieces) == ["pzkpfw_iv"] and height(g, "2312") == 1


@pytest.mark.rule("NF-16.4.1")
def test_a_recon_vehicle_is_harder_to_spot() -> None:
    spotter = soviet("soviet_infantry", "2315")
    g = position(spotter, german("sdkfz_234", "2312"), german("pzkpfw_iii", "2312"))
    assert (looking_at(g, "sdkfz_234"), looking_at(g, "pzkpfw_iii")) == (-1, 0)


# ------------------------------------------------------------------ 16.5 recovery


@pytest.mark.rule("NF-16.5.1")
def test_a_recovery_vehicle_rallies_one_neighbour_of_the_players_choice() -> None:
    g = position(
        german("recovery_tank", "2312"),
        *pieces("pzkpfw_iv 2313 pinned, stug_iii 2312 pinned, t34r 2315 pinned, pak36r 2312 pinned"),
        step=GermanRally(),
        dice=[1, 1, 1],
    )
    assert offered(g) == [Pick("pzkpfw_iv"), Pick("stug_iii")]
    assert refused(g, Pick("t34r")) == "NF-16.5.1" and refused(g, Pick("pak36r")) == "NF-16.5.1"
    play(g, Pick("pzkpfw_iv"))
    assert [g.pieces[i].pinned for i in ("pzkpfw_iv", "stug_iii", "t34r", "pak36r")] == [False, True, True, True]
    assert unrolled(g) == []


@pytest.mark.rule("NF-16.5.1")
def test_a_unit_two_hexes_off_is_out_of_its_reach() -> None:
    g = position(*pieces("recovery_tank 2312, pzkpfw_iv 2314 pinned"), step=GermanRally(), dice=[1])
    assert not g.asks and g.pieces["pzkpfw_iv"].pinned


@pytest.mark.rule("NF-16.5.1")
def test_a_pinned_recovery_vehicle_helps_nobody() -> None:
    g = position(*pieces("recovery_tank 2312 pinned, pzkpfw_iv 2313 pinned"), step=GermanRally(), dice=[1, 1])
    assert not g.asks and g.pieces["pzkpfw_iv"].pinned


def ways(g: NightFight) -> set[str]:
    return {a.hex for a in offered(g) if isinstance(a, To)}


@pytest.mark.rule("NF-16.5.2")
def test_a_wreck_is_towed_with_three_points() -> None:
    g = position(german("recovery_tank", "2305"), wrecks=["2305"], step=MOVE)
    play(g, Pick("recovery_tank"), Press("tow wreck"))
    assert "2308" in ways(g) and "2309" not in ways(g)
    play(g, To("2308"))
    assert g.wrecks == {"2308": 1} and ways(g) == set()


@pytest.mark.rule("NF-16.5.2")
def test_one_wreck_of_several_goes_along() -> None:
    g = position(german("recovery_tank", "2305"), wrecks=["2305", "2305"], step=MOVE)
    play(g, Pick("recovery_tank"), Press("tow wreck"), To("2306"), Press("stop"))
    assert g.wrecks == {"2305": 1, "2306": 1}


@pytest.mark.rule("NF-16.5.2")
def test_only_a_recovery_vehicle_that_begins_with_the_wreck_tows_it() -> None:
    g = position(german("recovery_tank", "2305"), german("pzkpfw_vi", "2306"), wrecks=["2306"], step=MOVE)
    play(g, Pick("pzkpfw_vi"))
    assert Press("tow wreck") not in offered(g)
    play(g, Press("back"), Pick("recovery_tank"), To("2306"))
    assert Press("tow wreck") not in offered(g)


@pytest.mark.rule("NF-16.5.3")
def test_having_dropped_the_wreck_it_goes_on_with_what_is_left() -> None:
    g = position(german("recovery_tank", "2305"), wrecks=["2305"], step=MOVE)
    play(g, Pick("recovery_tank"), Press("tow wreck"), To("2307"), Press("drop wreck"))
    assert "2311" in ways(g) and "2313" not in ways(g)
    assert Press("tow wreck") not in offered(g)
    play(g, To("2311"))
    assert g.wrecks == {"2307": 1} and g.spent["recovery_tank"] == 6


@pytest.mark.rule("NF-16.5.3")
def test_it_may_keep_towing_while_points_last() -> None:
    g = position(german("recovery_tank", "2305"), wrecks=["2305"], step=MOVE)
    play(g, Pick("recovery_tank"), Press("tow wreck"), To("2306"), To("2307"), To("2308"), Press("stop"))
    assert g.wrecks == {"2308": 1} and places(g, "recovery_tank") == ["2308"]


@pytest.mark.rule("NF-16.5.2", "NF-4.1.1")
def test_a_wreck_in_tow_takes_room_where_it_comes_to() -> None:
    friends = [german(kind, "2308", pinned=True) for kind in ("infantry", "stug_iii")]
    g = position(german("recovery_tank", "2306"), *friends, wrecks=["2306"], step=MOVE)
    play(g, Pick("recovery_tank"))
    assert "2308" in ways(g)
    play(g, Press("tow wreck"))
    assert "2308" not in ways(g) and refused(g, To("2308")) == "NF-4.0.4"


@pytest.mark.rule("NF-16.5.2", "NF-4.2.1")
def test_a_wreck_in_tow_leaves_room_for_one_more_in_the_stack() -> None:
    g = position(german("recovery_tank", "2305"), german("infantry", "2305"), german("stug_iii", "2305"), step=MOVE)
    play(g, Pick("recovery_tank"), Pick("infantry"), Pick("stug_iii"), Press("back"))
    g.wrecks = {**g.wrecks, "2305": 1}
    play(g, Pick("recovery_tank"), Press("tow wreck"), Pick("infantry"))
    assert refused(g, Pick("stug_iii")) == "NF-4.2.1"


@pytest.mark.rule("NF-16.5.2")
def test_no_other_unit_drags_the_wreck_on() -> None:
    g = position(german("recovery_tank", "2305"), german("infantry", "2305"), wrecks=["2305"], step=MOVE)
    play(g, Pick("recovery_tank"), Press("tow wreck"), Pick("infantry"), To("2306"))
    play(g, Drop("recovery_tank"), To("2308"))
    assert g.wrecks == {"2306": 1} and places(g, "infantry") == ["2308"]


# ------------------------------------------------------------------ 16.6 supply


@pytest.mark.rule("NF-16.6.1", "NF-16.6.2")
@pytest.mark.parametrize("supply", ["truck_supply", "sdkfz_251_supply"])
def test_e35_supply_gives_two_shots_within_three_hexes(supply: str) -> None:
    g = position(
        german(supply, "2311"),
        *pieces("stug_iii 2314, stug_iii 2308, stug_iii 2315, zis3 2317 spotted, m42 2318 spotted"),
        step=FIRE,
        visibility=6,
        strikes={"german": 1},
    )
    roll(g, *[1] * 6)
    play(g, Pick(supply), Press("supply"))
    fires = [supply] * (supply != "truck_supply")  # the truck has no gun
    assert sorted(g.supplied) == sorted([*fires, "stug_iii", "stug_iii-2"])
    play(g, Pick("stug_iii"), Fire("zis3"), Pick("stug_iii"), Fire("m42"), Pick("stug_iii-3"), Fire("zis3"))
    assert refused(g, Pick("stug_iii")) == "NF-13.0.4" and refused(g, Pick("stug_iii-3")) == "NF-13.0.4"
    assert places(g, supply) == ["2311"]
    play(g, Press("end"))
    assert places(g, supply) == ["gone"] and g.wrecks == {}
    assert g.fired_before.keys() == {"stug_iii", "stug_iii-3"}


@pytest.mark.rule("NF-16.6.1")
def test_both_shots_may_go_at_one_target() -> None:
    g = position(*pieces("truck_supply 2311, stug_iii 2314, zis3 2317 spotted"), step=FIRE, strikes={"german": 1})
    roll(g, 1, 1, 1, 1)
    play(g, Pick("truck_supply"), Press("supply"), Pick("stug_iii"), Fire("zis3"), Pick("stug_iii"), Fire("zis3"))
    assert g.fired == {"stug_iii": 2} and unrolled(g) == []


@pytest.mark.rule("NF-16.6.1")
def test_a_pinned_supply_vehicle_hands_out_nothing() -> None:
    g = position(*pieces("truck_supply 2311 pinned, stug_iii 2314, zis3 2317 spotted"), step=FIRE)
    assert refused(g, Pick("truck_supply")) == "NF-13.4.13"


@pytest.mark.rule("NF-16.6.2")
def test_supply_that_is_not_used_stays() -> None:
    g = position(german("truck_supply", "2311"), soviet("m42", "2313"), step=FIRE)
    play(g, Press("end"))
    assert places(g, "truck_supply") == ["2311"]
