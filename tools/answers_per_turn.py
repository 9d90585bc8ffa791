"""How a match flows for the people who play it: python -m tools.answers_per_turn GAME [--matches 20].

Sensible players answer for both sides, and the figures say what people would have been asked: questions with one
answer, questions in which two answers read the same, answers a turn, rolls that cannot be done again from the log.
A piece picked up and put down is one answer: it is one drag on the page and one line in the terminal. When they are
first asked about a mover that is unspotted they order to hold fire at such, which counts as one answer more.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator

import msgspec

from grognard.engine import Action, Ask, Event, Game, Match, find_game, mistake_in
from grognard.engine.core.wording import disambiguate
from grognard.engine.match.auto_answers import auto_answer, may_take_back, only_answer
from grognard.engine.match.gesture import names_target, pick_up
from grognard.engine.match.standing_orders import StandingOrder, orders_for, pass_window
from grognard.players import make_player

MOST = 20_000  # answers in a match
STAYS = re.compile(r"(stop|stay|hold)\b(?! fire)", re.IGNORECASE)  # only that a unit is left where it is


class Flow(msgspec.Struct):
    """What was counted."""

    matches: int = 0
    turns: int = 0
    questions: int = 0  # put to people, who answer two halves of a question with one gesture
    gestures: int = 0  # so answered
    stays: int = 0  # answered by leaving a unit where it is
    by_itself: int = 0  # answered by the table, because there was one answer
    by_order: int = 0  # let pass by the table, because it was told to
    lone: int = 0  # with one answer, and put to people all the same
    waits: int = 0  # with one answer beside taking back the last choice
    alike: int = 0  # in which two answers read the same
    rolls: int = 0
    bare: int = 0  # without a working
    wrong: int = 0  # whose working does not lead to their result
    kinds: Counter[str] = msgspec.field(default_factory=Counter)  # questions by the step that asks
    faults: Counter[str] = msgspec.field(default_factory=Counter)

    def says(self, game: Game) -> str:
        """The figures as a few lines."""
        turns = max(1, self.turns)
        lines = [
            f"{game.title}: {self.matches} matches, {self.turns} turns",
            f"  answers a person gives in a turn, both sides: {self.questions / turns:.1f}",
            f"  of which a piece picked up and put down: {self.gestures / turns:.1f}",
            f"  of which a unit left where it is: {self.stays / turns:.1f}, {self.stays / max(1, self.questions):.0%}",
            f"  answered by the table, for there was one answer: {self.by_itself / turns:.1f} a turn",
            f"  let pass by the table, as ordered: {self.by_order / turns:.1f} a turn",
            f"  questions with one answer put to a person: {self.lone}",
            f"  with one answer beside taking back the last choice: {self.waits}",
            f"  questions in which two answers read the same: {self.alike}",
            f"  rolls told: {self.rolls}, without a working: {self.bare}, that do not come out: {self.wrong}",
            *(f"    {count:5} {kind}" for kind, count in self.kinds.most_common(12)),
            *(f"  {count:5} x {fault}" for fault, count in self.faults.most_common(20)),
        ]
        return "\n".join(lines)


def measure(game: Game, matches: int, first_seed: int = 0) -> Flow:
    """The flow of so many matches, the scenarios in turn."""
    flow, scenarios = Flow(), list(game.scenarios)
    for seed in range(first_seed, first_seed + matches):
        match = Match.new(game, scenarios[seed % len(scenarios)], seed=seed)
        follow(flow, match, random.Random(seed))
    return flow


def follow(flow: Flow, match: Match, rng: random.Random) -> None:
    """Play a match to its end and count."""
    player = make_player("doctrine")
    flow.matches += 1
    turn, lifter = 0, ""
    orders: dict[str, list[StandingOrder]] = defaultdict(list)
    for _ in range(MOST):
        if match.over:
            break
        ask = match.decision.asks[0]
        flow.turns += (now := getattr(match.state, "turn", 0)) != turn
        turn = now
        action, passed = auto_answer(match, ask), pass_window(match, ask, orders[ask.side])
        if action is not None:
            flow.by_itself += 1
        elif passed is not None:
            flow.by_order += 1
            action = passed[0]
        else:
            orders[ask.side] += _ordered(flow, match, ask)
            action = player.choose(match, ask, rng)
            lifter = _count(flow, match, ask, action, lifter)
        match.take(action, ask.side)
    for event in match.events:
        _check(flow, match.game, event)


def _ordered(flow: Flow, match: Match, ask: Ask) -> list[StandingOrder]:
    """The standing orders that are given when a question offers them: unspotted units are let pass."""
    given = [order for order in orders_for(match, ask) if order.hold == "unseen"]
    flow.questions += len(given)
    return given


def _count(flow: Flow, match: Match, ask: Ask, action: Action, lifter: str) -> str:
    """A question that is put to a person, and how it is answered; who has picked up a piece by it."""
    kind = type(match.state.steps[-1]).__name__
    if lifter == ask.side and names_target(action):
        flow.gestures += 1
    else:
        flow.questions += 1
        flow.kinds[kind] += 1
        flow.stays += STAYS.match(match.describe(action)) is not None
    if only_answer(ask) is not None and may_take_back(match):
        flow.waits += 1
    elif only_answer(ask) is not None:
        flow.lone += 1
        flow.faults[f"one answer: {kind}, {ask.prompt}"] += 1
    for text in _twice(match, ask):
        flow.faults[f"read the same: {kind}, {text}"] += 1
        flow.alike += 1
        break
    return ask.side if lifter != ask.side and pick_up(match, ask.side, action) is not None else ""


def _twice(match: Match, ask: Ask) -> Iterator[str]:
    texts = [match.describe(action) for action in ask.actions]
    if len(set(texts)) < len(texts):  # as the lists of page and terminal tell them apart
        texts = disambiguate(texts, ask.actions, {piece.id: piece for piece in match.view(ask.side).pieces})
    return (text for text, count in Counter(texts).items() if count > 1)


def _check(flow: Flow, game: Game, event: Event) -> None:
    """A roll that is told must come out again from its working alone."""
    if not event.dice:
        return
    flow.rolls += 1
    if event.working is None:
        flow.bare += 1
        flow.faults[f"no working: {event.cite}, {event.text}"] += 1
    elif (mistake := mistake_in(event.working, {chart.key: chart for chart in game.face.charts})) is not None:
        flow.wrong += 1
        flow.faults[f"{event.cite}, {event.working.title}: {mistake}"] += 1


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--matches", type=int, default=20)
    chosen = parser.parse_args()
    game = find_game(chosen.game)
    print(measure(game, chosen.matches).says(game))


if __name__ == "__main__":
    main()
