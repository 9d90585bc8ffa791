"""What the lobby tells friends: their matches and whose turn it is, invitations open to all, and ratings."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from grognard.engine import Game
from grognard.server.api.requests import MyMatches, RequestError
from grognard.server.api.serializers import JsonObject
from grognard.server.matches.ratings import Finished, Rating, ratings
from grognard.server.matches.seats import clock_told, sides_of
from grognard.server.storage.loading import is_known
from grognard.server.storage.maintenance import DAY
from grognard.server.storage.schema import MATCHES, SEATS, SNAPSHOTS
from grognard.server.storage.store import HUMAN, MatchRow, Seat, Store

SHOWN = 50  # open invitations, the newest first
FEW = 20  # answers without which a match counts for nobody's rating
A_DAY, OF_EACH = 3, 20  # matches of the same players that count: of one day, and in all the latest
NOBODY = "-"  # somebody who was relieved and is not rated
MARK = 8  # digits of a player's mark, which tells apart those of one name


class PersonalLobby:
    """The lobby of a server with others."""

    def __init__(self, store: Store, games: Mapping[str, Game]) -> None:
        self.store, self.games = store, games
        self._rated: dict[str, tuple[int, list[JsonObject]]] = {}  # by game, after so many matches

    async def mine(self, wish: MyMatches) -> list[JsonObject]:
        """How one's matches stand; unknown ones and wrong keys are left out."""
        wanted = sa.select(MATCHES).where(MATCHES.c.id.in_([item.match for item in wish.matches]))
        known = {row.id: (row, seats) for row, seats in await self.store.read(lambda db: _with_seats(db, wanted))}
        found = []
        for item in wish.matches:
            row, seated = known.get(item.match, (None, []))
            seats = {seat.side: seat for seat in seated}
            sides = sides_of(seats, item.key)
            if row and (sides or not item.key) and await is_known(row, self.games, self.store):
                found.append(self._told(row, seats, sides))
        return found

    def _told(self, row: MatchRow, seats: Mapping[str, Seat], sides: tuple[str, ...]) -> JsonObject:
        game, asked = self.games[row.game], row.asked.split()
        open_seats = [seat.side for seat in seats.values() if seat.invite]
        mine = [side for side in asked if side in sides]  # who decides beside oneself would tell what he holds
        return {
            "match": row.id,
            "game": row.game,
            "title": game.title,
            "scenario": game.scenarios[row.scenario].title,
            "battle": row.scenario,
            "mine": list(sides),
            "winners": row.winners.split() if row.over else [],
            "turn": row.turn,
            "turns": row.turns,
            "over": row.over,
            "yours": bool(mine),
            "touched": row.known,
            "waits": mine or (asked if sides else []) or ([] if row.over else open_seats),
            "players": {seat.side: called(seat) for seat in seats.values()},
            "peoples": {side: game.face.people(side) for side in seats},
            "clock": clock_told(row, seats, sides, self.store.hours.now()),
        }

    async def open(self) -> list[JsonObject]:
        """The sides that anybody may take."""
        rows = await self.store.read(_listed)
        found = []
        for row, seats in rows:
            host = next((seat.name for seat in seats if seat.key), "")
            for seat in seats:
                if seat.invite and await is_known(row, self.games, self.store):
                    told = self._told(row, {s.side: s for s in seats}, ())
                    kept = {name: told[name] for name in ("match", "game", "title", "scenario", "clock")}
                    found.append(kept | {"side": seat.side, "people": told["peoples"][seat.side], "host": host})
        return found

    async def ratings(self, game_id: str) -> list[JsonObject]:
        """Everybody who is rated in a game, the strongest first."""
        if game_id not in self.games:
            raise RequestError(404, "There is no such game.")
        count = await self.store.read(lambda db: _how_many(db, game_id))
        if self._rated.get(game_id, (-1, []))[0] != count:
            rows = await self.store.read(lambda db: _finished(db, game_id))
            self._rated[game_id] = count, await asyncio.to_thread(_in_order, rows)
        return self._rated[game_id][1]


def called(seat: Seat) -> str:
    """What a player is called."""
    return seat.name if seat.player == HUMAN else seat.player


