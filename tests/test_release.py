"""A release is built only from a tree whose numbers agree, and its notes are those of the changelog."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tools.release import NUMBERS, ROOT, NotReady, missing, notes, number

CHANGELOG = """# Changelog

## Unreleased

- Not yet.

## 0.3.0 (2026-12-01)

### Added

- A door.

## 0.2.0 (2026-11-01)

- A wall.
"""


def test_the_numbers_of_this_tree_agree() -> None:
    assert number(ROOT)


def test_a_number_that_differs_is_refused_with_its_file(tmp_path: Path) -> None:
    for name in NUMBERS:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "CITATION.cff").write_text("version: 99.0.0\n", "utf-8")
    with pytest.raises(NotReady, match=r"CITATION\.cff has 99\.0\.0"):
        number(tmp_path)


def test_the_notes_are_those_of_the_version_alone() -> None:
    assert notes(CHANGELOG, "0.3.0") == "### Added\n\n- A door.\n"


@pytest.mark.parametrize("version", ["0.4.0", "0.2"])
def test_a_version_without_notes_is_refused(version: str) -> None:
    with pytest.raises(NotReady, match=version):
        notes(CHANGELOG, version)


def test_a_wheel_without_boards_is_noticed() -> None:
    whole = ["grognard/py.typed", "grognard/starter/README.md", "grognard/games/folio/data/units.toml"]
    assert missing(whole) == ["grognard/server/drawn/"]
    assert missing([*whole, "grognard/server/drawn/folio/map.svg.br"]) == []
