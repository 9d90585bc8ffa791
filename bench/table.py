"""The table under load: many matches at once over WebSocket, beside a bare echo through the same server and store.

    python -m bench.table [--matches 200] [--seconds 20] [--database URL]

Prints p50 and p99 from click to view, moves a second, the same for an echo that writes once and answers, and the
memory of the server before and after a thousand matches.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

SERVER = """
import sys, uvicorn
from pathlib import Path
from starlette.routing import WebSocketRoute
from grognard.table.server import Table
from grognard.table.store import Store, sqlite_url
store = Store(sys.argv[3] or sqlite_url(Path(sys.argv[2])))
table = Table(store, rate=1e6, making=1e6)
app = table.app()
async def echo(socket):
    await socket.accept()
    async for data in socket.iter_text():
        await store.touch()
        await socket.send_text(data)
app.router.routes.insert(0, WebSocketRoute("/echo", echo))
uvicorn.run(app, port=int(sys.argv[1]), log_level="warning", ws_per_message_deflate=False)
"""
GAME, SCENARIO = "night-fight", "ghost-column"


def percentiles(times: list[float]) -> str:
    """p50 and p99 in milliseconds."""
    ranked = sorted(times)
    return f"p50 {ranked[len(ranked) // 2] * 1000:.1f} ms, p99 {ranked[int(len(ranked) * 0.99)] * 1000:.1f} ms"


async def play(
    address: str, seed: int, start: asyncio.Barrier, seconds: float, think: float, times: list[float]
) -> None:
    """One player: a click every `think` seconds, answered when the changed view is here."""
    rng = random.Random(seed)
    async with httpx.AsyncClient(base_url=address, timeout=600) as http:
        made = (await http.post("/api/matches", json={"game": GAME, "scenario": SCENARIO})).json()
    where = address.replace("http", "ws") + f"/api/matches/{made['match']}/live"
    async with connect(where, max_size=None, compression=None, open_timeout=300, ping_timeout=300) as socket:
        await socket.send(json.dumps({"hello": made["key"]}))
        scene = await _scene(socket)
        await start.wait()
        until = time.monotonic() + seconds
        await asyncio.sleep(rng.uniform(0, think))
        while time.monotonic() < until and scene["ask"]:
            action = rng.choice(scene["ask"]["choices"])["action"]
            begun = time.perf_counter()
            await socket.send(json.dumps({"do": "take", "decision": scene["decision"], "action": action}))
            scene = await _scene(socket)
            times.append(time.perf_counter() - begun)
            await asyncio.sleep(max(0.0, think - (time.perf_counter() - begun)))


async def _scene(socket: ClientConnection) -> Any:
    while True:
        got = json.loads(await socket.recv())
        if got.get("type") == "scene":
            return got


async def echo(
    address: str, seed: int, start: asyncio.Barrier, seconds: float, think: float, times: list[float]
) -> None:
    """One client of the bare echo, at the same pace."""
    rng = random.Random(seed)
    async with connect(address.replace("http", "ws") + "/echo", compression=None, open_timeout=300) as socket:
        await start.wait()
        until = time.monotonic() + seconds
        await asyncio.sleep(rng.uniform(0, think))
        while time.monotonic() < until:
            begun = time.perf_counter()
            await socket.send("x" * 120)
            await socket.recv()
            times.append(time.perf_counter() - begun)
            await asyncio.sleep(max(0.0, think - (time.perf_counter() - begun)))


async def crowd(what: Any, address: str, count: int, seconds: float, think: float) -> list[float]:
    """So many at once for so long."""
    times: list[float] = []
    start = asyncio.Barrier(count)
    await asyncio.gather(*[what(address, seed, start, seconds, think, times) for seed in range(count)])
    return times


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
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--think", type=float, default=2.0, help="seconds between a player's clicks")
    parser.add_argument("--many", type=int, default=0, help="matches for the memory test")
    parser.add_argument("--database", default="")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        port = random.randrange(20_000, 50_000)
        server = subprocess.Popen([sys.executable, "-c", SERVER, str(port), folder, chosen.database])
        address = f"http://127.0.0.1:{port}"
        try:
            _wait(address)
            _measure(address, server.pid, chosen)
        finally:
            server.terminate()
            server.wait()


def _measure(address: str, process: int, chosen: argparse.Namespace) -> None:
    pace = chosen.matches, chosen.seconds, chosen.think
    bare = asyncio.run(crowd(echo, address, *pace))
    moves = asyncio.run(crowd(play, address, *pace))
    ratio = sorted(moves)[len(moves) // 2] / sorted(bare)[len(bare) // 2]
    print(f"{chosen.matches} matches at once, a click every {chosen.think} s each")
    print(f"echo:  {percentiles(bare)}, {len(bare) / chosen.seconds:.0f} a second")
    print(f"moves: {percentiles(moves)}, {len(moves) / chosen.seconds:.0f} a second; p50 {ratio:.1f} times the echo's")
    if chosen.many:
        asyncio.run(many_matches(address, chosen.many // 5))
        before = resident(process)
        asyncio.run(many_matches(address, chosen.many))
        time.sleep(80)  # until the last idle room is swept out
        after = resident(process)
        print(f"memory: {before} kB, {after} kB after {chosen.many} more matches ({after / before - 1:+.1%})")


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
