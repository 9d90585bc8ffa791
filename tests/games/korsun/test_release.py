"""18.0, 19.0 Rebuilding, and the 5th Guards Tank Army."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine import Match, Pick, To
from grognard.games.folio.rules.advance import Advance
from grognard.games.folio.rules.combat import ATTACK, CombatPhase, Declare
from grognard.games.folio.rules.movement import Movement
from grognard.games.folio.rules.retreat import Retreat
from grognard.games.folio.rules.state import ELIMINATED, Bombard
from grognard.games.folio.rules.units import eliminate
from grognard.games.korsun import GAME
from grognard.games.korsun.rules.data import COUNTERS, FOLDER
from grognard.games.korsun.rules.reserves import NO_MORE, NOTHING, ROLL_ALL, Rebuild, ReleaseRolls, why_not_rebuild
from grognard.games.korsun.rules.scenarios import SCENARIOS
from grognard.games.korsun.rules.state import Draw, active
from grognard.games.korsun.rules.support import refill
from grognard.games.korsun.rules.victory import judge_victory
from tests.games.folio.situation import asked, begin, offered, places, play, why_not
from tests.games.korsun.situation import pocket

II_1 = "G-1SS-II/1"
CORPS_18 = [what.id for what in COUNTERS.values() if what.group == "18TC"]
ADHOC = "G-Corps-A2"


# ------------------------------------------------------------------ 18.0


@pytest.mark.rule("KP-18.0.1", "KP-18.0.4", "KP-18.0.6")
def test_one_rebuild_a_turn_of_either_kind() -> None:
    """KX-37"""
    units = {II_1: "0513", ADHOC: ELIMINATED, "G-5SS-I/9": ELIMINATED, "G-1SS-I/1": "0512"}
    g = pocket(units, Rebuild(), depleted=[II_1], phase="Rebuild")
    assert set(offered(g)) == {Pick(II_1), Pick(ADHOC), NOTHING}
    assert why_not(g, Pick("G-5SS-I/9")) == "KP-18.0.6"
    assert why_not(g, Pick("G-1SS-I/1")) == "KP-18.0.1"
    play(g, Pick(II_1))
    assert not g.pieces[II_1].depleted and places(g)[ADHOC] == ELIMINATED and not g.asks
    g = pocket(units, Rebuild(), depleted=[II_1], phase="Rebuild")
    play(g, Pick(ADHOC))
    assert places(g)[ADHOC] == "4007" and g.pieces[II_1].depleted and not g.asks


@pytest.mark.rule("KP-18.0.1")
def test_nobody_must_rebuild_and_only_his_own() -> None:
    g = pocket({II_1: "0513", "S-180-21": "2811"}, Rebuild(), depleted=[II_1, "S-180-21"], phase="Rebuild")
    assert why_not(g, Pick("S-180-21")) == "KP-18.0.1"
    play(g, NOTHING)
    assert g.pieces[II_1].depleted


@pytest.mark.rule("KP-18.0.2", "KP-18.0.3")
def test_in_supply_and_next_to_no_enemy() -> None:
    g = pocket({II_1: "0513", "S-180-21": "0512"}, depleted=[II_1])
    refusal = why_not_rebuild(g, g.pieces[II_1])
    assert refusal is not None and refusal.rule == "KP-18.0.3"
    lost = {f"S-206-{n}": h for n, h in ((722, "0112"), (737, "0117"), (748, "0122"))}
    g = pocket({II_1: "0209", "S-180-21": "0130", **lost}, depleted=[II_1])
    refusal = why_not_rebuild(g, g.pieces[II_1])
    assert refusal is not None and refusal.rule == "KP-18.0.2"
    green = pocket({"G-57-179": "4106", **lost, "S-180-21": "0130"}, depleted=["G-57-179"])
    assert why_not_rebuild(green, green.pieces["G-57-179"]) is None  # the airfield counts for green units


@pytest.mark.rule("KP-18.0.4", "KP-18.0.6")
def test_only_one_step_infantry_of_the_pocket_comes_back() -> None:
    units = {"G-72-172": ELIMINATED, "G-389-546": ELIMINATED, "S-5MC-745": ELIMINATED, "G-72-105": ELIMINATED}
    g = pocket(units)
    rules = {unit: why_not_rebuild(g, g.pieces[unit]) for unit in units}
    found = {unit: refusal.rule if refusal else "" for unit, refusal in rules.items()}
    assert found == {"G-72-172": "KP-18.0.4", "G-389-546": "", "S-5MC-745": "KP-18.0.1", "G-72-105": "KP-18.0.6"}
    soviet = pocket(units, current="Soviet")
    refusal = why_not_rebuild(soviet, soviet.pieces["S-5MC-745"])
    assert refusal is not None and refusal.rule == "KP-18.0.6"


@pytest.mark.rule("KP-18.0.4")
def test_security_troops_and_stragglers_are_infantry_too_and_engineers_are_not() -> None:
    """R58"""
    ones = {what.id: what.type for what in COUNTERS.values() if what.group == "Encircled" and what.back is None}
    g = pocket(dict.fromkeys(ones, ELIMINATED))
    back = {ones[unit] for unit in ones if why_not_rebuild(g, g.pieces[unit]) is None}
    assert set(ones.values()) == {"inf", "adhoc", "sec", "eng"} and back == {"inf", "adhoc", "sec"}


@pytest.mark.rule("KP-18.0.5")
def test_the_airfield_must_be_empty_and_german_but_may_be_watched() -> None:
    g = pocket({ADHOC: ELIMINATED, "S-180-21": "4107"})
    assert why_not_rebuild(g, g.pieces[ADHOC]) is None  # in an enemy zone
    g = pocket({ADHOC: ELIMINATED, "G-57-179": "4007"})
    refusal = why_not_rebuild(g, g.pieces[ADHOC])
    assert refusal is not None and refusal.rule == "KP-18.0.5"
    g = pocket({ADHOC: ELIMINATED, "S-180-21": "4107"}, Movement(), current="Soviet")
    play(g, Pick("S-180-21"), To("4007"), To("4006"))
    assert g.control["4007"] == "Soviet"  # passing through takes it
    g.current = "German"
    refusal = why_not_rebuild(g, g.pieces[ADHOC])
    assert refusal is not None and refusal.rule == "KP-18.0.5"


@pytest.mark.rule("KP-20.0.12", "KP-16.0.3")
def test_a_returned_unit_counts_again_but_a_lost_pool_stays_lost() -> None:
    g = pocket({ADHOC: ELIMINATED}, phase="Rebuild")
    g.gone = {**g.gone, "Encircled": True}
    begin(g, Rebuild())
    play(g, Pick(ADHOC))
    assert judge_victory(g).reason.startswith("1 of 44")
    refill(g)
    assert g.markers["Encircled"] == ()


# ------------------------------------------------------------------ 19.0


@pytest.mark.rule("KP-19.0.1")
def test_four_corps_begin_asleep() -> None:
    g: Any = Match.new(GAME, "campaign", seed=1).state
    assert {COUNTERS[u].group for u in g.asleep} == {"20TC", "5GTC", "18TC", "29TC"}
    assert len(g.asleep) == 23
    sleeper = {"S-18TC-110": "5105", II_1: "5106", "S-180-21": "5107"}
    g = pocket(sleeper, Movement(), current="Soviet", asleep=["S-18TC-110"])
    assert why_not(g, Pick("S-18TC-110")) == "KP-19.0.1"
    begin(g, Declare(II_1))
    assert why_not(g, Pick("S-18TC-110")) == "KP-19.0.1"
    assert g.in_ezoc("German", "5104")  # it exerts a zone
    g = pocket(sleeper, Retreat("S-18TC-110", 1, ("5106",)), asleep=["S-18TC-110"])
    play(g, To("5104"))
    assert places(g)["S-18TC-110"] == "5104" and "S-18TC-110" in g.asleep  # it retreats, and sleeps on


@pytest.mark.rule("KP-19.0.1", "KP-19.0.2")
def test_a_battle_may_do_without_some_of_them() -> None:
    """A battle of an author's own, without the 18th Tank Corps: nobody sleeps who is not there."""
    rows = (FOLDER / "scenarios" / "campaign.toml").read_text("utf-8").splitlines()
    battle = SCENARIOS.add("\n".join(row for row in rows if not row.startswith('"S-18TC-')))
    g: Any = Match.new(GAME, battle.id, seed=1).state
    assert {COUNTERS[u].group for u in g.asleep} == {"20TC", "5GTC", "29TC"} and g.asleep.keys() <= g.pieces.keys()
    g.turn = 2
    begin(g, ReleaseRolls())
    assert {a.piece for a in offered(g) if isinstance(a, Pick)} == set(g.asleep)


