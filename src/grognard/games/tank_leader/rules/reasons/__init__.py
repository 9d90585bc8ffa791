"""Why answers are refused, said a second time: for each row that a refusal names, what breaks it.

It is written from the rulebook's side, with plain facts and slow loops, to prove that refusals are true; play does
without it.
"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine import Reason
from grognard.games.tank_leader.rules.reasons import firing, moving, ordering
from grognard.games.tank_leader.rules.reasons.case import told

REASONS: Mapping[str, tuple[Reason, ...]] = {
    **dict(told(firing.TABLE)),
    **dict(told(moving.TABLE)),
    **dict(told(ordering.TABLE)),
}
