"""12.2 Forward observers, deployed in secret."""

from __future__ import annotations

from grognard.engine import Action, Refusal, Step, To
from grognard.games.tank_leader.rules.data import GRID
from grognard.games.tank_leader.rules.state import TankLeader, Unit

ANYWHERE: list[Action] = [To(h) for h in GRID.hexes]


def undeployed(g: TankLeader, card: str) -> list[Unit]:
    """12.21 Observers of a formation that are not on the map, hidden or not."""
    return [u for u in g.members(card) if u.what.kind == "fo" and not u.hex and not u.carrier]


class DeployObserver(Step, frozen=True):
    """12.21 Record any hex in secret; the counter stays off the map."""

    unit: str

    def run(self, g: TankLeader) -> None:
        unit = g.pieces[self.unit]
        g.ask(unit.side, f"Record the hex of the observer of {g.card(unit.card).id}", ANYWHERE, "TL-12.21.1")

    def take(self, g: TankLeader, action: Action) -> None:
        assert isinstance(action, To)
        unit = g.change(self.unit, recorded=action.hex)
        g.tell("TL-12.21.1", "An observer of {card} takes post", card=g.card(unit.card).id)
        g.tell("TL-12.21.1", "The observer is in {hex}", sees=(unit.side,), hexes=(action.hex,), hex=action.hex)
        g.done()

    def why_not(self, g: TankLeader, side: str, action: Action) -> Refusal | None:
        return None if action in ANYWHERE or not isinstance(action, To) else Refusal("TL-12.21.1")