def _listed(db: Connection) -> list[tuple[MatchRow, list[Seat]]]:
    wanted = sa.select(MATCHES).where(MATCHES.c.listed & ~MATCHES.c.over).order_by(MATCHES.c.known.desc())
    return _with_seats(db, wanted.limit(SHOWN))


def _how_many(db: Connection, game_id: str) -> int:
    """How many matches of a game have come to their end here."""
    found: int = db.execute(sa.select(sa.func.count()).select_from(MATCHES).where(_ended(game_id))).scalar_one()
    return found


def _ended(game_id: str) -> sa.ColumnElement[bool]:
    """Matches that may count: over, or lost by somebody whom a computer has relieved; on no ground of one's own."""
    relieved = sa.exists().where((SEATS.c.match == MATCHES.c.id) & (SEATS.c.relieved != ""))
    played = sa.exists().where((SNAPSHOTS.c.match == MATCHES.c.id) & (SNAPSHOTS.c.decision >= FEW))
    own = MATCHES.c.uploaded | MATCHES.c.scenario.contains("@")
    return (MATCHES.c.game == game_id) & (MATCHES.c.over | relieved) & ~own & played


def _finished(db: Connection, game_id: str) -> list[tuple[MatchRow, list[Seat]]]:
    """The matches in which everybody is rated: computers, and people who want it."""
    found = _with_seats(db, sa.select(MATCHES).where(_ended(game_id)).order_by(MATCHES.c.touched))
    return [(row, seats) for row, seats in found if all(map(_is_rated, seats))]


def _is_rated(seat: Seat) -> bool:
    return seat.relieved != NOBODY and (seat.player != HUMAN or bool(seat.who))


def _player(seat: Seat) -> str:
    """Whom a seat counts for."""
    return seat.relieved or seat.who or seat.player


def _result(row: MatchRow, seats: list[Seat]) -> Finished:
    """Who was relieved has lost, however the computer fares."""
    relieved = {seat.side for seat in seats if seat.relieved}
    winners = {seat.side for seat in seats} - relieved if relieved else row.winners.split()
    return Finished({seat.side: _player(seat) for seat in seats}, frozenset(winners))


def _few_of_each(rows: list[tuple[MatchRow, list[Seat]]]) -> list[tuple[MatchRow, list[Seat]]]:
    """The latest matches of the same players, and few of one day."""
    days: Counter[tuple[frozenset[str], int]] = Counter()
    them: Counter[frozenset[str]] = Counter()
    found = []
    for row, seats in reversed(rows):
        who = frozenset(map(_player, seats))
        days[who, int(row.touched // DAY)] += 1
        if days[who, int(row.touched // DAY)] <= A_DAY and them[who] < OF_EACH:
            them[who] += 1
            found.append((row, seats))
    return found[::-1]


def _with_seats(db: Connection, wanted: sa.Select[Any]) -> list[tuple[MatchRow, list[Seat]]]:
    """Some matches in their order, each with its seats."""
    rows = [Store.as_row(found) for found in db.execute(wanted).mappings()]
    seats: dict[str, list[Seat]] = {row.id: [] for row in rows}
    theirs = sa.select(SEATS).where(SEATS.c.match.in_(wanted.with_only_columns(MATCHES.c.id))).order_by(SEATS.c.side)
    for found in db.execute(theirs).mappings():
        if found["match"] in seats:
            seats[found["match"]].append(Store.as_seat(found))
    return [(row, seats[row.id]) for row in rows]


def _in_order(rows: list[tuple[MatchRow, list[Seat]]]) -> list[JsonObject]:
    rows = _few_of_each(rows)
    names = {_player(seat): seat.name if seat.relieved else called(seat) for _, seats in rows for seat in seats}
    played = [_result(row, seats) for row, seats in rows]
    found = sorted(ratings(played).items(), key=lambda item: -item[1].rating)
    return [_rated(names[who], who, rating) for who, rating in found]


def _rated(name: str, who: str, rating: Rating) -> JsonObject:
    return {
        "name": name,
        "mark": who[:MARK],
        "rating": round(rating.rating),
        "doubt": round(2 * rating.doubt),
        "matches": rating.matches,
        "sure": rating.sure,
    }
