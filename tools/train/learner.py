"""The learner: proximal policy optimisation over what the actors decided, a batch at a time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from msgspec import Struct
from numpy.typing import NDArray
from torch import nn

from grognard.players.policy.network import Weights
from tools.train.episodes import Packed
from tools.train.network import Batch, Network

ALIKE = 16  # questions whose lists differ by less are padded together
TOO_FAR = 0.04  # how far a policy may move in one update
ROWS = ("units", "where", "answers", "at", "actor", "judged")


class Recipe(Struct, frozen=True):
    """How learning goes on."""

    rate: float = 7e-4  # falls to a fifth of it in the end
    clip: float = 0.2
    entropy: float = 0.004
    epochs: int = 3
    decisions: int = 20_000  # in an update
    minibatch: int = 2_048


class Learning:
    """A network and its optimiser."""

    def __init__(self, weights: Weights, recipe: Recipe, seed: int) -> None:
        torch.backends.cuda.matmul.allow_tf32 = True
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.network, self.recipe = Network(weights).to(self.device), recipe
        self.optimiser = torch.optim.Adam(self.network.parameters(), recipe.rate, eps=1e-5)
        self.rng = np.random.default_rng(seed)

    def update(self, parts: Sequence[Packed], progress: float) -> dict[str, float]:
        """Make what turned out well more likely; how far the training has come sets the pace."""
        for group in self.optimiser.param_groups:
            group["lr"] = self.recipe.rate * (1 - 0.8 * progress)
        store, told = Store(parts, self.device), defaultdict[str, list[float]](list)
        for _ in range(self.recipe.epochs):
            chunks = store.chunks(self.recipe.minibatch, self.rng)
            for chunk in chunks:
                if np.mean(told["moved"][-3:] or [0.0]) > TOO_FAR:
                    break
                for name, value in self._step(store.batch(chunk)).items():
                    told[name].append(value)
        spread = float(store.all["reached"].var())
        found = {name: float(np.mean(values)) for name, values in told.items()}
        return found | {"foreseen": 1 - found["missed"] / max(spread, 1e-9)}

    def _step(self, batch: Batch) -> dict[str, float]:
        recipe = self.recipe
        logits, value = self.network(batch)
        logs = torch.log_softmax(logits, -1)
        now = logs.gather(1, batch["chosen"][:, None])[:, 0]
        ratio = (now - batch["likely"]).exp()
        kept = ratio.clamp(1 - recipe.clip, 1 + recipe.clip)
        gain = torch.min(ratio * batch["better"], kept * batch["better"]).mean()
        missed = (value - batch["reached"]).square().mean()
        entropy = -(logs.exp() * logs.clamp(min=-50)).sum(-1).mean()
        loss = -gain + 0.5 * missed - recipe.entropy * entropy
        self.optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimiser.step()
        moved = ((ratio - 1) - (now - batch["likely"])).mean()
        return {"moved": moved.item(), "missed": missed.item(), "entropy": entropy.item()}


class Store:
    """A batch of decisions where the network is; questions with lists of one length are padded together."""

    def __init__(self, parts: Sequence[Packed], device: torch.device) -> None:
        whole = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        self.units, self.answers = whole.pop("units in"), whole.pop("answers in")
        self._first_unit, self._first_answer = (np.cumsum(rows) - rows for rows in (self.units, self.answers))
        better = whole["better"]
        whole["better"] = (better - better.mean()) / (better.std() + 1e-6)
        self.device = device
        self.all = {name: torch.from_numpy(rows).to(device) for name, rows in whole.items()}

    def chunks(self, size: int, rng: np.random.Generator) -> list[NDArray[np.intp]]:
        """All decisions in minibatches, in any order, those of one length together."""
        order = rng.permutation(len(self.answers))
        order = order[np.argsort(self.answers[order] // ALIKE, kind="stable")]
        chunks = [order[start : start + size] for start in range(0, len(order), size)]
        return [chunks[i] for i in rng.permutation(len(chunks))]

    def batch(self, numbers: NDArray[Any]) -> Batch:
        """These decisions, padded."""
        units, there = self._padded(self.units[numbers], self._first_unit[numbers])
        answers, legal = self._padded(self.answers[numbers], self._first_answer[numbers])
        taken = torch.from_numpy(np.asarray(numbers)).to(self.device)
        rows = {name: self.all[name][units if name in ("units", "where") else answers].float() for name in ROWS}
        rest = {name: all_[taken] for name, all_ in self.all.items() if name not in ROWS}
        rest["situation"] = rest["situation"].float()
        return {**rest, **rows, "actor": rows["actor"].long(), "there": there.float(), "legal": legal}

    def _padded(self, rows: NDArray[Any], first: NDArray[Any]) -> tuple[torch.Tensor, torch.Tensor]:
        """Where the rows of each decision are, and which of them are real."""
        along = np.arange(max(1, int(rows.max())))[None]
        real = along < rows[:, None]
        places = np.where(real, first[:, None] + along, 0)
        return torch.from_numpy(places).to(self.device), torch.from_numpy(real).to(self.device)
