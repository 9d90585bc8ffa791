"""The way of a charge (RA-MOV.16, RA-MOV.17, RA-MOV.21, RA-MOV.27, RA-MOV.28); evading it (RA-MOV.23, RA-MOV.31)."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.board.inches.bodies import SIEVE
from grognard.board.inches.formations import FILE, LINE
from grognard.board.inches.geometry import (
    CIRCLE,
    Point,
    at_most,
    box,
    distance,
    facing_to,
    hundredths,
    point_ahead,
    point_beside,
)
from grognard.engine import Refusal
from grognard.games.red_actions.rules.bodies import apart, body, centre, overlap, section
from grognard.games.red_actions.rules.data import REACH, TURNS
from grognard.games.red_actions.rules.move_path import (
    Budget,
    deployed_among_trees,
    reach_towards,
    way_out,
    wreck_on_the_way,
)
from grognard.games.red_actions.rules.room import farthest, may_stand, on_others, stand, who_bars
from grognard.games.red_actions.rules.sight import dug_in, sees
from grognard.games.red_actions.rules.state import UPROOTED, RedActions, Unit, array_of, is_shaken, is_vehicle
from grognard.games.red_actions.rules.terrain import allowance_of, survey

CLOSE = 0.3  # inches before the target in which others do not stand in the way
TOUCH = 0.02  # inches between two that are in contact
SLIDE = 0.1  # inches in which it is brought back along its enemy's edge
PROBE = 0.1  # inches by which a front feels for whom it touches
SHARES = (0.5, 0.4, 0.3, 0.2, 0.1)  # of the way at which a charger is met by fire, if there is room
BENDS = (0, 150, -150, 300, -300, 450, -450)  # tenths of a degree from straight away
STRIDE = 0.5
BETTER = 0.5  # inches by which a bent way must be longer


# ------------------------------------------------------------------ may it charge?


def may_charge_type(unit: Unit) -> bool:
    """RA-MOV.17 The troop types that charge."""
    return unit.kind in ("rifles", "sabres", "ac", "tank") and not unit.carts and not unit.riding


def why_cannot_charge(unit: Unit) -> Refusal | None:
    """RA-MOV.17, RA-MOR.26, RA-FRM.6 Why a unit may not charge anybody now."""
    if not may_charge_type(unit):
        return Refusal("RA-MOV.17")
    if unit.pinned:
        return Refusal("RA-MOR.34")
    if unit.routing or is_shaken(unit):
        return Refusal("RA-MOR.37")
    if unit.barred:
        return Refusal("RA-MOR.26")
    if array_of(unit) == FILE:
        return Refusal("RA-FRM.6")
    return Refusal("RA-VEH.4") if unit.stuck else None


def why_not_charge(g: RedActions, unit: Unit, target: Unit, left: float | None = None) -> Refusal | None:
    """RA-MOV.16, RA-MOV.27, RA-MOV.28, RA-MOV.32 Why a unit may not charge this target."""
    refusal = why_cannot_charge(unit)
    if refusal is not None:
        return refusal
    unit = in_array(unit)
    if target.side == unit.side or target.hidden or target.riding or target.type == "senior_officer":
        return Refusal("RA-MOV.16", "It is not an enemy that can be charged.")
    limit = allowance_of(unit) if left is None else left
    if not at_most(apart(g, unit, target), limit):
        return Refusal("RA-MOV.16", "It is out of reach.")
    refusal = _why_not_kind(g, unit, target)
    if refusal is not None:
        return refusal
    if not unit.inside and not body(g, target).in_arc_of(unit.point, unit.facing, TURNS["charge_arc"]):
        return Refusal("RA-MOV.16", "It is outside the front arc.")
    if not sees(g, unit, target):
        return Refusal("RA-MOV.16", "It cannot be seen.")
    return why_no_path(g, unit, target, limit)


def _why_not_kind(g: RedActions, unit: Unit, target: Unit) -> Refusal | None:
    """RA-TRT.14, RA-MOV.32, RA-VEH.11 Who may charge what."""
    foot = unit.kind == "rifles"
    if is_vehicle(target) and not target.stuck and unit.kind == "sabres":
        return Refusal("RA-TRT.14")
    if target.kind == "train" and (not foot or target.rolling):
        return Refusal("RA-VEH.11")
    if target.inside and not foot:
        return Refusal("RA-MOV.32")
    bars = not foot and unit.kind != "tank" and dug_in(g, target, centre(g, unit))
    return Refusal("RA-MOV.32") if bars else None


def why_no_path(g: RedActions, unit: Unit, target: Unit, limit: float) -> Refusal | None:
    """RA-MOV.27, RA-MOV.28, RA-MOV.32, RA-TER.17 Why the straight way to a target is not open."""
    starts, end = charge_line(g, unit, target)
    way = survey(g, starts, starts.point, end)
    if way.cost is None or way.halts:
        return Refusal("RA-MOV.32", "The ground stops the charge.")
    if not at_most(way.cost, limit):
        return Refusal("RA-MOV.16", f"The charge takes {way.cost:.1f} inches.")
    if deployed_among_trees(g, starts, end):
        return Refusal("RA-TER.17")
    front, length = point_ahead(end, starts.facing, -CLOSE), max(PROBE, way.length - CLOSE)
    width = unit.frontage
    swath = box(front, starts.facing, width, length)
    berth = box(front, starts.facing, width + 2 * REACH.no_entry - SIEVE, length)
    met = contacted(g, unit, target)  # RA-MOV.28 not within an inch of an enemy that the charge does not meet
    other = who_bars(g, unit, body(g, unit), [swath], [berth], way.length + width + REACH.no_entry, met)
    if other is not None:
        return Refusal("RA-MOV.28", f"{other.name} is in the way.")
    if is_vehicle(unit) and wreck_on_the_way(g, body(g, unit), swath):
        return Refusal("RA-VEH.15")
    friend = on_others(g, at_contact(g, unit, target), side=unit.side)
    return Refusal("RA-MOV.28", f"{friend.name} leaves no room.") if friend else None


# ------------------------------------------------------------------ the line to the target


def in_array(unit: Unit) -> Unit:
    """RA-BLD.6, RA-FRM.6 A charger as it draws up: whoever went into a house in file comes out of it in line."""
    return replace(unit, formation=LINE) if unit.inside and unit.formation == FILE else unit


def charge_line(g: RedActions, unit: Unit, target: Unit) -> tuple[Unit, Point]:
    """RA-MOV.27, RA-BLD.6 The charger where it sets out, turned to its target, and the nearest point of that."""
    start = section(g, unit).nearest(centre(g, target)) if unit.inside else unit.point
    end = body(g, target).nearest(start)
    return unit.at(start, facing_to(start, end) if start != end else unit.facing), end


def half_way(g: RedActions, unit: Unit, target: Unit) -> Unit | None:
    """RA-PRE.2, RA-MOV.19 The charger half way to its target, or as far on the way there as there is room."""
    starts, end = charge_line(g, unit, target)
    far = (share * distance(starts.point, end) for share in SHARES)
    on_the_way = (starts.at(point_ahead(starts.point, starts.facing, inches)) for inches in far)
    return next((there for there in on_the_way if may_stand(g, there)), None)


def at_contact(g: RedActions, unit: Unit, target: Unit) -> Unit:
    """RA-MOV.22 The charger flat against the edge it contacts; at the edge of the table it keeps on the table."""
    starts, end = charge_line(g, unit, target)
    facing = body(g, target).edge_facing(end, starts.facing)
    there = unit.at(point_ahead(end, facing, -TOUCH), facing)
    half = unit.frontage / 2
    aside = [0.0, *(side * k * SLIDE for k in range(1, int(half / SLIDE) + 1) for side in (-1, 1))]
    slid = (there.at(point_beside(there.point, facing, inches)) for inches in aside)
    return next((found for found in slid if body(g, found).on_table), there)


def contacted(g: RedActions, unit: Unit, target: Unit) -> list[str]:
    """RA-MOV.21, RA-BLD.9 Every enemy unit the charger's front touches, the target first."""
    if target.inside:
        return [target.id, *(u.id for u in g.here(target.inside) if u.id != target.id and u.side == target.side)]
    there = at_contact(g, unit, target)
    probe = there.at(point_ahead(there.point, there.facing, PROBE))
    others = [u for u in g.foes(unit.side) if u.id != target.id and not u.inside and overlap(g, probe, u)]
    return [target.id, *(u.id for u in sorted(others, key=lambda u: (apart(g, unit, u), u.id)))]


