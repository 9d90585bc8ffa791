"""Property tests try the same examples every time; a found failure is a failure for everybody."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

HERE = Path(__file__).parent

settings.register_profile("repeatable", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("repeatable")

gc.set_threshold(20_000, 20, 20)  # what is read in stays: looking through it for rubbish is a tenth of the time


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest comes first: one worker has the browser to itself, and none is left alone with it at the end.

    First everything in the browser, then whatever plays every game (tests beside this file), then the rest.
    """
    order = {HERE / "web": 0, HERE: 1}
    items.sort(key=lambda item: order.get(item.path.parent, 2))


def pytest_collection_finish() -> None:
    """Nothing collected is rubbish before the end."""
    gc.freeze()
