"""What `grognard serve` and `grognard admin` are told on the command line; what it does is imported when it is done."""

from __future__ import annotations

import argparse
import ipaddress
from collections.abc import Callable
from pathlib import Path
from typing import Any


def add_serve(commands: Any, run: Callable[[argparse.Namespace], None]) -> None:
    """`grognard serve` among the commands."""
    serve = commands.add_parser("serve", help="serve the table to browsers")
    serve.add_argument("--port", type=whole_number, help="where it listens (8000, or the next that is free)")
    serve.add_argument("--host", default="127.0.0.1", help="0.0.0.0 lets other machines in")
    serve.add_argument("--data", type=Path, metavar="DIR", help="where matches are kept")
    where = "a PostgreSQL database instead of a file in --data; also from GROGNARD_DATABASE"
    serve.add_argument("--database", metavar="URL", default="", help=where)
    called = "a name by which others reach this table; the first stands in mails"
    serve.add_argument("--name", "--domain", action="append", default=[], help=called)
    kept = "the server's key, where several processes share a database (server.key in the data folder)"
    serve.add_argument("--key", type=Path, metavar="FILE", help=kept)
    believed = "the address of a proxy that is believed when it says whom it speaks for"
    serve.add_argument("--proxy", action="append", default=[], type=network, metavar="ADDRESS", help=believed)
    serve.add_argument("--limits", type=Path, metavar="FILE", help="how much one visitor may ask (docs: Run a server)")
    thinking = "processes that think: searches, hints, analyses, trials (one for each core); 0: none but this one"
    serve.add_argument("--workers", type=whole_number, metavar="N", help=thinking)
    serve.add_argument("--ray", metavar="ADDRESS", default="", help="a Ray cluster that thinks instead, host:port")
    serve.add_argument("--logs", choices=("text", "json"), default="text", help="how the log is written (text)")
    full = "a file for the log instead of stderr; at 10 MiB it is set aside, and the latest five are kept"
    serve.add_argument("--log", type=Path, metavar="FILE", help=full)
    opens = "the key to the figures and the page /admin (admin.key in the data folder, made at the first start)"
    serve.add_argument("--admin-key", type=Path, metavar="FILE", help=opens)
    serve.add_argument("--open", action="store_true", help="open the lobby in a browser")
    serve.set_defaults(run=run)


def add_admin(commands: Any) -> None:
    """`grognard admin` among the commands."""
    admin = commands.add_parser("admin", help="a table: its matches, backups, people; see its commands")
    of = admin.add_subparsers(required=True, metavar="COMMAND", parser_class=type(admin))
    listing = of.add_parser("list", help="all matches, the oldest first")
    listing.add_argument("--older", type=int, default=0, metavar="DAYS", help="not touched for so many days")
    listing.add_argument("--unplayed", action="store_true", help="those nobody has answered in")
    delete = of.add_parser("delete", help="delete matches for good")
    delete.add_argument("match", nargs="+", help="ids of matches")
    clear = of.add_parser("clear", help="delete the matches that nobody has answered in")
    clear.add_argument("--older", type=int, default=30, metavar="DAYS", help="not touched for so many days (30)")
    bring = of.add_parser("import", help="bring records in as matches")
    bring.add_argument("file", nargs="+", type=Path, help="records")
    export = of.add_parser("export", help="write the record of a match to a file")
    export.add_argument("match", help="id of a match")
    export.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="file to write")
    vacuum = of.add_parser("vacuum", help="give the room of what was deleted back")
    forget = of.add_parser("forget", help="delete what is kept of a person: name, words, rating, letters, lessons")
    forget.add_argument("person", nargs="+", help="a mail address, a secret of his browser, or his mark in a rating")
    parsers = {"list": listing, "delete": delete, "clear": clear, "export": export, "import": bring, "vacuum": vacuum}
    parsers |= {"forget": forget, **_add_moving(of)}
    for what, each in parsers.items():
        each.add_argument("--data", type=Path, metavar="DIR", help="where matches are kept")
        each.add_argument("--database", metavar="URL", default="", help="a PostgreSQL database instead")
        each.add_argument("--key", type=Path, metavar="FILE", help="the server's key, if it is not in the data folder")
        each.set_defaults(run=run_admin, what=what)


def _add_moving(of: Any) -> dict[str, Any]:
    """Backups, another database, a check."""
    backup = of.add_parser("backup", help="write everything of a table into one file, also while it is served")
    backup.add_argument("file", type=Path, help="file to write")
    restore = of.add_parser("restore", help="bring a backup into an empty folder or database")
    restore.add_argument("file", type=Path, help="a backup")
    move = of.add_parser("move", help="take everything into another, empty database")
    move.add_argument("--to", metavar="URL", required=True, help="postgresql://name:password@host/database")
    check = of.add_parser("check", help="can every match be opened?")
    return {"backup": backup, "restore": restore, "move": move, "check": check}


def run_admin(chosen: argparse.Namespace) -> None:
    """What whoever runs a table may do with its matches."""
    from grognard.server import admin_commands as commands

    where = commands.Where(chosen.data, chosen.database, chosen.key)
    match chosen.what:
        case "list":
            commands.show(where, chosen.older, chosen.unplayed)
        case "delete":
            commands.delete(where, chosen.match)
        case "clear":
            commands.clear(where, chosen.older)
        case "import":
            commands.bring(where, chosen.file)
        case "export":
            commands.export(where, chosen.match, chosen.output)
        case "backup":
            commands.backup(where, chosen.file)
        case "restore":
            commands.restore(where, chosen.file)
        case "move":
            commands.move(where, chosen.to)
        case "check":
            commands.check(where)
        case "forget":
            commands.forget(where, chosen.person)
        case _:
            commands.vacuum(where)


def network(text: str) -> str:
    """An address, or a network of them."""
    try:
        return str(ipaddress.ip_network(text, strict=False))
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not an address such as 10.0.0.5 or 10.0.0.0/24") from error


def whole_number(text: str) -> int:
    """A number from 0 on."""
    if not text.isdecimal() or len(text) > 9:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return int(text)
