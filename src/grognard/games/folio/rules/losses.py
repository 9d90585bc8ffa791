"""7.6 Steps: a two-sided unit is depleted first, then eliminated."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.games.folio.rules.clauses import Folio
from grognard.games.folio.rules.state import ELIMINATED, Unit
from grognard.games.folio.rules.units import does


def steps_of(g: Folio, unit: Unit) -> int:
    """7.6 Steps left: two with the front of a two-sided unit up, else one."""
    return 2 if g.what(unit).back and not unit.depleted else 1


def price(g: Folio, unit: Unit) -> str:
    """7.6 What the loss of a step means to a unit."""
    return does(g, [unit], "loses") + " a step" if steps_of(g, unit) > 1 else does(g, [unit], "is") + " eliminated"


def lose_step(g: Folio, unit: Unit, cite: str) -> bool:
    """7.6 Deplete a unit, or eliminate it; True if it survives."""
    if steps_of(g, unit) == 1:
        eliminate(g, unit, cite)
        return False
    g.put(replace(unit, depleted=True))
    _tell(g, unit, cite, "depleted")
    return True


def eliminate(g: Folio, unit: Unit, cite: str) -> None:
    """7.6 Take a unit off the map; what it has done this turn no longer matters."""
    _tell(g, unit, cite, "eliminated")
    g.put(replace(unit, place=ELIMINATED))
    for name in ("moved", "attacked", "advanced", "retreated"):
        if unit.id in (done := getattr(g, name)):
            setattr(g, name, {u: True for u in done if u != unit.id})
    g.rules.eliminated(g, unit)


def _tell(g: Folio, unit: Unit, cite: str, fate: str) -> None:
    name, verb, place = g.name(unit), does(g, [unit], "is"), unit.place
    g.tell(cite, "{unit} in {hex} {verb} {fate}", hexes=(place,), unit=name, hex=place, verb=verb, fate=fate)
