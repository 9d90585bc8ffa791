"""What the table stands on: versions with known holes are neither allowed nor installed."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
ADVISORIES = tomllib.loads((TESTS / "advisories.toml").read_text("utf-8"))
PROJECT = tomllib.loads((TESTS.parent / "pyproject.toml").read_text("utf-8"))["project"]


def numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", text))


@pytest.mark.parametrize("package", ADVISORIES)
def test_no_version_with_a_known_hole_is_allowed_or_installed(package: str) -> None:
    whole = numbers(ADVISORIES[package]["below"])
    wanted = next(need for need in PROJECT["optional-dependencies"]["table"] if re.match(rf"{package}\b", need))
    assert numbers(wanted.partition(">=")[2]) >= whole, ADVISORIES[package]["known"]
    assert numbers(version(package)) >= whole, ADVISORIES[package]["known"]
