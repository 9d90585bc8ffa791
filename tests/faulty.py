"""Scenarios with a mistake in them: what whoever wrote one is told."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine import ScenarioError
from grognard.engine.game.scenario import ScenarioSet


def printed(game: str, scenario: str) -> str:
    """The file of a scenario in the box."""
    return (grognard.game(game).folder / f"data/scenarios/{scenario}.toml").read_text("utf-8")


def problems(text: str, game: str = "night-fight") -> list[str]:
    """What is wrong with a scenario; nothing of it may stay."""
    box = grognard.game(game).scenarios
    assert isinstance(box, ScenarioSet)
    known = set(box.known)
    with pytest.raises(ScenarioError) as caught:
        box.add(text, "my.toml", listed=True)
    assert set(box.known) == known and set(box) <= known
    return [str(problem) for problem in caught.value.problems]


def spoilt(text: str, old: str, new: str) -> str:
    """A file with one thing in it changed."""
    assert old in text, f"{old!r} is not in the file"
    return text.replace(old, new, 1)
