"""Exact odds of every answer that leads to a roll of the player's own; and none that would tell a secret."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from grognard.engine import Action, Match, Pick, Press, To
from grognard.engine.core.odds import enumerate_odds
from grognard.games.night_fight import GAME
from grognard.games.night_fight.rules.fire import Result
from grognard.games.night_fight.rules.rally import GermanRally
from grognard.games.night_fight.rules.state import NightFight
from grognard.games.night_fight.rules.unit_acts import Fire, Spot
from grognard.players import make_player
from grognard.players.base import play_out
from grognard.testing import begin, offered

from .situations import FIRE, MOVE, german, pieces, play, position, soviet

HOLDS, GIVES = "The bridge holds", "Loses the bridge, and all on it"
FALLS, ASTRAY = "Falls where it was called", "Astray"


def odds(g: NightFight, action: Action) -> dict[str, Fraction] | None:
    """What a player may know of the chances of an answer."""
    step = g.steps[-1]
    return None if step.hides_odds(g, action) else enumerate_odds(g, g.asks[0].side, action)


# ------------------------------------------------------------------ 10.3, 13.3 looks and shots


@pytest.mark.rule("NF-10.3.1", "NF-13.3.4", "NF-22.4.1")
def test_a_look_and_a_shot_have_the_chances_of_their_dice() -> None:
    g = position(*pieces("pzkpfw_iv 1935, zis3 1938 spotted, m42 1937"), step=FIRE)
    play(g, Pick("pzkpfw_iv"))
    assert odds(g, Spot("1937")) == {"Not spotted": Fraction(1, 3), "Spotted": Fraction(2, 3)}  # German: 3 or more
    shot = odds(g, Fire("zis3"))
    assert (
        shot is not None and sum(shot.values()) == 1 and set(shot) == {"No effect", "Pinned", "Retreat", "Eliminated"}
    )
    assert odds(g, Press("back")) is None


# ------------------------------------------------------------------ 15.1 strikes


@pytest.mark.rule("NF-15.1.2")
@pytest.mark.parametrize(("eyes", "astray"), [("command_car 1935", 1), ("infantry 1935", 2), ("infantry 2340", 3)])
def test_a_strike_has_the_chance_to_scatter_that_its_observer_gives(eyes: str, astray: int) -> None:
    g = position(*pieces(f"{eyes}, m42 1937"), strikes={"german": 1}, step=FIRE)
    play(g, Press("strike"))
    assert odds(g, To("1937")) == {ASTRAY: Fraction(astray, 6), FALLS: Fraction(6 - astray, 6)}
    working = g.steps[-1].preview(g, To("1937"))
    assert working is not None and (working.needs, working.at_most) == (astray, True)
    assert odds(g, Press("back")) is None


# ------------------------------------------------------------------ 19.0 bridges


@pytest.mark.rule("NF-19.0.1", "NF-19.0.4")
def test_a_super_heavy_unit_knows_what_a_bridge_may_do() -> None:
    g = position(german("pzkpfw_vi", "2026"), step=MOVE)
    play(g, Pick("pzkpfw_vi"))
    assert odds(g, To("2028")) == odds(g, To("2029")) == {HOLDS: Fraction(5, 6), GIVES: Fraction(1, 6)}
    assert odds(g, To("2025")) is None  # no bridge on the way
    g = position(*pieces("pzkpfw_vi 2027, pzkpfw_vi 2027"), step=MOVE)
    play(g, Pick("pzkpfw_vi"), Pick("pzkpfw_vi-2"))
    assert odds(g, To("2028")) == {HOLDS: Fraction(25, 36), GIVES: Fraction(11, 36)}
    g = position(*pieces("pzkpfw_vi 2027, engineers 2027"), step=MOVE)
    play(g, Pick("pzkpfw_vi"), Pick("engineers"))
    assert odds(g, To("2028")) is None
    g = position(german("pzkpfw_iv", "2027"), step=MOVE)
    play(g, Pick("pzkpfw_iv"))
    assert odds(g, To("2028")) is None


@pytest.mark.rule("NF-19.0.1", "NF-10.0.1")
@pytest.mark.parametrize("hidden", ["m42", "dummy", "artillery"])
def test_where_hidden_pieces_look_on_before_the_bridge_no_odds_are_told_whatever_they_are(hidden: str) -> None:
    g = position(german("pzkpfw_vi", "2026"), soviet(hidden, "2126"), step=MOVE, visibility=2)
    play(g, Pick("pzkpfw_vi"))
    assert odds(g, To("2029")) is None
    g = position(german("pzkpfw_vi", "2027"), soviet(hidden, "2126"), step=MOVE, visibility=2)
    play(g, Pick("pzkpfw_vi"))
    assert odds(g, To("2028")) == {HOLDS: Fraction(5, 6), GIVES: Fraction(1, 6)}  # the bridge comes first


@pytest.mark.rule("NF-19.0.1", "NF-13.4.5")
def test_a_super_heavy_unit_that_falls_back_knows_it_too() -> None:
    g = position(german("pzkpfw_vi", "2027"))
    begin(g, Result("pzkpfw_vi", "R", "2026"), dice=[1])
    assert odds(g, To("2028")) == {HOLDS: Fraction(5, 6), GIVES: Fraction(1, 6)}
    assert all(odds(g, a) is None for a in offered(g) if a != To("2028"))
    g = position(german("pzkpfw_vi", "2311"))
    begin(g, Result("pzkpfw_vi", "R", "2211"), dice=[2])
    play(g, To("2413"))  # by the bridge at 2312, or past it
    assert odds(g, To("2312")) == {HOLDS: Fraction(5, 6), GIVES: Fraction(1, 6)}


# ------------------------------------------------------------------ 14.0, 16.5 rally


@pytest.mark.rule("NF-14.0.1", "NF-16.5.1")
def test_whom_the_recovery_vehicle_rallies_decides_who_has_to_roll() -> None:
    things = pieces("recovery_tank 1935, stug_iii 1936 pinned, command_car 1934 pinned, infantry 1937 pinned")
    g = position(*things, step=GermanRally(), visibility=2)
    # the command car is up, and two roll in its view, 3 or more; or it rolls 4 or more first, and one of them after it
    assert odds(g, Pick("command_car")) == {
        "None rallies": Fraction(1, 6),
        "1 unit rallies": Fraction(1, 2),
        "2 units rally": Fraction(1, 3),
    }
    other = odds(g, Pick("stug_iii"))
    assert other is not None and other["2 units rally"] == Fraction(1, 2) * Fraction(1, 2)


# ------------------------------------------------------------------ nothing is told


@pytest.mark.rule("NF-10.0.1")
def test_odds_do_not_depend_on_what_lies_face_down() -> None:
    """In random matches: the odds of every answer are the same when all that is hidden is dealt anew."""
    match, rng, seen = Match.new(GAME, "kiev", seed=5, record=False), random.Random("odds and deals"), 0
    seats = {side: make_player("doctrine") for side in match.sides}
    while not match.over:
        g, ask = match.state, match.decision.asks[0]
        assert isinstance(g, NightFight)
        twin = GAME.rules.determinize(g, ask.side, rng)
        assert isinstance(twin, NightFight)
        for action in rng.sample(list(ask.actions), min(4, len(ask.actions))):
            assert odds(g, action) == odds(twin, action), action
            seen += odds(g, action) is not None
        play_out(match, seats, rng, limit=5)
    assert seen > 0
