"""Tables in processes of their own, forked from one that has read every game: another costs next to nothing."""

from __future__ import annotations

import atexit
import json
import os
import select
import signal
import subprocess
import sys
import time
from functools import cache
from types import TracebackType

from bench.serving import CODE, Served, listens

CHILDREN = f"""
import gc, json, os, signal, sys
from grognard.engine import SHELF
from grognard.server import serve
from grognard.server import app as server
games = list(SHELF.values())
gc.freeze()
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    child = os.fork()
    if child:
        print(child, flush=True)
        continue
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # what is said here is no number of a process
    sys.argv = ["table", *json.loads(line)]
    exec({CODE!r}, {{"__name__": "__main__"}})
    os._exit(0)
"""


@cache
def _parent() -> subprocess.Popen[str]:
    """The process that forks; it ends when nobody can ask it any more."""
    made = subprocess.Popen([sys.executable, "-c", CHILDREN], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert made.stdin is not None
    atexit.register(made.stdin.close)
    return made


class Forked(Served):
    """A table like any other: `Served` in a process that is forked."""

    def start(self) -> Forked:
        """Start it, and wait until it answers."""
        given = (str(self.port), self.folder, self.url, str(self.rate), self.before, str(self.making))
        parent = _parent()
        assert parent.stdin is not None and parent.stdout is not None
        print(json.dumps(given), file=parent.stdin, flush=True)
        self.number = int(parent.stdout.readline())
        self.handle = os.pidfd_open(self.number)
        until = time.monotonic() + 120
        while not listens(self.port):
            assert time.monotonic() < until and not self._over(0), "the server did not start"
            time.sleep(0.01)
        return self

    def _over(self, seconds: float) -> bool:
        return bool(select.select([self.handle], [], [], seconds)[0])

    def kill(self) -> None:
        """As if the power had failed."""
        signal.pidfd_send_signal(self.handle, signal.SIGKILL)
        assert self._over(60)

    def __enter__(self) -> Forked:
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if not self._over(0):
            signal.pidfd_send_signal(self.handle, signal.SIGTERM)
            if not self._over(20):
                self.kill()
        os.close(self.handle)
