"""Mailboxes in the database: whose they are, which seats they hear of, and what the owner of an address has said.

There is one row for an address however it is spelt, whatever becomes of the mailboxes that name it: how often it was
asked, and whether it wants no letters ever.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from grognard.server.api.requests import RequestError
from grognard.server.storage.schema import ADDRESSES, MAILBOXES, MAILINGS, MATCHES, PRESENCE

HOUR, DAY, MONTH = 3600.0, 86_400.0, 30 * 86_400.0
QUIET = 15 * 60.0  # seconds a match must have waited
SELDOM = 4 * HOUR  # seconds between two letters
AGAIN = HOUR  # seconds between two letters that ask an address to confirm
ASKS = 3  # such letters to an address in a month
IN_A_DAY = 500  # addresses that a table asks
FRESH = 180.0  # seconds for which it holds what another process has said of its pages
MOST = 100_000  # mailboxes
ADDRESS = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,20}")


class Waiting(msgspec.Struct, frozen=True):
    """A match that waits for somebody with a mailbox."""

    match: str
    game: str
    scenario: str
    turn: int
    asked: str
    known: float
    side: str
    box: str
    address: str
    token: str
    told: float


class Named(NamedTuple):
    """An address that has to be asked, and what the database held before: the mailbox and the address."""

    token: str
    box: Mapping[str, Any] | None
    address: Mapping[str, Any] | None


def is_address(text: str) -> bool:
    """Does it read as a mail address? An encoded word does not: it could hold another."""
    return len(text) <= 254 and ADDRESS.fullmatch(text) is not None and "=?" not in text


def plain(address: str) -> str:
    """An address as one person may spell it in many ways: capitals and +tags count for nothing."""
    name, _, host = address.lower().rpartition("@")
    return f"{name.partition('+')[0]}@{host}"


def naming(box: str, address: str, now: float) -> Callable[[Connection], Named | None]:
    """An address for a mailbox, to be asked by a letter; None if it has been confirmed for it already."""

    def work(db: Connection) -> Named | None:
        known = _one(db, sa.select(MAILBOXES).where(MAILBOXES.c.box == box))
        if known is not None and known["confirmed"] and known["address"] == address:
            return None
        theirs = _one(db, sa.select(ADDRESSES).where(ADDRESSES.c.address == plain(address)))
        _may_be_asked(db, theirs, now)
        if known is None and _count(db, MAILBOXES) >= MOST:
            raise RequestError(503, "This table has no room for another mailbox.")
        token = secrets.token_urlsafe(24)
        asks = theirs["asks"] + 1 if theirs and theirs["asked"] > now - MONTH else 1
        _put(db, ADDRESSES.c.address, plain(address), asked=now, asks=asks, never=False, token="")
        _put(db, MAILBOXES.c.box, box, address=address, token=token, confirmed=False, asked=now, told=0.0)
        return Named(token, known, theirs)

    return work


def _may_be_asked(db: Connection, theirs: Mapping[str, Any] | None, now: float) -> None:
    """Refused if an address is not to be asked now."""
    if theirs is not None and theirs["never"]:
        raise RequestError(
            403, "The owner of this address wants no letters from here; the link in the last one changes that."
        )
    lately = theirs is not None and theirs["asked"] > now - AGAIN
    if lately or (theirs is not None and theirs["asks"] >= ASKS and theirs["asked"] > now - MONTH):
        raise RequestError(429, "This address has been written to. Look there, or try again later.")
    if _count(db, ADDRESSES, ADDRESSES.c.asked > now - DAY) >= IN_A_DAY:
        raise RequestError(503, "This table has asked as many addresses today as it may. Try again tomorrow.")


def taking_back(box: str, address: str, named: Named) -> Callable[[Connection], None]:
    """Nothing was written: all is as it was before."""

    def work(db: Connection) -> None:
        for column, key, before in (
            (MAILBOXES.c.box, box, named.box),
            (ADDRESSES.c.address, plain(address), named.address),
        ):
            db.execute(column.table.delete().where(column == key))
            if before is not None:
                db.execute(column.table.insert(), dict(before))

    return work


def confirming(token: str, wanted: bool) -> Callable[[Connection], bool]:
    """What the owner of an address says; False if there is none. A No lasts until he takes it back by the same link."""

    def work(db: Connection) -> bool:
        box = _one(db, sa.select(MAILBOXES).where(MAILBOXES.c.token == token)) if token else None
        if box is None:
            refused = (ADDRESSES.c.token == token) & ADDRESSES.c.never
            return bool(token) and db.execute(ADDRESSES.update().where(refused), {"never": not wanted}).rowcount > 0
        if wanted:
            db.execute(MAILBOXES.update().where(MAILBOXES.c.token == token), {"confirmed": True})
            db.execute(ADDRESSES.update().where(ADDRESSES.c.address == plain(box["address"])), {"asks": 0})
            return True
        _put(db, ADDRESSES.c.address, plain(box["address"]), asked=box["asked"], asks=0, never=True, token=token)
        _close(db, plain(box["address"]))
        return True

    return work


def _close(db: Connection, address: str) -> None:
    """Close every mailbox of an address, however it is spelt there."""
    host = address.rpartition("@")[2]
    alike = sa.select(MAILBOXES.c.box, MAILBOXES.c.address).where(sa.func.lower(MAILBOXES.c.address).like(f"%@{host}"))
    gone = [row.box for row in db.execute(alike) if plain(row.address) == address]
    db.execute(MAILINGS.delete().where(MAILINGS.c.box.in_(gone)))
    db.execute(MAILBOXES.delete().where(MAILBOXES.c.box.in_(gone)))


def tying(match: str, sides: tuple[str, ...], box: str) -> Callable[[Connection], str]:
    """Letters about seats go to a mailbox, or to none; its address, if it is confirmed."""

    def work(db: Connection) -> str:
        db.execute(MAILINGS.delete().where((MAILINGS.c.match == match) & MAILINGS.c.side.in_(sides)))
        known = _one(db, sa.select(MAILBOXES).where(MAILBOXES.c.box == box)) if box else None
        if box and known is None:
            raise RequestError(404, "There is no such mailbox, or it was closed.")
        if known is None:
            return ""
        db.execute(MAILINGS.insert(), [{"match": match, "side": side, "box": box} for side in sides])
        return str(known["address"]) if known["confirmed"] else ""

    return work


def claiming(box: str, before: float, after: float) -> Callable[[Connection], bool]:
    """Whoever moves the time of the last letter writes the next one."""
    same = (MAILBOXES.c.box == box) & (MAILBOXES.c.told == before)
    return lambda db: db.execute(MAILBOXES.update().where(same), {"told": after}).rowcount == 1


def waiting(db: Connection, now: float) -> list[Waiting]:
    """Matches that have waited for a while for somebody who has not been written to for a while."""
    tied = MAILINGS.join(MATCHES, MATCHES.c.id == MAILINGS.c.match).join(MAILBOXES, MAILBOXES.c.box == MAILINGS.c.box)
    due = ~MATCHES.c.over & MAILBOXES.c.confirmed & (MATCHES.c.known <= now - QUIET)
    seen = sa.select(PRESENCE.c.match).where(
        (PRESENCE.c.match == MAILINGS.c.match) & (PRESENCE.c.side == MAILINGS.c.side) & (PRESENCE.c.at > now - FRESH)
    )
    wanted = sa.select(
        MATCHES.c.id.label("match"),
        MATCHES.c.game,
        MATCHES.c.scenario,
        MATCHES.c.turn,
        MATCHES.c.asked,
        MATCHES.c.known,
        MAILINGS.c.side,
        MAILINGS.c.box,
        MAILBOXES.c.address,
        MAILBOXES.c.token,
        MAILBOXES.c.told,
    )
    rest = due & (MAILBOXES.c.told <= now - SELDOM) & ~seen.exists()
    return [Waiting(**row) for row in db.execute(wanted.select_from(tied).where(rest)).mappings()]


def being_here(process: str, here: Iterable[tuple[str, str]], now: float) -> Callable[[Connection], None]:
    """A process says at which matches, and for which sides, its pages are open, where letters are wanted."""
    pairs = set(here)

    def work(db: Connection) -> None:
        db.execute(PRESENCE.delete().where((PRESENCE.c.process == process) | (PRESENCE.c.at <= now - FRESH)))
        wanted = sa.select(MAILINGS.c.match, MAILINGS.c.side).where(MAILINGS.c.match.in_({match for match, _ in pairs}))
        tied = pairs & {(row.match, row.side) for row in db.execute(wanted)}
        if tied:
            values = [{"process": process, "match": match, "side": side, "at": now} for match, side in sorted(tied)]
            db.execute(PRESENCE.insert(), values)

    return work


def _one(db: Connection, wanted: sa.Select[Any]) -> Mapping[str, Any] | None:
    found = db.execute(wanted).mappings().one_or_none()
    return dict(found) if found is not None else None


def _count(db: Connection, table: sa.Table, *which: sa.ColumnElement[bool]) -> int:
    found: int = db.execute(sa.select(sa.func.count()).select_from(table).where(*which)).scalar_one()
    return found


def _put(db: Connection, column: sa.Column[str], key: str, **values: Any) -> None:
    """The one row with this key."""
    if not db.execute(column.table.update().where(column == key), values).rowcount:
        db.execute(column.table.insert(), {column.name: key, **values})
