"""Starting the table."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from pathlib import Path

import uvicorn

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
    store = Store(database_url(database) if database else sqlite_url(folder))
    address = f"http://{host}:{port}{path}"
    print(f"Grognard is at {address} (stop with Ctrl-C)", flush=True)
    if open_browser:
        threading.Timer(0.8, webbrowser.open, (address,)).start()
    uvicorn.run(
        Table(store, folder).app(),
        host=host,
        port=port,
        log_level="warning",
        ws_max_size=64 * 1024,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
    )


def database_url(url: str) -> str:
    """A PostgreSQL URL as the database layer wants it, with the driver named."""
    for plain in ("postgres://", "postgresql://"):
        if url.startswith(plain):
            return "postgresql+psycopg://" + url.removeprefix(plain)
    return url
