"""One playing of a game: the position, the record so far, and everything a player can ask of it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Self

import msgspec

from grognard.engine.action import Action
from grognard.engine.decision import Decision, GrognardError, Illegal, Malformed, Stale
from grognard.engine.dice import Dice, OutOfDice, RandomDice, RecordedDice, SealedDice, seal_of
from grognard.engine.event import Event
from grognard.engine.game import Game, find_game
from grognard.engine.odds import Odds, enumerate_odds
from grognard.engine.record import (
    FORMAT,
    BackLine,
    ChangeLine,
    Line,
    MatchLine,
    RecordError,
    ResignLine,
    SealLine,
    SecretLine,
    StartLine,
    StateLine,
    TakeLine,
    UndoLine,
    read_lines,
    write_lines,
)
from grognard.engine.rulebook import Refusal
from grognard.engine.state import Result, State
from grognard.engine.view import View

LONG_ODDS, SHORT_ODDS = 20_000, 250  # runs spent on odds where a step announces a roll, and where it does not
SNAPSHOT_EVERY = 200  # answers between snapshots in a saved record


class NothingToUndo(GrognardError):
    """Undo or redo with nothing to take back or do again; the message says why."""


class Hint(msgspec.Struct, frozen=True):
    """A move worth making, and why."""

    action: Action
    why: str


class _Earlier(msgspec.Struct, frozen=True):
    """A position to return to."""

    state: State[Any]
    events: int
    side: str
    action: Action


class Match:
    """One match. `new` and `load` make them."""

    def __init__(self, game: Game, state: State[Any], dice: Dice, lines: list[Line] | None = None) -> None:
        self.game, self.state, self.dice = game, state, dice
        self.events: list[Event] = []
        self._lines = lines  # None: nothing is recorded
        self._remembers = lines is not None  # a match without a record cannot undo either, and is faster
        self._serial = 0
        self._earlier: list[_Earlier] = []
        self._undone: list[_Earlier] = []
        self._decision: Decision | None = None
        self.replays = True  # False: it began under older rules, and its record cannot be played from the start
        state.dice = dice

    # ------------------------------------------------------------ beginning

    @classmethod
    def new(
        cls,
        game: Game,
        scenario: str,
        options: Mapping[str, str] | None = None,
        seed: int | str | None = None,
        *,
        record: bool = True,
        log: bool = True,
    ) -> Self:
        """Set up a scenario. Without a seed the dice come from the system's entropy.

        A simulation that keeps neither record nor log (nor, without a record, undo) runs faster.
        """
        chosen = game.choose_options(scenario, options or {})
        dice = SealedDice.fresh(seed)
        header = MatchLine(FORMAT, game.id, game.version, scenario, chosen, dice.seal)
        match = cls(game, game.rules.start(scenario, chosen), dice, [header] if record else None)
        if not log:
            match.state.events = None
        match._begin()
        return match

    def _begin(self) -> None:
        """Run to the first question."""
        self._run_on()
        if self._lines is not None:
            self._lines.append(StartLine(tuple(self.state.outcomes), self.state.digest()))

    # ------------------------------------------------------------ looking

    @property
    def over(self) -> bool:
        """Has the match ended?"""
        return self.state.result is not None

    @property
    def result(self) -> Result | None:
        """How it ended, or None while it runs."""
        return self.state.result

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that decisions are put to."""
        return self.game.rules.sides(self.state)

    @property
    def decision(self) -> Decision:
        """What the match waits for."""
        if self._decision is None:
            if self.over:
                raise Stale("The match is over; there is nothing to decide.")
            self._decision = Decision(self._serial, self.state.asks)
        return self._decision

    def view(self, side: str | None = None) -> View:
        """What a side (None: a spectator) may see."""
        return self.game.rules.view(self.state, side)

    def log(self, side: str | None = None) -> list[Event]:
        """The lines of the log that a side may read."""
        return [event for event in self.events if event.visible_to(side)]

    def describe(self, action: Action) -> str:
        """The action as a short phrase."""
        return self.game.face.describe(self.state, action)

    def why_not(self, action: Action, side: str | None = None) -> Refusal | None:
        """The rule that forbids an action now, or None if it is allowed."""
        if self.over:
            return Refusal("GR-3")
        ask = self.decision.of(side) if side is not None else self.decision.asks[0]
        if ask is None:
            return Refusal("GR-2")
        if action in ask.actions:
            return None
        if getattr(action, "piece", None) not in (None, *self.state.pieces):
            return Refusal("GR-5")
        return self.state.steps[-1].why_not(self.state, ask.side, action) or Refusal("GR-1")

    def instead(self, action: Action, side: str | None = None) -> Action | None:
        """The allowed answer nearest to one that is refused, if the game knows what near means there."""
        refusal = self.why_not(action, side)
        if refusal is None or refusal.rule in ("GR-2", "GR-3"):
            return None
        return self.state.steps[-1].instead(self.state, side or self.decision.side, action)

    def odds(self, action: Action, side: str | None = None) -> Odds | None:
        """The exact chances of what a legal action leads to; None if no dice are involved or they may not be known."""
        asked = side or self.decision.side
        step = self.state.steps[-1]
        if self.why_not(action, asked) is not None or len(self.decision.asks) > 1:
            return None
        if step.hides_odds(self.state, action):
            return None
        preview = step.preview(self.state, action)
        chances = enumerate_odds(self.state, asked, action, LONG_ODDS if preview else SHORT_ODDS)
        return None if chances is None else Odds(chances, preview)

    def hint(self, side: str | None = None) -> Hint:
        """What a sensible player would do, and why."""
        asked = side or self.decision.side
        ask = self.decision.of(asked)
        if ask is None:
            raise Stale(f"{asked} is not being asked anything now.")
        best = max(ask.actions, key=lambda action: self.game.mind.judge(self.state, asked, action))
        return Hint(best, self.game.mind.advice(self.state, asked, best))

    # ------------------------------------------------------------ playing

    def take(self, action: Action, side: str | None = None, decision: int | None = None) -> None:
        """Answer the question. Raises Malformed, Stale or Illegal, and then nothing has changed."""
        if decision is not None and (self.over or decision != self._serial):
            raise Stale(f"Decision {decision} is not being asked; the match is at decision {self._serial}.")
        if not self.game.rules.codec.knows(action):
            raise Malformed(f"{action!r} is not an action of {self.game.title}.")
        if self.over:
            raise Illegal(Refusal("GR-3"), self.game.rulebook)
        asks = self.state.asks
        asked = side or asks[0].side
        ask = asks[0] if asks[0].side == asked else next((a for a in asks if a.side == asked), None)
        if ask is None or action not in ask.actions:
            refusal = self.why_not(action, asked)
            assert refusal is not None
            raise Illegal(refusal, self.game.rulebook)
        self._do(asked, action)
        self._undone.clear()

    def _do(self, side: str, action: Action) -> None:
        self._decision = None
        self._serial += 1
        if not self._remembers:
            self.state.outcomes = []
            self.state.answer(side, action)
            self._collect()
            return
        earlier = _Earlier(self.state, len(self.events), side, action)
        state = self.state = self.state.clone()  # a fresh copy is compact, so the next one is cheap
        state.dice, state.events = self.dice, None if earlier.state.events is None else []
        alone, rolled = len(state.asks) == 1, self._rolled
        try:
            state.answer(side, action)
        except BaseException:  # a rule has a fault: as if nothing had been answered
            self.state, self._serial = earlier.state, self._serial - 1
            if isinstance(self.dice, SealedDice):
                self.dice.count = rolled
            raise
        self._collect()
        if state.outcomes or state.revealed or not alone or self.over or state.asks[0].side != side:
            self._earlier.clear()
        else:
            self._earlier.append(earlier)
        if self._lines is not None:
            self._lines.append(TakeLine(side, msgspec.to_builtins(action), tuple(state.outcomes), state.digest()))
            if self._serial % SNAPSHOT_EVERY == 0:
                self._lines.append(self._snapshot())

    def _run_on(self) -> None:
        self.state.advance()
        self._collect()

    def _collect(self) -> None:
        if self.state.events:
            self.events += self.state.events
            self.state.events = []

    def undo(self) -> None:
        """Take back the last answer, up to the last roll, reveal, or other side's answer."""
        if not self._earlier:
            raise NothingToUndo("Nothing can be undone: what is known, rolled or answered by another side stays.")
        earlier = self._earlier.pop()
        self._undone.append(earlier)
        self._return_to(earlier)
        if self._lines is not None:
            self._lines.append(UndoLine(1, self.state.digest()))

    def redo(self) -> None:
        """Do again what was undone last."""
        if not self._undone:
            raise NothingToUndo("There is nothing to do again.")
        again = self._undone.pop()
        self._do(again.side, again.action)

    def take_back(self, answers: int = 1) -> None:
        """Return before the last answers past any barrier, for players who agree to it; rolled dice are spent."""
        if self._lines is None:
            raise RecordError("This match keeps no record.")
        if not self.replays:
            raise NothingToUndo("This match began under older rules: what was answered then cannot be taken back.")
        reader = _Reader([*self._lines, BackLine(answers, "")])
        for number, line in enumerate(self._lines, 1):
            reader.play(reader.match, line, number)
        if not 0 < answers <= len(reader.trail):
            raise NothingToUndo("There is no answer to take back.")
        self._earlier.clear()
        self._undone.clear()
        self._return_to(reader.trail[-answers])
        self._lines.append(BackLine(answers, self.state.digest()))

    def resign(self, side: str) -> None:
        """A side gives up: all others win."""
        if self.over:
            raise Illegal(Refusal("GR-3"), self.game.rulebook)
        if side not in self.sides:
            raise Malformed(f"There is no side {side!r} to resign.")
        winners = tuple(other for other in self.sides if other != side)
        self.state.finish(Result(winners, f"{side} resigns", "GR-4"))
        self.state.asks, self.state.sealed = (), {}
        self.events.append(Event("GR-4", "{side} resigns", {"side": side}))
        self._decision = None
        self._serial += 1
        self._earlier.clear()
        self._undone.clear()
        if self._lines is not None:
            self._lines.append(ResignLine(side, self.state.digest()))

    @property
    def can_undo(self) -> bool:
        """Is there an answer to take back?"""
        return bool(self._earlier)

    @property
    def can_redo(self) -> bool:
        """Is there an undone answer to do again?"""
        return bool(self._undone)

    def _return_to(self, earlier: _Earlier) -> None:
        self.state = earlier.state.clone()
        self.state.dice, self.state.events = self.dice, []
        del self.events[earlier.events :]
        self._decision = None
        self._serial += 1

    def clone(self, seed: int | None = None) -> Match:
        """An independent match from here with dice of its own: what happens in it says nothing of this one."""
        twin = Match(self.game, self.state.clone(), RandomDice(random.Random(seed)))
        twin._serial = self._serial
        return twin

    # ------------------------------------------------------------ record

    @property
    def number(self) -> int:
        """The number of the decision asked now; it goes up with every answer, undo and takeback."""
        return self._serial

    @property
    def lines(self) -> Sequence[Line]:
        """The record so far as its lines; nothing is ever taken out or changed."""
        return self._lines or ()

    @classmethod
    def resume(cls, lines: Sequence[Line], snapshot: bytes, dice: SealedDice, number: int) -> Match:
        """A match from a snapshot that was kept beside its record, under rules that no longer replay the record."""
        match = _Reader(list(lines))._from_snapshot(StateLine(msgspec.Raw(snapshot), dice.count))
        match._lines, match._serial, match.replays = list(lines), number, False
        match.dice = match.state.dice = dice
        return match

    def follow(self, lines: Sequence[Line]) -> None:
        """Carry out lines that were written elsewhere, with the outcomes in them."""
        assert self._lines is not None and isinstance(self.dice, SealedDice)
        reader, dice, known = _Reader([self._lines[0], *lines]), self.dice, self._lines
        self._lines = None
        try:
            for number, line in enumerate(lines, len(known) + 1):
                reader.play(self, line, number)
                dice.count += len(line.dice) if isinstance(line, StartLine | TakeLine) else 0
        finally:
            self._lines, self.dice, self.state.dice = known, dice, dice
        known += lines

    def record(self, *, reveal: bool = True) -> bytes:
        """The record so far. `reveal` adds the secret, without which nobody can check or continue the dice."""
        if self._lines is None:
            raise RecordError("This match keeps no record.")
        lines = list(self._lines)
        lines.append(self._snapshot())
        if reveal and isinstance(self.dice, SealedDice):
            lines.append(SecretLine(self.dice.secret.hex()))
        return write_lines(lines)

    def _snapshot(self) -> StateLine:
        return StateLine(msgspec.Raw(self.state.to_json()), self._rolled)

    @property
    def _rolled(self) -> int:
        """How many of the sealed dice have been rolled."""
        return self.dice.count if isinstance(self.dice, SealedDice) else 0

    def save(self, path: str | Path, *, reveal: bool = True) -> None:
        """Write the record to a file, whole or not at all."""
        target = Path(path)
        partial = target.with_name(target.name + ".part")
        partial.write_bytes(self.record(reveal=reveal))
        partial.replace(target)

    @classmethod
    def load(cls, path: str | Path) -> Match:
        """A match from its file, ready to go on."""
        try:
            data = Path(path).read_bytes()
        except OSError as error:
            raise RecordError(f"{path} cannot be read: {error.strerror}. Check the file name.") from error
        return cls.from_record(data)

    @classmethod
    def from_record(cls, data: bytes, *, trusted: bool = True) -> Match:
        """A match from its record, every answer carried out again with its outcomes.

        A record made under older rules goes on from its last snapshot, if whoever made it is `trusted`: the rules
        have never seen that position.
        """
        return _Reader(read_lines(data)).restore(trusted)


