"""Scenarios that visitors bring: each visitor has so much room for them, and those that nobody needs are let go."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

from grognard.engine import Game
from grognard.engine.game.scenario import ScenarioSet, print_of
from grognard.server.api.requests import RequestError
from grognard.server.web.allowance import STANDARD

T = TypeVar("T")
MIB = 1024 * 1024
MOST = 10_000  # visitors that are remembered
SOON = 20.0  # seconds in which a match of a scenario begins


class Own:
    """Who has brought which scenarios, as long as they are kept."""

    def __init__(self, games: Mapping[str, Game], needed: Callable[[], Collection[str]]) -> None:
        self.games, self.needed = games, needed
        self.room: Callable[[str], float] = lambda _: STANDARD.own * MIB  # of a visitor, in letters
        self._brought: dict[str, dict[str, int]] = {}  # by visitor: lengths of texts by their numbers
        self._alone = threading.Lock()

    def begin(self) -> None:
        """From now on scenarios that no open match needs may be let go."""
        for box in self._boxes():
            box.needed = self.needed

    def end(self) -> None:
        """Everything stays again."""
        for box in self._boxes():
            if box.needed == self.needed:
                box.needed = None

    def bring(self, text: str, whom: str, read: Callable[[], T]) -> T:
        """Read a text that a visitor brings, or Refused if he has too much here already."""
        if text:
            with self._alone:
                self._admit(text, whom)
        return read()

    def _admit(self, text: str, whom: str) -> None:
        """Count a text for a visitor; what he brought before and nobody needs is let go first."""
        here, mark = self._boxes(), print_of(text)
        mine = self._brought[whom] = self._brought.pop(whom, {})
        for old in [old for old in mine if not any(box.printed(old) for box in here)]:
            del mine[old]
        mine.pop(mark, None)
        for old in list(mine):
            if sum(mine.values()) + len(text) <= self.room(whom):
                break
            if any(box.free(box.printed(old), SOON) for box in here):
                del mine[old]
        if sum(mine.values()) + len(text) > self.room(whom):
            raise RequestError(
                429, "You have as many scenarios in play here as there is room for; finish some, or wait."
            )
        mine[mark] = len(text)
        while len(self._brought) > MOST:
            del self._brought[next(iter(self._brought))]

    def _boxes(self) -> list[ScenarioSet[Any]]:
        return [game.scenarios for game in self.games.values() if isinstance(game.scenarios, ScenarioSet)]
