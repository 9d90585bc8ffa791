"""The table under load: many matches at once over WebSocket, beside a bare echo through the same server and store.

    python -m bench.table [--matches 200] [--rounds 4] [--seconds 6] [--many 1000] [--database URL]

Prints p50 and p99 from click to view, moves a second, and the same for an echo that keeps each message in the store
and sends it back when it is durable. Rounds of echoes and of moves take turns, so that both meet the same machine.
With `--many`, also the memory of the server before and after so many matches.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

SERVER = """
import sys
from pathlib import Path
from starlette.routing import WebSocketRoute
from grognard.server.web import allowance
from grognard.server.serve import listen
from grognard.server.app import WebApp
from grognard.server.storage.store import Store, sqlite_url
allowance.STANDARD = allowance.Limits(pages=10_000, connections=10_000, looks=1e6, looks_at_once=1e6)
store = Store(sys.argv[3] or sqlite_url(Path(sys.argv[2])))
app = WebApp(store, rate=1e6, making=1e6).app()
async def echo(socket):
    await socket.accept()
    async for data in socket.iter_text():
        await store.say(socket.path_params["match"], "echo", data)
        await socket.send_text(data)
app.router.routes.insert(0, WebSocketRoute("/echo/{match}", echo))
listen(app, "127.0.0.1", int(sys.argv[1]))
"""
GAME, SCENARIO = "night-fight", "ghost-column"
PATIENT = {"max_size": None, "compression": None, "open_timeout": 300, "ping_timeout": 300}
FURTHEST = 40  # clicks into the first turn when the measuring begins


class Client(Protocol):
    """Somebody who clicks and waits for the result."""

    async def click(self) -> None: ...

    async def ready(self) -> None:
        """Make good for the next click, off the clock."""


class Player:
    """Plays matches at random, one after the other."""

    def __init__(self, address: str, seed: int, furthest: int = FURTHEST) -> None:
        self.address, self.rng, self.furthest = address, random.Random(seed), furthest
        self.socket: ClientConnection | None = None
        self.match = ""

    async def sit_down(self) -> None:
        """A new match, played some way into its first turn."""
        if self.socket is not None:
            await self.socket.close()
        async with httpx.AsyncClient(base_url=self.address, timeout=600) as http:
            made = (await http.post("/api/matches", json={"game": GAME, "scenario": SCENARIO})).json()
        self.match = made["match"]
        where = self.address.replace("http", "ws") + f"/api/matches/{self.match}/live"
        self.socket = await connect(where, **PATIENT)  # type: ignore[arg-type]
        await self.socket.send(msgspec.json.encode({"hello": made["key"]}).decode())
        await self._look()
        left = self.rng.randrange(self.furthest)
        while left and self.scene["ask"]:
            left -= self.scene["view"]["turn"] > 0
            await self.click()
        await self.ready()

    async def ready(self) -> None:
        """Sit down at another match when this one is over."""
        if not self.scene["ask"]:
            await self.sit_down()

    async def click(self) -> None:
        """Answer with any choice, and see what has changed."""
        assert self.socket is not None
        action = self.rng.choice(self.scene["ask"]["choices"])["action"]
        order = {"do": "take", "decision": self.scene["decision"], "action": action}
        await self.socket.send(msgspec.json.encode(order).decode())
        await self._look()

    async def _look(self) -> None:
        assert self.socket is not None
        self.scene: Any = {}
        while not (self.scene.get("ask") or self.scene.get("result")):  # in between the table answers by itself
            self.scene = msgspec.json.decode(await self.socket.recv())


class Echo:
    """Sends words to a match's chat and hears them when they are kept."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    async def click(self) -> None:
        await self.socket.send("x" * 120)
        await self.socket.recv()

    async def ready(self) -> None:
        pass


async def clicking(client: Client, rng: random.Random, seconds: float, think: float) -> list[float]:
    """A click every `think` seconds; how long each took."""
    times: list[float] = []
    until = time.monotonic() + seconds
    await asyncio.sleep(rng.uniform(0, think))
    while time.monotonic() < until:
        begun = time.perf_counter()
        await client.click()
        times.append(time.perf_counter() - begun)
        await client.ready()
        await asyncio.sleep(max(0.0, think - (time.perf_counter() - begun)))
    return times


