"""Odds and previews: they are what the roll comes to, say what they assume, and tell nothing hidden."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from grognard.conformance.alike import difference, shown
from grognard.conformance.secrets import another_deal, deals
from grognard.conformance.spots import Broken, Spot
from grognard.engine import (
    Action,
    Ask,
    AtWorst,
    Chart,
    Event,
    Match,
    Modifier,
    Odds,
    Passing,
    RandomDice,
    State,
    Working,
    enumerate_odds,
)
from grognard.engine.core.odds import Onward, rolls_at_once
from grognard.engine.core.state import OutcomeReached

RUNS = 150  # that odds may take here; what takes more is not compared
LOTS = 24  # answers of a question among which those that announce a roll are looked for
ROLLS = 2  # of those that are looked into
ROLLED = 3  # times that an announced roll is made
TRIALS = 12  # rolls by which an answer that announces one has come to a named outcome


class Witness(Onward):
    """Goes on as odds do, and remembers whose question was passed without a word of what that assumes."""

    def __init__(self, side: str, *, at_worst: bool = False) -> None:
        super().__init__(at_worst=at_worst)
        self.side = side
        self.silent: list[str] = []

    def _passing(self, state: State[Any], side: str) -> Passing | None:
        passing = super()._passing(state, side)
        if passing is not None and not passing.assumes and state.asks[0].side != self.side:
            self.silent.append(
                f"{type(state.steps[-1]).__name__} is passed by {passing.answer!r} of {state.asks[0].side}"
            )
        return passing


class Compared:
    """What was compared of odds, and what could not be."""

    def __init__(self) -> None:
        self.rolls = 0  # answers that announce one
        self.deals = 0  # compared between two deals
        self.charts = 0  # compared with the chart
        self.hidden = 0
        self.long = 0  # that would take too many runs
        self.later = 0  # before which something else is rolled or drawn
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
    dealt = [another_deal(match, ask.side, rng) for _ in range(deals(match))]
    others = [Match(match.game, g, RandomDice(rng)) for g in dealt]
    for action in found:
        compared.rolls += 1
        for side in match.sides:
            if side != ask.side and (odds := match.odds(action, side)) is not None:
                raise Broken(f"{side} is given the odds of a roll of {ask.side}: {odds}", side, action)
        same_in_all(match, others, ask.side, action, compared)


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


def same_in_all(match: Match, others: list[Match], side: str, action: Action, compared: Compared) -> None:
    """Odds, preview and assumptions are the same in other deals, or hidden in all of them; and they are kept."""
    step = match.state.steps[-1]
    hides, preview = step.hides_odds(match.state, action), step.preview(match.state, action)
    for other in others:
        if step.hides_odds(other.state, action) != hides:
            raise Broken(f"odds are hidden in one deal and not in another: {hides} or {not hides}", side, action)
        if not hides and step.preview(other.state, action) != preview:
            told = difference(preview, step.preview(other.state, action))
            raise Broken(f"the preview tells something hidden: {told}", side, action)
    if hides:
        compared.hidden += 1
        return
    here = chances(match, side, action)
    for other in others if here is not None else ():
        assert here is not None
        there = chances(other, side, action)
        if here != there:
            raise Broken(f"the odds tell something hidden: {_both(here, there)}", side, action)
        compared.deals += 1
    if preview is not None:
        is_kept(match, side, action, preview, here, compared)


def is_kept(match: Match, side: str, action: Action, preview: Working, odds: Odds | None, compared: Compared) -> None:
    """What is announced is what is rolled, and comes to outcomes as the chart has them."""
    alone = rolled_as_announced(match, side, action, preview)
    reaches_an_outcome(match, side, action, odds, compared)
    if odds is not None:
        compared.assumed.update(odds.assumes)
        compared.outcomes.update(name for name in odds.chances if name != "nothing")
    if not alone:
        compared.later += 1
    elif odds is not None:
        fits_the_chart(match, side, action, odds, compared)


def _both(here: Odds, there: Odds | None) -> str:
    if there is None or str(here) != str(there):
        return f"{here} or {there}"
    return difference(here, there) or f"{shown(here)} or {shown(there)}"


def chances(match: Match, side: str, action: Action) -> Odds | None:
    """The odds as a match gives them, if they take few runs; what is passed on the way has said what it assumes."""
    step, worst = match.state.steps[-1], None
    state = _known(match, side)
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
    return Odds(found, step.preview(match.state, action), onward.assumes, worst)


# ------------------------------------------------------------------ a roll of one's own has its odds


def rolls_with_odds(spot: Spot, compared: Compared) -> int:
    """Answers after which dice of whoever gives them fall at once to a named outcome: each has odds, or hides them.

    Of every kind of answer a few are looked into.
    """
    match, asks = spot.match, spot.match.decision.asks
    listed = list(asks[0].actions) if len(asks) == 1 else []
    looked, found = Counter[str](), 0
    for action in listed if len(listed) <= LOTS else spot.rng.sample(listed, LOTS):
        kind, side = type(action).__name__, asks[0].side
        if looked[kind] == ROLLS or match.state.steps[-1].hides_odds(match.state, action):
            continue
        looked[kind] += 1
        if rolls_at_once(_known(match, side), side, action):
            found += _odds_or_no_outcome(match, side, action, compared)
    return found


def _odds_or_no_outcome(match: Match, side: str, action: Action, compared: Compared) -> bool:
    """Has a roll odds? If not, no outcome of it has a name either: it decides nothing of what was answered."""
    if (odds := match.odds(action, side, at_worst=False)) is not None:
        compared.assumed.update(odds.assumes)
        return True
    named = next(filter(None, (outcome(match, side, action, seed) for seed in range(TRIALS))), "")
    if named:
        raise Broken(f"dice fall at once and may come to {named!r}, and no odds are given", side, action)
    return False


# ------------------------------------------------------------------ what is announced is what is rolled


class _Rolls(list[Event]):
    """A log that finds the rolls it tells of, and how many dice had fallen by the first."""

    def __init__(self, g: State[Any]) -> None:
        super().__init__()
        self.g, self.dice = g, 0
        self.rolls: list[Working] = []

    def append(self, event: Event) -> None:
        super().append(event)
        if event.working is not None:
            self.dice = self.dice or len(self.g.outcomes)
            self.rolls.append(event.working)

    def announced(self, preview: Working) -> Working | None:
        """The roll of a preview, if it comes first: by its title, or as the only one on its chart."""
        on_chart = [work for work in self.rolls if work.chart and work.chart == preview.chart]
        made = self.rolls[0] if self.rolls else None
        meant = made is not None and (made.title == preview.title or on_chart == [made])
        return made if meant and made is not None and self.dice <= len(made.faces) else None


def rolled(match: Match, side: str, action: Action, preview: Working, seed: int) -> Working | None:
    """The announced roll as the log tells of it with these dice; None where something else falls or is drawn before."""
    g = _known(match, side)
    g.dice = RandomDice(random.Random(seed))
    g.events = log = _Rolls(g)
    Onward().play(g, side, action)
    return log.announced(preview)


def _known(match: Match, side: str) -> State[Any]:
    """The position as the side counts with it when it asks for odds."""
    known: State[Any] = match.state.steps[-1].as_known(match.state, side).clone()
    return known


def outcome(match: Match, side: str, action: Action, seed: int) -> str:
    """The first named outcome with these dice; "" if none is reached."""
    g = _known(match, side)
    g.dice, g.watching, g.asker = RandomDice(random.Random(seed)), True, side
    try:
        Onward().play(g, side, action)
    except OutcomeReached as reached:
        return reached.name
    return ""


def rolled_as_announced(match: Match, side: str, action: Action, preview: Working) -> bool:
    """The roll that the log tells of is made as its preview says, if nobody does anything about it.

    And the outcome is called as in the log, where there is a chart. False where the roll is not the first thing.
    """
    for seed in range(ROLLED):
        made = rolled(match, side, action, preview, seed)
        if made is None:
            return False
        if _bare(made) != _bare(preview):
            raise Broken(f"the roll is not the one announced: {difference(_bare(preview), _bare(made))}", side, action)
        name = outcome(match, side, action, seed)
        if made.chart and name and name not in (made.words, made.result):
            words = f"the outcome is not what the log tells of the roll: {name!r} or {made.words or made.result!r}"
            raise Broken(words, side, action)
    return True


def _bare(working: Working) -> Working:
    """What counts of a working: not its words, what came of it, and what else the dice are read on."""
    modifiers = sorted((m.on, m.cite, m.value) for m in working.modifiers if m.value)
    plain = tuple(Modifier(cite, value, "", on) for on, cite, value in modifiers)
    return replace(working, modifiers=plain, faces=(), result="", words="", further=(), given=(), title="")


def reaches_an_outcome(match: Match, side: str, action: Action, odds: Odds | None, compared: Compared) -> None:
    """An answer that announces a roll comes to a named outcome."""
    if odds is not None:
        return
    if any(outcome(match, side, action, seed) for seed in range(TRIALS)):
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
    named = in_words(chart, odds.chances)
    if "nothing" in named.keys() - printed.keys():
        raise Broken(f"some results reach no named outcome: {_told(named)} or {_told(printed)}", side, action)
    if named.keys() - {words for _, words in chart.results}:
        compared.words += 1
    elif named != printed:
        raise Broken(f"the outcomes are not those of the chart: {_told(named)} or {_told(printed)}", side, action)
    else:
        compared.charts += 1


def on_the_chart(chart: Chart, preview: Working) -> dict[str, Fraction]:
    """The chance of each result that the chart prints, by its words."""
    return in_words(chart, chart.odds(chart.columns.index(preview.column), preview.on("die")))


def in_words(chart: Chart, chances: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """Chances of results, each by its words, whether it came by them or by its letters."""
    words, found = dict(chart.results), dict[str, Fraction]()
    for name, chance in chances.items():
        found[words.get(name, name)] = found.get(words.get(name, name), Fraction(0)) + chance
    return found


def _told(chances: Mapping[str, Fraction]) -> str:
    return ", ".join(f"{name} {float(chance):.1%}" for name, chance in sorted(chances.items()))
