"""7.10 Assault fire: an AFV moves up to half its allowance and still fires."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from grognard.engine import Deed, Refusal, Step
from grognard.games.panzer_blitz.rules.direct_fire import Fire, shooters
from grognard.games.panzer_blitz.rules.movement import Moving, spend_passengers, spent_points
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit


def why_not_assault_fire(g: PanzerBlitz, unit: Unit) -> Refusal | None:
    """7.10 Why a unit may not stop for Assault Fire."""
    if not unit.what.afv:
        return Refusal("PB-7.10.1")
    if unit.spent:
        return Refusal("PB-7.1.5")  # an overrunner that moves on
    if spent_points(g, unit) > 2 * (unit.face.ma // 2):
        return Refusal("PB-7.10.2")
    return None


class AwaitFire(Deed, frozen=True):
    """7.10.1 Stop for Assault Fire, which all that wait for it may make together."""

    @classmethod
    def candidates(cls, g: PanzerBlitz, by: Moving) -> Iterator[AwaitFire]:
        if g.pieces[by.unit].what.afv:
            yield cls()

    def why_not(self, g: PanzerBlitz, by: Moving) -> Refusal | None:
        return why_not_assault_fire(g, g.pieces[by.unit])

    def do(self, g: PanzerBlitz, by: Moving) -> None:
        unit = g.pieces[by.unit]
        g.ready = {**g.ready, unit.id: True}
        spend_passengers(g, unit)
        g.done()

    def says(self, g: PanzerBlitz) -> str:
        return "stop for assault fire"


class AssaultFire(Fire, frozen=True):
    """7.10 Declare Assault Fire at a hex, by those who wait for it."""

    kind: ClassVar[str] = "assault"
    words: ClassVar[str] = "assault fire at"
    needs: ClassVar[str] = "ready"

    @classmethod
    def pool(cls, g: PanzerBlitz) -> tuple[Unit, ...]:
        return tuple(shooters(g, g.ready))

    def why_not(self, g: PanzerBlitz, by: Step) -> Refusal | None:
        return super().why_not(g, by) if g.ready else Refusal("PB-7.10.2", "Nobody waits for assault fire.")
