"""One seat of a game against a player of one's choice."""

from __future__ import annotations

import random
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from grognard import env
from grognard.engine import SHELF, Action, Ask, Match, UnknownChoice

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


# ------------------------------------------------------------------ no endless episodes


def played(gym: env.SeatEnv, seed: int) -> tuple[float, bool, bool]:
    """An episode of somebody who goes through the rows: what the last answer earned, and how it ended."""
    gym.reset(seed=seed)
    reward, over, cut, n = 0.0, False, False, 0
    while not (over or cut):
        rows = np.flatnonzero(gym.action_masks())
        _, reward, over, cut, _ = gym.step(int(rows[7 * n % len(rows)]))
        n += 1
    return reward, over, cut


def test_an_episode_that_is_too_long_is_lost() -> None:
    gym = env.SeatEnv("night-fight", "kolkhoz", limit=40)
    assert played(gym, 1) == (-1.0, False, True)


def test_an_episode_that_goes_round_in_circles_is_lost_long_before_its_limit() -> None:
    gym = env.SeatEnv("night-fight", "kolkhoz")
    ends = {seed: (*played(gym, seed), gym.aec.match.number) for seed in range(6)}
    still = [end for end in ends.values() if end[2]]
    assert still and all(reward == -1.0 and number < 5_000 for reward, _, _, number in still)


def test_a_player_that_is_an_object_sits_opposite() -> None:
    class Last:
        def choose(self, match: Match, ask: Ask, rng: random.Random) -> Action:
            return ask.actions.choice(rng)

    opponent = Last()
    gym = env.SeatEnv("folio", "bir-salem", opponent=opponent)
    gym.reset(seed=1)
    assert gym.opponent is opponent
