"""One match of very many answers: is the last as quick as the first, and how large has it grown?

    python -m bench.marathon [--answers 20000]

Answers and undos by turns, so that the record grows by both, through the API of a table in this process. Prints the
processor time of an answer with its undo, and resident memory, after every tenth; then how long it takes to open the
match again from the database. The last tenth must not cost twice what the second does.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from bench.table import resident
from grognard.server.app import WebApp
from grognard.server.storage.store import Store, sqlite_url

PARTS, LIMIT = 10, 2.0
WISH = {"game": "folio", "scenario": "sidi-zahran"}


class Match:
    """A match at the table, and its first seat."""

    def __init__(self, table: TestClient) -> None:
        made = table.post("/api/matches", json=WISH).json()
        self.table, self.where = table, f"/api/matches/{made['match']}"
        self.head = {"authorization": f"Bearer {made['key']}"}

    def look(self) -> Any:
        return self.table.get(self.where, headers=self.head).json()

    def order(self, **order: Any) -> None:
        got = self.table.post(f"{self.where}/orders", json=order, headers=self.head)
        assert got.status_code == 200, got.text

    def there_and_back(self) -> None:
        """An answer, and its undo."""
        scene = self.look()
        self.order(do="take", decision=scene["decision"], action=scene["ask"]["choices"][0]["action"])
        self.order(do="undo", decision=self.look()["decision"])


def played(match: Match, answers: int) -> float:
    """So many answers, each with its undo; milliseconds of processor for one."""
    begun = time.process_time()
    for _ in range(answers):
        match.there_and_back()
    return (time.process_time() - begun) / answers * 1000


def main() -> int:
    """Print what was measured."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--answers", type=int, default=20_000)
    answers, spent = parser.parse_args().answers, list[float]()
    with tempfile.TemporaryDirectory() as folder:
        app = WebApp(Store(sqlite_url(Path(folder))), rate=1e6, making=1e6)
        with TestClient(app.app()) as table:
            match = Match(table)
            for part in range(1, PARTS + 1):
                spent.append(played(match, answers // PARTS))
                weight = resident(os.getpid()) // 1024
                print(
                    f"{part * answers // PARTS:6} answers: {spent[-1]:5.1f} ms each with its undo, {weight} MiB",
                    flush=True,
                )
            app.house._rooms.clear()
            begun = time.process_time()
            assert match.look()["ask"]
            print(f"opened again in {time.process_time() - begun:.2f} s of processor")
    return spent[-1] > LIMIT * spent[1]


if __name__ == "__main__":
    sys.exit(main())
