"""On every size of window what is asked about or lit is in sight; `make sizes` walks all of it."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.school.lesson import lessons_of
from tests.browser import sizes

FEW = ((1280, 720), (1366, 768), (820, 1180), (390, 844), (360, 640))
ONE_EACH = {"folio": 0, "tank-leader": 2, "red-actions": 0}  # a lesson by its place in the path


@pytest.mark.parametrize("game", ONE_EACH)
def test_what_a_lesson_speaks_of_is_in_sight_on_every_size(visit: Any, game: str) -> None:
    lesson = lessons_of(grognard.game(game))[ONE_EACH[game]]
    assert [*sizes.lesson(visit("about:blank"), lesson.key, 2, FEW)] == []


@pytest.mark.parametrize(("game", "scenario"), [("panzer-blitz", "filandriers"), ("korsun", "hill-239")])
def test_what_a_question_is_about_is_in_sight_on_every_size(visit: Any, game: str, scenario: str) -> None:
    assert [*sizes.scenario(visit("about:blank"), visit.client, game, scenario, FEW)] == []
