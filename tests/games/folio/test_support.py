"""8.0, 9.0 Support fire and bombardment; no supply."""

from __future__ import annotations

import random

import pytest

from grognard.engine import Action, Match, Modifier, Pick, To
from grognard.engine.core.dice import RiggedDice
from grognard.games.folio import GAME
from grognard.games.folio.rules.combat import ALL_IN, ATTACK, CombatPhase
from grognard.games.folio.rules.combat_results import Resolve, bombardment_result, differential, line, meaning
from grognard.games.folio.rules.movement import BACK, END
from grognard.games.folio.rules.retreat import STAND
from grognard.games.folio.rules.sequence import EndOfTurn, Phase
from grognard.games.folio.rules.sidi_zahran import DESERT, Desert, Zahran
from grognard.games.folio.rules.state import Apply, Battle, Bombard
from grognard.games.folio.rules.support import NO_SUPPORT, PASS, Support
from grognard.server.api import serializers
from tests.games.folio.situation import asked, begin, desert, offered, places, play, singles, told, why_not

BOTH = {"British": (1, 2, 3), "German": (1, 2, 6)}
FIGHT = {"B-01": "0412", "B-02": "0312", "A-03": "0411"}
ATTACKERS = ("B-01", "B-02")


def supporting() -> Zahran:
    """An attack just declared, the slots open."""
    return desert(FIGHT, Support(Battle("A-03", "0411", ATTACKERS)), dice=[5], markers=BOTH)


@pytest.mark.rule("FO-8.0.1")
def test_markers_are_no_units() -> None:
    g = supporting()
    assert set(g.pieces) == set(FIGHT)
    play(g, Apply(3), PASS, PASS, PASS)
    assert set(g.pieces) == set(FIGHT)


@pytest.mark.rule("FO-8.0.2", "FO-8.0.3", "FO-8.1.1", "FO-8.1.2", "FO-3.0.3")
def test_allotment_from_the_bottom() -> None:
    """KX-39"""
    rules = DESERT
    assert rules.allotment("British", 4) == (1, 1, 2, 2)
    assert rules.allotment("German", 4) == (1, 2, 2, 3, 3)
    assert rules.allotment("British", 8) == (1, 1, 2, 2, 3, 3, 4, 5)
    assert rules.allotment("German", 8) == (1, 2, 2)
    other = Desert(DESERT.battle)
    other.track = ("8/9", "4")
    other.pools = {"British": (1,) * 10, "German": (2,) * 10}
    assert len(other.allotment("British", 1)) == 8 and len(other.allotment("German", 1)) == 9
    assert len(other.allotment("German", 2)) == 4
    other.pools = {"British": (1, 1, 2, 2, 3, 3), "German": (1,)}
    assert other.allotment("British", 2) == (1, 1, 2, 2)
    assert other.allotment("German", 2) == (1,)


@pytest.mark.rule("FO-8.3.2", "FO-8.3.6", "FO-8.3.7")
def test_both_markers_may_be_declared_at_once_and_come_in_their_turn() -> None:
    g = supporting()
    assert {Apply(1, 2), Apply(1, 3), Apply(2, 3), NO_SUPPORT} <= set(offered(g))
    assert why_not(g, Apply(2, 2)) == "FO-8.3.1"  # there is one
    assert why_not(g, Apply(1, 6)) == "FO-8.1.3"
    play(g, Apply(1, 3))
    assert list(g.markers["British"]) == [2, 3]  # the second waits for the answer
    assert asked(g) == "German" and "+3" not in g.asks[0].prompt
    play(g, Apply(2))
    assert asked(g) == "German" and list(g.markers["British"]) == [2]  # applied as declared, nobody was asked
    assert why_not(g, Apply(1, 6)) == "FO-8.3.6"
    assert NO_SUPPORT not in offered(g)
    play(g, Apply(6))
    assert any(": 12 (" in event and "against 12 (" in event for event in told(g))  # 8 + 1 + 3 against 4 + 2 + 6


@pytest.mark.rule("FO-8.3.3", "FO-8.3.4", "FO-8.3.5")
def test_no_support_declines_both_slots_and_the_other_side_goes_on() -> None:
    g = supporting()
    play(g, NO_SUPPORT)
    assert asked(g) == "German"
    play(g, PASS)
    assert asked(g) == "German" and singles(g) == {Apply(1), Apply(2), Apply(6), PASS}  # his second slot
    play(g, Apply(6))
    assert g.markers == {"British": (1, 2, 3), "German": (1, 2)}


