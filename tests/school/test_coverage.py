"""Every chapter of every rulebook is taught by a lesson or shown by an example, and the page says where."""

from __future__ import annotations

import pytest

import grognard
from tests.school.coverage import BEGIN, END, PAGE, chapters, examples, rows, table


@pytest.mark.parametrize("game_id", grognard.shelf)
def test_every_chapter_is_taught_by_a_lesson_or_shown_by_an_example(game_id: str) -> None:
    game = grognard.game(game_id)
    lines = list(rows(game))
    assert [line.chapter for line in lines] == list(chapters(game))
    assert sum(line.rules for line in lines) == len(game.rulebook)
    assert [line.chapter for line in lines if not line.is_taught] == []


def test_what_is_taught_and_shown_is_found() -> None:
    folio = {line.chapter: line for line in rows(grognard.game("folio"))}
    assert "3" in folio["FO 6"].lessons and "a retreat of your own" in folio["FO 7"].remarks
    assert folio["FO 9"].examples == "Cut off" and examples()
    korsun = {line.chapter: line for line in rows(grognard.game("korsun"))}
    assert "folio 3" in korsun["FO 6"].lessons


def test_the_page_holds_the_table() -> None:
    text = PAGE.read_text("utf-8")
    assert places(text[text.index(BEGIN) + len(BEGIN) : text.index(END)]) == places(table())


def places(text: str) -> list[list[str]]:
    """What a table says of lessons and examples; the counts of rules and tests beside it may be older."""
    lines = [line.split(" | ") for line in text.splitlines() if line.strip()]
    return [[*cells[:1], *cells[3:-1]] for cells in lines]
