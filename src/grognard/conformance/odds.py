"""Odds and previews: they are what the roll comes to, say what they assume, and tell nothing hidden."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from grognard.conformance.alike import difference, shown
from grognard.conformance.spots import Broken, Spot
from grognard.engine import (
    Action,
    Ask,
    AtWorst,
    Chart,
    Match,
    Odds,
    Passing,
    RandomDice,
    State,
    Working,
    enumerate_odds,
)
from grognard.engine.odds import Onward
from grognard.engine.state import OutcomeReached

RUNS = 150  # that odds may take here; what takes more is not compared
LOTS = 24  # answers of a question among which those that announce a roll are looked for
ROLLS = 2  # of those that are looked into
TRIALS = 12  # rolls by which an answer that announces one has come to a named outcome


class Witness(Onward):
    """Goes on as odds do, and remembers whose question was passed without a word of what that assumes."""

    def __init__(self, side: str, *, at_worst: bool = False) -> None:
        super().__init__(at_worst=at_worst)
        self.side = side
        self.silent: list[str] = []

    def _passing(self, state: State[Any]) -> Passing | None:
        passing = super()._passing(state)
        if passing is not None and not passing.assumes and state.asks[0].side != self.side:
            self.silent.append(f"{type(state.steps[-1]).__name__} is passed by {passing.answer!r} of {state.asks[0].side}")
        return passing


class Compared:
    """What was compared of odds, and what could not be."""

    def __init__(self) -> None:
        self.rolls = 0  # answers that announce one
        self.deals = 0  # compared between two deals
        self.charts = 0  # compared with the chart
        self.hidden = 0
        self.long = 0  # that would take too many runs
        self.words = 0  # whose outcomes are not in the words of their chart
        self.assumed: Counter[str] = Counter()
        self.outcomes: Counter[str] = Counter()

    def add(self, other: Compared) -> None:
        """All that was compared elsewhere, too."""
        for name, value in vars(other).items():
            if isinstance(value, Counter):
                getattr(self, name).update(value)
            else:
                setattr(self, name, getattr(self, name) + value)


def announced(spot: Spot) -> list[Action]:
    """Some answers of a position that announce a roll, if one side alone is asked."""
    asks = spot.match.decision.asks
    return list(rolling(spot.match, asks[0], spot.rng)) if len(asks) == 1 else []


def compare_odds(spot: Spot, compared: Compared) -> None:
    """Some answers of a position that announce a roll, in another deal, in play and on their chart."""
    match, rng = spot.match, spot.rng
    [ask] = match.decision.asks
    found = announced(spot)
    dealt = match.game.rules.determinize(match.state, ask.side, rng)
    dealt.advance()
    other = Match(match.game, dealt, RandomDice(rng))
    for action in found:
        compared.rolls += 1
        for side in match.sides:
            if side != ask.side and (odds := match.odds(action, side)) is not None:
                raise Broken(f"{side} is given the odds of a roll of {ask.side}: {odds}", side, action)
        same_in_both(match, other, ask.side, action, compared)


def rolling(match: Match, ask: Ask, rng: random.Random) -> Iterator[Action]:
    """Some answers that announce a roll."""
    state, step, found = match.state, match.state.steps[-1], 0
    listed = list(ask.actions)
    for action in listed if len(listed) <= LOTS else rng.sample(listed, LOTS):
        if step.preview(state, action) is not None:
            yield action
            found += 1
            if found == ROLLS:
                return


def same_in_both(match: Match, other: Match, side: str, action: Action, compared: Compared) -> None:
    """Odds, preview and assumptions are the same in another deal, or hidden in both; and they are kept."""
    step = match.state.steps[-1]
    hides = (step.hides_odds(match.state, action), step.hides_odds(other.state, action))
    if hides[0] != hides[1]:
        raise Broken(f"odds are hidden in one deal and not in another: {hides[0]} or {hides[1]}", side, action)
    if hides[0]:
        compared.hidden += 1
        return
    previews = [step.preview(m.state, action) for m in (match, other)]
    if previews[0] != previews[1]:
        raise Broken(f"the preview tells something hidden: {difference(*previews)}", side, action)
    here = chances(match, side, action)
    if here is not None:
        there = chances(other, side, action)
        if here != there:
            raise Broken(f"the odds tell something hidden: {_both(here, there)}", side, action)
        compared.deals += 1
        compared.assumed.update(here.assumes)
        compared.outcomes.update(name for name in here.chances if name != "nothing")
    if previews[0] is not None:
        rolled_as_announced(match, side, action, previews[0])
        reaches_an_outcome(match, side, action, here, compared)
        if here is not None:
            fits_the_chart(match, side, action, here, compared)


def _both(here: Odds, there: Odds | None) -> str:
    if there is None or str(here) != str(there):
        return f"{here} or {there}"
    return difference(here, there) or f"{shown(here)} or {shown(there)}"


def chances(match: Match, side: str, action: Action) -> Odds | None:
    """The odds as a match gives them, if they take few runs; what is passed on the way has said what it assumes."""
    state, worst = match.state, None
    onward = Witness(side)
    found = enumerate_odds(state, side, action, RUNS, onward)
    if found is None:
        return None
    if onward.countered:
        worse = Witness(side, at_worst=True)
        hit = enumerate_odds(state, side, action, RUNS, worse)
        worst = AtWorst(worse.assumes, hit) if hit is not None else None
        onward.silent += worse.silent
    if onward.silent:
        raise Broken(f"the odds do not say what they assume: {onward.silent[0]} without `assumes`", side, action)
    return Odds(found, state.steps[-1].preview(state, action), onward.assumes, worst)


# ------------------------------------------------------------------ what is announced is what is rolled


def rolled_as_announced(match: Match, side: str, action: Action, preview: Working) -> None:
    """The roll that the log tells of is made as its preview says, if nobody does anything about it."""
    g = match.state.clone()
    g.dice, g.events = RandomDice(random.Random(1)), []
    Onward().play(g, side, action)
    rolled = [event.working for event in g.events if event.working is not None]
    made = next((work for work in rolled if (work.title, work.chart) == (preview.title, preview.chart)), None)
    if made is not None and _bare(made) != _bare(preview):
        raise Broken(f"the roll is not the one announced: {difference(_bare(preview), _bare(made))}", side, action)


def _bare(working: Working) -> Working:
    """A working without what came of it, and without what else the dice are read on."""
    return replace(working, faces=(), result="", words="", further=(), given=())


def reaches_an_outcome(match: Match, side: str, action: Action, odds: Odds | None, compared: Compared) -> None:
    """An answer that announces a roll comes to a named outcome."""
    if odds is not None:
        return
    for number in range(TRIALS):
        g = match.state.clone()
        g.dice, g.watching = RandomDice(random.Random(number)), True
        try:
            Onward().play(g, side, action)
        except OutcomeReached:
            compared.long += 1
            return
    raise Broken(f"a roll is announced, and in {TRIALS} of them no named outcome is reached (g.outcome)", side, action)


def fits_the_chart(match: Match, side: str, action: Action, odds: Odds, compared: Compared) -> None:
    """The odds are those of the chart that is announced, where outcomes are called as on the chart."""
    preview = odds.preview
    chart = next((c for c in match.game.face.charts if preview is not None and c.key == preview.chart), None)
    if preview is None or chart is None or not chart.dice or preview.column not in chart.columns:
        return
    printed = on_the_chart(chart, preview)
    words = {words for _, words in chart.results} | {cell for cell, _ in chart.results}
    strange = sorted(odds.chances.keys() - words)
    if strange and not odds.chances.keys() & words:
        compared.words += 1
        return
    if strange or odds.chances != printed:
        raise Broken(f"the outcomes are not those of the chart: {_told(odds.chances)} or {_told(printed)}", side, action)
    compared.charts += 1


def on_the_chart(chart: Chart, preview: Working) -> dict[str, Fraction]:
    """The chance of each result, by its words."""
    words = dict(chart.results)
    odds = chart.odds(chart.columns.index(preview.column), preview.on("die"))
    chances: dict[str, Fraction] = {}
    for cell, chance in odds.items():
        name = words.get(cell, cell)
        chances[name] = chances.get(name, Fraction(0)) + chance
    return chances


def _told(chances: Mapping[str, Fraction]) -> str:
    return ", ".join(f"{name} {float(chance):.1%}" for name, chance in sorted(chances.items()))