@pytest.mark.rule("FO-8.3.2", "FO-8.3.6")
def test_the_odds_of_a_pair_are_those_of_both_markers() -> None:
    open_ = desert(FIGHT, Support(Battle("A-03", "0411", ATTACKERS)), markers=BOTH)
    match = Match(GAME, open_, RiggedDice([]))
    both = match.odds(Apply(1, 3))
    bare = desert(FIGHT, Support(Battle("A-03", "0411", ATTACKERS, (1, 3)), slot=3), markers={**BOTH, "British": (2,)})
    passed = Match(GAME, bare, RiggedDice([])).odds(PASS)
    assert both is not None and passed is not None and both.chances == passed.chances
    assert both.preview is not None and both.preview.column == "+8"


@pytest.mark.rule("FO-8.3.2", "FO-8.3.6")
def test_what_is_declared_for_the_second_slot_tells_the_enemy_nothing() -> None:
    """Prompt, choices, odds and what the computer thinks are the same whatever the attacker has in mind."""
    told = set()
    declined: tuple[Action, ...] = (NO_SUPPORT, PASS)
    for first in declined:
        match = Match(GAME, desert(FIGHT, Support(Battle("A-03", "0411", ATTACKERS)), markers=BOTH), RiggedDice([]))
        match.take(first)
        told.add((match.decision.prompt, *map(str, offered_with_odds(match)), str(match.hint())))
    assert len(told) == 1
    told = set()
    for then in (0, 2, 3):
        match = Match(GAME, desert(FIGHT, Support(Battle("A-03", "0411", ATTACKERS)), markers=BOTH), RiggedDice([]))
        match.take(Apply(1, then))
        told.add((match.decision.prompt, *map(str, offered_with_odds(match)), str(match.hint())))
        dealt = GAME.rules.determinize(match.state, "German", random.Random(1))
        assert dealt.steps[-1] == Support(Battle("A-03", "0411", ATTACKERS, (1,), attack_by=("British support",)), 1)
        match.take(PASS)
        assert not match.can_undo or not then  # what was played then shows what had been declared
    assert len(told) == 1


def offered_with_odds(match: Match) -> list[tuple[object, object]]:
    """Every answer with its odds, those at worst too, and whether dice fall at once."""
    side = match.decision.side
    return [(action, serializers.odds_of(match, side, action)) for action in match.decision.actions]


@pytest.mark.rule("FO-8.3.2", "FO-8.3.4", "FO-8.0.2")
def test_odds_say_whose_support_they_leave_out_and_what_the_enemys_best_does() -> None:
    """Markers lie open, so the best of the enemy is known: +6, then +2."""
    match = Match(GAME, desert(FIGHT, CombatPhase(), markers=BOTH), RiggedDice([]))
    odds = match.odds(Pick("A-03"))
    assert odds is not None and odds.worst is not None
    assert odds.assumes == ("all who can attack do", "you play no support", "the enemy plays no support")
    assert odds.worst.assumes == ("all who can attack do", "you play no support", "the enemy plays his best support")
    met = desert(FIGHT, Support(Battle("A-03", "0411", ATTACKERS, (), (6, 2)), 3), markers={"German": (1,)})
    known = Match(GAME, met, RiggedDice([])).odds(PASS)
    assert known is not None and known.chances == odds.worst.chances != odds.chances
    assert sum(odds.chances.values()) == sum(odds.worst.chances.values()) == 1
    match.take(Pick("A-03"))
    match.take(ALL_IN)
    match.take(Apply(3))
    answer = match.odds(Apply(6), "German")
    assert answer is not None and answer.worst is not None
    assert answer.assumes == ("the enemy plays no more support", "you play no more support")
    assert answer.worst.assumes == ("the enemy plays his best support", "you play no more support")
    worst = desert(FIGHT, Support(Battle("A-03", "0411", ATTACKERS, (3, 2), (6,)), 3), markers={"German": (1,)})
    known = Match(GAME, worst, RiggedDice([])).odds(PASS)
    assert known is not None and known.chances == answer.worst.chances


@pytest.mark.rule("FO-8.4.1.2")
def test_a_bombardment_may_open_with_both_markers() -> None:
    g = desert(FIGHT, CombatPhase(), dice=[5], markers={"British": (1, 2), "German": ()})
    play(g, Bombard("A-03"))
    assert set(offered(g)) == {Apply(1), Apply(2), Apply(1, 2), BACK}
    assert why_not(g, NO_SUPPORT) == "FO-8.4.1.2"
    play(g, Apply(1, 2))
    assert g.markers["British"] == () and any("Bombardment of I Schuetzen in 0411: 3 (" in event for event in told(g))


