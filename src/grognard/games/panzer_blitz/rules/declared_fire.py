"""7.1.1, 7.3 Fire declared straight at one of several targets in a hex, and firers who are to be named one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Deed, Pick, Press, Refusal, Step, Working
from grognard.engine.core.fact import fact
from grognard.games.panzer_blitz.rules.data import other
from grognard.games.panzer_blitz.rules.direct_fire import Declaring, Fire, able, shooters
from grognard.games.panzer_blitz.rules.movement import Moving, spend_passengers, spent_points
from grognard.games.panzer_blitz.rules.sight import look_at
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit
from grognard.games.panzer_blitz.rules.targets import ALL_SOFT, Choice, decide, menu
from grognard.games.panzer_blitz.rules.units import call

# -------------------- 7.10 Assault fire


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


# -------------------- 7.1.1, 7.3 Fire declared straight at one of several targets in a hex, and firers who are to be


class Aimed(Deed, frozen=True):
    """7.3 Fire at a hex with what is fired at there, where several things can be."""

    declares: ClassVar[type[Fire]] = Fire

    @classmethod
    def candidates(cls, g: PanzerBlitz, by: Step) -> Iterator[Self]:
        hexes = (deed.hex for deed in cls.declares.candidates(g, by) if several(g, deed.hex))
        return (cls(name) for h in hexes for name in cls.named(h, answers(g, cls.declares, h)))

    @classmethod
    def named(cls, h: Hex, found: list[Action]) -> list[str]:
        """What of the answers to the question for a target such a deed can name."""
        raise NotImplementedError(cls.__name__)

    def meant(self, g: PanzerBlitz) -> tuple[Hex, Action]:
        """The hex, and the answer to the question for the target in it."""
        raise NotImplementedError(type(self).__name__)

    def why_not(self, g: PanzerBlitz, by: Step) -> Refusal | None:
        h, answer = self.meant(g)
        refusal = self.declares(h).why_not(g, by) if h else Refusal("GR-5")  # R-73 for all that its side knows
        if refusal is not None:
            return refusal
        found = answers(g, self.declares, h)
        if len(found) == 1:
            return Refusal("GR-1", "There is one target in the hex.")
        step = self.declares.at(g, h)
        return None if answer in found else step.why_not(g, step.side, answer) or Refusal("PB-7.3.1")

    def do(self, g: PanzerBlitz, by: Declaring) -> None:
        """6.1.2 Spotting is judged all the same."""
        step = self.declares.at(g, self.meant(g)[0], naming=by.naming)
        look_at(g, step.hex, other(step.side))
        g.call(step.aim(g, self.target(g)[1]))

    def target(self, g: PanzerBlitz) -> tuple[Hex, Choice]:
        """The hex, and the target in it."""
        h, answer = self.meant(g)
        options = self.declares.at(g, h).options(g)
        found = next((choice for choice in options if choice.action == answer), None) or decide(options, (), answer)
        assert isinstance(found, Choice)
        return h, found

    def preview(self, g: PanzerBlitz, by: Step) -> Working | None:
        if self.hides_odds(g, by):
            return None
        h, choice = self.target(g)
        return self.declares.at(g, h).muster(g, choice).everybody(g)

    def hides_odds(self, g: PanzerBlitz, by: Step) -> bool:
        return self.declares(self.meant(g)[0]).hides_odds(g, by)


@fact
def answers(g: PanzerBlitz, kind: type[Fire], h: Hex) -> list[Action]:
    """7.3.1 The answers to the question for the target in a hex."""
    return menu(kind.at(g, h).options(g), ())


class FireAt(Aimed, frozen=True):
    """7.3.1, 7.3.2 Declare fire at one unit."""

    piece: str

    @classmethod
    def named(cls, h: Hex, found: list[Action]) -> list[str]:
        return [answer.piece for answer in found if isinstance(answer, Pick)] if len(found) > 1 else []

    def meant(self, g: PanzerBlitz) -> tuple[Hex, Action]:
        unit = g.pieces.get(self.piece)
        return unit.place if unit is not None and not unit.hidden else "", Pick(self.piece)

    def why_not(self, g: PanzerBlitz, by: Step) -> Refusal | None:
        unit = g.pieces.get(self.piece)
        flies = unit is not None and unit.what.aircraft
        return Refusal("PB-16.4.2") if flies else super().why_not(g, by)

    def says(self, g: PanzerBlitz) -> str:
        return f"{self.declares.words} {call(g, self.piece)}"


class FireAtAll(Aimed, frozen=True):
    """7.3.1 Declare fire at everything unarmored in a hex."""

    hex: str

    @classmethod
    def named(cls, h: Hex, found: list[Action]) -> list[str]:
        return [h] if len(found) > 1 and Press(ALL_SOFT) in found else []

    def meant(self, g: PanzerBlitz) -> tuple[Hex, Action]:
        return self.hex, Press(ALL_SOFT)

    def says(self, g: PanzerBlitz) -> str:
        return f"{self.declares.words} everything unarmored in {self.hex}"


class AssaultFireAt(FireAt, frozen=True):
    """7.10 The same by those who wait for Assault Fire."""

    declares: ClassVar[type[Fire]] = AssaultFire
    needs: ClassVar[str] = AssaultFire.needs


class AssaultFireAtAll(FireAtAll, frozen=True):
    """7.10 The same by those who wait for Assault Fire."""

    declares: ClassVar[type[Fire]] = AssaultFire
    needs: ClassVar[str] = AssaultFire.needs


def several(g: PanzerBlitz, h: Hex) -> bool:
    """7.3 May there be more than one target in a hex? One unit that is seen is one."""
    here = g.here(h)
    return len(here) > 1 or h in g.forts or any(u.hidden for u in here)


def declarations(g: PanzerBlitz, by: Step, kind: type[Fire]) -> list[Deed]:
    """To draw one from: every declaration of fire of a kind that may be possible."""
    unit, everything = (AssaultFireAt, AssaultFireAtAll) if kind is AssaultFire else (FireAt, FireAtAll)
    fires = list(kind.candidates(g, by))
    found: list[Deed] = [*fires]
    for h in [deed.hex for deed in fires if several(g, deed.hex)]:
        found += [everything(h), *(unit(u.id) for u in g.here(h) if not u.hidden)]
    return found


class NameFirers(Deed, frozen=True):
    """7.1.1 The firers of the next attack are named one by one; without it everybody able fires."""

    @classmethod
    def candidates(cls, g: PanzerBlitz, by: Declaring) -> Iterator[NameFirers]:
        kinds = () if by.naming else (Fire, AssaultFire) if g.ready else (Fire,)
        if [kind for kind in kinds if by.bars(g, kind) is None and len(kind.pool(g)) > 1]:
            yield cls()

    def why_not(self, g: PanzerBlitz, by: Declaring) -> Refusal | None:
        if by.naming:
            return Refusal("GR-1", "They are named when the target is.")
        together = any(shared(g, deed) for kind in (Fire, AssaultFire) for deed in by.allowed(g, kind))
        return None if together else Refusal("GR-1", "No two units can fire at the same target.")

    def do(self, g: PanzerBlitz, by: Declaring) -> None:
        """The question comes again, and knows."""

    def says(self, g: PanzerBlitz) -> str:
        return "name who fires next; otherwise everybody able fires"


def shared(g: PanzerBlitz, deed: Fire) -> bool:
    """Can several units fire at the same target in a hex?"""
    pool = deed.pool(g)
    return len(pool) > 1 and any(len(able(g, pool, deed.hex, line)) > 1 for line in ("AP", "AT"))
