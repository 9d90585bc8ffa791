"""What `grognard admin` is told on the command line; what it does is imported when it is done."""

from __future__ import annotations

import argparse
import ipaddress
from pathlib import Path
from typing import Any


def add_admin(commands: Any) -> None:
    """`grognard admin` among the commands."""
    admin = commands.add_parser("admin", help="what a table keeps: list, delete, clear, export, import, forget, vacuum")
    of = admin.add_subparsers(required=True, metavar="COMMAND", parser_class=type(admin))
    listing = of.add_parser("list", help="all matches, the oldest first")
    listing.add_argument("--older", type=int, default=0, metavar="DAYS", help="not touched for so many days")
    listing.add_argument("--unplayed", action="store_true", help="those nobody has answered in")
    delete = of.add_parser("delete", help="delete matches for good")
    delete.add_argument("match", nargs="+")
    clear = of.add_parser("clear", help="delete the matches that nobody has answered in")
    clear.add_argument("--older", type=int, default=30, metavar="DAYS", help="not touched for so many days (30)")
    bring = of.add_parser("import", help="bring records in as matches")
    bring.add_argument("file", nargs="+", type=Path)
    export = of.add_parser("export", help="write the record of a match to a file")
    export.add_argument("match")
    export.add_argument("-o", "--output", type=Path, required=True, metavar="FILE")
    vacuum = of.add_parser("vacuum", help="give the room of what was deleted back")
    forget = of.add_parser("forget", help="delete what is kept of a person: name, words, rating, letters, lessons")
    forget.add_argument("person", nargs="+", help="a mail address, a secret of his browser, or his mark in a rating")
    parsers = {"list": listing, "delete": delete, "clear": clear, "export": export, "import": bring, "vacuum": vacuum}
    parsers["forget"] = forget
    for what, each in parsers.items():
        each.add_argument("--data", type=Path, metavar="DIR", help="where matches are kept")
        each.add_argument("--database", metavar="URL", default="", help="a PostgreSQL database instead")
        each.add_argument("--key", type=Path, metavar="FILE", help="the server's key, if it is not in the data folder")
        each.set_defaults(run=run_admin, what=what)


def run_admin(chosen: argparse.Namespace) -> None:
    """What whoever runs a table may do with its matches."""
    from grognard.table import commands

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
