"""What the lobby shows of the games: worked out once, for setting up every scenario takes a while."""

from __future__ import annotations

import threading
from collections.abc import Mapping

import msgspec

from grognard.engine import SHELF, Game
from grognard.players import LEVELS, offered
from grognard.server.api.serializers import JsonObject
from grognard.server.lobby.battle_cards import choice_of, depth_of
from grognard.server.pictures.pictures import art_mark
from grognard.server.web.compression import CompressedBody


class Lobby:
    """The list of games, kept until it changes."""

    def __init__(self, games: Mapping[str, Game]) -> None:
        self.games = games
        self._listed: list[tuple[str, ...]] = []
        self._packed: CompressedBody | None = None
        self._alone = threading.Lock()

    def told(self) -> CompressedBody:
        """The games, who plays them, and what is said of those that cannot be loaded."""
        with self._alone:
            listed = self._now()
            if self._packed is None or listed != self._listed:
                games = [*filter(None, map(self._told, self.games.items()))]
                levels = [{"id": name, "title": level.title, "about": level.about} for name, level in LEVELS.items()]
                players, left_out = [*offered()], sorted(SHELF.left_out)
                told = {"games": games, "players": players, "levels": levels, "left_out": left_out}
                self._listed, self._packed = self._now(), CompressedBody.of(msgspec.json.encode(told))
            return self._packed

    def _now(self) -> list[tuple[str, ...]]:
        return [(game.id, *game.scenarios) for game in self.games.values()]

    def _told(self, entry: tuple[str, Game]) -> JsonObject | None:
        game_id, game = entry
        try:
            return about(game)
        except Exception as error:  # whatever a package of somebody else's does: the others are whole
            if game_id not in SHELF:
                raise
            SHELF.leave_out(game_id, error)
            return None


def about(game: Game) -> JsonObject:
    """A game as the lobby shows it."""
    first = next(iter(game.scenarios))
    starts = {scenario: game.start(scenario, game.choose_options(scenario, {})) for scenario in game.scenarios}
    sides = {scenario: list(game.rules.sides(start)) for scenario, start in starts.items()}
    return {
        "id": game.id,
        "title": game.title,
        "blurb": game.blurb,
        "version": game.version,
        "scenarios": [
            msgspec.structs.asdict(scenario.card) | choice_of(game, name, len(starts[name].pieces))
            for name, scenario in game.scenarios.items()
        ],
        "options": list(game.options.values()),
        "sides": sides,
        "peoples": {name: {side: game.face.people(side) for side in sides[name]} for name in sides},
        "depth": depth_of(game),
        "board": game.face.ground(first) is not None,
        "art": art_mark(game),
    }
