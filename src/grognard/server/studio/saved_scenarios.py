"""Scenarios that people keep on a server: each in a drawer of his own, and those that were sent as a link.

They lie in the database, so that every server process and every copy of it has them.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import re
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from grognard.engine import GrognardError
from grognard.engine.game.scenario import parse
from grognard.engine.game.validation import NAME
from grognard.server.api.requests import RequestError
from grognard.server.api.serializers import JsonObject
from grognard.server.matches.seats import fingerprint
from grognard.server.storage.schema import SCENARIOS
from grognard.server.storage.store import Conflict, Store

FOLDER, MOVED = "studio", "studio.moved"  # where files lay before they stood in the database
LINKS = "links"  # whose those are that were sent
EACH = 60  # scenarios that one person keeps
MOST = 4000  # scenarios in all
LINK = re.compile(r"[0-9a-f]{24}")
NOBODY = "Your browser must keep a secret of its own to find your scenarios again."


class Written(NamedTuple):
    """A scenario that is to be kept."""

    name: str
    game: str
    title: str
    text: str


class SavedScenarios:
    """The scenarios of a server's studio."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def keep(self, person: str, written: Written) -> JsonObject:
        """Put a scenario into a person's drawer, under its id."""
        owner = _owner(person)
        await self.store.write(lambda db: _keep(db, owner, written, EACH))
        return await self.kept(person)

    async def kept(self, person: str) -> JsonObject:
        """A person's scenarios, the newest first."""
        theirs = sa.select(SCENARIOS).where(SCENARIOS.c.owner == _owner(person)).order_by(SCENARIOS.c.at.desc())
        rows = await self.store.read(lambda db: db.execute(theirs).all())
        return {"kept": [{"id": row.name, "game": row.game, "title": row.title or row.name} for row in rows]}

    async def text(self, person: str, name: str) -> str:
        """One of a person's scenarios."""
        return await self._text(_owner(person), name)

    async def throw_away(self, person: str, name: str) -> JsonObject:
        """Delete one of them."""
        owner = _owner(person)
        await self._text(owner, name)
        here = (SCENARIOS.c.owner == owner) & (SCENARIOS.c.name == name)
        await self.store.write(lambda db: db.execute(SCENARIOS.delete().where(here)))
        return await self.kept(person)

    async def link(self, written: Written) -> str:
        """A name by which anybody finds a text; the same text has the same."""
        mark = hashlib.sha256(written.text.encode()).hexdigest()[:24]
        await self.store.write(lambda db: _keep(db, LINKS, written._replace(name=mark)))
        return mark

    async def linked(self, mark: str) -> str:
        """The text of a link."""
        if not LINK.fullmatch(mark):
            raise RequestError(404, "There is no such scenario.")
        return await self._text(LINKS, mark)

    async def _text(self, owner: str, name: str) -> str:
        here = (SCENARIOS.c.owner == owner) & (SCENARIOS.c.name == name)
        found = await self.store.read(lambda db: db.execute(sa.select(SCENARIOS.c.text).where(here)).scalar())
        if found is None:
            raise RequestError(404, "There is no such scenario.")
        return str(found)

    async def bring_in(self, data: Path | None) -> int:
        """Put the files of an older studio into the database, once; how many there were."""
        folder = data / FOLDER if data is not None else None
        if folder is None or not folder.is_dir():
            return 0
        found = await asyncio.to_thread(lambda: list(_files(folder)))
        with contextlib.suppress(Conflict, OSError):  # another process does the same
            for owner, written, at in found:
                await self.store.write(partial(_bring, owner=owner, written=written, at=at))
            await asyncio.to_thread(folder.rename, folder.with_name(MOVED))
        return len(found)


def read_name(text: str) -> Written:
    """What a scenario says of itself; Refused if it has no id."""
    try:
        data: Any = parse(text, "scenario.toml")
    except GrognardError as error:
        raise RequestError(422, str(error)) from error
    found = data.get("id")
    if not isinstance(found, str) or not re.fullmatch(NAME, found) or len(found) > 40:
        raise RequestError(422, "Give it an id first: small letters, digits and dashes.")
    game, title = (re.sub(r"[\x00-\x1f]", " ", str(data.get(name, ""))) for name in ("game", "title"))
    return Written(found, game[:80], title[:200], text)


def _owner(person: str) -> str:
    if len(person) < 16:
        raise RequestError(403, NOBODY)
    return fingerprint(person)[:32]


def _keep(db: Connection, owner: str, written: Written, most: int = 0) -> None:
    """Write a scenario, or Refused if there is no room for it."""
    values = {**written._asdict(), "at": time.time()}
    here = (SCENARIOS.c.owner == owner) & (SCENARIOS.c.name == written.name)
    if db.execute(SCENARIOS.update().where(here), values).rowcount:
        return
    if most and _count(db, SCENARIOS.c.owner == owner) >= most:
        raise RequestError(409, f"You keep {most} scenarios here already. Delete one of them, or keep it as a file.")
    if _count(db, sa.true()) >= MOST:
        raise RequestError(503, "This table has no room for more scenarios. Download it as a file.")
    db.execute(SCENARIOS.insert(), {"owner": owner, **values})


def _bring(db: Connection, owner: str, written: Written, at: float) -> None:
    """What the database has already is newer."""
    here = (SCENARIOS.c.owner == owner) & (SCENARIOS.c.name == written.name)
    if not _count(db, here):
        db.execute(SCENARIOS.insert(), {"owner": owner, **written._asdict(), "at": at})


def _count(db: Connection, which: sa.ColumnElement[bool]) -> int:
    found: int = db.execute(sa.select(sa.func.count()).select_from(SCENARIOS).where(which)).scalar_one()
    return found


def _files(folder: Path) -> Iterator[tuple[str, Written, float]]:
    """The files of an older studio; one that is no scenario any more stays where it is."""
    for path in sorted(folder.glob("*/*.toml")):
        try:
            written = read_name(path.read_text("utf-8"))
        except (RequestError, UnicodeError):
            continue
        yield path.parent.name, written._replace(name=path.stem), path.stat().st_mtime
