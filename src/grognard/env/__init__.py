"""The games as environments for learning: PettingZoo for every seat at once, Gymnasium for one seat.

    from grognard import env
    zoo = env.make("grognard/folio-sidi-zahran-v9")                                # PettingZoo AEC
    env.register()
    gym = gymnasium.make("grognard/folio-sidi-zahran-v9", opponent="doctrine")     # Gymnasium

`env.ids()` lists them. An observation is a dict of arrays with named columns (`encoder.columns`), of which `actions`
has a row of numbers for each legal action; an action is the number of a row, and `action_mask` says which there are.
"""

from __future__ import annotations

from typing import Any

from grognard.extras import missing

try:
    import gymnasium
except ModuleNotFoundError as error:
    raise missing(error) from error

from grognard.encoding.encoder import Encoder
from grognard.engine import SHELF, Game, UnknownChoice
from grognard.env.aec import GrognardEnv, env_id
from grognard.env.macros import Macros
from grognard.env.single_seat import SeatEnv

__all__ = ["Encoder", "GrognardEnv", "Macros", "SeatEnv", "env_id", "ids", "make", "register"]


def ids() -> dict[str, tuple[Game, str]]:
    """Every environment by its id: a game and a scenario of its box, for Gymnasium takes no names of one's own."""
    boxed = ((game, name) for game in SHELF.values() for name in game.scenarios if "@" not in name)
    return {env_id(game, name): (game, name) for game, name in boxed}


def make(name: str, **how: Any) -> GrognardEnv:
    """A PettingZoo environment by its id."""
    known = ids()
    if name not in known:
        raise UnknownChoice(f"There is no environment {name!r}. Choose from: {', '.join(known)}.")
    return GrognardEnv(*known[name], **how)


def register() -> list[str]:
    """Make every scenario known to Gymnasium; returns the ids."""
    known = ids()
    for name, (game, scenario) in known.items():
        if name not in gymnasium.registry:
            how = {"game": game.id, "scenario": scenario}
            gymnasium.register(name, entry_point="grognard.env.single_seat:SeatEnv", kwargs=how)
    return list(known)
