"""What whoever runs a table may do with its matches: list them, delete some, take a record out, make room."""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec
import sqlalchemy as sa

from grognard.server.storage.loading import record_of
from grognard.server.storage.schema import CHAT, LINES, MAILINGS, MATCHES, SEATS, SNAPSHOTS
from grognard.server.storage.store import Store

DAY = 86_400.0  # seconds


class StoredMatch(msgspec.Struct, frozen=True):
    """A match as the list shows it."""

    id: str
    game: str
    scenario: str
    days: float  # since it was touched
    over: bool
    lines: int


def matches(store: Store, older: float = 0.0, unplayed: bool = False) -> list[StoredMatch]:
    """All matches not touched for so many days, the oldest first; with `unplayed`, those nobody has answered in."""
    columns = (MATCHES.c.id, MATCHES.c.game, MATCHES.c.scenario, MATCHES.c.touched, MATCHES.c.over, SNAPSHOTS.c.lines)
    now = time.time()
    wanted = sa.select(*columns).join(SNAPSHOTS, SNAPSHOTS.c.match == MATCHES.c.id).order_by(MATCHES.c.touched)
    wanted = wanted.where(MATCHES.c.touched <= now - older * DAY)
    if unplayed:
        wanted = wanted.where((SNAPSHOTS.c.decision == 0) & ~MATCHES.c.over)
    with store.engine.connect() as db:
        rows = db.execute(wanted).all()
    return [StoredMatch(row.id, row.game, row.scenario, (now - row.touched) / DAY, row.over, row.lines) for row in rows]


def delete(store: Store, ids: Sequence[str]) -> int:
    """Delete matches with everything that belongs to them; how many there were."""
    with store.engine.begin() as db:
        for table in (CHAT, SEATS, SNAPSHOTS, LINES, MAILINGS):
            db.execute(table.delete().where(table.c.match.in_(ids)))
        return db.execute(MATCHES.delete().where(MATCHES.c.id.in_(ids))).rowcount


def clear(store: Store, older: float) -> int:
    """Delete the matches that nobody has answered in for so many days; how many there were."""
    return delete(store, [kept.id for kept in matches(store, older, unplayed=True)])


def export(store: Store, match_id: str) -> bytes:
    """The record of a match with its secret; UnknownMatch if there is none."""
    row, _, bodies, _ = store.look(match_id)
    return record_of(bodies, row, store.key)


def vacuum(store: Store) -> None:
    """Give the room of what was deleted back."""
    with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as db:
        db.execute(sa.text("VACUUM"))
