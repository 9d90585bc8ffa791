"""What is true of every position of Escape Hell's Gate, and what one leaves unsaid."""

from __future__ import annotations

from collections import Counter

from grognard.games.folio.rules import invariants
from grognard.games.folio.rules.state import ELIMINATED
from grognard.games.korsun.rules.data import COUNTERS, GROUPS, LUFTWAFFE
from grognard.games.korsun.rules.state import Pocket
from grognard.games.korsun.rules.support import full_pools


def complete(g: Pocket) -> None:
    """15.0 Pools of which a position says nothing are full, save what was given up or lost for good; and R57."""
    invariants.complete(g)
    g.markers = {**full_pools(g), **g.markers}


def check(g: Pocket) -> None:
    """The standard invariants, counters within their pools, sleepers alive."""
    invariants.check(g)
    for name, values in g.markers.items():
        full = g.luftwaffe if name == LUFTWAFFE else GROUPS[name].counters
        assert not Counter(values) - Counter(full), f"{name} has counters {values} out of {full}"
        assert name not in g.gone or not values, f"{name} is gone and has counters"
    assert len(g.luftwaffe) + g.battle.air_supply - g.air_supply == len(GROUPS[LUFTWAFFE].counters), "12.2 out of step"
    for unit in g.asleep:
        assert GROUPS[COUNTERS[unit].group].sleeps, f"{unit} may not sleep"
        assert g.pieces[unit].place != ELIMINATED, f"{unit} is dead and asleep"
