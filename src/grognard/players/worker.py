"""Search in a process of its own: whoever asks gets an answer in time, whatever the search is doing.

The process is sent a deal of the position (`Game.determinize`), never the position itself. It reports the best answer
so far; when its time is up the last report counts, and a process that does not stop by itself is killed.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import random
import threading
import time
from multiprocessing.connection import Connection
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.engine import SHELF, Action, Ask, Game, Match, State
from grognard.engine.scenario import Box
from grognard.players.plans import hurried, reports
from grognard.players.search import Effort, Report
from grognard.players.simple import best_judged
from grognard.players.trial import deal

SHARE = 0.75  # of the time is for thinking, counted on the processor; the rest for sending and for a busy machine
GRACE = 1.0  # of the time that an answer may be late
LATE = 3.0  # seconds until a search that does not stop is killed
STARTING = 120.0  # seconds a new process may take to load the games


NO_ANSWER = msgspec.Raw(b"\xc0")  # nothing


class Question(msgspec.Struct, frozen=True):
    """What a worker is asked."""

    game: str
    state: bytes
    side: str
    seed: int
    effort: Effort
    file: str = ""  # the text of a scenario that did not come with the game
    first: msgspec.Raw = NO_ANSWER  # the answer that is to be weighed, if it is known


def _know(game: Game, text: str) -> None:
    """Make a scenario known; one that is not asked about any more may make room for others."""
    if isinstance(game.scenarios, Box):
        game.scenarios.needed = tuple
    game.add_scenario(text)


def work(pipe: Connection) -> None:
    """The worker's life: one question after the other, a line for each better answer and an empty one at the end."""
    decoder = msgspec.msgpack.Decoder(Question)
    with contextlib.suppress(EOFError, BrokenPipeError, KeyboardInterrupt):  # whoever asked is gone
        games = SHELF
        pipe.send_bytes(b"ready")
        while True:
            asked = decoder.decode(pipe.recv_bytes())
            game = games[asked.game]
            if asked.file:
                _know(game, asked.file)
            state = game.rules.codec.read_state(asked.state)
            state.advance()
            ask = next(ask for ask in state.asks if ask.side == asked.side)
            read, plain = game.rules.codec.read_action, msgspec.msgpack.decode(asked.first)
            first = read(plain) if plain else None
            for report in reports(game, state, ask, random.Random(asked.seed), asked.effort, first):
                pipe.send_bytes(msgspec.json.encode(report))
            pipe.send_bytes(b"")


class Worker:
    """One process that thinks."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(theirs,), daemon=True, name="grognard-search")
        self.process.start()
        theirs.close()
        if not self.pipe.poll(STARTING):
            self.kill()
            raise TimeoutError("a search process did not start")
        self.pipe.recv_bytes()

    def think(self, asked: Question, until: float | None) -> tuple[bytes | None, bool]:
        """The last report before the time is up, and whether the worker finished by itself."""
        best: bytes | None = None
        try:
            self.pipe.send_bytes(msgspec.msgpack.encode(asked))
            while self.pipe.poll(seconds_left(until)):
                report = self.pipe.recv_bytes()
                if not report:
                    return best, True
                best = report
        except (EOFError, OSError):  # the worker has died
            pass
        return best, False

    def ends(self, until: float) -> bool:
        """Does it come to the end of the last question by then?"""
        try:
            while self.pipe.poll(seconds_left(until)):
                if not self.pipe.recv_bytes():
                    return True
        except (EOFError, OSError):
            pass
        return False

    def kill(self) -> None:
        """End the process, whatever it does."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def seconds_left(until: float | None) -> float | None:
    """The time until then; None if there is no end to it."""
    return None if until is None else max(0.0, until - time.monotonic())


