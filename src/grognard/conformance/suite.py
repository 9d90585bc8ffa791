"""Every check by its name, for the command, for pytest and for this project's own tests."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from grognard.conformance.answers import (
    actions_are_sound,
    draws_what_is_offered,
    every_click_has_an_answer,
    finds_the_best,
    nothing_else_is_accepted,
    offered_is_not_refused,
    refuses_the_rest,
)
from grognard.conformance.chances import log_is_sound
from grognard.conformance.looks import charts_are_printed, counters_are_drawn, words_are_sound
from grognard.conformance.matches import answers, odds_agree_with_sampling, play, undo_leads_back, verify_elsewhere
from grognard.conformance.package import cited_rules_exist, everything_is_found
from grognard.conformance.secrets import log_tells_only_what_is_seen, nothing_leaks, undo_shows_nothing
from grognard.conformance.states import asking_changes_nothing, clone_is_independent, invariants, survives_json
from grognard.conformance.tries import Tries
from grognard.engine import Action, Game, Match, Step

LENGTH = 250  # answers of a random match that positions are taken from
EVERY = 25  # answers between two of them
TELLING = 13  # answers between two of which it is asked what they tell
LATER = 500  # answers after which no question is waited for that has not been put so far

Look = Callable[[Match, random.Random], object]

LOOKS: tuple[Look, ...] = (
    invariants,
    clone_is_independent,
    survives_json,
    asking_changes_nothing,
    actions_are_sound,
    draws_what_is_offered,
    finds_the_best,
    nothing_leaks,
    refuses_the_rest,
    every_click_has_an_answer,
)


def check_position(match: Match, rng: random.Random) -> None:
    """Everything that can be asked of a position without changing the match."""
    for look in LOOKS:
        look(match, rng)


class Played(NamedTuple):
    """A random match, for several checks to look at: none of them changes anything."""

    match: Match  # to its end
    positions: tuple[Match, ...]  # taken every so often, and whenever a step asks that none has been taken of
    given: tuple[tuple[Match, str, Action], ...]  # some of its answers: where, by whom and which


@lru_cache(24)  # all scenarios of a game: its records are verified together
def played(game: Game, scenario: str) -> Played:
    """A match of a scenario, the same every time."""
    match, rng = Match.new(game, scenario, seed=11), random.Random(f"{game.id} {scenario}")
    taken, given, asked = list[Match](), list[tuple[Match, str, Action]](), set[type[Step]]()
    for number, ask, action in answers(match, rng, LATER):
        step = type(match.state.steps[-1])
        if step not in asked or (number < LENGTH and number % EVERY == 0):
            taken.append(match.clone(seed=number))
        if number < LENGTH and number % TELLING == 0:
            given.append((match.clone(seed=number), ask.side, action))
        asked.add(step)
    play(match, rng)
    return Played(match, tuple(taken), tuple(given))


def look_at(game: Game, scenario: str, look: Look) -> int:
    """Look at positions all through a random match; returns how many they were."""
    rng, positions = random.Random(f"{game.id} {scenario}"), played(game, scenario).positions
    for match in positions:
        look(match, rng)
    return len(positions)


def positions_are_sound(game: Game, scenario: str) -> int:
    """Positions all through a random match, and what its answers tell."""
    seen, rng = look_at(game, scenario, check_position), random.Random(f"{game.id} {scenario}")
    match, _, given = played(game, scenario)
    for before, side, action in given:
        undo_shows_nothing(before, side, action, rng)
        log_tells_only_what_is_seen(before, side, action, rng)
    log_is_sound(match)
    return seen


def records_verify_elsewhere(game: Game) -> int:
    """A random match of every scenario ends; another process with another hash seed replays every die and digest."""
    return verify_elsewhere(game, {scenario: played(game, scenario).match for scenario in game.scenarios})


def offers_are_legal(game: Game, scenario: str) -> int:
    """A step that is asked about what it offers has nothing against it."""
    return look_at(game, scenario, offered_is_not_refused)


def only_offers_are_accepted(game: Game, scenario: str) -> int:
    """Everything that could be tried, in positions all through a random match."""
    tries, tried = Tries(), 0

    def look(match: Match, rng: random.Random) -> None:
        nonlocal tried
        tries.learn(match)
        tried += nothing_else_is_accepted(match, rng, tries)

    look_at(game, scenario, look)
    return tried


def charts_exist(game: Game, scenario: str) -> int:
    """The chart and the column that stand behind a roll can be looked up."""
    return look_at(game, scenario, charts_are_printed)


def faces_are_drawn(game: Game, scenario: str) -> int:
    """Every counter and marker on the table has been drawn, where any have."""
    return look_at(game, scenario, counters_are_drawn)


def words_are_true(game: Game, scenario: str) -> int:
    """Labels, aims and dossiers speak of what there is."""
    return look_at(game, scenario, words_are_sound)


OF_THE_GAME: tuple[Callable[[Game], int], ...] = (everything_is_found, cited_rules_exist, records_verify_elsewhere)
OF_A_SCENARIO: tuple[Callable[[Game, str], int], ...] = (
    positions_are_sound,
    offers_are_legal,
    only_offers_are_accepted,
    charts_exist,
    faces_are_drawn,
    words_are_true,
    undo_leads_back,
    odds_agree_with_sampling,
)


class Case(NamedTuple):
    """One check of a game or of one of its scenarios."""

    game: Game
    scenario: str  # "" for the whole game
    check: Callable[..., int]

    @property
    def name(self) -> str:
        return self.check.__name__

    @property
    def about(self) -> str:
        """What is checked, in a sentence."""
        return (self.check.__doc__ or "").partition("\n")[0]

    def run(self) -> int:
        """Check it: AssertionError with a sentence if something is wrong, else how much was looked at."""
        return self.check(self.game, self.scenario) if self.scenario else self.check(self.game)


def cases(game: Game) -> Iterator[Case]:
    """Everything that a game is asked."""
    for check in OF_THE_GAME:
        yield Case(game, "", check)
    for scenario in game.scenarios:
        for each in OF_A_SCENARIO:
            yield Case(game, scenario, each)
