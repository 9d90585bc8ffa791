"""Reach, retreats, supply and combat of the pocket against a second, slow implementation, in many sampled positions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise, product

import pytest

from grognard.engine import net
from grognard.games.folio.rules.combat import attackers_of, targets
from grognard.games.folio.rules.combat_results import column, line, strengths, totals
from grognard.games.folio.rules.data import CRT
from grognard.games.folio.rules.movement import Movement, movable
from grognard.games.folio.rules.pace import moves
from grognard.games.folio.rules.retreat import Retreat, ways
from grognard.games.folio.rules.state import Battle, Unit
from grognard.games.korsun.rules.data import COUNTERS
from grognard.games.korsun.rules.engineers import BRIDGE, ELSEWHERE
from grognard.games.korsun.rules.state import Bridge, Pocket
from grognard.games.korsun.rules.supply import connected, has_line, in_supply
from grognard.games.korsun.rules.view import view
from tests.games.folio import oracle
from tests.games.folio.situation import offered, play
from tests.games.folio.test_oracles import tired
from tests.games.korsun.situation import pocket

CENTRES = ("1017", "1719", "3209", "4007", "2401", "5505", "0117", "2633")


def sampled(seed: int, count: int, far: int = 5) -> Pocket:
    """Units of both sides thrown together about rivers, towns, the airfield or an edge; never an engineer."""
    rng = random.Random(seed)
    hexes = oracle.crowd(pocket({}), rng, CENTRES[seed % len(CENTRES)], far)
    plain = sorted(unit for unit, what in COUNTERS.items() if "engineer" not in what.flags)
    return pocket(dict(zip(rng.sample(plain, count), hexes, strict=False)), current=rng.choice(("Soviet", "German")))


def dry(g: Pocket, a: str, b: str) -> bool:
    """12.1 No river between two hexes, or one with a bridge of the road or trail that crosses it."""
    river = any(what in ("minor_river", "major_river") for what in oracle.between(g, a, b))
    return not river or any(b in oracle.ways(g, kind).get(a, ()) for kind in ("road", "trail"))


def edge_roads(g: Pocket, kind: str, *, west: bool) -> set[str]:
    """12.0 Hexes of a map edge from which a road (or trail) leaves the map: it ends there."""
    ends = {h for h in oracle.ways(g, kind) if len(oracle.around(g, h)) < 6}
    return {h for h in ends if (h[:2] == "01") == west}


def lines(g: Pocket, side: str, sources: set[str], bridge: frozenset[str] = frozenset()) -> set[str]:
    """12.0 Every hex from which a chain of usable hexes leads to a source; `bridge` is one river bridged for it."""
    friends, enemies = oracle.units(g, side, friend=True), oracle.units(g, side, friend=False)
    shut = (oracle.controlled(g, side) | set(enemies)) - set(friends)
    waiting = [h for h in sources if h not in shut]
    found = set(waiting)
    while waiting:
        here = waiting.pop()
        for there in oracle.around(g, here):
            if there not in shut and there not in found and (dry(g, here, there) or bridge == {here, there}):
                found.add(there)
                waiting.append(there)
    return found


def sources(g: Pocket, unit: str) -> set[str]:
    """12.0 By the unit's force."""
    if COUNTERS[unit].side == "Soviet":
        return edge_roads(g, "road", west=False)
    return edge_roads(g, "road", west=True) | ({"4007"} if COUNTERS[unit].group == "Encircled" else set())


@pytest.mark.rule("FO-5.1.1.1", "FO-5.1.1.5", "FO-5.1.1.6", "FO-5.1.2.1", "FO-5.2.3", "FO-5.2.1.1")
@pytest.mark.parametrize("seed", range(8))
def test_reach(seed: int) -> None:
    g = sampled(seed, 16)
    names = g.rules.ground.names
    for unit in random.Random(seed).sample(list(g.pieces.values()), 2):
        found = {names[i]: spent for i, spent in moves(g, unit).stops.items()}
        assert found == oracle.Mover(g, unit).reach(), f"{unit.id} in {unit.place}"


@pytest.mark.rule("FO-7.7.2", "FO-7.7.3", "FO-7.7.4", "FO-7.7.5", "FO-7.7.2.1", "FO-7.7.2.3")
@pytest.mark.parametrize("seed", range(24))
def test_retreats(seed: int) -> None:
    rng = random.Random(seed)
    g = sampled(seed, 22, far=4)
    for unit in rng.sample(list(g.pieces.values()), 4):
        enemies = oracle.units(g, unit.side, friend=False)
        away = tuple(h for h in oracle.around(g, unit.place) if h in enemies) or (unit.place,)
        retreat = Retreat(unit.id, rng.randint(1, 3), away)
        assert {tuple(way) for way in ways(g, retreat)} == oracle.retreats(g, retreat), f"{retreat}"


