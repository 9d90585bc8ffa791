"""One process and two on one PostgreSQL: how many more answers do two carry?

    python -m bench.processes [--matches 40] [--rounds 3] [--seconds 6] [--think 0.5]
    python -m bench.processes --live 1000 --think 20 --seconds 60        so many matches at once, with two processes

Night Fight over WebSocket, as in `bench.table`. Rounds against one process and rounds against two, each with a database
of its own, take turns. Prints the processor time of an answer in the processes that serve, in the database and in the
client, each apart. A process carries as many answers a second as fit into one core; two carry twice as many, less what
an answer costs more because another process listens, as long as there is a core for each and the database has its own.
With `--think 0` everybody clicks as fast as he is answered: on a machine with cores for all of them (four) the answers
a second of both can then be compared by the clock too. With `--live`, so many pages are open at two processes, and
somebody clicks at each: prints how long an answer takes, what it costs, and the memory of each process.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from bench.postgres import new_database, postgres, programs
from bench.serving import Served
from bench.table import FURTHEST, Player, clicking, processor, resident

LIMIT = 1.7
ANY_NUMBER = (
    "from grognard.server.web import allowance; "
    "allowance.STANDARD = allowance.Limits(pages=10_000, connections=10_000, looks=1e6, looks_at_once=1e6)"
)


class Company:
    """So many processes on one database, and the people who play there."""

    def __init__(self, served: list[Served], matches: int, furthest: int = FURTHEST) -> None:
        self.served = served
        self.players = [Player(served[n % len(served)].address, n, furthest) for n in range(matches)]
        self.times: list[float] = []
        self.spent = {"serving": 0.0, "database": 0.0, "client": 0.0}
        self.seconds = 0.0

    async def sit_down(self) -> None:
        """Everybody at a match of his own."""
        for some in range(0, len(self.players), 10):
            await asyncio.gather(*[player.sit_down() for player in self.players[some : some + 10]])

    async def play(self, seconds: float, think: float, database: int, rng: random.Random) -> None:
        """One round."""
        before, begun = self._used(database), time.monotonic()
        rounds = await asyncio.gather(*[clicking(player, rng, seconds, think) for player in self.players])
        self.seconds += time.monotonic() - begun
        for name, now in self._used(database).items():
            self.spent[name] += now - before[name]
        self.times += [took for times in rounds for took in times]

    def _used(self, database: int) -> dict[str, float]:
        serving = sum(processor(each.process.pid) for each in self.served)
        return {"serving": serving, "database": family(database), "client": time.process_time()}

    def each(self, name: str) -> float:
        """Milliseconds of processor for an answer."""
        return self.spent[name] / len(self.times) * 1000

    def told(self) -> str:
        costs = ", ".join(f"{name} {self.each(name):.2f}" for name in self.spent)
        pace = f"{len(self.times) / self.seconds:.0f} answers a second, p50 {median(self.times) * 1000:.1f} ms"
        return f"{len(self.served)} serving: {pace}; ms of processor an answer: {costs}"


def family(process: int) -> float:
    """Seconds of processor of a process and its children."""
    found = processor(process)
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(stat.read_text().rsplit(")", 1)[1].split()[1]) == process:
                found += processor(int(stat.parent.name))
        except (FileNotFoundError, ProcessLookupError):  # it has just ended
            continue
    return found


async def compare(one: Company, two: Company, database: int, chosen: argparse.Namespace) -> None:
    """Rounds by turns."""
    rng = random.Random(1)
    for company in (one, two):
        await company.sit_down()
    for _ in range(chosen.rounds):
        for company in (one, two):
            await company.play(chosen.seconds, chosen.think, database, rng)


async def live(company: Company, database: int, chosen: argparse.Namespace) -> None:
    """So many pages at once."""
    await company.sit_down()
    print(f"{chosen.live} matches, a page open at each, a click every {chosen.think:g} s", flush=True)
    await company.play(chosen.seconds, chosen.think, database, random.Random(1))
    times = sorted(company.times)
    print(f"{company.told()}; p95 {times[int(len(times) * 0.95)] * 1000:.1f} ms")
    print("MiB of each process:", *(resident(each.process.pid) // 1024 for each in company.served))


def main() -> None:
    """Print what they cost."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=6, help="of each round")
    parser.add_argument("--think", type=float, default=0.5, help="seconds between a player's clicks")
    parser.add_argument("--live", type=int, default=0, help="matches at once, with two processes alone")
    chosen = parser.parse_args()
    home = programs()
    if home is None:
        raise SystemExit("PostgreSQL is not installed: apt-get install postgresql")
    with ExitStack() as stack:
        server = stack.enter_context(postgres(home))
        database = int((Path(server.partition("host=")[2]) / "data/postmaster.pid").read_text().split()[0])
        companies = []
        for count in (2,) if chosen.live else (1, 2):
            folder, url = stack.enter_context(tempfile.TemporaryDirectory()), new_database(server, f"load_{count}")
            served = [stack.enter_context(Served(folder, url, before=ANY_NUMBER)) for _ in range(count)]
            companies.append(Company(served, chosen.live or chosen.matches, 1 if chosen.live else FURTHEST))
        if chosen.live:
            return asyncio.run(live(companies[0], database, chosen))
        one, two = companies
        asyncio.run(compare(one, two, database, chosen))
    for company in companies:
        print(company.told())
    print(f"two carry {2 * one.each('serving') / two.each('serving'):.2f} times as many (at least {LIMIT:g})")


if __name__ == "__main__":
    main()
