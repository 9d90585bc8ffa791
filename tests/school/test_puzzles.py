"""Puzzles: made from matches, kept with their game, and played like a lesson of one step."""

from __future__ import annotations

import io
import random
from collections import namedtuple
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from rich.console import Console

import grognard
from grognard import cli
from grognard.engine import Action, Match, Press, UnknownChoice, read_text
from grognard.engine.match.odds_summary import outlooks
from grognard.lab import puzzles as lab
from grognard.players.search import candidates
from grognard.school.coach import Coach, right_answer
from grognard.school.lesson import LessonError, read_answer
from grognard.school.progress import learnt
from grognard.school.puzzle import Puzzle, Weighed, as_lessons, find_puzzle, puzzles_of, theme
from grognard.server.api import requests
from grognard.server.api.requests import RequestError
from grognard.server.school.lesson_session import LessonSession
from grognard.terminal import choices
from grognard.terminal.school import Classroom, chosen_lesson
from tools.reweigh_puzzles import reweigh, weighed_again

KEPT = [(game.id, number) for game in grognard.shelf.values() for number, _ in enumerate(puzzles_of(game), 1)]


@pytest.mark.parametrize(("game_id", "number"), KEPT)
def test_a_puzzle_that_is_kept_can_be_played(game_id: str, number: int) -> None:
    game = grognard.game(game_id)
    puzzle, lesson = puzzles_of(game)[number - 1], find_puzzle(game, number)
    assert len(puzzle.answers) >= lab.FEWEST
    others = max(one.chance for one in puzzle.answers[1:])
    assert puzzle.answers[0].chance >= others + lab.MARGIN - 0.001 and not puzzle.measure
    coach = Coach(lesson)
    assert lab.has_idea(coach.match, coach.match.asked(puzzle.side), puzzle)
    assert lesson.title.startswith(theme(puzzle)) and puzzle.answers[0].text not in lesson.title
    assert "You command" in lesson.tasks[0].say and "Your aim" in lesson.tasks[0].say
    game.rules.check(coach.match.state)
    for one in puzzle.answers:
        action = read_answer(game, one.answer)
        assert action is not None and coach.match.why_not(action, puzzle.side) is None, one.text
    worse = read_answer(game, puzzle.answers[-1].answer)
    assert worse is not None
    said = coach.answer(worse)
    assert not said.right and puzzle.told(puzzle.answers[-1]) in said.say
    best = right_answer(coach)
    assert best.right and coach.over and puzzle.answers[0].text[1:] in best.say
    assert puzzle.why and puzzle.why in best.say
    assert [(text, worth) for text, worth, _ in lesson.weighed] == [(a.text, puzzle.told(a)) for a in puzzle.answers]
    assert all(0 <= share <= lesson.weighed[0][2] <= 1 for _, _, share in lesson.weighed)


def test_what_shows_the_highest_chance_or_is_at_odds_with_its_numbers_is_no_puzzle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = puzzles_of(grognard.game("folio"))[0]
    match = Match.at(*read_text(puzzle.position), seed=1)
    ask = match.asked(puzzle.side)
    assert lab.has_idea(match, ask, puzzle)
    near = replace(puzzle.answers[1], chance=puzzle.answers[0].chance - 0.05)
    assert not lab.has_idea(match, ask, replace(puzzle, answers=(puzzle.answers[0], near)))
    assert not lab.has_idea(match, ask, replace(puzzle, why=f"It costs nothing{lab.WORSE_PLACED}"))
    best = next(i for i, a in enumerate(ask.actions) if a == read_answer(match.game, puzzle.answers[0].answer))
    look = namedtuple("look", "chance")
    for chance, idea in ((0.9, False), (0.1, True)):
        shown = {best: look(chance), (best + 1) % len(ask.actions): look(0.5)}
        monkeypatch.setattr(lab, "outlooks", lambda *_, shown=shown: shown)
        assert lab.has_idea(match, ask, puzzle) == idea


