"""Computer players at a table: they answer while they are asked, and hold nobody up while they think.

The table itself answers for people where there is nothing to decide, after a moment.
"""

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
from grognard.engine.forced import forced
from grognard.players import Player, RandomPlayer, make_player
from grognard.table.store import HUMAN
from grognard.table.wire import Refused

if TYPE_CHECKING:
    from grognard.table.room import Room

THINKERS = ThreadPoolExecutor(os.cpu_count() or 2, "grognard-player")  # so many computer players think at once
TRIES = 3  # answers in a row that may go wrong before a match has to wait for somebody to look at it
PAUSE = 1.0  # seconds after such an answer
MOMENT = 0.6  # seconds before the table gives the one possible answer
AS_IF = 1.5, 4.0  # seconds to and from, where somebody could tell from the haste that there was no choice
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
        asks = room.match.decision.asks
        thought_out = (ask for ask in asks if room.seats[ask.side].player != HUMAN)
        return next(thought_out, None) or next((ask for ask in asks if forced(room.match, ask)), None)

    async def _play(self) -> None:
        rng, failed = random.Random(), 0
        try:
            while (ask := self._asked()) is not None and failed < TRIES:
                try:
                    if self.room.seats[ask.side].player == HUMAN:
                        await self._answer_for(ask, rng)
                        continue
                    await asyncio.sleep(self.room.pace if self.room.chairs else 0)
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
        await self._give(match, number, ask, action)

    async def _answer_for(self, ask: Ask, rng: random.Random) -> None:
        """The one possible answer of a person, after a moment; whoever is asked is told."""
        match, number = self.room.match, self.room.match.number
        await asyncio.sleep(rng.uniform(*AS_IF) if self._somebody_waits(ask.side) else MOMENT)
        action = None if match.over or match.number != number else forced(match, ask)
        if action is not None:
            text = match.describe(action)
            if await self._give(match, number, ask, action):
                self.room.tell_answered(ask.side, ask.prompt, text)

    def _somebody_waits(self, side: str) -> bool:
        """Is there another person who does not see what this side sees?"""
        people = tuple(seat.side for seat in self.room.seats.values() if seat.player == HUMAN)
        match = self.room.match
        return len(people) > 1 and not self.room.row.hotseat and match.game.rules.has_secrets(match.state, people)

    async def _give(self, match: Match, number: int, ask: Ask, action: Action) -> bool:
        """Answer, if the question is still open; True if that was done."""
        async with self.room.lock:
            if self.room.match is not match or match.number != number:
                return False
            match.take(action, ask.side)
            with contextlib.suppress(Refused):  # another process has answered first
                await self.room.keep()
                return True
        return False

    async def _think(self, player: Player, match: Match, ask: Ask, rng: random.Random) -> Action:
        choose = functools.partial(player.choose, match, ask, rng)
        return await asyncio.get_running_loop().run_in_executor(THINKERS, choose)
