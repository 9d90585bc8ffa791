"""Players that know no game by name: they look at what is asked and what a game's own judgement says of it.

- `RandomPlayer`: any legal answer
- `DoctrinePlayer`: the answer the game judges best
- `play_out(match, players, rng)`: let them finish a match
"""

from grognard.players.base import Player, play_out
from grognard.players.simple import PLAYERS, DoctrinePlayer, RandomPlayer, make_player

__all__ = ["PLAYERS", "DoctrinePlayer", "Player", "RandomPlayer", "make_player", "play_out"]