@pytest.mark.rule("KP-19.0.2")
def test_a_six_releases_one_unit_from_turn_two() -> None:
    """KX-36"""
    units = {unit: f"24{29 + i:02}" if i < 5 else "2529" for i, unit in enumerate(CORPS_18)}
    faces = [1, 6, 3, 6, 2, 5]
    g = pocket(
        units, ReleaseRolls(), Movement(), current="Soviet", asleep=CORPS_18, turn=2, dice=faces, phase="Movement"
    )
    assert asked(g) == "Soviet"
    play(g, ROLL_ALL)
    assert [u for u in CORPS_18 if u not in g.asleep] == [CORPS_18[1], CORPS_18[3]]
    assert Pick(CORPS_18[1]) in offered(g)  # it may move now
    assert why_not(g, Pick(CORPS_18[0])) == "KP-19.0.1"
    first = pocket(units, ReleaseRolls(), current="Soviet", asleep=CORPS_18, turn=1)
    assert not first.asks
    choosy = pocket(units, ReleaseRolls(), current="Soviet", asleep=CORPS_18, turn=2, dice=[5])
    play(choosy, Pick(CORPS_18[0]))
    assert why_not(choosy, Pick(CORPS_18[0])) == "KP-19.0.2"  # one die for each
    play(choosy, NO_MORE)
    assert len(choosy.asleep) == 6


