"""10.0 All that is known of a unit of the pocket: what the series tells of it, its group, its supply, its orders."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.engine import Dossier, PieceView, Value
from grognard.engine.core.wording import with_count
from grognard.games.folio.face import dossier as series
from grognard.games.folio.rules.state import ELIMINATED, Unit
from grognard.games.korsun.rules.data import DATA, ENCIRCLED, ENGINEER, GERMAN, GROUND, GROUPS
from grognard.games.korsun.rules.reserves import why_not_rebuild
from grognard.games.korsun.rules.state import Pocket, group
from grognard.games.korsun.rules.view import out_of_supply, served_alone


def dossier(g: Pocket, side: str | None, piece: PieceView) -> Dossier:
    """15.1 Nothing of a unit is hidden."""
    told, unit = series.dossier(g, side, piece), g.pieces[piece.id]
    hungry = unit.id in out_of_supply(g)
    return replace(
        told,
        kind=f"{told.kind}, {GROUPS[group(unit)].name}",
        values=tuple(_halved(value) for value in told.values) if hungry else told.values,
        states=(*told.states, *_states(g, unit, hungry=hungry)),
        abilities=(*told.abilities, *_abilities(g, unit)),
        can=(*told.can, *_can(g, unit)),
    )


def _halved(value: Value) -> Value:
    """12.3 What a strength counts out of supply: half, fractions up."""
    if value.name == "movement":
        return value
    return replace(value, cite="KP-12.3.1", note=f"counts {(int(value.value) + 1) // 2} out of supply")


def _states(g: Pocket, unit: Unit, *, hungry: bool) -> list[str]:
    """12.0, 19.0 Supply and orders."""
    found = {
        "out of supply": hungry,
        "in supply only while the engineers serve it before others": unit.id in served_alone(g),
        "supplied by air until the turn ends": unit.id == g.airlifted,
        "waits for orders: may not move or attack": unit.id in g.asleep,
        "cut off: neither moves nor attacks in the mobile phases": unit.id in g.cut_off,
    }
    return [words for words, so in found.items() if so]


def _abilities(g: Pocket, unit: Unit) -> list[str]:
    """12.0, 13.0 Where its supply comes from, and what engineers are good for."""
    found = []
    if ENGINEER in g.what(unit).flags and unit.side == GERMAN:
        near = with_count(g.printed(unit)[2], "hex")
        found.append(f"bridges one river hexside within {near} for moves, attacks and supply")
    if unit.side == GERMAN:
        field = f", or from the airfield at {DATA.airfield}" if group(unit) == ENCIRCLED else ""
        found.append(f"in supply from the roads of the west edge{field}")
    return found


def _can(g: Pocket, unit: Unit) -> list[str]:
    """18.0 What the Rebuild Phase offers it."""
    worn = (unit.depleted and unit.place in GROUND.index) or unit.place == ELIMINATED
    return ["be rebuilt"] if g.phase == "Rebuild" and worn and not why_not_rebuild(g, unit) else []