# ------------------------------------------------------------------ evading it


def evades(target: Unit) -> bool:
    """RA-MOV.23 Mounted troops, cars, limbered horse artillery, and foot skirmishers or partisans."""
    if target.pinned or target.evaded or target.routing or target.stuck:
        return False
    if target.kind in ("sabres", "tachanka", "ac") or target.carts:
        return True
    if target.kind == "gun":
        return target.limbered and target.has("HorseArtillery")
    return target.kind == "rifles" and (target.has("Skirmisher") or target.has("Partisan"))


def evade(g: RedActions, target: Unit, charger: Unit) -> None:
    """RA-MOV.31 A full move directly away, bent up to 45 degrees, ending facing away."""
    end = way_away(g, target, charger)
    assert end is not None
    lies = target.lying and target.acted  # RA-MOV.25 until its next action
    stand(g, end, evaded=True, acted=True, lying=lies, **UPROOTED)


def way_away(g: RedActions, target: Unit, charger: Unit) -> Unit | None:
    """RA-MOV.31 Where an evader ends: the longest way, the straightest first; None if it cannot get away at all."""
    away = facing_to(centre(g, charger), centre(g, target))
    best, best_run = None, 0.0
    for facing in ((away + bend) % CIRCLE for bend in BENDS):
        starts = target.at(way_out(g, target, facing), facing)
        limit = reach_towards(g, starts, facing, Budget(hundredths(allowance_of(target))))
        end = farthest(g, starts, facing, limit, STRIDE, flees=charger.id, barred=True)
        run = distance(starts.point, end.point) if end is not None else 0.0
        if run > best_run + BETTER:
            best, best_run = end, run
    return best
