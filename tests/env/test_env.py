"""The games as environments."""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from msgspec.structs import replace
from pettingzoo.test import api_test, seed_test

from grognard import env
from grognard.engine import SHELF, Action, Actions, Match, UnknownChoice

GAMES = list(SHELF.values())
FIRST = [env.env_id(game, next(iter(game.scenarios))) for game in GAMES]
NIGHT = "grognard/night-fight-ghost-column-v8"


@pytest.mark.parametrize("name", FIRST)
def test_every_game_passes_pettingzoo_s_own_test(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it advises other names for agents, and arrays rather than dicts
        api_test(env.make(name), num_cycles=60)


@pytest.mark.parametrize("name", FIRST)
def test_the_same_seed_gives_the_same_episode(name: str) -> None:
    seed_test(lambda: env.make(name), num_cycles=30)


def test_another_seed_gives_another_episode() -> None:
    seen = set()
    for seed in (1, 2):
        zoo = env.make(NIGHT)
        zoo.reset(seed=seed)
        seen.add(zoo.match.state.digest())
    assert len(seen) == 2


def test_solitaire_games_pass_gymnasium_s_checker() -> None:
    names = env.register()
    assert NIGHT in names
    gym = gymnasium.make(NIGHT)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gym.unwrapped, skip_render_check=True)


def test_a_place_beyond_the_list_loses_in_gymnasium_and_is_refused_in_pettingzoo() -> None:
    gym = env.SeatEnv("night-fight", "ghost-column")
    seen, _ = gym.reset(seed=1)
    beyond = int(seen["action_mask"].sum())
    _, reward, over, _, info = gym.step(beyond)
    assert (reward, over, info) == (-1.0, True, {"illegal": True})
    zoo = env.make(NIGHT)
    zoo.reset(seed=1)
    with pytest.raises(ValueError, match=f"{beyond} is not a place"):
        zoo.step(beyond)


def test_rows_of_the_mask_are_the_legal_list() -> None:
    zoo = env.make(NIGHT)
    zoo.reset(seed=3)
    for _ in range(30):
        seen = zoo.observe(zoo.agent_selection)
        legal = zoo.match.decision.actions
        assert seen["action_mask"].sum() == len(legal)
        assert not seen["actions"][len(legal) :].any()
        assert seen["actions"][: len(legal)].any(axis=1).all()
        zoo.step(len(legal) - 1)