class Load:
    """What a crowd has measured: seconds from click to answer, and seconds of the server's processor."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.work = 0.0

    def add(self, times: Sequence[list[float]], work: float) -> None:
        self.times += [t for each in times for t in each]
        self.work += work

    def p(self, share: float) -> float:
        """A percentile in milliseconds."""
        return sorted(self.times)[int(len(self.times) * share)] * 1000

    def told(self, seconds: float) -> str:
        count = len(self.times)
        pace = f"{count / seconds:.0f} a second, {self.work / count * 1000:.2f} ms of processor each"
        return f"p50 {self.p(0.5):.1f} ms, p99 {self.p(0.99):.1f} ms, {pace}"


async def take_turns(address: str, server: int, chosen: argparse.Namespace) -> tuple[Load, Load]:
    """Rounds of echoes and of moves."""
    players = [Player(address, seed) for seed in range(chosen.matches)]
    for some in range(0, len(players), 20):
        await asyncio.gather(*[player.sit_down() for player in players[some : some + 20]])
    where = address.replace("http", "ws") + "/echo/"
    echoes = [Echo(await connect(where + player.match, **PATIENT)) for player in players]  # type: ignore[arg-type]
    bare, moves = Load(), Load()
    crowds: list[tuple[Sequence[Client], Load]] = [(echoes, bare), (players, moves)]
    rng = random.Random(1)
    for _ in range(chosen.rounds):
        for clients, load in crowds:
            before = processor(server)
            crowd = [clicking(client, rng, chosen.seconds, chosen.think) for client in clients]
            load.add(await asyncio.gather(*crowd), processor(server) - before)
    return bare, moves


def processor(process: int) -> float:
    """Seconds of processor a process has used."""
    spent = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(spent[11]) + int(spent[12])) / os.sysconf("SC_CLK_TCK")


def resident(process: int) -> int:
    """Resident memory of a process in kB."""
    status = Path(f"/proc/{process}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


async def many_matches(address: str, count: int) -> None:
    """Matches that are opened, played a little and left."""
    async with httpx.AsyncClient(base_url=address, timeout=120) as http:
        for _ in range(count):
            made = (await http.post("/api/matches", json={"game": GAME, "scenario": SCENARIO})).json()
            head = {"authorization": f"Bearer {made['key']}"}
            scene = (await http.get(f"/api/matches/{made['match']}", headers=head)).json()
            order = {"do": "take", "decision": 0, "action": scene["ask"]["choices"][0]["action"]}
            await http.post(f"/api/matches/{made['match']}/orders", json=order, headers=head)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=6, help="of each round")
    parser.add_argument("--think", type=float, default=2.0, help="seconds between a player's clicks")
    parser.add_argument("--many", type=int, default=0, help="matches for the memory test")
    parser.add_argument("--database", default="")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        port = random.randrange(20_000, 30_000)
        server = subprocess.Popen([sys.executable, "-c", SERVER, str(port), folder, chosen.database])
        address = f"http://127.0.0.1:{port}"
        try:
            _wait(address)
            if chosen.rounds:
                _measure(address, server.pid, chosen)
            if chosen.many:
                _weigh(address, server.pid, chosen.many)
        finally:
            server.terminate()
            server.wait()


def _measure(address: str, process: int, chosen: argparse.Namespace) -> None:
    bare, moves = asyncio.run(take_turns(address, process, chosen))
    seconds = chosen.rounds * chosen.seconds
    print(f"{chosen.matches} matches at once, a click every {chosen.think} s each")
    print(f"echo:  {bare.told(seconds)}")
    print(f"moves: {moves.told(seconds)}; p50 {moves.p(0.5) / bare.p(0.5):.2f} times the echo's")


def _weigh(address: str, process: int, count: int) -> None:
    asyncio.run(many_matches(address, count // 5))
    before = resident(process)
    asyncio.run(many_matches(address, count))
    time.sleep(80)  # until the last idle room is swept out
    after = resident(process)
    print(f"memory: {before} kB, {after} kB after {count} more matches ({after / before - 1:+.1%})")


def _wait(address: str) -> None:
    for _ in range(300):
        try:
            httpx.get(f"{address}/api/schema", timeout=5)
            return
        except httpx.TransportError:
            time.sleep(0.1)
    raise SystemExit("the server does not answer")


if __name__ == "__main__":
    main()
