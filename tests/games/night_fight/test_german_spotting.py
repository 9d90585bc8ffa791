"""10.2 German attempts, and who may or must fire at what was spotted."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.engine import Action, Match, Pick, Press, To
from grognard.engine.core.dice import NO_DICE
from grognard.games.night_fight import GAME
from grognard.games.night_fight.rules.german_fire import Window
from grognard.games.night_fight.rules.soviet_fire import SovietFire
from grognard.games.night_fight.rules.soviet_movement import SovietMovement
from grognard.games.night_fight.rules.state import NightFight
from grognard.games.night_fight.rules.unit_acts import Fire, Spot, UnitActs
from grognard.testing import offered, roll

from .situations import FIRE, MOVE, column, german, pieces, places, play, position, refused, soviet


@pytest.mark.rule("NF-10.2.1")
def test_a_german_unit_may_choose_what_to_look_at_or_not_to_look() -> None:
    g = position(german("pzkpfw_iv", "1935"), soviet("zis3", "1936"), soviet("m42", "1938"), step=FIRE)
    play(g, Pick("pzkpfw_iv"))
    assert {a for a in offered(g) if isinstance(a, Spot)} == {Spot("1936"), Spot("1938")}
    assert refused(g, Spot("1940")) == "NF-10.2.1"
    play(g, Press("back"), Press("end"))
    assert g.tried == {}


@pytest.mark.rule("NF-10.2.1")
def test_one_attempt_a_phase_and_none_after_firing() -> None:
    g = position(*pieces("pzkpfw_iv 1935, m42 1938 spotted, zis3 1938, maxim 1937"), step=FIRE, dice=[1])
    play(g, Pick("pzkpfw_iv"), Spot("1937"), Pick("pzkpfw_iv"))
    assert refused(g, Spot("1937")) == "NF-10.2.1"
    assert Fire("m42") in offered(g)  # a failed attempt does not stop it from firing
    roll(g, 1, 1)
    play(g, Fire("m42"))
    assert not g.asks


@pytest.mark.rule("NF-10.2.2")
def test_germans_never_look_in_their_own_movement_phase() -> None:
    g = position(german("pzkpfw_iv", "1935"), soviet("zis3", "1936", pinned=True), step=MOVE)
    play(g, Pick("pzkpfw_iv"))
    assert not any(isinstance(a, Spot | Fire) for a in offered(g))
    assert refused(g, Spot("1936")) == "GR-1"


@pytest.mark.rule("NF-10.2.3", "NF-13.0.2", "NF-8.5.1")
def test_a_moving_column_may_be_halted_spotted_and_fired_at() -> None:
    g = position(
        *pieces("pzkpfw_iv 2318, stug_iii 2318"),
        column(1, ["t34"] * 9, ["2313", "2312", "2311"], ahead="2314"),
        turn=1,
        step=SovietMovement(),
        dice=[6, 1, 1],
    )
    assert places(g, "c1") == ["2314"]
    play(g, Pick("pzkpfw_iv"), Spot("2314"))
    assert places(g, "1.1", "1.2", "1.3") == ["2314", "2313", "2312"]
    play(g, Pick("stug_iii"), Fire("1.1"))
    assert g.fired == {"stug_iii": 1}
    assert g.shot_at == {"1.1": True}


@pytest.mark.rule("NF-10.2.3")
def test_the_player_may_let_a_column_pass() -> None:
    g = position(
        german("pzkpfw_iv", "2318"), column(1, ["t34"] * 9, ["2313"], ahead="2314"), turn=1, step=SovietMovement()
    )
    play(g, Press("pass"))
    assert places(g, "c1") == ["2315"]


@pytest.mark.rule("NF-10.2.4", "NF-10.4.1")
def test_of_an_undeployed_column_only_the_marker_can_be_looked_at() -> None:
    g = position(
        german("pzkpfw_iv", "2318"),
        column(1, ["t34"] * 9, ["2316", "2315", "2314"], ahead="2317"),
        step=UnitActs("pzkpfw_iv"),
    )
    assert [a for a in offered(g) if isinstance(a, Spot)] == [Spot("2316")]
    assert {u.place for u in g.pieces.values() if u.column and u.id != "c1"} == {"box-1"}


@pytest.mark.rule("NF-10.2.5", "NF-13.0.2")
def test_e61_a_standing_piece_may_be_looked_at_as_the_phase_ends_but_not_fired_at() -> None:
    g = position(german("pzkpfw_iii", "1935"), soviet("zis3", "1938"), step=SovietMovement(), dice=[3])
    assert g.asks
    play(g, Pick("pzkpfw_iii"))
    assert Spot("1938") in offered(g)
    play(g, Spot("1938"))
    assert (g.pieces["zis3"].up, g.pieces["zis3"].spotted) == (True, True)
    assert not g.asks  # no fire at what stands still
    g.steps = (FIRE,)
    g.advance()
    play(g, Pick("pzkpfw_iii"))
    assert Fire("zis3") in offered(g)


@pytest.mark.rule("NF-10.2.5", "NF-10.2.1")
def test_an_attempt_on_the_column_leaves_none_for_the_standing_piece() -> None:
    g = position(
        *pieces("pzkpfw_iii 2318, zis3 2418"),
        column(1, ["t34"] * 9, ["2313"], ahead="2314"),
        turn=1,
        step=SovietMovement(),
        dice=[1],
    )
    play(g, Pick("pzkpfw_iii"), Spot("2314"))
    assert not g.asks
    assert g.steps == ()


@pytest.mark.rule("NF-10.2.5", "NF-13.0.2")
def test_fire_in_a_window_is_limited_to_what_moves() -> None:
    g = position(*pieces("stug_iii 2318, zis3 2418 spotted, t34 2317 spotted"), step=Window("german", ("t34",)))
    play(g, Pick("stug_iii"))
    assert [a for a in offered(g) if isinstance(a, Fire)] == [Fire("t34")]
    assert refused(g, Fire("zis3")) == "NF-13.0.2"


# ------------------------------------------------------------------ 10.3 who may or must fire


@pytest.mark.rule("NF-10.3.12", "NF-13.0.7")
def test_any_german_in_view_may_fire_at_what_another_spotted() -> None:
    g = position(german("infantry", "1936"), german("stug_iii", "1935"), soviet("zis3", "1939"), step=FIRE, dice=[6])
    play(g, Pick("infantry"), Spot("1939"), Pick("stug_iii"))
    assert Fire("zis3") in offered(g)


@pytest.mark.rule("NF-10.3.13", "NF-13.1.1")
def test_every_soviet_unit_in_view_must_fire_at_what_one_of_them_spotted() -> None:
    g = position(
        *pieces("pzkpfw_iv 1935, zis3 1936, m42 1937, maxim 1938"), step=SovietFire(), dice=[6, 1, 1, 1, 1, 1, 1]
    )
    assert g.fired == {"zis3": 1, "m42": 1, "maxim": 1}


# ------------------------------------------------------------------ what the odds may tell


def shown_odds(g: NightFight, action: Action) -> dict[str, Fraction] | None:
    odds = Match(GAME, g, NO_DICE).odds(action)
    return odds.chances if odds else None


@pytest.mark.rule("NF-10.0.1", "NF-10.3.1")
def test_the_odds_of_a_look_and_a_shot_are_shown() -> None:
    g = position(*pieces("pzkpfw_iv 1935, zis3 1938, t34 1937 spotted"), step=UnitActs("pzkpfw_iv"))
    assert shown_odds(g, Spot("1938")) == {"Spotted": Fraction(4, 6), "Not spotted": Fraction(2, 6)}
    chances = shown_odds(g, Fire("t34"))
    assert chances is not None
    assert chances["No effect"] == Fraction(6, 36)  # column 3: four or less


@pytest.mark.rule("NF-10.0.1")
@pytest.mark.parametrize("kind", ["dummy", "zis3"])
def test_the_odds_of_a_move_past_a_hidden_piece_are_not(kind: str) -> None:
    g = position(german("pzkpfw_iv", "1939"), soviet(kind, "1935"), step=MOVE)
    assert shown_odds(g, Press("end")) is None
    play(g, Pick("pzkpfw_iv"))
    assert shown_odds(g, To("1938")) is None
