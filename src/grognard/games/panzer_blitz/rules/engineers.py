"""17.0 Engineers: clearing mines, demolishing bridges, building and removing blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from grognard.board.hexes.grid import Hex
from grognard.engine import ChoiceStep, Deed, Modifier, Press, Refusal, Step, Working
from grognard.engine.core.state import without
from grognard.games.panzer_blitz.rules.combat_results import free_workers, is_trapped, leave_mine, spring_mine
from grognard.games.panzer_blitz.rules.data import GRID, UnitType, other
from grognard.games.panzer_blitz.rules.movement import Moving, exit_points, points_left, spent_points
from grognard.games.panzer_blitz.rules.movement_costs import price
from grognard.games.panzer_blitz.rules.stacking import fits
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit, readers
from grognard.games.panzer_blitz.rules.terrain import bridge_of, has_road
from grognard.games.panzer_blitz.rules.units import ByUnit, call

SUCCESS_AT_MOST = 8  # 17.2.1.3
BACK, STAY = "go back", "stay"


class ClearMines(Deed, frozen=True):
    """17.1.1.1 Begin to clear an adjacent Minefield: neither it nor the enemy strikes."""

    hex: str

    @classmethod
    def candidates(cls, g: PanzerBlitz, by: Moving) -> Iterator[ClearMines]:
        unit = g.pieces[by.unit]
        near = GRID.neighbours[unit.place] if is_engineer(unit) else ()
        return (cls(h) for h in near if h in g.mines)

    def why_not(self, g: PanzerBlitz, by: Moving) -> Refusal | None:
        if self.hex in g.blocks and self.hex not in GRID.neighbours.get(by.start, ()):
            return Refusal("PB-15.3.4")
        return why_not_clear(g, g.pieces[by.unit], self.hex)

    def do(self, g: PanzerBlitz, by: Moving) -> None:
        """15.2.3.2 Out of one Minefield into the next: the first strikes whoever was Disrupted in it."""
        unit = g.pieces[by.unit]
        if is_trapped(g, unit):
            return g.call(*leave_mine(g, unit))
        g.moved = {**g.moved, unit.id: spent_points(g, unit) + exit_points(unit)}
        place = {"place": self.hex, "inside": "", "trapped": False}
        g.change(unit.id, **place, labor="mines", stage=1, since=g.turn)
        text = "Engineers begin to clear the minefield in {hex}"
        g.tell("PB-17.1.1", text, hexes=(self.hex,), sees=readers(unit), hex=self.hex)
        return g.done()

    def says(self, g: PanzerBlitz) -> str:
        return f"clear the mines in {self.hex}"


def why_not_clear(g: PanzerBlitz, unit: Unit, h: Hex) -> Refusal | None:
    """17.1.1.1 Why an Engineer may not begin to clear a Minefield."""
    if not is_engineer(unit):
        return Refusal("PB-15.2.7")
    if h not in GRID.neighbours[unit.place] or h not in g.mines:
        return Refusal("PB-17.1.1")
    if unit.labor:
        return Refusal("PB-17.0.2")
    if g.holder(h) == other(unit.side):
        return Refusal("PB-4.1.11")
    if not fits(g, h, unit):
        return Refusal("PB-4.1.9")
    if points_left(g, unit) < exit_points(unit):
        return Refusal("PB-4.2.1")
    cost = price(g, unit, unit.place, h)
    return cost if isinstance(cost, Refusal) else None


def is_engineer(unit: Unit) -> bool:
    """17.0 Clears mines, sets charges, builds Blocks."""
    return "ENG" in unit.what.codes


# ------------------------------------------------------------------ works in its own hex


def why_not_labor(g: PanzerBlitz, unit: Unit) -> Refusal | None:
    """17.2.1, 17.3.1 Why an Engineer may not begin a work in its hex, whatever work."""
    if not unit.place or not unit.fresh or unit.carrier or unit.labor or unit.no_move or unit.id in g.ip_work:
        return Refusal("PB-17.0.2")
    return Refusal("PB-17.3.1") if g.moved.get(unit.id) or unit.id in g.cat else None


def begin_labor(g: PanzerBlitz, piece: str, job: str) -> None:
    """17.2.1.1, 17.3.1.1 Turn 1: the No Move marker."""
    unit = g.change(piece, labor=job, stage=1, since=g.turn, failed=0, target=g.pieces[piece].place)
    cite = "PB-17.3.2" if job == "block" else "PB-17.2.2"
    h = unit.place
    g.tell(cite, "Engineers are at work in {hex}", hexes=(h,), sees=readers(unit), hex=h)


class Labor(ByUnit, frozen=True):
    """17.2, 17.3 An Engineer begins a work in its hex."""

    job: ClassVar[str] = ""

    @classmethod
    def why_never(cls, what: UnitType) -> Refusal | None:
        return None if "ENG" in what.codes else Refusal("PB-17.0.1")

    def why_not(self, g: PanzerBlitz, by: Step) -> Refusal | None:
        assert g.op is not None
        unit = g.pieces.get(self.piece)
        if unit is None or unit.id not in g.op.active:
            return Refusal("PB-3.1.9")
        return self.why_never(unit.what) or why_not_labor(g, unit) or self.why_not_here(g, unit.place)

    def why_not_here(self, g: PanzerBlitz, h: Hex) -> Refusal | None:
        """Why it is no work for this hex."""
        raise NotImplementedError

    def do(self, g: PanzerBlitz, by: Step) -> None:
        begin_labor(g, self.piece, self.job)


class SetCharges(Labor, frozen=True):
    """17.2.1.1 Prepare a bridge for demolition."""

    job = "bridge"

    def why_not_here(self, g: PanzerBlitz, h: Hex) -> Refusal | None:
        bridge = bridge_of(g, h)
        return None if bridge and bridge not in g.broken else Refusal("PB-17.2.8")

    def says(self, g: PanzerBlitz) -> str:
        return f"{call(g, self.piece)}: prepare the bridge {bridge_of(g, g.pieces[self.piece].place)} for demolition"


class BuildBlock(Labor, frozen=True):
    """17.3.1 Build a Block."""

    job = "block"

    def why_not_here(self, g: PanzerBlitz, h: Hex) -> Refusal | None:
        if h in g.blocks:
            return Refusal("PB-15.3.3")
        if h in g.ips or h in g.forts:
            return Refusal("PB-15.3.2")
        return None if has_road(g, h) or g.land.effects[h].block else Refusal("PB-17.3.1")

    def says(self, g: PanzerBlitz) -> str:
        return f"{call(g, self.piece)}: build a block"


class ClearBlock(Labor, frozen=True):
    """17.3.2 Prepare a Block for removal."""

    needs = "blocks"
    job = "unblock"

    def why_not_here(self, g: PanzerBlitz, h: Hex) -> Refusal | None:
        return None if h in g.blocks else Refusal("PB-17.3.3")

    def says(self, g: PanzerBlitz) -> str:
        return f"{call(g, self.piece)}: lay charges to remove the block"


# ------------------------------------------------------------------ how they go on


def advance_labor(g: PanzerBlitz) -> None:
    """3.1.1, 17.1.1, 17.3.1 Pre-Operations: No Move becomes Clear/Set, work is finished; disruption halts it."""
    for unit in (g.pieces[i] for i in list(g.pieces)):
        if not unit.labor or unit.disrupted or unit.since >= g.turn:
            continue
        if unit.stage == 1:
            g.change(unit.id, stage=2, since=g.turn)
        elif unit.labor == "mines":
            g.mines = without(g.mines, unit.place)
            _finish(g, unit, "PB-17.1.3", "The minefield in {hex} is cleared")
        elif unit.labor == "block" and unit.place in g.ips:
            _finish(g, unit, "PB-15.3.2", "No block can stand in the position in {hex}")
        elif unit.labor == "block":
            g.blocks = {**g.blocks, unit.place: True}
            _finish(g, unit, "PB-17.3.2", "A block stands in {hex}")


def _finish(g: PanzerBlitz, unit: Unit, cite: str, text: str) -> None:
    free_workers(g, unit.labor, unit.place)
    g.tell(cite, text, hexes=(unit.place,), hex=unit.place)


class ReturnToCharges(Deed, frozen=True):
    """17.2.2 Back to the charges, through the mines if there are any."""

    stored = Press(BACK)

    @classmethod
    def candidates(cls, g: PanzerBlitz, by: Demolish) -> Iterable[ReturnToCharges]:
        unit = g.pieces[by.unit]
        return [cls()] if g.holder(unit.target) != other(unit.side) and fits(g, unit.target, unit) else []

    def do(self, g: PanzerBlitz, by: Demolish) -> None:
        at = g.pieces[by.unit].target
        unit = g.change(by.unit, place=at, stage=2, since=g.turn)
        g.swap(*(spring_mine(g, unit, at) if at in g.mines else []))


class GiveUpCharges(Deed, frozen=True):
    """17.2.2 The charges are given up."""

    stored = Press(STAY)

    def do(self, g: PanzerBlitz, by: Demolish) -> None:
        g.change(by.unit, labor="", stage=0, since=0, failed=0, target="")
        g.done()


class Demolish(ChoiceStep, frozen=True):
    """17.2.1.3, 17.3.2 The Engineer has gone out and fires its charges; on a failure it may go back."""

    unit: str
    rolled: bool = False

    deeds = (ReturnToCharges, GiveUpCharges)

    def run(self, g: PanzerBlitz) -> None:
        unit = g.pieces.get(self.unit)
        if unit is None or unit.disrupted or not unit.labor:
            return g.done()
        if self.rolled:
            return g.ask(unit.side, "The charges failed: go back to them?", self.offered(g), "PB-17.2.6")
        dice = (g.d6(), g.d6())
        success = sum(dice) - unit.failed <= SUCCESS_AT_MOST
        at = unit.target
        self._tell(g, unit, dice, success)
        g.outcome("success" if success else "failure")
        if success:
            self._blow(g, unit.labor, at)
            return g.done()
        g.change(unit.id, failed=unit.failed + 1)
        return g.swap(Demolish(self.unit, rolled=True))

    def _blow(self, g: PanzerBlitz, job: str, at: Hex) -> None:
        """17.2.1.3, 17.3.2 The bridge is down, or the Block gone, for all who were at work on it."""
        if job == "bridge":
            g.broken = {**g.broken, bridge_of(g, at): True}
        else:
            g.blocks = without(g.blocks, at)
        free_workers(g, job, at, *(bridge_of(g, at).split("/") if job == "bridge" else ()))

    def _tell(self, g: PanzerBlitz, unit: Unit, dice: tuple[int, ...], success: bool) -> None:
        """17.2.2 Every earlier failure makes the next attempt easier by one."""
        at, word = unit.target, "go off" if success else "fail"
        earlier = f" - {unit.failed} for earlier tries" if unit.failed else ""
        roll = f"{sum(dice)}{earlier} against {SUCCESS_AT_MOST}"
        tries = (Modifier("PB-17.2.6", -unit.failed, "Earlier tries"),) if unit.failed else ()
        working = Working(f"The charges in {at}", tries, dice=2, needs=SUCCESS_AT_MOST, at_most=True)
        done = working.rolled(dice, "yes" if success else "no", word)
        g.tell(
            "PB-17.2.4", "The charges in {hex} {word}: {roll}", working=done, hexes=(at,), hex=at, word=word, roll=roll
        )
