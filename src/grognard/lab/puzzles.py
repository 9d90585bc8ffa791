"""Puzzles from matches: positions in which looking ahead finds one answer clearly better than all others.

A match is played by doctrine. The two answers that doctrine likes best are tried in a deal; if they come to different
things, more answers in more deals, and in the end all of them in many. Questions of a kind that has led to nothing are
looked at ever more rarely. A position is kept if the next best answer is far enough behind the best, by more than
chance explains: by a `MARGIN` of the chance to win; what is lost and won is counted in the game's own `STAKES`.
And it is kept only if it is a real decision with an idea: the reason for the best answer is none for the next, the
others are not all the same, and it is not simply the answer that shows the highest chance.
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
from grognard.engine.core.wording import typeset_numbers
from grognard.engine.match.notation import text_of
from grognard.engine.match.odds_summary import outlooks
from grognard.lab.progress import Progress
from grognard.players import make_player
from grognard.players.rollout import Rollout, deal
from grognard.players.search import candidates
from grognard.players.win_chance import win_chance
from grognard.school.lesson import read_answer
from grognard.school.puzzle import Measure, Puzzle, Weighed, in_words

MARGIN = 0.06  # of the chance to win, between the best answer and the next
AGREES = 0.005  # of the chance to win that must speak for it where something else is measured
SURE = 3.0  # standard errors that it must be ahead
OPEN = (0.08, 0.95)  # the chance of the best answer: what is decided is no puzzle
LEFT = "on the map"  # what is counted is what is left, not what is lost
STAKES: dict[tuple[str, str], tuple[Measure, float]] = {  # of the enemy and of oneself, as `Mind.weighs` counts it
    ("enemy units destroyed", "of your units destroyed"): ("units", 0.4),
    ("enemy units destroyed", "of your units lost"): ("units", 0.4),
    ("enemy units lost", "of your units lost"): ("units", 0.4),
    ("enemy steps on the map", "of your steps on the map"): ("steps", 0.5),
    ("victory points for you", "victory points for the enemy"): ("points", 1.0),
}
LOOKS = (  # deals, answers, the part of the margin asked for, and how far one looks: 0 is as far as in the end
    (2, 3, 0.5, 1),
    (3, 4, 0.6, 0),
    (8, 6, 0.8, 0),
)
CLOSER = 32  # deals in which a puzzle is weighed
RIVALS = 6  # deals in which the best meets the answers that doctrine would not try
EARLY = (4, 8, 16)  # deals after which what has not half the margin is given up
FEWEST, MOST = 3, 6  # answers that are weighed
PATIENCE = 4  # looks at a kind of question before it is looked at more rarely
ROUNDED = 0.0005  # of the chance to win, by which it is kept too low or too high
ALIKE = 0.01  # of the chance to win, or of a unit: answers no farther apart come to the same
APART = 12  # decisions between two puzzles of a match
EACH = 2  # puzzles from one match
ONE_KIND = 0.5  # of all puzzles that may ask the same kind of thing
TOLD = 0.15  # of a unit: losses that differ by less are not worth telling
COSTS = {
    "units": "It costs the enemy {0:.1f} units and you {1:.1f} on average; the next best {2:.1f} and {3:.1f}.",
    "steps": "It costs the enemy {0:.1f} steps and you {1:.1f} on average; the next best {2:.1f} and {3:.1f}.",
    "points": "It brings you {0:.1f} points and the enemy {1:.1f} on average; the next best {2:.1f} and {3:.1f}.",
}
BALANCE = "Your points less the enemy's come to {0:.1f} on average; after the next best to {1:.1f}."  # if some are lost
WORSE_PLACED = ", and leaves you worse placed."  # the next best, where it is not what is lost that speaks against it
LEAST = 0.1  # of all questions of a kind are looked at, however little has come of it

Scores = dict[Action, list[float]]
Losses = dict[Action, list[tuple[float, float]]]  # of the enemy and of one's own side, deal by deal
Look = tuple[int, int, float, int]
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
    habit = Habit(Progress("decisions looked at"))
    while len(found) < count:
        number += 1
        habit.progress.note = f"match {number}, {len(found)} of {count} puzzles"
        habit.enough = {puzzle.kind for puzzle in found if not is_new(puzzle, found, count)}
        match = Match.new(game, scenarios[number % len(scenarios)], seed=number, record=False)
        fresh = (one for one in puzzles_in(match, random.Random(number), number, habit) if is_new(one, found, count))
        for _, puzzle in zip(range(min(EACH, count - len(found))), fresh, strict=False):
            found.append(puzzle)
            tell(found)
    return found


def is_new(puzzle: Puzzle, found: list[Puzzle], count: int) -> bool:
    """Are there not enough of its kind?"""
    return Counter(one.kind for one in found)[puzzle.kind] < max(1, count * ONE_KIND)


class Habit:
    """Where looking has been worth while: a kind of question that leads to nothing is looked at ever more rarely."""

    def __init__(self, progress: Progress | None = None) -> None:
        self.progress = progress or Progress("decisions", quiet=True)
        self.looks: Counter[str] = Counter()
        self.hopes: Counter[str] = Counter()  # those in which one answer ran ahead
        self.enough: set[str] = set()  # kinds of puzzle of which there are enough

    def likes(self, kind: str, rng: random.Random) -> bool:
        """Is a question of this kind looked at now?"""
        return rng.random() < max(LEAST, PATIENCE * (1 + self.hopes[kind]) / (1 + self.looks[kind]))

    def note(self, kind: str, hope: bool) -> None:
        """A question of this kind was looked at."""
        self.looks[kind] += 1
        self.hopes[kind] += hope


def puzzles_in(match: Match, rng: random.Random, number: int = 0, habit: Habit | None = None) -> Iterator[Puzzle]:
    """The puzzles that come up when doctrine plays a match to its end."""
    player, quiet, habit = make_player("doctrine"), APART, habit or Habit()
    while not match.over:
        ask = match.decision.asks[0]
        quiet -= 1
        habit.progress.step()
        puzzle = weigh(match, ask, rng, habit) if quiet < 0 and worth_a_look(match, ask) else None
        if puzzle is not None:
            quiet = APART
            yield msgspec.structs.replace(puzzle, match=number)
        match.take(player.choose(match, ask, rng), ask.side)


def worth_a_look(match: Match, ask: Ask) -> bool:
    """Is it one side's question in the thick of it, with enough to choose from?"""
    return len(match.decision.asks) == 1 and match.game.mind.underway(match.state) and len(ask.actions) >= FEWEST


