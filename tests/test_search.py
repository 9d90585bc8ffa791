"""The player that looks ahead, and the levels to choose from."""

from __future__ import annotations

import os
import random
import re
import signal
import time
from dataclasses import replace
from itertools import count
from types import SimpleNamespace
from typing import Any, cast

import pytest

import grognard
from grognard.engine import NEVER, Action, Actions, Ask, Hint, Match, Pick, Press, State, To, find_game
from grognard.engine.match.odds_summary import percent
from grognard.games.night_fight.rules.german_movement import MoveStack
from grognard.players import (
    LEVELS,
    DoctrinePlayer,
    RandomPlayer,
    SearchBudget,
    SearchPlayer,
    WorkerPlayer,
    advise,
    make_player,
    play_out,
)
from grognard.players.hints import Advice, in_words
from grognard.players.rollout import LatinDice, Rollout, RolloutResult, StableTieBreaker
from grognard.players.search import Gain, Race, Report, candidates, thoughts
from grognard.players.win_chance import WinModel, win_chance
from grognard.players.worker import Worker, Workers
from tests.minds import think

FEW = SearchBudget(seconds=None, deals=3, candidates=3)


def later(game: str, answers: int, seed: int = 2) -> Match:
    """A match some way in, at a question with several answers."""
    found = find_game(game)
    match = Match.new(found, next(iter(found.scenarios)), seed=seed, record=False)
    rng, anybody = random.Random(3), RandomPlayer()
    while match.number < answers or len(match.decision.actions) < 4:
        ask = match.decision.asks[0]
        match.take(anybody.choose(match, ask, rng), ask.side)
    return match


@pytest.mark.parametrize("game", list(grognard.shelf))
def test_search_answers_legally_in_every_game_and_changes_nothing(game: str) -> None:
    match = later(game, 12)
    ask, before = match.decision.asks[0], match.state.digest()
    assert SearchPlayer(FEW).choose(match, ask, random.Random(1)) in ask.actions
    assert match.state.digest() == before


@pytest.mark.parametrize("game", list(grognard.shelf))
def test_the_same_view_and_seed_give_the_same_choice(game: str) -> None:
    """What is hidden differs between the deals; the player cannot know, so it may not matter."""
    match = later(game, 40)
    ask = match.decision.asks[0]
    chosen, hidden = set(), set()
    for seed in range(3):
        other = match.game.rules.determinize(match.state, ask.side, random.Random(seed))
        other.advance()
        hidden.add(other.digest())
        twin = Match(match.game, other, match.dice)
        chosen.add(SearchPlayer(FEW).choose(twin, twin.decision.asks[0], random.Random(9)))
    assert len(chosen) == 1
    assert len(hidden) == 3 or game != "night-fight"


def test_only_deals_are_played_in_and_never_the_match_s_own_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    match = later("night-fight", 40)
    dealt: list[int] = []
    true_deal = match.game.rules.determinize

    def counted(g: State[Any], side: str | None, rng: random.Random) -> State[Any]:
        dealt.append(id(g))
        return true_deal(g, side, rng)

    match.game = replace(match.game, rules=replace(match.game.rules, determinize=counted))
    monkeypatch.setattr(match.state, "dice", None)
    SearchPlayer(FEW).choose(match, match.decision.asks[0], random.Random(1))
    assert dealt.count(id(match.state)) == 1, "the position itself is dealt from once"
    assert len(dealt) > 1


def one_is_better(match: Match, good: Action) -> None:
    """The stretch ends at once, and the position is worth something only after one answer."""
    twin = match.state.clone()
    twin.answer(match.decision.side, good)
    wanted, stretches = twin.digest(), count()
    think(match, stretch=lambda g: next(stretches), ahead=0, value=lambda g, side: float(g.digest() == wanted))


def test_search_leaves_doctrine_where_another_answer_turns_out_better() -> None:
    match = later("folio", 0)
    ask = match.decision.asks[0]
    liked, other = ask.actions[0], ask.actions[1]
    think(match, judge=lambda g, side, action: {liked: 2.0, other: 1.0}.get(action, 0.0))
    one_is_better(match, other)
    player = SearchPlayer(SearchBudget(seconds=None, deals=6, candidates=3))
    assert DoctrinePlayer().choose(match, ask, random.Random(1)) == liked
    assert player.choose(match, ask, random.Random(1)) == other
    report = player.report(match, ask, random.Random(1))
    assert (report.best, report.worth, report.second_worth) == (other, 1.0, 0.0)


