"""One seat of any game as a Gymnasium environment: the rulebook, or a player of your choice, answers for the others."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from grognard.engine import UnknownChoice
from grognard.env.aec import RENDER_MODES, GrognardEnv, Observation
from grognard.players import Player, make_player


class SeatEnv(gymnasium.Env[Observation, int]):
    """One scenario for one agent. A place beyond the list of legal actions ends the episode as a loss.

    `side` is the one to play (the first, if none is named); `opponent` is who answers for the others: "random",
    "doctrine", a level such as "veteran", "search:0.2s", "engine:node bot.mjs", or a player of your own.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}

    def __init__(
        self,
        game: str,
        scenario: str,
        options: Mapping[str, str] | None = None,
        *,
        side: str | None = None,
        opponent: str | Player = "doctrine",
        limit: int = 20_000,
        shaped: bool = False,
        texts: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.aec = GrognardEnv(
            game, scenario, options, limit=limit, shaped=shaped, texts=texts, render_mode=render_mode
        )
        sides = self.aec.possible_agents
        if side is not None and side not in sides:
            raise UnknownChoice(f"There is no side {side!r}. Choose from: {', '.join(sides)}.")
        self.agent, self.opponent = side or sides[0], make_player(opponent)
        self.render_mode, self._rng = render_mode, random.Random()
        self.observation_space = self.aec.observation_space(self.agent)
        self.action_space = self.aec.action_space(self.agent)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None:
            self._rng.seed(seed)
        self.aec.reset(seed)
        self._others()
        return self._seen(), dict(self.aec.infos[self.agent])

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        aec, agent = self.aec, self.agent
        if not aec.legal(int(action)):
            return self._seen(), -1.0, True, False, {"illegal": True}
        aec.step(int(action))
        reward = float(aec.rewards[agent]) + self._others()
        return self._seen(), reward, aec.terminations[agent], aec.truncations[agent], dict(aec.infos[agent])

    def _seen(self) -> Observation:
        """What this seat sees, in arrays that it alone holds, as Gymnasium asks."""
        seen = self.aec.observe(self.agent)
        return {name: array if array.flags.writeable else array.copy() for name, array in seen.items()}

    def _others(self) -> float:
        """The others answer until this seat is asked again; what that earned it."""
        aec, earned = self.aec, 0.0
        while aec.agent_selection != self.agent and not (aec.match.over or aec.truncations[self.agent]):
            ask = aec.match.decision.asks[0]
            aec.answer(self.opponent.choose(aec.match, ask, self._rng))
            earned += aec.rewards[self.agent]
        return earned

    def action_masks(self) -> NDArray[np.bool_]:
        """Which rows may be chosen now: what sb3-contrib's MaskablePPO asks for."""
        return self.aec.action_masks()

    def render(self) -> Any:
        return self.aec.render(self.agent)
