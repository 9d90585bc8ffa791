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


def test_the_policy_that_scores_rows_learns_and_never_leaves_the_mask() -> None:
    from grognard.env.policy import RowPolicy, Slim

    gym = Slim(env.SeatEnv("folio", "bir-salem", opponent="random", shaped=True))
    model = sb3.MaskablePPO(RowPolicy, gym, n_steps=64, batch_size=32, seed=1, device="cpu")
    before = model.policy.state_dict()["features_extractor.score.0.weight"].clone()
    model.learn(128)
    after = model.policy.state_dict()["features_extractor.score.0.weight"]
    assert model.num_timesteps == 128 and not before.equal(after)
    seen, _ = gym.reset(seed=3)
    for _ in range(20):
        action, _ = model.predict(seen, action_masks=gym.action_masks())
        assert gym.action_masks()[int(action)]
        seen, _, ended, cut, _ = gym.step(int(action))
        if ended or cut:
            break
