"""11.0, 17.0 Flares: who may throw them, where to, and the light they give."""

from __future__ import annotations

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Actions, Press, Refusal, To
from grognard.games.night_fight.rules.data import GRID, LIMITS, TYPES
from grognard.games.night_fight.rules.phases import HidesOdds
from grognard.games.night_fight.rules.state import NightFight, Unit
from grognard.games.night_fight.rules.transport import BARE, put_loose

COMMANDS = frozenset(t.id for t in TYPES.values() if "command" in t.flags)


def can_throw(g: NightFight, unit: Unit) -> bool:
    """11.0, 17.0, R44 An unpinned command unit may throw flares it carries or stands with whenever Germans may fire."""
    if unit.type not in COMMANDS or unit.pinned:
        return False
    return bool(unit.flares or g.loose.get(unit.place, BARE)[0])


def throwers(g: NightFight) -> list[Unit]:
    """11.0, 17.0 The German units that may throw flares, of all players."""
    return [u for u in g.germans() if can_throw(g, u)]


def hexes_worth_lighting(g: NightFight, place: Hex) -> list[Hex]:
    """17.0 Hexes within a throw that hold a Soviet piece, or lie beside one that is just out of reach."""
    far = LIMITS["flare_throw"]
    beyond = {n for h in g.soviet_hexes if GRID.distance(place, h) == far + 1 for n in GRID.neighbours[h]}
    return [h for h in GRID.within(place, far) if h in g.soviet_hexes or h in beyond]


class ThrowFlares(HidesOdds, frozen=True):
    """17.0 Flares go to any hex within six of the command unit and burn to the end of the turn."""

    unit: str

    def run(self, g: NightFight) -> None:
        unit = g.pieces[self.unit]
        useful = [To(h) for h in hexes_worth_lighting(g, unit.place)]
        offered = Actions(
            [*useful, Press("back")], open_to=lambda action: self.why_not(g, unit.side, action), open_kinds=(To,)
        )
        g.ask(unit.side, "Where shall the flares burn?", offered, "NF-17.0.3")

    def take(self, g: NightFight, action: Action) -> None:
        g.done()
        if isinstance(action, To):
            unit = g.pieces[self.unit]
            if unit.flares:
                g.change(unit.id, flares=unit.flares - 1)
            else:
                put_loose(g, unit.place, "flares", -1)
            g.acted, g.lit = {**g.acted, unit.side: True}, {**g.lit, action.hex: True}
            text = "{unit} in {at} throws flares: {hex} and the hexes around it lie in their light this turn"
            g.tell("NF-17.0.3", text, hexes=(action.hex,), unit=unit.name, at=unit.place, hex=action.hex)

    def why_not(self, g: NightFight, side: str, action: Action) -> Refusal | None:
        place = g.pieces[self.unit].place
        if action == Press("back"):
            return None
        if isinstance(action, To) and action.hex in GRID:
            near = GRID.distance(place, action.hex) <= LIMITS["flare_throw"]
            return None if near else Refusal("NF-17.0.3")
        return Refusal("NF-17.0.3", "Name a hex of the map.")