def edges(h: str) -> dict[str, float]:
    """R44 How far it is from a hex to each map edge."""
    column, row = int(h[:2]), int(h[2:]) + (0.5 if int(h[:2]) % 2 == 0 else 0.0)
    return {"west": column - 1, "east": 55 - column, "north": row - 1, "south": 33.5 - row}


def homeward(unit: Unit, some: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """R44 Of some paths those whose every step leads nearer to an own edge: the nearest edge that any leads to."""
    own = ("west",) if unit.side == "German" else ("north", "east", "south")
    led: dict[float, list[tuple[str, ...]]] = {}
    for path in some:
        for edge in own:
            if all(edges(b)[edge] < edges(a)[edge] for a, b in pairwise((unit.place, *path))):
                led.setdefault(edges(unit.place)[edge], []).append(path)
    return led[min(led)] if led else []


@pytest.mark.rule("KP-17.0.8")
@pytest.mark.parametrize("seed", range(30))
def test_retreats_from_bombardment(seed: int) -> None:
    rng = random.Random(seed)
    g = sampled(seed, 24 + seed % 10, far=4)
    for unit in rng.sample(list(g.pieces.values()), 4):
        enemies = oracle.units(g, unit.side, friend=False)
        retreat = Retreat(unit.id, rng.randint(2, 3), (unit.place,), bombardment=True)
        full = oracle.walks(g, unit, retreat.count, retreat.away)
        near = min(oracle.apart(unit.place, h) for h in enemies)
        gaps = {path: min(oracle.apart(path[-1], h) for h in enemies) - near for path in full}
        farther = [path for path in full if gaps[path] > 0]
        kept = homeward(unit, [path for path in full if gaps[path] >= 0])
        lost = homeward(unit, [path for path in full if gaps[path] < 0])
        expected = oracle.retreats(g, retreat, [(False, farther), (False, kept), (True, lost)])
        assert {tuple(way) for way in ways(g, retreat)} == expected, f"{retreat}"


@pytest.mark.rule("KP-12.0.1", "KP-12.0.3", "KP-12.0.4", "KP-12.0.5", "KP-12.0.6", "KP-12.0.7", "KP-12.1.1")
@pytest.mark.parametrize("seed", range(10))
def test_supply(seed: int) -> None:
    g = sampled(seed, 60, far=9)
    for unit in random.Random(seed).sample(list(g.pieces.values()), 6):
        fed = unit.place in lines(g, unit.side, sources(g, unit.id))
        assert in_supply(g, unit) == has_line(g, unit) == fed, f"{unit.id} in {unit.place}"


@pytest.mark.rule("FO-7.0.1", "FO-7.2.1", "KP-19.0.1", "KP-12.3.2")
def test_who_may_attack_whom() -> None:
    met = 0
    for seed, mobile in product(range(8), (False, True)):
        g, rng = sampled(seed, 34, far=4), random.Random(seed)
        tired(g, rng)
        g.asleep, g.cut_off = (dict.fromkeys(rng.sample(sorted(g.pieces), 4), True) for _ in range(2))
        found = {u.id: {by.id for by in attackers_of(g, u, mobile=mobile)} for u in targets(g, mobile=mobile)}
        assert found == oracle.attacks(g, mobile=mobile, idle=[*g.asleep, *g.cut_off]), f"seed {seed}"
        met += len(found)
    assert met > 60


def halved(g: Pocket, unit: Unit, printed: int) -> int:
    """12.3 A unit without a line of supply has half of what is printed, fractions up."""
    return printed if unit.place in lines(g, unit.side, sources(g, unit.id)) else (printed + 1) // 2


def fights(rng: random.Random, g: Pocket) -> Iterator[Battle]:
    """Some units attacked by some of those beside them, or bombarded, with support on both sides."""
    for target in rng.sample(list(g.pieces.values()), 12):
        able = [u.id for u in g.beside(target.place) if u.side != target.side]
        ids = tuple(rng.sample(able, rng.randint(1, len(able)))) if able else ()
        attack, defense = (tuple(rng.choices((1, 2, 3), k=rng.randrange(3))) for _ in range(2))
        yield Battle(target.id, target.place, ids, attack, defense, bombardment=not ids)


def counted(g: Pocket, unit: str, *, attacks: bool) -> int:
    """12.3 What is printed; a unit without a line of supply counts half of it, fractions up."""
    here, printed = g.pieces[unit], g.printed(g.pieces[unit])[0 if attacks else 1]
    return printed if here.place in lines(g, here.side, sources(g, unit)) else (printed + 1) // 2


@pytest.mark.rule("KP-12.3.1", "KP-12.3.3", "KP-11.1.3", "KP-11.1.4", "FO-7.3.3", "FO-7.4.2", "FO-7.5.1")
def test_combats() -> None:
    fought = hungry = 0
    for seed in range(24):
        rng, g = random.Random(seed), sampled(seed, 34, far=4)
        g.weather = ("clear", "fog", "precipitation")[seed % 3]
        for battle in fights(rng, g):
            attack = sum(counted(g, unit, attacks=True) for unit in battle.attackers) + sum(battle.attack)
            defense = counted(g, battle.target, attacks=False) + sum(battle.defense)
            assert totals(g, battle) == tuple(map(net, strengths(g, battle))) == (attack, defense), f"{seed}: {battle}"
            left = oracle.shift(g, battle)
            assert -line(g, battle).value == left
            cells = [oracle.cell(attack - defense - left, die) for die in range(1, 7)]
            assert [CRT.result(column(g, battle), die) for die in range(1, 7)] == cells
            assert net(g.rules.die_modifiers(g, battle)) == (g.weather == "precipitation" and bool(battle.attackers))
            fought += bool(battle.attackers)
            hungry += not in_supply(g, g.pieces[battle.target])
    assert fought > 150 and hungry > 50


@pytest.mark.rule("KP-20.0.7", "KP-12.0.8")
@pytest.mark.parametrize("seed", range(6))
def test_connected(seed: int) -> None:
    g = sampled(seed, 60, far=9)
    west = lines(g, "German", edge_roads(g, "road", west=True) | edge_roads(g, "trail", west=True))
    green = [u.id for u in g.pieces.values() if COUNTERS[u.id].group == "Encircled"]
    assert {u.id for u in connected(g)} == {u for u in green if g.pieces[u].place in west}


@pytest.mark.rule("KP-13.0.2", "KP-13.0.7", "KP-12.1.2")
@pytest.mark.parametrize("seed", range(5))
def test_supply_over_one_engineer_s_bridge(seed: int) -> None:
    """One leg engineer: every river hexside it could bridge is tried."""
    rng = random.Random(seed)
    g = sampled(seed, 26, far=4)
    centre = CENTRES[seed % len(CENTRES)]
    free = next(h for h in oracle.crowd(g, rng, centre, 4) if h not in g.at)
    engineer = "G-72-172"
    g = pocket({**{u.id: u.place for u in g.pieces.values()}, engineer: free})
    rivers = [
        frozenset((a, b))
        for a in oracle.crowd(g, rng, free, 7)
        for b in oracle.around(g, a)
        if not dry(g, a, b) and min(oracle.apart(free, a), oracle.apart(free, b)) <= g.printed(g.pieces[engineer])[2]
    ]
    for unit in [u for u in g.pieces.values() if u.side == "German"][:3]:
        start = sources(g, unit.id)
        plain = unit.place in lines(g, "German", start)
        bridged = plain or any(unit.place in lines(g, "German", start, pair) for pair in dict.fromkeys(rivers))
        assert in_supply(g, unit) == bridged, f"{unit.id} in {unit.place}"


def bridges(g: Pocket) -> list[Bridge]:
    return [action for action in offered(g) if isinstance(action, Bridge)]


def helps(g: Pocket, bridge: Bridge) -> bool:
    """13.0 Does somebody get somewhere, or get there more cheaply, once this bridge is laid?"""
    laid = g.clone()
    play(laid, bridge)
    for unit in movable(g, mobile=False):
        now, then = moves(g, unit).stops, moves(laid, unit).stops
        if any(points < now.get(h, points + 1) for h, points in then.items()):
            return True
    return False


@pytest.mark.rule("KP-13.0.3", "KP-13.0.4")
@pytest.mark.parametrize("seed", [*range(0, 64, 8), *range(1, 64, 8), 256, 305])
def test_the_bridges_offered_first_are_those_by_which_somebody_gets_farther(seed: int) -> None:
    """One engineer, among friends and enemies at a river; in the last two the zones tell which bank is left best."""
    rng, engineer = random.Random(seed), ("G-72-172", "G-1SS-1E")[seed % 2]
    places = {u.id: u.place for u in sampled(seed, 9, far=4).pieces.values()}
    free = next(h for h in oracle.crowd(pocket({}), rng, CENTRES[seed % 2], 3) if h not in places.values())
    g = pocket({**places, engineer: free}, Movement(), phase="Movement")
    play(g, BRIDGE)
    first = bridges(g)
    if ELSEWHERE in offered(g):
        play(g, ELSEWHERE)
        assert first == [bridge for bridge in bridges(g) if helps(g, bridge)]
    else:
        assert len({helps(g, bridge) for bridge in first}) == 1


@pytest.mark.parametrize("seed", range(6))
def test_the_lines_of_supply_that_are_shown_lead_from_every_supplied_unit_to_a_source(seed: int) -> None:
    g = sampled(seed, 40)
    shown = {(m.text, m.place): m.to for m in view(g, None).markers if m.kind == "supply"}
    for side, begin in (
        ("Soviet", edge_roads(g, "road", west=False)),
        ("German", edge_roads(g, "road", west=True) | {"4007"}),
    ):
        fed = lines(g, side, begin)
        for here in oracle.units(g, side, friend=True):
            supplied = here in fed
            for _ in fed:
                if (side, here) not in shown:
                    break
                there = shown[side, here]
                assert there in oracle.around(g, here) and dry(g, here, there) and there in fed
                here = there
            assert (here in begin) == supplied
