"""13.4, 13.5 Pins, eliminations and wrecks, and what they do to a column."""

from __future__ import annotations

from grognard.board.hexes.grid import Hex
from grognard.games.night_fight.rules.column_formation import deploy, hit_column, leave_column, leave_gap
from grognard.games.night_fight.rules.sight import refresh_spotted
from grognard.games.night_fight.rules.state import SOVIET, NightFight, hexes_of, owner, whereabouts


def pin(g: NightFight, unit_id: str, *, combat: bool = True) -> None:
    """13.4, R24 Pinned until rallied; a second pin adds nothing. A column is stopped by combat, not by a breakdown."""
    unit = g.pieces[unit_id]
    if not unit.pinned:
        g.change(unit_id, pinned=True)
        g.tell("NF-13.4.13", "{unit} in {hex} is pinned", hexes=(unit.place,), unit=unit.name, hex=unit.place)
    if unit.column and combat:
        hit_column(g, unit.column)


def eliminate(g: NightFight, unit_id: str, *, combat: bool = True) -> None:
    """13.4, 13.5 Removed for good; a weight class leaves a wreck where it died."""
    unit = g.pieces[unit_id]
    if unit.what.leaves_wreck:
        g.wrecks = {**g.wrecks, unit.place: g.wrecks.get(unit.place, 0) + 1}
    g.tell("NF-13.4.1", "{unit} in {hex} is eliminated", hexes=(unit.place,), unit=unit.name, hex=unit.place)
    remove(g, unit_id, combat=combat)


def wipe_out(g: NightFight, h: Hex, *, combat: bool) -> None:
    """18.0, 19.0 Everything in a hex is eliminated; of a column whose marker stands there, the lead piece."""
    for unit in g.here(h):
        found = deploy(g, unit.column, spotted=False) if unit.what.kind == "marker" else unit
        if found is not None and found.id in g.pieces:
            eliminate(g, found.id, combat=combat)
    refresh_spotted(g)


def remove(g: NightFight, unit_id: str, *, combat: bool = True) -> None:
    """8.5, R24 Take a unit out of the game, and out of its column, which only combat stops."""
    unit = g.drop(unit_id)
    side = owner(unit.side)
    if unit.what.kind != "dummy":
        g.lost = {**g.lost, side: g.lost.get(side, 0) + 1}
    if unit.side == SOVIET and unit.column:
        leave_column(g, unit)
        if combat:
            hit_column(g, unit.column)
        else:
            leave_gap(g, unit.column)


def remove_dummy(g: NightFight, unit_id: str, cite: str) -> None:
    """10.3, 10.4 A Dummy that is found out leaves the game; its column is not stopped by that."""
    unit = g.drop(unit_id)
    g.reveal()
    text = "The piece in {hex} is a dummy and is removed"
    g.tell(cite, text, hexes=hexes_of(unit), hex=whereabouts(unit))
    if unit.column:
        leave_column(g, unit)
        leave_gap(g, unit.column)
    refresh_spotted(g)
