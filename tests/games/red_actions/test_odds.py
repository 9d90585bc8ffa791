"""Odds: of every roll of one's own, with what they take for granted of the others, and nothing of what hides."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

import grognard
from grognard.engine import Action, Match, Odds, Pick, Press, RandomDice, Step
from grognard.games.red_actions import GAME
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.ambush import AmbushWindow, Scout, Sprung
from grognard.games.red_actions.rules.breakdowns import Free
from grognard.games.red_actions.rules.charging import Charge, ChargeTest
from grognard.games.red_actions.rules.data import FIGHTS, Officer
from grognard.games.red_actions.rules.moving import Go, LieDown
from grognard.games.red_actions.rules.rally import RallyFromPinned
from grognard.games.red_actions.rules.retire import RetireResult, TakeFear
from grognard.games.red_actions.rules.segment import Hold
from grognard.games.red_actions.rules.sequence import Finished, Segments
from grognard.games.red_actions.rules.shot_orders import Fire, FireLow, Search, Shell
from grognard.games.red_actions.rules.state import RedActions
from grognard.games.red_actions.rules.view import determinize, view
from grognard.games.red_actions.rules.volley import ReturnFire, Volley
from grognard.games.red_actions.rules.works import CrossTheWire

from .companies import foe, rifles
from .situations import area, battle, line, run, unit

WOOD = area("wood", "woods", 20, 30, 20, 8)
CLEVER = Officer(2, ("Clever",))
GONE = "those who are charged run"


def told(g: RedActions, action: Action, *steps: Step) -> Odds | None:
    """The odds that whoever is asked sees of an answer."""
    match = Match(GAME, g, RandomDice(random.Random(1)))
    run(match.state, *(steps or (Acting("whites-w"),)))  # type: ignore[arg-type]
    assert action in match.decision.asks[0].actions, "it is no answer"
    return match.odds(action, match.decision.asks[0].side)


def known(g: RedActions, action: Action, *steps: Step) -> Odds:
    odds = told(g, action, *steps)
    assert odds is not None and sum(odds.chances.values()) == 1
    return odds


def lurker(**more: Any) -> Any:
    return unit("reds", "makhno_inf", 4, 60, 44, 180, name="h", hidden=True, unseen=True, **more)


# ------------------------------------------------------------------ every roll of one's own


@pytest.mark.rule("RA-MOR.18", "RA-RAL.4")
def test_the_chance_to_rally_from_pinned_stands_whoever_lurks() -> None:
    for others in ((), (lurker(),)):
        g = battle(rifles(pinned=True, terror=1), foe(45), *others)
        assert known(g, RallyFromPinned()).chances == {"rallied": Fraction(15, 36), "still pinned": Fraction(21, 36)}


@pytest.mark.rule("RA-TER.18", "RA-TER.19")
def test_the_chance_at_the_wire() -> None:
    wire = line("wire", "wire", (0, 23), (72, 23))
    g = battle(rifles(y=22.95, held="wire"), foe(45), terrain=(wire,))
    assert known(g, CrossTheWire()).chances == {"comes through": Fraction(1, 2), "is held": Fraction(1, 2)}


@pytest.mark.rule("RA-TRT.1", "RA-AMB.4")
def test_the_roll_of_a_mob_is_told_of_every_order_whoever_lurks() -> None:
    g = battle(rifles("red_guard"), foe(40), lurker())
    assert known(g, Go(3000, 2300)).chances == {"obeys": Fraction(2, 3), "will not budge": Fraction(1, 3)}
    assert known(g, LieDown()).chances["obeys"] == Fraction(2, 3)


@pytest.mark.rule("RA-MOV.25", "RA-TRT.1")
def test_a_mob_that_shoots_and_lies_down_again_is_told_of_its_shot() -> None:
    g = battle(rifles("red_guard", lying=True), foe(40))
    odds = known(g, FireLow("reds-r"))
    assert odds.preview is not None and "obeys" not in odds.chances and "no effect" in odds.chances


@pytest.mark.rule("RA-TER.7", "RA-TER.10", "RA-AMB.4")
def test_a_vehicle_knows_the_chance_of_its_breakdowns_unless_somebody_lurks() -> None:
    hedge = line("hedge", "hedge", (0, 21), (72, 21))
    tank = rifles("tank_heavy", 1)
    odds = known(battle(tank, foe(45), terrain=(hedge,)), Go(3000, 2200))
    assert odds.chances == {
        "it goes on": Fraction(4, 6),
        "it is stuck": Fraction(1, 6),
        "it is stuck for good": Fraction(1, 6),
    }
    assert told(battle(tank, foe(45), lurker(), terrain=(hedge,)), Go(3000, 2200)) is None
    assert known(battle(rifles("tank_heavy", 1, stuck="stuck"), foe(45), lurker()), Free()).chances["free"] == Fraction(
        1, 2
    )


@pytest.mark.rule("RA-MOR.4", "RA-AMB.4")
def test_the_charge_test_is_told_whoever_lurks() -> None:
    g = battle(rifles(), foe(25), lurker())
    odds = known(g, Charge("reds-r"))
    assert odds.chances == {"the charge goes in": Fraction(21, 36), "the charge fails": Fraction(15, 36)}
    assert odds.assumes == ()


@pytest.mark.rule("RA-VEH.5", "RA-MEL.3")
def test_whoever_charges_without_a_test_is_told_how_the_fight_may_end_and_what_that_assumes() -> None:
    g = battle(rifles("tank_heavy", 1), foe(24))
    odds = known(g, Charge("reds-r"))
    assert odds.assumes == ("those who are charged only stand",)
    assert set(odds.chances) <= {*FIGHTS.values(), "it breaks down", GONE} and len(odds.chances) > 5
    assert told(battle(rifles("tank_heavy", 1), foe(24), lurker()), Charge("reds-r")) is None


@pytest.mark.rule("RA-VEH.5", "RA-MOV.21", "RA-TER.7", "RA-MOR.28")
def test_a_vehicle_that_charges_two_across_a_hedge_is_told_its_odds() -> None:
    hedge, tank = line("hedge", "hedge", (0, 21), (72, 21)), rifles("tank_heavy", 1)
    crowd = (foe(23.5, x=29), unit("reds", "red_rifle", 4, 31.5, 23.5, 180, name="s"))
    odds = known(battle(tank, *crowd, terrain=(hedge,)), Charge("reds-r"))
    assert odds.assumes == ("those who are charged only stand",)
    sets_out = 1 - odds.chances[GONE]  # somebody is left whom it meets
    assert odds.chances["it is stuck"] == odds.chances["it is stuck for good"] == sets_out / 6  # at the hedge
    assert odds.chances["it breaks down"] == sets_out * 4 / 6 / 6  # the hedge behind it, at speed


@pytest.mark.rule("RA-AMB.12", "RA-AMB.8")
def test_a_sprung_ambush_is_told_its_shot_and_its_fight() -> None:
    ambusher = unit("reds", "makhno_inf", 4, 30, 25, 180, name="h")
    g = battle(rifles(), ambusher)
    sprung = Sprung("reds-h", "whites-w")
    assert known(g, Fire("whites-w"), sprung).assumes == ("nobody returns fire",)
    assert known(g, Charge("whites-w"), sprung).assumes == ("those who are charged only stand",)


@pytest.mark.rule("RA-ART.21", "RA-ART.11")
def test_a_shell_at_an_empty_house_has_the_same_odds_whoever_is_inside() -> None:
    house = area("house", "building_wood", 28, 30, 4, 4)
    gun = rifles("white_gun", 1, y=10)
    empty = known(battle(gun, lurker(), terrain=(house,)), Shell("house"))
    inside = unit("reds", "makhno_inf", 4, 30, 32, 180, name="h", hidden=True, unseen=True, place="house")
    assert known(battle(gun, inside, terrain=(house,)), Shell("house")).chances == empty.chances
    assert empty.chances["house falls"] == Fraction(10, 36) ** 2


@pytest.mark.rule("RA-TRT.7", "RA-MOR.32")
def test_a_fear_test_taken_instead_of_retiring_has_its_chance_and_retiring_none() -> None:
    g = battle(rifles("white_officer", terror=4), foe(30))
    retire = RetireResult("whites-w", 3000, 3000, True)
    assert known(g, TakeFear.stored, retire).chances == {
        "it routs": Fraction(26, 36),
        "it stays": Fraction(10, 36),
    }
    assert told(g, Press("retire"), retire) is None


# ------------------------------------------------------------------ what they take for granted


@pytest.mark.rule("RA-PRE.5", "RA-PRE.7")
def test_a_shot_takes_for_granted_that_nobody_answers_and_the_answer_that_the_shooters_stay() -> None:
    g = battle(rifles(), foe(30))
    assert known(g, Fire("reds-r")).assumes == ("nobody returns fire",)
    aim = Fire("reds-r").aim(g, g.pieces["whites-w"])
    g = battle(rifles(), foe(30))
    run(g, Acting("whites-w"))
    match = Match(GAME, g, RandomDice(random.Random(1)))
    match.take(Fire("reds-r"))
    odds = match.odds(Press("return fire"))
    assert odds is not None and odds.assumes == ("the shooters stay where they are",)
    assert known(battle(rifles(), foe(30)), Press("return fire"), ReturnFire(aim), Volley(aim)).assumes == ()


@pytest.mark.rule("RA-PRE.10", "RA-AMB.9")
def test_a_clever_officer_is_spoken_of_if_he_is_seen() -> None:
    mg = rifles("white_mg", 1)
    seen = unit("reds", "red_latvian", 4, 60, 44, 180, name="c", officer=CLEVER)
    assert known(battle(mg, foe(40), seen), Fire("reds-r")).assumes == ("nobody forestalls it",)
    spent = [known(battle(mg, foe(40), lurker(officer=CLEVER, tried=tried)), Fire("reds-r")) for tried in (True, False)]
    assert spent[0] == spent[1] and spent[0].assumes == ()


# ------------------------------------------------------------------ never of another side's roll, nor of what hides


@pytest.mark.rule("RA-PRE.1", "RA-PRE.5", "RA-PRE.9", "RA-AMB.7")
def test_what_is_let_pass_is_another_sides_roll_and_has_no_odds() -> None:
    g = battle(rifles(), foe(30))
    aim = Fire("reds-r").aim(g, g.pieces["whites-w"])
    assert told(g, Press("hold fire"), ReturnFire(aim), Volley(aim)) is None
    charged = battle(rifles("tank_heavy", 1), foe(24), dice=(1, 1))
    run(charged, ChargeTest("whites-w", "reds-r"))
    match = Match(GAME, charged, RandomDice(random.Random(1)))
    assert match.odds(Press("stand")) is None and match.odds(Press("fire")) is not None
    clever = battle(rifles(routing=True), unit("reds", "red_latvian", 4, 60, 44, 180, name="c", officer=CLEVER))
    run(clever, Acting("whites-w"))
    match = Match(GAME, clever, RandomDice(random.Random(1)))
    assert match.odds(Press("let it go")) is None
    odds = match.odds(Pick("reds-c"))
    assert odds is not None and odds.chances == {"acts first": Fraction(1, 6), "too late": Fraction(5, 6)}
    hidden = battle(rifles("tank_heavy", 1), lurker())
    assert told(hidden, Press("wait"), AmbushWindow("whites-w")) is None


@pytest.mark.rule("RA-TRN.10")
def test_rallies_that_routers_owe_are_nobodys_odds() -> None:
    g = battle(rifles(), foe(40, routing=True))
    assert told(g, Hold(), Acting("whites-w"), Finished("whites-w"), Segments("reds")) is None


@pytest.mark.rule("RA-AMB.4", "RA-SHO.53")
def test_scouting_and_searching_tell_nothing_beforehand() -> None:
    here = unit("reds", "makhno_inf", 4, 30, 31, 180, name="h", hidden=True)
    assert told(battle(rifles(y=27), here, terrain=(WOOD,)), Scout("wood")) is None
    gun = rifles("white_gun", 1, y=5)
    assert told(battle(gun, here, terrain=(WOOD,)), Search(3000, 3400)) is None


@pytest.mark.rule("RA-AMB.1", "RA-AMB.4")
def test_the_odds_are_the_same_in_every_deal_of_what_hides() -> None:
    """Whole turns of Peregonovka: whatever the Whites are told agrees with what they would be told in another deal."""
    match = grognard.new("red-actions", "peregonovka", seed=2)
    rng, compared = random.Random(2), 0
    while compared < 12 and not match.over:
        ask = match.decision.asks[0]
        if any(u.unseen and u.side != ask.side for u in match.state.pieces.values()):
            state = match.state
            assert isinstance(state, RedActions)
            dealt = determinize(state, ask.side, rng)
            assert view(dealt, ask.side) == view(state, ask.side)
            twin = Match(GAME, dealt, RandomDice(random.Random(1)))
            dealt.advance()
            for action in list(ask.actions)[:4]:
                compared += (odds := match.odds(action, ask.side)) is not None
                assert twin.odds(action, ask.side) == odds, action
        match.take(ask.actions.choice(rng), ask.side)
    assert compared >= 12
