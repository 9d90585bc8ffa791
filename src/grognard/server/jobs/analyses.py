"""Looking back at finished matches: one at a time as a job, and kept."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter, OrderedDict

import msgspec

from grognard.engine import GrognardError
from grognard.engine.records.record import read_lines
from grognard.players import OFFICE
from grognard.players.jobs import Lost, Tell
from grognard.players.review.analysis import Depth, analyse
from grognard.server.api.requests import RequestError
from grognard.server.api.serializers import JsonObject
from grognard.server.jobs.subprocesses import run_in_process
from grognard.server.jobs.thinking import FairQueue
from grognard.server.jobs.work_queue import Allowance
from grognard.server.storage.shared_results import Papers

KEPT = 200  # analyses in memory
WAITING, BROUGHT = 40, 12  # matches that may wait for theirs, and those of them that were brought along
EACH = 2  # of them asked for from one address
LONGEST, LEAST = 600.0, 120.0  # seconds spent on one, and on one that was brought along where many wait
KIND, LONGEST_NAME = "analysis", 32  # of papers; letters of a match's id
SHARED_EVERY = 2.0  # seconds between two words to other processes
POLITE = 10  # how much the job yields to the server


class Past(msgspec.Struct, frozen=True):
    """A match to look back at."""

    record: bytes
    depth: Depth


def look_back(asked: bytes, tell: Tell) -> None:
    """The job: a line for each bit of progress, and the analysis as the last."""
    past = msgspec.msgpack.decode(asked, type=Past)
    try:
        found = analyse(read_lines(past.record), past.depth, tell=lambda share: tell(msgspec.json.encode(share)))
        tell(msgspec.json.encode({"done": True, **msgspec.to_builtins(found)}))
    except GrognardError as error:
        tell(msgspec.json.encode({"done": True, "error": str(error)}))


class Analyses:
    """What was found out, and what is being worked at."""

    def __init__(self, depth: Depth | None = None) -> None:
        self.depth = depth or Depth()
        self._kept: OrderedDict[str, JsonObject] = OrderedDict()
        self._working: dict[str, asyncio.Task[None]] = {}
        self._asked: Counter[str] = Counter()  # analyses under way by address
        self.papers: Papers | None = None
        self._line, self._allowance = FairQueue(1), Allowance(LONGEST, LEAST)
        self._brought = 0  # matches under way that were brought along

    def known(self, match_id: str) -> JsonObject | None:
        """The analysis of a match, or how far it has come; None if nobody has asked for it yet."""
        return self._kept.get(match_id)

    @property
    def under_way(self) -> int:
        """How many are worked at, or wait."""
        return len(self._working)

    async def find(self, match_id: str) -> JsonObject | None:
        """The same, where another process may have been asked."""
        found = self.known(match_id)
        if found is None and self.papers is not None and len(match_id) <= LONGEST_NAME:
            found = await self.papers.work(KIND, match_id)
        return found

    def begin(self, match_id: str, record: bytes, address: str = "", *, uploaded: bool = False) -> JsonObject:
        """Start one. Addresses take turns, and matches played here go before those that were brought along."""
        if self._asked[address] >= EACH:
            raise RequestError(429, f"{EACH} matches are being analysed for you already; ask again when they are done.")
        if len(self._working) >= WAITING or (uploaded and self._brought >= BROUGHT):
            raise RequestError(503, "Many matches are being analysed; ask again in a few minutes.")
        self._asked[address] += 1
        self._brought += uploaded
        self._line.widen(OFFICE.long_places)
        self._working[match_id] = asyncio.create_task(self._work(match_id, record, address, uploaded))
        self._allowance.share(len(self._working) - 1)
        return self._keep(match_id, {"done": False, "progress": 0.0})

    def _keep(self, match_id: str, what: JsonObject) -> JsonObject:
        self._kept[match_id] = what
        self._kept.move_to_end(match_id)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return what

    async def _work(self, match_id: str, record: bytes, address: str, uploaded: bool) -> None:
        try:
            async with self._line.place(address, not uploaded), self._time(uploaded):
                await self._listen(match_id, record)
        except TimeoutError:
            self._keep(match_id, {"done": True, "error": "This match takes too long to analyse."})
        except Lost:
            self._keep(match_id, {"done": True, "error": "This match could not be analysed."})
        finally:
            self._working.pop(match_id, None)
            self._brought -= uploaded
            self._asked[address] -= 1
            if not self._asked[address]:
                del self._asked[address]
            await self._share(match_id)

    def _time(self, uploaded: bool) -> contextlib.AbstractAsyncContextManager[object]:
        """What was played here has all the time it needs; what was brought along has less if many wait."""
        return self._allowance.given(len(self._working) - 1) if uploaded else asyncio.timeout(LONGEST)

    async def _listen(self, match_id: str, record: bytes) -> None:
        """Have it done, and hear what is told."""
        shared, asked = 0.0, msgspec.msgpack.encode(Past(record, self.depth))
        async with contextlib.aclosing(run_in_process(look_back, asked, POLITE)) as telling:
            async for line in telling:
                told = msgspec.json.decode(line)
                self._keep(match_id, told if isinstance(told, dict) else {"done": False, "progress": told})
                if self.papers is not None and self.papers.shared and time.monotonic() > shared + SHARED_EVERY:
                    shared = time.monotonic()
                    await self._share(match_id)

    async def _share(self, match_id: str) -> None:
        if self.papers is not None and "error" not in self._kept.get(match_id, {"error": ""}):
            await self.papers.put(KIND, match_id, self._kept[match_id])

    async def stop(self) -> None:
        """Give up what is being worked at."""
        for task in list(self._working.values()):
            task.cancel()
        await asyncio.gather(*self._working.values(), return_exceptions=True)
