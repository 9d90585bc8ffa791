"""Reading records: carrying their lines out again, checking them, and finding the way back in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, get_args

import msgspec

from grognard.engine.core.decision import GrognardError
from grognard.engine.core.dice import Dice, OutOfDice, RecordedDice, SealedDice, seal_of
from grognard.engine.core.event import Event
from grognard.engine.core.state import State
from grognard.engine.game.game import find_game
from grognard.engine.game.playthrough import NothingToUndo, Playthrough, UndoPoint
from grognard.engine.game.scenario import ScenarioError
from grognard.engine.records.record import (
    BackLine,
    ChangeLine,
    Line,
    Lines,
    MatchLine,
    RecordError,
    ResignLine,
    RolledLine,
    SealLine,
    SecretLine,
    ShareLine,
    SignedLine,
    StartLine,
    StateLine,
    TakeLine,
    UndoLine,
)
from grognard.engine.records.shares import DiceShares


class Replay:
    """A match carried out again from the lines of its record, from the start or from a snapshot in it."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines if isinstance(lines, Lines) else Lines(lines)
        header = self.lines[0]
        assert isinstance(header, MatchLine)
        self.header = header
        self.game = find_game(header.game)
        if header.version > self.game.version:
            raise RecordError(
                f"This record was made with version {header.version} of {self.game.title}; "
                f"this is version {self.game.version}. Update Grognard."
            )
        if header.file:
            self._add_scenario(header)
        self._kept: dict[
            int, UndoPoint
        ] = {}  # positions that a line still to come goes back to, by the answer's number

    def _add_scenario(self, header: MatchLine) -> None:
        """Make the scenario known that the record carries."""
        try:
            added = self.game.add_scenario(header.file, "the scenario of the record")
        except ScenarioError as error:
            raise RecordError(f"The scenario that this record carries cannot be played:\n{error}") from error
        if added.id != header.scenario:
            raise RecordError(f"The record is of {header.scenario}, but the scenario it carries is {added.id}.")

    @cached_property
    def _returns(self) -> dict[int, int]:
        """For every line that goes back past barriers, the number of the answer before which it goes."""
        if not self.lines.places("back"):
            return {}
        found, standing = {}, []
        for number, line in enumerate(self.lines, 1):
            if isinstance(line, TakeLine):
                standing.append(number)
            elif isinstance(line, UndoLine | BackLine):
                if isinstance(line, BackLine) and 0 < line.count <= len(standing):
                    found[number] = standing[-line.count]
                del standing[max(0, len(standing) - line.count) :]
        return found

    @cached_property
    def _wanted(self) -> set[int]:
        return set(self._returns.values())

    @property
    def is_current(self) -> bool:
        """Was it made under the rules as they are now?"""
        return self.header.version == self.game.version

    @property
    def has_position(self) -> bool:
        """Did it begin in a position that somebody set up, and not where its scenario begins?"""
        return bool(bytes(self.header.position))

    def from_start(self) -> Playthrough:
        """The course before its first line."""
        chosen = self.game.choose_options(self.header.scenario, self.header.options)
        if self.has_position:
            state = self._read(bytes(self.header.position))
        else:
            state = self.game.start(self.header.scenario, chosen)
        return self._course(state)

    def from_snapshot(self, line: StateLine) -> Playthrough:
        """The course at a snapshot."""
        course = self._course(self._read(bytes(line.state)))
        course.run_to_decision()
        course.events.clear()  # what led here was told before
        return course

    def _read(self, state: bytes) -> State[Any]:
        try:
            return self.game.rules.codec.read_state(state, older=not self.is_current)
        except msgspec.ValidationError as error:
            raise RecordError(f"A position in this record is not one of these rules ({error}).") from error

    def _course(self, state: State[Any]) -> Playthrough:
        return Playthrough(self.game, state, RecordedDice(()))

    # ------------------------------------------------------------ lines

    def follow(self, course: Playthrough, first: int, last: int | None = None) -> Playthrough:
        """Carry out the lines from `first` on."""
        for number, line in enumerate(self.lines[first:last], first + 1):
            self.play(course, line, number)
        return course

    def play(self, course: Playthrough, line: Line, number: int, dice: Dice | None = None) -> None:
        """Carry out one line with its recorded outcomes (or `dice`) and check the digest after it."""
        course.dice = dice or RecordedDice(line.dice if isinstance(line, RolledLine) else ())
        course.state.dice, course.state.outcomes = course.dice, []
        try:
            self._carry_out(course, line, number)
        except (GrognardError, OutOfDice, msgspec.ValidationError) as error:
            raise RecordError(f"Line {number} of the record cannot be played: {error}") from error
        if isinstance(line, RolledLine) and tuple(course.state.outcomes) != line.dice:
            raise RecordError(f"Line {number}: the dice recorded are not the dice rolled.")
        if isinstance(line, ChangeLine) and course.state.digest() != line.digest:
            raise RecordError(
                f"Line {number}: the position does not fit its digest. "
                "The record was changed, or made under other rules."
            )

    def _carry_out(self, course: Playthrough, line: Line, number: int) -> None:
        match line:
            case StartLine():
                course.run_to_decision()
            case TakeLine():
                action = self.game.rules.codec.read_action(line.do)
                if number in self._wanted:
                    self._kept[number] = course.now(line.side, action)
                course.take(action, line.side)
            case UndoLine():
                for _ in range(line.count):
                    course.undo()
            case BackLine():
                earlier = self._kept.pop(self._returns.get(number, 0), None)
                if earlier is None:
                    raise RecordError("more answers are taken back than were given")
                course.go_back(earlier, line.count)
            case ResignLine():
                course.resign(line.side)
            case StateLine():
                if self._read(bytes(line.state)).digest() != course.state.digest():
                    raise RecordError("the snapshot is not the position its answers lead to")

    # ------------------------------------------------------------ the end of a record

    def at_end(self, *, trusted: bool) -> Playthrough:
        """The course after the last line, from the last snapshot that will do; from the start if nobody is trusted.

        A record made under older rules can only go on from a snapshot.
        """
        start = self.begins_at(trusted=trusted)
        if start == 0:
            return self.follow(self.from_start(), 0)
        line = self.lines[start]
        assert isinstance(line, StateLine)
        return self.follow(self.from_snapshot(line), start + 1)

    def begins_at(self, *, trusted: bool) -> int:
        """The line from which the end is reached: the last snapshot that will do, or the header."""
        start = latest_snapshot(self.lines) if trusted else None
        return start if start is not None and (not self.is_current or self._tells_all(start)) else 0

    def number_at_end(self, start: int) -> int:
        """The number of the decision asked after the last line."""
        line = self.lines[start]
        known = line.number if isinstance(line, StateLine) and line.number >= 0 else None
        counted = self.lines[start + 1 :] if known is not None else self.lines
        return (known or 0) + sum(isinstance(line, TakeLine | UndoLine | BackLine | ResignLine) for line in counted)

    def stretches(self) -> Iterator[tuple[Line, Playthrough]]:
        """What can still be seen of a match of older rules: each snapshot, and the answers after it while they fit."""
        course: Playthrough | None = None
        for number, line in enumerate(self.lines, 1):
            if isinstance(line, StateLine):
                course = self.from_snapshot(line)
                yield line, course
            elif course is not None:
                try:
                    self.play(course, line, number)
                except RecordError:
                    course = None
                else:
                    if isinstance(line, ChangeLine):
                        yield line, course

    def _tells_all(self, start: int) -> bool:
        """Is what was told before a snapshot in the record too, and how many answers there were?"""
        began, snapshot = self.lines.places("start"), self.lines[start]
        first = self.lines[began[0]] if began else None
        assert isinstance(snapshot, StateLine)
        return isinstance(first, StartLine) and bool(bytes(first.log)) and snapshot.number >= 0

    def before(self, answers: int) -> UndoPoint:
        """The position before the last answers that still stand."""
        return self.back(answers)[0]

    def back(self, answers: int) -> list[UndoPoint]:
        """The position before each of the last answers that still stand."""
        most = standing(self.lines)
        if not 0 < answers <= most:
            raise NothingToUndo("There is no answer to take back.")
        start = latest_snapshot(self.lines, answers)
        if start is None and not self.is_current:
            raise NothingToUndo("This match began under older rules: what was answered then cannot be taken back.")
        line = self.lines[start] if start is not None else None
        course = self.from_snapshot(line) if isinstance(line, StateLine) else self.from_start()
        course.trail = []
        self.follow(course, 0 if start is None else start + 1)
        return course.trail[-answers:]


