"""sb3-contrib's MaskablePPO trains out of the box; run by `make research`, since the packages are large."""

from __future__ import annotations

from typing import Any

import gymnasium
import pytest

sb3 = pytest.importorskip("sb3_contrib")

from grognard import env  # noqa: E402
from grognard.engine import SHELF  # noqa: E402

TRAINED = [("night-fight", "kharkov", {}), ("folio", "sidi-zahran", {"opponent": "random"})]


@pytest.mark.parametrize(("game", "scenario", "how"), TRAINED)
def test_maskable_ppo_trains_without_a_wrapper(game: str, scenario: str, how: dict[str, Any]) -> None:
    env.register()
    gym = gymnasium.make(env.env_id(SHELF[game], scenario), **how)
    model = sb3.MaskablePPO("MultiInputPolicy", gym, n_steps=32, batch_size=32, seed=1)
    model.learn(64)
    assert model.num_timesteps == 64
