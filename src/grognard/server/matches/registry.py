"""The house: opens rooms, seats people, and wakes rooms that another server process has written to."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import re
import secrets
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from grognard.engine import SHELF, Game, GrognardError, Match, State, UnknownChoice, read_text
from grognard.engine.core.dice import SealedDice
from grognard.engine.game.playthrough import Playthrough
from grognard.engine.records.record import CommitLine
from grognard.server.api.requests import Branch, Claim, NewMatch, RequestError
from grognard.server.api.serializers import JsonObject
from grognard.server.jobs.thinking import ThinkingPool
from grognard.server.matches.client import Client
from grognard.server.matches.own_scenarios import Own
from grognard.server.matches.personal_lobby import PersonalLobby
from grognard.server.matches.seats import FRIEND, ME, anew, fingerprint, lay, sides_of, wind_up
from grognard.server.matches.session import MatchSession
from grognard.server.matches.time_limits import EndOfTime
from grognard.server.pictures.pictures import ground_name
from grognard.server.storage.loading import encode_lines, is_known, of_older_rules, progress, snapshot_of, text_in
from grognard.server.storage.maintenance import DAY, clear, delete
from grognard.server.storage.store import (
    CHANNEL,
    HUMAN,
    Conflict,
    MatchRow,
    Seat,
    Store,
    StoreUnavailable,
    UnknownMatch,
)
from grognard.studio.campaign import onward

if TYPE_CHECKING:
    import psycopg

PATIENCE = 10.0  # seconds to wait for the database to say that it will tell of changes
ENOUGH = 50  # rooms left behind, after which it pays to look through everything for garbage
KEEP_IDLE = 60.0  # seconds a room stays in memory after the last one has left
LINES, TAKEBACKS = 20_000, 200  # in a record that is brought along
OPPONENT = "regular"  # whom one plays against from a position of the school
UNPLAYED = 60.0  # days after which a match nobody has answered in is deleted
TICK = 2.0  # seconds between two looks at the clocks
ID = re.compile(r"[\w-]{1,32}")
log = logging.getLogger("grognard.server")


def check_size(data: bytes) -> None:
    """Refused if a record is so long that carrying it out would keep others waiting, or go back too often."""
    if data.count(b"\n") > LINES:
        raise RequestError(413, f"This record is too long: {LINES} lines at most.")
    if data.count(b'{"line":"back"') > TAKEBACKS:
        raise RequestError(413, f"Too much was taken back in this record: {TAKEBACKS} times at most.")


class MatchRegistry:
    """All matches of one server process."""

    def __init__(self, store: Store, most_matches: int = 100_000) -> None:
        self.store, self.most_matches = store, most_matches
        self.games: Mapping[str, Game] = SHELF
        self.friends = PersonalLobby(store, self.games)
        self.thinkers = ThinkingPool()
        self.thinkers.measures = store.measures
        self._rooms: dict[str, MatchSession] = {}
        self.own = Own(self.games, self._scenarios)
        self._opening: dict[str, asyncio.Task[MatchSession]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._listener: Listener | None = None
        self._end_of_time = EndOfTime(store, self.room)
        self._left_behind = 0  # rooms since the last look for garbage

    async def start(self) -> None:
        """Begin to sweep out idle rooms and, with a shared database, to listen for other processes."""
        self._tasks += [asyncio.create_task(self._sweep()), asyncio.create_task(self._watch_clocks())]
        self._tasks.append(asyncio.create_task(self._make_room()))
        self.own.begin()
        if self.store.shared:
            self._listener = Listener(self.store, asyncio.get_running_loop(), self._woken)
            self._listener.start()
            await asyncio.to_thread(self._listener.hears.wait, PATIENCE)

    async def stop(self) -> None:
        """Close up."""
        for task in self._tasks:
            task.cancel()
        for room in self._rooms.values():
            room.company.close_all()
        await self._end_of_time.stop()
        await asyncio.gather(*(room.computers.stop() for room in self._rooms.values()))
        self.thinkers.stop()
        self.own.end()
        if self._listener is not None:
            self._listener.enough.set()
        await asyncio.to_thread(self.store.close)

    # ------------------------------------------------------------ rooms

    @property
    def rooms(self) -> Iterable[MatchSession]:
        """Those in memory."""
        return self._rooms.values()

    async def room(self, match_id: str) -> MatchSession:
        """The room of a match, opened if need be."""
        room = self._rooms.get(match_id)
        if room is not None:
            await room.recover()
            return room
        if not ID.fullmatch(match_id):
            raise RequestError(404, "There is no such match.")
        opening = self._opening.get(match_id)
        if opening is None:
            opening = self._opening[match_id] = asyncio.create_task(
                MatchSession.open(self.store, self.thinkers, match_id)
            )
            opening.add_done_callback(lambda _: self._opening.pop(match_id, None))
        try:
            room = await asyncio.shield(opening)
        except UnknownMatch:
            raise RequestError(404, "There is no such match.") from None
        except GrognardError as error:  # its game is gone, or can no longer read it
            raise RequestError(410, f"This match cannot be opened any more: {error}") from error
        return self._rooms.setdefault(match_id, room)

    def _scenarios(self) -> set[str]:
        """The scenarios of the rooms in memory."""
        return {room.row.scenario for room in list(self._rooms.values())}

    async def summary(self, match_id: str) -> tuple[Game | None, str, str]:
        """Game, scenario and land of a match, as far as they are known at once; no game if there is no such match."""
        room = self._rooms.get(match_id)
        if not ID.fullmatch(match_id):
            return None, "", ""
        try:
            row = room.row if room is not None else await self.store.row(match_id)
        except UnknownMatch:
            return None, "", ""
        await is_known(row, self.games, self.store)
        game = self.games.get(row.game)
        drawn_once = game is not None and not game.face.guises
        land = ground_name(room.match, row.scenario) if room is not None else row.scenario if drawn_once else ""
        return game, row.scenario, land

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(KEEP_IDLE / 4)
            self.evict_idle(KEEP_IDLE)
            await self.thinkers.measure()

    async def _watch_clocks(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            try:
                await self.expire_clocks(await self.store.hours.read())
            except StoreUnavailable:
                pass
            except Exception:  # whatever it is, clocks elsewhere must run on
                log.exception("The clocks")

    async def expire_clocks(self, now: float) -> None:
        """What was agreed happens wherever somebody's time is up."""
        await self._end_of_time.look(now)

    async def _make_room(self) -> None:
        while True:
            await asyncio.sleep(DAY / 4)
            with contextlib.suppress(SQLAlchemyError):  # another time
                await asyncio.to_thread(clear, self.store, UNPLAYED)

    def is_present(self, match_id: str, side: str) -> bool:
        """Does somebody of this side look at a match now, as far as this process knows?"""
        room = self._rooms.get(match_id)
        return room is not None and any(side in chair.sides for chair in room.company)

    def present(self) -> set[tuple[str, str]]:
        """The matches and sides that somebody looks at, as far as this process knows."""
        return {(room.row.id, side) for room in self.rooms for chair in room.company for side in chair.sides}

    def evict_idle(self, idle_for: float) -> None:
        """Forget rooms that nobody has used for so many seconds; the database has them."""
        before = time.monotonic() - idle_for
        for match_id in [i for i, room in self._rooms.items() if room.idle and room.used <= before]:
            del self._rooms[match_id]
            self._left_behind += 1
        if self._left_behind >= ENOUGH:
            self._left_behind = 0
            gc.collect()

    async def _catch_up(self, room: MatchSession) -> None:
        try:
            await room.catch_up()
        except UnknownMatch:  # it was deleted
            await self.let_go(room.row.id)

    async def let_go(self, match_id: str) -> None:
        """A match is about to be deleted: everybody leaves, and nobody thinks about it any more."""
        room = self._rooms.pop(match_id, None)
        if room is not None:
            room.company.close_all()
            await room.computers.stop()

    def _woken(self, match_id: str) -> None:
        """Another process has written to a match, or may have written to any if none is named."""
        rooms = [self._rooms[match_id]] if match_id in self._rooms else []
        for room in rooms if match_id else self._rooms.values():
            task = asyncio.create_task(self._catch_up(room))
            self._tasks = [t for t in self._tasks if not t.done()] + [task]

    # ------------------------------------------------------------ matches

    async def new_match(self, wish: NewMatch, whose: str = "") -> JsonObject:
        """Set up a match and hand out the keys of its seats."""
        game, row = self._game(wish.game), self.store.draw(wish.game, wish.scenario)
        shared = bool(wish.commitment) and {ME, FRIEND} <= {wish.seats.get(side, ME) for side in self.sides_under(wish)}
        try:
            begin = partial(Match.sealed, game, wish.scenario, wish.options, row.secret, shared=shared)
            match = await self.thinkers.work_out(begin, whose)
        except UnknownChoice as error:
            raise RequestError(422, str(error)) from error
        row = msgspec.structs.replace(row, pace=wish.pace, clock=wind_up(wish.clock), listed=wish.listed)
        return await self._open_table(row, match, wish, wish.commitment if shared else "")

    def sides_under(self, wish: NewMatch) -> list[str]:
        """The sides a match would have."""
        game = self._game(wish.game)
        try:
            chosen = game.choose_options(wish.scenario, wish.options)
            return list(game.rules.sides(game.start(wish.scenario, chosen)))
        except UnknownChoice as error:
            raise RequestError(422, str(error)) from error

    async def import_match(self, data: bytes, whose: str = "") -> JsonObject:
        """A match from a record file; every side is played at one screen. A position is never taken on trust."""
        check_size(data)
        reading = partial(Match.from_record, data, trusted=False)
        try:
            match = await self.thinkers.run_heavy(lambda: self.own.bring(text_in(data), whose, reading), whose)
        except (GrognardError, msgspec.DecodeError, RecursionError) as error:
            raise RequestError(422, of_older_rules(data, self.games) or str(error)) from error
        except Exception as error:
            log.exception("A record could not be read")
            raise RequestError(422, "This record cannot be played: it was changed, or a rule has a fault.") from error
        assert isinstance(match.dice, SealedDice)
        row = self.store.draw(match.game.id, match.state.scenario_id)
        row = msgspec.structs.replace(row, secret=match.dice.secret, salt=None, pace=0.35, uploaded=True)
        return await self._open_table(row, match, NewMatch(row.game, row.scenario))

    async def match_at(self, position: str, side: str, whose: str = "") -> JsonObject:
        """A match from a position of the school, for whoever is taught there, against computer players."""
        game, state = read_text(position)
        seats = {other: ME if other == side else OPPONENT for other in game.rules.sides(state)}
        return await self._begin_in(game, state, seats, whose)

    async def branch(self, match_id: str, chair: Client, wish: Branch) -> JsonObject:
        """Play on from an earlier position, with dice of its own; whatever was hidden there may be known by then."""
        past = await self.past(match_id, chair, wish.frame)
        if past.over:
            raise RequestError(409, "The match is over there.", "GR-3")
        return await self._begin_in(past.game, past.state, wish.seats, chair.address)

    async def seen(self, match_id: str, chair: Client, frame: int) -> tuple[Playthrough, Sequence[str]]:
        """An earlier position of a match, and whose eyes may look at it: while it goes on, those of whoever asks.

        Nobody's in particular, once it is over: then nothing is hidden any more.
        """
        room = await self.room(match_id)
        if not room.match.over and not chair.sides:
            raise RequestError(403, "Whoever watches takes no position along before the match is over.")
        eyes = () if room.match.over else chair.sides
        return await self.thinkers.work_out(room.past(frame, chair), chair.address), eyes

    async def past(self, match_id: str, chair: Client, frame: int) -> Playthrough:
        """An earlier position of a match, where nothing is hidden from whoever asks."""
        room = await self.room(match_id)
        if not room.match.over and set(chair.sides) != set(room.match.sides):
            raise RequestError(
                403, "Only a finished match can be played on from here, or one in which you play every side."
            )
        return await self.thinkers.work_out(room.past(frame, chair), chair.address)

    async def _begin_in(self, game: Game, state: State[Any], seats: dict[str, str], whose: str) -> JsonObject:
        """A match from a position."""
        match = await self.thinkers.work_out(partial(Match.at, game, state), whose)
        assert isinstance(match.dice, SealedDice)
        row = self.store.draw(game.id, state.scenario_id)
        row = msgspec.structs.replace(row, secret=match.dice.secret, salt=None, pace=0.35, uploaded=True)
        return await self._open_table(row, match, NewMatch(row.game, row.scenario, seats=seats))

    async def _open_table(self, row: MatchRow, match: Match, wish: NewMatch, commitment: str = "") -> JsonObject:
        await self._has_room()
        key, invites, seats = lay(match.sides, wish)
        mine = [seat.side for seat in seats if seat.key]
        if commitment:
            match.share(CommitLine(mine[0], commitment))
        row = msgspec.structs.replace(row, hotseat=len(mine) > 1)
        await self._create(row, match, seats)
        return {"match": row.id, "key": key if mine else "", "sides": mine, "invites": invites}

    async def _create(self, row: MatchRow, match: Match, seats: list[Seat]) -> None:
        lines, laid = encode_lines(list(match.lines)), {seat.side: seat for seat in seats}
        room = MatchSession(self.store, self.thinkers, row, laid, match, len(lines))
        stands = await room.timed(progress(match, match.view()))
        room.row = msgspec.structs.replace(row, **msgspec.structs.asdict(stands) | {"known": time.time()})
        await self.store.create(room.row, seats, lines, snapshot_of(match, len(lines)))
        self._rooms[row.id] = room

    async def _has_room(self) -> None:
        if await self.store.count() >= self.most_matches:
            raise RequestError(503, "This table is full: it holds no more matches. Whoever runs it must make room.")

    async def rematch(self, match_id: str, chair: Client, commitment: str = "") -> JsonObject:
        """The same again, or the next battle of a campaign: seats and players stay, dice are new.

        The second who asks gets the first one's table.
        """
        room = await self.room(match_id)
        if not chair.sides:
            raise RequestError(403, "Only players may ask for a rematch.")
        if not room.match.over:
            raise RequestError(409, "This match is not over yet.")
        async with room.lock:
            again = room.row.rematch
            if not again:
                await self._has_room()
                again = await self._same_seats(room, chair, commitment)
                room.row = await self.store.row(match_id)
            elif commitment and len({seat.key for seat in room.seats.values() if seat.key}) > 1:
                await self._takes_shares(again)
        return {"match": again}

    async def _takes_shares(self, match_id: str) -> None:
        """Refused if a match has begun on the table's own dice: a number put in would be dropped in silence."""
        if not (await self.room(match_id)).match.shares.wanted:
            raise RequestError(
                409, "The rematch was begun without shares in the dice. Join it without a number of your own."
            )

    async def _same_seats(self, room: MatchSession, chair: Client, commitment: str) -> str:
        coming = await asyncio.to_thread(onward, room.match)
        scenario = coming.scenario if coming and coming.scenario else room.row.scenario
        row, seats, old = self.store.draw(room.row.game, scenario), list(room.seats.values()), room.match
        shared = bool(commitment) and len({seat.key for seat in seats if seat.key}) > 1
        options = dict(old.state.options)
        begin = partial(Match.sealed, old.game, row.scenario, options, row.secret, shared=shared)
        match = await self.thinkers.work_out(begin, chair.address)
        if shared:
            match.share(CommitLine(chair.sides[0], commitment))
        row = msgspec.structs.replace(row, hotseat=room.row.hotseat, pace=room.pace, clock=anew(room.row.clock))
        await self._create(row, match, seats)
        again = await self.store.set_rematch(room.row.id, row.id)
        if again != row.id:  # another process was asked at the same moment, and its table stands
            del self._rooms[row.id]
            await asyncio.to_thread(delete, self.store, [row.id])
        return again

    # ------------------------------------------------------------ seats

    async def sides_of(self, match_id: str, key: str) -> tuple[str, ...]:
        """The sides a key answers for; none without a key, Refused for a wrong one."""
        room = await self.room(match_id)
        if not key:
            return ()
        sides = sides_of(room.seats, key)
        if not sides:
            raise RequestError(401, "This key opens no seat of this match.")
        return sides

    async def claim(self, match_id: str, wish: Claim) -> JsonObject:
        """Take up an invitation, or a seat that is open to all: a key of one's own takes its place."""
        room = await self.room(match_id)
        seat = self._claimed(room, wish)
        if seat is None:
            raise RequestError(401, "This invitation is not valid, or somebody has taken it up already.")
        key = secrets.token_urlsafe(24)
        taken = Seat(seat.side, HUMAN, fingerprint(key), name=wish.name, who=fingerprint(wish.player))
        try:
            await self.store.seat(match_id, seat.side, seat, taken)
        except Conflict:
            raise RequestError(409, "Somebody has just taken this seat.") from None
        async with room.lock:
            room.seats[seat.side] = taken
            room.lots.sits(seat.side)
            if room.row.clock:
                await room.turn_clocks()
        room.company.tell_seats()
        return {"match": match_id, "key": key, "sides": [seat.side]}

    def _claimed(self, room: MatchSession, wish: Claim) -> Seat | None:
        mark, open_seats = fingerprint(wish.invite), [seat for seat in room.seats.values() if seat.invite]
        if room.row.listed and wish.side and not wish.invite:
            return next((seat for seat in open_seats if seat.side == wish.side), None)
        return next((seat for seat in open_seats if secrets.compare_digest(seat.invite, mark)), None)

    def _game(self, game_id: str) -> Game:
        if game_id not in self.games:
            raise RequestError(422, f"There is no game {game_id!r}. Choose from: {', '.join(self.games)}.")
        return self.games[game_id]


class Listener(threading.Thread):
    """Hears what other server processes write to a shared PostgreSQL database."""

    def __init__(self, store: Store, loop: asyncio.AbstractEventLoop, wake: Callable[[str], None]) -> None:
        super().__init__(name="grognard-listener", daemon=True)
        self.store, self.loop, self.wake = store, loop, wake
        self.hears, self.enough = threading.Event(), threading.Event()

    def run(self) -> None:
        import psycopg  # of the [postgres] extra: a table on SQLite does without

        url = self.store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not self.enough.is_set():
            try:
                with psycopg.connect(url, autocommit=True) as db:
                    self._listen(db)
            except psycopg.Error:
                self.enough.wait(1)

    def _listen(self, db: psycopg.Connection[Any]) -> None:
        db.execute(f"LISTEN {CHANNEL}")
        self.hears.set()
        self._tell("")  # nobody knows what was written before
        while not self.enough.is_set():
            for note in db.notifies(timeout=1):
                name, _, match_id = note.payload.partition(" ")
                if name != self.store.name:
                    self._tell(match_id)

    def _tell(self, match_id: str) -> None:
        with contextlib.suppress(RuntimeError):  # the server is closing
            self.loop.call_soon_threadsafe(self.wake, match_id)
