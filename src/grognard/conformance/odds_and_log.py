"""Log and odds: every line can be read, and exact odds are what sampling finds."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

from grognard.conformance.spots import Broken
from grognard.engine import Action, Match, Odds, RandomDice, mistake_in
from grognard.engine.core.odds import Onward
from grognard.engine.core.state import OutcomeReached


def log_is_sound(match: Match) -> None:
    """Every line can be read and cites a rule of the ledger; a roll done again from its working comes to the same."""
    charts = {chart.key: chart for chart in match.game.face.charts}
    for event in match.events:
        assert event.cite in match.game.rulebook, f"the log cites unknown rule {event.cite}: {event}"
        assert str(event)
        wrong = mistake_in(event.working, charts) if event.working is not None else None
        assert wrong is None, f"the working of a roll does not fit ({wrong}): {event}"


def odds_are_true(match: Match, side: str, action: Action, rng: random.Random, samples: int = 300) -> Odds | None:
    """Exact odds add up to one and agree with sampling."""
    odds = match.odds(action, side)
    if odds is None:
        return None
    if sum(odds.chances.values()) != 1:
        raise Broken(f"odds of {action!r} add up to {sum(odds.chances.values())} or 1", side, action)
    counted: Counter[str] = Counter()
    known = match.state.steps[-1].as_known(match.state, side)
    for _ in range(samples):
        trial = known.clone()
        trial.dice, trial.watching, trial.asker = RandomDice(rng), True, side
        try:
            Onward().play(trial, side, action)
            counted["nothing"] += 1
        except OutcomeReached as reached:
            counted[reached.name] += 1
    for name in {*counted, *odds.chances}:
        chance = float(odds.chances.get(name, Fraction(0)))
        spread = 5 * (chance * (1 - chance) / samples) ** 0.5 + 1 / samples
        if abs(counted[name] / samples - chance) > spread:
            words = f"the odds of {name!r} are {chance:.3f}, and it was rolled {counted[name]} times in {samples}"
            raise Broken(words, side, action)
    return odds
