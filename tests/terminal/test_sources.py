"""What stands behind a rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.engine import Rule
from grognard.terminal.catalogue import Sources

CODE = '''"""2.0 Chapter two."""


class Fire:
    """2.1 Fire."""

    def why_not(self):
        return Refusal("XX-2.1.1")


def range_of():
    """2.2 Range."""
    return 3
'''
TEST = """@mark.rule("XX-2.1.1", "XX-9.9.9")
def test_fire():
    pass
"""


@pytest.fixture
def sources(tmp_path: Path) -> Sources:
    """A checkout with one game of one module, one data file and one test."""
    package = tmp_path / "src" / "game"
    package.mkdir(parents=True)
    (tmp_path / "tests").mkdir()
    (tmp_path / "pyproject.toml").touch()
    (package / "fire.py").write_text(CODE)
    (package / "data.toml").write_text('\ncite = "XX-2.1.10"\n')
    (tmp_path / "tests" / "test_fire.py").write_text(TEST)
    return Sources(package)


def places(found: list[object]) -> list[str]:
    return [str(place) for place in found]


def test_a_rule_is_found_where_its_id_is_cited(sources: Sources) -> None:
    rule = Rule("XX-2.1.1", "2.1", "fire", "")
    assert places([*sources.implementing(rule)]) == ["src/game/fire.py:8  Fire.why_not"]


def test_a_longer_id_is_another_rule(sources: Sources) -> None:
    rule = Rule("XX-2.1.10", "2.1", "fire", "")
    assert places([*sources.implementing(rule)]) == ["src/game/data.toml:2"]


def test_a_rule_nobody_cites_is_found_by_the_section_in_docstrings(sources: Sources) -> None:
    rule = Rule("XX-2.2.1", "2.2", "range", "")
    assert places([*sources.implementing(rule)]) == ["src/game/fire.py:11  range_of"]


def test_tests_are_found_by_their_marks(sources: Sources) -> None:
    assert places([*sources.testing(Rule("XX-9.9.9", "9.9", "", ""))]) == ["tests/test_fire.py:1  test_fire"]
    assert sources.testing(Rule("XX-3.0.1", "3.0", "", "")) == []


def test_an_installed_package_has_no_tests_to_show(tmp_path: Path) -> None:
    (tmp_path / "fire.py").write_text(CODE)
    alone = Sources(tmp_path)
    assert alone.root is None
    assert alone.testing(Rule("XX-2.1.1", "2.1", "", "")) == []
    assert len(alone.implementing(Rule("XX-2.1.1", "2.1", "", ""))) == 1
