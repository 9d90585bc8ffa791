"""Lessons in a real browser: by clicking, on a desk and on a phone, and by keys alone."""

from __future__ import annotations

from math import hypot
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

import grognard
from grognard.engine import Action
from grognard.school.coach import Coach, right_answer
from grognard.school.lesson import Lesson, find_lesson, lessons_of
from grognard.school.puzzle import find_puzzle
from tests.browser import hands
from tests.browser.eyes import serious

FIRST = {game_id: path[0] for game_id, game in grognard.shelf.items() if (path := lessons_of(game))}
FROM_CURSOR = """to => { const { board, cursor } = table, [x, y] = board.middle(to), from = board.centre(cursor.place);
    return [from && [x - from[0], y - from[1]], board.inch || board.flat ? 0 : 1, (board.inch || board.size) * 0.55];
}"""
STEPS = 60  # keys from one end of a map to the other, at most
WHERE = "JSON.stringify([table.classroom.lesson, table.scene.decision, table.scene.ask?.choices.length])"


def sit_down(visit: Any, lesson: Lesson, **more: Any) -> Page:
    """Open a lesson; the coach has spoken and the board lies there."""
    page: Page = visit(f"/learn/{lesson.key}", **more)
    page.wait_for_selector("#coach .says")
    page.wait_for_selector(".letters svg")
    return page


def moved_on(page: Page, before: str) -> None:
    page.wait_for_function(f"before => {WHERE} !== before", arg=before)


def go_on(page: Page) -> None:
    """Read what the coach says to what was done."""
    if page.evaluate("table.classroom.lesson.waits"):
        before = page.evaluate(WHERE)
        page.click("#go-on")
        moved_on(page, before)


def place(page: Page, what: str) -> str:
    """Where a piece stands; a hex is where it is."""
    return str(page.evaluate("what => table.views.get(what)?.place ?? what", what))


def click_wanted(page: Page, coach: Coach) -> None:
    """Do by hand what the coach asks for."""
    before = page.evaluate(WHERE)
    if coach.is_read_only:
        page.click("#go-on")
    elif coach.task.click:
        hands.click_hex(page, place(page, coach.task.click.split(" | ")[0]))
    else:
        give(page, next((a for a in coach.wanted if coach.match.why_not(a, coach.side) is None), coach.wanted[0]))
    moved_on(page, before)


def give(page: Page, action: Action) -> None:
    """Click an answer in the list, or its place on the map where it is not listed."""
    plain = msgspec.to_builtins(action)
    choices = page.evaluate("table.scene.ask.choices.map((choice) => choice.action)")
    row = page.locator(f'[data-choice="{choices.index(plain)}"]') if plain in choices else None
    if row is None or row.count() == 0:
        return hands.click_hex(page, place(page, plain.get("hex") or plain["piece"]))
    row.click()
    if page.evaluate("Boolean(table.armed)"):
        page.click("#confirm")


def work_through(page: Page, lesson: Lesson) -> None:
    coach = Coach(lesson)
    while not coach.over:
        expect(page.locator("#coach .says")).to_have_text(coach.task.say)
        number = coach.number
        while not coach.over and coach.number == number:
            click_wanted(page, coach)
            right_answer(coach)
        go_on(page)
    expect(page.locator("#card h2")).to_have_text(f"Learnt: {lesson.title}")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("game", FIRST)
def test_the_first_lesson_of_a_game_is_worked_through_by_clicking(visit: Any, axe: str, game: str, phone: bool) -> None:
    lesson = FIRST[game]
    page = sit_down(visit, lesson, phone=phone, ground=phone)
    looked_at = phone == bool(len(game) % 2)  # by axe: every game on a desk or on a phone
    assert not looked_at or serious(page, axe) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    work_through(page, lesson)
    assert not looked_at or serious(page, axe) == []


def test_another_answer_gets_our_words_then_the_rule_and_nothing_moves(visit: Any, axe: str) -> None:
    page = sit_down(visit, find_lesson(grognard.game("folio"), "zones-of-control"))
    page.keyboard.press("k")
    expect(page.locator("#coach .asks")).to_have_text("March 2 Rifle to 1507, beside the enemy.")
    hands.click_hex(page, "1607")
    page.wait_for_function("() => table.scene.ask.subject.includes('B-06')")
    hands.click_hex(page, "1407")
    expect(page.locator("#coach.other .says")).to_contain_text("a turn too early")
    expect(page.locator("#coach .said-rule")).to_contain_text("5.1.1.1")
    assert page.evaluate("table.views.get('B-06').place") == "1607"
    assert serious(page, axe) == []


