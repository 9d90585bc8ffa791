"""What the answers of Escape Hell's Gate are called, beyond those of the series."""

from __future__ import annotations

from collections import Counter

from grognard.engine import Action, Pick
from grognard.games.folio.face import words as series
from grognard.games.folio.rules.combat import Declare
from grognard.games.folio.rules.combat_results import line
from grognard.games.folio.rules.state import ELIMINATED
from grognard.games.folio.rules.units import full, title
from grognard.games.korsun.rules.air_supply import AirSupply
from grognard.games.korsun.rules.data import GROUPS
from grognard.games.korsun.rules.engineers import crews
from grognard.games.korsun.rules.reserves import Rebuild
from grognard.games.korsun.rules.state import Assist, Bridge, Draw, GiveUp, Pocket


def describe(g: Pocket, action: Action) -> str:
    """An answer as a short phrase."""
    match action:
        case Draw(pool, also):
            return _draw(g, pool, also)
        case GiveUp(value):
            return f"give up Luftwaffe +{value}"
        case Bridge(hex, across):
            return f"bridge {hex}/{across} ({_crews(g, action)})"
        case Assist(piece):
            return f"river bridged by {full(g, g.pieces[piece])}{_better_line(g)}"
        case Pick(piece):
            return _pick(g, piece) or series.describe(g, action)
    return series.describe(g, action)


def _pick(g: Pocket, piece: str) -> str:
    """13.0, 18.0 A unit picked to be supplied by air or to be rebuilt."""
    unit = g.pieces[piece]
    match g.steps[-1]:
        case AirSupply() as step:
            return f"{full(g, unit)}{step.effect(g, piece)}"
        case Rebuild() if unit.place == ELIMINATED:
            return f"{title(g, unit)} returns at the airfield"
        case Rebuild():
            return f"rebuild {full(g, unit)}"
    return ""


def _draw(g: Pocket, pool: str, also: str) -> str:
    """16.0 The pools that one or two counters are drawn from, and what they hold."""
    names = [f"{GROUPS[name].name} ({_counters(g.markers[name])})" for name in dict.fromkeys((pool, also)) if name]
    return f"draw {'two ' if also == pool else ''}from {' and from '.join(names)}"


def _counters(left: tuple[int, ...]) -> str:
    """16.0 What a pool holds: 4 left: +1 +2×3."""
    held = (f"+{value}" + (f"×{count}" if count > 1 else "") for value, count in sorted(Counter(left).items()))
    return f"{len(left)} left: {' '.join(held)}"


def _crews(g: Pocket, action: Bridge) -> str:
    """13.0 Who can bridge a hexside."""
    return " or ".join(g.name(g.pieces[u]) for u in crews(g, (action.hex, action.across)))


def _better_line(g: Pocket) -> str:
    """13.0 What an engineer changes for an attack."""
    step = g.steps[-1]
    return f": bridge line instead of {line(g, step.battle(g)).text}" if isinstance(step, Declare) else ""
