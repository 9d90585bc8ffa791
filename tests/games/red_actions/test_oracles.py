"""Movement, sight and retiring on the real tables against a second, slow implementation, in many sampled positions."""

from __future__ import annotations

import math
import random

import pytest

from grognard.games.red_actions.rules import sight
from grognard.games.red_actions.rules.move_path import Leg, full_budget, plan
from grognard.games.red_actions.rules.retire import RetireMove
from grognard.games.red_actions.rules.scenarios import TABLES
from grognard.games.red_actions.rules.state import RedActions, Unit
from tests.games.red_actions import oracle

from .situations import battle, run, unit

GROUNDS = ("lezhanka", "lipyagi", "tsaritsyn", "peregonovka", "egorlyk", "zadworze")
AWKWARD = {"stream", "ford", "bridge", "building_wood", "building_stone", "impassable", "dense_woods"}
KINDS = (("white_volunteer", "infantry", 3), ("kuban_cossack", "sabres", 2), ("white_volunteer", "infantry", 2))


def dropped(g: RedActions, rng: random.Random, name: str, side: str, near: oracle.Point | None = None) -> Unit:
    """A unit in line somewhere dry, clear of houses, lines and all others."""
    kind, _, count = rng.choice(KINDS)
    while True:
        x, y = near or (g.table.width / 2, g.table.height / 2)
        wide, high = (7, 7) if near else (g.table.width / 2 - 8, g.table.height / 2 - 8)
        spot = rng.uniform(x - wide, x + wide), rng.uniform(y - high, y + high)
        there = unit(side, kind, count, *spot, rng.randrange(360), name=name, formed=False)
        corners = [p for _, outline in oracle.bases(there) for p in outline]
        if not all(2 < x < g.table.width - 2 and 2 < y < g.table.height - 2 for x, y in corners):
            continue
        if any(oracle.ground(g, p) & AWKWARD for p in corners) or oracle.lines_near(g, there.point, 4.5, *COVER):
            continue
        if all(oracle.apart(there, other) > 1.2 for other in g.pieces.values()):
            return there


COVER = ("trench", "earthwork", "wall", "hedge")


def field(name: str) -> RedActions:
    """A real table with nobody on it."""
    table = TABLES[name]
    g = battle(terrain=tuple(table.features.values()))
    TABLES[g.scenario_id] = table
    return g


def water(g: RedActions, mover: Unit, end: oracle.Point) -> bool:
    """Does a way come near water, houses, wire or a road, which have rules of their own?"""
    away = oracle.bearing(mover.point, end)
    for p in (mover.point, *oracle.steps(mover.point, end, 0.3), end):
        there = mover.at(p, round(10 * away) % 3600)
        if any(oracle.ground(g, corner) & AWKWARD for _, outline in oracle.bases(there) for corner in outline):
            return True
    return any(oracle.lines_near(g, p, 0.6, "wire", "road") for p in oracle.steps(mover.point, end, 0.3))


@pytest.mark.rule("RA-TER.1", "RA-TER.3", "RA-TER.4", "RA-TER.40", "RA-MOV.4", "RA-MOV.5", "RA-MOV.6", "RA-MOV.34")
@pytest.mark.parametrize("seed", range(9))
def test_the_price_of_a_straight_way_and_who_stands_in_it(seed: int) -> None:
    rng, judged = random.Random(seed), 0
    g = field(GROUNDS[seed % len(GROUNDS)])
    mover = dropped(g, rng, "m", "whites")
    g.put(mover)
    for i in range(3):
        g.put(dropped(g, rng, f"o{i}", rng.choice(("whites", "reds")), mover.point))
    others = [u for u in g.pieces.values() if u.id != mover.id]
    column = "sabres" if mover.kind == "sabres" else "infantry"
    for _ in range(20):
        away = mover.facing / 10 + rng.uniform(-85, 85)
        end = oracle.towards(mover.point, away, rng.uniform(0.5, mover.what.move + 1))
        end = round(end[0], 2), round(end[1], 2)
        if not all(3 < x < size - 3 for x, size in zip(end, (g.table.width, g.table.height), strict=True)):
            continue
        price, stopped = oracle.price_of(g, mover, end, column), oracle.stopped(mover, end, others)
        if price is None or stopped is None or water(g, mover, end) or _unclear(mover, end, price):
            continue
        judged += 1
        found = plan(g, mover, end, full_budget(g, mover))
        goes = isinstance(found, Leg) and found.kind == "ahead"
        wanted = not stopped and price <= mover.what.move and not _among_trees(g, mover, end)
        assert goes == wanted, f"{mover.spot} to {end}: {found}, but {price:.2f}, stopped {stopped}"
        if isinstance(found, Leg) and goes:
            assert found.cost / 100 == pytest.approx(price, abs=oracle.HAIR)
    assert judged, "nothing was judged"