def test_a_lesson_is_worked_through_with_keys_alone_and_gone_on_with_later(visit: Any) -> None:
    lesson = find_lesson(grognard.game("folio"), "three-numbers")
    page = sit_down(visit, lesson)
    page.focus("#view")
    page.keyboard.press("s")
    expect(page.locator("#coach.right .says")).to_have_text(lesson.tasks[0].done)
    for key, step in (("Enter", 1), ("u", 0), ("k", 1)):
        page.keyboard.press(key)
        expect(page.locator("#coach .says")).to_have_text(lesson.tasks[step].say)
    page.reload()
    expect(page.locator("#coach .says")).to_have_text(lesson.tasks[1].say)
    for key in ("k", "Enter"):
        page.focus("#view")
        page.keyboard.press(key)
        page.wait_for_function("n => table.classroom.lesson.step === n || table.classroom.lesson.over", arg=2)
    page.wait_for_selector("#next-lesson")
    page.keyboard.press("Enter")
    page.wait_for_url("**/2-roads-and-sand")
    expect(page.locator("#lesson-place .done")).to_have_count(1)


@pytest.mark.parametrize("game", FIRST)
def test_the_first_lesson_of_a_game_is_worked_through_by_keys_alone(visit: Any, game: str) -> None:
    lesson = FIRST[game]
    page, coach = sit_down(visit, lesson), Coach(lesson)
    page.focus("#view")
    while not coach.over:
        expect(page.locator("#coach .says")).to_have_text(coach.task.say)
        number = coach.number
        while not coach.over and coach.number == number:
            before = page.evaluate(WHERE)
            press_wanted(page, coach)
            moved_on(page, before)
            right_answer(coach)
        if page.evaluate("table.classroom.lesson.waits"):
            before = page.evaluate(WHERE)
            page.keyboard.press("Enter")
            moved_on(page, before)
    expect(page.locator("#card h2")).to_have_text(f"Learnt: {lesson.title}")


def press_wanted(page: Page, coach: Coach) -> None:
    """Do with keys what the coach asks for: walk to a place on the map, or press the number of an answer."""
    if coach.is_read_only:
        return page.keyboard.press("Enter")
    if coach.task.click:
        walk_to(page, place(page, coach.task.click.split(" | ")[0]))
        return page.keyboard.press("Enter")
    wanted = next(a for a in coach.wanted if coach.match.why_not(a, coach.side) is None)
    plain = msgspec.to_builtins(wanted)
    if "hex" in plain:
        walk_to(page, plain["hex"])
        return page.keyboard.press("Enter")
    choices = page.evaluate("table.scene.ask.choices.map((choice) => choice.action)")
    page.keyboard.press(page.inner_text(f'[data-choice="{choices.index(plain)}"] kbd'))


def walk_to(page: Page, to: str) -> None:
    """By arrows: first to the row or column of the place, then along it."""
    keys = ("ArrowLeft", "ArrowRight"), ("ArrowUp", "ArrowDown")
    for _ in range(STEPS):
        away, first, near = page.evaluate(FROM_CURSOR, to)
        if away and hypot(*away) < near:
            return
        axis = first if away and abs(away[first]) > near else 1 - first
        page.keyboard.press(keys[axis][bool(away) and away[axis] > 0])
    raise AssertionError(f"{to} cannot be walked to")


STANDS = "[table.board.x, table.board.y, table.board.scale].map(Math.round)"


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_what_is_asked_for_is_lit_among_the_answers_and_the_dice_are_in_sight(visit: Any, phone: bool) -> None:
    page = sit_down(visit, find_lesson(grognard.game("folio"), "6"), phone=phone)
    expect(page.locator("#coach .says")).to_be_in_viewport()
    stands = page.evaluate(STANDS)
    page.click("#prompt .choice.wanted")
    page.locator("#prompt .choice.wanted", has_text="Attack with all").click()
    expect(page.locator("#confirm")).to_be_in_viewport()
    expect(page.locator("#confirm")).to_contain_text("Do it")  # support is asked for before the die falls
    page.click("#confirm")
    expect(page.locator("#coach.right .says")).to_contain_text("over the bridge, column +3")
    assert page.evaluate(STANDS) == stands, "the map does not slide as the coach says more or less"


def test_whose_a_hex_is_can_be_seen_on_it(visit: Any) -> None:
    page = sit_down(visit, find_lesson(grognard.game("folio"), "7"))
    held = [page.locator(f'[data-marker="control"][data-place="{place}"] text').last for place in ("0905", "0906")]
    assert [mark.inner_html() for mark in held] == ["Br", "Ge"]


def test_after_the_last_lesson_the_first_battle_begins(visit: Any) -> None:
    page = sit_down(visit, find_lesson(grognard.game("folio"), "8"))
    for key in "kkk":
        before = page.evaluate(WHERE)
        page.keyboard.press(key)
        moved_on(page, before)
    page.click("#next-lesson")
    page.wait_for_url("**/m/*")
    hands.ready(page)
    assert page.evaluate("JSON.parse(localStorage.seats)[table.known.match].coached")


