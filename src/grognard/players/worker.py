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

from grognard.engine import Action, Ask, Match, find_game
from grognard.players.search import Effort, deal, thoughts

GRACE = 0.5  # of its time that a search may be late before it is killed
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
    pipe.send_bytes(b"ready")
    with contextlib.suppress(EOFError, BrokenPipeError, KeyboardInterrupt):
        while True:
            asked = decoder.decode(pipe.recv_bytes())
            game = find_game(asked.game)
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
        """The best answer found in time; the first one offered if the worker had none to report."""
        if len(ask.actions) == 1:
            return next(iter(ask.actions))
        seconds = self.effort.seconds if self.effort.seconds is not None else STARTING
        worker = self.workers.take()
        dealt = deal(match.game, match.state, ask.side, rng)
        asked = Question(match.game.id, dealt.to_json(), ask.side, rng.getrandbits(64), self.effort)
        best, finished = worker.think(asked, time.monotonic() + seconds * (1 + GRACE))
        if finished:
            self.workers.give(worker)
        else:
            worker.kill()
        return match.game.codec.read_action(best) if best else next(iter(ask.actions))
