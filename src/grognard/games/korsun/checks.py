"""What is true of every position of Escape Hell's Gate."""

from __future__ import annotations

from collections import Counter

from grognard.games.folio import checks
from grognard.games.folio.state import ELIMINATED
from grognard.games.korsun.data import COUNTERS, DATA, GERMAN, GROUPS, LUFTWAFFE, SOVIET
from grognard.games.korsun.state import Pocket
from grognard.games.korsun.supply import plain_net, soviet_net


def check(g: Pocket) -> None:
    """The standard invariants, counters within their pools, sleepers alive, supply as if worked out anew."""
    checks.check(g)
    for name, values in g.markers.items():
        full = g.luftwaffe if name == LUFTWAFFE else GROUPS[name].counters
        assert not Counter(values) - Counter(full), f"{name} has counters {values} out of {full}"
        assert name not in g.gone or not values, f"{name} is gone and has counters"
    assert len(g.luftwaffe) + DATA.air_supply - g.air_supply == len(GROUPS[LUFTWAFFE].counters), "12.2 out of step"
    for unit in g.asleep:
        assert GROUPS[COUNTERS[unit].group].sleeps, f"{unit} may not sleep"
        assert g.pieces[unit].place != ELIMINATED, f"{unit} is dead and asleep"
    fresh = g.clone()
    fresh.known = {}
    if ("net", SOVIET) in g.known:
        assert soviet_net(g) == soviet_net(fresh), "Soviet supply is no longer true"
    if ("net", GERMAN) in g.known:
        kept, anew = plain_net(g), plain_net(fresh)
        assert (kept.west, kept.field) == (anew.west, anew.field), "German supply is no longer true"