@pytest.mark.rule("FO-8.1.1", "FO-8.1.3", "FO-8.3.1")
def test_a_player_applies_any_marker_he_was_allotted_and_no_other() -> None:
    g = desert(FIGHT, Support(Battle("A-03", "0411", ATTACKERS)), markers={"British": (1, 2), "German": ()}, turn=2)
    assert singles(g) == {Apply(1), Apply(2), PASS}
    assert why_not(g, Apply(4)) == "FO-8.1.1"  # in the pool, but not allotted on turn 2
    assert why_not(g, Apply(3)) == "FO-8.3.1"  # allotted, and used by now
    assert why_not(g, Apply(9)) == "FO-8.1.3"


@pytest.mark.rule("FO-8.2.1", "FO-8.5.1", "FO-8.4.6")
def test_there_is_no_range() -> None:
    g = desert({"B-01": "2005", "A-10": "0105", "A-09": "1107"}, CombatPhase(), markers={"British": (1,)})
    assert {Bombard("A-10"), Bombard("A-09")} <= set(offered(g))
    far = desert(FIGHT, Support(Battle("A-03", "0411", ATTACKERS)), markers={"British": (1,)})
    assert Apply(1) in offered(far)


@pytest.mark.rule("FO-8.5.1", "FO-8.4.2")
def test_the_target_of_a_bombardment_keeps_its_terrain() -> None:
    g = desert({"A-11": "0905"})
    assert line(g, Battle("A-11", "0905", bombardment=True)) == Modifier("FO-7.4.1", -2, "village")


@pytest.mark.rule("FO-8.3.2", "FO-8.3.4", "FO-8.3.5", "FO-8.3.6")
def test_attacker_defender_attacker_defender_then_the_die() -> None:
    g = supporting()
    order = []
    for action in (Apply(1), Apply(1), Apply(2), Apply(2)):
        order.append(asked(g))
        play(g, action)
    assert order == ["British", "German", "British", "German"]
    assert g.markers == {"British": (3,), "German": (6,)}
    assert not g.asks  # 8+3-4-3 = +4, die 5: nothing; no third marker for anybody


@pytest.mark.rule("FO-8.3.3", "FO-8.3.4")
def test_a_pass_loses_that_slot_only() -> None:
    """KX-29"""
    g = supporting()
    play(g, PASS, Apply(2), Apply(3), PASS)
    assert g.markers == {"British": (1, 2), "German": (1, 6)}
    assert g.pieces["A-03"].depleted  # +5, die 5: Ex, with one marker on each side
    g = supporting()
    play(g, PASS, PASS, PASS)
    assert asked(g) == "German"  # the last slot stays open though nobody has used any
    play(g, PASS)


@pytest.mark.rule("FO-8.3.7")
def test_support_is_voluntary_and_a_declared_attack_goes_on() -> None:
    g = desert(FIGHT, CombatPhase(), dice=[5], markers=BOTH)
    play(g, Pick("A-03"), ALL_IN)
    assert PASS in offered(g) and END not in offered(g)
    play(g, PASS, PASS, PASS, PASS)
    assert "A-03" in g.defended


@pytest.mark.rule("FO-8.3.8")
def test_the_book_s_arithmetic() -> None:
    """KX-01: two units of 4 and two +2 against 3 and +6."""
    g = desert({"B-01": "0412", "B-02": "0312", "A-02": "0411"})  # II Panzer defends with 3
    battle = Battle("A-02", "0411", ATTACKERS, (2, 2), (6,))
    assert differential(g, battle) == 12 - 9
    exchange = desert({"B-01": "0412", "B-02": "0312", "A-02": "0411"}, Resolve(battle), dice=[4])
    assert exchange.pieces["A-02"].depleted
    driven = desert({"B-01": "0412", "B-02": "0312", "A-02": "0411"}, Resolve(battle), dice=[2])
    assert asked(driven) == "German"


@pytest.mark.rule("FO-8.4.1")
def test_bombardment_comes_before_the_first_attack_and_never_in_mobile_combat() -> None:
    g = desert(FIGHT | {"A-04": "0212"}, CombatPhase(), dice=[5], markers={"British": (1,)})
    assert Bombard("A-03") in offered(g)
    play(g, Pick("A-03"), Pick("B-01"), ATTACK, PASS, PASS)
    while Pick("A-04") not in offered(g):
        play(g, offered(g)[0])
    assert why_not(g, Bombard("A-03")) == "FO-8.4.1"
    g = desert(FIGHT, CombatPhase(mobile=True), markers={"British": (1,)})
    assert why_not(g, Bombard("A-03")) == "FO-8.4.1"


