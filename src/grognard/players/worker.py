"""Jobs in processes of their own: whoever asks gets an answer in time, whatever the job is doing.

A search is sent a deal of the position (`Game.determinize`), never the position itself. It reports the best answer
so far; when its time is up the last report counts, and a process that does not stop by itself is killed.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import random
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, Self

import msgspec
from msgspec.structs import replace

from grognard.engine import SHELF, Action, Ask, Game, Match, State
from grognard.engine.game.scenario import ScenarioSet
from grognard.players.jobs import DONE, TRIES, Job, Jobs, Lost, Running, Tell, last_told, seconds_left
from grognard.players.planner import hurried, reports
from grognard.players.rollout import deal
from grognard.players.search import Report, SearchBudget
from grognard.players.simple import best_judged

SHARE = 0.75  # of the time is for thinking, counted on the processor; the rest for sending and for a busy machine
GRACE = 1.0  # of the time that an answer may be late
LATE = 3.0  # seconds until a search that does not stop is killed
STARTING = 120.0  # seconds a new process may take to load the games
MOST = 256  # searches that one server waits for at once
LOG = logging.getLogger(__name__)


NO_ANSWER = msgspec.Raw(b"\xc0")  # nothing


class Question(msgspec.Struct, frozen=True):
    """What a search is asked."""

    game: str
    state: bytes
    side: str
    seed: int
    effort: SearchBudget
    file: str = ""  # the text of a scenario that did not come with the game
    first: msgspec.Raw = NO_ANSWER  # the answer that is to be weighed, if it is known


def _know(game: Game, text: str) -> None:
    """Make a scenario known; one that is not asked about any more may make room for others."""
    if isinstance(game.scenarios, ScenarioSet):
        if text in game.scenarios.texts.values():  # in the process that asks it always is
            return
        game.scenarios.needed = tuple
    game.add_scenario(text)


def search(question: bytes, tell: Tell) -> None:
    """The job of a searcher: a line for each better answer."""
    asked = msgspec.msgpack.decode(question, type=Question)
    game = SHELF[asked.game]
    if asked.file:
        _know(game, asked.file)
    state = game.rules.codec.read_state(asked.state)
    state.advance()
    ask = next(ask for ask in state.asks if ask.side == asked.side)
    plain = msgspec.msgpack.decode(asked.first)
    first = game.rules.codec.read_action(plain) if plain else None
    for report in reports(game, state, ask, random.Random(asked.seed), asked.effort, first):
        tell(msgspec.json.encode(report))


def worker_main(pipe: Connection, polite: int = 0) -> None:
    """A worker's life: one job after the other, what each tells, and an empty line at its end."""
    if polite and hasattr(os, "nice"):
        os.nice(polite)
    decoder = msgspec.msgpack.Decoder(Job)
    with contextlib.suppress(EOFError, BrokenPipeError, KeyboardInterrupt):  # whoever asked is gone
        pipe.send_bytes(b"ready")
        while True:
            decoder.decode(pipe.recv_bytes()).do(pipe.send_bytes)
            pipe.send_bytes(DONE)


class Worker:
    """One process that works."""

    def __init__(self, polite: int = 0) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=worker_main, args=(theirs, polite), daemon=True, name="grognard-worker")
        self.is_ready = False
        self.process.start()
        theirs.close()

    def get_ready(self) -> Self:
        """Wait until it can begin a job."""
        if not self.pipe.poll(STARTING):
            self.kill()
            raise TimeoutError("a worker process did not start")
        self.pipe.recv_bytes()
        self.is_ready = True
        return self

    def hear(self, until: float | None) -> bytes | None:
        """The next thing it tells of its job; None if there is nothing until then."""
        while self.pipe.poll(seconds_left(until)):
            told = self.pipe.recv_bytes()
            if self.is_ready:
                return told
            self.is_ready = True
        return None

    def ends(self, until: float) -> bool:
        """Does it come to the end of its job by then?"""
        try:
            while self.pipe.poll(seconds_left(until)):
                if not self.pipe.recv_bytes():
                    return True
        except (EOFError, OSError):
            pass
        return False

    def kill(self) -> None:
        """End the process, whatever it does. Its pipe is at an end then."""
        self.process.kill()
        self.process.join()


class Workers:
    """Processes that wait for work. One more is started when none is free, as long as there are not too many."""

    long_places = 1  # they share the processors with the server

    def __init__(self, most: int | None = None) -> None:
        self.places = most or os.cpu_count() or 2
        self.most = most or self.places + 1
        self.idle: list[Worker] = []
        self.busy: set[Worker] = set()  # those at a job, also those of their own
        self.alive = 0  # processes that wait or search, with those that are being started
        self._change = threading.Condition()
        self._starting = self._waiting = 0

    def begin(self, make: Callable[[], Job], until: float | None = None, polite: int = 0) -> Running | None:
        """A job in a process that is free; a polite one has a process of its own."""
        try:
            worker = Worker(polite) if polite else self.take(until)
        except (EOFError, OSError) as error:
            raise Lost("No worker process can be started.") from error
        if worker is None:
            return None
        self.busy.add(worker)
        running = InProcess(self, worker, long=bool(polite))
        try:
            worker.pipe.send_bytes(msgspec.msgpack.encode(make()))
        except OSError:  # it has died while it waited: the caller is told
            running.lost = True
        return running

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
            worker = Worker().get_ready()
        except (EOFError, OSError, TimeoutError):  # nothing can be started any more
            with self._change:
                self.alive, self._starting = self.alive - 1, self._starting - 1
            return
        with self._change:
            self._starting -= 1
        self.release(worker)

    def release(self, worker: Worker) -> None:
        with self._change:
            self.idle.append(worker)
            self._change.notify()

    def await_end(self, worker: Worker) -> None:
        """Wait in the background for one that is late; if it does not stop, another takes its place."""
        threading.Thread(target=self._await_end, args=(worker,), daemon=True).start()

    def _await_end(self, worker: Worker) -> None:
        if worker.ends(time.monotonic() + LATE):
            self.release(worker)
        else:
            self.replace(worker)

    def replace(self, worker: Worker) -> None:
        """Another takes the place of one that has died, or does not stop."""
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