class Workers:
    """Processes that wait for work. One more is started when none is free, as long as there are not too many."""

    def __init__(self, most: int | None = None) -> None:
        self.most = most or (os.cpu_count() or 2) + 1
        self.idle: list[Worker] = []
        self.alive = 0  # processes, with those that are being started
        self._change = threading.Condition()
        self._starting = self._waiting = 0

    def take(self, until: float | None = None) -> Worker | None:
        """A process that is free; one that is started may not be ready in time, and then there is none."""
        with self._change:
            self._waiting += 1
            if not self.idle and self._starting < self._waiting and self.alive < self.most:
                self._start()
            self._change.wait_for(lambda: bool(self.idle), STARTING if until is None else seconds_left(until))
            self._waiting -= 1
            return self.idle.pop() if self.idle else None

    def _start(self) -> None:
        self.alive, self._starting = self.alive + 1, self._starting + 1
        threading.Thread(target=self._wait_for_start, daemon=True).start()

    def _wait_for_start(self) -> None:
        try:
            worker = Worker()
        except (EOFError, OSError, TimeoutError):  # nothing can be started any more
            with self._change:
                self.alive, self._starting = self.alive - 1, self._starting - 1
            return
        with self._change:
            self._starting -= 1
        self.give(worker)

    def give(self, worker: Worker) -> None:
        with self._change:
            self.idle.append(worker)
            self._change.notify()

    def await_end(self, worker: Worker) -> None:
        """Wait in the background for one that is late; if it does not stop, another takes its place."""
        threading.Thread(target=self._await_end, args=(worker,), daemon=True).start()

    def _await_end(self, worker: Worker) -> None:
        if worker.ends(time.monotonic() + LATE):
            self.give(worker)
            return
        worker.kill()
        with self._change:
            self.alive -= 1
            self._start()

    def stop(self) -> None:
        """End all that wait."""
        with self._change:
            while self.idle:
                self.idle.pop().kill()
                self.alive -= 1


WORKERS = Workers()


def within(effort: Effort, left: float | None) -> Effort:
    """What a worker is given of the time: less, if it had to be started first."""
    given = (effort.seconds, effort.plans)
    seconds, plans = (one if one is None or left is None else min(one, left) * SHARE for one in given)
    return replace(effort, seconds=seconds, plans=plans)


class WorkerPlayer:
    """Search in another process, so that a server goes on serving."""

    def __init__(self, effort: Effort | None = None, workers: Workers = WORKERS) -> None:
        self.effort, self.workers = effort or Effort(), workers

    def choose(self, match: Match, ask: Ask, rng: random.Random) -> Action:
        """The best answer found in time."""
        if len(ask.actions) == 1:
            return next(iter(ask.actions))
        answer: Action = self.report(match, ask, rng).best
        return answer

    def report(self, match: Match, ask: Ask, rng: random.Random, first: Action | None = None) -> Report:
        """What was found in time; doctrine's own choice if the worker had nothing to report."""
        seconds = self.effort.seconds
        until = None if seconds is None else time.monotonic() + max(seconds, self.effort.plans or 0.0) * (1 + GRACE)
        dealt = deal(match.game, match.state, ask.side, rng, fitted=self.effort.fitted)
        asked = self._question(match.game, dealt, ask, rng, first)
        told = self._ask(asked, until) if self.effort.looks_ahead(match.game) else None
        if told is None:
            return Report(first or best_judged(match.game, dealt, ask, rng))
        found, read = msgspec.json.decode(told, type=Report), match.game.rules.codec.read_action
        plan = tuple(replace(step, answer=read(step.answer)) for step in found.plan)
        return replace(found, best=read(found.best), second=read(found.second) if found.second else None, plan=plan)

    def hurried(self, share: float) -> WorkerPlayer:
        """The same with such a share of its time; one without a limit is as he is."""
        if self.effort.seconds is None:
            return self
        return WorkerPlayer(hurried(self.effort, share), self.workers)

    def _question(self, game: Game, dealt: State[Any], ask: Ask, rng: random.Random, first: Action | None) -> Question:
        """What the worker is told, with all the time there is."""
        seed, text = rng.getrandbits(64), game.scenario_text(dealt.scenario_id)
        told = NO_ANSWER if first is None else msgspec.Raw(msgspec.msgpack.encode(first))
        return Question(game.id, dealt.to_json(), ask.side, seed, self.effort, text, told)

    def _ask(self, asked: Question, until: float | None) -> bytes | None:
        """The worker's last report before the time is up."""
        worker = self.workers.take(until)
        if worker is None:
            return None
        asked = replace(asked, effort=within(asked.effort, seconds_left(until)))
        told, finished = worker.think(asked, until)
        if finished:
            self.workers.give(worker)
        else:
            self.workers.await_end(worker)
        return told
