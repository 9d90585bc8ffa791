"""7.9 Advance after combat, along the path of retreat."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.engine import ChoiceStep, Deed, Pick, Press, Refusal, To
from grognard.games.folio.rules.clauses import Folio
from grognard.games.folio.rules.movement import BACK, PICK, TO, CallOff, ChooseUnit
from grognard.games.folio.rules.units import does, full

STAY = Press("No advance")


class WhoAdvances(ChooseUnit, frozen=True):
    """7.9 One of the attackers follows."""

    @classmethod
    def answers(cls, g: Folio, by: Advance) -> list[Pick]:
        return [] if by.unit else [PICK[u] for u in by.units]

    def why_not(self, g: Folio, by: Advance) -> Refusal | None:
        if self.piece in by.units:
            return None
        return Refusal("FO-7.9.7" if self.piece in g.advanced else "FO-7.9.1")

    def do(self, g: Folio, by: Advance) -> None:
        """Where there is one hex to go to nobody is asked."""
        hexes, chosen = by.hexes(g), replace(by, unit=self.piece)
        if len(hexes) == 1:
            chosen.go(g, hexes[0])
        else:
            g.swap(chosen)


class AdvanceTo(Deed, frozen=True):
    """7.9 To a free hex of the path."""

    stored = To
    hex: Hex

    @classmethod
    def answers(cls, g: Folio, by: Advance) -> list[To]:
        return [TO[h] for h in by.hexes(g)] if by.unit else []

    def why_not(self, g: Folio, by: Advance) -> Refusal | None:
        if self.hex in by.hexes(g):
            return None
        other = g.unit_at(self.hex) if self.hex in by.path else None
        blocked = self.hex in by.path and (other is None or other.side != g.current)
        return Refusal("FO-7.9.6" if blocked else "FO-7.9.4")

    def do(self, g: Folio, by: Advance) -> None:
        by.go(g, self.hex)


class StayBehind(Deed, frozen=True):
    """7.9 Nobody must advance."""

    stored = STAY

    @classmethod
    def answers(cls, g: Folio, by: Advance) -> list[Press]:
        return [] if by.unit else [STAY]

    def do(self, g: Folio, by: Advance) -> None:
        g.done()


class SomebodyElse(CallOff, frozen=True):
    """7.9 Another unit is chosen, or none."""

    @classmethod
    def answers(cls, g: Folio, by: Advance) -> list[Press]:
        return [BACK] if by.unit else []

    def do(self, g: Folio, by: Advance) -> None:
        g.swap(replace(by, unit=""))


class Advance(ChoiceStep, frozen=True):
    """7.9 Attackers may follow along the path, the combat hex first, one unit a hex."""

    path: tuple[Hex, ...]
    units: tuple[str, ...]
    unit: str = ""

    deeds = (WhoAdvances, AdvanceTo, StayBehind, SomebodyElse)

    def run(self, g: Folio) -> None:
        hexes = self.hexes(g)
        if not hexes or not self.units:
            return g.done()
        if self.unit:
            words = f"Where does {full(g, g.pieces[self.unit])} advance to?"
            return g.ask(g.current, words, self.offered(g), "FO-7.9.4")
        g.ask(g.current, f"Who advances to {' or '.join(hexes)}?", self.offered(g), "FO-7.9.5")

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

    def go(self, g: Folio, h: Hex) -> None:
        """7.9 The unit chosen goes, and the next may follow."""
        unit = g.pieces[self.unit]
        walked = self.path[: self.path.index(h) + 1]
        name, verb = g.name(unit), does(g, [unit], "advances")
        g.tell("FO-7.9.4", "{unit} {verb} to {hex}", hexes=(unit.place, *walked), unit=name, verb=verb, hex=h)
        g.place(unit, h)
        g.advanced = {**g.advanced, unit.id: True}
        g.hold(unit.side, *walked)
        g.rules.entered(g, g.pieces[unit.id], walked)
        g.swap(Advance(self.path, tuple(u for u in self.units if u != self.unit)))
