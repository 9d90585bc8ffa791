"""Starting the table."""

from __future__ import annotations

import gc
import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from urllib.parse import quote, quote_plus

import msgspec
import sqlalchemy as sa
import uvicorn
from starlette.applications import Starlette
from uvicorn.config import LOGGING_CONFIG

from grognard.engine import SHELF, GrognardError
from grognard.extras import what_to_install
from grognard.home import data_folder
from grognard.players import OFFICE
from grognard.players.cluster import OnRay
from grognard.players.jobs import Here
from grognard.players.worker import Workers
from grognard.server.app import WebApp
from grognard.server.people.smtp import MailServer
from grognard.server.pictures.pictures import art_mark
from grognard.server.storage.folder_lock import FolderInUse, FolderLock
from grognard.server.storage.migration import CannotMigrate, LaterDatabase
from grognard.server.storage.server_key import ADMIN, FILE, ServerKey, new_secret
from grognard.server.storage.store import Store, sqlite_url
from grognard.server.web.allowance import STANDARD, Limits, read_limits
from grognard.server.web.connections import ConnectionLimiter
from grognard.server.web.error_reports import REPORTS, Reports, send_reports
from grognard.server.web.json_log import write_json, write_to
from grognard.studio import open_campaigns, read_folder

FIRST_PORT, PORTS = 8000, 10  # the first that is tried, and how many
HERE = "127.0.0.1", "localhost", "::1"
EVERYBODY, ELSEWHERE = ("0.0.0.0", "::", ""), ("192.0.2.1", 9)  # an address that nobody has
YOUNG = 700, 10, 1000  # looking through everything for garbage takes half a second with many matches: House.sweep does
# In the environment, for everybody on a machine can read the command lines.
DATABASE = "GROGNARD_DATABASE"
MAIL = "GROGNARD_MAIL"


class CannotServe(GrognardError):
    """The table cannot be opened; the message says what to do."""


class Serving(msgspec.Struct, frozen=True):
    """How the table is to be served."""

    port: int = FIRST_PORT
    host: str = "127.0.0.1"
    data: Path | None = None
    database: str = ""  # a PostgreSQL URL; else a file in the data folder
    open_browser: bool = False
    path: str = "/"  # which page the browser opens
    names: tuple[str, ...] = ()  # it is known by, beside its addresses
    proxies: tuple[str, ...] = ()  # addresses that are believed when they say whom they speak for
    key: Path | None = None  # the server's key; else a file in the data folder
    logs: str = "text"  # or "json"
    limits: Path | None = None  # a file that says how much one visitor may ask
    wander: bool = True  # to the next free port, if this one is taken
    workers: int | None = None  # processes that think; 0: this one does
    ray: str = ""  # the address of a Ray cluster that thinks instead
    log: Path | None = None  # a file for the log, which is turned over when it is full
    admin_key: Path | None = None  # of the operator; else a file in the data folder


def run(wish: Serving, *, twice: bool = False) -> None:
    """Serve the table until interrupted. Everything acknowledged is on disk by then.

    Where the folder is served already, the browser is shown that table if `twice` is allowed; else it is an error.
    """
    folder, database = wish.data or data_folder(), wish.database or os.environ.get(DATABASE, "")
    try:
        lock = None if database else hold(folder)
    except FolderInUse as taken:
        return elsewhere(taken.address, wish, twice)
    reports = begin_log(wish)
    try:
        think_at(wish)
        serve_from(folder, database, wish, lock)
    finally:
        OFFICE.jobs.stop()
        if reports is not None:
            reports.close()
        if lock is not None:
            lock.release()


def serve_from(folder: Path, database: str, wish: Serving, lock: FolderLock | None) -> None:
    """Open a folder or a database, say where the table is, and answer until interrupted."""
    open_campaigns()
    for wrong in read_folder(folder):
        print(wrong, file=sys.stderr)
    limits = read_limits(wish.limits) if wish.limits else STANDARD
    port = free_port(wish.host, wish.port, PORTS if wish.wander else 1)
    store = open_store(folder, database, wish.key)
    address = f"http://{reachable(wish.host)}:{port}"
    if lock is not None:
        lock.say(address)
    announce(wish, address, store.key)
    if wish.open_browser:
        threading.Timer(0.8, webbrowser.open, (address + wish.path,)).start()
    threading.Thread(target=read_games, daemon=True).start()
    site = f"https://{wish.names[0]}" if wish.names else address
    post = MailServer.of(mail) if (mail := os.environ.get(MAIL, "")) else None
    key = admin_key(wish.admin_key or folder / ADMIN)
    table = WebApp(store, folder, names=wish.names, post=post, site=site, limits=limits, admin=key)
    listen(table.app(), wish.host, port, wish.proxies, "file" if wish.log else wish.logs, limits)


def admin_key(path: Path) -> str:
    """The operator's key, which is made if need be."""
    try:
        return new_secret(path)
    except (OSError, ValueError) as error:
        raise CannotServe(f"{path} cannot be used for the operator's key ({error}). Name another file.") from error


def begin_log(wish: Serving) -> Reports | None:
    """Write the log where it is wished for; faults are told at a URL too, if one is named."""
    if wish.log is not None:
        try:
            write_to(wish.log, json=wish.logs == "json")
        except OSError as error:
            raise CannotServe(f"{wish.log} cannot be written ({error.strerror}). Name another file.") from error
    elif wish.logs == "json":
        write_json()
    return send_reports(url) if (url := os.environ.get(REPORTS, "")) else None


