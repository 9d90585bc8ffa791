"""Puzzles from the ends of matches: positions in which one answer wins clearly more often than all others.

Doctrine plays a match up to its last turns. While it is open who wins, the answers to a question are tried, all in the
same deals with the same dice, each played on to the end of the match. A position is kept if the best answer wins more
often than the next by a `MARGIN`, under the weights that were written down and under the fitted ones; if it is no mere
"go on"; if it is not simply the answer that shows the highest chance; and if nothing that doctrine would not try comes
near. What is found has no title, no task and no solution in words: those are for people to write.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import msgspec

from grognard.engine import Action, Ask, Game, Match, Press, State
from grognard.engine.core.wording import capital
from grognard.engine.match.notation import text_of
from grognard.engine.match.odds_summary import outlooks
from grognard.lab.progress import Progress
from grognard.players import make_player
from grognard.players.rollout import Rollout, deal
from grognard.players.search import candidates
from grognard.school.lesson import read_answer
from grognard.school.puzzle import Puzzle, Weighed, in_words

LAST = 2  # turns of a match in which puzzles are looked for
MARGIN = 0.10  # of the matches played on, that the best answer must win more often than the next
SURE = 1.5  # standard errors that it must be ahead
OPEN = (0.08, 0.97)  # how often the best answer wins: what is decided is no puzzle
LOOKS = ((4, 0.25), (8, 0.15), (20, MARGIN))  # further deals, and the lead asked for after them
PROBES = 6  # matches played on to see whether it is open who wins
RIVALS = 6  # deals in which the best meets the answers that doctrine would not try
MANY = 40  # of them at most
FEWEST, MOST = 3, 5  # answers that are weighed
APART = 8  # decisions between two puzzles of a match
EACH = 2  # puzzles from one match
ONE_KIND = 0.4  # of all puzzles that may ask the same kind of thing

Scores = dict[Action, list[float]]
Tell = Callable[[list[Puzzle]], None]


def go_on(game: Game, scenarios: Sequence[str], count: int, seed: int, file: Path) -> None:
    """Find so many puzzles, each told and kept as soon as it is found; a file that is there is gone on with."""

    def keep(found: list[Puzzle]) -> None:
        print(found[-1], flush=True)
        file.write_bytes(write(found))

    find_puzzles(game, scenarios, count, seed, read(file), keep)


def find_puzzles(
    game: Game,
    scenarios: Sequence[str],
    count: int,
    seed: int = 1,
    kept: list[Puzzle] | None = None,
    tell: Tell = lambda _: None,
) -> list[Puzzle]:
    """So many puzzles from matches of these scenarios in turn, beginning after the matches of those that are kept."""
    found = list(kept or ())
    number = max([seed - 1, *(puzzle.match for puzzle in found)])
    progress = Progress("decisions looked at")
    while len(found) < count:
        number += 1
        progress.note = f"match {number}, {len(found)} of {count} puzzles"
        match = Match.new(game, scenarios[number % len(scenarios)], seed=number, record=False)
        fresh = (one for one in puzzles_in(match, random.Random(number), number, progress) if is_new(one, found, count))
        for _, puzzle in zip(range(min(EACH, count - len(found))), fresh, strict=False):
            found.append(puzzle)
            tell(found)
    return found


def is_new(puzzle: Puzzle, found: list[Puzzle], count: int) -> bool:
    """Are there not enough of its kind?"""
    return Counter(one.kind for one in found)[puzzle.kind] < max(1, count * ONE_KIND)


def puzzles_in(match: Match, rng: random.Random, number: int = 0, progress: Progress | None = None) -> Iterator[Puzzle]:
    """The puzzles that come up in the last turns when doctrine plays a match to its end."""
    player, quiet = make_player("doctrine"), 0
    stretch, open_ = None, False
    while not match.over:
        ask = match.decision.asks[0]
        quiet -= 1
        if is_late(match):
            if stretch != (stretch := match.game.mind.stretch(match.state)):
                open_ = is_open(match, ask, rng)
            if progress is not None:
                progress.step()
            puzzle = weigh(match, ask, rng) if open_ and quiet < 0 and is_real(match, ask) else None
            if puzzle is not None:
                quiet = APART
                yield msgspec.structs.replace(puzzle, match=number)
        match.take(player.choose(match, ask, rng), ask.side)


def is_late(match: Match) -> bool:
    """Are these the last turns of it?"""
    turns = match.game.scenarios[match.state.scenario_id].turns
    return match.game.mind.underway(match.state) and getattr(match.state, "turn", 0) > turns - LAST


def is_real(match: Match, ask: Ask) -> bool:
    """Is it one side's question with enough to choose from?"""
    return len(match.decision.asks) == 1 and len(ask.actions) >= FEWEST


