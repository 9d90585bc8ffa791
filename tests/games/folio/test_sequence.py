"""4.0 The sequence of play."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.engine import Match, Pick, Press, RandomDice, To
from grognard.games.folio import GAME
from grognard.games.folio.rules.combat import ALL_IN, ATTACK, CombatPhase
from grognard.games.folio.rules.movement import END, Movement
from grognard.games.folio.rules.sequence import EndOfTurn, GameTurn, Phase, PlayerTurn
from grognard.games.folio.rules.sidi_zahran import DESERT
from grognard.games.folio.rules.state import Apply, Bombard
from grognard.games.folio.rules.support import PASS
from tests.games.folio.situation import asked, begin, chosen, desert, offered, places, play, told, why_not


@pytest.mark.rule("FO-4.0.1")
def test_first_player_then_second_and_victory_after_the_last_turn() -> None:
    match = Match.new(GAME, "sidi-zahran", seed=1)
    seen: list[tuple[int, str]] = []
    while not match.over:
        g: Any = match.state
        turn = (g.turn, g.current)
        if not seen or seen[-1] != turn:
            seen.append(turn)
        match.take(END if END in match.decision.actions else match.decision.actions[-1])
    assert seen == [(turn, side) for turn in range(1, 9) for side in ("British", "German")]
    assert match.result is not None and match.result.cite == "FO-4.0.1"


@pytest.mark.rule("FO-4.1.1")
def test_a_player_turn_has_four_phases_in_order() -> None:
    names = [step.name for step in DESERT.player_turn("British") if isinstance(step, Phase)]
    assert names == ["Movement", "Combat", "Mobile Movement", "Mobile Combat"]


@pytest.mark.rule("FO-4.1.2", "FO-5.1.1")
def test_any_unit_of_the_current_player_may_move_and_none_must() -> None:
    g = desert({"B-05": "0412", "B-01": "0414", "A-01": "0606"}, Movement())
    assert asked(g) == "British"
    assert {Pick("B-05"), Pick("B-01"), END} <= set(offered(g))
    assert why_not(g, Pick("A-01")) == "FO-5.1.1"
    play(g, END)
    assert places(g)["B-05"] == "0412"


@pytest.mark.rule("FO-4.1.3", "FO-5.1.6")
def test_a_unit_that_moved_does_not_move_again() -> None:
    g = desert({"B-01": "0412", "B-02": "0414", "B-05": "0212"}, Movement(), Movement(mobile=True))
    play(g, Pick("B-01"), To("0411"), Pick("B-05"), To("0213"), Pick("B-02"))
    assert why_not(g, Pick("B-01")) == "FO-5.1.6"
    play(g, END)
    assert why_not(g, Pick("B-01")) == "FO-4.1.3"
    assert Pick("B-02") in offered(g)  # it was picked, but it entered no hex


@pytest.mark.rule("FO-5.1.6")
def test_a_unit_may_go_on_until_another_has_moved() -> None:
    g = desert({"B-05": "0412", "B-06": "0215"}, Movement())
    play(g, Pick("B-05"), To("0413"), Pick("B-06"))
    assert Pick("B-05") in offered(g)  # the other was only picked
    play(g, Pick("B-05"), To("0414"))
    step = g.steps[-1]
    assert isinstance(step, Movement) and (step.unit, step.spent) == ("B-05", 4)
    play(g, Pick("B-06"), To("0214"))
    assert why_not(g, Pick("B-05")) == "FO-5.1.6"


@pytest.mark.rule("FO-2.3.2.5", "FO-4.1.6")
def test_only_unmoved_mobile_units_move_in_the_mobile_phase_with_their_whole_allowance() -> None:
    g = desert({"B-01": "0412", "B-05": "0414"}, Movement(mobile=True))
    assert why_not(g, Pick("B-05")) == "FO-2.3.2.5"
    play(g, Pick("B-01"))
    assert To("0402") not in offered(g)
    assert To("1413") in offered(g)  # ten clear hexes
    g = desert({"B-01": "0412", "B-02": "0414"})
    g.moved = {**g.moved, "B-02": True}
    begin(g, Movement(mobile=True))
    assert Pick("B-01") in offered(g) and why_not(g, Pick("B-02")) == "FO-4.1.3"


@pytest.mark.rule("FO-4.1.4", "FO-4.1.5", "FO-7.0.3", "FO-7.0.4", "FO-7.1.5")
def test_the_current_player_attacks_one_at_a_time_and_each_result_is_applied_first() -> None:
    units = {"B-03": "0412", "B-05": "0612", "A-09": "0411", "A-10": "0611"}
    g = desert(units, CombatPhase(), dice=[1], markers={"British": (), "German": ()})
    assert asked(g) == "British"
    assert why_not(g, Pick("B-05")) == "FO-7.0.3"
    assert {Pick("A-09"), Pick("A-10")} <= set(offered(g))
    play(g, Pick("A-09"), ATTACK)  # +2 in clear, die 1: D2
    assert asked(g) == "German"
    play(g, Press("Stiff resistance"))
    assert places(g)["A-09"] == "eliminated"
    assert Pick("A-10") in offered(g)


@pytest.mark.rule("FO-4.1.7")
def test_mobile_combat_is_for_mobile_units_that_did_not_attack() -> None:
    units = {"B-01": "0412", "B-02": "0312", "B-05": "0512", "A-09": "0411"}
    g = desert(units, CombatPhase(mobile=True), markers={})
    g.attacked = {**g.attacked, "B-02": True}
    play(g, Pick("A-09"))
    assert chosen(g) == ("B-01",)
    assert why_not(g, Pick("B-05")) == "FO-4.1.7"
    assert why_not(g, Pick("B-02")) == "FO-4.1.7"


@pytest.mark.rule("FO-4.1.8")
def test_moving_does_not_bar_mobile_combat_nor_attacking_mobile_movement() -> None:
    g = desert({"B-01": "0412", "A-09": "0411"}, CombatPhase(mobile=True), markers={})
    g.moved = {**g.moved, "B-01": True}
    play(g, Pick("A-09"))
    assert chosen(g) == ("B-01",)
    g = desert({"B-01": "0412"})
    g.attacked = {**g.attacked, "B-01": True}
    begin(g, Movement(mobile=True))
    assert Pick("B-01") in offered(g)


@pytest.mark.rule("FO-4.1.9", "FO-8.6.3")
def test_markers_come_off_at_the_end_of_the_turn_and_do_not_accumulate() -> None:
    g = desert({"B-01": "0412"}, EndOfTurn(), GameTurn(3), markers={"British": (4, 5)}, turn=2)
    assert g.turn == 3
    assert g.markers["British"] == (1, 1, 2, 2)
    g = desert({"B-01": "0412"}, EndOfTurn(), markers={"British": (4, 5), "German": (6,)})
    assert not any(g.markers.values())


@pytest.mark.rule("FO-4.1.10", "FO-8.3.1", "FO-8.3.9", "FO-8.0.4")
def test_spent_is_spent() -> None:
    """KX-40"""
    units = {"B-03": "0412", "B-05": "0312", "A-09": "0411", "A-10": "0611"}
    g = desert(units, GameTurn(2), dice=[3, 2])
    assert list(g.markers["British"]) == [1, 1, 2, 2, 3]
    play(g, END, Bombard("A-10"), Apply(3))
    while Pick("A-09") not in offered(g):
        play(g, offered(g)[-1])
    play(g, Pick("A-09"), ALL_IN, Apply(2), PASS, Apply(2), PASS)
    assert list(g.markers["British"]) == [1, 1]
    g.steps = (GameTurn(3), EndOfTurn(), PlayerTurn("German"))
    g.dice = RandomDice(random.Random(1))
    g.advance()
    assert list(g.markers["British"]) == [1, 1]  # the German half of the turn brings nothing back
    while g.turn == 2:
        play(g, END if END in offered(g) else offered(g)[-1])
    assert list(g.markers["British"]) == [1, 1, 2, 2]


@pytest.mark.rule("FO-4.1.11")
def test_reinforcements_enter_in_the_movement_phase_if_the_owner_likes() -> None:
    """KX-50"""
    g = desert({"B-13": "turn 4"}, Movement(), turn=4)
    play(g, Pick("B-13"), To("1405"))
    assert places(g)["B-13"] == "1405"
    step = g.steps[-1]
    assert isinstance(step, Movement) and step.spent == 7  # seven road hexes, half a point each
    late = desert({"B-13": "turn 4"}, Movement(), turn=6)
    assert Pick("B-13") in offered(late)
    early = desert({"B-13": "turn 4", "B-01": "0412"}, Movement(), turn=3)
    assert why_not(early, Pick("B-13")) == "FO-4.1.11"
    mobile = desert({"B-13": "turn 4", "B-01": "0412"}, Movement(mobile=True), turn=4)
    assert why_not(mobile, Pick("B-13")) == "FO-4.1.11"


@pytest.mark.rule("FO-4.1.11")
def test_only_a_reinforcement_that_is_due_is_told_to_wait() -> None:
    """R81 Both entry hexes are held; a turn before it is due nobody speaks of it."""
    held = {"B-13": "turn 4", "B-01": "0412", "A-01": "2005", "A-02": "2012"}
    due, early = (desert(held, Phase("Movement"), Movement(), turn=turn) for turn in (4, 3))
    assert told(due) == ["5 Rifle waits: every entry hex is held"] and told(early) == []


@pytest.mark.rule("FO-4.1.11", "FO-4.1.3")
def test_a_mobile_reinforcement_that_entered_has_moved() -> None:
    g = desert({"B-13": "turn 4", "B-01": "0412"}, Movement(), Movement(mobile=True), turn=4)
    play(g, Pick("B-13"), To("2005"), END)
    assert why_not(g, Pick("B-13")) == "FO-4.1.3"


@pytest.mark.rule("FO-4.1.12")
def test_the_second_player_has_the_same_phases_and_a_clean_slate() -> None:
    g = desert({"B-01": "0412", "A-01": "0606"}, PlayerTurn("German"))
    assert asked(g) == "German"
    assert not g.moved and not g.attacked
    assert DESERT.player_turn("German") == DESERT.player_turn("British")
    assert "Turn 1: German" in told(g)


@pytest.mark.rule("FO-4.1.12", "FO-7.7.2.8")
def test_what_units_did_is_forgotten_when_a_player_turn_begins() -> None:
    """R4 A unit that retreated in the enemy's turn attacks in its own."""
    g = desert({"B-01": "0412", "A-03": "0411"}, current="German", markers={})
    g.moved = g.attacked = g.advanced = g.retreated = {"B-01": True}
    begin(g, PlayerTurn("British"))
    assert not (g.moved or g.attacked or g.advanced or g.retreated)
