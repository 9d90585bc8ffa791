"""How a sensible player fights Sidi Zahran: the British go for the works, the Germans stand on them."""

from __future__ import annotations

from typing import Any

from grognard.board.hexgrid import Hex
from grognard.games.folio.mind.doctrine import Doctrine, Pull
from grognard.games.folio.rules.sidi_zahran import BRITISH, OBJECTIVES, Desert
from grognard.games.folio.rules.state import Unit


class DesertDoctrine(Doctrine):
    """Objectives pull both sides; the British more as the clock runs."""

    def pull(self, g: Any, unit: Unit) -> Pull:
        """Nearness to the objectives not yet held, and standing on one."""
        drawn = self._open(g, unit.side)
        return lambda h: ON[h] + sum([NEARNESS[h][i] for i in drawn])

    def _open(self, g: Any, side: str) -> tuple[int, ...]:
        """The objectives, by their numbers, that still draw a side."""
        key = ("open", side)
        found: tuple[int, ...] | None = g.known.get(key)
        if found is None:
            found = g.known[key] = tuple(i for i, goal in enumerate(OBJECTIVES) if self._draws(g, side, goal))
        return found

    def _draws(self, g: Any, side: str, goal: Hex) -> bool:
        there = g.unit_at(goal)
        return (side != BRITISH or g.control[goal] != side) and (there is None or there.side != side)


def _nearness(h: Hex) -> tuple[float, ...]:
    """What each objective is worth from a hex that is not the objective itself."""
    distance = Desert.ground.grid.distance
    return tuple(0.5 * points / (1 + distance(h, goal)) if h != goal else 0.0 for goal, points in OBJECTIVES.items())


NEARNESS = {h: _nearness(h) for h in Desert.ground.grid.hexes}
ON = {h: 0.8 * OBJECTIVES.get(h, 0) for h in Desert.ground.grid.hexes}

DOCTRINE = DesertDoctrine()
