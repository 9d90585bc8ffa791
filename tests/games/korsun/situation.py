"""Exact situations of the Korsun pocket for rule tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grognard.engine import Step
from grognard.games.folio.rules.state import Unit
from grognard.games.korsun import GAME
from grognard.games.korsun.rules.data import AIRFIELD, COUNTERS, DATA, GERMAN, GROUPS, LUFTWAFFE
from grognard.games.korsun.rules.state import Pocket
from tests.games.folio.situation import begin

assert GAME.id == "korsun"


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
) -> Pocket:
    """The map with only these units on it, every pool full unless said otherwise."""
    g = Pocket(scenario_id="campaign", options={"setup": "historical"}, turn=turn, current=current, phase=phase)
    worn = set(depleted)
    for unit, place in units.items():
        g.put(Unit(unit, COUNTERS[unit].side, place, unit in worn))
    g.weather = weather
    g.asleep = dict.fromkeys(asleep, True)
    g.control = {AIRFIELD: GERMAN}
    g.luftwaffe = GROUPS[LUFTWAFFE].counters
    g.air_supply = DATA.air_supply
    g.markers = {name: what.counters for name, what in GROUPS.items()}
    g.markers.update(markers or {})
    return begin(g, steps, dice)