@pytest.mark.rule("KP-19.0.3")
def test_a_german_who_comes_near_wakes_that_corps_alone() -> None:
    """KX-36"""
    units = {CORPS_18[0]: "2429", CORPS_18[1]: "2731", "S-5GTC-20G": "2926", II_1: "2229"}
    g = pocket(units, Movement(), asleep=[*CORPS_18[:2], "S-5GTC-20G"], phase="Movement")
    play(g, Pick(II_1), To("2329"))
    assert list(g.asleep) == ["S-5GTC-20G"]
    far = pocket({**units, II_1: "2129"}, Movement(), asleep=CORPS_18[:2], phase="Movement")
    play(far, Pick(II_1), To("2229"))
    assert list(far.asleep) == CORPS_18[:2]  # two hexes off it sleeps on


@pytest.mark.rule("KP-19.0.3")
def test_attack_bombardment_and_advance_wake_it_too_retreat_does_not() -> None:
    units = {CORPS_18[0]: "5106", CORPS_18[1]: "4512", II_1: "5105"}
    asleep = CORPS_18[:2]
    g = pocket(units, Declare(CORPS_18[0]), asleep=asleep, markers={"Relief": (), "Luftwaffe": ()})
    play(g, Pick(II_1), ATTACK)
    assert not g.asleep
    assert Draw("18TC") in offered(g)  # in time to support its own defense
    g = pocket(units, CombatPhase(), asleep=asleep, dice=[1, 6])
    play(g, Bombard(CORPS_18[0]))
    assert g.asleep  # it may still be called off
    play(g, Draw("Luftwaffe"))
    assert not g.asleep
    g = pocket({**units, II_1: "5103"}, Advance(("5104", "5105"), (II_1,)), asleep=asleep)
    play(g, Pick(II_1), To("5105"))
    assert not g.asleep
    g = pocket(
        {**units, II_1: "5104", "S-180-21": "5103"}, Retreat(II_1, 1, ("5103",)), asleep=asleep, current="Soviet"
    )
    ends = {a.hex for a in offered(g) if isinstance(a, To)}
    assert "5105" not in ends  # a retreat may not enter its zone at all
    assert len(g.asleep) == 2


@pytest.mark.rule("KP-19.0.3")
def test_a_unit_released_by_the_die_brings_its_corps_along_when_the_germans_come() -> None:
    units = {CORPS_18[0]: "5106", CORPS_18[1]: "4512", "S-5GTC-20G": "4515"}
    asleep = [CORPS_18[1], "S-5GTC-20G"]
    g = pocket({**units, II_1: "5103"}, Movement(), asleep=asleep, phase="Movement")
    play(g, Pick(II_1), To("5105"))
    assert list(g.asleep) == ["S-5GTC-20G"]
    g = pocket({**units, II_1: "5105"}, CombatPhase(), asleep=asleep, dice=[1, 6])
    play(g, Bombard(CORPS_18[0]), Draw("Luftwaffe"))
    assert list(g.asleep) == ["S-5GTC-20G"]


@pytest.mark.rule("KP-19.0.4")
def test_released_units_are_active() -> None:
    g = pocket({u: f"51{5 + i:02}" for i, u in enumerate(CORPS_18)}, asleep=CORPS_18[2:])
    assert [u.id for u in active(g, "18TC")] == CORPS_18[:2]


@pytest.mark.rule("KP-19.0.1")
def test_a_sleeper_that_is_eliminated_sleeps_no_more() -> None:
    g = pocket({"S-18TC-110": "5105", "S-18TC-170": "5205"}, current="Soviet", asleep=["S-18TC-110", "S-18TC-170"])
    eliminate(g, g.pieces["S-18TC-110"], "FO-8.4.2.1")
    assert list(g.asleep) == ["S-18TC-170"]


@pytest.mark.rule("KP-19.0.3")
def test_a_friend_who_comes_near_wakes_nobody() -> None:
    g = pocket({"S-18TC-110": "5105", "S-180-21": "5107"}, Movement(), current="Soviet", asleep=["S-18TC-110"])
    play(g, Pick("S-180-21"), To("5106"))
    assert "S-18TC-110" in g.asleep
