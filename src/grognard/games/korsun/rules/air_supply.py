"""12.2 Air supply: two markers in the game, one a turn, in clear weather, each for a Luftwaffe counter."""

from __future__ import annotations

from grognard.engine import Action, Pick, Press, Refusal, Step
from grognard.games.folio.rules.movement import PICK
from grognard.games.folio.rules.state import Unit
from grognard.games.korsun.rules.data import GERMAN, LUFTWAFFE
from grognard.games.korsun.rules.state import GiveUp, Pocket
from grognard.games.korsun.rules.supply import plain_net, supplied
from grognard.games.korsun.rules.weather import flying

NONE = Press("No air supply")


def why_not_fly(g: Pocket) -> Refusal | None:
    """12.2 Why no air supply can be used now."""
    if not flying(g):
        return Refusal("KP-11.1.2")
    if not g.air_supply or g.airlifted:
        return Refusal("KP-12.2.1")
    if not g.luftwaffe:
        return Refusal("KP-12.2.5")
    return None


def in_need(g: Pocket, units: tuple[Unit, ...]) -> list[Unit]:
    """12.2, R54 German units among these that air supply would help: fewer of them would be out of supply."""
    germans = tuple(u for u in units if u.side == GERMAN)
    lacking = supplied(g, germans).count(False)
    if not lacking:
        return []
    cut_off = [u for u in germans if not plain_net(g).reaches(u)]
    return [u for u in cut_off if supplied(g, tuple(v for v in germans if v is not u)).count(False) < lacking]


class AirSupply(Step, frozen=True):
    """12.2, R51 Before a check of these units is completed, one of them may be supplied by air."""

    units: tuple[str, ...]
    unit: str = ""

    def run(self, g: Pocket) -> None:
        if why_not_fly(g):
            return g.done()
        if self.unit:
            given = [GiveUp(value) for value in sorted(set(g.luftwaffe))]
            return g.ask(GERMAN, "Which Luftwaffe counter is given up?", given, "KP-12.2.2")
        needy = in_need(g, tuple(g.pieces[u] for u in self.units))
        if not needy:
            return g.done()
        g.ask(GERMAN, "Supply a unit by air?", [*(PICK[u.id] for u in needy), NONE], "KP-12.2.3")

    def take(self, g: Pocket, action: Action) -> None:
        match action:
            case Pick(piece):
                g.swap(AirSupply(self.units, piece))
            case GiveUp(value):
                self._fly(g, value)
            case _:
                g.done()

    def _fly(self, g: Pocket, value: int) -> None:
        """12.2 The counter leaves the game, spent or not; the unit is in supply till the turn ends."""
        g.luftwaffe = _without(g.luftwaffe, value)
        g.markers[LUFTWAFFE] = _without(g.markers[LUFTWAFFE], value)
        g.air_supply -= 1
        g.airlifted = self.unit
        g.forget(GERMAN)
        name = g.name(g.pieces[self.unit])
        g.tell("KP-12.2.3", "{unit} is supplied by air; Luftwaffe +{value} is given up", unit=name, value=value)
        g.done()

    def passes(self, g: Pocket) -> Action | None:
        return None if self.unit else NONE

    def why_not(self, g: Pocket, side: str, action: Action) -> Refusal | None:
        match action:
            case Pick():
                return Refusal("KP-12.2.3", "Only units about to be checked for which a line is wanting.")
            case GiveUp():
                return Refusal("KP-12.2.2")
        return None


def _without(values: tuple[int, ...], value: int) -> tuple[int, ...]:
    if value not in values:
        return values
    at = values.index(value)
    return values[:at] + values[at + 1 :]
