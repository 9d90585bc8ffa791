"""Computer players at a table: they answer while they are asked, and hold nobody up while they think.

The table itself answers for people where there is nothing to decide, after a moment.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Mapping, Sequence

from grognard.engine import Action, Match
from grognard.engine.match.auto_answers import auto_answer, only_answer
from grognard.engine.match.standing_orders import pass_window
from grognard.players import Player, RandomPlayer, make_player
from grognard.server.jobs.thinking import Question, ThinkingPool
from grognard.server.matches.standing_orders import orders_of
from grognard.server.storage.store import HUMAN, MatchRow, Seat

TRIES = 3  # answers in a row that may go wrong before a match has to wait for somebody to look at it
MOMENT = 0.6  # seconds before the table gives the one possible answer
AS_IF = 1.5, 4.0  # seconds to and from, where somebody could tell from the haste that there was no choice
PAUSE = 1.0  # seconds after such an answer, and after the first that could not be written
LONGEST = 30.0  # seconds between two attempts to write
CANNOT_WRITE = "The table cannot write to its database; it goes on by itself when it can."
CANNOT_PLAY = "A computer player cannot answer here; the table's log says why."
log = logging.getLogger("grognard.server")


class ComputerPlayers:
    """The computer players of one match.

    `asked` says what one of them is asked now, if anything; `answer` gives its answer, unless the match has gone on.
    Both raise an OSError while the table cannot read or write. `tell` tells everybody what is the matter, or with an
    empty text that nothing is any more.
    """

    def __init__(
        self,
        thinkers: ThinkingPool,
        asked: Callable[[], Awaitable[Question | None]],
        answer: Callable[[Question, Action], Awaitable[None]],
        tell: Callable[[str], None],
    ) -> None:
        self._thinkers, self._asked, self._answer, self._tell = thinkers, asked, answer, tell
        self._players: dict[str, Player] = {}
        self._rng = random.Random()
        self._driver: asyncio.Task[None] | None = None
        self._stopped = False
        self._called = False  # to look again, while they are at work
        self._pause = 0.0  # seconds before the next attempt, while the table cannot write

    @property
    def at_work(self) -> bool:
        """Is one of them thinking?"""
        return self._driver is not None

    def drive(self) -> None:
        """Let them answer while they are asked."""
        self._called = True
        if self._driver is None and not self._stopped:
            self._driver = asyncio.create_task(self._play())

    async def stop(self) -> None:
        """Let them answer no more."""
        self._stopped = True
        if self._driver is not None:
            self._driver.cancel()
            await asyncio.gather(self._driver, return_exceptions=True)

    async def _play(self) -> None:
        failed = 0
        try:
            while failed < TRIES and (question := await self._next()) is not None:
                await asyncio.sleep(question.pause)
                failed = 0 if await self._one(question, failed) else failed + 1
            if failed:
                self._tell(CANNOT_PLAY)
        finally:
            self._driver = None

    async def _next(self) -> Question | None:
        """What is asked now; if that cannot be read, when it can. What is told meanwhile is not overlooked."""
        while True:
            self._called = False
            try:
                question = await self._asked()
            except OSError:
                await self._wait()
                continue
            if question is not None or not self._called:
                return question

    async def _one(self, question: Question, failed: int) -> bool:
        """One answer, if it is still wanted; False if the player, or a rule it met, is at fault."""
        if not question.stands:
            return True
        try:
            action = question.only
            if action is None:
                action = await self._thinkers.choose(question, self._player(question, failed), self._rng)
            await self._hand_in(question, action)
        except Exception:
            log.exception("A computer player could not answer in match %s", question.match_id)
            await asyncio.sleep(PAUSE)
            return False
        return True

    async def _hand_in(self, question: Question, action: Action) -> None:
        """Give the answer. If it cannot be written nobody is at fault: it is asked for again until it can."""
        try:
            await self._answer(question, action)
        except OSError:
            return await self._wait()
        if self._pause:
            self._tell("")
        self._pause = 0.0

    async def _wait(self) -> None:
        self._pause = min(2 * self._pause or PAUSE, LONGEST)
        self._tell(CANNOT_WRITE)
        await asyncio.sleep(self._pause)

    def _player(self, question: Question, failed: int) -> Player:
        """Who answers; after a failure somebody who takes whatever the rules allow."""
        if failed:
            return RandomPlayer()
        side = question.ask.side
        if side not in self._players:
            self._players[side] = make_player(question.player)
        return self._players[side]


def asked_of_computer(row: MatchRow, match: Match, seats: Mapping[str, Seat], pause: float) -> Question | None:
    """What a computer player is asked now, if anything."""
    people = any(seat.player == HUMAN for seat in seats.values())
    for ask in match.decision.asks:
        if seats[ask.side].player != HUMAN:
            return Question(row.id, match, match.number, ask, seats[ask.side].player, pause, people)
    return None


def may_be_answered(match: Match, seats: Mapping[str, Seat]) -> bool:
    """Is there anything that the table might answer for a person? That is quickly seen, what it is may take a while."""
    asked = [ask for ask in match.decision.asks if seats[ask.side].player == HUMAN]
    return any(seats[ask.side].orders or only_answer(ask) is not None for ask in asked)


def answered_by_table(row: MatchRow, match: Match, twin: Match, seats: Mapping[str, Seat]) -> Question | None:
    """What the table answers for a person who has only one answer or has given orders, found out in a copy."""
    people = [seat.side for seat in seats.values() if seat.player == HUMAN]
    for ask in (ask for ask in twin.decision.asks if ask.side in people):
        only, why = auto_answer(twin, ask), ""
        if only is None and (passed := pass_window(twin, ask, orders_of(seats[ask.side]))) is not None:
            only, why = passed[0], passed[1].says()
        if only is not None:
            pause = MOMENT if row.hotseat or not _haste_tells(twin, people) else random.uniform(*AS_IF)
            return Question(row.id, match, twin.number, ask, HUMAN, pause, True, only, why)
    return None


def _haste_tells(match: Match, people: Sequence[str]) -> bool:
    """Is there another person who does not see what the one that is asked sees?"""
    return len(people) > 1 and match.game.rules.has_secrets(match.state, (*people,))