def standing(lines: Sequence[Line]) -> int:
    """How many answers still stand at the end of some lines."""
    count = 0
    for line in lines:
        count += isinstance(line, TakeLine)
        if isinstance(line, UndoLine | BackLine):
            count -= line.count
    return count


def latest_snapshot(lines: Lines, answers: int = 0) -> int | None:
    """The last snapshot behind which nothing goes back, with so many answers that still stand after it."""
    after, debt = answers, 0  # answers that must lie behind it
    for i in range(len(lines) - 1, 0, -1):
        line = lines[i]
        if isinstance(line, StateLine) and after <= 0 and debt <= 0:
            return i
        if isinstance(line, UndoLine | BackLine):
            debt += line.count
        elif isinstance(line, TakeLine):
            if debt > 0:
                debt -= 1
            else:
                after -= 1
    return None


def told(lines: Sequence[Line]) -> list[Event]:
    """What the record says was told, without what was taken back."""
    first: list[Event] = []
    answers: list[list[Event]] = []
    for line in lines:
        match line:
            case StartLine():
                first = _events(line)
            case TakeLine():
                answers.append(_events(line))
            case UndoLine() | BackLine():
                del answers[len(answers) - line.count :]
            case ResignLine():
                answers.append([Event("GR-4", "{side} resigns", {"side": line.side})])
    return [*first, *chain.from_iterable(answers)]


