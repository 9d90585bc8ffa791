"""OpenSpiel's own tests on every game; run by `make research`, since the package is large."""

from __future__ import annotations

import random

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from grognard.engine import SHELF  # noqa: E402
from grognard.env.open_spiel import load  # noqa: E402

SMALL = {
    "folio": "sidi-zahran",
    "korsun": "campaign",
    "night-fight": "ghost-column",
    "panzer-blitz": "filandriers",
    "red-actions": "pick-up",
    "tank-leader": "tolochino-the-t-34",
}


@pytest.mark.parametrize("game", SHELF)
def test_every_game_passes_open_spiel_s_random_simulation(game: str) -> None:
    pyspiel.random_sim_test(load(game, SMALL[game], limit=150), num_sims=1, serialize=False, verbose=False)


def test_a_state_is_written_down_and_read_back() -> None:
    game = load("folio", "sidi-zahran", limit=60)
    state, rng = game.new_initial_state(), random.Random(1)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    _, twin = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(twin) == str(state) and twin.history() == state.history()


def test_a_position_dealt_anew_looks_the_same_and_has_other_dice() -> None:
    game = load("tank-leader", "tolochino-the-t-34")
    state, rng = game.new_initial_state(), random.Random(2)
    for _ in range(40):
        state.apply_action(rng.choice(state.legal_actions()))
    player = state.current_player()
    observer = game.make_py_observer()
    observer.set_from(state, player)
    before = observer.tensor.copy()
    other = state.resample_from_infostate(player, rng.random)
    observer.set_from(other, player)
    assert np.array_equal(before, observer.tensor) and other.here.match.dice is not state.here.match.dice
