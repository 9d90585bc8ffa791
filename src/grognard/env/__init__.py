"""The games as environments for learning: PettingZoo for all, Gymnasium for those with a single side.

    from grognard import env
    zoo = env.make("grognard/folio-sidi-zahran-v3")             # PettingZoo AEC
    env.register()
    gym = gymnasium.make("grognard/night-fight-kiev-v3")        # Gymnasium

`env.ids()` lists them. An observation is a dict of `observation` (what the side sees), `actions` (a row of numbers
for each legal action) and `action_mask`; an action is the number of a row.
"""

from __future__ import annotations

from typing import Any

import gymnasium

from grognard.engine import SHELF, Game, UnknownChoice
from grognard.env.aec import GrognardEnv, env_id
from grognard.env.encoding import Encoder
from grognard.env.solo import SoloEnv

__all__ = ["Encoder", "GrognardEnv", "SoloEnv", "env_id", "ids", "make", "register"]


def ids() -> dict[str, tuple[Game, str]]:
    """Every environment by its id: a game and one of its scenarios."""
    return {env_id(game, scenario): (game, scenario) for game in SHELF.values() for scenario in game.scenarios}


def make(name: str, **how: Any) -> GrognardEnv:
    """A PettingZoo environment by its id."""
    known = ids()
    if name not in known:
        raise UnknownChoice(f"There is no environment {name!r}. Choose from: {', '.join(known)}.")
    return GrognardEnv(*known[name], **how)


def register() -> list[str]:
    """Make the games with a single side known to Gymnasium; returns their ids."""
    found = []
    for name, (game, scenario) in ids().items():
        if len(game.rules.sides(game.rules.start(scenario, game.choose_options(scenario, {})))) == 1:
            found.append(name)
            if name not in gymnasium.registry:
                how = {"game": game.id, "scenario": scenario}
                gymnasium.register(name, entry_point="grognard.env.solo:SoloEnv", kwargs=how)
    return found
