"""Which tests belong to a change."""

from __future__ import annotations

import pytest

from bench.quick import ALWAYS, belonging


@pytest.mark.parametrize(
    ("file", "tests"),
    [
        ("src/grognard/games/night_fight/rules/fire.py", "tests/games/night_fight"),
        ("src/grognard/engine/core/odds.py", "tests/engine"),
        ("src/grognard/server/page/js/panels/log.js", "tests/server/test_pages.py"),
        ("src/grognard/server/matches/session.py", "tests/server/test_table.py"),
        ("src/grognard/cli.py", "tests/test_cli.py"),
        ("tests/board/test_paths.py", "tests/board/test_paths.py"),
        ("README.md", "tests/test_readme.py"),
    ],
)
def test_the_belonging_a_file(file: str, tests: str) -> None:
    assert belonging([file]) == [*ALWAYS, tests]


def test_a_file_without_belonging_its_own_asks_for_the_house_alone() -> None:
    assert belonging(["LICENSE", "tests/golden.py"]) == list(ALWAYS)
