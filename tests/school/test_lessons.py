"""Every lesson can be worked through, and no answer breaks it."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path

import pytest
from rich.console import Console

import grognard
from grognard.board.ground import hexmap_of
from grognard.conformance import conceivable
from grognard.engine import Action, Press, UnknownChoice
from grognard.engine.match.command import Command, Intent, read_command
from grognard.games.red_actions.rules.moving import Face, Go
from grognard.school.coach import Coach, is_near, is_place, lead_to, play_through, pointed, right_answer
from grognard.school.lesson import Lesson, LessonError, examples_of, find_lesson, lessons_of, read_answers, read_lesson
from grognard.school.progress import learnt, mark_learnt
from grognard.school.puzzle import as_lessons, find_puzzle
from grognard.terminal.school import Classroom, all_learnt, game_called, next_lesson, show_paths, what_follows

LESSONS = [lesson for game in grognard.shelf.values() for lesson in (*lessons_of(game), *examples_of(game))]
IDS = [f"{lesson.game}/{lesson.id}" for lesson in LESSONS]


@pytest.mark.parametrize("lesson", LESSONS, ids=IDS)
def test_a_lesson_ends_by_its_right_answers(lesson: Lesson) -> None:
    assert play_through(lesson) >= len(lesson.tasks)
    assert lesson.learnt and lesson.rules and 1 <= lesson.minutes <= 5


@pytest.mark.parametrize("lesson", LESSONS, ids=IDS)
def test_whatever_else_is_answered_the_coach_answers_and_the_lesson_goes_on(lesson: Lesson) -> None:
    coach, rng = Coach(lesson), random.Random(1)
    while not coach.over:
        ask, number, given = coach.match.decision.of(coach.side), coach.number, coach.given
        before = coach.match.state.digest()
        others = (*(ask.actions if ask else ()), *conceivable(coach.match, rng, 20))
        for action in (a for a in others if not any(a == one or is_near(one, a) for one in coach.wanted)):
            reply = coach.answer(action)
            assert not reply.right and reply.say, f"step {number + 1}: {action!r}"
            assert not reply.cite or reply.cite in coach.game.rulebook
        for name in (*others_to_point_at(coach, rng), "nowhere"):
            assert not coach.point(name).right and coach.point(name).say, name
        assert (coach.number, coach.given, coach.match.state.digest()) == (number, given, before)
        assert right_answer(coach).right


def others_to_point_at(coach: Coach, rng: random.Random) -> list[str]:
    """Every piece in sight and a few hexes that are not what is asked for."""
    hexmap = hexmap_of(coach.game, coach.lesson.scenario)
    hexes = rng.sample(hexmap.grid.hexes, 8) if hexmap else []
    names = [*(piece.id for piece in coach.match.view(coach.side).pieces[:30]), *hexes]
    asked = {*coach.task.click.split(" | ")}
    return [n for n in names if n not in asked and not any(a in coach.wanted for a in pointed(coach.game, [n]))]


def test_a_point_of_the_table_need_not_be_hit_exactly() -> None:
    coach = Coach(find_lesson(grognard.game("red-actions"), "six-inches"))
    assert not coach.answer(Go(3900, 1175)).right and not coach.answer(Face(450)).right
    assert coach.answer(Go(3860, 1140)).right
    assert coach.match.state.pieces["whites-a"].point == (39.0, 11.0)  # where everybody else goes on from
    assert coach.answer(Face(450)).right
    assert not coach.answer(Go(3900, 1660)).right  # allowed, and it is a refusal that is asked for
    assert coach.answer(Go(3915, 1725)).right


@pytest.mark.parametrize("lesson", LESSONS, ids=IDS)
def test_what_is_lit_exists(lesson: Lesson) -> None:
    coach = Coach(lesson)
    while not coach.over:
        ground = coach.game.face.ground(coach.match.state.scenario_id)
        for what in coach.task.lit:
            assert what in coach.match.state.pieces or (ground is not None and is_place(ground, what)), what
        right_answer(coach)


@pytest.mark.parametrize("lesson", LESSONS, ids=IDS)
def test_every_aside_answers_something_that_is_not_wanted(lesson: Lesson) -> None:
    for task in lesson.tasks:
        wanted = {one for words in task.want for one in words.split(" | ")} | {task.click, task.refused}
        for aside in task.asides:
            assert aside.say and not wanted & set(aside.answer.split(" | ")), aside.answer


def test_a_lesson_in_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    game = grognard.game("folio")
    typed = iter(["1 tank", "nobody", "arm", "1 rifle", "cars", ""])
    out = io.StringIO()
    room = Classroom(find_lesson(game, "1"), Console(file=out, width=100), lambda prompt: next(typed))
    assert room.teach()
    told = out.getvalue()
    assert "It attacks best, with 4" in told and "'nobody' is no unit here" in told
    assert learnt() == {"folio/1-three-numbers"}
    following = next_lesson(game)
    assert following is not None and following.id.startswith("2-")
    assert what_follows(game) == "Next, Roads, tracks, sand: grognard learn folio"
    for lesson in lessons_of(game):
        mark_learnt(lesson)
    assert all_learnt(game) and what_follows(game) == "Now the first battle: grognard learn folio battle"
    assert what_follows(game, find_puzzle(game, 1)) == "Next: grognard learn folio puzzle-2"
    assert what_follows(game, as_lessons(game)[-1]) == "Now the first battle: grognard learn folio battle"


def taught(game: str, lesson: str, *lines: str) -> str:
    """All that is printed while these lines are typed into a lesson; the last of them leaves it."""
    typed, out = iter([*lines, "quit"]), io.StringIO()
    console = Console(file=out, width=110)
    Classroom(find_lesson(grognard.game(game), lesson), console, lambda prompt: next(typed)).teach()
    return out.getvalue()


def test_where_one_clicks_the_counters_are_told_and_found_by_their_hex() -> None:
    told = taught("folio", "1", "1711", "?", "1705")
    assert "1 Rifle in 1705 (British infantry, battalion): attack 3, defense 4, movement 5" in told
    assert "Name the unit that defends best" in told and "Click" not in told
    assert "It attacks best" in told and "Right would be: 1 Rifle." in told and "Four: the riflemen" in told


def test_what_stands_beside_the_map_is_asked_for() -> None:
    assert "How you win (type aims) tells it line by line" in " ".join(taught("folio", "7").split())


def test_a_unit_and_its_hex_in_one_line() -> None:
    told = taught("folio", "3", "1407", "2 Rifle 1407", "1507")
    assert "Good idea, a turn too early" in told and "They stopped." in told


def test_every_counter_of_a_lesson_is_in_the_picture() -> None:
    assert "ArmC" in taught("folio", "1") and "1R" in taught("folio", "1")
    assert "RedC" in taught("red-actions", "1")


def test_what_is_not_offered_can_be_tried_in_words() -> None:
    told = taught("tank-leader", "4", "1", "fire at 3818", "fire at 3808")
    assert "Out of range." in told and "(TL-9.21.1)" in told and "a hit." in told
    assert "For nothing." in taught("red-actions", "2", "39, 11", "face 45")


def test_a_word_that_means_nothing_brings_no_rule() -> None:
    told = taught("red-actions", "2", "39, 11", "gobbledegook")
    assert "'gobbledegook' is none of the answers." in told and "RA-" not in told


def test_a_word_that_fits_one_answer_takes_it() -> None:
    told = taught("folio", "4", "oasis", "all", "1 rifle", "2 rifle", "army", "attack")
    assert "Attack with all" in told and "the defender goes back two hexes" in told


def test_a_counter_can_be_named_by_its_number_and_by_its_letters_on_the_map() -> None:
    told = taught("tank-leader", "1", "lorry", "B/T34", "2")
    assert told.count("Six. One of the others has eight.") == 2 and "'lorry' is no unit here" in told


def test_a_place_can_be_called_by_the_name_on_the_map() -> None:
    assert "2616, where the roads meet." in taught("panzer-blitz", "7", "Filandriers")


def test_one_can_look_at_everything_before_one_answers() -> None:
    told = taught("tank-leader", "4", "look 3804", "aims", "why", "1", "odds 1", "look nowhere", "?")
    assert "10 hexes far" in told and "How you win" not in told and "Why not what?" in told
    assert "three dice" in told.lower() and "Name a hex of the map" in told
    assert "≈ river, lake or sea" in told and "a active" in told and "Right would be" in told
    assert "∩ hill2" in taught("red-actions", "1", "help")


def test_an_answer_that_begins_like_a_command_is_an_answer() -> None:
    told = taught("panzer-blitz", "2", "2713", "7", "2614", "look for a hull-down position")
    assert "Not yet: Stop here with the Churchills." in told


def test_an_empty_line_shows_the_step_again() -> None:
    told = taught("tank-leader", "5", "")
    assert told.count("You are the Soviet.") == 2 and "fits several" not in told


def test_the_dice_of_an_answer_are_shown() -> None:
    told = taught("tank-leader", "4", "1", "fire at 3818", "3808")
    assert "fires at B/2/6 T-34/76 1 in 3808" in told and "checks morale" in told and set(told) & set("⚀⚁⚂⚃⚄⚅")


def test_answers_are_numbered_as_they_are_listed() -> None:
    assert re.search(r"\nChoose +1 back *\nHexes +2 \d{4} ", taught("tank-leader", "2", "1"))


def test_what_is_to_be_tried_in_vain_is_said_by_the_beginning_of_a_name() -> None:
    assert "First out of his zone, then rest." in taught("korsun", "5", "supply by air", "rebuild 179")


def test_a_path_says_what_to_learn_before() -> None:
    sheet = io.StringIO()
    show_paths([game_called("korsun")], Console(file=sheet, width=100))
    assert "Learn Folio Battles first." in sheet.getvalue()


def test_a_hex_that_is_no_answer_brings_no_rule_of_something_else() -> None:
    told = taught("panzer-blitz", "2", "2713", "2614")
    assert "2614 is a hex, and no answer to this." in told and "PB-7" not in told


def test_a_game_by_the_name_of_its_battle() -> None:
    assert game_called("Sidi Zahran").id == game_called("folio").id == "folio"
    with pytest.raises(UnknownChoice):
        game_called("tiddlywinks")


def test_a_lesson_can_be_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    room = Classroom(find_lesson(grognard.game("folio"), "3"), Console(file=io.StringIO()), lambda prompt: "quit")
    assert not room.teach() and not learnt()


def test_nothing_is_heard_when_it_is_over() -> None:
    lesson = LESSONS[0]
    coach = Coach(lesson)
    while not coach.over:
        right_answer(coach)
    assert not coach.answer(Press("more")).right


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("lit =", "lid ="), "unknown field `lid`"),
        (("FO-6.0.1", "FO-99"), "there is no rule FO-99"),
        (('To 1507"]', 'Fly 1507"]'), "step 2: 'Fly 1507' is no action"),
        (("piece A-06 German", "piece A-06"), "step 1: Line"),
        (("title =", "titel ="), "titel"),
        (("= 3", "= three"), "Invalid value"),
    ],
)
def test_a_mistake_in_a_lesson_is_told_with_its_place(tmp_path: Path, change: tuple[str, str], said: str) -> None:
    game = grognard.game("folio")
    text = (game.folder / "lessons" / "3-zones-of-control.toml").read_text("utf-8")
    assert change[0] in text
    file = tmp_path / "3-broken.toml"
    file.write_text(text.replace(*change, 1), "utf-8")
    with pytest.raises(LessonError) as error:
        read_lesson(game, file)
    assert "3-broken.toml" in str(error.value) and said in str(error.value)


@pytest.mark.parametrize(
    "lesson", [one for one in LESSONS if any(task.ways for task in one.tasks)], ids=lambda one: one.key
)
def test_every_other_way_leads_to_the_same_end(lesson: Lesson) -> None:
    for number, task in enumerate(lesson.tasks):
        for way in task.ways:
            coach = Coach(lesson)
            lead_to(coach, number)
            given: set[Action] = set()
            for words in way:
                answer = next(a for a in read_answers(coach.game, words) if a not in given)
                given.add(answer)
                assert coach.answer(answer).right, words
            assert coach.number == number + 1
            lead_to(coach, len(lesson.tasks))
            assert coach.over


def test_a_way_once_taken_is_gone_to_its_end() -> None:
    coach = Coach(find_lesson(grognard.game("folio"), "6"))
    for words in ("Pick A-07", "Pick B-07"):
        assert coach.answer(read_of(coach, words)).right
    assert not coach.answer(read_of(coach, "Press Attack")).right
    assert not coach.answer(read_of(coach, "Press Attack with all")).right


def read_of(coach: Coach, words: str) -> Action:
    """An answer as a lesson writes it."""
    return next(read_answers(coach.game, words))


def test_who_points_at_something_that_cannot_be_meant_is_told_no_rule_of_it() -> None:
    coach = Coach(find_lesson(grognard.game("red-actions"), "4"))
    assert coach.point("whites-a").cite == ""
    coach = Coach(find_lesson(grognard.game("night-fight"), "3"))
    assert coach.point("one").cite == ""


def test_a_feature_of_a_table_is_clicked_anywhere_in_its_ring() -> None:
    coach = Coach(find_lesson(grognard.game("red-actions"), "8"))
    assert not coach.point("40.30,34.00").right
    assert coach.point("41.50,38.10").right and coach.number == 1


def test_a_lesson_can_ask_for_an_order_to_the_staff() -> None:
    coach = Coach(find_lesson(grognard.game("korsun"), "8"))
    lead_to(coach, 1)
    before, side = coach.match.state.digest(), coach.side
    for other in ("5th Mechanized Corps to 1714", "5th Mechanized Corps hold", "3rd Tank Corps to 1629", "finish"):
        reply = coach.command(read_command(coach.match, side, other))
        assert not reply.right and reply.say.startswith("Not yet")
    assert coach.match.state.digest() == before
    assert coach.command(read_command(coach.match, side, "5th Mechanized Corps to Yurkovka")).right
    assert {coach.match.state.pieces[unit].place for unit in ("S-5MC-2", "S-5MC-233")} == {"1629", "1628"}
    assert not coach.command(read_command(coach.match, side, "3rd Tank Corps hold")).right
    assert coach.command(Command(Intent("finish"))).right
    lead_to(coach, 9)
    assert not coach.command(Command(Intent("finish"))).right, "it is over"


def test_everybody_may_be_ordered_one_by_one() -> None:
    coach = Coach(find_lesson(grognard.game("folio"), "8"))
    lead_to(coach, 1)
    all_four = ("B-01", "B-02", "B-07", "B-08")
    assert not coach.command(Command(Intent("go", "1106"), all_four[:3])).right
    assert coach.command(Command(Intent("go", "1106"), all_four)).right


def test_an_order_of_a_lesson_is_typed_in_the_terminal() -> None:
    told = taught("korsun", "8", "", "?", "2/5MC", "staff 3rd Tank Corps hold", "staff 5th Mechanized Corps to 1629")
    assert "Right would be: staff 5th Mechanized Corps to 1629" in told
    assert "Not yet" in told and "nothing has happened yet" in told
    assert "Four moves, and every answer" in told
