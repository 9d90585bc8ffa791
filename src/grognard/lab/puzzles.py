"""Puzzles from matches: positions in which looking ahead finds one answer clearly better than all others.

A match is played by doctrine. The answers to its questions are tried in a few deals; where one of them runs ahead all
are tried in many more, and the position is kept if the next best answer is a `MARGIN` behind it, by more than chance
explains.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from math import sqrt
from statistics import fmean, stdev

import msgspec

from grognard.engine import Action, Ask, Game, Match
from grognard.engine.notation import text_of
from grognard.players import make_player
from grognard.players.outlook import chance
from grognard.players.search import Trial, candidates, deal
from grognard.school.puzzle import Puzzle, Weighed, in_words

MARGIN = 0.04  # of the chance to win, between the best answer and the next
SURE = 3.0  # standard errors that it must be ahead
OPEN = (0.08, 0.95)  # the chance of the best answer: what is decided is no puzzle
FIRST, CLOSER = 4, 24  # deals of the first look and of the second
FEWEST, MOST = 3, 6  # answers that are weighed
APART = 12  # decisions between two puzzles of a match
EACH = 3  # puzzles from one match

Scores = dict[Action, list[float]]
Tell = Callable[[Puzzle], None]


def find_puzzles(game: Game, count: int, seed: int = 1, tell: Tell = lambda _: None) -> list[Puzzle]:
    """So many puzzles from matches of all scenarios in turn; the same seed gives the same puzzles."""
    found: list[Puzzle] = []
    scenarios, number = list(game.scenarios), 0
    while len(found) < count:
        match = Match.new(game, scenarios[number % len(scenarios)], seed=seed + number, record=False)
        for _, puzzle in zip(range(EACH), puzzles_in(match, random.Random(seed + number)), strict=False):
            found.append(puzzle)
            tell(puzzle)
        number += 1
    return found[:count]


def puzzles_in(match: Match, rng: random.Random) -> Iterator[Puzzle]:
    """The puzzles that come up when doctrine plays a match to its end."""
    player, quiet = make_player("doctrine"), APART
    while not match.over:
        ask = match.decision.asks[0]
        quiet -= 1
        puzzle = weigh(match, ask, rng) if quiet < 0 and worth_a_look(match, ask) else None
        if puzzle is not None:
            quiet = APART
            yield puzzle
        match.take(player.choose(match, ask, rng), ask.side)


def worth_a_look(match: Match, ask: Ask) -> bool:
    """Is it one side's question in the thick of it, with enough to choose from?"""
    return len(match.decision.asks) == 1 and match.game.mind.underway(match.state) and len(ask.actions) >= FEWEST


def weigh(match: Match, ask: Ask, rng: random.Random) -> Puzzle | None:
    """The puzzle in a question, if there is one."""
    if not stands_out(match, ask, scores(match, ask, rng, FIRST), MARGIN / 2, 0.0):
        return None
    found = scores(match, ask, rng, CLOSER)
    return as_puzzle(match, ask, found) if stands_out(match, ask, found, MARGIN, SURE) else None


def scores(match: Match, ask: Ask, rng: random.Random, deals: int) -> Scores:
    """What the answers that doctrine likes best come to, each in the same deals with the same dice."""
    game, stretches = match.game, 0
    known = deal(game, match.state, ask.side, rng)
    found: Scores = {answer: [] for answer in candidates(game, known, ask, rng, MOST)}
    for _ in range(deals):
        trial = Trial(game, deal(game, known, ask.side, rng), ask.side, rng.getrandbits(64), stretches)
        for answer, worth in found.items():
            worth.append(trial.worth(answer) or 0.0)
        stretches = trial.stretches
    return found


def chances(match: Match, ask: Ask, found: Scores) -> list[tuple[Action, float]]:
    """The chance of winning that each answer leaves, the best first."""
    told = [(answer, chance(match.game, match.state, ask.side, fmean(worth))) for answer, worth in found.items()]
    return sorted(told, key=lambda pair: -pair[1])


def stands_out(match: Match, ask: Ask, found: Scores, margin: float, sure: float) -> bool:
    """Is the best answer far enough ahead of the next, and by more than chance explains?"""
    if len(found) < FEWEST:
        return False
    (best, first), (second, next_best), *_ = chances(match, ask, found)
    ahead = [a - b for a, b in zip(found[best], found[second], strict=True)]
    doubt = stdev(ahead) / sqrt(len(ahead))
    return OPEN[0] < first < OPEN[1] and first - next_best >= margin and fmean(ahead) > sure * doubt


def as_puzzle(match: Match, ask: Ask, found: Scores) -> Puzzle | None:
    """The puzzle as it is kept; None if its answers cannot be named, or not be told apart."""
    game, told = match.game, chances(match, ask, found)
    weighed = [Weighed(in_words(game, a), game.face.describe(match.state, a), round(c, 3)) for a, c in told]
    if not all(one.answer for one in weighed) or len({one.text for one in weighed}) < len(weighed):
        return None
    why = game.mind.advice(match.state, ask.side, told[0][0])
    words = f"{why[0].upper()}{why[1:].rstrip('.')}." if why else ""
    return Puzzle(text_of(game, match.state), ask.side, ask.prompt, tuple(weighed), CLOSER, words)


def write(puzzles: list[Puzzle]) -> bytes:
    """As they are kept in a game's folder."""
    return msgspec.json.format(msgspec.json.encode(puzzles), indent=1) + b"\n"
