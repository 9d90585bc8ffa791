"""12.3 The supply check when Mobile Movement begins."""

from __future__ import annotations

from grognard.engine import Action, Passing, Pick, Press, Refusal, Step
from grognard.games.folio.rules.movement import PICK
from grognard.games.folio.rules.state import Unit
from grognard.games.korsun.rules.air_supply import AirSupply
from grognard.games.korsun.rules.data import GERMAN
from grognard.games.korsun.rules.state import Pocket
from grognard.games.korsun.rules.supply import plain_net, supplied

MOST = Press("As many units as possible")


def able(g: Pocket) -> tuple[Unit, ...]:
    """R5 The mobile units that can still move or attack; whether others are in supply makes no difference."""
    done = {u for u in g.moved if u in g.attacked or u in g.retreated}
    return tuple(u for u in g.units(g.current) if g.what(u).mobile and u.id not in g.advanced and u.id not in done)


class AirSupplyCheck(Step, frozen=True):
    """12.2 Before the check the German may supply one of these units by air."""

    def run(self, g: Pocket) -> None:
        units = tuple(u.id for u in able(g))
        g.swap(*([AirSupply(units)] if units else []))


class SupplyCheck(Step, frozen=True):
    """12.3, R54 Who is out of supply now neither moves nor attacks in the mobile phases.

    Where the engineers cannot carry lines to all, the German says whom they serve `first`.
    """

    first: tuple[str, ...] = ()

    def run(self, g: Pocket) -> None:
        rivals = self._rivals(g) if g.current == GERMAN else []
        if not rivals:
            return self._settle(g)
        prompt = "The engineers cannot carry lines to all: to whom for certain?"
        g.ask(GERMAN, prompt, [*(PICK[u] for u in rivals), MOST], "KP-13.0.7")

    def _fed(self, g: Pocket, first: tuple[str, ...]) -> dict[str, bool]:
        """The units checked, and which of them are in supply if these come first."""
        units = able(g)
        return {u.id: fed for u, fed in zip(units, supplied(g, units, dict.fromkeys(first, len(units))), strict=True)}

    def _rivals(self, g: Pocket) -> list[str]:
        """R54 The units that can be served, but not all of them; none if nobody goes short who might be served."""
        fed = self._fed(g, self.first)
        if all(fed.values()):
            return []
        found = []
        for unit in fed:
            if unit not in self.first and unit != g.airlifted and not plain_net(g).reaches(g.pieces[unit]):
                first = (*self.first, unit)
                now = self._fed(g, first)
                if all(now[u] for u in first):
                    found.append(unit)
        return [] if all(fed[u] for u in found) else found

    def _settle(self, g: Pocket) -> None:
        g.cut_off = {u: True for u, fed in self._fed(g, self.first).items() if not fed}
        g.done()

    def take(self, g: Pocket, action: Action) -> None:
        match action:
            case Pick(piece):
                g.swap(SupplyCheck((*self.first, piece)))
            case _:
                self._settle(g)

    def passes(self, g: Pocket) -> Passing | None:
        return Passing(MOST)

    def why_not(self, g: Pocket, side: str, action: Action) -> Refusal | None:
        return Refusal("KP-13.0.7") if isinstance(action, Pick) and action.piece not in self._rivals(g) else None
