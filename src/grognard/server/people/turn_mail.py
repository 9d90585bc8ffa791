"""Your turn, by mail: an address that was confirmed gets one letter about all the matches that wait, not one for each.

A browser makes up the secret of a mailbox. Its owner says where letters go, confirms that by the link in the first one,
and ties seats to it. Nobody is written to while a page of his seat is open, nor twice about the same.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Mapping

from grognard.engine import Game
from grognard.server.api.requests import RequestError
from grognard.server.matches.seats import fingerprint
from grognard.server.people.mailboxes import (
    ASKS,
    Waiting,
    being_here,
    claiming,
    confirming,
    is_address,
    naming,
    taking_back,
    tying,
    waiting,
)
from grognard.server.people.smtp import Email, InTheClear, MailServer
from grognard.server.storage.store import Store
from grognard.server.web.limits import Buckets

LOOK = 60.0  # seconds between two looks at who is waited for
ASKED_HERE = 1 / 600, 6  # letters that ask an address, from one place: so many a second, and at once
log = logging.getLogger("grognard.server")

Present = Callable[[str, str], bool]  # is somebody of this side of a match looking at it now?
Here = Callable[[], Iterable[tuple[str, str]]]  # the matches and sides that somebody looks at in this process


class TurnMailer:
    """The mailboxes of a table. Without a post there are none."""

    def __init__(self, store: Store, games: Mapping[str, Game], post: MailServer | None, site: str) -> None:
        self.store, self.games, self.post, self.site = store, games, post, site
        self.away = False  # as far as is known
        self._askers = Buckets(*ASKED_HERE)

    # ------------------------------------------------------------ mailboxes

    async def open(self, secret: str, address: str, whose: str = "") -> bool:
        """Name the address of a mailbox; is it confirmed already? If not, it is asked by a letter."""
        if self.post is None:
            raise RequestError(404, "This table sends no mail.")
        if not is_address(address):
            raise RequestError(422, "That is no mail address.")
        if not secret:
            raise RequestError(422, "A mailbox needs a secret.")
        box = fingerprint(secret)
        named = await self.store.write(naming(box, address, time.time()))
        if named is None:
            return True
        try:
            self._askers.take(whose)
            if not await self._send(self._question(address, named.token)):
                raise RequestError(
                    503, "The mail server takes no letters now, so nothing was written. Try again later."
                )
        except RequestError:
            await self.store.write(taking_back(box, address, named))
            raise
        return False

    async def tie(self, match: str, sides: tuple[str, ...], secret: str) -> str:
        """Letters about a seat go to a mailbox, or with an empty secret to none; its address, if it is confirmed."""
        if not sides:
            raise RequestError(403, "You are watching. Only players are told of their turn.")
        return await self.store.write(tying(match, sides, fingerprint(secret)))

    async def confirm(self, token: str, wanted: bool) -> None:
        """What the owner of an address says to it."""
        if not await self.store.write(confirming(token, wanted)):
            raise RequestError(404, "There is no such mailbox, or it was closed.")

    # ------------------------------------------------------------ letters

    async def watch(self, present: Present, here: Here) -> None:
        """Look for ever for those who are waited for; other processes are told whose pages are open at this one."""
        while self.post is not None:
            await asyncio.sleep(LOOK)
            try:
                await self.say_who_is_here(here())
                await self.deliver(time.time(), present)
            except Exception:
                log.exception("Letters could not be written")

    async def say_who_is_here(self, here: Iterable[tuple[str, str]]) -> None:
        """Where several processes serve one table, each says whose pages are open."""
        if self.store.shared:
            await self.store.write(being_here(self.store.name, here, time.time()))

    async def deliver(self, now: float, present: Present) -> int:
        """Write to everybody who is waited for; how many letters that were."""
        found: dict[str, list[Waiting]] = {}
        for each in await self.store.read(lambda db: waiting(db, now)):
            if each.side in each.asked.split() and not present(each.match, each.side):
                found.setdefault(each.box, []).append(each)
        sent = [await self._write_to(matches, now) for matches in found.values()]
        return sum(sent)

    async def _write_to(self, matches: list[Waiting], now: float) -> bool:
        """One letter about all matches of a mailbox, by whichever process comes first."""
        first = matches[0]
        if all(each.known <= first.told for each in matches):
            return False  # he knows
        if not await self.store.write(claiming(first.box, first.told, now)):
            return False
        if await self._send(self._digest(matches)):
            return True
        await self.store.write(claiming(first.box, now, first.told))
        return False

    async def _send(self, letter: Email) -> bool:
        assert self.post is not None
        try:
            await asyncio.to_thread(self.post.send, letter)
        except OSError as error:
            if not self.away:
                log.error("The mail server does not take a letter: %s", reason(error))
            self.away = True
            return False
        self.away = False
        return True

    def _question(self, address: str, token: str) -> Email:
        link = f"{self.site}/mail/{token}"
        text = (
            f"Somebody at {self.site} wants to be told at this address when it is his turn in a match.\n\n"
            f"If that was you, say so here:\n{link}\n\n"
            "If not, say there that you want no letters, and this table never writes to you again. "
            f"If you do nothing you are told of no match, and asked {ASKS} times a month at most."
        )
        return Email(address, "Shall we write to you when it is your turn?", text, link)

    def _digest(self, matches: list[Waiting]) -> Email:
        lines = [
            f"{self._called(each)}, turn {each.turn}, as {each.side}\n{self.site}/m/{each.match}"
            for each in sorted(matches, key=lambda each: each.known)
        ]
        stop = f"{self.site}/mail/{matches[0].token}"
        count = len(matches)
        subject = f"It is your turn in {self._called(matches[0])}" if count == 1 else f"{count} matches wait for you"
        text = "\n\n".join([f"{subject}.", *lines, f"No more of these letters: {stop}"])
        return Email(matches[0].address, subject, text, stop)

    def _called(self, each: Waiting) -> str:
        game = self.games.get(each.game)
        scenario = game.scenarios.get(each.scenario) if game else None
        return f"{game.title}: {scenario.title}" if game and scenario else each.game


def reason(error: OSError) -> str:
    """Why no letter goes out, for the log; what a mail server has said may hold the address, and is left out."""
    return str(error) if isinstance(error, InTheClear) else type(error).__name__
