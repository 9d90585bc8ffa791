"""A company and its enemy for the tests of morale."""

from __future__ import annotations

from typing import Any

from grognard.games.red_actions.rules.state import Unit

from .situations import unit


def rifles(kind: str = "white_volunteer", bases: int = 4, **more: Any) -> Unit:
    return unit("whites", kind, bases, more.pop("x", 30), more.pop("y", 20), name="w", **more)


def foe(y: float = 30.0, kind: str = "red_rifle", bases: int = 4, **more: Any) -> Unit:
    return unit("reds", kind, bases, more.pop("x", 30), y, more.pop("facing", 180), name="r", **more)
