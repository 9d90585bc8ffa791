"""Your turn, by mail: an address that was confirmed gets one letter about all the matches that wait, not one for each.

A browser makes up the secret of a mailbox. Its owner says where letters go, confirms that by the link in the first one,
and ties seats to it. Nobody is written to while a page of his seat is open, nor twice about the same.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from collections.abc import Callable, Mapping

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from grognard.engine import Game
from grognard.table.post import Letter, Post
from grognard.table.seating import fingerprint
from grognard.table.store import Store
from grognard.table.tables import MAILBOXES, MAILINGS, MATCHES
from grognard.table.wire import Refused

QUIET = 15 * 60.0  # seconds a match must have waited
SELDOM = 4 * 3600.0  # seconds between two letters
AGAIN = 3600.0  # seconds between two letters that ask an address to confirm
LOOK = 60.0  # seconds between two looks at who is waited for
MOST = 100_000  # mailboxes
ADDRESS = re.compile(r"[^@\s<>\"',;:()\x00-\x20]{1,64}@[\w.-]{1,180}\.[a-zA-Z]{2,20}")
log = logging.getLogger("grognard.table")

Present = Callable[[str, str], bool]  # is somebody of this side of a match looking at it now?


class Waiting(msgspec.Struct, frozen=True):
    """A match that waits for somebody with a mailbox."""

    match: str
    game: str
    scenario: str
    turn: int
    asked: str
    known: float
    side: str
    box: str
    address: str
    token: str
    told: float


class Mailing:
    """The mailboxes of a table. Without a post there are none."""

    def __init__(self, store: Store, games: Mapping[str, Game], post: Post | None, site: str) -> None:
        self.store, self.games, self.post, self.site = store, games, post, site
        self.away = False  # as far as is known

    # ------------------------------------------------------------ mailboxes

    async def open(self, secret: str, address: str) -> bool:
        """Name the address of a mailbox; is it confirmed already? If not, it is asked by a letter."""
        if self.post is None:
            raise Refused(404, "This table sends no mail.")
        if not ADDRESS.fullmatch(address) or len(address) > 254:
            raise Refused(422, "That is no mail address.")
        if not secret:
            raise Refused(422, "A mailbox needs a secret.")
        token = await self.store.write(_naming(fingerprint(secret), address, time.time()))
        if token:
            await self._send(self._question(address, token))
        return not token

    async def tie(self, match: str, sides: tuple[str, ...], secret: str) -> str:
        """Letters about a seat go to a mailbox, or with an empty secret to none; its address, if it is confirmed."""
        if not sides:
            raise Refused(403, "You are watching. Only players are told of their turn.")
        return await self.store.write(_tying(match, sides, fingerprint(secret)))

    async def confirm(self, token: str, wanted: bool) -> None:
        """What the owner of an address says to it."""
        if not await self.store.write(_confirming(token, wanted)):
            raise Refused(404, "There is no such mailbox, or it was closed.")

    # ------------------------------------------------------------ letters

    async def watch(self, present: Present) -> None:
        """Look for ever for those who are waited for."""
        while self.post is not None:
            await asyncio.sleep(LOOK)
            try:
                await self.deliver(time.time(), present)
            except Exception:
                log.exception("Letters could not be written")

    async def deliver(self, now: float, present: Present) -> int:
        """Write to everybody who is waited for; how many letters that were."""
        found: dict[str, list[Waiting]] = {}
        for waiting in await self.store.read(lambda db: _waiting(db, now)):
            if waiting.side in waiting.asked.split() and not present(waiting.match, waiting.side):
                found.setdefault(waiting.box, []).append(waiting)
        sent = [await self._write_to(matches, now) for matches in found.values()]
        return sum(sent)

    async def _write_to(self, matches: list[Waiting], now: float) -> bool:
        """One letter about all matches of a mailbox, by whichever process comes first."""
        first = matches[0]
        if all(waiting.known <= first.told for waiting in matches):
            return False  # he knows
        if not await self.store.write(_claiming(first.box, first.told, now)):
            return False
        if await self._send(self._digest(matches)):
            return True
        await self.store.write(_claiming(first.box, now, first.told))
        return False

    async def _send(self, letter: Letter) -> bool:
        assert self.post is not None
        try:
            await asyncio.to_thread(self.post.send, letter)
        except OSError as error:
            if not self.away:
                log.error("The mail server does not take a letter: %s", type(error).__name__)
            self.away = True
            return False
        self.away = False
        return True

    def _question(self, address: str, token: str) -> Letter:
        link = f"{self.site}/mail/{token}"
        text = (
            f"Somebody at {self.site} wants to be told at this address when it is his turn in a match.\n\n"
            f"If that was you, say so here:\n{link}\n\n"
            "If not, do nothing: you will not be written to again."
        )
        return Letter(address, "Shall we write to you when it is your turn?", text, link)

    def _digest(self, matches: list[Waiting]) -> Letter:
        lines = [
            f"{self._called(waiting)}, turn {waiting.turn}, as {waiting.side}\n{self.site}/m/{waiting.match}"
            for waiting in sorted(matches, key=lambda waiting: waiting.known)
        ]
        stop = f"{self.site}/mail/{matches[0].token}"
        count = len(matches)
        subject = f"It is your turn in {self._called(matches[0])}" if count == 1 else f"{count} matches wait for you"
        text = "\n\n".join([f"{subject}.", *lines, f"No more of these letters: {stop}"])
        return Letter(matches[0].address, subject, text, stop)

    def _called(self, waiting: Waiting) -> str:
        game = self.games.get(waiting.game)
        scenario = game.scenarios.get(waiting.scenario) if game else None
        return f"{game.title}: {scenario.title}" if game and scenario else waiting.game


# ------------------------------------------------------------ the database


def _naming(box: str, address: str, now: float) -> Callable[[Connection], str]:
    """The token of an address that has to be asked; empty if it has been confirmed for this mailbox."""

    def work(db: Connection) -> str:
        here = MAILBOXES.c.box == box
        known = db.execute(sa.select(MAILBOXES).where(here)).mappings().one_or_none()
        if known is not None and known["confirmed"] and known["address"] == address:
            return ""
        lately = (MAILBOXES.c.address == address) & (MAILBOXES.c.asked > now - AGAIN)
        if db.execute(sa.select(MAILBOXES.c.box).where(lately)).first() is not None:
            raise Refused(429, "This address has just been written to. Look there, or try again in an hour.")
        values = {"address": address, "token": secrets.token_urlsafe(24), "confirmed": False, "asked": now, "told": 0.0}
        if known is not None:
            db.execute(MAILBOXES.update().where(here), values)
        elif db.execute(sa.select(sa.func.count()).select_from(MAILBOXES)).scalar_one() < MOST:
            db.execute(MAILBOXES.insert(), {"box": box, **values})
        else:
            raise Refused(503, "This table has no room for another mailbox.")
        return str(values["token"])

    return work


def _tying(match: str, sides: tuple[str, ...], box: str) -> Callable[[Connection], str]:
    def work(db: Connection) -> str:
        db.execute(MAILINGS.delete().where((MAILINGS.c.match == match) & MAILINGS.c.side.in_(sides)))
        known = db.execute(sa.select(MAILBOXES).where(MAILBOXES.c.box == box)).mappings().one_or_none() if box else None
        if box and known is None:
            raise Refused(404, "There is no such mailbox, or it was closed.")
        if known is None:
            return ""
        db.execute(MAILINGS.insert(), [{"match": match, "side": side, "box": box} for side in sides])
        return str(known["address"]) if known["confirmed"] else ""

    return work


def _confirming(token: str, wanted: bool) -> Callable[[Connection], bool]:
    def work(db: Connection) -> bool:
        here = MAILBOXES.c.token == token
        box = db.execute(sa.select(MAILBOXES.c.box).where(here)).scalar()
        if box is None:
            return False
        if wanted:
            db.execute(MAILBOXES.update().where(here), {"confirmed": True})
        else:
            db.execute(MAILINGS.delete().where(MAILINGS.c.box == box))
            db.execute(MAILBOXES.delete().where(here))
        return True

    return work


def _claiming(box: str, before: float, after: float) -> Callable[[Connection], bool]:
    """Whoever moves the time of the last letter writes the next one."""
    same = (MAILBOXES.c.box == box) & (MAILBOXES.c.told == before)
    return lambda db: db.execute(MAILBOXES.update().where(same), {"told": after}).rowcount == 1


def _waiting(db: Connection, now: float) -> list[Waiting]:
    """Matches that have waited for a while for somebody who has not been written to for a while."""
    tied = MAILINGS.join(MATCHES, MATCHES.c.id == MAILINGS.c.match).join(MAILBOXES, MAILBOXES.c.box == MAILINGS.c.box)
    due = ~MATCHES.c.over & MAILBOXES.c.confirmed & (MATCHES.c.known <= now - QUIET)
    wanted = sa.select(
        MATCHES.c.id.label("match"),
        MATCHES.c.game,
        MATCHES.c.scenario,
        MATCHES.c.turn,
        MATCHES.c.asked,
        MATCHES.c.known,
        MAILINGS.c.side,
        MAILINGS.c.box,
        MAILBOXES.c.address,
        MAILBOXES.c.token,
        MAILBOXES.c.told,
    )
    rows = db.execute(wanted.select_from(tied).where(due & (MAILBOXES.c.told <= now - SELDOM))).mappings()
    return [Waiting(**row) for row in rows]
