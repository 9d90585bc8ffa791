"""What more workers bring: searches of fixed size, asked for by many matches at once.

    python -m bench.jobs [--workers 1 2] [--matches 8] [--seconds 20]     processes of this machine
    python -m bench.jobs --table 200 [--pause 20]                         the queue of the server, over those workers
    python -m bench.jobs --ray HOST:PORT                                  a cluster this machine is a node of
    python -m bench.jobs --nodes 1 2                                      so many Ray nodes of one processor each, every
                                                                          one in a network namespace of its own (root)

For each: searches a second, how long a match waits for one (p50, p95), and the processor time that a search costs the
process that asks. That alone does not grow with the workers: it says how many of them one server can keep busy, on a
machine too where others are at work and the clock says little. With `--table`, so many matches against the strongest
computer, whose people answer after a pause of so many seconds on average: how long do they wait for the computer?
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import NamedTuple

from grognard.engine import SHELF, Match
from grognard.players import LEVELS, OFFICE, RandomPlayer, SearchBudget, WorkerPlayer
from grognard.players.cluster import OnRay
from grognard.players.jobs import Jobs
from grognard.players.worker import Workers
from grognard.server.jobs.thinking import FairQueue, Question, ThinkingPool

GAME, SCENARIO, ANSWERS = "night-fight", "kiev", 60
STRONGEST = "grognard"
WORK = SearchBudget(seconds=None, deals=24, candidates=6)
NET, PORT, STARTING = "10.77.0", 6399, 25.0  # seconds that a node may take on a busy machine


def some_way_in(game: str = GAME, scenario: str = "") -> Match:
    """A position worth thinking about."""
    scenario = scenario or next(iter(SHELF[game].scenarios))
    match, rng = Match.new(SHELF[game], scenario, seed=2, record=False), random.Random(3)
    while match.number < ANSWERS or len(match.decision.actions) < 4:
        ask = match.decision.asks[0]
        match.take(RandomPlayer().choose(match, ask, rng), ask.side)
    return match


class Found(NamedTuple):
    """What was measured."""

    rate: float  # searches a second
    cost: float  # seconds of this process for one
    waits: list[float]  # in their order


async def measure(jobs: Jobs, matches: int, seconds: float) -> Found:
    """How it goes when every worker has done one before. Matches take turns."""
    match, loop, line = some_way_in(GAME, SCENARIO), asyncio.get_running_loop(), FairQueue(jobs.places)
    ask, player, pool = match.decision.asks[0], WorkerPlayer(WORK, jobs), ThreadPoolExecutor(matches)

    async def play(number: int, until: float, told: list[float]) -> None:
        while (begun := time.monotonic()) < until:
            async with line.place(str(number), True):
                found = await loop.run_in_executor(pool, player.report, match, ask, random.Random(number))
            assert found.deals, "it was thought about"
            told.append(time.monotonic() - begun)

    async def all_at_once(until: float) -> Found:
        begun, spent, waits = time.monotonic(), time.process_time(), list[float]()
        await asyncio.gather(*(play(number, until, waits) for number in range(matches)))
        cost = (time.process_time() - spent) / len(waits)
        return Found(len(waits) / (time.monotonic() - begun), cost, sorted(waits))

    await all_at_once(time.monotonic() + 1.0)
    return await all_at_once(time.monotonic() + seconds)


async def evening(matches: int, pause: float, seconds: float) -> Found:
    """Matches of all games against the strongest computer, as a server has them thought about: how long each waits."""
    pool, laid, loop = ThinkingPool(), [some_way_in(game) for game in SHELF], asyncio.get_running_loop()
    waits, begun, spent = list[float](), time.monotonic(), time.process_time()

    async def play(number: int) -> None:
        match, player, rng = laid[number % len(laid)].clone(), LEVELS[STRONGEST].make(), random.Random(number)
        asked = Question(str(number), match, match.number, match.decision.asks[0], STRONGEST, 0.0, people=True)
        await asyncio.sleep(rng.uniform(0.0, pause))
        while loop.time() < until:
            since = loop.time()
            await pool.choose(asked, player, rng)
            waits.append(loop.time() - since)
            await asyncio.sleep(rng.expovariate(1 / pause))

    until = loop.time() + seconds
    await asyncio.gather(*map(play, range(matches)))
    pool.stop()
    return Found(len(waits) / (time.monotonic() - begun), (time.process_time() - spent) / len(waits), sorted(waits))


def say(what: str, jobs: Jobs, matches: int, seconds: float) -> None:
    """Measure and print a line."""
    tell(what, matches, asyncio.run(measure(jobs, matches, seconds)))


def tell(what: str, matches: int, found: Found) -> None:
    """A line."""
    rate, cost, waits = found
    p50, p95 = waits[len(waits) // 2], waits[min(len(waits) - 1, int(len(waits) * 0.95))]
    told = f"{rate:.2f} searches a second, {matches} matches wait {p50:.2f} s (p50), {p95:.2f} s (p95)"
    print(f"{what}: {told}; one costs this process {1000 * cost:.1f} ms of processor", flush=True)


def run(*command: str, quiet: bool = False) -> None:
    """A program that must succeed."""
    subprocess.run(command, check=not quiet, capture_output=True)


@contextmanager
def namespaces(count: int) -> Iterator[list[str]]:
    """So many network namespaces on one bridge."""
    names = [f"grognard{n}" for n in range(1, count + 1)]
    try:
        run("ip", "link", "add", "grognard0", "type", "bridge")
        run("ip", "link", "set", "grognard0", "up")
        for number, name in enumerate(names, 1):
            run("ip", "netns", "add", name)
            run("ip", "link", "add", f"gr{number}", "type", "veth", "peer", "name", "eth0", "netns", name)
            run("ip", "link", "set", f"gr{number}", "master", "grognard0", "up")
            run("ip", "-n", name, "addr", "add", f"{NET}.{number}/24", "dev", "eth0")
            for device in ("eth0", "lo"):
                run("ip", "-n", name, "link", "set", device, "up")
            run("ip", "-n", name, "route", "add", "default", "dev", "eth0")  # by which Ray finds its own address
        yield names
    finally:
        for name in names:
            run("ip", "netns", "del", name, quiet=True)
        run("ip", "link", "del", "grognard0", quiet=True)


@contextmanager
def cluster(names: list[str]) -> Iterator[None]:
    """A Ray node of one processor in each namespace; the first is the head."""
    ray, nodes = os.path.join(os.path.dirname(sys.executable), "ray"), list[subprocess.Popen[bytes]]()
    with tempfile.TemporaryDirectory(prefix="ray-", dir="/tmp", ignore_cleanup_errors=True) as folder:
        try:
            for number, name in enumerate(names, 1):
                head = ["--head", f"--port={PORT}", "--include-dashboard=false", f"--temp-dir={folder}"]
                where = head if number == 1 else [f"--address={NET}.1:{PORT}"]
                command = [
                    "ip",
                    "netns",
                    "exec",
                    name,
                    ray,
                    "start",
                    "--block",
                    "--num-cpus=1",
                    "--disable-usage-stats",
                ]
                command += [f"--node-ip-address={NET}.{number}", *where]
                nodes.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
                time.sleep(STARTING)
            yield
        finally:
            for node in reversed(nodes):
                node.terminate()
            for node in nodes:
                node.wait(60)


def on_nodes(count: int, matches: int, seconds: float) -> None:
    """Measure a cluster of so many nodes, from its head."""
    os.environ |= {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
    with namespaces(count) as names, cluster(names):
        here = [sys.executable, "-m", "bench.jobs", "--ray", f"{NET}.1:{PORT}"]
        given = ["--matches", str(matches), "--seconds", str(seconds)]
        subprocess.run(["ip", "netns", "exec", names[0], *here, *given], check=True, timeout=600)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--ray", default="")
    parser.add_argument("--nodes", type=int, nargs="+")
    parser.add_argument("--table", type=int, default=0, help="matches against the strongest computer")
    parser.add_argument("--pause", type=float, default=20.0, help="seconds after which people answer there")
    parser.add_argument("--matches", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=20.0)
    chosen = parser.parse_args()
    if chosen.ray:
        jobs = OnRay(chosen.ray)
        say(f"Ray, {jobs.places} processors", jobs, chosen.matches, chosen.seconds)
        jobs.stop()
    elif chosen.nodes:
        for count in chosen.nodes:
            on_nodes(count, chosen.matches, chosen.seconds)
    else:
        for count in chosen.workers:
            workers = Workers(count)
            if chosen.table:
                OFFICE.move(workers)
                found = asyncio.run(evening(chosen.table, chosen.pause, chosen.seconds))
                tell(f"{count} worker processes, a pause of {chosen.pause:g} s", chosen.table, found)
            else:
                say(f"{count} worker processes", workers, chosen.matches, chosen.seconds)
            workers.stop()


if __name__ == "__main__":
    main()
