"""What breaks each row of the ledger that a refusal names: said a second time, from the rulebook's side.

Nothing here asks the code that refuses; tests compare the two.
"""

from __future__ import annotations

from grognard.engine import Reason
from grognard.games.night_fight.rules.data import GRID
from grognard.games.night_fight.rules.reasons.buying import BUYING
from grognard.games.night_fight.rules.reasons.facts import hexagon, piece, reason
from grognard.games.night_fight.rules.reasons.fighting import FIGHTING
from grognard.games.night_fight.rules.reasons.moving import MOVING
from grognard.games.night_fight.rules.reasons.retreating import RETREATING

UNKNOWN = reason("there is no such hex or piece", lambda g, s, a: hexagon(a) not in GRID and piece(g, a) is None)
TABLES = (MOVING, FIGHTING, RETREATING, BUYING)

REASONS: dict[str, tuple[Reason, ...]] = {"GR-5": (UNKNOWN,)}
for table in TABLES:
    for row, found in table.items():
        REASONS[row] = (*REASONS.get(row, ()), *found)
