"""A table in a process of its own, for what is measured and for what is killed."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType

import httpx

from grognard.server.storage.server_key import FILE, ServerKey
from grognard.server.storage.store import Store, sqlite_url

CODE = """
import sys
exec(sys.argv[5])
from pathlib import Path
from grognard.server.storage.server_key import ServerKey
from grognard.server.serve import listen
from grognard.server.app import WebApp
from grognard.server.storage.store import Store, sqlite_url
port, folder, url, rate = int(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], float(sys.argv[4])
store = Store(url or sqlite_url(folder), ServerKey.of(folder / "server.key"))
listen(WebApp(store, folder, rate=rate, making=float(sys.argv[6])).app(), "127.0.0.1", port)
"""

NURSERY = """
import gc, json, os, signal, sys
from pathlib import Path
from grognard.engine import SHELF
from grognard.server.storage.server_key import ServerKey
from grognard.server import app as server
from grognard.server.serve import listen
from grognard.server.app import WebApp
from grognard.server.storage.store import Store, sqlite_url
games, pages = list(SHELF.values()), server.Pages()
server.Pages = lambda: pages
gc.freeze()
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    child = os.fork()
    if child:
        print(child, flush=True)
        continue
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    port, folder, url = json.loads(line)
    store = Store(url or sqlite_url(Path(folder)), ServerKey.of(Path(folder) / "server.key"))
    listen(WebApp(store, Path(folder), rate=1e6, making=1e6).app(), "127.0.0.1", port)
    os._exit(0)
"""


def free_port() -> int:
    """A port nobody uses."""
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port: int = trial.getsockname()[1]
        return port


def listens(port: int) -> bool:
    """Does anybody listen there? To ask over HTTP costs a thousand times as much."""
    with socket.socket() as trial:
        return trial.connect_ex(("127.0.0.1", port)) == 0


class Served:
    """A table on a folder, or on a database whose key is in the folder. `kill` is SIGKILL.

    An address may ask so often a second, and make so many matches; `before` is code that its process runs first.
    """

    def __init__(
        self, folder: str, url: str = "", rate: float = 1e6, before: str = "", making: float | None = None
    ) -> None:
        self.folder, self.url, self.rate, self.before = folder, url, rate, before
        self.making = rate if making is None else making
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"

    def start(self) -> Served:
        """Start it, and wait until it answers."""
        given = (str(self.port), self.folder, self.url, str(self.rate), self.before, str(self.making))
        self.process = subprocess.Popen([sys.executable, "-c", CODE, *given])
        until = time.monotonic() + 120
        while not listens(self.port):
            assert time.monotonic() < until and self.process.poll() is None, "the server did not start"
            time.sleep(0.02)
        httpx.get(f"{self.address}/api/schema", timeout=120)
        return self

    def store(self) -> Store:
        """Its database, with its key."""
        folder = Path(self.folder)
        return Store(self.url or sqlite_url(folder), ServerKey.of(folder / FILE))

    def kill(self) -> None:
        """As if the power had failed."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def __enter__(self) -> Served:
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()


class Nursery:
    """A process that has read every game and brings up tables by forking: one that is killed is soon replaced."""

    def __init__(self) -> None:
        code = [sys.executable, "-c", NURSERY]
        self.process = subprocess.Popen(code, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def table(self, folder: str, url: str = "") -> Raised:
        """A table on a folder or a database, listening."""
        port, process = free_port(), self.process
        assert process.stdin is not None and process.stdout is not None
        print(json.dumps([port, folder, url]), file=process.stdin, flush=True)
        return Raised(int(process.stdout.readline()), port)

    def __enter__(self) -> Nursery:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


class Raised:
    """A table that a nursery has brought up."""

    def __init__(self, process: int, port: int) -> None:
        self.process, self.port, self.address = process, port, f"http://127.0.0.1:{port}"
        until = time.monotonic() + 120
        while not listens(port):
            assert time.monotonic() < until and self._lives(), "the server did not start"
            time.sleep(0.01)

    def _lives(self) -> bool:
        try:
            os.kill(self.process, 0)
        except ProcessLookupError:
            return False
        return True

    def kill(self) -> None:
        """As if the power had failed."""
        os.kill(self.process, signal.SIGKILL)
        while self._lives():
            time.sleep(0.002)
