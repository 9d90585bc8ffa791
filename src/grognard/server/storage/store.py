"""Matches on disk: the append-only record, the latest position, the seats and the chat.

SQLite in a file by default, PostgreSQL by URL. All writes go through one thread, which puts whatever is waiting
into one transaction; a writer is told only when that transaction is durable.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from grognard.engine import GrognardError
from grognard.server.storage.metrics import Measures
from grognard.server.storage.migration import migrate
from grognard.server.storage.private_files import private_file, private_folder
from grognard.server.storage.schema import CHAT, LINES, MATCHES, SEATS, SNAPSHOTS, STUDIES
from grognard.server.storage.server_key import ServerKey
from grognard.server.storage.server_time import Hours
from grognard.server.storage.writer import Rows, Writer

T = TypeVar("T")
S = TypeVar("S", bound=msgspec.Struct)
CHANNEL = "grognard"
HUMAN = "human"
MOST_STUDIES = 1_000_000  # that are remembered, of all pupils together
log = logging.getLogger("grognard.server")


class Conflict(Exception):
    """Somebody else has written these lines already."""


class StoreUnavailable(OSError):
    """The database cannot be reached, or not be written to. Nothing has changed."""


class Locked(GrognardError):
    """A match whose dice need another server key."""


class UnknownMatch(KeyError):
    """No such match."""


class Seat(msgspec.Struct, frozen=True):
    """Who plays a side."""

    side: str
    player: str = HUMAN
    key: str = ""
    invite: str = ""
    orders: str = ""
    name: str = ""
    who: str = ""
    relieved: str = ""  # whom a computer has relieved, for he had no time left


class MatchRow(msgspec.Struct, frozen=True):
    """What the database knows of a match besides its record."""

    id: str
    game: str
    scenario: str
    secret: bytes
    hotseat: bool = False
    pace: float = 1.0
    begun: float = 0.0
    touched: float = 0.0
    over: bool = False
    turn: int = 0
    turns: int = 0
    asked: str = ""
    rematch: str = ""
    uploaded: bool = False
    listed: bool = False
    clock: str = ""
    due: float = 0.0
    winners: str = ""
    known: float = 0.0
    salt: bytes | None = None  # where the secret comes from the server's key, and is not kept


class Snapshot(msgspec.Struct, frozen=True):
    """The position after so many lines."""

    lines: int
    decision: int
    rolled: int
    state: bytes
    apart: int = 0  # answers that left their question open


class ChatLine(msgspec.Struct, frozen=True):
    """One line of chat."""

    number: int
    kind: str
    who: str
    text: str
    at: float


class LessonProgress(msgspec.Struct, frozen=True):
    """How far somebody has come in a lesson."""

    lesson: str
    step: int = 0
    learnt: bool = False


class Progress(msgspec.Struct, frozen=True):
    """Where a match stands after lines were added."""

    over: bool
    turn: int
    turns: int
    asked: str
    winners: str = ""
    clock: str = ""
    due: float = 0.0
    known: float = 0.0  # when it went on, as every side may know


Whole = tuple[MatchRow, dict[str, Seat], list[bytes], Snapshot]


def open_engine(url: str) -> Engine:
    """A database that keeps what it says it has kept."""
    if not url.startswith("sqlite"):
        return sa.create_engine(url, pool_size=4, pool_pre_ping=True, hide_parameters=True)  # no secret in the log
    engine = sa.create_engine(url, connect_args={"timeout": 30}, hide_parameters=True)
    sa.event.listen(engine, "connect", _make_durable)
    return engine


def _make_durable(connection: Any, _record: Any) -> None:
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
        connection.execute(f"PRAGMA {pragma}")


def sqlite_url(folder: Path) -> str:
    """The database file in a data folder, which is made if need be."""
    return f"sqlite:///{private_file(private_folder(folder) / 'grognard.sqlite3')}"


class Store:
    """The database as the table uses it. Awaited writes are durable when they return."""

    def __init__(self, url: str, key: ServerKey | None = None) -> None:
        self.key = key
        self.engine = open_engine(url)
        migrate(self.engine)
        self.shared = self.engine.dialect.name == "postgresql"
        self.name = secrets.token_hex(6)  # of this process, so that it does not wake itself
        self._writer = Writer(self.engine)
        self.hours = Hours(self)
        self._readers = ThreadPoolExecutor(4, "grognard-reader")  # nobody who reads waits for somebody who thinks
        self.away = False  # as far as is known
        self.measures = Measures()

    def close(self) -> None:
        """Finish what is being written and let go."""
        self._writer.close()
        self._readers.shutdown()
        self.engine.dispose()

    # ------------------------------------------------------------ secrets

    def draw(self, game: str, scenario: str) -> MatchRow:
        """The row of a new match, with an id and a secret of its own."""
        match_id = new_id()
        if self.key is None:
            return MatchRow(match_id, game, scenario, secrets.token_bytes(32))
        salt = secrets.token_bytes(16)
        return MatchRow(match_id, game, scenario, self.key.secret_of(match_id, salt), salt=salt)

    def unlocked(self, row: MatchRow) -> MatchRow:
        """A row with its secret."""
        if row.salt is None:
            return row
        if self.key is None:
            raise Locked("it was begun under a server key, and this server has none")
        return msgspec.structs.replace(row, secret=self.key.secret_of(row.id, bytes(row.salt)))

    # ------------------------------------------------------------ writing

    async def create(self, row: MatchRow, seats: Sequence[Seat], lines: Sequence[bytes], snapshot: Snapshot) -> None:
        """A new match with its first lines."""
        now = time.time()

        def work(db: Connection) -> None:
            values = msgspec.structs.asdict(row) | {"begun": now, "touched": now, "known": now}
            values["secret"] = row.secret if row.salt is None else b""
            db.execute(MATCHES.insert(), values)
            db.execute(SEATS.insert(), [{"match": row.id, **msgspec.structs.asdict(seat)} for seat in seats])
            db.execute(LINES.insert(), _rows(row.id, 0, lines))
            db.execute(SNAPSHOTS.insert(), {"match": row.id, **msgspec.structs.asdict(snapshot)})

        await self._write(work)

    def append(
        self,
        match: str,
        first: int,
        lines: Sequence[bytes],
        snapshot: Snapshot,
        progress: Progress,
        meanwhile: Callable[[], object] | None = None,
    ) -> Awaitable[None]:
        """More lines of a match, the first of them numbered `first`; Conflict if that number is taken.

        The writing begins at once; await it to know that it is durable. `meanwhile` is called while the disk is busy.
        """
        state = {"which": match, **msgspec.structs.asdict(snapshot)}
        standing = {"which": match, "touched": time.time(), **msgspec.structs.asdict(progress)}
        rows: Rows = [(_ADD_LINES, _rows(match, first, lines)), (_KEEP, [state]), (_STANDING, [standing])]
        if self.shared:
            rows = [*rows, (_NOTIFY, [self._note(match)])]
        return self._durable(self._writer.add(rows, _in_loop(meanwhile) if meanwhile is not None else None))

    async def seat(self, match: str, side: str, old: Seat, new: Seat) -> None:
        """Change who sits on a side; Conflict if somebody else just has."""

        def work(db: Connection) -> None:
            here = (SEATS.c.match == match) & (SEATS.c.side == side)
            same = (SEATS.c.key == old.key) & (SEATS.c.invite == old.invite)
            changed = db.execute(SEATS.update().where(here & same), msgspec.structs.asdict(new)).rowcount
            if changed != 1:
                raise Conflict
            self._wake(db, match)

        await self._write(work)

    async def say(self, match: str, who: str, text: str, kind: str = "say") -> ChatLine:
        """A line of chat; another process may say something at the same moment, and then it comes after that."""
        while True:
            with contextlib.suppress(Conflict):
                return await self._say(match, who, text, kind)

    async def _say(self, match: str, who: str, text: str, kind: str) -> ChatLine:
        at = time.time()

        def work(db: Connection) -> ChatLine:
            last = db.execute(sa.select(sa.func.max(CHAT.c.number)).where(CHAT.c.match == match)).scalar()
            said = ChatLine((last or 0) + 1, kind, who, text, at)
            db.execute(CHAT.insert(), {"match": match, **msgspec.structs.asdict(said)})
            self._wake(db, match)
            return said

        return await self._write(work)

    async def wind(self, match: str, clock: str, due: float) -> None:
        """Turn the clocks of a match, which has not gone on."""

        def work(db: Connection) -> None:
            db.execute(MATCHES.update().where(MATCHES.c.id == match), {"clock": clock, "due": due})
            self._wake(db, match)

        await self._write(work)

    async def set_rematch(self, match: str, other: str) -> str:
        """The rematch of a match: this one, unless there is one already."""

        def work(db: Connection) -> str:
            db.execute(MATCHES.update().where((MATCHES.c.id == match) & (MATCHES.c.rematch == "")), {"rematch": other})
            self._wake(db, match)
            found: str = db.execute(sa.select(MATCHES.c.rematch).where(MATCHES.c.id == match)).scalar_one()
            return found

        return await self._write(work)

    async def study(self, pupil: str, study: LessonProgress) -> None:
        """How far a pupil has come; what is learnt stays learnt."""

        def work(db: Connection) -> None:
            here = (STUDIES.c.pupil == pupil) & (STUDIES.c.lesson == study.lesson)
            known = db.execute(sa.select(STUDIES.c.learnt).where(here)).scalar()
            values = {"step": study.step, "learnt": study.learnt or bool(known), "at": time.time()}
            if known is not None:
                db.execute(STUDIES.update().where(here), values)
            elif db.execute(sa.select(sa.func.count()).select_from(STUDIES)).scalar_one() < MOST_STUDIES:
                db.execute(STUDIES.insert(), {"pupil": pupil, "lesson": study.lesson, **values})

        await self._write(work)

    async def studies(self, pupil: str) -> dict[str, LessonProgress]:
        """What a pupil has begun or learnt, by lesson."""
        mine = sa.select(STUDIES).where(STUDIES.c.pupil == pupil)
        return await self._read(
            lambda db: {row["lesson"]: _as(LessonProgress, row) for row in db.execute(mine).mappings()}
        )

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Whatever else somebody wants to keep."""
        return await self._write(work)

    async def _write(self, work: Callable[[Connection], T]) -> T:
        return await self._durable(self._writer.submit(work))

    async def _durable(self, writing: Future[T]) -> T:
        try:
            with self._reaching(), self.measures.writes.time():
                return await asyncio.wrap_future(writing)
        except StoreUnavailable:
            self.measures.failed.inc()
            raise
        except sa.exc.IntegrityError as error:
            raise Conflict from error

    @contextlib.contextmanager
    def _reaching(self) -> Iterator[None]:
        """Away if the database cannot be reached; the log has a line when it goes and one when it comes back."""
        try:
            yield
        except (sa.exc.DBAPIError, sa.exc.TimeoutError, OSError) as error:
            if not _is_away(error):
                raise
            if not self.away:
                log.error("The database cannot be reached or written to: %s", str(error).splitlines()[0])
            self.away = True
            raise StoreUnavailable("The table cannot reach its database; nothing has changed.") from error
        if self.away:
            log.warning("The database is there again")
        self.away = False

    async def tell(self, match: str) -> None:
        """Have the other server processes look at a match again."""
        await self._write(lambda db: self._wake(db, match))

    def _wake(self, db: Connection, match: str) -> None:
        """Tell the other server processes, when this is durable."""
        if self.shared:
            db.execute(_NOTIFY, self._note(match))

    def _note(self, match: str) -> dict[str, str]:
        return {"note": f"{self.name} {match}"}

    # ------------------------------------------------------------ reading

    async def row(self, match: str) -> MatchRow:
        """A match; UnknownMatch if there is none."""
        return self.unlocked(await self._read(lambda db: _row(db, match)))

    async def seats(self, match: str) -> dict[str, Seat]:
        """Its seats by side."""
        return await self._read(lambda db: _seats(db, match))

    async def whole(self, match: str) -> Whole:
        """A match with everything needed to play on."""
        return await self._read(self._whole(match))

    def look(self, match: str) -> Whole:
        """The same for whoever can wait."""
        return self._look(self._whole(match))

    def _whole(self, match: str) -> Callable[[Connection], Whole]:
        def work(db: Connection) -> Whole:
            found = db.execute(sa.select(SNAPSHOTS).where(SNAPSHOTS.c.match == match)).mappings().one_or_none()
            if found is None:
                raise UnknownMatch(match)
            snapshot = _as(Snapshot, found)
            lines = _lines(db, match, 0)[: snapshot.lines]  # another process may have written more in between
            return self.unlocked(_row(db, match)), _seats(db, match), lines, snapshot

        return work

    async def lines(self, match: str, first: int = 0) -> list[bytes]:
        """The record lines from a number on."""
        return await self._read(lambda db: _lines(db, match, first))

    async def chat(self, match: str, after: int = 0) -> list[ChatLine]:
        """What was said, the latest 200 lines at most."""

        def work(db: Connection) -> list[ChatLine]:
            here = (CHAT.c.match == match) & (CHAT.c.number > after)
            found = db.execute(sa.select(CHAT).where(here).order_by(CHAT.c.number.desc()).limit(200)).mappings()
            return [_as(ChatLine, said) for said in reversed(found.all())]

        return await self._read(work)

    async def consents(self, match: str) -> list[ChatLine]:
        """The latest requests for a takeback and what was said to them."""
        here = (CHAT.c.match == match) & CHAT.c.kind.in_(("back", "agree", "decline"))
        latest = sa.select(CHAT).where(here).order_by(CHAT.c.number.desc()).limit(40)
        return await self._read(
            lambda db: [_as(ChatLine, said) for said in reversed(db.execute(latest).mappings().all())]
        )

    async def count(self) -> int:
        """How many matches there are."""
        return await self._read(lambda db: db.execute(sa.select(sa.func.count()).select_from(MATCHES)).scalar_one())

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Whatever else somebody wants to know."""
        return await self._read(work)

    @staticmethod
    def as_row(found: Any) -> MatchRow:
        """A match as the database tells it; its secret is not available this way."""
        return _as(MatchRow, found)

    @staticmethod
    def as_seat(found: Any) -> Seat:
        """A seat as the database tells it."""
        return _as(Seat, found)

    async def _read(self, work: Callable[[Connection], T]) -> T:
        with self._reaching():
            return await asyncio.get_running_loop().run_in_executor(self._readers, self._look, work)

    def _look(self, work: Callable[[Connection], T]) -> T:
        with self.engine.connect() as db:
            return work(db)


def _in_loop(call: Callable[[], object]) -> Callable[[], None]:
    """The same from another thread: it is called in the loop that runs here, unless that has ended by then."""
    loop = asyncio.get_running_loop()

    def hand_in() -> None:
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(call)

    return hand_in


def new_id() -> str:
    """An id that nobody guesses, and that a command line does not take for an option."""
    while (drawn := secrets.token_urlsafe(9)).startswith("-"):
        pass
    return drawn


def _is_away(error: Exception) -> bool:
    """Is it the database that is at fault, and not what was asked of it?"""
    if isinstance(error, sa.exc.DBAPIError):
        return error.connection_invalidated or isinstance(error, sa.exc.OperationalError | sa.exc.InterfaceError)
    return True


def _change(table: sa.Table, which: sa.Column[str], names: Sequence[str]) -> sa.Update:
    """An update of the row `which` names."""
    return table.update().where(which == sa.bindparam("which")).values({name: sa.bindparam(name) for name in names})


_ADD_LINES = LINES.insert()
_KEEP = _change(SNAPSHOTS, SNAPSHOTS.c.match, Snapshot.__struct_fields__)
_STANDING = _change(MATCHES, MATCHES.c.id, ("touched", *Progress.__struct_fields__))
_NOTIFY = sa.text(f"SELECT pg_notify('{CHANNEL}', :note)")


def _rows(match: str, first: int, lines: Sequence[bytes]) -> list[dict[str, Any]]:
    return [{"match": match, "number": first + i, "body": body} for i, body in enumerate(lines)]


def _as(kind: type[S], found: Any) -> S:
    fields = {f.name for f in msgspec.structs.fields(kind)}
    return kind(**{name: value for name, value in found.items() if name in fields})


def _row(db: Connection, match: str) -> MatchRow:
    found = db.execute(sa.select(MATCHES).where(MATCHES.c.id == match)).mappings().one_or_none()
    if found is None:
        raise UnknownMatch(match)
    return _as(MatchRow, found)


def _seats(db: Connection, match: str) -> dict[str, Seat]:
    found = db.execute(sa.select(SEATS).where(SEATS.c.match == match).order_by(SEATS.c.side)).mappings()
    return {seat["side"]: _as(Seat, seat) for seat in found}


def _lines(db: Connection, match: str, first: int) -> list[bytes]:
    here = (LINES.c.match == match) & (LINES.c.number >= first)
    return [bytes(body) for (body,) in db.execute(sa.select(LINES.c.body).where(here).order_by(LINES.c.number))]
