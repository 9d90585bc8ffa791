"""What happened in a match, turn by turn, as a side saw it: who moved, who was lost, which fights there were.

Everything is taken from what the side could see at the time: its view, and the lines of the log it may read. Once the
match is over the whole of it may be told.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from grognard.engine import Event, Game, Ground, Working
from grognard.engine.core.chart import totals
from grognard.engine.core.decision import GrognardError
from grognard.engine.core.state import Result
from grognard.engine.core.view import Aim, PieceView
from grognard.engine.core.wording import capital, typeset_numbers
from grognard.engine.game.playthrough import Playthrough
from grognard.engine.match.odds_summary import weigh
from grognard.engine.records.record import BackLine, Line, MatchLine, UndoLine
from grognard.engine.records.replay import Replay, replay_lines

Pieces = dict[str, PieceView]
LOST = re.compile(r"eliminat|destroy|rout|captur|surrender|dispers|loses|lost|breaks|weapons|killed", re.IGNORECASE)


class NotTold(GrognardError):
    """There is no story to tell of this record; the message says why."""


@dataclass(frozen=True)
class Loss:
    """A piece that left the map for good, and where that was."""

    piece: PieceView
    place: str
    told: int  # by which line of its answer


@dataclass(frozen=True)
class Fight:
    """A roll against somebody: its working as the record has it, the chance it had, and what came of it."""

    turn: int
    frame: int
    title: str
    working: Working
    hexes: tuple[str, ...]
    chance: Fraction
    weight: int  # how hard the result hit; below 0 whoever rolled
    lost: tuple[str, ...]  # the names of those that did not survive it
    target: PieceView | None  # whom its title names

    @property
    def came(self) -> bool:
        """Did it do any harm?"""
        return self.weight > 0

    @property
    def result(self) -> str:
        """What came of it, in words; a roll that had to come to a number has passed or failed."""
        plain = {"no": "failed", "yes": "passed"}.get(self.working.result, self.working.result)
        return self.working.words or plain

    @property
    def counts(self) -> float:
        """How much it mattered: who was lost, how hard it hit, and how unlikely that was."""
        surprise = 1 - self.chance if self.came else self.chance
        return 3 * len(self.lost) + abs(self.weight) + float(surprise)


@dataclass
class Turn:
    """A turn: the position it began and ended with, and what happened in between."""

    number: int
    first: int  # the frame it began with
    start: Pieces
    end: Pieces = field(default_factory=dict)
    fights: list[Fight] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)


@dataclass(frozen=True)
class _Step:
    """What an answer led to: where it looks like something, the pieces then."""

    frame: int
    turn: int
    events: tuple[Event, ...]
    pieces: Pieces | None


@dataclass(frozen=True)
class Story:
    """A match as it can be told to a side; None: to everybody, as it truly was."""

    game: Game
    scenario: str
    side: str | None
    sides: tuple[str, ...]
    over: bool
    result: Result | None
    turns: list[Turn]
    forces: dict[str, list[PieceView]]
    aims: dict[str, tuple[Aim, ...]]
    ground: Ground | None
    seal: str

    @classmethod
    def read(cls, lines: Sequence[Line], side: str | None = None) -> Story:
        """The story that a record tells a side. While a match runs, a side must be named."""
        replay = Replay(lines)
        if not replay.is_current:
            raise NotTold("This match was played under older rules; they alone could tell its story.")
        steps, course = _steps(replay, side)
        if side is not None and side not in course.sides:
            raise NotTold(f"There is no side {side!r}. Choose from: {', '.join(course.sides)}.")
        if not course.over and side is None:
            raise NotTold(f"The match is not over: say for which side. Choose from: {', '.join(course.sides)}.")
        ground = ground_of(course)
        turns = _turns(steps, ground, course.game)
        told = course.sides if course.over else (side,) if side is not None else ()
        aims = {each: course.game.rules.aims(course.state, each) for each in told}
        header = replay.lines[0]
        seal = header.seal if isinstance(header, MatchLine) else ""
        forces = _forces(turns, steps, ground)
        scenario, sides = course.state.scenario_id, course.sides
        return cls(course.game, scenario, side, sides, course.over, course.result, turns, forces, aims, ground, seal)

    @property
    def fights(self) -> list[Fight]:
        """Every fight of the match."""
        return [fight for turn in self.turns for fight in turn.fights]

    @property
    def armies(self) -> tuple[str, ...]:
        """Who fights: those that decide, in their order, and those that follow the rules alone."""
        return tuple(dict.fromkeys([*(side for side in self.sides if side in self.forces), *self.forces]))


def ground_of(course: Playthrough) -> Ground | None:
    """The ground of a match, as this battle makes it play."""
    face, guise = course.game.face, course.game.face.guise(course.state)
    return (face.in_guise(guise) if guise else None) or face.ground(course.state.scenario_id)


def seen(course: Playthrough, side: str | None) -> Pieces:
    """The pieces as a side sees them; for everybody, each as its own side knows it."""
    if side is not None:
        return {piece.id: piece for piece in course.game.rules.view(course.state, side).pieces}
    found: Pieces = {}
    for each in course.sides:
        for piece in course.game.rules.view(course.state, each).pieces:
            if piece.side == each or (piece.side not in course.sides and not piece.hidden):
                found[piece.id] = piece
    return found


def on_map(piece: PieceView, ground: Ground | None) -> bool:
    """Does a piece stand on the ground?"""
    return bool(piece.boxes) or (ground is not None and bool(piece.place) and ground.knows(piece.place))


# ------------------------------------------------------------------ reading


def _steps(replay: Replay, side: str | None) -> tuple[list[_Step], Playthrough]:
    """Every answer that was not taken back, and the match at its end."""
    steps: list[_Step] = []
    told, frame, course = 0, -1, None
    for line, course in replay_lines(replay.lines):
        frame += 1
        if isinstance(line, UndoLine | BackLine):
            del steps[len(steps) - line.count :]
        else:
            new = course.events[told:] if told <= len(course.events) else []
            steps.append(_step(course, side, frame, steps, tuple(new)))
        told = len(course.events)
    if course is None:
        raise NotTold("Nothing has happened in this match yet.")
    steps.append(_Step(frame, _turn_of(course), (), seen(course, side)))
    return steps, course


def _step(course: Playthrough, side: str | None, frame: int, before: Sequence[_Step], new: tuple[Event, ...]) -> _Step:
    """One answer: what was told of it, and the pieces where a turn begins or somebody may be lost."""
    turn = _turn_of(course)
    events = tuple(event for event in new if side is None or event.visible_to(side))
    looks = not before or before[-1].turn != turn or any(LOST.search(str(event)) for event in events)
    return _Step(frame, turn, events, seen(course, side) if looks else None)


def _turn_of(course: Playthrough) -> int:
    return int(getattr(course.state, "turn", 0))


def _turns(steps: Sequence[_Step], ground: Ground | None, game: Game) -> list[Turn]:
    """The steps gathered by turns; what comes before the first turn is its beginning."""
    turns: list[Turn] = []
    last: Pieces = {}
    for step in steps:
        number = max(1, step.turn)
        now = step.pieces if step.pieces is not None else last
        ended = turns[-1] if turns and turns[-1].number == number else None
        turn = ended or Turn(number, step.frame, now)
        lost = _lost(step, last, now, ground)
        if ended is None:
            if turns:
                turns[-1].end = now
                turns[-1].losses += lost
                turns[-1].fights += _fights(step, turns[-1].number, lost, last, game)
            turns.append(turn)
        else:
            if step.turn < 1 or (turn.number == 1 and not any(on_map(p, ground) for p in turn.start.values())):
                turn.start = now
            turn.losses += lost
            turn.fights += _fights(step, number, lost, last or now, game)
        turn.end, last = now, now
    if len(turns) > 1 and turns[-1].first == steps[-1].frame:  # the match ended where a turn would have begun
        turns.pop()
    return turns


def _lost(step: _Step, before: Pieces, now: Pieces, ground: Ground | None) -> list[Loss]:
    """The pieces that are gone from the map and of which the log tells the end."""
    found = []
    telling = [(i, event) for i, event in enumerate(step.events) if LOST.search(str(event))]
    for piece in before.values():
        there = now.get(piece.id)
        if not on_map(piece, ground) or (there is not None and on_map(there, ground)):
            continue
        for i, event in telling:
            if piece.name in str(event) or piece.place in event.hexes:
                known = [h for h in event.hexes if ground is not None and ground.knows(h)]
                found.append(Loss(piece, known[-1] if known and piece.place not in known else piece.place, i))
                break
    return found


def _forces(turns: Sequence[Turn], steps: Sequence[_Step], ground: Ground | None) -> dict[str, list[PieceView]]:
    """Every piece that was seen on the map, by sides, as it was when it was first seen."""
    first: dict[str, PieceView] = {}
    for pieces in [turn.start for turn in turns] + [step.pieces for step in steps if step.pieces is not None]:
        for piece in pieces.values():
            if not piece.hidden and on_map(piece, ground):
                first.setdefault(piece.id, piece)
    found: dict[str, list[PieceView]] = {}
    for piece in first.values():
        found.setdefault(piece.side, []).append(piece)
    return found


# ------------------------------------------------------------------ fights


def _fights(step: _Step, turn: int, lost: Sequence[Loss], pieces: Pieces, game: Game) -> list[Fight]:
    """The rolls of a step that could hurt somebody."""
    charts = {chart.key: chart for chart in game.face.charts}
    found: list[Fight] = []
    gone = _rolls_of(step, lost)
    for i, event in enumerate(step.events):
        working = event.working
        if working is None or not working.faces:
            continue
        dead = tuple(gone.get(i, ()))
        reckoned = _on_chart(working, charts) if working.chart else _against_number(working) if dead else None
        title = capital(without_places(typeset_numbers(working.title), event.hexes))
        target = _named(title, pieces)
        if reckoned is not None and (event.hexes or target is not None or working.chart == ""):
            found.append(Fight(turn, step.frame, title, working, event.hexes, *reckoned, dead, target))
    return found


def _rolls_of(step: _Step, lost: Sequence[Loss]) -> dict[int, list[str]]:
    """Who was lost by which roll: the last one before the log tells of it."""
    rolls = [i for i, event in enumerate(step.events) if event.working is not None and event.working.faces]
    found: dict[int, list[str]] = {}
    for loss in lost:
        before = [i for i in rolls if i <= loss.told]
        if before:
            found.setdefault(before[-1], []).append(loss.piece.name)
    return found


def _named(title: str, pieces: Pieces) -> PieceView | None:
    """The piece that a title ends with."""
    named = [piece for piece in pieces.values() if piece.name and title.endswith(piece.name)]
    return max(named, key=lambda piece: len(piece.name), default=None)


def _on_chart(working: Working, charts: Mapping[str, Any]) -> tuple[Fraction, int] | None:
    """The chance of any harm on a column of a chart, and how hard the result hit; None on a chart that harms nobody."""
    chart = charts.get(working.chart)
    if chart is None or not chart.dice or working.column not in chart.columns:
        return None
    if not any(weigh(letter, chart) > 0 for letter, _ in chart.results):
        return None
    odds = chart.odds(chart.columns.index(working.column), working.on("die"))
    chance = sum((share for cell, share in odds.items() if weigh(cell, chart) > 0), Fraction(0))
    return chance, weigh(working.result, chart)


def _against_number(working: Working) -> tuple[Fraction, int] | None:
    """The same for a roll that must come to a number, by which somebody was lost."""
    if working.needs is None or not working.dice:
        return None
    needed, added = working.needs + working.on("number"), working.on("die")

    def reaches(total: int) -> bool:
        return total + added <= needed if working.at_most else total + added >= needed

    odds = totals(1 if working.each else working.dice, working.sides)
    one = sum((share for total, share in odds.items() if reaches(total)), Fraction(0))
    reached = 1 - (1 - one) ** working.dice if working.each else one
    return (1 - reached if working.result in ("no", "failed") else reached), 1


def without_places(text: str, hexes: Sequence[str]) -> str:
    """A phrase without the numbers of its hexes: people read names."""
    for place in hexes:
        text = re.sub(rf" (?:in|at|on) {re.escape(place)}\b", "", text)
    return text