@pytest.mark.rule("FO-8.4.2", "FO-8.4.3", "FO-8.4.1.1", "FO-8.4.1.2", "FO-8.4.5", "FO-8.6.2")
def test_a_bombardment_and_its_counter_battery() -> None:
    g = desert({"A-11": "0907", "B-01": "1412"}, CombatPhase(), dice=[5], markers=BOTH)
    play(g, Bombard("A-11"))
    assert asked(g) == "British" and PASS not in offered(g)
    assert why_not(g, PASS) == "FO-8.4.1.2"
    play(g, Apply(3))
    assert asked(g) == "German"
    play(g, Apply(2))
    step = g.steps[-1]
    assert isinstance(step, Support) and differential(g, step.battle) == 3 - 2 - 3
    play(g, Apply(2))
    assert asked(g) == "German"
    play(g, PASS)
    assert g.markers == {"British": (1,), "German": (1, 6)}  # each marker at one hex, whole


@pytest.mark.rule("FO-8.4.1.3")
def test_six_against_six_is_nothing() -> None:
    """KX-10"""
    g = desert({"A-11": "0907"})
    assert differential(g, Battle("A-11", "0907", (), (6,), (6,), bombardment=True)) == -3


@pytest.mark.rule("FO-8.4.4")
def test_ex_by_bombardment_costs_the_target_alone_a_step() -> None:
    """KX-46"""
    battle = Battle("A-11", "0907", (), (3, 2), bombardment=True)
    g = desert({"A-11": "0907", "B-01": "0909"}, Resolve(battle), dice=[2])
    assert g.pieces["A-11"].depleted and not g.pieces["B-01"].depleted and not g.asks


@pytest.mark.rule("FO-8.4.4")
def test_what_a_bombardment_does_and_does_not() -> None:
    for result in ("dot", "A1", "A2", "A3", "Ae"):
        g = desert({"A-11": "0907", "B-01": "0909"}, Resolve(Battle("A-11", "0907", bombardment=True)), dice=[1])
        before = dict(g.pieces)
        g.steps = (Resolve(Battle("A-11", "0907", bombardment=True)),)
        bombardment_result(g, Battle("A-11", "0907", bombardment=True), result)
        assert g.pieces == before and not g.steps
    g = desert({"A-11": "0907", "B-01": "0909"})
    g.steps = (Resolve(Battle("A-11", "0907", bombardment=True)),)
    bombardment_result(g, Battle("A-11", "0907", bombardment=True), "De")
    assert places(g)["A-11"] == "eliminated"


@pytest.mark.rule("FO-8.4.7")
def test_the_target_may_stand_nobody_advances_and_it_may_be_attacked() -> None:
    g = desert(FIGHT, CombatPhase(), dice=[2], markers={"British": (3, 5)})
    play(g, Bombard("A-03"), Apply(5), Apply(3))  # 8 - 4 = +4, die 2: D2
    assert asked(g) == "German"
    play(g, STAND)
    assert g.pieces["A-03"].depleted
    assert asked(g) == "British" and Pick("A-03") in offered(g)


@pytest.mark.rule("FO-8.4.2.1", "FO-7.5.2", "FO-8.4.4")
def test_counter_battery_and_friendly_fire() -> None:
    """KX-45"""
    battle = Battle("A-07", "1006", (), (3, 2), (2, 1), bombardment=True)
    units = {"A-07": "1006", "B-05": "1206", "B-06": "1405"}
    g = desert(units)
    assert differential(g, battle) == 1 + 1 - 3 - 8
    g = desert(units, Resolve(battle), dice=[4])
    assert g.pieces["B-05"].depleted and not g.pieces["B-06"].depleted
    for die in (1, 5):
        g = desert(units, Resolve(battle), dice=[die])
        assert not g.asks and not g.pieces["B-05"].depleted and places(g)["A-07"] == "1006"


