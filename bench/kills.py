"""Kills: a table is killed with SIGKILL again and again while visitors play all games at it.

    python -m bench.kills [--count 1000] [--keep FILE] [sqlite] [postgresql]

Half of the kills go to each database. A table with a match of every game is killed ten times, some answers or moments
after it was brought up, and brought up again; in every other part computer players sit opposite. On PostgreSQL every
other table is two processes, at which two visitors race for the same matches. An answer is lost if it was acknowledged
and is not there when the table is up again. In the end every record is verified, die by die and digest by digest, and
must lead to the very position that was kept beside it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import copy
import random
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from bench.ledger import Figures, Ledger, in_parts
from bench.postgres import drop_database, new_database, postgres, programs
from bench.serving import Nursery
from bench.wire import Answered, Gone, Wire
from grognard.engine import SHELF, GrognardError, Match, find_game, verify
from grognard.server.storage.loading import record_of
from grognard.server.storage.server_key import FILE, ServerKey
from grognard.server.storage.store import Store, sqlite_url

EACH = 10  # kills of a table before its records are checked
PATIENCE = 60.0  # seconds for some answers
ANSWERS = 1, 9  # acknowledged between two kills, from and to
COMPUTER = "recruit"


class Visitor:
    """Plays a match at random for as long as the table stands, and remembers what was acknowledged."""

    def __init__(self, port: int, seed: int, game: str, opponent: str = "") -> None:
        self.rng, self.key = random.Random(seed), ""
        self.alone = not opponent  # does nobody else answer?
        scenario = self.rng.choice(list(SHELF[game].scenarios))
        sides = Match.new(SHELF[game], scenario, seed=1).sides[1:] if opponent else ()
        wish = {"game": game, "scenario": scenario, "seats": dict.fromkeys(sides, opponent), "pace": 0}
        made = self._call(Wire(port), "POST", "/api/matches", wish).json()
        self.match, self.key = str(made["match"]), str(made["key"])
        self._begin_to_count()

    def _begin_to_count(self) -> None:
        self.acknowledged = self.lost = self.more = 0
        self.wrong: list[str] = []
        self._thread: threading.Thread | None = None

    def rival(self) -> Visitor:
        """Another who plays the same side of the same match, somewhere else."""
        other = copy.copy(self)
        other.rng, self.alone, other.alone = random.Random(self.rng.random()), False, False
        other._begin_to_count()
        return other

    def _call(self, wire: Wire, method: str, path: str, body: Any = None) -> Answered:
        head = {"content-type": "application/json"} | ({"authorization": f"Bearer {self.key}"} if self.key else {})
        return wire.request(method, path, content=msgspec.json.encode(body) if body else b"", headers=head)

    def begin(self, port: int) -> None:
        """Play on at a table that has been brought up."""
        self._thread = threading.Thread(target=self._play, args=(port,))
        self._thread.start()

    def end(self) -> None:
        """Until it has noticed that the table is gone."""
        assert self._thread is not None
        self._thread.join()

    def _play(self, port: int) -> None:
        with Wire(port) as wire:
            try:
                self.find_again(wire)
                while self.step(wire):
                    pass
            except Gone:
                return
            except Exception as error:  # told in the end
                self.wrong.append(repr(error))

    def find_again(self, wire: Wire) -> None:
        """Is everything there that was acknowledged? One answer more may be, the one that was being written."""
        now = int(self.look(wire)["decision"])
        self.lost += now < self.acknowledged
        self.more += now > self.acknowledged + 1 and self.alone
        self.acknowledged = now

    def look(self, wire: Wire) -> Any:
        """The match as it stands."""
        return self._call(wire, "GET", f"/api/matches/{self.match}").json()

    def step(self, wire: Wire) -> bool:
        """One answer, unless it is the computer's turn; False at the end."""
        scene = self.look(wire)
        if scene["result"]:
            return False
        if scene["ask"] is None:
            time.sleep(0.01)
            return True
        action = self.rng.choice(scene["ask"]["choices"])["action"]
        order = {"do": "take", "decision": scene["decision"], "action": action, "side": scene["ask"]["side"]}
        got = self._call(wire, "POST", f"/api/matches/{self.match}/orders", order)
        if got.status_code == 200:
            self.acknowledged = scene["decision"] + 1
        elif got.status_code != 409:  # the table itself has answered first, where there was no choice
            self.wrong.append(got.content.decode())
        return True


