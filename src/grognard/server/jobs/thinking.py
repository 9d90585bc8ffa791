"""Who may think when: computer players of all matches take turns, and nobody's quick player waits for a searcher."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import random
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar
from weakref import WeakValueDictionary

from grognard.engine import Action, Ask, Match
from grognard.players import LEVELS, OFFICE, LearntPlayer, PlanPlayer, Player, WorkerPlayer
from grognard.players.worker import MOST
from grognard.server.storage.metrics import Measures

T = TypeVar("T")
ENQUIRERS = 3  # threads that work out odds, sight lines and the like
LABOURERS = 2  # threads that read and verify records, and scenarios of people's own
LEAST = 0.1  # share of its usual time that a searcher has when very many wait


class Question(NamedTuple):
    """What a computer player is asked in a match, or a person who has no choice, and whether people wait for it."""

    match_id: str
    match: Match
    number: int  # of the decision
    ask: Ask
    player: str
    pause: float  # seconds before it answers, so that people can follow
    people: bool
    only: Action | None = None  # what the table answers for a person: the one possible answer, or what orders say
    why: str = ""  # the standing order that says so

    @property
    def stands(self) -> bool:
        """Is it still being asked?"""
        return not self.match.over and self.match.number == self.number


class FairQueue:
    """So many at once. Of those who wait, people's matches go first, then the match that went longest ago."""

    def __init__(self, places: int) -> None:
        self.places, self._free, self._turn = places, places, 0
        self._waiting: list[tuple[bool, str, asyncio.Future[None]]] = []
        self._went: dict[str, int] = {}

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._waiting)

    @contextlib.asynccontextmanager
    async def place(self, match_id: str, people: bool) -> AsyncIterator[None]:
        """Wait for a place and hold it."""
        await self._take(match_id, people)
        try:
            yield
        finally:
            self._free += 1
            self._call()

    def widen(self, places: int) -> None:
        """More places from now on, or fewer as soon as they are free."""
        self._free, self.places = self._free + places - self.places, places
        self._call()

    async def _take(self, match_id: str, people: bool) -> None:
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((not people, match_id, called))
        self._call()
        try:
            await called
        except asyncio.CancelledError:
            if not called.cancelled():  # called and gone at the same moment
                self._free += 1
            self._call()
            raise

    def _call(self) -> None:
        """Give free places to those whose turn it is."""
        self._waiting = [who for who in self._waiting if not who[2].cancelled()]
        while self._free > 0 and self._waiting:
            entry = min(self._waiting, key=lambda who: (who[0], self._went.get(who[1], -1)))
            self._waiting.remove(entry)
            self._free, self._turn = self._free - 1, self._turn + 1
            self._went[entry[1]] = self._turn
            entry[2].set_result(None)
        if not self._waiting:
            self._went.clear()


class ThinkingPool:
    """The threads of one server process in which players choose and questions are worked out."""

    def __init__(self, cores: int | None = None) -> None:
        self._grows = cores is None
        searches, cores = cores or OFFICE.places, cores or os.cpu_count() or 2
        self.quick, self.deep = FairQueue(cores), FairQueue(searches)
        self._quick = ThreadPoolExecutor(cores, "grognard-quick")
        self._deep = ThreadPoolExecutor(MOST, "grognard-deep")  # they wait for searches, which are jobs
        self._enquiries = ThreadPoolExecutor(ENQUIRERS, "grognard-enquiry")
        self._labours = ThreadPoolExecutor(LABOURERS, "grognard-labour")
        self.enquiries, self.labours = FairQueue(ENQUIRERS), FairQueue(LABOURERS)
        self.times: Callable[[str], float] = lambda _: 1.0  # the limits that an address has
        self.measures = Measures()
        self._asking: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()  # by address

    async def measure(self) -> None:
        """Let as many search at once as there are workers for now."""
        await asyncio.to_thread(OFFICE.measure)
        if self._grows:
            self.deep.widen(OFFICE.places)

    async def choose(self, question: Question, player: Player, rng: random.Random) -> Action:
        """A player's answer, when it is its match's turn to think. It thinks about a copy."""
        deep = question.player in LEVELS and LEVELS[question.player].seconds > 0
        line, pool = (self.deep, self._deep) if deep else (self.quick, self._quick)
        twin, kind = question.match.clone(), "search" if deep else "quick"
        with self.measures.thinking.labels(kind).time():
            return await self._chosen(question, player, rng, line, pool, twin)

    async def _chosen(
        self,
        question: Question,
        player: Player,
        rng: random.Random,
        line: FairQueue,
        pool: ThreadPoolExecutor,
        twin: Match,
    ) -> Action:
        async with line.place(question.match_id, question.people):
            hurried = hurry(player, line.places / (line.places + line.waiting))
            choose = functools.partial(hurried.choose, twin, question.ask, rng)
            return await asyncio.get_running_loop().run_in_executor(pool, choose)

    async def work_out(self, work: Callable[[], T], whose: str = "") -> T:
        """The answer to a question that takes a while: of an address one at a time, and addresses take turns."""
        async with self._one_each(whose), self.enquiries.place(whose, people=True):
            return await asyncio.get_running_loop().run_in_executor(self._enquiries, work)

    async def run_heavy(self, work: Callable[[], T], whose: str = "") -> T:
        """What may take long, a record or a scenario to be read: likewise, and no question has to wait for it."""
        async with self._one_each(whose), self.labours.place(whose, people=True):
            return await asyncio.get_running_loop().run_in_executor(self._labours, work)

    def _one_each(self, whose: str) -> contextlib.AbstractAsyncContextManager[Any]:
        """Nobody has two threads at work, for all of them share one processor with those who answer."""
        if not whose:
            return contextlib.nullcontext()
        return self._asking.setdefault(whose, asyncio.Semaphore(int(min(self.times(whose), ENQUIRERS))))

    async def advise(self, work: Callable[[], T], match_id: str) -> T:
        """A hint: it is searched for, and so waits its turn among the searchers."""
        with self.measures.thinking.labels("hint").time():
            return await self._advised(work, match_id)

    async def _advised(self, work: Callable[[], T], match_id: str) -> T:
        async with self.deep.place(match_id, people=True):
            return await asyncio.get_running_loop().run_in_executor(self._deep, work)

    def stop(self) -> None:
        """Begin nothing more."""
        for pool in (self._quick, self._deep, self._enquiries, self._labours):
            pool.shutdown(wait=False, cancel_futures=True)


def hurry(player: Player, share: float) -> Player:
    """A searcher with that share of its time, but never next to none; anybody else as he is."""
    if not isinstance(player, LearntPlayer | WorkerPlayer | PlanPlayer) or share >= 1:
        return player
    return player.hurried(max(share, LEAST))
