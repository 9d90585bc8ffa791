"""Leaks: two tables at which everything is the same but what one side may not know, compared byte by byte.

    python -m bench.leaks [--positions 10000] [--seed 1]

Positions come from random matches of every game and scenario. In the second table everything the side cannot know is
dealt anew. All that the side and a spectator receive, over HTTP and over a WebSocket, must be the same to the last
byte: the scene, refusals, odds, chances, reach, briefing and dossiers. (Hints are left out: search works them out from
deals of its own.) Positions in which there is nothing to deal are passed over. Prints how many there were by game, and
every difference.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

import msgspec
from starlette.testclient import TestClient

from grognard.engine import SHELF, Match
from grognard.table.room import Room
from grognard.table.seating import fingerprint
from grognard.table.server import Table
from grognard.table.store import HUMAN, MatchRow, Seat, Store, sqlite_url

APART = 12  # answers between two positions of a match
TRIED = 4  # pieces, hexes and choices asked about at each
SEED = 7  # of both tables' dice
Plain = dict[str, Any]


class Position(NamedTuple):
    """A position, the side that looks, and the same with all else dealt anew."""

    game: str
    side: str
    here: Match
    there: Match


class Compared(NamedTuple):
    """What came of it."""

    positions: Counter[str]  # by game
    messages: int
    differences: list[str]


def positions(rng: random.Random) -> Iterator[Position]:
    """For ever, game by game: a position of a random match, for each side that has something not to know there."""
    matches = {game_id: _matches(game_id, rng) for game_id in SHELF}
    while True:
        for game_id, found in matches.items():
            yield from _twins(game_id, next(found), rng)


def _matches(game_id: str, rng: random.Random) -> Iterator[Match]:
    """One match after another, each at every so many answers."""
    game = SHELF[game_id]
    while True:
        match = Match.new(game, rng.choice(list(game.scenarios)), seed=rng.randrange(10**9), record=False)
        while not match.over:
            for _ in range(APART):
                if not match.over:
                    ask = rng.choice(match.decision.asks)
                    match.take(rng.choice(list(ask.actions)), ask.side)
            yield match


def _twins(game_id: str, match: Match, rng: random.Random) -> Iterator[Position]:
    game = match.game
    for side in match.sides:
        dealt = None if match.over else game.rules.determinize(match.state, side, rng)
        if dealt is not None and dealt.digest() != match.state.digest():
            yield Position(game_id, side, Match.at(game, match.state, SEED), Match.at(game, dealt, SEED))


class Twin:
    """A table with one match in it, which goes by the same name and keys as at the other table."""

    def __init__(self, folder: Path) -> None:
        self.table = Table(Store(sqlite_url(folder)), rate=1e9, making=1e9)
        self.client = TestClient(self.table.app())

    def __enter__(self) -> Twin:
        self.client.__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.client.__exit__(kind, error, at)

    def lay(self, match: Match) -> None:
        """Put a match on the table. Nobody answers for anybody here."""
        house, game = self.table.house, match.game
        seats = {side: Seat(side, HUMAN, fingerprint(side)) for side in match.sides}
        row = MatchRow("twin", game.id, match.state.scenario_id, b"")
        room = Room(house.store, house.thinkers, row, seats, match, len(match.lines))
        portal = self.client.portal
        assert portal is not None
        portal.call(room.computers.stop)
        house._rooms["twin"] = room

    def received(self, key: str, orders: list[Plain]) -> list[bytes]:
        """Everything that a seat, or without a key a spectator, gets over both transports."""
        head = {"authorization": f"Bearer {key}"} if key else {}
        got = [self.client.get("/api/matches/twin", headers=head).content]
        got += [self.client.post("/api/matches/twin/orders", json=order, headers=head).content for order in orders]
        with self.client.websocket_connect("/api/matches/twin/live") as page:
            page.send_json({"hello": key})
            got.append(page.receive_text().encode())
            got.append(page.receive_text().encode())  # who is here
            for order in orders:
                page.send_json(order)
                got.append(page.receive_text().encode())
        return got


def enquiries(match: Match, side: str, rng: random.Random) -> list[Plain]:
    """What a side may want to know, and what it will be refused."""
    number, view, ask = match.number, match.view(side), None if match.over else match.decision.of(side)
    orders: list[Plain] = [{"do": "brief"}, {"do": "reach"}, {"do": "undo", "decision": number}]
    for piece in rng.sample(view.pieces, min(TRIED, len(view.pieces))):
        orders += [{"do": "dossier", "piece": piece.id}, {"do": "why", "decision": number, "piece": piece.id}]
        orders += [{"do": "why", "decision": number, "hex": piece.place}] if piece.place else []
    hidden = [name for name in sorted(match.state.pieces) if name not in {piece.id for piece in view.pieces}]
    orders += [{"do": "dossier", "piece": name} for name in hidden[:TRIED]]
    for action in rng.sample(list(ask.actions), min(TRIED, len(ask.actions))) if ask else ():
        plain = msgspec.to_builtins(action)
        orders.append({"do": "odds", "decision": number, "action": plain})
        orders.append({"do": "take", "decision": number + 1, "action": plain})
    return orders


def compare(count: int, seed: int = 1) -> Compared:
    """So many positions."""
    rng, messages, games = random.Random(seed), 0, Counter[str]()
    differences: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        where = Path(folder)
        with Twin(where / "here") as here, Twin(where / "there") as there:
            for _, position in zip(range(count), positions(rng), strict=False):
                here.lay(position.here)
                there.lay(position.there)
                games[position.game] += 1
                asked = enquiries(position.here, position.side, rng)
                for key, orders in ((position.side, asked), ("", [])):
                    one, other = here.received(key, orders), there.received(key, orders)
                    pairs = list(zip(one, other, strict=True))
                    messages += len(pairs)
                    differences += [f"{position.game} {key}: {a!r} {b!r}" for a, b in pairs if a != b]
    return Compared(games, messages, differences)


def main() -> None:
    """Print what was found."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    found = compare(chosen.positions, chosen.seed)
    for text in found.differences[:20]:
        print(text[:2000])
    print(", ".join(f"{game_id} {count}" for game_id, count in found.positions.items()), "positions")
    print(f"{found.messages} messages compared, {len(found.differences)} differences")


if __name__ == "__main__":
    main()
