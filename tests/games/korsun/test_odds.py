"""Odds of the pocket: what they take for granted, what the enemy's best does, and rolls of many dice."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.engine import Match, Pick, RiggedDice
from grognard.games.folio.rules.combat import ATTACK, CombatPhase, Declare
from grognard.games.folio.rules.state import Battle
from grognard.games.folio.rules.support import PASS, Support
from grognard.games.korsun import GAME
from grognard.games.korsun.rules.air_supply import NONE, AirSupply
from grognard.games.korsun.rules.data import COUNTERS, GROUPS, SOVIET
from grognard.games.korsun.rules.reserves import ROLL_ALL, ReleaseRolls
from grognard.games.korsun.rules.state import Draw, GiveUp, Pocket
from tests.games.folio.situation import begin, play
from tests.games.korsun.situation import pocket
from tests.games.korsun.test_supply import CUT, GREEN

II_1, VAR = "G-1SS-II/1", "S-16TC-Var"


def asked_of(g: Pocket) -> Match:
    """A match that goes on from a position."""
    return Match(GAME, g, RiggedDice([]))


@pytest.mark.rule("KP-16.0.1", "FO-8.3.2")
def test_the_worst_odds_are_those_of_draws_from_the_best_pool_of_the_enemy() -> None:
    """What a pool holds lies open; what is drawn from it is chance."""
    units, markers = {VAR: "0717", II_1: "0716"}, {"16TC": (1, 3), "Relief": (2,)}
    odds = asked_of(pocket(units, Declare(VAR, attackers=(II_1,)), weather="fog", markers=markers)).odds(ATTACK)
    assert odds is not None and odds.worst is not None
    assert odds.assumes == ("you play no support", "the enemy plays no support")
    assert odds.worst.assumes == ("you play no support", "the enemy plays his best support")
    battle = Battle(VAR, "0717", (II_1,), (), (1, 3))
    both = asked_of(pocket(units, Support(battle, 2), weather="fog", markers={**markers, "16TC": ()})).odds(PASS)
    assert both is not None and odds.worst.chances == both.chances


@pytest.mark.rule("KP-12.2.3", "KP-12.3.1")
def test_odds_say_that_nobody_is_supplied_by_air_and_what_it_would_change() -> None:
    """A cut-off regiment counts 2 of its 4; supplied by air it counts all of them."""
    markers: dict[str, tuple[int, ...]] = {"Encircled": (), "16TC": (), "SovAir": ()}
    g = pocket(CUT, Declare(GREEN, attackers=(VAR,)), current=SOVIET, markers=markers)
    odds = asked_of(g).odds(ATTACK)
    assert odds is not None and odds.worst is not None
    assert odds.assumes == ("the enemy supplies nobody by air",)
    assert odds.worst.assumes == ("the enemy supplies a unit by air",)
    play(g, ATTACK)
    assert isinstance(g.steps[-1], AirSupply)
    assert asked_of(g.clone()).odds(NONE, "German") is not None
    play(g, Pick(GREEN))
    flown = asked_of(g).odds(GiveUp(6), "German")
    assert flown is not None and flown.chances == odds.worst.chances != odds.chances


@pytest.mark.rule("KP-12.2.3")
def test_the_odds_of_ones_own_attack_name_ones_own_air_supply() -> None:
    g = pocket(CUT, CombatPhase(), markers={"Encircled": (), "Luftwaffe": (), "16TC": ()})
    odds = asked_of(g).odds(Pick(VAR))
    assert odds is not None and odds.assumes == ("you supply nobody by air",)


@pytest.mark.rule("KP-19.0.2")
def test_the_odds_of_all_release_rolls_are_told_by_how_many_wake() -> None:
    """One die each: so many sixes of so many."""
    two = {"S-18TC-110": "2429", "S-18TC-170": "2430"}
    g = pocket(two, ReleaseRolls(), current=SOVIET, asleep=two, phase="Movement")
    odds = asked_of(g).odds(ROLL_ALL)
    shares = {"none released": 25, "1 released": 10, "2 released": 1}
    assert odds is not None and odds.chances == {name: Fraction(share, 36) for name, share in shares.items()}
    play(g, ROLL_ALL, dice=[5, 6])
    assert g.asleep == {"S-18TC-110": True}


@pytest.mark.rule("KP-19.0.2")
def test_they_are_found_for_the_whole_army_at_once() -> None:
    sleepers = [unit for unit, what in COUNTERS.items() if GROUPS[what.group].sleeps]
    g = Match.new(GAME, "campaign", seed=1).state
    assert isinstance(g, Pocket)
    g.turn, g.current = 2, SOVIET
    begin(g, ReleaseRolls())
    odds = asked_of(g).odds(ROLL_ALL)
    assert odds is not None and len(odds.chances) == len(sleepers) + 1 and sum(odds.chances.values()) == 1
    assert odds.chances["none released"] == Fraction(5, 6) ** len(sleepers)


@pytest.mark.rule("KP-16.0.1", "FO-8.3.6")
def test_a_pool_that_is_declared_for_later_tells_the_enemy_nothing() -> None:
    """Neither the prompt nor the odds nor how many counters the pool holds."""
    told = set()
    for action in (Draw("Relief"), Draw("Relief", "Luftwaffe"), Draw("Relief", "Relief")):
        step = Support(Battle(VAR, "0717", (II_1,)))
        g = pocket({VAR: "0717", II_1: "0716"}, step, dice=[1], markers={"16TC": (1, 2), "Relief": (2, 2)})
        play(g, action)
        match = asked_of(g)
        answers = [(str(each), str(match.odds(each, SOVIET))) for each in match.decision.actions]
        told.add((match.decision.prompt, tuple(answers), str(match.view(SOVIET).tracks)))
    assert len(told) == 1
