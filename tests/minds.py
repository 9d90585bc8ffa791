"""Matches of games that think otherwise."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from grognard.engine import Match


def think(match: Match, **changes: Any) -> None:
    """Change the mind of a match's game, for this match alone."""
    if "judge" in changes:
        changes = {"judge_all": None, **changes}
    match.game = replace(match.game, mind=replace(match.game.mind, **changes))
