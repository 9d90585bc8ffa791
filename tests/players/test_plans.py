"""Whole moves planned at once."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

import grognard
from grognard.engine import Ask, Match
from grognard.games.folio.mind.doctrine import gains
from grognard.games.folio.mind.sidi_zahran import Mood, MoodDoctrine, masses
from grognard.games.folio.rules.movement import Movement
from grognard.players import DoctrinePlayer, Planner, PlanPlayer, Player, SearchBudget, make_player
from grognard.players.planner import (
    PART,
    PlanSampler,
    PlanSearch,
    PlanTrial,
    TurnBudget,
    foreseen,
    hurried,
    sample_plan,
    standing,
)
from grognard.players.rollout import deal
from grognard.players.search import Report, Step
from grognard.players.worker import WORKERS, WorkerPlayer

FEW = SearchBudget(seconds=None, plans=0.0, deals=3)


def moving() -> tuple[Match, Ask]:
    """Sidi Zahran at the first movement phase."""
    match, rng = grognard.new("folio", "sidi-zahran", {"setup": "historical"}, seed=3), random.Random(3)
    while not isinstance(match.state.steps[-1], Movement):
        ask = match.decision.asks[0]
        match.take(DoctrinePlayer().choose(match, ask, rng), ask.side)
    return match, match.decision.asks[0]


def drawn(match: Match, ask: Ask, seed: int = 1) -> Any:
    game, rng = match.game, random.Random(seed)
    return sample_plan(game, deal(game, match.state, ask.side, rng), ask.side, PlanSampler(game.mind.judge, rng, 0.0))


def answer_what_must_be(match: Match) -> None:
    """As the table does for everybody."""
    while len(match.decision.asks[0].actions) == 1:
        match.take(next(iter(match.decision.asks[0].actions)))


def test_a_burst_is_a_list_of_answers_up_to_the_first_die() -> None:
    match, ask = moving()
    plan = drawn(match, ask)
    assert len(plan.steps) > 5
    for step in plan.steps[:-1]:
        ask = match.decision.asks[0]
        assert foreseen(match, ask, (step,))
        match.take(step.answer, ask.side)
        assert not match.state.outcomes
        answer_what_must_be(match)


def test_drawing_and_planning_leave_the_position_alone() -> None:
    match, ask = moving()
    before = match.state.digest()
    Planner(FEW).report(match, ask, random.Random(1))
    assert match.state.digest() == before


def test_plans_that_end_alike_are_one() -> None:
    match, ask = moving()
    rng = random.Random(1)
    first = drawn(match, ask)
    plans = list(PlanSearch(match.game, match.state, ask.side, rng, FEW, 9).drawn(first))
    assert len(plans) > 3
    assert len({plan.end for plan in plans}) == len(plans)


def test_all_plans_meet_the_same_dice() -> None:
    match, ask = moving()
    plan, trial = drawn(match, ask), PlanTrial(match.game, match.state, ask.side, 5, 1, 2)
    one, other = trial.found(plan), trial.found(plan)
    assert one is not None and one == other


class Told:
    """Has one plan, and counts how often it is asked."""

    def __init__(self, plan: tuple[Step, ...]) -> None:
        self.plan, self.asked, self.effort = plan, 0, SearchBudget(seconds=1.5)
        self.shares: list[float] = []

    def report(self, match: Match, ask: Ask, rng: random.Random) -> Report:
        self.asked += 1
        return Report(self.plan[0].answer, plan=self.plan)

    def hurried(self, share: float) -> Told:
        self.shares.append(share)
        return self


def test_a_plan_is_played_without_thinking_again_until_it_is_done() -> None:
    match, ask = moving()
    told = Told(drawn(match, ask).steps)
    player: Player = PlanPlayer(told)
    for step in told.plan[:-1]:
        ask = match.decision.asks[0]
        answer = player.choose(match, ask, random.Random(1))
        assert answer == step.answer
        match.take(answer, ask.side)
        answer_what_must_be(match)
    assert told.asked == 1


def test_a_surprise_ends_a_plan() -> None:
    match, ask = moving()
    first, *_ = drawn(match, ask).steps
    assert foreseen(match, ask, (first,))
    assert not foreseen(match, ask, ())
    assert not foreseen(match, ask, (replace(first, standing=first.standing + 1),))
    assert not foreseen(match, ask, (replace(first, prompt="Whom do you trust?"),))
    match.state.drop(next(u.id for u in match.state.pieces.values() if u.side == ask.side))
    assert first.standing != standing(match.state, ask.side)


def test_a_game_without_moods_is_searched_answer_by_answer() -> None:
    match = grognard.new("night-fight", "ghost-column", seed=2)
    ask = match.decision.asks[0]
    report = Planner(FEW).report(match, ask, random.Random(1))
    assert report.best in ask.actions and not report.plan


def test_a_mood_sends_a_unit_to_a_hex_of_its_own() -> None:
    match, ask = moving()
    g: Any = match.state
    found = masses(g, ask.side, mobile=g.steps[-1].mobile)
    assert found and all(len(dict(mood.places)) == len({h for _, h in mood.places}) for mood in found)
    unit, place = next((u, h) for mood in found for u, h in mood.places if g.pieces[u].place != h)
    match.take(next(a for a in ask.actions if getattr(a, "piece", "") == unit), ask.side)
    doctrine = MoodDoctrine(Mood(places=((unit, place),)))
    g = match.state
    gained = gains(g, doctrine, g.steps[-1])
    assert max(gained, key=gained.__getitem__) == place


def test_the_strongest_go_first_unless_a_mood_says_otherwise() -> None:
    match, ask = moving()
    g: Any = match.state
    first = DoctrinePlayer().choose(match, ask, random.Random(1))
    strength = {a: g.printed(g.pieces[a.piece])[0] for a in ask.actions if hasattr(a, "piece")}
    assert strength[first] == max(strength.values()) > min(strength.values())
    free = MoodDoctrine(Mood(any_order=True))
    assert len({free.judge(g, ask.side, a) for a in strength}) == 1


def test_a_turn_is_thought_about_no_longer_than_its_seconds() -> None:
    match, ask = moving()
    patience, effort = TurnBudget(20.0), SearchBudget(seconds=1.5, plans=3.0)
    taken = 0.0
    for thought in range(200):
        share = patience.share(match, ask.side, effort)
        assert share == pytest.approx(min(1.0, PART * (20.0 - taken) / 3.0)), thought
        taken += 3.0 * share
        patience.spend(match, ask.side, 3.0 * share)
    assert 19.0 < taken <= 20.0
    assert patience.share(match, "somebody else", effort) == pytest.approx(PART * 20.0 / 3.0)
    g: Any = match.state
    g.turn += 1
    assert patience.share(match, ask.side, effort) == pytest.approx(PART * 20.0 / 3.0)
    assert patience.share(match, ask.side, FEW) == 1.0


def test_a_player_with_patience_thinks_shorter_and_shorter() -> None:
    match, ask = moving()
    told = Told(drawn(match, ask).steps[:1])
    player = PlanPlayer(told, TurnBudget(0.6))
    player.choose(match, ask, random.Random(1))
    assert told.shares == [pytest.approx(PART * 0.6 / 1.5)]
    assert player.hurried(0.5).patience is player.patience


def test_planners_by_name_and_in_a_hurry() -> None:
    timed, counted = make_player("plans:1.2s"), make_player("plans:6")
    assert isinstance(timed, PlanPlayer) and isinstance(timed.thinker, Planner)
    assert timed.thinker.effort.plans == 1.2 and timed.thinker.effort.seconds == pytest.approx(0.1)
    assert isinstance(counted, PlanPlayer) and isinstance(counted.thinker, Planner)
    assert counted.thinker.effort.deals == 6
    assert hurried(SearchBudget(seconds=2.0, plans=4.0), 0.5) == SearchBudget(seconds=1.0, plans=2.0)
    timed.left["British"] = (Step(None, "", 0),)
    assert timed.hurried(0.5).left is timed.left


def test_a_grognard_by_name_judges_by_fitted_weights_and_plans_for_twice_as_long_as_he_answers() -> None:
    timed, counted = make_player("grognard:0.05s"), make_player("grognard:6")
    assert isinstance(timed, PlanPlayer) and isinstance(timed.thinker, Planner)
    assert timed.thinker.effort == SearchBudget(seconds=0.05, plans=0.1, fitted=True)
    assert isinstance(counted, PlanPlayer) and isinstance(counted.thinker, Planner)
    assert counted.thinker.effort == SearchBudget(seconds=None, plans=0.0, deals=6, fitted=True)


def test_a_worker_brings_the_whole_plan() -> None:
    match, ask = moving()
    player = PlanPlayer(WorkerPlayer(FEW))
    try:
        answer = player.choose(match, ask, random.Random(4))
        assert answer in ask.actions
        match.take(answer, ask.side)
        assert foreseen(match, match.decision.asks[0], player.left[ask.side])
    finally:
        WORKERS.stop()


def test_without_time_to_try_anything_the_first_plan_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    match, ask = moving()
    first, known = drawn(match, ask), deal(match.game, match.state, ask.side, random.Random(1))
    planning = PlanSearch(match.game, known, ask.side, random.Random(1), SearchBudget(seconds=1.0, plans=1.0), 12)
    plans = [first, replace(first, last=first.steps[0].answer)]
    monkeypatch.setattr(planning, "drawn", lambda first: iter(plans))
    planning.seconds = 1e-9
    assert planning.best(first) is first
