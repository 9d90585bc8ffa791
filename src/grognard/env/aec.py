"""Every game as a PettingZoo AEC environment.

An action is a place in the list of legal answers to the question asked now; the mask says how long the list is.
Each answer is one click, so a side is often asked several times in a row.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from grognard.encoding.encoder import Encoder
from grognard.engine import Action, Ask, Game, Match, find_game
from grognard.env.render import pixels
from grognard.players import Stillness

Observation = dict[str, Any]
RENDER_MODES = ["ansi", "rgb_array"]


class GrognardEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo has no types
    """One scenario. Winning is worth 1, losing -1; with `shaped` every answer also earns what it changed in value.

    No episode is endless. One that is longer than `limit` answers is truncated, and every seat loses. One in which the
    same positions come back again and again (`players.Stillness`) is truncated too, and whose answer it is loses.

    With `texts` the agent to answer finds in `info["actions"]` what each row means, in words. `render_mode` is "ansi"
    (a line) or "rgb_array" (the board as a spectator sees it; needs `pip install 'grognard[pictures]'`).
    """

    def __init__(
        self,
        game: str | Game,
        scenario: str,
        options: Mapping[str, str] | None = None,
        *,
        limit: int = 20_000,
        shaped: bool = False,
        texts: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = find_game(game) if isinstance(game, str) else game
        self.scenario, self.options, self.limit, self.shaped = scenario, dict(options or {}), limit, shaped
        self.texts, self.render_mode = texts, render_mode
        self.metadata = {"name": env_id(self.game, scenario), "render_modes": RENDER_MODES, "is_parallelizable": False}
        self.encoder = Encoder(self.game, scenario)
        self._looks = self.game.rules.glance or self.game.rules.view
        chosen = self.game.choose_options(scenario, self.options)
        self.possible_agents = list(self.game.rules.sides(self.game.start(scenario, chosen)))
        seen: dict[str, spaces.Space[Any]] = {
            name: spaces.Box(-1.0, 1.0, shape, np.float32) for name, shape in self.encoder.shapes.items()
        }
        seen["action_mask"] = spaces.Box(0, 1, (self.encoder.actions,), np.int8)
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.encoder.actions) for agent in self.possible_agents}
        self._rng = random.Random()
        self._page = self._turned = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match; after a seed, all later ones follow from it too."""
        if seed is not None:
            self._rng.seed(seed)
        chance = self._rng.getrandbits(62)
        self.match = Match.new(self.game, self.scenario, self.options, chance, record=False, log=False)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._values = self._worth()
        self._page = self._turned = 0
        self._stillness = Stillness()
        self.agent_selection = self.match.decision.side
        self._inform()

    def observe(self, agent: str) -> Observation:
        """What an agent sees, and, if it is the one to answer, what it may do."""
        ask, state = self._ask(agent), self.match.state
        view, aims = state.recall(
            ("seen", agent), lambda: (self._looks(state, agent), self.game.rules.aims(state, agent))
        )
        seen: Observation = self.encoder.see(view, type(state.steps[-1]) if ask else None, aims)
        seen["actions"], seen["action_mask"] = self.encoder.legal(view, ask, self._page)
        return seen

    def action_masks(self) -> NDArray[np.bool_]:
        """Which rows the agent to answer may choose, in the form sb3-contrib asks for."""
        ask = self._ask(self.agent_selection)
        mask = np.zeros(self.encoder.actions, np.bool_)
        if ask is not None:
            mask[: len(self.encoder.page(ask, self._page))] = True
            mask[-1] |= self.encoder.in_pages(ask)
        return mask

    def step(self, action: int | None) -> None:
        """Answer for the agent selected."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        ask = self._ask(agent)
        offered = self.encoder.page(ask, self._page) if ask else ()
        if action is not None and 0 <= action < len(offered):
            self.answer(offered[int(action)])
        elif ask and action == self.encoder.actions - 1 and self.encoder.in_pages(ask):
            self._turn_page(ask)
        else:
            raise ValueError(f"{action!r} is not a place in the list of {len(ask.actions) if ask else 0} actions")

    def answer(self, action: Action) -> None:
        """Let the agent selected answer with an action of the game."""
        agent, self._page = self.agent_selection, 0
        self._cumulative_rewards[agent] = 0
        self.match.take(action, agent)
        self._clear_rewards()
        self._reward()
        self._accumulate_rewards()
        if not self.match.over:
            self.agent_selection = self.match.state.asks[0].side
        if self.texts:
            self._inform()

    def _turn_page(self, ask: Ask) -> None:
        self._cumulative_rewards[self.agent_selection] = 0
        self._page = self.encoder.next_page(ask, self._page)
        self._turned += 1
        self._clear_rewards()
        self._truncate()
        self._accumulate_rewards()
        self._inform()

    def legal(self, action: int) -> bool:
        """Is this a place in the list the agent to answer is shown?"""
        ask = self._ask(self.agent_selection)
        if ask is None:
            return False
        more = self.encoder.in_pages(ask) and action == self.encoder.actions - 1
        return more or 0 <= action < len(self.encoder.page(ask, self._page))

    def render(self, side: str | None = None) -> Any:
        """The questions asked and the turn in a line, or the board as a side (None: a spectator) sees it."""
        view = self.match.view(side)
        if self.render_mode == "rgb_array":
            return pixels(self.game, self.scenario, view)
        asked = "; ".join(f"{ask.side}: {ask.prompt}" for ask in self.match.state.asks if side in (None, ask.side))
        return f"Turn {view.turn} of {view.turns}, {view.phase}. {asked}"

    def close(self) -> None:
        """Nothing is held open."""

    def _ask(self, agent: str) -> Ask | None:
        """The question to this agent, if it is the one to answer."""
        state = self.match.state
        if agent == self.agent_selection and state.result is None:
            for ask in state.asks:
                if ask.side == agent:
                    return ask
        return None

    def _inform(self) -> None:
        """What each row means, for the agent to answer; the others are told nothing."""
        if self.texts:
            ask = self._ask(self.agent_selection)
            offered = self.encoder.page(ask, self._page) if ask else ()
            said = [self.game.face.describe(self.match.state, action) for action in offered]
            self.infos = {agent: {} for agent in self.agents}
            self.infos[self.agent_selection] = {"question": ask.prompt if ask else "", "actions": said}

    def _worth(self) -> dict[str, float]:
        return {a: self.game.mind.value(self.match.state, a) for a in self.possible_agents} if self.shaped else {}

    def _reward(self) -> None:
        if self.shaped:
            before, self._values = self._values, self._worth()
            self.rewards = {a: self._values[a] - before[a] for a in self.agents}
        if self.match.over:
            winners = self.match.result.winners if self.match.result else ()
            for agent in self.agents:
                self.rewards[agent] += (1.0 if agent in winners else -1.0) if winners else 0.0
                self.terminations[agent] = True
        else:
            self._truncate()

    def _truncate(self) -> None:
        """Cut an episode that is too long or gets nowhere: it is lost. Pages turned count too."""
        losers: Sequence[str] = ()
        if self.match.number + self._turned >= self.limit:
            losers = self.agents
        elif self._stillness.look(self.match):
            losers = (self.match.state.asks[0].side,)
        if losers:
            self.truncations = dict.fromkeys(self.agents, True)
            for agent in losers:
                self.rewards[agent] -= 1.0


def env_id(game: Game, scenario: str) -> str:
    """The name of an environment; its version goes up with the game's rules."""
    return f"grognard/{game.id}-{scenario}-v{game.version}"
