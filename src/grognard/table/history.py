"""Looking back: every position of a match, as each side saw it then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.engine import Event, Game, State, replay
from grognard.engine.record import Line
from grognard.table.scene import Plain, line_of, view_of

TAIL = 40  # log lines shown with a frame


class History:
    """The positions after each step of a record; states share their records, so they are cheap to keep."""

    def __init__(self, game: Game, lines: Sequence[Line]) -> None:
        self.game, self.lines = game, len(lines)
        self._frames: list[tuple[State[Any], list[Event]]] = []
        for past in replay(lines):
            self._frames.append((past.state.clone(), past.events[-TAIL:]))

    def __len__(self) -> int:
        return len(self._frames)

    def frame(self, number: int, side: str | None) -> Plain:
        """One position as a side saw it; beyond the last one, the last one."""
        number = min(number, len(self) - 1)
        state, events = self._frames[number]
        view = self.game.rules.view(state, side)
        lines = [line_of(event) for event in events if event.visible_to(side)]
        return {"frame": number, "view": view_of(view), "pieces": view.pieces, "lines": lines}
