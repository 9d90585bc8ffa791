"""Who plays in a lab: players by name, or objects, which get a name for the time of the run."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine import Game, find_game
from grognard.players import Player, make_player

Players = str | Player | Mapping[str, str | Player]


def a_game(game: str | Game) -> Game:
    """A game by its id, or itself."""
    return find_game(game) if isinstance(game, str) else game


def seated(players: Players) -> tuple[dict[str, str], dict[str, Player]]:
    """Who plays each side ("": all others) by name, and the players that are objects, by the names they are given."""
    given = players if isinstance(players, Mapping) else {"": players}
    own: dict[str, Player] = {}
    return {side: named(player, own) for side, player in given.items()}, own


def named(player: str | Player, own: dict[str, Player]) -> str:
    """The name of a player. One that is an object is called as its class, with a number where there are several."""
    make_player(player)  # an UnknownChoice, if it is none
    if isinstance(player, str):
        return player
    known = next((name for name, other in own.items() if other is player), None)
    if known is None:
        kind = type(player).__name__
        known = kind if kind not in own else f"{kind} {len(own) + 1}"
        own[known] = player
    return known
