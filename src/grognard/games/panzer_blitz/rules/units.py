"""How a unit is called on a button or in a list: its name, what tells it from its neighbours, and where it is."""

from __future__ import annotations

from grognard.games.panzer_blitz.rules.attack_log import where
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def call(g: PanzerBlitz, piece: str) -> str:
    """A unit as the side that is asked may know it: "Rifle platoon (reduced, disrupted) in 2616"."""
    unit = g.pieces[piece]
    asked = g.asks[0].side if g.asks else unit.side
    if unit.hidden and unit.side != asked:
        return f"unspotted unit {where(unit.place)}"
    words = ", ".join([*states(unit), *_which(g, unit)])
    return f"{unit.name}{f' ({words})' if words else ''}{f' {where(unit.place)}' if unit.place else ''}"


def states(unit: Unit) -> list[str]:
    """2.3.4 What the markers on a unit say."""
    cases = (
        ("reduced", unit.steps == 1 and not unit.what.aircraft),
        ("spent", unit.spent),
        ("disrupted", unit.disrupted),
        ("hull-down", unit.hull_down),
        ("in the position", unit.inside == "ip"),
        ("in the fortification", unit.inside == "fort"),
        ("aboard", bool(unit.carrier)),
        ("observer", unit.no_move),
        ("at work", bool(unit.labor)),
    )
    return [word for word, holds in cases if holds]


def _which(g: PanzerBlitz, unit: Unit) -> list[str]:
    """Its number among units of the hex, or of those still to come, that nothing else tells apart."""
    here = g.of(unit.side, unit.place) if unit.place else [u for u in g.pieces.values() if not u.place]
    same = unit.side, unit.type, unit.arrives, states(unit)
    alike = [u.id for u in here if (u.side, u.type, u.arrives if not unit.place else unit.arrives, states(u)) == same]
    return [ORDINALS[alike.index(unit.id)]] if len(alike) > 1 else []
