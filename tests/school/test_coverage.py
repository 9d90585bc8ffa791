"""The table of what is taught where has every chapter of every rulebook."""

from __future__ import annotations

import pytest

import grognard
from tests.school.coverage import BEGIN, END, PAGE, chapters, examples, rows, table


@pytest.mark.parametrize("game_id", grognard.shelf)
def test_every_chapter_has_its_line(game_id: str) -> None:
    game = grognard.game(game_id)
    lines = list(rows(game))
    assert [line[0] for line in lines] == list(chapters(game))
    assert sum(line[2] for line in lines) == len(game.rulebook)


def test_what_is_taught_and_shown_is_found() -> None:
    folio = {line[0]: line for line in rows(grognard.game("folio"))}
    assert "3" in folio["FO 6"][3] and "a retreat of your own" in folio["FO 7"][4]
    assert examples() and "### Night Fight" in table()


def test_the_page_holds_the_table() -> None:
    text = PAGE.read_text("utf-8")
    assert text.index(BEGIN) < text.index("### Folio: Sidi Zahran") < text.index(END)
