"""Forgetting a person: there are no accounts, so it is an address, a secret of a browser, or a mark in a rating."""

from __future__ import annotations

import re

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from grognard.engine import GrognardError
from grognard.server.matches.personal_lobby import MARK
from grognard.server.matches.seats import fingerprint
from grognard.server.people.mailboxes import plain
from grognard.server.storage.schema import ADDRESSES, CHAT, MAILBOXES, MAILINGS, SCENARIOS, SEATS, STUDIES
from grognard.server.storage.store import Store

SHOWN = re.compile(rf"[0-9a-f]{{{MARK},64}}")  # a mark, as a rating shows it, or more of it


class Whom(GrognardError):
    """A mark that several people bear."""


def forget(store: Store, what: str) -> dict[str, int]:
    """Delete all that is kept of a person; how much of each kind that was.

    Matches stay, for others have played them too, without his name, his words and his rating. The answer "no letters"
    stays too, as long as it holds: without it he could be written to again.
    """
    with store.engine.begin() as db:
        whose, found = _marks(db, what), dict[str, int]()
        boxes = _boxes(db, what, whose)
        found["tied seats"] = db.execute(MAILINGS.delete().where(MAILINGS.c.box.in_(boxes))).rowcount
        found["mailboxes"] = db.execute(MAILBOXES.delete().where(MAILBOXES.c.box.in_(boxes))).rowcount
        known = (ADDRESSES.c.address == plain(what)) & ~ADDRESSES.c.never
        found["addresses"] = db.execute(ADDRESSES.delete().where(known)).rowcount if "@" in what else 0
        found["lessons"] = db.execute(STUDIES.delete().where(STUDIES.c.pupil.in_(whose))).rowcount
        drawers = [mark[:32] for mark in whose]
        found["scenarios"] = db.execute(SCENARIOS.delete().where(SCENARIOS.c.owner.in_(drawers))).rowcount
        found["words"], found["seats"] = _seats(db, whose)
    return {kind: count for kind, count in found.items() if count}


def _marks(db: Connection, what: str) -> list[str]:
    """The hashes of what a person has shown, be it a secret or the beginning of its hash."""
    if not SHOWN.fullmatch(what):
        return [fingerprint(what)]
    kept = (sa.select(column).where(column.startswith(what)) for column in (SEATS.c.who, SEATS.c.relieved))
    alike = db.execute(sa.union(*kept)).scalars().all()
    if len(alike) > 1:
        raise Whom(f"{len(alike)} players bear the mark {what}. Name more of it, or a secret of his browser.")
    return [fingerprint(what), *alike]


def _boxes(db: Connection, what: str, whose: list[str]) -> list[str]:
    rows = db.execute(sa.select(MAILBOXES.c.box, MAILBOXES.c.address)).all()
    return [row.box for row in rows if row.box in whose or ("@" in what and plain(row.address) == plain(what))]


def _seats(db: Connection, whose: list[str]) -> tuple[int, int]:
    """Names and words of the seats that were his."""
    his = SEATS.c.who.in_(whose) | SEATS.c.relieved.in_(whose) | SEATS.c.key.in_(whose)
    seats = db.execute(sa.select(SEATS.c.match, SEATS.c.side, SEATS.c.key).where(his)).all()
    words = 0
    for seat in seats:
        said = (CHAT.c.match == seat.match) & (CHAT.c.kind == "say") & _spoke(seat.side)
        words += db.execute(CHAT.update().where(said & (CHAT.c.text != "")), {"text": ""}).rowcount
    db.execute(SEATS.update().where(his), {"name": "", "who": "", "relieved": ""})
    return words, len(seats)


def _spoke(side: str) -> sa.ColumnElement[bool]:
    """Did this side say it, alone or among those of one key?"""
    padded = sa.literal(" and ") + CHAT.c.who + " and "
    return padded.contains(f" and {side} and ", autoescape=True)
