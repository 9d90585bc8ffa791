"""Is it fair? A scenario played many times at two strengths by turns, and then by players who think ahead.

One match at a time, as a job that yields to all others.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator

import msgspec

from grognard.engine import Game, GrognardError, ScenarioError
from grognard.lab.job import Job, MatchResult, play_job
from grognard.lab.levers import score
from grognard.lab.reports.factors import sentences
from grognard.lab.reports.inactivity import idle_sides
from grognard.lab.stats import wilson
from grognard.players import OFFICE
from grognard.players.jobs import Lost, Tell
from grognard.server.api.requests import RequestError
from grognard.server.api.serializers import JsonObject
from grognard.server.jobs.subprocesses import run_in_process
from grognard.server.jobs.thinking import FairQueue
from grognard.server.jobs.work_queue import Allowance, Turns
from grognard.server.storage.shared_results import Papers
from grognard.studio import examine_text
from grognard.studio.layout import told

STRENGTHS = {"regular": "regular", "veteran": "veteran"}
AT_LAST = {"grognard": "search:3"}  # a hundred times as slow: with what is left of the time
WAITING = 40  # scenarios that may wait
KEPT = 60  # results in memory
LONGEST, LEAST = 900.0, 45.0  # seconds spent on one, and where many wait; what was found by then stands
KIND, STOP = "fair", "fair stop"  # of papers
SHARED_EVERY = 2.0  # seconds between two words to other processes
GAVE_WAY = "Others wait who have not had a turn yet. Ask again in a while."
POLITE = 15  # how much the job yields to the server
LIMIT = 6000  # answers after which a match counts as not ended
FAIR = 0.45, 0.55
WHY = 3  # reasons that are told


class Trial(msgspec.Struct, frozen=True):
    """A scenario to be tried out, and how often."""

    text: str
    matches: int


def try_out(asked: bytes, tell: Tell) -> None:
    """The job: what has been found after each match, and that it is done."""
    trial = msgspec.msgpack.decode(asked, type=Trial)
    try:
        for found in results(trial.text, trial.matches):
            tell(msgspec.json.encode(found))
    except ScenarioError as error:
        wrong = msgspec.to_builtins(told(error.problems))
        tell(msgspec.json.encode({"done": True, "error": str(error), "problems": wrong}))
    except GrognardError as error:
        tell(msgspec.json.encode({"done": True, "error": str(error)}))


def results(text: str, matches: int) -> Iterator[JsonObject]:
    """How it stands after each match: two strengths by turns, then those who think."""
    game, scenario, *_ = examine_text(text)
    options = game.choose_options(scenario.id, {})
    rows: dict[str, list[MatchResult]] = {name: [] for name in (*STRENGTHS, *AT_LAST)}
    turns = [(n, *who) for some in (STRENGTHS, AT_LAST) for n in range(matches) for who in some.items()]
    for n, name, player in turns:
        job = Job(n, game.id, scenario.id, options, {"": player}, f"fair {n}", text)
        rows[name].append(play_job(job, LIMIT))
        yield summary(game, rows, matches, done=(n, name, player) == turns[-1])


def summary(game: Game, rows: dict[str, list[MatchResult]], matches: int, done: bool) -> JsonObject:
    """What the matches say so far."""
    everything = [row for some in rows.values() for row in some]
    ends = Counter(row.reason for row in everything if row.reason).most_common(3)
    return {
        "done": done,
        "played": len(everything),
        "of": matches * len(rows),
        "sides": [game.face.people(side) for side in everything[0].sides],
        "strengths": [{"name": name, **share(some)} for name, some in rows.items()],
        "ends": [{"says": says, "count": count} for says, count in ends],
        "idle": idle_sides(everything),
        "why": sentences(everything, WHY),
    }


def share(rows: list[MatchResult]) -> JsonObject:
    """How often the first side has won, a draw being half a victory, with its interval."""
    won = sum(map(score, rows))
    low, high = wilson(won, len(rows))
    return {"played": len(rows), "share": won / len(rows) if rows else 0.5, "low": low, "high": high}


def job_of(text: str, matches: int) -> str:
    """The name of a trial: the same for the same."""
    return hashlib.sha256(f"{matches} {text}".encode()).hexdigest()[:24]


class FairnessTrials:
    """What was found out, and what is being played."""

    def __init__(self, papers: Papers | None = None) -> None:
        self.papers = papers
        self._kept: OrderedDict[str, JsonObject] = OrderedDict()
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._of: dict[str, str] = {}  # the job of each address
        self._line, self._allowance, self._turns = FairQueue(1), Allowance(LONGEST, LEAST), Turns()
        self._waiting: dict[str, str] = {}  # the job of each address that waits

    @property
    def under_way(self) -> int:
        """How many are played, or wait."""
        return len(self._playing)

    async def known(self, job: str) -> JsonObject:
        """How far a job has come, here or at another process; Refused if there is none."""
        found = self._kept.get(job) or await self._elsewhere(job)
        if found is None:
            raise RequestError(404, "Nothing is being tried out under this name.")
        return found

    async def _elsewhere(self, job: str) -> JsonObject | None:
        return await self.papers.work(KIND, job[:64]) if self.papers is not None else None

    async def ask(self, text: str, matches: int, address: str) -> JsonObject:
        """Try out a scenario, unless another process has, or is at it."""
        job = job_of(text, matches)
        found = await self._elsewhere(job) if job not in self._kept else None
        if found is not None and not {"error", "stopped"} & found.keys():
            return found
        return self.begin(text, matches, address)

    async def give_up(self, job: str, address: str) -> None:
        """Stop what an address has under way; another process is told if the job is its own."""
        self.stop_for(address)
        if job not in self._kept and self.papers is not None and self.papers.shared:
            await self.papers.put(STOP, job[:64], {"address": address})

    def begin(self, text: str, matches: int, address: str) -> JsonObject:
        """Try out a scenario; whatever the same address had under way is given up."""
        job = job_of(text, matches)
        found = self._kept.get(job)
        if found is not None and (job in self._playing or not {"error", "stopped"} & found.keys()):
            return found
        self.stop_for(address)
        if len(self._playing) >= WAITING:
            self._make_way(address)
        self._line.widen(OFFICE.long_places)
        self._of[address] = self._waiting[address] = job
        self._playing[job] = asyncio.create_task(self._work(job, text, matches, address))
        self._allowance.share(len(self._waiting))
        return self._keep(job, {"done": False, "played": 0, "of": matches * len(STRENGTHS | AT_LAST)})

    def _make_way(self, newcomer: str) -> None:
        """Somebody who has had more turns than a newcomer waits no longer; Refused if there is nobody."""
        who = self._turns.gives_way(self._waiting, newcomer)
        if who is None:
            raise RequestError(503, "Many scenarios are being tried out; ask again in a few minutes.")
        job = self._waiting.pop(who)
        self._playing[job].cancel(GAVE_WAY)

    def _keep(self, job: str, what: JsonObject) -> JsonObject:
        self._kept[job] = {"job": job, **what}
        self._kept.move_to_end(job)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return self._kept[job]

    async def _work(self, job: str, text: str, matches: int, address: str) -> None:
        try:
            async with self._line.place(address, True):
                self._turns.takes(address)
                self._waiting.pop(address, None)
                async with self._allowance.given(len(self._waiting)):
                    await self._listen(job, text, matches, address)
        except (TimeoutError, asyncio.CancelledError) as end:
            told = {"error": GAVE_WAY} if GAVE_WAY in end.args else {}
            self._keep(job, {**self._kept.get(job, {}), "done": True, "stopped": True, **told})
        except Lost:
            self._keep(job, {"done": True, "error": "It could not be tried out to its end."})
        finally:
            self._playing.pop(job, None)
            if self._waiting.get(address) == job:
                del self._waiting[address]
            if self._of.get(address) == job:
                del self._of[address]
            await self._share(job)

    async def _listen(self, job: str, text: str, matches: int, address: str) -> None:
        """Have it tried out and hear what is found; other processes are told of it now and then."""
        shared, asked = 0.0, msgspec.msgpack.encode(Trial(text, matches))
        async with contextlib.aclosing(run_in_process(try_out, asked, POLITE)) as telling:
            async for line in telling:
                self._keep(job, msgspec.json.decode(line))
                if self.papers is None or not self.papers.shared or time.monotonic() < shared + SHARED_EVERY:
                    continue
                shared = time.monotonic()
                await self._share(job)
                if (enough := await self.papers.get(STOP, job, SHARED_EVERY * 5)) and enough["address"] == address:
                    raise TimeoutError

    async def _share(self, job: str) -> None:
        if self.papers is not None and job in self._kept:
            await self.papers.put(KIND, job, self._kept[job])

    def stop_for(self, address: str) -> None:
        """Give up what an address has under way; what was found stands."""
        task = self._playing.get(self._of.get(address, ""))
        if task is not None:
            task.cancel()

    async def stop(self) -> None:
        """Give up everything."""
        tasks = list(self._playing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
