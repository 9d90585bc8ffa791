"""What happened: one sentence for the log, with its rule, its dice and who may read it."""

from __future__ import annotations

import msgspec

from grognard.engine.core.wording import agreeing
from grognard.engine.core.working import Working


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the log. The text is a template so that nothing is formatted until somebody reads it."""

    cite: str  # rule behind the event
    text: str  # log line with placeholders
    args: dict[str, str | int] = {}  # values of the placeholders
    dice: tuple[int, ...] = ()  # dice rolled
    hexes: tuple[str, ...] = ()  # hexes to show on the map
    sees: tuple[str, ...] | None = None  # the sides that may read it; None is everybody
    working: Working | None = None  # of the roll it tells of

    def __str__(self) -> str:
        if not self.args:
            return self.text
        text, args = agreeing(self.text, self.args)
        return text.format_map(args)

    def visible_to(self, side: str | None) -> bool:
        """May this side (None: a spectator) read the line?"""
        return self.sees is None or side in self.sees
