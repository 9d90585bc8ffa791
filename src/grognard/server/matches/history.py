"""Looking back: every position of a match, as each side saw it then."""

from __future__ import annotations

import random
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence
from itertools import islice
from typing import NamedTuple

from grognard.engine import Event
from grognard.engine.core.dice import RecordedDice
from grognard.engine.game.playthrough import Playthrough
from grognard.engine.records.record import BackLine, ChangeLine, Line, Lines, ResignLine, StartLine, TakeLine, UndoLine
from grognard.engine.records.replay import Replay
from grognard.players.rollout import deal
from grognard.server.api.serializers import JsonObject, line_of, view_of

TAIL = 40  # log lines shown with a frame
APART = 32  # answers between two positions that are kept
KEPT = 128  # positions in memory; the others are played again from the nearest of them


class PastPosition(NamedTuple):
    """A position and the last of what was told until then."""

    course: Playthrough
    events: list[Event]


class Branch(NamedTuple):
    """A position by how it came about: the line that led to it, and the position before."""

    line: int
    before: int | None
    depth: int


class HistoryLoader:
    """The history of a match, read when somebody looks back for the first time."""

    def __init__(self) -> None:
        self._history: History | None = None

    def over(self, lines: Sequence[Line]) -> Callable[[], History]:
        """The history up to now, to be read in a thread of its own."""
        assert isinstance(lines, Lines)
        known = lines.cut(len(lines))

        def look() -> History:
            past = self._history = History(known) if self._history is None else self._history
            past.grow(known)
            return past

        return look

    def forget(self) -> None:
        """Nothing that was read holds."""
        self._history = None


class History:
    """The positions after each step of a record. What is taken back leads again to a position that was there before."""

    def __init__(self, lines: Lines) -> None:
        self._read = 0  # lines
        self._branches: list[Branch] = []
        self._standing: list[int] = []
        self._frames: list[int] = []  # the position at each frame
        self._open: dict[int, bool] = {}  # the positions in which some sides have answered a question, and others not
        self._kept: OrderedDict[int, PastPosition] = OrderedDict()
        self._lock = threading.Lock()  # several may look back at once
        self.grow(lines)

    def __len__(self) -> int:
        return len(self._frames)

    def grow(self, lines: Lines) -> None:
        """The record is longer by now."""
        with self._lock:
            if len(lines) <= self._read:
                return
            self._replay = Replay(lines)
            if self._replay.is_current:
                for number in range(self._read, len(lines)):
                    self._follow(number, lines[number])
            else:
                self._frames = [i for i, _ in enumerate(self._replay.stretches())]
            self._read = len(lines)

    def at(self, number: int, apart: bool = False) -> PastPosition:
        """One position; beyond the last one, the last one."""
        with self._lock:
            if not self._branches:
                return self._stretch(min(number, len(self) - 1))
            return self._past(self._shown(number, apart)[1])

    def _shown(self, number: int, apart: bool) -> tuple[int, int, int]:
        """The number and the position of a frame, and how many there are.

        Where somebody is `apart`, those in which sides have sealed answers are left out: he must not count them.
        """
        frames = [at for at in self._frames if not (apart and self._is_open(at))]
        number = min(number, len(frames) - 1)
        return number, frames[number], len(frames)

    def _is_open(self, at: int) -> bool:
        if at not in self._open:
            line = self._replay.lines[self._branches[at].line]
            quiet = isinstance(line, TakeLine) and not line.dice and bytes(line.log) in (b"", b"[]")
            self._open[at] = quiet and bool(self._past(at).course.state.sealed)
        return self._open[at]

    def frame(
        self, number: int, side: str | None, minds: Collection[str] | None = None, apart: bool = False
    ) -> JsonObject:
        """One position as a side saw it; with `minds`, the sides that computers play, the answer that led to it too."""
        past, count = self.at(number, apart), len(self)
        if self._branches:
            with self._lock:
                number, _, count = self._shown(number, apart)
        number = min(number, count - 1)
        view = past.course.view(side)
        lines = [line_of(event) for event in past.events if event.visible_to(side)]
        said = self._said(number, minds) if minds is not None and self._branches else None
        stood = {"view": view_of(view), "pieces": view.pieces, "lines": lines, "said": said}
        return {"frames": count, "frame": number, **stood}

    def _said(self, number: int, minds: Collection[str]) -> JsonObject | None:
        """What was answered before a position, and what a computer was up to; nobody knows what people are up to."""
        branch = self._branches[self._frames[number]]
        line, game = self._replay.lines[branch.line], self._replay.game
        if not isinstance(line, TakeLine) or branch.before is None:
            return None
        with self._lock:
            state = self._past(branch.before).course.state
        action = game.rules.codec.read_action(line.do)
        known = deal(game, state, line.side, random.Random(1))
        why = game.mind.advice(known, line.side, action) if line.side in minds else ""
        return {"side": line.side, "text": game.face.describe(state, action), "why": why}

    def _follow(self, number: int, line: Line) -> None:
        """Read from a line alone which position it leads to."""
        standing = self._standing
        if isinstance(line, UndoLine | BackLine):
            del standing[len(standing) - line.count :]
        elif isinstance(line, ChangeLine):
            self._branches.append(Branch(number, standing[-1] if standing else None, len(standing)))
            standing.append(len(self._branches) - 1)
        if isinstance(line, ChangeLine):
            self._frames.append(standing[-1])

    def _past(self, wanted: int) -> PastPosition:
        """A position, played again from the nearest one that is kept."""
        way: list[int] = []
        at: int | None = wanted
        while at is not None and at not in self._kept:
            way.append(at)
            at = self._branches[at].before
        past = self._again(at) if at is not None else PastPosition(self._replay.from_start(), [])
        for branch in reversed(way):
            past = self._play(past, branch)
        return past

    def _again(self, at: int) -> PastPosition:
        self._kept.move_to_end(at)
        known = self._kept[at]
        state = known.course.state.clone()
        state.events = []  # what is told from here on is wanted
        return PastPosition(Playthrough(self._replay.game, state, RecordedDice(())), known.events)

    def _play(self, past: PastPosition, branch: int) -> PastPosition:
        number, _, depth = self._branches[branch]
        line, told = self._replay.lines[number], len(past.course.events)
        assert isinstance(line, StartLine | TakeLine | ResignLine)
        self._replay.play(past.course, line, number + 1)
        past = PastPosition(past.course, [*past.events, *past.course.events[told:]][-TAIL:])
        if depth % APART == 0:
            self._keep(branch, past)
        return past

    def _keep(self, branch: int, past: PastPosition) -> None:
        course = Playthrough(self._replay.game, past.course.state.clone(), RecordedDice(()))
        self._kept[branch] = PastPosition(course, past.events)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def _stretch(self, number: int) -> PastPosition:
        """A position of a match of older rules, of which only parts can be seen."""
        _, course = next(islice(self._replay.stretches(), number, None))
        return PastPosition(course, course.events[-TAIL:])
