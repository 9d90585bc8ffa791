"""What decided a match: the stretches in which the chances changed most, what happened in them, and what the dice did.

Everything is read off the record: what was won and lost by comparing two positions, and the part of the dice by rolling
each of them again. What is left of a change is what was decided.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgspec

from grognard.engine import Action, Aim, Ask, Game, State
from grognard.engine.core.dice import RandomDice
from grognard.engine.core.wording import in_halves, join_words
from grognard.players.win_chance import win_chance

SWING, SWINGS = 0.05, 3  # of a chance between two positions that counts, and how many are told
AGAIN = 8  # times that a roll is made again
LOST, GAINED = 2, 2  # lines of each kind that are told


class Point(msgspec.Struct, frozen=True):
    """Everybody's chance of victory at some moment."""

    frame: int  # how many positions came before it in the record
    turn: int
    chances: dict[str, float]


class Answered(msgspec.Struct, frozen=True):
    """An answer as it was given, and what the dice of it were."""

    frame: int
    state: State[Any]
    ask: Ask
    action: Action
    picks: tuple[int, ...]
    after: State[Any]


class Thrown(msgspec.Struct, frozen=True):
    """An answer that led to dice, whose it was, and how much better they were for each side than their average."""

    frame: int
    side: str
    worth: dict[str, float]


class Part(msgspec.Struct, frozen=True):
    """What a stretch was to one side: what happened, as it sees it, and how the change of its chance is made up."""

    before: float
    after: float
    events: list[str]
    dice: float  # of the change; the rest was decided
    advised: bool  # did the side do all along what a hint would have said?

    @property
    def decided(self) -> float:
        return self.after - self.before - self.dice


class Turning(msgspec.Struct, frozen=True):
    """A stretch of a match in which the chances changed much."""

    start: int  # frames
    end: int
    turn: int
    sides: dict[str, Part]


def thrown(game: Game, answers: Sequence[Answered], sides: Sequence[str]) -> list[Thrown]:
    """Every answer that led to dice, whatever they were thrown for."""
    return [_thrown(game, answer, sides) for answer in answers if answer.picks]


def _thrown(game: Game, answer: Answered, sides: Sequence[str]) -> Thrown:
    rng = random.Random(answer.frame)
    others = [_again(answer, rng) for _ in range(AGAIN)]
    worth = {
        side: _told(game, answer.after, side) - sum(_told(game, g, side) for g in others) / AGAIN for side in sides
    }
    return Thrown(answer.frame, answer.ask.side, {side: round(more, 4) for side, more in worth.items()})


def _again(answer: Answered, rng: random.Random) -> State[Any]:
    """The position after other dice."""
    twin = answer.state.clone()
    twin.dice = RandomDice(rng)
    twin.answer(answer.ask.side, answer.action)
    return twin


def _told(game: Game, g: State[Any], side: str) -> float:
    return win_chance(game, g, side, game.mind.value(g, side))


def turnings(
    game: Game, curve: Sequence[Point], answers: Sequence[Answered], dice: Sequence[Thrown], advised: set[int]
) -> list[Turning]:
    """The greatest changes, in their order."""
    if not curve or not answers:
        return []
    first = next(iter(curve[0].chances))
    steps = [(abs(b.chances[first] - a.chances[first]), a, b) for a, b in pairwise(curve)]
    most = sorted((step for step in steps if step[0] >= SWING), key=lambda step: -step[0])[:SWINGS]
    found = [_turning(game, a, b, answers, dice, advised) for _, a, b in most]
    return sorted((turning for turning in found if turning is not None), key=lambda turning: turning.start)


def _turning(
    game: Game, a: Point, b: Point, answers: Sequence[Answered], dice: Sequence[Thrown], advised: set[int]
) -> Turning | None:
    within = [answer for answer in answers if a.frame <= answer.frame < b.frame]
    if not within:
        return None
    parts = {}
    for side in a.chances:
        own = [answer for answer in within if answer.ask.side == side and len(answer.ask.actions) > 1]
        fell = sum(one.worth[side] for one in dice if a.frame <= one.frame < b.frame)
        events = happened(game, within[0].state, within[-1].after, side)
        followed = bool(own) and all(answer.frame in advised for answer in own)
        parts[side] = Part(a.chances[side], b.chances[side], events, round(fell, 4), followed)
    return Turning(a.frame, b.frame, a.turn, parts)


def happened(game: Game, before: State[Any], after: State[Any], side: str) -> list[str]:
    """What has changed between two positions as one side sees it: aims first, then who is gone."""
    told = []
    for old, new in zip(*(game.rules.aims(g, side) for g in (before, after)), strict=False):
        if old.text == new.text and new.hexes and (old.have, old.met, old.points) != (new.have, new.met, new.points):
            told.append(f"{new.text} ({standing(old)}, then {standing(new)})")
    mine, theirs = (gone(game, before, after, side, own=own) for own in (True, False))
    lost = [f"{whose} {join_words(names)}" for whose, names in (("You lose", mine), ("They lose", theirs)) if names]
    return [*told[:GAINED], *lost[:LOST]]


def standing(aim: Aim) -> str:
    """How far an aim is, in short."""
    if aim.points is not None:
        return f"{aim.points:+g} points" if aim.points else "0 points"
    if aim.have is not None and aim.need is not None:
        return f"{in_halves(aim.have)} of {in_halves(aim.need)}"
    return "met" if aim.met else "not met"


def gone(game: Game, before: State[Any], after: State[Any], side: str, *, own: bool) -> list[str]:
    """The names of those who stood on the ground and do so no longer."""
    ground = game.face.ground(before.scenario_id)
    if ground is None:
        return []
    stood = {name for name, piece in before.pieces.items() if (piece.side == side) == own and ground.spot(piece)}
    left = {name for name in stood if name not in after.pieces or not ground.spot(after.pieces[name])}
    viewer = side if own else next((p.side for n, p in before.pieces.items() if n in left), side)
    return [piece.name for piece in game.rules.view(before, viewer).pieces if piece.id in left]
