"""Beacons: three bands a side, a hand of hidden cards, and a window to react. A second small game."""

from __future__ import annotations

from beacons.rules import BOX, CENTRE, CLASH, DATA, GRID, GROUND, REASONS, SIDES, TURNS, Attack, Band, Choose
from beacons.rules import Clans, EndTurn, Move, RaiseShields, Turn, aims, standing, start
from beacons.secrets import deal_again, view
from grognard.engine import NEVER, Action, Briefing, Face, Game, Mind, Rulebook, Rules, Scenario


def judge(g: Clans, side: str, action: Action) -> float:
    """Attack where the die is kind, stand on beacons, and keep the rest together."""
    if isinstance(action, Attack):
        by = g.steps[-1]
        assert isinstance(by, Turn)
        working = action.preview(g, by)
        return 3.0 + CLASH.columns.index(working.column) + sum(modifier.value for modifier in working.modifiers)
    if isinstance(action, Move):
        return 2.0 - 0.3 * GRID.distance(action.hex, CENTRE) + (action.hex in BOX["beacons"])
    if isinstance(action, EndTurn):
        return NEVER if any(band.side == side and band.acted < g.turn for band in g.pieces.values()) else 0.0
    return 2.5 if isinstance(action, Choose | RaiseShields) else 0.0


GAME = Game(
    id="beacons",
    title="Beacons",
    blurb="Two clans fight for three beacons, each with cards that the other does not see.",
    rulebook=Rulebook.load(DATA / "rules.tsv"),
    scenarios={"border": Scenario("border", "The Border", "a night in autumn", TURNS, "Whose fires burn?", "BC-4.2")},
    rules=Rules(
        state=Clans,
        piece=Band,
        start=start,
        sides=lambda g: SIDES,
        view=view,
        determinize=deal_again,
        aims=aims,
        standing=standing,
        reasons=REASONS,
    ),
    mind=Mind(judge=judge),
    face=Face(ground=lambda scenario: GROUND, charts=(CLASH,), briefing=lambda g, side: Briefing(**BOX["briefing"])),
)