def test_puzzles_are_weighed_again_and_those_that_no_longer_hold_are_left_out(tmp_path: Path) -> None:
    """The clearest as it is kept, and one that praises its worst answer."""
    clear = {one.answers[0].chance - one.answers[1].chance: one for one in puzzles_of(grognard.game("folio"))}
    right = clear[max(clear)]
    wrong = replace(right, answers=right.answers[::-1])
    again = weighed_again(right, random.Random(1), 24)
    assert again is not None and again.answers[0].answer == right.answers[0].answer
    assert (again.deals, again.match, again.kind) == (24, right.match, right.kind)
    assert weighed_again(wrong, random.Random(1), 24) is None
    (file := tmp_path / "puzzles.json").write_bytes(lab.write([wrong, right]))
    reweigh(file, 24)
    assert [kept.answers[0].answer for kept in lab.read(file)] == [right.answers[0].answer]


def test_the_page_says_how_many_there_are() -> None:
    told = ", ".join(f"{game.title} {len(puzzles_of(game))}" for game in grognard.shelf.values())
    page = Path(__file__).parents[2] / "docs" / "how-to" / "write-a-lesson.md"
    assert f"Puzzles today: {told}." in page.read_text("utf-8")


def weighed(found: dict[str, list[float]]) -> tuple[Match, lab.Scores]:
    """A position of Sidi Zahran, and what three answers to it came to."""
    match = Match.new(grognard.game("folio"), "sidi-zahran", {"setup": "historical"}, 1)
    actions = {words: read_answer(match.game, words) for words in found}
    assert all(actions.values())
    return match, {action: found[words] for words, action in actions.items() if action is not None}


@pytest.mark.parametrize(
    ("best", "second", "stands"),
    [
        ([0.7, 0.71, 0.7], [0.5, 0.5, 0.5], True),
        ([0.51, 0.52, 0.51], [0.5, 0.5, 0.5], False),  # hardly better
        ([0.9, 0.2, 0.9], [0.5, 0.5, 0.5], False),  # by luck
        ([0.99, 0.99, 1.0], [0.5, 0.5, 0.5], False),  # decided
    ],
)
def test_only_what_stands_out_is_a_puzzle(best: list[float], second: list[float], stands: bool) -> None:
    match, found = weighed({"Pick B-05": best, "Pick B-06": second, "Pick B-07": [0.4, 0.4, 0.4]})
    assert lab.stands_out(match, match.decision.asks[0], found, nothing_lost(found)) == stands


def test_what_is_decided_is_no_puzzle_whatever_is_lost() -> None:
    match, found = weighed({"Pick B-05": [1.0] * 2, "Press End the phase": [0.5] * 2, "Pick B-06": [0.4] * 2})
    assert not lab.stands_out(match, match.decision.asks[0], found, best_costs_least(found))


def best_costs_least(found: lab.Scores) -> lab.Losses:
    """The first answer costs nothing, every other a unit in each deal."""
    return {answer: [(0.0, float(i > 0))] * 2 for i, answer in enumerate(found)}


def nothing_lost(found: lab.Scores) -> lab.Losses:
    """In no deal anybody loses anything."""
    return {answer: [(0, 0)] * len(worth) for answer, worth in found.items()}


@pytest.mark.parametrize(
    ("best", "stands"),
    [
        ([(1, 0), (2, 0), (1, 0), (1, 0)], True),
        ([(1, 1), (1, 1), (1, 1), (1, 1)], False),  # he loses one, and so do you
        ([(1, 0), (0, 0), (0, 0), (0, 0)], False),  # a quarter of a unit
        ([(3, 0), (0, 2), (3, 0), (0, 1)], False),  # by luck
    ],
)
def test_where_chances_hardly_move_what_is_lost_may_stand_out(best: list[tuple[float, float]], stands: bool) -> None:
    match, found = weighed({"Pick B-05": [0.52] * 4, "Press End the phase": [0.5] * 4, "Pick B-06": [0.4] * 4})
    ask, losses = match.decision.asks[0], nothing_lost(found)
    losses[next(iter(losses))] = best
    assert lab.stands_out(match, ask, found, losses) == stands
    assert not lab.stands_out(match, ask, {answer: [0.5] * 4 for answer in found}, losses)  # it makes no odds
    puzzle = lab.as_puzzle(match, ask, found, losses) if stands else None
    assert not stands or (puzzle is not None and puzzle.measure and puzzle.told(puzzle.answers[0]) == "+1.2 units")


