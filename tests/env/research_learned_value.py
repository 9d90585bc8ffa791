"""The example that learns what a position is worth; run by `make research`, since PyTorch is large."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from grognard.engine import find_game  # noqa: E402
from grognard.env import Encoder  # noqa: E402

FILE = Path(__file__).parents[2] / "examples" / "learn_a_value.py"


@pytest.fixture(scope="module")
def example() -> Any:
    spec = importlib.util.spec_from_file_location("learn_a_value", FILE)
    assert spec is not None and spec.loader is not None
    module = sys.modules["learn_a_value"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_learned_value_tells_won_positions_from_lost_ones_and_is_played_by(example: Any) -> None:
    game = find_game("folio")
    encoder = Encoder(game, "bir-salem")
    data = [position for number in range(40) for position in example.play(game, "bir-salem", encoder, number)]
    assert {position.won for position in data} >= {0.0, 1.0}
    net, off, _ = example.train(data, 5)
    assert off < 0.25
    wiser = example.learned(game, encoder, net)
    share = example.ahead(game, "bir-salem", [example.Thinker(wiser, 0.005), example.Thinker(game, 0.005)], 7)
    assert share in (0.0, 0.25, 0.5, 0.75, 1.0)
