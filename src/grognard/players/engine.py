"""A player in any language: a program that is sent questions as JSON lines and writes its answers.

The lines are described in docs/how-to/write-a-player.md; `examples/engines` has a program in Python and one
in JavaScript. The program gets what its side may know (`players/question_text.py`) and nothing more: no
position, no seed, no enemy's hand.
"""

from __future__ import annotations

import queue
import random
import shlex
import subprocess
import threading
import time
import weakref
from collections import deque
from typing import IO, Any

import msgspec

from grognard.engine import Action, Ask, GrognardError, Match
from grognard.players.question_text import listed, odds_told, question_told, refusal_told

PROTOCOL = "grognard-engine-1"
SECONDS = 60.0  # for one answer
STARTING = 20.0  # seconds until it must say that it is ready
LAST_WORDS = 5  # lines of its errors that are kept
LONGEST = 1_000_000  # characters in a line of its

Plain = dict[str, Any]


class EngineError(GrognardError):
    """A program that cannot play: it did not start, answered too late, or wrote what nobody can read."""


class Process:
    """The program, with what it writes line by line."""

    def __init__(self, command: str) -> None:
        self.command = command
        pipe = subprocess.PIPE
        try:
            self.process = subprocess.Popen(
                shlex.split(command), stdin=pipe, stdout=pipe, stderr=pipe, text=True, encoding="utf-8", bufsize=1
            )
        except (OSError, ValueError, IndexError) as error:
            raise EngineError(f"The engine {command!r} does not start: {error}.") from error
        self.lines: queue.Queue[str] = queue.Queue()
        self.errors: deque[str] = deque(maxlen=LAST_WORDS)
        for stream, keep in ((self.process.stdout, self.lines.put), (self.process.stderr, self.errors.append)):
            threading.Thread(target=_read, args=(stream, keep), daemon=True).start()
        weakref.finalize(self, self.process.kill)

    def send(self, line: Plain) -> None:
        """One line to the program."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(msgspec.json.encode(line).decode() + "\n")
            self.process.stdin.flush()
        except OSError as error:
            raise self.fault("has stopped") from error

    def read(self, until: float) -> Plain:
        """The next line of the program; EngineError if none comes in time."""
        try:
            line = self.lines.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            raise self.fault("did not answer in time") from None
        if not line:
            raise self.fault("has stopped")
        try:
            return msgspec.json.decode(line, type=Plain)
        except msgspec.DecodeError as error:
            raise self.fault(f"wrote what is no line of {PROTOCOL}: {line[:80]!r}") from error

    def fault(self, what: str) -> EngineError:
        """What went wrong; the program is ended."""
        self.process.kill()
        self.process.wait()
        said = f" Its last words: {' '.join(self.errors)[:300]}" if self.errors else ""
        return EngineError(f"The engine {self.command!r} {what}.{said}")


def _read(stream: IO[str], keep: Any) -> None:
    """Keep every line of a stream; an empty one at its end."""
    while line := stream.readline(LONGEST):
        keep(line.rstrip("\n") if line.strip() else " ")
    keep("")


class EnginePlayer:
    """A program that plays: `EnginePlayer("node engine.mjs")`, or by name `engine:node engine.mjs`."""

    def __init__(self, command: str, seconds: float = SECONDS) -> None:
        self.command, self.seconds = command, seconds
        self._process: Process | None = None
        self._match: Match | None = None
        self._told = 0  # lines of the log that it has been sent

    def __reduce__(self) -> tuple[Any, ...]:
        return EnginePlayer, (self.command, self.seconds)

    def choose(self, match: Match, ask: Ask, rng: random.Random) -> Action:
        """The answer of the program, which must be one that is allowed."""
        process = self._process or self._start()
        try:
            self._meet(process, match, ask)
            told, log = question_told(match, ask), match.log(ask.side)
            new, self._told = [str(event) for event in log[self._told :]], len(log)
            process.send({"type": "choose", **told, "log": new, "seconds": self.seconds})
            return self._answer(process, match, ask, time.monotonic() + self.seconds)
        except EngineError:
            self._process = self._match = None
            raise

    def close(self) -> None:
        """Let the program end."""
        if self._process is not None:
            self._process.send({"type": "quit"})
            self._process = self._match = None

    def _start(self) -> Process:
        process = Process(self.command)
        process.send({"type": "hello", "protocol": PROTOCOL})
        ready = process.read(time.monotonic() + STARTING)
        if ready.get("type") != "ready" or ready.get("protocol") != PROTOCOL:
            raise process.fault(f"does not speak {PROTOCOL}: it began with {str(ready)[:80]}")
        self._process = process
        return process

    def _meet(self, process: Process, match: Match, ask: Ask) -> None:
        """Tell it of a match that it has not seen yet."""
        if match is self._match:
            return
        self._match, self._told, g = match, 0, match.state
        about = {"game": match.game.id, "scenario": g.scenario_id, "options": dict(g.options)}
        process.send({"type": "new", **about, "side": ask.side, "sides": list(match.sides)})

    def _answer(self, process: Process, match: Match, ask: Ask, until: float) -> Action:
        """What it answers; before that it may ask for odds, and why something is not allowed."""
        while True:
            line = process.read(until)
            kind = line.get("type")
            if kind not in ("answer", "odds", "why_not"):
                raise process.fault(f"wrote a line of no known type: {str(line)[:80]}")
            action = self._named(process, match, ask, line)
            if kind == "odds":
                process.send({"type": "odds", "odds": odds_told(match, action, ask.side)})
            elif kind == "why_not":
                process.send({"type": "why_not", "refusal": refusal_told(match, action, ask.side)})
            elif (refusal := match.why_not(action, ask.side)) is None:
                return action
            else:
                why = match.game.rulebook.explain(refusal)
                raise process.fault(f"answered what is not allowed, {match.describe(action)}: {why}")

    def _named(self, process: Process, match: Match, ask: Ask, line: Plain) -> Action:
        """The answer that a line names, by its number or in full."""
        n, offered = line.get("n"), listed(ask)
        if isinstance(n, int) and not isinstance(n, bool):
            if 0 <= n < len(offered):
                return offered[n]
            raise process.fault(f"named answer {n}, and there are {len(offered)}, from 0 on")
        try:
            return match.game.rules.codec.read_action(dict(line["answer"]))
        except (KeyError, TypeError, ValueError) as error:
            raise process.fault(f'names no answer by "n" or "answer": {str(line)[:80]}') from error