def _unclear(mover: Unit, end: oracle.Point, price: float) -> bool:
    turn = abs((oracle.bearing(mover.point, end) - mover.facing / 10 + 180) % 360 - 180)
    return abs(price - mover.what.move) < oracle.HAIR or abs(turn - 45) < 0.5


def _among_trees(g: RedActions, mover: Unit, end: oracle.Point) -> bool:
    """RA-TER.17 Only foot leaves column among trees."""
    if mover.kind != "sabres":
        return False
    away = round(10 * oracle.bearing(mover.point, end)) % 3600
    ways = (mover.at(p, away) for p in (mover.point, *oracle.steps(mover.point, end, 0.1), end))
    return any("woods" in oracle.ground(g, oracle.middle_of(o)) for there in ways for _, o in oracle.bases(there))


@pytest.mark.rule("RA-SHO.48")
@pytest.mark.parametrize("name", GROUNDS)
def test_what_hides_one_point_from_another(name: str) -> None:
    g, rng, told = field(name), random.Random(name), set()
    blinds = [f for f in g.table.features.values() if f.type in ("woods", "hill1", "hill2", "building_wood")]
    for _ in range(60):
        over = rng.choice(blinds).centre
        away, far = rng.uniform(0, 360), rng.uniform(3, 14)
        a, b = oracle.towards(over, away, far), oracle.towards(over, away + rng.uniform(130, 230), far)
        if (
            a not in g.table
            or b not in g.table
            or {"woods", "dense_woods"} & (oracle.ground(g, a) | oracle.ground(g, b))
        ):
            continue  # who looks out of a wood has a rule of his own
        wanted = oracle.clear(g, a, b, ())
        told.add(wanted)
        assert wanted in (None, sight.line(g, a, b).clear), f"from {a} to {b}"
    assert {True, False} <= told


@pytest.mark.rule("RA-SHO.47", "RA-SHO.48", "RA-SHO.49")
@pytest.mark.parametrize("seed", range(9))
def test_who_sees_whom(seed: int) -> None:
    rng = random.Random(100 + seed)
    g = field(GROUNDS[seed % len(GROUNDS)])
    first = dropped(g, rng, "u0", "whites")
    g.put(first)
    for i in range(1, 7):
        g.put(dropped(g, rng, f"u{i}", ("whites", "reds")[i % 2], first.point))
    units = list(g.pieces.values())
    for a, b in rng.sample([(a, b) for a in units for b in units if a.side != b.side], 5):
        if any("woods" in oracle.ground(g, oracle.hub(u)) for u in (a, b)):
            continue
        wanted = oracle.sees(g, a, b, [u for u in units if u.id not in (a.id, b.id)])
        assert wanted in (None, sight.sees(g, a, b)), f"{a.id} at {a.spot} and {b.id} at {b.spot}"


@pytest.mark.rule("RA-RET.1", "RA-RET.2", "RA-RET.11", "RA-RET.12", "RA-RET.20")
@pytest.mark.parametrize("seed", range(40))
def test_a_retiring_unit_goes_straight_back_from_the_cause_and_stops_before_the_enemy(seed: int) -> None:
    rng = random.Random(200 + seed)
    g = battle()
    mover = dropped(g, rng, "m", "whites")
    g.put(mover)
    foe = dropped(g, rng, "f", "reds", mover.point)
    g.put(foe)
    cause = oracle.towards(mover.point, rng.uniform(0, 360), 12)
    cause = round(cause[0], 2), round(cause[1], 2)
    most = 6.0 if mover.kind == "sabres" else 3.0
    away = oracle.bearing(cause, oracle.hub(mover))
    run(g, RetireMove("whites-m", round(100 * cause[0]), round(100 * cause[1]), True))
    there = g.pieces["whites-m"]
    free = _free(mover, foe, away, most)
    went = math.dist(oracle.hub(mover), oracle.hub(there))
    if there.retired:
        assert oracle.apart(there, foe) > 1 - oracle.HAIR
        assert abs((there.facing / 10 - away) % 360 - 180) < 1, "it keeps its face to the enemy"
    if free > most / 2 + 0.3:
        assert there.retired and went == pytest.approx(min(free, most), abs=0.6)
    elif not there.retired:
        assert (there.spot, there.terror) == (mover.spot, 1)


def _free(mover: Unit, foe: Unit, away: float, most: float) -> float:
    """How far back the way is free of the enemy, the unit turned to the cause."""
    middle = oracle.hub(mover)
    looks = (away + 180) % 360
    here = oracle.towards(middle, looks, mover.depth / 2)
    for k in range(int(most / oracle.PACE) + 1):
        there = mover.at(oracle.towards(here, away, k * oracle.PACE), round(10 * looks) % 3600)
        if oracle.apart(there, foe) < 1.0:
            return max(0.0, (k - 1) * oracle.PACE)
    return most
