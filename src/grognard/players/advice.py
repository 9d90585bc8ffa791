"""A hint in words: the move, why, and what it promises.

Only what has been found out is told. A chance is given once it has settled; another answer is given a lower chance
only if it is clearly behind in the very same deals, else the two are called as good as each other; and the reasons
are counted in those deals, or there are none.
"""

from __future__ import annotations

import random
from typing import Protocol

import msgspec

from grognard.engine import Action, Ask, Match
from grognard.engine.mind import value_of_result
from grognard.engine.outcome import percent
from grognard.players.outlook import chance
from grognard.players.search import CLEARLY, Effort, Gain, Report
from grognard.players.trial import deal

HINTING = Effort(seconds=0.5, why=True)  # how hard one thinks about a hint
APART = 0.01  # chances that differ by less are not told apart
SETTLED = 0.05  # how far off a chance that is told may still be
WORTH_TELLING = 0.1  # what is gained of something, at least, to be given as a reason
ENOUGH = 12  # deals before a reason is given
REASONS = 2  # given at most


class Thinker(Protocol):
    """Search, here or in a worker."""

    def report(self, match: Match, ask: Ask, rng: random.Random) -> Report: ...


class Advice(msgspec.Struct, frozen=True):
    """A move worth making, why, and what to expect of it."""

    action: Action
    text: str
    why: str
    chance: float | None  # of victory; None if the game cannot say, or if it has not settled
    expects: str


def advise(match: Match, ask: Ask, thinker: Thinker, seed: int = 1) -> Advice:
    """What search would answer. It knows only what the side may know."""
    return in_words(match, ask, thinker.report(match, ask, random.Random(seed)))


def in_words(match: Match, ask: Ask, found: Report) -> Advice:
    """What was found out, as a hint."""
    best = settled_chance(match, ask, found)
    return Advice(found.best, match.describe(found.best), reason(match, ask, found), best, expects(match, ask, found))


def reason(match: Match, ask: Ask, found: Report) -> str:
    """What the answer gains over the next best, counted; else what can be said of it as things stand, or nothing."""
    gains = told_gains(found)
    if is_ahead(match, ask, found) and gains:
        return f"Compared with “{match.describe(found.second)}”: {' and '.join(map(gain_in_words, gains))}."
    known = deal(match.game, match.state, ask.side, random.Random(1))
    return match.game.mind.advice(known, ask.side, found.best)


def told_gains(found: Report) -> list[Gain]:
    """The clear gains, the surest first."""
    clear = [g for g in found.gains if g.clear and abs(g.more) >= WORTH_TELLING and found.deals >= ENOUGH]
    return sorted(clear, key=lambda gain: -abs(gain.more) / gain.error)[:REASONS]


def gain_in_words(gain: Gain) -> str:
    """One gain, as part of a sentence."""
    return f"{abs(gain.more):.1f} {'more' if gain.more > 0 else 'fewer'} {gain.words}"


def is_ahead(match: Match, ask: Ask, found: Report) -> bool:
    """Is the best answer ahead of the next by more than chance explains, and by enough to be seen?"""
    if found.worth is None or found.second_worth is None:
        return False
    first, second = (chance(match.game, match.state, ask.side, worth) for worth in (found.worth, found.second_worth))
    return found.worth - found.second_worth > CLEARLY * found.lead_error and first - second >= APART


def settled_chance(match: Match, ask: Ask, found: Report) -> float | None:
    """The chance of victory that the best answer leaves, if more deals would hardly change it."""
    if found.worth is None or match.game.mind.value is value_of_result:
        return None
    ends = (found.worth + sign * CLEARLY * found.error for sign in (-1, 0, 1))
    low, middle, high = (chance(match.game, match.state, ask.side, min(1.0, max(0.0, end))) for end in ends)
    return middle if high - low <= 2 * SETTLED else None


def expects(match: Match, ask: Ask, found: Report) -> str:
    """The chance of the best answer, if it has settled, and how the next best compares."""
    best = settled_chance(match, ask, found)
    told = "" if best is None else f"A chance of victory of about {percent(best)}"
    if found.second_worth is None or match.game.mind.value is value_of_result:
        return f"{told}." if told else ""
    other = f"“{match.describe(found.second)}”"
    if not is_ahead(match, ask, found):
        return f"{told + '; ' if told else ''}{other} is about as good."
    if best is None:
        return f"It is clearly better than {other}."
    second = chance(match.game, match.state, ask.side, found.second_worth)
    return f"{told}; the next best, {other}, comes to {percent(second)}."
