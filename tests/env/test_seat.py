"""One seat of a game against a player of one's choice."""

from __future__ import annotations

import random
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from grognard import env
from grognard.engine import SHELF, UnknownChoice

DESERT = env.env_id(SHELF["folio"], "sidi-zahran")


def test_a_game_of_two_sides_passes_gymnasium_s_checker() -> None:
    assert DESERT in env.register()
    gym = gymnasium.make(DESERT, side="German", opponent="random")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gym.unwrapped, skip_render_check=True)


def test_the_others_answer_until_the_seat_is_asked_again() -> None:
    gym = env.SeatEnv("folio", "sidi-zahran", side="German", opponent="random")
    gym.reset(seed=3)
    assert gym.aec.agent_selection == "German" and gym.aec.match.number > 0  # the British player is first
    rng, over, reward = random.Random(2), False, 0.0
    while not over:
        seen, reward, over, _, _ = gym.step(int(rng.choice(np.flatnonzero(gym.action_masks()))))
        assert over or gym.aec.agent_selection == "German"
        assert np.array_equal(gym.action_masks(), seen["action_mask"].astype(bool))
    result = gym.aec.match.result
    assert result is not None
    assert reward == ((1.0 if "German" in result.winners else -1.0) if result.winners else 0.0)


def test_the_same_seed_gives_the_same_match_against_the_same_player() -> None:
    digests = []
    for _ in range(2):
        gym = env.SeatEnv("folio", "sidi-zahran", opponent="doctrine")
        gym.reset(seed=9)
        for _ in range(60):
            gym.step(0)
        digests.append(gym.aec.match.state.digest())
    assert digests[0] == digests[1]


def test_a_side_that_is_not_there_is_refused() -> None:
    with pytest.raises(UnknownChoice, match="British, German"):
        env.SeatEnv("folio", "sidi-zahran", side="soviet")


def test_the_board_is_drawn_as_pixels() -> None:
    gym = env.SeatEnv("folio", "sidi-zahran", render_mode="rgb_array")
    gym.reset(seed=1)
    picture = gym.render()
    assert picture.dtype == np.uint8 and picture.shape[1:] == (1200, 3)
    assert len(np.unique(picture.astype(np.uint32) @ (1 << 16, 1 << 8, 1))) > 100
