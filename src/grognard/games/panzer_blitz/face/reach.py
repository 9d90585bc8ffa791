"""2.3.2, 7.1, 7.8 Which hexes a unit can fire into from where it is."""

from __future__ import annotations

from grognard.board.hexes.grid import Hex
from grognard.engine import Reach
from grognard.games.panzer_blitz.rules.data import GRID
from grognard.games.panzer_blitz.rules.direct_fire import farthest, reach_of, why_not_reach, why_not_shoot
from grognard.games.panzer_blitz.rules.sight import sees
from grognard.games.panzer_blitz.rules.state import PanzerBlitz
from grognard.games.panzer_blitz.rules.view import is_hidden


def reach(g: PanzerBlitz, side: str | None, piece: str) -> tuple[Reach, ...]:
    """7.8.1 Where it may still fire this turn, at any kind of target; of what is unspotted, where it might."""
    owner, unseen, here = piece.partition("?")
    if unseen:
        return _might(g, owner, here)
    unit = g.pieces.get(piece)
    if unit is None or is_hidden(unit, side) or unit.place not in GRID or why_not_shoot(g, unit) is not None:
        return ()
    lines = [line for line in ("AT", "AP") if (unit.face.at if line == "AT" else unit.face.ap) is not None]
    found = [
        h
        for h in GRID.within(unit.place, max((reach_of(unit, line) for line in lines), default=0))
        if h in g.area and any(why_not_reach(g, unit, h, line) is None for line in lines)
    ]
    return (Reach("fire", "PB-7.8.1", tuple(found), watches=True),) if found else ()


def _might(g: PanzerBlitz, owner: str, here: Hex) -> tuple[Reach, ...]:
    """6.2.1 What everybody may know of an Unspotted stack: how far anybody of its side fires, and what it sees."""
    hexes = (h for h in GRID.within(here, farthest(g.scenario_id, owner)) if h in g.area and sees(g, here, h))
    return (Reach("might fire", "PB-6.2.1", tuple(hexes), watches=True),)
