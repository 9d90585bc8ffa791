"""Long work as a job: it tells how far it has come, is begun again if its worker dies, and is never left behind."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

from grognard.players import OFFICE
from grognard.players.jobs import TRIES, Job, Lost, Running, Work

log = logging.getLogger("grognard.server")


async def run_in_process(work: Work, asked: bytes, polite: int) -> AsyncGenerator[bytes]:
    """What a job tells, one thing after the other. Lost if its worker has died twice. Close it to end the job."""
    job = Job(f"{work.__module__}:{work.__name__}", asked)
    for left in reversed(range(TRIES)):
        try:
            async with _begun(job, polite) as hear:
                while told := await hear():
                    yield told
            return
        except Lost as lost:
            if not left:
                raise
            log.warning("A job is begun again: %s", lost)


@contextlib.asynccontextmanager
async def _begun(job: Job, polite: int) -> AsyncIterator[Callable[[], Awaitable[bytes | None]]]:
    """A job under way; it is stopped at the end, even if one is told to give up while it begins."""
    thread, loop = ThreadPoolExecutor(1, "grognard-apart"), asyncio.get_running_loop()
    beginning = loop.run_in_executor(thread, OFFICE.jobs.begin, lambda: job, None, polite)
    try:
        running = await asyncio.shield(beginning)
        if running is None:
            raise Lost("There is no worker for this job.")
        yield lambda: loop.run_in_executor(thread, running.hear)
    finally:
        await _at_rest(beginning)
        if not beginning.cancelled() and beginning.exception() is None and (begun := beginning.result()) is not None:
            begun.stop()
        thread.shutdown(wait=False)


async def _at_rest(task: asyncio.Future[Running | None]) -> None:
    """Until it is done, well or badly, however often one is told to give up."""
    while not task.done():
        with contextlib.suppress(Exception, asyncio.CancelledError):
            await asyncio.shield(task)