def think_at(wish: Serving) -> None:
    """Have computer players' searches, hints, analyses and trials done where that is wished for."""
    if wish.ray and wish.workers is not None:
        raise CannotServe("Either --workers or --ray: a cluster has workers of its own.")
    if wish.ray:
        OFFICE.move(OnRay(wish.ray))
    elif wish.workers is not None:
        OFFICE.move(Workers(wish.workers) if wish.workers else Here())


def announce(wish: Serving, address: str, key: ServerKey | None) -> None:
    """Say where the table is, and who can reach it."""
    print(f"Grognard is at {address}{wish.path} (stop with Ctrl-C)", flush=True)
    if wish.host in HERE and not wish.names:
        print("Only this machine can reach it; for friends, start it with --host 0.0.0.0", flush=True)
    if key is not None:
        print(f"It signs records with the key {key.public}", flush=True)


def read_games() -> None:
    """Read every game while the browser is still opening."""
    for game in SHELF.values():
        try:
            art_mark(game)
        except Exception as error:  # files of somebody else's package
            SHELF.leave_out(game.id, error)


def hold(folder: Path) -> FolderLock:
    """Keep a folder to oneself; Taken if somebody else has it."""
    try:
        return FolderLock(folder)
    except OSError as error:
        raise CannotServe(f"{folder} cannot be written to ({error.strerror}). Name another with --data.") from error


def elsewhere(address: str, wish: Serving, twice: bool) -> None:
    """The folder is served already: show where, or complain."""
    known = f" at {address}{wish.path}" if address else ""
    if wish.open_browser and address:
        webbrowser.open(address + wish.path)
    if not twice or not address:
        raise CannotServe(f"Grognard already serves this folder{known}. Stop it first, or name another with --data.")
    print(f"Grognard is already{known or ' there'}", flush=True)


def open_store(folder: Path, database: str, key: Path | None = None) -> Store:
    """The database, or in one line why it cannot be used."""
    try:
        return Store(database_url(database) if database else sqlite_url(folder), ServerKey.of(key or folder / FILE))
    except OSError as error:
        raise CannotServe(f"{folder} cannot be written to ({error.strerror}). Name another with --data.") from error
    except (sa.exc.SQLAlchemyError, ImportError, ValueError) as error:
        if isinstance(error, ModuleNotFoundError) and (advice := what_to_install(error)):
            raise CannotServe(advice) from error
        raise CannotServe(f"{_named(folder, database)} cannot be opened: {said_by(error, database)}") from error
    except (LaterDatabase, CannotMigrate) as error:
        raise CannotServe(f"{_named(folder, database)} cannot be opened. {error}") from error


def _named(folder: Path, database: str) -> str:
    return without_password(database) if database else f"The database in {folder}"


def without_password(url: str) -> str:
    """A URL as it may be shown."""
    try:
        return sa.make_url(url).render_as_string(hide_password=True)
    except (sa.exc.ArgumentError, ValueError):
        return "This database"


def said_by(error: Exception, url: str) -> str:
    """The first line of an error, without the password of the URL it is about."""
    line = str(error).splitlines()[0]
    try:
        password = sa.make_url(url).password if url else None
    except (sa.exc.ArgumentError, ValueError):
        return "that is no database URL. It looks like postgresql://name:password@host/database."
    for written in {str(password or ""), quote(str(password or "")), quote_plus(str(password or ""))} - {""}:
        line = line.replace(written, "***")
    return line


def listen(
    app: Starlette,
    host: str,
    port: int,
    proxies: tuple[str, ...] = (),
    logs: str = "text",
    limits: Limits | None = None,
) -> None:
    """Answer at this address until interrupted. Only `proxies` are believed when they say whom they speak for."""
    sys.setswitchinterval(0.0005)  # seconds: threads that write or think must not make an answer wait for its turn
    gc.set_threshold(*YOUNG)
    door = ConnectionLimiter(proxies, limits)
    uvicorn.run(
        app,
        host=host,
        port=port,
        log_level="warning",
        log_config=LOGGING_CONFIG if logs == "text" else None,
        http=door.http(),
        ws=door.websockets(),
        ws_max_size=64 * 1024,
        ws_per_message_deflate=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        server_header=False,
        timeout_graceful_shutdown=3,
    )


def reachable(host: str) -> str:
    """The name under which others find this machine, where the table listens to everybody; links are made of it."""
    if host not in EVERYBODY:
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trial:
        try:
            trial.connect(ELSEWHERE)  # nothing is sent: it only shows which way out there is
        except OSError:
            return "127.0.0.1"
        return str(trial.getsockname()[0])


def free_port(host: str, first: int, many: int = PORTS) -> int:
    """The first port nobody listens on, of so many."""
    for port in range(first, first + many):
        with socket.socket() as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                trial.bind((host, port))
            except OSError:
                continue
            except OverflowError as error:
                raise CannotServe(f"There is no port {port}. Name one below 65536.") from error
        return port
    if many == 1:
        raise CannotServe(f"Port {first} is taken. Stop what listens there, or name another: --port {first + 1}")
    raise CannotServe(f"Ports {first} to {first + 9} are taken. Name another: grognard serve --port {first + 10}")


def database_url(url: str) -> str:
    """A PostgreSQL URL as the database layer wants it, with the driver named."""
    for plain in ("postgres://", "postgresql://"):
        if url.startswith(plain):
            return "postgresql+psycopg://" + url.removeprefix(plain)
    return url
