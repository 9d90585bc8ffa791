"""One connection to a match: which sides it may answer for, what it has been shown, and what waits to be sent."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from grognard.engine import Event, Match, PieceView, View
from grognard.engine.match.auto_answers import may_take_back, may_take_back_apart
from grognard.server.api.serializers import JsonObject, SideViews, line_of, pieces_changed
from grognard.server.web.limits import TokenBucket
from grognard.studio.campaign import onward

WAITING = 1 << 20  # bytes; whoever is slower than that must connect again
Orders = Callable[["Client"], JsonObject]  # the standing orders of the side that a page shows


class Outbox:
    """What waits to be sent to one page. If it grows too large it is emptied, and `drop` cuts the connection.

    While nothing waits or is being sent, `write` may have a message on its way at once; it says whether it has.
    """

    def __init__(self) -> None:
        self._waiting: deque[bytes] = deque()
        self._size = 0
        self._news = asyncio.Event()
        self._idle = False  # has whoever sends sent everything?
        self.close_all = False
        self.drop: Callable[[], None] = self.close
        self.write: Callable[[bytes], bool] | None = None

    def put(self, message: bytes) -> None:
        """One more message."""
        if self.close_all or self._at_once(message):
            return
        if self._waiting and self._size + len(message) > WAITING:
            self.close()
            self.drop()
            return
        self._waiting.append(message)
        self._size += len(message)
        self._news.set()

    def _at_once(self, message: bytes) -> bool:
        return self._idle and not self._waiting and self.write is not None and self.write(message)

    def close(self) -> None:
        """Forget what waits; nothing more is sent."""
        self.close_all = True
        self._waiting.clear()
        self._news.set()

    async def next(self) -> bytes | None:
        """The next message; None when there will be no more."""
        while not self._waiting:
            if self.close_all:
                return None
            self._news.clear()
            self._idle = True
            await self._news.wait()
        self._idle = False
        message = self._waiting.popleft()
        self._size -= len(message)
        return message


class LastShown(NamedTuple):
    """What a page has been shown of a match: from which side, its pieces, and how much of the log."""

    side: str | None  # that the page shows
    pieces: dict[str, PieceView]
    events: list[Event]  # of the match, as far as they have been read
    lines: int  # how many of them could be
    reader: str | None  # who read them
    stands: tuple[int, tuple[str, ...]] | None = None  # the number of the decision, and which of its sides were asked


class PreparedUpdate(NamedTuple):
    """What a page will be shown of a position, if until then it is shown nothing else."""

    looks: SideViews
    before: LastShown
    scene: bytes
    after: LastShown


class Client:
    """A page that looks at a match. `sides` is empty for a spectator, several for players who share a screen.

    `words` says how much may be said from here, `address` where it is, `key` what its key plays beside that.
    """

    def __init__(
        self, sides: tuple[str, ...], words: TokenBucket | None = None, address: str = "", *, key: Sequence[str] = ()
    ) -> None:
        self.sides, self.address, self._key = sides, address, key or sides
        self.outbox = Outbox()
        self.words = words or TokenBucket(1, 8)
        side = sides[0] if sides else None
        self._shown = LastShown(side, {}, [], 0, side)
        self._foreseen: PreparedUpdate | None = None

    def number(self, match: Match) -> int:
        """The number of the decision as this chair may know it; one that plays every side has nothing to find out."""
        return match.number if self.plays_all(match) else match.told_number

    def plays_all(self, match: Match) -> bool:
        """Does its key play every side?"""
        return set(self._key) == set(match.sides)

    def knows(self, match: Match) -> bool:
        """Is nothing new to it? So when somebody else has answered a question that is still open to others."""
        return bool(match.state.sealed) and self._shown.stands == self._stands(match)

    def _stands(self, match: Match) -> tuple[int, tuple[str, ...]]:
        asked = () if match.over else tuple(ask.side for ask in match.decision.asks if ask.side in self.sides)
        return self.number(match), asked

    @property
    def side(self) -> str | None:
        """The side that the page shows."""
        return self._shown.side

    @side.setter
    def side(self, side: str | None) -> None:
        self._shown = self._shown._replace(side=side)

    def send(self, message: bytes) -> None:
        """Have a message sent; a page that does not keep up is cut off and will come back."""
        self.outbox.put(message)

    def foresee(self, looks: SideViews, orders: Orders | None = None) -> None:
        """Work out what is to be shown of a position that is not durable yet; nothing is shown."""
        scene, after = self._look_at(looks)
        if orders is not None:
            scene["orders"] = orders(self)
        self._foreseen = PreparedUpdate(looks, self._shown, msgspec.json.encode(scene), after)

    def show(self, looks: SideViews, orders: Orders | None = None, **more: Any) -> None:
        """Send what has changed since this chair was last shown the match, and the standing orders of its side."""
        seen = self._foreseen
        if seen is None or seen.looks is not looks or seen.before is not self._shown:
            self.foresee(looks, orders)
            seen = self._foreseen
        assert seen is not None
        self._shown, self._foreseen = seen.after, None
        self.send(seen.scene[:-1] + b"," + msgspec.json.encode(more)[1:] if more else seen.scene)

    def scene(self, looks: SideViews) -> JsonObject:
        """The match as this chair may see it, as changes to what it has been shown."""
        scene, self._shown = self._look_at(looks)
        return scene

    def _look_at(self, looks: SideViews) -> tuple[JsonObject, LastShown]:
        """What has changed, and what will have been shown then."""
        match = looks.match
        curtain, shown = self._turn_to_whom(looks)
        side = None if curtain else shown
        view, ask = looks.encoded(side)
        asked = side is not None and not match.over and match.decision.of(side) is not None
        changes, pieces = self._changes(looks.view(side))
        log, count = self._new_lines(match, side)
        scene = {
            "type": "scene",
            "decision": self.number(match),
            "view": view,
            "pieces": changes,
            "log": log,
            "curtain": curtain,
            "asked": [] if match.over else self._waited_for(match),
            "ask": ask,
            "undo": asked and self.may_undo(match),
            "redo": asked and match.can_redo,
            "result": match.result,
            "onward": onward(match),
        }
        return scene, LastShown(shown, pieces, list(match.events), count, side, self._stands(match))

    def may_undo(self, match: Match) -> bool:
        """Can it take its last choice back? Not where that would tell who was asked beside it."""
        if self.plays_all(match):
            return may_take_back(match)
        return not match.asks_together and may_take_back_apart(match)

    def _waited_for(self, match: Match) -> list[str]:
        """Who decides. Where several may be asked together, whether somebody else is would tell what he holds."""
        asked = [ask.side for ask in match.decision.asks]
        mine = [side for side in asked if side in self.sides]
        if mine or not match.asks_together:
            return mine or asked
        return [side for side in match.sides if side not in self.sides]

    def _changes(self, view: View) -> tuple[JsonObject, dict[str, PieceView]]:
        """What changed among the pieces, and all of them."""
        changed, gone, shuffled = pieces_changed(self._shown.pieces, view)
        pieces = {piece.id: piece for piece in view.pieces}
        changes: JsonObject = {"changed": changed, "gone": gone}
        return changes | {"order": list(pieces)} if shuffled else changes, pieces

    def _new_lines(self, match: Match, side: str | None) -> tuple[JsonObject, int]:
        """The lines of the log since then, and how many there are; it only grows, or is cut back and grows again."""
        known, first = (self._shown.events, self._shown.lines) if side == self._shown.reader else ([], 0)
        kept = _common(known, match.events)
        first -= sum(event.visible_to(side) for event in known[kept:])
        new = [event for event in match.events[kept:] if event.visible_to(side)]
        return {"from": first, "lines": [line_of(event) for event in new]}, first + len(new)

    def _turn_to_whom(self, looks: SideViews) -> tuple[str, str | None]:
        """With several sides at one screen: the side to pass it to, if the one shown must look away; which is shown."""
        match = looks.match
        if len(self.sides) < 2 or match.over:
            return "", self.side
        asked = [ask.side for ask in match.decision.asks if ask.side in self.sides]
        if not asked or self.side in asked:
            return "", self.side
        if self.side is not None and not match.game.rules.has_secrets(match.state, self.sides):
            return "", asked[0]
        return asked[0], self.side


def _common(before: list[Event], now: list[Event]) -> int:
    """How many events at the start are the same."""
    kept = min(len(before), len(now))
    while kept and before[kept - 1] is not now[kept - 1]:
        kept -= 1
    return kept
