"""What breaks each row of the ledger that a refusal names: said a second time, from the rulebook's side.

Nothing here asks the code that refuses; tests compare the two.
"""

from __future__ import annotations

from grognard.engine import Action, Reason
from grognard.games.night_fight.rules.data import GRID
from grognard.games.night_fight.rules.reasons.buying import BUYING
from grognard.games.night_fight.rules.reasons.facts import reason
from grognard.games.night_fight.rules.reasons.fighting import FIGHTING
from grognard.games.night_fight.rules.reasons.moving import MOVING
from grognard.games.night_fight.rules.reasons.retreating import RETREATING
from grognard.games.night_fight.rules.state import NightFight


def names_nothing(g: NightFight, side: str, action: Action) -> bool:
    """The hex is not on the map, or there is no such piece."""
    h, piece = getattr(action, "hex", None), getattr(action, "piece", None)
    return (h is not None and h not in GRID) or (piece is not None and piece not in g.pieces)


UNKNOWN = reason("there is no such hex or piece", names_nothing)
TABLES = (MOVING, FIGHTING, RETREATING, BUYING)

REASONS: dict[str, tuple[Reason, ...]] = {"GR-5": (UNKNOWN,)}
for table in TABLES:
    for row, found in table.items():
        REASONS[row] = (*REASONS.get(row, ()), *found)