def one_life(nursery: Nursery, folder: str, url: str, seed: int, kills: int = EACH) -> Figures:
    """A table killed so many times, and what is left of it."""
    rng, raced = random.Random(seed), bool(url) and seed % 4 >= 2
    tables = [nursery.table(folder, url) for _ in range(1 + raced)]
    opponent = COMPUTER if seed % 2 else ""
    visitors = [Visitor(tables[0].port, rng.randrange(10**6), game, opponent) for game in SHELF]
    rivals = [visitor.rival() for visitor in visitors] if raced else []
    everybody, answers = [*visitors, *rivals], 0
    for n in range(kills):
        tables = tables if n == 0 else [nursery.table(folder, url) for _ in tables]
        before = sum(visitor.acknowledged for visitor in everybody)
        for visitor in everybody:
            visitor.begin(tables[visitor in rivals].port)
        _let_play(everybody, before, rng)
        for table in rng.sample(tables, len(tables)):
            table.kill()
        for visitor in everybody:
            visitor.end()
        answers += sum(visitor.acknowledged for visitor in everybody) - before
    wrong = [text for visitor in everybody for text in visitor.wrong]
    print(*wrong, sep="\n", end="")
    figures: Figures = {"kills": kills, "answers": answers, "wrong": len(wrong), "by two processes": kills * raced}
    figures["lost"] = sum(visitor.lost for visitor in everybody)
    figures["more than were given"] = sum(visitor.more for visitor in everybody)
    for visitor, rival in zip(visitors, rivals, strict=False):
        visitor.acknowledged = max(visitor.acknowledged, rival.acknowledged)
    return figures | _check(folder, url, visitors)


def _let_play(visitors: list[Visitor], before: int, rng: random.Random) -> None:
    """Until so many answers are acknowledged, and then some moments."""
    wanted, patience = before + rng.randrange(*ANSWERS), time.monotonic() + PATIENCE
    while sum(visitor.acknowledged for visitor in visitors) < wanted and time.monotonic() < patience:
        time.sleep(0.002)
    time.sleep(rng.uniform(0, 0.02))


def _check(folder: str, url: str, visitors: list[Visitor]) -> Figures:
    """Does every record verify, and lead to the position beside it, with everything that was acknowledged?"""
    store = Store(url or sqlite_url(Path(folder)), ServerKey.of(Path(folder) / FILE))
    bad, lost = 0, 0
    for visitor in visitors:
        row, _, bodies, snapshot = asyncio.run(store.whole(visitor.match))
        lost += snapshot.decision < visitor.acknowledged
        try:
            record = record_of(bodies, row, store.key)
            match, whole = Match.from_record(record), verify(record).whole
            kept = find_game(row.game).rules.codec.read_state(snapshot.state)
            same = match.state.digest() == kept.digest() and match.number == snapshot.decision
            bad += not (whole and same and snapshot.lines == len(bodies))
        except GrognardError as error:
            print(error)
            bad += 1
    store.close()
    return {"records": len(visitors), "records that do not verify": bad, "lost in the end": lost}


@contextlib.contextmanager
def _database(server: str, name: str) -> Iterator[str]:
    """An empty database; none for SQLite, which has a file in the folder."""
    if not server:
        yield ""
        return
    try:
        yield new_database(server, name)
    finally:
        drop_database(server, name)


def kill(server: str, lives: int, ledger: Ledger, title: str) -> Figures:
    """So many tables on one kind of database."""
    with Nursery() as nursery:

        def life(part: str) -> Figures:
            number = int(part.split()[1])
            with tempfile.TemporaryDirectory() as folder, _database(server, f"kills_{number}") as url:
                return one_life(nursery, folder, url, number)

        return dict(in_parts([f"{title} {n}" for n in range(lives)], life, ledger, title))


def main() -> None:
    """Print what was found."""
    parser = argparse.ArgumentParser()
    parser.add_argument("databases", nargs="*", default=["sqlite", "postgresql"])
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--keep", type=Path, help="a file for what is done, so that a run can go on")
    chosen = parser.parse_args()
    lives, ledger = -(-chosen.count // EACH // len(chosen.databases)), Ledger(chosen.keep)
    for kind in chosen.databases:
        with contextlib.ExitStack() as stack:
            home = programs()
            if kind == "postgresql" and home is None:
                raise SystemExit("PostgreSQL is not installed: apt-get install postgresql")
            server = stack.enter_context(postgres(home)) if kind == "postgresql" and home is not None else ""
            for name, count in kill(server, lives, ledger, kind).items():
                print(f"{count:10.0f} {kind}: {name}")


if __name__ == "__main__":
    main()