def test_every_kind_of_answer_is_tried_before_more_of_the_same() -> None:
    match = later("tank-leader", 60)
    offered = Actions([To("0101"), To("0102"), To("0103"), Pick("g1"), Press("stop"), Press("back")])
    ask = Ask("german", "?", offered)
    judged = dict(zip(ask.actions, (5.0, 4.0, 3.0, 2.0, 1.0, NEVER), strict=True))
    think(match, judge=lambda g, side, action: judged[action])
    found = candidates(match.game, match.state, ask, random.Random(1), 4)
    assert found == [To("0101"), Pick("g1"), Press("stop"), To("0102")]
    assert Press("back") not in candidates(match.game, match.state, ask, random.Random(1), 9)
    think(match, varied=False)
    assert candidates(match.game, match.state, ask, random.Random(1), 4) == list(offered)[:4]


def test_what_makes_no_difference_is_not_tried_again() -> None:
    match = later("folio", 0)
    ask = match.decision.asks[0]
    think(match, judge=lambda g, side, action: float(action == ask.actions[2]))
    think(match, value=lambda g, side: 0.5)
    *_, race = thoughts(
        match.game, match.state, ask, random.Random(1), SearchBudget(seconds=None, deals=50, candidates=3)
    )
    assert race.best == race.doctrine == ask.actions[2]
    assert list(race.scores) == [ask.actions[2]] and race.void > 2
    assert len(race.scores[race.best]) == 3


def running(scores: dict[str, list[float]]) -> Race[Press]:
    """A race in which answers have come to these values so far."""
    race = Race([Press(name) for name in scores], doubt=1.0)
    for values in zip(*scores.values(), strict=True):
        deals = dict(zip(race.scores, values, strict=True))
        trial = cast(
            "Rollout", SimpleNamespace(found=lambda answer, *_, weigh, deals=deals: RolloutResult(deals[answer]))
        )
        race.run(trial)
    return race


def test_a_candidate_is_not_given_up_for_three_deals_of_bad_luck() -> None:
    race = running({"doctrine": [0.5, 0.7, 0.6], "unlucky": [0.6, 0.5, 0.6]})
    assert Press("unlucky") in race.running
    assert not race.settled


@pytest.mark.parametrize(("game", "asked"), [("night-fight", "Choose a unit to move"), ("red-actions", "Activate a")])
def test_who_goes_first_is_not_searched_for(game: str, asked: str) -> None:
    match = later(game, 12)
    while not match.decision.prompt.startswith(asked) or len(match.decision.actions) < 4:
        match.take(DoctrinePlayer().choose(match, match.decision.asks[0], random.Random(1)))
    ask, mind = match.decision.asks[0], match.game.mind
    found = candidates(match.game, match.state, ask, random.Random(1), 20)
    assert sum(mind.in_turn(match.state, action) for action in ask.actions) > 2
    assert sum(mind.in_turn(match.state, action) for action in found) == 1


def test_whoever_stands_with_a_moving_stack_joins_it_and_does_not_go_next() -> None:
    match = later("night-fight", 80)
    while not isinstance(match.state.steps[-1], MoveStack):
        match.take(DoctrinePlayer().choose(match, match.decision.asks[0], random.Random(1)))
    g: Any = match.state
    stack = g.steps[-1].units
    here = g.pieces[stack[0]].place
    other = next(u for u in g.pieces.values() if u.side == "german" and u.place not in ("", here))
    assert match.game.mind.in_turn(g, Pick(other.id))
    g.change(other.id, place=here)
    assert not match.game.mind.in_turn(g, Pick(other.id))


def test_of_many_candidates_the_better_half_goes_on() -> None:
    worths = {"doctrine": 0.50, "a": 0.51, "b": 0.52, "c": 0.53, "d": 0.49}
    race = running({name: [worth + 0.1 * (deal % 2) for deal in range(6)] for name, worth in worths.items()})
    assert Press("doctrine") in race.running and Press("c") in race.running
    assert len(race.running) <= 4


def test_the_race_is_settled_when_one_of_two_is_clearly_ahead() -> None:
    race = running({"doctrine": [0.5, 0.4, 0.5, 0.6, 0.5, 0.5], "better": [0.8, 0.7, 0.8, 0.9, 0.8, 0.7]})
    assert race.settled and race.best == Press("better")


