"""9.1, 9.2, 13.1 Fire a second time, slowly: who is a target, which face spots it, what is added to the three dice.

It reads counters and charts from the files and where units are from the position, and shares nothing else with the
rules it judges; sight and distance are those of the geometry beside it.
"""

from __future__ import annotations

import tomllib
from typing import Any

from grognard.games.tank_leader.rules.data import FOLDER
from grognard.games.tank_leader.rules.state import TankLeader, Unit

from .test_oracles import distance, ground, sees

COVER = {"woods": "soft", "wood": "soft", "forest": "hard", "stone": "hard"}


def _file(name: str) -> dict[str, Any]:
    with (FOLDER / name).open("rb") as file:
        return tomllib.load(file)


COUNTERS: dict[str, dict[str, Any]] = _file("units.toml")["unit_type"]
CARDS = {str(row["card"]): row for row in _file("cards.toml")["formation"]}
ROADS = {h for line in _file("maps/astrika.toml")["line"] if line["kind"] == "road" for h in line["hexes"]}
MEN = ("infantry", "artillery", "fo")


def counter(unit: Unit) -> dict[str, Any]:
    return COUNTERS[unit.type]


def is_vehicle(unit: Unit) -> bool:
    return counter(unit)["class"] not in MEN


def place(unit: Unit) -> str:
    return unit.place or unit.recorded


def cover(g: TankLeader, unit: Unit) -> str:
    return COVER.get(ground(unit.place, g.conditions), "")


# ------------------------------------------------------------------ targets


def targets(g: TankLeader, firer: Unit, *, mover: Unit | None = None) -> set[tuple[str, str]]:
    """9.21, 13.1 Every enemy that could be fired at, and with which strength; only the one that moves, if one does."""
    foes = [u for u in g.pieces.values() if u.side != firer.side and u.place and not u.carrier]
    if mover is not None:
        foes = [u for u in foes if u.id == mover.id]
    return {
        (foe.id, arm) for foe in foes for arm in ("AV", "AI") if allowed(g, firer, foe, arm, moving=mover is not None)
    }


def allowed(g: TankLeader, firer: Unit, foe: Unit, arm: str, *, moving: bool) -> bool:
    gun, struck = counter(firer), counter(foe)
    if gun.get(arm.lower()) is None or (arm == "AI" and not g.advanced):
        return False
    if arm == "AV" and not is_vehicle(foe):
        return False
    if arm == "AI" and is_vehicle(foe) and not struck.get("soft"):
        return False
    far = distance(place(firer), foe.place)
    own_hex_only = gun["class"] == "infantry" and arm == "AV"
    if far > (gun.get("av_range", 0) if own_hex_only else gun["range"]) or far > g.visibility:
        return False
    stack = [g.pieces[i] for i in g.at[foe.place] if g.pieces[i].side == foe.side and not g.pieces[i].carrier]
    if not moving and [u for u in stack if is_vehicle(u) == is_vehicle(foe)][-1].id != foe.id:
        return False
    friends = [u for u in g.pieces.values() if u.side == firer.side and place(u) == foe.place] if far else []
    if arm == "AV" and any(is_vehicle(u) for u in friends):
        return False
    if arm == "AI" and any(not is_vehicle(u) or counter(u).get("soft") for u in friends):
        return False
    return sees(place(firer), foe.place, g.conditions)


# ------------------------------------------------------------------ spotting


def face(g: TankLeader, spotter: Unit, target: Unit) -> int:
    """9.15, 9.16 The least face that spots a target in another hex."""
    far, hides = distance(place(spotter), target.place), cover(g, target)
    number = far * 2 if hides == "hard" else far if hides == "soft" else (far + 2) // 3
    here = [g.pieces[i] for i in g.at[target.place]]
    ours = [u for u in here if u.side == target.side and is_vehicle(u)]
    added = 0
    if spotter.exp == 0:
        added -= 1
    if target.exp == 2:
        added -= 1
    if hides and not any(is_vehicle(u) for u in here) and not target.fired:
        added -= 1
    if target.fired:
        added += 1
    if not hides:
        added += len(ours)
    if target.noted:
        added += 1
    return number - added


# ------------------------------------------------------------------ the three dice


def added(g: TankLeader, firer: Unit, target: Unit, arm: str, *, moving: bool) -> int:
    """9.22, 9.23 The difference and the modifiers of one unit's direct fire outside of an assault."""
    far, hides, machine = distance(place(firer), target.place), cover(g, target), is_vehicle(target)
    total = int(counter(firer)[arm.lower()]) - int(counter(target)["defense"])
    if far == 0:
        total += 6 if firer.up else 2
    elif far == 1:
        total += 2
    elif far in (2, 3):
        total += 1
    if hides == "hard":
        total -= 2
    if machine:
        total -= 2 * moving
        total += target.place in ROADS
        total -= 2 * (arm == "AI")
    else:
        total -= 3 * target.suppressed
        total -= 3 * (target.trench == 2)
        total += moving and not hides
    return total + separated(firer)


def separated(firer: Unit) -> int:
    """11.4 What being separated costs a firer."""
    if not firer.separated:
        return 0
    rows = _file("tables.toml")["doctrine"]["separation"]
    kind = ("green_vehicle" if is_vehicle(firer) else "green_non_vehicle", "seasoned", "veteran")[firer.exp]
    return int(rows[kind].get("fire", 0))
