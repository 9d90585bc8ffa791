"""18.0 Rebuilding: one depleted unit flipped, or a lost battalion back at the airfield."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.engine import Action, Pick, Press, Refusal, Step
from grognard.games.folio.rules.movement import PICK
from grognard.games.folio.rules.state import ELIMINATED, Unit
from grognard.games.korsun.rules.data import AIRFIELD, ENCIRCLED, GERMAN, GROUND
from grognard.games.korsun.rules.state import Pocket
from grognard.games.korsun.rules.supply import has_line

NOTHING = Press("No rebuild")
INFANTRY = ("inf", "fus", "adhoc", "sec")  # R58


def why_not_rebuild(g: Pocket, unit: Unit) -> Refusal | None:
    """18.0 Why the current player may not rebuild a unit."""
    if unit.side != g.current:
        return Refusal("KP-18.0.1")
    if unit.place == ELIMINATED:
        return why_not_return(g, unit)
    if not unit.depleted:
        return Refusal("KP-18.0.1", "It is not depleted.")
    if g.in_ezoc(unit.side, unit.place):
        return Refusal("KP-18.0.3")
    if not has_line(g, unit):
        return Refusal("KP-18.0.2")
    return None


def why_not_return(g: Pocket, unit: Unit) -> Refusal | None:
    """18.0, R57, R58 Why an eliminated unit may not come back at the airfield."""
    what = g.what(unit)
    if what.group != ENCIRCLED or what.back is not None:
        return Refusal("KP-18.0.6")
    if what.type not in INFANTRY:
        return Refusal("KP-18.0.4")
    if g.control[AIRFIELD] != GERMAN or g.unit_at(AIRFIELD) is not None:
        return Refusal("KP-18.0.5")
    return None


class Rebuild(Step, frozen=True):
    """18.0 At the end of his own player turn each player may rebuild one unit."""

    def run(self, g: Pocket) -> None:
        able = [u for u in g.pieces.values() if not why_not_rebuild(g, u)]
        if not able:
            return g.done()
        g.ask(g.current, "Rebuild a unit?", [*(PICK[u.id] for u in able), NOTHING], "KP-18.0.1")

    def take(self, g: Pocket, action: Action) -> None:
        if isinstance(action, Pick):
            self._rebuild(g, g.pieces[action.piece])
        g.done()

    def _rebuild(self, g: Pocket, unit: Unit) -> None:
        if unit.place in GROUND.index:
            g.put(replace(unit, depleted=False))
            g.tell("KP-18.0.1", "{unit} in {hex} is rebuilt", unit=g.name(unit), hex=unit.place)
        else:
            g.place(unit, AIRFIELD)
            g.tell("KP-18.0.4", "{unit} returns at the airfield", unit=g.name(unit))

    def why_not(self, g: Pocket, side: str, action: Action) -> Refusal | None:
        match action:
            case Pick(piece) if piece in g.pieces:
                return why_not_rebuild(g, g.pieces[piece])
        return None