def weigh(match: Match, ask: Ask, rng: random.Random, habit: Habit) -> Puzzle | None:
    """The puzzle in a question, if there is one; most are given up after a look or two."""
    liked = candidates(match.game, deal(match.game, match.state, ask.side, rng), ask, rng, 3 * MOST)
    free = [answer for answer in liked if not only_picks(match.state, ask.side, answer)]
    if len(free) < FEWEST or not habit.likes(kind := kind_of(match, free[0]), rng):
        return None
    tried = told_apart(match, ask, free[:MOST])
    fresh = any(kind_of(match, answer) not in habit.enough for answer in tried)
    hope = fresh and len(tried) >= FEWEST and all(is_hope(match, ask, rng, tried, look, habit) for look in LOOKS)
    habit.note(kind, hope)
    if not hope:
        return None
    found, losses = trials(match, ask, rng, tried, CLOSER, part=1.0)
    if len(found[tried[0]]) < CLOSER or not stands_out(match, ask, found, losses) or has_rival(match, ask, rng, found):
        return None
    puzzle = as_puzzle(match, ask, found, losses)
    return puzzle if puzzle is not None and has_idea(match, ask, puzzle) else None


def has_idea(match: Match, ask: Ask, puzzle: Puzzle) -> bool:
    """Is the best answer clearly better, not at odds with its own numbers, and not just the highest chance in sight?"""
    first, second = sorted((one.chance for one in puzzle.answers), reverse=True)[:2]
    if puzzle.measure or first - second < MARGIN - ROUNDED or WORSE_PLACED in puzzle.why:
        return False
    best = read_answer(match.game, puzzle.answers[0].answer)
    shown = {ask.actions[i]: look.chance for i, look in outlooks(match, ask).items()}
    return len(shown) < 2 or best not in shown or shown[best] < max(shown.values())


def has_rival(match: Match, ask: Ask, rng: random.Random, found: Scores) -> bool:
    """Does an answer that doctrine would not try, buttons apart, come as far as the best, or nearly?"""
    told = chances(match, ask, found)
    best = told[0][0]
    others = [answer for answer in ask.actions if answer not in found and not isinstance(answer, Press)]
    tried = [best, *(answer for answer in others if not only_picks(match.state, ask.side, answer))]
    if len(tried) == 1:
        return False
    again, losses = trials(match, ask, rng, tried, RIVALS)
    (first, highest), (_, next_best), *_ = chances(match, ask, again)
    if first != best or (moves_chances(told) and highest - next_best < MARGIN / 2):
        return True
    return not stands_out(match, ask, again, losses, 0.5, sure=0.0)


