"""What a player reads needs no key: no numbers of notes that he cannot see, no abbreviations of ours."""

from __future__ import annotations

import re

import pytest

import grognard
from grognard.school.lesson import examples_of, lessons_of

OURS = re.compile(r"\bR-?\d+\b|\bsee [BR]\d|\bruling\b|\bEZOCs?\b|\bZOCs?\b|\bDRMs?\b|\bMP\b|\bMA\b|data (file|table)")


@pytest.mark.parametrize("game_id", grognard.shelf)
def test_rules_and_lessons_are_in_plain_words(game_id: str) -> None:
    game = grognard.game(game_id)
    rules = [(rule.id, rule.text) for rule in game.rulebook]
    tasks = [(lesson.id, task) for lesson in (*lessons_of(game), *examples_of(game)) for task in lesson.tasks]
    said = [(name, " ".join((task.say, task.ask, task.done, *(a.say for a in task.asides)))) for name, task in tasks]
    assert [(name, found[0]) for name, text in rules + said if (found := OURS.search(text))] == []