def test_a_roll_meets_every_sixth_of_its_outcomes_in_six_deals_and_every_third_in_three() -> None:
    match = later("folio", 0)
    found = [LatinDice(match.state, 9, number).pick(6) for number in range(12)]
    assert sorted(found[:6]) == sorted(found[6:]) == list(range(6))
    for three in (found[:3], found[3:6]):
        assert sorted(face // 2 for face in three) == [0, 1, 2]
    rolls = LatinDice(match.state, 9, 0)
    assert len({rolls.pick(6) for _ in range(30)}) > 2, "the next roll of the same step is another roll"


def test_taste_prefers_the_same_of_two_whatever_else_there_is() -> None:
    answers: list[Action] = [Press(name) for name in "abcdefgh"]
    chosen = StableTieBreaker(3).choice(answers)
    others = [answer for answer in answers if answer != chosen]
    assert StableTieBreaker(3).choice([others[0], chosen]) == StableTieBreaker(3).choice([chosen, others[-1]]) == chosen
    assert len({StableTieBreaker(seed).choice(answers) for seed in range(20)}) > 3


def hinted(match: Match, **found: Any) -> Advice:
    """The hint that such a report makes."""
    ask = match.decision.asks[0]
    hint = Hint(ask.actions[0], "As things stand.", (ask.actions[0],), ("do this",))
    return in_words(match, ask, hint, Report(ask.actions[0], deals=12, second=ask.actions[1], **found))


def test_a_hint_says_what_it_expects() -> None:
    match = later("folio", 30)
    advice = advise(match, match.decision.asks[0], SearchPlayer(FEW))
    hint = match.hint()
    assert advice.action in match.decision.actions
    assert (advice.answers, advice.text) == (hint.answers, hint.text), "all hints are the same hint"
    assert advice.why.startswith(hint.why) and hint.why
    assert advice.chance is None or f"about {percent(advice.chance)}" in advice.expects


@pytest.mark.parametrize("second", [0.1, 0.49, 0.5, 0.51, 0.9])
def test_a_hint_never_gives_another_answer_the_greater_chance(second: float) -> None:
    told = hinted(later("folio", 30), worth=0.5, error=0.01, second_worth=second, lead_error=0.02).expects
    chances = [int(part) for part in re.findall(r"(\d+)\s%", told)]
    assert chances == sorted(chances, reverse=True)
    assert (len(chances) == 2) == (second == 0.1)


def test_a_chance_that_has_not_settled_is_not_told() -> None:
    match = later("folio", 30)
    unsure = hinted(match, worth=0.5, error=0.2, second_worth=0.1, lead_error=0.01)
    assert unsure.chance is None and not unsure.expects


def test_a_reason_is_followed_by_the_clear_gains_over_the_next_best() -> None:
    match = later("folio", 30)
    gains = (Gain("enemy units destroyed", 0.6, 0.1, True), Gain("of your units lost", -0.4, 0.1, False))
    doubts = (Gain("enemy units destroyed", 0.6, 0.5, True), Gain("of your units lost", 0.4, 0.1, False))
    clear = {"worth": 0.6, "error": 0.01, "second_worth": 0.5, "lead_error": 0.01}
    told = hinted(match, gains=gains, **clear)
    assert told.why.startswith("As things stand. Compared with")
    assert told.why.endswith(": 0.6 more enemy units destroyed and 0.4 fewer of your units lost.")
    assert hinted(match, gains=doubts, **clear).why == "As things stand."
    assert hinted(match, gains=gains, **{**clear, "second_worth": 0.6}).why == "As things stand."


def test_a_hint_gives_the_chance_that_the_record_gives_such_a_value(monkeypatch: pytest.MonkeyPatch) -> None:
    leans = WinModel(last=8, lean=(1.0, 1.0), trust=(1.0, 1.0), against=("German",))
    monkeypatch.setattr("grognard.players.win_chance.outlooks", lambda game: {"sidi-zahran": leans})
    match = later("folio", 30)
    think(match, value=lambda g, side: 0.9)
    ask = match.decision.asks[0]
    told = advise(match, ask, SearchPlayer(SearchBudget(seconds=None, deals=12))).chance
    assert told == win_chance(match.game, match.state, ask.side, 0.9) != 0.9


def test_time_is_kept() -> None:
    match = later("night-fight", 40)
    begun = time.monotonic()
    SearchPlayer(SearchBudget(seconds=0.2, deals=10_000)).choose(match, match.decision.asks[0], random.Random(1))
    assert time.monotonic() - begun < 20.0, "ten thousand deals would take minutes"


def test_a_worker_answers_as_the_search_itself_would() -> None:
    workers = Workers()
    match = later("night-fight", 40)
    ask = match.decision.asks[0]
    try:
        player = WorkerPlayer(FEW, workers)
        first = player.choose(match, ask, random.Random(4))
        assert first in ask.actions
        assert player.choose(match, ask, random.Random(4)) == first
        assert len(workers.idle) == 1, "the process is kept for the next question"
    finally:
        workers.stop()


def test_while_the_first_worker_starts_doctrine_answers_in_time() -> None:
    workers = Workers()
    match = later("night-fight", 40)
    ask = match.decision.asks[0]
    report = WorkerPlayer(SearchBudget(seconds=0.01), workers).report(match, ask, random.Random(1))
    assert report.best in ask.actions
    assert report.worth is None, "nothing was tried out: a process takes longer to start"
    wait_for_another(workers)


def test_impatience_starts_no_more_processes_than_are_of_use() -> None:
    workers = Workers()
    for _ in range(8):
        workers.take(time.monotonic() + 0.01)
    assert workers.alive == 1, "one is on its way, and one is enough for one who asks"
    wait_for_another(workers)
    assert workers.alive == 0


def test_there_are_never_more_processes_than_allowed() -> None:
    workers = Workers(most=1)
    only = workers.take()
    assert only is not None
    assert workers.take(time.monotonic() + 0.01) is None
    assert workers.alive == 1
    workers.release(only)
    workers.stop()


def wait_for_another(workers: Workers) -> None:
    """A new process takes the place of the one that is gone."""
    until = time.monotonic() + 120
    while not workers.idle and time.monotonic() < until:
        time.sleep(0.05)
    assert len(workers.idle) == 1
    workers.stop()


def struck(workers: Workers, sign: signal.Signals) -> Worker:
    """An idle worker whose process has been sent a signal."""
    worker = workers.take()
    assert worker is not None and worker.process.pid is not None
    workers.release(worker)
    os.kill(worker.process.pid, sign)
    return worker


def test_a_worker_that_hangs_is_killed_in_time_and_the_match_goes_on() -> None:
    workers = Workers()
    match = later("night-fight", 40)
    ask = match.decision.asks[0]
    worker = struck(workers, signal.SIGSTOP)
    begun = time.monotonic()
    answer = WorkerPlayer(SearchBudget(seconds=0.4), workers).choose(match, ask, random.Random(1))
    assert time.monotonic() - begun < 30.0
    assert answer in ask.actions
    wait_for_another(workers)
    assert not worker.process.is_alive()


def test_the_best_so_far_counts_when_time_is_up() -> None:
    match = later("night-fight", 40)
    ask = match.decision.asks[0]
    effort = SearchBudget(seconds=None, deals=6, candidates=4)
    found = [race.best for race in thoughts(match.game, match.state, ask, random.Random(1), effort)]
    assert len(found) > 2, "there is an answer after every deal"
    assert all(answer in ask.actions for answer in found)
    none = SearchBudget(seconds=0.0, deals=6, candidates=4)
    first = [race.best for race in thoughts(match.game, match.state, ask, random.Random(1), none)]
    assert set(first) == {found[0]}, "without time it is doctrine's"


def test_a_worker_that_dies_still_leaves_an_answer() -> None:
    workers = Workers()
    match = later("night-fight", 40)
    ask = match.decision.asks[0]
    struck(workers, signal.SIGKILL)
    player = WorkerPlayer(SearchBudget(seconds=30.0), workers)
    assert player.choose(match, ask, random.Random(1)) in ask.actions
    wait_for_another(workers)


def test_every_level_is_explained_and_can_be_made() -> None:
    assert list(LEVELS) == ["recruit", "regular", "veteran", "grognard"]
    for name, level in LEVELS.items():
        assert level.title and level.about.endswith(".")
        assert make_player(name)
    seconds = [level.seconds for level in LEVELS.values()]
    assert seconds == sorted(seconds)


def test_a_search_by_its_name() -> None:
    timed, counted = make_player("search:0.3s"), make_player("search:7")
    assert isinstance(timed, SearchPlayer) and isinstance(counted, SearchPlayer)
    assert timed.effort.seconds == 0.3
    assert (counted.effort.seconds, counted.effort.deals) == (None, 7)


def test_search_plays_a_match_to_its_end() -> None:
    match = grognard.new("panzer-blitz", "filandriers", seed=2)
    effort = SearchBudget(seconds=None, deals=1, candidates=2)
    play_out(match, {"german": SearchPlayer(effort), "british": DoctrinePlayer()}, random.Random(1))
    assert match.over