class _Reader:
    """Plays a record's lines."""

    def __init__(self, lines: list[Line]) -> None:
        header = lines[0]
        assert isinstance(header, MatchLine)
        self.header, self.lines = header, lines
        self.game = find_game(header.game)
        if header.version > self.game.version:
            raise RecordError(
                f"This record was made with version {header.version} of {self.game.title}; "
                f"this is version {self.game.version}. Update Grognard."
            )
        self.keeps_trail = any(isinstance(line, BackLine) for line in lines)
        self.trail: list[_Earlier] = []  # every answer still standing, for the lines that go back behind a barrier

    @cached_property
    def match(self) -> Match:
        """The match as the lines are played."""
        return self.begin(RecordedDice(()))

    def begin(self, dice: Dice) -> Match:
        chosen = self.game.choose_options(self.header.scenario, self.header.options)
        match = Match(self.game, self.game.rules.start(self.header.scenario, chosen), dice)
        match._remembers = True
        return match

    def restore(self, trusted: bool) -> Match:
        """The match at the end of the lines; where older rules no longer replay, from its last snapshot on."""
        try:
            match = self._replay(self.begin(RecordedDice(())), 0)
        except RecordError:
            last = max((i for i, line in enumerate(self.lines) if isinstance(line, StateLine)), default=None)
            if self.header.version == self.game.version or last is None or not trusted:
                raise
            match = self._replay(self._from_snapshot(self.lines[last]), last + 1)
            match.replays = False
        match._lines = [line for line in self.lines if not isinstance(line, SecretLine)]
        if isinstance(match._lines[-1], StateLine):
            match._lines.pop()
        match.dice = self._dice(match._lines)
        match.state.dice = match.dice
        match._earlier.clear()
        if not any(isinstance(line, StartLine) for line in self.lines):  # cut off right after the header
            match._begin()
        return match

    def _replay(self, match: Match, first: int) -> Match:
        for number, line in enumerate(self.lines[first:], first + 1):
            self.play(match, line, number)
        return match

    def _from_snapshot(self, line: Line) -> Match:
        assert isinstance(line, StateLine)
        try:
            state = self.game.rules.codec.read_state(bytes(line.state))
        except msgspec.ValidationError as error:
            raise RecordError(f"The snapshot in this record is from rules too old to go on with ({error}).") from error
        match = Match(self.game, state, RecordedDice(()))
        match._remembers = True
        match._run_on()
        return match

    def _dice(self, lines: list[Line]) -> SealedDice:
        """The sealed dice where they stopped; a new seal if the secret is not in the file."""
        seal, rolled = "", 0
        for line in lines:
            if isinstance(line, MatchLine | SealLine):
                seal, rolled = line.seal, 0
            elif isinstance(line, StartLine | TakeLine):
                rolled += len(line.dice)
        for secret in self.secrets():
            if seal_of(secret) == seal:
                return SealedDice(secret, rolled)
            raise RecordError("The secret in this record does not fit its seal: one of them was changed.")
        fresh = SealedDice.fresh()
        lines.append(SealLine(fresh.seal))
        return fresh

    def secrets(self) -> list[bytes]:
        """The secrets shown in the record."""
        try:
            return [bytes.fromhex(line.secret) for line in self.lines if isinstance(line, SecretLine)]
        except ValueError as error:
            raise RecordError("The secret in this record is not one: it was changed.") from error

    def play(self, match: Match, line: Line, number: int, dice: Dice | None = None) -> None:
        """Carry out one line with its recorded outcomes (or `dice`) and check the digest after it."""
        match.dice = dice or RecordedDice(line.dice if isinstance(line, StartLine | TakeLine) else ())
        match.state.dice, match.state.outcomes = match.dice, []
        try:
            self._carry_out(match, line)
        except (GrognardError, OutOfDice, msgspec.ValidationError) as error:
            raise RecordError(f"Line {number} of the record cannot be played: {error}") from error
        if isinstance(line, StartLine | TakeLine) and tuple(match.state.outcomes) != line.dice:
            raise RecordError(f"Line {number}: the dice recorded are not the dice rolled.")
        if isinstance(line, ChangeLine):
            self._check(match, line.digest, number)

    def _carry_out(self, match: Match, line: Line) -> None:
        if isinstance(line, StartLine):
            match._run_on()
        elif isinstance(line, TakeLine):
            action = self.game.rules.codec.read_action(line.do)
            if self.keeps_trail:
                self.trail.append(_Earlier(match.state.clone(), len(match.events), line.side, action))
            match.take(action, line.side)
        elif isinstance(line, UndoLine):
            for _ in range(line.count):
                match.undo()
            del self.trail[max(0, len(self.trail) - line.count) :]
        elif isinstance(line, BackLine):
            self._go_back(match, line.count)
        elif isinstance(line, ResignLine):
            match.resign(line.side)
        elif isinstance(line, StateLine):
            state = self.game.rules.codec.read_state(bytes(line.state))
            if state.digest() != match.state.digest():
                raise RecordError("the snapshot is not the position its answers lead to")

    def _go_back(self, match: Match, count: int) -> None:
        if not 0 < count <= len(self.trail):
            raise RecordError("more answers are taken back than were given")
        earlier = self.trail[-count]
        del self.trail[-count:]
        match._earlier.clear()
        match._return_to(earlier)

    def _check(self, match: Match, digest: str, number: int) -> None:
        if match.state.digest() != digest:
            raise RecordError(
                f"Line {number}: the position does not fit its digest. "
                "The record was changed, or made under other rules."
            )


