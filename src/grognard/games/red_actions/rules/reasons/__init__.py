"""What breaks the rows that refusals name, said a second time: tests hold every refusal against it."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine.core.rulebook import Reason
from grognard.games.red_actions.rules.reasons.armies import ARMIES
from grognard.games.red_actions.rules.reasons.fighting import FIGHTING
from grognard.games.red_actions.rules.reasons.moving import MOVING
from grognard.games.red_actions.rules.reasons.ordering import ORDERING

TABLES = (MOVING, FIGHTING, ORDERING, ARMIES)
REASONS: Mapping[str, tuple[Reason, ...]] = {
    row: tuple(reason for table in TABLES for reason in table.get(row, ())) for table in TABLES for row in table
}