def test_a_point_of_a_table_is_clicked_as_well_as_one_can(visit: Any) -> None:
    page = sit_down(visit, find_lesson(grognard.game("red-actions"), "six-inches"))
    hands.click_hex(page, "38.6,11.3")
    expect(page.locator("#coach.right .says")).to_have_text("Three inches used, three left.")
    for key in ("Enter", "k"):
        page.focus("#view")
        page.keyboard.press(key)
        page.wait_for_function("() => !table.classroom.lesson.waits")
    expect(page.locator("#coach .asks")).to_have_text("Try to go right up to the conscripts, to 39, 17.5.")
    hands.click_hex(page, "39.1,17.6")
    expect(page.locator("#card .facts")).to_contain_text("Nearer than an inch is a charge")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_the_lobby_says_where_to_start_and_has_every_path(visit: Any, axe: str, phone: bool) -> None:
    page: Page = visit("/", phone=phone)
    waiting: list[Any] = []
    page.route("**/card-*.svg*", lambda route: waiting.append(route))
    page.reload()
    expect(page.locator("#start h2")).to_have_text("Folio Battles")
    expect(page.locator("#start .being-drawn")).to_have_text("Drawing the map …")
    for picture in waiting:
        picture.continue_()
    page.unroute("**/card-*.svg*")
    expect(page.locator("#start .being-drawn")).to_be_hidden()
    assert serious(page, axe) == []
    page.click("#to-learn")
    expect(page.locator(".path")).to_have_count(len(grognard.shelf))
    assert serious(page, axe) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.click("#learn-folio [data-lesson]")
    page.wait_for_selector("#coach .says")


def test_a_rule_leads_to_its_lesson_and_the_lesson_to_its_rules(visit: Any) -> None:
    page = visit.match("folio")
    page.keyboard.press("b")
    page.fill("#book input", "5.1.1.1")
    page.click("#book .taught")
    page.wait_for_selector("#coach .says")
    page.click("#plan summary")
    page.click("#plan [data-cite='FO-5.1.1.1']")
    expect(page.locator("#book #rule-FO-5\\.1\\.1\\.1")).to_be_visible()


def test_a_chapter_shows_its_example_and_it_can_be_tried_and_played(visit: Any, axe: str) -> None:
    page = sit_down(visit, find_lesson(grognard.game("folio"), "example-cut-off"))
    page.click("#plan summary")
    page.click("#plan [data-cite='FO-9.0.1']")
    example = page.locator("#book #example-cut-off")
    expect(example.locator("figcaption")).to_contain_text("1 Rifle is surrounded")
    expect(example.locator("a.alt")).to_have_attribute("href", "/learn/folio/example-cut-off")
    page.wait_for_function("() => document.querySelector('#example-cut-off img').naturalWidth > 0")
    assert serious(page, axe) == []
    example.locator("[data-from]").click()
    hands.ready(page)
    expect(page.locator("#prompt")).to_contain_text("Pick an enemy unit to attack")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_in_a_first_battle_the_coach_speaks_once_and_can_be_told_to_say_less(visit: Any, axe: str, phone: bool) -> None:
    page: Page = visit("/#learn", phone=phone)
    page.click("#learn-folio [data-battle]")
    hands.ready(page)
    hands.begin(page)
    expect(page.locator("#remark .says")).to_contain_text("On foot you stop in the first hex beside an enemy")
    assert serious(page, axe) == []
    page.click("#thanks")
    expect(page.locator("#remark")).to_be_hidden()
    page.reload()
    hands.ready(page)
    page.evaluate("table.companion.listen()")
    expect(page.locator("#remark")).to_be_hidden()
    page.evaluate(
        "() => { localStorage.removeItem('said folio'); table.companion.asked = -1; return table.companion.listen(); }"
    )
    page.click("#say-less")
    assert page.evaluate("table.companion.quiet && JSON.parse(localStorage.seats)[table.known.match].coached === false")


def test_a_puzzle_keeps_its_answer_until_one_asks_to_be_shown_it(visit: Any) -> None:
    puzzle = find_puzzle(grognard.game("folio"), 1)
    page = sit_down(visit, puzzle)
    page.focus("#view")
    page.keyboard.press("h")
    expect(page.locator("#toast")).to_contain_text("A puzzle gives no hints.")
    assert page.locator("#skip-step").count() == 0 and not page.evaluate("table.classroom.lesson.over")
    assert page.evaluate("table.known.hinted") is None
    page.click("#show-me")
    expect(page.locator("#plan h2")).to_have_text(f"{puzzle.title}: the answer")
    expect(page.locator("#plan .weighed .best")).to_contain_text(puzzle.weighed[0][1])
    assert page.locator("#card[open]").count() == 0, "the map stays in view"
    expect(page.locator("#lesson-place .done")).to_have_count(0)
