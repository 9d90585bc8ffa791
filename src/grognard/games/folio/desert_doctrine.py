"""How a sensible player fights Sidi Zahran: the British go for the works, the Germans stand on them."""

from __future__ import annotations

from typing import Any

from grognard.board.hexgrid import Hex
from grognard.games.folio.doctrine import Doctrine
from grognard.games.folio.sidi_zahran import BRITISH, OBJECTIVES
from grognard.games.folio.state import Unit


class DesertDoctrine(Doctrine):
    """Objectives pull both sides; the British more as the clock runs."""

    def pull(self, g: Any, unit: Unit, h: Hex) -> float:
        """Nearness to the objectives not yet held, and standing on one."""
        distance = g.rules.ground.grid.distance
        ours = unit.side == BRITISH
        value = 0.0
        for goal, points in OBJECTIVES.items():
            if goal == h:
                value += 0.8 * points
            elif (g.control[goal] != unit.side) or not ours:
                other = g.unit_at(goal)
                if other is None or other.side != unit.side:
                    value += 0.5 * points / (1 + distance(h, goal))
        return value


DOCTRINE = DesertDoctrine()
