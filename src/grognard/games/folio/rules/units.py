"""2.3 How units and what they do are called, in questions, in the log and in refusals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from grognard.engine import Modifier, net
from grognard.engine.core.wording import in_halves, plural
from grognard.games.folio.rules.clauses import Clauses, Folio
from grognard.games.folio.rules.state import ELIMINATED, Unit

PLURAL = "plural"  # the flag of a name that stands for several: Sappers


def title(g: Folio, unit: Unit) -> str:
    """2.3.1, 2.3.2 Name, kind and the numbers on the side that is up: 21/180 infantry 2-3-5."""
    return _title(g.rules, unit.id, unit.depleted)


@lru_cache(maxsize=1 << 10)
def _title(rules: Clauses[Any], unit: str, depleted: bool) -> str:
    what = rules.counters[unit]
    printed = what.back if depleted and what.back else what.front
    return " ".join(filter(None, (what.name, what.kind, "-".join(map(str, printed)))))


def where(unit: Unit) -> str:
    """Where a unit is, on the map or off it."""
    if unit.place.startswith("turn "):
        return f"due on {unit.place}"
    return {"": "not yet placed", ELIMINATED: "eliminated"}.get(unit.place, f"in {unit.place}")


def full(g: Folio, unit: Unit) -> str:
    """A unit as it stands in a list."""
    found = where(unit)
    return f"{title(g, unit)}{' ' if found.startswith('in ') else ', '}{found}"


def does(g: Folio, units: Sequence[Unit], verb: str) -> str:
    """A verb, given for one, that agrees with these units."""
    if len(units) == 1 and PLURAL not in g.what(units[0]).flags:
        return verb
    return plural(verb)


def points(halves: int) -> str:
    """Movement points, kept in halves, as they are said."""
    return in_halves(halves / 2)


def total(parts: Sequence[Modifier]) -> str:
    """7.3 A sum with what it is made of: 5 (I/1/1SS 3, out of supply -1, Relief Force 3)."""
    made_of = ", ".join(f"{part.text} {part.value}" for part in parts)
    return f"{net(parts)} ({made_of})" if parts else "0"
