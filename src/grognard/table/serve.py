"""Starting the table."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path

import uvicorn
from starlette.applications import Starlette

from grognard.engine import GrognardError
from grognard.table.server import Table
from grognard.table.store import Store, sqlite_url


def data_folder() -> Path:
    """Where matches are kept unless somebody says otherwise."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share"))
    return base / "grognard"


def run(
    port: int = 8000,
    data: str | Path | None = None,
    database: str | None = None,
    open_browser: bool = False,
    host: str = "127.0.0.1",
    path: str = "/",
) -> None:
    """Serve the table until interrupted. Everything acknowledged is on disk by then."""
    folder = Path(data) if data else data_folder()
    port = free_port(host, port)
    store = Store(database_url(database) if database else sqlite_url(folder))
    address = f"http://{host}:{port}{path}"
    print(f"Grognard is at {address} (stop with Ctrl-C)", flush=True)
    if open_browser:
        threading.Timer(0.8, webbrowser.open, (address,)).start()
    listen(Table(store, folder).app(), host, port)


def listen(app: Starlette, host: str, port: int) -> None:
    """Answer at this address until interrupted."""
    sys.setswitchinterval(0.0005)  # seconds: threads that write or think must not make an answer wait for its turn
    uvicorn.run(
        app,
        host=host,
        port=port,
        log_level="warning",
        ws_max_size=64 * 1024,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
    )


def free_port(host: str, first: int) -> int:
    """The first port nobody listens on, of ten."""
    for port in range(first, first + 10):
        with socket.socket() as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                trial.bind((host, port))
            except OSError:
                continue
        return port
    raise NoPort(f"Ports {first} to {first + 9} are taken. Name another: grognard serve --port {first + 10}")


class NoPort(GrognardError):
    """No port is free; the message says what to do."""


def database_url(url: str) -> str:
    """A PostgreSQL URL as the database layer wants it, with the driver named."""
    for plain in ("postgres://", "postgresql://"):
        if url.startswith(plain):
            return "postgresql+psycopg://" + url.removeprefix(plain)
    return url
