"""A hint in words: who does what and where, why, and what it promises.

What to do is the game's own hint (`Match.hint`), the same here, on the page and in the terminal. Search is asked what
it promises, and only what has been found out is told: a chance once it has settled; a lower one for another answer only
if that is clearly behind in the very same deals; and a gain over it is counted in those deals, or not told.
"""

from __future__ import annotations

import random
from typing import Protocol

import msgspec

from grognard.engine import Action, Ask, Hint, Match
from grognard.engine.game.mind import value_of_result
from grognard.engine.match.odds_summary import percent
from grognard.players.search import CLEARLY, Gain, Report, SearchBudget
from grognard.players.win_chance import win_chance

NEVER_LEFT = 1e9  # standard errors: what is weighed stays what is weighed
HINTING = SearchBudget(seconds=0.5, why=True, doubt=NEVER_LEFT)  # how hard one thinks about a hint
APART = 0.01  # chances that differ by less are not told apart
SETTLED = 0.05  # how far off a chance that is told may still be
WORTH_TELLING = 0.1  # what is gained of something, at least, to be given as a reason
ENOUGH = 12  # deals before a reason is given
REASONS = 2  # given at most


class Thinker(Protocol):
    """Search, here or in a worker."""

    def report(self, match: Match, ask: Ask, rng: random.Random, first: Action | None = None) -> Report: ...


class Advice(msgspec.Struct, frozen=True):
    """What is worth doing, why, and what to expect of it."""

    action: Action  # the first answer
    text: str  # the answer as a phrase
    why: str  # reason, in a sentence
    chance: float | None  # of victory; None if the game cannot say, or if it has not settled
    expects: str  # what it should lead to
    answers: tuple[Action, ...] = ()  # all that it takes
    steps: tuple[str, ...] = ()  # how they read


def advise(match: Match, ask: Ask, thinker: Thinker, seed: int = 1) -> Advice:
    """The hint for a side, and what it promises. It knows only what the side may know."""
    hint = match.hint(ask.side)
    return in_words(match, ask, hint, thinker.report(match, ask, random.Random(seed), hint.action))


def in_words(match: Match, ask: Ask, hint: Hint, found: Report) -> Advice:
    """A hint with what was found out about it."""
    why = " ".join(filter(None, (hint.why, gained(match, ask, found))))
    best = settled_chance(match, ask, found)
    return Advice(hint.action, hint.text, why, best, expects(match, ask, found), hint.answers, hint.steps)


def gained(match: Match, ask: Ask, found: Report) -> str:
    """What the answer gains over the next best, counted; nothing if it is not clearly ahead."""
    gains = told_gains(found)
    if not gains or not is_ahead(match, ask, found):
        return ""
    return f"Compared with “{match.describe(found.second)}”: {' and '.join(map(gain_in_words, gains))}."


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
    first, second = (
        win_chance(match.game, match.state, ask.side, worth) for worth in (found.worth, found.second_worth)
    )
    return found.worth - found.second_worth > CLEARLY * found.lead_error and first - second >= APART


def settled_chance(match: Match, ask: Ask, found: Report) -> float | None:
    """The chance of victory that the best answer leaves, if more deals would hardly change it."""
    if found.worth is None or match.game.mind.value is value_of_result:
        return None
    ends = (found.worth + sign * CLEARLY * found.error for sign in (-1, 0, 1))
    low, middle, high = (win_chance(match.game, match.state, ask.side, min(1.0, max(0.0, end))) for end in ends)
    return middle if high - low <= 2 * SETTLED else None


def expects(match: Match, ask: Ask, found: Report) -> str:
    """The chance of the best answer, if it has settled, and of the next best, if that is clearly lower."""
    best = settled_chance(match, ask, found)
    if best is None:
        return ""
    told = f"A chance of victory of about {percent(best)}"
    if found.second_worth is None or not is_ahead(match, ask, found):
        return f"{told}."
    second = win_chance(match.game, match.state, ask.side, found.second_worth)
    return f"{told}; the next best, “{match.describe(found.second)}”, comes to {percent(second)}."
