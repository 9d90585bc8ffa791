"""The network of `grognard.players.policy.network` in PyTorch, for many questions at once."""

from __future__ import annotations

from itertools import pairwise

import torch
from torch import Tensor, nn

from grognard.players.policy.network import FAR, POOLED, RINGS, Weights
from grognard.players.policy.questions import OFF

Batch = dict[str, Tensor]


class Network(nn.Module):  # type: ignore[misc]
    """Questions are padded to one length: `there` says which units are real, `legal` which answers."""

    def __init__(self, weights: Weights) -> None:
        super().__init__()
        self.kept = nn.ParameterDict({_safe(name): nn.Parameter(torch.tensor(rows)) for name, rows in weights.items()})
        self.names = {_safe(name): name for name in weights}

    def weights(self) -> Weights:
        """What has been learnt so far."""
        return {self.names[name]: rows.detach().cpu().numpy() for name, rows in self.kept.items()}

    def forward(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """The logits of all answers, and what the situations are worth."""
        there, where, at = batch["there"], batch["where"], batch["at"]
        on_map = (where[..., 0] < OFF / 2).float() * there
        known = self._units(batch, on_map)
        pooled = torch.cat([batch["situation"], known.sum(1) / POOLED, known.amax(1)], -1)
        situation = self._through("situation", pooled)
        value = self._plain("worth", self._through("value", situation))[:, 0]
        near = [rings(apart(at[..., :2], where)), rings(apart(at[..., 2:], where))[:, :2]]
        around = torch.einsum("bkan,bnh->bakh", torch.cat(near, 1) * on_map[:, None, None], known).flatten(2)
        actor = batch["actor"]
        doer = torch.gather(known, 1, actor.clamp(min=0)[..., None].expand(-1, -1, known.shape[-1]))
        told = torch.cat([batch["answers"], doer * (actor >= 0)[..., None], around], -1)
        weighed = torch.relu(self._plain("answer", told) + self._plain("told", situation)[:, None])
        score = self._plain("score", self._through("weighed", weighed))[..., 0]
        logits = score + batch["judged"] @ self.kept["judgement"]
        return logits.masked_fill(~batch["legal"], -1e9), value

    def _units(self, batch: Batch, on_map: Tensor) -> Tensor:
        there, where = batch["there"], batch["where"]
        alone = self._through("unit", batch["units"]) * there[..., None]
        near = rings(apart(where, where))
        near = near * on_map[:, None, None, :] * on_map[:, None, :, None]
        here = near[:, :1] * (1 - torch.eye(where.shape[1], device=where.device))
        around = torch.einsum("bknm,bmh->bnkh", torch.cat([here, near[:, 1:]], 1), alone).flatten(2)
        return self._through("company", torch.cat([alone, around], -1)) * there[..., None]

    def _plain(self, name: str, values: Tensor) -> Tensor:
        return values @ self.kept[name] + self.kept[_safe(f"{name}'")]

    def _through(self, name: str, values: Tensor) -> Tensor:
        return torch.relu(self._plain(name, values))


def apart(some: Tensor, others: Tensor) -> Tensor:
    """How far each of some places is from each of others."""
    return torch.cdist(some, others, compute_mode="donot_use_mm_for_euclid_dist")


def rings(apart: Tensor) -> Tensor:
    """How much whoever stands so far away counts in each ring; one ring after the other along the second axis."""
    edges: list[float] = [0.0, *RINGS.tolist()]
    found = [(apart >= low) & (apart < high) for low, high in pairwise(edges)]
    return torch.stack([*found, torch.exp(-apart.clamp(max=OFF / 2) / FAR)], 1).float()


def _safe(name: str) -> str:
    """A name that PyTorch takes for a parameter."""
    return name.replace("'", "_bias")
