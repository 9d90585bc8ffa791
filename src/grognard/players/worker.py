"""Search in a process of its own: whoever asks gets an answer in time, whatever the search is doing.

The process is sent a deal of the position (`Game.determinize`), never the position itself. It reports the best answer
so far; when its time is up the last report counts, and a process that does not stop by itself is killed.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import random
import threading
import time
from multiprocessing.connection import Connection

import msgspec
from msgspec.structs import replace

from grognard.engine import Action, Ask, Match, all_games
from grognard.players.search import Effort, deal, thoughts
from grognard.players.simple import best_judged

SHARE = 0.75  # of the time is for thinking, the rest for sending and for a busy machine
GRACE = 0.6  # of the time that an answer may be late
LATE = 3.0  # seconds until a search that does not stop is killed
STARTING = 30.0  # seconds a new process may take to load the games


class Question(msgspec.Struct, frozen=True):
    """What a worker is asked."""

    game: str
    state: bytes
    side: str
    seed: int
    effort: Effort


def work(pipe: Connection) -> None:
    """The worker's life: one question after the other, a line for each better answer and an empty one at the end."""
    decoder = msgspec.msgpack.Decoder(Question)
    games = all_games()
    pipe.send_bytes(b"ready")
    with contextlib.suppress(EOFError, BrokenPipeError, KeyboardInterrupt):
        while True:
            asked = decoder.decode(pipe.recv_bytes())
            game = games[asked.game]
            state = game.codec.read_state(asked.state)
            state.advance()
            ask = next(ask for ask in state.asks if ask.side == asked.side)
            last: Action | None = None
            for best in thoughts(game, state, ask, random.Random(asked.seed), asked.effort):
                if best != last:
                    pipe.send_bytes(msgspec.json.encode(best))
                    last = best
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

    def think(self, asked: Question, until: float) -> tuple[bytes | None, bool]:
        """The last report before the time is up, and whether the worker finished by itself."""
        best: bytes | None = None
        try:
            self.pipe.send_bytes(msgspec.msgpack.encode(asked))
            while self.pipe.poll(max(0.0, until - time.monotonic())):
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
            while self.pipe.poll(max(0.0, until - time.monotonic())):
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


class Workers:
    """Processes that wait for work; a new one is started when none is free."""

    def __init__(self) -> None:
        self.idle: list[Worker] = []
        self._lock = threading.Lock()

    def take(self) -> Worker:
        with self._lock:
            if self.idle:
                return self.idle.pop()
        return Worker()

    def give(self, worker: Worker) -> None:
        with self._lock:
            self.idle.append(worker)

    def await_end(self, worker: Worker) -> None:
        """Wait in the background for one that is late; if it does not stop, another takes its place."""
        threading.Thread(target=self._await_end, args=(worker,), daemon=True).start()

    def _await_end(self, worker: Worker) -> None:
        if worker.ends(time.monotonic() + LATE):
            self.give(worker)
            return
        worker.kill()
        with contextlib.suppress(EOFError, OSError, TimeoutError):  # nothing can be started any more
            self.give(Worker())

    def stop(self) -> None:
        """End all that wait."""
        with self._lock:
            while self.idle:
                self.idle.pop().kill()


WORKERS = Workers()


class WorkerPlayer:
    """Search in another process, so that a server goes on serving."""

    def __init__(self, effort: Effort | None = None, workers: Workers = WORKERS) -> None:
        self.effort, self.workers = effort or Effort(), workers

    def choose(self, match: Match, ask: Ask, rng: random.Random) -> Action:
        """The best answer found in time; doctrine's if the worker had none to report."""
        if len(ask.actions) == 1:
            return next(iter(ask.actions))
        worker = self.workers.take()
        begun, seconds = time.monotonic(), self.effort.seconds
        effort = self.effort if seconds is None else replace(self.effort, seconds=seconds * SHARE)
        dealt = deal(match.game, match.state, ask.side, rng)
        asked = Question(match.game.id, dealt.to_json(), ask.side, rng.getrandbits(64), effort)
        best, finished = worker.think(asked, begun + (STARTING if seconds is None else seconds * (1 + GRACE)))
        if finished:
            self.workers.give(worker)
        else:
            self.workers.await_end(worker)
        return match.game.codec.read_action(best) if best else best_judged(match.game, dealt, ask, rng)
