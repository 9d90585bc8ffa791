"""Fire, targets and strengths on the real tables against a second, plain implementation."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.games.red_actions.rules.aiming import best_stance, nearest_targets, targets
from grognard.games.red_actions.rules.data import SHOOTING
from grognard.games.red_actions.rules.fire_total import make_aim
from grognard.games.red_actions.rules.melee import Melee
from grognard.games.red_actions.rules.state import RedActions, Unit
from tests.games.red_actions import oracle, oracle_fire
from tests.games.red_actions.test_oracles import GROUNDS, dropped, field

from .situations import unit

SHOOTERS = ("white_volunteer", "white_mg", "kuban_cossack", "white_gun", "white_plastun")
TARGETS = ("red_rifle", "red_first_cav", "makhno_inf", "polish_uhlan", "white_plastun", "red_mg", "makhno_cav")


def somebody(rng: random.Random, there: Unit, kinds: tuple[str, ...], name: str) -> Unit:
    """A unit of some kind where another stands, in some state."""
    kind, side = rng.choice(kinds), there.side
    spot = (there.x / 100, there.y / 100, there.facing // 10)
    foot: dict[str, Any] = {"lying": rng.random() < 0.3}
    made = unit(side, kind, rng.randint(1, 3), *spot, name=name, terror=0, **foot)
    if made.kind in ("sabres", "tachanka", "gun"):
        made = replace(made, lying=False)
    formed = made.has("Formed") and rng.random() < 0.5
    return replace(made, terror=rng.randint(0, made.bases), formed=formed)


@pytest.mark.rule(
    "RA-SHO.3", "RA-SHO.10", "RA-SHO.11", "RA-SHO.17", "RA-SHO.20", "RA-SHO.21", "RA-SHO.22", "RA-SHO.24", "RA-SHO.27"
)
def test_the_total_and_the_column_of_a_shot() -> None:
    rng, judged, shifted = random.Random(1), 0, set()
    for n in range(220):
        g = field(GROUNDS[n % len(GROUNDS)])
        there = dropped(g, rng, "t", "reds")
        shooter = somebody(rng, dropped(g, rng, "s", "whites", there.point), SHOOTERS, "s")
        target = somebody(rng, there, TARGETS, "t")
        g.put(shooter)
        g.put(target)
        near, aside = oracle.apart(shooter, target), oracle_fire.off(target, shooter)
        edges = (*oracle_fire.BANDS[shooter.what.weapon], 8)
        if any(abs(near - edge) < oracle.HAIR for edge in edges) or any(abs(aside - a) < 1 for a in (30, 60, 120, 150)):
            continue
        stance = best_stance(g, shooter, target)
        if stance is None:
            continue
        aim = make_aim(g, stance, target)
        points = oracle_fire.total(shooter, stance.count, stance.range)
        by = oracle_fire.shift(g, stance.unit, target, stance.range)
        wanted = oracle_fire.column(points, by)
        judged += 1
        shifted.add(by)
        assert aim.total == points
        assert (SHOOTING.columns[aim.column] if aim.column >= 0 else "") == wanted, (shooter, target, aim.shifts)
    assert judged > 60 and len(shifted) > 5


@pytest.mark.rule("RA-SHO.16", "RA-SHO.52", "RA-SHO.12")
def test_rifles_shoot_at_the_nearest_enemy_in_sight() -> None:
    rng, judged = random.Random(2), 0
    for n in range(60):
        g = field(GROUNDS[n % len(GROUNDS)])
        there = dropped(g, rng, "w", "whites")
        shooter = unit("whites", "white_volunteer", 1, there.x / 100, there.y / 100, there.facing // 10, name="w")
        g.put(shooter)
        for i in range(4):
            g.put(dropped(g, rng, f"r{i}", "reds", shooter.point))
        foes = [u for u in g.pieces.values() if u.side == "reds"]
        if any("woods" in oracle.ground(g, oracle.hub(u)) for u in g.pieces.values()):
            continue
        if any(oracle.apart(shooter, foe) < 2 for foe in foes):
            continue
        wanted = oracle_fire.must_shoot_at(g, shooter, foes)
        if wanted is None:
            continue
        judged += 1
        assert set(nearest_targets(g, shooter)) == ({wanted} if wanted else set())
        assert list(targets(g, shooter)) == ([wanted] if wanted else [])
    assert judged > 15


@pytest.mark.rule("RA-MEL.1", "RA-MEL.2", "RA-MEL.6", "RA-MEL.10", "RA-MEL.11", "RA-MEL.12", "RA-MEL.13", "RA-MEL.16")
def test_the_strengths_of_both_sides_in_a_fight() -> None:
    rng = random.Random(3)
    for n in range(120):
        g = field(GROUNDS[n % len(GROUNDS)])
        there = dropped(g, rng, "t", "reds")
        g.put(there)
        near = dropped(g, rng, "s", "whites", there.point)
        charger = somebody(rng, near, ("white_volunteer", "kuban_cossack"), "s")
        target = somebody(rng, there, TARGETS, "t")
        if _by_a_crossing(g, target):
            continue
        g.put(charger)
        g.put(target)
        zone, clean = rng.choice(("front", "flank", "rear")), rng.random() < 0.5
        flanked = {} if zone == "front" else {target.id: zone}
        above = oracle.level(g, oracle.hub(charger)) - oracle.level(g, oracle.hub(target))
        fight = Melee(charger.id, (target.id,), flanked, clean, charger.x, charger.y, {target.id: above})
        ours, theirs = fight.strengths(g, charger, [target])
        assert float(ours) == oracle_fire.fights_with(g, charger, target, charges=True, clean=clean)
        assert float(theirs) == oracle_fire.fights_with(g, target, charger, charges=False, clean=clean, zone=zone)


def _by_a_crossing(g: RedActions, unit_: Unit) -> bool:
    """Bridges and fords cover those who stand by them, and are left out here."""
    crossings = [f for f in g.table.features.values() if f.type in ("bridge", "ford")]
    return any(f.distance(oracle.hub(unit_)) < 5 for f in crossings)
