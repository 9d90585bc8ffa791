"""15.0 Artillery."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine import Pick, Press, To
from grognard.games.night_fight.rules.artillery import scatters_on
from grognard.games.night_fight.rules.fire import Blast
from grognard.games.night_fight.rules.sequence import GameTurn
from grognard.games.night_fight.rules.setup import Buy, Purchase
from grognard.games.night_fight.rules.soviet_fire import SovietFire
from grognard.games.night_fight.rules.soviet_movement import SovietMovement
from grognard.games.night_fight.rules.state import NightFight, Unit
from grognard.games.night_fight.rules.unit_acts import Spot
from grognard.testing import logged, offered, roll, unrolled

from .situations import FIRE, MOVE, Formation, column, german, pieces, places, play, position, refused, soviet


def strike(target: str, *things: Unit | Formation, dice: tuple[int, ...], **fields: Any) -> NightFight:
    """A strike is called on a hex."""
    g = position(*things, step=FIRE, strikes={"german": 1}, **fields)
    roll(g, *dice)
    play(g, Press("strike"), To(target))
    return g


@pytest.mark.rule("NF-15.0.1", "NF-15.0.2")
def test_strikes_are_bought_and_stay_off_the_map() -> None:
    g = position(step=Purchase("german"), points={"german": 30})
    play(g, Buy("command_car"), Buy("artillery_strike"), Buy("artillery_strike"))
    assert g.strikes == {"german": 2} and [u.type for u in g.pieces.values()] == ["command_car"]


@pytest.mark.rule("NF-15.1.1")
def test_a_strike_is_called_in_the_german_fire_phase_on_any_hex() -> None:
    g = position(german("infantry", "2311"), step=FIRE, strikes={"german": 1})
    play(g, Press("strike"))
    assert refused(g, To("1043")) == "" and refused(g, To("9999")) == "NF-15.1.1"


@pytest.mark.rule("NF-15.1.1")
def test_no_strike_in_any_other_phase() -> None:
    g = position(german("infantry", "2311"), step=MOVE, strikes={"german": 1})
    assert refused(g, Press("strike")) == "GR-1"
    g = position(
        german("infantry", "2311"),
        column(1, ["t34"], ["2316"], ahead="2315"),
        step=SovietMovement(),
        strikes={"german": 1},
        dice=[2],
    )
    assert refused(g, Press("strike")) == "GR-1"


@pytest.mark.rule("NF-15.1.1")
def test_no_strike_on_turn_one() -> None:
    g = position(german("infantry"), strikes={"german": 1})
    g.steps = (GameTurn(1),)
    g.advance()
    assert g.phase == "German movement"


@pytest.mark.rule("NF-15.1.1")
def test_any_number_of_strikes_in_one_phase() -> None:
    g = position(german("infantry", "2311"), step=FIRE, strikes={"german": 2}, dice=[6, 6])
    play(g, Press("strike"), To("2340"), Press("strike"), To("2341"))
    assert g.strikes == {"german": 0}
    assert not g.asks


@pytest.mark.rule("NF-15.1.2", "NF-11.0.4")
def test_observers_make_strikes_truer() -> None:
    assert scatters_on(position(german("command_car", "2311")), "german", "2315") == 1
    assert scatters_on(position(german("infantry", "2311")), "german", "2315") == 2
    assert scatters_on(position(german("command_car", "2310")), "german", "2315") == 3


@pytest.mark.rule("NF-15.1.2", "NF-11.0.5")
def test_pinned_and_crowded_observers_see_nothing() -> None:
    assert scatters_on(position(german("command_car", "2311", pinned=True)), "german", "2315") == 3
    crowd = [german("infantry", "2311") for _ in range(4)]
    assert scatters_on(position(*crowd), "german", "2315") == 3


@pytest.mark.rule("NF-15.1.2", "NF-20.2.4")
def test_another_players_command_unit_is_an_observer_like_any_other() -> None:
    g = position(german("command_car", "2311", side="german-2"), players=2)
    assert (scatters_on(g, "german", "2315"), scatters_on(g, "german-2", "2315")) == (2, 1)


@pytest.mark.rule("NF-15.1.2", "NF-15.1.3")
@pytest.mark.parametrize(("observer", "die"), [("command_car", 2), ("infantry", 3)])
def test_e42_a_die_that_holds_hits_the_hex_named(observer: str, die: int) -> None:
    g = strike("2520", german(observer, "2518"), soviet("zis3", "2520", up=True), dice=(die, 6, 6))
    assert places(g, "zis3") == ["gone"]


@pytest.mark.rule("NF-15.1.2", "NF-15.3.1", "NF-15.3.2")
@pytest.mark.parametrize(("observer", "die"), [("command_car", 1), ("infantry", 2)])
def test_e42_a_strike_that_scatters_hits_whoever_is_there(observer: str, die: int) -> None:
    g = strike("2520", german(observer, "2518"), *pieces("stug_iii 2822, zis3 2520 up"), dice=(die, 1, 3, 6, 6))
    assert places(g, "zis3", "stug_iii") == ["2520", "gone"]


@pytest.mark.rule("NF-15.3.1")
def test_a_strike_that_scatters_off_the_map_is_lost() -> None:
    g = strike("1000", german("infantry", "2311"), dice=(1, 5, 1))
    assert unrolled(g) == [] and g.strikes == {"german": 0}


# ------------------------------------------------------------------ 15.4 effect


def column_rolled(g: NightFight) -> list[str]:
    return [str(e) for e in logged(g, "NF-15.4.1")]


@pytest.mark.rule("NF-15.4.1")
def test_every_unit_in_the_hex_has_its_own_roll() -> None:
    g = strike("2314", *pieces("command_car 2311, zis3 2314 up, soviet_infantry 2314 up"), dice=(6, 6, 6, 1, 1))
    assert places(g, "zis3", "soviet_infantry") == ["gone", "2314"] and unrolled(g) == []


@pytest.mark.rule("NF-15.4.1", "NF-15.4.2")
@pytest.mark.parametrize(("faces", "pinned"), [((1, 4), False), ((1, 5), True)])
def test_e43_a_strike_on_an_overstacked_hex(faces: tuple[int, int], pinned: bool) -> None:
    # 6 against 3 is 3; outgunned -2, overstacked +1, the road is nothing: column 2, where 6 pins and 5 does not
    tanks = column(1, ["t34"] * 4, ["2314"], ahead="2315", deployed=True, slots=[0, 0, 0, 0], up=True)
    g = strike("2314", german("command_car", "2311"), tanks, dice=(6, *faces, 1, 1, 1, 1, 1, 1))
    assert [g.pieces[f"1.{n}"].pinned for n in (1, 2, 3, 4)] == [pinned, False, False, False]


@pytest.mark.rule("NF-15.4.2")
def test_no_other_shift_touches_a_strike() -> None:
    # Kharkov's SS, a road, flares and a soft target change nothing: 6 against 3 (Guards) is column 3, 5 pins, 4 not
    for faces, pinned in (((1, 3), False), ((1, 4), True)):
        g = strike(
            "2314",
            *pieces("command_car 2313, guards 2314 up"),
            dice=(6, *faces),
            scenario="kharkov",
            lit=["2314"],
            quality="guards",
        )
        assert g.pieces["guards"].pinned is pinned


@pytest.mark.rule("NF-15.4.1")
def test_a_hidden_piece_that_is_not_hurt_stays_hidden() -> None:
    g = strike("2314", german("command_car", "2311"), soviet("zis3", "2314"), dice=(6, 1, 1))
    assert not g.pieces["zis3"].up
    g = strike("2314", german("command_car", "2311"), soviet("zis3", "2314"), dice=(6, 4, 3))
    assert g.pieces["zis3"].up and g.pieces["zis3"].pinned and not g.pieces["zis3"].spotted


@pytest.mark.rule("NF-15.4.1", "NF-8.5.6")
def test_nothing_is_told_of_what_cannot_be_seen_and_is_not_hurt() -> None:
    """R39, R19 Not even the dice: they would tell a gun from a Dummy."""
    hidden: list[tuple[Unit | Formation, tuple[int, ...]]] = [
        (soviet("zis3", "2314"), (6, 1, 1)),
        (column(1, ["t34"], ["2314"], ahead="2313"), (6, 1, 1)),
        (soviet("artillery", "2314"), (6,)),
    ]
    for target, dice in hidden:
        g = strike("2314", german("command_car", "2311"), target, dice=dice)
        assert logged(g, "NF-15.4.1") == []
    g = strike("2314", german("command_car", "2311"), soviet("zis3", "2314", up=True), dice=(6, 1, 1))
    assert [event.dice for event in logged(g, "NF-15.4.1")] == [(1, 1)]


@pytest.mark.rule("NF-15.4.1")
def test_a_dummy_that_is_hurt_is_gone() -> None:
    g = strike("2314", german("command_car", "2311"), soviet("dummy", "2314"), dice=(6, 1, 2))
    assert places(g, "dummy") == ["gone"]


@pytest.mark.rule("NF-15.5.1")
def test_a_strike_falls_once() -> None:
    g = strike("2340", german("infantry", "2311"), soviet("zis3", "2314"), dice=(6,))
    assert g.strikes == {"german": 0} and refused(g, Press("strike")) == "NF-15.5.1"


# ------------------------------------------------------------------ 8.5, R19 an unspotted column under artillery


@pytest.mark.rule("NF-8.5.6", "NF-15.4.1")
def test_e49_a_marker_that_is_not_hurt_shows_nothing() -> None:
    g = strike("2314", german("command_car", "2311"), column(1, ["t34", "kv1"], ["2314"], ahead="2313"), dice=(6, 3, 3))
    assert places(g, "c1", "1.1", "1.2") == ["2314", "box-1", "box-1"] and not g.pieces["1.1"].up
    assert not any("T-34" in str(e) for e in g.events or [])


@pytest.mark.rule("NF-8.5.7", "NF-15.4.1")
def test_e49_a_marker_that_is_hurt_deploys() -> None:
    g = strike("2314", german("command_car", "2311"), column(1, ["t34", "kv1"], ["2314"], ahead="2313"), dice=(6, 3, 4))
    assert places(g, "c1", "1.1", "1.2") == ["gone", "2314", "2315"]
    assert g.pieces["1.1"].up and g.pieces["1.1"].pinned and not g.pieces["1.2"].up
    assert g.columns["1"].stopped


# ------------------------------------------------------------------ 15.2 Soviet artillery


@pytest.mark.rule("NF-15.2.1", "NF-15.2.2", "NF-15.4.1", "NF-15.5.1")
def test_e44_soviet_artillery_falls_on_the_hex_it_spots() -> None:
    g = position(*pieces("infantry 2214, pzkpfw_iv 2214, artillery 2217"), step=SovietFire(), dice=[4, 3, 4, 4, 5])
    # against the platoon column 0/1: 7 pins; against the tank column -3: 9 does nothing
    assert (g.pieces["infantry"].pinned, g.pieces["pzkpfw_iv"].pinned) == (True, False)
    assert places(g, "artillery") == ["gone"] and unrolled(g) == []


@pytest.mark.rule("NF-15.2.1")
def test_soviet_artillery_looks_once_like_any_piece() -> None:
    g = position(german("infantry", "2214"), soviet("artillery", "2217"), step=SovietFire(), dice=[3])
    assert places(g, "artillery") == ["2217"] and not g.pieces["artillery"].up and not g.pieces["infantry"].spotted


@pytest.mark.rule("NF-15.2.2")
def test_soviet_artillery_falls_on_movers_too() -> None:
    g = position(german("infantry", "2309"), soviet("artillery", "2314"), step=MOVE, dice=[4, 1, 1])
    play(g, Pick("infantry"), To("2310"))
    assert places(g, "artillery") == ["gone"] and g.pieces["infantry"].place == "2310"


@pytest.mark.rule("NF-15.2.3", "NF-15.2.4")
def test_soviet_artillery_is_never_spotted_or_fired_at() -> None:
    g = position(german("pzkpfw_iv", "2311"), soviet("artillery", "2314"), step=FIRE, dice=[6])
    play(g, Pick("pzkpfw_iv"), Spot("2314"))
    piece = g.pieces["artillery"]
    assert (piece.up, piece.spotted, piece.place) == (False, False, "2314") and not offered(g)


@pytest.mark.rule("NF-15.2.3")
def test_soviet_artillery_does_not_fire_at_what_others_spotted() -> None:
    g = position(german("infantry", "2214", spotted=True), soviet("artillery", "2217"), step=SovietFire())
    assert places(g, "artillery") == ["2217"] and not g.pieces["artillery"].up


@pytest.mark.rule("NF-15.2.4")
def test_germans_do_not_enter_its_hex() -> None:
    g = position(german("infantry", "2311"), soviet("artillery", "2316"), step=MOVE)
    play(g, Pick("infantry"))
    assert refused(g, To("2316")) == "NF-8.0.6"


@pytest.mark.rule("NF-15.2.4")
def test_soviet_artillery_is_not_hurt_by_shells() -> None:
    g = position(soviet("artillery", "2314"), step=Blast("artillery", 6))
    assert places(g, "artillery") == ["2314"] and unrolled(g) == []
