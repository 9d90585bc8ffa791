"""What the odds of an answer come to for whoever gives it: each result with its weight, and the headline in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, Protocol

import msgspec

from grognard.engine.core.action import Action
from grognard.engine.core.chart import Chart
from grognard.engine.core.decision import Ask
from grognard.engine.core.odds import Odds
from grognard.engine.core.state import State
from grognard.engine.game.game import Game

DULL = re.compile(r"no |nothing|miss|fail|none|not |stays |astray|[-–—]+$", re.IGNORECASE)
OWN = re.compile(r"friendly fire|loses ", re.IGNORECASE)  # results of no chart that hurt whoever rolls
HARDEST = 3
ANY, SPARED = "any effect", "no harm"


class Asked(Protocol):
    """A match that can be asked for odds."""

    game: Game
    state: State[Any]

    @property
    def asks_together(self) -> bool:
        """Is a question open that waits for several sides?"""

    def odds(self, action: Action, side: str | None = None, *, at_worst: bool = True) -> Odds | None:
        """The exact chances of what an action leads to."""


class Outcome(msgspec.Struct, frozen=True):
    """A named result. Its weight is 0 if nothing happens, 1 to 3 the harder it hits, below 0 if it backfires."""

    name: str
    chance: Fraction
    weight: int


class OddsSummary(msgspec.Struct, frozen=True):
    """What an answer may come to: the chance of what one hopes for in a few words, and every result, the best first."""

    wanted: str
    chance: Fraction
    outcomes: tuple[Outcome, ...]
    why: tuple[str, ...] = ()  # the modifiers that count, in words
    spread: tuple[Fraction, ...] = ()  # the chances of harm to whom it is done, the hardest first

    def __str__(self) -> str:
        return f"{self.wanted} {percent(self.chance)}"


def percent(chance: Fraction | float) -> str:
    """A chance as it is said: whole percents, and never 0 or 100 for what is neither."""
    shown = round(float(chance) * 100)
    if shown in (0, 100) and 0 < chance < 1:
        return "under 1 %" if shown == 0 else "over 99 %"
    return f"{shown} %"


def summarize_odds(odds: Odds, charts: Iterable[Chart], *, suffers: bool = False) -> OddsSummary:
    """The odds of an answer, weighed by the chart they come from, or by the names of the results.

    Whoever `suffers` the roll hopes that nothing comes of it; what hurts whoever rolls is good for him.
    """
    key = odds.preview.chart if odds.preview is not None else ""
    chart = next((c for c in charts if c.key == key), None)
    sign = -1 if suffers else 1
    found = [Outcome(name, chance, sign * weigh(name, chart)) for name, chance in odds.chances.items()]
    found.sort(key=lambda o: (-o.weight, -sign * _place(o.name, chart), -o.chance))
    hopes = [o for o in found if (o.weight >= 0 if suffers else o.weight > 0)]
    why = tuple(m.text for m in odds.preview.modifiers if m.value) if odds.preview is not None else ()
    wanted = SPARED if suffers else _wanted(hopes, chart)
    spread = tuple(_sum(o for o in found if o.weight == sign * weight) for weight in range(HARDEST, 0, -1))
    return OddsSummary(wanted, _sum(hopes), tuple(found), why, spread)


def _sum(outcomes: Iterable[Outcome]) -> Fraction:
    return sum((o.chance for o in outcomes), Fraction(0))


def weigh(name: str, chart: Chart | None) -> int:
    """How hard a result is for the other side: by its place in the chart's own list, or by its name."""
    place = _place(name, chart)
    if chart is None or place < 0:
        return 0 if not name or DULL.match(name) else -1 if OWN.match(name) else 1
    letter, words = chart.results[place]
    if letter in chart.backfires:
        return -1
    if DULL.match(words):
        return 0
    hits = _hits(chart)
    return -(-HARDEST * (hits.index(letter) + 1) // len(hits))


def _hits(chart: Chart) -> list[str]:
    """The results that hurt the other side, the mildest first."""
    return [letter for letter, words in chart.results if letter not in chart.backfires and not DULL.match(words)]


def _wanted(hits: Sequence[Outcome], chart: Chart | None) -> str:
    """What one hopes for, in words: as the chart says, or the one result by its name."""
    if chart is not None and chart.wanted:
        return chart.wanted
    return hits[0].name[:1].lower() + hits[0].name[1:] if len(hits) == 1 else ANY


def _place(name: str, chart: Chart | None) -> int:
    """Where a result stands in the chart's list, the mildest first; -1 if it does not."""
    results = chart.results if chart is not None else ()
    return next((i for i, result in enumerate(results) if name in result), -1)


def outlooks(match: Asked, ask: Ask, enough: Callable[[], bool] = lambda: False) -> dict[int, OddsSummary]:
    """The outlook of every answer that leads to a roll, by its place in the list, until there have been `enough`."""
    found: dict[int, OddsSummary] = {}
    for i, action in actions_with_odds(match, ask):
        if enough():
            break
        odds = match.odds(action, ask.side, at_worst=False)
        if odds is not None:
            suffers = match.state.steps[-1].suffers(match.state, ask.side)
            found[i] = summarize_odds(odds, match.game.face.charts, suffers=suffers)
    return found


def actions_with_odds(match: Asked, ask: Ask) -> list[tuple[int, Action]]:
    """The answers that lead to a roll whose odds the side may know, with their places in the list."""
    step, state = match.state.steps[-1], match.state
    if match.asks_together:
        return []
    listed = enumerate(ask.actions)
    return [(i, a) for i, a in listed if step.preview(state, a) and not step.hides_odds(state, a)]
