"""13.0 Efficiency: recovery from disruption, and rolls for difficult tasks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from grognard.board.hexes.grid import Hex
from grognard.engine import Deed, Given, Modifier, Refusal, Step, Working, net
from grognard.engine.core.wording import bracketed
from grognard.games.panzer_blitz.rules.attack_report import NOT_TOLD
from grognard.games.panzer_blitz.rules.combat_results import Overstack, disrupt, lose_step
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit, readers
from grognard.games.panzer_blitz.rules.terrain import recovers_in_cover
from grognard.games.panzer_blitz.rules.units import call

SHAKEN, IN_COVER, CATASTROPHE = 3, -1, 12  # 13.1.2 to 13.1.4


class Recover(Deed, frozen=True):
    """13.1 Attempt to recover a unit from disruption."""

    piece: str
    needs: ClassVar[str] = "recover"

    @classmethod
    def candidates(cls, g: PanzerBlitz, by: Step) -> Iterator[Recover]:
        assert g.op is not None
        return (cls(i) for i in g.op.recover if i in g.pieces)

    def why_not(self, g: PanzerBlitz, by: Step) -> Refusal | None:
        assert g.op is not None
        if self.piece not in g.op.recover or self.piece not in g.pieces:
            return Refusal("PB-13.1.1")
        return why_not_recover(g, g.pieces[self.piece])

    def do(self, g: PanzerBlitz, by: Step) -> None:
        g.call(Recovery(self.piece))

    def says(self, g: PanzerBlitz) -> str:
        return f"recover {call(g, self.piece)}"

    def preview(self, g: PanzerBlitz, by: Step) -> Working | None:
        unit = g.pieces[self.piece]
        return efficiency_working(g, unit, f"{unit.name} recovers", *recovery_modifiers(g, unit))


class RecoverAll(Deed, frozen=True):
    """13.1 Everybody who may attempts to recover, one after the other."""

    needs: ClassVar[str] = "recover"

    @classmethod
    def candidates(cls, g: PanzerBlitz, by: Step) -> Iterator[RecoverAll]:
        assert g.op is not None
        if len(g.op.recover) > 1:
            yield cls()

    def why_not(self, g: PanzerBlitz, by: Step) -> Refusal | None:
        able = everybody_able(g)
        return None if len(able) > 1 else Refusal("PB-13.1.1", "There are not several units that could.")

    def do(self, g: PanzerBlitz, by: Step) -> None:
        g.call(*map(Recovery, everybody_able(g)))

    def says(self, g: PanzerBlitz) -> str:
        return f"all {len(everybody_able(g))} recover"


def everybody_able(g: PanzerBlitz) -> list[str]:
    """13.1 Who may attempt to recover in this Operation."""
    assert g.op is not None
    return [i for i in g.op.recover if i in g.pieces and why_not_recover(g, g.pieces[i]) is None]


def rating(g: PanzerBlitz, unit: Unit) -> int:
    """13.0 The Efficiency Rating of a unit's side."""
    return g.situation.efficiency[unit.side]


def recovery_modifiers(g: PanzerBlitz, unit: Unit) -> list[Modifier]:
    """13.1.2, 13.1.3"""
    found = []
    if unit.spent:
        found.append(Modifier("PB-13.1.5", SHAKEN, "Spent and Disrupted"))
    if recovers_in_cover(g, unit):
        found.append(Modifier("PB-13.1.6", IN_COVER, "In cover"))
    return found


def why_not_recover(g: PanzerBlitz, unit: Unit) -> Refusal | None:
    """13.1 Why a unit may not try to recover now."""
    if not unit.disrupted:
        return Refusal("PB-13.1.1", "It is not Disrupted.")
    if unit.id in g.hit:
        return Refusal("PB-13.1.4")
    if f"recover:{unit.id}" in g.attacked:
        return Refusal("PB-13.1.8")
    return None


def efficiency_roll(g: PanzerBlitz, unit: Unit, task: str) -> bool:
    """13.2 Two dice at or below the rating; for what, and whether it is passed, its owner alone knows of the unseen."""
    dice = (g.d6(), g.d6())
    passed = sum(dice) <= rating(g, unit)
    if unit.hidden:
        tell_unseen_try(g, "PB-13.2.1", unit.place, dice, "makes an efficiency roll")
    g.tell(
        "PB-13.2.1",
        "{unit} {word} its efficiency roll ({task}): {roll} against {rating}",
        working=efficiency_working(g, unit, f"{unit.name}: {task}").rolled(dice, "yes" if passed else "no"),
        hexes=(unit.place,),
        sees=readers(unit),
        unit=unit.name,
        word="passes" if passed else "fails",
        task=task,
        roll=sum(dice),
        rating=rating(g, unit),
    )
    g.outcome("success" if passed else "failure")
    return passed


def tell_unseen_try(g: PanzerBlitz, cite: str, h: Hex, dice: tuple[int, ...], what: str) -> None:
    """6.2.1 What everybody reads of a roll by a unit that hides."""
    secret = Working(f"An unspotted unit {what}", dice=len(dice)).rolled(dice, NOT_TOLD)
    g.tell(cite, "An unspotted unit in {hex} {what}", working=secret, hexes=(h,), hex=h, what=what)


class Recovery(Step, frozen=True):
    """13.1 One unit's recovery roll."""

    unit: str

    def run(self, g: PanzerBlitz) -> None:
        unit = g.pieces.get(self.unit)
        if unit is None:
            return g.done()
        g.attacked = {**g.attacked, f"recover:{unit.id}": True}
        dice = (g.d6(), g.d6())
        found = recovery_modifiers(g, unit)
        total = sum(dice) + net(found)
        if sum(dice) == CATASTROPHE:
            result = "loses a step"
        else:
            result = "recovers" if total <= rating(g, unit) else "stays disrupted"
        working = efficiency_working(g, unit, f"{unit.name} recovers", *found)
        self._tell(g, unit, working.rolled(dice, "yes" if result == "recovers" else "no", result))
        g.outcome(result)
        if result == "recovers":
            g.change(unit.id, disrupted=False)
        elif result == "loses a step":
            lose_step(g, unit.id)
            if unit.id in g.pieces:
                disrupt(g, unit.id)
            return g.swap(Overstack(unit.place))
        else:
            g.change(unit.id, spent=True)
        return g.done()

    def _tell(self, g: PanzerBlitz, unit: Unit, working: Working) -> None:
        """Whether a hidden unit recovers is its owner's business."""
        h, dice, rows = unit.place, working.faces, working.modifiers
        roll = f"{sum(dice)}{bracketed(rows)} = {working.total}" if rows else str(working.total)
        if unit.hidden:
            tell_unseen_try(g, "PB-13.1.1", h, dice, "tries to recover")
        g.tell(
            "PB-13.1.1",
            "{unit} in {hex}: {roll} against {rating}: {result}",
            working=working,
            hexes=(h,),
            sees=readers(unit),
            unit=unit.name,
            hex=h,
            roll=roll,
            rating=rating(g, unit),
            result=working.words,
        )


def efficiency_working(g: PanzerBlitz, unit: Unit, title: str, *rows: Modifier) -> Working:
    """The working of a roll against the rating: that or less succeeds."""
    needs = rating(g, unit)
    given = (Given("Efficiency", str(needs), "PB-13.0.1"),)
    return Working(title, rows, dice=2, needs=needs, at_most=True, given=given)
