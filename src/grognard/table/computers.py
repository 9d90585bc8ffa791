"""Computer players at a table: they answer while they are asked, and hold nobody up while they think."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import os
import random
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from grognard.engine import Action, Ask, Match
from grognard.players import Player, RandomPlayer, make_player
from grognard.table.store import HUMAN
from grognard.table.wire import Refused

if TYPE_CHECKING:
    from grognard.table.room import Room

THINKERS = ThreadPoolExecutor(os.cpu_count() or 2, "grognard-player")  # so many computer players think at once
TRIES = 3  # answers in a row that may go wrong before a match has to wait for somebody to look at it
PAUSE = 1.0  # seconds after such an answer
log = logging.getLogger("grognard.table")


class Computers:
    """The computer players of one match."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._players: dict[str, Player] = {}
        self._driver: asyncio.Task[None] | None = None
        self._stopped = False

    @property
    def at_work(self) -> bool:
        """Is one of them thinking?"""
        return self._driver is not None

    def drive(self) -> None:
        """Let them answer while they are asked; matches without people only while somebody watches."""
        if self._driver is None and self._asked() is not None:
            self._driver = asyncio.create_task(self._play())

    async def stop(self) -> None:
        """Let them answer no more."""
        self._stopped = True
        if self._driver is not None:
            self._driver.cancel()
            await asyncio.gather(self._driver, return_exceptions=True)

    def _asked(self) -> Ask | None:
        room = self.room
        people = any(seat.player == HUMAN for seat in room.seats.values())
        if self._stopped or room.match.over or not (people or room.chairs):
            return None
        return next((ask for ask in room.match.decision.asks if room.seats[ask.side].player != HUMAN), None)

    async def _play(self) -> None:
        rng, failed = random.Random(), 0
        try:
            while (ask := self._asked()) is not None and failed < TRIES:
                await asyncio.sleep(self.room.pace if self.room.chairs else 0)
                try:
                    await self._answer(ask, rng, self._player(ask.side, failed))
                    failed = 0
                except Exception:
                    failed += 1
                    log.exception("A computer player could not answer in match %s", self.room.row.id)
                    await asyncio.sleep(PAUSE)
        finally:
            self._driver = None

    def _player(self, side: str, failed: int) -> Player:
        """Who plays a side; after a failure somebody who takes whatever the rules allow."""
        if failed:
            return RandomPlayer()
        if side not in self._players:
            self._players[side] = make_player(self.room.seats[side].player)
        return self._players[side]

    async def _answer(self, ask: Ask, rng: random.Random, player: Player) -> None:
        """One answer. It is thought out on a copy, so that people may talk or resign meanwhile."""
        match, number = self.room.match, self.room.match.number
        if match.over or match.decision.of(ask.side) is not ask:
            return
        action = await self._think(player, match.clone(), ask, rng)
        async with self.room.lock:
            if self.room.match is not match or match.number != number:
                return
            match.take(action, ask.side)
            with contextlib.suppress(Refused):  # another process has answered first
                await self.room.keep()

    async def _think(self, player: Player, match: Match, ask: Ask, rng: random.Random) -> Action:
        choose = functools.partial(player.choose, match, ask, rng)
        return await asyncio.get_running_loop().run_in_executor(THINKERS, choose)
