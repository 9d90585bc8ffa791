"""3.1.2.1 The end of an Operation."""

from __future__ import annotations

from grognard.engine import Deed, Step
from grognard.games.panzer_blitz.rules.improved_positions import finish_digging
from grognard.games.panzer_blitz.rules.movement import why_not_move
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit


class EndOperation(Deed, frozen=True):
    """3.1.2.1 The Operation is over."""

    def do(self, g: PanzerBlitz, by: Step) -> None:
        end(g)

    def says(self, g: PanzerBlitz) -> str:
        idle = len(still_fresh(g))
        return "end the operation" + (f"; {idle} unit{'s have' if idle > 1 else ' has'} done nothing" if idle else "")


def still_fresh(g: PanzerBlitz) -> list[Unit]:
    """Active units that could still move."""
    assert g.op is not None
    units = [g.pieces[i] for i in g.op.active if i in g.pieces and i not in g.moved and g.pieces[i].place in g.at]
    return [u for u in units if not u.what.gun and not u.what.aircraft and why_not_move(g, u) is None]


def end(g: PanzerBlitz) -> None:
    """3.1.2.1 Whoever waits for Assault Fire is Spent; dug positions appear; the chit leaves the map."""
    for i in g.ready:
        if i in g.pieces:
            g.change(i, spent=True)
    steps = finish_digging(g)
    g.op = None
    g.swap(*steps)
