"""Examples of what can be typed, taken from the match in play: a hex of this map, a unit of this side."""

from __future__ import annotations

from typing import NamedTuple

from grognard.board.ground import InchGround
from grognard.engine import Course, View


class Examples(NamedTuple):
    """Words that mean something in this match."""

    here: str  # a place
    there: str  # another
    unit: str
    side: str
    chart: str
    rule: str
    zone: str  # none if nothing lies on the map


def examples(match: Course, view: View) -> Examples:
    """Where units stand, if any do, and the first of everything else."""
    game = match.game
    here, there = two_places(match, view)
    unit = next((piece.name for piece in view.pieces if not piece.hidden), "unit")
    chart = next((chart.key for chart in game.face.charts), "combat")
    zone = next((marker.kind for marker in view.markers), "")
    rule = next((rule.section for rule in game.rulebook), "1")
    return Examples(here, there, max(unit.lower().split(), key=len), match.sides[0], chart, rule, zone)


def two_places(match: Course, view: View) -> tuple[str, str]:
    """Two places of the ground; on a table two points of it, in inches."""
    ground = match.game.face.ground(match.state.scenario_id)
    if isinstance(ground, InchGround):
        x, y = ground.table.width, ground.table.height
        return f"{x / 2:g} {y / 2:g}", f"{x / 4:g} {y / 4:g}"
    known = ground.places if ground is not None else ()
    middle = len(known) // 2
    stood = [piece.place for piece in view.pieces if piece.place in known]
    here, there, *_ = [*dict.fromkeys([*stood, *known[middle:], *known[:middle]]), "here", "there"]
    return here, there