def moves_chances(told: list[tuple[Action, float]]) -> bool:
    """Does the best answer stand out by the chance to win, and not only by what is lost or won soon?"""
    (_, first), (_, next_best), *_ = told
    return first - next_best >= MARGIN and OPEN[0] < first < OPEN[1]


def told_apart(match: Match, ask: Ask, answers: list[Action]) -> list[Action]:
    """Those that can be named and told apart; none if doctrine likes them all for the same reason."""
    texts = {match.game.face.describe(match.state, answer): answer for answer in reversed(answers)}
    reasons = {reason(match, ask, answer) for answer in texts.values()}
    named = [answer for answer in answers if answer in texts.values() and in_words(match.game, answer)]
    return named if len(reasons) > 1 or reasons == {""} else []


def is_hope(match: Match, ask: Ask, rng: random.Random, tried: list[Action], look: Look, habit: Habit) -> bool:
    """Does one answer run ahead at a look, and would it be a puzzle of a kind of which there are not enough?"""
    deals, most, part, stretches = look
    found, losses = trials(match, ask, rng, tried[:most], deals, stretches, part)
    (best, _), (second, _), *_ = chances(match, ask, found)
    if kind_of(match, best) in habit.enough or not is_choice(match, ask, best, second):
        return False
    return stands_out(match, ask, found, losses, part, sure=0.0)


def is_choice(match: Match, ask: Ask, best: Action, second: Action) -> bool:
    """Is the best answer more than to go on where everything else could be done, and not liked as the next one is?"""
    if isinstance(best, Press) and len(ask.actions) > MOST:
        return False
    why = reason(match, ask, best)
    return not why or why != reason(match, ask, second)


def only_picks(state: State[Any], side: str, answer: Action) -> bool:
    """Does an answer only say which of one's own pieces is to act?"""
    piece = state.pieces.get(getattr(answer, "piece", ""))
    return piece is not None and piece.side == side and answer.__struct_fields__ == ("piece",)


def kind_of(match: Match, answer: Action) -> str:
    """What is asked and what is answered."""
    return f"{type(match.state.steps[-1]).__name__} {type(answer).__name__}"


def reason(match: Match, ask: Ask, answer: Action) -> str:
    """What doctrine says for an answer."""
    return match.game.mind.advice(match.state, ask.side, answer)


def trials(
    match: Match, ask: Ask, rng: random.Random, tried: list[Action], deals: int, stretches: int = 0, part: float = 0.0
) -> tuple[Scores, Losses]:
    """What answers come to and what they cost, each in the same deals with the same dice; fewer if it is hopeless."""
    game, known = match.game, deal(match.game, match.state, ask.side, rng)
    seed = rng.getrandbits(64)
    found: Scores = {answer: [] for answer in tried}
    lost: Losses = {answer: [] for answer in tried}
    for number in range(deals):
        trial = Rollout(game, deal(game, known, ask.side, rng), ask.side, seed, stretches, number)
        for answer, worth in found.items():
            twin = trial.follow(answer)
            assert twin is not None  # nobody looks at a clock here
            worth.append(game.mind.value(twin, ask.side))
            lost[answer].append(losses_between(game, trial.dealt, twin, ask.side))
        stretches = trial.stretches
        if part and number + 1 in EARLY and not stands_out(match, ask, found, lost, part / 2, sure=0.0):
            break
    return found, lost


def losses_between(game: Game, before: State[Any], after: State[Any], side: str) -> tuple[float, float]:
    """What the enemy and one's own side have lost of what is at stake."""
    (his, ours, _, _), (his_now, ours_now, _, _) = (at_stake(game, state, side) for state in (before, after))
    return his_now - his, ours_now - ours


def at_stake(game: Game, state: State[Any], side: str) -> tuple[float, float, Measure, float]:
    """What the game counts for and against a side, what it is called, and what is much of it."""
    weights = game.mind.weighs(state, side)
    counts = {weight.words: -weight.count if weight.words.endswith(LEFT) else weight.count for weight in weights}
    for (his, ours), (name, much) in STAKES.items():
        if his in counts and ours in counts:
            return counts[his], counts[ours], name, much
    return 0.0, 0.0, "units", 0.0


def chances(match: Match, ask: Ask, found: Scores) -> list[tuple[Action, float]]:
    """The chance of winning that each answer leaves, the best first."""
    told = [(answer, win_chance(match.game, match.state, ask.side, fmean(worth))) for answer, worth in found.items()]
    return sorted(told, key=lambda pair: -pair[1])


