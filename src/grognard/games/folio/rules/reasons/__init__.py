"""What breaks each row that a refusal names, said a second time from the facts of the table: tests compare the two.

A predicate is given the position, the side asked and what it tried. It looks at units, map and step alone, and asks
none of the functions that refuse.
"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine import Reason
from grognard.games.folio.rules.reasons.fighting import FIGHTING
from grognard.games.folio.rules.reasons.moving import MOVING
from grognard.games.folio.rules.reasons.retreating import RETREATING

REASONS: Mapping[str, tuple[Reason, ...]] = {**MOVING, **FIGHTING, **RETREATING}
