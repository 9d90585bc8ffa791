"""Shooting and fighting a second time, with the numbers of the sheet: totals, columns, targets, strengths."""

from __future__ import annotations

import math
from collections.abc import Sequence

from grognard.games.red_actions.rules.state import RedActions, Unit
from tests.games.red_actions import oracle

COLUMNS = ("2", "3-4", "5-8", "9-12", "13-16", "17-20", "21-24", "25-28", "29-36", "37+")
ENDS = (2, 4, 8, 12, 16, 20, 24, 28, 36, math.inf)
BANDS = {"rifle": (12, 24), "carbine": (6, 12), "mg": (24, 48), "field_gun": (60, 160)}
AREAS = {
    "building_stone": -4,
    "building_wood": -3,
    "woods": -3,
    "dense_woods": -3,
    "crops": -1,
    "scrub": -1,
    "rough": -1,
}
SOFT = {"woods", "dense_woods", "crops", "scrub", "rough"}
ROUGH = {"rough", "boggy", "woods", "dense_woods", "scrub", "crops"}


def majority(g: RedActions, unit: Unit) -> set[str]:
    """The kinds of ground that hold more than half of the bases."""
    under = [oracle.ground(g, oracle.middle_of(outline)) for _, outline in oracle.bases(unit)]
    return {kind for kind in set().union(*under) if 2 * sum(kind in kinds for kinds in under) > len(under)}


def off(unit: Unit, other: Unit) -> float:
    """How many degrees another unit's middle is off the way a unit faces."""
    return abs((oracle.bearing(oracle.hub(unit), oracle.hub(other)) - unit.facing / 10 + 180) % 360 - 180)


def total(shooter: Unit, bearing_bases: int, near: float) -> int:
    """RA-SHO.3, RA-SHO.10, RA-SHO.17 Value times effective bases, half of it beyond close range."""
    close, _ = BANDS[shooter.what.weapon]
    raw = shooter.what.fire * max(0, bearing_bases - shooter.terror)
    return raw if near <= close else raw // 2


def shift(g: RedActions, shooter: Unit, target: Unit, near: float) -> int:
    """RA-SHO.20 to RA-SHO.36 All that moves the column, to the right if it helps the shooter."""
    found = 3 if shooter.what.weapon == "mg" and near <= 8 else 0
    aside = off(target, shooter)
    found += target.bases > 1 and target.formation == "line" and 60 <= aside <= 120
    deep = math.ceil(target.bases / 2) if target.formation == "column" else target.bases
    found += target.formation in ("column", "road_column") and deep >= 3 and (aside <= 30 or aside >= 150)
    filed = target.formation == "road_column" and target.bases > 1
    found += 2 * (filed or (target.formed and target.kind == "sabres"))
    kinds = majority(g, target)
    skirmisher = target.has("Skirmisher") and target.kind == "rifles" and not target.routing
    skirmisher = skirmisher and (target.bases == 1 or target.formation not in ("column", "road_column"))
    found -= skirmisher or (target.has("Partisan") and bool(kinds & ROUGH))
    return found + cover(target, kinds)


def cover(target: Unit, kinds: set[str]) -> int:
    """RA-SHO.27 to RA-SHO.36 The best cover alone; riders have that of woods only."""
    mounted = target.kind in ("sabres", "tachanka")
    areas = [AREAS[kind] for kind in kinds if kind in AREAS and not (mounted and AREAS[kind] == -1)]
    if target.lying and not mounted:
        areas.append(-3 if kinds & SOFT else -2)
    return min(areas, default=0)


def column(points: int, by: int) -> str:
    """RA-SHO.10, RA-SHO.11 The column of a total after its shifts; "" where there is none."""
    if points < 2:
        return ""
    place = next(i for i, end in enumerate(ENDS) if points <= end) + by
    return COLUMNS[min(place, len(COLUMNS) - 1)] if place >= 0 else ""


def must_shoot_at(g: RedActions, shooter: Unit, foes: Sequence[Unit]) -> str | None:
    """RA-SHO.16 The nearest enemy in sight and range; "" if there is none, None where nobody can say."""
    ranged = []
    for foe in foes:
        near, others = oracle.apart(shooter, foe), [u for u in g.pieces.values() if u.id not in (shooter.id, foe.id)]
        if abs(near - BANDS[shooter.what.weapon][1]) < oracle.HAIR:
            return None
        if near < BANDS[shooter.what.weapon][1]:
            seen = oracle.sees(g, shooter, foe, others)
            if seen is None:
                return None
            ranged += [(near, foe.id)] if seen else []
    ranged.sort()
    if len(ranged) > 1 and ranged[1][0] - ranged[0][0] < oracle.HAIR:
        return None
    return ranged[0][1] if ranged else ""


def fights_with(g: RedActions, unit: Unit, other: Unit, *, charges: bool, clean: bool, zone: str = "front") -> float:
    """RA-MEL.1, RA-MEL.9 to RA-MEL.16 Number times effective bases, and the percentages added up."""
    bases = max(0, unit.bases - unit.terror) or 0.5
    percent = 25 * (oracle.level(g, oracle.hub(unit)) > oracle.level(g, oracle.hub(other)))
    if charges:
        percent += 25 * (unit.kind == "sabres" and unit.formed and clean)
    elif zone != "front":
        percent -= 50
    else:
        kinds = majority(g, unit)
        percent += 25 * bool(kinds & ({"woods", "dense_woods"} if unit.kind == "sabres" else {*WOODED, "rough"}))
    return unit.what.fight * bases * (100 + percent) / 100


WOODED = {"woods", "dense_woods"}
