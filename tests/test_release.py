"""A release is built only from a tree whose numbers agree, and its notes are those of the changelog."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
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


ONLY = """
import sys
class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in sys.stdlib_module_names | set(sys.argv[1:]):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Nothing())
import grognard.server.pictures.prerender
"""
COME_ALONG = ("anyio", "idna", "sniffio", "typing_extensions", "exceptiongroup", "_brotli")  # with what is named


def test_what_draws_the_boards_needs_no_more_than_the_build_installs() -> None:
    """A wheel is built where nothing else is: what is imported there has to be named for the build."""
    named = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    packages = [re.split(r"[>=]", wanted)[0] for wanted in named]
    drawn = subprocess.run(
        [sys.executable, "-c", ONLY, "grognard", *packages, *COME_ALONG], capture_output=True, text=True, check=False
    )
    assert drawn.returncode == 0, drawn.stderr[-800:]
