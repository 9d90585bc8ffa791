"""What systemd is told, where it has started the table: that it listens, that it lives, and that it stops."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket

LISTENING = 0.5  # seconds after the start, when requests are taken
SOCKET, EVERY = "NOTIFY_SOCKET", "WATCHDOG_USEC"


def say(what: str) -> None:
    """Tell systemd; nobody, where it has not asked."""
    path = os.environ.get(SOCKET, "")
    if not path:
        return
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as there:
        there.connect("\0" + path[1:] if path.startswith("@") else path)
        there.send(what.encode())


async def live() -> None:
    """Say that the table is there, and then again and again that it lives, if that is wanted. One that hangs cannot."""
    await asyncio.sleep(LISTENING)
    say("READY=1")
    every = os.environ.get(EVERY, "")
    while every.isdecimal() and int(every):
        say("WATCHDOG=1")
        await asyncio.sleep(int(every) / 1e6 / 2)
