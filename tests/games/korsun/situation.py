"""Exact situations of the Korsun pocket for rule tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grognard.engine import Step
from grognard.games.folio.rules.state import Unit
from grognard.games.korsun import GAME
from grognard.games.korsun.rules.data import AIRFIELD, COUNTERS, GERMAN, GROUPS, LUFTWAFFE
from grognard.games.korsun.rules.scenarios import CAMPAIGN
from grognard.games.korsun.rules.state import Pocket
from grognard.testing import situation


def pocket(
    units: Mapping[str, str],
    *steps: Step,
    dice: Iterable[int] = (),
    current: str = "German",
    depleted: Iterable[str] = (),
    asleep: Iterable[str] = (),
    turn: int = 5,
    weather: str = "clear",
    phase: str = "Combat",
    markers: Mapping[str, tuple[int, ...]] | None = None,
    scenario: str = "campaign",
) -> Pocket:
    """The map with only these units on it, every pool full unless said otherwise."""
    worn = set(depleted)
    pieces = [Unit(unit, COUNTERS[unit].side, place, unit in worn) for unit, place in units.items()]
    pools = {name: what.counters for name, what in GROUPS.items()} | dict(markers or {})
    g = situation(
        GAME,
        scenario,
        pieces,
        *steps,
        dice=dice,
        turn=turn,
        current=current,
        phase=phase,
        weather=weather,
        asleep=dict.fromkeys(asleep, True),
        control={AIRFIELD: GERMAN},
        luftwaffe=GROUPS[LUFTWAFFE].counters,
        air_supply=CAMPAIGN.air_supply,
        markers=pools,
    )
    assert isinstance(g, Pocket)
    return g
