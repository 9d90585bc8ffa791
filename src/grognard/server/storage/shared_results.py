"""What one server process has worked out and another may be asked for: trials, analyses, drawn tables.

Each is written as JSON under its kind and name. Nothing here must last: old ones go, and are worked out once more.
"""

from __future__ import annotations

import contextlib
import time
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from grognard.server.storage.schema import PAPERS
from grognard.server.storage.store import Conflict, Store, StoreUnavailable

DAY = 86_400.0
OF_A_KIND = 300  # the latest that are kept
ALIVE = 60.0  # seconds for which a process that has written is taken to be still at work
Plain = dict[str, Any]


class Papers:
    """The papers of a table. With one process alone only what is finished is written."""

    def __init__(self, store: Store) -> None:
        self.store, self._written = store, 0

    @property
    def shared(self) -> bool:
        """May another process be asked?"""
        return self.store.shared

    async def put(self, kind: str, name: str, what: Plain) -> None:
        """Keep something; that the database is away is no reason to stop working."""
        self._written += 1
        body, clear = msgspec.json.encode(what), self._written % 20 == 1
        with contextlib.suppress(StoreUnavailable, Conflict):
            await self.store.write(lambda db: _put(db, kind, name, body, clear))

    async def get(self, kind: str, name: str, lasts: float = DAY) -> Plain | None:
        """What was written in the last so many seconds; None if nothing was."""
        here = (PAPERS.c.kind == kind) & (PAPERS.c.name == name) & (PAPERS.c.at > time.time() - lasts)
        found = await self.store.read(lambda db: db.execute(sa.select(PAPERS.c.body).where(here)).scalar())
        return msgspec.json.decode(bytes(found), type=Plain) if found is not None else None

    async def work(self, kind: str, name: str) -> Plain | None:
        """A piece of work that is done, or at which another process is."""
        found = await self.get(kind, name)
        if found is None or found.get("done"):
            return found
        return await self.get(kind, name, ALIVE)


def _put(db: Connection, kind: str, name: str, body: bytes, clear: bool) -> None:
    here = (PAPERS.c.kind == kind) & (PAPERS.c.name == name)
    if not db.execute(PAPERS.update().where(here), {"body": body, "at": time.time()}).rowcount:
        db.execute(PAPERS.insert(), {"kind": kind, "name": name, "body": body, "at": time.time()})
    if clear:
        of_kind = sa.select(PAPERS.c.at).where(PAPERS.c.kind == kind).order_by(PAPERS.c.at.desc())
        oldest = db.execute(of_kind.offset(OF_A_KIND).limit(1)).scalar()
        if oldest is not None:
            db.execute(PAPERS.delete().where((PAPERS.c.kind == kind) & (PAPERS.c.at <= oldest)))
