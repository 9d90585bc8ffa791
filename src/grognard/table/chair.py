"""One connection to a match: which sides it may answer for, what it has been shown, and what waits to be sent."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from grognard.engine import Event, Match, PieceView
from grognard.table.scene import Plain, differs, line_of, pieces_changed, question, view_of

WAITING = 256  # messages; whoever is slower than that must connect again


class Chair:
    """A page that looks at a match. `sides` is empty for a spectator, several for players who share a screen."""

    def __init__(self, sides: tuple[str, ...]) -> None:
        self.sides = sides
        self.side: str | None = sides[0] if sides else None
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(WAITING)
        self.gone = False
        self._pieces: dict[str, PieceView] = {}
        self._log: list[Event] = []

    def send(self, message: bytes) -> None:
        """Put a message in the queue; a page that does not keep up is cut off and will come back."""
        if self.gone:
            return
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            self.gone = True

    def show(self, match: Match, **more: Any) -> None:
        """Send what has changed since this chair was last shown the match."""
        self.send(msgspec.json.encode(self.scene(match) | more))

    def scene(self, match: Match) -> Plain:
        """The match as this chair may see it, as changes to what it has been shown."""
        curtain = self._turn_to_whom(match)
        side = None if curtain else self.side
        view = match.view(side)
        changed, gone, shuffled = pieces_changed(self._pieces, view)
        log = match.log(side)
        kept = _common(self._log, log)
        self._pieces, self._log = {piece.id: piece for piece in view.pieces}, log
        scene: Plain = {"type": "scene", "decision": match.number, "view": view_of(view)}
        scene["pieces"] = {"changed": changed, "gone": gone}
        if shuffled:
            scene["pieces"]["order"] = list(self._pieces)
        scene["log"] = {"from": kept, "lines": [line_of(event) for event in log[kept:]]}
        scene |= {"curtain": curtain, "asked": [], "ask": None, "undo": False, "redo": False, "result": None}
        if match.over:
            scene["result"] = match.result
            return scene
        scene["asked"] = [ask.side for ask in match.decision.asks]
        ask = match.decision.of(side) if side is not None else None
        if ask is not None:
            scene |= {"ask": question(match, ask), "undo": match.can_undo, "redo": match.can_redo}
        return scene

    def _turn_to_whom(self, match: Match) -> str:
        """With several sides at one screen: the side to pass it to, if the one shown must look away first."""
        if len(self.sides) < 2 or match.over:
            return ""
        asked = [ask.side for ask in match.decision.asks if ask.side in self.sides]
        if not asked or self.side in asked:
            return ""
        if self.side is not None and not differs(match.game, match.state, self.sides):
            self.side = asked[0]
            return ""
        return asked[0]


def _common(before: list[Event], now: list[Event]) -> int:
    """How many lines at the start are the same: a log only grows, or is cut back and grows again."""
    kept = min(len(before), len(now))
    while kept and before[kept - 1] is not now[kept - 1]:
        kept -= 1
    return kept
