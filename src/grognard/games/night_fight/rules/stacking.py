"""4.0 Stacking."""

from __future__ import annotations

from grognard.board.hexes.grid import Hex
from grognard.games.night_fight.rules.data import LIMITS
from grognard.games.night_fight.rules.phases import Underway
from grognard.games.night_fight.rules.state import SOVIET, NightFight

LIMIT = LIMITS["stacking"]


def height(g: NightFight, h: Hex) -> int:
    """4.0, 4.1, 4.4 Units in a hex; all its wrecks together count as one, a column marker as one."""
    return len(g.at.get(h, ())) + (h in g.wrecks)


def overfull(g: NightFight, h: Hex) -> bool:
    """4.0, R63 More than three units, wrecks counted as one: nobody may leave it so when the phase ends."""
    return len(g.at.get(h, ())) + (h in g.wrecks) > LIMIT


def overstacked(g: NightFight, h: Hex) -> bool:
    """4.0, 4.3, R63 Overfull without the units that only pass through: they do not count in a hex on their way."""
    if not overfull(g, h):
        return False
    through = {i for step in g.steps if isinstance(step, Underway) for i in step.passing(g)}
    return height(g, h) - len(through.intersection(g.at.get(h, ()))) > LIMIT


def has_room(g: NightFight, h: Hex, newcomers: int = 1) -> bool:
    """4.0 Can so many more units stay here?"""
    return height(g, h) + newcomers <= LIMIT


def entry_extra(g: NightFight, h: Hex, side: str) -> int:
    """8.0, R5 One point more for friendly units, one for wrecks, however many."""
    return (h in (g.soviet_hexes if side == SOVIET else g.german_hexes)) + (h in g.wrecks)
