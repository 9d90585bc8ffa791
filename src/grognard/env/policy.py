"""A policy for sb3-contrib's MaskablePPO that scores the rows of `actions`: `pip install 'grognard[research]'`, then

    from grognard.env.policy import RowPolicy, Slim
    model = MaskablePPO(RowPolicy, Slim(gymnasium.make("grognard/folio-bir-salem-v9", opponent="recruit", shaped=True)))

An action is a place in today's list and means something else at the next question. So there is no output for each
place: one small network looks at a row together with the situation and with what stands near, and its score is the
preference for that row.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from grognard.encoding.encoder import NAMED, STANDS
from grognard.extras import missing

try:
    import torch
    from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
    from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
    from torch import nn
except ModuleNotFoundError as error:
    raise missing(error) from error

KEPT = ("observation", "aims", "pieces", "actions", "action_mask")
WIDTH, BESIDE = 64, 16  # numbers for the situation, for what is near a place
FALL = 50.0  # a tenth of half the map away from a place, a piece counts for about six tenths


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
    """The situation in `WIDTH` numbers, and after them a score for every row that may be chosen.

    A row is looked at together with the situation and with the pieces near the places it names.
    """

    def __init__(self, space: spaces.Dict) -> None:
        shapes = {name: box.shape or (0, 0) for name, box in space.items()}
        rows, columns = shapes["actions"]
        super().__init__(space, features_dim=WIDTH + rows)
        situation = int(np.prod(shapes["observation"]) + np.prod(shapes["aims"]))
        self.piece = nn.Sequential(nn.Linear(shapes["pieces"][1], WIDTH), nn.ReLU())
        self.beside = nn.Sequential(nn.Linear(shapes["pieces"][1], BESIDE), nn.ReLU())
        self.sharpness = nn.Parameter(torch.tensor([1.0, 0.3]))  # how fast what is farther from a place counts for less
        self.whole = nn.Sequential(nn.Linear(situation + WIDTH, WIDTH), nn.Tanh())
        seen = columns + WIDTH + BESIDE * len(NAMED) * len(self.sharpness)
        self.score = nn.Sequential(nn.Linear(seen, WIDTH), nn.Tanh(), nn.Linear(WIDTH, 1))

    def forward(self, seen: dict[str, torch.Tensor]) -> torch.Tensor:
        pieces = _used(seen["pieces"], seen["pieces"][..., 0] > 0)
        there = pieces[..., :1]  # the first column says whether there is a piece
        pooled = (self.piece(pieces) * there).sum(1) / there.sum(1).clamp(min=1.0)
        whole = self.whole(torch.cat([seen["observation"], seen["aims"].flatten(1), pooled], dim=1))
        legal = seen["action_mask"] > 0
        rows = seen["actions"]
        sample, place = legal.nonzero(as_tuple=True)
        near = self._near(_used(rows, legal), pieces)[_used(legal, legal)]
        scored = self.score(torch.cat([rows[sample, place], whole[sample], near], dim=1)).squeeze(1)
        scores = torch.zeros(legal.shape, dtype=scored.dtype, device=scored.device)
        return torch.cat([whole, scores.index_put((sample, place), scored)], dim=1)

    def _near(self, rows: torch.Tensor, pieces: torch.Tensor) -> torch.Tensor:
        """For every row what stands near the places it names: those next to them alone, and those farther away too."""
        beside, x, y = self.beside(pieces), pieces[..., STANDS + 1], pieces[..., STANDS + 2]
        found = []
        for at in NAMED:
            far = (rows[..., at + 1, None] - x[:, None]) ** 2 + (rows[..., at + 2, None] - y[:, None]) ** 2
            both = rows[..., at, None] * pieces[:, None, :, STANDS]  # on the board
            found += [(torch.exp(-FALL * sharp**2 * far) * both) @ beside for sharp in self.sharpness]
        return torch.cat(found, dim=2)


def _used(rows: torch.Tensor, which: torch.Tensor) -> torch.Tensor:
    """The places of an array that any sample of a batch makes use of."""
    return rows[:, which.any(0)]


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
