"""What was met of all that a game has: questions, answers, charts, outcomes, windows, refusals; and what was not."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

from grognard.engine import Action, ChoiceStep, Deed, Event, Game, Rules, State, Step, Working

NAMES = {
    "questions": "kinds of question",
    "answers": "kinds of answer",
    "charts": "charts",
    "results": "results of charts",
    "outcomes": "named outcomes",
    "windows": "reaction windows",
    "refusals": "rows named by refusals",
}


class Reach:
    """How often each thing was met, by what sort of thing it is."""

    def __init__(self) -> None:
        self.met: dict[str, Counter[str]] = {sort: Counter() for sort in NAMES}

    def note(self, sort: str, name: str) -> None:
        """This was met."""
        self.met[sort][name] += 1

    def question(self, step: Step) -> None:
        """A step asks."""
        self.note("questions", type(step).__name__)
        if is_window(type(step)):
            self.note("windows", type(step).__name__)

    def answer(self, action: Action) -> None:
        """An answer is given."""
        self.note("answers", type(action).__name__)

    def log(self, game: Game, events: Iterable[Event]) -> None:
        """What was told, with the charts and results of its rolls."""
        charts = {chart.key: dict(chart.results) for chart in game.face.charts}
        for working in chain.from_iterable(_workings(event.working) for event in events if event.working):
            if working.chart in charts:
                self.note("charts", working.chart)
                if working.result in charts[working.chart]:
                    self.note("results", f"{working.chart}: {charts[working.chart][working.result]}")

    def add(self, other: Reach) -> None:
        """All that was met elsewhere, too."""
        for sort, met in other.met.items():
            self.met[sort].update(met)

    @contextmanager
    def hears_outcomes(self) -> Iterator[None]:
        """Every named outcome that is reached meanwhile is noted."""
        plain, met = State.outcome, self.met["outcomes"]

        def outcome(g: State[Any], name: str, of: str = "") -> None:
            met[name] += 1
            plain(g, name, of)

        setattr(State, "outcome", outcome)  # noqa: B010
        try:
            yield
        finally:
            setattr(State, "outcome", plain)  # noqa: B010


def _workings(working: Working) -> Iterator[Working]:
    yield working
    for more in working.further:
        yield from _workings(more)


def is_window(kind: type[Step]) -> bool:
    """Does a kind of step ask somebody about what another is doing?"""
    return kind.interrupts is not Step.interrupts or kind.counters is not Step.counters


def asks(kind: type[Step]) -> bool:
    """Does a kind of step take answers?"""
    return kind.take is not Step.take or kind.take_all is not Step.take_all


class Known(NamedTuple):
    """All that there is in a game of each sort, as far as its code and its data say so."""

    questions: frozenset[str]
    answers: frozenset[str]
    charts: frozenset[str]
    results: frozenset[str]
    windows: frozenset[str]
    refusals: frozenset[str]


@lru_cache(24)
def known(game: Game) -> Known:
    """What could be met."""
    rules = game.rules
    deeds = set(deeds_of(rules))
    steps = [kind for kind in rules.steps if asks(kind) and not _is_base(kind, rules.steps)]
    own = [kind for kind in rules.actions if not kind.__module__.startswith("grognard.engine")]
    charts = [chart for chart in game.face.charts if chart.dice]
    return Known(
        frozenset(kind.__name__ for kind in steps),
        frozenset(kind.__name__ for kind in own if kind in deeds or not _is_base(kind, own)),
        frozenset(chart.key for chart in charts),
        frozenset(f"{chart.key}: {words}" for chart in charts for _, words in chart.results),
        frozenset(kind.__name__ for kind in steps if is_window(kind)),
        frozenset(rows_refused(game)),
    )


def deeds_of(rules: Rules) -> Iterator[type[Deed]]:
    """Every kind of deed that a step lists."""
    for step in rules.steps:
        if issubclass(step, ChoiceStep):
            yield from step.all_kinds()


def _is_base(kind: type[Any], kinds: Iterable[type[Any]]) -> bool:
    """Is it there for others to build on? A step or an action below it stands for it."""
    return any(issubclass(other, kind) for other in kinds if other is not kind)


def rows_refused(game: Game) -> Iterator[str]:
    """Every row of the ledger that the game's code names in a refusal."""
    for path in sorted(game.folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal" and node.args:
                yield from (text for text in _texts(node.args[0]) if text in game.rulebook)


def _texts(node: ast.expr) -> Iterator[str]:
    """Every text in an expression."""
    for found in ast.walk(node):
        if isinstance(found, ast.Constant) and isinstance(found.value, str):
            yield found.value


def previews(game: Game) -> bool:
    """Does any answer of the game announce a roll?"""
    steps = any(kind.preview not in (Step.preview, ChoiceStep.preview) for kind in game.rules.steps)
    return steps or any(kind.preview is not Deed.preview for kind in deeds_of(game.rules))


def report(game: Game, reach: Reach, outcomes: Collection[str] = ()) -> Iterator[str]:
    """What was met, and by name what was not; `outcomes` are those that odds speak of."""
    there = {**known(game)._asdict(), "outcomes": frozenset(outcomes)}
    for sort, title in NAMES.items():
        if sort == "refusals" and not reach.met[sort]:
            yield f"{title}: nothing was refused, for nothing was tried."
            continue
        met = set(reach.met[sort])
        listed: frozenset[str] = there[sort]
        missed = sorted(listed - met)
        if not met | listed:
            yield f"{title}: the game has none."
        else:
            yield f"{title}: {len(met)} met." + (f" Not met: {', '.join(missed)}." if missed else "")
