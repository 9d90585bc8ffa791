"""Reach, zones and retreats of Sidi Zahran against a second, slow implementation, in many sampled positions."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product

import pytest

from grognard.board.hexes.zone_moves import FRESH, GO, LEFT, PAID, MoveRules, ZoneReach, reach_leg, reach_mobile, search
from grognard.engine import net
from grognard.games.folio.rules.clauses import Folio
from grognard.games.folio.rules.combat import attackers_of, targets
from grognard.games.folio.rules.combat_results import column, line, strengths, totals
from grognard.games.folio.rules.data import CRT
from grognard.games.folio.rules.movement import has_room
from grognard.games.folio.rules.pace import moves, pace_of
from grognard.games.folio.rules.retreat import Retreat, ways
from grognard.games.folio.rules.sidi_zahran import DESERT, Zahran
from grognard.games.folio.rules.state import Battle, Unit
from tests.games.folio import oracle
from tests.games.folio.situation import desert

CENTRES = ("1006", "1107", "0906", "1403", "0902", "0508", "1605", "0404")


def sampled(seed: int, count: int = 14, far: int = 4) -> Zahran:
    """Units of both sides thrown together about the works, the inlet, the marsh or a beach."""
    rng = random.Random(seed)
    hexes = oracle.crowd(desert({}), rng, CENTRES[seed % len(CENTRES)], far)
    some = rng.sample(sorted(DESERT.counters), min(count, len(hexes)))
    worn = [unit for unit in some if DESERT.counters[unit].back and rng.random() < 0.3]
    return desert(dict(zip(some, hexes, strict=False)), depleted=worn)


@pytest.mark.rule("FO-6.0.1", "FO-6.0.3", "FO-6.0.6")
@pytest.mark.parametrize("seed", range(12))
def test_zones(seed: int) -> None:
    g = sampled(seed)
    for side in ("British", "German"):
        assert {h for h in g.rules.ground.names if g.in_ezoc(side, h)} == oracle.controlled(g, side)


@pytest.mark.rule("FO-5.1.1.1", "FO-5.1.1.5", "FO-5.1.1.6", "FO-5.1.2.1", "FO-5.1.2.4", "FO-5.1.2.6", "FO-5.1.2.7")
@pytest.mark.parametrize("seed", range(16))
def test_reach(seed: int) -> None:
    g = sampled(seed, count=8 + seed % 6)
    names = g.rules.ground.names
    for unit in random.Random(seed).sample(list(g.pieces.values()), 2):
        found = {names[i]: spent for i, spent in moves(g, unit).stops.items()}
        assert found == oracle.Mover(g, unit).reach(), f"{unit.id} in {unit.place}"


@pytest.mark.rule("FO-5.1.1.1")
@pytest.mark.parametrize("seed", range(8))
def test_a_leg_unit_walks_as_the_table_of_gaits_says(seed: int) -> None:
    g = sampled(seed)
    for unit in (u for u in g.pieces.values() if pace_of(g, u).on_foot):
        alike(g, unit, reach_leg, (GO, 0), 8)


@pytest.mark.rule("FO-5.1.1.5", "FO-5.1.1.6")
@pytest.mark.parametrize("seed", range(8))
def test_a_mobile_unit_rides_as_the_table_of_gaits_says(seed: int) -> None:
    g, rng = sampled(seed, count=20), random.Random(seed)
    for unit in (u for u in g.pieces.values() if g.what(u).mobile):
        for gait in (LEFT, FRESH, PAID):
            alike(g, unit, reach_mobile, (gait, rng.randrange(8)), 2 * g.printed(unit)[2])


def alike(g: Folio, unit: Unit, spread: Callable[..., ZoneReach], begun: tuple[int, int], allowance: int) -> None:
    """The quick way to find the moves of a unit finds what the plain one does: prices, gaits and ways."""
    ground = g.rules.ground
    barred = frozenset() if "commando" in g.what(unit).flags else ground.barred
    going = MoveRules(
        g.rules.rows(unit, g.rules.bridged(g, unit)), g.hazards(unit.side), pace_of(g, unit).gaits, barred
    )
    starts = [(ground.index[unit.place], *begun)]
    quick, slow = spread(ground.names, going, starts, allowance), search(ground.names, going, starts, allowance)
    assert list(quick.stops.items()) == list(slow.stops.items())
    for i in quick.stops:
        assert quick.gait(i) == slow.gait(i) and quick.path_to(i) == slow.path_to(i)
        assert quick.spent_on(i, begun[1]) == slow.spent_on(i, begun[1])


@pytest.mark.rule("FO-7.7.2", "FO-7.7.3", "FO-7.7.4", "FO-7.7.5", "FO-7.7.2.1", "FO-7.7.2.3", "FO-7.7.2.6")
@pytest.mark.parametrize("seed", range(40))
def test_retreats(seed: int) -> None:
    rng = random.Random(seed)
    g = sampled(seed, count=9 + seed % 9)
    for unit in rng.sample(list(g.pieces.values()), 5):
        enemies = oracle.units(g, unit.side, friend=False)
        away = tuple(h for h in oracle.around(g, unit.place) if h in enemies) or ("0101",)
        friends = [u.id for u in g.pieces.values() if u.side == unit.side and u.id != unit.id]
        retreat = Retreat(unit.id, rng.randint(1, 3), away, fellows=tuple(rng.sample(friends, min(1, len(friends)))))
        found = {tuple(way) for way in ways(g, retreat)}
        assert found == oracle.retreats(g, retreat), f"{retreat}"


@pytest.mark.rule("FO-7.7.1.1", "FO-7.7.1.2")
@pytest.mark.parametrize("seed", range(24))
def test_retreats_from_bombardment(seed: int) -> None:
    rng = random.Random(seed)
    g = sampled(seed, count=9 + seed % 9)
    for unit in rng.sample(list(g.pieces.values()), 5):
        enemies = oracle.units(g, unit.side, friend=False)
        if not enemies:
            continue
        retreat = Retreat(unit.id, rng.randint(2, 3), (unit.place,), bombardment=True)
        full = oracle.walks(g, unit, retreat.count, retreat.away)
        near = min(oracle.apart(unit.place, h) for h in enemies)
        farther = [path for path in full if min(oracle.apart(path[-1], h) for h in enemies) > near]
        as_far = [path for path in full if min(oracle.apart(path[-1], h) for h in enemies) == near]
        nearer = [path for path in full if min(oracle.apart(path[-1], h) for h in enemies) < near]
        kinds = [(False, farther), (True, as_far), (True, nearer)]
        assert {tuple(way) for way in ways(g, retreat)} == oracle.retreats(g, retreat, kinds)


def tired(g: Folio, rng: random.Random) -> None:
    """Some units of both sides have attacked, defended, advanced or fallen back."""
    for done in ("attacked", "advanced", "retreated", "defended"):
        setattr(g, done, dict.fromkeys(rng.sample(sorted(g.pieces), len(g.pieces) // 6), True))


@pytest.mark.rule("FO-7.0.1", "FO-7.1.2", "FO-7.2.1", "FO-7.2.2", "FO-4.1.7", "FO-7.9.7", "FO-7.7.2.8")
def test_who_may_attack_whom() -> None:
    met = 0
    for seed, mobile in product(range(12), (False, True)):
        g = sampled(seed, 22, far=3)
        g.current = DESERT.sides[seed // 2 % 2]
        tired(g, random.Random(seed))
        found = {u.id: {by.id for by in attackers_of(g, u, mobile=mobile)} for u in targets(g, mobile=mobile)}
        assert found == oracle.attacks(g, mobile=mobile), f"seed {seed}"
        met += len(found)
    assert met > 60


@pytest.mark.rule("FO-7.3.1", "FO-7.3.3", "FO-7.4.2", "FO-7.4.4", "FO-7.4.5", "FO-7.4.8", "FO-7.5.1", "FO-7.5.2")
@pytest.mark.parametrize("seed", range(24))
def test_combats(seed: int) -> None:
    rng, g = random.Random(seed), sampled(seed, count=9 + seed % 9)
    for target in rng.sample(list(g.pieces.values()), 6):
        able = [u for u in g.beside(target.place) if u.side != target.side]
        markers = [tuple(rng.choices((1, 2, 3, 6), k=rng.randrange(3))) for _ in range(2)]
        attackers = tuple(u.id for u in rng.sample(able, rng.randint(1, len(able)))) if able else ()
        attack, defense = markers
        battle = Battle(target.id, target.place, attackers, attack, defense, bombardment=not attackers)
        assert totals(g, battle) == oracle.sums(g, battle) and -line(g, battle).value == oracle.shift(g, battle)
        for die in range(1, 7):
            assert CRT.result(column(g, battle), die) == oracle.result(g, battle, die)


@pytest.mark.rule("FO-7.3.1", "FO-7.5.1", "FO-7.5.2", "FO-8.3.8")
@pytest.mark.parametrize("seed", range(8))
def test_sums_are_those_of_their_parts(seed: int) -> None:
    g, rng = sampled(seed), random.Random(seed)
    for target in g.pieces.values():
        beside = tuple(u.id for u in g.beside(target.place) if u.side != target.side)
        battle = Battle(target.id, target.place, beside, attack=(rng.randrange(1, 7), 3), defense=(rng.randrange(7),))
        attack, defense = strengths(g, battle)
        assert totals(g, battle) == (net(attack), net(defense))


@pytest.mark.rule("FO-5.3.1")
@pytest.mark.parametrize("seed", range(8))
def test_room_is_a_vacant_hex_that_can_be_entered(seed: int) -> None:
    g = sampled(seed, count=20, far=2)
    ground = g.rules.ground
    for unit in g.pieces.values():
        ahead = [h for h in ground.neighbours[unit.place] if ground.cost(unit.place, h, "leg") is not None]
        assert has_room(g, unit.place) == any(g.unit_at(h) is None for h in ahead)
