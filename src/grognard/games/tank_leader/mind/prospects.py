"""What a position promises: the difference of victory points expected at the end, and the chance that it suffices.

The weights were fitted to matches between players who follow doctrine.
"""

from __future__ import annotations

from grognard.engine import Weight, chance_ahead
from grognard.games.tank_leader.rules.data import CARDS, GERMAN, GRID, SOVIET, other
from grognard.games.tank_leader.rules.state import TankLeader, Unit
from grognard.games.tank_leader.rules.victory import LEVELS, points, value

STRENGTH = 1.2  # what each point of units not lost promises, if all turns are still to come
SUPPRESSED, SHAKEN = 0.8, 1.4  # what a suppressed unit's point and a shaken formation cost
FLEETING = 0.6  # the part of a hex's points that may still be lost, if all turns are still to come
NEAR = 0.4  # the part of a hex's points that being near it is worth
LEAVING = 0.5  # the part of a unit's points for leaving that being on the way is worth
UNSURE, EARLY = 4.0, 10.0  # how uncertain the end is, and what is added at the start
DRAW = next(row["max"] for row in LEVELS if row["result"] == "draw") + 0.5


def chance_of_victory(g: TankLeader, side: str) -> float:
    """15.5.5 The chance of victory, half a draw included: 0 is lost, 1 is won."""
    if g.result is not None:
        return 0.5 if not g.result.winners else float(side in g.result.winners)
    if g.turn == 0:
        return 0.5
    share = (g.turns - g.turn + 1) / max(1, g.turns)
    lead = expected(g, GERMAN, share) - expected(g, SOVIET, share)
    unsure = UNSURE + EARLY * share**2
    wins, draws = chance_ahead(lead - DRAW, unsure), chance_ahead(lead + DRAW, unsure)
    tie = g.scenario.get("tie_winner", "")
    german = draws if tie == GERMAN else wins if tie == SOVIET else (wins + draws) / 2
    return german if side == GERMAN else 1 - german


def weighs(g: TankLeader, side: str) -> tuple[Weight, ...]:
    """15.5 The victory points of both sides as things stand, and who is suppressed."""
    foe = other(side)
    return (
        Weight("victory points for you", points(g, side)),
        Weight("victory points for the enemy", points(g, foe), wanted=False),
        Weight("enemy units suppressed", sum(u.suppressed for u in g.units(foe))),
        Weight("of your units suppressed", sum(u.suppressed for u in g.units(side)), wanted=False),
    )


def expected(g: TankLeader, side: str, share: float) -> float:
    """The points of a side at the end, as far as they depend on its own units, with such a share of the turns left."""
    total = float(points(g, side))
    units = list(g.units(side))
    coming = [u for u in g.pieces.values() if u.side == side]
    away = [u for u in g.out.values() if u.side == side and u.place.startswith("exit ")]
    total += STRENGTH * share * sum(max(1, value(u)) for u in (*coming, *away))
    total -= SUPPRESSED * sum(max(1, value(u)) for u in units if u.suppressed)
    shaken = [c for c, where in g.cards.items() if where == "shaken" and CARDS[c].side == side]
    total -= SHAKEN * sum(CARDS[c].type == "combat" for c in shaken)
    return total + to_come(g, side, units, share)


def to_come(g: TankLeader, side: str, units: list[Unit], share: float) -> float:
    """15.5 What hexes not yet held and units on their way off the map may still bring, less hexes that may be lost."""
    total = 0.0
    for row in g.scenario["aim"]:
        if row["side"] not in (side, "both"):
            continue
        if row["kind"] == "control":
            for h in row["hexes"]:
                if g.control.get(h) == side:
                    total -= FLEETING * share * row["vp_each"]
                else:
                    far = min((GRID.distance(u.place, h) for u in units if not u.suppressed), default=99)
                    total += NEAR * row["vp_each"] / (1 + far)
        elif row["kind"] == "exit" and "from_column" in row:
            leaves = (_leaves(g, u, row["from_column"]) for u in units if u.what.kind in row["classes"])
            total += LEAVING * row["vp_each"] * sum(leaves)
    return total


def _leaves(g: TankLeader, unit: Unit, column: int) -> float:
    """How likely a unit still gets to a column in time."""
    far = abs(GRID.position[unit.place][0] - column)
    reach = max(1, unit.what.ma) * (g.turns - g.turn + 1)
    return max(0.0, 1 - far / reach)


def stretch(g: TankLeader) -> tuple[int, str, tuple[str, ...]]:
    """6.5 The activation of a formation, or the choice of the next card between two of them."""
    return g.turn, g.phase, g.active
