"""What breaks each row that a refusal names, said a second time from the rulebook's side, to prove refusals."""

from __future__ import annotations

from grognard.games.panzer_blitz.rules.reasons.attacks import ATTACKS
from grognard.games.panzer_blitz.rules.reasons.facts import Reasons
from grognard.games.panzer_blitz.rules.reasons.moves import MOVES
from grognard.games.panzer_blitz.rules.reasons.works import WORKS

REASONS: Reasons = {**MOVES, **ATTACKS, **WORKS}
