"""8.1.1, 8.2.1 An overrun is declared, its participants come up one after the other, and it is resolved at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar, Self

import msgspec

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Deed, Pick, Press, Refusal, Step, Working
from grognard.engine.core.wording import join_words
from grognard.games.panzer_blitz.rules.data import GRID, other
from grognard.games.panzer_blitz.rules.movement import Deeds, Go, Moving, Stop
from grognard.games.panzer_blitz.rules.movement_costs import BARE
from grognard.games.panzer_blitz.rules.opportunity_fire import Reaction
from grognard.games.panzer_blitz.rules.overrun import (
    EXTRA,
    Charge,
    OverrunTargets,
    active,
    is_surely_spotted,
    overrun_hexes,
    preview_overrun,
    why_no_weapon,
    why_not_overrun,
    why_not_rates,
    why_not_riders,
    why_not_target,
)
from grognard.games.panzer_blitz.rules.sight import look_at, sees
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit
from grognard.games.panzer_blitz.rules.transport import Load, Unload
from grognard.games.panzer_blitz.rules.units import at_hand

CHARGE, CALL_OFF = "charge", "call it off"
WhyNot = Callable[[PanzerBlitz, Unit, Hex], Refusal | None]


class Overrun(Deed, frozen=True):
    """8.1.1 Declare an overrun of a hex."""

    hex: str
    needs: ClassVar[str] = "overrunners"

    @classmethod
    def candidates(cls, g: PanzerBlitz, by: Step) -> Iterator[Self]:
        assert g.op is not None
        return map(cls, overrun_hexes(g, g.op.side, cls.leaders(g), EXTRA // 2))

    @classmethod
    def leaders(cls, g: PanzerBlitz) -> list[Unit]:
        """Those of whom one must take part."""
        return [u for u in at_hand(g) if u.place]

    def why_not(self, g: PanzerBlitz, by: Step) -> Refusal | None:
        assert g.op is not None
        return why_not_target(g, g.op.side, self.hex) or why_nobody(g, self.hex, why_not_overrun)

    def do(self, g: PanzerBlitz, by: Step) -> None:
        assert g.op is not None
        if find_target(g, g.op.side, self.hex):
            g.call(self.muster(g.op.side, g.op.active))

    def muster(self, side: str, pool: tuple[str, ...]) -> OverrunMuster:
        """Whoever takes part comes up."""
        return OverrunMuster(side, self.hex, pool)

    def says(self, g: PanzerBlitz) -> str:
        return f"overrun {self.hex}"

    def preview(self, g: PanzerBlitz, by: Step) -> Working | None:
        assert g.op is not None
        muster = self.muster(g.op.side, g.op.active)
        return preview_overrun(g, self.hex, [u.id for u in active(g) if muster.why_not_unit(g, u) is None])

    def hides_odds(self, g: PanzerBlitz, by: Step) -> bool:
        return any(u.hidden for u in g.here(self.hex))


def why_nobody(g: PanzerBlitz, h: Hex, why_not: WhyNot) -> Refusal | None:
    """Why no active unit may take part: the reason of the one nearest to the hex."""
    units = active(g)
    able = [u for u in units if "OVR" in u.what.codes] or units
    first = None
    for unit in sorted(able, key=lambda u: GRID.distance(u.place, h)):
        if GRID.distance(unit.place, h) <= unit.face.ma or first is None:
            refusal = why_not(g, unit, h)
            if refusal is None:
                return None
            first = first or refusal
    return first or Refusal("PB-8.2.4")


def find_target(g: PanzerBlitz, side: str, h: Hex) -> bool:
    """6.1.2, 8.2.1.2 The hex is looked at: is anybody there Spotted? If not, there is no overrun."""
    look_at(g, h, other(side))
    if any(not u.unspotted and u.inside != "fort" for u in g.here(h)):
        return True
    g.attacked = {**g.attacked, f"look:{h}": True}
    g.reveal()
    g.tell("PB-8.2.2", "Nobody in {hex} is spotted: it cannot be overrun", hexes=(h,), hex=h)
    return False


def overrun_chances(g: PanzerBlitz, unit: Unit) -> tuple[Hex, ...]:
    """8.2.1.2 What a unit sees before it moves that is Spotted for certain: hexes it may overrun in its move."""
    hexes = overrun_hexes(g, unit.side, [unit])
    seen = [h for h in hexes if why_not_target(g, unit.side, h) is None and is_surely_spotted(g, unit.side, h)]
    return tuple(h for h in seen if sees(g, unit.place, h))


# ------------------------------------------------------------------ who takes part


def charging(g: PanzerBlitz, h: Hex) -> tuple[str, ...]:
    """8.1.1 The units that have paid and wait beneath the Overrun marker of a hex."""
    return tuple(i for i, target in g.charge.items() if target == h and i in g.pieces and not g.pieces[i].disrupted)


class OverrunMuster(Step, frozen=True):
    """8.1.1, 8.2.1.1 Participants come up one after the other; then the overrun is resolved at once."""

    side: str
    hex: Hex
    pool: tuple[str, ...]
    tried: tuple[str, ...] = ()

    def run(self, g: PanzerBlitz) -> None:
        able, waiting = self._able(g), charging(g, self.hex)
        if not able:
            return self._charge(g, waiting) if waiting else g.done()
        actions: list[Action] = [Pick(u.id) for u in able]
        if waiting and self.complete(g):
            actions.append(Press(CHARGE))
        elif self.tried and not waiting:  # whoever came up fell out: nobody else has to follow
            actions.append(Press(CALL_OFF))
        names = join_words(g.pieces[i].name for i in waiting)
        prompt = f"{names} {'overrun' if len(waiting) > 1 else 'overruns'} {self.hex}: who else?"
        return g.ask(self.side, prompt if waiting else f"Who overruns {self.hex}?", actions, "PB-8.2.1")

    def _able(self, g: PanzerBlitz) -> list[Unit]:
        units = [g.pieces[i] for i in self.pool if i in g.pieces and i not in self.tried and i not in g.charge]
        return [u for u in units if u.place and self.why_not_unit(g, u) is None]

    def complete(self, g: PanzerBlitz) -> bool:
        """May those who wait begin without anybody else?"""
        return True

    def why_not_unit(self, g: PanzerBlitz, unit: Unit) -> Refusal | None:
        """Why a unit may not take part."""
        return why_not_overrun(g, unit, self.hex)

    def approach(self, unit: Unit) -> Step:
        """How a participant comes up."""
        return Approach(unit.id, unit.place, against=self.hex)

    def take(self, g: PanzerBlitz, action: Action) -> None:
        if action == Press(CALL_OFF):
            return g.done()
        if not isinstance(action, Pick):
            return self._charge(g, charging(g, self.hex))
        g.swap(msgspec.structs.replace(self, tried=(*self.tried, action.piece)))
        return g.call(self.approach(g.pieces[action.piece]))

    def _charge(self, g: PanzerBlitz, units: tuple[str, ...]) -> None:
        """6.1.2, 7.9 Whoever is there is looked at, whoever comes is seen; then reaction fire and the attack."""
        g.attacked = {**g.attacked, f"overrun:{self.hex}": True}
        look_at(g, self.hex, other(self.side))
        for i in units:
            g.change(i, unspotted=False)
        g.reveal()
        g.swap(Reaction(self.hex, units), *self.attack(g, units))

    def attack(self, g: PanzerBlitz, units: tuple[str, ...]) -> list[Step]:
        """What follows reaction fire."""
        return [OverrunTargets(self.hex, units)]

    def why_not(self, g: PanzerBlitz, side: str, action: Action) -> Refusal | None:
        if isinstance(action, Pick) and action.piece in self.pool and action.piece in g.pieces:
            unit = g.pieces[action.piece]
            return self.why_not_unit(g, unit) if unit.place else Refusal("PB-8.2.4")
        return None

    def preview(self, g: PanzerBlitz, action: Action) -> Working | None:
        return preview_overrun(g, self.hex, charging(g, self.hex)) if action == Press(CHARGE) else None

    def hides_odds(self, g: PanzerBlitz, action: Action) -> bool:
        return any(u.hidden for u in g.here(self.hex))


# ------------------------------------------------------------------ how they come up


class ChargeHome(Charge, frozen=True):
    """8.1.1 The overrun that was declared."""

    def why_not_here(self, g: PanzerBlitz, by: Moving) -> Refusal | None:
        if not isinstance(by, Approach) or self.hex != by.against:
            return Refusal("PB-8.2.1")
        return why_not_riders(g, g.pieces[by.unit])

    def do(self, g: PanzerBlitz, by: Moving) -> None:
        self.pay(g, g.pieces[by.unit])
        g.done()


class Approach(Moving, frozen=True):
    """8.1.1, 8.2.1.3 A participant moves as any unit does, but without roads, until it stands beside the target."""

    against: Hex = ""
    deeds: ClassVar[Deeds] = ((ChargeHome, Go, Load, Unload, Stop),)

    def title(self, unit: Unit) -> str:
        return f"{unit.name} comes up to overrun {self.against}"

    def rate(self, g: PanzerBlitz) -> str:
        return BARE


class OverrunNow(Charge, frozen=True):
    """8.1.1, 8.2.1.2 An overrun decided on in the middle of a move, of a hex that was seen and Spotted before it."""

    def why_not_here(self, g: PanzerBlitz, by: Moving) -> Refusal | None:
        unit = g.pieces[by.unit]
        refusal = why_not_target(g, unit.side, self.hex)
        if refusal is not None:
            return refusal
        if self.hex not in getattr(by, "chances", ()):
            return Refusal("PB-8.2.2")
        return why_not_riders(g, unit) or why_not_rates(g, unit) or why_no_weapon(g, unit, self.hex)

    def do(self, g: PanzerBlitz, by: Moving) -> None:
        assert g.op is not None
        self.pay(g, g.pieces[by.unit])
        g.swap(OverrunMuster(g.op.side, self.hex, g.op.active))
