"""A refusal names a row that is really broken, by a second telling of what breaks it."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import pytest

import grognard
from grognard.engine import Action, Match, Pick, Press, RandomDice, Step, To
from grognard.games.folio.rules.combat import CombatPhase, Declare
from grognard.games.folio.rules.movement import Movement
from grognard.games.folio.rules.retreat import Retreat
from grognard.games.folio.rules.state import Battle, Bombard, Unit
from grognard.games.folio.rules.support import Support
from grognard.games.korsun import GAME
from grognard.games.korsun.rules.air_supply import AIRLIFT, AirSupply, SupplyCheck
from grognard.games.korsun.rules.data import COUNTERS, GROUND, GROUPS, RULEBOOK
from grognard.games.korsun.rules.engineers import BRIDGE, LayBridge
from grognard.games.korsun.rules.reserves import Rebuild, ReleaseRolls
from grognard.games.korsun.rules.state import Assist, Bridge, Draw, GiveUp, Pocket
from grognard.games.korsun.rules.support import Barrage
from tests.games.folio import oracle
from tests.games.korsun.situation import pocket
from tests.games.refusals import broken_rows, refused

RULES = Path(grognard.__file__).parent / "games" / "korsun" / "rules"
NAMED = re.compile(r'Refusal\("([FK][OP]-[\d.]+)"')
ROWS = {row for path in RULES.glob("*.py") for row in NAMED.findall(path.read_text("utf-8"))}
CENTRES = ("4007", "1719", "3110", "2222", "5512", "0113")
ENGINEERS = [what.id for what in COUNTERS.values() if "engineer" in what.flags]
SLEEPERS = [what.id for what in COUNTERS.values() if GROUPS[what.group].sleeps]
GREENS = ["G-Corps-A1", "G-Corps-A2", "G-57-179"]


def crowded(rng: random.Random) -> Pocket:
    """Units of both sides close together about a river, the field or an edge; engineers and sleepers too."""
    some = rng.sample(sorted(COUNTERS.keys() - set(GREENS)), 14) + rng.sample(ENGINEERS, 3) + rng.sample(SLEEPERS, 2)
    hexes = oracle.crowd(pocket({}), rng, rng.choice(CENTRES), 4)
    units = dict(zip(dict.fromkeys(some), hexes, strict=False)) | dict.fromkeys(GREENS, "eliminated")
    worn = [unit for unit in units if COUNTERS[unit].back and rng.random() < 0.4]
    pools = {
        name: tuple(rng.sample(what.counters, rng.randrange(len(what.counters) + 1))) for name, what in GROUPS.items()
    }
    asleep = [unit for unit in units if unit in SLEEPERS and rng.random() < 0.7]
    weather, side = rng.choice(("clear", "clear", "fog", "precipitation")), rng.choice(("German", "Soviet"))
    g = pocket(units, current=side, depleted=worn, asleep=asleep, markers=pools, weather=weather, phase="Movement")
    ours = [u.id for u in g.units(side)]
    for done in ("attacked", "advanced", "cut_off"):
        setattr(g, done, dict.fromkeys(rng.sample(ours, len(ours) // 5), True))
    g.gone = {**g.gone, **{name: True for name in rng.sample(sorted(GROUPS), 2) if not pools[name]}}
    g.airlifted = rng.choice(("", "", "eliminated"))
    return g


def questions(g: Pocket, rng: random.Random) -> list[Step]:
    """Questions of every kind of the exclusive rules."""
    pairs = [(u, n) for u in g.units(g.foe(g.current)) for n in g.beside(u.place) if n.side == g.current]
    found: list[Step] = [Movement(), CombatPhase(), CombatPhase(mobile=True), LayBridge(), SupplyCheck(), Rebuild()]
    found += [AirSupply(), ReleaseRolls()]
    for target, attacker in rng.sample(pairs, min(3, len(pairs))):
        battle = Battle(target.id, target.place, (attacker.id,))
        found += [
            Declare(target.id, attackers=(attacker.id,)),
            Support(battle),
            Support(battle, 1),
            AirSupply(battle=battle),
        ]
        found += [Barrage(Battle(target.id, target.place, bombardment=True))]
        found += [Retreat(target.id, rng.choice((1, 2)), (target.place,), bombardment=True)]
    return found


def tries(rng: random.Random) -> list[Action]:
    """Whatever could be named, or a part of it."""
    names = [*GROUPS, "nonsense"]
    rivers = rng.sample(sorted(GROUND.water), 40)
    found: list[Action] = [Draw(name) for name in names]
    found += [Draw(*rng.choices(names, k=2)) for _ in range(40)]
    found += (
        [Bridge(*pair) for pair in rivers] + [GiveUp(value) for value in range(1, 10)] + [AIRLIFT, BRIDGE, Press("x")]
    )
    found += [kind(unit) for unit in COUNTERS for kind in (Pick, Bombard, Assist) if rng.random() < 0.4]
    return found + [To(h) for h in rng.sample(GROUND.names, 60)]


def near(g: Pocket) -> list[Action]:
    """Every unit and hex of the crowd."""
    placed = [u for u in g.pieces.values() if u.place in GROUND.index]
    found: list[Action] = [kind(u.id) for u in g.pieces.values() for kind in (Pick, Bombard, Assist)]
    found += [To(h) for h in dict.fromkeys(h for u in placed for h in (u.place, *GROUND.neighbours[u.place]))]
    return found + [Bridge(*pair) for pair in g.land.rivers if any(holds(u, pair) for u in placed)]


def holds(unit: Unit, pair: tuple[str, str]) -> bool:
    """Is a unit near a hexside?"""
    return min(GROUND.grid.distance(unit.place, h) for h in pair) <= 2


def rows_met(g: Pocket, step: Step, rng: random.Random) -> list[str]:
    """The rows that refuse anything that was tried, each of which the position must break."""
    twin = g.clone()
    twin.steps, twin.dice = (step,), RandomDice(rng)
    twin.advance()
    if not twin.asks:
        return []
    match = Match(GAME, twin, RandomDice(random.Random(1)))
    return broken_rows(match, [*near(twin), *tries(rng)])


def test_every_row_that_refusals_name_has_a_reason() -> None:
    assert set(GAME.rules.reasons) >= ROWS
    assert all(row in RULEBOOK for row in GAME.rules.reasons)


def test_what_is_refused_in_random_matches_breaks_the_row_that_is_named() -> None:
    assert len(refused(GAME, ["hill-239", "medvin-road"], 3, 30, 20)) > 12


@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_refused_in_crowded_positions_breaks_the_row_that_is_named(seed: int) -> None:
    rng, met = random.Random(seed), Counter[str]()
    for _ in range(3):
        g = crowded(rng)
        for step in questions(g, rng):
            met.update(rows_met(g, step, rng))
    assert len(met) > 25


@pytest.mark.rule("KP-13.0.9")
def test_an_engineer_serves_no_attack_that_nobody_makes() -> None:
    g = pocket({"S-180-21": "2402", "G-Baeke-503": "2502", "G-72-172": "3103"}, Declare("S-180-21"))
    assert broken_rows(Match(GAME, g, RandomDice(random.Random(1))), [Assist("G-72-172")]) == ["KP-13.0.9"]
