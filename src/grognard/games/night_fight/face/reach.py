"""9.0, 13.0 How far a unit's fire reaches: as far as it sees."""

from __future__ import annotations

from grognard.engine import Reach
from grognard.games.night_fight.rules.sight import has_line, lit_zone, seen_from
from grognard.games.night_fight.rules.stacking import overstacked
from grognard.games.night_fight.rules.state import SOVIET, NightFight, on_map


def reach(g: NightFight, side: str | None, piece: str) -> tuple[Reach, ...]:
    """13.0.5, 17.0 Every hex in visibility and line of sight; a piece that lies face down may prove to be a gun."""
    unit = g.pieces[piece]
    if not on_map(unit.place) or (unit.up and unit.pinned) or overstacked(g, unit.place) or not g.vegetation:
        return ()
    if unit.up and unit.what.kind != "marker" and not unit.what.fires:
        return ()
    seen = seen_from(g, unit.place)
    if g.lit and unit.side != SOVIET:
        seen |= {h for h in lit_zone(g) if has_line(g, unit.place, h)}
    return (Reach("fire", "NF-13.0.5", tuple(sorted(seen)), watches=True),)