def is_open(match: Match, ask: Ask, rng: random.Random) -> bool:
    """Do both sides win some of the matches played on from here?"""
    answer = make_player("doctrine").choose(match, ask, rng)
    won = fmean(played_out(match, ask, rng, [answer], PROBES)[answer])
    return OPEN[0] < won < 1 - OPEN[0]


def weigh(match: Match, ask: Ask, rng: random.Random) -> Puzzle | None:
    """The puzzle in a question, if there is one; most are given up after a few deals."""
    tried = answers_to_try(match, ask, rng)
    if len(tried) < FEWEST:
        return None
    found: Scores = {answer: [] for answer in tried}
    seed = rng.getrandbits(64)
    for deals, lead in LOOKS:
        for answer, won in played_out(match, ask, rng, tried, deals, seed, len(found[tried[0]])).items():
            found[answer] += won
        if not stands_out(found, lead) or is_mere_going_on(match, ranked(found)[0]):
            return None
    if not (is_sure(found) and has_idea(match, ask, ranked(found)[0])):
        return None
    if has_rival(match, ask, rng, found) or not holds_when_fitted(match, ask, rng, found):
        return None
    return as_puzzle(match, ask, found)


def answers_to_try(match: Match, ask: Ask, rng: random.Random) -> list[Action]:
    """What doctrine likes best, without those that only pick up a unit or read the same; a lesson can name them."""
    liked = candidates(match.game, deal(match.game, match.state, ask.side, rng), ask, rng, 2 * MOST)
    texts: dict[str, Action] = {}
    for answer in liked:
        if not only_picks(match.state, ask.side, answer) and in_words(match.game, answer):
            texts.setdefault(match.game.face.describe(match.state, answer), answer)
    return [*texts.values()][:MOST]


def played_out(
    match: Match,
    ask: Ask,
    rng: random.Random,
    tried: Sequence[Action],
    deals: int,
    seed: int = 0,
    first: int = 0,
    *,
    fitted: bool = False,
) -> Scores:
    """Whether the side wins after each answer, each tried in the same deals with the same dice to the very end."""
    game, side = match.game, ask.side
    known = deal(game, match.state, side, rng, fitted=fitted)
    found: Scores = {answer: [] for answer in tried}
    for number in range(first, first + deals):
        trial = Rollout(game, deal(game, known, side, rng, fitted=fitted), side, seed, number=number)
        for answer, won in found.items():
            won.append(won_by(trial.ended(answer), side))
    return found


def won_by(state: State[Any], side: str) -> float:
    """1 if a side has won, 0 if another has, and half if nobody has."""
    winners = state.result.winners if state.result is not None else ()
    return float(side in winners) if winners else 0.5


def ranked(found: Scores) -> list[Action]:
    """The answers, the one that wins most often first."""
    return sorted(found, key=lambda answer: -fmean(found[answer]))


def stands_out(found: Scores, lead: float = MARGIN) -> bool:
    """Does the best answer win so much more often than the next, and is it still open who wins?"""
    best, second, *_ = ranked(found)
    first, next_best = fmean(found[best]), fmean(found[second])
    return OPEN[0] < first < OPEN[1] and first - next_best >= lead


