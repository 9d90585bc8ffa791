"""Markers and losses: terror, pins, humiliation, bases, and units that are no more (RA-MOR.31 to RA-MOR.43)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from grognard.board.inches.formations import FILE, SKIRMISH
from grognard.board.inches.geometry import Point, Spot, at_most, point_beside
from grognard.engine.core.wording import with_count
from grognard.games.red_actions.rules.bodies import apart, body, centre, overlap
from grognard.games.red_actions.rules.data import BASE_WIDTH, TABLES_DATA
from grognard.games.red_actions.rules.officers import scatter_seniors
from grognard.games.red_actions.rules.state import TABLE, Gap, RedActions, Thing, Unit, is_vehicle

STUMBLE = float(TABLES_DATA["ambush"]["auto_reveal_range"])
LEFT = ("fled", "surrendered", "dispersed")  # what a unit has done; the rest is done to it
DISPERSES_AT = int(TABLES_DATA["morale"]["humiliated_disperses_at"])


def say(g: RedActions, unit: Unit, cite: str, text: str, **more: Any) -> None:
    """Tell of a unit; of one whose place is secret only its own side hears (RA-AMB.4, RA-SHO.53)."""
    g.tell(cite, text, sees=(unit.side,) if unit.unseen else None, unit=unit.name, **more)


def new_event(g: RedActions) -> None:
    """RA-MOR.19 One resolved event begins: each trigger counts once in it."""
    g.overflowed, g.broken = {}, {}


def add_terror(g: RedActions, unit_id: str, count: int, why: str = "") -> bool:
    """RA-MOR.32 Place terror markers, at most one a base; True if markers were refused for the first time."""
    unit = g.pieces[unit_id]
    if is_vehicle(unit) or count <= 0:
        return False
    room = unit.bases - unit.terror
    placed = min(room, count)
    if placed > 0:
        g.change(unit_id, terror=unit.terror + placed)
        markers, because = with_count(placed, "terror marker"), f" for {why}" if why else ""
        say(g, unit, "RA-SHO.40", "{unit} takes {n}{why}", n=markers, why=because)
    if placed < count and unit_id not in g.overflowed:
        g.overflowed = {**g.overflowed, unit_id: True}
        return True
    return False


def pin(g: RedActions, unit_id: str) -> None:
    """RA-MOR.35, RA-MOR.42 One pinned marker at most; routers and vehicles take none."""
    unit = g.pieces[unit_id]
    if not is_vehicle(unit) and not unit.routing and not unit.pinned:
        g.change(unit_id, pinned=True)
        say(g, unit, "RA-MOR.35", "{unit} is pinned")


def humiliate(g: RedActions, unit_id: str) -> bool:
    """RA-MOR.36 A humiliated marker; the third disperses the unit. True if it is no more."""
    unit = g.change(unit_id, humiliated=g.pieces[unit_id].humiliated + 1)
    text = "{unit} is humiliated ({n} of {most})"
    g.tell("RA-MOR.36", text, unit=unit.name, n=unit.humiliated, most=DISPERSES_AT)
    if unit.humiliated >= DISPERSES_AT:
        end_of(g, unit_id, "dispersed")
        return True
    return False


def lose_bases(g: RedActions, unit_id: str, count: int, way: str = "destroyed") -> bool:
    """RA-FRM.10, RA-MOR.33 Remove bases; True if the unit is no more."""
    unit = g.pieces[unit_id]
    count = min(count, unit.bases)
    if count <= 0:
        return False
    left = unit.bases - count
    lost = with_count(count, "base")
    g.tell("RA-SHO.42", "{unit} loses {lost}, {left} left", unit=unit.name, lost=lost, left=left)
    if left == 0:
        end_of(g, unit_id, way)
        return True
    reveal_unit(g, unit_id)
    x, y, facing = _closed_up(g, unit, left).spot
    g.change(unit_id, bases=left, terror=min(unit.terror, left), stiff=False, x=x, y=y, facing=facing)
    return False


def _closed_up(g: RedActions, unit: Unit, left: int) -> Unit:
    """RA-FRM.10, RA-MOV.34 The bases that are left close up on the centre.

    The last one of a column on a road stays turned along it, and skirmishers with somebody in the gaps they would close
    stay where they are.
    """
    there = replace(unit, bases=left)
    if unit.formation == FILE and left == 1 and unit.place == TABLE:
        return there.at(unit.point, body(g, unit).bases[0].facing)
    if unit.formation == SKIRMISH and unit.place == TABLE and _on_somebody(g, there):
        return there.at(point_beside(unit.point, unit.facing, BASE_WIDTH * (left - unit.bases)))
    return there


def _on_somebody(g: RedActions, there: Unit) -> bool:
    return any(overlap(g, there, other) for other in g.troops() if other.id != there.id and other.place == TABLE)


def reveal_unit(g: RedActions, unit_id: str) -> None:
    """RA-AMB.5, RA-AMB.9 A hidden unit is placed on the table for all to see."""
    unit = g.pieces[unit_id]
    if unit.hidden:
        g.change(unit_id, hidden=False, unseen=False)
        g.reveal()
        g.tell("RA-AMB.9", "{unit} is revealed", unit=unit.name)


def reveal_near(g: RedActions, unit_id: str) -> None:
    """RA-AMB.9 Hidden units with an enemy within 2 inches are revealed, now that a unit has come to stand here."""
    unit = g.pieces.get(unit_id)
    if unit is None or not unit.place:
        return
    near = [foe for foe in g.troops(g.enemy(unit.side)) if foe.hidden or unit.hidden]
    near = [foe for foe in near if at_most(apart(g, unit, foe), STUMBLE)]
    for hidden in [unit, *near] if near else []:
        reveal_unit(g, hidden.id)


def end_of(g: RedActions, unit_id: str, way: str) -> None:
    """A unit leaves the game: destroyed, surrendered, dispersed, fled, captured."""
    unit = g.pieces[unit_id]
    if unit.routing:
        g.broken = {**g.broken, unit_id: True}
    reveal_unit(g, unit_id)
    scatter_seniors(g, unit)
    here = centre(g, unit)
    g.tell("RA-SCN.1", "{unit} {way}", unit=unit.name, way=f"{'has' if way in LEFT else 'is'} {way}")
    riders = g.riders(unit_id)
    for rider in riders:
        g.lose(rider.id, "destroyed")
    g.lose(unit_id, way)
    for rider in riders:
        scatter_seniors(g, rider)
    if is_vehicle(unit) and way in ("destroyed", "captured"):
        leave_behind(g, "wreck", unit, here)
        if way == "captured":
            g.owner = {**g.owner, f"wreck of {unit_id}": g.enemy(unit.side)}


def abandon(g: RedActions, unit_id: str, way: str, owner: str = "") -> None:
    """RA-RET.16, RA-MEL.26 The crew is gone; its weapons stay as an object."""
    unit = g.pieces[unit_id]
    here = centre(g, unit)
    end_of(g, unit_id, way)
    leave_behind(g, "weapons", unit, here)
    if owner:
        g.owner = {**g.owner, f"weapons of {unit_id}": owner}


def surrender(g: RedActions, unit_id: str) -> None:
    """RA-MEL.24 Prisoners where quarter is given; otherwise the unit is destroyed."""
    unit = g.pieces[unit_id]
    g.broken = {**g.broken, unit_id: True}
    here = centre(g, unit)
    if no_quarter(g):
        return end_of(g, unit_id, "destroyed")
    end_of(g, unit_id, "surrendered")
    leave_behind(g, "prisoners", unit, here)


def leave_behind(g: RedActions, kind: str, unit: Unit, here: Point) -> None:
    """RA-ACT.11 What is left of a unit is an object on the table."""
    g.things = {**g.things, f"{kind} of {unit.id}": Thing(kind, *Spot.at(here)[:2], unit.type)}


def make_gap(g: RedActions, name: str, kind: str, p: Point) -> None:
    """RA-TER.19, RA-TER.20, RA-VEH.9 A stretch of wire is cut or crushed, or rails are torn up."""
    g.gaps = {**g.gaps, f"{name} {len(g.gaps)}": Gap(name, kind, *Spot.at(p)[:2])}


def no_quarter(g: RedActions) -> bool:
    """RA-MEL.24, RA-SCN.5 Is quarter refused? The scenario says so, unless the option does."""
    chosen = g.options.get("no-quarter", "scenario")
    return g.scenario.no_quarter if chosen == "scenario" else chosen == "yes"


def at_uphill(g: RedActions, unit: Unit, other: Unit) -> bool:
    """RA-MEL.11, RA-MEL.33 Does a unit stand on higher ground than another?"""
    return body(g, unit).level > body(g, other).level
