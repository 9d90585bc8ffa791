"""A policy for sb3-contrib's MaskablePPO that scores the rows of `actions`: `pip install 'grognard[research]'`, then

    from grognard.env.policy import RowPolicy, Slim
    model = MaskablePPO(RowPolicy, Slim(gymnasium.make("grognard/folio-bir-salem-v9", opponent="recruit", shaped=True)))

An action is a place in today's list and means something else at the next question. So there is no output for each
place: one small network looks at a row together with the situation, and its score is the preference for that row.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from grognard.extras import missing

try:
    import torch
    from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
    from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
    from torch import nn
except ModuleNotFoundError as error:
    raise missing(error) from error

KEPT = ("observation", "aims", "pieces", "actions", "action_mask")
WIDTH = 64


class Slim(gymnasium.ObservationWrapper[dict[str, Any], int, dict[str, Any]]):
    """The arrays that the policy reads and no others: what it remembers of an episode is a tenth of the whole."""

    def __init__(self, env: gymnasium.Env[dict[str, Any], int]) -> None:
        super().__init__(env)
        known = env.observation_space
        assert isinstance(known, spaces.Dict)
        self.observation_space = spaces.Dict({name: known[name] for name in KEPT})

    def observation(self, observation: dict[str, Any]) -> dict[str, Any]:
        return {name: observation[name] for name in KEPT}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which rows may be chosen."""
        masks: NDArray[np.bool_] = self.env.get_wrapper_attr("action_masks")()
        return masks


class Rows(BaseFeaturesExtractor):  # type: ignore[misc]  # Stable-Baselines3 is not among what is checked
    """The situation in `WIDTH` numbers, and after them a score for every row."""

    def __init__(self, space: spaces.Dict) -> None:
        shapes = {name: box.shape or (0, 0) for name, box in space.items()}
        rows, columns = shapes["actions"]
        super().__init__(space, features_dim=WIDTH + rows)
        situation = int(np.prod(shapes["observation"]) + np.prod(shapes["aims"]))
        self.piece = nn.Sequential(nn.Linear(shapes["pieces"][1], WIDTH), nn.ReLU())
        self.whole = nn.Sequential(nn.Linear(situation + WIDTH, WIDTH), nn.Tanh())
        self.score = nn.Sequential(nn.Linear(columns + WIDTH, WIDTH), nn.Tanh(), nn.Linear(WIDTH, 1))

    def forward(self, seen: dict[str, torch.Tensor]) -> torch.Tensor:
        pieces, rows = seen["pieces"], seen["actions"]
        there = pieces[..., :1]  # the first column says whether there is a piece
        pooled = (self.piece(pieces) * there).sum(1) / there.sum(1).clamp(min=1.0)
        whole = self.whole(torch.cat([seen["observation"], seen["aims"].flatten(1), pooled], dim=1))
        beside = whole.unsqueeze(1).expand(-1, rows.shape[1], -1)
        return torch.cat([whole, self.score(torch.cat([rows, beside], dim=2)).squeeze(2)], dim=1)


class Scores(nn.Module):  # type: ignore[misc]
    """The scores, as they stand behind the situation."""

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        return features[:, WIDTH:]


class Worth(nn.Module):  # type: ignore[misc]
    """What the position is worth, by the situation alone."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(WIDTH, WIDTH), nn.Tanh(), nn.Linear(WIDTH, 1))

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        return self.layers(features[:, :WIDTH])


class RowPolicy(MaskableActorCriticPolicy):  # type: ignore[misc]
    """Scores the rows. `MaskablePPO(RowPolicy, Slim(env))`; everything else is as sb3-contrib has it."""

    def __init__(self, *given: Any, **named: Any) -> None:
        named |= {"features_extractor_class": Rows, "net_arch": [], "ortho_init": False}
        super().__init__(*given, **named)

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net, self.value_net = Scores(), Worth()
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)
