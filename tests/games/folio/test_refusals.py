"""A refusal names a row that is really broken, by a second telling of what breaks it."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

import grognard
from grognard.engine import Action, Match, Pick, RandomDice, Step, To
from grognard.games.folio import GAME
from grognard.games.folio.rules.advance import Advance
from grognard.games.folio.rules.combat import CombatPhase, Declare
from grognard.games.folio.rules.combat_results import AttackersRetreat, Loss
from grognard.games.folio.rules.data import COUNTERS, RULEBOOK
from grognard.games.folio.rules.movement import BACK, Movement
from grognard.games.folio.rules.retreat import Displace, Retreat, displacements
from grognard.games.folio.rules.setup import SetUp
from grognard.games.folio.rules.sidi_zahran import DESERT, Zahran
from grognard.games.folio.rules.state import Apply, Battle, Bombard, Unit
from grognard.games.folio.rules.support import PASS, Support
from tests.games.folio.oracle import crowd
from tests.games.folio.situation import begin, desert
from tests.games.refusals import broken_rows, refused

RULES = Path(grognard.__file__).parent / "games" / "folio" / "rules"
ROWS = {row for path in RULES.glob("*.py") for row in re.findall(r'Refusal\("(FO-[\d.]+)"', path.read_text("utf-8"))}
AROUND = ("1005", "0908", "1403", "0903", "1207", "0611")  # works, mines, the inlet, the sea, the ditch, open ground
EVERYWHERE: tuple[Action, ...] = tuple(To(h) for h in (*DESERT.ground.names, "9999", ""))
EVERYBODY: tuple[Action, ...] = tuple(Pick(unit) for unit in DESERT.counters)
DEAD, LATE = "eliminated", "turn 5"


def crowded(rng: random.Random) -> Zahran:
    """Most units close together, some worn, some that have done something, two off the map."""
    late = rng.choice(("B-12", "B-13", "A-13"))
    ids = sorted(DESERT.counters.keys() - {late})
    rng.shuffle(ids)
    hexes = crowd(desert({}), rng, rng.choice(AROUND), rng.choice((3, 5)))[: rng.randrange(4, 17)]
    units = dict(zip(ids, hexes, strict=False))
    off = [unit for unit in ids if unit not in units]
    g = desert({**units, off[0]: DEAD, late: LATE}, turn=rng.randrange(1, 8), current=rng.choice(DESERT.sides))
    ours = [u for u in units if g.pieces[u].side == g.current]
    for done in ("moved", "attacked", "advanced"):
        setattr(g, done, dict.fromkeys(rng.sample(ours, len(ours) // 4), rng.random() < 0.5))
    g.retreated = dict.fromkeys(rng.sample(sorted(units), len(units) // 4), True)
    g.defended = dict.fromkeys([u for u in units if rng.random() < 0.2 and u not in ours], True)
    g.phase = "Movement"
    return g


def situations(rng: random.Random) -> Iterator[Step]:
    """Questions of every kind about such a position; the units are those of `crowded`."""
    yield from (Movement(), Movement(mobile=True), CombatPhase(), CombatPhase(mobile=True))
    yield from (SetUp("German"), SetUp("British"))


def about(g: Zahran, rng: random.Random) -> list[Step]:
    """The same about single units, where there are such."""
    movers = rng.sample(g.units(g.current), min(2, len(g.units(g.current))))
    found: list[Step] = [Movement(unit=u.id, mobile=rng.random() < 0.2) for u in movers]
    pairs = [(u, n) for u in g.units(g.foe(g.current)) for n in g.beside(u.place) if n.side == g.current]
    for target, attacker in rng.sample(pairs, min(3, len(pairs))):
        away, count = (attacker.place,), rng.choice((1, 2, 3))
        found += [
            Declare(target.id, rng.random() < 0.5, (attacker.id,)),
            Retreat(target.id, count, away, tuple(n.id for n in g.beside(target.place)), (attacker.id,)),
            *([Displace(target.id, away, ())] if displacements(g, target, away, ()) else []),
            Advance((target.place, *g.rules.ground.neighbours[target.place][:2]), (attacker.id, "B-01"), attacker.id),
            Advance((target.place, *g.rules.ground.neighbours[target.place][:2]), (attacker.id,)),
            *(Loss((attacker.id, "B-01", "A-01"), cite) for cite in ("FO-7.6.3", "FO-7.6.5", "FO-8.4.2.1")),
            AttackersRetreat(
                (*(n.id for n in g.beside(target.place) if n.side == g.current),), count, target.place, ()
            ),
        ]
    shelled = rng.sample(g.units(g.foe(g.current)), min(3, len(g.units(g.foe(g.current)))))
    return found + [Retreat(u.id, rng.choice((1, 2)), (u.place,), bombardment=True) for u in shelled]


def rows_met(g: Zahran, step: Step) -> list[str]:
    """The rows that refuse anything that could be named, each of which the position must break."""
    twin = g.clone()
    if isinstance(step, SetUp):
        for unit in [u for u in twin.units(step.side) if twin.what(u).area in DESERT.areas][:3]:
            twin.put(Unit(unit.id, unit.side, ""))
    if isinstance(step, Advance):
        there = twin.unit_at(step.path[0])
        assert there is not None
        twin.put(Unit(there.id, there.side, DEAD))
    begin(twin, step)
    if not twin.asks:
        return []
    match = Match(GAME, twin, RandomDice(random.Random(1)))
    return broken_rows(match, (*EVERYWHERE, *EVERYBODY))


def test_every_row_that_refusals_name_has_a_reason() -> None:
    assert set(GAME.rules.reasons) >= ROWS
    assert all(row in RULEBOOK for row in GAME.rules.reasons)
    assert DESERT.counters.keys() <= COUNTERS.keys()


def test_what_is_refused_in_random_matches_breaks_the_row_that_is_named() -> None:
    assert len(refused(GAME, ["sidi-zahran", "bir-salem", "arras"], 1, 90, 50)) > 20


@pytest.mark.parametrize("seed", [1, 6])
def test_what_is_refused_in_crowded_positions_breaks_the_row_that_is_named(seed: int) -> None:
    rng, met = random.Random(seed), Counter[str]()
    for _ in range(3):
        g = crowded(rng)
        for step in (*situations(rng), *about(g, rng)):
            met.update(rows_met(g, step))
    assert len(met) > 20


@pytest.mark.rule("FO-7.7.2.1", "FO-7.1.2", "FO-8.4.1", "FO-8.4.1.2", "FO-8.4.5", "FO-8.6.4", "FO-8.3.1", "FO-8.3.7")
def test_rows_that_are_seldom_met_are_broken_too() -> None:
    pair, markers = {"A-03": "0413", "A-04": "0414", "B-01": "0412"}, {"British": (1,), "German": (1,)}
    shut = {"B-02": "0615", "B-03": "0215", "B-05": "0613", "B-06": "0213"}
    again = desert({**pair, "A-05": "0612"}, CombatPhase(), markers=markers)
    again.bombarded = {"0413": True}
    begin(again, CombatPhase())
    late = desert(pair, CombatPhase(mobile=True), markers=markers)
    opening = Support(Battle("A-03", "0413", bombardment=True))
    cases: list[tuple[Zahran, Action, str]] = [
        (desert({**pair, **shut}, Retreat("A-03", 1, ("0412",), ("A-04",))), To("0414"), "FO-7.7.2.1"),
        (desert({"B-05": "1403", "B-06": "1502", "A-01": "1503"}, Declare("A-01")), Pick("B-05"), "FO-7.1.2"),
        (late, Bombard("A-03"), "FO-8.4.1"),
        (again, Bombard("A-03"), "FO-8.6.4"),
        (again, Bombard("B-01"), "FO-8.4.5"),
        (desert(pair, opening, markers=markers), PASS, "FO-8.4.1.2"),
        (desert(pair, replace(opening, slot=1), markers=markers), BACK, "FO-8.3.7"),
        (desert(pair, opening, markers=markers), Apply(1, 1), "FO-8.3.1"),
    ]
    for g, action, row in cases:
        assert broken_rows(Match(GAME, g, RandomDice(random.Random(1))), [action]) == [row]


@pytest.mark.rule("FO-3.0.4")
def test_the_box_of_reinforcements_is_not_a_hex_that_somebody_stands_in() -> None:
    g = begin(desert({"B-13": "turn 4", "A-01": ""}), SetUp("German"))
    assert broken_rows(Match(GAME, g, RandomDice(random.Random(1))), [To("turn 4")]) == ["FO-3.0.4"]