def is_sure(found: Scores) -> bool:
    """Is the best answer ahead by more than chance explains?"""
    best, second, *_ = ranked(found)
    ahead = [a - b for a, b in zip(found[best], found[second], strict=True)]
    return fmean(ahead) > SURE * stdev(ahead) / sqrt(len(ahead))


def has_idea(match: Match, ask: Ask, best: Action) -> bool:
    """Is the best answer more than the highest chance in sight?"""
    shown = {ask.actions[i]: look.chance for i, look in outlooks(match, ask).items()}
    return len(shown) < 2 or best not in shown or shown[best] < max(shown.values())


def is_mere_going_on(match: Match, best: Action) -> bool:
    """Is it only to go on with something else where a unit could move? To attack nobody is an idea."""
    return isinstance(best, Press) and not kind_of(match, best).startswith("Combat")


def has_rival(match: Match, ask: Ask, rng: random.Random, found: Scores) -> bool:
    """Does an answer that doctrine would not try win as often as the best, or nearly?"""
    best = ranked(found)[0]
    picks = (answer for answer in ask.actions if answer not in found and not only_picks(match.state, ask.side, answer))
    others = [answer for _, answer in zip(range(MANY), picks, strict=False)]
    if not others:
        return False
    again = played_out(match, ask, rng, [best, *others], RIVALS, 1)
    return max(fmean(again[answer]) for answer in others) > fmean(again[best]) - MARGIN / 2


def holds_when_fitted(match: Match, ask: Ask, rng: random.Random, found: Scores) -> bool:
    """Is the best answer the best too if both sides judge by the weights fitted to matches?"""
    best = ranked(found)[0]
    again = played_out(match, ask, rng, list(found), LOOKS[1][0], 2, fitted=True)
    return all(fmean(again[best]) >= fmean(won) for won in again.values())


def only_picks(state: State[Any], side: str, answer: Action) -> bool:
    """Does an answer only say which of one's own pieces is to act?"""
    piece = state.pieces.get(getattr(answer, "piece", ""))
    return piece is not None and piece.side == side and answer.__struct_fields__ == ("piece",)


def kind_of(match: Match, answer: Action) -> str:
    """What is asked and what is answered."""
    return f"{type(match.state.steps[-1]).__name__} {type(answer).__name__}"


def as_puzzle(match: Match, ask: Ask, found: Scores) -> Puzzle:
    """The puzzle as it is kept, the best answer first; doctrine's reason stands for the words still to be written."""
    game, order = match.game, ranked(found)
    weighed = [
        Weighed(in_words(game, one), game.face.describe(match.state, one), round(fmean(found[one]), 3)) for one in order
    ]
    why = game.mind.advice(match.state, ask.side, order[0])
    return Puzzle(
        text_of(game, match.state),
        ask.side,
        ask.prompt,
        tuple(weighed),
        len(found[order[0]]),
        f"{capital(why).rstrip('.')}." if why else "",
        kind_of(match, order[0]),
    )


def scores_of(puzzle: Puzzle, match: Match, rng: random.Random, deals: int) -> Scores:
    """The answers of a puzzle that is kept, tried again."""
    ask = match.asked(puzzle.side)
    named = [read_answer(match.game, one.answer) for one in puzzle.answers]
    tried = [answer for answer in named if answer is not None and answer in ask.actions]
    return played_out(match, ask, rng, tried, deals, rng.getrandbits(64))


def read(file: Path) -> list[Puzzle]:
    """What has been found before."""
    return msgspec.json.decode(file.read_bytes(), type=list[Puzzle]) if file.is_file() else []


def write(puzzles: list[Puzzle]) -> bytes:
    """As they are kept in a game's folder."""
    return msgspec.json.format(msgspec.json.encode(puzzles), indent=1) + b"\n"
