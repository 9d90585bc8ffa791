"""Work in a process of its own: it tells how far it has come, and is never left behind."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

Told = Callable[[], Awaitable[bytes]]  # the next thing it tells


@contextlib.asynccontextmanager
async def apart(work: Callable[..., None], *args: Any, name: str) -> AsyncIterator[Told]:
    """A process that does `work`, which gets the end of a pipe to tell through, and `args`. It is killed at the end."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=work, args=(theirs, *args), daemon=True, name=name)
    starting = asyncio.ensure_future(asyncio.to_thread(process.start))
    try:
        await asyncio.shield(starting)
        theirs.close()
        yield lambda: asyncio.to_thread(ours.recv_bytes)
    finally:
        await _at_rest(starting)  # one that is told to stop while it starts must not be left alone
        if process.pid is not None:
            process.kill()
            process.join()
        theirs.close()
        ours.close()


async def _at_rest(task: asyncio.Future[None]) -> None:
    """Until it is done, well or badly, however often one is told to give up."""
    while not task.done():
        with contextlib.suppress(Exception, asyncio.CancelledError):
            await asyncio.shield(task)