class InProcess:
    """A job that a worker process is at."""

    def __init__(self, workers: Workers, worker: Worker, *, long: bool) -> None:
        self.workers, self.worker, self.long = workers, worker, long
        self.lost = self.done = self._stopped = False

    def hear(self, until: float | None = None) -> bytes | None:
        try:
            if self.lost:
                raise EOFError
            told = self.worker.hear(until)
        except (EOFError, OSError):
            self.lost = True
            raise Lost("A worker process has died.") from None
        self.done = told == DONE
        return told

    def stop(self) -> None:
        """One that is done waits for the next job; one that is late has a moment; a long one is ended."""
        if self._stopped:
            return
        self._stopped = True
        self.workers.busy.discard(self.worker)
        if self.long:
            self.worker.kill()
        elif self.lost:
            self.workers.replace(self.worker)
        elif self.done:
            self.workers.release(self.worker)
        else:
            self.workers.await_end(self.worker)


class Office:
    """Where this process has its jobs done: in workers of its own, until somebody says otherwise."""

    def __init__(self, jobs: Jobs) -> None:
        self.move(jobs)

    def move(self, jobs: Jobs) -> None:
        """From now on they are done there."""
        self.jobs = jobs
        self.measure()

    def measure(self) -> None:
        """See how many can be done at once now: nodes of a cluster come and go."""
        self.places, self.long_places = min(self.jobs.places, MOST), min(self.jobs.long_places, MOST)


WORKERS = Workers()
OFFICE = Office(WORKERS)


def within(effort: SearchBudget, left: float | None) -> SearchBudget:
    """What a worker is given of the time: less, if it had to be started first."""
    given = (effort.seconds, effort.plans)
    seconds, plans = (one if one is None or left is None else min(one, left) * SHARE for one in given)
    return replace(effort, seconds=seconds, plans=plans)


class WorkerPlayer:
    """Search as a job, in another process or on another machine, so that a server goes on serving."""

    def __init__(self, effort: SearchBudget | None = None, jobs: Jobs | None = None) -> None:
        self.effort, self._jobs = effort or SearchBudget(), jobs

    @property
    def jobs(self) -> Jobs:
        """Where it is done."""
        return self._jobs or OFFICE.jobs

    def choose(self, match: Match, ask: Ask, rng: random.Random) -> Action:
        """The best answer found in time."""
        if len(ask.actions) == 1:
            return next(iter(ask.actions))
        answer: Action = self.report(match, ask, rng).best
        return answer

    def report(self, match: Match, ask: Ask, rng: random.Random, first: Action | None = None) -> Report:
        """What was found in time; doctrine's own choice if the worker had nothing to report."""
        dealt = deal(match.game, match.state, ask.side, rng, fitted=self.effort.fitted)
        told = None
        if self.effort.looks_ahead(match.game):
            told = self._ask(self._question(match.game, dealt, ask, rng.getrandbits(64), first))
        if told is None:
            return Report(first or best_judged(match.game, dealt, ask, rng))
        found, read = msgspec.json.decode(told, type=Report), match.game.rules.codec.read_action
        plan = tuple(replace(step, answer=read(step.answer)) for step in found.plan)
        return replace(found, best=read(found.best), second=read(found.second) if found.second else None, plan=plan)

    def hurried(self, share: float) -> WorkerPlayer:
        """The same with such a share of its time; one without a limit is as he is."""
        if self.effort.seconds is None:
            return self
        return WorkerPlayer(hurried(self.effort, share), self._jobs)

    def _question(self, game: Game, dealt: State[Any], ask: Ask, seed: int, first: Action | None) -> Question:
        """What the worker is told, with all the time there is."""
        told = NO_ANSWER if first is None else msgspec.Raw(msgspec.msgpack.encode(first))
        return Question(
            game.id, dealt.to_json(), ask.side, seed, self.effort, game.scenario_text(dealt.scenario_id), told
        )

    def _ask(self, asked: Question) -> bytes | None:
        """The last report before the time is up. If the worker dies another is asked, who has as much time."""
        for _ in range(TRIES):
            try:
                return self._ask_once(asked)
            except Lost as lost:
                LOG.warning("A search is begun again: %s", lost)
        return None

    def _ask_once(self, asked: Question) -> bytes | None:
        seconds = self.effort.seconds
        until = None if seconds is None else time.monotonic() + max(seconds, self.effort.plans or 0.0) * (1 + GRACE)

        def make() -> Job:
            there = replace(asked, effort=within(asked.effort, seconds_left(until)))
            return Job(f"{__name__}:{search.__name__}", msgspec.msgpack.encode(there))

        running = self.jobs.begin(make, until)
        return None if running is None else last_told(running, until)