def test_a_puzzle_holds_its_position_and_every_answer() -> None:
    match, found = weighed({"Pick B-05": [0.7, 0.7], "Press End the phase": [0.5, 0.5], "Pick B-06": [0.3, 0.3]})
    puzzle = lab.as_puzzle(match, match.decision.asks[0], found, best_costs_least(found))
    assert puzzle is not None and puzzle.answers[0].answer == "Pick B-05"
    assert read_text(puzzle.position)[1].pieces == match.state.pieces
    [again] = msgspec.json.decode(lab.write([puzzle]), type=list[Puzzle])
    assert again == puzzle and str(puzzle).endswith("chance")


def test_the_answers_of_a_question_are_tried_in_the_same_deals() -> None:
    match, rng = Match.new(grognard.game("folio"), "sidi-zahran", {"setup": "historical"}, 1), random.Random(1)
    tried = candidates(match.game, match.state, match.decision.asks[0], rng, lab.MOST)
    found, losses = lab.trials(match, match.decision.asks[0], rng, tried, 2)
    assert list(found) == list(losses) == tried and all(len(worth) == 2 for worth in found.values())
    assert [c for _, c in lab.chances(match, match.decision.asks[0], found)] == sorted(
        (c for _, c in lab.chances(match, match.decision.asks[0], found)), reverse=True
    )


