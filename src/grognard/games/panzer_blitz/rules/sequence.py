"""3.0 The game turn: chits in and out of the cup, reinforcements, administration."""

from __future__ import annotations

from grognard.engine import Step
from grognard.games.panzer_blitz.rules.air_support import AirOperation
from grognard.games.panzer_blitz.rules.combat_results import Overstack, show
from grognard.games.panzer_blitz.rules.data import SIDES, chit_name, chit_radius, other
from grognard.games.panzer_blitz.rules.engineers import advance_labor
from grognard.games.panzer_blitz.rules.indirect_fire import CancelRequests, ResolveRequests, first_to_fire
from grognard.games.panzer_blitz.rules.operation import Operation, PlaceChit
from grognard.games.panzer_blitz.rules.sight import hide_again
from grognard.games.panzer_blitz.rules.stacking import overstacked
from grognard.games.panzer_blitz.rules.state import Op, PanzerBlitz
from grognard.games.panzer_blitz.rules.victory import Victory

PHASES = ("Set-up", "Pre-operations", "Chit pull", "Administration")


class GameTurn(Step, frozen=True):
    """3.1 One turn: three segments in this order."""

    number: int

    def run(self, g: PanzerBlitz) -> None:
        if self.number > g.situation.turns:
            return g.swap(Victory())
        g.turn = self.number
        g.tell("PB-3.1.1", "Turn {turn}", turn=self.number)
        return g.swap(PreOperations(), ChitPull(), Administration(), GameTurn(self.number + 1))


class PreOperations(Step, frozen=True):
    """3.1.1 Engineers' works go on; the chits of the turn go into the cup."""

    def run(self, g: PanzerBlitz) -> None:
        g.phase = PHASES[1]
        advance_labor(g)
        g.cup = chits_of_turn(g)
        g.entered, g.tried_hull = {}, {}
        crowded = [h for h in g.blocks if overstacked(g, h)]  # R-61 a new Block may leave too little room
        for h in crowded:
            show(g, h)
        g.swap(*[Overstack(h) for h in crowded])


def chits_of_turn(g: PanzerBlitz) -> tuple[str, ...]:
    """3.1.1 Ops, Reinforcement and Air chits of both sides for this turn."""
    found = []
    for row in g.situation.chits:
        if row.turns[0] <= g.turn <= row.turns[1]:
            found += [f"{row.side}-op{radius}" for radius in row.ops]
    found += [f"{r.side}-reinforcements-{r.turn}" for r in g.situation.reinforcement if r.turn == g.turn]
    found += [f"{side}-air" for side in SIDES if side in g.situation.air and g.turn in g.situation.air[side].turns]
    return tuple(found)


class ChitPull(Step, frozen=True):
    """3.1.2 Draw until the cup is empty; the last chit does nothing, a Reinforcement chit waits for the next turn."""

    def run(self, g: PanzerBlitz) -> None:
        g.phase = PHASES[2]
        g.reveal()  # a chit is shown
        if g.carried:
            chit, *rest = g.carried
            g.carried = tuple(rest)
            return self._act(g, chit)
        if not g.cup:
            return g.done()
        drawn = g.pick(len(g.cup)) if len(g.cup) > 1 else 0
        chit = g.cup[drawn]
        g.cup = g.cup[:drawn] + g.cup[drawn + 1 :]
        if g.heard:
            g.tell("PB-3.0.1", "Chit: {chit}", chit=chit_name(chit))
        if g.cup:
            return self._act(g, chit)
        return self._last(g, chit)

    def _last(self, g: PanzerBlitz, chit: str) -> None:
        """3.1.2, 3.1.2.3, R-02"""
        g.last_owner = owner(chit)
        if "reinforcements" in chit and g.turn < g.situation.turns:
            g.carried = (*g.carried, chit)
            g.tell("PB-3.1.20", "It is kept as the first chit of the next turn")
        else:
            g.tell("PB-3.1.8", "It is the last chit and does nothing")
        g.done()

    def _act(self, g: PanzerBlitz, chit: str) -> None:
        side = owner(chit)
        if "-op" in chit:
            return g.call(PlaceChit(side, chit_radius(chit)))
        if chit.endswith("-air"):
            g.begin_operation(Op(side, "", 0, (), (), "air"))
            return g.call(AirOperation(side))
        turn = int(chit.rsplit("-", 1)[1])
        units = tuple(u.id for u in g.pieces.values() if u.side == side and not u.place and 0 < u.arrives <= turn)
        g.begin_operation(Op(side, "", 0, units, (), "reinforcement"))
        return g.call(Operation())


def owner(chit: str) -> str:
    """The side a chit belongs to."""
    return chit.split("-", 1)[0]


class Administration(Step, frozen=True):
    """3.1.3 Seven steps in their printed order."""

    def run(self, g: PanzerBlitz) -> None:
        g.phase = PHASES[3]
        g.reveal()
        g.hit, g.attacked, g.op = {}, {}, None
        rest_units(g)
        clear_smoke(g)
        g.he = {}
        sides = (first_to_fire(g), other(first_to_fire(g)))
        g.swap(*[CancelRequests(side) for side in sides], ResolveRequests(sides), EndOfTurn())


def rest_units(g: PanzerBlitz) -> None:
    """3.1.3(1) Spent/Disrupted becomes Disrupted."""
    for unit in list(g.pieces.values()):
        if unit.spent and unit.disrupted:
            g.change(unit.id, spent=False)


def clear_smoke(g: PanzerBlitz) -> None:
    """3.1.3(2), 12.2.1 Smoke 2 goes, Smoke 1 turns to Smoke 2."""
    g.smoke = {h: 2 for h, side in g.smoke.items() if side == 1}


def forget_names(g: PanzerBlitz) -> None:
    """R-73 Who attacked from hiding is hidden again once no marker lies on him."""
    for unit in list(g.pieces.values()):
        if unit.named and unit.fresh:
            g.change(unit.id, named=False)


class EndOfTurn(Step, frozen=True):
    """3.1.3(5) to (7) Spent and observers' markers go, recalled aircraft leave, units slip out of sight."""

    def run(self, g: PanzerBlitz) -> None:
        for unit in list(g.pieces.values()):
            if unit.what.aircraft and unit.recalled:
                g.drop(unit.id)
            elif unit.spent and not unit.disrupted:
                g.change(unit.id, spent=False, no_move=False, target="" if unit.what.aircraft else unit.target)
            elif unit.no_move:
                g.change(unit.id, no_move=False)
        forget_names(g)
        hide_again(g)
        g.done()


def sides(g: PanzerBlitz) -> tuple[str, ...]:
    """1.1 British and Germans."""
    return SIDES
