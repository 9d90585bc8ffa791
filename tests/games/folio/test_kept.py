"""What is kept in Sidi Zahran while nobody moves, and forgotten when somebody does."""

from __future__ import annotations

import random

import pytest

from grognard.engine import Match, Pick, To
from grognard.games.folio import GAME
from grognard.games.folio.mind.doctrine import adversaries, pressure
from grognard.games.folio.mind.sidi_zahran import DOCTRINE
from grognard.games.folio.rules.combat import CombatPhase
from grognard.games.folio.rules.movement import Movement, may_move
from grognard.games.folio.rules.retreat import Retreat, ways_to
from tests.games.folio.situation import desert, offered, play
from tests.games.korsun.situation import pocket


@pytest.mark.rule("FO-7.7.2", "FO-7.7.4")
def test_the_ends_of_a_retreat_are_found_again_when_somebody_has_moved() -> None:
    step = Retreat("B-01", 2, ("1406",))
    g = desert({"B-01": "1405", "B-02": "0403", "A-01": "1406"}, step)
    ends = ways_to(g, step)
    assert ways_to(g, step) is ends
    vacant = next(iter(ends))
    g.place(g.pieces["B-02"], vacant)
    assert vacant not in step.ends(g)


def test_who_stands_beside_the_enemy_is_found_again_when_he_has_moved() -> None:
    g = desert({"B-01": "1405", "A-01": "1407"})
    assert [u.id for u in adversaries(g, "British")["1406"][0]] == ["A-01"]
    assert pressure(g, g.pieces["A-01"]) == 0
    g.place(g.pieces["B-01"], "1406")
    assert pressure(g, g.pieces["A-01"]) == g.printed(g.pieces["B-01"])[0]
    g.place(g.pieces["A-01"], "0403")
    assert "1406" not in adversaries(g, "British")


@pytest.mark.rule("FO-6.0.1")
def test_zones_go_with_a_unit() -> None:
    g = desert({"B-01": "1405", "A-01": "0403"})
    before, index = g.front("British").zone, g.rules.ground.index
    g.place(g.pieces["B-01"], "1406")
    zone = g.front("British").zone
    assert zone != before and zone >> index["1405"] & 1 and not zone >> index["1404"] & 1


@pytest.mark.rule("FO-5.1.6")
def test_whoever_has_moved_is_not_offered_again() -> None:
    g = desert({"B-01": "1405", "B-02": "0403"}, Movement())
    assert {Pick("B-01"), Pick("B-02")} <= set(offered(g))
    play(g, Pick("B-01"), To("1406"))
    assert Pick("B-01") not in offered(g) and Pick("B-02") in offered(g)
    play(g, Pick("B-02"))
    assert Pick("B-02") not in offered(g) and Pick("B-01") in offered(g)  # it may go on


@pytest.mark.rule("KP-19.0.1", "KP-12.3.2")
def test_who_may_do_nothing_is_in_no_list_and_is_no_answer_by_itself() -> None:
    units = {"S-18TC-110": "2010", "S-18TC-170": "2210", "S-180-21": "2410"}
    g = pocket(units, Movement(), current="Soviet", phase="Movement", asleep=["S-18TC-110"])
    movers = may_move(g, mobile=False)
    assert [Pick(unit) in movers for unit in units] == [False, True, True]
    sleepers = {unit: place for unit, place in units.items() if unit.startswith("S-18TC")}
    assert not pocket(sleepers, Movement(), current="Soviet", phase="Movement", asleep=sleepers).asks


@pytest.mark.parametrize("seed", range(2))
def test_many_answers_are_judged_as_each_of_them(seed: int) -> None:
    match, rng = Match.new(GAME, "sidi-zahran", seed=seed, record=False, log=False), random.Random(seed)
    for _ in range(150):
        ask = match.decision.asks[0]
        answers = rng.sample(list(ask.actions), len(ask.actions))
        alone = [DOCTRINE.judge(match.state, ask.side, answer) for answer in answers]
        assert DOCTRINE.judge_all(match.state, ask.side, answers) == alone
        assert DOCTRINE.judge_all(match.state.clone(), ask.side, list(ask.actions)) == [
            DOCTRINE.judge(match.state, ask.side, answer) for answer in ask.actions
        ]
        match.take(rng.choice(answers), ask.side)


@pytest.mark.rule("FO-7.2.1", "FO-7.2.2")
def test_a_target_is_offered_while_somebody_may_attack_it() -> None:
    g = desert({"B-01": "1405", "A-01": "1406", "A-02": "1404"}, CombatPhase())
    assert {Pick("A-01"), Pick("A-02")} <= set(offered(g))
    g.attacked = {**g.attacked, "B-01": True}
    g.advance()
    assert not g.asks or not {Pick("A-01"), Pick("A-02")} & set(offered(g))
