"""8.55 What may be examined, and what the enemy is told of a unit that may not."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.board.hexes.grid import Hex
from grognard.engine import Working
from grognard.engine.core.wording import join_words
from grognard.games.tank_leader.rules.data import other, veiled
from grognard.games.tank_leader.rules.state import TankLeader, Unit


def examinable(g: TankLeader, unit: Unit, side: str | None) -> bool:
    """8.55 May this side look at the unit? Lone units, top units, and everything beside a unit of one's own."""
    return unit.side == side or (bool(unit.place) and open_among(g.here(unit.place), unit, side))


def open_units(g: TankLeader, side: str) -> set[str]:
    """8.55 The units of a side on the map, passengers apart, at which the enemy may look."""
    return {i for h in g.held(side) for i in _open_in(g, h, side)}


def _open_in(g: TankLeader, h: Hex, side: str) -> Sequence[str]:
    ids = g.at[h]
    if len(ids) == 1:
        return ids
    stack = [i for i in ids if (u := g.pieces[i]).side == side and not u.carrier]
    return stack[-1:] if all(g.pieces[i].side == side for i in ids) else stack


def open_among(here: Sequence[Unit], unit: Unit, side: str | None) -> bool:
    """8.55 The same of a unit among those of its hex."""
    beside = any(u.side == side for u in here)
    if beside or unit.carrier:
        return beside
    return next(u for u in reversed(here) if u.side == unit.side and not u.carrier).id == unit.id


def known_name(g: TankLeader, unit: Unit) -> str:
    """8.55 What the enemy may call a unit: its name, or its kind if it may not be examined."""
    return unit.name if examinable(g, unit, other(unit.side)) else unit.what.back


def own_name(g: TankLeader, unit: Unit) -> str:
    """A unit of one's own: where it is, whether it lies on top of others, and whether it has its quick kill."""
    words = [f"{unit.name} in {unit.hex}" if unit.hex else unit.name]
    stack = g.stack(unit.place, unit.side) if unit.place else []
    if len(stack) > 1 and stack[-1].id == unit.id:
        words.append("on top")
    if unit.quick:
        words.append("after its quick kill")
    return ", ".join(words)


def target_name(g: TankLeader, unit: Unit) -> str:
    """8.55 An enemy that is fired at: one that may not be examined is named by its kind."""
    return f"{known_name(g, unit)} in {unit.place}"


def names_of(units: Sequence[Unit]) -> str:
    """Several units by name."""
    return join_words(u.name for u in units)


def tell_about(
    g: TankLeader,
    cite: str,
    unit: Unit,
    text: str,
    known: str,
    working: Working | None = None,
    **args: str | int,
) -> None:
    """8.55, 12.22 A line about a unit; an enemy who may not examine it reads what is `known` of it, by its kind.

    Of the arguments he gets those that `known` names, and of a roll its faces without what stands behind it.
    """
    if g.events is None:
        return
    h, faces = unit.hex, working.faces if working else ()
    hexes = (h,) if h else ()
    sees = None if examinable(g, unit, other(unit.side)) else (unit.side,)
    g.tell(cite, text, dice=faces, hexes=hexes, sees=sees, working=working, unit=unit.name, hex=h, **args)
    if sees and unit.place and known:
        back = unit.what.back
        told = {name: value for name, value in args.items() if f"{{{name}}}" in known}
        told |= {"unit": back.capitalize() if known.startswith("{unit}") else back, "hex": h}
        shown = veiled(working, known.format_map(told)) if working else None
        g.tell(cite, known, dice=faces, hexes=hexes, sees=(other(unit.side),), working=shown, **told)


def tell_of(g: TankLeader, cite: str, unit: Unit, word: str) -> None:
    """What a unit does, or what is done to it."""
    text = "{unit} {word} in {hex}" if unit.hex else "{unit} {word}"
    tell_about(g, cite, unit, text, text, word=word)
