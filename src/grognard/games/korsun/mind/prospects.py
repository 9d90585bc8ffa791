"""What a position promises: how many of the Encircled Force will have a line to the west at the end."""

from __future__ import annotations

from math import exp

from grognard.engine import Weight, chance_ahead
from grognard.games.folio.mind.sidi_zahran import losses
from grognard.games.folio.rules.state import Unit
from grognard.games.korsun.mind.doctrine import home
from grognard.games.korsun.rules.data import COUNTERS, ENCIRCLED, GERMAN, GROUND
from grognard.games.korsun.rules.state import Pocket
from grognard.games.korsun.rules.supply import connected

CONNECTED = 0.8  # the chance that a line there is now still holds at the end, however long that is
ESCAPE = 40.0  # half points of the way home after which a third of the units get through
UNSURE, EARLY = 2.0, 10.0  # how uncertain the number is, and what is added at the start
LEAST_TURNS = 0.5


def value(g: Pocket, side: str) -> float:
    """20.0 The chance of victory: 0 is lost, 1 is won."""
    if g.result is not None:
        return float(side in g.result.winners)
    if g.turn == 0:
        return 0.5
    share = (g.battle.turns - g.turn + LEAST_TURNS) / g.battle.turns
    german = chance_ahead(saved(g, share) - g.battle.tactical + 0.5, UNSURE + EARLY * share)
    return german if side == GERMAN else 1 - german


def saved(g: Pocket, share: float) -> float:
    """The encircled units that can be expected to be connected at the end, with such a share of the turns left."""
    safe = {u.id for u in connected(g)}
    green = [u for u in g.units(GERMAN) if COUNTERS[u.id].group == ENCIRCLED]
    kept = 1 - (1 - CONNECTED) * share
    return sum(kept if u.id in safe else share * escapes(g, u) for u in green)


def weighs(g: Pocket, side: str) -> tuple[Weight, ...]:
    """20.0 The encircled units with a line to the west, and what both sides have lost."""
    safe = Weight("encircled units with a line to the west", len(connected(g)), side == GERMAN)
    return safe, *losses(g, side, g.foe(side))


def escapes(g: Pocket, unit: Unit) -> float:
    """The chance that a unit without a line finds one if there is time enough: the nearer to the west the better."""
    return exp(-home(g.land)[GROUND.index[unit.place]] / ESCAPE)
