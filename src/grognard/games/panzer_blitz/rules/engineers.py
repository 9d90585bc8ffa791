"""17.0 Engineers: clearing mines, demolishing bridges, building and removing blocks."""

from __future__ import annotations

from grognard.board.hexgrid import Hex
from grognard.engine import Action, Press, Refusal, Step
from grognard.games.panzer_blitz.rules.data import GRID, other
from grognard.games.panzer_blitz.rules.movement_costs import price
from grognard.games.panzer_blitz.rules.stacking import fits
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit, readers
from grognard.games.panzer_blitz.rules.terrain import TERRAIN, bridge_of, has_road

SUCCESS_AT_MOST = 8  # 17.2.1.3
BLOCK_TERRAIN = ("woods", "city", "town")  # 17.3.1, and roads
BACK, STAY = "go back", "stay"


class Clear(Action, frozen=True):
    """Begin to clear an adjacent Minefield."""

    hex: str


class Labor(Action, frozen=True):
    """Put an Engineer to work where it stands: "bridge", "block" or "unblock"."""

    piece: str
    job: str


def why_not_clear(g: PanzerBlitz, unit: Unit, h: Hex) -> Refusal | None:
    """17.1.1.1 Why an Engineer may not begin to clear a Minefield."""
    if "ENG" not in unit.what.codes:
        return Refusal("PB-15.2.7")
    if h not in GRID.neighbours[unit.place] or h not in g.mines:
        return Refusal("PB-17.1.1")
    if g.holder(h) == other(unit.side) or not fits(g, h, unit):
        return Refusal("PB-4.1.9")
    cost = price(g, unit, unit.place, h)
    return cost if isinstance(cost, Refusal) else None


def begin_clearing(g: PanzerBlitz, unit: Unit, h: Hex) -> None:
    """17.1.1.1 The Engineer goes on top of the Minefield; neither it nor the enemy strikes."""
    g.change(unit.id, place=h, inside="", labor="mines", stage=1, since=g.turn, trapped=False)
    g.tell("PB-17.1.1", "Engineers begin to clear the minefield in {hex}", hexes=(h,), sees=readers(unit), hex=h)


def why_not_labor(g: PanzerBlitz, unit: Unit, job: str) -> Refusal | None:
    """17.2, 17.3 Why an Engineer may not begin a work in its hex."""
    if "ENG" not in unit.what.codes:
        return Refusal("PB-17.0.1")
    if not unit.fresh or unit.carrier or unit.labor or unit.no_move or g.moved.get(unit.id):
        return Refusal("PB-17.0.2")
    h = unit.place
    if job == "bridge":
        bridge = bridge_of(h)
        return None if bridge and bridge not in g.broken else Refusal("PB-17.2.8")
    if job == "unblock":
        return None if h in g.blocks else Refusal("PB-17.3.3")
    if h in g.blocks or h in g.ips or h in g.forts:
        return Refusal("PB-15.3.3")
    return None if has_road(h) or TERRAIN[h] in BLOCK_TERRAIN else Refusal("PB-17.3.1")


def begin_labor(g: PanzerBlitz, unit: Unit, job: str) -> None:
    """17.2.1.1, 17.3.1.1 Turn 1: the No Move marker."""
    g.change(unit.id, labor=job, stage=1, since=g.turn, failed=0, target=unit.place)
    cite = "PB-17.3.2" if job == "block" else "PB-17.2.2"
    g.tell(cite, "Engineers are at work in {hex}", hexes=(unit.place,), sees=readers(unit), hex=unit.place)


def advance_labor(g: PanzerBlitz) -> None:
    """3.1.1, 17.1.1, 17.3.1 Pre-Operations: No Move becomes Clear/Set, work is finished; disruption halts it."""
    for unit in list(g.pieces.values()):
        if not unit.labor or unit.disrupted or unit.since >= g.turn:
            continue
        if unit.stage == 1:
            g.change(unit.id, stage=2, since=g.turn)
        elif unit.labor == "mines":
            g.mines.pop(unit.place, None)
            _finish(g, unit, "PB-17.1.3", "The minefield in {hex} is cleared")
        elif unit.labor == "block":
            g.blocks[unit.place] = True
            _finish(g, unit, "PB-17.3.2", "A block stands in {hex}")


def _finish(g: PanzerBlitz, unit: Unit, cite: str, text: str) -> None:
    g.change(unit.id, labor="", stage=0, since=0, failed=0, target="")
    g.tell(cite, text, hexes=(unit.place,), hex=unit.place)


class Demolish(Step, frozen=True):
    """17.2.1.3, 17.3.2 The Engineer has gone out and fires its charges; on a failure it may go back."""

    unit: str
    rolled: bool = False

    def run(self, g: PanzerBlitz) -> None:
        unit = g.pieces.get(self.unit)
        if unit is None or unit.disrupted or not unit.labor:
            return g.done()
        if self.rolled:
            way_back = g.holder(unit.target) != other(unit.side) and fits(g, unit.target, unit)
            options = [Press(BACK), Press(STAY)] if way_back else [Press(STAY)]
            return g.ask(unit.side, "The charges failed: go back to them?", options, "PB-17.2.6")
        dice = (g.d6(), g.d6())
        success = sum(dice) - unit.failed <= SUCCESS_AT_MOST
        at = unit.target
        word = "go off" if success else "fail"
        earlier = f" - {unit.failed} for earlier tries" if unit.failed else ""
        roll = f"{sum(dice)}{earlier} against {SUCCESS_AT_MOST}"
        g.tell("PB-17.2.4", "The charges in {hex} {word}: {roll}", dice=dice, hexes=(at,), hex=at, word=word, roll=roll)
        g.outcome("success" if success else "failure")
        if success:
            if unit.labor == "bridge":
                g.broken[bridge_of(at)] = True
            else:
                g.blocks.pop(at, None)
            g.change(unit.id, labor="", stage=0, since=0, failed=0, target="")
            return g.done()
        g.change(unit.id, failed=unit.failed + 1)
        return g.swap(Demolish(self.unit, rolled=True))

    def take(self, g: PanzerBlitz, action: Action) -> None:
        unit = g.pieces[self.unit]
        if action == Press(BACK):
            g.change(unit.id, place=unit.target, stage=2, since=g.turn)
        else:
            g.change(unit.id, labor="", stage=0, since=0, failed=0, target="")
        g.done()
