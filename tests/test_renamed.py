"""Names of earlier versions still work, and say what they are called now."""

from __future__ import annotations

import importlib

import pytest

EARLIER = [
    ("grognard.engine", "Doing", "ChoiceStep"),
    ("grognard.engine", "Box", "ScenarioSet"),
    ("grognard.players", "HastyPlayer", "HandicappedPlayer"),
    ("grognard.lab", "Row", "MatchResult"),
    ("grognard.testing", "refused", "refusing_rule"),
]


@pytest.mark.parametrize(("module", "old", "new"), EARLIER)
def test_an_earlier_name_is_the_same_thing_and_warns(module: str, old: str, new: str) -> None:
    found = importlib.import_module(module)
    with pytest.warns(DeprecationWarning, match=f"{old} is called {new} now"):
        assert getattr(found, old) is getattr(found, new)
    with pytest.raises(AttributeError):
        found.__getattr__("nothing")
