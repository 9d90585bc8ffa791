"""One connection to a match: which sides it may answer for, what it has been shown, and what waits to be sent."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec

from grognard.engine import Event, Match, PieceView, View
from grognard.engine.forced import may_take_back
from grognard.studio.campaign import onward
from grognard.table.limits import Bucket
from grognard.table.scene import Looks, Plain, line_of, pieces_changed

WAITING = 1 << 20  # bytes; whoever is slower than that must connect again


class Outbox:
    """What waits to be sent to one page. If it grows too large it is emptied, and `drop` cuts the connection."""

    def __init__(self) -> None:
        self._waiting: deque[bytes] = deque()
        self._size = 0
        self._news = asyncio.Event()
        self.shut = False
        self.drop: Callable[[], None] = self.close

    def put(self, message: bytes) -> None:
        """One more message."""
        if self.shut:
            return
        if self._waiting and self._size + len(message) > WAITING:
            self.close()
            self.drop()
            return
        self._waiting.append(message)
        self._size += len(message)
        self._news.set()

    def close(self) -> None:
        """Forget what waits; nothing more is sent."""
        self.shut = True
        self._waiting.clear()
        self._news.set()

    async def next(self) -> bytes | None:
        """The next message; None when there will be no more."""
        while not self._waiting:
            if self.shut:
                return None
            self._news.clear()
            await self._news.wait()
        message = self._waiting.popleft()
        self._size -= len(message)
        return message


class Chair:
    """A page that looks at a match. `sides` is empty for a spectator, several for players who share a screen.

    `words` says how much may be said from here, `address` where it is.
    """

    def __init__(self, sides: tuple[str, ...], words: Bucket | None = None, address: str = "") -> None:
        self.sides, self.address = sides, address
        self.side: str | None = sides[0] if sides else None
        self.outbox = Outbox()
        self.words = words or Bucket(1, 8)
        self._pieces: dict[str, PieceView] = {}
        self._events: list[Event] = []  # of the match, as far as they have been read here
        self._lines = 0  # how many of them could be
        self._reader: str | None = self.side

    def send(self, message: bytes) -> None:
        """Have a message sent; a page that does not keep up is cut off and will come back."""
        self.outbox.put(message)

    def show(self, looks: Looks, **more: Any) -> None:
        """Send what has changed since this chair was last shown the match."""
        self.send(msgspec.json.encode(self.scene(looks) | more))

    def scene(self, looks: Looks) -> Plain:
        """The match as this chair may see it, as changes to what it has been shown."""
        match = looks.match
        curtain = self._turn_to_whom(looks)
        side = None if curtain else self.side
        view, ask = looks.encoded(side)
        asked = side is not None and not match.over and match.decision.of(side) is not None
        return {
            "type": "scene",
            "decision": match.number,
            "view": view,
            "pieces": self._changes(looks.view(side)),
            "log": self._new_lines(match, side),
            "curtain": curtain,
            "asked": [] if match.over else self._waited_for(match),
            "ask": ask,
            "undo": asked and may_take_back(match),
            "redo": asked and match.can_redo,
            "result": match.result,
            "onward": onward(match),
        }

    def _waited_for(self, match: Match) -> list[str]:
        """Who decides. Where several may be asked together, whether somebody else is would tell what he holds."""
        asked = [ask.side for ask in match.decision.asks]
        if not self.sides and match.state.steps[-1].asks_together:
            return list(match.sides)
        return [side for side in asked if side in self.sides] or asked

    def _changes(self, view: View) -> Plain:
        changed, gone, shuffled = pieces_changed(self._pieces, view)
        self._pieces = {piece.id: piece for piece in view.pieces}
        changes: Plain = {"changed": changed, "gone": gone}
        return changes | {"order": list(self._pieces)} if shuffled else changes

    def _new_lines(self, match: Match, side: str | None) -> Plain:
        """The lines of the log since then; a log only grows, or is cut back and grows again."""
        if side != self._reader:
            self._reader, self._events, self._lines = side, [], 0
        kept = _common(self._events, match.events)
        for event in self._events[kept:]:
            self._lines -= event.visible_to(side)
        first = self._lines
        new = [event for event in match.events[kept:] if event.visible_to(side)]
        self._events, self._lines = list(match.events), first + len(new)
        return {"from": first, "lines": [line_of(event) for event in new]}

    def _turn_to_whom(self, looks: Looks) -> str:
        """With several sides at one screen: the side to pass it to, if the one shown must look away first."""
        match = looks.match
        if len(self.sides) < 2 or match.over:
            return ""
        asked = [ask.side for ask in match.decision.asks if ask.side in self.sides]
        if not asked or self.side in asked:
            return ""
        if self.side is not None and not match.game.rules.has_secrets(match.state, self.sides):
            self.side = asked[0]
            return ""
        return asked[0]


def _common(before: list[Event], now: list[Event]) -> int:
    """How many events at the start are the same."""
    kept = min(len(before), len(now))
    while kept and before[kept - 1] is not now[kept - 1]:
        kept -= 1
    return kept
