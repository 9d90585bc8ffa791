"""Looking back at finished matches: one at a time in a process of its own, and kept."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections import OrderedDict
from multiprocessing.connection import Connection

import msgspec

from grognard.engine.record import read_lines
from grognard.players.analysis import Depth, analyse
from grognard.table.scene import Plain

KEPT = 200  # analyses in memory
POLITE = 10  # how much the process yields to the server


def look_back(pipe: Connection, record: bytes, depth: Depth) -> None:
    """The life of such a process: a line for each bit of progress, and the analysis as the last."""
    os.nice(POLITE)
    found = analyse(read_lines(record), depth, tell=lambda share: pipe.send_bytes(msgspec.json.encode(share)))
    pipe.send_bytes(msgspec.json.encode({"done": True, **msgspec.to_builtins(found)}))


class Analyses:
    """What was found out, and what is being worked at."""

    def __init__(self, depth: Depth | None = None) -> None:
        self.depth = depth or Depth()
        self._kept: OrderedDict[str, Plain] = OrderedDict()
        self._working: dict[str, asyncio.Task[None]] = {}
        self._turn = asyncio.Semaphore(1)

    def of(self, match_id: str, record: bytes) -> Plain:
        """The analysis of a match, or how far it has come; the first question starts it."""
        found = self._kept.get(match_id)
        if found is None:
            found = self._keep(match_id, {"done": False, "progress": 0.0})
            self._working[match_id] = asyncio.create_task(self._work(match_id, record))
        return found

    def _keep(self, match_id: str, what: Plain) -> Plain:
        self._kept[match_id] = what
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return what

    async def _work(self, match_id: str, record: bytes) -> None:
        context = multiprocessing.get_context("spawn")
        try:
            async with self._turn:
                ours, theirs = context.Pipe(duplex=False)
                process = context.Process(target=look_back, args=(theirs, record, self.depth), daemon=True)
                await asyncio.to_thread(process.start)
                theirs.close()
                try:
                    while not self._kept[match_id]["done"]:
                        told = msgspec.json.decode(await asyncio.to_thread(ours.recv_bytes))
                        self._keep(match_id, told if isinstance(told, dict) else {"done": False, "progress": told})
                finally:
                    process.kill()
        except (EOFError, OSError, KeyError):  # the process has died; the next question starts another
            self._kept.pop(match_id, None)
        finally:
            self._working.pop(match_id, None)

    async def stop(self) -> None:
        """Give up what is being worked at."""
        for task in list(self._working.values()):
            task.cancel()
        await asyncio.gather(*self._working.values(), return_exceptions=True)
