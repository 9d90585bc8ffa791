"""RA-SHO, steps 3 and 4 of shooting: the total, the shifts, and the column that is rolled in."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.board.inches.formations import COLUMN, FILE, LINE, SKIRMISH, ranks
from grognard.board.inches.geometry import Point, Spot, at_most, end_on, hundredths, sideways_on
from grognard.engine import Given, Modifier, Working, net
from grognard.games.red_actions.rules.aiming import Stance, weapon_of
from grognard.games.red_actions.rules.bodies import centre
from grognard.games.red_actions.rules.data import SHOOTING, SHOOTING_LOW, TABLES_DATA, TYPES, WEAPONS, UnitType
from grognard.games.red_actions.rules.sight import ROUGH_FOR_PARTISANS, areas_of, best_cover
from grognard.games.red_actions.rules.state import Aim, RedActions, Unit, array_of, is_mounted, is_vehicle

SHIFTS = TABLES_DATA["shooting_modifiers"]["cumulative"]
NO_COLUMN = -1
FUTILE = "cannot have an effect"


def strength(unit: Unit, what: UnitType, bases: int) -> tuple[int, int]:
    """RA-SHO.3, RA-SHO.9, RA-TRT.25 Effective bases and what they add up to."""
    count = max(0, bases - unit.terror)
    total = what.fire * count
    if unit.stiff and count:
        total += TYPES["white_officer"].fire - what.fire
    return count, total


def shifts(
    g: RedActions,
    what: UnitType,
    target: Unit,
    near: float,
    origin: Point,
    *,
    charging: bool = False,
    nearest: Point | None = None,
) -> list[Modifier]:
    """RA-SHO.20 to RA-SHO.36 Every column shift with its rule; cover is from the `nearest` base of the shooters."""
    found = []
    weapon = WEAPONS[what.weapon]
    if weapon.bonus_range and at_most(near, weapon.bonus_range):
        found.append(Modifier("RA-SHO.20", SHIFTS["mg_within_8"]["columns"], "MG within 8 inches", "column"))
    if enfiladed(g, target, origin):
        found.append(Modifier("RA-SHO.21", SHIFTS["target_enfiladed"]["columns"], "enfiladed", "column"))
    if (target.formed and target.kind == "sabres") or array_of(target) == FILE:
        columns = SHIFTS["target_formed_cavalry_or_road_column"]["columns"]
        found.append(Modifier("RA-SHO.22", columns, "formed cavalry or road column", "column"))
    if skirmishes(g, target, charging=charging):
        columns = SHIFTS["target_skirmisher_or_partisans_in_rough"]["columns"]
        found.append(Modifier("RA-SHO.24", columns, "skirmishers, or partisans in rough ground", "column"))
    cover = best_cover(g, target, nearest or origin)
    return [*found, cover] if cover else found


def enfiladed(g: RedActions, target: Unit, origin: Point) -> bool:
    """RA-SHO.37, RA-SHO.38 A line raked from the side, a deep column from its ends."""
    if target.bases == 1 or target.formation == SKIRMISH or is_vehicle(target) or target.inside:
        return False
    here = centre(g, target)
    if target.formation == LINE:
        return sideways_on(here, target.facing, origin)
    return ranks(target.formation, target.bases) >= 3 and end_on(here, target.facing, origin)


def skirmishes(g: RedActions, target: Unit, *, charging: bool) -> bool:
    """RA-TRT.11, RA-SHO.25 Skirmishers on foot out of column who do not charge, or partisans in rough ground; once."""
    if target.has("Skirmisher") and not is_mounted(target) and not target.routing and not charging:
        return array_of(target) not in (COLUMN, FILE)
    return target.has("Partisan") and bool(areas_of(g, target) & ROUGH_FOR_PARTISANS)


def column_of(total: int) -> int:
    """RA-SHO.10 The column whose range contains a total."""
    return max(i for i, low in enumerate(SHOOTING_LOW) if total >= low)


def column_for(total: int, shift: int) -> int:
    """RA-SHO.10, RA-SHO.11 The column of a total, shifted; -1 left of the table or below 2."""
    if total < SHOOTING_LOW[0]:
        return NO_COLUMN
    column = column_of(total) + shift
    return NO_COLUMN if column < 0 else min(column, len(SHOOTING.columns) - 1)


def halved(total: int, *, long: bool, speculative: bool) -> int:
    """RA-SHO.10, RA-SHO.17, RA-SHO.18 Both halvings together, rounded down once."""
    return total // (2 if long else 1) // (2 if speculative else 1)


def make_aim(g: RedActions, stance: Stance, target: Unit, wagon: int = -1, *, near: float | None = None) -> Aim:
    """RA-SHO.3, RA-SHO.4 A shot with its total and column; `near` is the range of fire at a charger."""
    unit = stance.unit
    what = weapon_of(unit, wagon)
    range_ = stance.range if near is None else near
    count, raw = strength(unit, what, stance.count)
    total = halved(raw, long=not at_most(range_, WEAPONS[what.weapon].close), speculative=False)
    origin = centre(g, unit)
    found = tuple(shifts(g, what, target, range_, origin, charging=near is not None, nearest=stance.nearest))
    close = what.weapon == "mg" and at_most(range_, WEAPONS["mg"].bonus_range)
    aim = aimed(g, unit, range_, count, total, column_for(total, net(found)))
    given = _given(what, range_, count, total)
    return replace(aim, target=target.id, wagon=wagon, mg_close=close, faces=stance.faces, given=given, shifts=found)


def aimed(g: RedActions, unit: Unit, near: float, bases: int, total: int = 0, column: int = NO_COLUMN) -> Aim:
    """RA-SHO.8 A shot by a unit as it stands to fire it, at nobody so far."""
    x, y, _ = Spot.at(centre(g, unit))
    fixed = hundredths(near), bases, total, column, unit.facing, unit.formation
    return Aim(unit.id, "", x, y, *fixed, name=unit.name)


def _given(what: UnitType, near: float, count: int, total: int) -> tuple[Given, ...]:
    """RA-SHO.3, RA-SHO.17 How the total of a shot comes about."""
    long = "" if at_most(near, WEAPONS[what.weapon].close) else ", long range: halved"
    bases, inches = f"{count} × {what.fire}", f"{near:.1f}{long}"
    given = (("bases", bases, "RA-SHO.3"), ("inches", inches, "RA-SHO.17"), ("total", str(total), "RA-SHO.10"))
    return tuple(Given(*row) for row in given)


def is_futile(aim: Aim) -> bool:
    """RA-TRN.19 Can a shot have no effect, whatever the dice?"""
    return aim.column == NO_COLUMN and not aim.direct and not aim.speculative


def working(g: RedActions, aim: Aim) -> Working:
    """RA-SHO.7 The working of the roll on the table."""
    title = f"Shoot at {g.pieces[aim.target].name}"
    if aim.column == NO_COLUMN:
        return Working(title, aim.shifts, given=aim.given, result="no effect", words=FUTILE)
    base, column = (SHOOTING.columns[i] for i in (column_of(aim.total), aim.column))
    return Working(title, aim.shifts, SHOOTING.key, column, 2, given=aim.given, base=base)
