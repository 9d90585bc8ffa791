"""A server in a process of its own, to be killed."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from types import TracebackType

import httpx


def free_port() -> int:
    """A port nobody uses."""
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port: int = trial.getsockname()[1]
        return port


class Server:
    """A table on a database; `kill` is SIGKILL."""

    def __init__(self, folder: str, url: str = "", rate: float = 100_000, before: str = "") -> None:
        self.folder, self.url, self.rate, self.before = folder, url, rate, before
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"

    def start(self) -> Server:
        """Start it and wait until it answers."""
        code = (
            f"{self.before}"
            "from pathlib import Path; from grognard.table.server import Table;"
            "from grognard.table.serve import listen; from grognard.table.store import Store, sqlite_url;"
            f"url = {self.url!r} or sqlite_url(Path({self.folder!r}));"
            f"app = Table(Store(url), rate={self.rate}, making={self.rate}).app();"
            f"listen(app, '127.0.0.1', {self.port})"
        )
        self.process = subprocess.Popen([sys.executable, "-c", code])
        for _ in range(2400):
            try:
                httpx.get(f"{self.address}/api/schema", timeout=5)
                return self
            except httpx.TransportError:
                assert self.process.poll() is None, "the server did not start"
                time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """As if the power had failed."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def __enter__(self) -> Server:
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()
