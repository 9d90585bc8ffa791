"""How actions read."""

from __future__ import annotations

from grognard.engine import Action, Pick, Press, To
from grognard.engine.core.wording import with_count
from grognard.games.night_fight.rules.data import TYPES, UnitType
from grognard.games.night_fight.rules.fire import Retreat
from grognard.games.night_fight.rules.german_fire import Faust, Fire, Spot
from grognard.games.night_fight.rules.german_movement import MoveStack, whole_stack
from grognard.games.night_fight.rules.setup import Buy, Purchase
from grognard.games.night_fight.rules.stack_moves import Drop, Together
from grognard.games.night_fight.rules.state import NightFight, Unit, names

WEIGHTS = {"": "soft", "L": "Light", "M": "Medium", "H": "Heavy", "SH": "Super Heavy"}
STRENGTHS = {"panzerfausts": "three times the carrier's", "panzer_ace": "+1", "block_house": "a die each time"}


def describe(g: NightFight, action: Action) -> str:
    """An action as a short phrase."""
    match action:
        case Buy(unit):
            return for_sale(TYPES[unit])
        case Spot(hex):
            return f"look at {hex}"
        case To(hex):
            return f"{_how(g)} {hex}"
        case Together(piece):
            head = g.pieces[piece]
            return f"{names([g.pieces[i] for i in whole_stack(g, head)])} in {head.place}, together"
        case Fire(piece) | Faust(piece) | Drop(piece) | Pick(piece):
            word = {Fire: "fire at ", Faust: "Panzerfaust at ", Drop: "leave behind "}.get(type(action), "")
            return f"{word or _along(g, piece)}{_unit(g.pieces[piece])}"
        case Press(button):
            return _button(g, button)
    return repr(action)


def _how(g: NightFight) -> str:
    """How somebody goes to a hex."""
    match g.steps[-1] if g.steps else None:
        case Retreat():
            return "back to"
        case MoveStack(units=units) if len(units) > 1:
            return "together to"
    return "to"


def for_sale(kind: UnitType) -> str:
    """22.1 A line of the purchase chart: cost, strength, anti-tank, weight and what is special."""
    facts = [] if kind.strength is None else [f"strength {kind.strength}"]
    facts += ["anti-tank"] * kind.anti_tank + [WEIGHTS[kind.weight]] * kind.is_unit
    return f"{kind.name}, {with_count(kind.cost, 'point')}: {', '.join(filter(None, [*facts, kind.special]))}"


def _unit(unit: Unit) -> str:
    """A counter as it can be told from others: name, hex, what it carries and what has happened to it."""
    if not unit.up:
        return f"hidden piece in {unit.place}"
    name = f"Column {unit.column}" if unit.what.kind == "marker" else unit.name
    where = f" in {unit.place}" if unit.place else ""
    marks = ((unit.spotted, "spotted"), (unit.pinned, "pinned"))
    more = ", ".join([*loads(unit), *(word for on, word in marks if on)])
    return f"{name}{where}{f' ({more})' if more else ''}"


def _along(g: NightFight, piece: str) -> str:
    """4.2 Who is chosen while a stack moves joins it, if it stands in the same hex."""
    match g.steps[-1] if g.steps else None:
        case MoveStack(units=units) if units[0] in g.pieces and g.pieces[piece].place == g.pieces[units[0]].place:
            return "take along "
    return ""


def loads(unit: Unit) -> list[str]:
    """8.7, 16.2 What rides with a unit."""
    flares, fausts = f"{unit.flares} Flares", f"{unit.fausts} Panzerfausts"
    return [word for on, word in ((unit.ace, "Panzer Ace"), (unit.flares, flares), (unit.fausts, fausts)) if on]


def _button(g: NightFight, button: str) -> str:
    """What a button does, where its name alone does not say."""
    step = g.steps[-1] if g.steps else None
    match button, step:
        case "go on", MoveStack(bound=bound):
            return f"go on to {bound}"
        case "done", Purchase(side=side) if g.points[side]:
            return f"done: {with_count(g.points[side], 'point')} lost"
        case "hand over", _:
            return "hand over Panzerfausts"
        case "pass column", _:
            return "let this column pass"
        case "pass unit", _:
            return "let this unit pass"
        case "pass all", _:
            return "let everything pass in this phase"
    return button
