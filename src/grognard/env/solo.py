"""Games with a single side as Gymnasium environments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium

from grognard.engine import UnknownChoice
from grognard.env.aec import GrognardEnv, Observation


class SoloEnv(gymnasium.Env[Observation, int]):
    """One scenario for one agent. A place beyond the list of legal actions ends the episode as a loss."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        scenario: str,
        options: Mapping[str, str] | None = None,
        *,
        limit: int = 20_000,
        shaped: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.aec = GrognardEnv(game, scenario, options, limit=limit, shaped=shaped)
        if len(self.aec.possible_agents) != 1:
            raise UnknownChoice(f"{self.aec.game.title} has several sides. Use grognard.env.make instead.")
        self.agent = self.aec.possible_agents[0]
        self.render_mode = render_mode
        self.observation_space = self.aec.observation_space(self.agent)
        self.action_space = self.aec.action_space(self.agent)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self.aec.reset(seed)
        return self.aec.observe(self.agent), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        aec, agent = self.aec, self.agent
        if not aec.legal(int(action)):
            return aec.observe(agent), -1.0, True, False, {"illegal": True}
        aec.step(int(action))
        reward = float(aec.rewards[agent])
        return aec.observe(agent), reward, aec.terminations[agent], aec.truncations[agent], {}

    def render(self) -> str:
        return self.aec.render()
