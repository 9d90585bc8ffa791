"""Processes that look back at matches or try out scenarios: none is left behind."""

from __future__ import annotations

import asyncio
import multiprocessing
import threading
from types import SimpleNamespace
from typing import Any

import pytest

from grognard.table.apart import apart


class Slow:
    """A process that takes its time to start."""

    def __init__(self) -> None:
        self.pid: int | None = None
        self.begun, self.may_go_on = threading.Event(), threading.Event()
        self.killed = False

    def start(self) -> None:
        self.begun.set()
        assert self.may_go_on.wait(60)
        self.pid = 1

    def kill(self) -> None:
        assert self.pid is not None, "it does not run yet"
        self.killed = True

    def join(self) -> None:
        assert self.killed


@pytest.mark.parametrize("times", [1, 3])
def test_one_that_is_given_up_while_it_starts_is_killed_when_it_has(
    times: int, run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = Slow()
    context = SimpleNamespace(Pipe=multiprocessing.Pipe, Process=lambda **_: process)
    monkeypatch.setattr(multiprocessing, "get_context", lambda _: context)

    async def work() -> None:
        async with apart(print, name="test"):
            raise AssertionError("it never got so far")

    async def give_up() -> None:
        task = asyncio.create_task(work())
        assert await asyncio.to_thread(process.begun.wait, 60)
        for _ in range(times):
            task.cancel()
            await asyncio.sleep(0)
        assert not task.done(), "it waits until there is something to kill"
        process.may_go_on.set()
        with pytest.raises(asyncio.CancelledError):
            await task

    run(give_up())
    assert process.killed


def tell(pipe: Any, text: bytes) -> None:
    pipe.send_bytes(text)
    pipe.recv_bytes()  # until it is killed


def test_what_a_process_tells_is_heard_and_it_is_gone_afterwards(run: Any) -> None:
    before = set(multiprocessing.active_children())

    async def hear() -> bytes:
        async with apart(tell, b"so far", name="test") as told:
            return await told()

    assert run(hear()) == b"so far"
    assert set(multiprocessing.active_children()) <= before
