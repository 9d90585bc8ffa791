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
from grognard.engine import Action, Match, Press, Result, State, To, UnknownChoice, read_text
from grognard.engine.match.odds_summary import outlooks
from grognard.lab import puzzles as lab
from grognard.school.coach import Coach, right_answer
from grognard.school.lesson import LessonError, read_answer
from grognard.school.progress import learnt
from grognard.school.puzzle import Puzzle, as_lessons, find_puzzle, puzzles_of, theme, told
from grognard.server.api import requests
from grognard.server.api.requests import RequestError
from grognard.server.school.lesson_session import LessonSession
from grognard.terminal import choices
from grognard.terminal.school import Classroom, chosen_lesson
from tools.reweigh_puzzles import LEAST, reweigh, weighed_again

ENOUGH = 3  # puzzles of a game

KEPT = [(game.id, number) for game in grognard.shelf.values() for number, _ in enumerate(puzzles_of(game), 1)]


@pytest.mark.parametrize(("game_id", "number"), KEPT)
def test_a_puzzle_that_is_kept_can_be_played(game_id: str, number: int) -> None:
    game = grognard.game(game_id)
    puzzle, lesson = puzzles_of(game)[number - 1], find_puzzle(game, number)
    assert len(puzzle.answers) >= lab.FEWEST
    others = max(one.chance for one in puzzle.answers[1:])
    assert puzzle.answers[0].chance >= others + LEAST - 0.001
    coach = Coach(lesson)
    best_of_all = read_answer(game, puzzle.answers[0].answer)
    assert best_of_all is not None and lab.has_idea(coach.match, coach.match.asked(puzzle.side), best_of_all)
    assert puzzle.title and puzzle.task and puzzle.why, "people are told what it is about, and why"
    assert lesson.title == puzzle.title and lesson.learnt.startswith(theme(puzzle))
    assert puzzle.answers[0].text not in f"{puzzle.title} {puzzle.task}"
    assert lesson.tasks[0].say.startswith("You command") and puzzle.task in lesson.tasks[0].say
    game.rules.check(coach.match.state)
    for one in puzzle.answers:
        action = read_answer(game, one.answer)
        assert action is not None and coach.match.why_not(action, puzzle.side) is None, one.text
    worse = read_answer(game, puzzle.answers[-1].answer)
    assert worse is not None
    said = coach.answer(worse)
    assert not said.right and told(puzzle.answers[-1]) in said.say
    best = right_answer(coach)
    assert best.right and coach.over and puzzle.answers[0].text[1:] in best.say
    assert puzzle.why and puzzle.why in best.say
    assert [(text, worth) for text, worth, _ in lesson.weighed] == [(a.text, told(a)) for a in puzzle.answers]
    assert all(0 <= share <= lesson.weighed[0][2] <= 1 for _, _, share in lesson.weighed)


def test_what_shows_the_highest_chance_is_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = puzzles_of(grognard.game("folio"))[0]
    match = Match.at(*read_text(puzzle.position), seed=1)
    ask = match.asked(puzzle.side)
    action = read_answer(match.game, puzzle.answers[0].answer)
    assert action is not None and lab.has_idea(match, ask, action)
    best = next(i for i, a in enumerate(ask.actions) if a == action)
    look = namedtuple("look", "chance")
    for chance, idea in ((0.9, False), (0.1, True)):
        shown = {best: look(chance), (best + 1) % len(ask.actions): look(0.5)}
        monkeypatch.setattr(lab, "outlooks", lambda *_, shown=shown: shown)
        assert lab.has_idea(match, ask, action) == idea


@pytest.mark.parametrize("game_id", grognard.shelf)
def test_every_game_has_puzzles_and_none_twice(game_id: str) -> None:
    puzzles = puzzles_of(grognard.game(game_id))
    assert len(puzzles) >= ENOUGH
    assert len({puzzle.title for puzzle in puzzles}) == len({puzzle.position for puzzle in puzzles}) == len(puzzles)


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
        ([1, 1, 1, 0, 1], [0, 0, 0, 0, 1], True),
        ([1, 0, 0, 0, 1], [1, 0, 0, 0, 1], False),  # no better
        ([1, 1, 1, 1, 1], [0, 0, 0, 0, 0], False),  # it decides everything
        ([0, 0, 0, 0, 0], [0, 0, 0, 0, 0], False),  # lost anyway
    ],
)
def test_only_what_stands_out_is_a_puzzle(best: list[float], second: list[float], stands: bool) -> None:
    _, found = weighed({"Pick B-05": best, "Pick B-06": second, "Pick B-07": [0.0] * 5})
    assert lab.stands_out(found) == stands


def test_what_is_ahead_by_a_match_or_two_is_no_puzzle() -> None:
    wide, narrow = [1.0] * 16 + [0.0] * 4, [1.0, 0.0] * 10
    _, found = weighed({"Pick B-05": wide, "Pick B-06": [0.0] * 20, "Pick B-07": [0.0] * 20})
    assert lab.is_sure(found)
    _, found = weighed({"Pick B-05": narrow, "Pick B-06": narrow[::-1], "Pick B-07": [0.0] * 20})
    assert not lab.is_sure(found)


