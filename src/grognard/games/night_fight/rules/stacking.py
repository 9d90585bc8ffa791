"""4.0 Stacking."""

from __future__ import annotations

from grognard.board.hexgrid import Hex
from grognard.games.night_fight.rules.data import LIMITS
from grognard.games.night_fight.rules.state import SOVIET, NightFight

LIMIT = LIMITS["stacking"]


def height(g: NightFight, h: Hex) -> int:
    """4.0, 4.1, 4.4 Units in a hex; all its wrecks together count as one, a column marker as one."""
    return len(g.at.get(h, ())) + (h in g.wrecks)


def overstacked(g: NightFight, h: Hex) -> bool:
    """R63 More than three units, wrecks counted as one."""
    return len(g.at.get(h, ())) + (h in g.wrecks) > LIMIT


def has_room(g: NightFight, h: Hex, newcomers: int = 1) -> bool:
    """4.0 Can so many more units stay here?"""
    return height(g, h) + newcomers <= LIMIT


def entry_extra(g: NightFight, h: Hex, side: str) -> int:
    """8.0, R5 One point more for friendly units, one for wrecks, however many."""
    return (h in (g.soviet_hexes if side == SOVIET else g.german_hexes)) + (h in g.wrecks)
