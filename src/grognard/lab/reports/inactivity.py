"""Sides that hardly take part: a scenario in which nobody moves or nobody is hurt may be fair, and is no battle."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from grognard.engine import find_game
from grognard.engine.core.wording import capital, does
from grognard.lab.job import MatchResult

FEW_MOVES = 1.0  # a turn, of all its pieces together
FEW_ROLLS = 0.3  # a turn, that come of its answers
FEW_LOSSES = 0.5  # a match


def idle_sides(rows: Sequence[MatchResult]) -> list[str]:
    """A sentence about each side that hardly moves, hardly shoots, or hardly hurts its enemy."""
    found = []
    for side in rows[0].sides if rows else ():
        whose = find_game(rows[0].game).face.people(side)
        who = f"{capital(whose)} hardly"
        moves = fmean(_moves(row, side) / max(1, row.turns) for row in rows)
        if moves < FEW_MOVES:
            found.append(f"{who} {does(whose, 'moves')}: {moves:.1f} moves a turn.")
        rolls = fmean(row.rolled.get(side, 0) / max(1, row.turns) for row in rows)
        if rolls < FEW_ROLLS and any(row.rolled for row in rows):
            found.append(f"{who} {does(whose, 'shoots')}: {rolls:.1f} rolls a turn come of their decisions.")
        enemies = [other for other in rows[0].sides if other != side]
        hurt = fmean(sum(row.lost.get(enemy, 0) for enemy in enemies) for row in rows)
        if enemies and hurt < FEW_LOSSES:
            found.append(f"{who} {does(whose, 'hurts')} the enemy: {hurt:.1f} losses a match.")
    return found


def _moves(row: MatchResult, side: str) -> int:
    return sum(count for place, count in row.went.items() if place.startswith(f"{side} "))
