"""Starting the table."""

from __future__ import annotations

import socket
import sys
import threading
import webbrowser
from pathlib import Path

import sqlalchemy as sa
import uvicorn
from starlette.applications import Starlette

from grognard.engine import GrognardError
from grognard.home import data_folder
from grognard.table.server import Table
from grognard.table.store import Store, sqlite_url


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
    store = open_store(folder, database)
    address = f"http://{host}:{port}{path}"
    print(f"Grognard is at {address} (stop with Ctrl-C)", flush=True)
    if open_browser:
        threading.Timer(0.8, webbrowser.open, (address,)).start()
    listen(Table(store, folder).app(), host, port)


def open_store(folder: Path, database: str | None) -> Store:
    """The database, or in one line why it cannot be used."""
    try:
        return Store(database_url(database) if database else sqlite_url(folder))
    except OSError as error:
        raise CannotServe(f"{folder} cannot be written to ({error.strerror}). Name another with --data.") from error
    except (sa.exc.SQLAlchemyError, ImportError) as error:
        what = database or f"the database in {folder}"
        raise CannotServe(f"{what} cannot be opened: {str(error).splitlines()[0]}") from error


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
            except OverflowError as error:
                raise CannotServe(f"There is no port {port}. Name one below 65536.") from error
        return port
    raise CannotServe(f"Ports {first} to {first + 9} are taken. Name another: grognard serve --port {first + 10}")


class CannotServe(GrognardError):
    """The table cannot be opened; the message says what to do."""


def database_url(url: str) -> str:
    """A PostgreSQL URL as the database layer wants it, with the driver named."""
    for plain in ("postgres://", "postgresql://"):
        if url.startswith(plain):
            return "postgresql+psycopg://" + url.removeprefix(plain)
    return url