def test_a_puzzle_holds_its_position_and_every_answer() -> None:
    match, found = weighed({"Pick B-05": [1.0, 0.5], "Press End the phase": [0.5, 0.5], "Pick B-06": [0.0, 0.5]})
    puzzle = lab.as_puzzle(match, match.decision.asks[0], found)
    assert [(one.answer, one.chance) for one in puzzle.answers][::2] == [("Pick B-05", 0.75), ("Pick B-06", 0.25)]
    assert read_text(puzzle.position)[1].pieces == match.state.pieces
    [again] = msgspec.json.decode(lab.write([puzzle]), type=list[Puzzle])
    assert again == puzzle and str(puzzle).endswith("75% chance to 50% chance")


def test_the_answers_of_a_question_are_played_to_the_end_in_the_same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = puzzles_of(grognard.game("folio"))[0]
    match, rng = Match.at(*read_text(puzzle.position), seed=1), random.Random(1)
    ended = list[object]()
    real = lab.won_by

    def noted(state: State[Any], side: str) -> float:
        ended.append(state.result)
        return real(state, side)

    monkeypatch.setattr(lab, "won_by", noted)
    ask = match.asked(puzzle.side)
    tried = lab.answers_to_try(match, ask, rng)[:2]
    found = lab.played_out(match, ask, rng, tried, 2)
    assert [len(won) for won in found.values()] == [2, 2] and len(ended) == 4 and all(ended)
    assert lab.played_out(match, ask, rng, tried[:1], 2)[tried[0]] == found[tried[0]], "the same deals and dice"


def test_who_has_won_a_match_that_is_over() -> None:
    match = Match.new(grognard.game("folio"), "sidi-zahran", {"setup": "historical"}, 1)
    assert lab.won_by(match.state, "British") == 0.5
    match.state.finish(Result(("British",), "", ""))
    assert [lab.won_by(match.state, side) for side in ("British", "German")] == [1.0, 0.0]


@pytest.mark.parametrize("also", [1.0, 0.4])
def test_an_answer_that_doctrine_would_not_try_may_be_a_rival(also: float, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.at(*read_text(puzzles_of(grognard.game("folio"))[0].position), seed=1)
    ask, looked_at = match.decision.asks[0], list[list[Action]]()
    best, second, third, *_ = (a for a in ask.actions if not lab.only_picks(match.state, ask.side, a))
    found: lab.Scores = {best: [1.0, 0.4], second: [0.5] * 2, third: [0.4] * 2}

    def tried(_m: Match, _a: object, _r: object, tried: list[Action], deals: int, _s: int) -> lab.Scores:
        looked_at.append(tried)
        return {answer: [0.9 if answer == best else also] * deals for answer in tried}

    monkeypatch.setattr(lab, "played_out", tried)
    assert lab.has_rival(match, ask, random.Random(1), found) == (also == 1.0)
    assert looked_at[0][0] == best and not {second, third} & {*looked_at[0]} and len(looked_at[0]) > 1


def test_what_is_hopeless_is_given_up_after_the_first_look(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = puzzles_of(grognard.game("folio"))[0]
    match, looks = Match.at(*read_text(puzzle.position), seed=1), list[int]()

    def all_alike(_m: Match, _a: object, _r: object, tried: list[Action], deals: int, *_: int) -> lab.Scores:
        looks.append(deals)
        return {answer: [0.5] * deals for answer in tried}

    monkeypatch.setattr(lab, "played_out", all_alike)
    assert lab.weigh(match, match.asked(puzzle.side), random.Random(1)) is None and looks == [lab.LOOKS[0][0]]


def test_merely_to_go_on_is_no_idea_but_to_attack_nobody_is() -> None:
    folio = grognard.game("folio")
    in_combat = next(one for one in puzzles_of(folio) if one.kind.startswith("CombatPhase"))
    assert not lab.is_mere_going_on(Match.at(*read_text(in_combat.position), seed=1), Press("End the phase"))
    moving = next(one for one in puzzles_of(folio) if one.kind.startswith("Movement"))
    match = Match.at(*read_text(moving.position), seed=1)
    assert lab.is_mere_going_on(match, Press("End the phase")) and not lab.is_mere_going_on(match, To("0101"))


def test_a_file_of_puzzles_is_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match, found = weighed({"Pick B-05": [0.7, 0.7], "Press End the phase": [0.5, 0.5], "Pick B-06": [0.3, 0.3]})
    puzzle = lab.as_puzzle(match, match.decision.asks[0], found)

    def one_each(_match: Match, _rng: random.Random, number: int, _progress: object) -> list[Puzzle]:
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

    def none(match: Match, _rng: random.Random, _number: int, _progress: object) -> list[Puzzle]:
        looked_at.append(match.state.scenario_id)
        if len(looked_at) == len(played):
            raise KeyboardInterrupt
        return []

    monkeypatch.setattr(lab, "puzzles_in", none)
    kept = str(tmp_path / "puzzles.json")
    cli.main(["lab", "puzzles", "folio", *named, "--seed", "4", "--out", kept])  # until Ctrl+C
    assert looked_at == played


def test_a_puzzle_is_found_by_its_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = grognard.game("folio")
    match, found = weighed({"Pick B-05": [0.7, 0.7], "Press End the phase": [0.5, 0.5], "Pick B-06": [0.3, 0.3]})
    puzzle = lab.as_puzzle(match, match.decision.asks[0], found)
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
        said = played(game_id, word, "")
        assert "Right would be" not in said and "is best" not in said and puzzle.why not in said
        assert said.count(told(puzzle.answers[0])) == 0
        assert word == "rule" or said.count(puzzle.answers[0].text) == plain.count(puzzle.answers[0].text), word
    shown = played(game_id, "show")
    assert puzzle.why in " ".join(shown.split()) and told(puzzle.answers[0]) in shown
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
