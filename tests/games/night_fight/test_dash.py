"""21.2 The dash for the exit: few strong units, three abreast."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.engine import NEVER, Action, Pick, Press
from grognard.games.night_fight import GAME
from grognard.games.night_fight.mind.plans import DASH_FORCE
from grognard.games.night_fight.mind.weights import BY_HAND, FITTED
from grognard.games.night_fight.rules.german_movement import Together
from grognard.games.night_fight.rules.setup import Buy, Purchase
from grognard.games.night_fight.rules.state import NightFight

from .situations import MOVE, german, play, position


def judged(g: NightFight, action: Action, **weights: Any) -> float:
    g.judge_by(replace(BY_HAND, **weights))
    return GAME.mind.judged(g, "german", [action])[0]


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