def stands_out(match: Match, ask: Ask, found: Scores, losses: Losses, part: float = 1.0, sure: float = SURE) -> bool:
    """Is the best answer far enough ahead of the next, in chances or at stake, and by more than chance explains?"""
    (best, first), (second, next_best), *_ = chances(match, ask, found)
    if first - next_best >= part * MARGIN:
        return OPEN[0] < first < OPEN[1] and is_ahead(found[best], found[second], sure)
    swings, much = swings_of(losses), at_stake(match.game, match.state, ask.side)[3]
    rival = max((answer for answer in swings if answer != best), key=lambda answer: fmean(swings[answer]))
    ahead = fmean(swings[best]) - fmean(swings[rival])
    agrees = first - next_best >= AGREES * part
    return agrees and ahead >= part * much > 0 and is_ahead(swings[best], swings[rival], sure)


def is_ahead(best: list[float], other: list[float], sure: float) -> bool:
    """Is one ahead of the other in the same deals by so many standard errors?"""
    ahead = [a - b for a, b in zip(best, other, strict=True)]
    doubt = stdev(ahead) / sqrt(len(ahead)) if len(ahead) > 1 else 0.0
    return fmean(ahead) > sure * doubt


def swings_of(losses: Losses) -> Scores:
    """What each answer brings in each deal: what the enemy loses less what one loses oneself."""
    return {answer: [his - ours for his, ours in each] for answer, each in losses.items()}


def as_puzzle(match: Match, ask: Ask, found: Scores, losses: Losses) -> Puzzle | None:
    """The puzzle as it is kept; None if it is no real decision, or if its answers cannot be named and told apart."""
    game, told, swings = match.game, chances(match, ask, found), swings_of(losses)
    (best, _), (second, _), *_ = told
    name = at_stake(game, match.state, ask.side)[2]
    measure: Measure = "" if moves_chances(told) else name
    reinforced = name != "points" and somebody_came(losses)
    if measure and reinforced:
        return None
    if measure:
        told.sort(key=lambda pair: -fmean(swings[pair[0]]))
        second = told[1][0]
    weighed = [
        Weighed(in_words(game, a), game.face.describe(match.state, a), round(c, 3), round(fmean(swings[a]), 2))
        for a, c in told
    ]
    costs = "" if reinforced else compared(losses[best], losses[second], name)
    words = f"{in_a_sentence(reason(match, ask, best))} {costs}".strip()
    if not is_decision(weighed) or not words or not is_choice(match, ask, best, second):
        return None
    position, kind = text_of(game, match.state), kind_of(match, best)
    return Puzzle(position, ask.side, ask.prompt, tuple(weighed), len(found[best]), words, kind, measure=measure)


def somebody_came(losses: Losses) -> bool:
    """Have reinforcements come in some deal? Then what is left says nothing of what was lost."""
    return any(lost < 0 for deals in losses.values() for each in deals for lost in each)


def is_decision(weighed: list[Weighed]) -> bool:
    """Can the answers be named and told apart, and is there more to it than doing a thing or leaving it?"""
    if not all(one.answer for one in weighed) or len({one.text for one in weighed}) < len(weighed):
        return False
    spread = max(spread_of([one.chance for one in weighed[1:]]), spread_of([one.gain for one in weighed[1:]]))
    return spread > ALIKE and sum(" Press " in f" {w.answer}" for w in weighed) < 3


def spread_of(worth: list[float]) -> float:
    """How far apart the best and the worst are."""
    return max(worth) - min(worth)


def in_a_sentence(words: str) -> str:
    """With a capital and a full stop, if there is anything to say."""
    return words and f"{words[0].upper()}{words[1:].rstrip('.')}."


def compared(best: Sequence[tuple[float, float]], second: Sequence[tuple[float, float]], name: str = "units") -> str:
    """What the two best answers cost, where that makes a difference, be it for the best or for the next."""
    costs = [fmean(each[side] for each in losses) for losses in (best, second) for side in (0, 1)]
    if max(abs(costs[0] - costs[2]), abs(costs[1] - costs[3])) < TOLD:
        return ""
    gain, rival = costs[0] - costs[1], costs[2] - costs[3]
    told = typeset_numbers(BALANCE.format(gain, rival)) if min(costs) < 0 else COSTS[name].format(*costs)
    return told if gain >= rival else told.removesuffix(".") + WORSE_PLACED


def read(file: Path) -> list[Puzzle]:
    """What has been found before."""
    return msgspec.json.decode(file.read_bytes(), type=list[Puzzle]) if file.is_file() else []


def write(puzzles: list[Puzzle]) -> bytes:
    """As they are kept in a game's folder."""
    return msgspec.json.format(msgspec.json.encode(puzzles), indent=1) + b"\n"
