"""Are hints true? python -m tools.check_hints [GAME ...] [--count 500] [--seed 1].

Doctrine plays matches of every scenario in turn, and at questions taken by chance a hint is asked for. What it says is
then read as a person reads it and worked out again in deals it has not seen: no answer is advised that is worth less
than another it names, no chance is told that does not come out, nothing is said to be gained that is not, and nothing
is said that would not be said if what is hidden lay otherwise.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import msgspec

from grognard.engine import SHELF, Action, Ask, Game, Match, find_game
from grognard.engine.core.dice import NO_DICE
from grognard.engine.match.act import known_to
from grognard.players import Advice, SearchBudget, SearchPlayer, make_player
from grognard.players.hints import NEVER_LEFT, in_words
from grognard.players.rollout import Rollout, RolloutResult, deal
from grognard.players.search import A_UNIT, Report, mean_and_error
from grognard.players.win_chance import win_chance

EFFORT = SearchBudget(seconds=None, deals=12, why=True, doubt=NEVER_LEFT)  # of a hint
FRESH = 12  # deals in which it is worked out again
WRONG = 3.0  # standard errors, of both together, by which a claim must fail to be called false
NEAR = 0.03  # of a chance that is told "about" so
OFTEN = 20  # hints between two lines that say how far it has come
RARELY = 1 / 25  # of the questions in a match

PERCENT = re.compile(r"(\d+) %")  # as `percent` says it
CHANCE = re.compile(rf"about (?:under |over )?{PERCENT.pattern}")
GAINED = re.compile(r"(\d+\.\d) (more|fewer) ([a-z ]+?)(?= and \d|\.$)")


class Tally(msgspec.Struct):
    """What was counted."""

    hints: int = 0
    chances: int = 0  # hints that told a chance
    ranked: int = 0  # that told a lower one for another answer
    counted: int = 0  # with reasons that were counted
    said: int = 0  # with reasons as things stand
    faults: Counter[str] = msgspec.field(default_factory=Counter)
    examples: list[str] = msgspec.field(default_factory=list)

    def says(self) -> str:
        """The figures as a few lines."""
        return "\n".join(
            [
                f"{self.hints} hints: {self.chances} tell a chance, {self.ranked} a lower one for another answer,",
                f"{self.counted} give counted reasons, {self.said} others,",
                f"{self.hints - self.counted - self.said} none. False: {sum(self.faults.values())}",
                *(f"  {count:4} x {fault}" for fault, count in self.faults.most_common()),
                *(f"    {example}" for example in self.examples[:20]),
            ]
        )


def measure(
    games: Sequence[Game],
    count: int,
    seed: int = 1,
    effort: SearchBudget = EFFORT,
    tell: Callable[[Tally], None] = lambda tally: None,
) -> Tally:
    """So many hints, the games and their scenarios in turn, each checked; `tell` hears how far it has come."""
    tally, streams = Tally(), [questions(game, seed) for game in games]
    for number in range(count):
        match, ask = next(streams[number % len(streams)])
        advised = match.hint(ask.side)
        found = SearchPlayer(effort).report(match, ask, random.Random(number), advised.action)
        hint = in_words(match, ask, advised, found)
        tally.hints += 1
        for fault in Check(match, ask, found, hint, tally).faults():
            tally.faults[fault] += 1
            told = f"{hint.text} | {hint.why} | {hint.expects}"
            tally.examples.append(f"{match.game.id} {match.state.scenario_id}, {fault}: {told}")
        tell(tally)
    return tally


def questions(game: Game, seed: int) -> Iterator[tuple[Match, Ask]]:
    """Questions of matches that doctrine plays, a few of each."""
    player, scenarios, rng = make_player("doctrine"), list(game.scenarios), random.Random(seed)
    for number in range(10**6):
        match = Match.new(game, scenarios[number % len(scenarios)], seed=seed + number, record=False)
        while not match.over:
            ask = match.decision.asks[0]
            if len(ask.actions) > 1 and game.mind.underway(match.state) and rng.random() < RARELY:
                yield match, ask
            match.take(player.choose(match, ask, rng), ask.side)


class Check:
    """One hint, worked out again."""

    def __init__(self, match: Match, ask: Ask, found: Report, hint: Advice, tally: Tally) -> None:
        self.match, self.ask, self.report, self.hint, self.tally = match, ask, found, hint, tally
        self.first, self.second = ([], []) if found.second is None else self._again(found.best, found.second)

    def _again(self, *answers: Action) -> tuple[list[RolloutResult], list[RolloutResult]]:
        """What both answers come to in deals of their own."""
        game, side, rng = self.match.game, self.ask.side, random.Random("again")
        pairs, stretches, seed = [], 0, rng.getrandbits(64)
        for number in range(FRESH):
            trial = Rollout(game, deal(game, self.match.state, side, rng), side, seed, stretches, number)
            pairs.append([found for answer in answers if (found := trial.found(answer, weigh=True))])
            stretches = trial.stretches
        return [pair[0] for pair in pairs], [pair[1] for pair in pairs]

    def faults(self) -> Iterator[str]:
        """What is false in it."""
        if self.hint.action not in self.ask.actions:
            yield "advises what may not be done"
        told = [int(part) for part in PERCENT.findall(self.hint.expects)]
        if told != sorted(told, reverse=True):
            yield "tells a higher chance of what it does not advise"
        self.tally.chances += bool(told)
        self.tally.ranked += len(told) == 2
        if self.second:
            yield from self._compared()
            yield from self._chance()
        yield from self._reason()

    def _compared(self) -> Iterator[str]:
        """Is the answer not clearly worth less than the one it is compared with?"""
        lead, error = mean_and_error([a.value - b.value for a, b in zip(self.first, self.second, strict=True)])
        if lead < -WRONG * (error**2 + self.report.lead_error**2) ** 0.5:
            yield "advises the answer that is worth less"

    def _chance(self) -> Iterator[str]:
        """Does the chance come out?"""
        if self.hint.chance is None or not CHANCE.search(self.hint.expects):
            return
        worth, error = mean_and_error([one.value for one in self.first])
        off = WRONG * (error**2 + self.report.error**2) ** 0.5
        low, high = (self._told(min(1.0, max(0.0, worth + sign * off))) for sign in (-1, 1))
        if not low - NEAR <= self.hint.chance <= high + NEAR:
            yield "tells a chance that does not come out"

    def _told(self, worth: float) -> float:
        return win_chance(self.match.game, self.match.state, self.ask.side, worth)

    def _reason(self) -> Iterator[str]:
        """Is what it says to be gained gained, and what it says of the position known to the side?"""
        said, counted, _ = self.hint.why.partition("Compared with")
        if counted:
            self.tally.counted += 1
            yield from self._gained()
        if said:
            self.tally.said += not counted
            if any(self._said(number) != said.strip() for number in range(2, 5)):
                yield "gives a reason that the side cannot know"

    def _said(self, number: int) -> str:
        """What would be said if what is hidden lay otherwise."""
        game, side = self.match.game, self.ask.side
        return Match(game, known_to(game, self.match.state, side, number), NO_DICE).hint(side).why

    def _gained(self) -> Iterator[str]:
        claims = GAINED.findall(self.hint.why)
        if not claims:
            yield "gives a reason that cannot be read"
        for amount, way, words in claims:
            gaps = [count_of(a, words) - count_of(b, words) for a, b in zip(self.first, self.second, strict=True)]
            more, error = mean_and_error(gaps, A_UNIT)
            said = float(amount) if way == "more" else -float(amount)
            its = next(gain.error for gain in self.report.gains if gain.words == words)
            if abs(said - more) > WRONG * (error**2 + its**2) ** 0.5 + 0.05:
                yield "says that something is gained that is not"


def count_of(found: RolloutResult, words: str) -> float:
    """How many of something there were at the end of a deal."""
    return next(weight.count for weight in found.weights if weight.words == words)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="all if none is named")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    games = [find_game(name) for name in chosen.games or SHELF]
    print(measure(games, chosen.count, chosen.seed, tell=_tell).says())


def _tell(tally: Tally) -> None:
    """A run that is stopped has said how far it came."""
    if tally.hints % OFTEN == 0:
        print(f"{tally.hints} hints, false: {sum(tally.faults.values())}", flush=True)


if __name__ == "__main__":
    main()