@pytest.mark.parametrize("also", [0.7, 0.4])
def test_an_answer_that_doctrine_would_not_try_may_be_a_rival(also: float, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.at(*read_text(puzzles_of(grognard.game("folio"))[3].position), seed=1)
    ask, looked_at = match.decision.asks[0], list[list[Action]]()
    best, second, third, *_ = (a for a in ask.actions if not lab.only_picks(match.state, ask.side, a))
    found: lab.Scores = {best: [0.7] * 2, second: [0.5] * 2, third: [0.4] * 2}

    def tried(_m: Match, _a: object, _r: object, tried: list[Action], deals: int) -> tuple[lab.Scores, lab.Losses]:
        looked_at.append(tried)
        scores: lab.Scores = {answer: [0.7 if answer == best else also] * deals for answer in tried}
        return scores, nothing_lost(scores)

    monkeypatch.setattr(lab, "trials", tried)
    assert lab.has_rival(match, ask, random.Random(1), found) == (also == 0.7)
    assert looked_at[0][0] == best and not {second, third} & {*looked_at[0]} and len(looked_at[0]) > 2


def test_what_is_hopeless_is_given_up_before_the_last_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    match, rng = Match.new(grognard.game("folio"), "sidi-zahran", {"setup": "historical"}, 1), random.Random(1)
    ask = match.decision.asks[0]
    tried = candidates(match.game, match.state, ask, rng, lab.FEWEST)
    monkeypatch.setattr(lab, "EARLY", (1,))
    monkeypatch.setattr(lab, "stands_out", lambda *_, **__: False)
    hopeless, _ = lab.trials(match, ask, rng, tried, 2, 1, part=1.0)
    anyway, _ = lab.trials(match, ask, rng, tried, 2, 1)
    assert [len(hopeless[tried[0]]), len(anyway[tried[0]])] == [1, 2]


@pytest.mark.parametrize(
    "found",
    [
        {"Press End the phase": [0.7, 0.7], "Pick B-06": [0.5, 0.5], "Pick B-07": [0.3, 0.3]},  # to do nothing
        {"Pick B-05": [0.7, 0.7], "Press End the phase": [0.5, 0.5], "Pick B-06": [0.5, 0.5]},  # to do it or not
    ],
)
def test_what_is_no_real_decision_is_no_puzzle(found: dict[str, list[float]]) -> None:
    match, scores = weighed(found)
    assert all(lab.only_picks(match.state, "British", a) != isinstance(a, Press) for a in scores)
    assert lab.as_puzzle(match, match.decision.asks[0], scores, nothing_lost(scores)) is None


def test_where_reinforcements_come_nothing_is_said_of_losses() -> None:
    match, found = weighed({"Pick B-05": [0.7, 0.7], "Press End the phase": [0.5, 0.5], "Pick B-06": [0.3, 0.3]})
    ask, lost = match.decision.asks[0], best_costs_least(found)
    came: lab.Losses = {answer: [(0.0, -4.0), *each] for answer, each in lost.items()}
    assert lab.somebody_came(came) and not lab.somebody_came(lost)
    told = lab.as_puzzle(match, ask, found, lost)
    assert told is not None and "It costs the enemy" in told.why
    assert lab.as_puzzle(match, ask, found, came) is None  # the game itself has nothing to say for the answer


def test_a_file_of_puzzles_is_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match, found = weighed({"Pick B-05": [0.7, 0.7], "Press End the phase": [0.5, 0.5], "Pick B-06": [0.3, 0.3]})
    puzzle = lab.as_puzzle(match, match.decision.asks[0], found, best_costs_least(found))
    assert puzzle is not None

    def one_each(_match: Match, _rng: random.Random, number: int, _habit: lab.Habit) -> list[Puzzle]:
        return [replace(puzzle, match=number, kind=f"{number}")]

    monkeypatch.setattr(lab, "puzzles_in", one_each)
    file = tmp_path / "puzzles.json"
    for count in (2, 3):
        lab.go_on(match.game, [*match.game.scenarios], count, 5, file)
    assert [one.match for one in lab.read(file)] == [5, 6, 7]
    lab.go_on(match.game, [*match.game.scenarios], 3, 5, file)
    kept = lab.read(file)
    assert len(kept) == 3 and lab.is_new(puzzle, kept, 2) and not lab.is_new(kept[0], kept, 2)


@pytest.mark.parametrize("named, played", [(["bir-salem"], ["bir-salem"] * 2), ([], ["sidi-zahran", "arras"])])
def test_puzzles_come_from_one_scenario_or_from_all_in_turn(
    named: list[str], played: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at = list[str]()

    def none(match: Match, _rng: random.Random, _number: int, _habit: lab.Habit) -> list[Puzzle]:
        looked_at.append(match.state.scenario_id)
        if len(looked_at) == len(played):
            raise KeyboardInterrupt
        return []

    monkeypatch.setattr(lab, "puzzles_in", none)
    kept = str(tmp_path / "puzzles.json")
    cli.main(["lab", "puzzles", "folio", *named, "--seed", "4", "--out", kept])  # until Ctrl+C
    assert looked_at == played


def test_what_answers_cost_is_told_where_it_makes_the_difference() -> None:
    assert lab.compared([(1, 0), (1, 1)], [(0, 0), (1, 1)]).startswith("It costs the enemy 1.0 units and you 0.5")
    assert lab.compared([(1, 0)] * 10, [(1, 0)] * 9 + [(2, 0)]) == ""


def test_where_losses_speak_for_the_next_best_something_else_speaks_for_the_best() -> None:
    told = lab.compared([(0, 1)], [(0, 0)])
    assert told.endswith("the next best 0.0 and 0.0, and leaves you worse placed.")
    assert "worse placed" not in lab.compared([(0, 0)], [(0, 1)])


def test_points_that_somebody_loses_are_told_as_a_balance() -> None:
    told = lab.compared([(5, -4)], [(0, 3)], "points")
    assert told == "Your points less the enemy's come to 9.0 on average; after the next best to −3.0."


@pytest.mark.parametrize(
    ("gain", "told"), [(1.26, "+1.3 steps"), (-0.3, "−0.3 steps"), (-0.04, "0 steps"), (0.0, "0 steps")]
)
def test_what_an_answer_gains_is_told_without_a_minus_before_nothing(gain: float, told: str) -> None:
    assert Puzzle("", "", "", (), 32, measure="steps").told(Weighed("", "", 0.5, gain)) == told


def test_kinds_of_questions_that_lead_to_nothing_are_looked_at_more_rarely() -> None:
    habit, rng = lab.Habit(), random.Random(1)
    for _ in range(99):
        habit.note("dull", False)
        habit.note("good", True)
    assert all(habit.likes("good", rng) and habit.likes("new", rng) for _ in range(50))
    assert sum(habit.likes("dull", rng) for _ in range(500)) < 60


def test_nothing_is_tried_where_only_kinds_could_be_found_of_which_there_are_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match, looked_at = Match.at(*read_text(puzzles_of(grognard.game("folio"))[0].position), seed=1), list[int]()

    def look(*_: object) -> bool:
        looked_at.append(1)
        return False

    monkeypatch.setattr(lab, "is_hope", look)
    ask, habit = match.decision.asks[0], lab.Habit()
    assert lab.weigh(match, ask, random.Random(1), habit) is None and looked_at
    habit.enough = {lab.kind_of(match, answer) for answer in ask.actions}
    assert lab.weigh(match, ask, random.Random(1), habit) is None and len(looked_at) == 1


def test_a_puzzle_is_found_by_its_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = grognard.game("folio")
    match, found = weighed({"Pick B-05": [0.7, 0.7], "Press End the phase": [0.5, 0.5], "Pick B-06": [0.3, 0.3]})
    puzzle = lab.as_puzzle(match, match.decision.asks[0], found, best_costs_least(found))
    assert puzzle is not None
    (tmp_path / "lessons").mkdir()
    monkeypatch.setattr(type(game), "folder", tmp_path)
    assert puzzles_of(game) == ()
    (tmp_path / "lessons" / "puzzles.json").write_bytes(lab.write([puzzle]))
    assert chosen_lesson(game, "puzzle-1") == as_lessons(game)[0]
    with pytest.raises(UnknownChoice):
        chosen_lesson(game, "puzzle-2")
    (tmp_path / "lessons" / "puzzles.json").write_text("[3]")
    with pytest.raises(LessonError):
        puzzles_of(game)


def played(game_id: str, *lines: str) -> str:
    """All that is printed while these lines are typed into the first puzzle of a game; the last of them leaves it."""
    typed, out = iter([*lines, "quit"]), io.StringIO()
    room = Classroom(find_puzzle(grognard.game(game_id), 1), Console(file=out, width=110), lambda _: next(typed))
    room.teach()
    return out.getvalue()


def kept_in(known: dict[str, Any], key: str, find: Callable[[], Any]) -> Any:
    """What is found once."""
    if key not in known:
        known[key] = find()
    return known[key]


@pytest.mark.parametrize("game_id", grognard.shelf)
def test_no_help_gives_the_answer_to_a_puzzle_away(
    game_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    chances: dict[str, Any] = {}  # beside the answers of a position: no word that is typed changes them
    monkeypatch.setattr(
        choices, "outlooks", lambda match, *more: kept_in(chances, match.state.digest(), lambda: outlooks(match, *more))
    )
    puzzle = puzzles_of(grognard.game(game_id))[0]
    plain = played(game_id, "")
    for word in ("?", "help", "Hint", "aims", "why", "odds", "rule"):
        told = played(game_id, word, "")
        assert "Right would be" not in told and "is best" not in told and puzzle.why not in told
        assert told.count(puzzle.told(puzzle.answers[0])) == 0
        assert word == "rule" or told.count(puzzle.answers[0].text) == plain.count(puzzle.answers[0].text), word
    shown = played(game_id, "show")
    assert puzzle.why in " ".join(shown.split()) and puzzle.told(puzzle.answers[0]) in shown
    assert not learnt(), "whoever is shown the answer has not solved it"


def test_a_page_is_told_the_answer_to_a_puzzle_only_if_it_asks_to_be_shown_it() -> None:
    lesson = find_puzzle(grognard.game("folio"), 1)
    desk = LessonSession(lesson)
    before = desk.told()
    for order in (requests.Hint(decision=desk.match.number), requests.Turn("skip"), requests.Turn("on")):
        with pytest.raises(RequestError, match="no hints"):
            desk.obey(order)
    assert desk.told() == before and not before["weighed"] and not before["lit"]["hexes"] + before["lit"]["pieces"]
    desk.obey(requests.Turn("show"))
    assert desk.over and not desk.learnt and desk.told()["weighed"] and "is best" in desk.told()["said"]["say"]
    desk.obey(requests.Turn("again"))
    assert not desk.over
    best = desk.coach.wanted[0]
    desk.obey(requests.Take(action=msgspec.to_builtins(best), decision=desk.match.number))
    assert desk.over and desk.learnt
