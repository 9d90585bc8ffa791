"""2.3 How units and what they do are called, in questions, in the log and in refusals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from msgspec.structs import replace

from grognard.board.hexes.zone_moves import FRESH, GO, HALT, LEFT, PAID, SLIP, Change, Gaits
from grognard.engine import Modifier, Reach, net
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


# -------------------- 6.0 Zones of control, unit by unit


def zone_of(g: Folio, piece: str) -> tuple[Reach, ...]:
    """6.0 The six hexes around a unit, save those whose works keep zones out (6.0.6)."""
    ground = g.rules.ground
    unit = g.pieces[piece]
    if unit.place not in ground.index:
        return ()
    around = tuple(h for h in ground.neighbours[unit.place] if h not in ground.close_all)
    return (Reach("zone of control", "FO-6.0.1", around),)


# -------------------- 7.6 Steps


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


# -------------------- 5.1 What enemy zones of control mean for a unit's next step, by what it has done so far in its

_STUCK: Change = (None, None, None)
_ON_FOOT: Change = ((0, GO), (0, HALT), None)


def leg_gaits() -> Gaits:
    """5.1.1 For each gait: the steps from a free hex and from an EZOC."""
    return (_STUCK, _STUCK), (_ON_FOOT, (_ON_FOOT[0], None, None))


def commando_gaits() -> Gaits:
    """5.1.2, R79 A leg commando."""
    return (_STUCK, _STUCK), (_ON_FOOT, _STUCK), (_ON_FOOT, ((0, GO), (0, SLIP), None))


@cache
def mobile_gaits(half: int) -> Gaits:
    """5.1.1, R7 A mobile unit whose half allowance is `half` (in half points)."""
    left, fresh, paid, pay = (0, LEFT), (0, FRESH), (0, PAID), (half, PAID)
    return (
        ((left, pay, None), (left, pay, None)),
        ((fresh, fresh, None), (left, pay, None)),
        ((paid, paid, None), (paid, pay, None)),
    )


def free_gaits() -> Gaits:
    """5.1.2, R79 A mobile commando."""
    same: Change = ((0, 0), (0, 0), None)
    return ((same, same),)