def test_a_list_too_long_for_the_array_is_shown_a_page_at_a_time() -> None:
    """Nothing is cut off: the last row leads on, and after the last page to the first."""
    zoo = env.make(NIGHT)
    zoo.encoder.actions = 4
    zoo.reset(seed=3)
    legal = list(zoo.match.decision.actions)
    pages = -(-len(legal) // 3)
    assert pages > 2
    reached: list[Action] = []
    for _ in range(pages):
        seen = zoo.observe("german")
        offered = zoo.encoder.page(zoo.match.decision.asks[0], zoo._page)
        reached += offered
        assert seen["action_mask"].sum() == len(offered) + 1
        assert seen["action_mask"][3] == 1
        zoo.step(3)
        assert zoo.match.number == 0 and zoo.rewards == {"german": 0.0}
    assert reached == legal
    zoo.step(3)
    zoo.step(1)
    assert zoo.match.number == 1


def test_turning_pages_for_ever_is_cut_off() -> None:
    zoo = env.GrognardEnv("night-fight", "ghost-column", limit=5)
    zoo.encoder.actions = 4
    zoo.reset(seed=3)
    for _ in range(5):
        assert not any(zoo.truncations.values())
        zoo.step(3)
    assert all(zoo.truncations.values())


def test_a_list_that_comes_in_parts_is_shown_a_part_at_a_time() -> None:
    """What the first page leaves out is worked out when the page is turned; nothing is left out in the end."""
    zoo = env.make(NIGHT)
    zoo.reset(seed=3)
    legal = list(zoo.match.decision.actions)
    looked: list[int] = []

    def later() -> Iterator[list[Action]]:
        for part in (legal[2:2], legal[2:4], legal[4:]):
            looked.append(len(part))
            yield part

    (ask,) = zoo.match.state.asks
    zoo.match.state.asks = (replace(ask, actions=Actions(legal[:2], paged=later())),)
    zoo.match._decision = None
    last, shown = zoo.encoder.actions - 1, []
    for _ in range(3):
        seen = zoo.observe("german")["action_mask"]
        shown.append(seen.sum() - 1)
        assert seen[last] == 1
        zoo.step(last)
    assert shown == [2, 2, len(legal) - 4]
    assert looked == [0, 2, len(legal) - 4]
    zoo.step(1)
    assert zoo.match.number == 1


def test_only_the_agent_asked_has_actions() -> None:
    folio = SHELF["folio"]
    zoo = env.make(f"grognard/folio-{next(iter(folio.scenarios))}-v{folio.version}")
    zoo.reset(seed=1)
    for agent in zoo.agents:
        assert bool(zoo.observe(agent)["action_mask"].any()) == (agent == zoo.agent_selection)


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_observations_hold_nothing_hidden(game: object) -> None:
    """Dealing what a side may not know anew changes nothing in its observation."""
    found = SHELF[getattr(game, "id")]  # noqa: B009
    zoo = env.GrognardEnv(found, next(iter(found.scenarios)))
    zoo.reset(seed=5)
    rng = random.Random(1)
    for step in range(60):
        if zoo.match.over:
            break
        if step % 10 == 0:
            true = zoo.match
            for agent in zoo.agents:
                before = zoo.observe(agent)
                dealt = found.rules.determinize(true.state, agent, rng)
                dealt.advance()
                zoo.match = Match(found, dealt, true.dice)
                after = zoo.observe(agent)
                zoo.match = true
                assert all(np.array_equal(before[key], after[key]) for key in before)
            true.state.dice = true.dice
        zoo.step(rng.choice(np.flatnonzero(zoo.observe(zoo.agent_selection)["action_mask"])))


def test_winning_is_one_and_losing_minus_one() -> None:
    zoo = env.GrognardEnv("folio", next(iter(SHELF["folio"].scenarios)))
    zoo.reset(seed=1)
    loser = zoo.agent_selection
    zoo.match.resign(loser)
    zoo._clear_rewards()
    zoo._reward()
    assert zoo.rewards == {agent: -1.0 if agent == loser else 1.0 for agent in zoo.agents}
    assert all(zoo.terminations.values())


def test_an_episode_is_cut_off_at_its_limit() -> None:
    zoo = env.make(NIGHT, limit=3)
    zoo.reset(seed=1)
    for _ in range(3):
        zoo.step(0)
    assert zoo.truncations == {"german": True}


def test_shaped_rewards_add_up_to_the_change_in_value_and_the_result() -> None:
    zoo = env.make(NIGHT, shaped=True)
    zoo.reset(seed=4)
    rng, total, first = random.Random(2), 0.0, zoo._values["german"]
    while not zoo.match.over:
        zoo.step(rng.randrange(len(zoo.match.decision.actions)))
        total += zoo.rewards["german"]
    won = "german" in zoo.match.result.winners if zoo.match.result else False
    assert total == pytest.approx((1.0 if won else 0.0) - first + (1.0 if won else -1.0))


def test_several_episodes_step_side_by_side_in_processes() -> None:
    env.register()
    make = [lambda: env.SeatEnv("night-fight", "ghost-column") for _ in range(2)]
    many = gymnasium.vector.AsyncVectorEnv(make, shared_memory=False, context="spawn")
    try:
        seen, _ = many.reset(seed=[1, 2])
        assert seen["action_mask"].shape[0] == 2
        _, rewards, over, _, _ = many.step(np.array([0, 0]))
        assert rewards.shape == over.shape == (2,)
    finally:
        many.close()


def test_an_unknown_environment_lists_those_there_are() -> None:
    with pytest.raises(UnknownChoice, match="ghost-column-v8"):
        env.make("grognard/chess-v1")
