"""A table in a process of its own, for what is measured and for what is killed."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType

import httpx

from grognard.table.keys import FILE, ServerKey
from grognard.table.store import Store, sqlite_url

CODE = """
import sys
exec(sys.argv[5])
from pathlib import Path
from grognard.table.keys import ServerKey
from grognard.table.serve import listen
from grognard.table.server import Table
from grognard.table.store import Store, sqlite_url
port, folder, url, rate = int(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], float(sys.argv[4])
store = Store(url or sqlite_url(folder), ServerKey.of(folder / "server.key"))
listen(Table(store, folder, rate=rate, making=rate).app(), "127.0.0.1", port)
"""


def free_port() -> int:
    """A port nobody uses."""
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port: int = trial.getsockname()[1]
        return port


class Served:
    """A table on a folder, or on a database whose key is in the folder. `kill` is SIGKILL.

    An address may ask so often a second; `before` is code that its process runs first.
    """

    def __init__(self, folder: str, url: str = "", rate: float = 1e6, before: str = "") -> None:
        self.folder, self.url, self.rate, self.before = folder, url, rate, before
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"

    def start(self) -> Served:
        """Start it, and wait until it answers."""
        given = (str(self.port), self.folder, self.url, str(self.rate), self.before)
        self.process = subprocess.Popen([sys.executable, "-c", CODE, *given])
        until = time.monotonic() + 120
        while time.monotonic() < until:
            try:
                httpx.get(f"{self.address}/api/schema", timeout=5)
                return self
            except httpx.TransportError:
                assert self.process.poll() is None, "the server did not start"
                time.sleep(0.05)
        raise AssertionError("the server does not answer")

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