_event_decoder = msgspec.json.Decoder(list[Event])


def _events(line: StartLine | TakeLine) -> list[Event]:
    return _event_decoder.decode(line.log) if bytes(line.log) else []


def replay(lines: Sequence[Line]) -> Iterator[Playthrough]:
    """The match after each line that changed the position, from the start on. It is one course: look, do not keep.

    Of a match of older rules only its snapshots and what still follows from them can be seen.
    """
    return (course for _, course in replay_lines(lines))


def replay_lines(lines: Sequence[Line]) -> Iterator[tuple[Line, Playthrough]]:
    """The same, each with its line."""
    check_shape(lines)
    reader = Replay(lines)
    if not reader.is_current:
        yield from reader.stretches()
        return
    course = reader.from_start()
    for number, line in enumerate(lines, 1):
        reader.play(course, line, number)
        if isinstance(line, ChangeLine):
            yield line, course


# ------------------------------------------------------------------ dice


def secrets_in(lines: Lines) -> list[bytes]:
    """The secrets shown in a record."""
    shown = [lines[i] for i in lines.places("secret")]
    try:
        return [bytes.fromhex(line.secret) for line in shown if isinstance(line, SecretLine)]
    except ValueError as error:
        raise RecordError("The secret in this record is not one: it was changed.") from error


def dice_at_end(lines: Lines, start: int) -> SealedDice | None:
    """The sealed dice where they stopped, counted from a snapshot on; None if the secret is not in the record."""
    snapshot, sealed = lines[start], lines[max(lines.places("match", "seal"))]
    assert isinstance(sealed, MatchLine | SealLine)
    seal, rolled = sealed.seal, snapshot.rolled if isinstance(snapshot, StateLine) else 0
    for line in lines[start:]:
        if isinstance(line, SealLine):
            rolled = 0
        elif isinstance(line, RolledLine):
            rolled += len(line.dice)
    head = DiceShares.of(lines).head if isinstance(sealed, MatchLine) else b""
    for secret in secrets_in(lines):
        if seal_of(secret) == seal:
            return SealedDice(secret, rolled, head)
        raise RecordError("The secret in this record does not fit its seal: one of them was changed.")
    return None


def check_shape(lines: Sequence[Line]) -> None:
    """A header, the shares in the dice, one start, then the rest, and the secret last; RecordError if otherwise."""
    kinds = [type(line) for line in lines]
    if kinds.count(MatchLine) > 1 or kinds.count(StartLine) > 1:
        raise RecordError("The record begins twice: it was put together from several.")
    shares = DiceShares.of(lines)
    rest = [kind for kind in kinds[1 + shares.count :] if kind not in (SealLine, SecretLine)]
    if rest[:1] not in ([], [StartLine]) or any(kind in get_args(ShareLine) for kind in rest):
        raise RecordError("The record has no start line before what follows from it: it was changed.")
    if rest and shares.wanted and not shares.head:
        raise RecordError("The match has begun before every nonce was shown: the record was changed.")
    _check_end(kinds)


def _check_end(kinds: Sequence[type[Line]]) -> None:
    """One secret, and who signed it, stand at the end and nowhere else."""
    if kinds.count(SecretLine) > 1:
        raise RecordError("The record shows several secrets: its dice could have been chosen, one seal after another.")
    for kind, before in ((SignedLine, 1), (SecretLine, 2)):
        if kind in kinds[:-before]:
            raise RecordError("Something follows the end of the record: it was put together from several.")