@pytest.mark.rule("FO-8.4.2.1", "FO-8.4.2.2")
def test_friendly_fire_among_equals_kills_the_weak_and_spares_nobody_absent() -> None:
    battle = Battle("A-07", "1006", (), (3, 2), (2, 1), bombardment=True)
    g = desert({"A-07": "1006", "B-05": "1206", "B-06": "1207"}, Resolve(battle), dice=[4])
    assert set(offered(g)) == {Pick("B-05"), Pick("B-06")}
    g = desert({"A-07": "1006", "B-11": "1206"}, Resolve(battle), dice=[4])
    assert places(g)["B-11"] == "eliminated" and not g.asks  # one-sided, and no retreat instead
    g = desert({"A-07": "1006"}, Resolve(battle), dice=[4])
    assert not g.asks


@pytest.mark.rule("FO-8.6.1")
def test_losses_do_not_touch_the_markers() -> None:
    g = desert(FIGHT, Resolve(Battle("A-03", "0411", ATTACKERS, (), (8,))), dice=[6], markers=BOTH)
    assert places(g)["B-01"] == "eliminated"
    assert g.markers == BOTH


@pytest.mark.rule("FO-8.6.4", "FO-8.4.3")
def test_a_hex_is_bombarded_once_a_game_turn_whoever_does_it() -> None:
    g = desert(
        {"A-11": "0907", "A-12": "0906", "B-01": "1412"}, CombatPhase(), dice=[6], markers={"British": (1, 2, 3)}
    )
    play(g, Bombard("A-11"), Apply(3), PASS)
    assert why_not(g, Bombard("A-11")) == "FO-8.6.4"
    assert Bombard("A-12") in offered(g)
    begin(g, Phase("Combat"), CombatPhase())
    assert why_not(g, Bombard("A-11")) == "FO-8.6.4"  # another phase of the same game turn
    german = desert({"B-01": "0907", "A-01": "0412"}, current="German", markers={"German": (1,)})
    german.bombarded = {**german.bombarded, "0907": True}
    german.steps = (CombatPhase(),)
    german.advance()
    assert not german.asks
    g.steps = (EndOfTurn(),)
    g.advance()
    assert not g.bombarded


@pytest.mark.rule("FO-8.6.4", "FO-8.4.7")
def test_a_unit_that_fell_back_is_not_bombarded_again_in_that_phase() -> None:
    """R41"""
    g = desert(FIGHT | {"A-12": "0906"}, CombatPhase(), dice=[2], markers={"British": (1, 3, 5)})
    play(g, Bombard("A-03"), Apply(5), Apply(3), To("0409"))
    assert places(g)["A-03"] == "0409" and "0409" not in g.bombarded
    assert why_not(g, Bombard("A-03")) == "FO-8.6.4"
    assert Bombard("A-12") in offered(g)
    begin(g, Phase("Combat"), CombatPhase())
    assert Bombard("A-03") in offered(g)


@pytest.mark.rule("FO-9.0.1")
def test_a_surrounded_unit_fights_at_full_strength() -> None:
    """KX-50, last sentence."""
    ring = {"A-01": "0411", "A-02": "0413", "A-03": "0312", "A-04": "0513", "B-03": "0412"}
    g = desert(ring)
    assert differential(g, Battle("A-01", "0411", ("B-03",))) == 5 - 3


@pytest.mark.rule("FO-8.4.5", "FO-8.4.6")
def test_nobody_bombards_his_own_units_nor_what_is_off_the_map() -> None:
    g = desert({**FIGHT, "A-04": "eliminated"}, CombatPhase(), markers=BOTH)
    assert why_not(g, Bombard("B-01")) == why_not(g, Bombard("A-04")) == "FO-8.4.5"
    assert [action for action in offered(g) if isinstance(action, Bombard)] == [Bombard("A-03")]


@pytest.mark.rule("FO-8.4.2.1", "FO-8.4.2.2")
def test_friendly_fire_is_called_so_only_where_a_friend_can_suffer_it() -> None:
    battle = Battle("A-03", "0411", (), (1,), bombardment=True)
    assert meaning(desert(FIGHT), battle, "(A)") == "friendly fire"
    assert meaning(desert({"A-03": "0411"}), battle, "(A)") == "no effect"


@pytest.mark.rule("FO-8.4.1", "FO-7.0.1")
def test_a_phase_that_only_bombarded_is_not_called_one_without_anybody_to_attack() -> None:
    g = desert({"A-03": "0411"}, markers={})
    begin(g, CombatPhase())
    assert any("nobody to attack" in event for event in told(g))
    g = desert({"A-03": "0411"}, markers={})
    g.shelled = {**g.shelled, "A-03": True}
    begin(g, CombatPhase())
    assert not told(g)