def replay(lines: Sequence[Line]) -> Iterator[Match]:
    """The match after each line that changed the position, from the start on. It is one match: look, do not keep."""
    reader = _Reader(list(lines))
    for number, line in enumerate(lines, 1):
        reader.play(reader.match, line, number)
        if isinstance(line, ChangeLine):
            yield reader.match


class Verification(msgspec.Struct, frozen=True):
    """What an honest record holds."""

    game: str
    scenario: str
    answers: int
    dice: int
    result: Result | None


def verify(data: bytes) -> Verification:
    """Replay a record and recompute every die from the revealed secret; RecordError if anything does not fit."""
    lines = read_lines(data)
    reader = _Reader(lines)
    secrets = {seal_of(secret): secret for secret in reader.secrets()}
    match = reader.begin(RecordedDice(()))
    dice: SealedDice | None = None
    answers = rolled = 0
    for number, line in enumerate(lines, 1):
        if isinstance(line, MatchLine | SealLine):
            dice = SealedDice(secrets[line.seal]) if line.seal in secrets else None
        if dice is None and isinstance(line, StartLine | TakeLine) and line.dice:
            raise RecordError("The dice of this record are still sealed: the secret behind its seal is not in it.")
        reader.play(match, line, number, dice)
        if isinstance(line, StartLine | TakeLine):
            rolled += len(line.dice)
            answers += isinstance(line, TakeLine)
        if isinstance(line, StateLine) and dice is not None and line.rolled != dice.count:
            raise RecordError(f"Line {number}: the snapshot counts other dice than were rolled.")
    return Verification(reader.header.game, reader.header.scenario, answers, rolled, match.result)
