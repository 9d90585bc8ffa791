"""Morale (RA-MOR): the test, its bonuses, and what a failure does."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.board.inches.geometry import QUARTER, Point, Spot, at_most, bearing
from grognard.engine import Given, Modifier, UnitEffect, Working, net
from grognard.games.red_actions.rules.bodies import apart, centre, nearest_to
from grognard.games.red_actions.rules.charge_path import why_not_charge
from grognard.games.red_actions.rules.data import REACH, TABLES_DATA
from grognard.games.red_actions.rules.losses import say
from grognard.games.red_actions.rules.officers import base_morale, officer_bonus
from grognard.games.red_actions.rules.sight import fortified, sees, visible_foes
from grognard.games.red_actions.rules.state import RedActions, Unit, is_vehicle, roll, succeeds

MORALE = TABLES_DATA["morale"]
Whence = tuple[int, int, bool]  # hundredths of an inch, and whether an enemy caused it
CAUSES = {
    "charging": "RA-MOR.4",
    "charged": "RA-MOR.5",
    "charged in the rear": "RA-MOR.6",
    "ambushed": "RA-MOR.8",
    "gassed": "RA-MOR.8",
    "lost a base": "RA-MOR.9",
    "humiliated": "RA-MOR.11",
    "routers through it": "RA-MOR.12",
    "all officers lost": "RA-MOR.13",
    "serious result": "RA-MOR.14",
    "routers near by": "RA-MOR.15",
    "rally from rout": "RA-MOR.17",
    "rally from pinned": "RA-MOR.18",
    "more terror than bases": "RA-MOR.32",
}


def enemy_behind(g: RedActions, unit: Unit) -> bool:
    """RA-MOR.22, RA-MOR.23 An enemy behind the flanks within 12 inches that no visible friend can charge."""
    if unit.inside:
        return False
    near = (f for f in g.foes(unit.side) if not f.routing and at_most(apart(g, unit, f), REACH.enemy_behind))
    behind = (foe for foe in near if bearing(centre(g, unit), unit.facing, centre(g, foe)) > QUARTER)
    return any(not any(_covers(g, unit, friend, foe) for friend in g.troops(unit.side)) for foe in behind)


def _covers(g: RedActions, unit: Unit, friend: Unit, foe: Unit) -> bool:
    """RA-MOR.22, RA-MOR.23 A visible friend that could declare a charge on that enemy, if only it had not acted."""
    if friend.id == unit.id or friend.unseen or why_not_charge(g, friend, foe) is not None:
        return False
    return sees(g, unit, friend)


def test_modifiers(g: RedActions, unit: Unit, enemy: Point | None = None) -> list[Modifier]:
    """RA-MOR.1 Everything that is added to or taken from the morale value; the enemy is where the test comes from."""
    safe = fortified(g, unit, None) and fortified(g, unit, enemy or nearest_visible(g, unit))
    rows = (
        ("RA-MOR.21", int(MORALE["trench_earthwork_stone_building"]) if safe else 0, "fortified"),
        ("RA-MOR.22", int(MORALE["enemy_behind_flanks_within_12_no_friend"]) * enemy_behind(g, unit), "enemy behind"),
        ("RA-MOR.24", officer_bonus(g, unit), "officer"),
        ("RA-MOR.31", -unit.terror, "terror"),
        ("RA-MOR.36", -unit.humiliated, "humiliated"),
    )
    return [Modifier(*row) for row in rows if row[1]]


def nearest_visible(g: RedActions, unit: Unit) -> Point | None:
    """Where the nearest enemy is that a unit sees."""
    foe = nearest_to(g, unit, visible_foes(g, unit))
    return centre(g, foe) if foe is not None else None


def test_value(g: RedActions, unit: Unit, enemy: Point | None = None) -> int:
    """RA-MOR.1 The number that 2d6 must not exceed."""
    return base_morale(unit) + net(test_modifiers(g, unit, enemy))


def test_working(g: RedActions, unit: Unit, kind: str, enemy: Point | None = None) -> Working:
    """RA-MOR.1, RA-MOR.2 The working of a test; 2 always passes and 12 always fails."""
    found = [replace(m, on="number") for m in test_modifiers(g, unit, enemy)]
    value = base_morale(unit) + net(found)
    least, most = MORALE["natural_always_passes"], MORALE["natural_always_fails"] - 1
    if not least <= value <= most:
        bound = max(least, min(most, value)) - value
        found.append(Modifier("RA-MOR.2", bound, "2 always passes, 12 always fails", "number"))
    given = (Given("morale", str(base_morale(unit)), "RA-MOR.1"),)
    title = f"{unit.name}: {kind} test"
    return Working(title, tuple(found), dice=2, needs=base_morale(unit), at_most=True, given=given)


def roll_test(g: RedActions, unit: Unit, kind: str, cause: str, enemy: Point | None = None) -> bool:
    """RA-MOR.1, RA-MOR.2 Roll 2d6 against the morale value with all that is added to it."""
    value, rolled = test_value(g, unit, enemy), roll(g, test_working(g, unit, kind, enemy))
    text = "{unit} takes a {kind} test ({cause}), {total} against {value}: {result}"
    told = {"total": sum(rolled.faces), "value": value, "result": "passed" if succeeds(rolled) else "failed"}
    say(g, unit, CAUSES[cause], text, working=rolled, kind=kind, cause=cause, **told)
    return succeeds(rolled)


def takes_tests(unit: Unit) -> bool:
    """RA-MOR.38 Vehicles, trains and seniors do not."""
    return not is_vehicle(unit) and unit.type != "senior_officer"


class EffectFromPoint(UnitEffect, frozen=True):
    """Base of steps that know where trouble came from: retiring goes straight away from there."""

    x: int = 0
    y: int = 0
    known: bool = False  # False: no enemy caused it

    @property
    def origin(self) -> Point | None:
        return Spot(self.x, self.y).point if self.known else None

    @property
    def cause_point(self) -> Whence:
        """Where it came from, for the steps that follow from it."""
        return self.x, self.y, self.known


def from_unit(g: RedActions, foe: Unit | None) -> Whence:
    """Where trouble comes from: an enemy as it stands, or nobody."""
    return (*Spot.at(centre(g, foe))[:2], True) if foe is not None else (0, 0, False)
