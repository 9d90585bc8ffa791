"""7.9 Advance after combat, along the path of retreat."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Pick, Press, Refusal, Step, To
from grognard.games.folio.rules.clauses import Folio
from grognard.games.folio.rules.movement import BACK, PICK, TO
from grognard.games.folio.rules.units import does, full

STAY = Press("No advance")


class Advance(Step, frozen=True):
    """7.9 Attackers may follow along the path, the combat hex first, one unit a hex."""

    path: tuple[Hex, ...]
    units: tuple[str, ...]
    unit: str = ""

    def run(self, g: Folio) -> None:
        hexes = self.hexes(g)
        if not hexes or not self.units:
            return g.done()
        if self.unit:
            words = f"Where does {full(g, g.pieces[self.unit])} advance to?"
            return g.ask(g.current, words, [*(TO[h] for h in hexes), BACK], "FO-7.9.4")
        g.ask(g.current, f"Who advances to {' or '.join(hexes)}?", [*(PICK[u] for u in self.units), STAY], "FO-7.9.5")

    def hexes(self, g: Folio) -> list[Hex]:
        """7.9 The free hexes of the path, up to the first one held by the retreating side."""
        found = []
        for h in self.path:
            other = g.unit_at(h)
            if other is None:
                found.append(h)
            elif other.side != g.current:
                break
        return found

    def take(self, g: Folio, action: Action) -> None:
        match action:
            case Pick(piece):
                hexes = self.hexes(g)
                chosen = replace(self, unit=piece)
                if len(hexes) == 1:
                    chosen._go(g, hexes[0])
                else:
                    g.swap(chosen)
            case To(hex):
                self._go(g, hex)
            case Press() if action == BACK:
                g.swap(replace(self, unit=""))
            case _:
                g.done()

    def _go(self, g: Folio, h: Hex) -> None:
        unit = g.pieces[self.unit]
        walked = self.path[: self.path.index(h) + 1]
        name, verb = g.name(unit), does(g, [unit], "advances")
        g.tell("FO-7.9.4", "{unit} {verb} to {hex}", hexes=(unit.place, *walked), unit=name, verb=verb, hex=h)
        g.place(unit, h)
        g.advanced = {**g.advanced, unit.id: True}
        g.hold(unit.side, *walked)
        g.rules.entered(g, g.pieces[unit.id], walked)
        g.swap(Advance(self.path, tuple(u for u in self.units if u != self.unit)))

    def why_not(self, g: Folio, side: str, action: Action) -> Refusal | None:
        match action:
            case Pick(piece) if piece in g.advanced and piece not in self.units:
                return Refusal("FO-7.9.7")
            case Pick(piece) if piece in g.pieces:
                return Refusal("FO-7.9.1") if piece not in self.units else None
            case To(hex) if hex not in self.path:
                return Refusal("FO-7.9.4")
            case To(hex) if hex not in self.hexes(g):
                other = g.unit_at(hex)
                return Refusal("FO-7.9.4" if other is not None and other.side == g.current else "FO-7.9.6")
        return None
