"""How actions read."""

from __future__ import annotations

from grognard.engine import Action, Pick, Press, To
from grognard.games.night_fight.rules.data import TYPES
from grognard.games.night_fight.rules.german_acts import Faust, Fire, Spot
from grognard.games.night_fight.rules.movement import Drop
from grognard.games.night_fight.rules.purchase import Buy
from grognard.games.night_fight.rules.state import NightFight, Unit


def describe(g: NightFight, action: Action) -> str:
    """An action as a short phrase."""
    match action:
        case Buy(unit):
            return f"{TYPES[unit].name}, {TYPES[unit].cost} points"
        case To(hex) | Spot(hex):
            return f"{'look at' if isinstance(action, Spot) else 'to'} {hex}"
        case Fire(piece) | Faust(piece) | Drop(piece) | Pick(piece):
            word = {Fire: "fire at ", Faust: "Panzerfaust at ", Drop: "leave behind "}.get(type(action), "")
            return f"{word}{_name(g.pieces[piece])}"
        case Press(button):
            return button
    return repr(action)


def _name(unit: Unit) -> str:
    name = unit.name if unit.up else "hidden piece"
    return f"{name} in {unit.place}" if unit.place else name
