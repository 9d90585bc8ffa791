"""Leaks: two tables at which everything is the same but what one side may not know, compared byte by byte.

    python -m bench.leaks [--positions 10000] [--keep FILE]

Positions come from matches of every game, scenario and option whose players like to hide (`bench.twins`). At the second
table everything the side cannot know is dealt again, and its enemies have given standing orders. What the side and a
spectator receive, over HTTP and over a WebSocket, must be the same to the last byte, headers too: the scene, refusals,
odds, chances, ways, reach, sight, briefing, dossiers, what is asked about pieces out of sight. (Hints are left out:
search works them out from deals of its own.) In games that hide pieces, positions in which there is nothing to deal are
passed over. A fifth of all positions are questions put to several sides at once, of whom some may be spared it: the
side must not know whether another is asked beside it, was spared it, or has answered already, be it by numbers, clocks,
the frames of the look back or its list of matches. Prints how many positions and pieces dealt again there were in each
game, and every difference.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from unittest.mock import patch

import msgspec
from starlette.types import Message, Scope

from bench.ledger import Figures, Ledger, in_parts
from bench.twins import Position, positions, together
from grognard.engine import Match, PieceView
from grognard.server.api import serializers
from grognard.server.app import WebApp
from grognard.server.jobs.thinking import ThinkingPool
from grognard.server.matches import clients
from grognard.server.matches.clock import Clock, write_clock
from grognard.server.matches.seats import fingerprint
from grognard.server.matches.session import MatchSession
from grognard.server.storage.loading import encode_lines, progress, snapshot_of
from grognard.server.storage.maintenance import delete
from grognard.server.storage.store import HUMAN, MatchRow, Seat, Store, sqlite_url

TRIED = 2  # pieces, hexes and choices asked about at each
PART, TOGETHER = 250, 50  # positions, and those of them at which several sides are asked at once
ROUND = 150  # bytes shown before and after a difference
WHERE = "/api/matches/twin"
FAULT = b'"status":500'
BANK, BEGAN, NOW = 3600.0, 1000.0, 1300.0  # seconds: of each clock, when it began to run, and now
SECRET_ORDERS = '[{"hold":"chance","name":"","number":0.4}]'
Plain = dict[str, Any]
T = TypeVar("T")
Source = Callable[[random.Random], Iterator[Position]]


class Compared(NamedTuple):
    """What came of it."""

    positions: Counter[str]  # by game
    hidden: Counter[str]  # pieces dealt again in them
    messages: int
    faults: int  # answers that say that the table is at fault
    differences: list[str]


class Alone(ThinkingPool):
    """Works everything out at once: there is one visitor."""

    async def work_out(self, work: Callable[[], T], whose: str = "") -> T:
        return work()


class Twin:
    """A table with one match in it, which goes by the same name and keys as at the other table."""

    def __init__(self, folder: Path, orders: str = "") -> None:
        self.table, self.orders = WebApp(Store(sqlite_url(folder)), rate=1e9, making=1e9), orders
        self.app, self.alone = self.table.app(), Alone(1)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """While it is served."""
        async with self.app.router.lifespan_context(self.app):
            yield

    async def lay(self, match: Match, side: str) -> None:
        """Put a match on the table. Nobody answers for anybody here; whoever is not this side may have orders."""
        house, game = self.table.house, match.game
        seats = {s: Seat(s, HUMAN, fingerprint(s), orders="" if s == side else self.orders) for s in match.sides}
        stands, clock = progress(match, match.view()), write_clock(clock_of(match, side))
        row = MatchRow("twin", game.id, match.state.scenario_id, b"", asked=stands.asked, clock=clock)
        room = MatchSession(house.store, self.alone, row, seats, match, len(match.lines))
        await room.computers.stop()
        house._rooms["twin"] = room
        await asyncio.to_thread(delete, house.store, ["twin"])
        await house.store.create(row, list(seats.values()), encode_lines(list(match.lines)), snapshot_of(match, 1))

    async def received(self, key: str, asked: list[Plain]) -> list[bytes]:
        """Everything that a seat, or without a key a spectator, gets: half of the questions over each transport."""
        orders = [msgspec.json.encode(order) for order in asked]
        mine = msgspec.json.encode({"matches": [{"match": "twin", "key": key}]})
        got = [await self._ask("GET", WHERE + path, key) for path in ("", "/record")]
        got += [await self._ask("POST", "/api/mine", key, mine)]
        got += [await self._ask("POST", f"{WHERE}/orders", key, order) for order in orders[::2]]
        return got + await self._page(key, orders[1::2])

    async def _ask(self, method: str, path: str, key: str, body: bytes = b"") -> bytes:
        """One request: status, headers and body."""
        got: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": body}

        async def send(message: Message) -> None:
            got.append(message)

        await self.app(_scope("http", path, key, method=method), receive, send)
        return b"".join(repr(message).encode() for message in got)

    async def _page(self, key: str, orders: list[bytes]) -> list[bytes]:
        """One WebSocket: hello, the scene and who is here, then an answer to each order."""
        inbox, outbox = asyncio.Queue[Message](), asyncio.Queue[Message]()
        visit = asyncio.create_task(self.app(_scope("websocket", f"{WHERE}/live", ""), inbox.get, outbox.put))
        await inbox.put({"type": "websocket.connect"})
        await inbox.put({"type": "websocket.receive", "text": msgspec.json.encode({"hello": key}).decode()})
        got = [await outbox.get() for _ in range(3)]  # that it is let in, the scene, who is here
        for order in orders:
            await inbox.put({"type": "websocket.receive", "text": order.decode()})
            got.append(await outbox.get())
        await inbox.put({"type": "websocket.disconnect", "code": 1000})
        await visit
        return [repr(message).encode() for message in got]


def clock_of(match: Match, side: str) -> Clock:
    """A clock that has run for this side, and then for those that the match asks, one after the other."""
    sides, joint = {*match.state.sealed, *(ask.side for ask in match.state.asks)}, match.asks_together
    clock = Clock(bank=BANK).turned([side], BEGAN).turned(sides, BEGAN + 100, together=joint)
    if match.state.sealed:
        clock = clock.turned([ask.side for ask in match.state.asks], BEGAN + 150, together=True, still=True)
    return clock


def _scope(kind: str, path: str, key: str, **more: str) -> Scope:
    headers = [(b"host", b"table"), (b"content-type", b"application/json")]
    headers += [(b"authorization", f"Bearer {key}".encode())] if key else []
    known = {"type": kind, "path": path, "raw_path": path.encode(), "query_string": b"", "headers": headers}
    return {**known, "scheme": "http", "client": ("seat", 1), "server": ("table", 80), "root_path": "", **more}


def enquiries(match: Match, side: str, rng: random.Random) -> list[Plain]:
    """What a side may want to know, and what it will be refused."""
    number, view, ask = match.told_number, match.view(side), None if match.over else match.decision.of(side)
    orders: list[Plain] = [{"do": "brief"}, {"do": "reach"}, {"do": "at", "frame": 10_000}]
    orders += [{"do": do, "decision": number} for do in ("undo", "chances")]
    for piece in rng.sample(view.pieces, min(TRIED, len(view.pieces))):
        orders += _about(piece, number)
    places = sorted({piece.place for piece in view.pieces if piece.place})
    orders += [{"do": "sight", "a": rng.choice(places), "b": rng.choice(places)}] if places else []
    shown = {piece.id for piece in view.pieces}
    hidden = [piece for name, piece in sorted(match.state.pieces.items()) if name not in shown]
    for other in rng.sample(hidden, min(TRIED, len(hidden))):
        orders += _out_of_sight(other.id, str(getattr(other, "place", "")), number)
    for action in rng.sample(list(ask.actions), min(TRIED, len(ask.actions))) if ask else ():
        plain = msgspec.to_builtins(action)
        orders.append({"do": "odds", "decision": number, "action": plain})
        orders.append({"do": "way", "decision": number, "actions": [plain]})
        orders.append({"do": "take", "decision": number + 1, "action": plain})
        names = [hidden[0].id] if hidden and "piece" in plain else []
        orders += [{"do": "take", "decision": number, "action": plain | {"piece": name}} for name in names]
    rng.shuffle(orders)
    return orders


def _about(piece: PieceView, number: int) -> list[Plain]:
    orders: list[Plain] = [{"do": "dossier", "piece": piece.id}, {"do": "why", "decision": number, "piece": piece.id}]
    if piece.place:
        orders.append({"do": "why", "decision": number, "hex": piece.place})
    return orders


def _out_of_sight(name: str, place: str, number: int) -> list[Plain]:
    """Questions about a piece that is not in sight, and about the place where it stands."""
    orders: list[Plain] = [{"do": "dossier", "piece": name}, {"do": "why", "decision": number, "piece": name}]
    return [*orders, {"do": "why", "decision": number, "hex": place}] if place else orders


def compare(count: int, seed: int = 1, source: Source = positions) -> Compared:
    """So many positions."""
    return asyncio.run(_compare(count, random.Random(seed), source))


async def _compare(count: int, rng: random.Random, source: Source) -> Compared:
    messages, faults, games, hidden = 0, 0, Counter[str](), Counter[str]()
    differences: list[str] = []
    clients.NOW_AND_THEN = 0.0  # who is here is told at once
    serializers.SECONDS = 1e9  # and nothing is left out because it takes long
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        here, there = Twin(folder / "here"), Twin(folder / "there", SECRET_ORDERS)
        for twin in (here, there):
            await stack.enter_async_context(twin.open())
            stack.enter_context(patch.object(twin.table.house.store.hours, "now", lambda: NOW))
            stack.enter_context(patch.object(time, "time", lambda: NOW))
        for _, position in zip(range(count), source(rng), strict=False):
            games[position.game] += 1
            hidden[position.game] += position.hidden
            pairs = await _pairs(here, there, position, rng)
            messages += len(pairs)
            faults += sum(FAULT in a for a, _ in pairs)
            where = f"{position.game} {position.here.state.scenario_id} {position.side}"
            differences += [f"{where}: {_parting(a, b)}" for a, b in pairs if a != b]
    return Compared(games, hidden, messages, faults, differences)


async def _pairs(here: Twin, there: Twin, position: Position, rng: random.Random) -> list[tuple[bytes, bytes]]:
    """What comes at both tables, to the side and to a spectator."""
    await here.lay(position.here, position.side)
    await there.lay(position.there, position.side)
    asked, pairs = enquiries(position.here, position.side, rng), list[tuple[bytes, bytes]]()
    for key, orders in ((position.side, asked), ("", [])):
        pairs += zip(await here.received(key, orders), await there.received(key, orders), strict=True)
    return pairs


def _parting(a: bytes, b: bytes) -> str:
    """Where two messages part, apart from the length that is told first."""
    a, b = (message[max(message.find(b"http.response.body"), 0) :] for message in (a, b))
    same = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    begin = max(same - ROUND, 0)
    return f"{a[begin : same + ROUND]!r} / {b[begin : same + ROUND]!r}"


def one_part(seed: str) -> Figures:
    """The figures of one part; differences are printed as they are found."""
    found, joint = compare(PART - TOGETHER, int(seed)), compare(TOGETHER, int(seed), together)
    for text in (*found.differences[:5], *joint.differences[:5]):
        print(text)
    figures: Figures = {"positions": PART, "messages": found.messages + joint.messages}
    figures |= {"faults": found.faults + joint.faults, "questions to several sides": joint.positions.total()}
    figures["differences"] = len(found.differences) + len(joint.differences)
    figures |= {f"positions of {game}": count for game, count in found.positions.items()}
    return figures | {f"pieces dealt again in {game}": count for game, count in found.hidden.items()}


def main() -> None:
    """Print what was found."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--keep", type=Path, help="a file for what is done, so that a run can go on")
    chosen = parser.parse_args()
    parts = [str(seed) for seed in range(1, -(-chosen.positions // PART) + 1)]
    for name, count in sorted(in_parts(parts, one_part, Ledger(chosen.keep), "leaks").items()):
        print(f"{count:10.0f} {name}")


if __name__ == "__main__":
    main()
