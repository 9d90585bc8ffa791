"""8 The movement operation in progress: what it has cost, the way so far, and what has stopped it."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.engine.core.wording import counted
from grognard.games.tank_leader.rules.move_paths import hexes_left
from grognard.games.tank_leader.rules.state import Move, TankLeader, Unit
from grognard.games.tank_leader.rules.terrain import POINT


def spend(g: TankLeader, unit: Unit, way: tuple[Hex, ...], cost: int, *, over: bool = False) -> None:
    """8 The points and the hexes of the next step, or of several; nobody has fired at the unit there yet."""
    move = g.move
    assert move is not None
    spent = move.spent + cost
    g.move = replace(
        move,
        spent=spent,
        hexes=move.hexes + len(way),
        over=over or move.over or spent >= unit.what.ma * POINT,
        way=(*(move.way or (unit.hex,)), *way),
        shot=(),
        halted=False,
    )


def ends_move(g: TankLeader, unit: Unit, h: Hex) -> bool:
    """8.11, 8.1.5, R-27a Is the move over in the next hex: a flooded stream, or the first hex out of one?"""
    a, country = unit.hex, g.country
    if country.stops(a, h, unit.what.mover):
        return True
    wet = bool(a) and g.move is not None and not g.move.hexes and country.flooded_start(a)
    return wet and not (a in country.bridges and h in country.road_links.get(a, ()))


def halt(g: TankLeader, mover: str) -> None:
    """9.41 Something has happened on the way: the owner is asked anew before the unit goes on."""
    if g.move is not None and g.move.unit == mover:
        tell_way(g)
        g.move = replace(g.move, halted=True)


def shot_at(g: TankLeader, mover: str, firer: str) -> None:
    """9.43 A unit fires at the mover: it does so once in this hex."""
    if g.move is not None and g.move.unit == mover:
        tell_way(g)
        g.move = replace(g.move, shot=(*g.move.shot, firer))


def tell_way(g: TankLeader) -> None:
    """8 One line for the way since the last one."""
    move = g.move
    if move is None or len(move.way) < 2 or move.unit not in g.pieces:
        return
    if g.heard:
        _tell(g, move)
    g.move = replace(move, way=move.way[-1:])


def _tell(g: TankLeader, move: Move) -> None:
    start, *by, end = move.way
    name = g.pieces[move.unit].name
    if start:
        text = "{unit} moves from {start} to {end}"
    else:
        start, *by = *by, end
        text = "{unit} enters the map at {start}" + (" and moves to {end}" if by else "")
        by = by[:-1]
    if by:
        text += " by {by}"
    g.tell("TL-8.1", text, hexes=move.way[not move.way[0] :], unit=name, start=start, end=end, by=", ".join(by))


def words_of_move(g: TankLeader, mover: Unit) -> str:
    """9.42 What the enemy should know of a unit he may fire at: can it go on?"""
    move = g.move
    if mover.suppressed:
        return ", suppressed"
    if move is None or move.unit != mover.id:
        return ""
    if move.over:
        return ", at the end of its move"
    hexes = hexes_left(g, mover, move)
    if hexes < 1:
        return ", can go no farther"
    points = counted((mover.what.ma * POINT - move.spent) / POINT, "point")
    return f", {points} left" + (f" for {counted(hexes, 'hex')} at most" if g.f_rated(mover) else "")
