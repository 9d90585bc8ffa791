"""Long jobs, as the table has them done: what they tell is heard, and none is left behind."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from typing import Any

import pytest

from grognard.players import OFFICE
from grognard.players.jobs import Job, Lost, Running
from grognard.server.jobs.subprocesses import run_in_process
from tests.players.test_jobs import count


class Slow:
    """Takes its time to begin a job, and loses it `times` times."""

    places = long_places = 1

    def __init__(self, times: int = 0) -> None:
        self.begun, self.may_go_on = threading.Event(), threading.Event()
        self.stopped, self.left = 0, times

    def begin(self, make: Any, until: float | None = None, polite: int = 0) -> Running:
        assert isinstance(make(), Job) and polite == 5
        self.begun.set()
        assert self.may_go_on.wait(60)
        return self

    def hear(self, until: float | None = None) -> bytes:
        self.left -= 1
        if self.left >= 0:
            raise Lost("as it happens")
        return b"so far"

    def stop(self) -> None:
        self.stopped += 1


async def first_told() -> bytes:
    async with contextlib.aclosing(run_in_process(count, b"3", 5)) as telling:
        async for told in telling:
            return told
    raise AssertionError("it tells something")


@pytest.mark.parametrize("times", [1, 3])
def test_one_that_is_given_up_while_it_begins_is_stopped_when_it_has(times: int, run: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(OFFICE, "jobs", jobs := Slow())

    async def give_up() -> None:
        task = asyncio.create_task(first_told())
        assert await asyncio.to_thread(jobs.begun.wait, 60)
        for _ in range(times):
            task.cancel()
            await asyncio.sleep(0)
        assert not task.done(), "it waits until there is something to stop"
        jobs.may_go_on.set()
        with pytest.raises(asyncio.CancelledError):
            await task

    run(give_up())
    assert jobs.stopped == 1


@pytest.mark.parametrize(("times", "heard"), [(0, True), (1, True), (2, False)])
def test_a_job_that_is_lost_is_begun_once_more(times: int, heard: bool, run: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(OFFICE, "jobs", jobs := Slow(times))
    jobs.may_go_on.set()
    with contextlib.nullcontext() if heard else pytest.raises(Lost):
        assert run(first_told()) == b"so far"
    assert jobs.stopped == min(times, 1) + 1, "each is stopped"


def test_what_a_process_tells_is_heard_and_it_is_gone_afterwards(run: Any) -> None:
    assert run(first_told()) == b"0"
    assert not getattr(OFFICE.jobs, "busy", None)
