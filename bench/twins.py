"""Positions in which much is hidden, each with a twin that differs only in what one side may not know.

Matches of every scenario, its options drawn at random, are played by people who like to hide: of a few answers tried
on a copy they mostly give the one after which most of their pieces are out of sight.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count, islice
from typing import Any, NamedTuple

from grognard.engine import SHELF, Action, Ask, Game, Match, RandomDice, State, Step
from grognard.engine.core import redeal

APART = 6  # answers between two positions of a match
TRIED = 5  # answers tried at a question, beside those that hide by their name
HIDING = ("Ambush", "Hide")
SHY = 0.8  # of all answers are given by whoever wants to hide
LEFT = 0.05  # of all positions are the last of their match
PATIENCE = 15  # positions without anything hidden, after which a match is left
OPEN = 8  # rounds in one of which games come that hide no pieces
SEED = 7  # of both tables' dice
ANSWERS = 400  # of a match that is played for questions put to several sides
ROUND = 12  # such questions of one game before the next has its turn
TRIED_DEALS = 20


class Position(NamedTuple):
    """A position, the side that looks, the same with all else dealt again, and how many pieces that has changed."""

    game: str
    side: str
    here: Match
    there: Match
    hidden: int


def positions(rng: random.Random) -> Iterator[Position]:
    """For ever, game by game; games that hide no pieces have their turn now and then, for orders are hidden there."""
    found = {game_id: twins(SHELF[game_id], rng) for game_id in SHELF}
    for number in count():
        for game_id, more in found.items():
            if hides(game_id) or number % OPEN == 0:
                yield next(more)


def hides(game_id: str) -> bool:
    """Are there pieces in this game that one side does not know of? Else only orders are hidden."""
    return SHELF[game_id].rules.determinize.__name__ != "nothing_hidden"


def twins(game: Game, rng: random.Random, *only: str) -> Iterator[Position]:
    """For ever: positions of one match after another, for each side that has something not to know there."""
    while True:
        wish = {o.id: rng.choice(o.values) for o in game.options.values()}
        scenario, patience = rng.choice(only or tuple(game.scenarios)), PATIENCE
        options = {o.id: wish[o.id] for o in game.options.values() if o.fits(scenario)}
        match = Match.new(game, scenario, options, seed=rng.randrange(10**9), record=False)
        while patience and not match.over and rng.random() > LEFT:
            _go_on(match, rng)
            found = [] if match.over else [twin for side in match.sides for twin in _twin(match, side, rng)]
            patience = PATIENCE if found else patience - 1
            yield from found


def together(rng: random.Random) -> Iterator[Position]:
    """For ever: questions put to several sides, beside those at which another has answered, or was not asked at all."""
    games = [game for game in SHELF.values() if hides(game.id) and any(map(asks_together, steps_of(game)))]
    while True:
        for game in games:
            yield from islice(_together(game, rng), ROUND)


def steps_of(game: Game) -> list[type[Step]]:
    """Every kind of step of a game."""
    return [kind for kind in _kinds(Step) if kind.__module__.startswith(game.rules.state.__module__.rpartition(".")[0])]


def asks_together(kind: type[Step]) -> bool:
    """Does a step put its question to several sides?"""
    return kind.take_all is not Step.take_all


def _kinds(kind: type[Step]) -> Iterator[type[Step]]:
    for each in kind.__subclasses__():
        yield each
        yield from _kinds(each)


def _together(game: Game, rng: random.Random) -> Iterator[Position]:
    while True:
        scenario, wish = rng.choice(list(game.scenarios)), {o.id: rng.choice(o.values) for o in game.options.values()}
        options = {o.id: wish[o.id] for o in game.options.values() if o.fits(scenario)}
        match = Match.new(game, scenario, options, seed=rng.randrange(10**9), record=False)
        for _ in range(ANSWERS):
            if match.over:
                break
            if match.asks_together and not match.state.sealed:
                for ask in match.decision.asks:
                    yield from _beside(match, ask.side, rng)
            ask = rng.choice(match.decision.asks)
            match.take(rng.choice(list(ask.actions)), ask.side)


def _beside(match: Match, side: str, rng: random.Random) -> Iterator[Position]:
    """The same question to a side where another has sealed its answer, and where another is asked, or none is."""
    others = [ask for ask in match.decision.asks if ask.side != side]
    if others:
        sealed = Match.at(match.game, match.state, SEED)
        sealed.take(rng.choice(list(others[0].actions)), others[0].side)
        yield Position(match.game.id, side, Match.at(match.game, match.state, SEED), sealed, 1)
    dealt = _asks_others(match, side, rng)
    if dealt is not None:
        yield Position(match.game.id, side, Match.at(match.game, match.state, SEED), dealt, 1)


def _asks_others(match: Match, side: str, rng: random.Random) -> Match | None:
    """A deal of what the side does not know in which it is asked too, but not beside the same."""
    known, redeal.DEALS = redeal.DEALS, 1  # else such deals are passed over
    try:
        for _ in range(TRIED_DEALS):
            dealt = Match.at(match.game, match.game.rules.determinize(match.state, side, rng), SEED)
            asked = {ask.side for ask in dealt.state.asks}
            if dealt.asks_together and side in asked != {ask.side for ask in match.decision.asks}:
                return dealt
    finally:
        redeal.DEALS = known
    return None


def _twin(match: Match, side: str, rng: random.Random) -> Iterator[Position]:
    game, dealt = match.game, match.game.rules.determinize(match.state, side, rng)
    if not hides(game.id) or dealt.digest() != match.state.digest():
        changed = sum(dealt.pieces.get(name) != piece for name, piece in match.state.pieces.items())
        yield Position(game.id, side, Match.at(game, match.state, SEED), Match.at(game, dealt, SEED), changed)


def _go_on(match: Match, rng: random.Random) -> None:
    for _ in range(APART):
        if not match.over:
            ask = rng.choice(match.decision.asks)
            shy = hides(match.game.id) and rng.random() < SHY
            match.take(_shy(match, ask, rng) if shy else rng.choice(list(ask.actions)), ask.side)


def _shy(match: Match, ask: Ask, rng: random.Random) -> Action:
    """The answer, of some, after which most is out of sight."""
    answers = list(ask.actions)
    tried = rng.sample(answers, min(TRIED, len(answers)))
    tried += [action for action in answers if type(action).__name__ in HIDING and action not in tried]
    return max(tried, key=lambda action: _out_of_sight(match, ask.side, action))


def _out_of_sight(match: Match, side: str, action: Action) -> int:
    """How many pieces of a side nobody else sees after an answer."""
    trial: State[Any] = match.state.clone()
    trial.dice = RandomDice(random.Random(1))
    trial.answer(side, action)
    open_to_all = {p.id for p in match.game.rules.view(trial, None).pieces if not p.hidden}
    return len([p for p in trial.pieces.values() if p.side == side and p.id not in open_to_all])
